//! The stateless step: a document and a mode in, the next thing to do out.
//!
//! Owns the order of decision. Pure: the same text, mode and mind give the same response. Must not
//! write: the caller asks, and puts the answer into the pad.

use super::fill::{Fill, fill, split_sentences};
use super::pad::{Entry, Mode, Pad};
use super::question::{self, BRAIN_DUMP};
use super::response::{Content, Metadata, Response};
use super::{Cover, Mind, Topic};
use crate::document::{CharterDoc, Source};
use std::collections::{BTreeMap, BTreeSet};

/// The most questions of one interview, asked or skipped.
pub const QUESTIONS_MAX: u64 = 5;

/// The fewest words of an answer that counts although the mind sees nothing in it.
const WORDS_MIN: usize = 4;

/// What an interview knows after reading its document.
#[derive(Debug)]
struct Reading<'a> {
    entries: &'a [Entry],
    last_number: u64,
    /// The topics that nothing covers yet, in order.
    gaps: Vec<Topic>,
    /// What was half understood about a topic.
    quotes: BTreeMap<Topic, String>,
    /// The topics that the answer to another targeted question covers, with its number.
    covered_elsewhere: BTreeMap<Topic, u64>,
    content: BTreeMap<Topic, String>,
}

/// Says what comes next for a document; none means that there is no file.
#[must_use]
pub fn step(text: Option<&[u8]>, mode: Mode, mind: &dyn Mind) -> Response {
    step_knowing(text, mode, mind, &BTreeSet::new())
}

/// Says what comes next for a document of which some topics were answered in an earlier interview:
/// whatever stands in their sections is enough.
pub(super) fn step_knowing(
    text: Option<&[u8]>,
    mode: Mode,
    mind: &dyn Mind,
    answered: &BTreeSet<Topic>,
) -> Response {
    let Some(bytes) = text else {
        return match mode {
            Mode::Create => dump(),
            Mode::Update | Mode::Resume => Response::error("there is no charter to go on with"),
        };
    };
    let (doc, _) = CharterDoc::parse(Source::new(bytes.to_vec()));
    let pad = Pad::find(doc.source(), doc.outline()).map(|(pad, _)| pad);
    let mode = match (mode, &pad) {
        (Mode::Resume, None) => {
            return Response::error("there is no scratch pad, so no interview to go on with");
        }
        // A pad without an answer goes on as it was begun.
        (Mode::Resume, Some(pad)) => pad.mode.unwrap_or_else(|| begun(&doc)),
        (given, _) => given,
    };
    let entries = pad.as_ref().map(|it| it.entries.as_slice()).unwrap_or_default();
    let last_number = pad.as_ref().map_or(0, Pad::last_number);
    let written = Topic::ALL.into_iter().filter(|topic| match fill(&doc, *topic) {
        Fill::Complete => true,
        Fill::Partial => answered.contains(topic),
        Fill::Empty => false,
    });
    decide(&read(&written.collect(), entries, last_number, mind), mode)
}

fn begun(doc: &CharterDoc) -> Mode {
    let written = Topic::ALL.into_iter().any(|topic| fill(doc, topic) != Fill::Empty);
    if written { Mode::Update } else { Mode::Create }
}

fn dump() -> Response {
    let metadata = Metadata::new(1, Topic::ALL.to_vec());
    Response::next_question(question::brain_dump().to_owned(), metadata)
}

fn decide(reading: &Reading<'_>, mode: Mode) -> Response {
    let n_entries = reading.entries.len() as u64;
    if reading.gaps.is_empty() || n_entries >= QUESTIONS_MAX {
        return success(reading);
    }
    if mode == Mode::Create && reading.entries.is_empty() {
        return dump();
    }
    let number = reading.last_number + 1;
    let asked: BTreeSet<Topic> =
        reading.entries.iter().filter_map(|it| question::topic_of(&it.topic)).collect();
    let elsewhere = reading.covered_elsewhere.iter().find(|(topic, _)| !asked.contains(topic));
    if let Some((topic, by)) = elsewhere {
        let message = format!("{} is in the answer to question {by}.", question::title(*topic));
        return Response::skip(message, Metadata::new(number, reading.gaps.clone()));
    }
    match reading.gaps.iter().find(|topic| !asked.contains(topic)) {
        Some(topic) => {
            let quote = reading.quotes.get(topic).map(String::as_str);
            let metadata = Metadata::new(number, reading.gaps.clone());
            Response::next_question(question::about(*topic, quote), metadata)
        }
        None => success(reading),
    }
}

fn success(reading: &Reading<'_>) -> Response {
    let message = if reading.gaps.is_empty() {
        "Every section is covered.".to_owned()
    } else {
        let open: Vec<&str> = reading.gaps.iter().map(|it| question::title(*it)).collect();
        format!("Nothing is left to ask; still open: {}.", open.join(", "))
    };
    let said = |topic: Topic| reading.content.get(&topic).cloned();
    let content = Content {
        problem: said(Topic::Problem),
        users: said(Topic::Users),
        value_prop: said(Topic::ValueProp),
        scope: said(Topic::Scope),
        success: said(Topic::Success),
    };
    let metadata = Metadata::new(reading.last_number, reading.gaps.clone());
    Response::success(message, content, metadata)
}

fn read<'a>(
    written: &BTreeSet<Topic>,
    entries: &'a [Entry],
    last_number: u64,
    mind: &dyn Mind,
) -> Reading<'a> {
    let mut reading = Reading {
        entries,
        last_number,
        gaps: Vec::new(),
        quotes: BTreeMap::new(),
        covered_elsewhere: BTreeMap::new(),
        content: BTreeMap::new(),
    };
    let mut covered: BTreeSet<Topic> = BTreeSet::new();
    for entry in entries {
        let Some(answer) = entry.answer() else { continue };
        credit(&mut reading, &mut covered, entry, answer, mind);
    }
    let is_gap = |topic: &Topic| !written.contains(topic) && !covered.contains(topic);
    reading.gaps = Topic::ALL.into_iter().filter(is_gap).collect();
    reading.covered_elsewhere.retain(|topic, _| !written.contains(topic));
    reading.content.retain(|topic, _| !written.contains(topic) && covered.contains(topic));
    reading
}

/// Credits an answer with what it covers: the topic that it was asked for, and whatever else it
/// says clearly.
fn credit(
    reading: &mut Reading<'_>,
    covered: &mut BTreeSet<Topic>,
    entry: &Entry,
    answer: &str,
    mind: &dyn Mind,
) {
    let is_dump = entry.topic.eq_ignore_ascii_case(BRAIN_DUMP);
    let target = if is_dump { None } else { question::topic_of(&entry.topic) };
    for judgement in mind.judge(answer) {
        let topic = judgement.topic;
        let is_target = Some(topic) == target;
        let agrees = is_target && is_yes(answer) && reading.quotes.contains_key(&topic);
        let is_answer = is_target && says_something(answer, judgement.cover);
        if agrees {
            let quote = reading.quotes.remove(&topic).unwrap_or_default();
            reading.content.insert(topic, quote);
            covered.insert(topic);
        } else if is_answer {
            reading.content.insert(topic, answer.trim().to_owned());
            covered.insert(topic);
        } else if judgement.cover == Cover::Covered && covered.insert(topic) {
            let quote = judgement.quote.unwrap_or_else(|| first_sentence(answer));
            reading.content.entry(topic).or_insert(quote);
            if !is_dump {
                reading.covered_elsewhere.insert(topic, entry.number);
            }
        } else if judgement.cover == Cover::Unclear && !covered.contains(&topic) {
            reading.quotes.extend(judgement.quote.map(|quote| (topic, quote)));
        }
    }
}

fn is_yes(answer: &str) -> bool {
    let word = answer.trim().trim_end_matches(['.', '!']).to_lowercase();
    matches!(
        word.as_str(),
        "yes" | "y" | "yep" | "ja" | "sí" | "si" | "oui" | "ya" | "네" | "はい" | "是"
    )
}

/// A targeted answer of some length counts: the person said it under this very question.
fn says_something(answer: &str, cover: Cover) -> bool {
    let n_words = answer.split_whitespace().count();
    let n_wide = answer.chars().filter(|it| u32::from(*it) > 0x2e80).count();
    cover > Cover::Missing || n_words >= WORDS_MIN || n_wide >= 2 * WORDS_MIN
}

fn first_sentence(answer: &str) -> String {
    split_sentences(answer).first().map_or_else(String::new, |it| (*it).to_owned())
}
