//! An interview without a model that is answered by a table instead of a person.
//!
//! Owns how a view grows by a reply. Must not judge.

use charter_interview::Tongue;
use charter_interview::rules::checklist::{ChecklistQuestion, ChecklistRound, ChecklistView, turn};

/// No interview may ask more than this.
const QUESTIONS_MAX: usize = 60;

/// Makes a view in which nothing was asked yet.
pub(crate) fn view_of(idea: &str, language_of: &str) -> ChecklistView {
    ChecklistView {
        idea: idea.to_owned(),
        tongue: Tongue::of_text(language_of),
        codebase: None,
        rounds: Vec::new(),
    }
}

/// Adds a round that somebody else asked.
pub(crate) fn tell(view: &mut ChecklistView, question: &str, answer: &str) {
    view.rounds.push(ChecklistRound {
        number: u32::try_from(view.rounds.len()).unwrap_or(u32::MAX).saturating_add(1),
        topic: None,
        settles: None,
        question: question.to_owned(),
        answer: Some(answer.to_owned()),
    });
}

/// Asks until nothing is left; gives every question.
pub(crate) fn drive(
    view: &mut ChecklistView,
    mut reply: impl FnMut(&ChecklistQuestion) -> Option<String>,
) -> Vec<ChecklistQuestion> {
    let mut asked = Vec::new();
    while let Some(question) = turn(view).question {
        if asked.len() >= QUESTIONS_MAX {
            break;
        }
        let answer = reply(&question);
        view.rounds.push(ChecklistRound {
            number: u32::try_from(view.rounds.len()).unwrap_or(u32::MAX).saturating_add(1),
            topic: question.topic,
            settles: question.settles.clone(),
            question: question.text.clone(),
            answer,
        });
        asked.push(question);
    }
    asked
}
