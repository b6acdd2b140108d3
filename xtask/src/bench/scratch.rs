//! A scratch project for benchmarks: a store in a temporary directory, and ledgers of any length.

use crate::error::{ChoreError, Result};
use charter_contract::{ContractEvent, Rigor};
use charter_engine::event::{CharterDraft, EventBody};
use charter_kernel::strand::StrandId;
use charter_kernel::{Actor, CharterId, FileEdit, SessionId, Timestamp, Witness};
use charter_store::{Failure, GitMark, RealDisk, Store, WorkingCopy};
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

/// A store that is gone when it is dropped.
#[derive(Debug)]
pub(crate) struct ScratchStore {
    /// The project's directory.
    pub(crate) dir: tempfile::TempDir,
    /// Its store.
    pub(crate) store: Store,
    /// The one charter in it.
    pub(crate) id: CharterId,
}

impl ScratchStore {
    /// Creates a project with a charter and this many events.
    pub(crate) fn new(n_events: usize) -> Result<Self> {
        let temp = std::env::temp_dir();
        let dir = tempfile::tempdir().map_err(ChoreError::file(&temp))?;
        let root = dir.path().join(".charter");
        let wait = Duration::from_secs(10);
        let store = Store::new(Arc::new(RealDisk), root, "bench".to_owned(), wait);
        let id = CharterId::parse("20261116-090000-bench")
            .map_err(|problem| ChoreError::Measure(problem.to_string()))?;
        let scratch = Self { dir, store, id };
        scratch.fill(n_events)?;
        Ok(scratch)
    }

    /// Creates a project with a charter and this many events, in files of so many each.
    pub(crate) fn in_strands(n_events: usize, n_strands: usize) -> Result<Self> {
        let mut scratch = Self::new(1)?;
        for number in 1..=n_strands {
            let copy = MovedCopy { number };
            scratch.store = scratch.store.clone().in_copy(Arc::new(copy));
            scratch.append(n_events / n_strands)?;
        }
        Ok(scratch)
    }

    /// Creates one more charter with this many events.
    pub(crate) fn another(&mut self, id: CharterId, n_events: usize) -> Result<()> {
        let first = std::mem::replace(&mut self.id, id);
        self.fill(n_events)?;
        self.id = first;
        Ok(())
    }

    /// Gives a file that its ledger is in.
    pub(crate) fn ledger(&self) -> std::path::PathBuf {
        let dir = self.store.layout().strands(&self.id);
        let mut files = std::fs::read_dir(&dir).into_iter().flatten().flatten();
        files.next().map_or(dir, |it| it.path())
    }

    /// Counts the bytes of its ledger.
    pub(crate) fn ledger_bytes(&self) -> u64 {
        let dir = self.store.layout().strands(&self.id);
        let files = std::fs::read_dir(&dir).into_iter().flatten().flatten();
        files.filter_map(|it| it.metadata().ok()).map(|it| it.len()).sum()
    }

    fn fill(&self, n_events: usize) -> Result<()> {
        self.create()?;
        let mut left = n_events.saturating_sub(1);
        while left > 0 {
            let n = left.min(2000);
            self.append(n)?;
            left -= n;
        }
        Ok(())
    }

    fn create(&self) -> Result<()> {
        let text = |path: &str, text: &str| FileEdit { path: path.to_owned(), bytes: text.into() };
        let edits = [
            text("charter.md", "# Charter: Bench\n\n## Objective\n\nMeasure.\n"),
            text("criteria.md", "## m1 One\n\n### VAL-A-1 — one\n"),
        ];
        let body = EventBody::Contract(ContractEvent::CharterCreated {
            name: "Bench".to_owned(),
            objective: "Measure.".to_owned(),
            rigor: Rigor::Standard,
            base: None,
        });
        let creation = self.store.begin_creation().map_err(failed)?;
        creation.commit(&self.id, &edits, &[self.draft(body)]).map_err(failed)?;
        Ok(())
    }

    /// Appends one write of this many events.
    pub(crate) fn append(&self, n: usize) -> Result<()> {
        let session = |number: usize| {
            SessionId::parse(&format!("s{}", number % 4))
                .map_err(|problem| ChoreError::Measure(problem.to_string()))
        };
        let draft = |number: usize| {
            let body = EventBody::Contract(ContractEvent::SessionBound {
                session: session(number)?,
                turn: number as u64,
            });
            Ok(self.draft(body))
        };
        let drafts: Vec<CharterDraft> = (0..n).map(draft).collect::<Result<_>>()?;
        self.write(&drafts)
    }

    /// Appends one write of these events.
    pub(crate) fn append_all(&self, bodies: &[EventBody]) -> Result<()> {
        let drafts: Vec<CharterDraft> = bodies.iter().map(|it| self.draft(it.clone())).collect();
        self.write(&drafts)
    }

    fn write(&self, drafts: &[CharterDraft]) -> Result<()> {
        let mut transaction = self.store.begin(&self.id).map_err(failed)?;
        let head = transaction.loaded().state.head();
        let _ = transaction.append(head, drafts).map_err(failed)?;
        Ok(())
    }

    fn draft(&self, body: EventBody) -> CharterDraft {
        CharterDraft {
            ts: Timestamp::from_millis(1_794_819_600_000),
            charter_id: self.id.clone(),
            actor: Actor::Person("Ada".to_owned()),
            witness: Witness::Fixed,
            body,
        }
    }
}

/// A working copy whose repository moved so many times.
#[derive(Debug)]
struct MovedCopy {
    number: usize,
}

impl WorkingCopy for MovedCopy {
    fn mark(&self) -> GitMark {
        GitMark::At(self.number.to_string())
    }

    fn name(&self, _id: &CharterId, attempt: u32) -> StrandId {
        StrandId::from_random(format!("{} {attempt}", self.number).as_bytes())
    }
}

/// Runs a program to its end, without its output.
pub(crate) fn spawn(program: &Path, args: &[&str], dir: &Path) {
    let mut command = Command::new(program);
    command.args(args).current_dir(dir).stdin(Stdio::null());
    let _ = command.stdout(Stdio::null()).stderr(Stdio::null()).status();
}

/// Makes a directory a repository with this many source files, which git follows.
pub(crate) fn write_sources(dir: &Path, files: usize) -> Result<()> {
    let src = dir.join("src");
    fs::create_dir_all(&src).map_err(ChoreError::file(&src))?;
    for n in 0..files {
        let path = src.join(format!("file_{n}.rs"));
        fs::write(&path, format!("// {n}\n").repeat(200)).map_err(ChoreError::file(&path))?;
    }
    for args in [&["init", "-q"][..], &["add", "src"]] {
        spawn(Path::new("git"), args, dir);
    }
    Ok(())
}

/// Says that what is measured did not work.
#[expect(clippy::needless_pass_by_value, reason = "the shape that `map_err` takes")]
pub(crate) fn failed(failure: Failure) -> ChoreError {
    ChoreError::Measure(format!("{failure:?}"))
}
