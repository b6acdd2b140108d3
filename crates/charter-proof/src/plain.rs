//! Small files that somebody else wrote.
//!
//! Owns how they are opened: no link at their name is followed, nothing but a plain file is read (a
//! pipe would wait for ever), and no more of it than the caller allows. Must not know what is in them.

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

/// Tells what is at a path, without following a link at its name.
pub(crate) fn kind_at(path: &Path) -> Option<FileType> {
    lstat(path).ok().map(|it| FileType::from_raw_mode(it.st_mode))
}
