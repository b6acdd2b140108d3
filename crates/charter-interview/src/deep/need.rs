//! What an interview waits for, as callers see it.
//!
//! Owns the shape of a need and the names under which needs are fulfilled, which are API. Must not
//! decide what is needed: `step` does.

use super::need_kind::{NeedFor, NeedKind, NeedOption};
use super::parse::{self, ReplyForm};
use super::state::PanelCause;
use super::{Interview, Step, context};
use serde::Serialize;
use serde_json::Value;

/// One thing that an interview waits for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Need {
    /// The name under which it is fulfilled.
    pub need_id: String,
    pub kind: NeedKind,
    pub r#for: NeedFor,
    /// The round it is about; 0 where it is about none.
    pub round: u32,
    /// What the user reads, or what a mind is to do.
    pub prompt: String,
    pub options: Vec<NeedOption>,
    /// The JSON Schema of what `submit` takes beside the id.
    pub schema: Value,
    pub context: Value,
}

/// Lists what an interview waits for: one need, or the questions that are asked together. There is
/// always at least one.
#[must_use]
pub fn open(interview: &Interview) -> Vec<Need> {
    let need = |step: Step| {
        let form = parse::form(interview, &step);
        Need {
            need_id: step.need_id(interview),
            kind: step.kind(),
            r#for: step.r#for(),
            round: step.round(),
            prompt: context::prompt(interview, &step),
            options: options(&step, &form),
            schema: match step.r#for() {
                NeedFor::User => form.schema(),
                NeedFor::Mind => parse::or_failed(form.schema()),
            },
            context: context::of(interview, &step),
        }
    };
    interview.steps().into_iter().map(need).collect()
}

impl Step {
    /// Says what is needed, of whom, and about which round; 0 where it is about none.
    fn need(&self) -> (NeedKind, NeedFor, u32) {
        use NeedFor::{Mind, User};
        match self {
            Self::Propose => (NeedKind::Parts, Mind, 0),
            Self::Confirm => (NeedKind::Parts, User, 0),
            Self::Draft(round)
            | Self::Explain(round)
            | Self::AutoAnswer(round)
            | Self::Score(round) => (NeedKind::Turn, Mind, *round),
            Self::Ask(round) => (NeedKind::Ask, User, *round),
            Self::Panel(PanelCause::BeforeAnswer { round }) => (NeedKind::Panel, Mind, *round),
            Self::Panel(PanelCause::Transition { .. } | PanelCause::Stall {}) => {
                (NeedKind::Panel, Mind, 0)
            }
            Self::Crossing(round) => (NeedKind::Crossing, User, *round),
            Self::Warn => (NeedKind::Closure, User, 0),
            Self::Audit | Self::State => (NeedKind::Turn, Mind, 0),
            Self::Restate => (NeedKind::Restate, User, 0),
            Self::Spec => (NeedKind::Spec, Mind, 0),
            Self::AskOn => (NeedKind::Ask, Mind, 0),
            Self::Done => (NeedKind::Done, User, 0),
        }
    }

    #[must_use]
    pub fn kind(&self) -> NeedKind {
        self.need().0
    }

    #[must_use]
    pub fn r#for(&self) -> NeedFor {
        self.need().1
    }

    /// Gives the round it is about; 0 where it is about none.
    #[must_use]
    pub fn round(&self) -> u32 {
        self.need().2
    }

    /// Gives the name under which it is fulfilled. What can come again is counted, so that a name
    /// means one thing for ever; only a question keeps its name until it has its answer.
    #[must_use]
    pub fn need_id(&self, interview: &Interview) -> String {
        let round = interview.round(self.round());
        let number = self.round();
        let changes = round.map_or(0, |it| it.n_changes);
        let ending = &interview.ending;
        match self {
            Self::Propose => format!("topology-{}", interview.topology.n_proposals + 1),
            Self::Confirm => format!("confirm-{}", interview.topology.n_proposals),
            Self::Draft(_) => match round.map_or(0, |it| it.n_redrafts) {
                0 => format!("r{number}-draft"),
                n => format!("r{number}-draft-{}", n + 1),
            },
            Self::Explain(_) => {
                format!("r{number}-explain-{}", round.map_or(0, |it| it.clarifications.len()))
            }
            Self::Ask(_) => format!("r{number}-ask"),
            Self::Panel(PanelCause::BeforeAnswer { .. }) => {
                format!("r{number}-panel-{}", changes + 1)
            }
            Self::Panel(_) => format!("panel-{}", interview.n_scorings),
            Self::AutoAnswer(_) => format!("r{number}-auto-{}", changes + 1),
            Self::Score(_) => {
                format!("r{number}-score-{}", round.map_or(0, |it| it.n_scorings) + 1)
            }
            Self::Crossing(_) => format!("r{number}-crossing-{}", changes + 1),
            Self::Warn => format!("warn-{}", ending.n_exits),
            Self::Audit => format!("closure-{}", ending.n_closures + 1),
            Self::State => format!("goal-{}", ending.n_goals + 1),
            Self::Restate => format!("restate-{}", ending.n_goals),
            Self::Spec => format!("spec-{}", ending.n_specs + 1),
            Self::AskOn => format!("next-{}", interview.rounds.len()),
            Self::Done => format!("done-{}", ending.n_specs),
        }
    }
}

/// Lists what is offered; of a panel it is who is asked.
fn options(step: &Step, form: &ReplyForm<'_>) -> Vec<NeedOption> {
    let Step::Panel(cause) = step else { return form.options() };
    cause.personas().iter().map(|it| NeedOption::new(it.word(), it.lens())).collect()
}
