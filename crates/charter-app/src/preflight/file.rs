//! The state file and the history beside it.
//!
//! Owns how they are read, kept and put aside. Must not decide what they say.

use crate::app::App;
use crate::error::Error;
use charter_interview::brief::{PREFLIGHT_FOREIGN, PREFLIGHT_UNKEPT};
use charter_interview::preflight::{BYTES_MAX, History, Preflight, Pruned, Reading, read, render};
use charter_kernel::{Finding, Timestamp};
use charter_store::finding::SET_ASIDE;
use charter_store::{Beside, Config, Failure, Held, Layer, SettingValue};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// How long a check waits for another one that writes.
const CHECK_WAIT: Duration = Duration::from_millis(200);

/// What is on disk.
#[derive(Debug)]
pub(super) struct Shelf {
    /// The interview, if there is one that can be read.
    pub(super) live: Option<Preflight>,
    /// What was asked at other times.
    pub(super) history: History,
    pub(super) findings: Vec<Finding>,
    /// What the state file is called when it is put aside before anything is written.
    aside: Option<&'static str>,
    /// Whether the history's own file can be replaced.
    history_aside: Option<&'static str>,
}

/// What is to be written.
#[derive(Debug)]
pub(super) enum PreflightWrite<'a> {
    State(&'a Preflight),
    /// The interview, after what is there was put aside.
    StateAside(&'a Preflight),
    /// Nothing but the history.
    Nothing,
    /// The interview goes.
    Gone,
}

impl App {
    /// Gives the state file. What the project's own configuration names counts only where nothing
    /// else is there: its author may be a stranger, and every other file is somebody's.
    pub(super) fn state_path(&self) -> PathBuf {
        let path = self.place.project.join(self.config.text("preflight.state"));
        if self.names_other_file(&path) {
            return self.place.project.join(Config::built_in().text("preflight.state"));
        }
        path
    }

    /// Tells whether the project's own configuration names a file that is no state of preflight.
    fn names_other_file(&self, path: &Path) -> bool {
        let is_project_s = |it: &SettingValue| match &it.layer {
            Layer::File(file, _) => file.parent() != self.user_dir.as_deref(),
            Layer::BuiltIn | Layer::Env(_) | Layer::Flag => false,
        };
        if !self.config.find_set("preflight.state").is_some_and(is_project_s) {
            return false;
        }
        match self.store.read_beside(path, BYTES_MAX) {
            Ok(Beside::Nothing) => false,
            Ok(Beside::Bytes(bytes)) => matches!(read(&bytes), Reading::Corrupt(_)),
            Ok(Beside::NoFile) | Err(_) => true,
        }
    }

    /// Gives the history, which stands beside the state file.
    fn history_path(&self) -> PathBuf {
        let path = self.state_path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let renamed = match name.contains("state") {
            true => name.replacen("state", "history", 1),
            false => format!("{name}.history"),
        };
        path.with_file_name(renamed)
    }

    /// Takes the lock of preflight: as long as a writer waits, or not as long as a hook may.
    pub(super) fn hold_preflight(&self, is_check: Waits) -> Result<Box<dyn Held>, Error> {
        let wait = match is_check {
            Waits::Briefly => CHECK_WAIT,
            Waits::Fully => self.config.lock_wait(),
        };
        Ok(self.store.lock_beside(wait)?)
    }

    /// Reads both files; what cannot be understood is said and counts as not there.
    pub(super) fn load_preflight(&self, now: Timestamp) -> Result<Shelf, Error> {
        let mut shelf = Shelf {
            live: None,
            history: History::default(),
            findings: self.config.findings.clone(),
            aside: None,
            history_aside: None,
        };
        let named = self.place.project.join(self.config.text("preflight.state"));
        if self.names_other_file(&named) {
            let words = "this is no state of preflight and is left alone; the setting \
                         `preflight.state` of the project is ignored";
            let kind = PREFLIGHT_FOREIGN;
            shelf.findings.push(Finding::new(kind, self.shown_path(&named), words));
        }
        let path = self.history_path();
        if let Some(bytes) = self.bytes_of(&path, &mut shelf)? {
            match read(&bytes) {
                Reading::History(history) => shelf.history = history,
                Reading::Live(_) => shelf.history_aside = Some("corrupt"),
                other @ (Reading::Newer(_) | Reading::Corrupt(_)) => {
                    shelf.history_aside = self.set_aside(&path, &other, &mut shelf.findings);
                }
            }
        }
        let path = self.state_path();
        if let Some(bytes) = self.bytes_of(&path, &mut shelf)? {
            match read(&bytes) {
                Reading::Live(state) => shelf.live = Some(self.weighed(*state)),
                Reading::History(history) => shelf.history.merge(history),
                other @ (Reading::Newer(_) | Reading::Corrupt(_)) => {
                    shelf.aside = self.set_aside(&path, &other, &mut shelf.findings);
                }
            }
        }
        shelf.history.prune(now);
        Ok(shelf)
    }

    /// Reads a file; what is none is said, and stays as it is.
    fn bytes_of(&self, path: &Path, shelf: &mut Shelf) -> Result<Option<Vec<u8>>, Error> {
        match self.store.read_beside(path, BYTES_MAX)? {
            Beside::Bytes(bytes) => Ok(Some(bytes)),
            Beside::Nothing => Ok(None),
            Beside::NoFile => {
                let words = "this is no plain file; it is neither read nor replaced";
                let kind = PREFLIGHT_FOREIGN;
                shelf.findings.push(Finding::new(kind, self.shown_path(path), words));
                Ok(None)
            }
        }
    }

    /// The weights of a workflow are the profile's, whatever a file says they were.
    fn weighed(&self, mut state: Preflight) -> Preflight {
        let profile = self.config.preflight_profiles().find(&state.workflow, Some(&state.mode));
        state.weights = profile.weights;
        state
    }

    /// Says why a file is not used, and gives what it is called when it is put aside.
    fn set_aside(
        &self,
        path: &Path,
        reading: &Reading,
        findings: &mut Vec<Finding>,
    ) -> Option<&'static str> {
        let (word, why) = match reading {
            Reading::Newer(version) => {
                ("newer", format!("version `{version}` is later than this tool knows"))
            }
            Reading::Corrupt(problems) => {
                let first = problems.first().map_or("it cannot be read", |it| it.message.as_str());
                ("corrupt", format!("this is no state of preflight: {first}"))
            }
            Reading::Live(_) | Reading::History(_) => return None,
        };
        let words = format!("{why}; it is kept aside");
        findings.push(Finding::new(PREFLIGHT_FOREIGN, self.shown_path(path), words));
        Some(word)
    }

    /// Writes what is to be written; the lock is held. Nothing that cannot be read is lost.
    pub(super) fn keep_preflight(
        &self,
        shelf: &mut Shelf,
        change: &PreflightWrite<'_>,
        now: Timestamp,
    ) -> Result<(), Error> {
        self.keep_history(shelf, now)?;
        let path = self.state_path();
        let aside = match change {
            PreflightWrite::Nothing => None,
            PreflightWrite::StateAside(_) => shelf.aside.or(Some("saved")),
            PreflightWrite::State(_) | PreflightWrite::Gone => shelf.aside,
        };
        if let Some(word) = aside {
            let aside = self.store.put_aside(&path, word)?;
            let words = format!("what was there is now `{}`", self.shown_path(&aside));
            let kind = SET_ASIDE;
            shelf.findings.push(Finding::new(kind, self.shown_path(&path), words));
        }
        match change {
            PreflightWrite::State(state) | PreflightWrite::StateAside(state) => {
                self.store.replace_beside(&path, render(state).as_bytes())?;
            }
            PreflightWrite::Gone if shelf.aside.is_none() => self.store.remove_beside(&path)?,
            PreflightWrite::Gone | PreflightWrite::Nothing => {}
        }
        Ok(())
    }

    fn keep_history(&self, shelf: &mut Shelf, now: Timestamp) -> Result<(), Error> {
        let path = self.history_path();
        let there = match self.store.read_beside(&path, BYTES_MAX)? {
            Beside::Bytes(bytes) => Some(bytes),
            Beside::Nothing | Beside::NoFile => None,
        };
        let bytes = match shelf.history.prune(now) {
            Pruned::Empty => None,
            Pruned::Same | Pruned::Less => Some(shelf.history.render().into_bytes()),
        };
        if there == bytes {
            return Ok(());
        }
        if let Some(word) = shelf.history_aside {
            self.store.put_aside(&path, word)?;
        }
        match bytes {
            Some(bytes) => Ok(self.store.replace_beside(&path, &bytes)?),
            None if shelf.history_aside.is_none() => Ok(self.store.remove_beside(&path)?),
            None => Ok(()),
        }
    }

    /// Says that something could not be written, where that does not end the command.
    pub(super) fn unkept(&self, err: &Error) -> Option<Finding> {
        let (path, cause) = match err {
            Error::Store(Failure::Io { path, source, .. }) => (path.clone(), source.to_string()),
            Error::Store(Failure::Locked { path, .. }) => {
                (path.clone(), "another process holds the lock".to_owned())
            }
            Error::Store(Failure::NotADirectory(path)) => {
                (path.clone(), "it is no directory".to_owned())
            }
            Error::Store(_)
            | Error::Refused(_)
            | Error::Root(_)
            | Error::Config(_)
            | Error::KeyNotListed { .. }
            | Error::Git(_)
            | Error::Mind(_)
            | Error::ReplyUnusable(_)
            | Error::Interrupted(_)
            | Error::MindCalledOff(_) => return None,
        };
        let words = format!("the interview is not written down: {cause}");
        Some(Finding::new(PREFLIGHT_UNKEPT, self.shown_path(&path), words))
    }
}

/// How long a caller may be kept waiting.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Waits {
    /// A hook, for milliseconds.
    Briefly,
    /// Whoever gave an answer, as long as any writer.
    Fully,
}
