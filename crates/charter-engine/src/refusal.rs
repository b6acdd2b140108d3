//! Why the engine says no: the sum of the features' refusals.
//!
//! Owns which features there are. Must not know exit codes or how a refusal is shown.

use charter_agents::AgentRefusal;
use charter_contract::ContractRefusal;
use charter_foreign::ForeignRefusal;
use charter_interview::InterviewRefusal;
use charter_kernel::{NextAction, Obstacle, Problem, Refuse};
use charter_plan::PlanRefusal;
use charter_review::ReviewRefusal;

/// Why the engine says no.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(transparent)]
pub enum Refusal {
    Contract(#[from] ContractRefusal),
    Interview(InterviewRefusal),
    Plan(PlanRefusal),
    Review(ReviewRefusal),
    Foreign(#[from] ForeignRefusal),
    Agent(#[from] AgentRefusal),
}

// What the contract refuses inside another feature is told as the contract's.

impl From<InterviewRefusal> for Refusal {
    fn from(refusal: InterviewRefusal) -> Self {
        if let InterviewRefusal::Contract(refusal) = refusal {
            Self::Contract(refusal)
        } else {
            Self::Interview(refusal)
        }
    }
}

impl From<PlanRefusal> for Refusal {
    fn from(refusal: PlanRefusal) -> Self {
        if let PlanRefusal::Contract(refusal) = refusal {
            Self::Contract(refusal)
        } else {
            Self::Plan(refusal)
        }
    }
}

impl From<ReviewRefusal> for Refusal {
    fn from(refusal: ReviewRefusal) -> Self {
        if let ReviewRefusal::Contract(refusal) = refusal {
            Self::Contract(refusal)
        } else {
            Self::Review(refusal)
        }
    }
}

impl Refusal {
    fn said(&self) -> &dyn Refuse {
        match self {
            Self::Contract(refusal) => refusal,
            Self::Interview(refusal) => refusal,
            Self::Plan(refusal) => refusal,
            Self::Review(refusal) => refusal,
            Self::Foreign(refusal) => refusal,
            Self::Agent(refusal) => refusal,
        }
    }
}

impl Refuse for Refusal {
    fn obstacle(&self) -> Obstacle<'_> {
        self.said().obstacle()
    }

    fn collected(&self) -> Option<Vec<Problem>> {
        self.said().collected()
    }

    fn next_actions(&self) -> Vec<NextAction> {
        self.said().next_actions()
    }
}
