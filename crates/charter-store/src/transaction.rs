//! One write to a charter, from taking its lock to letting go.
//!
//! Owns the append: compare-and-swap on the head, one write and one fsync for all events of a
//! decision, a torn end set aside first. Must not decide what to append.

use crate::derived;
use crate::disk::Held;
use crate::failure::Failure;
use crate::layout::saved_name;
use crate::ledger::{LogEntry, StrandOnDisk};
use crate::loaded::{Loaded, StrandTail};
use crate::store::Store;
use crate::working_copy::Berth;
use charter_engine::event::{CharterDraft, CharterEvent, EventBody};
use charter_engine::projection::{Derived, Standing};
use charter_kernel::chain::{LINE_BYTES_MAX, WRITE_BYTES_MAX};
use charter_kernel::event::{Head, LedgerEvent, Payload, link};
use charter_kernel::finding::TORN_TAIL;
use charter_kernel::strand::{StrandEnd, StrandId};
use charter_kernel::weave::ReadStrand;
use charter_kernel::{CharterId, Digest, FileEdit};
use std::io;
use std::ops::Range;

/// A charter that is locked for writing.
#[derive(Debug)]
pub struct Transaction<'a> {
    pub(crate) store: &'a Store,
    pub(crate) id: CharterId,
    pub(crate) loaded: Loaded,
    /// The strand of the last write, where it began, and at how many bytes.
    last_write: Option<(StrandEnd, u64)>,
    /// Where the next events go, once somebody asked.
    berth: Option<Berth>,
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

/// Makes the event that signs others, which were linked and not written yet; none where nobody signs.
pub type Countersign<'a> = &'a mut dyn FnMut(&[CharterEvent]) -> Option<CharterDraft>;

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
        let is_same = self.strand_files(id).is_ok_and(|it| it == loaded.files);
        let loaded = if is_same { loaded } else { self.peek(id)? };
        Ok(Transaction::new(self, loaded, held))
    }
}

impl<'a> Transaction<'a> {
    fn new(store: &'a Store, loaded: Loaded, held: Box<dyn Held>) -> Self {
        Self {
            store,
            id: loaded.charter_id.clone(),
            loaded,
            last_write: None,
            berth: None,
            _held: held,
        }
    }

    /// Gives the charter as it is under the lock.
    #[must_use]
    pub fn loaded(&self) -> &Loaded {
        &self.loaded
    }

    /// Gives the strand that the next events go into: no other working copy has one of that name.
    pub fn strand(&mut self) -> Result<StrandId, Failure> {
        Ok(match self.settle_berth()? {
            Berth::Behind(tail) => tail.end.strand,
            Berth::New(strand) => strand,
        })
    }

    fn settle_berth(&mut self) -> Result<Berth, Failure> {
        if let Some(berth) = &self.berth {
            return Ok(berth.clone());
        }
        let berth = self.store.berth(&self.id, &self.loaded)?;
        self.berth = Some(berth.clone());
        Ok(berth)
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
        self.append_all(expected, drafts, None)
    }

    /// Does the same, with an event behind them in the same write that signs them. Where nobody signs,
    /// nothing is written.
    pub fn append_signed(
        &mut self,
        expected: Head,
        drafts: &[CharterDraft],
        sign: Countersign<'_>,
    ) -> Result<Appended, Failure> {
        self.append_all(expected, drafts, Some(sign))
    }

    fn append_all(
        &mut self,
        expected: Head,
        drafts: &[CharterDraft],
        sign: Option<Countersign<'_>>,
    ) -> Result<Appended, Failure> {
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
        let berth = self.settle_berth()?;
        self.berth = None;
        let torn: Vec<StrandTail> =
            self.loaded.tails.values().filter(|it| it.torn.is_some()).cloned().collect();
        let mut aside = Vec::new();
        for StrandTail { end, torn, .. } in &torn {
            aside.extend(torn.clone().map(|it| self.save_tail(&end.strand, it)).transpose()?);
        }
        let adopted = self.loaded.adoption.take();
        if adopted.is_some() {
            self.save_remains()?;
        }
        let upkeep = adopted.into_iter().chain(aside);
        let upkeep =
            upkeep.filter_map(|body| first.clone().map(|first| CharterDraft { body, ..first }));
        let upkeep: Vec<Vec<CharterDraft>> = upkeep.map(|it| vec![it]).collect();
        let mut batches: Vec<&[CharterDraft]> = upkeep.iter().map(Vec::as_slice).collect();
        batches.push(drafts);
        let n_upkeep = upkeep.len();
        let mut events = self.append_here(berth, "", &batches, sign)?;
        self.cut_torn(&torn);
        self.drop_former_derived();
        Ok(Appended::Now(events.split_off(n_upkeep)))
    }

    /// Cuts off the torn ends of strands that are not written to any more, which were set aside. Where that
    /// fails, the next write does it.
    fn cut_torn(&mut self, torn: &[StrandTail]) {
        for StrandTail { end, n_bytes, .. } in torn {
            let Some(tail) = self.loaded.tails.get_mut(&end.strand) else { continue };
            let path = self.store.layout.strand(&self.id, &end.strand);
            if tail.torn.is_some() && self.store.disk.truncate(&path, *n_bytes).is_ok() {
                tail.torn = None;
            }
        }
        self.loaded.findings.retain(|it| it.kind != TORN_TAIL);
        self.loaded.files = self.store.strand_files(&self.id).unwrap_or_default();
    }

    /// Removes the derived files that the first format kept beside the documents: nothing derived is for git.
    /// Whatever is not this tool's own stays.
    fn drop_former_derived(&self) {
        for derived in Derived::ALL {
            let path = self.store.layout.former_derived(&self.id, derived);
            let is_ours =
                |bytes: Vec<u8>| derived.standing(&bytes, &self.loaded.state) != Standing::Edited;
            if self.store.disk.read(&path).is_ok_and(is_ours) {
                let _ = self.store.disk.remove_file(&path);
            }
        }
    }

    /// Keeps the derived files of an earlier tool, whose places ours take.
    fn save_remains(&self) -> Result<(), Failure> {
        for derived in Derived::ALL {
            let path = self.store.layout.former_derived(&self.id, derived);
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

    /// Writes batches of drafts, and lines that were linked before, with one write and one fsync; from its
    /// return on they have happened.
    pub(crate) fn append_here(
        &mut self,
        berth: Berth,
        carried: &str,
        batches: &[&[CharterDraft]],
        sign: Option<Countersign<'_>>,
    ) -> Result<Vec<CharterEvent>, Failure> {
        let StrandTail { end: start, n_bytes, torn } = match berth {
            Berth::Behind(tail) => tail,
            Berth::New(strand) => {
                StrandTail { end: StrandEnd::start(strand), n_bytes: 0, torn: None }
            }
        };
        let mut end = last_of(carried).map_or_else(|| start.clone(), |it| it.as_end());
        let mut after: Vec<Digest> = self.loaded.state.ends.clone();
        after.retain(|it| *it != end.id);
        let (mut events, mut lines) = (Vec::new(), carried.to_owned());
        for drafts in batches {
            let (sealed, text) = link(&end, &after, drafts);
            after.clear();
            end = sealed.last().map_or(end, CharterEvent::as_end);
            events.extend(sealed);
            lines.push_str(&text);
        }
        if let Some(sign) = sign {
            let n_signed = batches.last().map_or(0, |it| it.len());
            let signed = events.get(events.len() - n_signed..).unwrap_or_default();
            let signature = sign(signed).ok_or(Failure::NotSigned)?;
            let (sealed, text) = link(&end, &after, &[signature]);
            end = sealed.last().map_or(end, CharterEvent::as_end);
            events.extend(sealed);
            lines.push_str(&text);
        }
        let path = self.store.layout.strand(&self.id, &start.strand);
        check_size(&lines).map_err(Failure::io("write", &path))?;
        self.write_lines(&start, (n_bytes, torn.is_some()), lines.as_bytes())?;
        self.last_write = Some((start, n_bytes));
        for event in &events {
            self.loaded.state.apply(event);
        }
        let n_bytes = n_bytes + lines.len() as u64;
        let tail = StrandTail { end: end.clone(), n_bytes, torn: None };
        self.loaded.tails.insert(end.strand.clone(), tail);
        let _ = self.store.disk.mark(&path);
        self.store.remember_own(&self.id, &end);
        self.loaded.files = self.store.strand_files(&self.id).unwrap_or_default();
        derived::write(self.store, &self.id, &self.loaded);
        Ok(events)
    }

    /// Reads what was written last once more from the disk, and tells whether it is all there: an
    /// answer is not acknowledged before that.
    pub fn check_written(&self) -> Result<(), Failure> {
        let Some((start, offset)) = self.last_write.clone() else { return Ok(()) };
        let expected = self.loaded.tails.get(&start.strand).map(|it| it.end.clone());
        let mut strand = StrandOnDisk::new(self.store, &self.id, start, offset);
        while strand.next_event()?.is_some() {}
        if Some(strand.at()) == expected.as_ref() {
            return Ok(());
        }
        let (expected, found) = (self.loaded.state.head(), strand.at());
        Err(Failure::Conflict { expected, found: Head { seq: found.seq, hash: found.id } })
    }

    /// Looks at what was written since the head that drafts were decided for. The same drafts, said by the
    /// same actor at the same time, are a retry.
    fn look_behind(&self, expected: Head, drafts: &[CharterDraft]) -> Result<BehindHead, Failure> {
        // Any more than these drafts and what was set aside before them is somebody else's.
        let mut there = Vec::new();
        for entry in self.store.log(&self.id)? {
            let entry = entry?;
            if entry.number > expected.seq && !is_set_aside(&entry) {
                there.push(entry);
            }
            if there.len() > drafts.len() {
                break;
            }
        }
        let is_same = |(draft, entry): (&CharterDraft, &LogEntry)| {
            let event = &entry.event;
            let said = Payload::Known(draft.body.clone());
            event.ts == draft.ts && event.actor == draft.actor && event.payload == said
        };
        let found = there.len() == drafts.len() && drafts.iter().zip(&there).all(is_same);
        Ok(match (there.is_empty(), found) {
            (true, _) => BehindHead::Upkeep,
            (false, true) => BehindHead::TheseDrafts,
            (false, false) => BehindHead::Others,
        })
    }

    /// A writer that does not lock would show as another fingerprint.
    fn check_untouched(&self, expected: Head) -> Result<(), Failure> {
        if self.store.strand_files(&self.id)? == self.loaded.files {
            return Ok(());
        }
        let found = self.store.peek(&self.id)?.state.head();
        Err(Failure::Conflict { expected, found })
    }

    /// Copies the torn end of a strand to a file of its own; the strand stays as it is until the next
    /// append.
    pub(crate) fn save_tail(
        &self,
        strand: &StrandId,
        range: Range<u64>,
    ) -> Result<EventBody, Failure> {
        let path = self.store.layout.strand(&self.id, strand);
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

    /// Writes lines behind the last event of a strand, in the place of a torn end; where that fails, the
    /// strand gets back what it held.
    fn write_lines(
        &self,
        start: &StrandEnd,
        (n_bytes, is_torn): (u64, bool),
        lines: &[u8],
    ) -> Result<(), Failure> {
        let disk = &self.store.disk;
        let path = self.store.layout.strand(&self.id, &start.strand);
        let dir = self.store.layout.strands(&self.id);
        let is_new = n_bytes == 0 && !is_torn;
        if is_new {
            self.store.create_dirs(&dir)?;
        }
        let mut torn = Vec::new();
        if is_torn {
            torn = disk.read_from(&path, n_bytes).map_err(Failure::io("read", &path))?;
            disk.truncate(&path, n_bytes).map_err(Failure::io("cut", &path))?;
        }
        let mut written = disk.append(&path, lines).and_then(|()| disk.sync(&path));
        if is_new {
            written = written.and_then(|()| disk.sync_dir(&dir));
        }
        written.map_err(|err| {
            // Nobody was told of these bytes; where they cannot be cut off they are a torn end.
            let cut = disk.truncate(&path, n_bytes);
            let _ =
                cut.and_then(|()| if torn.is_empty() { Ok(()) } else { disk.append(&path, &torn) });
            if is_new {
                let _ = disk.remove_file(&path);
            }
            Failure::io("write", &path)(err)
        })
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

/// Gives the last event of lines that were linked before.
fn last_of(lines: &str) -> Option<CharterEvent> {
    let line = lines.lines().last()?;
    charter_kernel::event::parse_line(line.as_bytes()).ok()
}
