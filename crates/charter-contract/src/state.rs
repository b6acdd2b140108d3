//! What the events of a contract add up to.
//!
//! Owns its slice of a charter's state: [`ContractState::apply`] is its only mutation. Must not know
//! documents or other features.

use crate::event::{
    AdoptedRecord, Adoptee, Artifact, Basis, ContractEvent, EvidenceOutcome, EvidenceSource, Run,
};
use crate::{Rigor, Status};
use charter_kernel::event::EventStamp;
use charter_kernel::{Actor, CriterionId, Digest, SessionId, Timestamp};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A charter as its contract's events tell it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ContractState {
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
    pub status: Status,
    /// Where it was before it was paused or ended.
    pub previous_status: Option<Status>,
    pub created_at: Option<Timestamp>,
    pub updated_at: Option<Timestamp>,
    pub ended_at: Option<Timestamp>,
    /// Why it rests or ended.
    pub reason: Option<String>,
    /// The latest record of every criterion that has one.
    pub criteria: BTreeMap<CriterionId, CriterionRecord>,
    /// The criteria that a person took out, with the reason.
    pub waived: BTreeMap<CriterionId, Waiver>,
    /// The sessions that were bound to it, each with the number of its binding.
    pub sessions: BTreeMap<SessionId, u64>,
    /// What criteria can rest on, by its name: answers of interviews, facts, approved plans.
    pub answers: BTreeMap<String, AnswerRecord>,
}

/// A criterion that a person took out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Waiver {
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

/// The latest word on a criterion.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CriterionRecord {
    pub outcome: EvidenceOutcome,
    pub source: EvidenceSource,
    /// What was seen.
    pub last_summary: String,
    pub because: Option<String>,
    pub last_evidence_path: Option<String>,
    pub last_ts: Timestamp,
    pub recorded_by: Actor,
    /// How often this criterion has been recorded.
    pub n_records: u64,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub artifacts: Vec<Artifact>,
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

impl Default for ContractState {
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
            answers: BTreeMap::new(),
        }
    }
}

impl ContractState {
    /// Takes in the next event of any feature: when it was, and whose charter it is.
    pub fn touch(&mut self, stamp: &EventStamp<'_>) {
        self.updated_at = Some(stamp.ts);
        if self.charter_id.is_empty() {
            stamp.charter_id.as_str().clone_into(&mut self.charter_id);
            self.created_at = Some(stamp.ts);
        }
    }

    /// Notes what criteria can rest on from now on.
    pub fn rest_on(&mut self, name: String, topic: &str, digest: Digest) {
        self.answers.insert(name, AnswerRecord { topic: topic.to_owned(), digest });
    }

    /// Takes in the next event of the contract.
    pub fn apply(&mut self, stamp: &EventStamp<'_>, event: &ContractEvent) {
        match event {
            ContractEvent::CharterCreated { name, objective, rigor, base } => {
                self.name.clone_from(name);
                self.objective.clone_from(objective);
                self.rigor = *rigor;
                self.base.clone_from(base);
            }
            ContractEvent::CharterPaused { reason } => self.move_to(Status::Paused, reason.clone()),
            ContractEvent::CharterResumed {} => {
                self.move_to(Status::Active, None);
                self.previous_status = None;
            }
            ContractEvent::CharterCompleted { note, .. } => {
                self.move_to(Status::Completed, note.clone());
                self.ended_at = Some(stamp.ts);
            }
            ContractEvent::CharterAbandoned { reason } => {
                self.move_to(Status::Abandoned, Some(reason.clone()));
                self.ended_at = Some(stamp.ts);
            }
            ContractEvent::SessionBound { session, turn } => {
                self.sessions.insert(session.clone(), *turn);
            }
            ContractEvent::EvidenceRecorded { .. } => self.record(stamp, event),
            ContractEvent::CriterionWaived { criterion_id, reason, criterion } => {
                self.waive(criterion_id, reason, *criterion);
            }
            ContractEvent::Adopted(adoptee) => self.adopt(adoptee, stamp.ts),
        }
    }

    fn waive(&mut self, id: &CriterionId, reason: &str, criterion: Option<Digest>) {
        self.waived.insert(id.clone(), Waiver { reason: reason.to_owned(), criterion });
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
    fn record(&mut self, stamp: &EventStamp<'_>, event: &ContractEvent) {
        let ContractEvent::EvidenceRecorded {
            criterion_id,
            outcome,
            source,
            summary,
            because,
            path,
            artifacts,
            basis,
            run,
        } = event
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
            last_ts: stamp.ts,
            recorded_by: stamp.actor.clone(),
            n_records,
            artifacts: artifacts.clone(),
            basis: basis.as_deref().cloned(),
            run: run.as_deref().cloned(),
            failed_run,
        };
        self.criteria.insert(criterion_id.clone(), record);
    }
}
