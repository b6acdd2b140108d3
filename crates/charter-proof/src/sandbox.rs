//! One run of a recorded command where it can do little harm.
//!
//! Owns what is around it: no shell, a scrubbed environment, a home and a temporary directory of
//! its own, limits for it and all it started; no network, no home of the user and no writing elsewhere
//! where the kernel can see to that. What was in force is part of the result. Must not know what is
//! replayed or why.

mod fence;
mod gitdir;
mod group;
mod guard;
mod keeper;
mod limit;
mod line;
#[cfg(target_os = "linux")]
mod loopback;
mod namespace;
mod room;
mod system;
mod variable;
mod view;
#[cfg(target_os = "linux")]
mod watch;

pub use guard::Protection;
pub use keeper::{Keeping, Walls, run_kept};
#[cfg(target_os = "linux")]
pub(crate) use keeper::{end_all, reap_status};
pub use limit::{Limit, ResourceLimits};
pub use room::Bounds;
pub use variable::{CACHES, OFFLINE, PASSED, SET};

use crate::interrupt::Interrupt;
use crate::kept::Kept;
use fence::Rules;
use group::ProcessGroup;
use line::ControlLine;
use namespace::Namespace;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;
use view::View;

/// Lists where something is mounted, as far as that can be seen.
pub(crate) fn list_mounts() -> Vec<PathBuf> {
    let text = system::read_text("/proc/self/mountinfo").unwrap_or_default();
    system::list_mounts(&text)
}

/// What a sandbox is built from.
#[derive(Debug, Clone)]
pub struct SandboxSurroundings {
    /// The variables that the caller has; they say what is hidden and what tools there are.
    pub vars: BTreeMap<OsString, OsString>,
    /// Variables that come with the command. They reach it where they may, and say nothing else.
    pub own_vars: BTreeMap<OsString, OsString>,
    /// The program that a command runs under, called `PROGRAM loopback … -- CMD`.
    pub program: Option<PathBuf>,
    /// What a command must not write to, though it is in the project.
    pub kept: Vec<PathBuf>,
    pub limit: Duration,
}

/// Directories of its own for one command.
#[derive(Debug, Clone, Copy)]
pub struct Fresh<'a> {
    pub home: &'a Path,
    pub temp: &'a Path,
}

/// A place where recorded commands can run.
#[derive(Debug)]
pub struct Sandbox {
    project: PathBuf,
    top: PathBuf,
    kept: Vec<PathBuf>,
    surroundings: SandboxSurroundings,
    view: View,
    limits: ResourceLimits,
    landlock: u32,
    namespace: Namespace,
}

/// How a replayed command ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// By itself; the code is missing where a signal did it.
    Exited(Option<i32>),
    /// It took too long and was ended, with everything that it had started.
    TimedOut,
    /// It took too much of something and was ended, likewise.
    Stopped(Limit),
    /// Somebody pressed Ctrl-C.
    Interrupted,
}

/// What came of a replay.
#[derive(Debug, Clone)]
pub struct ReplayEnd {
    /// How it ended.
    pub end: End,
    /// What it wrote to stdout, bounded.
    pub stdout: Vec<u8>,
    /// What it wrote to stderr, bounded.
    pub stderr: Vec<u8>,
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
    #[error("it cannot be started: {0}")]
    Start(#[from] io::Error),
    /// The sandbox could not be closed around it, or it is not there.
    #[error("it cannot be started in the sandbox: {0}")]
    Sandbox(String),
}

impl Sandbox {
    /// Prepares replays in a project; finds out what the kernel allows.
    pub fn new(project: &Path, surroundings: SandboxSurroundings) -> io::Result<Self> {
        let project = project.canonicalize()?;
        // A package of a repository writes to the target directory of the whole.
        let repository = project.ancestors().find(|it| it.join(".git").symlink_metadata().is_ok());
        let top = repository.unwrap_or(&project).to_owned();
        // What git is told there, and what charter believes, runs or counts outside of any sandbox.
        let own = surroundings.kept.iter().filter_map(|it| it.canonicalize().ok());
        let mut kept: Vec<PathBuf> = own.filter(|it| it.starts_with(&top)).collect();
        kept.extend(repository.map(|it| it.join(".git")));
        let view = View::new(&surroundings.vars, &top);
        let limits = ResourceLimits::of_machine(system::memory().map_or(0, |(total, _)| total));
        let program = surroundings.program.clone();
        let (landlock, namespace) = (fence::try_out(), Namespace::default());
        let mut sandbox =
            Self { project, top, kept, surroundings, view, limits, landlock, namespace };
        let find = |it: &Namespace| sandbox.keep(it, &sandbox.project, None);
        sandbox.namespace = Namespace::find(program.as_deref(), find);
        Ok(sandbox)
    }

    /// Says what a command is kept with in a namespace.
    fn keep(&self, namespace: &Namespace, dir: &Path, fresh: Option<Fresh<'_>>) -> Keeping {
        let View { homes, hidden, temporary, seen, masked, .. } = self.view.clone();
        let own = fresh.into_iter().flat_map(|it| [it.home.to_owned(), it.temp.to_owned()]);
        let writable = [self.top.clone()].into_iter().chain(own).collect();
        let (hidden, temporary) = match namespace.walls {
            Walls::Room => (homes.into_iter().chain(hidden).collect(), temporary),
            // A fence can hide what files hold, and no sockets.
            Walls::None | Walls::Network => (homes, Vec::new()),
        };
        let kept = self.kept.clone();
        let dir = dir.to_owned();
        let bounds = Bounds { dir, writable, kept, hidden, temporary, seen, masked };
        let limits = namespace.keeper.is_some().then_some(self.limits);
        Keeping { bounds, walls: namespace.walls, landlock: Some(self.landlock), limits }
    }

    /// Says what keeps its commands from doing harm.
    fn protection(&self, landlock: u32) -> Protection {
        Protection {
            walls: self.namespace.walls,
            landlock,
            hides_home: self.view.hides_home,
            limits: self.namespace.keeper.is_some().then_some(self.limits),
            time: self.surroundings.limit,
        }
    }

    /// Runs a command in a directory of the project, given relative to it.
    pub fn run(
        &self,
        argv: &[String],
        dir: &Path,
        fresh: Fresh<'_>,
        interrupt: &Interrupt,
    ) -> Result<ReplayEnd, NotRun> {
        if argv.first().is_none_or(String::is_empty) {
            return Err(NotRun::Empty);
        }
        let outside = || NotRun::Outside(dir.to_owned());
        let dir = self.project.join(dir).canonicalize().map_err(|_| outside())?;
        if !dir.starts_with(&self.project) || !dir.is_dir() {
            return Err(outside());
        }
        let home = fresh.home.canonicalize()?;
        let temp = fresh.temp.canonicalize()?;
        let keep = self.keep(&self.namespace, &dir, Some(Fresh { home: &home, temp: &temp }));
        let mut command = self.namespace.command(argv, &keep);
        command.current_dir(&dir).env_clear();
        let protection = self.protection(self.landlock);
        command.envs(variable::scrubbed(&self.surroundings, protection.walls, fresh));
        let (started, landlock) = start(command, &self.namespace, &keep);
        let (child, line) = started?;
        let has_keeper = line.is_some();
        let mut group = ProcessGroup::of(child, line, self.surroundings.limit);
        let (mut stdout, mut stderr) = (Kept::default(), Kept::default());
        let (end, heard) = group.listen(interrupt, |piece| {
            if piece.is_error { &mut stderr } else { &mut stdout }.add(&piece.bytes);
        })?;
        let (stdout, stderr) = (stdout.into_bytes(), stderr.into_bytes());
        if has_keeper
            && matches!(end, End::Exited(_))
            && (!heard.is_ready || heard.failed.is_some())
        {
            let said = String::from_utf8_lossy(&stderr).trim().to_owned();
            return Err(NotRun::Sandbox(heard.failed.unwrap_or(said)));
        }
        let protection = if has_keeper { protection } else { self.protection(landlock) };
        Ok(ReplayEnd { end, stdout, stderr, protection })
    }
}

/// A child, and the way to it where it keeps others.
type Started = (std::process::Child, Option<ControlLine>);

/// Starts a command under its keeper, or behind a fence of our own where it has none; gives the version
/// of that.
///
/// A fence is the starting thread's, and its children's: a thread that does nothing else leaves
/// charter itself free.
fn start(
    mut command: Command,
    namespace: &Namespace,
    keep: &Keeping,
) -> (io::Result<Started>, u32) {
    use std::os::unix::process::CommandExt;
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).stdin(Stdio::null());
    if namespace.keeper.is_some() {
        // Its keeper leads a session of its own, unless that is one process further down.
        if namespace.walls == Walls::Room {
            command.process_group(0);
        }
        let started = ControlLine::open().and_then(|(line, other)| {
            command.stdin(Stdio::from(other));
            Ok((command.spawn()?, Some(line)))
        });
        return (started, 0);
    }
    command.process_group(0);
    let started = std::thread::scope(|scope| {
        let starter = scope.spawn(|| {
            let version = fence::raise(&Rules::alone(&keep.bounds));
            (command.spawn().map(|it| (it, None)), version)
        });
        starter.join()
    });
    let lost = |_| (Err(io::Error::other("the thread that starts it ended")), 0);
    started.unwrap_or_else(lost)
}

#[cfg(test)]
mod tests;
