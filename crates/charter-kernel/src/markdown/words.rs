//! Any text as words in a document: written so that a person can read it and parsing gives it back.
//!
//! Owns the escapes, which are Markdown's own: a backslash before punctuation that would open
//! structure, and numeric entities for what a line of text cannot hold or would hide. Text that a person wrote
//! by hand reads as a Markdown reader would read it. Must not know what the words answer.

use crate::visible::{is_hidden, visible};

/// The field marks of a pad, which a line of an answer must not start with.
pub const MARKS: [&str; 3] = ["**Asked**", "**Answer**", "**Skipped**"];

/// Writes any text so that no line of it is structure.
pub fn render(text: &str) -> String {
    let body = text.trim();
    let start = text.len() - text.trim_start().len();
    let lead = text.get(..start).unwrap_or_default();
    let tail = text.get(start + body.len()..).unwrap_or_default();
    let mut out: String = lead.chars().map(entity).collect();
    for (idx, line) in body.split('\n').enumerate() {
        if idx > 0 {
            out.push('\n');
        }
        render_line(&mut out, line);
    }
    out.extend(tail.chars().map(entity));
    out
}

/// Writes a text as a heading: on one line, with every mark set off by a backslash and nothing hidden.
pub fn render_title(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut title = String::with_capacity(line.len());
    let line = visible(&line);
    let mut characters = line.chars().peekable();
    while let Some(it) = characters.next() {
        let next = characters.peek();
        // Alone, neither of them is a mark: people read the file, too.
        let is_mark = match it {
            '&' => next.is_some_and(|it| *it == '#' || it.is_ascii_alphanumeric()),
            '!' => next == Some(&'['),
            _ => "\\`*_<>[]#~|".contains(it),
        };
        if is_mark {
            title.push('\\');
        }
        title.push(it);
    }
    title
}

/// Reads what [`render`] wrote, or what a person wrote.
pub fn parse(text: &str) -> String {
    let text = text.replace("\r\n", "\n");
    let mut out = String::with_capacity(text.len());
    let mut rest = text.trim();
    while let Some(it) = rest.chars().next() {
        let after = rest.get(it.len_utf8()..).unwrap_or_default();
        let next = after.chars().next();
        rest = match (it, next) {
            ('\\', Some(mark)) if mark.is_ascii_punctuation() => {
                out.push(mark);
                after.get(1..).unwrap_or_default()
            }
            ('&', Some('#')) => match split_entity(after) {
                Some((character, behind)) => {
                    out.push(character);
                    behind
                }
                None => {
                    out.push('&');
                    after
                }
            },
            _ => {
                out.push(it);
                after
            }
        };
    }
    out
}

fn entity(character: char) -> String {
    format!("&#{};", u32::from(character))
}

/// Splits `#10;rest` into the character and the rest.
fn split_entity(text: &str) -> Option<(char, &str)> {
    let (digits, behind) = text.strip_prefix('#')?.split_once(';')?;
    let plain = !digits.is_empty() && digits.bytes().all(|it| it.is_ascii_digit());
    let number: u32 = digits.parse().ok().filter(|_| plain)?;
    Some((char::from_u32(number)?, behind))
}

fn render_line(out: &mut String, line: &str) {
    let first = line.len() - line.trim_start().len();
    let guarded = opens_structure(line.trim_start());
    let mut at = 0;
    let mut before = None;
    let mut characters = line.chars().peekable();
    while let Some(it) = characters.next() {
        let rest = line.get(at..).unwrap_or_default();
        let next = characters.peek().copied();
        if is_hidden(before, it, next) && it != '\t' {
            out.push_str(&entity(it));
        } else {
            if (at == first && guarded) || needs_escape(it, next, rest) {
                out.push('\\');
            }
            out.push(it);
        }
        at += it.len_utf8();
        before = Some(it);
    }
}

/// Tells whether a line without its indent would be a heading, a rule, an underline or a field.
fn opens_structure(line: &str) -> bool {
    let rule = |mark: char| line.chars().all(|it| it == mark || it == ' ' || it == '\t');
    let is_rule = !line.is_empty() && ['-', '=', '*', '_'].into_iter().any(rule);
    line.starts_with(['#', '<']) || MARKS.iter().any(|it| line.starts_with(it)) || is_rule
}

/// Tells whether a character in the middle of a line needs a backslash before it.
fn needs_escape(it: char, next: Option<char>, rest: &str) -> bool {
    match it {
        // A backslash that a reader would take for an escape, of this or of what stands for it.
        '\\' => next.is_none_or(|next| {
            next.is_ascii_punctuation() || is_hidden(Some(it), next, rest.chars().nth(2))
        }),
        '&' => next == Some('#'),
        '<' => rest.starts_with("<!--"),
        '-' => rest.starts_with("-->"),
        '`' => rest.starts_with("```"),
        '~' => rest.starts_with("~~~"),
        _ => false,
    }
}

/// Gives a text as one line of at most some characters, with an ellipsis where something is missing.
#[must_use]
pub fn shorten(text: &str, chars_max: usize) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().count() <= chars_max {
        return line;
    }
    let kept: String = line.chars().take(chars_max - 1).collect();
    format!("{}…", kept.trim_end())
}
