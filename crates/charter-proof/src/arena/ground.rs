//! What a trial must not change: the project, and where its repository keeps its own files.
//!
//! Owns which directories those are. A project can be a directory of a work tree, and git can keep that
//! tree's index and branches elsewhere. Here git's own belief counts, whether or not it is to be
//! trusted: whatever git would write to is layered. Must not know how.

use crate::git::top_of;
use crate::plain::{kind_at, read_text};
use crate::sandbox::list_mounts;
use rustix::fs::FileType;
use std::path::{Path, PathBuf};

/// The longest file that says where something is.
const POINTER_BYTES_MAX: usize = 8 * 1024;

/// The directories for temporary files that are tried after the caller's.
const PLACES: [&str; 3] = ["/tmp", "/var/tmp", "/dev/shm"];

/// The directories that a trial sees as layers.
#[derive(Debug, Clone)]
pub(super) struct ArenaGround {
    /// The project as the caller calls it.
    pub(super) project: PathBuf,
    /// The top of the work tree, or the project where there is none.
    pub(super) top: PathBuf,
    /// Where the project is below the top.
    pub(super) below: PathBuf,
    /// All directories that are layered, each before those inside it.
    pub(super) layers: Vec<PathBuf>,
    /// Whether all of it can be layered: a single file that is mounted there cannot.
    pub(super) can_layer: bool,
}

impl ArenaGround {
    /// Finds what belongs to a project.
    pub(super) fn find(project: &Path) -> Self {
        let real = project.canonicalize().unwrap_or_else(|_| project.to_owned());
        let top = top_of(&real).unwrap_or_else(|| real.clone());
        let below = real.strip_prefix(&top).map(Path::to_owned).unwrap_or_default();
        let mut own = vec![top.clone()];
        own.extend(git_dirs(&top));
        own.sort();
        own.dedup();
        let is_inside = |it: &&PathBuf| own.iter().any(|dir| *it != dir && it.starts_with(dir));
        let mut layers: Vec<PathBuf> = own.iter().filter(|it| !is_inside(it)).cloned().collect();
        let is_below = |it: &PathBuf| layers.iter().any(|dir| it != dir && it.starts_with(dir));
        let mut mounted: Vec<PathBuf> = list_mounts().into_iter().filter(is_below).collect();
        mounted.sort();
        mounted.dedup();
        let can_layer = mounted.iter().all(|it| kind_at(it) == Some(FileType::Directory));
        layers.extend(mounted);
        Self { project: project.to_owned(), top, below, layers, can_layer }
    }

    /// Lists the directories in which a layer can be kept, best first; none is in what is layered.
    pub(super) fn places(&self, temp: &Path) -> Vec<PathBuf> {
        let dirs = [temp].into_iter().chain(PLACES.map(Path::new));
        let real = dirs.filter_map(|it| it.canonicalize().ok());
        let mut places: Vec<PathBuf> = Vec::new();
        for dir in real.filter(|it| !self.holds(it)) {
            if !places.contains(&dir) {
                places.push(dir);
            }
        }
        places
    }

    fn holds(&self, dir: &Path) -> bool {
        self.layers.iter().any(|it| dir.starts_with(it))
    }
}

/// Lists where git keeps what belongs to a work tree.
fn git_dirs(top: &Path) -> Vec<PathBuf> {
    let git = top.join(".git");
    let own = match kind_at(&git) {
        Some(FileType::RegularFile) => {
            let text = read_text(&git, POINTER_BYTES_MAX).unwrap_or_default();
            text.trim_end().strip_prefix("gitdir:").map(|it| top.join(it.trim()))
        }
        Some(_) => Some(git),
        None => None,
    };
    let Some(own) = own.and_then(|it| it.canonicalize().ok()) else { return Vec::new() };
    let named = read_text(&own.join("commondir"), POINTER_BYTES_MAX);
    let shared = named.and_then(|it| own.join(it.trim_end()).canonicalize().ok());
    // A file can name any directory; only what git would take for its own is layered.
    let is_git_s = |it: &PathBuf| kind_at(&it.join("HEAD")).is_some();
    [Some(own), shared].into_iter().flatten().filter(is_git_s).collect()
}
