//! Files of the project that are kept with evidence.
//!
//! Owns which can be: plain files below the project, reached without a link and not too large. Must
//! not know what they show.

use crate::app::App;
use crate::entry::usable;
use crate::error::{Error, problem};
use crate::plain_path::plain_path;
use charter_contract::evidence::{Attachment, EvidenceEntry, OUTPUT_FILE, TAPE_FILE, TRIAL_FILE};
use charter_contract::proof::paths_read;
use charter_contract::{Run, Unkept};
use charter_kernel::Problem;
use charter_store::{FileKind, Stat};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

pub(crate) const ARTIFACT_BYTES_MAX: u64 = 16 * 1024 * 1024;

const ARTIFACTS_BYTES_MAX: u64 = 64 * 1024 * 1024;

/// The code of an artifact that is not there.
const ARTIFACT_MISSING: &str = "artifact-missing";

/// The files that are to be kept with a run.
pub(crate) struct KeptFiles<'a> {
    /// As the caller named them.
    pub(crate) named: &'a [String],
    /// Kept with an earlier run, relative to the project; kept again where they are there.
    pub(crate) earlier: &'a [String],
}

impl App {
    pub(crate) fn attach(
        &self,
        charter_id: &str,
        entries: Vec<EvidenceEntry>,
    ) -> Result<Vec<(EvidenceEntry, Vec<Attachment>)>, Error> {
        let mut left = ARTIFACTS_BYTES_MAX;
        let mut problems = Vec::new();
        let mut attached = Vec::new();
        for entry in entries {
            let mut attachments: Vec<Attachment> = Vec::new();
            for artifact in entry.artifacts.iter().chain(&entry.narrative) {
                match self.read_artifact(artifact, &mut left, &attachments) {
                    Ok(attachment) => attachments.push(attachment),
                    Err(problem) => problems.push(problem),
                }
            }
            attached.push((entry, attachments));
        }
        usable(charter_id, attached, problems)
    }

    /// Finds where an artifact is: below the project, reached without a link.
    fn artifact_path(&self, artifact: &str) -> Result<(PathBuf, String), Problem> {
        let say = |code: &str, message: String| problem(artifact, code, message);
        let leaves = || say("artifact-outside", format!("`{artifact}` is not in the project"));
        let path = plain_path(&self.cwd.join(artifact)).ok_or_else(leaves)?;
        let below = path.strip_prefix(&self.place.project).map_err(|_| leaves())?;
        let below = below.to_str().ok_or_else(leaves)?.to_owned();
        if is_git_s(&below) {
            let words = format!("`{artifact}` is git's own, which may hold passwords");
            return Err(say("artifact-outside", words));
        }
        let linked = || say("artifact-linked", format!("`{artifact}` leads elsewhere by a link"));
        self.store.check_plain(&self.place.project, &below).map_err(|_| linked())?;
        Ok((path, below))
    }

    /// Reads an artifact: a plain file of the project, reached without a link.
    pub(crate) fn read_artifact(
        &self,
        artifact: &str,
        left: &mut u64,
        others: &[Attachment],
    ) -> Result<Attachment, Problem> {
        let say = |code: &str, message: String| problem(artifact, code, message);
        let (path, below) = self.artifact_path(artifact)?;
        let stat = match self.store.look_at(&path) {
            Ok(Some(stat)) if stat.kind == FileKind::File => stat,
            Ok(Some(_)) => return Err(say("artifact-no-file", format!("`{artifact}` is no file"))),
            Ok(None) => return Err(say(ARTIFACT_MISSING, format!("`{artifact}` is not there"))),
            Err(err) => return Err(say("artifact-unreadable", format!("`{artifact}`: {err}"))),
        };
        if stat.len > ARTIFACT_BYTES_MAX || stat.len > *left {
            let message = format!(
                "`{artifact}` has {} bytes; the most is {ARTIFACT_BYTES_MAX}, and {ARTIFACTS_BYTES_MAX} together",
                stat.len
            );
            return Err(say("artifact-too-large", message));
        }
        *left -= stat.len;
        let bytes = self.store.read_file(&path);
        let bytes =
            bytes.map_err(|err| say("artifact-unreadable", format!("`{artifact}`: {err}")))?;
        let picture = match is_picture(&path).then(|| charter_proof::look_at_picture(&bytes)) {
            Some(Err(problem)) => {
                return Err(say(problem.code(), format!("`{artifact}`: {problem}")));
            }
            Some(Ok(picture)) => Some(picture),
            None => None,
        };
        Ok(Attachment { name: free_name(&path, others), bytes, picture, from: Some(below) })
    }

    /// Refuses files that are not the project's before anything runs.
    pub(crate) fn check_artifacts(&self, id: &str, artifacts: &[String]) -> Result<(), Error> {
        let problems = artifacts.iter().filter_map(|it| self.artifact_path(it).err());
        usable(id, (), problems.collect())
    }

    /// Looks at the files that a run is to write, and at those that it names.
    pub(crate) fn glance(
        &self,
        argv: &[String],
        files: &KeptFiles<'_>,
        below: Option<&str>,
    ) -> BTreeMap<String, Option<Stat>> {
        let named = files.named.iter().filter_map(|it| Some(self.artifact_path(it).ok()?.1));
        let read = paths_read(argv, below.unwrap_or_default());
        let paths = named.chain(files.earlier.iter().cloned()).chain(read);
        let stat = |it: &String| self.store.look_at(&self.place.project.join(it)).ok().flatten();
        paths.map(|it| (it.clone(), stat(&it))).collect()
    }

    /// Lists those that are not as they were.
    pub(crate) fn written_since(
        &self,
        before: &BTreeMap<String, Option<Stat>>,
    ) -> BTreeSet<String> {
        let is_other = |path: &str, then: &Option<Stat>| {
            let now = self.store.look_at(&self.place.project.join(path)).ok().flatten();
            now.map(|it| it.stamp) != then.map(|it| it.stamp)
        };
        let written = before.iter().filter(|(path, then)| is_other(path, then));
        written.map(|(path, _)| path.clone()).collect()
    }

    /// Reads the files that are kept with a run, and notes those that cannot be or that it did not
    /// write: the run is recorded all the same.
    pub(crate) fn keep_files(
        &self,
        files: &KeptFiles<'_>,
        written: &BTreeSet<String>,
        run: &mut Run,
    ) -> Vec<Attachment> {
        let mut left = ARTIFACTS_BYTES_MAX;
        let mut kept: Vec<Attachment> = Vec::new();
        let named = files.named.iter().map(|it| (it.clone(), None));
        let full = |it: &String| self.place.project.join(it).display().to_string();
        let earlier = files.earlier.iter().map(|it| (full(it), Some(it)));
        for (path, earlier) in named.chain(earlier) {
            match self.read_artifact(&path, &mut left, &kept) {
                Ok(attachment) => kept.push(attachment),
                Err(problem) if earlier.is_some() && problem.code == ARTIFACT_MISSING => {}
                Err(problem) => {
                    let named = || self.artifact_path(&path).map_or(problem.path, |it| it.1);
                    let path = earlier.cloned().unwrap_or_else(named);
                    run.unkept.push(Unkept { path, why: problem.message });
                }
            }
        }
        let is_old = |it: &&String| !written.contains(*it);
        run.unwritten =
            kept.iter().filter_map(|it| it.from.as_ref()).filter(is_old).cloned().collect();
        kept
    }
}

/// Tells whether a path of the project is in what git keeps for itself.
pub(crate) fn is_git_s(below: &str) -> bool {
    below.split('/').any(|it| it.eq_ignore_ascii_case(".git"))
}

/// Tells whether a file's name says that it is a picture of a sort that can be looked at.
pub(crate) fn is_picture(path: &Path) -> bool {
    let ending = path.extension().map(|it| it.to_string_lossy().to_lowercase());
    ending.is_some_and(|it| ["png", "jpg", "jpeg"].contains(&it.as_str()))
}

/// Gives a name for a file in the run's directory that no other has.
fn free_name(path: &Path, others: &[Attachment]) -> String {
    let name = path.file_name().map_or_else(String::new, |it| it.to_string_lossy().into_owned());
    let is_ours = ["evidence.json", OUTPUT_FILE, TRIAL_FILE, TAPE_FILE].contains(&name.as_str());
    let name = if is_ours { format!("artifact-{name}") } else { name };
    let is_taken = |name: &str| others.iter().any(|it| it.name == name);
    let mut free = name.clone();
    let mut number = 1;
    while is_taken(&free) {
        number += 1;
        free = format!("{number}-{name}");
    }
    free
}
