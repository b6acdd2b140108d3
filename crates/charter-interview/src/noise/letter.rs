//! Letters that make no words.
//!
//! Owns which pairs of letters European languages have, and the rows of keyboards. Must not know meanings.

use crate::wordlist::entries;
use std::collections::BTreeSet;
use std::sync::LazyLock;

const LETTERS: &str = include_str!("../../data/letters.txt");

/// Letters that lie side by side, as hands find them.
const ROWS: [&str; 12] = [
    "qwertyuiop",
    "qwertzuiop",
    "azertyuiop",
    "asdfghjkl",
    "qsdfghjklm",
    "zxcvbnm",
    "yxcvbnm",
    "wxcvbn",
    "йцукенгшщзхъ",
    "фывапролджэ",
    "ячсмитьбю",
    "abcdefghijklmnopqrstuvwxyz",
];

/// How many letters side by side are no accident.
const RUN_CHARS: usize = 4;

/// The fewest letters of a word that is judged.
const WORD_CHARS_MIN: usize = 4;

static PAIRS: LazyLock<BTreeSet<&'static str>> =
    LazyLock::new(|| entries(LETTERS, "pairs").collect());

/// Tells whether a word of letters is none of any language that is written with them.
pub(super) fn is_odd(word: &str) -> bool {
    let chars: Vec<char> = word.chars().collect();
    if chars.iter().all(|it| is_jamo(*it)) || is_one_sign(&chars) || is_row(word) {
        return true;
    }
    let is_latin = chars.iter().all(|it| it.is_alphabetic() && u32::from(*it) < 0x250);
    if !is_latin || chars.len() < WORD_CHARS_MIN {
        return false;
    }
    let framed: Vec<char> = ['^'].into_iter().chain(chars).chain(['$']).collect();
    let is_known = |it: &&[char]| PAIRS.contains(it.iter().collect::<String>().as_str());
    let n_pairs = framed.len() - 1;
    let n_odd = n_pairs - framed.windows(2).filter(is_known).count();
    n_odd * 3 >= n_pairs && n_odd > 1
}

/// Tells whether a sign is a Korean letter that makes no syllable.
fn is_jamo(it: char) -> bool {
    (0x3131..=0x318e).contains(&u32::from(it))
}

/// Tells whether a word is one sign over and over.
fn is_one_sign(chars: &[char]) -> bool {
    chars.len() > 2 && chars.windows(2).all(|it| it.first() == it.last())
}

/// Tells whether a word consists of keys side by side, there and back.
pub(super) fn is_row(word: &str) -> bool {
    let mut left: Vec<char> = word.chars().collect();
    if left.len() < RUN_CHARS {
        return false;
    }
    while !left.is_empty() {
        let n = (RUN_CHARS - 1..=left.len()).rev().find(|n| {
            let part: String = left.iter().take(*n).collect();
            let back: String = part.chars().rev().collect();
            ROWS.iter().any(|row| row.contains(&part) || row.contains(&back))
        });
        let Some(n) = n else { return false };
        left.drain(..n);
    }
    true
}
