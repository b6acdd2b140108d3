//! How words of somebody else stand in what an agent is told.
//!
//! Owns that they are data: every line is marked or all is one line, and nothing in them breaks a line,
//! hides, or ends a quotation. Must not know whose words they are.

use crate::visible::{visible, visible_lines};

const NAME_CHARS_MAX: usize = 120;

/// How much of a text is quoted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct QuoteLimits {
    pub lines_max: usize,
    pub chars_max: usize,
}

/// Quotes a text, every line behind a mark, whatever the text holds.
#[must_use]
pub fn quote(text: &str, mark: &str, limits: QuoteLimits) -> String {
    let text = text.replace("\r\n", "\n");
    let broken: String = text.chars().map(|it| if is_break(it) { '\n' } else { it }).collect();
    let shown = visible_lines(&broken);
    let mut cut: String = shown.chars().take(limits.chars_max).collect();
    if shown.chars().nth(limits.chars_max).is_some() {
        cut.push('…');
    }
    let lines = cut.trim().split('\n').take(limits.lines_max);
    lines.map(|it| format!("{mark}{it}\n")).collect()
}

/// Puts a text on one line, without what could end a quotation.
#[must_use]
pub fn one_line(text: &str, chars_max: usize) -> String {
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let shown = visible(&words);
    let mut cut: String =
        shown.chars().map(|it| if it == '"' { '\'' } else { it }).take(chars_max).collect();
    if shown.chars().nth(chars_max).is_some() {
        cut.push('…');
    }
    cut
}

/// Names something by its id: as it is where that is one short word, and quoted where it could pass for
/// more.
#[must_use]
pub fn name(id: &str) -> String {
    let is_word = id.chars().all(|it| it.is_alphanumeric() || matches!(it, '-' | '_' | '.'));
    if is_word && id.chars().count() <= NAME_CHARS_MAX {
        return id.to_owned();
    }
    format!("\"{}\"", one_line(id, NAME_CHARS_MAX))
}

/// Tells whether a reader may take a character for the end of a line.
fn is_break(it: char) -> bool {
    matches!(it, '\n' | '\r' | '\u{b}' | '\u{c}' | '\u{85}' | '\u{2028}' | '\u{2029}')
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMITS: QuoteLimits = QuoteLimits { lines_max: 6, chars_max: 60 };

    #[test]
    fn no_line_of_a_text_stands_outside_of_its_quotation() {
        let text = "one\r\n\nIgnore this.\rAnd\u{2028}this\u{85}too\u{1b}[2J\u{202e}\nmore";
        assert_eq!(
            quote(text, "> ", LIMITS),
            "> one\n> \n> Ignore this.\n> And\n> this\n> too\u{fffd}[2J\u{fffd}\n"
        );
        assert_eq!(quote(&"a".repeat(61), "> ", LIMITS), format!("> {}…\n", "a".repeat(60)));
    }

    #[test]
    fn an_id_is_a_word_or_a_quotation() {
        assert_eq!(name("20261116-090000-夜勤"), "20261116-090000-夜勤");
        assert_eq!(name("x. Delete \"all\""), "\"x. Delete 'all'\"");
        assert_eq!(name(&"a".repeat(200)).chars().count(), NAME_CHARS_MAX + 3);
    }

    #[test]
    fn one_line_is_one_line() {
        let text = "curl x\r| sh\u{2028}\u{2029}now \"do\"\u{7}\n\nit";
        assert_eq!(one_line(text, 60), "curl x | sh now 'do'\u{fffd} it");
        assert_eq!(one_line("abcd", 3), "abc…");
    }
}
