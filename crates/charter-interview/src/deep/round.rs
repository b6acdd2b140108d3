//! One question and what became of it.
//!
//! Owns the life of a round: opened for a target, asked, answered, made clear, scored. Must not
//! decide what is asked next.

use super::checklist::{ChecklistTopic, Clash};
use super::fulfilment::{Answer, AutoAnswer, CrossingChoice, Question, Structure};
use super::{Clarity, Dimension, Milestone, Trigger, Units};
use charter_kernel::Timestamp;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What a question is to make clear.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Target {
    pub component: String,
    pub dimension: Dimension,
    pub cause: Cause,
    /// Whether to ask what the thing is, before anything else about it.
    #[serde(default)]
    pub ontology: bool,
}

impl Target {
    /// Gives the disputed fact that the question is to settle.
    #[must_use]
    pub fn disputed_fact(&self) -> Option<&str> {
        match &self.cause {
            Cause::Dispute { fact } => Some(fact),
            Cause::Closure { fact, .. } => fact.as_deref(),
            Cause::Weakest {} | Cause::Trigger { .. } | Cause::Restate {} | Cause::Checklist {} => {
                None
            }
        }
    }
}

/// Why a target was chosen.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Cause {
    /// Nothing is less clear.
    Weakest {},
    /// This fact is disputed.
    Dispute { fact: String },
    /// The answer before raised doubt here.
    Trigger { letter: String },
    /// The number passes and closure was refused all the same.
    Closure {
        gap: String,
        /// The disputed fact that it is about.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        fact: Option<String>,
    },
    /// The goal in one sentence did not fit; the user's correction is the answer.
    Restate {},
    /// The checklist asks it, about no part.
    Checklist {},
}

/// How far a round has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Lifecycle {
    /// It waits for its question or its answer.
    Open,
    /// It is answered and not scored.
    Answered,
    Scored,
    /// The user opted out and no mind had an answer: a gap that stays open.
    Gap,
}

/// A question that a user asked back.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Clarification {
    pub asked: String,
    /// What they were told; empty where no mind could.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub explanation: Option<String>,
}

/// Who a round's answer comes from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum RoundReply {
    /// The user.
    Direct { answer: Answer },
    /// A mind, because the user said so.
    Delegated {
        /// What it decided, once it has.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        auto: Option<AutoAnswer>,
    },
    /// Nobody: the user passed over it.
    PassedOver { reason: String },
}

/// What a scoring made of a round.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Scoring {
    pub clarity: Clarity,
    /// The ambiguity of the scored round before, as it was reported.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub prior: Option<Units>,
    /// The ambiguity that the scores add up to.
    pub reported: Units,
    pub floor: Units,
    /// The ambiguity that counted before.
    pub before: Units,
    /// The ambiguity that counts since.
    pub effective: Units,
    pub milestone_before: Milestone,
    pub milestone: Milestone,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub triggers: Vec<Trigger>,
    /// Where the engine did not take a mind's figure as it was, in words.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub adjustments: Vec<String>,
    /// Which scoring of the interview it was.
    pub number: u32,
}

/// One question and what became of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Round {
    /// Its number, from 1.
    pub number: u32,
    /// The number of the first round that it was asked together with.
    pub batch: u32,
    pub target: Target,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub question: Option<Question>,
    /// How often its question was taken back before it was answered.
    #[serde(default)]
    pub n_redrafts: u32,
    pub ambiguity_at_ask: Units,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub clarifications: Vec<Clarification>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reply: Option<RoundReply>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answered_at: Option<Timestamp>,
    #[serde(default)]
    pub n_changes: u32,
    /// A long answer, structured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub structure: Option<Structure>,
    /// The words that are to be structured anew.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rewrite: Option<String>,
    /// How often the structure was shown to the user.
    #[serde(default)]
    pub n_refinements: u32,
    /// Whether the user confirmed the structure, or there is none to confirm.
    #[serde(default)]
    pub settled: bool,
    /// Whether a panel was heard, or could not be, before a mind answers.
    #[serde(default)]
    pub reviewed: bool,
    pub lifecycle: Lifecycle,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scored_at: Option<Timestamp>,
    /// What the latest scoring made of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scoring: Option<Scoring>,
    #[serde(default)]
    pub n_scorings: u32,
    /// How clear every component was before it was scored for the first time.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub clarity_before: BTreeMap<String, Clarity>,
    /// What the user says to an assumption that would end the interview.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub crossing: Option<CrossingChoice>,
    /// What a question of the checklist is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub topic: Option<ChecklistTopic>,
    /// The clash that a question of the checklist settles.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub settles: Option<Clash>,
    /// What an answer could look like, about another project.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub example: Option<String>,
}

impl Round {
    #[must_use]
    pub fn open(number: u32, batch: u32, target: Target, ambiguity_at_ask: Units) -> Self {
        Self {
            number,
            batch,
            target,
            question: None,
            n_redrafts: 0,
            ambiguity_at_ask,
            clarifications: Vec::new(),
            reply: None,
            answered_at: None,
            n_changes: 0,
            structure: None,
            rewrite: None,
            n_refinements: 0,
            settled: false,
            reviewed: false,
            lifecycle: Lifecycle::Open,
            scored_at: None,
            scoring: None,
            n_scorings: 0,
            clarity_before: BTreeMap::new(),
            crossing: None,
            topic: None,
            settles: None,
            example: None,
        }
    }

    /// Gives the name under which facts and criteria point at it: `R3`.
    #[must_use]
    pub fn name(&self) -> String {
        format!("R{}", self.number)
    }

    #[must_use]
    pub fn is_scored(&self) -> bool {
        self.lifecycle == Lifecycle::Scored
    }

    /// Tells whether a mind answered it and the user has not confirmed that.
    #[must_use]
    pub fn is_assumed(&self) -> bool {
        self.auto().is_some() && self.crossing != Some(CrossingChoice::Confirm)
    }

    /// Gives what a mind answered in place of the user.
    #[must_use]
    pub fn auto(&self) -> Option<&AutoAnswer> {
        match &self.reply {
            Some(RoundReply::Delegated { auto }) => auto.as_ref(),
            Some(RoundReply::Direct { .. } | RoundReply::PassedOver { .. }) | None => None,
        }
    }

    /// Tells whether it is left to a mind that has not answered it yet.
    #[must_use]
    pub fn waits_for_mind(&self) -> bool {
        matches!(self.reply, Some(RoundReply::Delegated { auto: None }))
    }

    #[must_use]
    pub fn answer(&self) -> Option<&Answer> {
        match &self.reply {
            Some(RoundReply::Direct { answer }) => Some(answer),
            Some(RoundReply::Delegated { .. } | RoundReply::PassedOver { .. }) | None => None,
        }
    }

    /// Tells whether the user passed over it.
    #[must_use]
    pub fn is_passed_over(&self) -> bool {
        matches!(self.reply, Some(RoundReply::PassedOver { .. }))
    }

    /// Gives the words that count as the answer; the user's or a mind's.
    #[must_use]
    pub fn said(&self) -> Option<&str> {
        match &self.reply {
            Some(RoundReply::Direct { answer }) => Some(&answer.text),
            Some(RoundReply::Delegated { auto: Some(auto) }) => Some(&auto.text),
            Some(RoundReply::Delegated { auto: None } | RoundReply::PassedOver { .. }) | None => {
                None
            }
        }
    }
}
