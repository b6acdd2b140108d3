//! Words of a sentence, in lower case.
//!
//! Owns what a word is in scripts with and without spaces. Must not know what a word means.

use crate::text::words_of;

/// Splits a text into words: letters and digits, with an apostrophe inside; in lower case.
pub(super) fn words(text: &str) -> Vec<String> {
    words_of(text, |it| it.is_alphanumeric() || is_mark(it), &['\'', '’'])
}

/// Tells whether a character belongs to a script that is read by character, not by word.
pub(super) fn is_glyph(char: char) -> bool {
    matches!(u32::from(char),
        0x0E00..=0x0EFF | 0x1000..=0x109F | 0x1100..=0x11FF | 0x1780..=0x17FF | 0x3040..=0x30FF
        | 0x3130..=0x318F | 0x3400..=0x4DBF | 0x4E00..=0x9FFF | 0xAC00..=0xD7AF
        | 0xF900..=0xFAFF | 0x20000..=0x2FA1F)
}

/// Tells whether a text holds a character that is read by character.
pub(super) fn has_glyph(text: &str) -> bool {
    text.chars().any(is_glyph)
}

/// Tells whether a character is a combining mark, which belongs to the letter before it.
fn is_mark(char: char) -> bool {
    matches!(u32::from(char), 0x0300..=0x036F | 0x0900..=0x0DFF)
}
