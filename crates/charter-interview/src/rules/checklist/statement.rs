//! The user's words, cut into statements.
//!
//! Owns what one statement is: a list item or a sentence, word for word, and the heading it stands under.
//! Must not know what it means.

use super::heading::heading_topic;
use crate::brief::split_sentences;
use crate::deep::ChecklistTopic;
use crate::line::{MARKS, heading, item};

/// The most statements of one text; an idea can be a whole document.
const STATEMENTS_MAX: usize = 400;

/// One statement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct TextStatement<'t> {
    pub(super) text: &'t str,
    /// What the heading above it says it is about.
    pub(super) under: Option<ChecklistTopic>,
    pub(super) is_numbered: bool,
}

/// Lists the statements of a text, without its headings, code and struck-out lines.
pub(super) fn statements(text: &str) -> Vec<TextStatement<'_>> {
    let mut found = Vec::new();
    let mut under = None;
    let mut is_code = false;
    for line in text.lines().map(str::trim) {
        if line.starts_with("```") || line.starts_with("~~~") {
            is_code = !is_code;
            continue;
        }
        if is_code || line.is_empty() || is_struck(line) {
            continue;
        }
        if let Some(topic) = below_heading(line) {
            under = topic;
            continue;
        }
        let (item, is_numbered) = item(line);
        let (item, own) = labelled(item);
        let parts = match own {
            _ if item.chars().all(|it| !it.is_alphanumeric()) => Vec::new(),
            Some(_) | None if item != line => vec![item],
            Some(_) | None => sentences(item),
        };
        let under = own.or(under);
        found.extend(parts.into_iter().map(|text| TextStatement { text, under, is_numbered }));
    }
    found.truncate(STATEMENTS_MAX);
    found
}

/// Tells what a line that is a heading says stands below it; nothing where it is no heading.
///
/// Headings of any depth, bold lines and short lines that introduce a list are headings.
#[must_use]
pub fn below_heading(line: &str) -> Option<Option<ChecklistTopic>> {
    let line = line.trim();
    let title = heading(line)?;
    // A title names the whole, with its version.
    Some(if line.starts_with("# ") { None } else { heading_topic(title) })
}

/// Takes a label off a line, where it says what the line is about: `Out of scope: payments`.
fn labelled(line: &str) -> (&str, Option<ChecklistTopic>) {
    let Some((label, rest)) = line.split_once([':', '：']) else { return (line, None) };
    let label = label.trim_matches(['*', '_', ' ']);
    let is_short = label.split_whitespace().count() <= 4 && label.chars().count() <= 32;
    let topic = Some(label).filter(|_| is_short).and_then(heading_topic);
    let rest = rest.trim_start_matches(['*', '_']).trim();
    match topic {
        Some(ChecklistTopic::LeftOut | ChecklistTopic::Success) if !rest.is_empty() => {
            (rest, topic)
        }
        Some(_) | None => (line, None),
    }
}

fn sentences(line: &str) -> Vec<&str> {
    let line = line.strip_prefix('>').unwrap_or(line).trim();
    line.split_inclusive([';', '；']).flat_map(split_sentences).collect()
}

fn is_struck(line: &str) -> bool {
    let bare = MARKS.iter().find_map(|it| line.strip_prefix(it)).unwrap_or(line);
    bare.starts_with("~~") && bare.trim_end().ends_with("~~")
}
