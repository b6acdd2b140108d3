//! Sentences of a text that a person typed, Markdown or not.
//!
//! Owns what counts as content: headings, code, struck-out text and placeholders do not. Must not
//! know what a sentence says.

use crate::text::{cut, opens_blank};
use std::ops::Range;

/// Words after which a full stop does not end a sentence.
const ABBREVIATIONS: &[&str] = &[
    "e.g", "i.e", "etc", "vs", "approx", "z.b", "d.h", "u.a", "no", "dr", "mr", "mrs", "ca",
    "p.ej", "т.е", "т.д",
];

/// Words that stand where an answer should be.
const PLACEHOLDERS: &[&str] =
    &["tbd", "todo", "n/a", "tba", "none", "-", "...", "…", "xxx", "미정", "待定", "未定"];

/// One sentence or list item.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sentence<'t> {
    /// The sentence as it stands in the text.
    pub text: &'t str,
    /// Whether it belongs to a list item or a table row.
    pub is_item: bool,
    /// Whether it opens its item; always true outside lists.
    pub opens: bool,
    /// The marker of a check list stands before it.
    pub is_check: bool,
    /// Whether it ends with a colon and a list item follows.
    pub introduces: bool,
    /// The heading above it, if it is the first content below one.
    pub heading: Option<&'t str>,
}

/// A run of lines that belong together.
struct LineBlock<'t> {
    text: &'t str,
    range: Range<usize>,
    is_item: bool,
    is_check: bool,
    heading: Option<&'t str>,
}

/// Splits a text into its sentences, in order.
#[must_use]
pub fn split(text: &str) -> Vec<Sentence<'_>> {
    let mut sentences = Vec::new();
    for block in blocks(text) {
        let mut opens = true;
        let mut heading = block.heading;
        for piece in cut(block.text, ends).into_iter().map(|it| it.whole.trim()) {
            if !is_content(piece) {
                continue;
            }
            let (is_item, is_check) = (block.is_item, block.is_check);
            let sentence = Sentence {
                text: piece,
                is_item,
                opens,
                is_check,
                introduces: false,
                heading: heading.take(),
            };
            mark_intro(&mut sentences, &sentence);
            sentences.push(sentence);
            opens = false;
        }
    }
    sentences
}

/// Marks the sentence before a list item as what introduces the list, if it ends like it.
fn mark_intro(sentences: &mut [Sentence<'_>], next: &Sentence<'_>) {
    if let Some(last) = sentences.last_mut().filter(|last| next.is_item && !last.is_item) {
        last.introduces = last.text.trim_end_matches(['*', '_', ' ']).ends_with([':', '：']);
    }
}

/// The blocks found so far, and where in the text the next line stands.
struct Blocks<'t> {
    text: &'t str,
    found: Vec<LineBlock<'t>>,
    heading: Option<&'t str>,
    is_fenced: bool,
    /// Whether the next line can still belong to the last block.
    is_open: bool,
}

fn blocks(text: &str) -> Vec<LineBlock<'_>> {
    let mut blocks =
        Blocks { text, found: Vec::new(), heading: None, is_fenced: false, is_open: false };
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let end = start + line.len();
        blocks.take(line, start..end);
        start = end;
    }
    blocks.found
}

impl<'t> Blocks<'t> {
    /// Takes one line, which stands at `range`.
    fn take(&mut self, line: &'t str, range: Range<usize>) {
        let trimmed = line.trim();
        if is_fence(trimmed) {
            let is_one_line = trimmed.len() > 6 && trimmed.ends_with("```");
            self.is_fenced = self.is_fenced == is_one_line;
            self.is_open = false;
        } else if self.is_fenced || trimmed.is_empty() || is_rule(trimmed) {
            self.is_open = false;
        } else if let Some(title) = heading_title(trimmed) {
            self.heading = Some(title);
            self.is_open = false;
        } else {
            self.take_content(line, trimmed, range);
        }
    }

    fn take_content(&mut self, line: &str, trimmed: &str, range: Range<usize>) {
        let marker = item_marker(trimmed);
        if let Some(last) = self.found.last_mut().filter(|_| self.is_open && marker.is_none()) {
            last.range.end = range.end;
            last.text = self.text.get(last.range.clone()).unwrap_or(last.text);
            return;
        }
        let indent = line.len() - line.trim_start().len();
        let range = range.start + indent + marker.unwrap_or(0)..range.end;
        self.found.push(LineBlock {
            text: self.text.get(range.clone()).unwrap_or(""),
            range,
            is_item: marker.is_some(),
            is_check: marker.is_some() && is_check_box(trimmed),
            heading: self.heading.take(),
        });
        self.is_open = !trimmed.starts_with('|');
    }
}

fn is_fence(line: &str) -> bool {
    line.starts_with("```") || line.starts_with("~~~")
}

fn is_rule(line: &str) -> bool {
    line.chars().all(|char| matches!(char, '-' | '=' | '*' | '_' | '|' | ':' | ' ' | '+'))
        || line.starts_with("<!--")
}

/// Gives what a heading line says; a line with a `#` in front, with or without a space.
fn heading_title(line: &str) -> Option<&str> {
    let title = line.trim_start_matches('#');
    let depth = line.len() - title.len();
    ((1..=6).contains(&depth)).then(|| title.trim())
}

/// Gives the length of the list marker that opens a line, with its check box.
fn item_marker(line: &str) -> Option<usize> {
    let rest = line.trim_start_matches([
        '-', '*', '+', '•', '·', '–', '—', '○', '●', '▪', '❌', '✅', '✔', '✗', '|',
    ]);
    let marked = line.len() - rest.len();
    let is_bold = line.starts_with("**") || line.starts_with("__");
    if marked > 0
        && !is_bold
        && (rest.starts_with([' ', '\t', '\u{a0}', '\u{fe0f}'])
            || !line.is_ascii() && !line.starts_with(['-', '*', '+']))
    {
        return Some(line.len() - rest.trim_start_matches([' ', '\t', '\u{a0}', '\u{fe0f}']).len());
    }
    let digits = line.chars().take_while(char::is_ascii_digit).count();
    let tail = line.get(digits..)?;
    let body = tail.strip_prefix(['.', ')', '、', '．'])?;
    let is_number =
        (1..=3).contains(&digits) && (body.starts_with([' ', '\t']) || !tail.starts_with('.'));
    is_number.then(|| line.len() - body.trim_start().len())
}

fn is_check_box(line: &str) -> bool {
    let after = line.trim_start_matches(['-', '*', '+', ' ']);
    ["[ ]", "[x]", "[X]"].iter().any(|mark| after.starts_with(mark))
}

/// Tells whether a character ends the sentence that `before` is.
fn ends(before: &str, char: char, after: &str) -> bool {
    match char {
        '。' | '！' | '？' => true,
        '!' | '?' => opens_blank(after),
        '.' => {
            let word = before.rsplit(char::is_whitespace).next().unwrap_or("").to_lowercase();
            opens_blank(after)
                && !after.trim_start().starts_with(char::is_lowercase)
                && !ABBREVIATIONS.contains(&word.trim_start_matches('('))
        }
        _ => false,
    }
}

/// Tells whether a piece says something: a letter that is not struck out, no placeholder.
fn is_content(piece: &str) -> bool {
    let bare = unstruck(piece);
    let bare = bare.trim_matches(|char: char| !char.is_alphanumeric());
    let lower = bare.to_lowercase();
    let whole = piece.trim().trim_matches(['_', '*', ' ']);
    let is_bracketed = whole.starts_with('[') && whole.ends_with(']') && !whole.contains("](");
    bare.chars().any(char::is_alphabetic)
        && !is_bracketed
        && !PLACEHOLDERS.contains(&lower.as_str())
}

/// Gives a text without what is struck out.
pub(super) fn unstruck(text: &str) -> String {
    if !text.contains("~~") {
        return text.to_owned();
    }
    let parts = text.split("~~").collect::<Vec<_>>();
    let n_parts = parts.len();
    // A lone pair opener strikes nothing: the last odd part then stays.
    let keeps = |idx: usize| idx.is_multiple_of(2) || idx + 1 == n_parts;
    parts.iter().enumerate().filter(|(idx, _)| keeps(*idx)).map(|(_, part)| *part).collect()
}
