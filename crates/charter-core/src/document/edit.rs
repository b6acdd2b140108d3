//! Edits as values: a span and what to put there.
//!
//! Owns the only way to change a document. Must not know which document it changes.

use super::{Source, Span};

/// One replacement; an empty span inserts, an empty text removes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Splice {
    /// What is replaced.
    pub span: Span,
    /// What stands there afterwards.
    pub text: String,
}

/// Applies splices to a document; every byte outside their spans stays as it is.
///
/// Splices are taken in the order of their place. One that overlaps an earlier one, or leaves the
/// document, is left out: it was made for another text.
#[must_use]
pub fn splice(source: &Source, splices: &[Splice]) -> Source {
    let mut ordered: Vec<&Splice> = splices.iter().collect();
    ordered.sort_by_key(|it| it.span);
    let bytes = source.bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    for edit in ordered {
        let Some(kept) = bytes.get(at..edit.span.start) else { continue };
        if edit.span.end > bytes.len() {
            continue;
        }
        out.extend_from_slice(kept);
        out.extend_from_slice(edit.text.as_bytes());
        at = edit.span.end;
    }
    out.extend_from_slice(bytes.get(at..).unwrap_or_default());
    Source::new(out)
}
