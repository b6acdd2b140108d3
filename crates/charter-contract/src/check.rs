//! The conditions that steps of several kinds share: whether work goes on.
//!
//! Must not know the steps.

use crate::{ContractRefusal, ContractState, Status};

/// Refuses to take up work on a charter that has ended.
pub fn check_open(state: &ContractState) -> Result<(), ContractRefusal> {
    if state.status.is_open() {
        return Ok(());
    }
    let (charter_id, status) = (state.charter_id.clone(), state.status);
    Err(ContractRefusal::WrongState { charter_id, status, step: "be taken up again" })
}

/// Refuses a step that only goes with work that goes on.
pub fn check_active(state: &ContractState, step: &'static str) -> Result<(), ContractRefusal> {
    if state.status == Status::Active {
        return Ok(());
    }
    let (charter_id, status) = (state.charter_id.clone(), state.status);
    Err(ContractRefusal::WrongState { charter_id, status, step })
}
