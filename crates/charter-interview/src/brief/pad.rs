//! The scratch pad: a running interview as a section of charter.md.
//!
//! Owns its form, which people read while the interview runs:
//!
//! ```text
//! ## Scratch Pad
//!
//! <!-- Interview state - will be removed upon completion -->
//! <!-- Mode: CREATE -->
//! <!-- Started: 2026-11-16T09:12:04Z -->
//!
//! ### Q1: Brain Dump
//! **Asked**: what it is about
//! **Answer**: what was said
//!
//! <!-- End scratch pad -->
//! ```
//!
//! Must not know what is asked next.

use crate::brief::ODD_PAD;
use charter_kernel::markdown::{Outline, Source, Span, Splice, words};
use charter_kernel::{Finding, Timestamp};

const HEADING: &str = "Scratch Pad";

/// What stands at the end of a pad.
const TERMINATOR: &str = "<!-- End scratch pad -->";

/// What a pad says about a document whose last line had no end: it gets that back.
const LAST_LINE_OPEN: &str = "<!-- The line before had no end -->";

/// How an interview was started.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// A charter without content.
    Create,
    /// A charter that has some.
    Update,
    /// Whatever was begun.
    Resume,
}

impl Mode {
    /// Gives the word in a pad and on the command line.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Create => "CREATE",
            Self::Update => "UPDATE",
            Self::Resume => "RESUME",
        }
    }

    /// Reads the word, in any case.
    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        let all = [Self::Create, Self::Update, Self::Resume];
        all.into_iter().find(|it| it.word().eq_ignore_ascii_case(word))
    }
}

/// What came of a question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reply {
    /// It was asked and answered.
    Answered { asked: String, answer: String },
    /// It was not asked, with the reason.
    Skipped(String),
}

/// One question of an interview.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    pub number: u64,
    /// What it is about, in words.
    pub topic: String,
    pub reply: Reply,
}

impl Entry {
    #[must_use]
    pub fn answer(&self) -> Option<&str> {
        match &self.reply {
            Reply::Answered { answer, .. } => Some(answer),
            Reply::Skipped(_) => None,
        }
    }
}

/// A pad as it stands in a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pad {
    /// The mode that it was started in, where it says so.
    pub mode: Option<Mode>,
    /// When it was started, where it says so.
    pub started: Option<Timestamp>,
    /// The questions, in their order in the document.
    pub entries: Vec<Entry>,
    /// Every pad in the document, from its heading to behind its terminator.
    pub spans: Vec<Span>,
    /// Where each entry stands, from its heading to the next.
    places: Vec<Span>,
    /// Where the next entry goes, and whether the terminator is there.
    insertion: Insertion,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Insertion {
    BeforeTerminator(usize),
    AtEnd(usize),
}

impl Pad {
    /// Finds the pad of a document; what is odd in it comes back as findings.
    #[must_use]
    pub fn find(source: &Source, outline: &Outline) -> Option<(Self, Vec<Finding>)> {
        let is_pad = |title: &str| title == HEADING;
        let mut headings = outline.headings.iter().filter(|it| it.level == 2 && is_pad(&it.title));
        let first = headings.next()?;
        let mut findings = Vec::new();
        let (body, insertion) = pad_body(source, first.body);
        let mut spans = vec![Span::new(first.span.start, pad_end(source, first.body))];
        for other in headings {
            spans.push(Span::new(other.span.start, pad_end(source, other.body)));
            findings.push(odd(source, other.span.start, "a second scratch pad; the first counts"));
        }
        let mode = metadata(source.slice(body), "Mode").and_then(Mode::parse);
        let started = metadata(source.slice(body), "Started");
        let started = started.and_then(|it| Timestamp::parse(it).ok());
        let (mut entries, mut places) = (Vec::new(), Vec::new());
        for (place, block) in blocks(source, outline, body) {
            match parse_entry(&block) {
                Ok((entry, note)) => {
                    findings.extend(note.map(|it| odd(source, place.start, it)));
                    entries.push(entry);
                    places.push(place);
                }
                Err(reason) => findings.push(odd(source, place.start, reason)),
            }
        }
        Some((Self { mode, started, entries, spans, places, insertion }, findings))
    }

    /// Gives the highest number of a question, or 0.
    #[must_use]
    pub fn last_number(&self) -> u64 {
        self.entries.iter().map(|it| it.number).max().unwrap_or(0)
    }

    /// Gives the splice that adds an entry at the end of the pad.
    #[must_use]
    pub fn add(&self, source: &Source, entry: &Entry) -> Splice {
        let newline = source.newline();
        let text = render_entry(entry);
        let (at, text) = match self.insertion {
            Insertion::BeforeTerminator(at) => (at, format!("{text}\n")),
            Insertion::AtEnd(at) => {
                let before = source.slice(Span::new(0, at));
                let gap = if before.ends_with("\n\n") || before.ends_with("\r\n\r\n") {
                    ""
                } else if before.ends_with('\n') {
                    "\n"
                } else {
                    "\n\n"
                };
                (at, format!("{gap}{text}\n{TERMINATOR}\n"))
            }
        };
        Splice { span: Span::new(at, at), text: with_newlines(&text, newline) }
    }

    /// Gives the splice that puts another entry in the place of one, or takes it out.
    #[must_use]
    pub fn replace(&self, source: &Source, idx: usize, entry: Option<&Entry>) -> Option<Splice> {
        let text = entry.map_or_else(String::new, |it| format!("{}\n", render_entry(it)));
        let text = with_newlines(&text, source.newline());
        Some(Splice { span: *self.places.get(idx)?, text })
    }

    /// Gives how many bytes before a pad were put there with it: the blank line, and the end of a
    /// last line that had none.
    #[must_use]
    pub fn lead_of(&self, source: &Source, pad: Span) -> usize {
        let before = source.slice(Span::new(0, pad.start));
        let was_open = source.slice(pad).contains(LAST_LINE_OPEN);
        let mut rest = before;
        for _ in 0..if was_open { 2 } else { 1 } {
            let Some(shorter) = rest.strip_suffix('\n') else { break };
            rest = shorter.strip_suffix('\r').unwrap_or(shorter);
        }
        before.len() - rest.len()
    }

    /// Gives the splice that puts an empty pad at the end of a document.
    #[must_use]
    pub fn start(source: &Source, mode: Mode, started: Timestamp) -> Splice {
        let end = source.text().len();
        let text = source.text();
        let gap = if text.is_empty() || text == "\u{feff}" {
            ""
        } else if text.ends_with('\n') {
            "\n"
        } else {
            "\n\n"
        };
        let note = if gap.len() == 2 { format!("{LAST_LINE_OPEN}\n") } else { String::new() };
        let head = format!(
            "{gap}## {HEADING}\n\n<!-- Interview state - will be removed upon completion -->\n\
             <!-- Mode: {} -->\n<!-- Started: {started} -->\n{note}\n{TERMINATOR}\n",
            mode.word()
        );
        Splice { span: Span::new(end, end), text: with_newlines(&head, source.newline()) }
    }
}

fn with_newlines(text: &str, newline: &str) -> String {
    if newline == "\n" { text.to_owned() } else { text.replace('\n', newline) }
}

/// Gives where a pad's entries end and where the next one goes.
fn pad_body(source: &Source, body: Span) -> (Span, Insertion) {
    match source.slice(body).find(TERMINATOR) {
        Some(found) => {
            let at = body.start + found;
            (Span::new(body.start, at), Insertion::BeforeTerminator(at))
        }
        None => {
            let text = source.slice(body);
            let at = body.start + text.trim_end().len();
            let line_end = source.text().get(at..).and_then(|rest| rest.find('\n'));
            let end = line_end.map_or(body.end, |idx| (at + idx + 1).min(body.end));
            (body, Insertion::AtEnd(end))
        }
    }
}

/// Gives the end of a pad: behind its terminator's line, or the end of its section.
fn pad_end(source: &Source, body: Span) -> usize {
    let Some(found) = source.slice(body).find(TERMINATOR) else { return body.end };
    let behind = body.start + found + TERMINATOR.len();
    let rest = source.text().get(behind..body.end).unwrap_or_default();
    match rest.find('\n') {
        Some(idx) if rest.get(..idx).is_some_and(|it| it.trim().is_empty()) => behind + idx + 1,
        None if rest.trim().is_empty() => body.end,
        _ => behind,
    }
}

fn metadata<'a>(pad: &'a str, key: &str) -> Option<&'a str> {
    pad.lines().find_map(|line| {
        let inner = line.trim().strip_prefix("<!--")?.strip_suffix("-->")?.trim();
        let (found, value) = inner.split_once(':')?;
        (found.trim() == key).then_some(value.trim())
    })
}

/// An entry as lines of text: its heading and what stands under it.
struct Block {
    title: String,
    text: String,
}

/// Splits a pad into its entries: a level-3 heading `Q<number>: topic` starts one.
fn blocks(source: &Source, outline: &Outline, body: Span) -> Vec<(Span, Block)> {
    let within = outline.headings.iter().filter(|it| body.contains(it.span));
    let headings: Vec<_> = within.filter(|it| it.level == 3).collect();
    let ends = headings.iter().skip(1).map(|it| it.span.start).chain([body.end]);
    let is_question = |title: &str| question_number(title).is_some();
    headings
        .iter()
        .zip(ends)
        .filter(|(heading, _)| is_question(&heading.title))
        .map(|(heading, end)| {
            let text = source.slice(Span::new(heading.span.end, end)).to_owned();
            let title = source.slice(heading.span).trim().trim_start_matches('#').trim().to_owned();
            (Span::new(heading.span.start, end), Block { title, text })
        })
        .collect()
}

/// Reads the number of `Q3: Scope: v1`; the topic is everything behind the first colon.
fn question_number(title: &str) -> Option<(u64, &str)> {
    let (number, topic) = title.strip_prefix('Q')?.split_once(':')?;
    let plain = !number.is_empty() && number.bytes().all(|it| it.is_ascii_digit());
    Some((number.parse().ok().filter(|_| plain)?, topic.trim()))
}

fn parse_entry(block: &Block) -> Result<(Entry, Option<&'static str>), &'static str> {
    let Some((number, topic)) = question_number(&block.title) else {
        return Err("this is no question");
    };
    let fields = fields(&block.text);
    let field = |mark: &str| {
        let found = fields.iter().find(|(it, _)| *it == mark).map(|(_, text)| words::parse(text));
        found.filter(|it| !it.is_empty())
    };
    let topic = words::parse(topic);
    match (field("**Asked**"), field("**Answer**"), field("**Skipped**")) {
        (Some(asked), Some(answer), skipped) => {
            let note = skipped.map(|_| "a question with an answer and a skip; the answer counts");
            Ok((Entry { number, topic, reply: Reply::Answered { asked, answer } }, note))
        }
        (_, _, Some(reason)) => Ok((Entry { number, topic, reply: Reply::Skipped(reason) }, None)),
        (_, _, None) => Err("a question without an answer; it does not count"),
    }
}

/// Splits the text of an entry at its field marks.
fn fields(text: &str) -> Vec<(&'static str, String)> {
    let mut fields: Vec<(&'static str, String)> = Vec::new();
    for line in text.split_inclusive('\n') {
        let opened = words::MARKS.iter().find_map(|mark| {
            let rest = line.strip_prefix(mark)?.trim_start_matches([' ', '\t']);
            Some((*mark, rest.strip_prefix(':')?))
        });
        match (opened, fields.last_mut()) {
            (Some((mark, rest)), _) => fields.push((mark, rest.to_owned())),
            (None, Some((_, text))) => text.push_str(line),
            (None, None) => {}
        }
    }
    fields
}

fn render_entry(entry: &Entry) -> String {
    let topic = words::render(&entry.topic).replace('\n', "&#10;");
    let head = format!("### Q{}: {topic}\n", entry.number);
    match &entry.reply {
        Reply::Answered { asked, answer } => {
            let (asked, answer) = (words::render(asked), words::render(answer));
            format!("{head}**Asked**: {asked}\n**Answer**: {answer}\n")
        }
        Reply::Skipped(reason) => format!("{head}**Skipped**: {}\n", words::render(reason)),
    }
}

fn odd(source: &Source, offset: usize, message: &str) -> Finding {
    let line = source.line_of(offset);
    Finding::new(ODD_PAD, "charter.md", message).on_line(line)
}

#[cfg(test)]
mod tests;
