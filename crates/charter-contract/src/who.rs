//! Who may do what to a charter, at which rigor: the one table of it.
//!
//! Owns the acts that are not everybody's. Must not know how a person is told from an agent, or how a
//! signature is checked.

use crate::{ContractRefusal, Rigor};
use charter_kernel::Actor;

/// What somebody does to a charter, where it matters who does it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum CharterAct {
    AddCriteria,
    RecordRun,
    Complete,
    Pause,
    ChangeCriteria,
    ConfirmEvidence,
    ConfirmAnswers,
    ConfirmGate,
    SignOff,
    Waive,
    LowerRigor,
    Abandon,
    ApprovePlan,
    ReplacePlan,
    SettleObjection,
    ChooseBase,
    LeaveOutBase,
    ResumeGuarded,
    Repair,
    SayYesToRisk,
    ListPeople,
}

/// Who it takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Who {
    /// Anyone, agents too.
    Anyone,
    /// A person: somebody at a terminal without an agent around, or who is named as one there.
    Person,
    /// A person whose SSH key is listed in `.charter/people`, and who signs it.
    SignedPerson,
}

impl Who {
    /// Says it in a table.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Self::Anyone => "anyone",
            Self::Person => "a person",
            Self::SignedPerson => "a person, signed",
        }
    }
}

impl CharterAct {
    pub const ALL: [Self; 21] = [
        Self::AddCriteria,
        Self::RecordRun,
        Self::Complete,
        Self::Pause,
        Self::ChangeCriteria,
        Self::ConfirmEvidence,
        Self::ConfirmAnswers,
        Self::ConfirmGate,
        Self::SignOff,
        Self::Waive,
        Self::LowerRigor,
        Self::Abandon,
        Self::ApprovePlan,
        Self::ReplacePlan,
        Self::SettleObjection,
        Self::ChooseBase,
        Self::LeaveOutBase,
        Self::ResumeGuarded,
        Self::Repair,
        Self::SayYesToRisk,
        Self::ListPeople,
    ];

    /// Says what is done.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Self::AddCriteria => "adding criteria",
            Self::RecordRun => "recording a run",
            Self::Complete => "completing a charter",
            Self::Pause => "pausing a charter",
            Self::ChangeCriteria => "agreeing on changed criteria",
            Self::ConfirmEvidence => "confirming evidence",
            Self::ConfirmAnswers => "confirming relayed answers",
            Self::ConfirmGate => "confirming a quality gate",
            Self::SignOff => "signing off a manual check so that it counts",
            Self::Waive => "waiving a criterion",
            Self::LowerRigor => "lowering the rigor",
            Self::Abandon => "abandoning a charter",
            Self::ApprovePlan => "approving a plan",
            Self::ReplacePlan => "replacing an unfinished plan",
            Self::SettleObjection => "settling an objection",
            Self::ChooseBase => "choosing the commit to compare with",
            Self::LeaveOutBase => "leaving out the trial on that commit",
            Self::ResumeGuarded => "resuming what the loop guard paused",
            Self::Repair => "repairing a ledger that lost events",
            Self::SayYesToRisk => "a yes to something irreversible",
            Self::ListPeople => "listing a key in `.charter/people`",
        }
    }

    /// The table: who may do it at a rigor.
    #[must_use]
    pub fn who(self, rigor: Rigor) -> Who {
        match (self, rigor) {
            (Self::AddCriteria | Self::RecordRun | Self::Complete | Self::Pause, _)
            | (
                Self::ChangeCriteria | Self::SignOff | Self::Abandon | Self::ChooseBase,
                Rigor::Light,
            )
            | (Self::SettleObjection | Self::LeaveOutBase, Rigor::Light | Rigor::Standard) => {
                Who::Anyone
            }
            (
                Self::ChangeCriteria
                | Self::ConfirmEvidence
                | Self::ConfirmAnswers
                | Self::ConfirmGate
                | Self::SignOff
                | Self::Waive
                | Self::LowerRigor
                | Self::Abandon
                | Self::ApprovePlan
                | Self::SettleObjection,
                Rigor::Strict,
            ) => Who::SignedPerson,
            (
                Self::ChangeCriteria
                | Self::ConfirmEvidence
                | Self::ConfirmAnswers
                | Self::ConfirmGate
                | Self::SignOff
                | Self::Waive
                | Self::LowerRigor
                | Self::Abandon
                | Self::ApprovePlan
                | Self::ReplacePlan
                | Self::ChooseBase
                | Self::LeaveOutBase
                | Self::ResumeGuarded
                | Self::Repair
                | Self::SayYesToRisk
                | Self::ListPeople,
                Rigor::Light | Rigor::Standard | Rigor::Strict,
            ) => Who::Person,
        }
    }

    /// Tells whether a person's act is signed at a rigor.
    #[must_use]
    pub fn is_signed(self, rigor: Rigor) -> bool {
        self.who(rigor) == Who::SignedPerson
    }

    /// Refuses the act to anybody who may not do it; `command` is what the person types.
    pub fn check(
        self,
        actor: &Actor,
        rigor: Rigor,
        command: impl FnOnce() -> String,
    ) -> Result<(), ContractRefusal> {
        if actor.is_person() || self.who(rigor) == Who::Anyone {
            return Ok(());
        }
        let (what, actor, command) = (self.words(), actor.to_string(), command());
        Err(ContractRefusal::PersonNeeded { what, actor, command })
    }
}
