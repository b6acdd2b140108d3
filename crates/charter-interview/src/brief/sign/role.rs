//! Who a sentence says uses the thing.
//!
//! Owns how people are told: by the name of a role, by where it stands, and by what is said of them. Must not know
//! other topics.

use super::word::{SignLine, SignWords};
use crate::cue::{CueLine, CuePhrase};

/// How far behind `for` a role may stand.
const FOR_REACH: usize = 7;

/// A clause begins with its subject within so many words.
const SUBJECT_REACH: usize = 4;

/// A shorter word is no name of a role by its end alone.
const ENDING_CHARS_MIN: usize = 6;

/// Weighs what a sentence says about people.
pub(super) fn points(words: &SignWords, line: &SignLine<'_>, text: &str) -> i32 {
    if line.shows("fiction") {
        return 0;
    }
    let is_meant = line.shows("self") || line.shows("made-for");
    let own = i32::from(is_meant) * 2 + i32::from(line.shows("use"));
    let found = if words.is_wide() { wide(words, line) } else { spelt(words, line, text) };
    let found = if line.shows("told") { found - 2 } else { found };
    (own + found).max(0)
}

/// In scripts with blanks: a role behind `for`, or at the beginning of a clause, counts twice.
fn spelt(words: &SignWords, line: &SignLine<'_>, text: &str) -> i32 {
    let ends_so = |it: &str| is_role(words, it) || ends_like_role(words, it);
    let mut best = i32::from(line.shows("person"));
    for clause in text.split([',', ';', ':', '(', '–', '—', '.']) {
        let clause = words.line(clause);
        let behind = clause.behind("for");
        if behind.is_some_and(|it| it.line.words().take(FOR_REACH).any(ends_so)) {
            return 2;
        }
        let said: Vec<&str> = clause.line.words().collect();
        for (idx, word) in said.iter().enumerate() {
            let before = said.get(idx.saturating_sub(SUBJECT_REACH)..idx).unwrap_or_default();
            let last = before.last().copied().unwrap_or_default();
            let is_named = is_role(words, word) && stands_alone(words, last, word);
            let is_told = || holds(words, "opens-role", last) && ends_like_role(words, word);
            if !is_named && !is_told() {
                continue;
            }
            let is_bound = before.iter().any(|it| holds(words, "bound", it));
            let is_vague = holds(words, "vague-role", word);
            let is_subject = idx < SUBJECT_REACH && !is_bound && said.len() > idx + 1;
            best = best.max(match (is_vague, is_subject) {
                (false, true) => 2,
                (true, true) if idx < 2 => 1,
                (true, true | false) => 0,
                (false, false) => 1,
            });
        }
        let is_person =
            clause.shows("person") && clause.line.begins_with_of(words.entries("person"));
        if is_person && said.len() > 3 {
            best = 2;
        }
    }
    best
}

fn holds(words: &SignWords, class: &str, word: &str) -> bool {
    CueLine::of(word).holds_any(words.entries(class))
}

/// Tells whether a word is on the list of roles.
fn is_role(words: &SignWords, word: &str) -> bool {
    holds(words, "role", word) && !holds(words, "no-role", word)
}

/// Tells whether a word ends like the name of a role.
fn ends_like_role(words: &SignWords, word: &str) -> bool {
    let ends = |it: &CuePhrase| word.ends_with(it.text.trim());
    word.chars().count() >= ENDING_CHARS_MIN
        && words.entries("role-end").any(ends)
        && !holds(words, "no-role", word)
}

/// Tells whether a role stands for people, and not before another noun: `customer files`. Only a language with a list
/// of words that open a noun shows it.
fn stands_alone(words: &SignWords, before: &str, role: &str) -> bool {
    words.entries("opens-noun").next().is_none()
        || role.ends_with('s')
        || holds(words, "plural", role)
        || holds(words, "opens-noun", before)
}

/// In scripts without blanks: a role with the sign of a subject or a receiver behind it, or `for` around it.
fn wide(words: &SignWords, line: &SignLine<'_>) -> i32 {
    let plain = line.line.plain();
    let mut best = i32::from(line.shows("person"));
    for role in words.entries("role").filter(|it| line.line.holds(it)) {
        let mut from = 0;
        while let Some(at) = plain.get(from..).and_then(|it| it.find(&role.text)) {
            let start = from + at;
            let end = start + role.text.len();
            let before = plain.get(..start).unwrap_or_default();
            let behind = plain.get(end..).unwrap_or_default();
            let marked = words.entries("marked-behind").any(|it| behind.starts_with(&it.text))
                || words.entries("marked-before").any(|it| before.ends_with(&it.text));
            let is_vague = words.entries("vague-role").any(|it| it.text == role.text);
            best = best.max(if marked && !is_vague { 2 } else { 1 });
            from = end;
        }
    }
    best
}
