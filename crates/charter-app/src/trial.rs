//! Trying a command on an earlier commit.
//!
//! Owns the copy: what it is lent, which new files are carried over, and what is kept of the try. Must
//! not judge what came of it.

use crate::app::App;
use crate::error::Error;
use crate::typed::typed;
use charter_contract::proof::{
    Carried, Counts, carried, count_tests, is_unnamed_test, lacked, may_be_unnamed_test, strip_ansi,
};
use charter_contract::{BaseRun, Run};
use charter_contract::{Untried, UntriedReason};
use charter_kernel::Digest;
use charter_proof::{BaseTree, Echo, GitFailure, Job, Taping};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// How long a command may take on the base, in milliseconds, however short it was here.
const TRIAL_MS_MIN: u64 = 60_000;

/// How many times as long as here it may take beside that.
const TRIAL_TIMES: u64 = 10;

/// The most packages of one directory that are looked at.
const INSTALLED_MAX: usize = 10_000;

/// The most new files that are looked into for tests.
const UNNAMED_MAX: usize = 1_000;

/// The most characters of its output that are kept.
const OUTPUT_CHARS_MAX: usize = 16 * 1024;

/// What came of a try.
pub(crate) struct Tried {
    pub(crate) base: BaseRun,
    /// The end of what it wrote.
    pub(crate) output: String,
}

/// Why nothing came of one.
pub(crate) enum NotTried {
    /// The base could not be had.
    Missing(Untried),
    /// All of it ended.
    Stopped(Error),
}

impl NotTried {
    pub(crate) fn missing(reason: UntriedReason, message: impl Into<String>) -> Self {
        Self::Missing(Untried { reason, message: message.into() })
    }
}

impl From<Error> for NotTried {
    fn from(error: Error) -> Self {
        Self::Stopped(error)
    }
}

impl From<GitFailure> for NotTried {
    fn from(failure: GitFailure) -> Self {
        let reason = match failure {
            GitFailure::NoRepository => UntriedReason::NoGit,
            GitFailure::NoCommit => UntriedReason::NoCommit,
            GitFailure::Unusable { .. } | GitFailure::NotInstalled => UntriedReason::GitUnusable,
            GitFailure::Unfinished(_) | GitFailure::Failed { .. } => UntriedReason::GitFailed,
            GitFailure::Shallow(_) => UntriedReason::ShallowClone,
            GitFailure::UnknownCommit(_) => UntriedReason::CommitMissing,
            GitFailure::Filter(_) => UntriedReason::Filter,
            GitFailure::Submodule(_) => UntriedReason::Submodule,
            GitFailure::Temporary(_) => UntriedReason::TemporaryDirectory,
        };
        Self::missing(reason, failure.to_string())
    }
}

/// Tells whether fewer tests passed on the base than here.
fn shows_less(here: &Run, base: &BaseRun) -> bool {
    let passed = |it: &Option<Counts>| it.as_ref().map_or(0, |it| it.passed);
    base.exit_code == Some(0) && passed(&base.tests) < passed(&here.tests)
}

impl App {
    /// Makes a throw-away copy of a commit. It is outside of the project: what looks for its settings
    /// in the directories above must not find those of the present.
    pub(crate) fn copy_of(&self, commit: &str) -> Result<BaseTree, GitFailure> {
        let project = self.store.real_path(&self.place.project);
        let digest = Digest::of(project.as_os_str().as_encoded_bytes());
        let prefix = format!("charter-base-{}-", digest.short());
        BaseTree::new(&self.place.project, commit, &self.temp, &prefix)
    }

    /// Tells whether what is installed leads back into the project, as the packages of a workspace and
    /// what is installed to be edited do: with it the copy would run the work of the present.
    fn leads_back(&self, dir: &str) -> bool {
        let project = self.store.real_path(&self.place.project);
        let dir = project.join(dir);
        let is_work = |path: &Path| {
            let real = self.store.real_path(path);
            real.starts_with(&project) && !real.starts_with(self.store.real_path(&dir))
        };
        let names = |dir: &Path| -> Vec<PathBuf> {
            let names = self.store.names_in(dir);
            names.into_iter().take(INSTALLED_MAX).map(|it| dir.join(it)).collect()
        };
        let scoped =
            |it: &PathBuf| it.file_name().is_some_and(|it| it.to_string_lossy().starts_with('@'));
        let packages = names(&dir);
        let deeper = packages.iter().filter(|it| scoped(it)).flat_map(|it| names(it));
        if packages.iter().cloned().chain(deeper).any(|it| is_work(&it)) {
            return true;
        }
        // A virtual environment names other places in small files.
        let lib = names(&dir.join("lib")).into_iter().map(|it| it.join("site-packages"));
        let texts =
            lib.flat_map(|it| names(&it)).filter(|it| it.extension().is_some_and(|it| it == "pth"));
        let mut lines = texts.filter_map(|it| self.store.read_file(&it).ok());
        lines.any(|it| {
            let text = String::from_utf8_lossy(&it).into_owned();
            text.lines().any(|line| line.starts_with('/') && is_work(Path::new(line.trim())))
        })
    }

    /// Runs a command on an earlier commit, with the tests that are new since. Where it fails and new
    /// files that it names were missing, it is tried with them as well; `written` are those that the
    /// run here wrote itself.
    pub(crate) fn try_on_base(
        &self,
        job: &Job<'_>,
        here: &Run,
        commit: &str,
        written: &BTreeSet<String>,
    ) -> Result<Tried, NotTried> {
        let tree = self.copy_of(commit)?;
        tree.check_whole()?;
        let dependencies = tree.dependencies()?;
        if let Some(dir) = dependencies.iter().find(|it| self.leads_back(it)) {
            let words = format!("`{dir}` links back into the project");
            return Err(NotTried::missing(UntriedReason::InstalledLinks, words));
        }
        tree.lend(&dependencies);
        let below = here.dir.as_deref().unwrap_or_default();
        let new_files = tree.new_files(commit)?;
        let Carried { asked, mut unsure } = carried(job.argv, below, &new_files);
        unsure.extend(self.unnamed_tests(&new_files, &asked, &unsure));
        unsure.retain(|it| !written.contains(it));
        self.carry(&tree, &asked);
        let dir = tree.path.join(below);
        let there = Job {
            dir: &dir,
            echo: Echo::Silent,
            // What looks for a terminal finds one here and there, or neither.
            taping: if job.echo == Echo::Terminal { Taping::On } else { job.taping },
            limit_ms: Some(TRIAL_MS_MIN + TRIAL_TIMES * here.duration_ms),
            ..*job
        };
        let (exit_code, output) = self.run_there(&there)?;
        let mut base = BaseRun {
            commit: commit.to_owned(),
            exit_code,
            tests: count_tests(&output),
            lacked: Vec::new(),
            exit_code_with_them: None,
        };
        let is_red = exit_code.is_some_and(|it| it != 0);
        if is_red && !unsure.is_empty() && tree.is_there() {
            self.carry(&tree, &unsure);
            base.exit_code_with_them = self.run_there(&there)?.0;
        }
        if !is_red && !unsure.is_empty() && shows_less(here, &base) && tree.is_there() {
            self.carry(&tree, &unsure);
            let (exit_code, output) = self.run_there(&there)?;
            let with_them = BaseRun { exit_code, tests: count_tests(&output), ..base.clone() };
            // Tests that nothing names were only not found there.
            if exit_code == Some(0) && !shows_less(here, &with_them) {
                base = with_them;
            }
        }
        // What failed because its directory was gone says nothing about the commit.
        if !tree.is_there() {
            let words = "the command removed the copy of the base that it ran in";
            return Err(NotTried::missing(UntriedReason::CopyGone, words));
        }
        if is_red {
            let is_absent = |it: &&String| !asked.contains(it) && !written.contains(*it);
            let absent: Vec<&String> = new_files.iter().filter(is_absent).collect();
            base.lacked = lacked(&unsure, &absent, exit_code, &output);
        }
        let n_over = output.chars().count().saturating_sub(OUTPUT_CHARS_MAX);
        Ok(Tried { base, output: output.chars().skip(n_over).collect() })
    }

    /// Lists the new files that hold tests although neither their names nor the command say so.
    fn unnamed_tests(&self, new: &[String], asked: &[String], unsure: &[String]) -> Vec<String> {
        let is_open =
            |it: &&String| may_be_unnamed_test(it) && !asked.contains(*it) && !unsure.contains(*it);
        let files = new.iter().filter(is_open).take(UNNAMED_MAX);
        let holds_tests = |it: &&String| {
            let bytes = self.store.read_file(&self.place.project.join(it)).unwrap_or_default();
            is_unnamed_test(it, &String::from_utf8_lossy(&bytes))
        };
        files.filter(holds_tests).cloned().collect()
    }

    fn carry(&self, tree: &BaseTree, files: &[String]) {
        for file in files {
            let _ = self.store.carry_over(&self.place.project, &tree.path, file);
        }
    }

    /// Gives the exit code and the output of a command there; nothing where it cannot be begun.
    fn run_there(&self, there: &Job<'_>) -> Result<(Option<i32>, String), Error> {
        let watch = self.clock.stopwatch();
        match charter_proof::run(there, &|| watch.millis()) {
            Ok(ran) if ran.interrupted => Err(Error::Interrupted(typed(there.argv))),
            Ok(ran) => Ok((ran.exit_code, strip_ansi(&String::from_utf8_lossy(&ran.output)))),
            Err(_) => Ok((None, String::new())),
        }
    }
}
