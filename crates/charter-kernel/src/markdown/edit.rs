//! Edits as values: a span and what to put there.
//!
//! Owns the only way to change a document. Must not know which document it changes.

use super::{Source, Span};

/// One replacement; an empty span inserts, an empty text removes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Splice {
    pub span: Span,
    /// What stands there afterwards.
    pub text: String,
}

/// Applies splices to a document; every byte outside their spans stays as it is.
///
/// There is no result where two of them overlap or one leaves the document: they were made for
/// another text.
#[must_use]
pub fn splice(source: &Source, splices: &[Splice]) -> Option<Source> {
    let mut ordered: Vec<&Splice> = splices.iter().collect();
    ordered.sort_by_key(|it| it.span);
    let bytes = source.bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    for edit in ordered {
        out.extend_from_slice(bytes.get(at..edit.span.start)?);
        out.extend_from_slice(edit.text.as_bytes());
        at = edit.span.end;
    }
    out.extend_from_slice(bytes.get(at..)?);
    Some(Source::new(out))
}
