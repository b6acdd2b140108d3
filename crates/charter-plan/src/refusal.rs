//! Why a plan says no.
//!
//! Owns the closed list of obstacles of a plan, with their codes and what can be done instead. Must not
//! know other parts of the engine's list.

use super::Stage;
use charter_contract::ContractRefusal;
use charter_kernel::{NextAction, Obstacle, Problem, Refuse, first_of};

/// Why a plan says no.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PlanRefusal {
    #[error(transparent)]
    Contract(#[from] ContractRefusal),
    #[error("no plan of `{charter_id}` was opened")]
    NoPlan { charter_id: String },
    /// A plan about another task goes on.
    #[error("a plan of `{charter_id}` goes on, about another task: {task}")]
    Active { charter_id: String, task: String },
    #[error("the text is not taken: {}", first_of(problems))]
    TextUnusable { problems: Vec<Problem> },
    /// Another text stands under the same number.
    #[error("`{path}` holds another text, which stays")]
    TextTaken { path: String, stage: Stage, next: u32 },
    /// A text that the plan is not waiting for.
    #[error("the plan does not wait for this: {why}")]
    OutOfTurn { charter_id: String, why: String },
    /// A limit of the plan is reached.
    #[error("PLANNING-STUCK: {}", reached(*lane, *used, *max))]
    Stuck {
        charter_id: String,
        /// Who may not speak any more about this text; none where no iteration is left.
        lane: Option<&'static str>,
        used: u32,
        max: u32,
        /// Whether a revision may still be written.
        can_revise: bool,
    },
    /// The two that judge a plan do not agree on it.
    #[error("the plan is not agreed on: {}", first_of(problems))]
    NotAgreed { charter_id: String, problems: Vec<Problem> },
    /// A final text leaves out what was locked or agreed.
    #[error("the plan is not whole: {}", first_of(problems))]
    Misses {
        charter_id: String,
        /// Whether a revision may still be written.
        can_revise: bool,
        problems: Vec<Problem>,
    },
    /// There is no final text to approve.
    #[error("the plan of `{charter_id}` has no final text to approve")]
    NotFinal { charter_id: String },
}

fn reached(lane: Option<&str>, used: u32, max: u32) -> String {
    match lane {
        None => format!("{used} of {max} iterations are used"),
        Some(lane) => format!("the {lane} has spoken {used} of {max} times about this text"),
    }
}

impl Refuse for PlanRefusal {
    fn obstacle(&self) -> Obstacle<'_> {
        match self {
            Self::Contract(refusal) => refusal.obstacle(),
            Self::NoPlan { .. } => Obstacle::bad_input("no-plan", "plan"),
            Self::Active { .. } => Obstacle::conflict("plan-active", "task"),
            Self::TextUnusable { .. } => Obstacle::bad_input("plan-text-unusable", "text"),
            Self::TextTaken { path, .. } => Obstacle::bad_input("plan-text-taken", path.as_str()),
            Self::OutOfTurn { .. } => Obstacle::refused("plan-out-of-turn", "plan"),
            Self::Stuck { lane, .. } => {
                Obstacle::conflict("planning-stuck", lane.unwrap_or("iterations"))
            }
            Self::NotAgreed { .. } => Obstacle::refused("plan-not-agreed", "plan"),
            Self::Misses { .. } => Obstacle::refused("plan-misses", "plan"),
            Self::NotFinal { .. } => Obstacle::refused("plan-not-final", "plan"),
        }
    }

    fn collected(&self) -> Option<Vec<Problem>> {
        if let Self::TextUnusable { problems }
        | Self::NotAgreed { problems, .. }
        | Self::Misses { problems, .. } = self
        {
            return Some(problems.clone());
        }
        if let Self::Contract(refusal) = self { refusal.collected() } else { None }
    }

    fn next_actions(&self) -> Vec<NextAction> {
        let status = |id: &str| NextAction::plan("status", id, "see what it waits for", "");
        let again = |id: &str| {
            let hint = "a person may begin anew, with a fresh budget";
            NextAction::plan("open", id, hint, "--again")
        };
        match self {
            Self::Contract(refusal) => refusal.next_actions(),
            Self::NoPlan { charter_id } => {
                vec![NextAction::plan("open", charter_id, "begin one", "")]
            }
            Self::TextUnusable { .. } => {
                let command = "charter plan status";
                vec![NextAction::new("plan", "see what it waits for", command)]
            }
            Self::TextTaken { stage, next, .. } => {
                let command = format!("charter plan write --stage {} --n {next} -", stage.word());
                vec![NextAction::new("plan", "write it under a number of its own", command)]
            }
            Self::OutOfTurn { charter_id, .. }
            | Self::NotAgreed { charter_id, .. }
            | Self::NotFinal { charter_id } => vec![status(charter_id)],
            Self::Active { charter_id, .. } | Self::Stuck { charter_id, can_revise: false, .. } => {
                vec![status(charter_id), again(charter_id)]
            }
            Self::Misses { charter_id, can_revise: true, .. } => {
                let hint = "write a revision that names what is missing";
                let revise = NextAction::plan("write", charter_id, hint, "--stage revision -");
                vec![revise, status(charter_id)]
            }
            Self::Misses { charter_id, can_revise: false, .. } => {
                vec![again(charter_id), status(charter_id)]
            }
            Self::Stuck { charter_id, can_revise: true, .. } => {
                let hint = "a revision may be judged again";
                let revise = NextAction::plan("write", charter_id, hint, "--stage revision -");
                vec![status(charter_id), revise]
            }
        }
    }
}
