//! The process that a command of a trial runs under.
//!
//! Owns what is done from within: the layers are mounted where only this process and what it starts
//! can see them, changes are put in, the command is waited for, and nothing of it is left when it has
//! ended or when charter is gone. How it ended is left in a file. Must not know what is tried.

use rustix::fs::{Mode, OFlags, open};
use rustix::io::Errno;
use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};

/// The file that says how a command ended.
const END: &str = "ended";

const END_BYTES_MAX: usize = 64;

/// How the layers of a trial are mounted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LayerWay {
    /// Not at all: the command runs in a copy.
    None,
    /// By a root, with everything that overlays can do.
    Root,
    /// By a root whose file system lacks something for that.
    RootPlain,
    /// By a user, in a namespace where they are who they are outside.
    User,
}

impl LayerWay {
    const ALL: [Self; 4] = [Self::None, Self::Root, Self::RootPlain, Self::User];

    fn word(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Root => "root",
            Self::RootPlain => "root-plain",
            Self::User => "user",
        }
    }

    /// Finds the way that a word stands for.
    #[must_use]
    pub fn find(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|it| it.word() == word)
    }
}

/// What is done in a layer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LayerTask {
    /// It is looked whether files can be changed in it.
    Try,
    /// The changes are put in.
    Apply,
    /// A command runs.
    Run,
}

impl LayerTask {
    const ALL: [Self; 3] = [Self::Try, Self::Apply, Self::Run];

    fn word(self) -> &'static str {
        match self {
            Self::Try => "try",
            Self::Apply => "apply",
            Self::Run => "run",
        }
    }

    /// Finds the task that a word stands for.
    #[must_use]
    pub fn find(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|it| it.word() == word)
    }
}

/// What a command of a trial is given.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Layering {
    pub way: LayerWay,
    pub task: LayerTask,
    /// The directory that holds the layers.
    pub scratch: PathBuf,
    /// What is layered, each before those inside it.
    pub layers: Vec<PathBuf>,
    /// Where the project is seen.
    pub project: PathBuf,
    /// The process with which everything ends.
    pub parent: u32,
    /// Where the command runs.
    pub dir: PathBuf,
}

impl Layering {
    /// Gives the arguments that tell a process all this.
    pub(super) fn to_args(&self) -> Vec<OsString> {
        let Self { way, task, scratch, layers, project, parent, dir } = self;
        let mut args: Vec<OsString> = ["layer", way.word(), task.word()].map(Into::into).into();
        args.extend(["--parent".into(), parent.to_string().into()]);
        args.extend(["--scratch".into(), scratch.into()]);
        args.extend(["--project".into(), project.into(), "--dir".into(), dir.into()]);
        args.extend(layers.iter().flat_map(|it| ["--layer".into(), it.clone().into_os_string()]));
        args
    }
}

/// Names the directories of a layer in the one that holds them: what is written, and what the kernel
/// needs beside it.
pub(super) fn layer_dirs(scratch: &Path, idx: usize) -> [PathBuf; 2] {
    [scratch.join(format!("upper-{idx}")), scratch.join(format!("work-{idx}"))]
}

/// Reads how a command ended: its exit code, none where a signal did it, or why it did not start.
pub(super) fn read_end(scratch: &Path) -> Option<io::Result<Option<i32>>> {
    let text = crate::plain::read_text(&scratch.join(END), END_BYTES_MAX)?;
    let (word, number) = text.trim().split_once(' ')?;
    let number: i32 = number.parse().ok()?;
    match word {
        "exit" => Some(Ok(Some(number))),
        "signal" => Some(Ok(None)),
        "failed" => Some(Err(io::Error::from_raw_os_error(number))),
        _ => None,
    }
}

/// Forgets how the last command ended.
pub(super) fn forget_end(scratch: &Path) {
    let _ = rustix::fs::unlink(scratch.join(END));
}

#[cfg_attr(not(target_os = "linux"), expect(dead_code, reason = "nobody runs layered there"))]
fn write_end(scratch: &Path, word: &str, number: i32) -> Result<(), Errno> {
    let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::CLOEXEC;
    let file = open(scratch.join(END), flags, Mode::RUSR | Mode::WUSR)?;
    rustix::io::write(&file, format!("{word} {number}\n").as_bytes())?;
    Ok(())
}

/// Does a task in a layer, and gives the exit code.
#[cfg(target_os = "linux")]
pub fn run_layered(argv: &[String], layering: &Layering) -> io::Result<u8> {
    linux::run(argv, layering)
}

/// Says that this system has no such thing.
#[cfg(not(target_os = "linux"))]
pub fn run_layered(_argv: &[String], _layering: &Layering) -> io::Result<u8> {
    Err(io::ErrorKind::Unsupported.into())
}

#[cfg(target_os = "linux")]
mod linux {
    use super::{LayerTask, LayerWay, Layering, layer_dirs, write_end};
    use crate::arena::patch;
    use crate::sandbox::{end_all, reap_status};
    use rustix::fs::{AtFlags, Mode, OFlags, open, openat, unlinkat};
    use rustix::io::Errno;
    use rustix::mount::{MountFlags, MountPropagationFlags, mount, mount_change};
    use rustix::process::{
        Signal, getegid, geteuid, getpid, getppid, set_child_subreaper,
        set_parent_process_death_signal,
    };
    use rustix::thread::UnshareFlags;
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use std::ffi::CString;
    use std::io;
    use std::os::fd::{AsRawFd, OwnedFd};
    use std::path::Path;
    use std::process::{Child, Command};
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::time::Duration;

    /// How often it is looked whether the command has ended.
    const GLANCE: Duration = Duration::from_millis(3);

    /// The exit code of what was told to end.
    const TOLD: u8 = 128 + 15;

    /// What is made and removed again to see whether a layer can be written to.
    const MARK: &str = ".charter-layer";

    /// How many entries of a directory are tried.
    const TRIED_MAX: usize = 64;

    const DIR: OFlags = OFlags::RDONLY.union(OFlags::DIRECTORY).union(OFlags::CLOEXEC);

    pub(super) fn run(argv: &[String], layering: &Layering) -> io::Result<u8> {
        let told = listen(layering.parent)?;
        if layering.way != LayerWay::None {
            enter(layering.way)?;
            mount_all(layering)?;
        }
        match layering.task {
            LayerTask::Try => try_all(layering).map(|()| 0),
            LayerTask::Apply => {
                let changes = patch::read_down(&layering.scratch);
                let changes = changes.ok_or_else(|| io::Error::other("the changes are missing"))?;
                patch::apply(&layering.project, &changes).map_err(io::Error::other)?;
                Ok(0)
            }
            LayerTask::Run => run_command(argv, layering, &told),
        }
    }

    /// Sees to it that this process hears when it is to end, or when charter is gone.
    fn listen(parent: u32) -> io::Result<Arc<AtomicBool>> {
        let told = Arc::<AtomicBool>::default();
        for signal in [SIGTERM, SIGINT, SIGHUP] {
            signal_hook::flag::register(signal, Arc::clone(&told))?;
        }
        set_parent_process_death_signal(Some(Signal::TERM))?;
        let is_there = getppid().is_some_and(|it| u32::try_from(it.as_raw_pid()) == Ok(parent));
        is_there.then_some(told).ok_or_else(|| io::Error::other("only charter can start this"))
    }

    /// Goes where mounts are seen by nobody else.
    fn enter(way: LayerWay) -> io::Result<()> {
        let (user, group) = (geteuid().as_raw(), getegid().as_raw());
        let flags = match way {
            LayerWay::None | LayerWay::Root | LayerWay::RootPlain => UnshareFlags::NEWNS,
            LayerWay::User => UnshareFlags::NEWNS | UnshareFlags::NEWUSER,
        };
        #[expect(deprecated, reason = "it is for file descriptors only, which are not unshared")]
        rustix::thread::unshare(flags)?;
        if way == LayerWay::User {
            write_to("/proc/self/setgroups", "deny")?;
            write_to("/proc/self/uid_map", &format!("{user} {user} 1"))?;
            write_to("/proc/self/gid_map", &format!("{group} {group} 1"))?;
        }
        let flags = MountPropagationFlags::REC | MountPropagationFlags::PRIVATE;
        Ok(mount_change("/", flags)?)
    }

    fn write_to(path: &str, text: &str) -> io::Result<()> {
        let file = open(path, OFlags::WRONLY | OFlags::CLOEXEC, Mode::empty())?;
        rustix::io::write(&file, text.as_bytes())?;
        Ok(())
    }

    /// Mounts each layer over what it is a layer of.
    fn mount_all(layering: &Layering) -> io::Result<()> {
        let path = OFlags::PATH | OFlags::DIRECTORY | OFlags::CLOEXEC;
        // Held before anything is covered.
        let held = |dir: &Path| open(dir, path, Mode::empty());
        let below: Vec<OwnedFd> =
            layering.layers.iter().map(|it| held(it)).collect::<Result<_, Errno>>()?;
        for (idx, (dir, lower)) in layering.layers.iter().zip(&below).enumerate() {
            let [upper, work] = layer_dirs(&layering.scratch, idx);
            let (upper, work) = (held(&upper)?, held(&work)?);
            // By their numbers: no character of a path can be taken for another option.
            let [lower, upper, work] =
                [lower, &upper, &work].map(|it| format!("/proc/self/fd/{}", it.as_raw_fd()));
            let more = match layering.way {
                LayerWay::Root => "redirect_dir=on",
                LayerWay::None | LayerWay::RootPlain | LayerWay::User => "userxattr",
            };
            let options = format!("lowerdir={lower},upperdir={upper},workdir={work},{more}");
            let options = CString::new(options)?;
            mount("charter", dir, "overlay", MountFlags::empty(), Some(options.as_c_str()))?;
        }
        Ok(())
    }

    /// Tries whether files and directories of each layer can be changed.
    fn try_all(layering: &Layering) -> io::Result<()> {
        for dir in &layering.layers {
            let top = open(dir, DIR, Mode::empty())?;
            try_in(&top)?;
            let entries: Vec<_> = dir.read_dir()?.take(TRIED_MAX).flatten().collect();
            for entry in entries {
                let Ok(kind) = entry.file_type() else { continue };
                let path = entry.path();
                if kind.is_file() {
                    // Opening it brings it into the layer.
                    allow(open(&path, OFlags::WRONLY | OFlags::CLOEXEC, Mode::empty()).map(drop))?;
                } else if kind.is_dir() {
                    let below = open(&path, DIR | OFlags::NOFOLLOW, Mode::empty());
                    allow(below.and_then(|it| try_in(&it)))?;
                }
            }
        }
        Ok(())
    }

    fn try_in(dir: &OwnedFd) -> Result<(), Errno> {
        let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::CLOEXEC;
        drop(openat(dir, MARK, flags, Mode::RUSR | Mode::WUSR)?);
        unlinkat(dir, MARK, AtFlags::empty())
    }

    /// Takes it as it is where the user themselves may not.
    fn allow(tried: Result<(), Errno>) -> Result<(), Errno> {
        match tried {
            Err(Errno::ACCESS | Errno::PERM | Errno::TXTBSY) => Ok(()),
            tried => tried,
        }
    }

    fn run_command(argv: &[String], layering: &Layering, told: &AtomicBool) -> io::Result<u8> {
        let Some((program, args)) = argv.split_first() else {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "there is no command"));
        };
        set_child_subreaper(Some(getpid()))?;
        let started = Command::new(program).args(args).current_dir(&layering.dir).spawn();
        let child = match started {
            Ok(child) => child,
            Err(err) => {
                write_end(&layering.scratch, "failed", err.raw_os_error().unwrap_or(0))?;
                return Ok(127);
            }
        };
        see_through(&child, layering, told)
    }

    /// Waits for the command, and ends whatever it left behind.
    fn see_through(child: &Child, layering: &Layering, told: &AtomicBool) -> io::Result<u8> {
        let ended = loop {
            if let Some(status) = reap_status(child)? {
                break Some(status);
            }
            if told.load(Ordering::Relaxed) {
                break None;
            }
            std::thread::sleep(GLANCE);
        };
        end_all(child);
        let Some(status) = ended else { return Ok(TOLD) };
        match (status.exit_status(), status.terminating_signal()) {
            (Some(code), _) => write_end(&layering.scratch, "exit", code)?,
            (None, signal) => write_end(&layering.scratch, "signal", signal.unwrap_or(0))?,
        }
        Ok(u8::try_from(status.exit_status().unwrap_or(1)).unwrap_or(1))
    }
}
