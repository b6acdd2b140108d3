//! First words, sentence by sentence, with what each is about.
//!
//! Owns what stands under a heading or in a list below a label, and which sentences count where none speaks clearly.
//! Must not know what a sign is.

use super::super::extract::{Piece, sentences};
use super::label::{Labelled, labelled, named};
use super::weight::{Points, weigh};
use super::word::SignWords;
use crate::Tongue;
use crate::line::{MARKS, heading};
use charter_contract::Topic;

/// The most sentences that are looked at.
const SENTENCES_MAX: usize = 100;

/// Who speaks clearly of so many sections is likely to say something about the others: weak signs count.
const CLEAR_MIN: usize = 2;
/// So do words of so many sentences.
const LONG_MIN: usize = 3;

/// A sentence, and what stands above it.
#[derive(Debug)]
struct SignPassage<'t> {
    piece: Piece<'t>,
    /// What it says behind its label.
    bare: &'t str,
    label: Option<Labelled>,
    is_heading: bool,
}

impl SignPassage<'_> {
    fn is_item(&self) -> bool {
        let text = self.piece.text().trim_start();
        self.piece.begins_line() && MARKS.iter().any(|it| text.starts_with(it))
    }
}

/// Gives the sentences of a text that are about each topic, in the order of the topics.
pub(in crate::brief) fn about(text: &str, tongue: Tongue) -> [Vec<Piece<'_>>; 5] {
    let Some(words) = SignWords::of(tongue) else { return Topic::ALL.map(|_| Vec::new()) };
    let passages = passages(words, text);
    let points: Vec<Points> = passages
        .iter()
        .map(|it| if it.is_heading { Points::default() } else { weigh(words, it.bare, it.label) })
        .collect();
    let choice = SignChoice { passages: &passages, points: &points };
    Topic::ALL.map(|topic| choice.about(topic))
}

/// Sentences with their points, to choose among.
struct SignChoice<'p, 't> {
    passages: &'p [SignPassage<'t>],
    points: &'p [Points],
}

impl<'t> SignChoice<'_, 't> {
    fn all(&self) -> impl Iterator<Item = (Piece<'t>, &Points)> {
        self.passages.iter().map(|it| it.piece).zip(self.points)
    }

    fn is_clear(&self, topic: Topic) -> bool {
        self.points.iter().any(|it| it.is_sure(topic))
    }

    fn about(&self, topic: Topic) -> Vec<Piece<'t>> {
        if self.is_clear(topic) {
            return self.all().filter(|(_, it)| it.is_sure(topic)).map(|it| it.0).collect();
        }
        let n_clear = Topic::ALL.into_iter().filter(|it| self.is_clear(*it)).count();
        let is_prose = self.is_prose();
        let is_long = is_prose && self.passages.len() >= LONG_MIN && n_clear > 0;
        let found = match topic {
            Topic::Problem if n_clear >= CLEAR_MIN || is_long => {
                self.weak(topic).or_else(|| self.opening().filter(|_| is_prose))
            }
            Topic::Users | Topic::Scope if n_clear >= CLEAR_MIN || is_long => self.weak(topic),
            Topic::ValueProp if n_clear >= CLEAR_MIN || is_long => {
                self.weak(topic).or_else(|| self.outcome().filter(|_| is_prose))
            }
            Topic::Success if n_clear >= CLEAR_MIN || is_long => {
                self.weak(topic).or_else(|| self.ending().filter(|_| is_prose))
            }
            Topic::Problem | Topic::Users | Topic::ValueProp | Topic::Scope | Topic::Success => {
                None
            }
        };
        found.into_iter().collect()
    }

    /// Tells whether somebody talks, and did not set headings or lists.
    fn is_prose(&self) -> bool {
        let is_set = |it: &SignPassage<'_>| it.is_heading || it.is_item();
        !self.passages.iter().any(is_set)
    }

    /// Gives the first of the sentences that speak most for a topic; one that clearly speaks of something else does
    /// not, but its people count.
    fn weak(&self, topic: Topic) -> Option<Piece<'t>> {
        let weak = || {
            let is_free = |it: &Points| match topic {
                Topic::Users => true,
                Topic::Problem => it.is_free() && it.tells_state,
                Topic::Scope => it.is_free() && !it.is_wish,
                Topic::ValueProp | Topic::Success => it.is_free(),
            };
            self.all().filter(move |(_, it)| it.of(topic) > 0 && is_free(it))
        };
        let best = weak().map(|(_, it)| it.of(topic)).max()?;
        weak().find(|(_, it)| it.of(topic) == best).map(|it| it.0)
    }

    /// Gives the first sentence, where it tells how things are: people begin with that or with the thing itself.
    fn opening(&self) -> Option<Piece<'t>> {
        let (first, points) = self.all().next().filter(|_| self.passages.len() > 1)?;
        (points.is_free() && points.tells_state).then_some(first)
    }

    /// Gives the last sentence that tells what somebody does or has: behind the trouble, that is what they get.
    fn outcome(&self) -> Option<Piece<'t>> {
        let is_told = |(_, it): &(Piece<'t>, &Points)| it.is_free() && it.tells_outcome;
        self.all().skip(1).filter(is_told).map(|it| it.0).last()
    }

    /// Gives the last sentence, where it demands something: people end with what they want to see.
    fn ending(&self) -> Option<Piece<'t>> {
        let (last, points) = self.all().last().filter(|_| self.passages.len() >= LONG_MIN)?;
        (points.is_free() && points.demands).then_some(last)
    }
}

fn passages<'t>(words: &SignWords, text: &'t str) -> Vec<SignPassage<'t>> {
    let pieces: Vec<Piece<'t>> = sentences(text).into_iter().take(SENTENCES_MAX).collect();
    let mut above = Above::default();
    let mut passages = Vec::new();
    for (idx, piece) in pieces.iter().enumerate() {
        let is_alone = piece.begins_line() && pieces.get(idx + 1).is_none_or(Piece::begins_line);
        let title = if is_alone { heading(piece.text().trim()) } else { None };
        if let Some(title) = title.filter(|it| above.opens(words, piece, it)) {
            let bare = title;
            passages.push(SignPassage { piece: *piece, bare, label: None, is_heading: true });
            continue;
        }
        let (own, bare) = labelled(words, piece.text());
        above.pass(piece, own);
        let label = own.or(above.label);
        passages.push(SignPassage { piece: *piece, bare, label, is_heading: false });
    }
    passages
}

/// What a heading or a label above says about the lines below it.
#[derive(Debug, Default)]
struct Above {
    label: Option<Labelled>,
    /// Whether it holds up to the next heading, and not only for the list below it.
    is_section: bool,
    has_items: bool,
}

impl Above {
    /// Takes a heading, or a line that introduces a list; tells whether it is one.
    fn opens(&mut self, words: &SignWords, piece: &Piece<'_>, title: &str) -> bool {
        let found = named(words, title);
        let line = piece.text().trim();
        let is_section = line.starts_with(['#', '*']);
        if !is_section && found.is_none() {
            return false;
        }
        *self = Self { label: found, is_section, has_items: false };
        true
    }

    /// Tells whether what stands above ends before a sentence.
    fn pass(&mut self, piece: &Piece<'_>, own: Option<Labelled>) {
        if self.is_section || !piece.begins_line() {
            return;
        }
        let is_item = MARKS.iter().any(|it| piece.text().trim_start().starts_with(it));
        let ends = own.is_some() || self.has_items && !is_item || piece.opens_paragraph();
        if ends && !(is_item && own.is_none()) {
            *self = Self::default();
        }
        self.has_items |= is_item;
    }
}
