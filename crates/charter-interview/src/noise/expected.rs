//! What a question takes for an answer beside words.
//!
//! Owns which questions want a yes or no, a number, or allow that there is nothing. Must not know topics.

use super::list::{has, phrases};
use crate::text::words;

/// The most words of an answer that only says that there is nothing.
const NONE_WORDS_MAX: usize = 4;

/// The most words of a question that offers a choice.
const CHOICE_WORDS_MAX: usize = 14;

/// What a question takes for an answer beside words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ExpectedAnswer {
    /// A yes or a no answers it.
    pub yes_no: bool,
    /// That there is nothing answers it.
    pub none: bool,
    /// A number alone answers it.
    pub number: bool,
}

impl ExpectedAnswer {
    /// A question that wants words.
    pub const WORDS: Self = Self { yes_no: false, none: false, number: false };

    /// Reads it from the words of a question; what comes last is what is asked.
    #[must_use]
    pub fn of(question: &str) -> Self {
        let text = question.trim().to_lowercase().replace('’', "'");
        let mut asked = text.split_inclusive(['?', '？', '!', '。', '\n']);
        let last = asked.rfind(|it| it.contains(['?', '？'])).unwrap_or(&text);
        // A colon, dash or comma may set something before the question.
        let parts = last.split(['.', ':', '：', '–', '—', ',', '，', '、']);
        let mut starts = std::iter::once(last).chain(parts).map(|it| words(it).join(" "));
        let line = format!(" {} ", words(last).join(" "));
        let holds = |list: &'static str| phrases(list).any(|it| is_in(it, &line, last));
        // “Is it this or that?” wants one of them; in a long question `or` may stand anywhere.
        let is_choice = words(last).len() <= CHOICE_WORDS_MAX && holds("asks-or");
        let begins = |start: &String| {
            let start = format!("{start} ");
            phrases("asks-yes-no").any(|it| start.starts_with(&format!("{it} ")))
        };
        let is_inside = !holds("asks-words") && holds("asks-yes-no-inside");
        let yes_no = !is_choice && (starts.any(|it| begins(&it)) || is_inside);
        Self { yes_no, none: yes_no || holds("asks-none"), number: holds("asks-number") }
    }
}

/// Tells whether a phrase stands in a text: between blanks, or inside where its script has none.
fn is_in(phrase: &str, line: &str, plain: &str) -> bool {
    let is_wide = phrase.chars().any(|it| u32::from(it) > 0x2e80);
    if is_wide { plain.contains(phrase) } else { line.contains(&format!(" {phrase} ")) }
}

/// Tells whether an answer only says that there is nothing.
#[must_use]
pub fn says_none(answer: &str) -> bool {
    let words = words(&answer.replace('’', "'"));
    let said = words.join("_");
    let is_short = !words.is_empty() && words.len() <= NONE_WORDS_MAX;
    is_short && (has("none", &said) || words.iter().all(|it| has("none", it)))
}

/// Tells whether an answer has a number with its unit, such as `2 s` or `5 %`.
pub(super) fn has_measure(answer: &str) -> bool {
    let text = answer.to_lowercase();
    let mut rest = text.as_str();
    while let Some(at) = rest.find(|it: char| it.is_numeric()) {
        let tail = rest.get(at..).unwrap_or_default();
        let end = tail
            .find(|it: char| !(it.is_numeric() || matches!(it, '.' | ',')))
            .unwrap_or(tail.len());
        let behind = tail.get(end..).unwrap_or_default();
        let unit: String = behind
            .trim_start()
            .chars()
            .take_while(|it| it.is_alphabetic() || is_sign(*it))
            .collect();
        let mut before = rest.get(..at).unwrap_or_default().chars().rev();
        let (last, other) = (before.next().unwrap_or(' '), before.next().unwrap_or(' '));
        let is_free = !last.is_alphanumeric() || u32::from(last) > 0x2e80;
        let is_price = matches!(last, '$' | '€' | '£' | '¥') && other.is_whitespace();
        let ends = !behind
            .trim_start()
            .get(unit.len()..)
            .unwrap_or_default()
            .starts_with(char::is_alphanumeric);
        if is_price || is_free && ends && has("unit", &unit) {
            return true;
        }
        rest = behind;
    }
    false
}

fn is_sign(it: char) -> bool {
    matches!(it, '%' | '％' | '€' | '$' | '£' | '¥' | '°')
}
