//! Which words show what, in every language.
//!
//! Owns the classes of words and how they are found in a text. Must not know what follows from them.

use super::index::{Hit, Index};
use super::term::{Term, Terms, visit_word};
use super::text::{is_glyph, padded};
use crate::wordlist::{EVASION, entries, lines};
use serde::Deserialize;
use serde::de::IntoDeserializer;
use serde::de::value::{Error, StrDeserializer};

const WORDS: &str = include_str!("../../../data/deep/words.txt");
const CONCEPTS: &str = include_str!("../../../data/deep/concepts.txt");
const POLES: &str = include_str!("../../../data/deep/poles.txt");
const CHOICES: &str = include_str!("../../../data/deep/choices.txt");

/// How many words there are, about.
const ENTRIES: usize = 4_000;

/// What a word can show.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Class {
    /// It takes back some of what is said.
    Hedge,
    /// It leaves a question open.
    Evasion,
    /// It leaves the decision to somebody else.
    Delegation,
    Affirmation,
    /// It asks for more than yes or no.
    Interrogative,
    /// One or the other.
    Alternative,
    /// No or not.
    Negation,
    /// Something is left out.
    Exclusion,
    /// Something has a limit.
    Bound,
    /// The limit is the most.
    Upper,
    /// The limit is the least.
    Lower,
    /// Something happens, or happens if.
    Step,
    /// Something can be seen or tested.
    Observation,
    /// Something is there already.
    Setting,
    /// A reason follows.
    Reason,
    /// Something that was said is taken back.
    Revocation,
    /// Something is added.
    Addition,
    /// Nothing but this, or not this.
    Exclusive,
    /// What was before.
    Earlier,
    /// Two statements hold side by side.
    Both,
    /// A month or a day of the week.
    Calendar,
    /// Something is to go.
    Removing,
    /// It praises and cannot be counted.
    Vague,
    /// It opens a wish and names nothing.
    Lead,
    /// It says nothing.
    Stop,
    /// What stands before it is not there.
    Absent,
    /// What was said before stays as it is.
    Keep,
    /// What was denied ends, and what holds instead begins.
    Contrast,
    /// At the beginning of a clause it only sets something aside for which a verb is missing.
    Ellipsis,
    /// This and nothing else.
    Only,
    /// What stands before it is replaced by what stands behind it.
    Turned,
    /// It is about all of something.
    Widening,
    /// Something is there, and beside it something else.
    Beside,
    /// It asks for more of the same.
    More,
    /// It names the thing as a whole.
    #[serde(rename = "whole-thing")]
    Whole,
    /// A clause begins that describes what stands before it.
    Clause,
    /// An addition begins that a name can do without.
    Phrase,
    /// It ends a description of what stands behind it.
    Modifier,
    /// It ends a wish and names nothing.
    Wish,
    /// A thing follows.
    Article,
}

/// What a word stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sense {
    /// It shows something.
    Class(Class),
    /// A number is counted in it.
    Unit(&'static str),
    Number(u64),
    /// It names something that several languages have words for.
    Concept(u16),
    /// It stands on one side of an opposite.
    Pole(Pole),
    /// It is one of a family of which a thing usually has one.
    Choice {
        family: u16,
        member: u16,
    },
}

/// How near two statements must be for an opposite to count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Range {
    /// Its words have other uses, so much must be shared.
    Loose,
    /// Something must be shared.
    Near,
    /// It is said of the thing as a whole, and then of all its parts.
    Whole,
}

/// One side of an opposite.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Pole {
    pub(super) number: u16,
    /// Which side of it.
    pub(super) is_upper: bool,
    /// How near two statements must be that stand on both sides.
    pub(super) range: Range,
}

/// Words by what they show.
#[derive(Debug, Clone)]
pub struct SenseLexicon {
    index: Index<Sense>,
}

impl Default for SenseLexicon {
    fn default() -> Self {
        Self::new()
    }
}

/// Gives what the words below a name in the file of classes stand for.
fn sense_of(name: &'static str) -> Option<Sense> {
    if let Some(unit) = name.strip_prefix("unit-") {
        return Some(Sense::Unit(unit));
    }
    if let Some(number) = name.strip_prefix("number-") {
        return number.parse().ok().map(Sense::Number);
    }
    let name: StrDeserializer<'_, Error> = name.into_deserializer();
    Class::deserialize(name).ok().map(Sense::Class)
}

impl SenseLexicon {
    #[must_use]
    pub fn new() -> Self {
        let mut index = Index::with_room(ENTRIES);
        let mut add = |words: &'static str, sense: Sense| {
            words.split_whitespace().for_each(|it| index.add(it, sense));
        };
        for it in lines(WORDS) {
            sense_of(it.name).into_iter().for_each(|sense| add(it.text, sense));
        }
        entries(EVASION, "deep").for_each(|it| add(it, Sense::Class(Class::Evasion)));
        lines(CONCEPTS).for_each(|it| add(it.text, Sense::Concept(it.number)));
        for it in lines(POLES) {
            let range = match it.name.split_once(' ').map(|it| it.1) {
                Some("loose") => Range::Loose,
                Some("whole") => Range::Whole,
                _ => Range::Near,
            };
            let (sign, words) = it.text.split_once(' ').unwrap_or((it.text, ""));
            add(words, Sense::Pole(Pole { number: it.number, is_upper: sign == "+", range }));
        }
        for (it, member) in lines(CHOICES).zip(1..) {
            add(it.text, Sense::Choice { family: it.number, member });
        }
        Self { index }
    }

    /// Lists everything that padded text holds, from left to right.
    pub(super) fn scan(&self, padded: &str) -> Vec<Hit<Sense>> {
        self.index.scan(padded)
    }

    /// Lists where padded text holds words of a class.
    pub(super) fn hits(&self, class: Class, padded: &str) -> impl Iterator<Item = Hit<Sense>> {
        self.scan(padded).into_iter().filter(move |it| it.sense == Sense::Class(class))
    }

    /// Lists the words of a class that padded text holds, as they stand there; an entry is found once.
    #[must_use]
    pub fn list(&self, class: Class, padded: &str) -> Vec<String> {
        let mut seen: Vec<usize> = Vec::new();
        let mut list: Vec<String> = Vec::new();
        for hit in self.hits(class, padded) {
            let word = padded.get(hit.start..hit.end).unwrap_or_default();
            if !seen.contains(&hit.entry) && !list.iter().any(|it| it == word) {
                seen.push(hit.entry);
                list.push(word.to_owned());
            }
        }
        list
    }

    /// Tells whether padded text holds a word of a class.
    #[must_use]
    pub fn has(&self, class: Class, padded: &str) -> bool {
        self.hits(class, padded).next().is_some()
    }

    /// Tells whether one word belongs to a class.
    #[must_use]
    pub fn is(&self, class: Class, word: &str) -> bool {
        self.index.scan_alone(word).iter().any(|it| it.sense == Sense::Class(class))
    }

    /// Takes the words of a class out of padded text.
    #[must_use]
    pub fn strip(&self, class: Class, padded: &str) -> String {
        let mut kept = String::with_capacity(padded.len());
        let mut from = 0;
        for hit in self.hits(class, padded) {
            kept.push_str(padded.get(from..hit.start.max(from)).unwrap_or_default());
            kept.push(' ');
            from = from.max(hit.end);
        }
        kept.push_str(padded.get(from..).unwrap_or_default());
        format!(" {} ", kept.split_whitespace().collect::<Vec<_>>().join(" "))
    }

    pub(super) fn terms(&self, text: &str) -> Terms {
        self.terms_of(&padded(text))
    }

    /// Gives the terms of padded text: things that have a name of their own first, then words.
    pub(super) fn terms_of(&self, padded: &str) -> Terms {
        let mut spans: Vec<(usize, usize)> = Vec::new();
        let mut terms: Vec<Term> = Vec::new();
        for hit in self.scan(padded) {
            if let Sense::Concept(number) = hit.sense {
                terms.push(Term::concept(number));
            } else if hit.sense != Sense::Class(Class::Stop) {
                continue;
            }
            spans.push((hit.start, hit.end));
        }
        visit_outside(padded, &spans, &mut |piece, _| visit_word(piece, &mut |it| terms.push(it)));
        Terms::of(terms)
    }

    /// Finds the unit that a text begins with.
    pub(super) fn find_unit(&self, text: &str) -> Option<&'static str> {
        let end = text.find(|it: char| !it.is_alphanumeric() && it != '%' && it != '％');
        let word = text.get(..end.unwrap_or(text.len())).filter(|it| !it.is_empty())?;
        // Behind a unit of a script with blanks a word of another may follow at once.
        let latin = word.find(is_glyph).filter(|it| *it > 0).unwrap_or(word.len());
        let hits = self.index.scan_alone(word.get(..latin)?);
        let units = hits.into_iter().filter_map(|hit| {
            let Sense::Unit(unit) = hit.sense else { return None };
            Some((hit.end, unit))
        });
        units.max().map(|(_, unit)| unit)
    }

    /// Finds the thing that a text begins with, in scripts with blanks.
    pub(super) fn find_noun(&self, text: &str) -> Option<Term> {
        let end = text.find(|it: char| !it.is_alphanumeric()).unwrap_or(text.len());
        let word = text.get(..end).filter(|it| !it.chars().any(is_glyph))?;
        self.terms(word).iter().next()
    }

    /// Gives the number that a word stands for.
    pub(super) fn find_number(&self, word: &str) -> Option<u64> {
        let hits = self.index.scan_alone(word).into_iter().filter(|_| !word.chars().any(is_glyph));
        hits.rev().find_map(|hit| {
            let Sense::Number(number) = hit.sense else { return None };
            Some(number)
        })
    }
}

/// Visits the words of padded text outside of spans that are in order, with where they begin.
pub(super) fn visit_outside(
    padded: &str,
    spans: &[(usize, usize)],
    see: &mut dyn FnMut(&str, usize),
) {
    let mut from = 0;
    let mut visit = |from: usize, to: usize| {
        let mut at = from;
        for word in padded.get(from..to).unwrap_or_default().split(' ') {
            if !word.is_empty() {
                see(word, at);
            }
            at += word.len() + 1;
        }
    };
    for (start, end) in spans {
        if *start > from {
            visit(from, *start);
        }
        from = from.max(*end);
    }
    visit(from, padded.len());
}
