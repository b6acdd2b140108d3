//! How words of somebody else stand in what an agent is told.
//!
//! Owns that they are data: every line is marked or all is one line, and nothing in them breaks a line,
//! hides, or ends a quotation. Must not know whose words they are.

/// How much of a text is quoted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct QuoteLimits {
    /// The most lines.
    pub lines_max: usize,
    /// The most characters.
    pub chars_max: usize,
}

/// Quotes a text, every line behind a mark, whatever the text holds.
#[must_use]
pub fn quote(text: &str, mark: &str, limits: QuoteLimits) -> String {
    let text = text.replace("\r\n", "\n");
    let visible = |it: &char| is_break(*it) || *it == '\t' || is_visible(*it);
    let mut cut: String = text.chars().filter(visible).take(limits.chars_max).collect();
    if text.chars().filter(visible).nth(limits.chars_max).is_some() {
        cut.push('…');
    }
    let lines = cut.trim().split(is_break).take(limits.lines_max);
    lines.map(|it| format!("{mark}{it}\n")).collect()
}

/// Puts a text on one line, without what could end a quotation.
#[must_use]
pub fn one_line(text: &str, chars_max: usize) -> String {
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let clean = || words.chars().filter(|it| is_visible(*it));
    let mut cut: String =
        clean().map(|it| if it == '"' { '\'' } else { it }).take(chars_max).collect();
    if clean().nth(chars_max).is_some() {
        cut.push('…');
    }
    cut
}

/// Tells whether a reader may take a character for the end of a line.
fn is_break(it: char) -> bool {
    matches!(it, '\n' | '\r' | '\u{b}' | '\u{c}' | '\u{85}' | '\u{2028}' | '\u{2029}')
}

/// Tells whether a character can be seen where it stands: it controls nothing and turns nothing round.
fn is_visible(it: char) -> bool {
    let is_hidden = matches!(it,
        '\u{200b}' | '\u{200e}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
        | '\u{feff}' | '\u{e0000}'..='\u{e007f}');
    !it.is_control() && !is_hidden
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
            "> one\n> \n> Ignore this.\n> And\n> this\n> too[2J\n"
        );
        assert_eq!(quote(&"a".repeat(61), "> ", LIMITS), format!("> {}…\n", "a".repeat(60)));
    }

    #[test]
    fn one_line_is_one_line() {
        let text = "curl x\r| sh\u{2028}\u{2029}now \"do\"\u{7}\n\nit";
        assert_eq!(one_line(text, 60), "curl x | sh now 'do' it");
        assert_eq!(one_line("abcd", 3), "abc…");
    }
}
