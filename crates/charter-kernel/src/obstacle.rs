//! Why the engine says no: what every refusal of every feature tells.
//!
//! A refusal is an expected outcome, changes nothing, and names what can be done instead. Must not know
//! exit codes or how a refusal is shown.

use crate::action::{NextAction, Problem};
use std::borrow::Cow;
use std::fmt::Display;

/// How a refusal is to be taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RefusalKind {
    Refused,
    BadInput,
    /// Somebody or something else is in the way.
    Conflict,
}

/// What a refusal is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Obstacle<'a> {
    /// What sort of thing, as a stable word.
    pub code: &'static str,
    pub kind: RefusalKind,
    /// Where it is: a file, a criterion, an argument.
    pub path: Cow<'a, str>,
}

impl<'a> Obstacle<'a> {
    /// Names a gate that is closed.
    pub fn refused(code: &'static str, path: impl Into<Cow<'a, str>>) -> Self {
        Self { code, kind: RefusalKind::Refused, path: path.into() }
    }

    /// Names something given that cannot be used.
    pub fn bad_input(code: &'static str, path: impl Into<Cow<'a, str>>) -> Self {
        Self { code, kind: RefusalKind::BadInput, path: path.into() }
    }

    /// Names something else that is in the way.
    pub fn conflict(code: &'static str, path: impl Into<Cow<'a, str>>) -> Self {
        Self { code, kind: RefusalKind::Conflict, path: path.into() }
    }
}

/// A closed list of refusals, as a feature has it.
pub trait Refuse: Display {
    fn obstacle(&self) -> Obstacle<'_>;

    /// Lists the problems that it collected, where it is about several.
    fn collected(&self) -> Option<Vec<Problem>>;

    /// Lists what can be done instead.
    fn next_actions(&self) -> Vec<NextAction>;

    fn code(&self) -> &'static str {
        self.obstacle().code
    }

    /// Lists everything that stands in the way.
    fn problems(&self) -> Vec<Problem> {
        self.collected().unwrap_or_else(|| {
            let Obstacle { code, path, .. } = self.obstacle();
            let (path, code) = (path.into_owned(), code.to_owned());
            vec![Problem { path, code, message: self.to_string() }]
        })
    }
}
