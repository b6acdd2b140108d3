//! The stateless step: a document and a mode in, the next thing to do out.
//!
//! Owns the order of decision. Pure: the same text, mode and mind give the same response. Must not
//! write: the caller asks, and puts the answer into the pad.

use super::extract;
use super::fill::{Fill, fill, is_placeholder, split_sentences};
use super::pad::{Entry, Mode, Pad, Reply};
use super::question::{self, BRAIN_DUMP, PLACE, WHAT_CHANGED};
use super::response::{About, Metadata, QUESTIONS_MAX, Response};
use crate::noise::is_evasive;
use crate::wordlist::holds;
use charter_contract::document::{CharterDoc, SectionKey};
use charter_contract::mind::{Cover, Judgement, Mind, judge};
use charter_contract::{Topic, topic_of, topics_in};
use charter_kernel::markdown::Source;
use std::collections::{BTreeMap, BTreeSet};

/// The fewest words of an answer that counts although the mind sees nothing in it.
const WORDS_MIN: usize = 4;

/// How sure a mind must be of a topic that nothing else confirms, in ten-thousandths.
const STRONG: u32 = 7000;

/// What an interview knows after reading its document.
#[derive(Debug)]
struct DocReading<'a> {
    entries: &'a [Entry],
    last_number: u64,
    /// The topics that nothing covers yet, in order.
    gaps: Vec<Topic>,
    /// What was half understood about a topic.
    quotes: BTreeMap<Topic, String>,
    /// The topics that the answer to another targeted question covers, with its number.
    covered_elsewhere: BTreeMap<Topic, u64>,
    content: BTreeMap<Topic, TopicWords<'a>>,
    /// What was answered about a topic and is not enough: it is kept, and the topic stays open.
    weak: BTreeMap<Topic, String>,
    change: Changed<'a>,
    /// Whether the objective is still to be said.
    lacks_objective: bool,
}

/// What was said about a topic.
#[derive(Debug)]
enum TopicWords<'a> {
    /// All of this.
    Whole(String),
    /// What this answer has about it; the quote decided.
    Part { answer: &'a str, quote: String },
}

/// What has changed about a finished charter.
#[derive(Debug, Default)]
enum Changed<'a> {
    /// Nobody was asked.
    #[default]
    None,
    /// This, and it may belong there.
    Perhaps(&'a str, Topic),
    /// This, in these sections.
    In(&'a str, BTreeSet<Topic>),
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
    let mut reading = read(&written.collect(), entries, last_number, mind);
    let objective = doc.visible_text(SectionKey::Objective);
    let says = |it: &Entry| it.answer().is_some_and(|answer| !is_evasive(answer));
    let said_first = entries.iter().any(|it| it.topic == BRAIN_DUMP && says(it));
    reading.lacks_objective = objective.is_some_and(|it| is_placeholder(&it)) && !said_first;
    decide(&reading, mode, mind)
}

fn begun(doc: &CharterDoc) -> Mode {
    let written = Topic::ALL.into_iter().any(|topic| fill(doc, topic) != Fill::Empty);
    if written { Mode::Update } else { Mode::Create }
}

fn dump() -> Response {
    ask(About::Everything, question::brain_dump(), 1, &Topic::ALL)
}

fn ask(about: About, next_question: String, number: u64, gaps: &[Topic]) -> Response {
    Response::NextQuestion { about, next_question, metadata: Metadata::new(number, gaps.to_vec()) }
}

fn decide(reading: &DocReading<'_>, mode: Mode, mind: &dyn Mind) -> Response {
    let n_entries = reading.entries.len() as u64;
    let number = reading.last_number + 1;
    if let (Changed::Perhaps(_, guess), true) = (&reading.change, n_entries < QUESTIONS_MAX) {
        return ask(About::Place, question::place(*guess), number, &reading.gaps);
    }
    if reading.gaps.is_empty() || n_entries >= QUESTIONS_MAX {
        return success(reading, mind);
    }
    if mode == Mode::Create && reading.entries.is_empty() {
        return dump();
    }
    let asked: BTreeSet<Topic> =
        reading.entries.iter().filter_map(|it| topic_of(&it.topic)).collect();
    let elsewhere = reading.covered_elsewhere.iter().find(|(topic, _)| !asked.contains(topic));
    if let Some((topic, by)) = elsewhere {
        let message = question::in_the_answer_to(*topic, *by);
        let metadata = Metadata::new(number, reading.gaps.clone());
        return Response::Skip { topic: *topic, message, metadata };
    }
    match reading.gaps.iter().find(|topic| !asked.contains(topic)) {
        Some(topic) => {
            let quote = reading.quotes.get(topic).map(String::as_str);
            // What was offered as the answer to one question is not offered again for another.
            let quote = quote.filter(|quote| !was_offered(reading.entries, quote));
            let about = if quote.is_some() { About::Quoted(*topic) } else { About::Topic(*topic) };
            ask(about, question::about(*topic, quote), number, &reading.gaps)
        }
        None => success(reading, mind),
    }
}

fn was_offered(entries: &[Entry], quote: &str) -> bool {
    let offers = |it: &Entry| match &it.reply {
        Reply::Answered { asked, .. } => question::offers(asked, quote),
        Reply::Skipped(_) => false,
    };
    entries.iter().any(offers)
}

fn success(reading: &DocReading<'_>, mind: &dyn Mind) -> Response {
    let mut open: Vec<&str> = reading.gaps.iter().map(|it| question::title(*it)).collect();
    open.extend(reading.lacks_objective.then_some(SectionKey::Objective.heading()));
    let message = if open.is_empty() {
        "Every section is covered.".to_owned()
    } else {
        format!("Nothing is left to ask; still open: {}.", open.join(", "))
    };
    let changed = changed(reading, mind);
    let said = |topic: Topic| {
        let answer = reading.content.get(&topic).map(|it| match it {
            TopicWords::Whole(text) => text.clone(),
            TopicWords::Part { answer, quote } => extract::about(answer, topic, quote, mind),
        });
        let answer = answer.or_else(|| reading.weak.get(&topic).cloned());
        match (changed.get(&topic), answer) {
            (Some(change), Some(answer)) if !change.contains(&answer) => {
                Some(format!("{change}\n\n{answer}"))
            }
            (Some(change), _) => Some(change.clone()),
            (None, answer) => answer,
        }
    };
    Response::Success {
        message,
        charter_complete: true,
        charter_content: Topic::ALL.into_iter().filter_map(|it| Some((it, said(it)?))).collect(),
        metadata: Metadata::new(reading.last_number, reading.gaps.clone()),
    }
}

/// Parts what has changed among the sections that take it; not a sentence of it is dropped.
fn changed(reading: &DocReading<'_>, mind: &dyn Mind) -> BTreeMap<Topic, String> {
    match &reading.change {
        Changed::None => BTreeMap::new(),
        Changed::Perhaps(text, guess) => extract::part(text, &[*guess].into(), mind),
        Changed::In(text, topics) => extract::part(text, topics, mind),
    }
}

fn read<'a>(
    written: &BTreeSet<Topic>,
    entries: &'a [Entry],
    last_number: u64,
    mind: &dyn Mind,
) -> DocReading<'a> {
    let mut reading = DocReading {
        entries,
        last_number,
        gaps: Vec::new(),
        quotes: BTreeMap::new(),
        covered_elsewhere: BTreeMap::new(),
        content: BTreeMap::new(),
        weak: BTreeMap::new(),
        change: Changed::None,
        lacks_objective: false,
    };
    let mut covered: BTreeSet<Topic> = BTreeSet::new();
    let mut n_placed = 0;
    for entry in entries {
        let Some(answer) = entry.answer() else { continue };
        match entry.topic.as_str() {
            WHAT_CHANGED if is_no(answer) || is_evasive(answer) => {}
            WHAT_CHANGED => reading.change = change(answer, mind),
            PLACE => {
                let Changed::Perhaps(text, guess) = reading.change else { continue };
                let named: BTreeSet<Topic> = topics_in(answer);
                let topics = if named.is_empty() { [guess].into() } else { named };
                n_placed += 1;
                // Neither a place nor a yes: asked once more, and then the guess counts.
                let is_placed = is_yes(answer) || !topics_in(answer).is_empty();
                if is_placed || n_placed > 1 {
                    reading.change = Changed::In(text, topics);
                }
            }
            // Who does not know yet has said nothing: the topic stays open.
            _ if is_evasive(answer) => {}
            _ => credit(&mut reading, &mut covered, entry, answer, mind),
        }
    }
    let is_gap = |topic: &Topic| !written.contains(topic) && !covered.contains(topic);
    reading.gaps = Topic::ALL.into_iter().filter(is_gap).collect();
    reading.covered_elsewhere.retain(|topic, _| !written.contains(topic));
    reading.content.retain(|topic, _| !written.contains(topic) && covered.contains(topic));
    reading.weak.retain(|topic, _| !written.contains(topic) && !covered.contains(topic));
    reading
}

/// Reads what has changed: the sections that it clearly concerns take it, and where there is none
/// it is asked for its place.
fn change<'a>(answer: &'a str, mind: &dyn Mind) -> Changed<'a> {
    let judgements = judge(mind, answer);
    let clear = judgements.iter().filter(|it| it.cover == Cover::Covered);
    let clear: BTreeSet<Topic> = clear.map(|it| it.topic).collect();
    if !clear.is_empty() {
        return Changed::In(answer, clear);
    }
    let perhaps = judgements.iter().filter(|it| it.cover == Cover::Unclear);
    let guess = perhaps.max_by_key(|it| it.confidence).map_or(Topic::Problem, |it| it.topic);
    Changed::Perhaps(answer, guess)
}

/// Credits an answer with what it covers: the topic that it was asked for, and whatever else it
/// says clearly.
fn credit<'a>(
    reading: &mut DocReading<'a>,
    covered: &mut BTreeSet<Topic>,
    entry: &Entry,
    answer: &'a str,
    mind: &dyn Mind,
) {
    let is_dump = entry.topic.eq_ignore_ascii_case(BRAIN_DUMP);
    let target = if is_dump { None } else { topic_of(&entry.topic) };
    let mut judgements = judge(mind, answer);
    if is_dump {
        take_strongest(&mut judgements);
    }
    for judgement in judgements {
        let topic = judgement.topic;
        let is_target = Some(topic) == target;
        let offered = reading.quotes.get(&topic).is_some_and(|it| was_offered_in(entry, it));
        let agrees = is_target && is_yes(answer) && offered;
        let is_answer = is_target && says_something(answer, judgement.cover);
        if is_target && !agrees && !is_answer && !is_yes(answer) && !is_no(answer) {
            reading.weak.insert(topic, answer.trim().to_owned());
        }
        if agrees {
            let quote = reading.quotes.remove(&topic).unwrap_or_default();
            reading.content.insert(topic, TopicWords::Whole(quote));
            covered.insert(topic);
        } else if is_answer {
            reading.content.insert(topic, TopicWords::Whole(answer.trim().to_owned()));
            covered.insert(topic);
        } else if judgement.cover == Cover::Covered && covered.insert(topic) {
            let quote = judgement.quote.unwrap_or_else(|| first_sentence(answer));
            reading.content.entry(topic).or_insert(TopicWords::Part { answer, quote });
            if !is_dump {
                reading.covered_elsewhere.insert(topic, entry.number);
            }
        } else if judgement.cover == Cover::Unclear && !covered.contains(&topic) {
            reading.quotes.extend(judgement.quote.map(|quote| (topic, quote)));
        }
    }
}

/// An idea is often one sentence, of which a mind is seldom sure. Where it is sure of nothing, the
/// first topic that it has good reason to see in it counts.
fn take_strongest(judgements: &mut [Judgement]) {
    if judgements.iter().any(|it| it.cover == Cover::Covered) {
        return;
    }
    let is_strong = |it: &&mut Judgement| it.cover == Cover::Unclear && it.confidence >= STRONG;
    if let Some(first) = judgements.iter_mut().find(is_strong) {
        first.cover = Cover::Covered;
    }
}

/// Tells whether a question quoted these words; one that somebody wrote by hand may not say.
fn was_offered_in(entry: &Entry, quote: &str) -> bool {
    match &entry.reply {
        Reply::Answered { asked, .. } => {
            question::offers(asked, quote) || !question::offers_any(asked)
        }
        Reply::Skipped(_) => false,
    }
}

/// The words of somebody who agrees, in the languages of the labelled set.
const YES: &str = "yes y yep yeah ok okay exactly correct right true sure agreed ja genau stimmt \
    sí si claro oui exact sim da да ya iya evet đúng 네 예 맞아요 맞습니다 はい 是 是的 对 對";

/// The words of somebody who has nothing to say.
const NO: &str = "no n nope nothing none n/a na - ? nein nichts nada rien non não нет tidak hayır \
    không 아니요 없음 いいえ 否 不 没有 沒有";

pub(crate) fn is_yes(answer: &str) -> bool {
    begins_with_one_of(answer, YES)
}

/// Tells whether an answer says that there is nothing to say.
pub(super) fn is_no(answer: &str) -> bool {
    begins_with_one_of(answer, NO) && answer.split_whitespace().count() == 1
}

/// Tells whether a few words begin with one of a list.
fn begins_with_one_of(answer: &str, list: &str) -> bool {
    let bare = |it: &str| it.trim_matches(['.', '!', ',', '。', '！', '、']).to_lowercase();
    let mut words = answer.split_whitespace();
    let first = words.next().map(bare).unwrap_or_default();
    words.count() <= 3 && holds(list, &first)
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
