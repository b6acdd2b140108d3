//! Lines of a tool without a chain, at the start of a ledger.
//!
//! Owns what such a line is. They are never held together: their length and digest say what they were.
//! Must not know what they mean.

use crate::{Digest, Hasher};
use serde_json::Value;

/// Lines of an earlier tool, by their length and digest: they are never held together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EarlierLines {
    pub n_bytes: u64,
    pub digest: Digest,
}

impl EarlierLines {
    /// Takes lines that are at hand.
    #[must_use]
    pub fn of(bytes: &[u8]) -> Self {
        Self { n_bytes: bytes.len() as u64, digest: Digest::of(bytes) }
    }
}

impl Default for EarlierLines {
    fn default() -> Self {
        Self::of(b"")
    }
}

/// The lines of an earlier tool at the start of a ledger, taken in one after another.
#[derive(Debug, Clone, Default)]
pub(crate) struct Prefix {
    n_bytes: u64,
    hasher: Hasher,
    /// Whether the last line had an end, which was not hashed yet.
    is_ended: bool,
}

impl Prefix {
    /// Takes in a line without its end where it belongs to them, and tells whether it does.
    pub(crate) fn take(&mut self, line: &[u8], is_ended: bool) -> bool {
        let is_blank = line.iter().all(u8::is_ascii_whitespace);
        if !(is_legacy_line(line) || (is_blank && self.n_bytes > 0 && is_ended)) {
            return false;
        }
        if self.is_ended {
            self.hasher.update(b"\n");
        }
        self.hasher.update(line);
        self.is_ended = is_ended;
        self.n_bytes += line.len() as u64 + u64::from(is_ended);
        true
    }

    /// Gives the lines that were taken in.
    pub(crate) fn lines(&self) -> EarlierLines {
        let mut hasher = self.hasher.clone();
        if self.is_ended {
            hasher.update(b"\n");
        }
        EarlierLines { n_bytes: self.n_bytes, digest: hasher.digest() }
    }

    /// Tells whether an event that took over such lines means these. A last line without an end got
    /// one.
    pub(crate) fn is(&self, digest: Digest) -> bool {
        self.lines().digest == digest || (self.is_ended && self.hasher.digest() == digest)
    }
}

/// Gives how many bytes at the start of a ledger are lines of the earlier tool: each an object with
/// a type, a time and a charter, and without the chain that ours have. Blank lines between them
/// belong to them, and so does a last line without an end, where nothing stands behind it.
#[must_use]
pub fn prefix_len(bytes: &[u8]) -> usize {
    let mut prefix = Prefix::default();
    let mut len = 0;
    for line in bytes.split_inclusive(|it| *it == b'\n') {
        let text = line.strip_suffix(b"\n");
        if !prefix.take(text.unwrap_or(line), text.is_some()) {
            break;
        }
        len += line.len();
    }
    len
}

fn is_legacy_line(line: &[u8]) -> bool {
    let Ok(Value::Object(object)) = serde_json::from_slice::<Value>(line) else { return false };
    let is_text = |key: &str| object.get(key).is_some_and(Value::is_string);
    let has_chain = ["seq", "prev", "hash", "v"].iter().any(|it| object.contains_key(*it));
    ["type", "ts", "charterId"].into_iter().all(is_text) && !has_chain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_the_earlier_tool_are_told_from_ours() {
        let theirs =
            "{\"type\":\"charter_created\",\"ts\":\"t\",\"charterId\":\"a\",\"objective\":\"x\"}\n";
        let ours =
            "{\"seq\":1,\"ts\":\"t\",\"type\":\"adopted\",\"charterId\":\"a\",\"hash\":\"h\"}\n";
        assert_eq!(prefix_len(theirs.repeat(3).as_bytes()), theirs.len() * 3);
        assert_eq!(prefix_len(format!("{theirs}{ours}{theirs}").as_bytes()), theirs.len());
        assert_eq!(prefix_len(ours.as_bytes()), 0);
        assert_eq!(prefix_len(theirs.trim_end().as_bytes()), theirs.len() - 1, "without an end");
        assert_eq!(prefix_len(theirs.get(..20).unwrap_or_default().as_bytes()), 0, "cut off");
        assert_eq!(prefix_len(b"\n[]\n"), 0);
    }
}
