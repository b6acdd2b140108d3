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

/// A part of an answer, read once for every statement.
#[derive(Debug)]
struct Piece<'a> {
    text: &'a str,
    terms: BTreeSet<String>,
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
    sentences: Vec<Piece<'a>>,
    clauses: Vec<Piece<'a>>,
}

impl<'a> Heard<'a> {
    /// Reads an answer.
    pub(super) fn of(lexicon: &Lexicon, question: &str, answer: &'a str) -> Self {
        let piece = |text: &'a str| {
            let line = padded(text);
            let denials = [Class::Revocation, Class::Exclusion, Class::Negation];
            Piece {
                text,
                terms: lexicon.terms(text),
                quantities: quantity::list(lexicon, text),
                is_denial: denials.into_iter().any(|it| lexicon.has(it, &line)),
            }
        };
        Self {
            about: lexicon.terms(question),
            all: lexicon.terms(&format!("{question}\n{answer}")),
            sentences: sentences(answer).into_iter().map(piece).collect(),
            clauses: clauses(answer).into_iter().map(piece).collect(),
        }
    }
}

/// How many terms two texts share at least that are about the same thing.
const SHARED_MIN: usize = 2;

/// The same in pairs of letters of a script without blanks.
const SHARED_WIDE_MIN: usize = 2;

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

    /// Finds what in an answer does not fit a statement.
    pub(super) fn find_conflict(
        &self,
        statement: Statement<'_>,
        heard: &Heard<'_>,
    ) -> Option<Conflict> {
        for said in [statement.text, statement.evidence] {
            // What the answer does not speak of cannot be shared with a part of it.
            let known = shared(said, &heard.all);
            if known.is_empty() {
                continue;
            }
            let is_asked = known.intersection(&heard.about).count() > 0;
            let mut counted = heard.sentences.iter().filter(|it| !it.quantities.is_empty());
            let otherwise = counted.find(|it| {
                let shares = known.intersection(&it.terms).count() > 0;
                (shares || is_asked) && self.counts_otherwise(said, it)
            });
            if let Some(piece) = otherwise {
                return Some(Conflict { quote: quote(piece.text), is_sure: true });
            }
            if let Some(piece) = heard.clauses.iter().find(|it| self.turns(said, &known, it)) {
                return Some(Conflict { quote: quote(piece.text), is_sure: false });
            }
        }
        None
    }

    /// Tells whether a sentence has another number than a statement for the same sort of thing.
    fn counts_otherwise(&self, said: &str, sentence: &Piece<'_>) -> bool {
        let (before, now) = (quantity::list(self, said), &sentence.quantities);
        let padded_before = padded(said);
        let is_within = |old: &Quantity, new: &Quantity| {
            let narrows = self.has(Class::Upper, &padded_before) && new.value <= old.value;
            let widens = self.has(Class::Lower, &padded_before) && new.value >= old.value;
            narrows || widens
        };
        let differs = |old: &Quantity, new: &Quantity| {
            old.is_alike(new) && old.value != new.value && !is_within(old, new)
        };
        let is_same = |old: &Quantity, new: &Quantity| old.is_alike(new) && old.value == new.value;
        let has_same = now.iter().any(|new| before.iter().any(|old| is_same(old, new)));
        // Several numbers of one sort are a range or a list, and nothing is known about those.
        let is_single = |list: &[Quantity], one: &Quantity| {
            list.iter().filter(|it| it.is_alike(one)).count() == 1
        };
        !has_same
            && !self.has(Class::Addition, &padded(sentence.text))
            && before
                .iter()
                .filter(|old| is_single(&before, old))
                .any(|old| now.iter().any(|new| is_single(now, new) && differs(old, new)))
    }

    /// Tells whether a clause takes back what a statement wants, or wants what it rules out.
    fn turns(&self, said: &str, known: &BTreeSet<String>, clause: &Piece<'_>) -> bool {
        let same: Vec<&String> = known.intersection(&clause.terms).collect();
        if same.is_empty() || !is_alike(&same, clause.text, clause.is_denial) {
            return false;
        }
        // Who says the same again contradicts nothing.
        if padded(said).contains(padded(clause.text).trim()) {
            return false;
        }
        let n_shared = |it: &&str| self.terms(it).intersection(&clause.terms).count();
        let about = padded(clauses(said).into_iter().max_by_key(n_shared).unwrap_or(said));
        let was_denied = self.has(Class::Exclusive, &about) || self.has(Class::Exclusion, &about);
        match (was_denied, clause.is_denial) {
            (false, true) => true,
            (true, false) => same.len() > SHARED_MIN,
            (true, true) | (false, false) => false,
        }
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

/// Tells whether shared terms are enough to be about the same thing: in a clause that denies
/// something, one word is; pairs of letters need company.
fn is_alike(shared: &[&String], clause: &str, is_denial: bool) -> bool {
    let is_wide = |term: &&&String| term.chars().any(is_glyph);
    let n_wide = shared.iter().filter(is_wide).count();
    let n_narrow = shared.len() - n_wide;
    let is_short = clause.chars().count() <= 80;
    n_wide > SHARED_WIDE_MIN
        || n_narrow >= SHARED_MIN
        || (is_denial && is_short && (n_narrow >= 1 || n_wide >= SHARED_WIDE_MIN))
}
