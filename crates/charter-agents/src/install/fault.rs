//! What is wrong with a file that belongs to somebody else.
//!
//! Owns the place and the words. Must not know which file it is.

/// What is wrong, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1.
    pub column: usize,
    pub code: &'static str,
    /// In words.
    pub message: String,
}

impl Fault {
    /// Places a fault at an offset of a text.
    #[must_use]
    pub fn at(text: &str, offset: usize, code: &'static str, message: impl Into<String>) -> Self {
        let before = text.get(..offset).unwrap_or(text);
        let line = before.matches('\n').count() + 1;
        let start = before.rfind('\n').map_or(0, |it| it + 1);
        let column = before.get(start..).unwrap_or_default().chars().count() + 1;
        Self { line, column, code, message: message.into() }
    }
}
