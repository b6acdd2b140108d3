//! One write to a charter, from taking its lock to letting go.
//!
//! Owns the append: compare-and-swap on the head, one write and one fsync for all events of a
//! decision, a torn end set aside first. Must not decide what to append.

use crate::derived;
use crate::disk::Held;
use crate::failure::Failure;
use crate::layout::saved_name;
use crate::ledger::{Ledger, LogEntry};
use crate::load::Loaded;
use crate::store::Store;
use charter_engine::event::{CharterDraft, CharterEvent, EventBody};
use charter_engine::projection::Derived;
use charter_kernel::chain::{LINE_BYTES_MAX, Linked, WRITE_BYTES_MAX};
use charter_kernel::event::{Head, LedgerEvent, Payload, link};
use charter_kernel::{CharterId, Digest, FileEdit};
use std::io;
use std::ops::Range;

/// A charter that is locked for writing.
#[derive(Debug)]
pub struct Transaction<'a> {
    pub(crate) store: &'a Store,
    pub(crate) id: CharterId,
    pub(crate) loaded: Loaded,
    /// Where the last write began, and the head it was behind.
    last_write: (u64, Head),
    _held: Box<dyn Held>,
}

/// What an append did.
#[derive(Debug, Clone, PartialEq, Eq)]
#[must_use = "an append that was there already is not the same as a new one"]
pub enum Appended {
    /// The events are in the ledger.
    Now(Vec<CharterEvent>),
    /// They were there before: the same write, tried again.
    Already,
}

/// What stands behind the head that drafts were decided for.
enum BehindHead {
    /// The same drafts, from an attempt that was cut off after it had happened.
    TheseDrafts,
    /// Only torn ends that were set aside, which no decision depends on.
    Upkeep,
    /// What somebody else wrote.
    Others,
}

impl Store {
    /// Takes a charter's lock, to write to it.
    pub fn begin(&self, id: &CharterId) -> Result<Transaction<'_>, Failure> {
        self.ensure_local()?;
        let held = self.lock(&self.layout.lock(id), self.lock_wait)?;
        let loaded = self.peek(id)?;
        Ok(Transaction::new(self, loaded, held))
    }

    /// Takes the lock of a charter that was read before: its history is read again only where
    /// somebody wrote to it since.
    pub fn begin_behind(&self, id: &CharterId, loaded: Loaded) -> Result<Transaction<'_>, Failure> {
        self.ensure_local()?;
        let held = self.lock(&self.layout.lock(id), self.lock_wait)?;
        let is_same = self.disk.stat(&self.layout.ledger(id)).is_ok_and(|it| it == loaded.ledger);
        let loaded = if is_same { loaded } else { self.peek(id)? };
        Ok(Transaction::new(self, loaded, held))
    }
}

impl<'a> Transaction<'a> {
    fn new(store: &'a Store, loaded: Loaded, held: Box<dyn Held>) -> Self {
        let last_write = (loaded.n_bytes, loaded.state.head());
        Self { store, id: loaded.charter_id.clone(), loaded, last_write, _held: held }
    }

    /// Gives the charter as it is under the lock.
    #[must_use]
    pub fn loaded(&self) -> &Loaded {
        &self.loaded
    }

    /// Lets go of the lock and gives the charter as it was written.
    #[must_use]
    pub fn into_loaded(self) -> Loaded {
        self.loaded
    }

    /// Appends drafts behind the head that they were decided for.
    ///
    /// When this returns, the events are durable. When it fails, the ledger holds what it held.
    pub fn append(&mut self, expected: Head, drafts: &[CharterDraft]) -> Result<Appended, Failure> {
        self.loaded.can_write()?;
        let found = self.loaded.state.head();
        if found != expected {
            match self.look_behind(expected, drafts)? {
                BehindHead::TheseDrafts => return Ok(Appended::Already),
                BehindHead::Upkeep => {}
                BehindHead::Others => return Err(Failure::Conflict { expected, found }),
            }
        }
        self.check_untouched(found)?;
        if drafts.is_empty() {
            return Ok(Appended::Now(Vec::new()));
        }
        let first = drafts.first().cloned();
        let aside = match self.loaded.torn.clone() {
            Some(range) => Some(self.save_tail(range)?),
            None => None,
        };
        let adopted = self.loaded.adoption.take();
        if adopted.is_some() {
            self.save_remains()?;
            self.end_last_line()?;
        }
        let upkeep = adopted.into_iter().chain(aside);
        let upkeep =
            upkeep.filter_map(|body| first.clone().map(|first| CharterDraft { body, ..first }));
        let upkeep: Vec<Vec<CharterDraft>> = upkeep.map(|it| vec![it]).collect();
        let mut batches: Vec<&[CharterDraft]> = upkeep.iter().map(Vec::as_slice).collect();
        batches.push(drafts);
        let mut events = self.append_here(&batches)?;
        Ok(Appended::Now(events.split_off(events.len() - drafts.len())))
    }

    /// Ends the last line of an earlier tool, so that ours begins its own.
    fn end_last_line(&mut self) -> Result<(), Failure> {
        let path = self.store.layout.ledger(&self.id);
        let n_bytes = self.loaded.n_bytes;
        let Some(last) = n_bytes.checked_sub(1) else { return Ok(()) };
        let end = self.store.disk.read_from(&path, last).map_err(Failure::io("read", &path))?;
        if end != b"\n" {
            self.store.disk.append(&path, b"\n").map_err(Failure::io("write", &path))?;
            self.loaded.n_bytes += 1;
        }
        Ok(())
    }

    /// Keeps the derived files of an earlier tool, whose places ours take.
    fn save_remains(&self) -> Result<(), Failure> {
        for derived in Derived::ALL {
            let path = self.store.layout.derived(&self.id, derived);
            match self.store.disk.read(&path) {
                Ok(bytes) => {
                    let name = format!("earlier-{}", derived.file());
                    self.store.save_aside(&self.id, &name, &bytes)?;
                }
                Err(err) if err.kind() == io::ErrorKind::NotFound => {}
                Err(err) => return Err(Failure::io("read", &path)(err)),
            }
        }
        Ok(())
    }

    /// Writes batches of drafts behind the loaded head with one write and one fsync; from its
    /// return on they have happened.
    pub(crate) fn append_here(
        &mut self,
        batches: &[&[CharterDraft]],
    ) -> Result<Vec<CharterEvent>, Failure> {
        let mut head = self.loaded.state.head();
        let (mut events, mut lines) = (Vec::new(), String::new());
        for drafts in batches {
            let (sealed, text) = link(head, drafts);
            head = sealed.last().map_or(head, |it| Head { seq: it.seq, hash: it.hash });
            events.extend(sealed);
            lines.push_str(&text);
        }
        check_size(&lines).map_err(Failure::io("write", &self.store.layout.ledger(&self.id)))?;
        self.last_write = (self.loaded.n_bytes, self.loaded.state.head());
        self.write_lines(lines.as_bytes())?;
        for event in &events {
            self.loaded.state.apply(event);
        }
        self.loaded.n_bytes += lines.len() as u64;
        let path = self.store.layout.ledger(&self.id);
        let _ = self.store.disk.mark(&path);
        derived::write(self.store, &self.id, &self.loaded);
        self.loaded.ledger = self.store.disk.stat(&path).ok().flatten();
        Ok(events)
    }

    /// Reads what was written last once more from the disk, and tells whether it is all there: an
    /// answer is not acknowledged before that.
    pub fn check_written(&self) -> Result<(), Failure> {
        let (offset, before) = self.last_write;
        let expected = self.loaded.state.head();
        let mut ledger = Ledger::open(self.store, &self.id, (before, offset))?;
        let mut found = before;
        while let Some(Linked { event, .. }) = ledger.next_event()? {
            found = Head { seq: event.seq, hash: event.hash };
        }
        if found == expected { Ok(()) } else { Err(Failure::Conflict { expected, found }) }
    }

    /// Looks at what was written since the head that drafts were decided for. The same drafts
    /// behind the same head have the same hashes: then this is a retry.
    fn look_behind(&self, expected: Head, drafts: &[CharterDraft]) -> Result<BehindHead, Failure> {
        // Any more than these drafts and what was set aside before them is somebody else's.
        let mut there = Vec::new();
        let mut n_others = 0;
        for entry in self.store.log(&self.id)? {
            let entry = entry?;
            if entry.event.seq > expected.seq {
                n_others += usize::from(n_others > 0 || !is_set_aside(&entry));
                there.push(entry);
            }
            if n_others > drafts.len() {
                break;
            }
        }
        let mut there = there.as_slice();
        let mut head = expected;
        while let Some((first, rest)) = there.split_first()
            && is_set_aside(first)
            && first.event.prev == head.hash
        {
            head = Head { seq: first.event.seq, hash: first.event.hash };
            there = rest;
        }
        let (wanted, _) = link(head, drafts);
        let same = |(left, right): (&CharterEvent, &LogEntry)| left.hash == right.event.hash;
        let found = there.len() >= wanted.len() && wanted.iter().zip(there).all(same);
        Ok(match (there.is_empty(), found) {
            (true, _) if head != expected => BehindHead::Upkeep,
            (false, true) if !wanted.is_empty() => BehindHead::TheseDrafts,
            _ => BehindHead::Others,
        })
    }

    /// A writer that does not lock would show as another fingerprint.
    fn check_untouched(&self, expected: Head) -> Result<(), Failure> {
        let path = self.store.layout.ledger(&self.id);
        let stat = self.store.disk.stat(&path).map_err(Failure::io("read", &path))?;
        if stat == self.loaded.ledger {
            return Ok(());
        }
        let found = self.store.peek(&self.id)?.state.head();
        Err(Failure::Conflict { expected, found })
    }

    /// Copies the torn end to a file of its own; the ledger stays as it is until the next append.
    pub(crate) fn save_tail(&self, range: Range<u64>) -> Result<EventBody, Failure> {
        let path = self.store.layout.ledger(&self.id);
        let tail = self.store.disk.read_from(&path, range.start);
        let tail = tail.map_err(Failure::io("read", &path))?;
        let saved = self.store.save_aside(&self.id, &saved_name("tail", "bin", &tail), &tail)?;
        let digest = Digest::of(&tail);
        Ok(EventBody::Ledger(LedgerEvent::TailSetAside {
            path: saved,
            bytes: tail.len() as u64,
            digest,
        }))
    }

    /// Writes lines behind the last event, in the place of a torn end; where that fails, the
    /// ledger gets back what it held.
    fn write_lines(&mut self, lines: &[u8]) -> Result<(), Failure> {
        let disk = &self.store.disk;
        let path = self.store.layout.ledger(&self.id);
        let n_bytes = self.loaded.n_bytes;
        let mut torn = Vec::new();
        if self.loaded.torn.is_some() {
            torn = disk.read_from(&path, n_bytes).map_err(Failure::io("read", &path))?;
            disk.truncate(&path, n_bytes).map_err(Failure::io("cut", &path))?;
        }
        let written = disk.append(&path, lines).and_then(|()| disk.sync(&path));
        written.map_err(|err| {
            // Nobody was told of these bytes; where they cannot be cut off they are a torn end.
            let cut = disk.truncate(&path, n_bytes);
            let _ =
                cut.and_then(|()| if torn.is_empty() { Ok(()) } else { disk.append(&path, &torn) });
            Failure::io("write", &path)(err)
        })?;
        self.loaded.torn = None;
        Ok(())
    }

    /// Writes the documents that a decision changes, each whole.
    pub fn apply(&self, edits: &[FileEdit]) -> Result<(), Failure> {
        self.store.put(&self.id, edits)
    }
}

/// What would be too long to be read again is not written.
fn check_size(lines: &str) -> io::Result<()> {
    let longest = lines.lines().map(str::len).max().unwrap_or(0);
    if longest > LINE_BYTES_MAX {
        return Err(io::Error::other(format!(
            "an event of {longest} bytes is too long; the most is {LINE_BYTES_MAX}"
        )));
    }
    if lines.len() > WRITE_BYTES_MAX {
        return Err(io::Error::other(format!(
            "these events have {} bytes together, the most is {WRITE_BYTES_MAX}: give them in several parts",
            lines.len()
        )));
    }
    Ok(())
}

fn is_set_aside(entry: &LogEntry) -> bool {
    matches!(
        entry.event.payload,
        Payload::Known(EventBody::Ledger(LedgerEvent::TailSetAside { .. }))
    )
}
