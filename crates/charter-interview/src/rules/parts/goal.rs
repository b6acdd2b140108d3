//! Words that may take the place of a goal.
//!
//! Owns when they are another goal, and when they only say something about the one that is there: a remark is short,
//! opens or ends as remarks do, and counts nothing. Must not know the goal.

use super::wording::{class, is_glyph, padded};
use crate::noise::noise;

/// The fewest words of a goal.
const WORDS_MIN: usize = 2;

/// How many words a remark has at most, and one that only ends like a remark.
const REMARK_WORDS_MAX: usize = 12;
const ENDING_WORDS_MAX: usize = 6;

/// Tells whether words can be a goal: several that say something, no question, and no remark.
#[must_use]
pub fn may_be_goal(words: &str) -> bool {
    let line = padded(words);
    let n_words = line.split_whitespace().count();
    let n_glyphs = line.chars().filter(|it| is_glyph(*it)).count();
    let says = n_words + n_glyphs / 2 >= WORDS_MIN && noise("", &[], words).is_none();
    says && !words.trim_end().ends_with(['?', '？']) && !is_remark(words)
}

/// Tells whether a sentence is said about the goal, and not in its place.
fn is_remark(sentence: &str) -> bool {
    let line = padded(sentence);
    let n_words = line.split_whitespace().count();
    if n_words > REMARK_WORDS_MAX || line.chars().any(char::is_numeric) {
        return false;
    }
    let opens =
        class("remark-start").any(|it| line.starts_with(&format!(" {it} ")) || wide(&it, &line));
    let is_conditional =
        || line.contains(" if ") || line.contains(" wenn ") || line.contains(" si ");
    let ends = || class("remark-end").any(|it| line.ends_with(&format!(" {it} ")));
    opens || (n_words <= ENDING_WORDS_MAX && !is_conditional() && ends())
}

/// Scripts without blanks have no words to end at.
fn wide(phrase: &str, line: &str) -> bool {
    phrase.chars().any(is_glyph) && line.contains(phrase)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_remark_is_told_from_a_goal() {
        for words in
            ["forget nice", "SMS holds", "The e-mail sentence is wrong", "you lost the main thing"]
        {
            assert!(is_remark(words) && !may_be_goal(words), "{words}");
        }
        for words in [
            "Users forget passwords and reset them by mail",
            "If the password is wrong, an error is shown",
            "The hall holds at most 30 members",
            "Members claim a dish",
            "参加者が料理を登録する",
        ] {
            assert!(may_be_goal(words), "{words}");
        }
        for words in ["hm", "I don't know", "What is a goal?", "asdf asdf"] {
            assert!(!may_be_goal(words), "{words}");
        }
    }
}
