//! Where a write would land, and whether it may.
//!
//! Owns the files that only charter writes, and what rests while work is planned. Must not ask a disk:
//! paths come without links.

use super::{Effect, Write};
use crate::deep::NeedKind;
use crate::interview::Pad;
use crate::projection::Derived;
use crate::{Docs, State, Status, chain};
use std::path::{Path, PathBuf};

/// The project as the guard sees it; both paths are without links.
#[derive(Debug, Clone, Copy)]
pub struct Ground<'a> {
    /// The project's directory.
    pub project: &'a Path,
    /// The directory that holds the charters.
    pub root: &'a Path,
}

/// Why product files are to rest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Planning {
    /// An interview waits for an answer.
    Interview,
    /// A deep interview is not at its end.
    DeepInterview,
}

/// Why a write may not be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Offence {
    /// Only charter writes this file.
    Owned(PathBuf),
    /// It is part of the product, and work is still being planned.
    Product(PathBuf),
}

/// Says whether the work of a charter is still being planned.
#[must_use]
pub fn planning(docs: &Docs, state: &State) -> Option<Planning> {
    if state.status == Status::Active { running(docs, state) } else { None }
}

/// Says which interview of a charter was begun and is not at its end.
#[must_use]
pub fn running(docs: &Docs, state: &State) -> Option<Planning> {
    let deep = state.deep.as_deref().and_then(|it| it.steps().first().map(crate::deep::Step::kind));
    if deep.is_some_and(|it| it != NeedKind::Done) {
        return Some(Planning::DeepInterview);
    }
    let charter = &docs.charter;
    Pad::find(charter.source(), charter.outline()).map(|_| Planning::Interview)
}

impl Ground<'_> {
    /// Judges a write whose path is absolute and without links.
    #[must_use]
    pub fn judge(&self, write: &Write, planning: Option<Planning>) -> Option<Offence> {
        let path = Path::new(&write.path);
        if let Ok(below) = path.strip_prefix(self.root) {
            let is_owned = match write.effect {
                Effect::Put => is_owned(below),
                Effect::Removed | Effect::Picked => is_owned(below) || holds_owned(below),
            };
            return is_owned.then(|| Offence::Owned(path.to_owned()));
        }
        if write.effect == Effect::Removed && self.root.starts_with(path) {
            return Some(Offence::Owned(path.to_owned()));
        }
        let is_product = planning.is_some() && path.starts_with(self.project);
        is_product.then(|| Offence::Product(path.to_owned()))
    }
}

fn names(below: &Path) -> Vec<String> {
    below.iter().map(|it| it.to_string_lossy().to_lowercase()).collect()
}

/// Tells whether a path below the root is charter's own.
fn is_owned(below: &Path) -> bool {
    let names = names(below);
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    match names.as_slice() {
        [".local", ..] | [_, "saved" | "plan" | "imported", ..] => true,
        [_, "work", _, "evidence", ..] => true,
        [_, name] => {
            *name == chain::LEDGER_FILE || Derived::ALL.iter().any(|it| it.file() == *name)
        }
        _ => false,
    }
}

/// Tells whether something of charter's own would go with a directory below the root.
fn holds_owned(below: &Path) -> bool {
    let names = names(below);
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    match names.as_slice() {
        [] | [_, "work"] | [_, "work", _] => true,
        [name] => *name != "config.toml" && *name != "loop.md",
        _ => false,
    }
}
