//! Checking everything that was ever recorded: the chain from its first byte, every artifact.
//!
//! Owns the walk over the history; `check` looks at what counts now. Must not run anything but what a
//! replay was asked for.

use crate::app::{App, Caller};
use crate::artifact::is_picture;
use crate::check::{CheckReport, CheckVerdict};
use crate::error::Error;
use crate::replay::{ReplayAsk, ReplayReport, ReplayRow};
use charter_contract::evidence::stays_inside;
use charter_contract::{Artifact, ContractEvent, ContractRefusal};
use charter_engine::event::EventBody;
use charter_kernel::event::Payload;
use charter_kernel::{CharterId, Problem};
use charter_store::Trust;
use serde::Serialize;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

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
    pub bytes: u64,
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
        replay: Option<&ReplayAsk>,
        progress: &mut dyn FnMut(VerifyStep<'_>),
    ) -> Result<VerifyReport, Error> {
        progress(VerifyStep::Ledger);
        let check = self.check(caller)?;
        let id = charter_kernel::CharterId::parse(&check.charter_id).map_err(|_| {
            charter_engine::Refusal::Contract(ContractRefusal::NoCharterBound {
                candidates: Vec::new(),
                ended: None,
            })
        })?;
        let examination = self.store.examine(&id)?;
        let mut problems: Vec<Problem> = examination
            .findings
            .iter()
            .filter(|it| it.kind.severity == charter_kernel::Severity::Error)
            .map(|it| Problem {
                path: it.file.clone(),
                code: it.kind.code.to_owned(),
                message: it.message.clone(),
            })
            .collect();
        let mut artifacts: BTreeMap<String, Artifact> = BTreeMap::new();
        for entry in self.store.log(&id)? {
            let entry = entry?;
            let Payload::Known(body) = &entry.event.payload else { continue };
            if let EventBody::Contract(ContractEvent::EvidenceRecorded {
                artifacts: found, ..
            }) = body
            {
                artifacts.extend(found.iter().map(|it| (it.path.clone(), it.clone())));
            }
            problems.extend(self.row_problem(&id, body));
        }
        progress(VerifyStep::Artifacts(artifacts.len()));
        problems.extend(self.artifact_problems(&id, &artifacts)?);
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

    /// Says what is wrong with the row of evidence that stands beside an event.
    fn row_problem(&self, id: &CharterId, body: &EventBody) -> Option<Problem> {
        let EventBody::Contract(ContractEvent::EvidenceRecorded {
            criterion_id,
            outcome,
            summary,
            path,
            ..
        }) = body
        else {
            return None;
        };
        let path = format!("{}/evidence.json", path.as_ref()?);
        let say = |code: &str, message: &str| {
            let (code, message) = (code.to_owned(), message.to_owned());
            Some(Problem { path: path.clone(), code, message })
        };
        if !stays_inside(&path) {
            return say(
                "artifact-outside",
                "the ledger names a file outside the charter's directory",
            );
        }
        let Ok(bytes) = self.store.read_file(&self.store.layout().file(id, &path)) else {
            return say("evidence-row-missing", "it is gone");
        };
        let row: Value = serde_json::from_slice(&bytes).unwrap_or_default();
        let says = |key: &str, text: &str| row.get(key).and_then(Value::as_str) == Some(text);
        let is_same = says("criterionId", criterion_id.as_str())
            && says("outcome", outcome.word())
            && says("summary", summary);
        if is_same { None } else { say("evidence-row-differs", "it is not what the ledger says") }
    }

    /// Says what is wrong with artifacts: gone, changed, or a picture that is none.
    fn artifact_problems(
        &self,
        id: &CharterId,
        artifacts: &BTreeMap<String, Artifact>,
    ) -> Result<Vec<Problem>, Error> {
        let inside = artifacts.iter().filter(|(path, _)| stays_inside(path));
        let recorded = inside.map(|(path, it)| (path.clone(), BTreeSet::from([it.blake3])));
        let digests = self.artifact_digests(id, &recorded.collect(), Trust::Nothing)?;
        let dir = self.store.layout().charter(id);
        let problem = |(path, artifact): (&String, &Artifact)| {
            let (code, message) = match digests.get(path) {
                None if !stays_inside(path) => {
                    let words =
                        "the ledger names a file outside the charter's directory; it was not read";
                    ("artifact-outside", words.to_owned())
                }
                None => ("artifact-missing", "it is gone".to_owned()),
                Some(digest) if *digest != artifact.blake3 => {
                    ("artifact-changed", "it changed since it was recorded".to_owned())
                }
                Some(_) if is_picture(Path::new(path)) => {
                    let bytes = self.store.read_file(&dir.join(path)).unwrap_or_default();
                    let problem = charter_proof::look_at_picture(&bytes).err()?;
                    (problem.code(), problem.to_string())
                }
                Some(_) => return None,
            };
            Some(Problem { path: path.clone(), code: code.to_owned(), message })
        };
        Ok(artifacts.iter().filter_map(problem).collect())
    }
}
