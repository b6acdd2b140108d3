//! What does not fit together, as far as that is mechanical.
//!
//! Owns the signs: another number for the same thing, something that was wanted and is left out,
//! something that was ruled out and is wanted, something that nobody spoke of. A sign leads to a
//! question, never to a verdict. Must not know who is asked.

use super::lexicon::{Class, Range, SenseLexicon};
use super::piece::TextClause;
use super::quantity;
use super::sign::{Pairing, SHARED_MIN};
use super::term::Terms;
use super::text::{clauses, is_glyph, padded, quote, sentences};

/// Something that was said before, with the words it rests on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Statement<'s> {
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
    pub quote: String,
    /// Whether the sign is one that seldom errs: a number against a number.
    pub is_sure: bool,
}

/// An answer, read once for every statement.
#[derive(Debug)]
pub(super) struct HeardAnswer<'a> {
    about: Terms,
    /// Everything that it and its question speak of.
    all: Terms,
    premises: Vec<TextClause<'a>>,
    /// Whether it asks for more of the same.
    is_more: bool,
    /// Whether it takes the side of an opposite that holds for the whole.
    is_wide_ranging: bool,
    clauses: Vec<TextClause<'a>>,
}

impl<'a> HeardAnswer<'a> {
    pub(super) fn of(lexicon: &SenseLexicon, question: &'a str, answer: &'a str) -> Self {
        let sentences = sentences(answer).into_iter().filter(|it| !lexicon.holds_both(it));
        let pieces = sentences.flat_map(|sentence| {
            let around = lexicon.terms(sentence);
            clauses(sentence).into_iter().map(move |it| TextClause {
                around: around.clone(),
                ..TextClause::read(lexicon, it)
            })
        });
        let pieces: Vec<TextClause<'_>> = pieces.collect();
        let ranges = |it: &TextClause<'_>| it.poles.iter().any(|it| it.range == Range::Whole);
        Self {
            about: lexicon.terms(question),
            all: lexicon.terms(&format!("{question}\n{answer}")),
            premises: clauses(question)
                .into_iter()
                .map(|it| TextClause::read(lexicon, it))
                .collect(),
            is_more: lexicon.has(Class::More, &padded(question)),
            is_wide_ranging: pieces.iter().any(ranges),
            clauses: pieces,
        }
    }
}

impl HeardAnswer<'_> {
    /// Tells whether a clause says that it adds something.
    fn adds(&self, piece: &TextClause<'_>) -> bool {
        let is_wider = piece.has(Class::Widening) && !piece.is_denial();
        let is_more = self.is_more && !piece.is_denial();
        let says = piece.has(Class::Addition) || is_wider || is_more;
        (says || piece.text.contains(" + ")) && !piece.has(Class::Exclusion)
    }
}

/// The most words of a sentence that says of two statements that both hold.
const BOTH_WORDS_MAX: usize = 12;

impl SenseLexicon {
    /// Says how an answer stands to one statement.
    #[must_use]
    pub fn relate(&self, statement: Statement<'_>, question: &str, answer: &str) -> Relation {
        let heard = HeardAnswer::of(self, question, answer);
        if let Some(conflict) = self.find_conflict(statement, &heard) {
            return Relation::Contradicts(conflict);
        }
        let known = self.terms(statement.text).with(&self.terms(statement.evidence));
        if let Some(conflict) = self.find_premise(statement, &heard) {
            return Relation::Contradicts(conflict);
        }
        match self.find_addition(&known, &heard, answer) {
            Some(added) => Relation::Expands(added),
            None => Relation::Fits,
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
        heard: &HeardAnswer<'_>,
    ) -> Option<Conflict> {
        let said = [statement.text, statement.evidence];
        said.into_iter().find_map(|it| self.find_between(it, heard))
    }

    fn find_between(&self, said: &str, heard: &HeardAnswer<'_>) -> Option<Conflict> {
        // What the answer does not speak of cannot be shared with a part of it, but for what is
        // said of the whole.
        let is_near = |terms: &Terms| heard.is_wide_ranging || terms.n_shared(&heard.all) > 0;
        let clauses = clauses(said).into_iter();
        let known: Vec<TextClause<'_>> =
            clauses.filter_map(|it| TextClause::read_if(self, it, &is_near)).collect();
        if known.is_empty() {
            return None;
        }
        let line = padded(said);
        find_against(&known, &line, heard)
    }

    /// Finds what in an answer does not fit the question, which stands for a statement in another
    /// script: nothing else of that can be compared.
    pub(super) fn find_premise(
        &self,
        statement: Statement<'_>,
        heard: &HeardAnswer<'_>,
    ) -> Option<Conflict> {
        let is_wide = |text: &str| text.chars().any(is_glyph);
        let is_foreign =
            !is_wide(statement.text) && heard.clauses.iter().any(|it| is_wide(it.text));
        let conflict = find_against(&heard.premises, "", heard).filter(|_| is_foreign)?;
        Some(Conflict { is_sure: false, ..conflict })
    }

    /// Tells whether an answer has a word by which it may add something.
    pub(super) fn may_add(&self, heard: &HeardAnswer<'_>, answer: &str) -> bool {
        heard.clauses.iter().any(|it| heard.adds(it)) || self.has(Class::Beside, &padded(answer))
    }

    /// Finds what an answer adds that has nothing to do with what is known.
    pub(super) fn find_addition(
        &self,
        known: &Terms,
        heard: &HeardAnswer<'_>,
        answer: &str,
    ) -> Option<String> {
        let is_new = |text: &str| {
            let terms = self.terms(text);
            let n_known = terms.n_shared(known);
            let n_new = terms.len() - n_known;
            n_new >= SHARED_MIN && n_new > n_known
        };
        let adds = |piece: &&TextClause<'_>| heard.adds(piece) && is_new(piece.text);
        let is_beside = |it: &&str| self.has(Class::Beside, &padded(it)) && is_new(it);
        let found = heard.clauses.iter().find(adds).map(|it| it.text);
        found.or_else(|| sentences(answer).into_iter().find(is_beside)).map(quote)
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

/// Finds the first clause of an answer that does not fit what is known.
fn find_against(known: &[TextClause<'_>], line: &str, heard: &HeardAnswer<'_>) -> Option<Conflict> {
    // Who says the same again contradicts nothing.
    let is_new = |it: &&TextClause<'_>| !line.contains(it.line.trim());
    heard.clauses.iter().filter(is_new).find_map(|new| {
        let pairs = known.iter().map(|old| Pairing { old, new, about: &heard.about });
        let is_sure = pairs.clone().any(|it| it.counts_otherwise());
        let is_against = |it: Pairing<'_>| {
            it.turns() || it.revokes() || it.opposes() || it.chooses_otherwise() || it.goes_beyond()
        };
        let is_found = is_sure || pairs.clone().any(is_against);
        is_found.then(|| Conflict { quote: quote(new.text), is_sure })
    })
}
