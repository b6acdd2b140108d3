//! What an agent's hooks ask, and what they are answered.
//!
//! Owns the order of steps at each event. Nothing here fails: what cannot be judged passes, with a note.
//! No lock is taken and no process is started, except where everything but the files was looked at and
//! stands. Must not know the contract of any agent.

mod bound;
mod call;
mod session;
mod stop;
mod tool;

pub use call::{HookAnswer, HookCall, HookEvent, HookReport};
