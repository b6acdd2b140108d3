//! Whether a text says something.
//!
//! Owns what a placeholder is and how long an explanation must be, in any script. Must not judge
//! what is said.

const CHARS_MIN: usize = 32;

const WORDS_MIN: usize = 5;

/// Words that stand where something is still to be said.
const PLACEHOLDERS: [&str; 12] = [
    "",
    "todo",
    "tbd",
    "fixme",
    "xxx",
    "placeholder",
    "n/a",
    "na",
    "none",
    "pending",
    "lorem ipsum",
    "fill in",
];

/// Tells whether a text only keeps a place.
#[must_use]
pub(super) fn is_placeholder(text: &str) -> bool {
    let is_mark = |it: char| it.is_whitespace() || it.is_ascii_punctuation() || it == '…';
    let plain = text.trim_matches(is_mark).to_lowercase();
    // What a template left for somebody to fill in.
    let is_slot = text.trim().starts_with('<') && text.trim().ends_with('>');
    is_slot || PLACEHOLDERS.contains(&plain.as_str())
}

/// Tells whether a text is long enough to explain something.
pub(super) fn is_substantive(text: &str) -> bool {
    let text = text.trim();
    // Scripts without blanks say a word in a character or two.
    let n_dense = text.chars().filter(|it| is_dense(*it)).count();
    let n_chars = text.chars().count() + n_dense;
    let n_words = text.split_whitespace().count() + n_dense / 2;
    let is_repeated = {
        let mut words: Vec<&str> = text.split_whitespace().collect();
        words.sort_unstable();
        words.dedup();
        words.len() <= 2 && n_dense == 0
    };
    !is_placeholder(text) && !is_repeated && n_chars >= CHARS_MIN && n_words >= WORDS_MIN
}

fn is_dense(it: char) -> bool {
    matches!(it, '\u{0e00}'..='\u{0eff}' | '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{ac00}'..='\u{d7af}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_explanation_is_more_than_a_few_words_in_any_script() {
        assert!(is_substantive("the printer is on the ward and nobody may take it offline"));
        assert!(is_substantive("病棟のプリンターは夜間に止められないため再実行できません"));
        assert!(is_substantive("병동 프린터는 야간에 끌 수 없어 다시 실행하지 못합니다"));
        for text in ["", "because", "it cannot be run again", "word word word word word word word"]
        {
            assert!(!is_substantive(text), "{text}");
        }
    }

    #[test]
    fn a_placeholder_says_nothing() {
        for text in ["", "TODO", " _TBD_ ", "...", "N/A", "<what you saw>", "[todo]", "…"] {
            assert!(is_placeholder(text), "{text}");
        }
        for text in ["none of them failed", "ok", "12 of 12"] {
            assert!(!is_placeholder(text), "{text}");
        }
    }
}
