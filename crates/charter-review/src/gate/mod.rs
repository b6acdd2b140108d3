//! Quality gates: what a milestone's reviews and tests are said to have found, as one JSON object.
//!
//! Owns every rule of it: one function for whoever checks and for whoever takes it, which lists all
//! that is wrong at once. Must not read files or run anything: [`wants`] says what has to be seen,
//! [`Seen`] is what was.

mod artifact;
mod check;
mod coverage;
mod digest;
mod exemption;
mod expected;
mod qa;
mod replay;
mod review;
mod section;
mod seen;
mod substance;
mod template;
mod wants;

pub use check::check;
pub use coverage::covered;
pub use digest::digest;
pub use expected::Expected;
pub use seen::{FileFacts, ReplaySeen, Seen, SeenFile};
pub use template::template;
pub use wants::{ReplaySource, ReplayWant, Wants, wants};
