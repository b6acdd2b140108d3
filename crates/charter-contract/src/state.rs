//! What the events of a contract add up to.
//!
//! Owns its slice of a charter's state: [`ContractState::apply`] is its only mutation. Must not know
//! documents or other features.

use crate::act::{ActSignature, TakingAct};
use crate::agreed_text::is_same_agreement;
use crate::event::{
    AdoptedRecord, Adoptee, AgreedCriterion, Artifact, Basis, ContractEvent, EvidenceOutcome,
    EvidenceSource, Run,
};
use crate::who::{CharterAct, Who};
use crate::{Rigor, Status};
use charter_kernel::ancestry::EventPlace;
use charter_kernel::event::EventStamp;
use charter_kernel::{Actor, CriterionId, Digest, SessionId, Timestamp};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// The most records of one criterion that are kept side by side.
const BESIDE_MAX: usize = 64;

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
    /// The latest changes of that: several where branches changed it without seeing each other.
    pub rigor_moves: Vec<RigorMove>,
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
    /// How often it was created: more than once where branches did without seeing each other.
    pub n_creations: u32,
    /// The latest moves: several where branches moved it without seeing each other.
    pub moves: Vec<LastMove>,
    /// Why a completion does not stand that had not seen what another branch did.
    pub reopened: Vec<String>,
    /// Where that stands.
    pub reopened_by: Vec<EventPlace>,
    /// What was agreed about each criterion: several texts where branches agreed on different ones.
    pub agreed: BTreeMap<CriterionId, Vec<Agreed>>,
    /// The digests of the certificates that completing wrote.
    pub certificates: BTreeSet<Digest>,
    /// The criteria that were agreed to be taken out.
    pub let_go: BTreeMap<CriterionId, LettingGo>,
    /// What happened to the agreed register since the last completion.
    pub agreed_since: Vec<RegisterChange>,
    /// What was taken away at strict, which a person signs.
    pub takings: Vec<TakingAct>,
    /// Events of persons at strict that no signature covers yet.
    pub unsigned: Vec<(EventPlace, Digest)>,
    pub signatures: Vec<ActSignature>,
    /// The digest of an earlier tool's lines that were taken over from where they stand.
    pub took_over: Option<Digest>,
    /// The latest record of every criterion that has one.
    pub criteria: BTreeMap<CriterionId, CriterionRecord>,
    /// The criteria that a person took out, with the reason.
    pub waived: BTreeMap<CriterionId, Waiver>,
    /// The criteria that cannot be shown here, with what they need.
    pub blocked: BTreeMap<CriterionId, Shortage>,
    /// The sessions that were bound to it, each with the number of its binding.
    pub sessions: BTreeMap<SessionId, u64>,
    /// The ones that an agent bound.
    pub agent_sessions: BTreeSet<SessionId>,
    /// What criteria can rest on, by its name: answers of interviews, facts, approved plans.
    pub answers: BTreeMap<String, AnswerRecord>,
}

/// A move that no other one has followed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct LastMove {
    pub place: EventPlace,
    pub to: Status,
    pub from: Status,
    pub reason: Option<String>,
    pub ts: Timestamp,
    pub by: Actor,
}

/// A rigor that was set, at the beginning or later, and that no other one has followed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RigorMove {
    pub place: EventPlace,
    pub to: Rigor,
    pub by: Actor,
}

/// A change of the agreed register.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RegisterChange {
    pub place: EventPlace,
    pub words: String,
    /// Whether a completion stands that had not seen it.
    pub beside_completion: bool,
}

/// What was agreed about a criterion.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Agreed {
    pub place: EventPlace,
    /// Its title and its description.
    pub text: String,
    pub by: Actor,
    pub ts: Timestamp,
}

/// A criterion that was agreed to be taken out of the register.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LettingGo {
    pub place: EventPlace,
    pub by: Actor,
}

/// A criterion that a person took out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Waiver {
    pub place: EventPlace,
    /// The person who took it out.
    pub by: Actor,
    pub reason: String,
    /// The digest of what the criterion said then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub criterion: Option<Digest>,
    /// What other branches said when they took it out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub beside: Vec<Self>,
}

/// What a criterion needs that is not here.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shortage {
    pub place: EventPlace,
    pub needs: String,
    pub reason: String,
    pub by: Actor,
}

/// A reply in an interview; its words are in charter.md.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AnswerRecord {
    pub place: EventPlace,
    /// What the question was about.
    pub topic: String,
    /// The digest of the answer, or of the reason why there is none.
    pub digest: Digest,
    /// What other branches answered, where it is something else.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub beside: Vec<(EventPlace, Digest)>,
}

/// The latest word on a criterion.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CriterionRecord {
    pub place: EventPlace,
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
    /// The person who looked at it and lets it count.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confirmed: Option<Confirmation>,
    /// The last run that failed, until one passes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failed_run: Option<Box<FailedRun>>,
    /// Whether a waiver stands that had not seen it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub beside_waiver: bool,
    /// Whether a completion stands that had not seen it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub beside_completion: bool,
    /// What other branches recorded without having seen it, and it without having seen them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub beside: Vec<Self>,
}

/// A person's yes to evidence.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Confirmation {
    pub by: Actor,
    pub ts: Timestamp,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// Where the yeses stand, the first one first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub places: Vec<EventPlace>,
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
    /// Lists the records that no other one has followed: itself, and those of other branches.
    pub fn each(&self) -> impl Iterator<Item = &Self> {
        std::iter::once(self).chain(&self.beside)
    }

    /// Tells whether a person wrote it down, and every other branch's as well.
    #[must_use]
    pub fn is_persons(&self) -> bool {
        self.each().all(|it| it.recorded_by.is_person())
    }

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
            rigor_moves: Vec::new(),
            base: None,
            status: Status::Active,
            previous_status: None,
            created_at: None,
            updated_at: None,
            ended_at: None,
            reason: None,
            n_creations: 0,
            moves: Vec::new(),
            reopened: Vec::new(),
            reopened_by: Vec::new(),
            agreed: BTreeMap::new(),
            certificates: BTreeSet::new(),
            let_go: BTreeMap::new(),
            agreed_since: Vec::new(),
            takings: Vec::new(),
            unsigned: Vec::new(),
            signatures: Vec::new(),
            took_over: None,
            criteria: BTreeMap::new(),
            waived: BTreeMap::new(),
            blocked: BTreeMap::new(),
            sessions: BTreeMap::new(),
            agent_sessions: BTreeSet::new(),
            answers: BTreeMap::new(),
        }
    }
}

impl ContractState {
    /// Takes in the next event of any feature: when it was, and whose charter it is.
    pub fn touch(&mut self, stamp: &EventStamp<'_>) {
        self.updated_at = self.updated_at.max(Some(stamp.ts));
        if self.charter_id.is_empty() {
            stamp.charter_id.as_str().clone_into(&mut self.charter_id);
            self.created_at = Some(stamp.ts);
        }
        self.note_act(stamp);
    }

    /// Notes what criteria can rest on from now on. What another branch answered stays beside it until
    /// somebody who has seen both says more.
    pub fn rest_on(&mut self, stamp: &EventStamp<'_>, name: String, topic: &str, digest: Digest) {
        let place = stamp.place();
        let mut beside = Vec::new();
        if let Some(earlier) = self.answers.get(&name) {
            if earlier.digest == digest && earlier.beside.is_empty() {
                return;
            }
            let both =
                std::iter::once((earlier.place, earlier.digest)).chain(earlier.beside.clone());
            beside.extend(both.filter(|it| it.1 != digest && !stamp.has_seen(it.0)));
        }
        self.answers.insert(name, AnswerRecord { place, topic: topic.to_owned(), digest, beside });
    }

    /// Lists what branches answered differently, by its name.
    pub fn answered_twice(&self) -> impl Iterator<Item = &String> {
        self.answers.iter().filter(|(_, it)| !it.beside.is_empty()).map(|(name, _)| name)
    }

    /// Takes in the next event of the contract.
    pub fn apply(&mut self, stamp: &EventStamp<'_>, event: &ContractEvent) {
        match event {
            // Two branches began a charter of the same name in the same second.
            ContractEvent::CharterCreated { rigor, .. } if !self.name.is_empty() => {
                self.n_creations += 1;
                self.move_rigor(stamp, *rigor);
            }
            ContractEvent::CharterCreated { name, objective, rigor, base } => {
                self.n_creations = 1;
                self.name.clone_from(name);
                self.objective.clone_from(objective);
                self.move_rigor(stamp, *rigor);
                self.base.clone_from(base);
            }
            ContractEvent::CharterPaused { reason } => {
                self.move_to(stamp, Status::Paused, reason.clone());
            }
            ContractEvent::CharterResumed {} => self.move_to(stamp, Status::Active, None),
            ContractEvent::CharterCompleted { note, certificate, .. } => {
                self.certificates.extend(certificate);
                self.move_to(stamp, Status::Completed, note.clone());
            }
            ContractEvent::RigorChanged { from, to, .. } => self.change_rigor(stamp, *from, *to),
            ContractEvent::ActsSigned { events, key, signature } => {
                self.sign(stamp, events, key, signature);
            }
            ContractEvent::CharterAbandoned { reason } => {
                self.move_to(stamp, Status::Abandoned, Some(reason.clone()));
            }
            ContractEvent::SessionBound { session, turn } => {
                let last = self.sessions.entry(session.clone()).or_insert(*turn);
                *last = (*last).max(*turn);
                if matches!(stamp.actor, Actor::Agent(_)) {
                    self.agent_sessions.insert(session.clone());
                }
            }
            ContractEvent::RegisterAgreed { criteria, removed, .. } => {
                self.agree(stamp, criteria, removed);
            }
            ContractEvent::EvidenceRecorded { .. } => self.record(stamp, event),
            ContractEvent::EvidenceConfirmed { criterion_id, path, reason } => {
                self.confirm(stamp, criterion_id, path, reason.as_ref());
            }
            ContractEvent::CriterionBlocked { criterion_id, needs, reason } => {
                let (place, by) = (stamp.place(), stamp.actor.clone());
                let (needs, reason) = (needs.clone(), reason.clone());
                self.blocked.insert(criterion_id.clone(), Shortage { place, needs, reason, by });
            }
            ContractEvent::VerdictDisputed { .. } => {}
            ContractEvent::CriterionWaived { criterion_id, reason, criterion } => {
                self.waive(stamp, criterion_id, reason, *criterion);
            }
            // Two branches that took the same charter over took over the same.
            ContractEvent::Adopted(adoptee) if self.name.is_empty() => {
                self.adopt(adoptee, stamp.ts, stamp.place());
                self.took_over = (adoptee.ledger_bytes > 0).then_some(adoptee.ledger);
            }
            ContractEvent::Adopted(_) => {}
        }
    }

    fn change_rigor(&mut self, stamp: &EventStamp<'_>, from: Rigor, to: Rigor) {
        if to < self.rigor && !self.may(CharterAct::LowerRigor, stamp) {
            return;
        }
        if from == Rigor::Strict && to < from {
            self.note_lowering(stamp, to);
        }
        if to == Rigor::Strict {
            self.note_raising(stamp);
        }
        self.move_rigor(stamp, to);
    }

    /// Of settings that had not seen each other the one stands that wants more.
    fn move_rigor(&mut self, stamp: &EventStamp<'_>, to: Rigor) {
        self.rigor_moves.retain(|it| !stamp.has_seen(it.place));
        let (place, by) = (stamp.place(), stamp.actor.clone());
        self.rigor_moves.push(RigorMove { place, to, by });
        self.rigor = self.rigor_moves.iter().map(|it| it.to).max().unwrap_or(to);
    }

    /// Lets evidence count that a person has seen; of several yeses the earliest stands.
    fn confirm(
        &mut self,
        stamp: &EventStamp<'_>,
        id: &CriterionId,
        path: &str,
        reason: Option<&String>,
    ) {
        let Some(record) = self.criteria.get_mut(id).filter(|_| stamp.actor.is_person()) else {
            return;
        };
        let is_it =
            |it: &CriterionRecord| it.last_evidence_path.as_deref().unwrap_or_default() == path;
        let (by, ts, place) = (stamp.actor.clone(), stamp.ts, stamp.place());
        let yes = Confirmation { by, ts, reason: reason.cloned(), places: Vec::new() };
        let confirm = |record: &mut CriterionRecord| {
            record.confirmed.get_or_insert_with(|| yes.clone()).places.push(place);
        };
        if is_it(record) {
            confirm(record);
        }
        record.beside.iter_mut().filter(|it| is_it(it)).for_each(confirm);
    }

    fn waive(
        &mut self,
        stamp: &EventStamp<'_>,
        id: &CriterionId,
        reason: &str,
        criterion: Option<Digest>,
    ) {
        if !self.may(CharterAct::Waive, stamp) {
            return;
        }
        let mut beside = self.waived.remove(id).map(split_waiver).unwrap_or_default();
        beside.retain(|it| !stamp.has_seen(it.place));
        let (place, by, reason) = (stamp.place(), stamp.actor.clone(), reason.to_owned());
        self.waived.insert(id.clone(), Waiver { place, by, reason, criterion, beside });
        if let Some(record) = self.criteria.get_mut(id) {
            record.beside_waiver = !stamp.has_seen(record.place);
            for record in &mut record.beside {
                record.beside_waiver = !stamp.has_seen(record.place);
            }
        }
    }

    /// Takes over what an earlier tool said; nothing it said about who acted counts as a person.
    pub fn adopt(&mut self, adoptee: &Adoptee, now: Timestamp, place: EventPlace) {
        self.name.clone_from(&adoptee.name);
        self.objective.clone_from(&adoptee.objective);
        self.created_at = adoptee.created_at.or(self.created_at);
        let from = adoptee.previous_status.unwrap_or(Status::Active);
        let (to, reason) = (adoptee.status, adoptee.reason.clone());
        let ts = adoptee.ended_at.unwrap_or(now);
        self.moves = vec![LastMove { place, to, from, reason, ts, by: Actor::Unknown }];
        self.stand_where_moved();
        self.previous_status = adoptee.previous_status;
        self.ended_at = adoptee.ended_at;
        let record = |it: &AdoptedRecord| CriterionRecord {
            place,
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
            confirmed: None,
            failed_run: None,
            beside_waiver: false,
            beside_completion: false,
            beside: Vec::new(),
        };
        let records = adoptee.criteria.iter().map(|(id, it)| (id.clone(), record(it)));
        self.criteria.extend(records);
    }

    fn move_to(&mut self, stamp: &EventStamp<'_>, to: Status, reason: Option<String>) {
        let (place, ts, from) = (stamp.place(), stamp.ts, self.status);
        self.moves.retain(|it| !stamp.has_seen(it.place));
        let by = stamp.actor.clone();
        self.moves.push(LastMove { place, to, from, reason, ts, by });
        if to == Status::Completed {
            self.agreed_since.retain(|it| !stamp.has_seen(it.place));
            self.agreed_since.iter_mut().for_each(|it| it.beside_completion = true);
            for record in self.criteria.values_mut() {
                record.beside_completion = !stamp.has_seen(record.place);
                for record in &mut record.beside {
                    record.beside_completion = !stamp.has_seen(record.place);
                }
            }
        }
        self.stand_where_moved();
    }

    /// Of moves that had not seen each other the one stands that lets least be said: given up before
    /// paused, paused before open, open before completed.
    fn stand_where_moved(&mut self) {
        let rank = |it: &&LastMove| match it.to {
            Status::Abandoned => 0,
            Status::Paused => 1,
            Status::Active => 2,
            Status::Completed => 3,
        };
        let Some(last) = self.moves.iter().min_by_key(rank).cloned() else { return };
        self.status = last.to;
        self.previous_status = (last.to != Status::Active).then_some(last.from);
        self.ended_at = (!last.to.is_open()).then_some(last.ts);
        self.reason = last.reason;
    }

    /// Tells whether a completion stands that an event has not seen.
    #[must_use]
    pub fn is_beside_completion(&self, stamp: &EventStamp<'_>) -> bool {
        let mut ends = self.moves.iter().filter(|it| it.to == Status::Completed);
        ends.any(|it| !stamp.has_seen(it.place))
    }

    /// Takes a completion back that had not seen a failure or a change of the register, or what else
    /// speaks against it: the objections that it had not seen.
    pub fn reconsider(&mut self, objections: Vec<(EventPlace, String)>) {
        if !self.moves.iter().any(|it| it.to == Status::Completed) {
            self.reopened.clear();
            self.reopened_by.clear();
            return;
        }
        self.stand_where_moved();
        let records = self.criteria.iter().flat_map(|(id, it)| it.each().map(move |it| (id, it)));
        let failed = records
            .filter(|(_, it)| it.beside_completion && it.outcome != EvidenceOutcome::Pass)
            .map(|(id, it)| (it.place, format!("{id}: {} on another branch", it.outcome.word())));
        let register = self.agreed_since.iter().filter(|it| it.beside_completion);
        let register = register.map(|it| (it.place, it.words.clone()));
        (self.reopened_by, self.reopened) = failed.chain(register).chain(objections).unzip();
        if !self.reopened.is_empty() && self.status == Status::Completed {
            self.status = Status::Active;
            self.previous_status = Some(Status::Completed);
            (self.ended_at, self.reason) = (None, None);
        }
    }

    /// Takes a completion back for good, once somebody went on who had seen it and what speaks against it:
    /// from then on only another completion ends the charter.
    pub fn go_on_reopened(&mut self, stamp: &EventStamp<'_>) {
        if !self.reopened_by.iter().any(|it| stamp.has_seen(*it)) {
            return;
        }
        for it in &mut self.moves {
            if it.to == Status::Completed && stamp.has_seen(it.place) {
                (it.to, it.from, it.reason) = (Status::Active, Status::Completed, None);
            }
        }
    }

    /// Additions unite; a removal or another text cancels only what it had seen, and only where who did it may.
    fn agree(
        &mut self,
        stamp: &EventStamp<'_>,
        criteria: &[AgreedCriterion],
        removed: &[CriterionId],
    ) {
        let (place, beside_completion) = (stamp.place(), self.is_beside_completion(stamp));
        self.note_agreement(stamp);
        let may_change = self.may(CharterAct::ChangeCriteria, stamp);
        let mut changed = Vec::new();
        let mut taken: Vec<String> = Vec::new();
        for AgreedCriterion { id, text } in criteria {
            let texts = self.agreed.entry(id.clone()).or_default();
            let mut seen = texts.iter().filter(|it| stamp.has_seen(it.place));
            if !may_change && seen.any(|it| !is_same_agreement(&it.text, text)) {
                continue;
            }
            self.let_go.remove(id);
            let word = match texts.last() {
                None => Some("added"),
                Some(last) if last.text == *text => None,
                Some(_) => Some("reworded"),
            };
            if word == Some("reworded") {
                taken.push(id.to_string());
            }
            texts.retain(|it| !stamp.has_seen(it.place));
            let (text, by, ts) = (text.clone(), stamp.actor.clone(), stamp.ts);
            texts.push(Agreed { place, text, by, ts });
            changed.extend(word.map(|it| format!("{id} was {it} on another branch")));
        }
        for id in removed.iter().filter(|_| may_change) {
            taken.push(id.to_string());
            if let Some(texts) = self.agreed.get_mut(id) {
                texts.retain(|it| !stamp.has_seen(it.place));
            }
            changed.push(format!("{id} was taken out on another branch"));
            // What was recorded elsewhere meanwhile was not let go.
            let records = self.criteria.get(id).into_iter().flat_map(CriterionRecord::each);
            if records.into_iter().all(|it| stamp.has_seen(it.place)) {
                let by = stamp.actor.clone();
                self.let_go.insert(id.clone(), LettingGo { place, by });
            }
        }
        self.agreed.retain(|_, texts| !texts.is_empty());
        if self.rigor == Rigor::Strict && !taken.is_empty() {
            self.note_taking(stamp, format!("changed or removed {}", taken.join(", ")));
        }
        let change = |words| RegisterChange { place, words, beside_completion };
        self.agreed_since.extend(changed.into_iter().map(change));
    }

    /// Tells whether who wrote an event may do so. The command refuses the others; an event that was written
    /// without it counts no more.
    fn may(&self, act: CharterAct, stamp: &EventStamp<'_>) -> bool {
        act.who(self.rigor) == Who::Anyone || stamp.actor.is_person()
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
        let mut waivers = self.waived.remove(criterion_id).map(split_waiver).unwrap_or_default();
        waivers.retain(|it| !stamp.has_seen(it.place));
        if let Some(last) = waivers.pop() {
            self.waived.insert(criterion_id.clone(), Waiver { beside: waivers, ..last });
        }
        // Whoever records it after that found a way.
        if self.blocked.get(criterion_id).is_some_and(|it| stamp.has_seen(it.place)) {
            self.blocked.remove(criterion_id);
        }
        let earlier = self.criteria.remove(criterion_id);
        let n_records = earlier.as_ref().map_or(0, |it| it.n_records) + 1;
        let mut beside = earlier.map(split_record).unwrap_or_default();
        let followed = beside.extract_if(.., |it| stamp.has_seen(it.place)).last();
        // More branches than anybody has: the worse are kept, since they are what counts.
        while beside.len() > BESIDE_MAX {
            let passed = beside.iter().position(|it| it.outcome == EvidenceOutcome::Pass);
            beside.remove(passed.unwrap_or(0));
        }
        let failed_run = match (run, outcome) {
            (Some(run), EvidenceOutcome::Fail) => Some(Box::new(FailedRun {
                summary: summary.clone(),
                watched: basis.as_ref().map(|it| it.watched.clone()).unwrap_or_default(),
                run: (**run).clone(),
            })),
            (Some(_), EvidenceOutcome::Pass | EvidenceOutcome::Partial) => None,
            (None, _) => followed.and_then(|it| it.failed_run),
        };
        let record = CriterionRecord {
            place: stamp.place(),
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
            confirmed: None,
            failed_run,
            beside_waiver: self.waived.contains_key(criterion_id),
            beside_completion: self.is_beside_completion(stamp),
            beside,
        };
        self.criteria.insert(criterion_id.clone(), record);
        self.let_go.remove(criterion_id);
    }
}

/// Takes a record and those beside it apart.
fn split_record(mut record: CriterionRecord) -> Vec<CriterionRecord> {
    let mut all = std::mem::take(&mut record.beside);
    all.push(record);
    all
}

/// Takes a waiver and those beside it apart.
fn split_waiver(mut waiver: Waiver) -> Vec<Waiver> {
    let mut all = std::mem::take(&mut waiver.beside);
    all.push(waiver);
    all
}
