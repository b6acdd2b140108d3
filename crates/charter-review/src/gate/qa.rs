//! What was tried: surfaces by their users' ways, and cases that were meant to break it.
//!
//! Owns the tables of it and that every row rests on something that can be looked at. Must not know
//! what the milestone wants covered.

use super::artifact::{self, GateArtifact, unique_id};
use super::replay;
use super::section::{GateCheck, GateSection, not_one_of};
use crate::artifact::surface::Family;
use serde_json::Value;
use std::collections::BTreeSet;

/// Words that say that something went well.
const SUCCESS: [&str; 5] = ["passed", "pass", "success", "succeeded", "verified"];

/// The word for a row that says why there is nothing to try.
pub(super) const NOT_APPLICABLE: &str = "not_applicable";

/// What was tried, read.
#[derive(Debug)]
pub(super) struct Qa<'a> {
    pub(super) part: GateSection<'a>,
    pub(super) artifacts: Vec<GateArtifact<'a>>,
    pub(super) surfaces: Vec<QaTrial<'a>>,
    pub(super) cases: Vec<QaTrial<'a>>,
}

/// A row about something that was tried.
#[derive(Debug)]
pub(super) struct QaTrial<'a> {
    pub(super) id: &'a str,
    pub(super) contract: &'a str,
    pub(super) is_applicable: bool,
}

/// Reads what was tried, and says what is wrong with it.
pub(super) fn check<'a>(gate: &'a Value, check: &'a GateCheck<'a>) -> Option<Qa<'a>> {
    let part = GateSection::needed(gate, "executorQa", check)?;
    for key in ["status", "e2eStatus", "redTeamStatus"] {
        part.check_word(key, "passed", "executor_qa_not_passed");
    }
    part.check_commands("e2eCommands");
    part.check_commands("redTeamCommands");
    part.check_evidence();
    part.check_blockers();
    let artifacts = artifact::read(&part);
    replay::check(&artifacts);
    let mut qa = Qa { part, artifacts, surfaces: Vec::new(), cases: Vec::new() };
    qa.surfaces = qa.read_surfaces();
    qa.cases = qa.read_cases();
    Some(qa)
}

impl<'a> Qa<'a> {
    fn read_surfaces(&self) -> Vec<QaTrial<'a>> {
        let (key, what) = ("surfaceEvidence", "what was tried, and how");
        let rows = self.part.needed_rows(key, "missing_surface_evidence", what);
        let mut taken = BTreeSet::new();
        let mut trials = Vec::new();
        for row in &rows {
            let id = unique_id(row, &mut taken);
            let contract = row.needed_text("contractRef", "missing_contract_ref");
            let is_applicable = row.text("status") != Some(NOT_APPLICABLE);
            if is_applicable {
                self.check_surface(row);
            } else {
                row.needed_text("reason", "missing_reason");
            }
            trials.push(QaTrial { id, contract, is_applicable });
        }
        if !trials.is_empty() && trials.iter().all(|it| !it.is_applicable) {
            let message = "every row is `not_applicable`: then nothing was tried";
            self.part.say(key, "no_applicable_surface", message);
        }
        trials
    }

    fn check_surface(&self, row: &GateSection<'a>) {
        let surface = row.needed_text("surface", "missing_surface");
        row.needed_text("invocation", "missing_invocation");
        check_success(row, "surface_not_passed");
        let artifacts = self.artifacts_of(row);
        if artifacts.is_empty() || surface.is_empty() {
            return;
        }
        let family = Family::of(surface);
        // Where no kind is asked for, any artifact will do.
        let groups = match family.kinds() {
            [] => &[&[""][..]][..],
            groups => groups,
        };
        for words in groups {
            let meant: Vec<_> = artifacts.iter().filter(|it| it.is_of(words, family)).collect();
            if meant.is_empty() {
                let (family, words) = (family.word(), words.join(", "));
                let message = format!("a surface of the family {family} needs one of: {words}");
                row.say("artifactRefs", "surface_kind_missing", message);
                continue;
            }
            if !meant.iter().any(|it| it.is_backed()) {
                row.say("artifactRefs", "artifact_file_required", FILE_REQUIRED);
            }
            for artifact in meant {
                artifact.check_shown(family);
            }
        }
    }

    fn read_cases(&self) -> Vec<QaTrial<'a>> {
        let (key, what) = ("adversarialCases", "what was meant to break it");
        let rows = self.part.needed_rows(key, "missing_adversarial_cases", what);
        let mut taken = BTreeSet::new();
        let mut trials = Vec::new();
        for row in &rows {
            let id = unique_id(row, &mut taken);
            let contract = row.needed_text("contractRef", "missing_contract_ref");
            trials.push(QaTrial { id, contract, is_applicable: true });
            let said = [row.text("status"), row.text("verdict"), row.text("result")];
            if said.contains(&Some(NOT_APPLICABLE)) {
                let message = "a case that was not tried is no case";
                row.check.say(&row.path, "adversarial_not_applicable", message);
                continue;
            }
            row.needed_text("scenario", "missing_scenario");
            row.needed_text("expectedBehavior", "missing_expected_behavior");
            check_success(row, "adversarial_not_passed");
            self.check_backed(row);
        }
        trials
    }

    /// Says so unless a row rests on a file or a replay; what is wrong with one is said where it is
    /// listed.
    pub(super) fn check_backed(&self, row: &GateSection<'a>) {
        let artifacts = self.artifacts_of(row);
        if !artifacts.is_empty() && !artifacts.iter().any(|it| it.is_backed()) {
            row.say("artifactRefs", "artifact_file_required", FILE_REQUIRED);
        }
        for artifact in artifacts {
            artifact.check_shown(Family::Unknown);
        }
    }

    fn artifacts_of(&self, row: &GateSection<'a>) -> Vec<&GateArtifact<'a>> {
        let ids = row.texts("artifactRefs");
        if ids.is_empty() {
            let message = "`artifactRefs` is missing or empty: name the artifacts that show it";
            row.say("artifactRefs", "missing_artifact_refs", message);
        }
        let mut found = Vec::new();
        for id in ids {
            match self.artifacts.iter().find(|it| it.id == id) {
                Some(artifact) => found.push(artifact),
                None => {
                    let message = format!("there is no artifact `{id}`");
                    row.say("artifactRefs", "unknown_artifact_ref", message);
                }
            }
        }
        found
    }
}

const FILE_REQUIRED: &str =
    "a description alone shows nothing here: add a file, or a command to replay";

fn check_success(row: &GateSection<'_>, code: &str) {
    let said = row.text("verdict").or_else(|| row.text("result")).unwrap_or_default();
    if !SUCCESS.contains(&said.to_lowercase().as_str()) {
        row.say("verdict", code, not_one_of("verdict", said, &SUCCESS.join(", ")));
    }
}
