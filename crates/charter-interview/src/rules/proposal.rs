//! Statements that could be shown, read out of an answer.
//!
//! Owns which words are vague and which statements exclude something. One statement is a list item
//! or a sentence; the words stay the user's. Must not know how a register looks.

use crate::brief::split_sentences;
use charter_contract::Topic;
use charter_contract::mind::Proposal;

use crate::rules::title::is_empty_word;
use crate::wordlist::holds;

/// Words that praise and cannot be counted, by their stems.
const VAGUE: &str = "fast quick easy easil simpl intuitiv user-friendly friendly robust scalab \
    reliab smooth seamless nice good great better modern clean flexib efficient performan secure \
    schnell einfach intuitiv benutzerfreundlich zuverlässig rápid fácil sencill simple rapide \
    facile 빠르 쉬 쉽 편리 간단 快速 简单 簡單 方便 易用 簡単 使いやす";

/// Words that take something out of scope.
const EXCLUDING: &str = "not no won't wont without excluded exclude except out never later \
    non-goal nicht kein keine ohne später fuera sin excluido pas sans hors";

/// Parts of words that do so where words are not parted by blanks.
const EXCLUDING_PARTS: &str =
    "제외 않는 않음 不包括 不包含 不含 不做 不在范围 除外 対象外 含まない しない";

/// Phrases that begin what must not come true.
const FAILURE: &str = "a failure, failure would, failure is, failure:, fails if, failed if, it fails when, \
    gescheitert, misserfolg, fracaso, échec, fracasso, провал, 실패, 失败, 失敗";

/// Reads the statements of an answer; of a scope also those that exclude something.
pub(crate) fn propose(topic: Topic, text: &str) -> Vec<Proposal> {
    let mut excluding = false;
    let mut proposals = Vec::new();
    for line in text.lines().map(str::trim).filter(|it| !it.is_empty()) {
        if let Some(title) = heading(line) {
            excluding = excludes(title);
            continue;
        }
        for statement in statements(line) {
            proposals.push(Proposal {
                subject: subject(statement),
                statement: statement.to_owned(),
                vague: vague(statement),
                excluded: match topic {
                    Topic::Scope => excluding || excludes(statement),
                    _ => tells_failure(statement),
                },
            });
        }
    }
    proposals
}

/// Gives the words of a heading, or of a line that introduces a list.
fn heading(line: &str) -> Option<&str> {
    let bare = line.trim_start_matches('\\');
    let title = bare.strip_prefix('#').map(|it| it.trim_start_matches('#').trim());
    title.or_else(|| line.strip_suffix(':')).or_else(|| line.strip_suffix('：'))
}

/// Splits a line into statements: a list item is one, prose is split at its sentences and `;`.
fn statements(line: &str) -> Vec<&str> {
    let item = ["- ", "* ", "+ ", "• "].into_iter().find_map(|mark| line.strip_prefix(mark));
    let parts: Vec<&str> = match item {
        Some(item) => vec![item.trim()],
        None => line.split_inclusive(';').flat_map(split_sentences).collect(),
    };
    parts.into_iter().filter(|it| has_word(it)).collect()
}

fn has_word(text: &str) -> bool {
    text.chars().filter(|it| it.is_alphanumeric()).count() > 2
}

fn words(text: &str) -> impl Iterator<Item = String> {
    let split = text.split(|it: char| !(it.is_alphanumeric() || matches!(it, '-' | '\'' | '’')));
    split.filter(|it| !it.is_empty()).map(|it| it.to_lowercase().replace('’', "'"))
}

/// Tells whether a statement says what would be a failure: shown, it would be the opposite of done.
fn tells_failure(statement: &str) -> bool {
    let text = statement.to_lowercase();
    FAILURE.split(',').any(|it| text.contains(it.trim()))
}

fn excludes(text: &str) -> bool {
    let has_part = || EXCLUDING_PARTS.split_whitespace().any(|it| text.contains(it));
    words(text).any(|it| holds(EXCLUDING, &it)) || has_part()
}

/// Gives the vague word of a statement in which nothing is counted.
fn vague(statement: &str) -> Option<String> {
    if statement.chars().any(char::is_numeric) {
        return None;
    }
    words(statement).find(|word| VAGUE.split_whitespace().any(|stem| word.starts_with(stem)))
}

/// Gives the first telling word that an id can hold.
fn subject(statement: &str) -> String {
    let telling = |word: &String| {
        word.len() > 2 && word.chars().all(|it| it.is_ascii_alphabetic()) && !is_empty_word(word)
    };
    words(statement).find(telling).unwrap_or_default()
}

#[cfg(test)]
mod tests;
