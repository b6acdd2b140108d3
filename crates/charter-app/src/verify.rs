//! Checking everything that was ever recorded: the chain from its first byte, every artifact.
//!
//! Owns the walk over the history; `check` looks at what counts now. Must not run anything.

use crate::app::{App, Caller};
use crate::check::{CheckReport, CheckVerdict};
use crate::error::Error;
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
    /// The charter as `check` sees it.
    pub check: CheckReport,
}

impl App {
    /// Verifies the ledger of a charter and every artifact that was ever recorded.
    pub fn verify(&self, caller: &Caller) -> Result<VerifyReport, Error> {
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
        let ok = problems.is_empty();
        Ok(VerifyReport {
            ok,
            verdict: if ok { CheckVerdict::Pass } else { CheckVerdict::Fail },
            events: examination.state.n_events,
            artifacts: artifacts.len(),
            bytes: artifacts.values().map(|it| it.bytes).sum(),
            problems,
            check,
        })
    }
}
