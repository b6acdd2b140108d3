//! The first register of a charter, drafted from what was said.
//!
//! Owns which topics are drafted and under which milestone, each criterion with the answer it came from. Must
//! not know what makes a criterion: drafting says so.

use super::question::question_name;
use charter_contract::Topic;
use charter_contract::drafting::{self, DraftStatement, RegisterDraft, WontLine};

use charter_contract::document::{CriteriaDoc, Criterion};
use charter_kernel::markdown::Source;
use std::collections::BTreeMap;

/// The most criteria that are drafted; a longer list is for a person to cut.
const DRAFTED_MAX: usize = 40;

/// What was said about the topics that a register is drafted from, with the question it answered.
pub(crate) type AnswersByTopic = BTreeMap<Topic, (String, u64)>;

/// What an interview proposes.
#[derive(Debug, Default)]
pub(crate) struct Proposed {
    /// The register with drafted criteria behind what it holds; none where somebody wrote criteria of their own
    /// or nothing new that could be shown was said.
    pub(crate) register: Option<Source>,
    /// What was said to be left out, elsewhere than in the answer about the scope, which is kept whole.
    pub(crate) wont: Vec<WontLine>,
}

/// Drafts a register from what was said.
pub(crate) fn draft(criteria: &Source, said: &AnswersByTopic, interview: u64) -> Proposed {
    let mut proposed = Proposed::default();
    let mut register = RegisterDraft::open(criteria, |from| from.starts_with('Q'));
    let mut left = DRAFTED_MAX;
    let parts =
        [(Topic::Success, "It works when"), (Topic::Scope, "It is part of the first version")];
    for (topic, title) in parts {
        let Some((answer, question)) = said.get(&topic) else { continue };
        let statement = DraftStatement {
            text: answer.clone(),
            from: vec![question_name(interview, *question)],
            topic: Some(topic),
            ..DraftStatement::default()
        };
        let mut drafted = drafting::draft(&[statement]);
        if topic != Topic::Scope {
            proposed.wont.append(&mut drafted.wont);
        }
        let Some(register) = register.as_mut() else { continue };
        drafted.criteria.retain(|it| register.is_new(&it.statement));
        drafted.criteria.truncate(left);
        left -= drafted.criteria.len();
        if !drafted.criteria.is_empty() {
            let milestone = register.free_milestone(1);
            register.add(&milestone, title, topic.word(), &drafted.criteria);
        }
    }
    proposed.register = register.and_then(RegisterDraft::finish);
    proposed
}

/// Tells whether a drafted criterion still waits for what to measure, or for other words.
#[must_use]
pub fn lacks_measure(doc: &CriteriaDoc, criterion: &Criterion) -> bool {
    drafting::is_open(doc, criterion)
}
