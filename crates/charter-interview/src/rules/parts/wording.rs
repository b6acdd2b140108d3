//! Words about parts, in every language.
//!
//! Owns the classes of such words and how they are looked up. Must not know what is said with them.

use crate::wordlist::phrases;
use charter_contract::text::words;

const PHRASES: &str = include_str!("../../../data/parts.txt");

/// Lists the phrases of a class.
pub(super) fn class(name: &str) -> impl Iterator<Item = String> {
    phrases(PHRASES, name)
}

/// Gives the words between single blanks, with a blank at both ends.
pub(super) fn padded(text: &str) -> String {
    format!(" {} ", words(text).join(" "))
}

/// Tells whether a sign belongs to a script that is written without blanks, or nearly so.
pub(super) fn is_glyph(sign: char) -> bool {
    matches!(u32::from(sign),
        0x0E00..=0x0EFF | 0x1100..=0x11FF | 0x3040..=0x30FF | 0x3130..=0x318F
        | 0x3400..=0x4DBF | 0x4E00..=0x9FFF | 0xAC00..=0xD7AF | 0xF900..=0xFAFF)
}

/// Gives a word as it stands between others: with blanks, where its script has them.
pub(super) fn sign_of(word: &str) -> String {
    let is_bare = word.chars().any(|it| is_glyph(it) || !it.is_alphanumeric());
    if is_bare { word.to_owned() } else { format!(" {word} ") }
}

/// Gives the number or the name of a part without the small words around it.
pub(super) fn part_of(text: &str) -> String {
    let fillers: Vec<String> = class("filler").collect();
    let mut rest = text.trim().trim_matches(['"', '“', '”', '„', '`', '「', '」', '#', '.']);
    while let Some(next) = fillers.iter().find_map(|it| {
        let is_wide = it.chars().any(is_glyph);
        let lower = rest.to_lowercase();
        let ahead = lower.strip_prefix(it.as_str()).filter(|it| is_wide || it.starts_with(' '));
        let last = lower.strip_suffix(it.as_str()).filter(|it| is_wide || it.ends_with(' '));
        let kept = match (ahead, last) {
            _ if lower.len() != rest.len() => None,
            (Some(kept), _) => rest.get(rest.len() - kept.len()..),
            (None, Some(kept)) => rest.get(..kept.len()),
            (None, None) => None,
        };
        kept.map(str::trim).filter(|it| it.chars().any(char::is_alphanumeric))
    }) {
        rest = next;
    }
    rest.trim().to_owned()
}
