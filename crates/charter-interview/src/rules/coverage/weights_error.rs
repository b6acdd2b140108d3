//! What is wrong with the data file of coverage.

use std::fmt;

/// A line of the data file that cannot be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WeightsError {
    /// Which line, from 1.
    pub line: usize,
}

impl fmt::Display for WeightsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cannot read line {} of the coverage data", self.line)
    }
}

impl std::error::Error for WeightsError {}
