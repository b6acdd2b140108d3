//! The words that drafting goes by, in ten languages.
//!
//! Owns how they are listed and found in a text. They are read once. Must not know what follows from a word.

use crate::wordlist::{entries, lines};
use std::collections::BTreeSet;
use std::sync::LazyLock;

const EXCLUSION: &str = include_str!("../../data/drafting/exclusion.txt");
const PLIGHT: &str = include_str!("../../data/drafting/plight.txt");
const WORDS: &str = include_str!("../../data/drafting/words.txt");
const VERBS: &str = include_str!("../../data/drafting/verbs.txt");

/// From here on letters are not parted by blanks, or carry endings that belong to a sentence.
const WIDE: u32 = 0x2e80;

/// Words that are followed by another one behind an apostrophe.
const ELIDED: [&str; 14] =
    ["l", "d", "n", "s", "j", "c", "m", "t", "qu", "un", "all", "dall", "dell", "nell"];

/// A text as it is looked through: in lower case, a blank between two words and at both ends.
#[derive(Debug, Clone)]
pub(super) struct Wording(String);

impl Wording {
    pub(super) fn of(text: &str) -> Self {
        let mut plain = String::from(" ");
        for it in text.chars() {
            match it {
                '’' | '‘' | '\'' => {
                    plain.push('\'');
                    let word = plain.rsplit(' ').next().unwrap_or_default();
                    if ELIDED.contains(&word.trim_end_matches('\'')) {
                        plain.push(' ');
                    }
                }
                _ if it.is_alphanumeric() || it == '%' => plain.extend(it.to_lowercase()),
                _ if plain.ends_with(' ') => {}
                _ => plain.push(' '),
            }
        }
        if !plain.ends_with(' ') {
            plain.push(' ');
        }
        Self(plain)
    }

    pub(super) fn words(&self) -> impl Iterator<Item = &str> {
        self.0.split_whitespace()
    }

    /// Lists the words with where each begins.
    fn placed(&self) -> impl Iterator<Item = (usize, &str)> {
        let mut at = 0;
        self.0.split(' ').filter_map(move |it| {
            let start = at;
            at += it.len() + 1;
            (!it.is_empty()).then_some((start, it))
        })
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.trim().is_empty()
    }

    /// Gives it up to a place.
    fn head(&self, end: usize) -> Self {
        Self(format!("{} ", self.0.get(..end).unwrap_or(&self.0).trim_end()))
    }

    /// Gives it without some words, which a blank takes the place of.
    pub(super) fn without(&self, phrases: &Phrases) -> Self {
        let mut rest = self.0.clone();
        while let Some(it) = phrases.find(&Self(rest.clone())) {
            rest.replace_range(it.start..it.end, " ");
        }
        Self(rest)
    }

    /// Gives what stands before the first word of a list; all of it where there is none.
    pub(super) fn before(&self, phrases: &Phrases) -> Self {
        phrases.find(self).map_or_else(|| self.clone(), |it| self.head(it.start))
    }
}

/// Tells whether a letter is of a script without blanks, or Korean.
pub(super) fn is_wide(it: char) -> bool {
    u32::from(it) >= WIDE
}

/// Where a phrase stands in a wording.
#[derive(Debug, Clone, Copy)]
pub(super) struct PhrasePlace {
    pub(super) start: usize,
    pub(super) end: usize,
}

/// A list of phrases: whole words, beginnings of words, or letters anywhere in scripts without blanks.
#[derive(Debug, Default)]
pub(super) struct Phrases {
    words: BTreeSet<String>,
    /// Beginnings of single words.
    stems: BTreeSet<String>,
    /// Several words with the blanks around them; the last may be a beginning.
    longer: Vec<String>,
    wide: Vec<String>,
}

impl Phrases {
    fn read(file: &'static str, name: &'static str) -> Self {
        Self::of(entries(file, name))
    }

    fn of<'t>(entries: impl Iterator<Item = &'t str>) -> Self {
        let mut phrases = Self::default();
        for entry in entries {
            let words = entry.replace(['_', '-'], " ");
            let stem = words.strip_suffix('*');
            match stem {
                _ if words.chars().any(is_wide) => phrases.wide.push(words),
                Some(stem) if stem.contains(' ') => phrases.longer.push(format!(" {stem}")),
                Some(stem) => _ = phrases.stems.insert(stem.to_owned()),
                None if words.contains(' ') => phrases.longer.push(format!(" {words} ")),
                None => _ = phrases.words.insert(words),
            }
        }
        phrases
    }

    /// Finds the first phrase in a text; of two at one place the longer.
    pub(super) fn find(&self, wording: &Wording) -> Option<PhrasePlace> {
        let text = wording.0.as_str();
        let words = wording.placed().filter(|(_, word)| self.is_word(word));
        let words = words.map(|(at, word)| PhrasePlace { start: at - 1, end: at + word.len() });
        let longer = self.longer.iter().chain(&self.wide).filter_map(|it| {
            let start = text.find(it.as_str())?;
            Some(PhrasePlace { start, end: start + it.trim_end().len() })
        });
        words.take(1).chain(longer).min_by_key(|it| (it.start, usize::MAX - it.end))
    }

    pub(super) fn is_in(&self, wording: &Wording) -> bool {
        wording.words().any(|it| self.holds(it))
            || self.longer.iter().any(|it| wording.0.contains(it.as_str()))
            || self.has_wide(&wording.0)
    }

    fn has_wide(&self, text: &str) -> bool {
        !text.is_ascii() && self.wide.iter().any(|it| text.contains(it.as_str()))
    }

    pub(super) fn begins(&self, wording: &Wording) -> bool {
        wording.words().next().is_some_and(|it| self.holds(it))
            || self.longer.iter().any(|it| wording.0.starts_with(it.as_str()))
            || self.wide.iter().any(|it| wording.0.trim_start().starts_with(it.as_str()))
    }

    /// Tells whether a text is one of the phrases and nothing else.
    pub(super) fn is(&self, wording: &Wording) -> bool {
        let text = wording.0.trim();
        let is_one = !text.contains(' ');
        let is_longer = |it: &String| {
            let n_words = |it: &str| it.split_whitespace().count();
            wording.0.starts_with(it.as_str()) && n_words(it) == n_words(text)
        };
        is_one && self.holds(text)
            || self.longer.iter().any(is_longer)
            || self.wide.iter().any(|it| it == text)
    }

    /// Finds the first phrase of a script without blanks in a text as it was written.
    pub(super) fn first_in(&self, text: &str) -> Option<PhrasePlace> {
        let found = self.wide.iter().filter_map(|it| {
            let start = text.find(it.as_str())?;
            Some(PhrasePlace { start, end: start + it.trim_end().len() })
        });
        found.min_by_key(|it| (it.start, usize::MAX - it.end))
    }

    /// Gives the first phrase in a text as the list has it.
    pub(super) fn name_in(&self, wording: &Wording) -> Option<String> {
        let place = self.find(wording)?;
        wording.0.get(place.start..place.end).map(|it| it.trim().to_owned())
    }

    /// Tells whether a word in lower case is on the list, or begins like one that is.
    pub(super) fn holds(&self, word: &str) -> bool {
        self.is_word(word) || self.has_wide(word)
    }

    fn is_word(&self, word: &str) -> bool {
        let begins = |(at, it): (usize, char)| {
            word.get(..at + it.len_utf8()).is_some_and(|it| self.stems.contains(it))
        };
        self.words.contains(word) || !self.stems.is_empty() && word.char_indices().any(begins)
    }
}

/// Something that a working thing does.
#[derive(Debug)]
pub(super) struct Verb {
    /// What ids call it.
    pub(super) name: &'static str,
    /// What one does: `exports`.
    pub(super) finite: Vec<&'static str>,
    /// What one can do: `export`.
    pub(super) plain: Vec<&'static str>,
    /// What tells it in any form.
    pub(super) traces: Phrases,
}

/// Every list, by what it is for.
#[derive(Debug)]
pub(super) struct DraftLexicon {
    pub(super) excluding_heading: Phrases,
    pub(super) excluding_whole: Phrases,
    pub(super) excluding_begin: Phrases,
    pub(super) phase: Phrases,
    pub(super) first_phase: Phrases,
    pub(super) first_release: Phrases,
    pub(super) inclusion: Phrases,
    pub(super) both: Phrases,
    pub(super) excluding: Phrases,
    pub(super) leaving: Phrases,
    pub(super) release: Phrases,
    pub(super) bare: Phrases,
    pub(super) limit: Phrases,
    pub(super) pain: Phrases,
    pub(super) loss: Phrases,
    pub(super) time: Phrases,
    pub(super) now: Phrases,
    pub(super) burden: Phrases,
    pub(super) negation: Phrases,
    pub(super) failure_frame: Phrases,
    pub(super) failure: Phrases,
    pub(super) subordinator: Phrases,
    pub(super) remark: Phrases,
    pub(super) painful_heading: Phrases,
    pub(super) failing_heading: Phrases,
    pub(super) aside_heading: Phrases,
    pub(super) vague: Phrases,
    pub(super) number: Phrases,
    pub(super) never: Phrases,
    pub(super) keeping: Phrases,
    pub(super) modal: Phrases,
    pub(super) modal_part: Phrases,
    pub(super) ability: Phrases,
    pub(super) able: Phrases,
    pub(super) aux: Phrases,
    pub(super) conjunction: Phrases,
    pub(super) pronoun: Phrases,
    pub(super) clitic: Phrases,
    pub(super) preposition: Phrases,
    pub(super) determiner: Phrases,
    pub(super) ambiguous: Phrases,
    pub(super) actor: Phrases,
    pub(super) empty: Phrases,
    pub(super) lead: Phrases,
    pub(super) verbs: Vec<Verb>,
}

impl DraftLexicon {
    pub(super) fn shipped() -> &'static Self {
        static LEXICON: LazyLock<DraftLexicon> = LazyLock::new(DraftLexicon::read);
        &LEXICON
    }

    fn read() -> Self {
        let of = Phrases::read;
        Self {
            excluding_heading: of(EXCLUSION, "heading"),
            excluding_whole: of(EXCLUSION, "whole"),
            excluding_begin: of(EXCLUSION, "begins"),
            phase: of(EXCLUSION, "phase"),
            first_phase: of(EXCLUSION, "first_phase"),
            first_release: of(EXCLUSION, "first_release"),
            inclusion: of(EXCLUSION, "inclusion"),
            both: of(EXCLUSION, "both"),
            excluding: of(EXCLUSION, "sentence"),
            leaving: of(EXCLUSION, "leaving"),
            release: of(EXCLUSION, "release"),
            bare: of(EXCLUSION, "bare"),
            limit: of(EXCLUSION, "limit"),
            pain: of(PLIGHT, "pain"),
            loss: of(PLIGHT, "loss"),
            time: of(PLIGHT, "time"),
            now: of(PLIGHT, "now"),
            burden: of(PLIGHT, "burden"),
            negation: of(PLIGHT, "negation"),
            failure_frame: of(PLIGHT, "failure_frame"),
            failure: of(PLIGHT, "failure"),
            subordinator: of(PLIGHT, "subordinator"),
            remark: of(PLIGHT, "remark"),
            painful_heading: of(PLIGHT, "painful_heading"),
            failing_heading: of(PLIGHT, "failing_heading"),
            aside_heading: of(PLIGHT, "aside_heading"),
            vague: of(WORDS, "vague"),
            number: of(WORDS, "number"),
            never: of(WORDS, "never"),
            keeping: of(WORDS, "keeping"),
            modal: of(WORDS, "modal"),
            modal_part: of(WORDS, "modal_part"),
            ability: of(WORDS, "ability"),
            able: of(WORDS, "able"),
            aux: of(WORDS, "aux"),
            conjunction: of(WORDS, "conjunction"),
            pronoun: of(WORDS, "pronoun"),
            clitic: of(WORDS, "clitic"),
            preposition: of(WORDS, "preposition"),
            determiner: of(WORDS, "determiner"),
            ambiguous: of(WORDS, "ambiguous"),
            actor: of(WORDS, "actor"),
            empty: of(WORDS, "empty"),
            lead: of(WORDS, "lead"),
            verbs: lines(VERBS).filter_map(|it| verb(it.text)).collect(),
        }
    }

    /// Tells whether a word says what one does.
    pub(super) fn is_finite(&self, word: &str) -> bool {
        self.verbs.iter().any(|it| it.finite.contains(&word))
    }

    /// Tells whether a word says what one can do.
    pub(super) fn is_plain(&self, word: &str) -> bool {
        self.verbs.iter().any(|it| it.plain.contains(&word))
    }
}

fn verb(line: &'static str) -> Option<Verb> {
    let mut columns = line.split('|').map(str::trim);
    let (name, finite) = (columns.next()?, columns.next()?.split_whitespace().collect());
    let plain = columns.next()?.split_whitespace().collect();
    let traces = Phrases::of(columns.next()?.split_whitespace());
    Some(Verb { name, finite, plain, traces })
}
