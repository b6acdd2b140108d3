//! What a request is about, so that two of them can be compared.
//!
//! Owns its entities, its hash, the files it names and how alike two are. Must not know states.

use super::lexicon::{Lexicon, List};
use super::text::Text;
use charter_kernel::Slug;
use sha2::{Digest as _, Sha256};
use std::collections::BTreeSet;
use std::fmt::Write;

/// How many hex digits a hash has.
const HASH_DIGITS: usize = 12;

/// The most entities of a request.
const ENTITIES_MAX: usize = 200;

/// What a request is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequestTopic {
    /// For people: `add-login-somehow`.
    pub name: String,
    /// For comparison: equal where workflow, mode and entities are.
    pub hash: String,
    /// The words that matter, sorted.
    pub entities: BTreeSet<String>,
    pub files: BTreeSet<String>,
}

/// Says what a request is about.
#[must_use]
pub fn topic_of(request: &str, workflow: &str, mode: &str, lexicon: &Lexicon) -> RequestTopic {
    let text = Text::new(request);
    let entities = entities_of(&text, lexicon);
    let mut sha = Sha256::new();
    for part in [workflow, mode].into_iter().chain(entities.iter().map(String::as_str)) {
        sha.update(part.to_lowercase().as_bytes());
        sha.update(b"\n");
    }
    let hash = sha.finalize().iter().fold(String::new(), |mut acc, byte| {
        let _ = write!(acc, "{byte:02x}");
        acc
    });
    RequestTopic {
        name: Slug::of(request).to_string(),
        hash: hash.chars().take(HASH_DIGITS).collect(),
        entities,
        files: files_of(request),
    }
}

/// Says how alike two sets of entities are, in percent: what they share of what they have.
#[must_use]
pub fn similarity(left: &BTreeSet<String>, right: &BTreeSet<String>) -> usize {
    let n_all = left.union(right).count();
    (left.intersection(right).count() * 100).checked_div(n_all).unwrap_or(0)
}

/// Lists the words that matter: no filler, no plural.
pub(super) fn entities_of(text: &Text, lexicon: &Lexicon) -> BTreeSet<String> {
    let passed = [List::Filler, List::Skip, List::Full, List::Continue, List::Invalidate];
    let found = text.find(lexicon, &passed);
    let is_passed =
        |idx: usize| found.iter().any(|it| (it.word_idx..it.word_idx + it.n_words).contains(&idx));
    let words = text.words().iter().enumerate().filter(|(idx, _)| !is_passed(*idx));
    let stems = words.map(|(_, word)| stem(&word.text)).filter(|it| it.chars().count() > 1);
    stems.take(ENTITIES_MAX).collect()
}

fn stem(word: &str) -> String {
    let word = word.trim_end_matches("'s");
    let is_plural = word.len() > 3 && word.ends_with('s') && !word.ends_with("ss");
    if is_plural { word.trim_end_matches('s').to_owned() } else { word.to_owned() }
}

/// Lists the files that a request names, in code spans too.
#[must_use]
pub fn files_of(request: &str) -> BTreeSet<String> {
    let tokens = request.split(|it: char| it.is_whitespace() || "`\"'“”(),;<>".contains(it));
    let names = tokens.map(|it| it.trim_end_matches(['.', ':', '!', '?']));
    names.map(without_line).filter(|it| is_file(it)).map(str::to_owned).collect()
}

/// Takes `:12` or `:12:5` off a path.
fn without_line(name: &str) -> &str {
    let is_number = |it: &str| !it.is_empty() && it.bytes().all(|byte| byte.is_ascii_digit());
    match name.rsplit_once(':') {
        Some((before, number)) if is_number(number) => without_line(before),
        _ => name,
    }
}

fn is_file(name: &str) -> bool {
    let last = name.rsplit('/').next().unwrap_or(name);
    let is_extension = |it: &str| {
        (1..=5).contains(&it.len()) && it.bytes().all(|byte| byte.is_ascii_alphanumeric())
    };
    let is_number = |it: &str| it.bytes().all(|byte| byte.is_ascii_digit());
    !name.contains("://")
        && last.rsplit_once('.').is_some_and(|(stem, extension)| {
            is_extension(extension) && !is_number(extension) && !stem.ends_with('.')
        })
        && name.len() > 3
}
