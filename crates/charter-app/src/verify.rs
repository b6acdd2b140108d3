//! Checking everything that was ever recorded: the chain from its first byte, every artifact.
//!
//! Owns the walk over the history; `check` looks at what counts now. Must not run anything but what a
//! replay was asked for.

use crate::app::{App, Caller};
use crate::check::{CheckReport, CheckVerdict};
use crate::error::Error;
use crate::replay::{Replay, ReplayReport, ReplayRow};
use charter_core::Problem;
use charter_core::event::{Artifact, EventBody, Payload};
use charter_store::Trust;
use serde::Serialize;
use std::collections::BTreeMap;

/// What was found.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct VerifyReport {
    /// Whether everything that was recorded is as it was recorded.
    pub ok: bool,
    /// `pass` or `fail`.
    pub verdict: CheckVerdict,
    /// How many events were read and hashed.
    pub events: u64,
    /// How many artifacts were read and hashed.
    pub artifacts: usize,
    /// How many bytes they have.
    pub bytes: u64,
    /// What does not hold.
    pub problems: Vec<Problem>,
    /// What running the recorded commands again showed, where that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub replay: Option<ReplayReport>,
    /// The charter as `check` sees it.
    pub check: CheckReport,
}

/// What a verification is doing.
#[derive(Debug, Clone, Copy)]
pub enum VerifyStep<'a> {
    /// It judges the charter and hashes its ledger.
    Ledger,
    /// It reads artifacts, so many.
    Artifacts(usize),
    /// It runs a command again: which one, of how many.
    Command(usize, usize, &'a ReplayRow),
}

impl App {
    /// Verifies the ledger of a charter and every artifact that was ever recorded; `replay` says to
    /// run its commands again, too, and `progress` is told what is being done.
    pub fn verify(
        &self,
        caller: &Caller,
        replay: Option<&Replay>,
        progress: &mut dyn FnMut(VerifyStep<'_>),
    ) -> Result<VerifyReport, Error> {
        progress(VerifyStep::Ledger);
        let check = self.check(caller)?;
        let id = charter_core::CharterId::parse(&check.charter_id)
            .map_err(|_| charter_core::Refusal::NoCharterBound { candidates: Vec::new() })?;
        let examination = self.store.examine(&id)?;
        let mut problems: Vec<Problem> = examination
            .findings
            .iter()
            .filter(|it| it.kind.severity() == charter_core::Severity::Error)
            .map(|it| Problem {
                path: it.file.clone(),
                code: it.kind.code().to_owned(),
                message: it.message.clone(),
            })
            .collect();
        let mut artifacts: BTreeMap<String, Artifact> = BTreeMap::new();
        for entry in self.store.log(&id)? {
            if let Payload::Known(EventBody::EvidenceRecorded { artifacts: found, .. }) =
                entry.event.payload
            {
                artifacts.extend(found.into_iter().map(|it| (it.path.clone(), it)));
            }
        }
        progress(VerifyStep::Artifacts(artifacts.len()));
        let paths: Vec<String> = artifacts.keys().cloned().collect();
        let dir = self.store.layout().charter(&id);
        let digests = self.store.digests(&dir, &paths, Trust::Nothing)?;
        for (path, artifact) in &artifacts {
            let (code, message) = match digests.get(path) {
                None => ("artifact-missing", "it is gone"),
                Some(digest) if *digest != artifact.blake3 => {
                    ("artifact-changed", "it is not what was recorded")
                }
                Some(_) => continue,
            };
            let (code, message) = (code.to_owned(), message.to_owned());
            problems.push(Problem { path: path.clone(), code, message });
        }
        let mut tell = |idx: usize, total: usize, row: &ReplayRow| {
            progress(VerifyStep::Command(idx, total, row));
        };
        let replay = replay.map(|it| self.replay(&id, it, &mut tell)).transpose()?;
        problems.extend(replay.iter().flat_map(ReplayReport::problems));
        let ok = problems.is_empty();
        Ok(VerifyReport {
            ok,
            verdict: if ok { CheckVerdict::Pass } else { CheckVerdict::Fail },
            events: examination.state.n_events,
            artifacts: artifacts.len(),
            bytes: artifacts.values().map(|it| it.bytes).sum(),
            problems,
            replay,
            check,
        })
    }
}
