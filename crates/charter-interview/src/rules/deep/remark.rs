//! What is said to the interviewer and not about the work.
//!
//! Owns how a remark is told from a statement: it is short, opens or ends as remarks do, and has no
//! measure, limit or condition. Must not know what a remark is about.

use super::edit::class;
use super::feature::Features;
use super::lexicon::SenseLexicon;
use super::text::{is_glyph, padded};

/// How many words a remark has at most, and one that only ends like a remark.
const WORDS_MAX: usize = 12;
const ENDING_WORDS_MAX: usize = 6;

pub(super) fn is_remark(lexicon: &SenseLexicon, sentence: &str) -> bool {
    let line = padded(sentence);
    let n_words = line.split_whitespace().count();
    let features = Features::read(lexicon, sentence);
    if n_words > WORDS_MAX || !features.measures.is_empty() || !features.bounds.is_empty() {
        return false;
    }
    let opens =
        class("remark-start").any(|it| line.starts_with(&format!(" {it} ")) || wide(&it, &line));
    let ends = || class("remark-end").any(|it| line.ends_with(&format!(" {it} ")));
    opens || (n_words <= ENDING_WORDS_MAX && features.steps.is_empty() && ends())
}

/// Scripts without blanks have no words to end at.
fn wide(phrase: &str, line: &str) -> bool {
    phrase.chars().any(is_glyph) && line.contains(phrase)
}
