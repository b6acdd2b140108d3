//! Why a review says no.
//!
//! Owns its closed list of obstacles with their codes, which are API, and what can be done instead. Must
//! not know other features' lists.

use crate::attest::KeyProblem;
use charter_contract::ContractRefusal;
use charter_kernel::{NextAction, Obstacle, Problem, Refuse, first_of, help};

/// Why a review says no.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ReviewRefusal {
    #[error(transparent)]
    Contract(#[from] ContractRefusal),
    #[error("the gate of `{milestone_id}` is not taken: {}", first_of(problems))]
    GateRefused { milestone_id: String, problems: Vec<Problem> },
    #[error("`{target}` has {max} open objections already: settle one, or ask a person")]
    ObjectionCap { target: String, max: usize },
    #[error("no objection is called `{given}`")]
    UnknownObjection {
        given: String,
        /// The open ones.
        candidates: Vec<String>,
    },
    #[error("there is no key at `{path}`")]
    KeyMissing { path: String },
    /// A key that cannot be used, or not there.
    #[error("`{path}` cannot be used as a key: {problem}")]
    KeyUnusable { path: String, problem: KeyProblem },
}

impl Refuse for ReviewRefusal {
    fn obstacle(&self) -> Obstacle<'_> {
        match self {
            Self::Contract(refusal) => refusal.obstacle(),
            Self::GateRefused { .. } => Obstacle::refused("gate-refused", "gate"),
            Self::ObjectionCap { .. } => {
                Obstacle::conflict("review_blocker_recursion_cap", "blocker")
            }
            Self::UnknownObjection { .. } => Obstacle::bad_input("unknown-blocker", "blocker"),
            Self::KeyMissing { path } => Obstacle::bad_input("key-missing", path.as_str()),
            Self::KeyUnusable { path, .. } => Obstacle::bad_input("key-unusable", path.as_str()),
        }
    }

    fn collected(&self) -> Option<Vec<Problem>> {
        if let Self::GateRefused { problems, .. } = self {
            return Some(problems.clone());
        }
        if let Self::Contract(refusal) = self { refusal.collected() } else { None }
    }

    fn next_actions(&self) -> Vec<NextAction> {
        let one =
            |action: &str, hint: &str, command: &str| vec![NextAction::new(action, hint, command)];
        match self {
            Self::Contract(refusal) => refusal.next_actions(),
            Self::GateRefused { .. } => {
                one("checkpoint", "see what a gate holds", "charter checkpoint --help")
            }
            Self::ObjectionCap { .. } | Self::UnknownObjection { .. } => {
                one("status", "see what is open", "charter status")
            }
            Self::KeyMissing { .. } => one("key", "make one", "charter key"),
            Self::KeyUnusable { .. } => vec![help("key")],
        }
    }
}
