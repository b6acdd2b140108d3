//! The trace of a criterion: answer, criterion, evidence, commit.
//!
//! Owns how what the ledger keeps about one criterion is put in order. Must not judge, and must not know
//! screens.

use crate::app::OpenCharter;
use charter_contract::agreement::{self, RegisterDiff};
use charter_contract::document::Criterion;
use charter_contract::proof::Trial;
use charter_contract::{Agreed, ContractEvent, Run, Verdict, judge_entry};
use charter_engine::event::{CharterEvent, EventBody};
use charter_interview::Spoken;
use charter_kernel::event::Payload;
use charter_kernel::{Actor, Digest, Timestamp};
use serde::Serialize;

/// What stands for the question where the idea that opened a charter is the answer.
const THE_IDEA: &str = "The idea this charter was opened with";

/// Where a criterion comes from, what was agreed about it, and what shows it.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Trace {
    pub answers: Vec<TraceAnswer>,
    /// Missing where nobody agreed on it yet.
    pub agreed: Option<TraceAgreed>,
    /// Every record, oldest first.
    pub evidence: Vec<TraceEvidence>,
}

/// An answer that a criterion rests on; what the ledger does not have in words is missing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct TraceAnswer {
    /// Its name, as `From:` gives it.
    #[serde(rename = "ref")]
    pub name: String,
    pub question: Option<String>,
    pub answer: Option<String>,
    pub actor: Option<Actor>,
    pub ts: Option<Timestamp>,
    /// Whether the interviewer answered because the user left it open.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub assumed: bool,
    /// Whether the ledger knows the name at all.
    #[serde(skip)]
    pub is_known: bool,
}

/// A criterion as it was agreed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct TraceAgreed {
    pub ts: Timestamp,
    pub actor: Actor,
    pub text: String,
    /// What it says now, where that is something else.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub now: Option<String>,
    /// What other branches agreed on without seeing it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub others: Vec<String>,
}

/// One record of evidence, judged by what it holds alone.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct TraceEvidence {
    pub ts: Timestamp,
    pub actor: Actor,
    /// What ran; missing where somebody said so.
    pub argv: Option<Vec<String>>,
    pub commit: Option<String>,
    /// The first commit that holds the record, and with it what was looked at.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub recorded_in: Option<String>,
    /// Whether files differed from that commit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dirty: Option<bool>,
    pub verdict: Verdict,
    pub reasons: Vec<String>,
    pub summary: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub trials: Vec<Trial>,
    /// The event that holds the record.
    #[serde(skip)]
    pub(crate) event: Digest,
    /// The run, for a front end that shows more of it.
    #[serde(skip)]
    pub run: Option<Run>,
}

impl Trace {
    /// Begins one with what the state of a charter knows; records are added one by one.
    pub(crate) fn begin(open: &OpenCharter, criterion: &Criterion) -> Self {
        let interview = &open.state().interview;
        let mut names: Vec<&str> = criterion.from.iter().map(String::as_str).collect();
        let more = interview.preflight_names();
        names.extend(more.into_iter().filter(|it| !criterion.from.iter().any(|at| at == it)));
        let is_known = |it: &str| open.state().contract.answers.contains_key(it);
        let answer = |name: &str| match interview.spoken(name) {
            Some(spoken) => TraceAnswer::of(name, spoken),
            None => TraceAnswer::unspoken(name, is_known(name)),
        };
        let answers = names.into_iter().map(answer).collect();
        Self { answers, agreed: agreed(open, criterion), evidence: Vec::new() }
    }

    /// Takes in the next event of the ledger.
    pub(crate) fn add(&mut self, open: &OpenCharter, criterion: &Criterion, event: &CharterEvent) {
        let Payload::Known(EventBody::Contract(body)) = &event.payload else { return };
        if let ContractEvent::CharterCreated { objective, .. } = body {
            self.take_idea(objective, event);
        }
        let ContractEvent::EvidenceRecorded { criterion_id, summary, basis, run, .. } = body else {
            return;
        };
        if *criterion_id != criterion.id {
            return;
        }
        let rigor = open.state().contract.rigor;
        let Some(judged) = judge_entry(criterion, body, &event.actor, rigor) else { return };
        self.evidence.push(TraceEvidence {
            ts: event.ts,
            actor: event.actor.clone(),
            argv: run.as_ref().map(|it| it.argv.clone()),
            commit: basis.as_ref().and_then(|it| it.commit.clone()),
            recorded_in: None,
            event: event.id,
            dirty: basis.as_ref().and_then(|it| it.dirty),
            verdict: judged.verdict,
            reasons: judged.reasons,
            summary: summary.clone(),
            trials: run.as_ref().map(|it| it.trials.clone()).unwrap_or_default(),
            run: run.as_deref().cloned(),
        });
    }

    /// An idea that said enough was the first answer, and no event says so but the first.
    fn take_idea(&mut self, objective: &str, event: &CharterEvent) {
        let is_idea = |it: &&mut TraceAnswer| it.name == "Q1" && !it.is_known;
        if let Some(answer) = self.answers.iter_mut().find(is_idea) {
            answer.question = Some(THE_IDEA.to_owned());
            answer.answer = Some(objective.to_owned()).filter(|it| !it.is_empty());
            (answer.actor, answer.ts) = (Some(event.actor.clone()), Some(event.ts));
            answer.is_known = true;
        }
    }
}

impl TraceAnswer {
    fn of(name: &str, spoken: Spoken) -> Self {
        let Spoken { question, answer, by: actor, ts, assumed } = spoken;
        Self { name: name.to_owned(), question, answer, actor, ts, assumed, is_known: true }
    }

    fn unspoken(name: &str, is_known: bool) -> Self {
        let (question, answer, actor, ts) = (None, None, None, None);
        Self { name: name.to_owned(), question, answer, actor, ts, assumed: false, is_known }
    }
}

fn agreed(open: &OpenCharter, criterion: &Criterion) -> Option<TraceAgreed> {
    let contract = &open.state().contract;
    let (last, others): (&Agreed, &[Agreed]) = contract.agreed.get(&criterion.id)?.split_last()?;
    let differences = agreement::differences(&open.docs, contract).into_iter();
    let now = differences.filter(|it| *it.id() == criterion.id).find_map(|it| match it {
        RegisterDiff::Reworded { now, .. } => Some(now.text),
        RegisterDiff::Added(_) | RegisterDiff::Unseen(_) | RegisterDiff::Removed { .. } => None,
    });
    let is_other = |it: &&Agreed| it.text != last.text;
    Some(TraceAgreed {
        ts: last.ts,
        actor: last.by.clone(),
        text: last.text.clone(),
        now,
        others: others.iter().filter(is_other).map(|it| it.text.clone()).collect(),
    })
}
