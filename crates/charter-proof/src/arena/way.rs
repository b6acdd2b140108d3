//! Whether this machine can put a layer over a project, and how.
//!
//! Owns the ways and the order in which they are tried: a mount can fail in a container, for files of
//! others, or where temporary files are kept, so each is tried on the project itself. Must not mount
//! anything: that is done in another process.

use super::ground::ArenaGround;
use super::layer::{LayerTask, LayerWay, Layering, layer_dirs};
use super::{ArenaFailure, make_scratch};
use rustix::fs::{FileType, Mode, Timespec, Timestamps, lstat, mkdir};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The most directories that are layered beside each other.
const LAYERS_MAX: usize = 32;

/// The most entries of a project that are looked at for those of others.
const LOOKS_MAX: usize = 4000;

/// A way that works here.
#[derive(Debug, Clone)]
pub(super) struct ArenaWay {
    pub(super) way: LayerWay,
    /// Where layers are kept.
    pub(super) temp: PathBuf,
}

impl ArenaWay {
    /// Finds the first way that works for a project.
    pub(super) fn find(program: &Path, ground: &ArenaGround, temp: &Path) -> Option<Self> {
        if !ground.can_layer || ground.layers.len() > LAYERS_MAX {
            return None;
        }
        let is_root = rustix::process::geteuid().is_root();
        let ways: &[LayerWay] = match is_root {
            true => &[LayerWay::Root, LayerWay::RootPlain, LayerWay::User],
            false => &[LayerWay::User],
        };
        for temp in ground.places(temp) {
            for way in ways.iter().copied() {
                // What belongs to others cannot be changed in a namespace that does not know them.
                let is_possible = way != LayerWay::User || is_own(ground);
                let found = Self { way, temp: temp.clone() };
                if is_possible && found.works(program, ground) {
                    return Some(found);
                }
            }
        }
        None
    }

    fn works(&self, program: &Path, ground: &ArenaGround) -> bool {
        let Ok(scratch) = make_scratch(&self.temp) else { return false };
        if make_layers(&scratch.path, ground).is_err() {
            return false;
        }
        let layering = Layering {
            way: self.way,
            task: LayerTask::Try,
            scratch: scratch.path.clone(),
            layers: ground.layers.clone(),
            project: ground.top.clone(),
            parent: std::process::id(),
            dir: PathBuf::from("/"),
        };
        ask(program, &layering).is_ok()
    }
}

/// Makes the directories of each layer, the upper one like the one that it covers.
pub(super) fn make_layers(scratch: &Path, ground: &ArenaGround) -> Result<(), ArenaFailure> {
    let failed = |path: &Path| {
        let path = path.to_owned();
        move |errno| ArenaFailure::Temporary { path, errno }
    };
    for (idx, dir) in ground.layers.iter().enumerate() {
        let [upper, work] = layer_dirs(scratch, idx);
        for dir in [&upper, &work] {
            mkdir(dir, Mode::RWXU).map_err(failed(dir))?;
        }
        follow(&upper, dir).map_err(failed(&upper))?;
    }
    Ok(())
}

/// Gives a directory the owner, the mode and the times of another.
fn follow(own: &Path, other: &Path) -> Result<(), rustix::io::Errno> {
    use rustix::fs::{CWD, Gid, Uid, chmod, chown, utimensat};
    let stat = rustix::fs::stat(other)?;
    let owner = (Uid::from_raw(stat.st_uid), Gid::from_raw(stat.st_gid));
    let _ = chown(own, Some(owner.0), Some(owner.1));
    chmod(own, Mode::from_raw_mode(stat.st_mode))?;
    let times = times_of(&stat);
    utimensat(CWD, own, &times, rustix::fs::AtFlags::empty())
}

/// Gives the times of a file as they can be given to another.
pub(super) fn times_of(stat: &rustix::fs::Stat) -> Timestamps {
    let spec = |s: i64, ns: u64| Timespec { tv_sec: s, tv_nsec: i64::try_from(ns).unwrap_or(0) };
    Timestamps {
        last_access: spec(stat.st_atime, stat.st_atime_nsec),
        last_modification: spec(stat.st_mtime, stat.st_mtime_nsec),
    }
}

/// Lets the program do a task without a command.
pub(super) fn ask(program: &Path, layering: &Layering) -> Result<(), ArenaFailure> {
    let mut command = Command::new(program);
    command.args(layering.to_args()).args(["--", "true"]).current_dir("/");
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
    let failed = |message: String| ArenaFailure::Overlay(message);
    let output = command.output().map_err(|it| failed(it.to_string()))?;
    if output.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&output.stderr);
    let line = said.lines().find(|it| !it.trim().is_empty()).unwrap_or("no reason was given");
    Err(failed(line.trim().to_owned()))
}

/// Looks whether what is layered and can be written belongs to the user and their group, as far as it is
/// looked at.
fn is_own(ground: &ArenaGround) -> bool {
    let (user, group) = (rustix::process::geteuid(), rustix::process::getegid());
    let mut rest: std::collections::VecDeque<PathBuf> = ground.layers.iter().cloned().collect();
    let mut n_looks = 0;
    while let Some(path) = rest.pop_front() {
        n_looks += 1;
        if n_looks > LOOKS_MAX {
            return true;
        }
        let Ok(stat) = lstat(&path) else { continue };
        let is_user_s = stat.st_uid == user.as_raw();
        let is_link = FileType::from_raw_mode(stat.st_mode) == FileType::Symlink;
        let can_write = is_user_s || (!is_link && stat.st_mode & 0o022 != 0);
        if can_write && !(is_user_s && stat.st_gid == group.as_raw()) {
            return false;
        }
        if FileType::from_raw_mode(stat.st_mode) == FileType::Directory {
            let room = LOOKS_MAX.saturating_sub(rest.len());
            let entries = path.read_dir().into_iter().flatten().flatten().take(room);
            rest.extend(entries.map(|it| it.path()));
        }
    }
    true
}
