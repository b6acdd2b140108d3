//! Taking a milestone's quality gate.
//!
//! Owns the order: which milestone, what its receipt would be for, the check of the gate, and only then
//! the write, on the same source. Must not decide.

use crate::app::{App, Caller};
use crate::commit::{Committed, DocsWanted, ToWrite};
use crate::error::{Error, problem};
use crate::gate::{GateAsk, GateCounts, GateReplay, find_unit};
use crate::replay::ProtectionRow;
use charter_contract::{CharterAct, ContractRefusal, Status};
use charter_engine::{Refusal, query};
use charter_kernel::{Digest, NextAction};
use charter_review::receipt;
use charter_review::receipt::{Receipt, TakenGate};
use charter_store::Trust;
use serde::Serialize;
use std::path::Path;

/// What came of a checkpoint.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CheckpointReport {
    /// Always true: anything else is an error.
    pub ok: bool,
    pub charter_id: String,
    pub milestone_id: String,
    pub receipt: Option<Receipt>,
    /// Whether anything changed; taking the same gate twice changes nothing.
    pub changed: bool,
    /// How much of the gate was looked at.
    pub counts: GateCounts,
    /// What kept its replays from doing harm, where they ran.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub protection: Option<ProtectionRow>,
    pub status: Status,
    pub next_actions: Vec<NextAction>,
}

impl App {
    /// Takes a gate for a milestone: the one that is named, or the only one.
    pub fn checkpoint(
        &self,
        caller: &Caller,
        milestone: Option<&str>,
        gate: &Path,
        replay: Option<GateReplay>,
    ) -> Result<CheckpointReport, Error> {
        let open = self.open_trusting(self.select(caller)?, Trust::Nothing)?;
        let units = receipt::units(&open.docs);
        let unit = match (milestone, units.as_slice()) {
            (Some(name), _) => find_unit(&open, name).ok(),
            (None, [only]) => Some(only.clone()),
            (None, _) => None,
        };
        let unit = unit.ok_or_else(|| {
            Refusal::Contract(ContractRefusal::UnknownMilestone {
                charter_id: open.id.to_string(),
                given: milestone.unwrap_or_default().to_owned(),
                candidates: units,
            })
        })?;
        let kind = receipt::next_kind(query::matter(&open.docs, open.state()), &unit);
        let ask = GateAsk { file: gate.to_owned(), milestone: Some(unit.clone()), kind, replay };
        let checked = self.check_gate_in(Some(&open), &ask)?;
        let mut problems = checked.problems;
        // What was checked must be what is there now.
        let now = self.source_report(Some(gate))?.source_hash;
        if checked.source_hash.as_ref() != Some(&now) {
            let message = "the source changed while the gate was checked";
            problems.push(problem("source", "source_changed", message));
        }
        let source = Digest::parse(&now).unwrap_or(Digest::ZERO);
        let expected = Some((kind, receipt::owed(query::matter(&open.docs, open.state()), &unit)));
        let taken =
            TakenGate { digest: checked.digest, file: checked.file, source, expected, problems };
        let committed = self.commit(caller, open, DocsWanted::WithFiles, |docs, state, _| {
            let matter = query::matter(docs, state);
            let decision = receipt::checkpoint(matter, state.head().hash, &unit, &taken)?;
            Ok((ToWrite { act: Some(CharterAct::ConfirmGate), ..decision.into() }, ()))
        })?;
        let Committed { changed, open, .. } = committed;
        Ok(CheckpointReport {
            ok: true,
            receipt: open.state().review.receipts.get(&unit).cloned(),
            milestone_id: unit,
            changed,
            counts: checked.counts,
            protection: checked.protection,
            status: open.state().contract.status,
            next_actions: self.next_actions(&open),
            charter_id: open.id.to_string(),
        })
    }
}
