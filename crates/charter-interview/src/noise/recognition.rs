//! Telling an answer from noise.
//!
//! Owns the order in which kinds are tried. Pure: question, earlier words and answer in. Must not know documents.

use super::evasion::{asks_back, begins_with_one_of, is_talk};
use super::expected::{ExpectedAnswer, has_measure, says_none};
use super::kind::NoiseKind;
use super::letter::{is_odd, is_row};
use super::list::{has, phrases};
use super::similarity::{is_same, pieces, stems};
use crate::text::words;
use std::collections::BTreeSet;

/// The fewest words of a question that is copied; a shorter answer may name an option.
const COPY_WORDS_MIN: usize = 4;

/// The fewest words of the kitchen in a recipe.
const KITCHEN_MIN: usize = 3;

/// One word in so many is of the kitchen in a recipe.
const KITCHEN_ONE_IN: usize = 7;

/// The signs of code, of which prose has few.
const CODE: &str = "<>{}()[];=&|$\\\"/_#@^*+~";

/// The fewest letters and digits of one word that is nothing but a key or a digest.
const KEY_CHARS_MIN: usize = 20;

/// Says why an answer to a question is none, after what was said before; an answer that says something
/// gives nothing.
#[must_use]
pub fn noise(question: &str, earlier: &[&str], answer: &str) -> Option<NoiseKind> {
    noise_to(ExpectedAnswer::of(question), question, earlier, answer)
}

/// Does the same where it is known what the question takes for an answer.
#[must_use]
pub fn noise_to(
    expected: ExpectedAnswer,
    question: &str,
    earlier: &[&str],
    answer: &str,
) -> Option<NoiseKind> {
    let words = words(answer);
    let is_none = says_none(answer);
    if is_none || is_bare(&words) {
        let is_fitting = expected.yes_no || is_none && expected.none;
        return (!is_fitting).then_some(NoiseKind::Bare);
    }
    if is_talk(answer) {
        return Some(NoiseKind::Evasion);
    }
    if is_gibberish(answer, &words) && !is_terse(expected, question, answer) {
        return Some(NoiseKind::Gibberish);
    }
    if is_stock(answer, &words) || is_recipe(answer, &words) {
        return Some(NoiseKind::Stock);
    }
    let said = pieces(answer);
    if is_copy(question, answer, &said) {
        return Some(NoiseKind::Copy);
    }
    if asks_back(answer) || is_question(answer) {
        return Some(NoiseKind::AsksBack);
    }
    let is_again = said.len() >= COPY_WORDS_MIN && earlier.iter().any(|it| is_said_in(it, &said));
    is_again.then_some(NoiseKind::Repetition)
}

/// Tells whether a text, or one sentence of it, is made of exactly these pieces: another number or a `not` says
/// something else.
fn is_said_in(text: &str, said: &BTreeSet<String>) -> bool {
    let sentences = text.split(['.', '!', '?', ';', '\n', '。', '！', '？', '；']);
    pieces(text) == *said || sentences.into_iter().any(|it| pieces(it) == *said)
}

/// Tells whether an answer without words answers all the same: an option's letter, a measure, a number that was
/// asked for.
fn is_terse(expected: ExpectedAnswer, question: &str, answer: &str) -> bool {
    let is_number = expected.number && answer.chars().any(char::is_numeric);
    is_option(question, answer) || has_measure(answer) || is_number
}

/// Tells whether a text has a telling word in common with others.
#[must_use]
pub fn shares_words(answer: &str, others: &[&str]) -> bool {
    let said = stems(answer);
    others.iter().any(|it| !said.is_disjoint(&stems(it)))
}

/// Tells whether a text has no words of any language.
fn is_gibberish(answer: &str, words: &[String]) -> bool {
    let text = answer.trim();
    let is_signs = |it: &char| CODE.contains(*it);
    let n_signs = text.chars().filter(is_signs).count();
    let n_shown = text.chars().filter(|it| !it.is_whitespace()).count();
    let n_plain = text.chars().filter(|it| it.is_alphabetic()).count();
    let lettered: Vec<&String> =
        words.iter().filter(|it| it.chars().any(char::is_alphabetic)).collect();
    if lettered.is_empty() || n_plain * 4 < n_shown && n_plain < 3 {
        return true;
    }
    let is_code = n_signs * 5 > n_shown && n_signs > 4;
    if is_code || is_pointer(text) || is_key(text) || is_one_word_again(words) {
        return true;
    }
    let names = names(answer);
    let is_word = |it: &&&String| it.chars().all(char::is_alphabetic) && it.chars().count() > 1;
    let is_judged = |it: &&&String| is_word(it) && !names.contains(**it);
    let judged: Vec<&&String> = lettered.iter().filter(is_judged).collect();
    let n_odd = judged.iter().filter(|it| is_odd(it)).count();
    n_odd * 2 > judged.len() || judged.is_empty() && lettered.iter().all(|it| is_single(it))
}

/// Lists the words with capitals behind their first letter, such as `GDPR` and `MySQL`: names may have any letters.
fn names(answer: &str) -> BTreeSet<String> {
    const NAME_CHARS_MAX: usize = 10;
    let is_name = |it: &&str| {
        let n_chars = it.chars().count();
        let is_capital = it.chars().skip(1).any(char::is_uppercase);
        (2..=NAME_CHARS_MAX).contains(&n_chars) && is_capital
    };
    let words = answer.split(|it: char| !it.is_alphanumeric()).filter(is_name);
    let words = words.map(str::to_lowercase);
    words.filter(|it| !is_row(it)).collect()
}

/// Tells whether a word is one letter, which in most scripts says nothing.
fn is_single(word: &str) -> bool {
    word.chars().count() == 1 && word.is_ascii()
}

/// Tells whether an answer is a letter under which the question names an option.
fn is_option(question: &str, answer: &str) -> bool {
    let letter = answer.trim_matches(|it: char| !it.is_alphanumeric());
    let mut names = question.split(|it: char| !it.is_alphanumeric());
    is_single(letter) && names.any(|it| it == letter.to_uppercase())
}

/// Tells whether a text only points at another one.
fn is_pointer(text: &str) -> bool {
    let is_address = text.starts_with("http://") || text.starts_with("https://");
    is_address && !text.contains(char::is_whitespace)
}

fn is_key(text: &str) -> bool {
    let is_part = |it: char| it.is_ascii_alphanumeric() || matches!(it, '-' | '=' | '+' | '/');
    text.len() >= KEY_CHARS_MIN
        && text.chars().all(is_part)
        && text.chars().any(|it| it.is_ascii_digit())
}

/// Tells whether a text says a word or two over and over.
fn is_one_word_again(words: &[String]) -> bool {
    let kinds: BTreeSet<&String> = words.iter().collect();
    words.len() > 2 && kinds.len() * 3 <= words.len()
}

fn is_bare(words: &[String]) -> bool {
    // The same again, and how much so, says no more: `yes yes yes, absolutely`.
    let different: BTreeSet<&String> = words.iter().filter(|it| !has("emphasis", it)).collect();
    !different.is_empty() && different.len() <= 3 && different.iter().all(|it| has("bare", it))
}

fn is_stock(answer: &str, words: &[String]) -> bool {
    let said = format!(" {} ", words.join(" "));
    phrases("stock").any(|it| said.contains(&format!(" {it} ")))
        || phrases("stock-inside").any(|it| answer.contains(it))
}

/// Tells whether a text is a recipe: it speaks of the kitchen, and of nothing that is built.
fn is_recipe(answer: &str, words: &[String]) -> bool {
    let kitchen: BTreeSet<&String> = words.iter().filter(|it| has("kitchen", it)).collect();
    let inside = phrases("kitchen-inside").filter(|it| answer.contains(it)).count();
    if inside >= KITCHEN_MIN {
        return !words.iter().any(|it| has("work", it));
    }
    kitchen.len() >= KITCHEN_MIN
        && kitchen.len() * KITCHEN_ONE_IN >= words.len()
        && !words.iter().any(|it| has("work", it))
}

/// Tells whether an answer is the question, or one of its sentences.
fn is_copy(question: &str, answer: &str, said: &BTreeSet<String>) -> bool {
    if said.len() < COPY_WORDS_MIN {
        return false;
    }
    let asked = pieces(question);
    let is_inside = said.iter().filter(|it| asked.contains(*it)).count() * 10 >= said.len() * 9;
    let sentences = question.split_inclusive(['?', '？', ':', '.']);
    let is_sentence = |it: &str| it.ends_with(['?', '？']) && is_same(&pieces(it), said);
    let asks = answer.trim_end().ends_with(['?', '？']);
    is_same(&asked, said) || sentences.into_iter().any(is_sentence) || asks && is_inside
}

/// Tells whether an answer is one question and nothing else.
fn is_question(answer: &str) -> bool {
    let text = answer.trim();
    let Some(bare) = text.strip_suffix(['?', '？']) else { return false };
    let is_one = !bare.contains(['.', '?', '!', '。', '？', '！', '\n']);
    let is_wide = bare.chars().any(|it| u32::from(it) > 0x2e80);
    let asks = [
        "什么",
        "怎么",
        "为什么",
        "多少",
        "吗",
        "谁",
        "무엇",
        "왜",
        "어떻게",
        "나요",
        "까",
        "何",
        "ですか",
        "なぜ",
    ];
    let asks_wide = is_wide && asks.iter().any(|it| bare.contains(it));
    is_one && (asks_wide || begins_with_one_of(bare, "asks-anything"))
}

#[cfg(test)]
mod tests;
