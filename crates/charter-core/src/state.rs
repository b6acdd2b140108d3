//! What a charter's events add up to.
//!
//! Owns the fold: [`State::apply`] is the only mutation and replay is a loop over it. It is total:
//! any sequence of events gives a state. Must not know documents. The state is also what a
//! checkpoint stores; a checkpoint of another format is thrown away and folded again.

use crate::deep::{self, Interview};
use crate::event::{
    AdoptedRecord, Adoptee, Artifact, Event, EventBody, EvidenceOutcome, EvidenceSource, Import,
    Run,
};
use crate::evidence::Basis;
use crate::interview::Topic;
use crate::objection::Objection;
use crate::plan::{Approval, Plan, StageText};
use crate::receipt::{Receipt, ReceiptKind};
use crate::{Rigor, Status};
use charter_kernel::event::{Head, Payload};
use charter_kernel::{Actor, CriterionId, Digest, SessionId, Timestamp};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// The version of this shape in a checkpoint.
pub const FORMAT: u32 = 14;

/// A charter as its ledger tells it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct State {
    /// The charter's id; empty before the first event.
    pub charter_id: String,
    /// Its name at creation.
    pub name: String,
    /// The idea it started from.
    pub objective: String,
    /// How much proof it wants.
    pub rigor: Rigor,
    /// The commit it was created at.
    pub base: Option<String>,
    /// Where it is.
    pub status: Status,
    /// Where it was before it was paused or ended.
    pub previous_status: Option<Status>,
    /// When it was created.
    pub created_at: Option<Timestamp>,
    /// When the last event was written.
    pub updated_at: Option<Timestamp>,
    /// When it ended.
    pub ended_at: Option<Timestamp>,
    /// Why it rests or ended.
    pub reason: Option<String>,
    /// The latest record of every criterion that has one.
    pub criteria: BTreeMap<CriterionId, CriterionRecord>,
    /// The criteria that a person took out, with the reason.
    pub waived: BTreeMap<CriterionId, Waiver>,
    /// The sessions that were bound to it, each with the number of its binding.
    pub sessions: BTreeMap<SessionId, u64>,
    /// The topics that an interview has covered.
    pub answered: BTreeSet<Topic>,
    /// The replies of all interviews, by the name of their question.
    pub answers: BTreeMap<String, AnswerRecord>,
    /// The replies that came through an agent and that no person has confirmed, by the same names.
    pub relayed: BTreeSet<String>,
    /// The latest receipt of every milestone.
    pub receipts: BTreeMap<String, Receipt>,
    /// The latest receipt for the whole.
    pub final_receipt: Option<Receipt>,
    /// The gates that were taken, each with its milestone.
    pub gates: BTreeMap<Digest, String>,
    /// What reviewers found, by its name.
    pub objections: BTreeMap<String, Objection>,
    /// How many interviews came to their end.
    pub n_interviews: u64,
    /// The interview elsewhere that a deep one begins from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub imported: Option<Box<Import>>,
    /// The deep interview, once one began.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deep: Option<Box<Interview>>,
    /// The plan, once one was opened: its latest run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plan: Option<Box<Plan>>,
    /// The ends of the ledger before repairs: a derived file made from one is behind.
    pub former_heads: Vec<Digest>,
    /// How many events there are.
    pub n_events: u64,
    /// How many of them this version does not know.
    pub n_unknown: u64,
    /// The hash of the last one.
    pub head: Digest,
}

/// A criterion that a person took out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Waiver {
    /// Why.
    pub reason: String,
    /// The digest of what the criterion said then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub criterion: Option<Digest>,
}

/// A reply in an interview; its words are in charter.md.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AnswerRecord {
    /// What the question was about.
    pub topic: String,
    /// The digest of the answer, or of the reason why there is none.
    pub digest: Digest,
}

/// Names a question, as `From:` does: `Q4`, and `Q4/2` in the second interview.
#[must_use]
pub fn question_name(interview: u64, number: u64) -> String {
    if interview <= 1 { format!("Q{number}") } else { format!("Q{number}/{interview}") }
}

/// The latest word on a criterion.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CriterionRecord {
    /// What it shows.
    pub outcome: EvidenceOutcome,
    /// What sort of check it was.
    pub source: EvidenceSource,
    /// What was seen.
    pub last_summary: String,
    /// Why that is enough.
    pub because: Option<String>,
    /// Where the evidence is.
    pub last_evidence_path: Option<String>,
    /// When it was written down.
    pub last_ts: Timestamp,
    /// Who wrote it down.
    pub recorded_by: Actor,
    /// How often this criterion has been recorded.
    pub n_records: u64,
    /// The files that belong to the evidence.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub artifacts: Vec<Artifact>,
    /// What the evidence rests on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub basis: Option<Basis>,
    /// The run that the tool made itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub run: Option<Run>,
    /// The last run that failed, until one passes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failed_run: Option<Box<FailedRun>>,
}

/// A run that failed, for whoever says otherwise afterwards.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FailedRun {
    /// What was seen.
    pub summary: String,
    /// The digest of the files that each watch meant then.
    pub watched: BTreeMap<String, Digest>,
    /// The run itself.
    pub run: Run,
}

impl CriterionRecord {
    /// Gives the run that failed on the very content that this record is somebody's word about. A
    /// report of tests is more than a word.
    #[must_use]
    pub fn contradicted_by(&self) -> Option<&FailedRun> {
        let failed = self.failed_run.as_deref()?;
        let is_word = self.run.is_none() && self.artifacts.iter().all(|it| it.report.is_none());
        let now = self.basis.as_ref().map(|it| &it.watched)?;
        let mut then = failed.watched.iter();
        let is_same =
            !failed.watched.is_empty() && then.all(|(it, digest)| now.get(it) == Some(digest));
        (is_word && is_same).then_some(failed)
    }
}

impl Default for State {
    fn default() -> Self {
        Self {
            charter_id: String::new(),
            name: String::new(),
            objective: String::new(),
            rigor: Rigor::Standard,
            base: None,
            status: Status::Active,
            previous_status: None,
            created_at: None,
            updated_at: None,
            ended_at: None,
            reason: None,
            criteria: BTreeMap::new(),
            waived: BTreeMap::new(),
            sessions: BTreeMap::new(),
            answered: BTreeSet::new(),
            answers: BTreeMap::new(),
            relayed: BTreeSet::new(),
            receipts: BTreeMap::new(),
            final_receipt: None,
            gates: BTreeMap::new(),
            objections: BTreeMap::new(),
            n_interviews: 0,
            imported: None,
            deep: None,
            plan: None,
            former_heads: Vec::new(),
            n_events: 0,
            n_unknown: 0,
            head: Digest::ZERO,
        }
    }
}

impl State {
    /// Gives the end of the ledger that this state was folded from.
    #[must_use]
    pub fn head(&self) -> Head {
        Head { seq: self.n_events, hash: self.head }
    }

    /// Tells whether there is a charter at all.
    #[must_use]
    pub fn exists(&self) -> bool {
        self.n_events > 0
    }

    /// Takes in the next event.
    pub fn apply(&mut self, event: &Event) {
        self.n_events = event.seq;
        self.head = event.hash;
        self.updated_at = Some(event.ts);
        if self.charter_id.is_empty() {
            event.charter_id.as_str().clone_into(&mut self.charter_id);
            self.created_at = Some(event.ts);
        }
        match &event.payload {
            Payload::Known(body) => self.apply_body(event, body),
            Payload::Unknown(_) => self.n_unknown += 1,
        }
    }

    fn apply_body(&mut self, event: &Event, body: &EventBody) {
        match body {
            EventBody::CharterCreated { name, objective, rigor, base } => {
                self.name.clone_from(name);
                self.objective.clone_from(objective);
                self.rigor = *rigor;
                self.base.clone_from(base);
            }
            EventBody::CharterPaused { reason } => self.move_to(Status::Paused, reason.clone()),
            EventBody::CharterResumed {} => {
                self.move_to(Status::Active, None);
                self.previous_status = None;
            }
            EventBody::CharterCompleted { note, .. } => {
                self.move_to(Status::Completed, note.clone());
                self.ended_at = Some(event.ts);
            }
            EventBody::CharterAbandoned { reason } => {
                self.move_to(Status::Abandoned, Some(reason.clone()));
                self.ended_at = Some(event.ts);
            }
            EventBody::SessionBound { session, turn } => {
                self.sessions.insert(session.clone(), *turn);
            }
            EventBody::EvidenceRecorded { .. } => self.record(event, body),
            EventBody::CriterionWaived { criterion_id, reason, criterion } => {
                self.waive(criterion_id, reason, *criterion);
            }
            EventBody::LedgerRepaired { former_heads, .. } => {
                self.former_heads.extend_from_slice(former_heads);
            }
            EventBody::InterviewFinished { gaps } => {
                self.answered.extend(Topic::ALL.iter().filter(|topic| !gaps.contains(topic)));
                self.n_interviews += 1;
            }
            EventBody::QuestionAnswered { number, answer, topic } => {
                self.reply(*number, topic, *answer, &event.actor);
            }
            EventBody::QuestionSkipped { number, reason, topic } => {
                self.reply(*number, topic, Digest::of(reason.as_bytes()), &event.actor);
            }
            EventBody::AnswersConfirmed { answers } => {
                self.relayed.retain(|it| !answers.contains(it));
            }
            EventBody::CheckpointTaken { receipt } => self.take(receipt),
            EventBody::ObjectionRaised { id, target, text } => self.object(event, id, target, text),
            EventBody::ObjectionSettled { id, how } => {
                if let Some(objection) = self.objections.get_mut(id) {
                    objection.settled = Some(how.clone());
                }
            }
            EventBody::DeepInterviewBegun(setup) => self.begin_deep(event, setup),
            EventBody::DeepNeedFulfilled { need_id, round, fulfilment } => {
                self.fulfil(deep::Fulfilled { need_id, round: *round, fulfilment, at: event.ts });
                self.relay_deep(need_id, *round, fulfilment, &event.actor);
            }
            EventBody::PlanOpened { run, task, limits } => {
                self.plan = Some(Box::new(Plan::new(*run, task, *limits)));
            }
            EventBody::PlanStageWritten(text) => self.take_text(event, text),
            EventBody::PlanApproved { digest, .. } => self.approve(event, *digest),
            EventBody::Adopted(adoptee) => self.adopt(adoptee, event.ts),
            EventBody::InterviewImported(import) => self.imported = Some(import.clone()),
            EventBody::ContractImported(_) | EventBody::TailSetAside { .. } => {}
        }
    }

    fn begin_deep(&mut self, event: &Event, setup: &deep::Setup) {
        if let Some(interview) = &mut self.deep {
            interview.begin_again(setup);
            return;
        }
        let mut interview = Interview::new(setup.clone(), event.ts);
        if let Some(import) = self.imported.take() {
            interview.take_over(&import);
        }
        self.deep = Some(Box::new(interview));
    }

    fn object(&mut self, event: &Event, id: &str, target: &str, text: &str) {
        let (target, text, raised_by) = (target.to_owned(), text.to_owned(), event.actor.clone());
        let objection = Objection { target, text, raised_by, settled: None };
        self.objections.insert(id.to_owned(), objection);
    }

    fn take_text(&mut self, event: &Event, text: &StageText) {
        if let Some(plan) = &mut self.plan {
            plan.take(text, event.ts, &event.actor);
        }
    }

    /// A criterion that a plan proposed rests on what was approved.
    fn approve(&mut self, event: &Event, digest: Digest) {
        let Some(plan) = &mut self.plan else { return };
        plan.approval = Some(Approval { digest, at: event.ts, by: event.actor.clone() });
        let topic = "plan".to_owned();
        self.answers.insert(plan.name(), AnswerRecord { topic, digest });
    }

    fn take(&mut self, receipt: &Receipt) {
        self.gates.insert(receipt.gate, receipt.milestone_id.clone());
        self.receipts.insert(receipt.milestone_id.clone(), receipt.clone());
        if receipt.kind == ReceiptKind::Final {
            self.final_receipt = Some(receipt.clone());
        }
    }

    /// Lists the objections that are not settled, by their names.
    pub fn open_objections(&self) -> impl Iterator<Item = (&String, &Objection)> {
        self.objections.iter().filter(|(_, it)| it.settled.is_none())
    }

    /// What a criterion rests on is known by its digest: an answer by its words, a fact by its
    /// statement and by whether it still holds.
    fn fulfil(&mut self, fulfilled: deep::Fulfilled<'_>) {
        let Some(interview) = &mut self.deep else { return };
        interview.apply(fulfilled);
        for number in [fulfilled.round, interview.n_rounds()] {
            let Some(round) = interview.round(number) else { continue };
            let Some(said) = round.said() else { continue };
            let (topic, digest) = (format!("round {number}"), Digest::of(said.as_bytes()));
            self.answers.insert(round.name(), AnswerRecord { topic, digest });
        }
        if !fulfilled.fulfilment.touches_facts() {
            return;
        }
        for fact in &interview.facts {
            let holds = !fact.disputed && !fact.is_superseded();
            let digest = Digest::of(format!("{holds} {}", fact.statement).as_bytes());
            let topic = "fact".to_owned();
            self.answers.insert(fact.id.clone(), AnswerRecord { topic, digest });
        }
    }

    fn reply(&mut self, number: u64, topic: &str, digest: Digest, actor: &Actor) {
        let name = question_name(self.n_interviews + 1, number);
        self.answers.insert(name.clone(), AnswerRecord { topic: topic.to_owned(), digest });
        self.relay(name, actor);
    }

    fn waive(&mut self, id: &CriterionId, reason: &str, criterion: Option<Digest>) {
        self.waived.insert(id.clone(), Waiver { reason: reason.to_owned(), criterion });
    }

    fn relay_deep(&mut self, need_id: &str, round: u32, said: &deep::Fulfilment, actor: &Actor) {
        if self.deep.is_some() && said.is_the_users() {
            let name = if round == 0 { need_id.to_owned() } else { format!("R{round}") };
            self.relay(name, actor);
        }
    }

    /// Whoever replies last says whether a person has to look at it.
    fn relay(&mut self, name: String, actor: &Actor) {
        if actor.is_person() {
            self.relayed.remove(&name);
        } else {
            self.relayed.insert(name);
        }
    }

    /// Takes over what an earlier tool said; nothing it said about who acted counts as a person.
    pub fn adopt(&mut self, adoptee: &Adoptee, now: Timestamp) {
        self.name.clone_from(&adoptee.name);
        self.objective.clone_from(&adoptee.objective);
        self.status = adoptee.status;
        self.previous_status = adoptee.previous_status;
        self.created_at = adoptee.created_at.or(self.created_at);
        self.ended_at = adoptee.ended_at;
        self.reason.clone_from(&adoptee.reason);
        let record = |it: &AdoptedRecord| CriterionRecord {
            outcome: it.outcome,
            source: it.source,
            last_summary: it.summary.clone(),
            because: it.because.clone(),
            last_evidence_path: it.path.clone(),
            last_ts: it.ts.unwrap_or(now),
            recorded_by: Actor::Unknown,
            n_records: 1,
            artifacts: Vec::new(),
            basis: it.criterion.map(|it| Basis { criterion: Some(it), ..Basis::default() }),
            run: None,
            failed_run: None,
        };
        let records = adoptee.criteria.iter().map(|(id, it)| (id.clone(), record(it)));
        self.criteria.extend(records);
    }

    fn move_to(&mut self, status: Status, reason: Option<String>) {
        self.previous_status = Some(self.status);
        self.status = status;
        self.reason = reason;
    }

    /// A later record takes a waiver back: somebody works on the criterion again.
    fn record(&mut self, event: &Event, body: &EventBody) {
        let EventBody::EvidenceRecorded {
            criterion_id,
            outcome,
            source,
            summary,
            because,
            path,
            artifacts,
            basis,
            run,
        } = body
        else {
            return;
        };
        self.waived.remove(criterion_id);
        let earlier = self.criteria.remove(criterion_id);
        let n_records = earlier.as_ref().map_or(0, |it| it.n_records) + 1;
        let failed_run = match (run, outcome) {
            (Some(run), EvidenceOutcome::Fail) => Some(Box::new(FailedRun {
                summary: summary.clone(),
                watched: basis.as_ref().map(|it| it.watched.clone()).unwrap_or_default(),
                run: (**run).clone(),
            })),
            (Some(_), EvidenceOutcome::Pass | EvidenceOutcome::Partial) => None,
            (None, _) => earlier.and_then(|it| it.failed_run),
        };
        let record = CriterionRecord {
            outcome: *outcome,
            source: *source,
            last_summary: summary.clone(),
            because: because.clone(),
            last_evidence_path: path.clone(),
            last_ts: event.ts,
            recorded_by: event.actor.clone(),
            n_records,
            artifacts: artifacts.clone(),
            basis: basis.as_deref().cloned(),
            run: run.as_deref().cloned(),
            failed_run,
        };
        self.criteria.insert(criterion_id.clone(), record);
    }
}
