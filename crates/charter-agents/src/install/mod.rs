//! What charter adds to the configuration of a coding agent, and how it is taken out again.
//!
//! Owns the parts of each agent and the merging of text into text. Must not know where files are or
//! how they are read: text comes in, text goes out.

mod agent;
mod diff;
mod fault;
mod json;
mod merge;
mod ours;
mod part;
mod prompt;
mod render;
mod stamp;
mod undo;

pub use agent::{Agent, Anchor, Scope};
pub use diff::{Line, LineChange, diff};
pub use fault::Fault;
pub use merge::{Merged, Removed, add, remove};
pub use ours::{is_charter, plain};
pub use part::{AgentPart, JsonEntry, Kit, PartContent, parts};
pub use stamp::{Owner, stamp, stamp_of};
pub use undo::Undo;
