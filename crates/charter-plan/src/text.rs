//! A text as it is kept.
//!
//! Owns what can be a text and its one form, so that the same words have the same digest. Must not
//! know what it is for.

use super::PlanRefusal;
use charter_contract::object::problem;

/// The most bytes of one text: it is one line of the ledger.
pub const TEXT_BYTES_MAX: usize = 128 * 1024;

/// Gives bytes as a text: one sort of line end, no blank at its end but the last line's own.
pub fn normalise(bytes: &[u8]) -> Result<String, PlanRefusal> {
    if bytes.len() > TEXT_BYTES_MAX {
        let message = format!("it is longer than {} KiB", TEXT_BYTES_MAX / 1024);
        return Err(unusable("text-too-long", message));
    }
    let Ok(text) = std::str::from_utf8(bytes) else {
        return Err(unusable("text-not-utf8", "it is not UTF-8 text"));
    };
    let text = text.strip_prefix('\u{feff}').unwrap_or(text).replace("\r\n", "\n");
    if text.contains('\0') {
        return Err(unusable("text-not-utf8", "it holds a zero byte and is no text"));
    }
    if text.trim().is_empty() {
        return Err(unusable("text-empty", "there is nothing in it"));
    }
    Ok(format!("{}\n", text.trim_end()))
}

/// Says that a text cannot be taken, for one reason.
#[must_use]
pub fn unusable(code: &str, message: impl Into<String>) -> PlanRefusal {
    PlanRefusal::TextUnusable { problems: vec![problem("text", code, message)] }
}
