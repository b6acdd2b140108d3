//! What an interview waits for.
//!
//! Owns the order of the protocol: Round 0, the rounds, the gates, the spec. Pure: the same
//! interview always waits for the same. Must not know how a need looks.

use super::round::{Lifecycle, Round, RoundReply};
use super::state::{Exit, PanelCause};
use super::{Interview, TopologyStatus};

/// How often the goal is corrected in a row before the interview goes on asking.
pub(super) const CORRECTIONS_MAX: u32 = 2;

/// One thing that an interview waits for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    /// A mind names the components.
    Propose,
    /// The user confirms them.
    Confirm,
    /// A mind writes the question of this round.
    Draft(u32),
    /// A mind explains what the user asked back.
    Explain(u32),
    /// The user answers it.
    Ask(u32),
    /// A panel is heard.
    Panel(PanelCause),
    /// A mind answers in place of the user.
    AutoAnswer(u32),
    /// A mind scores it.
    Score(u32),
    /// The user confirms an assumption that would end the interview.
    Crossing(u32),
    /// The user is warned before they end it early.
    Warn,
    /// A mind looks for what stands against closing.
    Audit,
    /// A mind says the goal in one sentence.
    State,
    /// The user confirms it.
    Restate,
    /// A mind writes the prose of the spec.
    Spec,
    /// The checklist asks on, or ends: nobody is asked for it.
    AskOn,
    /// Nothing: the user says what comes next.
    Done,
}

impl Interview {
    /// Lists what it waits for: one thing, or the questions that are asked together.
    #[must_use]
    pub fn steps(&self) -> Vec<Step> {
        if self.is_checklist() {
            return vec![self.checklist_step()];
        }
        if self.topology.status == TopologyStatus::Pending {
            let is_proposed =
                !self.topology.components.is_empty() && self.topology.correction.is_none();
            return vec![if is_proposed { Step::Confirm } else { Step::Propose }];
        }
        if self.ending.exit == Exit::Asked {
            return vec![Step::Warn];
        }
        let exits = self.ending.exit == Exit::Accepted;
        let is_open = |it: &&Round| it.lifecycle == Lifecycle::Open && !exits;
        let open: Vec<&Round> = self.rounds.iter().filter(is_open).collect();
        let batch = open.first().map(|it| it.batch);
        let answered = self.rounds.iter().filter(|it| it.lifecycle == Lifecycle::Answered);
        // An answer that was changed is scored before anything is asked on.
        if let Some(round) = answered.clone().find(|it| Some(it.batch) != batch) {
            return vec![settle(round)];
        }
        if !open.is_empty() {
            return ask(&open);
        }
        vec![self.after_rounds()]
    }

    /// One question after the other, and then the spec.
    fn checklist_step(&self) -> Step {
        if self.ending.exit == Exit::Asked {
            return Step::Warn;
        }
        let asked = self.asked_round().filter(|_| self.ending.exit == Exit::None);
        match asked {
            Some(round) => Step::Ask(round.number),
            None if self.ending.checklist.is_some() => Step::Done,
            None => Step::AskOn,
        }
    }

    /// Finds the question that waits for its answer.
    pub(crate) fn asked_round(&self) -> Option<&Round> {
        let is_asked = |it: &&Round| it.lifecycle == Lifecycle::Open && it.question.is_some();
        self.rounds.iter().find(is_asked)
    }

    /// What comes when every round is settled.
    fn after_rounds(&self) -> Step {
        if let Some(round) = self.crossing_round() {
            return Step::Crossing(round);
        }
        let ends = self.ending.exit == Exit::Accepted || self.is_capped();
        if self.ending.one_more && !ends {
            return self.ask_next();
        }
        if !ends && !self.is_ready() {
            return self.ask_next();
        }
        if !ends && (self.closure_gap().is_some() || self.ending.gap.is_some()) {
            return self.ask_next();
        }
        if !ends && self.ending.closed_after != Some(self.n_scorings) {
            return Step::Audit;
        }
        self.close()
    }

    fn close(&self) -> Step {
        let Self { ending, n_scorings, .. } = self;
        if ending.spec_after == Some(*n_scorings) {
            return Step::Done;
        }
        if ending.restated_after == Some(*n_scorings) {
            return Step::Spec;
        }
        let is_stated = ending.goal.is_some() && ending.goal_after == *n_scorings;
        if is_stated { Step::Restate } else { Step::State }
    }

    fn ask_next(&self) -> Step {
        match &self.panel_due {
            Some(cause) => Step::Panel(cause.clone()),
            None => Step::Draft(self.n_rounds() + 1),
        }
    }

    /// Finds the round whose assumption took the ambiguity to the threshold, where the user has not
    /// said what they think of it.
    fn crossing_round(&self) -> Option<u32> {
        let threshold = self.setup.threshold.units;
        if self.ambiguity() > threshold {
            return None;
        }
        let crossed = |it: &&Round| {
            let scoring = it.scoring.as_ref();
            let crossed =
                scoring.is_some_and(|it| it.before > threshold && it.effective <= threshold);
            crossed && it.auto().is_some() && it.crossing.is_none()
        };
        self.scored().find(crossed).map(|it| it.number)
    }
}

/// The questions of a batch are all written before the first is asked.
fn ask(open: &[&Round]) -> Vec<Step> {
    if let Some(round) = open.iter().find(|it| it.question.is_none()) {
        return vec![Step::Draft(round.number)];
    }
    let waits = |round: &&&Round| round.clarifications.iter().any(|it| it.explanation.is_none());
    if let Some(round) = open.iter().find(waits) {
        return vec![Step::Explain(round.number)];
    }
    open.iter().map(|it| Step::Ask(it.number)).collect()
}

/// What an answered round waits for.
fn settle(round: &Round) -> Step {
    let number = round.number;
    match &round.reply {
        Some(RoundReply::Delegated { auto: None }) if !round.reviewed => {
            Step::Panel(PanelCause::BeforeAnswer { round: number })
        }
        Some(RoundReply::Delegated { auto: None }) => Step::AutoAnswer(number),
        Some(
            RoundReply::Direct { .. }
            | RoundReply::Delegated { auto: Some(_) }
            | RoundReply::PassedOver { .. },
        )
        | None => Step::Score(number),
    }
}
