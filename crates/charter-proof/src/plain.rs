//! Small files that somebody else wrote.
//!
//! Owns how they are opened: no link at their name is followed, nothing but a plain file is read (a
//! pipe would wait for ever), and no more of it than the caller allows. Must not know what is in them.

use rustix::fs::{CWD, FileType, Mode, OFlags, RawMode, fstat, openat};
use std::path::Path;

const PIECE_BYTES: usize = 16 * 1024;

/// Reads a plain file of at most so many bytes; none for anything else.
pub(crate) fn read_plain(path: &Path, bytes_max: usize) -> Option<Vec<u8>> {
    let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
    let file = openat(CWD, path, flags, Mode::empty()).ok()?;
    let mode = fstat(&file).ok()?.st_mode;
    if kind(mode) != FileType::RegularFile {
        return None;
    }
    let mut bytes = Vec::new();
    let mut piece = vec![0; PIECE_BYTES];
    loop {
        let n = rustix::io::read(&file, &mut piece[..]).ok()?;
        if n == 0 {
            return Some(bytes);
        }
        bytes.extend(piece.get(..n)?);
        if bytes.len() > bytes_max {
            return None;
        }
    }
}

/// Reads a plain file that is text.
pub(crate) fn read_text(path: &Path, bytes_max: usize) -> Option<String> {
    String::from_utf8(read_plain(path, bytes_max)?).ok()
}

/// Tells what is at a path, without following a link at its name.
pub(crate) fn kind_at(path: &Path) -> Option<FileType> {
    rustix::fs::lstat(path).ok().map(|it| kind(it.st_mode))
}

fn kind(mode: RawMode) -> FileType {
    FileType::from_raw_mode(mode)
}
