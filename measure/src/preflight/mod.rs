//! `cargo measure preflight`: what fires in ideas as people type them, and how long a check takes.

mod run;
mod tally;

pub(crate) use run::measure;
