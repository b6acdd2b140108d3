//! What the events of a plan add up to.
//!
//! Owns the run, its texts in the order they came, and what counts against the limits. A text that
//! is there twice counts once. Must not hold the texts themselves: they are in the ledger.

use super::{Lane, LaneVerdict, Shape, Stage};
use charter_kernel::ancestry::EventPlace;
use charter_kernel::event::EventStamp;
use charter_kernel::{Actor, Digest, Timestamp};
use serde::{Deserialize, Serialize};

/// The most iterations that can be asked for.
pub const ITERATIONS_MAX: u32 = 20;

/// The most passes of a lane on one text that can be asked for.
pub const PASSES_MAX: u32 = 10;

/// How long a run may go on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PlanLimits {
    /// How many plans there may be: the first one and its revisions.
    pub iterations: u32,
    /// How often the architect and the critic each may speak about one of them.
    pub passes: u32,
}

impl Default for PlanLimits {
    fn default() -> Self {
        Self { iterations: 5, passes: 1 }
    }
}

/// A text of a plan, as its event has it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct StageText {
    pub run: u32,
    pub stage: Stage,
    pub n: u32,
    pub text: String,
    /// What an architect or a critic says in one word.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub verdict: Option<LaneVerdict>,
    /// The digest of the plan that it is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub about: Option<Digest>,
    /// The conflicts that it leaves to the user.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub deferred: Vec<String>,
    /// The ids of what a plan leaves out, as it was when it was written.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub misses: Vec<String>,
}

/// A text of a plan, without its words.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct StageRecord {
    pub stage: Stage,
    pub n: u32,
    pub digest: Digest,
    pub bytes: u64,
    /// What an architect or a critic says in one word.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub verdict: Option<LaneVerdict>,
    /// The digest of the plan that it is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub about: Option<Digest>,
    /// The conflicts that it leaves to the user.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub deferred: Vec<String>,
    /// The digest of its steps and acceptance criteria; none where it names no criterion.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shape: Option<Digest>,
    /// The ids of what a plan leaves out, as it was when it was written.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub misses: Vec<String>,
    pub written_at: Timestamp,
    pub written_by: Actor,
    pub place: EventPlace,
}

/// That a person approved a plan.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Approval {
    pub place: EventPlace,
    /// The digest of what was approved.
    pub digest: Digest,
    pub at: Timestamp,
    pub by: Actor,
}

/// One run of planning.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Plan {
    /// Which run of this charter it is, from 1.
    pub run: u32,
    pub task: String,
    /// How long it may go on.
    pub limits: PlanLimits,
    /// The document that it is to follow, relative to the charter.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub input: Option<String>,
    pub records: Vec<StageRecord>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub approval: Option<Approval>,
    /// Where it was opened, and where other branches opened one without having seen it.
    pub openings: Vec<EventPlace>,
    /// How many texts came from other branches in the place of one that was there already.
    #[serde(default)]
    pub n_beside: u32,
}

impl Plan {
    #[must_use]
    pub fn new(run: u32, task: &str, limits: PlanLimits) -> Self {
        let (task, records, openings) = (task.to_owned(), Vec::new(), Vec::new());
        Self { run, task, limits, input: None, records, approval: None, openings, n_beside: 0 }
    }

    /// Takes a text in. A new plan that had not seen the approval takes it back.
    pub fn take(&mut self, text: &StageText, stamp: &EventStamp<'_>) {
        if text.run != self.run {
            return;
        }
        if let Some(there) = self.find(text.stage, text.n) {
            let is_other = there.digest != Digest::of(text.text.as_bytes());
            self.n_beside += u32::from(is_other && !stamp.has_seen(there.place));
        } else {
            let record = StageRecord::of(text, stamp.ts, stamp.actor.clone());
            self.records.push(StageRecord { place: stamp.place(), ..record });
            let is_unseen = |it: &Approval| !stamp.has_seen(it.place);
            if text.stage.is_opener() && self.approval.as_ref().is_some_and(is_unseen) {
                self.approval = None;
            }
        }
    }

    /// Takes a person's approval, which counts where it had seen every opening and every plan.
    pub(crate) fn approve(&mut self, digest: Digest, stamp: &EventStamp<'_>) -> bool {
        let plans = self.records.iter().filter(|it| it.stage.is_opener()).map(|it| it.place);
        let mut rests_on = self.openings.iter().copied().chain(plans);
        let counts = rests_on.all(|it| stamp.has_seen(it));
        if counts {
            let (place, at, by) = (stamp.place(), stamp.ts, stamp.actor.clone());
            self.approval = Some(Approval { place, digest, at, by });
        }
        counts
    }

    /// Gives its name, as `From:` has it.
    #[must_use]
    pub fn name(&self) -> String {
        format!("P{}", self.run)
    }

    /// Gives where a text is, relative to the charter: two branches that wrote different ones have two files.
    /// The first run has no directory of its own.
    #[must_use]
    pub fn path(&self, record: &StageRecord) -> String {
        let StageRecord { stage, n, digest, .. } = record;
        let run = if self.run <= 1 { String::new() } else { format!("run-{}/", self.run) };
        format!("plan/{run}stage-{n:02}-{}-{}.md", stage.word(), digest.short())
    }

    /// Says that branches planned without seeing each other, until somebody approved who had seen both.
    #[must_use]
    pub fn apart(&self) -> Option<String> {
        let is_apart = self.openings.len() > 1 || self.n_beside > 0;
        (is_apart && self.approval.is_none()).then(|| {
            let name = self.name();
            let stands = self.current().map(|it| format!("; {} stands", self.path(it)));
            let stands = stands.unwrap_or_default();
            format!(
                "{name}: two branches planned without seeing each other{stands}, and no approval"
            )
        })
    }

    #[must_use]
    pub fn find(&self, stage: Stage, n: u32) -> Option<&StageRecord> {
        self.records.iter().find(|it| it.stage == stage && it.n == n)
    }

    /// Gives the plan as it stands: the latest text that opened an iteration.
    #[must_use]
    pub fn current(&self) -> Option<&StageRecord> {
        self.records.iter().rev().find(|it| it.stage.is_opener())
    }

    /// Lists what was written about the plan as it stands.
    pub fn since_current(&self) -> impl Iterator<Item = &StageRecord> {
        let opener = self.records.iter().rposition(|it| it.stage.is_opener());
        self.records.iter().skip(opener.map_or(self.records.len(), |idx| idx + 1))
    }

    #[must_use]
    pub fn iteration(&self) -> u32 {
        count(self.records.iter().filter(|it| it.stage.is_opener()))
    }

    /// Counts how often a lane spoke about the plan as it stands.
    #[must_use]
    pub fn passes(&self, lane: Lane) -> u32 {
        count(self.said(lane))
    }

    /// Gives what a lane said last about the plan as it stands.
    #[must_use]
    pub fn verdict(&self, lane: Lane) -> Option<LaneVerdict> {
        self.said(lane).last().and_then(|it| it.verdict)
    }

    /// Lists what a lane wrote about the plan as it stands.
    pub(super) fn said(&self, lane: Lane) -> impl Iterator<Item = &StageRecord> {
        self.since_current().filter(move |it| it.stage == lane.stage())
    }

    /// Tells whether both lanes agree on the plan as it stands.
    #[must_use]
    pub fn is_agreed(&self) -> bool {
        Lane::ALL.into_iter().all(|it| self.verdict(it).is_some_and(LaneVerdict::agrees))
    }

    /// Gives what waits for a person's approval.
    #[must_use]
    pub fn pending(&self) -> Option<&StageRecord> {
        let last = self.since_current().filter(|it| it.stage == Stage::Final).last();
        last.filter(|_| self.approval.is_none())
    }

    /// Lists the conflicts that were left to the user, about the plan as it stands.
    #[must_use]
    pub fn deferred(&self) -> Vec<String> {
        self.since_current().flat_map(|it| it.deferred.iter().cloned()).collect()
    }

    /// Gives the number that the next text of a stage would have.
    #[must_use]
    pub fn next_n(&self, stage: Stage) -> u32 {
        let numbers = |is_same: &dyn Fn(Stage) -> bool| {
            self.records.iter().filter(|it| is_same(it.stage)).map(|it| it.n).max()
        };
        if stage.is_opener() {
            return numbers(&Stage::is_opener).map_or(1, |it| it.saturating_add(1));
        }
        let own = self.current().map_or(1, |it| it.n);
        match self.find(stage, own) {
            None => own,
            Some(_) => numbers(&|it| it == stage).map_or(own, |it| it.saturating_add(1)),
        }
    }
}

impl StageRecord {
    /// Gives a text without its words.
    #[must_use]
    pub fn of(text: &StageText, written_at: Timestamp, written_by: Actor) -> Self {
        let has_shape = text.stage.is_opener() || text.stage == Stage::Final;
        Self {
            stage: text.stage,
            n: text.n,
            digest: Digest::of(text.text.as_bytes()),
            bytes: text.text.len() as u64,
            verdict: text.verdict,
            about: text.about,
            deferred: text.deferred.clone(),
            shape: has_shape.then(|| Shape::parse(&text.text).digest()).flatten(),
            misses: text.misses.clone(),
            written_at,
            written_by,
            place: EventPlace::default(),
        }
    }
}

fn count<'a>(records: impl Iterator<Item = &'a StageRecord>) -> u32 {
    u32::try_from(records.count()).unwrap_or(u32::MAX)
}
