//! A charter as it was read.
//!
//! Owns what is known after reading: the state, where strands end, what is odd. Must not know how it was
//! read.

use crate::failure::Failure;
use crate::ledger::StrandFiles;
use charter_engine::State;
use charter_engine::event::{CharterEvent, EventBody};
use charter_kernel::finding::{CHAIN_GAP, TORN_TAIL};
use charter_kernel::strand::{StrandEnd, StrandId};
use charter_kernel::{CharterId, Finding, Severity};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// A charter's state and what is wrong with where it came from.
#[derive(Debug, Clone)]
pub struct Loaded {
    /// What the events add up to.
    pub state: State,
    /// What is odd or wrong with the ledger and the derived files.
    pub findings: Vec<Finding>,
    pub(crate) charter_id: CharterId,
    /// The ends of the strands that were read.
    pub(crate) tails: BTreeMap<StrandId, StrandTail>,
    /// The event that the checkpoint covers; 0 without one.
    pub(crate) checkpoint_at: u64,
    /// Whether the seal vouches for the ledger and every derived file.
    pub(crate) is_sealed: bool,
    /// The strands with another event than this working copy has had in its place.
    pub(crate) changed: BTreeSet<StrandId>,
    /// Whether git was asked where only git can say that nothing is lost.
    pub(crate) is_asked: bool,
    /// How the strands looked when they were read.
    pub(crate) files: StrandFiles,
    /// The event that takes over what an earlier tool left, to be written before any other.
    pub(crate) adoption: Option<EventBody>,
}

/// Where a strand ends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct StrandTail {
    pub(crate) end: StrandEnd,
    /// How many bytes its complete writes take.
    pub(crate) n_bytes: u64,
    /// The end of a write that was cut off, as a range of the strand's bytes.
    pub(crate) torn: Option<Range<u64>>,
}

impl Loaded {
    /// Knows nothing yet.
    pub(crate) fn empty(id: &CharterId) -> Self {
        Self {
            state: State::default(),
            findings: Vec::new(),
            charter_id: id.clone(),
            tails: BTreeMap::new(),
            checkpoint_at: 0,
            is_sealed: false,
            changed: BTreeSet::new(),
            is_asked: false,
            files: StrandFiles::default(),
            adoption: None,
        }
    }

    /// Tells whether writing behind this ledger is allowed.
    pub fn can_write(&self) -> Result<(), Failure> {
        if let Some(finding) = self.findings.iter().find(|it| it.kind.breaks_ledger()) {
            let charter_id = self.charter_id.to_string();
            return Err(Failure::LedgerBroken { charter_id, finding: finding.clone() });
        }
        if self.state.n_unknown > 0 {
            return Err(Failure::LedgerNewer { charter_id: self.charter_id.to_string() });
        }
        Ok(())
    }

    /// Takes in the next event, and says so if it is the first that this version does not know.
    pub(crate) fn take(&mut self, event: &CharterEvent) {
        let own = &self.state.contract.charter_id;
        if !own.is_empty() && event.charter_id.as_str() != own {
            let message = format!("its events belong to `{}`", event.charter_id);
            let finding = Finding::new(CHAIN_GAP, event.strand.file(), message);
            if !self.findings.contains(&finding) {
                self.findings.push(finding);
            }
            return;
        }
        let n_unknown = self.state.n_unknown;
        self.state.apply(event);
        if n_unknown == 0 {
            self.findings.extend(charter_kernel::chain::unknown_event(event));
        }
    }

    /// Lists what a reader of this charter should be told; what mends itself is left out.
    #[must_use]
    pub fn warnings(&self) -> Vec<Finding> {
        let told = |it: &&Finding| it.kind.severity > Severity::Note;
        self.findings.iter().filter(told).cloned().collect()
    }

    pub(crate) fn needs_mending(&self) -> bool {
        !self.is_sealed && self.adoption.is_none() && self.can_write().is_ok()
    }

    pub(crate) fn is_torn(&self) -> bool {
        self.tails.values().any(|it| it.torn.is_some())
    }

    /// Leaves out what a writer at work makes look odd for a moment.
    pub(crate) fn without_transient_findings(mut self) -> Self {
        self.findings
            .retain(|it| !matches!(it.kind, TORN_TAIL) && it.kind.severity != Severity::Note);
        self
    }
}
