//! Words that show what a sentence is about.
//!
//! Owns how lists of them are read and looked up, and the one list that is about interviews of any kind. Must not
//! know what follows from a word.

use crate::text::words_of;
use crate::wordlist::lines;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// The first sign of the scripts whose words are found inside others.
const WIDE: u32 = 0x2e80;

/// A list of words by class.
pub(crate) type CueClasses = BTreeMap<&'static str, Vec<CuePhrase>>;

static CUES: LazyLock<CueClasses> =
    LazyLock::new(|| classes(include_str!("../data/checklist/cues.txt")));

/// The pairs of neighbouring bytes in a text, each as one of 256 bits: what lacks a pair of a phrase lacks the phrase.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct PairSet([u64; 4]);

impl PairSet {
    fn of(text: &str) -> Self {
        let mut pairs = Self([0; 4]);
        for (left, right) in text.bytes().zip(text.bytes().skip(1)) {
            let bit = left.wrapping_mul(31).wrapping_add(right.wrapping_mul(17));
            if let Some(it) = pairs.0.get_mut(usize::from(bit >> 6)) {
                *it |= 1 << (bit & 63);
            }
        }
        pairs
    }

    fn holds(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).all(|(own, other)| other & !own == 0)
    }
}

/// One phrase of a list.
#[derive(Debug, Clone)]
pub(crate) struct CuePhrase {
    /// The words with a blank on either side; on the left alone where any ending will do.
    pub(crate) text: String,
    pub(crate) is_wide: bool,
    /// Whether nothing may follow.
    is_last: bool,
    pairs: PairSet,
}

/// A sentence as it is looked through.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct CueLine {
    /// Its words in lower case, between blanks.
    words: String,
    /// As it stands, in lower case.
    plain: String,
    /// The pairs of both as they were read: what is taken off later stays among them.
    pairs_of_words: PairSet,
    pairs_of_plain: PairSet,
}

impl CueLine {
    pub(crate) fn of(text: &str) -> Self {
        let plain = text.to_lowercase().replace('’', "'");
        let is_part = |it: char| it.is_alphanumeric() || matches!(it, '%' | '％' | '→');
        // A full stop inside a word belongs to a version: `v1.1`.
        let words = words_of(&plain, is_part, &['\'', '-', '_', '.']);
        let words = format!(" {} ", words.join(" "));
        let pairs_of_words = PairSet::of(&words);
        // Words of scripts without blanks are looked up in it, which no text in ASCII holds.
        let pairs_of_plain = PairSet::of(if plain.is_ascii() { "" } else { &plain });
        Self { words, plain, pairs_of_words, pairs_of_plain }
    }

    /// Tells whether it may hold a phrase; a cheap look before the text is searched.
    fn may_hold(&self, phrase: &CuePhrase) -> bool {
        let pairs = if phrase.is_wide { &self.pairs_of_plain } else { &self.pairs_of_words };
        pairs.holds(&phrase.pairs)
    }

    /// Tells whether it holds a word of a class.
    pub(crate) fn shows(&self, class: &str) -> bool {
        self.shows_of(&CUES, class)
    }

    /// Tells whether it holds a word of a class of another file.
    pub(crate) fn shows_of(&self, classes: &CueClasses, class: &str) -> bool {
        classes.get(class).is_some_and(|it| it.iter().any(|it| self.holds(it)))
    }

    /// Counts the words of a class in it, each once.
    pub(crate) fn count(&self, class: &str) -> usize {
        self.count_of(&CUES, class)
    }

    /// Counts the words of a class of another file in it, each once.
    pub(crate) fn count_of(&self, classes: &CueClasses, class: &str) -> usize {
        classes.get(class).map_or(0, |it| it.iter().filter(|it| self.holds(it)).count())
    }

    pub(crate) fn holds_any<'c>(&self, mut phrases: impl Iterator<Item = &'c CuePhrase>) -> bool {
        phrases.any(|it| self.holds(it))
    }

    /// Tells whether it begins with one of some phrases.
    pub(crate) fn begins_with_of<'c>(
        &self,
        mut phrases: impl Iterator<Item = &'c CuePhrase>,
    ) -> bool {
        phrases.any(|it| match it.is_wide {
            true => self.plain.trim_start().starts_with(&it.text),
            false => self.words.starts_with(&it.text),
        })
    }

    /// Tells whether it is a phrase, or a phrase of some length begins or ends it.
    pub(crate) fn is_named(&self, phrase: &CuePhrase) -> bool {
        const CHARS_MIN: usize = 5;
        if phrase.is_wide {
            let plain = self.plain.trim();
            return plain.starts_with(&phrase.text) || plain.ends_with(&phrase.text);
        }
        let is_whole = self.words == phrase.text;
        let is_long = phrase.text.trim().chars().count() >= CHARS_MIN;
        is_whole
            || is_long
                && (self.words.starts_with(&phrase.text) || self.words.ends_with(&phrase.text))
            || !phrase.text.ends_with(' ') && self.words.starts_with(&phrase.text)
    }

    /// Gives what stands before the first phrase of a class; all of it where there is none.
    pub(crate) fn before(&self, classes: &CueClasses, class: &str) -> Self {
        let mut line = self.clone();
        for phrase in classes.get(class).into_iter().flatten().filter(|it| self.holds(it)) {
            let of = if phrase.is_wide { &mut line.plain } else { &mut line.words };
            if let Some(at) = of.find(&phrase.text) {
                of.truncate(at);
                of.push(' ');
            }
        }
        line
    }

    /// Gives what stands behind the first phrase of a class; nothing where there is none.
    pub(crate) fn behind(&self, classes: &CueClasses, class: &str) -> Option<Self> {
        let found = classes.get(class)?.iter().filter(|it| !it.is_wide && self.holds(it));
        let places = found.filter_map(|it| Some((self.words.find(&it.text)?, it.text.len())));
        let (at, length) = places.min()?;
        let words = self.words.get(at + length..)?;
        Some(Self { words: format!(" {} ", words.trim()), ..self.clone() })
    }

    /// Gives it as it stands, in lower case.
    pub(crate) fn plain(&self) -> &str {
        &self.plain
    }

    /// Gives it without the phrases of a class.
    pub(crate) fn without(&self, classes: &CueClasses, class: &str) -> Self {
        let mut line = self.clone();
        for phrase in classes.get(class).into_iter().flatten() {
            let of = if phrase.is_wide { &mut line.plain } else { &mut line.words };
            if of.contains(&phrase.text) {
                *of = of.replace(&phrase.text, " ");
            }
        }
        line
    }

    /// Gives it without the words of a class of cues.
    pub(crate) fn without_cues(&self, class: &str) -> Self {
        self.without(&CUES, class)
    }

    /// Lists its words of scripts that part words.
    pub(crate) fn words(&self) -> impl Iterator<Item = &str> {
        self.words.split(' ').filter(|it| !it.is_empty() && !it.chars().any(is_glyph))
    }

    /// Lists its signs of scripts that do not, in runs.
    pub(crate) fn runs(&self) -> impl Iterator<Item = &str> {
        let runs = self.plain.split(|it: char| !is_glyph(it) || !it.is_alphabetic());
        runs.filter(|it| !it.is_empty())
    }

    pub(crate) fn holds(&self, phrase: &CuePhrase) -> bool {
        if !self.may_hold(phrase) {
            false
        } else if phrase.is_wide {
            self.plain.contains(&phrase.text)
        } else if phrase.is_last {
            self.words.ends_with(&phrase.text)
        } else {
            self.words.contains(&phrase.text)
        }
    }
}

/// Reads a file of classes.
pub(crate) fn classes(file: &'static str) -> CueClasses {
    let mut classes = CueClasses::new();
    for line in lines(file) {
        let phrases = line.text.split_whitespace().map(phrase);
        classes.entry(line.name).or_default().extend(phrases);
    }
    classes
}

fn phrase(entry: &str) -> CuePhrase {
    let is_wide = entry.chars().any(is_glyph) || entry == "→";
    let said = entry.trim_end_matches(['*', '$']).replace('_', " ");
    let is_last = entry.ends_with('$');
    let text = match (is_wide && !is_last, entry.ends_with('*')) {
        (true, _) => said,
        (false, true) => format!(" {said}"),
        (false, false) => format!(" {said} "),
    };
    let pairs = PairSet::of(&text);
    CuePhrase { text, is_wide, is_last, pairs }
}

/// Tells whether a sign belongs to a script whose words are found inside others.
pub(crate) fn is_glyph(sign: char) -> bool {
    u32::from(sign) >= WIDE
}

/// Tells whether a text has a number that is no part of a name or a version.
pub(crate) fn has_number(text: &str) -> bool {
    let mut before = ' ';
    let mut chars = text.char_indices().peekable();
    while let Some((at, sign)) = chars.next() {
        let is_start = !before.is_alphanumeric() && before != '_' || is_glyph(before);
        if sign.is_numeric() && is_start && !is_dotted(text.get(at..).unwrap_or_default()) {
            return true;
        }
        while sign.is_numeric() && chars.peek().is_some_and(|(_, it)| it.is_numeric()) {
            chars.next();
        }
        before = sign;
    }
    false
}

/// Tells whether a text begins with a version such as `1.2.3`.
fn is_dotted(text: &str) -> bool {
    let number = text.split(|it: char| !it.is_ascii_digit() && it != '.').next();
    number.is_some_and(|it| it.trim_end_matches('.').matches('.').count() > 1)
}
