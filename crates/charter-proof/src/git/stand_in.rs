//! The git directory that git is shown in place of a repository's own.
//!
//! Owns what is in it: links to objects and branches, a copy of `HEAD`, and a configuration that holds
//! nothing but what [`super::setting`] lets through, so that whatever else a repository sets up is not
//! blanked but never there: hooks, filters, includes, remotes. Attributes that would choose one of the
//! user's own filters are unset in it, where that wins over every file of the checkout. Must not know
//! what git is asked.

use super::failure::{GitFailure, Oddity};
use super::place::{CONFIG_BYTES_MAX, GitPlace};
use super::setting::{self, GitSetting};
use crate::plain::{kind_at, read_plain, read_text, write_new};
use rustix::fs::{FileType, Mode, lstat, mkdir, symlink};
use std::path::{Path, PathBuf};

/// What is linked from what all working copies share, and must be a directory of its own there.
const SHARED_DIRS: [&str; 4] = ["objects", "refs", "logs", "reftable"];

/// What is linked from there, and must be a plain file.
const SHARED_FILES: [&str; 2] = ["packed-refs", "shallow"];

/// Where git waits for what it opens, or reads a file whole, and how long one may be there. A pipe, or a
/// branch that is a link to a device, would keep it or all memory.
///
/// Objects are too many to look at each time; whoever calls git looks at them once it waits.
const READ_WHOLE: [(&str, u64); 3] =
    [("refs", 4 * 1024), ("objects/info", 512 * 1024 * 1024), ("reftable", 512 * 1024 * 1024)];

/// The most directories within each other there.
const DEPTH_MAX: usize = 64;

/// The longest `HEAD`.
const HEAD_BYTES_MAX: usize = 4 * 1024;

/// The longest list of what a repository leaves out.
const EXCLUDE_BYTES_MAX: usize = 1024 * 1024;

/// The longest list of branches and tags that a copy is given.
const PACKED_REFS_BYTES_MAX: usize = 64 * 1024 * 1024;

/// Attributes that win over every other: no filter and no driver is chosen for any file.
const NO_DRIVERS: &[u8] = b"* -filter !diff !merge\n";

/// A configuration that knows a working copy of its own.
const OWN_CONFIG: &str = "extensions.worktreeconfig";

/// Makes a git directory that stands in for a repository's own; gives the one to name to git.
pub(super) fn make(place: &GitPlace, dir: &Path) -> Result<PathBuf, GitFailure> {
    let settings = settings_of(place)?;
    let head = place.own.join("HEAD");
    let head = read_plain(&head, HEAD_BYTES_MAX).ok_or_else(|| odd(&head, Oddity::Unreadable))?;
    write(&dir.join("config"), setting::render_allowed(&settings).as_bytes())?;
    for (name, bytes_max) in READ_WHOLE {
        check_plain(&place.shared.join(name), bytes_max, DEPTH_MAX)?;
        if place.own != place.shared {
            check_plain(&place.own.join(name), bytes_max, DEPTH_MAX)?;
        }
    }
    for name in SHARED_DIRS {
        link(&place.shared, name, FileType::Directory, dir)?;
    }
    for name in SHARED_FILES {
        link(&place.shared, name, FileType::RegularFile, dir)?;
    }
    write_attributes(dir, &place.shared)?;
    write(&dir.join("HEAD"), &head)?;
    let own = if place.own == place.shared {
        dir.to_owned()
    } else {
        // As git lays out a linked worktree: its branches may be kept in two places.
        let own = dir.join("worktrees").join("own");
        make_dir(&dir.join("worktrees"))?;
        make_dir(&own)?;
        write(&own.join("commondir"), b"../..\n")?;
        write(&own.join("HEAD"), &head)?;
        link(&place.own, "logs", FileType::Directory, &own)?;
        link(&place.own, "reftable", FileType::Directory, &own)?;
        own
    };
    link(&place.own, "index", FileType::RegularFile, &own)?;
    for name in shared_indexes(&place.own) {
        link(&place.own, &name, FileType::RegularFile, &own)?;
    }
    Ok(own)
}

/// Makes a git directory for a throw-away copy: it borrows the objects of a repository, and what is
/// written in the copy stays there.
pub(super) fn make_borrowing(place: &GitPlace, dir: &Path, commit: &str) -> Result<(), GitFailure> {
    make_dir(dir)?;
    for name in ["objects", "objects/info", "objects/pack", "refs", "refs/heads", "refs/tags"] {
        make_dir(&dir.join(name))?;
    }
    let settings = settings_of(place)?;
    let reftable = "extensions.refstorage";
    let settings: Vec<GitSetting> = settings.into_iter().filter(|it| it.key != reftable).collect();
    write(&dir.join("config"), setting::render_allowed(&settings).as_bytes())?;
    let objects = place.shared.join("objects");
    let real = objects.canonicalize().ok();
    let real = real.as_deref().and_then(Path::to_str).filter(|it| !it.contains(['\n', '"']));
    let real = real.ok_or_else(|| odd(&objects, Oddity::Unreadable))?;
    write(&dir.join("objects/info/alternates"), format!("{real}\n").as_bytes())?;
    for name in SHARED_FILES {
        if let Some(bytes) = read_plain(&place.shared.join(name), PACKED_REFS_BYTES_MAX) {
            write(&dir.join(name), &bytes)?;
        }
    }
    write_attributes(dir, &place.shared)?;
    write(&dir.join("HEAD"), format!("{commit}\n").as_bytes())
}

/// Gives the last value of a setting that a repository makes for itself.
pub(super) fn own_setting(place: &GitPlace, key: &str) -> Option<String> {
    setting::find(&settings_of(place).ok()?, key).map(str::to_owned)
}

/// Reads what a repository sets for itself.
fn settings_of(place: &GitPlace) -> Result<Vec<GitSetting>, GitFailure> {
    let read = |path: PathBuf| match kind_at(&path) {
        None => Ok(String::new()),
        Some(_) => read_text(&path, CONFIG_BYTES_MAX).ok_or_else(|| odd(&path, Oddity::Unreadable)),
    };
    let mut settings = setting::parse(&read(place.shared.join("config"))?);
    if setting::find(&settings, OWN_CONFIG).is_some_and(|it| it != "false") {
        settings.extend(setting::parse(&read(place.own.join("config.worktree"))?));
    }
    Ok(settings)
}

/// Lists the files that an index is split into.
fn shared_indexes(own: &Path) -> Vec<String> {
    let entries = own.read_dir().into_iter().flatten().flatten();
    let names = entries.filter_map(|it| it.file_name().into_string().ok());
    names.filter(|it| it.starts_with("sharedindex.")).collect()
}

/// Goes through a directory, if it is there: everything in it is a directory, or a plain file of some
/// length.
fn check_plain(dir: &Path, bytes_max: u64, depth: usize) -> Result<(), GitFailure> {
    match kind_at(dir) {
        None => return Ok(()),
        Some(FileType::Directory) => {}
        Some(_) => return Err(odd(dir, Oddity::NotPlain)),
    }
    let unreadable = |_| odd(dir, Oddity::Unreadable);
    for entry in dir.read_dir().map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        let stat = lstat(&path).map_err(|_| odd(&path, Oddity::Unreadable))?;
        match FileType::from_raw_mode(stat.st_mode) {
            FileType::Directory => {
                let depth = depth.checked_sub(1).ok_or_else(|| odd(dir, Oddity::TooLarge))?;
                check_plain(&path, bytes_max, depth)?;
            }
            FileType::RegularFile => {
                if u64::try_from(stat.st_size).is_ok_and(|it| it > bytes_max) {
                    return Err(odd(&path, Oddity::TooLarge));
                }
            }
            _ => return Err(odd(&path, Oddity::NotPlain)),
        }
    }
    Ok(())
}

fn write_attributes(dir: &Path, shared: &Path) -> Result<(), GitFailure> {
    let info = dir.join("info");
    make_dir(&info)?;
    write(&info.join("attributes"), NO_DRIVERS)?;
    let exclude = read_plain(&shared.join("info/exclude"), EXCLUDE_BYTES_MAX).unwrap_or_default();
    write(&info.join("exclude"), &exclude)
}

/// Links what is there, if it is what it should be; a link or a pipe in its place ends it.
fn link(from: &Path, name: &str, kind: FileType, to: &Path) -> Result<(), GitFailure> {
    let target = from.join(name);
    match kind_at(&target) {
        None => Ok(()),
        Some(found) if found == kind => {
            let real = target.canonicalize().map_err(|_| odd(&target, Oddity::Unreadable))?;
            symlink(real, to.join(name)).map_err(GitFailure::Temporary)
        }
        Some(_) => Err(odd(&target, Oddity::NotPlain)),
    }
}

/// Says what is wrong with a file, by its path from the git directory that it is in.
fn odd(path: &Path, oddity: Oddity) -> GitFailure {
    let names: Vec<_> = path.iter().map(|it| it.to_string_lossy()).collect();
    let start = names.iter().rposition(|it| it == ".git").unwrap_or_default();
    let path = names.get(start..).unwrap_or_default().join("/");
    GitFailure::Unusable { path, oddity }
}

fn make_dir(path: &Path) -> Result<(), GitFailure> {
    mkdir(path, Mode::RWXU).map_err(GitFailure::Temporary)
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), GitFailure> {
    write_new(path, bytes).map_err(GitFailure::Temporary)
}
