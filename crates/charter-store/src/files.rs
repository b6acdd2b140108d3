//! The files of a project, as digests.
//!
//! Owns the walk where git does not list files, and the machine-local memory of digests: a file
//! that looks untouched is not read again. Must not know which files matter.

use crate::disk::{Kind, Stamp};
use crate::failure::Failure;
use crate::store::Store;
use charter_core::Digest;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::io;
use std::path::Path;

/// The version of the memory's shape.
const FORMAT: u32 = 1;

/// The most files that a walk lists.
const FILES_MAX: usize = 100_000;

/// How deep a walk goes.
const DEPTH_MAX: usize = 40;

/// Directories that hold what tools make, where no git says so.
const MADE_BY_TOOLS: [&str; 3] = ["node_modules", "target", "__pycache__"];

/// How long before the memory was written a file must have changed to be known by its times, in
/// nanoseconds: a clock ticks in steps.
const TICK_NANOS: u64 = 20_000_000;

/// Whether what this machine remembers of files is believed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Trust {
    /// It is: a look costs little.
    Memory,
    /// Nothing is: every file is read, as where something rests on the answer.
    Nothing,
}

/// What is remembered of files: path, fingerprint, digest.
#[derive(Debug, Default, Serialize, Deserialize)]
struct Memory {
    format: u32,
    files: BTreeMap<String, ([u64; 4], Digest)>,
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
        if !matches!(self.disk.stat(&path), Ok(Some(stat)) if stat.kind == Kind::Dir) {
            return Ok(());
        }
        for entry in self.disk.list(&path).map_err(Failure::io("read", &path))? {
            let Some(name) = entry.name.to_str() else { continue };
            let below = if dir.is_empty() { name.to_owned() } else { format!("{dir}/{name}") };
            match entry.kind {
                Kind::Dir if name.starts_with('.') || MADE_BY_TOOLS.contains(&name) => {}
                Kind::Dir => self.walk_into(project, &below, depth - 1, files)?,
                Kind::File => files.push(below),
                Kind::Other => {}
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
    ) -> Result<BTreeMap<String, Digest>, Failure> {
        let (mut memory, trusted_until) = match trust {
            Trust::Memory => self.remember(),
            Trust::Nothing => (Memory::default(), 0),
        };
        let mut digests = BTreeMap::new();
        let mut is_new = false;
        for file in files {
            let path = project.join(file);
            let stat = match self.disk.stat(&path) {
                // A directory that became a file has nothing below it any more.
                Err(err) if err.kind() == io::ErrorKind::NotADirectory => None,
                stat => stat.map_err(Failure::io("read", &path))?,
            };
            let Some(stat) = stat else { continue };
            let Stamp(stamp) = stat.stamp;
            let is_old = |[_, _, modified, changed]: [u64; 4]| {
                modified.max(changed).saturating_add(TICK_NANOS) < trusted_until
            };
            let name = path.display().to_string();
            let known = memory.files.get(&name).filter(|(then, _)| *then == stamp && is_old(stamp));
            let digest = match (known, stat.kind) {
                (_, Kind::Dir) => continue,
                (Some((_, digest)), _) => *digest,
                (None, Kind::File) => {
                    Digest::of(&self.disk.read(&path).map_err(Failure::io("read", &path))?)
                }
                (None, Kind::Other) => Digest::of(&self.disk.read_link(&path).unwrap_or_default()),
            };
            if known.is_none() {
                memory.files.insert(name, (stamp, digest));
                is_new = true;
            }
            digests.insert(file.clone(), digest);
        }
        // A look at a project without charters leaves nothing behind.
        if is_new && matches!(self.disk.stat(self.layout.root()), Ok(Some(_))) {
            self.keep(&mut memory);
        }
        Ok(digests)
    }

    /// Reads the memory, and gives the time until which it can be trusted: when it was written.
    fn remember(&self) -> (Memory, u64) {
        let path = self.layout.digests();
        let stat = self.disk.stat(&path).ok().flatten();
        let bytes = self.disk.read(&path).unwrap_or_default();
        let memory: Memory = serde_json::from_slice(&bytes).unwrap_or_default();
        match stat {
            Some(stat) if memory.format == FORMAT => {
                let Stamp([_, _, modified, changed]) = stat.stamp;
                (memory, modified.min(changed))
            }
            _ => (Memory { format: FORMAT, ..Memory::default() }, 0),
        }
    }

    /// Writes the memory; it may be lost at any time, so nothing is synced and nothing fails.
    fn keep(&self, memory: &mut Memory) {
        memory.format = FORMAT;
        let (Ok(()), Ok(bytes)) = (self.ensure_local(), serde_json::to_vec(memory)) else { return };
        let path = self.layout.digests();
        let temp = path.with_extension("tmp");
        let _ = self.disk.remove_file(&temp);
        if self.disk.create(&temp, &bytes).is_ok() {
            let _ = self.disk.rename(&temp, &path);
        }
    }
}
