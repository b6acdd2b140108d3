//! One turn of an interview on its document: what is open, and what a reply makes of it.
//!
//! Owns the way from one text to the next: the pad is begun, an answer is added or corrected, the sections
//! are looked at and accepted. The first words come first and count as no question; what they say is shown
//! once and asked no more; only what is empty then is asked. Must not write: a caller replaces the document
//! whole, reads it again, and only then asks on.

use super::pad::{Entry, Mode, Pad, Reply};
use super::phrase::{BriefPhrase, say, say_with};
use super::question::{self, BRAIN_DUMP, REVIEWED, WHAT_CHANGED};
use super::section::{Origin, SectionRow, TAKEN_OUT, gaps, rows, target, understood};
use super::{Fill, fill};
use crate::tongue::Tongue;
use charter_contract::document::{CharterDoc, SectionKey};
use charter_contract::mind::Mind;
use charter_contract::{Topic, topic_of};
use charter_kernel::markdown::{Outline, Source, splice, words};
use charter_kernel::{Digest, Timestamp};
use std::collections::BTreeMap;

/// What an interview waits for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Open {
    Ask(Question),
    /// A look at the sections.
    Review(SectionReview),
    /// Nothing: it is over, with these topics still open.
    Done(Vec<Topic>),
    /// It cannot go on.
    Stuck(String),
}

/// A question that waits for its answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Question {
    pub number: u64,
    /// What it is about, as a pad names it.
    pub topic: String,
    pub text: String,
    pub why: String,
    /// The topics that nothing covers yet.
    pub gaps: Vec<Topic>,
    /// Which question it is, from 1, and how many there will be; the first words are none.
    pub place: Option<(u64, u64)>,
    pub tongue: Tongue,
}

impl Question {
    /// Gives the name under which an answer is submitted; it changes with the words.
    #[must_use]
    pub fn id(&self) -> String {
        question_id(self.number, &self.text)
    }

    /// Tells whether it asks for everything at once.
    #[must_use]
    pub fn is_dump(&self) -> bool {
        self.topic == BRAIN_DUMP
    }
}

/// When the sections are looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReviewStage {
    /// Behind the first words.
    First,
    /// At the end.
    Last,
    /// Because the user wants to change a finished charter.
    Update,
}

/// The sections as the user sees them, to accept or to change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SectionReview {
    pub stage: ReviewStage,
    pub rows: Vec<SectionRow>,
    pub tongue: Tongue,
}

impl SectionReview {
    /// Gives the name under which it is accepted; it changes with every word on the screen.
    #[must_use]
    pub fn id(&self) -> String {
        let shown = self.rows.iter().map(|it| format!("{:?} {:?}\n", it.topic, it.text));
        let shown = shown.collect::<String>();
        format!("s-{}", Digest::of(format!("{:?}\n{shown}", self.stage).as_bytes()).short())
    }

    /// Says what is looked at.
    #[must_use]
    pub fn heading(&self) -> String {
        let phrase = match self.stage {
            ReviewStage::First => BriefPhrase::First,
            ReviewStage::Last => BriefPhrase::Last,
            ReviewStage::Update => BriefPhrase::Update,
        };
        let heading = say(self.tongue, phrase);
        if self.stage == ReviewStage::First && self.rows.iter().any(SectionRow::is_empty) {
            return format!("{heading} {}", say(self.tongue, BriefPhrase::FirstMore));
        }
        heading
    }

    /// Says all of it, a section a line.
    #[must_use]
    pub fn words(&self) -> String {
        let nothing = say(self.tongue, BriefPhrase::Nothing);
        let line = |(idx, row): (usize, &SectionRow)| {
            let name = say(self.tongue, BriefPhrase::Name(row.topic));
            format!("\n{} {name}: {}", idx + 1, row.text.as_deref().unwrap_or(&nothing))
        };
        let lines = self.rows.iter().enumerate().map(line).collect::<String>();
        format!("{}\n{lines}", self.heading())
    }

    #[must_use]
    pub fn gaps(&self) -> Vec<Topic> {
        gaps(&self.rows)
    }
}

/// What somebody makes of the sections on the screen.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SectionReply {
    /// What a section says instead; an empty text takes it out.
    pub edits: BTreeMap<Topic, String>,
    /// Whether the rest is right as it stands.
    pub accept: bool,
}

impl Entry {
    /// Tells whether a need was this question's: by its id, or by its number where the words of the
    /// question are not kept.
    #[must_use]
    pub fn answers(&self, need_id: &str) -> bool {
        let number = format!("q{}", self.number);
        match &self.reply {
            Reply::Answered { asked, .. } => need_id == number || need_id == self.id(asked),
            Reply::Skipped(_) => need_id.split('-').next() == Some(number.as_str()),
        }
    }

    /// Gives the name under which this entry is corrected.
    #[must_use]
    pub fn need_id(&self) -> String {
        match &self.reply {
            Reply::Answered { asked, .. } => self.id(asked),
            Reply::Skipped(_) => format!("q{}", self.number),
        }
    }

    fn id(&self, asked: &str) -> String {
        question_id(self.number, asked)
    }

    /// Gives the words of the question; those of a skipped one are found again.
    #[must_use]
    pub fn asked(&self) -> String {
        match (&self.reply, topic_of(&self.topic)) {
            (Reply::Answered { asked, .. }, _) => asked.clone(),
            (Reply::Skipped(_), Some(topic)) => question::about(topic, None),
            (Reply::Skipped(_), None) if self.topic == WHAT_CHANGED => {
                question::what_changed().to_owned()
            }
            (Reply::Skipped(_), None) => question::brain_dump(),
        }
    }
}

fn question_id(number: u64, text: &str) -> String {
    format!("q{number}-{}", Digest::of(format!("{number} {text}").as_bytes()).short())
}

/// What a reply made of a document.
#[derive(Debug)]
pub struct Turn {
    /// The document after it, with its pad.
    pub source: Source,
    /// The entries that were added or corrected.
    pub entries: Vec<Entry>,
    pub open: Open,
}

/// Gives a document with its pad begun; one that has a pad is given back as it is. There is none
/// where the document hides its end.
///
/// An idea that says enough is the answer to the first question: nobody is asked twice. It does
/// where the mind sees at least one topic in it.
#[must_use]
pub fn begin(source: &Source, mind: &dyn Mind, now: Timestamp) -> Option<Source> {
    let (doc, _) = CharterDoc::parse(Source::new(source.bytes().to_vec()));
    if Pad::find(doc.source(), doc.outline()).is_some() {
        return splice(source, &[]);
    }
    let is_written = |topic: Topic| fill(&doc, topic) != Fill::Empty;
    let mode = if Topic::ALL.into_iter().any(is_written) { Mode::Update } else { Mode::Create };
    let begun = splice(source, &[Pad::start(source, mode, now)])?;
    // Behind a fence or comment that never ends, the pad would be hidden with the rest.
    Pad::find(&begun, &Outline::parse(&begun))?;
    let idea = doc.plain_text(SectionKey::Objective).unwrap_or_default();
    if mode == Mode::Update || understood(&idea, mind).is_empty() {
        return Some(begun);
    }
    let asked = say(Tongue::of_text(&idea), BriefPhrase::Dump);
    let reply = Reply::Answered { asked, answer: idea };
    add(&begun, &[Entry { number: 1, topic: BRAIN_DUMP.to_owned(), reply }])
}

/// A document with its pad, as an interview reads it.
struct PadReading {
    pad: Pad,
    rows: Vec<SectionRow>,
    tongue: Tongue,
    /// Whether it is the first interview of its charter.
    is_first: bool,
}

fn read(source: &Source, mind: &dyn Mind) -> Option<PadReading> {
    let (doc, _) = CharterDoc::parse(Source::new(source.bytes().to_vec()));
    let (pad, _) = Pad::find(doc.source(), doc.outline())?;
    let rows = rows(&doc, &pad.entries, mind);
    let is_empty = Topic::ALL.into_iter().all(|it| fill(&doc, it) == Fill::Empty);
    let mode = pad.mode.filter(|it| *it != Mode::Resume);
    let is_first = mode.map_or(is_empty, |it| it == Mode::Create);
    let tongue = tongue_of(&doc, &pad.entries);
    Some(PadReading { pad, rows, tongue, is_first })
}

/// Recognises the language of a charter by the first words about it.
fn tongue_of(doc: &CharterDoc, entries: &[Entry]) -> Tongue {
    let dump = entries.iter().find(|it| it.topic == BRAIN_DUMP).and_then(|it| it.answer());
    let objective = doc.plain_text(SectionKey::Objective).unwrap_or_default();
    Tongue::of_text(&format!("{} {objective}", dump.unwrap_or_default()))
}

/// Recognises the language that a charter is spoken about in.
#[must_use]
pub fn tongue(doc: &CharterDoc) -> Tongue {
    let pad = Pad::find(doc.source(), doc.outline()).map(|(pad, _)| pad.entries);
    tongue_of(doc, &pad.unwrap_or_default())
}

/// Says what an interview waits for.
#[must_use]
pub fn open(source: &Source, mind: &dyn Mind) -> Open {
    let Some(reading) = read(source, mind) else {
        return Open::Stuck("charter.md has no scratch pad".to_owned());
    };
    let PadReading { pad, rows, tongue, is_first } = &reading;
    if *is_first && pad.entries.is_empty() && rows.iter().all(SectionRow::is_empty) {
        return Open::Ask(dump(&reading));
    }
    if rows.iter().any(|it| matches!(it.origin, Origin::Understood(_))) {
        return Open::Review(review(&reading, ReviewStage::First));
    }
    if let Some(row) = rows.iter().find(|it| it.is_empty() && !it.is_asked) {
        return Open::Ask(question(&reading, row.topic));
    }
    if pad.entries.is_empty() {
        return Open::Done(gaps(rows));
    }
    let rows = rows.clone();
    Open::Review(SectionReview { stage: ReviewStage::Last, rows, tongue: *tongue })
}

/// Gives the sections of a finished charter, for somebody who wants to change them.
#[must_use]
pub fn open_again(source: &Source, mind: &dyn Mind) -> Option<SectionReview> {
    read(source, mind).map(|it| review(&it, ReviewStage::Update))
}

fn review(reading: &PadReading, stage: ReviewStage) -> SectionReview {
    SectionReview { stage, rows: reading.rows.clone(), tongue: reading.tongue }
}

fn dump(reading: &PadReading) -> Question {
    Question {
        number: reading.pad.last_number() + 1,
        topic: BRAIN_DUMP.to_owned(),
        text: say(reading.tongue, BriefPhrase::Dump),
        why: say(reading.tongue, BriefPhrase::DumpWhy),
        gaps: gaps(&reading.rows),
        place: None,
        tongue: reading.tongue,
    }
}

fn question(reading: &PadReading, topic: Topic) -> Question {
    let PadReading { pad, rows, tongue, .. } = reading;
    let was_asked = |entry: &&Entry| match &entry.reply {
        Reply::Answered { asked, .. } => {
            target(entry).is_some_and(|it| *asked == say(*tongue, BriefPhrase::Ask(it)))
        }
        Reply::Skipped(reason) => target(entry).is_some() && reason != TAKEN_OUT,
    };
    let n_before = pad.entries.iter().filter(was_asked).count();
    let n_left = rows.iter().filter(|it| it.is_empty() && !it.is_asked).count();
    Question {
        number: pad.last_number() + 1,
        topic: question::title(topic).to_owned(),
        text: say(*tongue, BriefPhrase::Ask(topic)),
        why: say(*tongue, BriefPhrase::Why(topic)),
        gaps: gaps(rows),
        place: Some((n_before as u64 + 1, (n_before + n_left) as u64)),
        tongue: *tongue,
    }
}

/// Takes the reply to the open question.
#[must_use]
pub fn reply(source: &Source, question: &Question, reply: Reply, mind: &dyn Mind) -> Option<Turn> {
    let entry = Entry { number: question.number, topic: question.topic.clone(), reply };
    let source = add(source, std::slice::from_ref(&entry))?;
    let open = open(&source, mind);
    Some(Turn { source, entries: vec![entry], open })
}

/// Takes what somebody makes of the sections on the screen: what they change is what they say, and what
/// they accept they have said in these words.
#[must_use]
pub fn look(
    source: &Source,
    shown: &SectionReview,
    taken: &SectionReply,
    mind: &dyn Mind,
) -> Option<Turn> {
    let (mut source, mut entries) = (splice(source, &[])?, Vec::new());
    for (topic, text) in &taken.edits {
        let entry = put(&mut source, *topic, text, shown.tongue)?;
        entries.push(entry);
    }
    if !taken.accept {
        let open = open(&source, mind);
        return Some(Turn { source, entries, open });
    }
    let is_new = |it: &&SectionRow| {
        matches!(it.origin, Origin::Understood(_) | Origin::Overheard(_))
            && !taken.edits.contains_key(&it.topic)
    };
    for row in shown.rows.iter().filter(is_new) {
        entries.push(put(&mut source, row.topic, row.text.as_deref()?, shown.tongue)?);
    }
    let reading = read(&source, mind)?;
    if !reading.rows.iter().any(|it| it.is_empty() && !it.is_asked) {
        return Some(Turn { source, entries, open: Open::Done(gaps(&reading.rows)) });
    }
    if reading.pad.entries.is_empty() {
        // Something has to tell that the sections were looked at.
        let answer = "accept".to_owned();
        let reply = Reply::Answered { asked: shown.heading(), answer };
        let entry = Entry { number: 1, topic: REVIEWED.to_owned(), reply };
        source = add(&source, std::slice::from_ref(&entry))?;
        entries.push(entry);
    }
    let open = open(&source, mind);
    Some(Turn { source, entries, open })
}

/// Puts a text into the pad as what the user says about a section: in the place of what they said before,
/// else behind it.
fn put(source: &mut Source, topic: Topic, text: &str, tongue: Tongue) -> Option<Entry> {
    let (pad, _) = Pad::find(source, &Outline::parse(source))?;
    let name = say(tongue, BriefPhrase::Name(topic));
    let asked = say_with(tongue, BriefPhrase::Shown, &[("name", &name)]);
    let own = pad.entries.iter().rposition(|it| target(it) == Some(topic));
    let own = own.and_then(|idx| Some((idx, pad.entries.get(idx)?)));
    // Who was asked a question has still answered that one.
    let asked = match own.map(|(_, it)| &it.reply) {
        Some(Reply::Answered { asked, .. }) => asked.clone(),
        Some(Reply::Skipped(_)) | None => asked,
    };
    let reply = if text.trim().is_empty() {
        Reply::Skipped(TAKEN_OUT.to_owned())
    } else {
        Reply::Answered { asked, answer: text.trim().to_owned() }
    };
    let number = own.map_or(pad.last_number() + 1, |(_, it)| it.number);
    let entry = Entry { number, topic: question::title(topic).to_owned(), reply };
    let edit = match own {
        Some((idx, _)) => pad.replace(source, idx, Some(&entry))?,
        None => pad.add(source, &entry),
    };
    *source = splice(source, &[edit])?;
    Some(entry)
}

/// Takes another reply to a question that has one.
#[must_use]
pub fn correct(source: &Source, entry: &Entry, reply: Reply, mind: &dyn Mind) -> Option<Turn> {
    let (pad, _) = Pad::find(source, &Outline::parse(source))?;
    let idx = pad.entries.iter().position(|it| it == entry)?;
    let (topic, former) = (entry.topic.as_str(), entry.answer().map(str::to_owned));
    let entry = Entry { reply, ..entry.clone() };
    let mut splices = vec![pad.replace(source, idx, Some(&entry))?];
    // The idea that opened the charter was the first answer: it is corrected with it.
    let (doc, _) = CharterDoc::parse(Source::new(source.bytes().to_vec()));
    let objective = doc.plain_text(SectionKey::Objective);
    if let (BRAIN_DUMP, Some(now), Some(before)) = (topic, entry.answer(), &former)
        && objective.as_deref().map(str::trim) == Some(before.trim())
    {
        splices.push(doc.set_section(SectionKey::Objective, &words::render(now))?);
    }
    let source = splice(source, &splices)?;
    let open = open(&source, mind);
    Some(Turn { source, entries: vec![entry], open })
}

fn add(source: &Source, entries: &[Entry]) -> Option<Source> {
    let (pad, _) = Pad::find(source, &Outline::parse(source))?;
    let edits: Vec<_> = entries.iter().map(|it| pad.add(source, it)).collect();
    splice(source, &edits)
}

#[cfg(test)]
mod tests;
