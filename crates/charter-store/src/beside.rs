//! Files of a project that other tools share: the state of preflight and its history.
//!
//! Owns how they are read, replaced as a whole, put aside and removed. Must not know what is in them.

use crate::disk::{FileKind, Held};
use crate::failure::Failure;
use crate::store::Store;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// How many names are tried for a file that is put aside.
const ASIDE_MAX: u32 = 10_000;

/// What is under the name of a file that other tools share.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Beside {
    /// Nothing.
    Nothing,
    /// A file; one byte more than was allowed says that it is too long.
    Bytes(Vec<u8>),
    /// A link, a directory, a pipe or a device: nobody reads or replaces it.
    NoFile,
}

impl Store {
    /// Reads a file of at most so many bytes; what is no plain file is not opened, for it may never end.
    pub fn read_beside(&self, path: &Path, bytes_max: usize) -> Result<Beside, Failure> {
        let is_gone = |err: &io::Error| {
            matches!(err.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory)
        };
        match self.disk.stat(path) {
            Ok(None) => return Ok(Beside::Nothing),
            Ok(Some(stat)) if stat.kind != FileKind::File => return Ok(Beside::NoFile),
            Ok(Some(_)) => {}
            Err(err) if is_gone(&err) => return Ok(Beside::Nothing),
            Err(err) => return Err(Failure::io("read", path)(err)),
        }
        match self.disk.read_up_to(path, bytes_max + 1) {
            Ok(bytes) => Ok(Beside::Bytes(bytes)),
            Err(err) if is_gone(&err) => Ok(Beside::Nothing),
            Err(err) => Err(Failure::io("read", path)(err)),
        }
    }

    /// Refuses a name that something else than a plain file has.
    fn check_file(&self, action: &'static str, path: &Path) -> Result<(), Failure> {
        match self.disk.stat(path).map_err(Failure::io(action, path))? {
            Some(stat) if stat.kind != FileKind::File => {
                Err(Failure::io(action, path)(io::Error::other("it is no plain file")))
            }
            Some(_) | None => Ok(()),
        }
    }

    /// Takes the lock of preflight, waiting no longer than said.
    pub fn lock_beside(&self, wait: Duration) -> Result<Box<dyn Held>, Failure> {
        self.ensure_local()?;
        self.lock(&self.layout.preflight_lock(), wait)
    }

    /// Puts whole bytes under a name, and makes its directories.
    pub fn replace_beside(&self, path: &Path, bytes: &[u8]) -> Result<(), Failure> {
        if let Some(parent) = path.parent() {
            self.create_dirs(parent)?;
        }
        self.check_file("write", path)?;
        self.write_named(path, bytes)
    }

    /// Moves a file to a name beside it that nothing has, and gives that name.
    pub fn put_aside(&self, path: &Path, word: &str) -> Result<PathBuf, Failure> {
        self.check_file("move", path)?;
        for number in 1..=ASIDE_MAX {
            let mut name = path.file_name().unwrap_or_default().to_os_string();
            name.push(format!(".{word}-{number}"));
            let aside = path.with_file_name(name);
            if self.disk.stat(&aside).map_err(Failure::io("read", &aside))?.is_none() {
                self.disk.rename(path, &aside).map_err(Failure::io("move", path))?;
                let parent = path.parent().unwrap_or(path);
                self.disk.sync_dir(parent).map_err(Failure::io("sync", parent))?;
                return Ok(aside);
            }
        }
        let full = io::Error::other("too many files were put aside there");
        Err(Failure::io("move", path)(full))
    }

    /// Removes a file; one that is gone already is as good.
    pub fn remove_beside(&self, path: &Path) -> Result<(), Failure> {
        self.check_file("remove", path)?;
        match self.disk.remove_file(path) {
            Ok(()) => {
                let parent = path.parent().unwrap_or(path);
                self.disk.sync_dir(parent).map_err(Failure::io("sync", parent))
            }
            Err(err) if err.kind() == io::ErrorKind::NotFound => Ok(()),
            Err(err) => Err(Failure::io("remove", path)(err)),
        }
    }
}
