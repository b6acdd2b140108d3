//! What a rule reports: one place in the tree and what is wrong with it.

use std::fmt;

/// A broken rule at a place; `line` counts from 1.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Violation {
    /// The file, relative to the workspace's root.
    pub(crate) path: String,
    /// The line in that file.
    pub(crate) line: usize,
    /// The rule's stable kebab name.
    pub(crate) rule: &'static str,
    /// What is wrong and, where it is not obvious, what to do.
    pub(crate) message: String,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { path, line, rule, message } = self;
        write!(f, "{path}:{line}: [{rule}] {message}")
    }
}
