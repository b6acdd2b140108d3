//! A reply into a decision.
//!
//! Owns what may be submitted. Pure: the same document, reply and mind give the same decision. Must
//! not know where the reply comes from.

use super::finish::is_complete;
use super::register::draft;
use super::turn::{Open, Question, begin, open, reply};
use super::{Entry, Mind, Pad, Reply};
use crate::decide::FileEdit;
use crate::document::{Outline, Source};
use crate::event::EventBody;
use crate::{Context, Decision, Digest, Docs, Refusal, State};

/// What a caller replies.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Submission {
    /// An answer.
    Answer(String),
    /// No answer, with the reason.
    Skip(String),
}

/// Says what an interview of a document waits for, whether it was begun or not.
#[must_use]
pub fn need(docs: &Docs, state: &State, ctx: &Context, mind: &dyn Mind) -> Open {
    let source = docs.charter.source();
    if is_over(source) {
        return Open::Done(Vec::new());
    }
    match begin(source, ctx.now) {
        Some(begun) => open(&begun, mind, &state.answered),
        None => Open::Stuck("charter.md cannot take a scratch pad".to_owned()),
    }
}

/// Decides a submission for a question, by its id, or for whichever is open.
pub fn fulfil(
    docs: &Docs,
    state: &State,
    need_id: Option<&str>,
    submission: &Submission,
    ctx: &Context,
    mind: &dyn Mind,
) -> Result<(Decision, Open), Refusal> {
    let source = docs.charter.source();
    if is_over(source) {
        return Err(Refusal::NoQuestion("the interview is at its end".to_owned()));
    }
    let begun = begin(source, ctx.now).ok_or(Refusal::PadHidden)?;
    let question = match open(&begun, mind, &state.answered) {
        Open::Ask(question) => question,
        Open::Done(_) => return Err(Refusal::NoQuestion("the interview is at its end".to_owned())),
        Open::Stuck(reason) => return Err(Refusal::NoQuestion(reason)),
    };
    if let Some(given) = need_id.filter(|it| *it != question.id()) {
        let (given, open) = (given.to_owned(), question.id());
        return Err(Refusal::OtherQuestion { given, open });
    }
    let said = said(&question, submission)?;
    let turn = reply(&begun, &question, said, mind, &state.answered).ok_or(Refusal::PadHidden)?;
    let mut events: Vec<EventBody> = turn.entries.iter().map(event_of).collect();
    if let Open::Done(gaps) = &turn.open {
        events.push(EventBody::InterviewFinished { gaps: gaps.clone() });
    }
    let bytes = turn.source.bytes().to_vec();
    let mut edits = vec![FileEdit { path: "charter.md".to_owned(), bytes }];
    if let Some(register) = draft(docs.criteria.source(), &turn.said, mind) {
        let bytes = register.bytes().to_vec();
        edits.push(FileEdit { path: "criteria.md".to_owned(), bytes });
    }
    Ok((Decision { events, edits }, turn.open))
}

/// A document that was called complete is not asked about again by itself.
fn is_over(source: &Source) -> bool {
    is_complete(source) && Pad::find(source, &Outline::parse(source)).is_none()
}

fn said(question: &Question, submission: &Submission) -> Result<Reply, Refusal> {
    let (Submission::Answer(text) | Submission::Skip(text)) = submission;
    if !text.chars().any(char::is_alphanumeric) {
        return Err(Refusal::AnswerMissing);
    }
    Ok(match submission {
        Submission::Answer(answer) => {
            Reply::Answered { asked: question.text.clone(), answer: answer.clone() }
        }
        Submission::Skip(reason) => Reply::Skipped(reason.clone()),
    })
}

fn event_of(entry: &Entry) -> EventBody {
    let (number, topic) = (entry.number, entry.topic.clone());
    match &entry.reply {
        Reply::Answered { answer, .. } => {
            let answer = Digest::of(answer.as_bytes());
            EventBody::QuestionAnswered { number, topic, answer }
        }
        Reply::Skipped(reason) => {
            EventBody::QuestionSkipped { number, topic, reason: reason.clone() }
        }
    }
}
