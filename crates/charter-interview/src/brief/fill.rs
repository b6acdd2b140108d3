//! How much of a section is written.
//!
//! Owns what counts as a sentence and what is a placeholder. Must not know who wrote it.

use crate::noise::is_evasive;
use crate::text::{cut, opens_blank};
use charter_contract::Topic;
use charter_contract::document::CharterDoc;

/// How many sentences make a section complete.
const SENTENCES_MIN: usize = 2;

/// How much of a section is there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fill {
    /// Nothing: no heading, or nothing to read under it.
    Empty,
    /// Something, with a placeholder in it or too little of it.
    Partial,
    /// Enough, and no placeholder.
    Complete,
}

/// Judges the section of a topic.
#[must_use]
pub fn fill(doc: &CharterDoc, topic: Topic) -> Fill {
    let text = doc.visible_text(topic.section()).unwrap_or_default();
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let content: Vec<&str> = lines.clone().filter(|line| !is_heading(line)).collect();
    if content.is_empty() {
        return Fill::Empty;
    }
    let has_empty_part = has_empty_part(&lines.collect::<Vec<_>>());
    let has_placeholder = content.iter().any(|line| has_placeholder(line));
    if has_placeholder || has_empty_part || count_sentences(&content) < SENTENCES_MIN {
        return Fill::Partial;
    }
    Fill::Complete
}

/// Tells whether a text says nothing but that something is still to be said.
pub(super) fn is_placeholder(text: &str) -> bool {
    let lines = text.lines().map(str::trim).filter(|it| !it.is_empty());
    lines.filter(|it| !is_heading(it)).all(has_placeholder)
}

fn is_heading(line: &str) -> bool {
    line.starts_with('#') && line.trim_start_matches('#').starts_with(' ')
}

/// A sub-heading with nothing under it, such as a `### Won't` that nobody filled.
fn has_empty_part(lines: &[&str]) -> bool {
    let ends = lines.iter().skip(1).map(|line| is_heading(line)).chain([true]);
    lines.iter().zip(ends).any(|(line, ends)| is_heading(line) && ends)
}

/// Tells whether a line holds a marker for something that is still to be said: `TBD` as a word of
/// its own, a bracket that names what belongs there, or the words of somebody who does not know.
pub(super) fn has_placeholder(line: &str) -> bool {
    let is_marker = |word: &str| {
        let word = word.trim_matches(|it: char| matches!(it, '.' | ',' | ';' | ':' | '*' | '`'));
        matches!(word, "TBD" | "_TBD_" | "TBD_" | "_TBD" | "[TBD]" | "(TBD)" | "???" | "…")
    };
    line.split_whitespace().any(is_marker) || is_bracket(line) || is_evasive(line)
}

/// Tells whether a line is nothing but `[something to fill in]`, which is no link.
fn is_bracket(line: &str) -> bool {
    let bare = line.trim_start_matches(['-', '*', '+', ' ']).trim();
    let inside = bare.strip_prefix('[').and_then(|it| it.strip_suffix(']'));
    inside.is_some_and(|it| it.chars().count() > 1 && !it.contains(['[', ']']))
}

/// Counts sentences; a list item is one, whatever it ends in.
fn count_sentences(lines: &[&str]) -> usize {
    let (items, prose): (Vec<&&str>, Vec<&&str>) = lines.iter().partition(|it| is_item(it));
    let prose = prose.into_iter().copied().collect::<Vec<_>>().join(" ");
    items.len() + split_sentences(&prose).len()
}

fn is_item(line: &str) -> bool {
    let numbered = line.split_once(['.', ')']).is_some_and(|(number, rest)| {
        !number.is_empty() && number.bytes().all(|it| it.is_ascii_digit()) && rest.starts_with(' ')
    });
    let bulleted = line.starts_with("- ") || line.starts_with("* ") || line.starts_with("+ ");
    numbered || bulleted || line.starts_with("| ")
}

/// Splits prose into sentences, each with something to read in it. A full stop without a blank
/// behind it, as in `1.5`, ends nothing.
#[must_use]
pub fn split_sentences(prose: &str) -> Vec<&str> {
    let ends = |_: &str, it: char, behind: &str| match it {
        '.' | '!' | '?' => opens_blank(behind),
        '。' | '！' | '？' => true,
        _ => false,
    };
    let sentences = cut(prose, ends).into_iter().map(|it| it.whole.trim());
    sentences.filter(|it| it.chars().any(char::is_alphanumeric)).collect()
}
