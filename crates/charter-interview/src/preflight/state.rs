//! One interview before work, as its file holds it.
//!
//! Owns the shape and what follows from it: the composite, whether the gate is open and why. Must
//! not know JSON or files.

use super::confidence::Composite;
use super::dimension::{Dimension, Impact, Scores};
use super::profile::{Weights, WorkflowProfile};
use super::trigger::{Trigger, TriggerKind};
use charter_kernel::{Actor, Timestamp};
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// The version of the shape that is written.
pub(super) const VERSION: &str = "1.0.0";

/// How long an interview, a note and an entry of the history hold, in milliseconds: 24 hours.
pub const LIFE_MS: i64 = 24 * 60 * 60 * 1000;

/// The most questions of one interview; then what was understood is put to the user as it is.
pub const QUESTIONS_MAX: u32 = 20;

/// How often significant gaps may be found before the interview stops.
pub const GAP_ROUNDS_MAX: u32 = 3;

/// Where an interview is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Phase {
    /// Questions are asked.
    #[default]
    Gathering,
    /// Something is looked up before the next question.
    Researching,
    /// What was understood is before the user.
    Validating,
    /// The user said yes, or everything is clear.
    Complete,
    /// It was left out, and why is in the log.
    Skipped,
}

impl Phase {
    pub const ALL: [Self; 5] =
        [Self::Gathering, Self::Researching, Self::Validating, Self::Complete, Self::Skipped];

    /// Gives the word of files and of output.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Gathering => "gathering",
            Self::Researching => "researching",
            Self::Validating => "validating",
            Self::Complete => "complete",
            Self::Skipped => "skipped",
        }
    }
}

/// Whether work may begin.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Gate {
    #[default]
    Blocked,
    Open,
}

impl Gate {
    /// Gives the word of files and of output.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Blocked => "blocked",
            Self::Open => "open",
        }
    }

    #[must_use]
    pub const fn is_open(self) -> bool {
        matches!(self, Self::Open)
    }
}

/// Where something was looked up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum ResearchKind {
    /// Documentation of a library.
    Context7,
    /// The code of the project.
    Codebase,
    Websearch,
    /// Nowhere.
    None,
}

impl ResearchKind {
    pub const ALL: [Self; 4] = [Self::Context7, Self::Codebase, Self::Websearch, Self::None];

    /// Gives the word of files and of output.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Context7 => "context7",
            Self::Codebase => "codebase",
            Self::Websearch => "websearch",
            Self::None => "none",
        }
    }

    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|it| it.word() == word)
    }
}

/// What was looked up about an answer.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Research {
    pub kind: Option<ResearchKind>,
    pub query: Option<String>,
    pub findings: Option<String>,
    pub sources: Vec<String>,
    pub timestamp: Option<Timestamp>,
}

/// A question that was asked, and its answer.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Asked {
    /// Its number, from 1.
    pub number: u32,
    pub question: String,
    pub answer: Option<String>,
    pub timestamp: Option<Timestamp>,
    pub target: Option<Dimension>,
    pub research: Option<Research>,
    pub impact: Impact,
    /// The words of the request that the answer makes clear.
    pub about: Vec<String>,
    /// What else a file says about it.
    pub rest: Map<String, Value>,
}

/// What the user said about what was understood.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Validation {
    Yes,
    /// Almost.
    Minor,
    /// Something important is missing.
    Gaps,
}

impl Validation {
    pub const ALL: [Self; 3] = [Self::Yes, Self::Minor, Self::Gaps];

    /// Gives the word of files and of output.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Yes => "yes_proceed",
            Self::Minor => "minor_corrections",
            Self::Gaps => "significant_gaps",
        }
    }

    /// Reads the word, or what people type for it.
    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        match word {
            "yes" => Some(Self::Yes),
            "minor" => Some(Self::Minor),
            "gaps" => Some(Self::Gaps),
            word => Self::ALL.into_iter().find(|it| it.word() == word),
        }
    }
}

/// What was understood, in three forms and perhaps in pictures of speech.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Reformulation {
    /// Goal, what must hold, limits, success, what is out.
    pub summary: Option<String>,
    /// Who wants what, and why.
    pub stories: Vec<String>,
    /// How it fits together, drawn with letters.
    pub diagram: Option<String>,
    /// What it is like.
    pub analogies: Vec<String>,
    pub validated_at: Option<Timestamp>,
    /// Who said so: a person, or an agent that passes the user's word on.
    pub validated_by: Option<Actor>,
    pub response: Option<Validation>,
    pub corrections: Option<String>,
}

/// Something that was found out, and until when it holds.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ResearchNote {
    pub findings: Option<String>,
    pub timestamp: Option<Timestamp>,
    pub expires_at: Option<Timestamp>,
}

/// Why an interview was left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BypassReason {
    /// The user wanted it so.
    Explicit,
    /// One line, one way to fix it, and it can be taken back.
    Trivial,
    /// The same was asked within a day.
    Interviewed,
    /// Work that was agreed on goes on.
    Continuation,
}

impl BypassReason {
    pub const ALL: [Self; 4] =
        [Self::Explicit, Self::Trivial, Self::Interviewed, Self::Continuation];

    /// Gives the word of files and of output.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Explicit => "explicit_user_request",
            Self::Trivial => "trivial_action",
            Self::Interviewed => "already_interviewed",
            Self::Continuation => "continuation",
        }
    }

    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|it| it.word() == word)
    }
}

/// One time that an interview was left out.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct BypassEntry {
    pub timestamp: Option<Timestamp>,
    pub reason: Option<BypassReason>,
    pub request: Option<String>,
    pub actor: Option<Actor>,
    /// The reason in the words of whoever left it out.
    pub given: Option<String>,
    /// How clear it was, in whole points.
    pub confidence: Option<i64>,
    pub warning_shown: bool,
    pub warning_text: Option<String>,
    pub assumptions: Vec<String>,
}

/// An interview before work.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Preflight {
    /// What it is about, for people.
    pub topic: Option<String>,
    /// What it is about, for comparison.
    pub topic_hash: Option<String>,
    pub workflow: String,
    pub mode: String,
    pub phase: Phase,
    pub scores: Scores,
    /// What the file says the composite is.
    pub composite: Composite,
    pub weights: Weights,
    pub triggers: Vec<Trigger>,
    pub questions: Vec<Asked>,
    pub reformulation: Option<Reformulation>,
    pub notes: BTreeMap<String, ResearchNote>,
    pub bypasses: Vec<BypassEntry>,
    pub gate: Gate,
    pub created_at: Option<Timestamp>,
    pub updated_at: Option<Timestamp>,
    pub expires_at: Option<Timestamp>,
    pub session_id: Option<String>,
    pub request: Option<String>,
    /// The most that the composite may be until the next answer.
    pub ceiling: Option<Composite>,
    pub gap_rounds: u32,
    /// The most questions, where it is not the usual number.
    pub questions_max: Option<u32>,
    /// The charter that was opened with what was learnt.
    pub charter: Option<String>,
    /// What else the file says.
    pub rest: Map<String, Value>,
}

impl Preflight {
    /// Begins one: nothing is clear, the gate is blocked, and it holds for a day.
    #[must_use]
    pub fn begin(profile: &WorkflowProfile, now: Timestamp) -> Self {
        Self {
            workflow: profile.workflow.clone(),
            mode: profile.mode.clone(),
            weights: profile.weights,
            created_at: Some(now),
            updated_at: Some(now),
            expires_at: Some(after_life(now)),
            ..Self::default()
        }
    }

    /// Computes the composite: all of it once the user said yes, else what the scores weigh, under
    /// the ceiling where there is one.
    #[must_use]
    pub fn composite_now(&self) -> Composite {
        if self.is_validated() {
            return Composite::FULL;
        }
        let weighed = Composite::of(&self.scores, &self.weights);
        self.ceiling.map_or(weighed, |ceiling| weighed.min(ceiling))
    }

    /// Tells whether the user said yes to what was understood.
    #[must_use]
    pub fn is_validated(&self) -> bool {
        let response = self.reformulation.as_ref().and_then(|it| it.response);
        self.phase == Phase::Complete && response == Some(Validation::Yes)
    }

    /// Tells whether everything that weighs something is fully clear.
    #[must_use]
    pub fn is_clear(&self) -> bool {
        let is_full = |it: Dimension| self.weights.of(it) == 0 || self.scores.of(it) == 100;
        self.ceiling.is_none() && Dimension::ALL.into_iter().all(is_full)
    }

    /// Computes the gate: it is open for a reason or not at all, whatever a file claims. Where
    /// something irreversible is at stake no figure opens it, only a person.
    #[must_use]
    pub fn gate_now(&self) -> Gate {
        let is_skipped = self.phase == Phase::Skipped && !self.bypasses.is_empty();
        let is_clear = self.is_clear() || self.is_answered();
        let is_over =
            self.is_validated() || is_skipped || (is_clear && self.phase == Phase::Complete);
        if is_over && !self.lacks_person() { Gate::Open } else { Gate::Blocked }
    }

    /// Tells whether something irreversible is at stake and no person stands for it yet.
    #[must_use]
    pub fn lacks_person(&self) -> bool {
        self.has_risk() && !self.is_vouched_for()
    }

    /// Tells whether a person said yes, or left the questions out.
    fn is_vouched_for(&self) -> bool {
        let forms = self.reformulation.as_ref().filter(|_| self.is_validated());
        let validated_by = forms.and_then(|it| it.validated_by.as_ref());
        let mut entries = self.bypasses.iter().filter(|_| self.phase == Phase::Skipped);
        let is_explicit = |it: &&BypassEntry| it.reason == Some(BypassReason::Explicit);
        let skipped_by = entries.rfind(is_explicit).and_then(|it| it.actor.as_ref());
        validated_by.or(skipped_by).is_some_and(Actor::is_person)
    }

    /// Tells whether a router may start the work by itself: not because somebody said yes, only
    /// where every dimension is fully clear.
    #[must_use]
    pub fn is_automatic(&self) -> bool {
        self.gate_now().is_open() && Dimension::ALL.into_iter().all(|it| self.scores.of(it) == 100)
    }

    /// Tells whether it does not hold any more.
    #[must_use]
    pub fn is_expired(&self, now: Timestamp) -> bool {
        self.expires_at.is_some_and(|it| it < now)
    }

    /// Tells whether it belongs to a workflow in a mode.
    #[must_use]
    pub fn is_of(&self, profile: &WorkflowProfile) -> bool {
        self.workflow == profile.workflow && self.mode == profile.mode
    }

    #[must_use]
    pub fn n_answers(&self) -> usize {
        self.questions.iter().filter(|it| it.answer.is_some()).count()
    }

    /// Gives the most questions that are asked.
    #[must_use]
    pub fn questions_max(&self) -> u32 {
        self.questions_max.unwrap_or(QUESTIONS_MAX).min(QUESTIONS_MAX)
    }

    /// Tells whether no further question is asked.
    #[must_use]
    pub fn is_asked_out(&self) -> bool {
        u32::try_from(self.n_answers()).unwrap_or(u32::MAX) >= self.questions_max()
    }

    /// Tells whether it stopped because gaps were found too often.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.gap_rounds >= GAP_ROUNDS_MAX && !self.gate_now().is_open()
    }

    /// Tells whether what was understood may be put to the user.
    #[must_use]
    pub fn may_reformulate(&self) -> bool {
        self.composite_now() >= Composite::REFORMULATE || self.is_asked_out() || self.is_answered()
    }

    /// Tells whether something irreversible is at stake.
    #[must_use]
    pub fn has_risk(&self) -> bool {
        self.triggers.iter().any(|it| it.is(TriggerKind::Risk))
    }

    /// Tells whether it asks only about words of the request, and not until everything is clear.
    #[must_use]
    pub fn is_brief(&self) -> bool {
        let is_word = |it: &Trigger| it.kind.is_some() && !it.is(TriggerKind::Confidence);
        !self.triggers.is_empty()
            && self.triggers.iter().all(is_word)
            && self.gap_rounds == 0
            && self.ceiling.is_none()
    }

    /// Lists what calls for a question that has no answer yet.
    #[must_use]
    pub fn open_triggers(&self) -> Vec<&Trigger> {
        let asked = self.questions.iter().filter(|it| it.answer.is_some());
        let answered: Vec<&String> = asked.flat_map(|it| &it.about).collect();
        let is_open = |it: &&Trigger| {
            !it.is(TriggerKind::Confidence) && it.words().is_some_and(|it| !answered.contains(&it))
        };
        self.triggers.iter().filter(is_open).collect()
    }

    /// Lists the questions with an answer that says something.
    pub(super) fn answers(&self) -> impl Iterator<Item = &Asked> {
        let is_brief = self.is_brief();
        let says = move |it: &&Asked| it.answer.is_some() && !(is_brief && it.about.is_empty());
        self.questions.iter().filter(says)
    }

    /// Tells whether every word that called for a question has an answer, and nothing else was to be asked.
    #[must_use]
    pub fn is_answered(&self) -> bool {
        self.is_brief() && self.open_triggers().is_empty()
    }

    /// Brings what follows from the rest up to date.
    #[must_use]
    pub fn settled(mut self, now: Timestamp) -> Self {
        let is_clear = self.is_clear() || self.is_answered();
        if is_clear && self.phase != Phase::Skipped && !self.has_risk() {
            self.phase = Phase::Complete;
        }
        self.composite = self.composite_now();
        self.gate = self.gate_now();
        self.updated_at = Some(now);
        self
    }
}

/// Gives the time a day later.
#[must_use]
pub(super) fn after_life(now: Timestamp) -> Timestamp {
    Timestamp::from_millis(now.as_millis() + LIFE_MS)
}
