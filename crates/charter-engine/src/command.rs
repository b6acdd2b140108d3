//! What a caller can ask of the engine.
//!
//! Owns the closed list of commands. Must not know who sends them: a terminal, an agent, a test.

use charter_contract::Rigor;
use charter_kernel::{CharterId, CriterionId, SessionId};
use serde::Deserialize;

/// A wish to change a charter.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase", deny_unknown_fields)]
pub enum Command {
    /// Opens a charter.
    Create {
        /// The id it gets.
        id: CharterId,
        /// Its name.
        name: String,
        /// The idea it starts from.
        objective: String,
        /// How much proof it wants.
        rigor: Rigor,
        /// The commit it is created at.
        #[serde(default)]
        base: Option<String>,
    },
    /// Lets the work rest.
    Pause {
        /// Why.
        #[serde(default)]
        reason: Option<String>,
    },
    /// Goes on with it.
    Resume {},
    /// Finishes it, if every criterion was shown.
    Complete {
        /// What the worker says about it.
        #[serde(default)]
        note: Option<String>,
    },
    /// Gives it up.
    Abandon {
        /// Why.
        reason: String,
    },
    /// Takes a criterion out.
    Waive {
        /// Which criterion.
        criterion_id: CriterionId,
        /// Why.
        reason: String,
    },
    /// Confirms every answer that came through an agent.
    ConfirmAnswers {},
    /// Binds a session to it.
    Bind {
        /// Which session.
        session: SessionId,
        /// The number of the session's last binding, over all charters.
        last_turn: u64,
    },
}
