//! How much two texts have in common.
//!
//! Owns what is compared: words, and pairs of signs where words are not parted by blanks. Must not know what
//! follows from it.

use crate::text::words;
use std::collections::BTreeSet;

/// The first sign of the scripts that part no words.
const WIDE: u32 = 0x2e80;

/// How many letters of a word are compared, so that `nurse` and `nurses` are one.
const STEM_CHARS: usize = 5;

/// Lists what a text is made of.
pub(super) fn pieces(text: &str) -> BTreeSet<String> {
    let mut pieces = BTreeSet::new();
    for word in words(text) {
        let chars: Vec<char> = word.chars().collect();
        if chars.iter().any(|it| u32::from(*it) >= WIDE) && chars.len() > 2 {
            pieces.extend(chars.windows(2).map(|it| it.iter().collect::<String>()));
        } else {
            pieces.insert(word);
        }
    }
    pieces
}

/// Lists the beginnings of the words of a text that are long enough to tell something.
pub(super) fn stems(text: &str) -> BTreeSet<String> {
    let is_long = |it: &String| {
        let n_chars = it.chars().count();
        n_chars >= 4 || it.chars().any(|it| u32::from(it) >= WIDE) && n_chars >= 2
    };
    let stem = |it: String| it.chars().take(STEM_CHARS).collect::<String>();
    pieces(text).into_iter().filter(is_long).map(stem).collect()
}

/// Tells whether two texts are made of the same, but for one piece in five.
pub(super) fn is_same(one: &BTreeSet<String>, other: &BTreeSet<String>) -> bool {
    let shared = one.intersection(other).count();
    let all = one.len() + other.len() - shared;
    shared > 0 && shared * 5 >= all * 4
}
