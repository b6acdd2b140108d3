//! Small files that somebody else wrote.
//!
//! Owns how they are opened: no link at their name is followed, nothing but a plain file is read (a
//! pipe would wait for ever), and no more of it than the caller allows. The user's own may be links. Must
//! not know what is in them.

use rustix::fs::{FileType, Mode, OFlags, fstat, lstat, open};
use rustix::io::{Errno, read};
use std::os::fd::OwnedFd;
use std::path::Path;

const PIECE_BYTES: usize = 16 * 1024;

/// Reads a plain file of at most so many bytes; none for anything else.
pub(crate) fn read_plain(path: &Path, bytes_max: usize) -> Option<Vec<u8>> {
    let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
    let file = open(path, flags, Mode::empty()).ok()?;
    let kind = FileType::from_raw_mode(fstat(&file).ok()?.st_mode);
    if kind != FileType::RegularFile {
        return None;
    }
    read_past(&file, bytes_max).filter(|it| it.len() <= bytes_max)
}

/// Reads a file to its end, or until it has more than so many bytes.
pub(crate) fn read_past(file: &OwnedFd, bytes_max: usize) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut piece = vec![0; PIECE_BYTES];
    while bytes.len() <= bytes_max {
        match read(file, &mut piece[..]) {
            Ok(0) => break,
            Ok(n) => bytes.extend_from_slice(piece.get(..n)?),
            Err(Errno::INTR) => {}
            Err(_) => return None,
        }
    }
    Some(bytes)
}

/// Reads a plain file that is text.
pub(crate) fn read_text(path: &Path, bytes_max: usize) -> Option<String> {
    String::from_utf8(read_plain(path, bytes_max)?).ok()
}

/// Reads a text file that the user named, or named in their own configuration: a link is followed.
pub(crate) fn read_own(path: &Path, bytes_max: usize) -> Result<String, String> {
    let file = open_own(path).map_err(io_words)?;
    let kind = FileType::from_raw_mode(fstat(&file).map_err(io_words)?.st_mode);
    if kind != FileType::RegularFile {
        return Err("not a file".to_owned());
    }
    let bytes = read_past(&file, bytes_max).ok_or_else(|| "it can't be read".to_owned())?;
    if bytes.len() > bytes_max {
        return Err("the file is too large".to_owned());
    }
    String::from_utf8(bytes).map_err(|_| "not a text file".to_owned())
}

/// Says why a file can't be used, in the words that a shell has for it.
pub(crate) fn io_words(err: Errno) -> String {
    match err {
        Errno::NOENT => "no such file".to_owned(),
        other => std::io::Error::from(other).kind().to_string(),
    }
}

/// Opens a file of the user's own to read it.
pub(crate) fn open_own(path: &Path) -> Result<OwnedFd, Errno> {
    open(path, OFlags::RDONLY | OFlags::NONBLOCK | OFlags::CLOEXEC, Mode::empty())
}

/// Writes a file that nobody made before and that only its owner can read.
pub(crate) fn write_new(path: &Path, bytes: &[u8]) -> Result<(), Errno> {
    let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::CLOEXEC;
    let file = open(path, flags, Mode::RUSR | Mode::WUSR)?;
    let mut rest = bytes;
    while !rest.is_empty() {
        let n = rustix::io::write(&file, rest)?;
        rest = rest.get(n..).unwrap_or_default();
    }
    Ok(())
}

/// Tells what is at a path, without following a link at its name.
pub(crate) fn kind_at(path: &Path) -> Option<FileType> {
    lstat(path).ok().map(|it| FileType::from_raw_mode(it.st_mode))
}
