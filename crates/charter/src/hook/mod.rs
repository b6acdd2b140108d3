//! The contracts of the agents' hooks.
//!
//! Owns how each agent says what happened and what it understands as an answer. Must not judge anything:
//! a payload becomes a call of the application, its answer becomes JSON.

mod payload;
mod reply;

pub(crate) use charter_agents::install::Agent;
pub(crate) use payload::{HookPayload, find_dirs, find_session};
pub(crate) use reply::render;

#[cfg(test)]
mod tests;
