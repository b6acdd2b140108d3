//! An interview, one need at a time.
//!
//! Owns the order of a turn: decide, write the document whole, read it again, and only then record
//! it and ask on. Must not know whether a person, a script or an agent answers.

use crate::app::{App, Caller};
use crate::error::Error;
use charter_core::interview::{Open, Submission, Topic, fulfil, need};
use charter_core::{Decision, NextAction, Refusal};
use charter_mind::OfflineMind;
use charter_store::Failure;
use serde::Serialize;
use serde_json::Value;
use std::path::Path;

/// What an interview waits for.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct NeedReport {
    /// The name under which it is fulfilled; none where nothing is open.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub need_id: Option<String>,
    /// `ask` or `done`.
    pub kind: &'static str,
    /// Who can fulfil it.
    pub r#for: &'static str,
    /// The number of the question.
    pub round: u64,
    /// The words.
    pub prompt: String,
    /// What `submit` takes beside the id.
    pub schema: Value,
    /// Where the interview stands.
    pub context: NeedContext,
    /// What to do next.
    pub next_actions: Vec<NextAction>,
}

/// Where an interview stands.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct NeedContext {
    /// The charter.
    pub charter_id: String,
    /// Its directory.
    pub path: String,
    /// What the question is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub topic: Option<String>,
    /// The most questions there can be.
    pub total_questions: u64,
    /// The topics that nothing covers yet.
    pub gaps_remaining: Vec<Topic>,
}

impl App {
    /// Says what the interview of the charter that the caller means waits for; nothing is written.
    pub fn interview_next(&self, caller: &Caller) -> Result<NeedReport, Error> {
        let id = self.select(caller)?;
        let open = self.open_charter(id)?;
        let need = need(&open.docs, open.state(), &self.context(caller), &OfflineMind::new());
        Ok(self.need_report(&open.id, need))
    }

    /// Takes a reply and says what comes next.
    pub fn interview_submit(
        &self,
        caller: &Caller,
        need_id: Option<&str>,
        submission: &Submission,
    ) -> Result<NeedReport, Error> {
        let id = self.select(caller)?;
        let ctx = self.context(caller);
        let mut transaction = self.store.begin(&id)?;
        transaction.loaded().can_write()?;
        charter_core::check_open(&transaction.loaded().state)?;
        let docs = self.store.read_docs(&id).into_docs();
        let (Decision { events, edits }, open) = fulfil(
            &docs,
            &transaction.loaded().state,
            need_id,
            submission,
            &ctx,
            &OfflineMind::new(),
        )?;
        // The answer first: an event about an answer that is nowhere would be a lie.
        transaction.apply(&edits)?;
        let written = self.store.read_docs(&id).charter;
        if edits.first().is_none_or(|edit| edit.bytes != written) {
            let head = transaction.loaded().state.head();
            return Err(Failure::Conflict { expected: head, found: head }.into());
        }
        let head = transaction.loaded().state.head();
        let _ = transaction.append(head, &ctx.drafts(&id, events))?;
        Ok(self.need_report(&id, open))
    }

    /// Gives replies one after the other, as long as something is asked.
    pub fn interview_all(
        &self,
        caller: &Caller,
        replies: &[Submission],
    ) -> Result<NeedReport, Error> {
        let mut report = self.interview_next(caller)?;
        for reply in replies {
            if report.need_id.is_none() {
                break;
            }
            report = self.interview_submit(caller, report.need_id.as_deref(), reply)?;
        }
        Ok(report)
    }

    /// Reads replies from a file: a JSON array of answers and `{"skip": reason}`, or one a line.
    pub fn read_replies(&self, path: &Path) -> Result<Vec<Submission>, Error> {
        let path = self.cwd.join(path);
        let bytes = self.store.read_file(&path).map_err(|source| Failure::Io {
            action: "read",
            path: path.clone(),
            source,
        })?;
        let text = String::from_utf8_lossy(&bytes);
        let Ok(Value::Array(items)) = serde_json::from_str(&text) else {
            let lines = text.lines().map(str::trim).filter(|it| !it.is_empty());
            return Ok(lines.map(|it| Submission::Answer(it.to_owned())).collect());
        };
        let reply = |item: &Value| match (item, item.get("skip").and_then(Value::as_str)) {
            (Value::String(answer), _) => Ok(Submission::Answer(answer.clone())),
            (_, Some(reason)) => Ok(Submission::Skip(reason.to_owned())),
            _ => Err(Refusal::AnswerMissing.into()),
        };
        items.iter().map(reply).collect()
    }

    fn need_report(&self, id: &charter_core::CharterId, open: Open) -> NeedReport {
        let context = |topic, gaps_remaining| NeedContext {
            charter_id: id.to_string(),
            path: self.charter_path(id),
            topic,
            total_questions: charter_core::interview::QUESTIONS_MAX,
            gaps_remaining,
        };
        match open {
            Open::Ask(question) => NeedReport {
                need_id: Some(question.id()),
                kind: "ask",
                r#for: "user",
                round: question.number,
                prompt: question.text,
                schema: answer_schema(),
                context: context(Some(question.topic), question.gaps),
                next_actions: vec![NextAction::about(
                    "interview submit",
                    id.as_str(),
                    "answer it",
                    "--answer \"your words\"",
                )],
            },
            Open::Done(gaps) => {
                done("the interview is at its end".to_owned(), context(None, gaps), id)
            }
            Open::Stuck(reason) => done(reason, context(None, Vec::new()), id),
        }
    }
}

fn done(prompt: String, context: NeedContext, id: &charter_core::CharterId) -> NeedReport {
    NeedReport {
        need_id: None,
        kind: "done",
        r#for: "user",
        round: 0,
        prompt,
        schema: serde_json::json!({ "not": {} }),
        context,
        next_actions: vec![NextAction::about("status", id.as_str(), "see where it stands", "")],
    }
}

/// Gives the JSON Schema of what `submit` takes beside the id.
fn answer_schema() -> Value {
    serde_json::json!({
        "type": "object",
        "properties": {
            "answer": { "type": "string", "minLength": 1 },
            "skip": { "type": "string", "minLength": 1 },
        },
        "oneOf": [{ "required": ["answer"] }, { "required": ["skip"] }],
    })
}
