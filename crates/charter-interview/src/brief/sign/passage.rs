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
/// A wish alone is no scope, unless nearly everything else is said.
const CLEAR_MIN_SCOPE: usize = 3;

/// A sentence, and what stands above it.
#[derive(Debug)]
struct SignPassage<'t> {
    piece: Piece<'t>,
    /// What it says behind its label.
    bare: &'t str,
    label: Option<Labelled>,
    is_heading: bool,
}

/// Gives the sentences of a text that are about each topic, in the order of the topics.
pub(in crate::brief) fn about(text: &str, tongue: Tongue) -> [Vec<Piece<'_>>; 5] {
    let Some(words) = SignWords::of(tongue) else { return Topic::ALL.map(|_| Vec::new()) };
    let passages = passages(words, text);
    let points: Vec<Points> = passages
        .iter()
        .map(|it| if it.is_heading { Points::default() } else { weigh(words, it.bare, it.label) })
        .collect();
    if std::env::var("DBG").is_ok() { for (a,b) in passages.iter().zip(&points) { eprintln!("{b:?} {:?} {} || {}", a.label, super::weight::debug(words,a.bare), a.piece.text()); } }
    let choice = Choice { passages: &passages, points: &points };
    Topic::ALL.map(|topic| choice.about(topic))
}

/// Sentences with their points, to choose among.
struct Choice<'p, 't> {
    passages: &'p [SignPassage<'t>],
    points: &'p [Points],
}

impl<'t> Choice<'_, 't> {
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
        let enough = if topic == Topic::Scope { CLEAR_MIN_SCOPE } else { CLEAR_MIN };
        if n_clear < enough {
            return Vec::new();
        }
        let weak = self.weak(topic).or_else(|| match topic {
            Topic::Problem => self.opening(),
            Topic::ValueProp => self.outcome(),
            Topic::Users | Topic::Scope | Topic::Success => None,
        });
        weak.into_iter().collect()
    }

    /// Gives the first of the sentences that speak most for a topic; one that clearly speaks of something else does
    /// not, but its people count.
    fn weak(&self, topic: Topic) -> Option<Piece<'t>> {
        let weak = || {
            let is_free = |it: &Points| match topic {
                Topic::Users => true,
                Topic::Problem => it.is_free() && it.tells_state,
                Topic::ValueProp | Topic::Scope | Topic::Success => it.is_free(),
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
