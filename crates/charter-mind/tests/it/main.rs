//! Minds, asked over a real connection on this machine and through scripted programs.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod program;
mod server;
mod trouble;
mod wire;
