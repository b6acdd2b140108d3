//! Minds: one question to a model, one checked answer.
//!
//! Owns how a model is asked, over HTTP or through a program that somebody else starts, and what can go
//! wrong on the way. Nothing is remembered between two questions. Must not know what is asked, read the
//! environment or a file, or start a process: keys and a way to run programs are passed in.

mod ask;
mod bound;
mod failure;
mod found;
mod key;
mod program;
mod question;
mod schema;
mod transport;
mod wire;

pub use ask::{Asking, ModelMind, TRIES_MAX, ask};
pub use bound::{ANSWER_BYTES_MAX, Going, QUESTION_BYTES_MAX, WAIT_MAX};
pub use failure::MindFailure;
pub use key::ApiKey;
pub use program::{
    AsideFile, Program, ProgramArg, ProgramCall, ProgramEnd, ProgramMind, ProgramStop, Runner,
    UNSET,
};
pub use question::{MindQuestion, MindReply, Usage};
pub use transport::{is_answering, is_loopback, is_plain, shown_url};
pub use wire::{Wire, WireMind};
