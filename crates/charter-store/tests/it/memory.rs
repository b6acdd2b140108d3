//! What this machine remembers of files, so that they are not read again.

use charter_kernel::Digest;
use charter_store::{
    DirEntry, Disk, Held, LockFailure, RealDisk, SeenFiles, Stamp, Stat, Store, Trust,
};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use std::{fs, io, thread};
use tempfile::TempDir;

/// How much older files look than they are, in nanoseconds.
const AGE_NANOS: u64 = 3_600_000_000_000;

/// The real disk, which counts the files that are read; those below `src` were last changed an hour
/// before they were, as if time had passed.
#[derive(Debug, Default)]
struct Counted {
    n_opened: AtomicUsize,
    is_young: bool,
}

impl Disk for Counted {
    fn open(&self, path: &Path, offset: u64) -> io::Result<Box<dyn io::Read + Send>> {
        self.n_opened.fetch_add(1, Ordering::Relaxed);
        RealDisk.open(path, offset)
    }

    fn stat(&self, path: &Path) -> io::Result<Option<Stat>> {
        let mut stat = RealDisk.stat(path)?;
        if let Some(Stat { stamp: Stamp([_, _, modified, changed]), .. }) = &mut stat
            && !self.is_young
            && path.iter().any(|it| it == "src")
        {
            *modified -= AGE_NANOS;
            *changed -= AGE_NANOS;
        }
        Ok(stat)
    }

    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        RealDisk.read(path)
    }

    fn read_from(&self, path: &Path, offset: u64) -> io::Result<Vec<u8>> {
        RealDisk.read_from(path, offset)
    }

    fn read_link(&self, path: &Path) -> io::Result<Vec<u8>> {
        RealDisk.read_link(path)
    }

    fn real_path(&self, path: &Path) -> io::Result<PathBuf> {
        RealDisk.real_path(path)
    }

    fn list(&self, path: &Path) -> io::Result<Vec<DirEntry>> {
        RealDisk.list(path)
    }

    fn create_dir(&self, path: &Path) -> io::Result<()> {
        RealDisk.create_dir(path)
    }

    fn write(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        RealDisk.write(path, bytes)
    }

    fn create(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        RealDisk.create(path, bytes)
    }

    fn append(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        RealDisk.append(path, bytes)
    }

    fn truncate(&self, path: &Path, len: u64) -> io::Result<()> {
        RealDisk.truncate(path, len)
    }

    fn sync(&self, path: &Path) -> io::Result<()> {
        RealDisk.sync(path)
    }

    fn sync_dir(&self, path: &Path) -> io::Result<()> {
        RealDisk.sync_dir(path)
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        RealDisk.rename(from, to)
    }

    fn remove_file(&self, path: &Path) -> io::Result<()> {
        RealDisk.remove_file(path)
    }

    fn remove_dir_all(&self, path: &Path) -> io::Result<()> {
        RealDisk.remove_dir_all(path)
    }

    fn mark(&self, path: &Path) -> io::Result<()> {
        RealDisk.mark(path)
    }

    fn lock(
        &self,
        path: &Path,
        holder: &str,
        wait: Duration,
    ) -> Result<Box<dyn Held>, LockFailure> {
        RealDisk.lock(path, holder, wait)
    }
}

/// A project with three files, and a root for charters.
struct Project {
    temp: TempDir,
    disk: Arc<Counted>,
    store: Store,
}

impl Project {
    fn new(is_young: bool) -> Self {
        let temp = TempDir::new().unwrap();
        let root = temp.path().join(".charter");
        fs::create_dir_all(&root).unwrap();
        fs::create_dir_all(temp.path().join("src")).unwrap();
        for name in ["a", "b", "c"] {
            fs::write(temp.path().join("src").join(name), name).unwrap();
        }
        let disk = Arc::new(Counted { is_young, ..Counted::default() });
        let shared: Arc<dyn Disk> = disk.clone();
        let store = Store::new(shared, root, "test".to_owned(), Duration::ZERO);
        Self { temp, disk, store }
    }

    /// Looks at the files, and gives what was seen and how many files were read for it.
    fn look(&self, trust: Trust) -> (SeenFiles, usize) {
        let before = self.disk.n_opened.load(Ordering::Relaxed);
        let files = ["src", "src/a", "src/b", "src/c", "src/gone"].map(str::to_owned);
        let seen = self.store.digests(self.temp.path(), &files, trust).unwrap();
        (seen, self.disk.n_opened.load(Ordering::Relaxed) - before)
    }

    fn memory(&self) -> PathBuf {
        self.temp.path().join(".charter/.local/digests")
    }
}

#[test]
fn a_file_that_looks_untouched_is_not_read_again() {
    let project = Project::new(false);
    let (first, n_read) = project.look(Trust::Memory);
    assert_eq!((first.digests.len(), n_read), (3, 3));
    assert_eq!(first.digests["src/a"], Digest::of(b"a"));
    assert_eq!(first.dirs, ["src"]);
    assert_eq!(project.look(Trust::Memory), (first.clone(), 0));
    assert_eq!(project.look(Trust::Nothing), (first, 3), "the last word reads everything");
}

#[test]
fn a_change_is_seen_though_length_and_time_are_put_back() {
    let project = Project::new(false);
    let (first, _) = project.look(Trust::Memory);
    let path = project.temp.path().join("src/b");
    let modified = fs::metadata(&path).unwrap().modified().unwrap();
    // The system's own time of change moves on, which nobody can put back.
    let changed = RealDisk.stat(&path).unwrap();
    while RealDisk.stat(&path).unwrap().map(|it| it.stamp) == changed.map(|it| it.stamp) {
        fs::write(&path, "B").unwrap();
        fs::File::open(&path).unwrap().set_modified(modified).unwrap();
        thread::yield_now();
    }
    let (second, n_read) = project.look(Trust::Memory);
    assert_eq!(n_read, 1);
    assert_ne!(second.digests["src/b"], first.digests["src/b"]);
    assert_eq!(second.digests["src/b"], Digest::of(b"B"));
}

#[test]
fn a_file_that_was_changed_just_now_is_read_again() {
    let project = Project::new(true);
    // Whatever was changed in the same step of the clock as the look could change again unseen.
    let path = project.temp.path().join("src/c");
    fs::write(&path, "c").unwrap();
    let _ = project.look(Trust::Memory);
    fs::write(&path, "C").unwrap();
    let (seen, _) = project.look(Trust::Memory);
    assert_eq!(seen.digests["src/c"], Digest::of(b"C"));
}

#[test]
fn a_memory_that_came_from_elsewhere_is_not_believed() {
    let project = Project::new(false);
    let (first, _) = project.look(Trust::Memory);
    let (memory, copy) = (project.memory(), project.temp.path().join("copy"));
    // What an archive or a checkout brings is another file, whatever it says and whenever it is from.
    let mut bytes = fs::read(&memory).unwrap();
    let digest = *Digest::of(b"a").as_bytes();
    let place = bytes.windows(32).position(|it| it == digest).unwrap();
    bytes[place..place + 32].fill(7);
    fs::write(&copy, &bytes).unwrap();
    fs::rename(&copy, &memory).unwrap();
    assert_eq!(project.look(Trust::Memory), (first.clone(), 3));
    for broken in [&b""[..], b"{}", &bytes[..bytes.len() - 1], &[0xff; 4096]] {
        fs::write(&copy, broken).unwrap();
        fs::rename(&copy, &memory).unwrap();
        assert_eq!(project.look(Trust::Memory), (first.clone(), 3));
    }
    assert_eq!(project.look(Trust::Memory).1, 0, "and then it is written anew");
}
