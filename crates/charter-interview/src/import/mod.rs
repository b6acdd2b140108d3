//! Interviews that were made elsewhere, read as far as they can be.
//!
//! Owns the shapes of other tools' specs and states. Whatever is not understood is said, and the
//! original is kept by the caller. A file of which nothing is understood gives nothing. Must not know files.

mod figure;
mod imported;
mod read;
mod register;
mod spec;
mod state;

pub use imported::Imported;
pub use read::read;
pub use register::{draft, drafted};
