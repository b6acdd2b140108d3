//! How cases are made.

use super::super::*;
use crate::Tongue;
use crate::deep::ChecklistTopic;

/// Makes a view of an idea and of answers to the questions that the checklist asks by itself.
pub(in super::super) fn asked(idea: &str, answers: &[&str]) -> ChecklistView {
    let tongue = Tongue::of_text(idea);
    let mut view =
        ChecklistView { idea: idea.to_owned(), tongue, codebase: None, rounds: Vec::new() };
    for answer in answers {
        let Some(question) = turn(&view).question else { break };
        view.rounds.push(ChecklistRound {
            number: u32::try_from(view.rounds.len()).unwrap_or_default() + 1,
            topic: question.topic,
            settles: question.settles,
            question: question.text,
            answer: Some((*answer).to_owned()),
        });
    }
    view
}

/// Lists the topics that were asked.
pub(in super::super) fn topics(view: &ChecklistView) -> Vec<ChecklistTopic> {
    view.rounds.iter().filter_map(|it| it.topic).collect()
}

#[test]
fn every_language_says_everything() {
    crate::frame::check_languages(question::shipped);
}
