//! The operating system's disk.
//!
//! Owns every call of `std::fs` in the product. Must not know the ledger or any document.

use crate::disk::{DirEntry, Disk, FileKind, Held, LockFailure, Stamp, Stat, check_length};
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// The most that is read of a file as a whole.
const READ_BYTES_MAX: usize = 256 * 1024 * 1024;

/// The longest pause between two attempts at a lock.
const LOCK_PAUSE_MAX: Duration = Duration::from_millis(20);

/// The most that is read of a lock file to name its holder.
const HOLDER_BYTES_MAX: u64 = 4096;

/// The disk of the machine that the process runs on.
#[derive(Debug, Clone, Copy, Default)]
pub struct RealDisk;

impl Disk for RealDisk {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        check_length(self.read_up_to(path, READ_BYTES_MAX + 1)?, READ_BYTES_MAX)
    }

    fn read_from(&self, path: &Path, offset: u64) -> io::Result<Vec<u8>> {
        let mut file = open(path, OpenOptions::new().read(true))?;
        file.seek(SeekFrom::Start(offset))?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    fn read_up_to(&self, path: &Path, bytes_max: usize) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        let file = open(path, OpenOptions::new().read(true))?;
        file.take(bytes_max as u64).read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    fn read_named(&self, path: &Path, bytes_max: usize) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        File::open(path)?.take(bytes_max as u64 + 1).read_to_end(&mut bytes)?;
        check_length(bytes, bytes_max)
    }

    fn open(&self, path: &Path, offset: u64) -> io::Result<Box<dyn Read + Send>> {
        let mut file = open(path, OpenOptions::new().read(true))?;
        file.seek(SeekFrom::Start(offset))?;
        Ok(Box::new(file))
    }

    fn stat(&self, path: &Path) -> io::Result<Option<Stat>> {
        match fs::symlink_metadata(path) {
            Ok(metadata) => Ok(Some(Stat {
                kind: kind_of(metadata.file_type()),
                len: metadata.len(),
                stamp: stamp_of(&metadata),
            })),
            Err(err) if err.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(err) => Err(err),
        }
    }

    #[cfg(unix)]
    fn identity(&self, path: &Path) -> io::Result<[u64; 2]> {
        use std::os::unix::fs::MetadataExt;
        let metadata = fs::symlink_metadata(path)?;
        Ok([metadata.dev(), metadata.ino()])
    }

    fn read_link(&self, path: &Path) -> io::Result<Vec<u8>> {
        Ok(fs::read_link(path)?.to_string_lossy().into_owned().into_bytes())
    }

    fn real_path(&self, path: &Path) -> io::Result<PathBuf> {
        fs::canonicalize(path)
    }

    fn list(&self, path: &Path) -> io::Result<Vec<DirEntry>> {
        let mut entries = Vec::new();
        for entry in fs::read_dir(path)? {
            let entry = entry?;
            entries.push(DirEntry { name: entry.file_name(), kind: kind_of(entry.file_type()?) });
        }
        entries.sort_by(|left, right| left.name.cmp(&right.name));
        Ok(entries)
    }

    fn create_dir(&self, path: &Path) -> io::Result<()> {
        fs::create_dir(path)
    }

    #[cfg(unix)]
    fn create_private_dir(&self, path: &Path) -> io::Result<()> {
        use std::os::unix::fs::DirBuilderExt;
        fs::DirBuilder::new().mode(0o700).create(path)
    }

    fn write(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        fs::write(path, bytes)
    }

    fn create(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        OpenOptions::new().write(true).create_new(true).open(path)?.write_all(bytes)
    }

    #[cfg(unix)]
    fn create_private(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        use std::os::unix::fs::OpenOptionsExt;
        let mut options = OpenOptions::new();
        options.write(true).create_new(true).mode(0o600).open(path)?.write_all(bytes)
    }

    fn append(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        open_own(path, OpenOptions::new().append(true).create(true))?.write_all(bytes)
    }

    fn truncate(&self, path: &Path, len: u64) -> io::Result<()> {
        open_own(path, OpenOptions::new().write(true))?.set_len(len)
    }

    fn sync(&self, path: &Path) -> io::Result<()> {
        open(path, OpenOptions::new().read(true))?.sync_data()
    }

    fn sync_dir(&self, path: &Path) -> io::Result<()> {
        File::open(path)?.sync_all()
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        fs::rename(from, to)
    }

    fn remove_file(&self, path: &Path) -> io::Result<()> {
        fs::remove_file(path)
    }

    fn remove_dir_all(&self, path: &Path) -> io::Result<()> {
        fs::remove_dir_all(path)
    }

    fn remove_dir(&self, path: &Path) -> io::Result<()> {
        fs::remove_dir(path)
    }

    fn match_mode(&self, model: &Path, path: &Path) -> io::Result<()> {
        fs::set_permissions(path, fs::metadata(model)?.permissions())
    }

    #[expect(clippy::disallowed_methods, reason = "a fingerprint, not a time that anyone reads")]
    fn mark(&self, path: &Path) -> io::Result<()> {
        open_own(path, OpenOptions::new().append(true))?.set_modified(SystemTime::now())
    }

    fn lock(
        &self,
        path: &Path,
        holder: &str,
        wait: Duration,
    ) -> Result<Box<dyn Held>, LockFailure> {
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        let mut file = open_own(path, &mut options).map_err(LockFailure::Io)?;
        acquire(&file, path, wait)?;
        // The name is a courtesy to whoever waits; the lock is held with or without it.
        let _ = file.set_len(0).and_then(|()| file.write_all(holder.as_bytes()));
        Ok(Box::new(HeldFile { _file: file }))
    }
}

/// Opens a plain file: a link at its name is not followed, and nothing waits for whoever is at the
/// other end of a pipe.
fn open(path: &Path, options: &mut OpenOptions) -> io::Result<File> {
    let file = without_following(options).open(path).map_err(|err| {
        let is_link = || fs::symlink_metadata(path).is_ok_and(|it| !is_plain(&it));
        if is_link() { not_plain() } else { err }
    })?;
    if is_plain(&file.metadata()?) { Ok(file) } else { Err(not_plain()) }
}

/// Opens a plain file to change it in its place: one that has a second name is somebody else's, too.
fn open_own(path: &Path, options: &mut OpenOptions) -> io::Result<File> {
    let file = open(path, options)?;
    if n_names(&file.metadata()?) > 1 {
        let words = "it is a hard link: another file has the same content and would change with it";
        return Err(io::Error::new(io::ErrorKind::InvalidInput, words));
    }
    Ok(file)
}

#[cfg(unix)]
fn n_names(metadata: &fs::Metadata) -> u64 {
    use std::os::unix::fs::MetadataExt;
    if metadata.is_dir() { 1 } else { metadata.nlink() }
}

#[cfg(not(unix))]
fn n_names(_metadata: &fs::Metadata) -> u64 {
    1
}

#[cfg(unix)]
fn without_following(options: &mut OpenOptions) -> &mut OpenOptions {
    use rustix::fs::OFlags;
    use std::os::unix::fs::OpenOptionsExt;
    let flags = OFlags::NOFOLLOW | OFlags::NONBLOCK;
    options.custom_flags(flags.bits().cast_signed())
}

#[cfg(not(unix))]
fn without_following(options: &mut OpenOptions) -> &mut OpenOptions {
    options
}

/// Directories say themselves that they are no files.
fn is_plain(metadata: &fs::Metadata) -> bool {
    metadata.is_file() || metadata.is_dir()
}

fn not_plain() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, "it is a link or a special file, not a plain one")
}

/// The open file that carries the lock.
#[derive(Debug)]
struct HeldFile {
    _file: File,
}

impl Held for HeldFile {}

fn acquire(file: &File, path: &Path, wait: Duration) -> Result<(), LockFailure> {
    let mut waited = Duration::ZERO;
    let mut pause = Duration::from_micros(200);
    loop {
        match file.try_lock() {
            Ok(()) => return Ok(()),
            Err(TryLockError::WouldBlock) if waited < wait => {
                std::thread::sleep(pause);
                waited += pause;
                pause = (pause * 2).min(LOCK_PAUSE_MAX);
            }
            Err(TryLockError::WouldBlock) => return Err(LockFailure::Held(holder_of(path))),
            Err(TryLockError::Error(err)) => return Err(LockFailure::Io(err)),
        }
    }
}

fn holder_of(path: &Path) -> String {
    let mut text = Vec::new();
    let read = open(path, OpenOptions::new().read(true))
        .and_then(|file| file.take(HOLDER_BYTES_MAX).read_to_end(&mut text));
    match read {
        Ok(_) => String::from_utf8_lossy(&text).trim().to_owned(),
        Err(_) => String::new(),
    }
}

fn kind_of(file_type: fs::FileType) -> FileKind {
    if file_type.is_file() {
        FileKind::File
    } else if file_type.is_dir() {
        FileKind::Dir
    } else {
        FileKind::Other
    }
}

#[cfg(unix)]
fn stamp_of(metadata: &fs::Metadata) -> Stamp {
    use std::os::unix::fs::MetadataExt;
    let changed = metadata.ctime().cast_unsigned().wrapping_mul(1_000_000_000);
    Stamp([
        metadata.ino(),
        metadata.len(),
        modified_ns(metadata),
        changed.wrapping_add(metadata.ctime_nsec().cast_unsigned()),
    ])
}

#[cfg(not(unix))]
fn stamp_of(metadata: &fs::Metadata) -> Stamp {
    Stamp([0, metadata.len(), modified_ns(metadata), 0])
}

fn modified_ns(metadata: &fs::Metadata) -> u64 {
    let modified = metadata.modified().unwrap_or(UNIX_EPOCH);
    let since = modified.duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_nanos()).unwrap_or(u64::MAX)
}
