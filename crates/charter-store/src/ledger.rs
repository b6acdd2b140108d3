//! The strands of a ledger on disk, read together and in pieces.
//!
//! Owns the piece: whatever the length of a ledger, one piece and one write of each strand are in memory.
//! Must not know what an event means.

use crate::disk::{FileKind, Stamp, Stat};
use crate::failure::Failure;
use crate::store::Store;
use charter_engine::event::{CharterEvent, EventBody};
use charter_kernel::chain::{Chain, Ending, Linked};
use charter_kernel::earlier::EarlierLines;
use charter_kernel::strand::{StrandEnd, StrandId};
use charter_kernel::weave::{ReadStrand, Weave};
use charter_kernel::{CharterId, Digest};
use std::io::{self, Read};
use std::path::PathBuf;
use std::sync::Arc;

const PIECE_BYTES: usize = 128 * 1024;

/// The most strands of a charter.
const STRANDS_MAX: usize = 100_000;

/// An event and its line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LogEntry {
    /// Its number in the order of all events, from 1.
    pub number: u64,
    pub event: CharterEvent,
    /// The line, as it is in the ledger.
    pub line: String,
}

/// A strand on disk.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct StrandFile {
    pub(crate) strand: StrandId,
    pub(crate) stat: Stat,
}

/// The strands of a charter, by their names.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct StrandFiles(pub(crate) Vec<StrandFile>);

impl StrandFiles {
    /// Gives a digest of all their fingerprints: equal means untouched.
    pub(crate) fn stamp(&self) -> Digest {
        let mut hasher = charter_kernel::Hasher::default();
        for StrandFile { strand, stat } in &self.0 {
            let Stamp(stamp) = stat.stamp;
            hasher.update(strand.as_str().as_bytes());
            hasher.update(b"\0");
            stamp.iter().for_each(|it| hasher.update(&it.to_le_bytes()));
        }
        hasher.digest()
    }

    pub(crate) fn n_bytes(&self) -> u64 {
        self.0.iter().map(|it| it.stat.len).sum()
    }
}

impl Store {
    /// Lists the strands of a charter. What is no plain file could lead out of the project, and is refused.
    pub(crate) fn strand_files(&self, id: &CharterId) -> Result<StrandFiles, Failure> {
        let mut files = Vec::new();
        let zero = self.layout.zero(id);
        if let Some(stat) = self.plain_stat(&zero)? {
            files.push(StrandFile { strand: StrandId::zero(), stat });
        }
        let dir = self.layout.strands(id);
        let entries = match self.disk.stat(&dir).map_err(Failure::io("read", &dir))? {
            None => Vec::new(),
            Some(stat) if stat.kind == FileKind::Dir => {
                self.disk.list(&dir).map_err(Failure::io("list", &dir))?
            }
            Some(_) => return Err(Failure::NotADirectory(dir)),
        };
        for entry in entries {
            let Some(strand) = entry.name.to_str().and_then(StrandId::of_file) else { continue };
            if let Some(stat) = self.plain_stat(&dir.join(&entry.name))? {
                files.push(StrandFile { strand, stat });
            }
        }
        if files.len() > STRANDS_MAX {
            let message = format!("a ledger has at most {STRANDS_MAX} files");
            return Err(Failure::io("read", &dir)(io::Error::other(message)));
        }
        Ok(StrandFiles(files))
    }

    fn plain_stat(&self, path: &std::path::Path) -> Result<Option<Stat>, Failure> {
        let stat = self.disk.stat(path).map_err(Failure::io("read", path))?;
        let refuse = |words: &str| Err(Failure::io("read", path)(io::Error::other(words)));
        match stat.map(|it| it.kind) {
            None | Some(FileKind::File) => Ok(stat),
            Some(FileKind::Dir) => refuse("Is a directory"),
            Some(FileKind::Other) => refuse("it is not a regular file"),
        }
    }

    /// Opens strands from their starts, to be read in one order.
    pub(crate) fn weave(&self, id: &CharterId, files: &StrandFiles) -> StrandWeave {
        let open =
            |it: &StrandFile| StrandOnDisk::new(self, id, StrandEnd::start(it.strand.clone()), 0);
        Weave::new(files.0.iter().map(open).collect())
    }
}

pub(crate) type StrandWeave = Weave<EventBody, StrandOnDisk>;

/// A strand that is being read.
pub(crate) struct StrandOnDisk {
    disk: Arc<dyn crate::Disk>,
    path: PathBuf,
    /// Where reading begins.
    from: (StrandEnd, u64),
    file: StrandInput,
    piece: Vec<u8>,
    chain: Chain<EventBody>,
    at: StrandEnd,
}

enum StrandInput {
    Unopened,
    Open(Box<dyn Read + Send>),
    Over,
}

impl StrandOnDisk {
    /// Reads a strand behind an event that ends at an offset.
    pub(crate) fn new(store: &Store, id: &CharterId, at: StrandEnd, offset: u64) -> Self {
        Self {
            disk: Arc::clone(&store.disk),
            path: store.layout.strand(id, &at.strand),
            from: (at.clone(), offset),
            file: StrandInput::Unopened,
            piece: Vec::new(),
            chain: Chain::new(at.clone()),
            at,
        }
    }

    /// Gives how many bytes the complete writes take, from the start of the file.
    pub(crate) fn end(&self) -> u64 {
        self.from.1 + self.chain.end() as u64
    }

    /// Gives the last event that came out.
    pub(crate) fn at(&self) -> &StrandEnd {
        &self.at
    }

    /// Gives the lines of an earlier tool at the start.
    pub(crate) fn earlier(&self) -> EarlierLines {
        self.chain.earlier()
    }

    /// Says how the strand ends, once every event came out.
    pub(crate) fn ending(self) -> Ending {
        self.chain.ending()
    }

    /// Reads on; a small file is closed at once, so that thousands can be read side by side.
    fn read_piece(&mut self) -> io::Result<usize> {
        if matches!(self.file, StrandInput::Unopened) {
            self.file = StrandInput::Open(self.disk.open(&self.path, self.from.1)?);
            self.piece = vec![0; PIECE_BYTES];
        }
        let StrandInput::Open(file) = &mut self.file else { return Ok(0) };
        let mut n_read = 0;
        while let Some(rest) = self.piece.get_mut(n_read..).filter(|it| !it.is_empty()) {
            match read_some(file, rest)? {
                0 => {
                    self.file = StrandInput::Over;
                    self.piece.truncate(n_read);
                    self.piece.shrink_to_fit();
                    break;
                }
                n_more => n_read += n_more,
            }
        }
        Ok(n_read)
    }
}

impl ReadStrand<EventBody> for StrandOnDisk {
    type Failure = Failure;

    fn next_event(&mut self) -> Result<Option<Linked<EventBody>>, Failure> {
        loop {
            if let Some(linked) = self.chain.next_event() {
                self.at = linked.event.as_end();
                return Ok(Some(linked));
            }
            if !self.chain.wants_more() {
                self.file = StrandInput::Over;
                self.piece = Vec::new();
                return Ok(None);
            }
            match self.read_piece().map_err(Failure::io("read", &self.path))? {
                0 => self.chain.finish(),
                n_read => self.chain.feed(self.piece.get(..n_read).unwrap_or_default()),
            }
        }
    }

    fn list_ids(&self) -> Result<Vec<Digest>, Failure> {
        let (at, offset) = self.from.clone();
        let mut again = Self {
            disk: Arc::clone(&self.disk),
            path: self.path.clone(),
            from: (at.clone(), offset),
            file: StrandInput::Unopened,
            piece: Vec::new(),
            chain: Chain::new(at.clone()),
            at,
        };
        let mut ids = Vec::new();
        while let Some(linked) = again.next_event()? {
            ids.extend(linked.event.names());
        }
        Ok(ids)
    }
}

/// Fills a piece as far as there is anything, so that a small file takes one.
fn read_some(file: &mut dyn Read, piece: &mut [u8]) -> io::Result<usize> {
    loop {
        match file.read(piece) {
            Err(err) if err.kind() == io::ErrorKind::Interrupted => {}
            read => return read,
        }
    }
}

/// The events of a ledger with their lines, in one order, as far as the strands hold.
pub struct Log {
    /// None once reading it has failed.
    weave: Option<StrandWeave>,
    n_events: u64,
}

impl Iterator for Log {
    type Item = Result<LogEntry, Failure>;

    fn next(&mut self) -> Option<Self::Item> {
        let next = self.weave.as_mut()?.next_event();
        if next.is_err() {
            self.weave = None;
        }
        self.n_events += 1;
        let number = self.n_events;
        let entry = |Linked { event, line }| LogEntry {
            number,
            event,
            line: String::from_utf8(line)
                .unwrap_or_else(|err| String::from_utf8_lossy(err.as_bytes()).into_owned()),
        };
        next.map(|it| it.map(entry)).transpose()
    }
}

impl std::fmt::Debug for Log {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Log").finish_non_exhaustive()
    }
}

impl Store {
    /// Reads every event of a ledger with its line, one after another, as far as the strands hold.
    pub fn log(&self, id: &CharterId) -> Result<Log, Failure> {
        let files = self.strand_files(id)?;
        Ok(Log { weave: Some(self.weave(id, &files)), n_events: 0 })
    }

    /// Gives the bytes of some of a ledger's events in the order of all, each line with its end. The lines
    /// of an earlier tool come first.
    pub fn read_lines(
        &self,
        id: &CharterId,
        is_wanted: &dyn Fn(&LogEntry) -> bool,
        take: &mut dyn FnMut(&[u8]),
    ) -> Result<(), Failure> {
        let zero = self.layout.zero(id);
        let mut first = StrandOnDisk::new(self, id, StrandEnd::start(StrandId::zero()), 0);
        if self.plain_stat(&zero)?.is_some() {
            // An earlier tool's lines stand before the first event.
            let _ = first.next_event()?;
            let file = self.disk.open(&zero, 0).map_err(Failure::io("read", &zero))?;
            let mut file = file.take(first.earlier().n_bytes);
            let mut piece = vec![0; PIECE_BYTES];
            loop {
                match read_some(&mut file, &mut piece).map_err(Failure::io("read", &zero))? {
                    0 => break,
                    n_read => take(piece.get(..n_read).unwrap_or_default()),
                }
            }
        }
        for entry in self.log(id)? {
            let entry = entry?;
            if is_wanted(&entry) {
                take(entry.line.as_bytes());
                take(b"\n");
            }
        }
        Ok(())
    }
}
