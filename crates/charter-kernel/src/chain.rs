//! The chain of events in a strand's bytes: what counts, where it ends, what is wrong with it.
//!
//! Owns the rules of a valid strand. Must not know files. Two ways to end that are not the end:
//! *torn* (a write was cut off, so what is there was never acknowledged) and *broken* (something
//! that was acknowledged is gone or was changed). A ledger of any length is read with the memory of
//! one write: whoever has its bytes gives them piece by piece.

mod lines;

use crate::CharterId;
use crate::earlier::{EarlierLines, Prefix};
use crate::event::{Event, EventSum, LineProblem, Payload, parse_line};
use crate::finding::{
    CHAIN_GAP, FOREIGN_LINE, Finding, FindingKind, HASH_MISMATCH, TORN_TAIL, UNKNOWN_EVENT,
};
use crate::strand::{StrandEnd, StrandId};
use lines::{LedgerPiece, Lines};
use std::collections::VecDeque;
use std::ops::Range;

pub const DERIVED_FILES: [&str; 3] = ["state.json", "criterion-state.json", "interview.json"];

/// The most bytes of one line of a ledger: more is not written, and what is longer is no event.
pub const LINE_BYTES_MAX: usize = 8 * 1024 * 1024;

/// The most bytes of one write: its events are held together until the last of them is there.
pub const WRITE_BYTES_MAX: usize = 64 * 1024 * 1024;

/// How many bytes of a slice are read at a time.
const PIECE_BYTES: usize = 64 * 1024;

/// How a ledger ends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ending {
    /// Every byte belongs to an event.
    Whole,
    /// The bytes of this range were cut off while they were written.
    Torn(Range<usize>),
    /// The chain does not hold from here on.
    Broken(Break),
}

/// The first place where a chain does not hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Break {
    pub kind: FindingKind,
    /// The line, from 1, where reading began at the start.
    pub line: usize,
    pub message: String,
}

impl Ending {
    /// Gives the finding that names it, or none for a whole strand.
    #[must_use]
    pub fn finding(&self, strand: &StrandId) -> Option<Finding> {
        match self {
            Self::Whole => None,
            Self::Torn(range) => Some(Finding::new(
                TORN_TAIL,
                strand.file(),
                format!(
                    "the last {} bytes were cut off while they were written; they were never \
                     acknowledged and the next write sets them aside",
                    range.len()
                ),
            )),
            Self::Broken(place) => Some(
                Finding::new(place.kind, strand.file(), place.message.clone()).on_line(place.line),
            ),
        }
    }
}

/// An event and its line, without the line's end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Linked<B> {
    pub event: Event<B>,
    /// The line, as it is in the ledger.
    pub line: Vec<u8>,
}

/// Reads a ledger whose bytes come piece by piece.
///
/// The events of one write come out together or not at all. After the last event,
/// [`Chain::ending`] says how the ledger ends.
#[derive(Debug)]
pub struct Chain<B> {
    lines: Lines,
    phase: ChainPhase,
    prefix: Prefix,
    charter_id: Option<CharterId>,
    /// The end as of the events that were read, those of an unfinished write among them.
    at: StrandEnd,
    /// Where the last complete write ends.
    end: usize,
    /// The events of a write that is not whole yet.
    write: Vec<Linked<B>>,
    ready: VecDeque<Linked<B>>,
    ending: Option<Ending>,
}

/// What is being read.
#[derive(Debug)]
enum ChainPhase {
    /// Lines of an earlier tool, which the first event took over.
    Earlier,
    Events,
    /// What stands behind a line that does not hold, until it is clear what that is.
    Behind(Behind),
}

/// A line that does not hold, and what is looked for behind it.
#[derive(Debug)]
struct Behind {
    place: Break,
    look: LookFor,
}

/// What decides how a ledger ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum LookFor {
    Nothing,
    /// Any line: a block of zeros at the very end is what some file systems leave of a write that was
    /// cut off; with anything behind it, it is a change to what was there.
    AnyLine,
    /// The event with this number, which another stands in the place of.
    Event(u64, u64),
}

/// Why a line does not hold.
struct LineFlaw {
    kind: FindingKind,
    message: String,
    look: LookFor,
}

impl<B: EventSum> Chain<B> {
    /// Reads from the start of a strand, or from behind a known event. The lines of an earlier tool
    /// at the start of strand zero are passed over: the first event says what they were.
    #[must_use]
    pub fn new(at: StrandEnd) -> Self {
        let is_earlier = at.seq == 0 && at.strand.is_zero();
        Self {
            lines: Lines::default(),
            phase: if is_earlier { ChainPhase::Earlier } else { ChainPhase::Events },
            prefix: Prefix::default(),
            charter_id: None,
            at,
            end: 0,
            write: Vec::new(),
            ready: VecDeque::new(),
            ending: None,
        }
    }

    pub fn feed(&mut self, bytes: &[u8]) {
        self.lines.feed(bytes);
    }

    /// Says that there are no more bytes.
    pub fn finish(&mut self) {
        self.lines.finish();
    }

    /// Tells whether more bytes could say anything.
    #[must_use]
    pub fn wants_more(&self) -> bool {
        self.ending.is_none() && !self.lines.is_over()
    }

    /// Gives the next event; none where more bytes are wanted, or nothing is left.
    pub fn next_event(&mut self) -> Option<Linked<B>> {
        while self.ready.is_empty() && self.ending.is_none() && self.advance() {}
        self.ready.pop_front()
    }

    /// Gives how many bytes the complete writes take.
    #[must_use]
    pub fn end(&self) -> usize {
        self.end
    }

    /// Gives the lines of an earlier tool at the start.
    #[must_use]
    pub fn earlier(&self) -> EarlierLines {
        self.prefix.lines()
    }

    /// Says how the ledger ends, once every event came out.
    #[must_use]
    pub fn ending(self) -> Ending {
        self.ending.unwrap_or(Ending::Whole)
    }

    /// Reads one line; tells whether there was enough to read.
    fn advance(&mut self) -> bool {
        let piece = self.lines.next();
        if piece == LedgerPiece::Wanting {
            return false;
        }
        if let ChainPhase::Behind(behind) = &self.phase {
            self.ending = look_behind::<B>(behind, &piece, self.end, self.lines.offset);
            return true;
        }
        match piece {
            LedgerPiece::Line(line) => self.take(line),
            LedgerPiece::Last(rest) => self.take_last(&rest),
            LedgerPiece::TooLong => {
                let message =
                    format!("this line is not an event: it is longer than {LINE_BYTES_MAX} bytes");
                let kind = FOREIGN_LINE;
                self.ending =
                    Some(Ending::Broken(Break { kind, line: self.lines.n_begun(), message }));
            }
            LedgerPiece::Wanting => {}
        }
        true
    }

    fn take(&mut self, line: Vec<u8>) {
        if matches!(self.phase, ChainPhase::Earlier) {
            if self.prefix.take(&line, true) {
                self.end = self.lines.offset;
                return;
            }
            self.phase = ChainPhase::Events;
        }
        match self.check(&line) {
            Ok(event) => {
                self.at = event.as_end();
                let is_last = event.part.is_none_or(|part| part.number == part.of);
                self.write.push(Linked { event, line });
                if is_last {
                    self.ready.extend(self.write.drain(..));
                    self.end = self.lines.offset;
                }
            }
            Err(flaw) => {
                let look = if line.contains(&0) { LookFor::AnyLine } else { flaw.look };
                let place =
                    Break { kind: flaw.kind, line: self.lines.n_lines, message: flaw.message };
                if look == LookFor::Nothing {
                    self.ending = Some(Ending::Broken(place));
                } else {
                    self.phase = ChainPhase::Behind(Behind { place, look });
                }
            }
        }
    }

    /// What stands behind the last line was cut off, unless an earlier tool wrote it.
    fn take_last(&mut self, rest: &[u8]) {
        let is_theirs = matches!(self.phase, ChainPhase::Earlier) && self.prefix.take(rest, false);
        let end = self.lines.offset + rest.len();
        if is_theirs {
            self.end = end;
        }
        self.ending = Some(if end == self.end {
            Ending::Whole
        } else {
            torn(self.end..end, self.lines.n_lines + 1)
        });
    }

    fn check(&mut self, line: &[u8]) -> Result<Event<B>, LineFlaw> {
        let flaw = |kind, message: String| LineFlaw { kind, message, look: LookFor::Nothing };
        let event = parse_line(line).map_err(|problem| match problem {
            LineProblem::NotAnEvent(reason) => {
                flaw(FOREIGN_LINE, format!("this line is not an event: {reason}"))
            }
            LineProblem::Hash { .. } => flaw(
                HASH_MISMATCH,
                format!("this event was changed after it was written: {problem}"),
            ),
        })?;
        let gap = |message: String| Err(flaw(CHAIN_GAP, message));
        if event.strand != self.at.strand {
            return gap(format!("event {} belongs to {}", event.seq, event.strand.file()));
        }
        let expected = self.at.seq + 1;
        if event.seq < expected {
            let before = self.at.seq;
            return gap(format!("event {} stands a second time, after event {before}", event.seq));
        }
        if event.seq > expected {
            let look = LookFor::Event(expected, event.seq);
            return Err(LineFlaw { kind: CHAIN_GAP, message: String::new(), look });
        }
        if event.prev != self.at.id {
            return gap(format!("event {} does not follow the event before it", event.seq));
        }
        let (number, of) = event.part.map_or((1, 1), |part| (part.number, part.of));
        let before = self.write.last().and_then(|it| it.event.part);
        if (number, of) != before.map_or((1, of), |it| (it.number + 1, it.of)) {
            return gap(format!(
                "event {} is part {number} of a write that is not whole",
                event.seq
            ));
        }
        if self.lines.offset - self.end > WRITE_BYTES_MAX {
            return gap(format!(
                "event {} is part of a write of more than {WRITE_BYTES_MAX} bytes",
                event.seq
            ));
        }
        if event.seq == 1 && self.end > 0 && !adopts(&event, &self.prefix) {
            let message = "the lines before the first event are not what it took over".to_owned();
            return Err(flaw(FOREIGN_LINE, message));
        }
        let id = self.charter_id.get_or_insert_with(|| event.charter_id.clone());
        if *id != event.charter_id {
            return gap(format!("event {} belongs to `{}`", event.seq, event.charter_id));
        }
        Ok(event)
    }
}

/// Says how a ledger ends whose line does not hold, by what stands behind that; none where more has to
/// be seen.
fn look_behind<B: EventSum>(
    behind: &Behind,
    piece: &LedgerPiece,
    end: usize,
    offset: usize,
) -> Option<Ending> {
    let broken = |message: String| Some(Ending::Broken(Break { message, ..behind.place.clone() }));
    match (behind.look, piece) {
        (_, LedgerPiece::Wanting) => None,
        (LookFor::AnyLine, LedgerPiece::Last(rest)) => {
            Some(torn(end..offset + rest.len(), behind.place.line))
        }
        (LookFor::AnyLine | LookFor::Nothing, _) => broken(behind.place.message.clone()),
        (LookFor::Event(expected, found), LedgerPiece::Line(line) | LedgerPiece::Last(line)) => {
            let is_it = parse_line::<B>(line).is_ok_and(|it| it.seq == expected);
            let is_over = matches!(piece, LedgerPiece::Last(_));
            (is_it || is_over).then(|| broken(gap_text(expected, found, is_it))).flatten()
        }
        (LookFor::Event(..), LedgerPiece::TooLong) => None,
    }
}

fn gap_text(expected: u64, found: u64, is_later: bool) -> String {
    if is_later {
        return format!("event {found} stands where event {expected} belongs, which comes later");
    }
    let n_gone = found - expected;
    let are = if n_gone == 1 { "event is" } else { "events are" };
    format!("event {found} follows event {}: {n_gone} {are} gone", expected - 1)
}

/// An end that was cut off is no longer than a write can be.
fn torn(range: Range<usize>, line: usize) -> Ending {
    if range.len() <= WRITE_BYTES_MAX {
        return Ending::Torn(range);
    }
    let message =
        format!("what stands here is no event, and longer than any write: {} bytes", range.len());
    Ending::Broken(Break { kind: FOREIGN_LINE, line, message })
}

/// Tells whether an event took over these lines of an earlier tool.
fn adopts<B: EventSum>(event: &Event<B>, prefix: &Prefix) -> bool {
    let Payload::Known(body) = &event.payload else { return false };
    body.took_over().is_some_and(|it| prefix.is(it))
}

/// Reads the events of a ledger whose bytes are at hand.
#[derive(Debug)]
pub struct Reader<'a, B> {
    rest: &'a [u8],
    chain: Chain<B>,
}

impl<'a, B: EventSum> Reader<'a, B> {
    /// Reads from the start of a strand, or from behind a known event.
    #[must_use]
    pub fn new(bytes: &'a [u8], at: StrandEnd) -> Self {
        Self { rest: bytes, chain: Chain::new(at) }
    }

    /// Gives how many bytes the complete writes take.
    #[must_use]
    pub fn end(&self) -> usize {
        self.chain.end()
    }

    /// Says how the ledger ends, once every event came out.
    #[must_use]
    pub fn ending(self) -> Ending {
        self.chain.ending()
    }
}

impl<B: EventSum> Iterator for Reader<'_, B> {
    type Item = Event<B>;

    fn next(&mut self) -> Option<Event<B>> {
        loop {
            if let Some(linked) = self.chain.next_event() {
                return Some(linked.event);
            }
            if !self.chain.wants_more() {
                return None;
            }
            let (piece, rest) = self.rest.split_at(self.rest.len().min(PIECE_BYTES));
            self.rest = rest;
            if piece.is_empty() {
                self.chain.finish();
            } else {
                self.chain.feed(piece);
            }
        }
    }
}

/// Gives the finding about an event that this version does not know.
#[must_use]
pub fn unknown_event<B>(event: &Event<B>) -> Option<Finding> {
    match &event.payload {
        Payload::Known(_) => None,
        Payload::Unknown(kind) => {
            let message =
                format!("event {} is a `{kind}`, which this version does not know", event.seq);
            // One event is one line, and the first event is the first line.
            let line = usize::try_from(event.seq).unwrap_or(usize::MAX);
            Some(Finding::new(UNKNOWN_EVENT, event.strand.file(), message).on_line(line))
        }
    }
}
