//! One turn of an interview on its document: what is open, and what an answer makes of it.
//!
//! Owns the way from one text to the next: the pad is begun, an answer is added or corrected, what
//! need not be asked is noted, and at the end the document is finished. Must not write: a caller
//! replaces the document whole, reads it again, and only then asks on.

use super::finish::finish;
use super::pad::{Entry, Mode, Pad, Reply};
use super::question::{self, BRAIN_DUMP, topic_of};
use super::register::Said;
use super::response::Response;
use super::step::{QUESTIONS_MAX, step_knowing};
use super::{Fill, Mind, Topic, fill};
use crate::document::{CharterDoc, Outline, SectionKey, Source, splice};
use crate::{Digest, Timestamp};
use std::collections::BTreeSet;

/// The fewest words of an idea that is taken as the answer to the first question.
const IDEA_WORDS_MIN: usize = 8;

/// What an interview waits for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Open {
    /// An answer.
    Ask(Question),
    /// Nothing: it is over, with these topics still open.
    Done(Vec<Topic>),
    /// It cannot go on.
    Stuck(String),
}

/// A question that waits for its answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Question {
    /// Its number.
    pub number: u64,
    /// What it is about, as a pad names it.
    pub topic: String,
    /// The words.
    pub text: String,
    /// The topics that nothing covers yet.
    pub gaps: Vec<Topic>,
}

impl Question {
    /// Gives the name under which an answer is submitted; it changes with the words.
    #[must_use]
    pub fn id(&self) -> String {
        let digest = Digest::of(format!("{} {}", self.number, self.text).as_bytes());
        format!("q{}-{}", self.number, digest.short())
    }
}

/// What an answer made of a document.
#[derive(Debug)]
pub struct Turn {
    /// The document after it.
    pub source: Source,
    /// The entries that were added or corrected.
    pub entries: Vec<Entry>,
    /// What is open now.
    pub open: Open,
    /// What was said about each topic, with the number of its question, at the end.
    pub(super) said: Said,
}

/// Gives a document with its pad begun; one that has a pad is given back as it is. There is none
/// where the document hides its end.
///
/// An idea that says enough is the answer to the first question: nobody is asked twice.
#[must_use]
pub fn begin(source: &Source, now: Timestamp) -> Option<Source> {
    let (doc, _) = CharterDoc::parse(Source::new(source.bytes().to_vec()));
    if Pad::find(doc.source(), doc.outline()).is_some() {
        return splice(source, &[]);
    }
    let is_empty = Topic::ALL.into_iter().all(|topic| fill(&doc, topic) == Fill::Empty);
    let mode = if is_empty { Mode::Create } else { Mode::Update };
    let begun = splice(source, &[Pad::start(source, mode, now)])?;
    // Behind a fence or comment that never ends, the pad would be hidden with the rest.
    Pad::find(&begun, &Outline::parse(&begun))?;
    let idea = doc.plain_text(SectionKey::Objective).unwrap_or_default();
    let says_enough = idea.split_whitespace().count() >= IDEA_WORDS_MIN;
    if mode == Mode::Update || !says_enough {
        return Some(begun);
    }
    let asked = question::brain_dump().to_owned();
    let reply = Reply::Answered { asked, answer: idea };
    add(&begun, &Entry { number: 1, topic: BRAIN_DUMP.to_owned(), reply })
}

/// Says what an interview waits for; `answered` are the topics of earlier interviews.
#[must_use]
pub fn open(source: &Source, mind: &dyn Mind, answered: &BTreeSet<Topic>) -> Open {
    match step_knowing(Some(source.bytes()), Mode::Resume, mind, answered) {
        Response::NextQuestion { next_question, metadata } => {
            let is_dump = next_question == question::brain_dump();
            let asked = asked_topics(source);
            let target = metadata.gaps_remaining.iter().find(|it| !asked.contains(it));
            let topic = match target {
                Some(topic) if !is_dump => question::title(*topic),
                _ => BRAIN_DUMP,
            };
            Open::Ask(Question {
                number: metadata.question_number,
                topic: topic.to_owned(),
                text: next_question,
                gaps: metadata.gaps_remaining,
            })
        }
        Response::Success { metadata, .. } => Open::Done(metadata.gaps_remaining),
        Response::Skip { message, .. } | Response::Error { message, .. } => Open::Stuck(message),
    }
}

/// Takes the reply to the open question, notes what need not be asked any more, and finishes the
/// document where nothing is left.
#[must_use]
pub fn reply(
    source: &Source,
    question: &Question,
    reply: Reply,
    mind: &dyn Mind,
    answered: &BTreeSet<Topic>,
) -> Option<Turn> {
    let entry = Entry { number: question.number, topic: question.topic.clone(), reply };
    let mut source = add(source, &entry)?;
    let mut entries = vec![entry];
    for _ in 0..QUESTIONS_MAX {
        let Some(skip) = next_skip(&source, mind, answered) else { break };
        source = add(&source, &skip)?;
        entries.push(skip);
    }
    let open = open(&source, mind, answered);
    let mut said = Said::new();
    if matches!(open, Open::Done(_)) {
        said = said_in(&source);
        source = finish(&source, mind, answered)?.source;
    }
    Some(Turn { source, entries, open, said })
}

/// Collects the answers to the targeted questions of a pad.
fn said_in(source: &Source) -> Said {
    let pad = Pad::find(source, &Outline::parse(source)).map(|(pad, _)| pad);
    let entries = pad.map(|it| it.entries).unwrap_or_default();
    let said = |it: &Entry| {
        let topic = topic_of(&it.topic).filter(|_| it.topic != BRAIN_DUMP)?;
        Some((topic, (it.answer()?.to_owned(), it.number)))
    };
    entries.iter().filter_map(said).collect()
}

/// Gives the entry that notes why a topic is not asked about.
fn next_skip(source: &Source, mind: &dyn Mind, answered: &BTreeSet<Topic>) -> Option<Entry> {
    let Response::Skip { message, metadata } =
        step_knowing(Some(source.bytes()), Mode::Resume, mind, answered)
    else {
        return None;
    };
    let topic = topic_of(&message)?;
    Some(Entry {
        number: metadata.question_number,
        topic: question::title(topic).to_owned(),
        reply: Reply::Skipped(message),
    })
}

fn add(source: &Source, entry: &Entry) -> Option<Source> {
    let (pad, _) = Pad::find(source, &Outline::parse(source))?;
    splice(source, &[pad.add(source, entry)])
}

fn asked_topics(source: &Source) -> Vec<Topic> {
    let pad = Pad::find(source, &Outline::parse(source)).map(|(pad, _)| pad);
    let entries = pad.map(|it| it.entries).unwrap_or_default();
    entries.iter().filter_map(|it| topic_of(&it.topic)).collect()
}
