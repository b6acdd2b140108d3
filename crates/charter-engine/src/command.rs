//! What a caller can ask of the engine.
//!
//! Owns the closed list of commands. Must not know who sends them: a terminal, an agent, a test.

use charter_contract::{CharterAct, Rigor};
use charter_kernel::{CharterId, CriterionId, SessionId};
use serde::Deserialize;

/// A wish to change a charter.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase", deny_unknown_fields)]
pub enum Command {
    Create {
        id: CharterId,
        name: String,
        /// The idea it starts from.
        objective: String,
        /// How much proof it wants.
        rigor: Rigor,
        /// The commit it is created at.
        #[serde(default)]
        base: Option<String>,
    },
    Pause {
        #[serde(default)]
        reason: Option<String>,
    },
    Resume {},
    /// Finishes it, if every criterion was shown.
    Complete {
        /// What the worker says about it.
        #[serde(default)]
        note: Option<String>,
    },
    Abandon {
        reason: String,
    },
    /// Asks for more or less proof from now on.
    SetRigor {
        rigor: Rigor,
        #[serde(default)]
        reason: Option<String>,
    },
    Waive {
        criterion_id: CriterionId,
        reason: String,
    },
    /// Agrees on the register as it stands.
    Agree {
        #[serde(default)]
        reason: Option<String>,
    },
    /// Lets evidence count that waits for a person.
    Confirm {
        criteria: Vec<CriterionId>,
        #[serde(default)]
        reason: Option<String>,
    },
    /// Says what a criterion needs that is not here.
    Need {
        criterion_id: CriterionId,
        needs: String,
        reason: String,
    },
    /// Says that a verdict is wrong.
    Dispute {
        criterion_id: CriterionId,
        reason: String,
    },
    /// Confirms every answer that came through an agent.
    ConfirmAnswers {},
    /// Stands behind the quality gates of some milestones.
    ConfirmGates {
        milestones: Vec<String>,
    },
    Bind {
        session: SessionId,
        /// The number of the session's last binding, over all charters.
        last_turn: u64,
    },
}

impl Command {
    /// Gives the act that a person may have to sign.
    #[must_use]
    pub fn act(&self) -> Option<CharterAct> {
        match self {
            Self::Abandon { .. } => Some(CharterAct::Abandon),
            Self::SetRigor { .. } => Some(CharterAct::LowerRigor),
            Self::Waive { .. } => Some(CharterAct::Waive),
            Self::Agree { .. } => Some(CharterAct::ChangeCriteria),
            Self::Confirm { .. } => Some(CharterAct::ConfirmEvidence),
            Self::ConfirmAnswers {} => Some(CharterAct::ConfirmAnswers),
            Self::ConfirmGates { .. } => Some(CharterAct::ConfirmGate),
            Self::Create { .. }
            | Self::Pause { .. }
            | Self::Resume {}
            | Self::Complete { .. }
            | Self::Need { .. }
            | Self::Dispute { .. }
            | Self::Bind { .. } => None,
        }
    }
}
