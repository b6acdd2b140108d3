//! What is known about the five sections while an interview runs.
//!
//! Owns where the text of a section comes from: what the user said about it, what is written, or what was
//! understood of everything else. Pure: the same document and mind give the same rows. Must not know screens.

use super::extract;
use super::fill::{Fill, fill, is_placeholder, split_sentences};
use super::pad::{Entry, Reply};
use super::question::{BRAIN_DUMP, PLACE, REVIEWED, WHAT_CHANGED};
use super::sign;
use crate::Tongue;
use crate::noise::is_evasive;
use charter_contract::document::CharterDoc;
use charter_contract::mind::{Cover, Judgement, Mind, judge};
use charter_contract::{Topic, topic_of};
use std::collections::BTreeMap;

/// The reason in a pad of somebody who takes out what was understood: the question is asked after all.
pub(super) const TAKEN_OUT: &str = "taken out on the screen";

/// How sure a mind must be of what the first words say, in ten-thousandths.
const SURE: u32 = 6500;

/// The most sentences of the first words that are looked at one by one.
const SENTENCES_MAX: usize = 100;

/// A section as it is shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SectionRow {
    pub topic: Topic,
    /// What stands in it; nothing where that is still to be said.
    pub text: Option<String>,
    pub origin: Origin,
    /// Whether it was asked, or somebody said that it is not answered.
    pub is_asked: bool,
}

/// Where the text of a section comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    Nowhere,
    /// It stands in charter.md.
    Written,
    /// The user said it about this section, or accepted it, in an entry of the pad.
    Said(u64),
    /// The first words say it; nobody has seen it on the screen yet.
    Understood(u64),
    /// The answer to another question says it.
    Overheard(u64),
}

impl SectionRow {
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.text.is_none()
    }

    /// Gives the number of the entry that it comes from.
    #[must_use]
    pub fn number(&self) -> Option<u64> {
        match self.origin {
            Origin::Nowhere | Origin::Written => None,
            Origin::Said(number) | Origin::Understood(number) | Origin::Overheard(number) => {
                Some(number)
            }
        }
    }
}

/// Lists the topics that nothing is said about.
pub(super) fn gaps(rows: &[SectionRow]) -> Vec<Topic> {
    rows.iter().filter(|it| it.is_empty()).map(|it| it.topic).collect()
}

/// Reads the sections of a document and of the entries of its pad, in their order.
pub(crate) fn rows(doc: &CharterDoc, entries: &[Entry], mind: &dyn Mind) -> Vec<SectionRow> {
    let heard = heard(entries, mind);
    let row = |topic: Topic| {
        let own = entries.iter().rfind(|it| target(it) == Some(topic));
        let is_asked = own.is_some_and(|it| match &it.reply {
            Reply::Answered { .. } => true,
            Reply::Skipped(reason) => reason != TAKEN_OUT,
        });
        let (origin, text) = match own.map(|it| (it.number, &it.reply)) {
            Some((number, Reply::Answered { answer, .. })) if !is_evasive(answer) => {
                (Origin::Said(number), Some(answer.trim().to_owned()))
            }
            Some((_, Reply::Skipped(reason))) if reason == TAKEN_OUT => (Origin::Nowhere, None),
            Some(_) | None => match (written(doc, topic), heard.get(&topic)) {
                (Some(text), _) => (Origin::Written, Some(text)),
                (None, Some((origin, text))) => (*origin, Some(text.clone())),
                (None, None) => (Origin::Nowhere, None),
            },
        };
        SectionRow { topic, text, origin, is_asked }
    };
    Topic::ALL.into_iter().map(row).collect()
}

/// Gives the topic that an entry is about, where it is about one.
pub(crate) fn target(entry: &Entry) -> Option<Topic> {
    let is_open = [BRAIN_DUMP, WHAT_CHANGED, PLACE].iter().any(|it| entry.topic == *it);
    if is_open { None } else { topic_of(&entry.topic) }
}

/// Gives what stands in a section; nothing where that is a placeholder, or has one in it.
pub(super) fn written(doc: &CharterDoc, topic: Topic) -> Option<String> {
    let text = doc.plain_text(topic.section())?;
    let is_there = match fill(doc, topic) {
        Fill::Complete => true,
        Fill::Partial => is_short(doc, topic),
        Fill::Empty => false,
    };
    (is_there && !is_placeholder(&text)).then_some(text)
}

/// Tells whether nothing stands against a section but that it is one sentence.
fn is_short(doc: &CharterDoc, topic: Topic) -> bool {
    let text = doc.visible_text(topic.section()).unwrap_or_default();
    let lines = text.lines().map(str::trim).filter(|it| !it.is_empty());
    let has_gap = |it: &str| super::fill::has_placeholder(it) || it.starts_with('#');
    !lines.into_iter().any(has_gap)
}

/// Gives what answers say beside what they were asked for; the first that says it counts.
fn heard(entries: &[Entry], mind: &dyn Mind) -> BTreeMap<Topic, (Origin, String)> {
    let mut heard = BTreeMap::new();
    for entry in entries.iter().filter(|it| it.topic != REVIEWED) {
        let Some(answer) = entry.answer().filter(|it| !is_evasive(it)) else { continue };
        let (texts, origin) = match target(entry) {
            None => (understood(answer, mind), Origin::Understood(entry.number)),
            Some(own) => (overheard(answer, own, mind), Origin::Overheard(entry.number)),
        };
        for (topic, text) in texts {
            heard.entry(topic).or_insert((origin, text));
        }
    }
    heard
}

/// Gives what an answer says clearly about other topics than its own.
fn overheard(answer: &str, own: Topic, mind: &dyn Mind) -> BTreeMap<Topic, String> {
    let judgements = judge(mind, answer).into_iter();
    let clear = judgements.filter(|it| it.topic != own && it.cover == Cover::Covered);
    let text = |it: Judgement| {
        let first = || split_sentences(answer).first().map_or("", |it| *it).to_owned();
        let quote = it.quote.unwrap_or_else(first);
        (it.topic, extract::about(answer, it.topic, &quote, mind))
    };
    clear.map(text).collect()
}

/// Gives what the first words say about each topic: every sentence with clear signs of it, or that the mind is sure
/// enough of. One sentence may say two things.
#[must_use]
pub fn understood(text: &str, mind: &dyn Mind) -> BTreeMap<Topic, String> {
    let signed = sign::about(text, Tongue::of_text(text));
    let of_others = Topic::ALL.into_iter().zip(&signed).filter(|(it, _)| *it != Topic::Users);
    let taken: Vec<_> = of_others.flat_map(|(_, it)| it.clone()).collect();
    // A mind is only asked where something is left to find.
    let n_left = if signed.iter().any(Vec::is_empty) { SENTENCES_MAX } else { 0 };
    let pieces = extract::sentences(text).into_iter().take(n_left);
    let pieces: Vec<_> = pieces.map(|it| (it, judge(mind, it.text()))).collect();
    let of_topic = |((idx, topic), signed): ((usize, Topic), Vec<extract::Piece<'_>>)| {
        if !signed.is_empty() {
            return Some((topic, extract::join(&signed)));
        }
        let is_about = |judged: &[Judgement]| judged.get(idx).is_some_and(is_sure);
        // A sentence that clearly speaks of something else is not shown for what a mind makes of it.
        let is_taken = |piece: &extract::Piece<'_>| topic != Topic::Users && taken.contains(piece);
        let about = pieces.iter().filter(|(piece, it)| is_about(it) && !is_taken(piece));
        let about: Vec<_> = about.map(|(piece, _)| *piece).collect();
        (!about.is_empty()).then(|| (topic, extract::join(&about)))
    };
    Topic::ALL.into_iter().enumerate().zip(signed).filter_map(of_topic).collect()
}

/// Tells whether a mind has good reason to see a topic in a text; what is wrong is changed on the screen.
fn is_sure(judgement: &Judgement) -> bool {
    match judgement.cover {
        Cover::Covered => true,
        Cover::Unclear => judgement.confidence >= SURE,
        Cover::Missing => false,
    }
}
