//! What a run's output says about its tests, in the words of the runner.
//!
//! Owns one small reader per runner, by family, and which lines of an output each may see. Must not
//! judge, and must not run anything.

mod build;
mod javascript;
mod jvm;
mod native;
mod output;
mod python;
mod rust;
mod script;
mod span;
mod tap;
#[cfg(test)]
mod tests;
mod told;

pub use output::{OutputReading, count_tests, read_output};
pub use told::CaseOutcome;
