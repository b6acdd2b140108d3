//! First words, sentence by sentence, with what each is about.
//!
//! Owns what stands under a heading or in a list below a label, and which sentences count where none speaks clearly.
//! Must not know what a sign is.

use super::super::extract::{Piece, sentences};
use super::label::{Labelled, labelled, named};
use super::weight::{Points, SURE, weigh};
use super::word::SignWords;
use crate::Tongue;
use crate::line::{MARKS, heading};
use charter_contract::Topic;

/// The most sentences that are looked at.
const SENTENCES_MAX: usize = 100;

/// Topics that weak signs speak for where there are no clear ones.
const WEAKLY: [Topic; 4] = [Topic::Problem, Topic::Users, Topic::ValueProp, Topic::Success];

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
    let all = || passages.iter().zip(&points);
    Topic::ALL.map(|topic| {
        let sure: Vec<Piece<'_>> =
            all().filter(|(_, it)| it.of(topic) >= SURE).map(|(it, _)| it.piece).collect();
        if !sure.is_empty() || !WEAKLY.contains(&topic) {
            return sure;
        }
        // A sentence that clearly speaks of something else is not taken for its weaker signs; its people are.
        let is_free = |it: &Points| {
            topic == Topic::Users || Topic::ALL.into_iter().all(|other| it.of(other) < SURE)
        };
        let weak = all().filter(|(_, it)| it.of(topic) > 0 && is_free(it));
        let best = weak.clone().map(|(_, it)| it.of(topic)).max();
        let best = weak.filter(|(_, it)| Some(it.of(topic)) == best);
        best.map(|(it, _)| it.piece).take(1).collect()
    })
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
