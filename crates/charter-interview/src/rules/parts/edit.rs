//! What people say to a list of proposed parts.
//!
//! Owns how such words are read, in every language: agreement, an addition, a removal, a merger, a
//! new name, or nothing that is clear. Must not know the list; which part is meant is found by
//! whoever has it.

use super::addition;
use super::wording::{class, is_glyph, padded, part_of, sign_of};
use crate::deep::ComponentDraft;
use crate::wordlist::{EVASION, entries};

/// What words ask of a list of parts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PartsEdit {
    /// It is right as it is.
    Confirm,
    /// It is not right, or a question, or not known; no change is named.
    Deny,
    /// These come to it.
    Add(Vec<ComponentDraft>),
    /// These go, by number or name.
    Remove(Vec<String>),
    /// These become one, by number or name.
    Merge {
        parts: Vec<String>,
        /// What the one is called, where that is said.
        name: Option<String>,
    },
    /// One is called something else.
    Rename {
        /// Which, by number or name.
        part: String,
        name: String,
    },
    /// Nothing of this.
    Unclear,
}

/// Reads words about a list of parts.
#[must_use]
pub fn read(words: &str) -> PartsEdit {
    let words = without_agreement(words);
    let bare = bare(words);
    if bare.is_empty() {
        return PartsEdit::Confirm;
    }
    if words.trim_end().ends_with(['?', '？']) || is_one(class("deny"), &bare) {
        return PartsEdit::Deny;
    }
    let verbs = [("add", 0), ("remove", 1), ("merge", 2), ("rename", 3)];
    let found = verbs.iter().find_map(|(name, number)| Some((number, behind(name, words)?)));
    let read = match found {
        Some((0, rest)) => added(&rest),
        Some((1, rest)) => Some(listed(&rest)).filter(|it| !it.is_empty()).map(PartsEdit::Remove),
        Some((2, rest)) => merged(&rest),
        Some((_, rest)) => turned(&rest).and_then(|(part, name)| {
            let part = part_of(&part);
            (!part.is_empty()).then_some(PartsEdit::Rename { part, name })
        }),
        None => None,
    };
    let first = bare.split([' ', ',']).next().unwrap_or_default();
    let is_denied = is_evasive(words) || is_one(class("deny"), first);
    read.unwrap_or(if is_denied { PartsEdit::Deny } else { PartsEdit::Unclear })
}

/// Tells whether words leave it open.
fn is_evasive(words: &str) -> bool {
    let line = padded(words);
    entries(EVASION, "deep").any(|it| {
        let phrase = it.replace('_', " ");
        let is_wide = phrase.chars().any(is_glyph);
        line.contains(&format!(" {phrase} ")) || is_wide && line.contains(&phrase)
    })
}

fn added(rest: &str) -> Option<PartsEdit> {
    let drafts = addition::drafts(rest);
    (!drafts.is_empty()).then_some(PartsEdit::Add(drafts))
}

fn merged(rest: &str) -> Option<PartsEdit> {
    let (list, name) = match turned(rest) {
        Some((list, name)) => (list, Some(name)),
        None => (rest.to_owned(), None),
    };
    let parts = Some(listed(&list)).filter(|it| it.len() > 1)?;
    Some(PartsEdit::Merge { parts, name })
}

fn is_one(mut phrases: impl Iterator<Item = String>, text: &str) -> bool {
    phrases.any(|it| it == text)
}

/// Gives words in lower case without the signs around them.
fn bare(text: &str) -> String {
    let line = text.to_lowercase().replace('’', "'");
    let line = line.trim_matches(|it: char| !it.is_alphanumeric());
    line.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Takes agreement and courtesy off the front, piece by piece.
fn without_agreement(words: &str) -> &str {
    const ENDS: [char; 9] = [',', '.', '!', ';', '，', '。', '！', '、', '-'];
    let mut rest = words.trim();
    loop {
        let head = rest.split(ENDS).next().unwrap_or(rest);
        let said = bare(head);
        let is_empty = said.is_empty() && !head.trim().starts_with(['?', '？']);
        if rest.is_empty() || !(is_empty || agrees(&said)) {
            return without_courtesy(rest);
        }
        let tail = rest.get(head.len()..).unwrap_or_default();
        let mut chars = tail.chars();
        chars.next();
        rest = chars.as_str().trim_start();
    }
}

/// Takes courtesy off the front: `but please remove 3`.
fn without_courtesy(words: &str) -> &str {
    let mut rest = words;
    while let Some((first, after)) = rest.split_once(' ') {
        if !is_one(class("courtesy"), &bare(first)) {
            break;
        }
        rest = after.trim_start();
    }
    rest
}

/// Tells whether a piece is made of agreement and courtesy alone.
fn agrees(piece: &str) -> bool {
    let mut phrases: Vec<String> = class("confirm").chain(class("courtesy")).collect();
    phrases.sort_by_key(|it| std::cmp::Reverse(it.len()));
    let mut rest = piece;
    while !rest.is_empty() {
        let found = phrases.iter().find_map(|it| {
            let tail = rest.strip_prefix(it.as_str())?;
            (tail.is_empty() || tail.starts_with(' ')).then(|| tail.trim_start())
        });
        let Some(tail) = found else { return false };
        rest = tail;
    }
    true
}

/// Gives what stands behind a verb of a class, or before it where a script puts verbs last.
fn behind(verbs: &str, words: &str) -> Option<String> {
    let line = words.trim().trim_end_matches(['.', '!', '。', '！']).trim();
    let mut phrases: Vec<String> = class(verbs).collect();
    phrases.sort_by_key(|it| std::cmp::Reverse(it.len()));
    let lower = line.to_lowercase();
    if lower.len() != line.len() {
        return None;
    }
    phrases.iter().find_map(|verb| {
        let is_wide = verb.chars().any(is_glyph);
        let ahead = lower.strip_prefix(verb.as_str());
        let ahead = ahead.filter(|it| is_wide || it.starts_with([' ', ':']));
        let last = || lower.strip_suffix(verb.as_str()).filter(|_| is_wide);
        let rest = match ahead {
            Some(rest) => line.get(line.len() - rest.len()..),
            None => line.get(..last()?.len()),
        };
        let rest = rest?.trim_matches(|it: char| it.is_whitespace() || it == ':');
        rest.chars().any(char::is_alphanumeric).then(|| rest.to_owned())
    })
}

/// Parts words at the first word that turns one thing into another.
fn turned(text: &str) -> Option<(String, String)> {
    let lower = text.to_lowercase();
    let cut = |word: &String| {
        let sign = sign_of(word);
        lower.find(&sign).map(|at| (at, at + sign.len()))
    };
    let (start, end) = class("turn").filter_map(|it| cut(&it)).min()?;
    let is_same_length = lower.len() == text.len();
    let (before, after) = (text.get(..start)?.trim(), text.get(end..)?.trim());
    let name = after.trim_matches(['"', '“', '”', '„', '`', '「', '」']).trim();
    let is_whole = is_same_length && !before.is_empty() && name.chars().any(char::is_alphanumeric);
    is_whole.then(|| (before.to_owned(), name.to_owned()))
}

/// Lists the parts that words name, by number or name.
fn listed(text: &str) -> Vec<String> {
    let mut line = format!(" {text} ");
    for join in class("join") {
        line = line.replace(&sign_of(&join), ",");
    }
    let parts = line.split([',', '、', '，']).map(part_of);
    parts.filter(|it| !it.is_empty()).collect()
}
