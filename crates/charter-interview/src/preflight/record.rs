//! What preflight learnt, in the words of the ledger.
//!
//! Owns what of an interview before work a charter keeps: its questions with their answers, and the
//! word that let the work begin. Must not know the file that preflight itself is kept in.

use super::state::{Preflight, Validation};
use charter_kernel::{Actor, Timestamp};
use serde::{Deserialize, Serialize};

/// What a charter was opened with.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PreflightRecord {
    /// What was wanted, as it was said first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub request: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub answers: Vec<PreflightReply>,
    /// What was put before the user at the end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub understood: Option<String>,
    /// The user's yes to it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub yes: Option<PreflightWord>,
    /// Why questions were left out, where they were.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub skipped: Option<PreflightWord>,
}

/// A question and its answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PreflightReply {
    pub number: u32,
    pub question: String,
    pub answer: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<Timestamp>,
}

/// What somebody said that let the work begin.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PreflightWord {
    pub words: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<Actor>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<Timestamp>,
}

impl PreflightRecord {
    /// Takes what a charter keeps from an interview before work.
    #[must_use]
    pub fn of(state: &Preflight) -> Self {
        let answers = state.answers().filter_map(|it| {
            let (question, answer) = (it.question.clone(), it.answer.clone()?);
            Some(PreflightReply { number: it.number, question, answer, at: it.timestamp })
        });
        let understood = state.reformulation.as_ref().and_then(|it| it.summary.clone());
        Self {
            request: state.request.clone(),
            answers: answers.collect(),
            understood,
            yes: yes_of(state),
            skipped: skipped_of(state),
        }
    }

    /// Says what it holds, in a line for people.
    #[must_use]
    pub fn summary(&self) -> String {
        let n = self.answers.len();
        let noun = if n == 1 { "answer" } else { "answers" };
        let end = match (&self.yes, &self.skipped) {
            (Some(_), _) => ", confirmed",
            (None, Some(_)) => ", the rest skipped",
            (None, None) => "",
        };
        format!("opened from preflight: {n} {noun}{end}")
    }

    pub(crate) fn example() -> Self {
        let words = "yes".to_owned();
        Self {
            request: Some("make the login better".to_owned()),
            answers: vec![PreflightReply {
                number: 1,
                question: "What should be different afterwards?".to_owned(),
                answer: "One tap instead of a password.".to_owned(),
                at: None,
            }],
            understood: Some("Goal: sign in with one tap.".to_owned()),
            yes: Some(PreflightWord { words, by: Some(Actor::parse("person:Ada")), at: None }),
            skipped: None,
        }
    }
}

fn yes_of(state: &Preflight) -> Option<PreflightWord> {
    let shown = state.reformulation.as_ref()?;
    let words = match (shown.response?, &shown.corrections) {
        (Validation::Yes, _) => "yes".to_owned(),
        (Validation::Minor, Some(text)) => format!("yes, with corrections: {text}"),
        (Validation::Minor, None) => "yes, with corrections".to_owned(),
        (Validation::Gaps, _) => return None,
    };
    Some(PreflightWord { words, by: shown.validated_by.clone(), at: shown.validated_at })
}

/// What was confirmed was not skipped: asking for the same again is noted in the same list.
fn skipped_of(state: &Preflight) -> Option<PreflightWord> {
    let entry = state.bypasses.last().filter(|_| yes_of(state).is_none())?;
    let words = entry.given.clone().or_else(|| entry.reason.map(|it| it.word().to_owned()))?;
    Some(PreflightWord { words, by: entry.actor.clone(), at: entry.timestamp })
}
