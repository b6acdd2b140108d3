//! The disk with a fence around a project: no way through it leads out by a link.
//!
//! Owns the rule for everything below some directories: a directory on the way may be a link to another
//! one inside, never out of it or into what git keeps, and no path climbs out again. A file is opened
//! only if it is no link itself, unless the caller names it and it ends inside. What is outside of the
//! fence is the user's own, who may link as they like. Must not know what the files are.

use crate::disk::{DirEntry, Disk, FileKind, Held, LockFailure, Stat};
use std::collections::BTreeSet;
use std::io;
use std::path::{Component, Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// A disk with a fence.
#[derive(Debug)]
pub struct FencedDisk {
    disk: Arc<dyn Disk>,
    fenced: Vec<PathBuf>,
    /// Directories inside that were looked at already: one command looks at each once.
    known: Mutex<BTreeSet<PathBuf>>,
}

/// Whether the end of a path may be a link itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum PathEnd {
    /// It may: the call does not follow it.
    Any,
    /// It may not: the call would follow it.
    Plain,
}

impl FencedDisk {
    /// Puts a fence around some directories; they themselves may be reached by any way.
    #[must_use]
    pub fn new(disk: Arc<dyn Disk>, fenced: Vec<PathBuf>) -> Self {
        Self { disk, fenced, known: Mutex::default() }
    }

    /// Gives what is inside, as a path below its fence.
    fn inside<'a>(&'a self, path: &'a Path) -> Option<(&'a Path, &'a Path)> {
        let below = |dir: &'a PathBuf| Some((dir.as_path(), path.strip_prefix(dir).ok()?));
        self.fenced.iter().filter_map(below).min_by_key(|(dir, _)| dir.components().count())
    }

    fn check(&self, path: &Path, end: PathEnd) -> io::Result<()> {
        let Some((dir, below)) = self.inside(path) else { return Ok(()) };
        let parent = match end {
            PathEnd::Any => below.parent().unwrap_or(below),
            PathEnd::Plain => below,
        };
        if let Some(known) = self.known.lock().ok().filter(|it| it.contains(&dir.join(parent))) {
            drop(known);
            return Ok(());
        }
        let mut way = dir.to_owned();
        for part in below.components() {
            match part {
                Component::Normal(name) => way.push(name),
                Component::CurDir => continue,
                Component::ParentDir | Component::RootDir | Component::Prefix(_) => {
                    return Err(leads_out(path));
                }
            }
            if end == PathEnd::Any && way == path {
                break;
            }
            match self.disk.stat(&way)? {
                Some(stat) if stat.kind == FileKind::Other => {
                    if way == path || !self.stays(dir, &way) {
                        return Err(is_link(&way, end, path));
                    }
                    self.known.lock().map(|mut it| it.insert(way.clone())).ok();
                }
                Some(stat) if stat.kind == FileKind::Dir => {
                    self.known.lock().map(|mut it| it.insert(way.clone())).ok();
                }
                Some(_) => {}
                None => break,
            }
        }
        Ok(())
    }

    /// Tells whether a link leads to a directory of the same fence that is not git's own.
    fn stays(&self, dir: &Path, link: &Path) -> bool {
        let (Ok(real), Ok(top)) = (self.disk.real_path(link), self.disk.real_path(dir)) else {
            return false;
        };
        let is_dir = matches!(self.disk.stat(&real), Ok(Some(stat)) if stat.kind == FileKind::Dir);
        is_dir && is_kept_by_project(&real, &top)
    }

    fn plain(&self, path: &Path) -> io::Result<&dyn Disk> {
        self.check(path, PathEnd::Plain)?;
        Ok(&*self.disk)
    }

    fn reached(&self, path: &Path) -> io::Result<&dyn Disk> {
        self.check(path, PathEnd::Any)?;
        Ok(&*self.disk)
    }
}

/// Tells whether a real path is below a directory and not in what git keeps there.
#[must_use]
pub fn is_kept_by_project(real: &Path, top: &Path) -> bool {
    let is_git = |it: Component<'_>| it.as_os_str().eq_ignore_ascii_case(".git");
    real.strip_prefix(top).is_ok_and(|below| !below.components().any(is_git))
}

fn leads_out(path: &Path) -> io::Error {
    let words = format!("`{}` leads out of the project or into `.git`", path.display());
    io::Error::new(io::ErrorKind::InvalidInput, words)
}

/// Says what is in the way; where it is not at the end, nothing can be below it.
fn is_link(way: &Path, end: PathEnd, path: &Path) -> io::Error {
    let kind = match end {
        PathEnd::Any if way != path => io::ErrorKind::NotADirectory,
        PathEnd::Any | PathEnd::Plain => io::ErrorKind::InvalidInput,
    };
    let words =
        format!("`{}` is a link or a special file, which charter does not follow", way.display());
    io::Error::new(kind, words)
}

impl Disk for FencedDisk {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        self.plain(path)?.read(path)
    }

    fn read_from(&self, path: &Path, offset: u64) -> io::Result<Vec<u8>> {
        self.plain(path)?.read_from(path, offset)
    }

    fn read_up_to(&self, path: &Path, bytes_max: usize) -> io::Result<Vec<u8>> {
        self.plain(path)?.read_up_to(path, bytes_max)
    }

    fn open(&self, path: &Path, offset: u64) -> io::Result<Box<dyn io::Read + Send>> {
        self.plain(path)?.open(path, offset)
    }

    fn read_named(&self, path: &Path, bytes_max: usize) -> io::Result<Vec<u8>> {
        if let Some((dir, _)) = self.inside(path) {
            let (real, top) = (self.disk.real_path(path)?, self.disk.real_path(dir)?);
            if !real.starts_with(top) {
                let words = format!(
                    "it is a link out of the project, to `{}`; name that file itself",
                    real.display()
                );
                return Err(io::Error::new(io::ErrorKind::InvalidInput, words));
            }
        }
        self.disk.read_named(path, bytes_max)
    }

    fn check_followed(&self, path: &Path) -> io::Result<()> {
        let Some((dir, _)) = self.inside(path) else { return Ok(()) };
        let real = path.ancestors().find_map(|it| self.disk.real_path(it).ok());
        let top = self.disk.real_path(dir)?;
        // A link that leads to nothing would be made real where it leads.
        let is_link = |it: &Path| {
            let there =
                matches!(self.disk.stat(it), Ok(Some(stat)) if stat.kind == FileKind::Other);
            there && self.disk.real_path(it).is_err()
        };
        let is_inside = real.is_some_and(|it| is_kept_by_project(&it, &top));
        if is_inside && !path.ancestors().take_while(|it| *it != dir).any(is_link) {
            return Ok(());
        }
        Err(leads_out(path))
    }

    fn stat(&self, path: &Path) -> io::Result<Option<Stat>> {
        self.reached(path)?.stat(path)
    }

    fn identity(&self, path: &Path) -> io::Result<[u64; 2]> {
        self.disk.identity(path)
    }

    fn read_link(&self, path: &Path) -> io::Result<Vec<u8>> {
        self.reached(path)?.read_link(path)
    }

    fn real_path(&self, path: &Path) -> io::Result<PathBuf> {
        self.disk.real_path(path)
    }

    fn list(&self, path: &Path) -> io::Result<Vec<DirEntry>> {
        self.plain(path)?.list(path)
    }

    fn create_dir(&self, path: &Path) -> io::Result<()> {
        self.reached(path)?.create_dir(path)
    }

    fn create_private_dir(&self, path: &Path) -> io::Result<()> {
        self.reached(path)?.create_private_dir(path)
    }

    fn write(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        self.plain(path)?.write(path, bytes)
    }

    fn create(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        self.reached(path)?.create(path, bytes)
    }

    fn create_private(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        self.reached(path)?.create_private(path, bytes)
    }

    fn append(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        self.plain(path)?.append(path, bytes)
    }

    fn truncate(&self, path: &Path, len: u64) -> io::Result<()> {
        self.plain(path)?.truncate(path, len)
    }

    fn sync(&self, path: &Path) -> io::Result<()> {
        self.plain(path)?.sync(path)
    }

    fn sync_dir(&self, path: &Path) -> io::Result<()> {
        self.plain(path)?.sync_dir(path)
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        self.reached(from)?;
        self.reached(to)?.rename(from, to)
    }

    fn remove_file(&self, path: &Path) -> io::Result<()> {
        self.reached(path)?.remove_file(path)
    }

    fn remove_dir_all(&self, path: &Path) -> io::Result<()> {
        self.reached(path)?.remove_dir_all(path)
    }

    fn remove_dir(&self, path: &Path) -> io::Result<()> {
        self.reached(path)?.remove_dir(path)
    }

    fn match_mode(&self, model: &Path, path: &Path) -> io::Result<()> {
        self.plain(model)?;
        self.plain(path)?.match_mode(model, path)
    }

    fn mark(&self, path: &Path) -> io::Result<()> {
        self.plain(path)?.mark(path)
    }

    fn lock(
        &self,
        path: &Path,
        holder: &str,
        wait: Duration,
    ) -> Result<Box<dyn Held>, LockFailure> {
        self.plain(path).map_err(LockFailure::Io)?.lock(path, holder, wait)
    }
}
