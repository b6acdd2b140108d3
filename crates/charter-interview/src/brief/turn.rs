//! One turn of an interview on its document: what is open, and what an answer makes of it.
//!
//! Owns the way from one text to the next: the pad is begun, an answer is added or corrected, what
//! need not be asked is noted, and at the end the document is finished. Must not write: a caller
//! replaces the document whole, reads it again, and only then asks on.

use super::pad::{Entry, Mode, Pad, Reply};
use super::question::{self, BRAIN_DUMP, PLACE, WHAT_CHANGED};
use super::register::AnswersByTopic;
use super::response::{About, QUESTIONS_MAX, Response};
use super::step::{says_enough, step_knowing};
use super::{Fill, fill};
use charter_contract::document::{CharterDoc, SectionKey};
use charter_contract::mind::Mind;
use charter_contract::{Topic, topic_of};
use charter_kernel::markdown::{Outline, Source, splice, words};
use charter_kernel::{Digest, Timestamp};
use std::collections::BTreeSet;

/// What an interview waits for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Open {
    Ask(Question),
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
}

impl Question {
    /// Gives the name under which an answer is submitted; it changes with the words.
    #[must_use]
    pub fn id(&self) -> String {
        question_id(self.number, &self.text)
    }
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
            (Reply::Skipped(_), None) => question::brain_dump().to_owned(),
        }
    }
}

fn question_id(number: u64, text: &str) -> String {
    format!("q{number}-{}", Digest::of(format!("{number} {text}").as_bytes()).short())
}

/// What an answer made of a document.
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
/// where the mind sees at least one topic in it; the others have a question each.
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
    if mode == Mode::Update || !says_enough(&idea, mind) {
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
        Response::NextQuestion { about, next_question, metadata } => {
            let (topic, why) = match about {
                About::Everything => (BRAIN_DUMP, "one long answer saves the most questions"),
                About::Place => (PLACE, "what has changed could belong anywhere"),
                About::Topic(topic) => (question::title(topic), question::why(topic)),
                About::Quoted(topic) => {
                    (question::title(topic), "what you said may already say it")
                }
            };
            Open::Ask(Question {
                number: metadata.question_number,
                topic: topic.to_owned(),
                text: next_question,
                why: why.to_owned(),
                gaps: metadata.gaps_remaining,
            })
        }
        Response::Success { metadata, .. } => Open::Done(metadata.gaps_remaining),
        Response::Skip { message, .. } | Response::Error { message, .. } => Open::Stuck(message),
    }
}

/// Gives the question what has changed, for a finished charter whose pad holds no answer yet.
#[must_use]
pub fn ask_what_changed() -> Question {
    Question {
        number: 1,
        topic: WHAT_CHANGED.to_owned(),
        text: question::what_changed().to_owned(),
        why: "every section is written; only what you name is touched".to_owned(),
        gaps: Vec::new(),
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
    let source = add(source, &entry)?;
    settle(source, entry, mind, answered)
}

/// Takes another reply to a question that has one. What was not asked because of the former answer
/// is looked at again.
#[must_use]
pub fn correct(
    source: &Source,
    entry: &Entry,
    reply: Reply,
    mind: &dyn Mind,
    answered: &BTreeSet<Topic>,
) -> Option<Turn> {
    let (pad, _) = Pad::find(source, &Outline::parse(source))?;
    let idx = pad.entries.iter().position(|it| it == entry)?;
    let (topic, former) = (entry.topic.as_str(), entry.answer().map(str::to_owned));
    let entry = Entry { reply, ..entry.clone() };
    let mut splices = vec![pad.replace(source, idx, Some(&entry))?];
    for (idx, other) in pad.entries.iter().enumerate() {
        let rests_on_it = matches!(&other.reply, Reply::Skipped(reason)
            if question::rests_on(reason) == Some(entry.number));
        if rests_on_it {
            splices.push(pad.replace(source, idx, None)?);
        }
    }
    // The idea that opened the charter was the first answer: it is corrected with it.
    let (doc, _) = CharterDoc::parse(Source::new(source.bytes().to_vec()));
    let objective = doc.plain_text(SectionKey::Objective);
    if let (BRAIN_DUMP, Some(now), Some(before)) = (topic, entry.answer(), &former)
        && objective.as_deref().map(str::trim) == Some(before.trim())
    {
        splices.push(doc.set_section(SectionKey::Objective, &words::render(now))?);
    }
    settle(splice(source, &splices)?, entry, mind, answered)
}

/// Notes what need not be asked any more, and finishes the document where nothing is left.
fn settle(
    mut source: Source,
    entry: Entry,
    mind: &dyn Mind,
    answered: &BTreeSet<Topic>,
) -> Option<Turn> {
    let mut entries = vec![entry];
    for _ in 0..QUESTIONS_MAX {
        let Some(skip) = next_skip(&source, mind, answered) else { break };
        source = add(&source, &skip)?;
        entries.push(skip);
    }
    let open = open(&source, mind, answered);
    Some(Turn { source, entries, open })
}

/// Gives what was said about each topic with the number of the question that it answers: its own
/// one, or the first that was answered.
pub(crate) fn numbered(source: &Source, said: Vec<(Topic, String)>) -> AnswersByTopic {
    let pad = Pad::find(source, &Outline::parse(source)).map(|(pad, _)| pad);
    let entries = pad.map(|it| it.entries).unwrap_or_default();
    let answered = || entries.iter().filter(|it| it.answer().is_some());
    let number = |topic: Topic| {
        let own =
            answered().find(|it| it.topic != BRAIN_DUMP && topic_of(&it.topic) == Some(topic));
        own.or_else(|| answered().next()).map_or(1, |it| it.number)
    };
    said.into_iter().map(|(topic, text)| (topic, (text, number(topic)))).collect()
}

/// Gives the entry that notes why a topic is not asked about.
fn next_skip(source: &Source, mind: &dyn Mind, answered: &BTreeSet<Topic>) -> Option<Entry> {
    let Response::Skip { topic, message, metadata } =
        step_knowing(Some(source.bytes()), Mode::Resume, mind, answered)
    else {
        return None;
    };
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
