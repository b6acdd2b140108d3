//! Whether there is something to observe or to count in a statement.
//!
//! Owns what counts as that: a number, a name in quotes, what something does or somebody can do, and that something
//! never happens. Praise without a number is none. Must not know how it is marked.

use super::lexicon::{DraftLexicon, Wording, is_wide};
use crate::text::words;

/// Signs around words that are to be read as they stand.
const QUOTES: [char; 7] = ['`', '"', '“', '„', '«', '「', '『'];

/// What there is to measure.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Measurable {
    Yes,
    /// Not as long as this word stands for it.
    Praise(String),
    /// Nothing that anybody could see or count.
    Nothing,
}

pub(super) fn measurable(lexicon: &DraftLexicon, statement: &str) -> Measurable {
    let wording = Wording::of(statement);
    let is_counted = statement.chars().any(char::is_numeric) || lexicon.number.is_in(&wording);
    if is_counted {
        return Measurable::Yes;
    }
    if let Some(word) = praise(lexicon, statement, &wording) {
        return Measurable::Praise(word);
    }
    if shows(lexicon, statement, &wording) { Measurable::Yes } else { Measurable::Nothing }
}

/// Gives the first word of praise as it stands in the statement.
fn praise(lexicon: &DraftLexicon, statement: &str, wording: &Wording) -> Option<String> {
    if !lexicon.vague.is_in(wording) {
        return None;
    }
    let found = words(statement).into_iter().find(|it| lexicon.vague.holds(it));
    let is_whole = |it: &String| {
        !it.chars().any(is_wide) || ('가'..='힣').contains(&it.chars().next().unwrap_or(' '))
    };
    found.filter(is_whole).or_else(|| lexicon.vague.name_in(wording))
}

/// Tells whether a statement says what can be seen.
fn shows(lexicon: &DraftLexicon, statement: &str, wording: &Wording) -> bool {
    // A name alone says nothing about what can be seen.
    if statement.split_whitespace().count() < 2 && !statement.chars().any(is_wide) {
        return statement.contains(QUOTES);
    }
    statement.contains(QUOTES)
        || lexicon.never.is_in(wording)
        || lexicon.ability.is_in(wording)
        || lexicon.able.is_in(wording)
        || lexicon.verbs.iter().any(|it| it.traces.is_in(wording))
        || is_done(lexicon, wording)
}

/// Tells whether something is done to something, as in `is archived`.
fn is_done(lexicon: &DraftLexicon, wording: &Wording) -> bool {
    let all: Vec<&str> = wording.words().collect();
    all.windows(2).any(|it| {
        let [aux, done] = it else { return false };
        lexicon.aux.holds(aux) && done.len() > 4 && done.ends_with("ed")
    })
}
