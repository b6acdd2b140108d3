//! How near a change is to what a check speaks of.
//!
//! Owns the order. Must not know how it is found out.

/// How near a line is to what somebody speaks of, nearest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Nearness {
    /// Its own definition is named.
    Named,
    /// Something around its definition is.
    Within,
    Elsewhere,
}
