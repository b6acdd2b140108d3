//! Classes of words: what a pain, a group of people or a boundary is called in several languages.
//!
//! Owns their notation and how they are found in a sentence. Must not know what a class weighs
//! after training.

use super::token::{has_glyph, words};
use super::weights_error::WeightsError;
use std::collections::{BTreeSet, HashMap};

/// A class of words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TopicClass {
    /// Its name in features.
    pub name: String,
    /// What a person would call it.
    pub title: String,
}

/// What a feature weighs before training.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Prior {
    /// The feature's name, or `start` for what every text has.
    pub feature: String,
    /// Its weight per topic word, in thousandths.
    pub weights: Vec<(String, i32)>,
}

/// Every class and its words.
#[derive(Debug, Default)]
pub struct TopicLexicon {
    classes: Vec<TopicClass>,
    priors: Vec<Prior>,
    /// Words and phrases by their first word.
    phrases: HashMap<String, Vec<ClassPhrase>>,
    /// Single words with any ending.
    stems: HashMap<String, BTreeSet<usize>>,
    /// Entries of scripts without spaces, by their first character.
    glyphs: HashMap<char, Vec<(String, usize)>>,
}

#[derive(Debug)]
struct ClassPhrase {
    tail: Vec<String>,
    is_open: bool,
    class: usize,
}

/// About how many words a data file has; room for them is made at once.
const WORDS_EXPECTED: usize = 4_000;

/// How many letters a stem has at least and at most.
const STEM_CHARS: std::ops::RangeInclusive<usize> = 3..=14;

impl TopicLexicon {
    /// Reads the classes of a data file; the lines up to `weights`.
    ///
    /// # Errors
    /// Names the line that is neither a class, nor words, nor a remark.
    pub fn parse(text: &str) -> Result<Self, WeightsError> {
        let mut lexicon = Self::default();
        lexicon.phrases.reserve(WORDS_EXPECTED);
        lexicon.stems.reserve(WORDS_EXPECTED / 2);
        for (idx, line) in text.lines().enumerate().skip(1) {
            if line == "weights" {
                break;
            }
            if let Some(entries) = line.strip_prefix("  ") {
                let class =
                    lexicon.classes.len().checked_sub(1).ok_or(WeightsError { line: idx + 1 })?;
                entries.split_whitespace().for_each(|entry| lexicon.insert(entry, class));
            } else if let Some(head) = line.strip_prefix("class ") {
                lexicon.insert_class(head).ok_or(WeightsError { line: idx + 1 })?;
            } else if let Some(prior) = line.strip_prefix("prior ") {
                lexicon.priors.push(parse_prior(prior).ok_or(WeightsError { line: idx + 1 })?);
            } else if !line.is_empty() && !line.starts_with('#') {
                return Err(WeightsError { line: idx + 1 });
            }
        }
        Ok(lexicon)
    }

    /// Lists the classes in their order.
    #[must_use]
    pub fn classes(&self) -> &[TopicClass] {
        &self.classes
    }

    /// Lists what features weigh before training.
    #[must_use]
    pub fn priors(&self) -> &[Prior] {
        &self.priors
    }

    /// Finds the classes of a sentence, given as its words and in lower case.
    pub(super) fn find(&self, words: &[String], lower: &str) -> BTreeSet<usize> {
        let mut found = BTreeSet::new();
        for (idx, word) in words.iter().enumerate() {
            let after = words.get(idx + 1..).unwrap_or(&[]);
            let phrases = self.phrases.get(word).into_iter().flatten();
            found.extend(phrases.filter(|it| it.matches(after)).map(|it| it.class));
            self.find_stems(word, &mut found);
        }
        if !lower.is_ascii() {
            self.find_glyphs(lower, &mut found);
        }
        found
    }

    fn find_stems(&self, word: &str, found: &mut BTreeSet<usize>) {
        let ends = word.char_indices().map(|(at, char)| at + char.len_utf8());
        for (idx, end) in ends.enumerate().take(*STEM_CHARS.end()) {
            if idx + 1 >= *STEM_CHARS.start() {
                let stem = word.get(..end).and_then(|stem| self.stems.get(stem));
                found.extend(stem.into_iter().flatten());
            }
        }
    }

    fn find_glyphs(&self, lower: &str, found: &mut BTreeSet<usize>) {
        for (at, char) in lower.char_indices() {
            let rest = lower.get(at..).unwrap_or("");
            let entries = self.glyphs.get(&char).into_iter().flatten();
            found.extend(
                entries.filter(|(entry, _)| rest.starts_with(entry)).map(|(_, class)| *class),
            );
        }
    }

    /// Inserts a class by its head, as in `pain | a pain | problem=1500`.
    fn insert_class(&mut self, head: &str) -> Option<()> {
        let mut fields = head.split('|').map(str::trim);
        let name = fields.next()?.to_owned();
        let title = fields.next()?.to_owned();
        self.priors.push(parse_prior(&format!("class:{name} {}", fields.next()?))?);
        self.classes.push(TopicClass { name, title });
        Some(())
    }

    fn insert(&mut self, entry: &str, class: usize) {
        let bare = entry.trim_end_matches(['*', '+']);
        if !bare.is_ascii() && has_glyph(bare) {
            let text = bare.replace('-', " ").to_lowercase();
            if let Some(first) = text.chars().next() {
                self.glyphs.entry(first).or_default().push((text, class));
            }
            return;
        }
        let mut words = entry_words(bare);
        if entry.ends_with('+') {
            self.insert_phrase(words.clone(), false, class);
            words.last_mut().into_iter().for_each(|word| word.push('s'));
        }
        self.insert_phrase(words, entry.ends_with('*'), class);
    }

    fn insert_phrase(&mut self, mut words: Vec<String>, is_open: bool, class: usize) {
        if words.is_empty() {
            return;
        }
        let first = words.remove(0);
        if words.is_empty() && is_open {
            self.stems.entry(first).or_default().insert(class);
            return;
        }
        self.phrases.entry(first).or_default().push(ClassPhrase { tail: words, is_open, class });
    }
}

impl ClassPhrase {
    fn matches(&self, after: &[String]) -> bool {
        let Some(found) = after.get(..self.tail.len()) else { return false };
        let Some(((last, tail), (found_last, found))) =
            self.tail.split_last().zip(found.split_last())
        else {
            return true;
        };
        let fits =
            if self.is_open { found_last.starts_with(last.as_str()) } else { found_last == last };
        fits && found == tail
    }
}

/// Splits an entry at its hyphens; whatever is not plain letters is split like any text.
fn entry_words(entry: &str) -> Vec<String> {
    let is_plain = |part: &str| part.bytes().all(|byte| byte.is_ascii_lowercase());
    if entry.split('-').all(|part| !part.is_empty() && is_plain(part)) {
        return entry.split('-').map(str::to_owned).collect();
    }
    words(entry)
}

/// Reads a feature and its weights, as in `shape:percent success=1200`.
fn parse_prior(text: &str) -> Option<Prior> {
    let (feature, weights) = text.split_once(' ')?;
    let weights = weights.split_whitespace().map(parse_weight).collect::<Option<_>>()?;
    Some(Prior { feature: feature.to_owned(), weights })
}

fn parse_weight(text: &str) -> Option<(String, i32)> {
    let (topic, weight) = text.split_once('=')?;
    Some((topic.to_owned(), weight.parse().ok()?))
}
