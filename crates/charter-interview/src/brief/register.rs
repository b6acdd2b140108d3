//! The first register of a charter, drafted from what was said.
//!
//! Owns which topics are drafted and under which milestone: the statements of an answer, where it
//! came from, and a marked gap where there is nothing to measure yet. Must not know which words are
//! vague; a mind says so.

use super::question::question_name;
use charter_contract::Topic;
use charter_contract::drafting::{DraftedCriterion, OPEN_MEASURE, RegisterDraft};
use charter_contract::mind::Mind;

use charter_contract::document::{CriteriaDoc, Criterion};
use charter_kernel::markdown::Source;
use std::collections::BTreeMap;

/// The most criteria that are drafted; a longer list is for a person to cut.
const DRAFTED_MAX: usize = 40;

/// What was said about the topics that a register is drafted from, with the question it answered.
pub(super) type AnswersByTopic = BTreeMap<Topic, (String, u64)>;

/// Gives a register with drafted criteria behind what it holds; none where somebody wrote criteria
/// of their own or nothing new that could be shown was said.
pub(crate) fn draft(
    criteria: &Source,
    said: &AnswersByTopic,
    interview: u64,
    mind: &dyn Mind,
) -> Option<Source> {
    let mut register = RegisterDraft::open(criteria, |from| from.starts_with('Q'))?;
    let mut left = DRAFTED_MAX;
    let parts = [
        (Topic::Success, "m1", "It works when"),
        (Topic::Scope, "m2", "It is part of the first version"),
    ];
    for (topic, milestone, title) in parts {
        let Some((answer, question)) = said.get(&topic) else { continue };
        let mut proposals = mind.propose(topic, answer);
        proposals.retain(|it| !it.excluded);
        if register.has_milestone(milestone) || proposals.is_empty() {
            continue;
        }
        let drafted = proposals.iter().take(left).map(|it| DraftedCriterion {
            subject: &it.subject,
            fallback: topic.word(),
            statement: &it.statement,
            from: question_name(interview, *question),
            vague: it.vague.as_deref(),
        });
        register.add(milestone, title, &drafted.collect::<Vec<_>>());
        left = left.saturating_sub(proposals.len());
    }
    register.finish()
}

/// Tells whether a drafted criterion still waits for what to measure.
#[must_use]
pub fn lacks_measure(doc: &CriteriaDoc, criterion: &Criterion) -> bool {
    doc.source().slice(criterion.body).lines().any(|line| line.starts_with(OPEN_MEASURE))
}
