//! The first register of a charter, drafted from what was said.
//!
//! Owns the form of a drafted criterion: an id from its subject, the statement as the title, where
//! it came from, and a marked gap where there is nothing to measure yet. It is a proposal in an
//! authored file: people change it. Must not know which words are vague; a mind says so.

use super::{Mind, Topic};
use crate::document::{CriteriaDoc, Criterion, Source, Span, Splice, splice, words};
use crate::question_name;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// The most criteria that are drafted; a longer list is for a person to cut.
const DRAFTED_MAX: usize = 40;

/// The most letters of a subject in an id.
const SUBJECT_CHARS_MAX: usize = 12;

/// The line that marks a criterion without a measure.
const OPEN_MEASURE: &str = "Measure: _TBD_";

/// What was said about the topics that a register is drafted from, with the question it answered.
pub(super) type Said = BTreeMap<Topic, (String, u64)>;

/// Gives a register with drafted criteria behind what it holds; none where somebody wrote criteria
/// of their own or nothing new that could be shown was said.
pub(super) fn draft(
    criteria: &Source,
    said: &Said,
    interview: u64,
    mind: &dyn Mind,
) -> Option<Source> {
    let (doc, _) = CriteriaDoc::parse(Source::new(criteria.bytes().to_vec()));
    let is_drafted = |it: &Criterion| it.from.iter().any(|from| from.starts_with('Q'));
    if !doc.criteria().iter().all(is_drafted) {
        return None;
    }
    let mut left = DRAFTED_MAX;
    let mut text = String::new();
    let parts = [
        (Topic::Success, "m1", "It works when"),
        (Topic::Scope, "m2", "It is part of the first version"),
    ];
    let mut taken: BTreeSet<String> =
        doc.criteria().iter().map(|it| it.id.as_str().to_owned()).collect();
    for (topic, milestone, title) in parts {
        let Some((answer, question)) = said.get(&topic) else { continue };
        let mut proposals = mind.propose(topic, answer);
        proposals.retain(|it| !it.excluded);
        let is_there = doc.milestones().iter().any(|it| it.id == milestone);
        if is_there || proposals.is_empty() {
            continue;
        }
        let _ = write!(text, "\n## {milestone} {title}\n");
        for proposal in proposals.iter().take(left) {
            let id = free_id(&subject_of(&proposal.subject, topic), &mut taken);
            let title = one_line(&proposal.statement);
            let from = question_name(interview, *question);
            let _ = write!(text, "\n### {id} — {title}\nFrom: {from}\n");
            if let Some(vague) = &proposal.vague {
                let vague = one_line(vague);
                let _ = writeln!(text, "{OPEN_MEASURE} (“{vague}” — what would you count?)");
            }
        }
        left = left.saturating_sub(proposals.len());
    }
    append(criteria, &text)
}

/// Gives the first id of a subject that no criterion has.
fn free_id(subject: &str, taken: &mut BTreeSet<String>) -> String {
    let mut number = 1;
    loop {
        let id = format!("VAL-{subject}-{number:03}");
        if taken.insert(id.clone()) {
            return id;
        }
        number += 1;
    }
}

/// Tells whether a drafted criterion still waits for what to measure.
#[must_use]
pub fn lacks_measure(doc: &CriteriaDoc, criterion: &Criterion) -> bool {
    doc.source().slice(criterion.body).lines().any(|line| line.starts_with(OPEN_MEASURE))
}

fn append(criteria: &Source, text: &str) -> Option<Source> {
    if text.is_empty() {
        return None;
    }
    let end = criteria.text().len();
    let lead = if end == 0 || criteria.text().ends_with('\n') { "" } else { "\n" };
    let text = format!("{lead}{text}").replace('\n', criteria.newline());
    let drafted = splice(criteria, &[Splice { span: Span::new(end, end), text }])?;
    // A register that hides its end, in a comment that nobody closed, takes no draft.
    let (doc, _) = CriteriaDoc::parse(Source::new(drafted.bytes().to_vec()));
    (!doc.criteria().is_empty()).then_some(drafted)
}

fn one_line(text: &str) -> String {
    words::render_title(text.trim().trim_end_matches(['.', ';', ',']))
}

/// Gives the middle of an id: capital letters and digits of the subject, or the topic's own word.
fn subject_of(subject: &str, topic: Topic) -> String {
    let plain: String = subject.chars().filter(char::is_ascii_alphanumeric).collect();
    let plain = plain.to_ascii_uppercase();
    if plain.is_empty() {
        return topic.word().to_ascii_uppercase();
    }
    plain.chars().take(SUBJECT_CHARS_MAX).collect()
}
