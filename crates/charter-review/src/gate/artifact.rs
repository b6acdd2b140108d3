//! The artifacts that a gate lists, and whether each is what its kind says.
//!
//! Owns which rule a kind means for a family of surfaces. Must not know which rows refer to it.

use super::digest::given;
use super::section::GateSection;
use super::seen::{FileFacts, SeenFile};
use super::wants::{ReplaySource, replay_source};
use crate::artifact::surface::{AUTOMATION, Family, PICTURE, is_kind};
use crate::artifact::{pty_capture, transcript};
use charter_contract::artifact::{Flaw, screenshot};
use charter_contract::proof::cast_output;
use std::collections::BTreeSet;

/// A row of `artifactRefs`.
#[derive(Debug)]
pub(super) struct GateArtifact<'a> {
    pub(super) row: GateSection<'a>,
    pub(super) id: &'a str,
    pub(super) kind: String,
    pub(super) path: Option<&'a str>,
    pub(super) replay: Option<ReplaySource>,
}

/// What an artifact must be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Role {
    Screenshot,
    Transcript,
    Pty,
    Replay,
    /// Any file with something in it.
    Plain,
}

/// Reads the rows, and says what is wrong with each by itself.
pub(super) fn read<'a>(part: &GateSection<'a>) -> Vec<GateArtifact<'a>> {
    let what = "the files that show it";
    let mut taken = BTreeSet::new();
    let mut artifacts = Vec::new();
    for row in part.needed_rows("artifactRefs", "missing_artifact_refs", what) {
        let id = unique_id(&row, &mut taken);
        let kind = row.needed_text("kind", "missing_kind").to_lowercase();
        row.needed_text("description", "missing_description");
        let artifact = GateArtifact {
            id,
            kind,
            path: row.text("path"),
            replay: replay_source(row.value),
            row,
        };
        artifact.check_source();
        artifact.check_file();
        artifacts.push(artifact);
    }
    artifacts
}

/// Gives the id of a row, and says where it has none or another row has it.
pub(super) fn unique_id<'a>(row: &GateSection<'a>, taken: &mut BTreeSet<&'a str>) -> &'a str {
    let id = row.needed_text("id", "missing_id");
    if !id.is_empty() && !taken.insert(id) {
        row.say("id", "duplicate_id", format!("`{id}` is the id of another row"));
    }
    id
}

impl<'a> GateArtifact<'a> {
    fn check_source(&self) {
        let has = |key: &str| given(self.row.value, key).is_some();
        let is_mixed = has("replay") && (has("path") || has("inlineEvidence"));
        if is_mixed {
            let message = "a replay stands alone: without `path` and `inlineEvidence`";
            self.row.say("replay", "mixed_replay_sources", message);
        }
        let keys = ["inlineEvidence", "verifiedReceipt", "replay", "replayExempt"];
        if self.path.is_none() && !keys.iter().any(|it| has(it)) {
            let message = "it has no `path`, `replay`, `inlineEvidence` or `verifiedReceipt`";
            self.row.check.say(&self.row.path, "missing_artifact_source", message);
        }
        if let Some(value) = given(self.row.value, "verifiedReceipt") {
            let receipt = self.row.below("verifiedReceipt", value);
            let any = |keys: &[&str]| keys.iter().find_map(|it| receipt.text(it));
            let is_typed = any(&["type", "kind", "receiptType"]).is_some()
                && any(&["id", "receiptId", "ref"]).is_some()
                && matches!(any(&["status", "verdict"]), Some("verified" | "passed"));
            if !is_typed {
                let message = "a receipt has a type, an id and the status `verified` or `passed`";
                self.row.say("verifiedReceipt", "receipt_invalid", message);
            }
        }
    }

    fn check_file(&self) {
        let Some(path) = self.path else { return };
        let (code, message) = match self.row.check.seen.files.get(path) {
            Some(SeenFile::File(_)) => return,
            None | Some(SeenFile::Missing) => ("artifact_missing", "is not there".to_owned()),
            Some(SeenFile::Outside) => ("artifact_outside", "is not in the project".to_owned()),
            Some(SeenFile::NotRegular) => ("artifact_no_file", "is no file".to_owned()),
            Some(SeenFile::Empty) => ("artifact_empty", "is empty".to_owned()),
            Some(SeenFile::TooLarge(bytes)) => {
                ("artifact_too_large", format!("has {bytes} bytes, which is too much"))
            }
            Some(SeenFile::Unreadable(why)) => {
                ("artifact_unreadable", format!("cannot be read: {why}"))
            }
        };
        self.row.say("path", code, format!("`{path}` {message}"));
    }

    /// Gives the file that it is, where it could be read.
    pub(super) fn file(&self) -> Option<&'a FileFacts> {
        match self.row.check.seen.files.get(self.path?)? {
            SeenFile::File(facts) => Some(facts),
            SeenFile::Missing
            | SeenFile::Outside
            | SeenFile::NotRegular
            | SeenFile::Empty
            | SeenFile::TooLarge(_)
            | SeenFile::Unreadable(_) => None,
        }
    }

    /// Tells whether something can be looked at: words in the gate are none.
    pub(super) fn is_backed(&self) -> bool {
        self.path.is_some() || self.is_replay()
    }

    fn is_replay(&self) -> bool {
        self.replay.is_some() || given(self.row.value, "replayExempt").is_some()
    }

    /// Tells whether its kind is one of these, for a surface of this family.
    pub(super) fn is_of(&self, words: &[&str], family: Family) -> bool {
        // A picture of a browser is a picture, not what the browser was made to do.
        let is_only_picture =
            family == Family::Web && words == AUTOMATION && is_kind(&self.kind, PICTURE);
        is_kind(&self.kind, words) && !is_only_picture
    }

    fn role(&self, family: Family, file: Option<&FileFacts>) -> Role {
        let is = |words: &[&str]| is_kind(&self.kind, words);
        match family {
            Family::Native | Family::Web if is(PICTURE) => Role::Screenshot,
            Family::Web if is(AUTOMATION) => Role::Transcript,
            Family::Native if is(&["pty", "terminal", "tui"]) => Role::Pty,
            Family::Native if is(&["transcript", "automation"]) => Role::Transcript,
            Family::Native => match file {
                Some(file) if file.picture.is_ok() => Role::Screenshot,
                Some(file) if cast_output(&file.bytes).is_some() => Role::Pty,
                Some(file) if file.bytes.first() == Some(&b'{') => Role::Transcript,
                Some(_) | None => Role::Pty,
            },
            Family::Cli if self.is_replay() => Role::Replay,
            Family::Web
            | Family::Cli
            | Family::ApiPackage
            | Family::AlgorithmMath
            | Family::Unknown => Role::Plain,
        }
    }

    /// Says why it does not show a surface of a family, where it does not.
    pub(super) fn check_shown(&self, family: Family) {
        let file = self.file();
        let role = self.role(family, file);
        // What is wrong with a replay or with the file itself is said already.
        let Some(file) = file.filter(|_| role != Role::Replay) else { return };
        for flaw in flaws(role, file, family) {
            let message = format!("`{}`: {}", self.path.unwrap_or_default(), flaw.message);
            self.row.say("path", flaw.code, message);
        }
    }

    /// Tells whether it can stand in for a replay.
    pub(super) fn stands_in(&self) -> bool {
        let Some(file) = self.file() else { return false };
        let role = if is_kind(&self.kind, PICTURE) {
            Role::Screenshot
        } else if self.kind.contains("pty") {
            Role::Pty
        } else {
            Role::Plain
        };
        !self.is_replay() && flaws(role, file, Family::Cli).is_empty()
    }
}

fn flaws(role: Role, file: &FileFacts, family: Family) -> Vec<Flaw> {
    let one = |flaw: Option<Flaw>| flaw.into_iter().collect();
    match role {
        Role::Screenshot => match &file.picture {
            Ok(picture) => one(screenshot(picture, file.bytes.len() as u64)),
            Err(problem) => vec![problem.flaw()],
        },
        Role::Transcript => transcript(&file.bytes, family),
        Role::Pty => one(pty_capture(&file.bytes)),
        Role::Replay | Role::Plain => {
            let is_blank = file.bytes.iter().all(u8::is_ascii_whitespace);
            let message = "there is nothing in it but blanks".to_owned();
            one(is_blank.then_some(Flaw { code: "artifact_blank", message }))
        }
    }
}
