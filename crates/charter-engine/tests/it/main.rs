//! What holds for whole parts of the engine, over real and over arbitrary input.
#![expect(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test fails by panicking"
)]

mod completion;
mod deep;
mod interview;
mod looping;
mod merge;
mod plan;
mod preflight;
mod receipt;
mod whole;
