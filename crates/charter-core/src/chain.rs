//! The chain of events in a ledger's bytes: what counts, where it ends, what is wrong with it.
//!
//! Owns the rules of a valid ledger. Must not know files. Two ways to end that are not the end:
//! *torn* (a write was cut off, so what is there was never acknowledged) and *broken* (something
//! that was acknowledged is gone or was changed).

use crate::event::{Event, EventBody, Head, LineProblem, Payload, parse_line};
use crate::finding::{Finding, FindingKind};
use crate::{CharterId, Digest, legacy};
use std::collections::VecDeque;
use std::ops::Range;

/// The file that a ledger is in.
pub const LEDGER_FILE: &str = "events.jsonl";

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
    /// What is wrong.
    pub kind: FindingKind,
    /// The line, from 1, where reading began at the start.
    pub line: usize,
    /// What is wrong, in words.
    pub message: String,
}

impl Ending {
    /// Gives the finding that names it, or none for a whole ledger.
    #[must_use]
    pub fn finding(&self) -> Option<Finding> {
        match self {
            Self::Whole => None,
            Self::Torn(range) => Some(Finding::new(
                FindingKind::TornTail,
                LEDGER_FILE,
                format!(
                    "the last {} bytes were cut off while they were written; they were never \
                     acknowledged and the next write sets them aside",
                    range.len()
                ),
            )),
            Self::Broken(place) => Some(
                Finding::new(place.kind, LEDGER_FILE, place.message.clone()).on_line(place.line),
            ),
        }
    }
}

/// Reads the events of a ledger one after another.
///
/// The events of one write come out together or not at all. After the last event,
/// [`Reader::ending`] says how the ledger ends.
#[derive(Debug)]
pub struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
    line: usize,
    charter_id: Option<CharterId>,
    /// The head as of the events that came out or wait to.
    head: Head,
    /// Where the last complete write ends.
    end: usize,
    ready: VecDeque<Event>,
    ending: Option<Ending>,
}

impl<'a> Reader<'a> {
    /// Reads from the start of a ledger, or from behind a known head. The lines of an earlier tool
    /// at the start are passed over: the first event says what they were.
    #[must_use]
    pub fn new(bytes: &'a [u8], head: Head) -> Self {
        let at = if head == Head::START { legacy::prefix_len(bytes) } else { 0 };
        let before = bytes.get(..at).unwrap_or_default();
        Self {
            bytes,
            at,
            line: before.iter().filter(|it| **it == b'\n').count() + 1,
            charter_id: None,
            head,
            end: at,
            ready: VecDeque::new(),
            ending: None,
        }
    }

    /// Gives how many bytes the complete writes take.
    #[must_use]
    pub fn end(&self) -> usize {
        self.end
    }

    /// Says how the ledger ends, once every event came out.
    #[must_use]
    pub fn ending(self) -> Ending {
        self.ending.unwrap_or(Ending::Whole)
    }

    /// Reads one whole write: one event, or as many as belong together.
    fn read_write(&mut self) {
        let mut events: Vec<Event> = Vec::new();
        let (mut at, mut line, mut head) = (self.at, self.line, self.head);
        loop {
            let rest = self.bytes.get(at..).unwrap_or_default();
            let Some(len) = rest.iter().position(|byte| *byte == b'\n') else {
                let torn = !rest.is_empty() || !events.is_empty();
                self.ending = Some(if torn {
                    Ending::Torn(self.at..self.bytes.len())
                } else {
                    Ending::Whole
                });
                return;
            };
            match self.check(rest.get(..len).unwrap_or_default(), head, events.last()) {
                Ok(event) => {
                    head = Head { seq: event.seq, hash: event.hash };
                    at += len + 1;
                    line += 1;
                    let is_last = event.part.is_none_or(|part| part.number == part.of);
                    events.push(event);
                    if is_last {
                        break;
                    }
                }
                Err((kind, message)) => {
                    self.stop(kind, message, at, line);
                    return;
                }
            }
        }
        (self.at, self.line, self.head, self.end) = (at, line, head, at);
        self.ready.extend(events);
    }

    fn check(
        &mut self,
        line: &[u8],
        head: Head,
        before: Option<&Event>,
    ) -> Result<Event, (FindingKind, String)> {
        let event = parse_line(line).map_err(|problem| match problem {
            LineProblem::NotAnEvent(reason) => {
                (FindingKind::ForeignLine, format!("this line is not an event: {reason}"))
            }
            LineProblem::Hash { .. } => (
                FindingKind::HashMismatch,
                format!("this event was changed after it was written: {problem}"),
            ),
        })?;
        let gap = |message: String| Err((FindingKind::ChainGap, message));
        if event.seq != head.seq + 1 {
            return gap(self.describe_gap(head.seq + 1, event.seq));
        }
        if event.prev != head.hash {
            return gap(format!("event {} does not follow the event before it", event.seq));
        }
        let (number, of) = event.part.map_or((1, 1), |part| (part.number, part.of));
        let expected = before.and_then(|it| it.part).map_or((1, of), |it| (it.number + 1, it.of));
        if (number, of) != expected {
            return gap(format!(
                "event {} is part {number} of a write that is not whole",
                event.seq
            ));
        }
        if event.seq == 1 && self.at > 0 && !adopts(&event, self.bytes.get(..self.at)) {
            let message = "the lines before the first event are not what it took over".to_owned();
            return Err((FindingKind::ForeignLine, message));
        }
        let id = self.charter_id.get_or_insert_with(|| event.charter_id.clone());
        if *id != event.charter_id {
            return gap(format!("event {} belongs to `{}`", event.seq, event.charter_id));
        }
        Ok(event)
    }

    fn describe_gap(&self, expected: u64, found: u64) -> String {
        if found < expected {
            return format!("event {found} stands a second time, after event {}", expected - 1);
        }
        let later = self.bytes.get(self.at..).unwrap_or_default().split(|byte| *byte == b'\n');
        let moved = later.filter_map(|line| parse_line(line).ok()).any(|it| it.seq == expected);
        if moved {
            format!("event {found} stands where event {expected} belongs, which comes later")
        } else {
            let n_gone = found - expected;
            let are = if n_gone == 1 { "event is" } else { "events are" };
            format!("event {found} follows event {}: {n_gone} {are} gone", expected - 1)
        }
    }

    /// A block of zeros at the very end is what some file systems leave of a write that was cut
    /// off. With anything behind it, it is a change to what was there.
    fn stop(&mut self, kind: FindingKind, message: String, at: usize, line: usize) {
        let rest = self.bytes.get(at..).unwrap_or_default();
        let mut lines = rest.splitn(2, |byte| *byte == b'\n');
        let is_zeros = lines.next().is_some_and(|it| it.contains(&0));
        let has_more = lines.next().is_some_and(|behind| behind.contains(&b'\n'));
        self.ending = Some(if is_zeros && !has_more {
            Ending::Torn(self.at..self.bytes.len())
        } else {
            Ending::Broken(Break { kind, line, message })
        });
    }
}

/// Tells whether an event took over these lines of an earlier tool.
fn adopts(event: &Event, lines: Option<&[u8]>) -> bool {
    let Payload::Known(EventBody::Adopted(adoptee)) = &event.payload else { return false };
    // A last line without an end got one.
    let is_same = |it: &[u8]| {
        let ended = it.strip_suffix(b"\n").is_some_and(|it| Digest::of(it) == adoptee.ledger);
        Digest::of(it) == adoptee.ledger || ended
    };
    lines.is_some_and(is_same)
}

impl Iterator for Reader<'_> {
    type Item = Event;

    fn next(&mut self) -> Option<Event> {
        if self.ready.is_empty() && self.ending.is_none() {
            self.read_write();
        }
        self.ready.pop_front()
    }
}

/// Gives the finding about an event that this version does not know.
#[must_use]
pub fn unknown_event(event: &Event) -> Option<Finding> {
    match &event.payload {
        Payload::Known(_) => None,
        Payload::Unknown(kind) => {
            let message =
                format!("event {} is a `{kind}`, which this version does not know", event.seq);
            // One event is one line, and the first event is the first line.
            let line = usize::try_from(event.seq).unwrap_or(usize::MAX);
            Some(Finding::new(FindingKind::UnknownEvent, LEDGER_FILE, message).on_line(line))
        }
    }
}
