//! Where the charters of a project are, seen from any directory in it.
//!
//! Owns the search. From the working directory upwards, the nearest `.charter` counts, up to the top of the
//! git work tree; where there is no work tree only the working directory is looked at, since what lies above
//! may be anybody's. A linked worktree without one uses the main worktree's. Must not create anything.

use crate::disk::{Disk, FileKind, Stat};
use crate::store::Store;
use std::io;
use std::path::{Component, Path, PathBuf};

/// The usual root.
pub const ROOT_DIR: &str = ".charter";

/// Where an earlier tool keeps its charters, which open as they are.
const EARLIER_ROOT_DIR: &str = ".pi/charters";

const CLIMB_MAX: usize = 256;

/// The longest file by which git says where something is.
const POINTER_BYTES_MAX: usize = 8 * 1024;

/// A project and the root of its charters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProjectPlace {
    /// The directory that the work is about.
    pub project: PathBuf,
    /// The directory that holds the charters; it need not exist.
    pub root: PathBuf,
}

/// Why there is no usable root.
#[derive(Debug, thiserror::Error)]
pub enum RootFailure {
    /// Something else has the name of the root.
    #[error("the root `{}` is a file, not a directory", .0.display())]
    NotADirectory(PathBuf),
    /// A link has the name of the root and leads out of the project.
    #[error(
        "`{}` is a link out of the project, which charter does not follow; put a directory in its place, or name the directory yourself with --root",
        .0.display()
    )]
    Link(PathBuf),
    /// A directory on the way could not be looked at.
    #[error("cannot look for charters in `{}`", path.display())]
    Io { path: PathBuf, source: io::Error },
}

/// Finds the project and its root; `explicit` is what the caller named, relative to `cwd`.
pub fn find_place(
    disk: &dyn Disk,
    cwd: &Path,
    explicit: Option<&Path>,
) -> Result<ProjectPlace, RootFailure> {
    let place = match explicit {
        Some(root) => {
            let root = normal(&cwd.join(root));
            // A root in its usual place belongs to the directory that holds it, however it is named.
            let usual = [ROOT_DIR, EARLIER_ROOT_DIR].into_iter().find_map(|name| {
                let above = Path::new(name).components().count();
                root.ends_with(name).then(|| root.ancestors().nth(above)).flatten()
            });
            let project = match usual {
                Some(project) => project.to_owned(),
                None => find_edge(disk, cwd)?.unwrap_or_else(|| cwd.to_owned()),
            };
            ProjectPlace { project, root }
        }
        None => search(disk, cwd)?,
    };
    let is_named = explicit.is_some() && !place.root.starts_with(&place.project);
    match stat(disk, &place.root)?.map(|it| it.kind) {
        Some(FileKind::File) => Err(RootFailure::NotADirectory(place.root)),
        Some(FileKind::Other) if !is_named => match inside(disk, &place) {
            Some(root) => Ok(ProjectPlace { root, ..place }),
            None => Err(RootFailure::Link(place.root)),
        },
        Some(_) | None => Ok(place),
    }
}

/// Gives where a root leads that is a link to another directory of its project.
fn inside(disk: &dyn Disk, place: &ProjectPlace) -> Option<PathBuf> {
    let (root, project) = (disk.real_path(&place.root).ok()?, disk.real_path(&place.project).ok()?);
    let below = root.strip_prefix(project).ok()?;
    let is_git = below.components().any(|it| it.as_os_str().eq_ignore_ascii_case(".git"));
    let is_usable = !is_git && below.components().next().is_some();
    is_usable.then(|| place.project.join(below))
}

fn search(disk: &dyn Disk, cwd: &Path) -> Result<ProjectPlace, RootFailure> {
    let edge = find_edge(disk, cwd)?;
    let top = edge.as_deref().unwrap_or(cwd);
    for dir in cwd.ancestors().take_while(|it| it.starts_with(top)) {
        let root = dir.join(ROOT_DIR);
        if stat(disk, &root)?.is_some() {
            return Ok(ProjectPlace { project: dir.to_owned(), root });
        }
        let earlier = dir.join(EARLIER_ROOT_DIR);
        if stat(disk, &earlier)?.is_some_and(|it| it.kind == FileKind::Dir) {
            return Ok(ProjectPlace { project: dir.to_owned(), root: earlier });
        }
    }
    let is_pointer = stat(disk, &top.join(".git"))?.is_some_and(|it| it.kind == FileKind::File);
    let main = is_pointer.then(|| main_worktree_root(disk, top)).flatten();
    let root = main.unwrap_or_else(|| top.join(ROOT_DIR));
    Ok(ProjectPlace { project: top.to_owned(), root })
}

/// Finds the directory that holds `.git`, from a directory upwards.
fn find_edge(disk: &dyn Disk, cwd: &Path) -> Result<Option<PathBuf>, RootFailure> {
    for dir in cwd.ancestors().take(CLIMB_MAX) {
        if stat(disk, &dir.join(".git"))?.is_some() {
            return Ok(Some(dir.to_owned()));
        }
    }
    Ok(None)
}

impl Store {
    /// Finds the top of the repository that a directory is in.
    #[must_use]
    pub fn repository(&self, dir: &Path) -> Option<PathBuf> {
        find_edge(&*self.disk, dir).ok().flatten()
    }
}

/// Gives the root of the main worktree, if a linked one points to it and it exists.
///
/// A linked worktree's `.git` is a file `gitdir: <main>/.git/worktrees/<name>`, and that directory
/// holds `commondir`, the way to `<main>/.git`.
fn main_worktree_root(disk: &dyn Disk, worktree: &Path) -> Option<PathBuf> {
    let read = |path: PathBuf| {
        let bytes = disk.read_up_to(&path, POINTER_BYTES_MAX).ok()?;
        String::from_utf8(bytes).ok().map(|it| it.trim().to_owned())
    };
    let pointer = worktree.join(".git");
    let git_dir = worktree.join(read(pointer.clone())?.strip_prefix("gitdir:")?.trim());
    // Anybody can write a file that names somebody else's repository; that one must name it, too.
    let back = normal(&git_dir.join(read(git_dir.join("gitdir"))?));
    if disk.real_path(back.parent()?).ok()? != disk.real_path(worktree).ok()? {
        return None;
    }
    let main = normal(&git_dir.join(read(git_dir.join("commondir"))?));
    if !disk.real_path(&git_dir).ok()?.starts_with(disk.real_path(&main.join("worktrees")).ok()?) {
        return None;
    }
    let root = main.parent()?.join(ROOT_DIR);
    matches!(disk.stat(&root), Ok(Some(stat)) if stat.kind == FileKind::Dir).then_some(root)
}

/// A directory that may not be entered has nothing for us; anything else is a failure.
fn stat(disk: &dyn Disk, path: &Path) -> Result<Option<Stat>, RootFailure> {
    match disk.stat(path) {
        Ok(stat) => Ok(stat),
        Err(err) if err.kind() == io::ErrorKind::NotADirectory => Ok(None),
        Err(source) => Err(RootFailure::Io { path: path.to_owned(), source }),
    }
}

/// Removes `.` and `..` without asking the disk.
fn normal(path: &Path) -> PathBuf {
    let mut out = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir => {
                out.pop();
            }
            other => out.push(other),
        }
    }
    out
}
