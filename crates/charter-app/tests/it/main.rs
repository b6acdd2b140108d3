//! The use cases on a simulated disk under a fixed clock.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod deep;
mod doctor;
mod interview;
mod late;
mod project;
mod reads;
mod selection;
mod write;
