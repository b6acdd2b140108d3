//! What does not fit together, as far as that is mechanical.
//!
//! Owns the signs: another number for the same thing, something that was wanted and is left out,
//! something that was ruled out and is wanted, something that nobody spoke of. A sign leads to a
//! question, never to a verdict. Must not know who is asked.

use super::lexicon::{Class, Lexicon};
use super::quantity::{self, Quantity};
use super::text::{clauses, is_glyph, padded, quote, sentences, shared, terms};
use std::collections::BTreeSet;

/// Something that was said before, with the words it rests on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Statement<'s> {
    /// What holds.
    pub text: &'s str,
    /// The words that showed it, where they are others.
    pub evidence: &'s str,
}

/// How an answer stands to something that was said before.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Relation {
    /// Nothing speaks against it.
    Fits,
    /// Both cannot hold as they stand.
    Contradicts(Conflict),
    /// It adds something that was not spoken of.
    Expands(String),
}

/// Two statements that do not fit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Conflict {
    /// The words that do not fit.
    pub quote: String,
    /// Whether the sign is one that seldom errs: a number against a number.
    pub is_sure: bool,
}

/// A clause, read once for every statement.
#[derive(Debug)]
struct Piece<'a> {
    text: &'a str,
    /// What it speaks of, without measures, limits and denials.
    terms: BTreeSet<String>,
    /// The first of them, in scripts with blanks.
    head: Option<String>,
    quantities: Vec<Quantity>,
    is_denial: bool,
}

/// An answer, read once for every statement.
#[derive(Debug)]
pub(super) struct Heard<'a> {
    /// What its question is about.
    about: BTreeSet<String>,
    /// Everything that it and its question speak of.
    all: BTreeSet<String>,
    clauses: Vec<Piece<'a>>,
}

impl<'a> Heard<'a> {
    /// Reads an answer.
    pub(super) fn of(lexicon: &Lexicon, question: &str, answer: &'a str) -> Self {
        let sentences = sentences(answer).into_iter().filter(|it| !lexicon.holds_both(it));
        let pieces = sentences.flat_map(clauses);
        Self {
            about: lexicon.terms(question),
            all: lexicon.terms(&format!("{question}\n{answer}")),
            clauses: pieces.map(|it| lexicon.piece(it)).collect(),
        }
    }
}

/// How many terms two texts share at least that are about the same thing.
const SHARED_MIN: usize = 2;

/// The most words of a sentence that says of two statements that both hold.
const BOTH_WORDS_MAX: usize = 12;

impl Lexicon {
    /// Gives the terms of a text.
    pub(super) fn terms(&self, text: &str) -> BTreeSet<String> {
        terms(text, &|word| self.is(Class::Stop, word))
    }

    /// Says how an answer stands to one statement.
    #[must_use]
    pub fn relate(&self, statement: Statement<'_>, question: &str, answer: &str) -> Relation {
        let heard = Heard::of(self, question, answer);
        if let Some(conflict) = self.find_conflict(statement, &heard) {
            return Relation::Contradicts(conflict);
        }
        let mut known = self.terms(statement.text);
        known.extend(self.terms(statement.evidence));
        match self.find_addition(&known, answer) {
            Some(added) => Relation::Expands(added),
            None => Relation::Fits,
        }
    }

    /// Reads a clause.
    fn piece<'a>(&self, text: &'a str) -> Piece<'a> {
        let line = padded(text);
        let denials = [Class::Revocation, Class::Exclusion, Class::Negation];
        let mut plain = line.clone();
        for class in [Class::Bound, Class::Upper, Class::Lower].into_iter().chain(denials) {
            plain = self.strip(class, &plain);
        }
        let is_unit = |word: &str| !matches!(self.find_unit(word), None | Some("item" | "person"));
        let says = |word: &str| !is_unit(word) && self.find_number(word).is_none();
        let told: Vec<&str> = plain.split_whitespace().filter(|it| says(it)).collect();
        let heads = told.iter().filter(|it| !it.chars().any(is_glyph));
        Piece {
            text,
            terms: self.terms(&told.join(" ")),
            head: heads.flat_map(|it| self.terms(it)).next(),
            quantities: quantity::list(self, text),
            is_denial: denials.into_iter().any(|it| self.has(it, &line)),
        }
    }

    /// Tells whether a text says of two statements that both hold, and nothing else.
    pub(super) fn holds_both(&self, text: &str) -> bool {
        let line = padded(text);
        let found = self.list(Class::Both, &line);
        let n_words = line.split_whitespace().count();
        let is_phrase = found.iter().any(|it| it.contains(' ') || it.chars().any(is_glyph));
        let is_told = quantity::list(self, text).is_empty() && n_words <= BOTH_WORDS_MAX;
        (is_phrase && is_told) || (!found.is_empty() && n_words <= 2)
    }

    /// Tells whether a statement as a whole leaves something out: the clause that governs it does,
    /// which is the first, or the last where the verb comes last.
    pub(super) fn leaves_out(&self, text: &str) -> bool {
        let clauses = clauses(text);
        let is_wide = text.chars().any(is_glyph);
        let governing = if is_wide { clauses.last() } else { clauses.first() };
        governing.is_some_and(|it| self.has(Class::Exclusion, &padded(it)))
    }

    /// Finds what in an answer does not fit a statement.
    pub(super) fn find_conflict(
        &self,
        statement: Statement<'_>,
        heard: &Heard<'_>,
    ) -> Option<Conflict> {
        for said in [statement.text, statement.evidence] {
            // What the answer does not speak of cannot be shared with a part of it.
            if shared(said, &heard.all).is_empty() {
                continue;
            }
            let line = padded(said);
            let known: Vec<Piece<'_>> =
                clauses(said).into_iter().map(|it| self.piece(it)).collect();
            // Who says the same again contradicts nothing.
            let is_new = |it: &&Piece<'_>| !line.contains(padded(it.text).trim());
            for new in heard.clauses.iter().filter(is_new) {
                let quote = || quote(new.text);
                if known.iter().any(|old| self.counts_otherwise(old, new, &heard.about)) {
                    return Some(Conflict { quote: quote(), is_sure: true });
                }
                if known.iter().any(|old| turns(old, new)) {
                    return Some(Conflict { quote: quote(), is_sure: false });
                }
            }
        }
        None
    }

    /// Tells whether a clause has another number than an earlier one for the same measure of the
    /// same thing, in the same sense.
    fn counts_otherwise(&self, old: &Piece<'_>, new: &Piece<'_>, about: &BTreeSet<String>) -> bool {
        // Several numbers of one sort are a range or a list, and nothing is known about those.
        let single = |list: &[Quantity], one: &Quantity| {
            list.iter().filter(|it| it.is_alike(one)).count() == 1
        };
        let (old_line, new_line) = (padded(old.text), padded(new.text));
        let is_upper = |line: &str| self.has(Class::Upper, line);
        let is_lower = |line: &str| self.has(Class::Lower, line);
        let differs = |was: &Quantity, now: &Quantity| {
            let is_within = (is_upper(&old_line) && now.value <= was.value)
                || (is_lower(&old_line) && now.value >= was.value)
                || (is_upper(&new_line) && is_lower(&old_line))
                || (is_lower(&new_line) && is_upper(&old_line));
            was.is_alike(now) && was.value != now.value && !is_within
        };
        let is_other = old.quantities.iter().filter(|it| single(&old.quantities, it)).any(|was| {
            let mut singles = new.quantities.iter().filter(|it| single(&new.quantities, it));
            singles.any(|now| differs(was, now))
        });
        let is_asked = new.terms.is_empty() && {
            let n_asked = old.terms.intersection(about).count();
            n_asked > 0 && n_asked * 2 >= old.terms.len()
        };
        is_other && !self.has(Class::Addition, &new_line) && (is_asked || is_same_thing(old, new))
    }

    /// Finds what an answer adds that has nothing to do with what is known.
    pub(super) fn find_addition(&self, known: &BTreeSet<String>, answer: &str) -> Option<String> {
        let is_new = |clause: &&str| {
            let padded_clause = padded(clause);
            let adds = self.has(Class::Addition, &padded_clause) || clause.contains(" + ");
            let terms = self.terms(clause);
            let n_new = terms.difference(known).count();
            let n_known = terms.intersection(known).count();
            adds && !self.has(Class::Exclusion, &padded_clause) && n_new >= 2 && n_new > n_known
        };
        clauses(answer).into_iter().find(is_new).map(quote)
    }

    /// Tells whether an answer says that it adds something.
    pub(super) fn adds(&self, answer: &str) -> bool {
        self.has(Class::Addition, &padded(answer)) || answer.contains(" + ")
    }

    /// Finds what one answer both leaves out and wants.
    pub(super) fn find_inside(&self, answer: &str) -> Option<String> {
        let clauses = clauses(answer);
        let is_out = |clause: &str| self.has(Class::Exclusion, &padded(clause));
        let wants = |clause: &str| self.has(Class::Bound, &padded(clause)) && !is_out(clause);
        let is_both = |out: &&&str| {
            let left = self.terms(out);
            left.len() >= SHARED_MIN
                && clauses.iter().any(|it| wants(it) && left.is_subset(&self.terms(it)))
        };
        clauses.iter().filter(|it| is_out(it)).find(is_both).map(|it| quote(it))
    }
}

/// Tells whether two clauses are about the same thing: the same word leads them, or most of their
/// words are the same; pairs of letters need company.
fn is_same_thing(old: &Piece<'_>, new: &Piece<'_>) -> bool {
    let is_led = old.head.is_some() && old.head == new.head;
    let same: Vec<&String> = old.terms.intersection(&new.terms).collect();
    let n_least = old.terms.len().min(new.terms.len());
    let is_wide = same.iter().any(|it| it.chars().any(is_glyph));
    let share = if is_wide { 4 } else { 2 };
    let is_close = same.len() >= SHARED_MIN && same.len() * share >= n_least;
    (is_led && same.len() * 2 >= n_least) || is_close
}

/// Tells whether a clause takes back what an earlier one wants, or wants what it rules out, in
/// nearly the same words.
fn turns(old: &Piece<'_>, new: &Piece<'_>) -> bool {
    let same: Vec<&String> = old.terms.intersection(&new.terms).collect();
    let is_wide = same.iter().any(|it| it.chars().any(is_glyph));
    let covers = |n_terms: usize| {
        if is_wide { same.len() * 2 >= n_terms } else { same.len() * 3 >= n_terms * 2 }
    };
    if same.len() < SHARED_MIN {
        return false;
    }
    match (old.is_denial, new.is_denial) {
        (false, true) => covers(new.terms.len()),
        (true, false) => covers(new.terms.len()) && covers(old.terms.len()),
        (true, true) | (false, false) => false,
    }
}
