//! What can be observed in an answer.
//!
//! Owns which words of a text are measures, names, bounds and so on. Hedges are taken out before
//! anything else is looked at, so that a hedge can never add something. Must not weigh anything.

use super::lexicon::{Class, SenseLexicon};
use super::quantity;
use super::text::{is_glyph, names_without, padded, words};

/// How many words an answer has at most that only says yes or names a choice.
const YES_WORDS_MAX: usize = 3;

/// How many words an evasive answer has at most beside the evasion.
const EVASIVE_WORDS_MAX: usize = 8;

/// What was seen in a text.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Features {
    pub n_words: usize,
    /// Numbers with a unit or a limit.
    pub measures: Vec<String>,
    pub bounds: Vec<String>,
    pub exclusions: Vec<String>,
    pub names: Vec<String>,
    pub steps: Vec<String>,
    /// What can be seen or tested.
    pub observations: Vec<String>,
    /// What is there already.
    pub settings: Vec<String>,
    pub hedges: Vec<String>,
    pub evasions: Vec<String>,
    pub delegations: Vec<String>,
    /// What praises and cannot be counted.
    pub vague: Vec<String>,
    pub is_question: bool,
    /// Whether it says yes, or names a choice by its letter, and nothing else.
    pub is_choice: bool,
}

impl Features {
    #[must_use]
    pub fn read(lexicon: &SenseLexicon, text: &str) -> Self {
        let whole = padded(text);
        let evasions = lexicon.list(Class::Evasion, &whole);
        let hedges = lexicon.list(Class::Hedge, &whole);
        let plain = lexicon.strip(Class::Hedge, &whole);
        let is_hedge = |word: &str| {
            hedges.iter().any(|hedge| hedge.split(' ').any(|it| it == word.to_lowercase()))
        };
        let measures = measure(lexicon, text);
        let n_words = count(lexicon, &plain);
        let list = |class: Class| lexicon.list(class, &plain);
        let opens_yes = {
            let first = words(&plain).into_iter().next().unwrap_or_default();
            let is_letter = first.chars().count() == 1 && first.is_ascii();
            lexicon.is(Class::Affirmation, &first) || is_letter
        };
        let n_plain = words(&plain).len();
        let n_glyphs = plain.chars().filter(|it| is_glyph(*it)).count();
        Self {
            n_words,
            bounds: list(Class::Bound),
            exclusions: list(Class::Exclusion),
            names: names_without(text, &is_hedge),
            steps: list(Class::Step),
            observations: list(Class::Observation),
            settings: list(Class::Setting),
            delegations: list(Class::Delegation),
            vague: if measures.is_empty() { list(Class::Vague) } else { Vec::new() },
            is_question: text.trim_end().ends_with(['?', '？']),
            is_choice: opens_yes && n_plain <= YES_WORDS_MAX && n_glyphs <= 2 * YES_WORDS_MAX,
            measures,
            hedges,
            evasions,
        }
    }

    /// Tells whether it answers nothing: an evasion with hardly anything beside it, or no word.
    #[must_use]
    pub fn is_evasive(&self) -> bool {
        let is_thin = self.n_words <= EVASIVE_WORDS_MAX && self.measures.is_empty();
        let is_open = !self.evasions.is_empty() || self.is_question;
        (is_open && is_thin) || (self.n_words == 0 && !self.is_choice && self.measures.is_empty())
    }

    /// Tells whether it leaves the decision to somebody else and says hardly anything beside.
    #[must_use]
    pub fn is_delegation(&self) -> bool {
        !self.delegations.is_empty() && self.n_words <= EVASIVE_WORDS_MAX
    }

    /// Gives what a yes to a question says: what the question says, in as few words.
    #[must_use]
    pub fn confirmed(question: Self, answer: &Self) -> Self {
        const CONFIRMED_WORDS_MAX: usize = 6;
        Self {
            n_words: question.n_words.min(CONFIRMED_WORDS_MAX).max(answer.n_words),
            hedges: answer.hedges.clone(),
            evasions: answer.evasions.clone(),
            vague: Vec::new(),
            is_question: false,
            is_choice: true,
            ..question
        }
    }
}

/// Lists the numbers that measure something.
fn measure(lexicon: &SenseLexicon, text: &str) -> Vec<String> {
    let is_limited = |words: &str| {
        let Some((before, after)) = text.split_once(words) else { return false };
        let signs = ['<', '>', '≤', '≥', '=', '~', '±', '$', '€', '₩', '¥'];
        before.trim_end().ends_with(signs) || after.starts_with(['+', '↑', '↓'])
    };
    let all = quantity::list(lexicon, text).into_iter();
    all.filter(|it| it.unit.is_some() || is_limited(&it.words)).map(|it| it.words).collect()
}

/// Counts the words that say something; two letters of a script without blanks are one.
fn count(lexicon: &SenseLexicon, plain: &str) -> usize {
    let mut n_words = 0;
    let mut n_glyphs = 0;
    for word in plain.split_whitespace() {
        let wide = word.chars().filter(|it| is_glyph(*it)).count();
        n_glyphs += wide;
        let is_said = wide == 0 && word.chars().count() > 1 && !lexicon.is(Class::Stop, word);
        n_words += usize::from(is_said);
    }
    n_words + n_glyphs / 2
}
