//! A copy of a project as it is now, for trials where no layer can be put over it.
//!
//! Owns what is copied and how: all of it, ignored files and installed dependencies too, since a
//! command must not fail for what is missing. Nothing in the copy leads back: no hard links, and links
//! into the project lead into the copy. The repository is one that borrows the project's objects.
//! What cargo built is left out where it cannot be had for nothing. Must not know what runs there.

use super::ArenaFailure;
use super::ground::ArenaGround;
use super::install::PythonPath;
use super::pool::Pool;
use super::way::times_of;
use crate::git::borrow_repository;
use crate::key::random_key;
use rustix::fs::{
    AtFlags, Dir, FileType, Mode, OFlags, Stat, copy_file_range, fchmod, fstat, futimens,
    ioctl_ficlone, mkdir, mkdirat, open, openat, readlinkat, statat, symlinkat,
};
use rustix::io::Errno;
use std::ffi::{CString, OsStr, OsString};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Component, Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// The most files and directories that are copied.
const ENTRIES_MAX: usize = 3_000_000;

/// The most files of one directory that are one piece of work.
const BATCH: usize = 256;

/// The longest file that is read and written in one go.
const SHORT_BYTES: usize = 128 * 1024;

const DIR: OFlags =
    OFlags::RDONLY.union(OFlags::DIRECTORY).union(OFlags::NOFOLLOW).union(OFlags::CLOEXEC);

const NEW: OFlags = OFlags::WRONLY.union(OFlags::CREATE).union(OFlags::EXCL).union(OFlags::CLOEXEC);

/// What is found out once for all copies of a project.
#[derive(Debug)]
pub(super) struct CopySettings {
    /// Whether a file can be copied without copying its bytes.
    can_share: bool,
    python: PythonPath,
    is_cargo: bool,
    temp: PathBuf,
}

impl CopySettings {
    pub(super) fn find(ground: &ArenaGround, temp: &Path) -> Self {
        let is_cargo = ground.top.join("Cargo.toml").exists()
            || ground.top.join(&ground.below).join("Cargo.toml").exists();
        let can_share = try_sharing(&ground.top, temp).unwrap_or(false);
        let python = PythonPath::find(ground);
        Self { can_share, python, is_cargo, temp: temp.to_owned() }
    }

    /// Tells whether what cargo builds has to be kept elsewhere.
    pub(super) fn has_cargo(&self) -> bool {
        self.is_cargo && !self.can_share
    }

    /// Lists what commands in a copy are told beside.
    pub(super) fn variables(&self, ground: &ArenaGround, tree: &Path) -> Vec<(String, OsString)> {
        let path = self.python.in_copy(ground, tree);
        path.map(|it| ("PYTHONPATH".to_owned(), it)).into_iter().collect()
    }
}

/// Tries whether a file of the project can be shared with one among temporary files.
fn try_sharing(top: &Path, temp: &Path) -> Option<bool> {
    let entries = top.read_dir().ok()?.flatten();
    let file = entries
        .into_iter()
        .find(|it| it.metadata().is_ok_and(|it| it.is_file() && it.len() > 0))?;
    let from = open(file.path(), OFlags::RDONLY | OFlags::CLOEXEC, Mode::empty()).ok()?;
    let scratch = super::make_scratch(temp).ok()?;
    let to = open(scratch.path.join("shared"), NEW, Mode::RUSR | Mode::WUSR).ok()?;
    Some(ioctl_ficlone(&to, &from).is_ok())
}

/// A directory and its copy; the copy becomes like it when everything in it is done.
struct DirPair {
    from: OwnedFd,
    to: OwnedFd,
    stat: Stat,
    /// Relative to the top.
    path: PathBuf,
}

impl Drop for DirPair {
    fn drop(&mut self) {
        let _ = fchmod(&self.to, Mode::from_raw_mode(self.stat.st_mode));
        let _ = futimens(&self.to, &times_of(&self.stat));
    }
}

/// A piece of the work.
enum CopyPiece {
    /// The entries of a directory, given relative to the top.
    Entries(PathBuf),
    /// Some files of one.
    Files(Arc<DirPair>, Vec<CString>),
}

/// The work.
struct Copier<'a> {
    ground: &'a ArenaGround,
    from: OwnedFd,
    to: OwnedFd,
    tree: &'a Path,
    can_share: bool,
    n_entries: AtomicUsize,
    failure: Mutex<Option<ArenaFailure>>,
}

/// Copies the top of a project below a directory; gives where it is.
pub(super) fn make(
    ground: &ArenaGround,
    scratch: &Path,
    settings: &CopySettings,
) -> Result<PathBuf, ArenaFailure> {
    // No path is used twice: tools remember by path what they built from which state of a file.
    let key = random_key().map(|it| it.iter().take(6).map(|it| format!("{it:02x}")).collect());
    let unique: String = key.unwrap_or_default();
    let name = ground.top.file_name().unwrap_or(OsStr::new("project"));
    let tree = scratch.join(format!("at-{unique}")).join(name);
    let failed = |path: &Path| {
        let path = path.to_owned();
        move |errno| ArenaFailure::Copy { path, errno }
    };
    for dir in tree.ancestors().take(2).collect::<Vec<_>>().into_iter().rev() {
        mkdir(dir, Mode::RWXU).map_err(failed(dir))?;
    }
    let copier = Copier {
        ground,
        from: open(&ground.top, DIR, Mode::empty()).map_err(failed(&ground.top))?,
        to: open(&tree, DIR, Mode::empty()).map_err(failed(&tree))?,
        tree: &tree,
        can_share: settings.can_share,
        n_entries: AtomicUsize::new(0),
        failure: Mutex::new(None),
    };
    Pool::drain(CopyPiece::Entries(PathBuf::new()), |piece, pool| copier.work(piece, pool));
    if let Some(failure) = copier.failure.into_inner().unwrap_or_else(PoisonError::into_inner) {
        return Err(failure);
    }
    // Without it most commands run as well.
    let _ = borrow_repository(&ground.top, &settings.temp, &tree);
    Ok(tree)
}

impl Copier<'_> {
    fn work(&self, piece: CopyPiece, pool: &Pool<CopyPiece>) {
        let has_failed = self.failure.lock().unwrap_or_else(PoisonError::into_inner).is_some();
        if has_failed {
            return;
        }
        match piece {
            CopyPiece::Entries(path) => {
                if let Err(errno) = self.list(&path, pool) {
                    self.fail(&path, errno);
                }
            }
            CopyPiece::Files(dirs, names) => {
                for name in names {
                    if let Err(errno) = self.copy_file(&dirs, &name) {
                        self.fail(&dirs.path.join(OsStr::from_bytes(name.to_bytes())), errno);
                    }
                }
            }
        }
    }

    fn fail(&self, path: &Path, errno: Errno) {
        let path = self.ground.top.join(path);
        let mut failure = self.failure.lock().unwrap_or_else(PoisonError::into_inner);
        failure.get_or_insert(ArenaFailure::Copy { path, errno });
    }

    /// Counts an entry; tells whether there are too many.
    fn is_one_too_many(&self) -> bool {
        let is_over = self.n_entries.fetch_add(1, Ordering::Relaxed) >= ENTRIES_MAX;
        if is_over {
            let mut failure = self.failure.lock().unwrap_or_else(PoisonError::into_inner);
            let path = self.ground.top.clone();
            failure.get_or_insert(ArenaFailure::TooLarge { path, most: ENTRIES_MAX });
        }
        is_over
    }

    /// Goes through a directory whose copy is there and empty.
    fn list(&self, path: &Path, pool: &Pool<CopyPiece>) -> Result<(), Errno> {
        let here = if path.as_os_str().is_empty() { Path::new(".") } else { path };
        let from = match openat(&self.from, here, DIR, Mode::empty()) {
            // What the user cannot read is not read in a trial either; what is gone is gone.
            Err(Errno::ACCESS | Errno::NOENT) => return Ok(()),
            from => from?,
        };
        let to = openat(&self.to, here, DIR, Mode::empty())?;
        let stat = fstat(&from)?;
        let dirs = Arc::new(DirPair { from, to, stat, path: path.to_owned() });
        let mut files = Vec::new();
        for entry in Dir::read_from(&dirs.from)? {
            let entry = entry?;
            let name = entry.file_name();
            if matches!(name.to_bytes(), b"." | b"..") {
                continue;
            }
            if self.is_one_too_many() {
                return Ok(());
            }
            let kind = match entry.file_type() {
                FileType::Unknown => kind_of(dirs.from.as_fd(), name)?,
                kind => kind,
            };
            match kind {
                FileType::Directory if self.is_left_out(&dirs, name.to_bytes()) => {}
                FileType::Directory => {
                    mkdirat(&dirs.to, name, Mode::RWXU)?;
                    pool.add(CopyPiece::Entries(path.join(OsStr::from_bytes(name.to_bytes()))));
                }
                // It says where a repository is, and that is the user's.
                FileType::RegularFile if name.to_bytes() == b".git" => {}
                FileType::RegularFile => files.push(name.to_owned()),
                FileType::Symlink => self.copy_link(&dirs, name)?,
                // A socket, a pipe or a device is nothing without whoever is at its other end.
                _ => {}
            }
            if files.len() >= BATCH {
                pool.add(CopyPiece::Files(Arc::clone(&dirs), std::mem::take(&mut files)));
            }
        }
        self.work(CopyPiece::Files(dirs, files), pool);
        Ok(())
    }

    /// Tells whether a directory is not copied: the repository, and what cargo built.
    fn is_left_out(&self, dirs: &DirPair, name: &[u8]) -> bool {
        let is_git_s = dirs.path.as_os_str().is_empty() && name == b".git";
        let holds = |file: &str| {
            let path = Path::new(OsStr::from_bytes(name)).join(file);
            statat(&dirs.from, &path, AtFlags::SYMLINK_NOFOLLOW).is_ok()
        };
        is_git_s || (!self.can_share && holds(".rustc_info.json") && holds("CACHEDIR.TAG"))
    }

    fn copy_file(&self, dirs: &DirPair, name: &CString) -> Result<(), Errno> {
        let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
        let from = match openat(&dirs.from, name.as_c_str(), flags, Mode::empty()) {
            Err(Errno::NOENT) => return Ok(()),
            Err(Errno::ACCESS | Errno::PERM) => return place_of_unreadable(dirs, name),
            from => from?,
        };
        let stat = fstat(&from)?;
        let to = openat(&dirs.to, name.as_c_str(), NEW, Mode::RUSR | Mode::WUSR)?;
        let is_shared = self.can_share && ioctl_ficlone(&to, &from).is_ok();
        if !is_shared {
            copy_bytes(&from, &to, usize::try_from(stat.st_size).unwrap_or(usize::MAX))?;
        }
        fchmod(&to, Mode::from_raw_mode(stat.st_mode))?;
        futimens(&to, &times_of(&stat))
    }

    /// Copies a link. One into the project leads into the copy, one that leaves it leads where it did.
    fn copy_link(&self, dirs: &DirPair, name: &std::ffi::CStr) -> Result<(), Errno> {
        let target = readlinkat(&dirs.from, name, Vec::new())?;
        let target = PathBuf::from(OsString::from_vec(target.into_bytes()));
        let own = [(&self.ground.top, Path::new("")), (&self.ground.project, &self.ground.below)];
        let inside = own.into_iter().find_map(|(dir, below)| {
            let rest = target.strip_prefix(dir).ok()?;
            Some(self.tree.join(below).join(rest))
        });
        let target = match inside {
            Some(inside) => inside,
            None if target.is_relative() && leaves(&dirs.path, &target) => {
                self.ground.top.join(&dirs.path).join(target)
            }
            None => target,
        };
        symlinkat(&target, &dirs.to, name)
    }
}

fn kind_of(dir: BorrowedFd<'_>, name: &std::ffi::CStr) -> Result<FileType, Errno> {
    let stat = statat(dir, name, AtFlags::SYMLINK_NOFOLLOW)?;
    Ok(FileType::from_raw_mode(stat.st_mode))
}

/// Tells whether a relative path from a directory goes above the top.
fn leaves(dir: &Path, target: &Path) -> bool {
    let mut depth = dir.components().count();
    for part in target.components() {
        match part {
            Component::ParentDir if depth == 0 => return true,
            Component::ParentDir => depth -= 1,
            Component::Normal(_) => depth += 1,
            Component::CurDir | Component::RootDir | Component::Prefix(_) => {}
        }
    }
    false
}

/// Makes an empty file that cannot be read either.
fn place_of_unreadable(dirs: &DirPair, name: &CString) -> Result<(), Errno> {
    let stat = statat(&dirs.from, name.as_c_str(), AtFlags::SYMLINK_NOFOLLOW)?;
    let to = openat(&dirs.to, name.as_c_str(), NEW, Mode::RUSR)?;
    fchmod(&to, Mode::from_raw_mode(stat.st_mode))
}

fn copy_bytes(from: &OwnedFd, to: &OwnedFd, n_bytes: usize) -> Result<(), Errno> {
    let mut rest = n_bytes;
    while rest > SHORT_BYTES {
        match copy_file_range(from, None, to, None, rest) {
            Ok(0) => return Ok(()),
            Ok(n) => rest = rest.saturating_sub(n),
            Err(Errno::INTR) => {}
            Err(Errno::XDEV | Errno::INVAL | Errno::NOSYS | Errno::OPNOTSUPP) => break,
            Err(err) => return Err(err),
        }
    }
    let mut piece = vec![0; rest.clamp(1, SHORT_BYTES)];
    while rest > 0 {
        let n = match rustix::io::read(from, &mut piece[..]) {
            Ok(0) => return Ok(()),
            Err(Errno::INTR) => continue,
            n => n?,
        };
        super::patch::write_all(to, piece.get(..n).unwrap_or_default())?;
        rest = rest.saturating_sub(n);
    }
    Ok(())
}
