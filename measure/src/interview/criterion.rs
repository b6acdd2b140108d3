//! The criteria that are drafted from recorded interviews.
//!
//! Owns the rules by which they are counted: something to observe, a mark, the round they come from. Must not draft.

use super::answering::view_of;
use super::corpus::RecordedInterview;
use charter_interview::deep::ChecklistTopic;
use charter_interview::rules::checklist::{ChecklistRound, is_observable, spec};
use std::fmt::Write as _;

/// Renders what becomes of recorded answers whose topic the record says.
pub(crate) fn render(interviews: &[RecordedInterview]) -> String {
    let (mut n, mut n_observable, mut n_marked, mut n_neither) = (0, 0, 0, 0);
    let (mut n_out, mut n_foreign) = (0, 0);
    for interview in interviews {
        let mut view = view_of("", "");
        view.rounds = interview
            .rounds
            .iter()
            .enumerate()
            .map(|(idx, it)| ChecklistRound {
                number: u32::try_from(idx).unwrap_or(u32::MAX).saturating_add(1),
                topic: it.topics.first().copied(),
                settles: None,
                question: it.question.clone(),
                answer: Some(it.answer.clone()),
            })
            .collect();
        let out: Vec<String> = view
            .rounds
            .iter()
            .filter(|it| it.topic == Some(ChecklistTopic::LeftOut))
            .map(|it| format!("R{}", it.number))
            .collect();
        n_out += out.len();
        for criterion in spec(&view).draft.criteria {
            let (is_observable, is_marked) =
                (is_observable(&criterion.statement), criterion.vague.is_some());
            n += 1;
            n_observable += usize::from(is_observable);
            n_marked += usize::from(is_marked);
            n_neither += usize::from(!is_observable && !is_marked);
            n_foreign += usize::from(criterion.from.iter().any(|it| out.contains(it)));
        }
    }
    let mut text = String::new();
    let _ = writeln!(
        text,
        "candidates for criteria                  {n}: {n_observable} with something to count or observe, \
         {n_marked} marked, {n_neither} neither\n\
         of them from what is left out            {n_foreign}, in {n_out} rounds about that"
    );
    text
}
