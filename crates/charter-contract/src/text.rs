//! How a text that a person typed is cut up and compared.
//!
//! Owns words and pieces, and when two texts say the same. Must not know what a word means, or where a piece ends.

/// Lists the words of a text in lower case; signs inside a word (`user-friendly`, `don't`) stay.
pub fn words(text: &str) -> Vec<String> {
    let is_part = |it: char| it.is_alphanumeric() || matches!(it, '%' | '％');
    words_of(text, is_part, &['\'', '’', '-', '_'])
}

/// Lists the words of a text in lower case, by the signs that they are made of and those that may
/// stand inside them.
pub fn words_of(text: &str, is_part: fn(char) -> bool, joints: &[char]) -> Vec<String> {
    let mut words = Vec::new();
    let mut word = String::new();
    let mut chars = text.chars().peekable();
    while let Some(char) = chars.next() {
        let joins = chars.peek().is_some_and(|it| it.is_alphanumeric());
        if is_part(char) {
            word.extend(char.to_lowercase());
        } else if joints.contains(&char) && !word.is_empty() && joins {
            word.push(if char == '’' { '\'' } else { char });
        } else if !word.is_empty() {
            words.push(std::mem::take(&mut word));
        }
    }
    words.extend((!word.is_empty()).then_some(word));
    words
}

/// A piece of a text, with the sign at its end and without it.
#[derive(Debug, Clone, Copy)]
pub struct TextPiece<'t> {
    pub whole: &'t str,
    pub bare: &'t str,
}

/// Cuts a text behind every sign that ends a piece; whether it does is told from what stands before it
/// in the piece, the sign, and what follows.
pub fn cut(text: &str, ends: impl Fn(&str, char, &str) -> bool) -> Vec<TextPiece<'_>> {
    let mut pieces = Vec::new();
    let mut rest = text;
    let mut at = 0;
    while let Some(char) = rest.get(at..).and_then(|it| it.chars().next()) {
        let (bare, behind) = rest.split_at(at);
        let behind = behind.get(char.len_utf8()..).unwrap_or_default();
        at += char.len_utf8();
        if ends(bare, char, behind) {
            pieces.push(TextPiece { whole: rest.get(..at).unwrap_or_default(), bare });
            (rest, at) = (behind, 0);
        }
    }
    pieces.push(TextPiece { whole: rest, bare: rest });
    pieces
}

/// Tells whether a text ends or goes on with a blank.
pub fn opens_blank(text: &str) -> bool {
    text.chars().next().is_none_or(char::is_whitespace)
}

/// Tells whether two texts say the same, however they are set.
#[must_use]
pub fn same_text(left: &str, right: &str) -> bool {
    plain(left) == plain(right)
}

/// Gives a text without white space, marks and list signs.
#[must_use]
pub fn plain(text: &str) -> String {
    let line = |line: &str| {
        let line = line.trim_start();
        let bare = ["- ", "* ", "+ ", "> "].into_iter().find_map(|it| line.strip_prefix(it));
        bare.unwrap_or(line).to_owned()
    };
    let text: String = text.lines().map(line).collect();
    let is_mark = |it: char| it.is_whitespace() || matches!(it, '*' | '_' | '`' | '#' | '\\');
    text.chars().filter(|it| !is_mark(*it)).collect()
}

#[cfg(test)]
mod tests {
    use super::plain;

    #[test]
    fn setting_a_text_differently_changes_nothing() {
        let one = "Copying takes **under** 5 minutes\nfor `all` wards";
        assert_eq!(plain(one), plain("Copying takes under 5 minutes for all\n  wards"));
        assert_eq!(plain("- a\n- b"), plain("* a\n* b"));
        assert_ne!(plain("takes < 5 minutes"), plain("takes > 5 minutes"));
        assert_ne!(plain("takes 5 minutes"), plain("takes 50 minutes"));
    }
}
