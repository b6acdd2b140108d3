//! The review of drafted criteria, as a need and its reply.
//!
//! Owns what a front end is told and what a reply may look like. Must not decide or know which interview drafted.

use crate::app::{App, Caller, OpenCharter};
use crate::commit::{DocsWanted, Pen, ToWrite};
use crate::deep::Handed;
use crate::error::Error;
use charter_contract::{CharterAct, Docs};
use charter_engine::State;
use charter_interview::brief::{Aim, tongue};
use charter_interview::decision::brief::is_accept;
use charter_interview::drafted::{
    AcceptedRows, DraftedReply, DraftedRow, drafted, drafted_id, review,
};
use charter_interview::rules::OfflineMind;
use charter_interview::{InterviewRefusal, Tongue, running};
use charter_kernel::{CharterId, Decision, NextAction};
use serde::Serialize;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// The drafted criteria that wait for a look.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct DraftedReport {
    pub need_id: String,
    /// Always `review`.
    pub kind: &'static str,
    /// Who can fulfil it.
    pub r#for: &'static str,
    pub prompt: String,
    pub rows: Vec<DraftedRow>,
    /// What `submit` takes beside the id.
    pub schema: Value,
    pub charter_id: String,
    pub path: String,
    pub next_actions: Vec<NextAction>,
    #[serde(skip)]
    pub tongue: Tongue,
}

impl App {
    /// Says which drafted criteria of the charter that the caller means wait for a look.
    pub fn drafted_next(&self, caller: &Caller) -> Result<Option<DraftedReport>, Error> {
        let open = self.read_charter(caller)?;
        Ok(self.drafted_in(&open))
    }

    pub(crate) fn drafted_in(&self, open: &OpenCharter) -> Option<DraftedReport> {
        self.drafted_report(&open.id, &open.docs, open.state())
    }

    /// Gives the review where interviews are at their end and something waits for it.
    pub(crate) fn drafted_report(
        &self,
        id: &CharterId,
        docs: &Docs,
        state: &State,
    ) -> Option<DraftedReport> {
        let mut rows = drafted(docs, &state.contract);
        if rows.is_empty() || running(docs, &state.interview).is_some() {
            return None;
        }
        let tests = self.project_tests();
        for row in rows.iter_mut().filter(|it| it.command.is_none()) {
            row.suggested = tests.suggest(&row.text);
        }
        let line = |it: &DraftedRow| format!("\n{}: {}", it.id, it.text);
        let lines: String = rows.iter().map(line).collect();
        let about =
            |hint: &str, rest: &str| NextAction::about("interview submit", id.as_str(), hint, rest);
        Some(DraftedReport {
            need_id: drafted_id(&rows),
            kind: "review",
            r#for: "user",
            prompt: format!("Criteria drafted from what was said. Are they right?\n{lines}"),
            rows,
            schema: schema(),
            charter_id: id.to_string(),
            path: self.charter_path(id),
            next_actions: vec![about("agree on all of them", "--answer accept")],
            tongue: tongue(&docs.charter),
        })
    }

    /// Takes what somebody makes of drafted criteria.
    pub fn drafted_submit(
        &self,
        caller: &Caller,
        aim: Aim<'_>,
        reply: &DraftedReply,
    ) -> Result<(), Error> {
        let mut pen = self.hold(caller, self.select(caller)?, DocsWanted::All)?;
        self.drafted_take(&mut pen, aim, reply)
    }

    pub(crate) fn drafted_take(
        &self,
        pen: &mut Pen<'_>,
        aim: Aim<'_>,
        reply: &DraftedReply,
    ) -> Result<(), Error> {
        let contract = &pen.state().contract;
        let open = drafted_id(&drafted(pen.docs(), contract));
        if let Aim::Open(given) | Aim::Named(given) = aim
            && given != open
        {
            return Err(InterviewRefusal::OtherQuestion { given: given.to_owned(), open }.into());
        }
        let act = CharterAct::AddCriteria;
        act.check(&pen.ctx.actor, contract.rigor, || "charter agree".to_owned())?;
        let decision = review(pen.docs(), contract, reply, OfflineMind::shipped())?;
        let Decision { events, edits } = decision.lift();
        pen.write(ToWrite { before: edits, events, after: None, act: Some(act) })?;
        Ok(())
    }
}

/// Reads a reply: an object, or words that accept all.
pub(crate) fn drafted_reply(handed: &Handed) -> Result<DraftedReply, Error> {
    let unclear = |words: &str| InterviewRefusal::DraftedUnclear(words.to_owned()).into();
    match handed {
        Handed::Words(words) if is_accept(words) || words.trim() == "all" => {
            Ok(DraftedReply { accept: AcceptedRows::All, ..DraftedReply::default() })
        }
        Handed::Words(_) | Handed::Skip(_) => Err(unclear("say `accept`, or hand in an object")),
        Handed::Content(content) => {
            read(content).ok_or_else(|| unclear("the object is not as the schema says"))
        }
    }
}

fn read(content: &Value) -> Option<DraftedReply> {
    let texts = |key: &str| {
        let Some(value) = content.get(key) else { return Some(BTreeMap::new()) };
        serde_json::from_value::<BTreeMap<String, String>>(value.clone()).ok()
    };
    let ids = |value: &Value| serde_json::from_value::<BTreeSet<String>>(value.clone()).ok();
    let accept = match content.get("accept") {
        None | Some(Value::Bool(false)) => AcceptedRows::None,
        Some(Value::Bool(true)) => AcceptedRows::All,
        Some(Value::String(word)) if word == "all" => AcceptedRows::All,
        Some(value) => AcceptedRows::These(ids(value)?),
    };
    Some(DraftedReply {
        edit: texts("edit")?,
        measure: texts("measure")?,
        command: texts("command")?,
        merge: match content.get("merge") {
            None => Vec::new(),
            Some(value) => serde_json::from_value(value.clone()).ok()?,
        },
        drop: content.get("drop").map_or(Some(BTreeSet::new()), ids)?,
        accept,
    })
}

/// Gives the JSON Schema of a reply.
fn schema() -> Value {
    let texts =
        json!({ "type": "object", "additionalProperties": { "type": "string", "minLength": 1 } });
    let ids = json!({ "type": "array", "items": { "type": "string" } });
    json!({
        "type": "object",
        "description": "accept: `all` or ids. edit: what a criterion says instead. measure: what is counted, \
                        where a gap is marked. merge: pairs, the second goes into the first. drop: ids",
        "properties": {
            "accept": { "anyOf": [{ "enum": ["all"] }, { "type": "boolean" }, ids] },
            "edit": texts,
            "measure": texts,
            "command": texts,
            "merge": { "type": "array", "items": { "type": "array", "minItems": 2, "maxItems": 2,
                                                   "items": { "type": "string" } } },
            "drop": ids,
        },
    })
}
