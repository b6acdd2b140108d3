//! The files of a project, as digests.
//!
//! Owns the walk where git does not list files, and how files are read: in pieces, and not at all
//! where the memory of digests knows them. Must not know which files matter.

use crate::disk::{FileKind, Stamp, Stat};
use crate::failure::Failure;
use crate::memory::Memory;
use crate::share::Share;
use crate::store::Store;
use charter_kernel::{Digest, Hasher};
use std::collections::BTreeMap;
use std::io::{self, Read};
use std::path::Path;

const FILES_MAX: usize = 100_000;

const DEPTH_MAX: usize = 40;

/// Directories that hold what tools make, where no git says so.
const MADE_BY_TOOLS: [&str; 3] = ["node_modules", "target", "__pycache__"];

/// How many bytes of a file are read at a time.
const PIECE_BYTES: usize = 128 * 1024;

/// Whether what this machine remembers of files is believed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Trust {
    /// It is: a file that looks untouched since it was read is not read again.
    Memory,
    /// Nothing is: every file is read, as where the last word is spoken.
    Nothing,
}

/// What is there of some files.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SeenFiles {
    /// The digest of every file that is there.
    pub digests: BTreeMap<String, Digest>,
    pub dirs: Vec<String>,
}

impl Store {
    /// Lists the files below some directories of a project, without what is hidden and what tools
    /// make; for a project without git.
    pub fn walk(&self, project: &Path, dirs: &[String]) -> Result<Vec<String>, Failure> {
        let mut files = Vec::new();
        for dir in dirs {
            self.walk_into(project, dir.trim_matches('/'), DEPTH_MAX, &mut files)?;
        }
        files.sort();
        files.dedup();
        Ok(files)
    }

    fn walk_into(
        &self,
        project: &Path,
        dir: &str,
        depth: usize,
        files: &mut Vec<String>,
    ) -> Result<(), Failure> {
        let path = project.join(dir);
        if depth == 0 || files.len() >= FILES_MAX {
            let reason = io::Error::other("there is more below it than is looked at");
            return Err(Failure::io("list", &path)(reason));
        }
        if path == *self.layout.root() {
            return Ok(());
        }
        if !matches!(self.disk.stat(&path), Ok(Some(stat)) if stat.kind == FileKind::Dir) {
            return Ok(());
        }
        for entry in self.disk.list(&path).map_err(Failure::io("read", &path))? {
            let Some(name) = entry.name.to_str() else { continue };
            let below = if dir.is_empty() { name.to_owned() } else { format!("{dir}/{name}") };
            match entry.kind {
                FileKind::Dir if name.starts_with('.') || MADE_BY_TOOLS.contains(&name) => {}
                FileKind::Dir => self.walk_into(project, &below, depth - 1, files)?,
                FileKind::File => files.push(below),
                FileKind::Other => {}
            }
        }
        Ok(())
    }

    /// Gives the digest of every file that is there; a link is what it says, not where it leads.
    pub fn digests(
        &self,
        project: &Path,
        files: &[String],
        trust: Trust,
    ) -> Result<SeenFiles, Failure> {
        let remembered = match trust {
            Trust::Memory if !files.is_empty() => self.read_memory(project),
            Trust::Memory | Trust::Nothing => Vec::new(),
        };
        let mut memory = Memory::parse(&remembered, &format!("{}/", project.display()));
        let mut files: Vec<&String> = files.iter().collect();
        files.sort_unstable();
        let stats = Share::LOOKS.out(&files, |file| self.stat_file(&project.join(file.as_str())));
        let mut seen = SeenFiles::default();
        let (mut known, mut unread) = (Vec::with_capacity(files.len()), Vec::new());
        for (file, stat) in files.into_iter().zip(stats) {
            let Some(Stat { kind, stamp: Stamp(stamp), .. }) = stat? else { continue };
            if kind == FileKind::Dir {
                seen.dirs.push(file.clone());
                continue;
            }
            match memory.find(file, stamp) {
                Some(digest) => known.push((file.clone(), digest)),
                None => unread.push((file, kind, stamp)),
            }
        }
        if !unread.is_empty() {
            // A look at a project without charters leaves nothing behind.
            let has_root = matches!(self.disk.stat(self.layout.root()), Ok(Some(_)));
            let begun = if has_root { self.begin_memory(project) } else { None };
            let read = Share::LOOKS.out(&unread, |(file, kind, _)| {
                self.digest_of(&project.join(file.as_str()), *kind)
            });
            let mut news = Vec::new();
            for ((file, _, stamp), digest) in unread.into_iter().zip(read) {
                let digest = digest?;
                known.push((file.clone(), digest));
                news.push((file.as_str(), (stamp, digest)));
            }
            if let Some(begun) = begun {
                self.keep_memory(begun, &memory, &news);
            }
        }
        seen.digests = known.into_iter().collect();
        Ok(seen)
    }

    fn stat_file(&self, path: &Path) -> Result<Option<Stat>, Failure> {
        match self.disk.stat(path) {
            // A directory that became a file has nothing below it any more.
            Err(err) if err.kind() == io::ErrorKind::NotADirectory => Ok(None),
            stat => stat.map_err(Failure::io("read", path)),
        }
    }

    /// Digests a file piece by piece: it may be larger than the memory there is.
    fn digest_of(&self, path: &Path, kind: FileKind) -> Result<Digest, Failure> {
        if kind != FileKind::File {
            return Ok(Digest::of(&self.disk.read_link(path).unwrap_or_default()));
        }
        let mut file = self.disk.open(path, 0).map_err(Failure::io("read", path))?;
        let (mut hasher, mut piece) = (Hasher::default(), vec![0; PIECE_BYTES]);
        loop {
            match file.read(&mut piece) {
                Ok(0) => return Ok(hasher.digest()),
                Ok(n_read) => hasher.update(piece.get(..n_read).unwrap_or_default()),
                Err(err) if err.kind() == io::ErrorKind::Interrupted => {}
                Err(err) => return Err(Failure::io("read", path)(err)),
            }
        }
    }
}
