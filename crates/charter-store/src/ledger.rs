//! A ledger on disk, read in pieces.
//!
//! Owns the piece: whatever the length of a ledger, one piece and one write of it are in memory. Must
//! not know what an event means.

use crate::disk::FileKind;
use crate::failure::Failure;
use crate::store::Store;
use charter_engine::event::{CharterEvent, EventBody};
use charter_kernel::CharterId;
use charter_kernel::chain::{Chain, Ending, Linked};
use charter_kernel::earlier::EarlierLines;
use charter_kernel::event::Head;
use std::io::{self, Read};
use std::path::PathBuf;

const PIECE_BYTES: usize = 128 * 1024;

/// An event and its line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LogEntry {
    pub event: CharterEvent,
    /// The line, as it is in the ledger.
    pub line: String,
}

/// A ledger that is being read.
pub(crate) struct Ledger {
    path: PathBuf,
    file: Option<Box<dyn Read + Send>>,
    piece: Vec<u8>,
    chain: Chain<EventBody>,
}

impl Ledger {
    /// Opens a charter's ledger behind a head that ends at an offset; one that is not there is empty.
    pub(crate) fn open(
        store: &Store,
        id: &CharterId,
        (head, offset): (Head, u64),
    ) -> Result<Self, Failure> {
        let path = store.layout.ledger(id);
        let stat = store.disk.stat(&path).map_err(Failure::io("read", &path))?;
        // A link could lead out of the project; and whoever prints while it reads wants to know now.
        let file = match stat.map(|it| it.kind) {
            None => None,
            Some(FileKind::File) => Some(store.disk.open(&path, offset)),
            Some(FileKind::Dir) => Some(Err(io::Error::other("Is a directory"))),
            Some(FileKind::Other) => Some(Err(io::Error::other("it is not a regular file"))),
        };
        let file = file.transpose().map_err(Failure::io("read", &path))?;
        Ok(Self { path, file, piece: vec![0; PIECE_BYTES], chain: Chain::new(head) })
    }

    /// Gives the next event with its line.
    pub(crate) fn next_event(&mut self) -> Result<Option<Linked<EventBody>>, Failure> {
        loop {
            if let Some(linked) = self.chain.next_event() {
                return Ok(Some(linked));
            }
            if !self.chain.wants_more() {
                return Ok(None);
            }
            let n_read = match &mut self.file {
                Some(file) => read_piece(file, &mut self.piece),
                None => Ok(0),
            };
            match n_read.map_err(Failure::io("read", &self.path))? {
                0 => self.chain.finish(),
                n_read => self.chain.feed(self.piece.get(..n_read).unwrap_or_default()),
            }
        }
    }

    /// Gives how many bytes the complete writes take, from where reading began.
    pub(crate) fn end(&self) -> u64 {
        self.chain.end() as u64
    }

    /// Gives the lines of an earlier tool at the start.
    pub(crate) fn earlier(&self) -> EarlierLines {
        self.chain.earlier()
    }

    /// Says how the ledger ends, once every event came out.
    pub(crate) fn ending(self) -> Ending {
        self.chain.ending()
    }
}

fn read_piece(file: &mut dyn Read, piece: &mut [u8]) -> io::Result<usize> {
    loop {
        match file.read(piece) {
            Err(err) if err.kind() == io::ErrorKind::Interrupted => {}
            read => return read,
        }
    }
}

/// The events of a ledger with their lines, as far as the chain holds.
pub struct Log {
    /// None once reading it has failed.
    ledger: Option<Ledger>,
}

impl Iterator for Log {
    type Item = Result<LogEntry, Failure>;

    fn next(&mut self) -> Option<Self::Item> {
        let next = self.ledger.as_mut()?.next_event();
        if next.is_err() {
            self.ledger = None;
        }
        let entry = |Linked { event, line }| LogEntry {
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
    /// Reads every event of a ledger with its line, one after another, as far as the chain holds.
    pub fn log(&self, id: &CharterId) -> Result<Log, Failure> {
        Ok(Log { ledger: Some(Ledger::open(self, id, (Head::START, 0))?) })
    }

    /// Reads a ledger's bytes piece by piece, up to the end of an event; what was appended since does
    /// not count.
    pub fn read_ledger_until(
        &self,
        id: &CharterId,
        n_events: u64,
        take: &mut dyn FnMut(&[u8]),
    ) -> Result<(), Failure> {
        let mut ledger = Ledger::open(self, id, (Head::START, 0))?;
        let mut n_bytes = 0;
        for _ in 0..n_events {
            let Some(linked) = ledger.next_event()? else { break };
            n_bytes += linked.line.len() as u64 + 1;
        }
        n_bytes += ledger.earlier().n_bytes;
        let path = self.layout.ledger(id);
        let file = self.disk.open(&path, 0).map_err(Failure::io("read", &path))?;
        let mut file = file.take(n_bytes);
        let mut piece = vec![0; PIECE_BYTES];
        loop {
            match read_piece(&mut file, &mut piece).map_err(Failure::io("read", &path))? {
                0 => return Ok(()),
                n_read => take(piece.get(..n_read).unwrap_or_default()),
            }
        }
    }
}
