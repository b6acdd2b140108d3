//! What this machine remembers of the nudges that agents got.
//!
//! Owns one small disposable file per charter and session, replaced as a whole. No lock is taken: a
//! session stops once at a time, and a count that is lost is counted anew. Must not know the rule.

use crate::disk::FileKind;
use crate::failure::Failure;
use crate::store::Store;
use charter_kernel::CharterId;
use std::io;
use std::path::Path;
use std::time::Duration;

/// Whose words about the loop they are, where they came with the project.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LoopWords {
    /// Beside its charters.
    Project,
    /// In the charter's own directory.
    Charter,
}

/// The most bytes of words about the loop.
const WORDS_BYTES_MAX: u64 = 16 * 1024;

/// The most bytes of a file that variables are exported through.
const EXPORTS_BYTES_MAX: u64 = 1024 * 1024;

impl Store {
    /// Reads what is remembered of somebody's nudges about a charter; empty where nothing is.
    #[must_use]
    pub fn nudges(&self, id: &CharterId, whom: &str) -> Vec<u8> {
        self.disk.read(&self.layout.nudges(id, whom)).unwrap_or_default()
    }

    /// Remembers nudges. A nudge that cannot be remembered must not be given, so this may fail; nothing
    /// is synced, since it may be lost.
    pub fn keep_nudges(&self, id: &CharterId, whom: &str, bytes: &[u8]) -> Result<(), Failure> {
        self.ensure_local()?;
        let path = self.layout.nudges(id, whom);
        let mut temp = path.as_os_str().to_owned();
        temp.push(format!("-{}.tmp", std::process::id()));
        let temp = Path::new(&temp);
        let _ = self.disk.remove_file(temp);
        let written = self.disk.create(temp, bytes).and_then(|()| self.disk.rename(temp, &path));
        written.map_err(|err| {
            let _ = self.disk.remove_file(temp);
            Failure::io("write", &path)(err)
        })
    }

    /// Reads words of a project's or a charter's own, in that order; none where neither has any. They
    /// come with a checkout, and are anybody's.
    pub fn loop_words(&self, id: &CharterId) -> Result<Option<(LoopWords, String)>, Failure> {
        let project = (LoopWords::Project, self.layout.root().join("loop.md"));
        let charter = (LoopWords::Charter, self.layout.file(id, "loop.md"));
        for (whose, path) in [project, charter] {
            if let Some(text) = self.words_at(&path)? {
                return Ok(Some((whose, text)));
            }
        }
        Ok(None)
    }

    /// Reads the user's own words, beside their configuration.
    pub fn users_loop_words(&self, path: &Path) -> Result<Option<String>, Failure> {
        // A user may keep their files elsewhere and link to them.
        self.words_at(&self.real_path(path))
    }

    fn words_at(&self, path: &Path) -> Result<Option<String>, Failure> {
        match self.disk.stat(path).map_err(Failure::io("read", path))? {
            None => Ok(None),
            Some(stat) if stat.kind != FileKind::File || stat.len > WORDS_BYTES_MAX => {
                let reason = io::Error::other("it is not a file of at most 16 KiB");
                Err(Failure::io("read", path)(reason))
            }
            Some(_) => {
                let bytes = self.disk.read(path).map_err(Failure::io("read", path))?;
                Ok(Some(String::from_utf8_lossy(&bytes).into_owned()))
            }
        }
    }

    /// Adds a line to a file that an agent reads variables from, unless it is there.
    pub fn export_line(&self, path: &Path, line: &str) -> Result<(), Failure> {
        let stat = self.disk.stat(path).map_err(Failure::io("read", path))?;
        if stat.is_some_and(|it| it.kind != FileKind::File || it.len > EXPORTS_BYTES_MAX) {
            return Err(Failure::io("write", path)(io::Error::other("it is no small file")));
        }
        let there = self.disk.read(path).unwrap_or_default();
        if String::from_utf8_lossy(&there).lines().any(|it| it == line) {
            return Ok(());
        }
        let is_cut = there.last().is_some_and(|it| *it != b'\n');
        let line = format!("{}{line}\n", if is_cut { "\n" } else { "" });
        self.disk.append(path, line.as_bytes()).map_err(Failure::io("write", path))
    }

    /// Gives the same store for a writer that does not wait for another.
    #[must_use]
    pub fn without_waiting(&self) -> Self {
        Self { lock_wait: Duration::ZERO, ..self.clone() }
    }
}
