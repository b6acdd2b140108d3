//! A deep interview as its events tell it.
//!
//! Owns the state and its read access; the fold that changes it is in `fold`. Everything here is
//! derived: an interview is whatever its events add up to, in any batching. Must not know needs.

use super::floor::Floor;
use super::fulfilment::{
    ChecklistEnd, ClosureGap, NextChoice, PanelFinding, Persona, Question, ScoreSheet, SpecDraft,
};
use super::score::{self, Clarity, Milestone};
use super::{
    Component, Dimension, Earlier, Fact, InterviewWay, Round, Setup, Snapshot, Topology, Units,
};
use crate::tongue::Tongue;
use charter_kernel::{Digest, Timestamp};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A deep interview.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Interview {
    pub setup: Setup,
    pub began_at: Timestamp,
    /// The idea in short, where it is too long to be passed on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub summary: Option<String>,
    /// The interview elsewhere that it goes on from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub earlier: Option<Earlier>,
    pub topology: Topology,
    /// The rounds, by number.
    pub rounds: Vec<Round>,
    pub facts: Vec<Fact>,
    /// The entities after each scored round.
    pub snapshots: Vec<Snapshot>,
    pub reviews: Vec<Review>,
    /// Why a panel is to be heard before the next question.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub panel_due: Option<PanelCause>,
    /// How often a panel could not be heard.
    pub panel_failures: u32,
    /// How often a mind could not do what it was asked.
    pub mind_failures: u32,
    /// How many rounds in a row were resolved without the user.
    pub streak: u32,
    /// The rounds whose long answer the user saw structured.
    pub refined_rounds: Vec<u32>,
    /// The rounds that asked what the thing is, because nothing moved.
    pub escalated_rounds: Vec<u32>,
    /// The closures that were refused although the number passed.
    pub closure_overrides: Vec<ClosureGap>,
    pub n_scorings: u32,
    /// What a mind said for the steps that may come.
    #[serde(default)]
    pub kept: KeptThoughts,
    pub ending: Ending,
    /// The digest of what each need was fulfilled with.
    pub fulfilled: BTreeMap<String, Digest>,
}

/// What a mind said ahead, in the reply about an answer. It is used where the interview comes to it, and
/// nobody is asked again.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct KeptThoughts {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sheet: Option<Box<ScoreSheet>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gaps: Option<Vec<ClosureGap>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub goal: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub question: Option<Question>,
}

/// A panel that was heard.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Review {
    /// The number of rounds there were.
    pub round: u32,
    pub cause: PanelCause,
    pub personas: Vec<Persona>,
    pub findings: Vec<PanelFinding>,
}

/// Why a panel is heard.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum PanelCause {
    /// The milestone changed, up or down.
    Transition {
        from: Milestone,
        to: Milestone,
        /// Whether the scope has grown, so that the architect is heard too.
        #[serde(default)]
        expanded: bool,
        /// Whether nothing moves, so that it is asked what the thing is.
        #[serde(default)]
        stalled: bool,
    },
    /// Nothing moves.
    Stall {},
    /// A mind is about to answer in place of the user.
    BeforeAnswer { round: u32 },
}

/// How an interview comes to its end.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Ending {
    /// Whether the user asked to end early.
    pub exit: Exit,
    #[serde(default)]
    pub n_exits: u32,
    /// A round that has to come whatever the number says.
    pub one_more: bool,
    /// The scoring after which a mind found nothing that stands against closing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub closed_after: Option<u32>,
    /// The gap that a mind found, for the next question.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gap: Option<ClosureGap>,
    pub n_closures: u32,
    /// The goal in one sentence, as it was proposed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub goal: Option<String>,
    pub n_goals: u32,
    /// How many corrections of the goal there were in a row.
    pub n_corrections: u32,
    /// The scoring after which the goal was proposed.
    pub goal_after: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub restated: Option<String>,
    /// The scoring after which it was confirmed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub restated_after: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spec: Option<SpecDraft>,
    /// The scoring after which it was written.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spec_after: Option<u32>,
    pub n_specs: u32,
    /// What the checklist came to, where it is at its end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub checklist: Option<ChecklistEnd>,
    /// How many rounds there were when the user wanted to go on after the spec of a checklist.
    #[serde(default)]
    pub reopened: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<NextChoice>,
}

/// Whether the user wants to end early.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Exit {
    /// No.
    #[default]
    None,
    /// They said so and were not warned yet.
    Asked,
    /// They were warned and want it.
    Accepted,
}

impl Interview {
    #[must_use]
    pub fn new(setup: Setup, began_at: Timestamp) -> Self {
        Self {
            setup,
            began_at,
            summary: None,
            earlier: None,
            topology: Topology::default(),
            rounds: Vec::new(),
            facts: Vec::new(),
            snapshots: Vec::new(),
            reviews: Vec::new(),
            panel_due: None,
            panel_failures: 0,
            mind_failures: 0,
            streak: 0,
            refined_rounds: Vec::new(),
            escalated_rounds: Vec::new(),
            closure_overrides: Vec::new(),
            n_scorings: 0,
            kept: KeptThoughts::default(),
            ending: Ending::default(),
            fulfilled: BTreeMap::new(),
        }
    }

    /// Tells whether anything was fulfilled yet.
    #[must_use]
    pub fn is_begun(&self) -> bool {
        !self.fulfilled.is_empty()
    }

    /// Tells whether rules alone ask.
    #[must_use]
    pub fn is_checklist(&self) -> bool {
        self.setup.way == InterviewWay::Checklist
    }

    /// Tells the language that the user reads.
    #[must_use]
    pub fn tongue(&self) -> Tongue {
        let set = self.setup.language.as_ref().and_then(|it| Tongue::of_code(&it.code));
        set.unwrap_or_else(|| Tongue::of_text(self.idea()))
    }

    /// Gives the idea as it is passed on: its summary where it is too long.
    #[must_use]
    pub fn idea(&self) -> &str {
        self.summary.as_deref().unwrap_or(&self.setup.idea)
    }

    #[must_use]
    pub fn round(&self, number: u32) -> Option<&Round> {
        self.rounds.iter().find(|it| it.number == number)
    }

    pub(super) fn round_mut(&mut self, number: u32) -> Option<&mut Round> {
        self.rounds.iter_mut().find(|it| it.number == number)
    }

    #[must_use]
    pub fn n_rounds(&self) -> u32 {
        self.rounds.iter().map(|it| it.number).max().unwrap_or(0)
    }

    /// Lists the rounds that are scored, by number.
    pub fn scored(&self) -> impl DoubleEndedIterator<Item = &Round> {
        self.rounds.iter().filter(|it| it.is_scored())
    }

    #[must_use]
    pub fn last_scored(&self) -> Option<&Round> {
        let number = |it: &&Round| it.scoring.as_ref().map_or(0, |it| it.number);
        self.rounds.iter().filter(|it| it.scoring.is_some()).max_by_key(number)
    }

    /// Finds the scored round with the greatest number below another.
    #[must_use]
    pub fn scored_before(&self, number: u32) -> Option<&Round> {
        self.scored().filter(|it| it.number < number).max_by_key(|it| it.number)
    }

    #[must_use]
    pub fn clarity(&self) -> Clarity {
        let clarities: Vec<&Clarity> = self.topology.active().map(|it| &it.clarity).collect();
        score::overall(self.setup.project, &clarities)
    }

    /// Gives the ambiguity that the scores add up to; all of it before the first score.
    #[must_use]
    pub fn reported(&self) -> Units {
        if self.n_scorings == 0 {
            return Units::ONE;
        }
        score::ambiguity(self.setup.project, &self.clarity())
    }

    /// Gives the ambiguity that the scores would add up to with another one in their place.
    pub(super) fn reported_with(&self, id: &str, dimension: Dimension, score: Units) -> Units {
        let mut parts: Vec<Component> = self.topology.active().cloned().collect();
        for part in parts.iter_mut().filter(|it| it.id == id) {
            part.clarity.insert(dimension, score);
        }
        let clarities: Vec<&Clarity> = parts.iter().map(|it| &it.clarity).collect();
        score::ambiguity(self.setup.project, &score::overall(self.setup.project, &clarities))
    }

    /// Gives what the ledger says is open.
    #[must_use]
    pub fn floor(&self) -> Floor {
        let Topology { status, components, .. } = &self.topology;
        Floor::of(&self.facts, *status, components, &self.rounds)
    }

    /// Gives the ambiguity that counts, computed from the raw scores every time.
    #[must_use]
    pub fn ambiguity(&self) -> Units {
        self.floor().clamp(self.reported())
    }

    #[must_use]
    pub fn milestone(&self) -> Milestone {
        Milestone::of(self.ambiguity(), self.setup.threshold.units)
    }

    /// Gives the ambiguity and the threshold for a status line: `42%/5%`.
    #[must_use]
    pub fn gauge(&self) -> String {
        format!("{}/{}", self.ambiguity().to_percent(), self.setup.threshold.units.to_percent())
    }
}
