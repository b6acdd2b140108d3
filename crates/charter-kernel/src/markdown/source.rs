//! The bytes of a document and a text of the same length to parse.
//!
//! Owns the view of arbitrary bytes as text: every byte that is not UTF-8 reads as `?`, so that an
//! offset means the same place in both. Must not know Markdown.

use std::sync::OnceLock;

/// What stands for a byte that is not text.
const NOT_TEXT: char = '?';

/// A range of bytes in a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Span {
    /// The first byte.
    pub start: usize,
    /// The byte after the last one.
    pub end: usize,
}

impl Span {
    /// Spans from `start` to `end`; a reversed pair is empty at `start`.
    #[must_use]
    pub fn new(start: usize, end: usize) -> Self {
        Self { start, end: end.max(start) }
    }

    /// Tells whether another span lies within this one.
    #[must_use]
    pub fn contains(self, other: Self) -> bool {
        self.start <= other.start && other.end <= self.end
    }

    #[must_use]
    pub fn len(self) -> usize {
        self.end - self.start
    }

    #[must_use]
    pub fn is_empty(self) -> bool {
        self.start == self.end
    }
}

/// A document as it is on disk.
#[derive(Debug)]
pub struct Source {
    text: String,
    /// The bytes, where they are not the text.
    raw: Option<Vec<u8>>,
    lines: OnceLock<Vec<usize>>,
}

impl Source {
    #[must_use]
    pub fn new(bytes: Vec<u8>) -> Self {
        match String::from_utf8(bytes) {
            Ok(text) => Self { text, raw: None, lines: OnceLock::new() },
            Err(err) => {
                let raw = err.into_bytes();
                let text = same_length_text(&raw);
                Self { text, raw: Some(raw), lines: OnceLock::new() }
            }
        }
    }

    /// Gives the bytes exactly as they came.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        self.raw.as_deref().unwrap_or(self.text.as_bytes())
    }

    /// Gives the text to parse: as long as the bytes, and equal where they are UTF-8.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Gives the text of a span; a span that cuts a character or leaves the document is empty.
    #[must_use]
    pub fn slice(&self, span: Span) -> &str {
        self.text.get(span.start..span.end).unwrap_or("")
    }

    /// Spans the whole document.
    #[must_use]
    pub fn span(&self) -> Span {
        Span::new(0, self.text.len())
    }

    /// Gives where the first byte that is not UTF-8 stands.
    #[must_use]
    pub fn first_non_text(&self) -> Option<usize> {
        let raw = self.raw.as_deref()?;
        std::str::from_utf8(raw).err().map(|err| err.valid_up_to())
    }

    /// Gives the line of an offset, counted from 1.
    #[must_use]
    pub fn line_of(&self, offset: usize) -> usize {
        let starts = self.lines.get_or_init(|| {
            let newlines = self.text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
            newlines.map(|(idx, _)| idx + 1).collect()
        });
        starts.partition_point(|start| *start <= offset) + 1
    }

    /// Gives the line end that most of the document uses.
    #[must_use]
    pub fn newline(&self) -> &'static str {
        let crlf = self.text.matches("\r\n").count();
        let all = self.text.bytes().filter(|byte| *byte == b'\n').count();
        if crlf * 2 > all { "\r\n" } else { "\n" }
    }
}

fn same_length_text(raw: &[u8]) -> String {
    let mut text = String::with_capacity(raw.len());
    for chunk in raw.utf8_chunks() {
        text.push_str(chunk.valid());
        text.extend(chunk.invalid().iter().map(|_| NOT_TEXT));
    }
    text
}
