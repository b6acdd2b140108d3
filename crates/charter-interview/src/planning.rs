//! Whether work is still being planned: an interview runs.
//!
//! Must not know what rests meanwhile.

use crate::InterviewState;
use crate::brief::Pad;
use crate::deep::{NeedKind, Step};
use charter_contract::{ContractState, Docs, Status};

/// Why work is still being planned.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Planning {
    /// An interview waits for an answer.
    Interview,
    /// A deep interview is not at its end.
    DeepInterview,
}

/// Says whether the work of a charter is still being planned.
#[must_use]
pub fn planning(docs: &Docs, contract: &ContractState, state: &InterviewState) -> Option<Planning> {
    if contract.status == Status::Active { running(docs, state) } else { None }
}

/// Says which interview of a charter was begun and is not at its end.
#[must_use]
pub fn running(docs: &Docs, state: &InterviewState) -> Option<Planning> {
    let deep = state.deep.as_deref().and_then(|it| it.steps().first().map(Step::kind));
    if deep.is_some_and(|it| it != NeedKind::Done) {
        return Some(Planning::DeepInterview);
    }
    let charter = &docs.charter;
    Pad::find(charter.source(), charter.outline()).map(|_| Planning::Interview)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_released_is_free() {
        let docs = Docs::parse(
            b"# Charter: x\n\n## Scratch Pad\n\n### Q1. problem\n\n**Asked** What hurts?\n"
                .to_vec(),
            Vec::new(),
            None,
        );
        let (mut contract, state) = (ContractState::default(), InterviewState::default());
        let open = planning(&docs, &contract, &state);
        assert_eq!(open, Some(Planning::Interview), "it is open");
        let finished = Docs::parse(b"# Charter: x\n".to_vec(), Vec::new(), None);
        assert_eq!(planning(&finished, &contract, &state), None, "no interview runs");
        for status in [Status::Paused, Status::Completed, Status::Abandoned] {
            contract.status = status;
            assert_eq!(planning(&docs, &contract, &state), None, "{status:?}");
        }
    }
}
