//! The Korean particles that follow the sound of the word before them.
//!
//! Owns which of two forms is taken: the one behind a final consonant or the other. Must not know
//! where a text comes from.

/// Both forms as they stand in a text, the one behind a final consonant, and the other.
const FORMS: [(&str, &str, &str); 7] = [
    ("을(를)", "을", "를"),
    ("이(가)", "이", "가"),
    ("은(는)", "은", "는"),
    ("와(과)", "과", "와"),
    ("(으)로", "으로", "로"),
    ("(이)라는", "이라는", "라는"),
    ("(이)라고", "이라고", "라고"),
];

/// How a word ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum WordEnding {
    /// With a vowel.
    Open,
    /// With the consonant that one particle takes for a vowel.
    Liquid,
    /// With another consonant.
    Closed,
}

/// Appends a text; of each particle with two forms the one that fits what stands before it.
pub(crate) fn push(filled: &mut String, text: &str) {
    let mut rest = text;
    loop {
        let next = FORMS.iter().filter_map(|it| Some((rest.find(it.0)?, it)));
        let Some((at, (both, closed, open))) = next.min_by_key(|it| it.0) else {
            filled.push_str(rest);
            return;
        };
        filled.push_str(rest.get(..at).unwrap_or_default());
        let form = match ending(filled) {
            Some(WordEnding::Open) => open,
            Some(WordEnding::Liquid) if closed.starts_with('으') => open,
            Some(WordEnding::Liquid | WordEnding::Closed) => closed,
            None => both,
        };
        filled.push_str(form);
        rest = rest.get(at + both.len()..).unwrap_or_default();
    }
}

/// Tells how the last word of a text ends; none where it has no sound that is known.
fn ending(text: &str) -> Option<WordEnding> {
    let mut letters = text.chars().rev().skip_while(|it| !it.is_alphanumeric());
    let last = letters.next()?;
    let before = letters.next().unwrap_or(' ');
    let is_vowel = |it: char| matches!(it.to_ascii_lowercase(), 'a' | 'e' | 'i' | 'o' | 'u');
    let code = u32::from(last);
    match last.to_ascii_lowercase() {
        _ if (0xAC00..=0xD7A3).contains(&code) => Some(match (code - 0xAC00) % 28 {
            0 => WordEnding::Open,
            8 => WordEnding::Liquid,
            _ => WordEnding::Closed,
        }),
        '1' | '7' | '8' | 'l' => Some(WordEnding::Liquid),
        '0' | '3' | '6' | 'm' | 'n' => Some(WordEnding::Closed),
        'g' if before.eq_ignore_ascii_case(&'n') => Some(WordEnding::Closed),
        'b' | 'k' | 'p' | 't' if is_vowel(before) => Some(WordEnding::Closed),
        it if it.is_ascii_alphanumeric() => Some(WordEnding::Open),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
