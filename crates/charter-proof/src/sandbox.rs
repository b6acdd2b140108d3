//! One run of a recorded command where it can do little harm.
//!
//! Owns what is around it: no shell, a scrubbed environment, a home and a temporary directory of
//! its own, a time limit for it and all it started, no network and no writing elsewhere where the
//! kernel can see to that. What was in force is part of the result. Must not know what is replayed
//! or why.

mod fence;
mod group;
mod loopback;
mod namespace;
mod room;
mod variable;

pub use fence::FileGuard;
pub(crate) use group::{has_ended, pid_of};
pub use loopback::with_loopback;
pub use namespace::NetworkGuard;
pub use room::{Bounds, run_in_room};
pub use variable::{CACHES, OFFLINE, PASSED, SET};

use crate::interrupt::Interrupt;
use crate::kept::Kept;
use group::{Group, Piece};
use namespace::Namespace;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

/// What a sandbox is built from.
#[derive(Debug, Clone)]
pub struct Surroundings {
    /// The variables that the caller has.
    pub vars: BTreeMap<OsString, OsString>,
    /// The program that closes a room from the inside, called `PROGRAM loopback … -- CMD`.
    pub program: Option<PathBuf>,
    /// What a command must not write to, though it is in the project.
    pub kept: Vec<PathBuf>,
    /// How long a command may take.
    pub limit: Duration,
}

/// Directories of its own for one command.
#[derive(Debug, Clone, Copy)]
pub struct Fresh<'a> {
    /// Its home.
    pub home: &'a Path,
    /// Its temporary directory.
    pub temp: &'a Path,
}

/// A place where recorded commands can run.
#[derive(Debug)]
pub struct Sandbox {
    project: PathBuf,
    bounds: Bounds,
    surroundings: Surroundings,
    namespace: Namespace,
}

/// What kept a command from doing harm.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Protection {
    /// Who kept it from the network.
    pub network: NetworkGuard,
    /// Who kept it from writing elsewhere.
    pub files: FileGuard,
}

impl fmt::Display for Protection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "network: {}, files: {}", self.network, self.files)
    }
}

/// How a replayed command ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// By itself; the code is missing where a signal did it.
    Exited(Option<i32>),
    /// It took too long and was ended, with everything that it had started.
    TimedOut,
    /// Somebody pressed Ctrl-C.
    Interrupted,
}

/// What came of a replay.
#[derive(Debug, Clone)]
pub struct Replayed {
    /// How it ended.
    pub end: End,
    /// What it wrote to stdout, bounded.
    pub stdout: Vec<u8>,
    /// What it wrote to stderr, bounded.
    pub stderr: Vec<u8>,
    /// What was in force.
    pub protection: Protection,
}

/// Why a command did not run.
#[derive(Debug, thiserror::Error)]
pub enum NotRun {
    /// There is no program in it.
    #[error("there is no command")]
    Empty,
    /// It ran in a directory that is not in the project, or is not there.
    #[error("`{}` is no directory of the project", .0.display())]
    Outside(PathBuf),
    /// The system says no.
    #[error("it cannot be started: {0}")]
    Start(#[from] io::Error),
}

impl Sandbox {
    /// Prepares replays in a project; finds out what the kernel allows.
    pub fn new(project: &Path, surroundings: Surroundings) -> io::Result<Self> {
        let project = project.canonicalize()?;
        // A package of a repository writes to the target directory of the whole.
        let repository = project.ancestors().find(|it| it.join(".git").symlink_metadata().is_ok());
        let top = repository.unwrap_or(&project).to_owned();
        // What git is told there, and what charter believes, runs or counts outside of any sandbox.
        let own = surroundings.kept.iter().filter_map(|it| it.canonicalize().ok());
        let mut kept: Vec<PathBuf> = own.filter(|it| it.starts_with(&top)).collect();
        kept.extend(repository.map(|it| it.join(".git")));
        let bounds = Bounds { writable: vec![top], kept };
        let namespace = Namespace::find(surroundings.program.as_deref(), &bounds);
        Ok(Self { project, bounds, surroundings, namespace })
    }

    /// Runs a command in a directory of the project, given relative to it.
    pub fn run(
        &self,
        argv: &[String],
        dir: &Path,
        fresh: Fresh<'_>,
        interrupt: &Interrupt,
    ) -> Result<Replayed, NotRun> {
        if argv.first().is_none_or(String::is_empty) {
            return Err(NotRun::Empty);
        }
        let outside = || NotRun::Outside(dir.to_owned());
        let dir = self.project.join(dir).canonicalize().map_err(|_| outside())?;
        if !dir.starts_with(&self.project) || !dir.is_dir() {
            return Err(outside());
        }
        let mut bounds = self.bounds.clone();
        bounds.writable.extend([fresh.home.to_owned(), fresh.temp.to_owned()]);
        let mut command = self.namespace.command(argv, &bounds);
        command.current_dir(&dir).env_clear().stdin(Stdio::null());
        let vars = &self.surroundings.vars;
        command.envs(variable::scrubbed(vars, self.namespace.guard(), fresh));
        let inner = self.namespace.inner_fence();
        let rules = inner.is_none().then(|| fence::rules(&bounds));
        let (child, outer) = start(command, rules.as_deref());
        let files = inner.unwrap_or(outer);
        let mut group = Group::of(child?, self.surroundings.limit);
        let protection = Protection { network: self.namespace.guard(), files };
        let (mut stdout, mut stderr) = (Kept::default(), Kept::default());
        let end = group.listen(interrupt, |piece| match piece {
            Piece::Out(bytes) => stdout.add(&bytes),
            Piece::Err(bytes) => stderr.add(&bytes),
        })?;
        let (stdout, stderr) = (stdout.into_bytes(), stderr.into_bytes());
        Ok(Replayed { end, stdout, stderr, protection })
    }
}

/// Starts a command behind a fence, or without one where it gets its own.
///
/// A fence is the starting thread's, and its children's: a thread that does nothing else leaves
/// charter itself free.
fn start(
    mut command: Command,
    writable: Option<&[PathBuf]>,
) -> (io::Result<std::process::Child>, FileGuard) {
    use std::os::unix::process::CommandExt;
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).process_group(0);
    let started = std::thread::scope(|scope| {
        let starter = scope.spawn(|| {
            let guard = writable.map_or(FileGuard::None, fence::raise);
            (command.spawn(), guard)
        });
        starter.join()
    });
    let lost = |_| (Err(io::Error::other("the thread that starts it ended")), FileGuard::None);
    started.unwrap_or_else(lost)
}

#[cfg(test)]
mod tests;
