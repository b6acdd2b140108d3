//! The guard: what a tool call of an agent would write, and whether that may be.
//!
//! Owns what counts as a write, the files that only charter writes, and the files that rest while an
//! interview is open. Must not look at a disk: whoever drives it says where a path really leads.

mod code;
mod ground;
mod lexer;
mod patch;
mod pick;
mod shell;
mod tool;

pub use ground::{Ground, Offence, Product};
pub use tool::{ToolUse, read_tool};

/// A path that a tool call would change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Write {
    /// The path as it was given, behind the directory that the call had changed to.
    pub path: String,
    pub effect: Effect,
}

/// What happens to a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effect {
    /// Its content is written, or it is created.
    Put,
    /// It goes, with all that is below it.
    Removed,
    /// Some of what is below it goes, picked by a name that charter gives to nothing.
    Picked,
}

#[cfg(test)]
mod tests;
