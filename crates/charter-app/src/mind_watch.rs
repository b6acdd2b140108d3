//! Somebody who looks on while a model is asked.
//!
//! Owns what they hear, and that they can call it off. Must not know how it is shown.

use charter_interview::Tongue;
use std::fmt::Debug;
use std::time::Duration;

/// A model that is being asked.
#[derive(Debug, Clone, Copy)]
pub struct MindWait<'a> {
    /// The word that it was chosen by.
    pub mind: &'a str,
    pub elapsed: Duration,
    /// The language of whoever waits.
    pub tongue: Tongue,
}

/// Whether somebody still wants an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Patience {
    Wait,
    CallOff,
}

/// Somebody who looks on.
pub trait MindWatch: Debug + Send + Sync {
    /// Hears again and again that a model thinks.
    fn wait(&self, wait: &MindWait<'_>) -> Patience;

    /// Hears that it thinks no more, whatever came of it.
    fn rest(&self);

    /// Hears that it gave nothing, and why.
    fn failed(&self, mind: &str, why: &str, tongue: Tongue);
}

/// Nobody.
#[derive(Debug)]
pub(crate) struct Unwatched;

impl MindWatch for Unwatched {
    fn wait(&self, _: &MindWait<'_>) -> Patience {
        Patience::Wait
    }

    fn rest(&self) {}

    fn failed(&self, _: &str, _: &str, _: Tongue) {}
}
