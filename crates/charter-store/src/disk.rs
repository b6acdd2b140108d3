//! The disk as the store sees it: one trait, each call one thing that can fail or be cut short.
//!
//! Owns the vocabulary of file operations. Must not know what the bytes mean. Two implementations:
//! [`crate::RealDisk`] and the simulated disk of `charter-testkit`, which crashes after any call.

use std::fmt::Debug;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The file operations that the store is built from; every path is absolute.
///
/// Nothing is durable before it is synced: bytes need [`Disk::sync`] on the file, names (created,
/// renamed, removed) need [`Disk::sync_dir`] on the directory that holds them.
pub trait Disk: Debug + Send + Sync {
    /// Reads a whole file. Here and below, a link at the end of the path is not followed, and what is
    /// no plain file is refused.
    fn read(&self, path: &Path) -> io::Result<Vec<u8>>;

    /// Reads a file from `offset` to its end; an offset past the end gives nothing.
    fn read_from(&self, path: &Path, offset: u64) -> io::Result<Vec<u8>>;

    /// Reads a file, and no more of it than so many bytes.
    fn read_up_to(&self, path: &Path, bytes_max: usize) -> io::Result<Vec<u8>> {
        let mut bytes = self.read(path)?;
        bytes.truncate(bytes_max);
        Ok(bytes)
    }

    /// Reads a file that the caller names, of at most so many bytes: links are followed, and a pipe or
    /// a terminal is read to its end.
    fn read_named(&self, path: &Path, bytes_max: usize) -> io::Result<Vec<u8>> {
        let bytes = self.read_up_to(path, bytes_max.saturating_add(1))?;
        check_length(bytes, bytes_max)
    }

    /// Refuses a path that leads out of where it is by a link.
    fn check_followed(&self, _path: &Path) -> io::Result<()> {
        Ok(())
    }

    /// Opens a file to read it piece by piece from `offset` on.
    fn open(&self, path: &Path, offset: u64) -> io::Result<Box<dyn io::Read + Send>> {
        Ok(Box::new(io::Cursor::new(self.read_from(path, offset)?)))
    }

    /// Tells what is at a path without following a final symbolic link, or `None` where nothing is.
    fn stat(&self, path: &Path) -> io::Result<Option<Stat>>;

    /// Gives what tells a directory from a copy of it, where the system has that.
    fn identity(&self, _path: &Path) -> io::Result<[u64; 2]> {
        Ok([0, 0])
    }

    /// Gives what a symbolic link says.
    fn read_link(&self, path: &Path) -> io::Result<Vec<u8>>;

    /// Gives a path without links and dots, where it is there.
    fn real_path(&self, path: &Path) -> io::Result<PathBuf>;

    /// Lists the names in a directory, sorted.
    fn list(&self, path: &Path) -> io::Result<Vec<DirEntry>>;

    /// Creates one directory; its parent exists and it does not.
    fn create_dir(&self, path: &Path) -> io::Result<()>;

    /// Creates a directory as [`Disk::create_dir`] does that only its owner can enter, where the
    /// system has owners.
    fn create_private_dir(&self, path: &Path) -> io::Result<()> {
        self.create_dir(path)
    }

    /// Creates or truncates a file and writes all bytes.
    fn write(&self, path: &Path, bytes: &[u8]) -> io::Result<()>;

    /// Creates a file that is not there yet, and writes all bytes; a link is not followed.
    fn create(&self, path: &Path, bytes: &[u8]) -> io::Result<()>;

    /// Creates a file as [`Disk::create`] does that only its owner can read, where the system has
    /// owners.
    fn create_private(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        self.create(path, bytes)
    }

    /// Writes all bytes at the end of a file in one call, creating it where it is missing.
    fn append(&self, path: &Path, bytes: &[u8]) -> io::Result<()>;

    /// Cuts a file to `len` bytes.
    fn truncate(&self, path: &Path, len: u64) -> io::Result<()>;

    /// Makes the bytes of a file durable.
    fn sync(&self, path: &Path) -> io::Result<()>;

    /// Makes the names in a directory durable.
    fn sync_dir(&self, path: &Path) -> io::Result<()>;

    /// Moves a file or directory over the target name; a file there is replaced.
    fn rename(&self, from: &Path, to: &Path) -> io::Result<()>;

    fn remove_file(&self, path: &Path) -> io::Result<()>;

    /// Removes a directory with all that is in it.
    fn remove_dir_all(&self, path: &Path) -> io::Result<()>;

    /// Removes a directory that holds nothing.
    fn remove_dir(&self, path: &Path) -> io::Result<()> {
        if self.list(path)?.is_empty() {
            return self.remove_dir_all(path);
        }
        Err(io::ErrorKind::DirectoryNotEmpty.into())
    }

    /// Gives a file the permissions of another, where the system has them.
    fn match_mode(&self, _model: &Path, _path: &Path) -> io::Result<()> {
        Ok(())
    }

    /// Gives a file a modification time that no other writer gives it by accident.
    fn mark(&self, path: &Path) -> io::Result<()>;

    /// Takes the exclusive lock on a file, creating it, and writes `holder` into it. A path that
    /// leads elsewhere is refused.
    ///
    /// Waits at most `wait`. The lock belongs to the open file, so it ends with the process that
    /// holds it and is never taken from a living one.
    fn lock(&self, path: &Path, holder: &str, wait: Duration)
    -> Result<Box<dyn Held>, LockFailure>;
}

/// Refuses what is longer than it may be.
pub(crate) fn check_length(bytes: Vec<u8>, bytes_max: usize) -> io::Result<Vec<u8>> {
    if bytes.len() <= bytes_max {
        return Ok(bytes);
    }
    let words = match bytes_max >> 20 {
        0 => format!("it is longer than {bytes_max} bytes"),
        mebibytes => format!("it is longer than {mebibytes} MiB"),
    };
    Err(io::Error::new(io::ErrorKind::FileTooLarge, words))
}

/// A lock that is held until it is dropped.
pub trait Held: Debug {}

/// Why a lock was not taken.
#[derive(Debug)]
pub enum LockFailure {
    /// Another living process holds it; the text is what that holder wrote about itself.
    Held(String),
    /// The lock file could not be opened, created or locked.
    Io(io::Error),
}

/// What is at a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stat {
    /// File, directory or something else.
    pub kind: FileKind,
    /// Length in bytes.
    pub len: u64,
    /// An opaque fingerprint of identity, size and times: equal means untouched.
    pub stamp: Stamp,
}

/// The kinds of things at a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileKind {
    File,
    Dir,
    /// A symbolic link, a device, a socket.
    Other,
}

/// A fingerprint of a file's identity, size and times.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stamp(pub [u64; 4]);

/// One name in a directory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DirEntry {
    /// The name, as the system spells it.
    pub name: std::ffi::OsString,
    /// What it is, without following links.
    pub kind: FileKind,
}
