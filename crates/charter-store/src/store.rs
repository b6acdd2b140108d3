//! The store: charters under one root.
//!
//! Owns the files of a root: how each is found, read, and put in its place whole. What a charter's
//! files add up to, and how it is written to, is added by the modules that know it. Must not decide
//! anything.

use crate::copy::{LoneCopy, WorkingCopy};
use crate::disk::{Disk, FileKind, Held, LockFailure, Stat, check_length};
use crate::failure::Failure;
use crate::finding::STRAY_ENTRY;
use crate::layout::{LOCAL_DIR, Layout};
use crate::share::Share;
use charter_contract::Docs;
use charter_contract::document::DOCUMENT_UNREADABLE;
use charter_kernel::{CharterId, FileEdit, Finding};
use std::collections::BTreeSet;
use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// Where git is told what to leave out.
pub(crate) const IGNORE_FILE: &str = ".gitignore";

/// What git is told in the machine-local directory, and where recoveries save what was there before.
const IGNORE_ALL: &[u8] = b"*\n";

/// The longest document: longer ones are not written by people.
const DOCUMENT_BYTES_MAX: usize = 16 * 1024 * 1024;

/// The most that is read of any other file at once.
const FILE_BYTES_MAX: usize = 64 * 1024 * 1024;

/// Charters under one root.
#[derive(Debug, Clone)]
pub struct Store {
    pub(crate) disk: Arc<dyn Disk>,
    pub(crate) layout: Layout,
    /// What this process writes into a lock that it holds.
    pub(crate) holder: String,
    /// How long a writer waits for another.
    pub(crate) lock_wait: Duration,
    pub(crate) copy: Arc<dyn WorkingCopy>,
}

/// What is under a root.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Listing {
    /// The charters, oldest first.
    pub ids: Vec<CharterId>,
    /// What is there and is not a charter.
    pub findings: Vec<Finding>,
}

/// The bytes of a charter's documents.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DocBytes {
    /// charter.md, empty where it is missing.
    pub charter: Vec<u8>,
    /// criteria.md, empty where it is missing.
    pub criteria: Vec<u8>,
    /// REPORT.md, if there is one.
    pub report: Option<Vec<u8>>,
    /// What is missing or cannot be read.
    pub findings: Vec<Finding>,
}

impl DocBytes {
    /// Reads the documents, with what is missing among their findings.
    #[must_use]
    pub fn into_docs(self) -> Docs {
        let mut docs = Docs::parse(self.charter, self.criteria, self.report);
        docs.findings.splice(0..0, self.findings);
        docs
    }

    /// Tells whether documents that were read before are these, and nothing is wrong with any.
    #[must_use]
    pub fn are_those_of(&self, docs: &Docs) -> bool {
        let report = docs.report.as_ref().map(|it| it.source().bytes());
        self.findings.is_empty()
            && self.charter == docs.charter.source().bytes()
            && self.criteria == docs.criteria.source().bytes()
            && self.report.as_deref() == report
    }

    /// Takes over the documents among some edits, and tells whether there were any.
    pub fn put(&mut self, edits: Vec<FileEdit>) -> bool {
        let mut is_changed = false;
        for FileEdit { path, bytes } in edits {
            match path.as_str() {
                "charter.md" => self.charter = bytes,
                "criteria.md" => self.criteria = bytes,
                "REPORT.md" => self.report = Some(bytes),
                _ => continue,
            }
            is_changed = true;
        }
        is_changed
    }
}

impl Store {
    /// Opens a root, which need not exist yet.
    #[must_use]
    pub fn new(disk: Arc<dyn Disk>, root: PathBuf, holder: String, lock_wait: Duration) -> Self {
        Self { disk, layout: Layout::new(root), holder, lock_wait, copy: Arc::new(LoneCopy) }
    }

    /// Says which working copy of a repository the root is in.
    #[must_use]
    pub fn in_copy(self, copy: Arc<dyn WorkingCopy>) -> Self {
        Self { copy, ..self }
    }

    #[must_use]
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Lists the charters; a root that does not exist yet has none.
    pub fn list(&self) -> Result<Listing, Failure> {
        let root = self.layout.root();
        if self.check_root()?.is_none() {
            return Ok(Listing::default());
        }
        let mut listing = Listing::default();
        for entry in self.disk.list(root).map_err(Failure::io("list", root))? {
            let name = entry.name.to_string_lossy().into_owned();
            // An earlier tool keeps an index beside its charters; the directories are what counts.
            let ours = ["config.toml", "people", "loop.md", "index.json"];
            let is_ours = ours.contains(&name.as_str());
            if name.starts_with('.') || is_ours {
                continue;
            }
            let valid = entry.name.to_str().and_then(|it| CharterId::parse(it).ok());
            match valid.filter(|id| entry.kind == FileKind::Dir && self.is_charter(id)) {
                Some(id) => listing.ids.push(id),
                None => listing.findings.push(stray(&name)),
            }
        }
        Ok(listing)
    }

    fn is_charter(&self, id: &CharterId) -> bool {
        let there = |path: &Path| matches!(self.disk.stat(path), Ok(Some(_)) | Err(_));
        let named =
            [self.layout.strands(id), self.layout.zero(id), self.layout.file(id, "charter.md")];
        named.iter().any(|it| there(it))
    }

    /// Writes files of a charter that are known and not there, where nobody is writing: a read never
    /// waits, and where nothing can be written nothing is mended.
    pub fn restore(&self, id: &CharterId, files: &[FileEdit]) {
        let lock = self.ensure_local();
        let held = lock.and_then(|()| self.lock(&self.layout.lock(id), Duration::ZERO));
        if held.is_ok() {
            let _ = self.put(id, files);
        }
    }

    /// Puts files of a charter in their places, each whole; whoever calls holds the lock.
    pub(crate) fn put(&self, id: &CharterId, files: &[FileEdit]) -> Result<(), Failure> {
        let mut dirs = BTreeSet::new();
        for file in files {
            let path = self.layout.file(id, &file.path);
            if let Some(parent) = path.parent().filter(|_| file.path.contains('/')) {
                self.create_dirs_unsynced(parent, &mut dirs)?;
            }
        }
        let paths: Vec<PathBuf> = files.iter().map(|it| self.layout.file(id, &it.path)).collect();
        for path in &paths {
            dirs.extend(path.parent().map(Path::to_owned));
        }
        let contents = paths.iter().zip(files).map(|(path, file)| (path, file.bytes.as_slice()));
        self.replace_all(&contents.collect::<Vec<_>>())?;
        let dirs: Vec<PathBuf> = dirs.into_iter().rev().collect();
        let synced = Share::SYNCS
            .out(&dirs, |dir| self.disk.sync_dir(dir).map_err(Failure::io("write", dir)));
        synced.into_iter().collect()
    }

    /// Creates directories, and notes those that have to be synced for it.
    fn create_dirs_unsynced(
        &self,
        path: &Path,
        dirs: &mut BTreeSet<PathBuf>,
    ) -> Result<(), Failure> {
        if let Some(parent) = path.parent()
            && !dirs.contains(path)
            && matches!(self.disk.stat(path), Ok(None))
        {
            self.create_dirs_unsynced(parent, dirs)?;
            self.create_dir(path)?;
            dirs.extend([parent.to_owned(), path.to_owned()]);
        }
        Ok(())
    }

    /// Puts whole bytes under several names. All are written before the first is synced: the system
    /// then makes them durable together, and not each with a wait of its own.
    fn replace_all(&self, files: &[(&PathBuf, &[u8])]) -> Result<(), Failure> {
        let mut temps: Vec<(PathBuf, &PathBuf)> = Vec::new();
        let mut write = || {
            for (path, bytes) in files {
                let temp = temp_of(path)?;
                temps.push((temp.clone(), path));
                self.write_temp(&temp, bytes).map_err(Failure::io("write", path))?;
            }
            let synced = Share::SYNCS.out(&temps, |(temp, path)| {
                self.disk.sync(temp).map_err(Failure::io("write", path))
            });
            synced.into_iter().collect::<Result<(), Failure>>()?;
            for (temp, path) in &temps {
                self.disk.rename(temp, path).map_err(Failure::io("write", path))?;
            }
            Ok(())
        };
        let written = write();
        if written.is_err() {
            for (temp, _) in &temps {
                let _ = self.disk.remove_file(temp);
            }
        }
        written
    }

    /// Writes a temporary file. What an unfinished write left there, or a link that somebody put
    /// there, goes first.
    fn write_temp(&self, temp: &Path, bytes: &[u8]) -> io::Result<()> {
        match self.disk.remove_file(temp) {
            Err(err) if err.kind() != io::ErrorKind::NotFound => return Err(err),
            Ok(()) | Err(_) => {}
        }
        self.disk.create(temp, bytes)?;
        self.disk.mark(temp)
    }

    pub fn read_docs(&self, id: &CharterId) -> DocBytes {
        let mut docs = DocBytes::default();
        let mut read = |name: &str| match self.read_document(id, name) {
            Ok(bytes) => Some(bytes),
            Err(err) if err.kind() == io::ErrorKind::NotFound && name == "REPORT.md" => None,
            Err(err) => {
                let message = format!("it cannot be read: {err}");
                docs.findings.push(Finding::new(DOCUMENT_UNREADABLE, name, message));
                None
            }
        };
        let charter = read("charter.md").unwrap_or_default();
        let criteria = read("criteria.md").unwrap_or_default();
        let report = read("REPORT.md");
        (docs.charter, docs.criteria, docs.report) = (charter, criteria, report);
        docs
    }

    fn read_document(&self, id: &CharterId, name: &str) -> io::Result<Vec<u8>> {
        self.read_bounded(&self.layout.file(id, name), DOCUMENT_BYTES_MAX)
    }

    fn read_bounded(&self, path: &Path, bytes_max: usize) -> io::Result<Vec<u8>> {
        let bytes = self.disk.read_up_to(path, bytes_max.saturating_add(1))?;
        check_length(bytes, bytes_max)
    }

    /// Reads the documents of a charter to change them: one that is there and cannot be read must
    /// not be replaced.
    pub fn read_docs_to_write(&self, id: &CharterId) -> Result<DocBytes, Failure> {
        let mut docs = DocBytes::default();
        let read = |name: &str| {
            let path = self.layout.file(id, name);
            match self.read_document(id, name) {
                Ok(bytes) => Ok(Some(bytes)),
                Err(err) if err.kind() == io::ErrorKind::NotFound => Ok(None),
                Err(err) => Err(Failure::io("read", &path)(err)),
            }
        };
        docs.charter = read("charter.md")?.unwrap_or_default();
        docs.criteria = read("criteria.md")?.unwrap_or_default();
        docs.report = read("REPORT.md")?;
        Ok(docs)
    }

    /// Lists the directories of evidence that there are, relative to the charter.
    pub fn run_dirs(
        &self,
        id: &CharterId,
        segments: &BTreeSet<String>,
    ) -> Result<BTreeSet<String>, Failure> {
        let mut dirs = BTreeSet::new();
        for segment in segments {
            let below = format!("work/{segment}/evidence");
            let path = self.layout.file(id, &below);
            // A link could lead anywhere: evidence goes into the charter's own directory.
            self.check_plain(&self.layout.charter(id), &below)?;
            match self.disk.list(&path) {
                Ok(entries) => dirs.extend(
                    entries
                        .iter()
                        .filter_map(|it| it.name.to_str().map(|name| format!("{below}/{name}"))),
                ),
                Err(err) if err.kind() == io::ErrorKind::NotFound => {}
                Err(err) => return Err(Failure::io("read", &path)(err)),
            }
        }
        Ok(dirs)
    }

    /// Lists the names of the files in a directory that the caller names, in order.
    pub fn list_names(&self, dir: &Path) -> io::Result<Vec<String>> {
        let entries = self.disk.list(dir)?;
        let files = entries.iter().filter(|it| it.kind == FileKind::File);
        let mut names: Vec<String> =
            files.filter_map(|it| it.name.to_str().map(str::to_owned)).collect();
        names.sort();
        Ok(names)
    }

    /// Lists the names of the directories in a directory, in order; links are none.
    pub fn list_dirs(&self, dir: &Path) -> io::Result<Vec<String>> {
        let entries = self.disk.list(dir)?;
        let dirs = entries.iter().filter(|it| it.kind == FileKind::Dir);
        let mut names: Vec<String> =
            dirs.filter_map(|it| it.name.to_str().map(str::to_owned)).collect();
        names.sort();
        Ok(names)
    }

    /// Reads a plain file whole, up to a limit; no link is followed.
    pub fn read_file(&self, path: &Path) -> io::Result<Vec<u8>> {
        self.read_bounded(path, FILE_BYTES_MAX)
    }

    /// Reads a file that the caller names, up to a limit, wherever its name leads; what is named in
    /// the project must be in it.
    pub fn read_named(&self, path: &Path) -> io::Result<Vec<u8>> {
        self.disk.read_named(path, FILE_BYTES_MAX)
    }

    /// Gives what files are read through.
    #[must_use]
    pub fn disk(&self) -> &dyn Disk {
        &*self.disk
    }

    /// Gives the charters under another root, of the same disk.
    #[must_use]
    pub fn elsewhere(&self, root: PathBuf) -> Self {
        let store = Self::new(Arc::clone(&self.disk), root, self.holder.clone(), self.lock_wait);
        store.in_copy(Arc::clone(&self.copy))
    }

    /// Writes a file that is not there yet, outside of any charter.
    pub fn create_file(&self, path: &Path, bytes: &[u8]) -> Result<(), Failure> {
        self.disk.create(path, bytes).map_err(Failure::io("create", path))
    }

    /// Copies a file of the project into a throw-away copy of it; no link there is followed, and none
    /// is replaced.
    pub fn carry_over(&self, project: &Path, copy: &Path, file: &str) -> Result<(), Failure> {
        let (from, to) = (project.join(file), copy.join(file));
        let bytes = self.disk.read(&from).map_err(Failure::io("read", &from))?;
        self.check_plain(copy, file)?;
        if let Some(parent) = to.parent() {
            self.create_dirs(parent)?;
        }
        if matches!(self.disk.stat(&to), Ok(Some(stat)) if stat.kind == FileKind::File) {
            self.disk.remove_file(&to).map_err(Failure::io("remove", &to))?;
        }
        self.disk.create(&to, &bytes).map_err(Failure::io("create", &to))
    }

    /// Writes a file that the caller names: whole or not at all, and into what is no plain file as
    /// it comes.
    pub fn write_named(&self, path: &Path, bytes: &[u8]) -> Result<(), Failure> {
        self.disk.check_followed(path).map_err(Failure::io("write", path))?;
        match self.disk.stat(path).map_err(Failure::io("read", path))?.map(|it| it.kind) {
            Some(FileKind::Other) => {
                self.disk.write(path, bytes).map_err(Failure::io("write", path))
            }
            Some(FileKind::File | FileKind::Dir) | None => self.replace(path, bytes),
        }
    }

    /// Writes a file of the user's own, and makes its directories.
    pub fn write_own(&self, path: &Path, bytes: &[u8]) -> Result<(), Failure> {
        if let Some(parent) = path.parent() {
            self.create_dirs(parent)?;
        }
        self.write_named(path, bytes)
    }

    /// Creates a file that only its owner can read, and its directories; one that is there stays.
    pub fn keep_secret(&self, path: &Path, bytes: &[u8]) -> Result<(), Failure> {
        let Some(parent) = path.parent() else {
            return Err(Failure::io("create", path)(io::ErrorKind::InvalidInput.into()));
        };
        self.create_dirs(parent)?;
        self.disk.create_private(path, bytes).map_err(|err| {
            if err.kind() != io::ErrorKind::AlreadyExists {
                let _ = self.disk.remove_file(path);
            }
            Failure::io("create", path)(err)
        })?;
        self.disk.sync(path).map_err(Failure::io("sync", path))?;
        self.disk.sync_dir(parent).map_err(Failure::io("sync", parent))
    }

    /// Gives a path without links and dots, or as it is where nothing is there.
    #[must_use]
    pub fn real_path(&self, path: &Path) -> PathBuf {
        self.disk.real_path(path).unwrap_or_else(|_| path.to_owned())
    }

    /// Gives what a link says that leads to nothing; none where something is there, or no link.
    #[must_use]
    pub fn link_at(&self, path: &Path) -> Option<PathBuf> {
        let stat = self.disk.stat(path).ok().flatten()?;
        if stat.kind != FileKind::Other || self.disk.real_path(path).is_ok() {
            return None;
        }
        let target = String::from_utf8(self.disk.read_link(path).ok()?).ok()?;
        Some(PathBuf::from(target))
    }

    /// Lists what a directory holds, by name; nothing where it cannot be read.
    #[must_use]
    pub fn names_in(&self, dir: &Path) -> Vec<OsString> {
        self.disk.list(dir).unwrap_or_default().into_iter().map(|it| it.name).collect()
    }

    /// Tells what is at a path, without following a link.
    pub fn look_at(&self, path: &Path) -> io::Result<Option<Stat>> {
        self.disk.stat(path)
    }

    /// Gives the charter that was last chosen on this machine.
    #[must_use]
    pub fn chosen(&self) -> Option<String> {
        let bytes = self.disk.read(&self.layout.chosen()).ok()?;
        String::from_utf8(bytes).ok().map(|text| text.trim().to_owned())
    }

    /// Remembers a choice on this machine; it is nobody else's business and no event.
    pub fn choose(&self, id: &CharterId) -> Result<(), Failure> {
        self.ensure_local()?;
        let _held = self.lock(&self.layout.root_lock(), self.lock_wait)?;
        self.replace(&self.layout.chosen(), format!("{id}\n").as_bytes())
    }

    /// Puts an answer that is being written where an editor finds it; on this machine only.
    pub fn lay_out_answer(&self, text: &str) -> Result<PathBuf, Failure> {
        self.ensure_local()?;
        let path = self.layout.open_answer(std::process::id());
        self.replace(&path, text.as_bytes())?;
        Ok(path)
    }

    /// Takes the answer back from where an editor left it.
    pub fn take_answer(&self) -> Result<String, Failure> {
        let path = self.layout.open_answer(std::process::id());
        let bytes = self.disk.read(&path).map_err(Failure::io("read", &path))?;
        self.disk.remove_file(&path).map_err(Failure::io("remove", &path))?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }

    pub(crate) fn lock(&self, path: &Path, wait: Duration) -> Result<Box<dyn Held>, Failure> {
        self.disk.lock(path, &self.holder, wait).map_err(|failure| match failure {
            LockFailure::Held(holder) => Failure::Locked { path: path.to_owned(), holder },
            LockFailure::Io(source) => Failure::io("lock", path)(source),
        })
    }

    /// Tells what is at the root; anything but a directory is a failure.
    fn check_root(&self) -> Result<Option<()>, Failure> {
        let root = self.layout.root();
        match self.disk.stat(root).map_err(Failure::io("read", root))? {
            None => Ok(None),
            Some(stat) if stat.kind == FileKind::File => {
                Err(Failure::NotADirectory(root.to_owned()))
            }
            // A link is followed only where the user named it: the disk refuses any other.
            Some(_) => Ok(Some(())),
        }
    }

    /// Creates the root and its machine-local directory, which git is told to ignore.
    pub(crate) fn ensure_local(&self) -> Result<(), Failure> {
        let local = self.layout.local();
        let ignore = local.join(IGNORE_FILE);
        let is_dir = matches!(self.disk.stat(&local), Ok(Some(stat)) if stat.kind == FileKind::Dir);
        if is_dir && self.disk.read(&ignore).is_ok_and(|text| text == IGNORE_ALL) {
            return Ok(());
        }
        self.check_root()?;
        self.create_dirs(self.layout.root())?;
        self.create_dir(&local)?;
        if self.disk.create(&ignore, IGNORE_ALL).is_ok() {
            return Ok(());
        }
        // It is there: written by somebody else this moment, or cut off at some other time.
        let replaced = self.replace(&ignore, IGNORE_ALL);
        let is_right = self.disk.read(&ignore).is_ok_and(|text| text == IGNORE_ALL);
        if is_right { Ok(()) } else { replaced }
    }

    /// Refuses a path below a directory that leads out of it by a link.
    pub fn check_plain(&self, dir: &Path, below: &str) -> Result<(), Failure> {
        let mut path = dir.to_owned();
        for name in below.split('/') {
            path.push(name);
            let stat = self.disk.stat(&path).map_err(Failure::io("read", &path))?;
            match stat.map(|it| it.kind) {
                Some(FileKind::Other) => return Err(Failure::NotADirectory(path)),
                Some(FileKind::Dir | FileKind::File) => {}
                None => return Ok(()),
            }
        }
        Ok(())
    }

    pub(crate) fn create_dirs(&self, path: &Path) -> Result<(), Failure> {
        if let Some(parent) = path.parent()
            && matches!(self.disk.stat(path), Ok(None))
        {
            self.create_dirs(parent)?;
            self.create_dir(path)?;
            self.disk.sync_dir(parent).map_err(Failure::io("sync", parent))?;
        }
        Ok(())
    }

    /// Creates a directory; one that somebody else created meanwhile is as good, a link is not.
    fn create_dir(&self, path: &Path) -> Result<(), Failure> {
        match self.disk.create_dir(path) {
            Ok(()) => Ok(()),
            Err(err) if err.kind() == io::ErrorKind::AlreadyExists => {
                let stat = self.disk.stat(path).map_err(Failure::io("read", path))?;
                match stat.map(|it| it.kind) {
                    Some(FileKind::Dir) => Ok(()),
                    _ => Err(Failure::NotADirectory(path.to_owned())),
                }
            }
            Err(err) => Err(Failure::io("create", path)(err)),
        }
    }

    /// Puts whole bytes under a name: temporary file, fsync, rename, fsync of the directory.
    pub(crate) fn replace(&self, path: &Path, bytes: &[u8]) -> Result<(), Failure> {
        self.replace_unsynced(path, bytes)?;
        let parent = path.parent().unwrap_or(path);
        self.disk.sync_dir(parent).map_err(Failure::io("write", path))
    }

    /// The same without the directory, for whoever replaces several files in one and syncs it once.
    pub(crate) fn replace_unsynced(&self, path: &Path, bytes: &[u8]) -> Result<(), Failure> {
        let temp = temp_of(path)?;
        let written = (|| {
            self.write_temp(&temp, bytes)?;
            self.disk.sync(&temp)?;
            self.disk.rename(&temp, path)
        })();
        written.map_err(|err| {
            let _ = self.disk.remove_file(&temp);
            Failure::io("write", path)(err)
        })
    }

    /// Saves bytes in a charter's `saved` directory and gives the path relative to the charter.
    pub(crate) fn save_aside(
        &self,
        id: &CharterId,
        name: &str,
        bytes: &[u8],
    ) -> Result<String, Failure> {
        let dir = self.layout.saved(id);
        self.create_dir(&dir)?;
        let ignore = dir.join(IGNORE_FILE);
        if matches!(self.disk.stat(&ignore), Ok(None)) {
            self.replace(&ignore, IGNORE_ALL)?;
        }
        self.replace(&dir.join(name), bytes)?;
        let charter = self.layout.charter(id);
        self.disk.sync_dir(&charter).map_err(Failure::io("sync", &charter))?;
        Ok(format!("{}/{name}", crate::layout::SAVED_DIR))
    }
}

/// Gives the temporary file that is written in the place of another.
fn temp_of(path: &Path) -> Result<PathBuf, Failure> {
    let (Some(parent), Some(name)) = (path.parent(), path.file_name()) else {
        return Err(Failure::io("write", path)(io::ErrorKind::InvalidInput.into()));
    };
    Ok(parent.join(format!("{}{}", crate::layout::TEMP_PREFIX, name.to_string_lossy())))
}

fn stray(name: &str) -> Finding {
    debug_assert_ne!(name, LOCAL_DIR, "hidden names are passed over");
    Finding::new(STRAY_ENTRY, name, "this is not a charter and is left alone")
}
