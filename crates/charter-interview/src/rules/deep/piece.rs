//! A clause, read once.
//!
//! Owns what a clause speaks of and what of it a negation is about: in most languages what stands
//! behind the negation, in those where the verb comes last what stands before it. Must not compare.

use super::index::Hit;
use super::lexicon::{Class, Pole, Sense, SenseLexicon, visit_outside};
use super::quantity::{self, Quantity};
use super::term::{Term, Terms, visit_word};
use super::text::{is_glyph, padded};

/// How much a negation reaches over at most, in words.
const REACH_MAX: usize = 5;

/// How many letters may stand between a negation and the side of an opposite that it turns.
const TURN_MAX: usize = 12;

/// One of a family, as a clause chooses it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Chosen {
    pub(super) family: u16,
    pub(super) member: u16,
    pub(super) is_denied: bool,
}

/// A clause.
#[derive(Debug)]
pub(super) struct TextClause<'a> {
    pub(super) text: &'a str,
    /// The text as words are looked up in it.
    pub(super) line: String,
    /// What it speaks of, without measures, limits and negations.
    pub(super) terms: Terms,
    /// What of it does not hold.
    pub(super) denied: Terms,
    /// What of it is taken back.
    pub(super) revoked: Terms,
    /// What the sentence around it speaks of.
    pub(super) around: Terms,
    /// What of it holds.
    pub(super) asserted: Terms,
    /// What leads it, in scripts with blanks.
    pub(super) head: Option<Term>,
    pub(super) quantities: Vec<Quantity>,
    pub(super) poles: Vec<Pole>,
    pub(super) choices: Vec<Chosen>,
    /// Whether it is led by a word for the thing as a whole.
    pub(super) is_whole: bool,
    pub(super) classes: u64,
}

/// A negation, and where it reaches.
#[derive(Debug, Clone, Copy)]
struct Denial {
    start: usize,
    end: usize,
    is_back: bool,
    is_revocation: bool,
}

impl<'a> TextClause<'a> {
    pub(super) fn read(lexicon: &SenseLexicon, text: &'a str) -> Self {
        Self::read_if(lexicon, text, &|_| true).unwrap_or_else(|| Self::empty(text))
    }

    /// Reads a clause further than to what it speaks of only where that is of interest.
    pub(super) fn read_if(
        lexicon: &SenseLexicon,
        text: &'a str,
        is_wanted: &dyn Fn(&Terms) -> bool,
    ) -> Option<Self> {
        let line = padded(text);
        let hits = lexicon.scan(&line);
        let (told, head) = told(&line, &hits);
        let terms = Terms::of(told.iter().map(|(_, it)| *it).collect());
        if !is_wanted(&terms) {
            return None;
        }
        let denials = denials(&line, &hits);
        let denied = reach(&denials, &told, &hits, false);
        let revoked = reach(&denials, &told, &hits, true);
        let mut piece = Self {
            asserted: terms.without(&denied).without(&revoked),
            terms,
            denied,
            revoked,
            head,
            quantities: quantity::list(lexicon, text),
            poles: poles(&hits, &denials),
            choices: choices(&hits, &denials, &line),
            is_whole: is_whole(&hits, &told),
            line,
            ..Self::empty(text)
        };
        for hit in &hits {
            if let Sense::Class(class) = hit.sense {
                piece.classes |= bit(class);
            }
        }
        Some(piece)
    }

    fn empty(text: &'a str) -> Self {
        let none = Terms::default;
        Self {
            text,
            line: String::new(),
            terms: none(),
            denied: none(),
            revoked: none(),
            around: none(),
            asserted: none(),
            head: None,
            quantities: Vec::new(),
            poles: Vec::new(),
            choices: Vec::new(),
            is_whole: false,
            classes: 0,
        }
    }

    pub(super) fn has(&self, class: Class) -> bool {
        self.classes & bit(class) != 0
    }

    /// Tells whether it denies something or takes it back.
    pub(super) fn is_denial(&self) -> bool {
        let denials = [Class::Revocation, Class::Exclusion, Class::Negation, Class::Absent];
        denials.into_iter().any(|it| self.has(it))
    }
}

fn bit(class: Class) -> u64 {
    1 << class as u64
}

/// Lists the negations of a clause.
fn denials(line: &str, hits: &[Hit<Sense>]) -> Vec<Denial> {
    let is_kana = line.chars().any(|it| matches!(u32::from(it), 0x3040..=0x30FF));
    let is_ellipsis = |it: &Hit<Sense>| it.start == 1 && it.sense == Sense::Class(Class::Ellipsis);
    let set_aside = hits.iter().find(|it| is_ellipsis(it)).map(|it| it.end);
    let denial = |hit: &Hit<Sense>| {
        let Sense::Class(class) = hit.sense else { return None };
        let word = line.get(hit.start..hit.end).unwrap_or_default();
        let is_hangul = word.chars().any(|it| matches!(u32::from(it), 0xAC00..=0xD7AF));
        let is_last = is_hangul || (is_kana && word.chars().any(is_glyph));
        let is_back = match class {
            Class::Absent | Class::Turned => true,
            Class::Negation | Class::Exclusion | Class::Revocation => is_last,
            _ => return None,
        };
        let is_aside = hit.start == 1 && set_aside == Some(hit.end);
        if is_aside {
            return None;
        }
        let is_revocation = matches!(class, Class::Revocation | Class::Turned);
        Some(Denial { start: hit.start, end: hit.end, is_back, is_revocation })
    };
    hits.iter().filter_map(denial).collect()
}

/// Lists what a clause speaks of, with where it stands, and what leads it.
fn told(line: &str, hits: &[Hit<Sense>]) -> (Vec<(usize, Term)>, Option<Term>) {
    let mut told: Vec<(usize, Term)> = Vec::new();
    let mut spans: Vec<(usize, usize)> = Vec::new();
    for hit in hits {
        let is_silent = match hit.sense {
            Sense::Concept(number) => {
                told.push((hit.start, Term::concept(number)));
                true
            }
            Sense::Class(class) => matches!(
                class,
                Class::Stop
                    | Class::Bound
                    | Class::Upper
                    | Class::Lower
                    | Class::Revocation
                    | Class::Turned
                    | Class::Exclusion
                    | Class::Negation
                    | Class::Absent
            ),
            Sense::Unit(unit) => {
                let word = line.get(hit.start..hit.end).unwrap_or_default();
                !matches!(unit, "item" | "person") && !word.chars().any(is_glyph)
            }
            Sense::Number(_) => true,
            Sense::Pole(_) | Sense::Choice { .. } => false,
        };
        if is_silent {
            spans.push((hit.start, hit.end));
        }
    }
    spans.sort_unstable();
    visit_outside(line, &spans, &mut |word, at| {
        visit_word(word, &mut |term| told.push((at, term)));
    });
    told.sort_unstable();
    let head = told.iter().find(|(_, it)| !it.is_pair()).map(|(_, it)| *it);
    (told, head)
}

/// Tells whether the first thing that is named is the whole.
fn is_whole(hits: &[Hit<Sense>], told: &[(usize, Term)]) -> bool {
    let first = told.first().map(|(at, _)| *at);
    let is_first = |hit: &Hit<Sense>| Some(hit.start) == first;
    hits.iter().any(|hit| hit.sense == Sense::Class(Class::Whole) && is_first(hit))
}

/// Gives what negations reach, or what is taken back.
fn reach(
    denials: &[Denial],
    told: &[(usize, Term)],
    hits: &[Hit<Sense>],
    is_revocation: bool,
) -> Terms {
    let is_turn = |hit: &&Hit<Sense>| hit.sense == Sense::Class(Class::Contrast);
    let mut reached = Vec::new();
    for denial in denials.iter().filter(|it| it.is_revocation == is_revocation) {
        let ends = hits.iter().filter(is_turn).map(|it| it.start);
        let first = told.iter().map(|(at, _)| *at).find(|it| *it >= denial.end);
        let to = ends.filter(|it| first.is_some_and(|first| *it > first)).min();
        let to = to.unwrap_or(usize::MAX);
        let mut n_words = 0;
        let mut last = usize::MAX;
        let mut take = |(at, term): &(usize, Term)| {
            n_words += usize::from(*at != last);
            last = *at;
            if n_words <= REACH_MAX {
                reached.push(*term);
            }
        };
        if denial.is_back {
            told.iter().rev().filter(|(at, _)| *at < denial.start).for_each(&mut take);
        } else {
            let ahead = |(at, _): &&(usize, Term)| *at >= denial.end && *at < to;
            told.iter().filter(ahead).for_each(&mut take);
        }
    }
    Terms::of(reached)
}

/// Tells whether a negation is about what stands in a span.
fn is_turned(denials: &[Denial], start: usize, end: usize) -> bool {
    let turns = |it: &Denial| {
        let is_inside = it.start >= start && it.end <= end;
        let is_before = it.end <= start && start - it.end <= TURN_MAX;
        let is_behind = it.start >= end && it.start - end <= TURN_MAX;
        !is_inside && if it.is_back { is_behind } else { is_before }
    };
    denials.iter().any(turns)
}

/// Lists the sides that a clause takes; of words inside others, the longer ones count.
fn poles(hits: &[Hit<Sense>], denials: &[Denial]) -> Vec<Pole> {
    let mut poles: Vec<Pole> = Vec::new();
    for hit in hits {
        let Sense::Pole(pole) = hit.sense else { continue };
        let is_part = |other: &Hit<Sense>| {
            let is_same = matches!(other.sense, Sense::Pole(it) if it.number == pole.number);
            let is_around = other.start <= hit.start && other.end >= hit.end;
            is_same && is_around && other.end - other.start > hit.end - hit.start
        };
        if hits.iter().any(is_part) {
            continue;
        }
        let is_upper = pole.is_upper != is_turned(denials, hit.start, hit.end);
        poles.push(Pole { is_upper, ..pole });
    }
    poles
}

fn choices(hits: &[Hit<Sense>], denials: &[Denial], line: &str) -> Vec<Chosen> {
    let is_wide = line.chars().any(is_glyph);
    let is_choice = |it: &&Hit<Sense>| matches!(it.sense, Sense::Choice { .. });
    let chosen = |hit: &Hit<Sense>| {
        let Sense::Choice { family, member } = hit.sense else { return None };
        // Where the verb comes first a negation reaches the first thing behind it.
        let is_first = |denial: &Denial| {
            let behind = hits.iter().filter(is_choice).map(|it| it.start);
            behind.filter(|it| *it >= denial.end).min() == Some(hit.start)
        };
        let is_ahead = |it: &Denial| !it.is_back && !is_wide && is_first(it);
        let is_denied = is_turned(denials, hit.start, hit.end) || denials.iter().any(is_ahead);
        Some(Chosen { family, member, is_denied })
    };
    hits.iter().filter_map(chosen).collect()
}
