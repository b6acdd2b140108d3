//! What a gate must keep to from outside.
//!
//! Must not know the parts of a gate.

use crate::event::ReceiptKind;

/// What a gate must keep to.
#[derive(Debug, Clone)]
pub struct Expected {
    pub kind: ReceiptKind,
    /// The criteria that it must cover.
    pub criteria: Vec<String>,
    /// The hashes that the present source may go by; none where nobody asks about it.
    pub sources: Vec<String>,
}
