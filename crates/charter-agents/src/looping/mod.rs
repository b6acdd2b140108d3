//! The loop: when an agent that stops is asked to go on, and when it is let go.
//!
//! Owns the rule and the words. Must not know which agent it is, where nudges are remembered, or how
//! they are delivered.

mod nudge;
mod prompt;

pub use nudge::{Host, Kind, LetGo, LoopStand, LoopStep, Nudges, decide};
pub use prompt::{BUILT_IN, CHILD, Look, NAMED, RECOVERY, Told, fill, summary, with_note};
