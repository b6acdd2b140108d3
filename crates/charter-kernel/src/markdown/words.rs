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

/// Writes a text into a cell of a table or a line of a list: on one line, with every mark set off by a backslash and
/// nothing hidden.
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

/// Writes a text behind the mark of a heading: on one line, nothing hidden, and a backslash only before what a
/// reader of Markdown would take for a mark there.
pub fn render_heading(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let line = visible(&line);
    let marks = HeadingMarks::of(&line);
    let mut heading = String::with_capacity(line.len());
    let mut before = None;
    for (at, it) in line.char_indices() {
        let behind = line.get(at + it.len_utf8()..).unwrap_or_default();
        if marks.is_mark(before, it, behind) {
            heading.push('\\');
        }
        heading.push(it);
        before = Some(it);
    }
    heading
}

/// Which signs of a heading could be half of a pair.
struct HeadingMarks {
    ticks: bool,
    stars: bool,
    lines: bool,
    waves: bool,
    /// Where a run of `#` at the end begins that would close the heading.
    closing: bool,
    links: bool,
}

impl HeadingMarks {
    fn of(line: &str) -> Self {
        let several = |it: char| line.matches(it).count() > 1;
        let rest = line.trim_end_matches('#');
        Self {
            ticks: several('`'),
            stars: several('*'),
            lines: several('_'),
            waves: several('~'),
            closing: rest.len() < line.len() && (rest.is_empty() || rest.ends_with(' ')),
            links: ["](", "][", "]:", "[^"].into_iter().any(|it| line.contains(it)),
        }
    }

    /// Tells whether a reader would take a sign for a mark, by what stands around it.
    fn is_mark(&self, before: Option<char>, it: char, behind: &str) -> bool {
        let next = behind.chars().next();
        let is_word = |it: Option<char>| it.is_some_and(char::is_alphanumeric);
        let is_apart = before.is_none_or(|it| it == ' ') && next.is_none_or(|it| it == ' ');
        match it {
            '\\' => next.is_none_or(|it| it.is_ascii_punctuation()),
            '`' => self.ticks,
            '*' => self.stars && !is_apart,
            '_' => self.lines && !is_apart && !(is_word(before) && is_word(next)),
            '~' => self.waves,
            '#' => self.closing && behind.chars().all(|it| it == '#'),
            '[' | ']' => self.links,
            '<' => next.is_some_and(|it| it.is_ascii_alphabetic() || "/!?".contains(it)),
            '&' => {
                let name =
                    behind.trim_start_matches(|it: char| it.is_ascii_alphanumeric() || it == '#');
                name.len() < behind.len() && name.starts_with(';')
            }
            _ => false,
        }
    }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::markdown::{Outline, Source};

    fn check(text: &str, expected: &str) {
        assert_eq!(render_heading(text), expected);
    }

    #[test]
    fn a_heading_is_escaped_only_where_a_reader_would_see_a_mark() {
        check("The value of max_len_ms is 5 * 3", "The value of max_len_ms is 5 * 3");
        check(
            "Answers in <500 ms, R&D and C# #5 [x] ~2 s a|b > c",
            "Answers in <500 ms, R&D and C# #5 [x] ~2 s a|b > c",
        );
        check("a *b* and _c_", r"a \*b\* and \_c\_");
        check("see [a](b)", r"see \[a\](b)");
        check("<b> &amp; &#38; `x`", r"\<b> \&amp; \&#38; \`x\`");
        check("ends in ##", r"ends in \#\#");
        check(r"C:\dir and \*", r"C:\dir and \\*");
    }

    #[test]
    fn a_heading_reads_back_as_it_was() {
        const SIGNS: &[u8] = br"\`*_~#[]()<>&!|;:a1 -";
        let mut seed = 7_u64;
        let mut next = || {
            seed = seed
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            usize::try_from(seed >> 33).unwrap()
        };
        for _ in 0..4000 {
            let text: String =
                (0..next() % 14).map(|_| char::from(SIGNS[next() % SIGNS.len()])).collect();
            let said = text.split_whitespace().collect::<Vec<_>>().join(" ");
            let line = format!("### VAL-A — {}\n", render_heading(&text));
            let outline = Outline::parse(&Source::new(line.clone().into_bytes()));
            let title = outline.headings.first().map(|it| it.title.as_str()).unwrap_or_default();
            assert_eq!(title, format!("VAL-A — {said}").trim(), "{text:?} {line}");
        }
    }
}
