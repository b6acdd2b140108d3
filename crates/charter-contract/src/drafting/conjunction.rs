//! Two statements that an `and` joins.
//!
//! Owns when they are parted: only where each half has a subject, a verb and an object of its own or shares the
//! subject word for word. A half never loses what it is about, so what is not clear stays one.
//! Must not put in a word that the user did not write.

use super::lexicon::{DraftLexicon, is_wide};

/// The most statements that one is parted into.
const PARTS_MAX: usize = 6;

/// The most words of a subject of its own behind an `and`.
const SUBJECT_WORDS_MAX: usize = 4;

/// The most letters of a subject in a script without blanks.
const WIDE_SUBJECT_MAX: usize = 14;

/// What joins two statements in Chinese.
const WIDE_JOINTS: [&str; 6] = ["，并且", "，并", "，同时", "，而且", "，且", "并且"];

/// A word of a statement and where it stands.
#[derive(Debug, Clone)]
struct StatementWord<'t> {
    start: usize,
    end: usize,
    text: &'t str,
    /// In lower case, without signs around it.
    word: String,
}

/// Parts a statement at its conjunctions.
pub(super) fn split(lexicon: &DraftLexicon, statement: &str) -> Vec<String> {
    let mut parts = vec![statement.to_owned()];
    while parts.len() < PARTS_MAX {
        let Some(last) = parts.pop() else { break };
        match split_once(lexicon, &last) {
            Some((left, right)) => parts.extend([left, right]),
            None => {
                parts.push(last);
                break;
            }
        }
    }
    parts
}

fn split_once(lexicon: &DraftLexicon, statement: &str) -> Option<(String, String)> {
    if statement.chars().any(is_wide) {
        return split_wide(lexicon, statement);
    }
    let tokens = tokens(statement);
    let is_open = |it: &StatementWord<'_>| {
        lexicon.subordinator.holds(&it.word) || it.text.contains(['"', '“', '(', ')'])
    };
    if tokens.iter().any(is_open) {
        return None;
    }
    let joints = tokens.iter().enumerate().filter(|(_, it)| lexicon.conjunction.holds(&it.word));
    joints.map(|(at, _)| at).find_map(|at| split_at(lexicon, statement, &tokens, at))
}

fn split_at(
    lexicon: &DraftLexicon,
    statement: &str,
    tokens: &[StatementWord<'_>],
    at: usize,
) -> Option<(String, String)> {
    let (left, right) = (tokens.get(..at)?, tokens.get(at + 1..)?);
    if right.len() < 2 || right.iter().any(|it| lexicon.pronoun.holds(&it.word)) {
        return None;
    }
    let verb = left
        .iter()
        .position(|it| lexicon.modal.holds(&it.word) || is_verb(lexicon, it))
        .filter(|it| *it > 0)?;
    let subject = left.get(..verb)?;
    let is_shared_safe =
        !subject.iter().any(|it| lexicon.negation.holds(&it.word)) && !ends_in_list(left);
    let is_modal = lexicon.modal.holds(&left.get(verb)?.word);
    let shared = if is_modal {
        modal_half(lexicon, left, right, verb)
    } else {
        finite_half(lexicon, left, right, verb)
    };
    let text_of = |part: &[StatementWord<'_>]| -> Option<&str> {
        statement.get(part.first()?.start..part.last()?.end)
    };
    let left_text = text_of(left)?.trim_end_matches([',', ' ']).to_owned();
    let right_text = match shared.filter(|_| is_shared_safe) {
        Some(n_shared) => format!("{} {}", text_of(tokens.get(..n_shared)?)?, text_of(right)?),
        None if has_own_subject(lexicon, right) => text_of(right)?.to_owned(),
        None => return None,
    };
    Some((left_text, right_text))
}

/// Tells how many words the second half shares where the first one says what can or must be done.
fn modal_half(
    lexicon: &DraftLexicon,
    left: &[StatementWord<'_>],
    right: &[StatementWord<'_>],
    modal: usize,
) -> Option<usize> {
    let (first, second) = (right.first()?, right.get(1)?);
    if lexicon.modal.holds(&first.word) {
        return lexicon.is_plain(&second.word).then_some(modal).filter(|_| right.len() > 2);
    }
    let is_plain = |it: &StatementWord<'_>| lexicon.is_plain(&it.word);
    let done =
        left.iter().enumerate().skip(modal + 1).find(|(_, it)| is_plain(it)).map(|(idx, _)| idx);
    let has_object = done.is_some_and(|it| left.get(it + 1).is_some_and(|next| !is_plain(next)));
    if has_object && is_plain(first) && takes_object(lexicon, first, second) {
        return Some(modal + 1);
    }
    // German: what is done stands at the end of both halves.
    let ends = |part: &[StatementWord<'_>], n_min: usize| {
        part.len() >= n_min && part.last().is_some_and(is_plain)
    };
    let behind = left.get(modal + 1..)?;
    (ends(behind, 2) && ends(right, 2) && !is_plain(first)).then_some(modal + 1)
}

/// Tells how many words the second half shares where the first one says what something does.
fn finite_half(
    lexicon: &DraftLexicon,
    left: &[StatementWord<'_>],
    right: &[StatementWord<'_>],
    verb: usize,
) -> Option<usize> {
    let (first, second) = (right.first()?, right.get(1)?);
    let object = left.get(verb + 1)?;
    let is_done = lexicon.is_finite(&left.get(verb)?.word) && lexicon.is_finite(&first.word);
    (is_done && !lexicon.is_finite(&object.word) && takes_object(lexicon, first, second))
        .then_some(verb)
}

/// Tells whether a word is a verb with what it is done to behind it, and no noun of a list.
fn takes_object(
    lexicon: &DraftLexicon,
    verb: &StatementWord<'_>,
    next: &StatementWord<'_>,
) -> bool {
    let is_determined =
        lexicon.determiner.holds(&next.word) || next.word.chars().any(char::is_numeric);
    let is_noun = lexicon.ambiguous.holds(&verb.word) && !is_determined;
    !is_noun && !lexicon.preposition.holds(&next.word) && !lexicon.conjunction.holds(&next.word)
        || is_determined
}

/// Tells whether words have a subject and a verb of their own.
fn has_own_subject(lexicon: &DraftLexicon, tokens: &[StatementWord<'_>]) -> bool {
    let is_aux =
        |it: &StatementWord<'_>| lexicon.aux.holds(&it.word) || lexicon.modal.holds(&it.word);
    let is_at = |it: &StatementWord<'_>| {
        is_aux(it) || lexicon.is_finite(&it.word) && !lexicon.ambiguous.holds(&it.word)
    };
    let Some(verb) = tokens.iter().position(is_at) else { return false };
    let Some(subject) = tokens.get(..verb) else { return false };
    let is_small =
        |it: &StatementWord<'_>| lexicon.clitic.holds(&it.word) || it.word.chars().count() < 2;
    let has_name = subject.iter().any(|it| !is_small(it));
    let is_plain = !subject
        .iter()
        .any(|it| lexicon.preposition.holds(&it.word) && !lexicon.clitic.holds(&it.word));
    let has_more = verb + 1 < tokens.len() || tokens.get(verb).is_some_and(|it| !is_aux(it));
    (1..=SUBJECT_WORDS_MAX).contains(&subject.len()) && has_name && is_plain && has_more
}

/// Tells whether the words before an `and` are a list, as in `a, b and c`.
fn ends_in_list(left: &[StatementWord<'_>]) -> bool {
    let n = left.len();
    left.iter().enumerate().any(|(idx, it)| it.text.ends_with(',') && idx + 1 < n && n - idx <= 3)
}

fn is_verb(lexicon: &DraftLexicon, token: &StatementWord<'_>) -> bool {
    lexicon.aux.holds(&token.word) || lexicon.is_finite(&token.word)
}

/// Parts Chinese words at what joins two statements; the subject stands before the first verb.
fn split_wide(lexicon: &DraftLexicon, statement: &str) -> Option<(String, String)> {
    let joint = WIDE_JOINTS.into_iter().find_map(|it| Some((statement.find(it)?, it.len())))?;
    let (left, right) = (statement.get(..joint.0)?, statement.get(joint.0 + joint.1..)?);
    let place = |text: &str| {
        let modal = lexicon.modal_part.first_in(text);
        let verb = lexicon
            .verbs
            .iter()
            .filter_map(|it| it.traces.first_in(text))
            .min_by_key(|it| it.start);
        [modal, verb].into_iter().flatten().map(|it| it.start).min()
    };
    let (subject, begins) = (place(left)?, place(right)?);
    let subject = left.get(..subject)?;
    let is_subject = !subject.is_empty() && subject.chars().count() <= WIDE_SUBJECT_MAX;
    if begins > 0 || !is_subject {
        return None;
    }
    Some((left.to_owned(), format!("{subject}{right}")))
}

fn tokens(text: &str) -> Vec<StatementWord<'_>> {
    let mut tokens = Vec::new();
    let mut at = 0;
    for part in text.split_whitespace() {
        let start = text.get(at..).and_then(|it| it.find(part)).map_or(at, |it| at + it);
        at = start + part.len();
        let word = part.trim_matches(|it: char| !it.is_alphanumeric()).to_lowercase();
        tokens.push(StatementWord { start, end: at, text: part, word });
    }
    tokens
}
