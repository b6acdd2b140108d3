//! Features of a text: which classes, shapes and words its sentences have.
//!
//! Owns the names of the features, which the data file weighs. Must not know a weight.

use super::lexicon::TopicLexicon;
use super::sentence::{Sentence, split, unstruck};
use super::shape::{self, SentenceView};
use super::token::{is_glyph, words};
use std::collections::BTreeMap;

/// How many sentences of a text are read.
const SENTENCES_MAX: usize = 400;

/// How many characters of a sentence are read.
const SENTENCE_CHARS_MAX: usize = 2_000;

/// The letters of a long word that stand for all its forms.
const STEM_CHARS: usize = 5;

/// How many words open a sentence.
const OPENING_WORDS: usize = 4;

/// What the items of a list can be about, and the classes that say so.
const MATTERS: &[(&str, &[&str])] = &[
    ("pain", &["pain", "lack", "defect", "problem_word"]),
    ("person", &["person", "for_whom"]),
    ("measure", &["metric", "level", "bound", "success", "verify"]),
    ("benefit", &["benefit", "helps", "unlike", "promise"]),
    ("tech", &["tech"]),
    ("work", &["build", "part", "excluded", "boundary", "phase"]),
];

/// What a feature is made of, which decides how it counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FeatureKind {
    /// A class of words or a shape: counts in full.
    Rule,
    /// A word, a pair of words, a stem or characters: shares its weight with the others of its kind.
    Gram,
}

/// A sentence and its features.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SentenceReading<'t> {
    /// The sentence as it stands in the text.
    pub text: &'t str,
    /// Its features, sorted, each once.
    pub features: Vec<String>,
}

/// A text and its features.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextReading<'t> {
    /// What each sentence has.
    pub sentences: Vec<SentenceReading<'t>>,
    /// What only the whole text has.
    pub whole: Vec<String>,
}

/// Tells the kind of a feature by its name.
#[must_use]
pub fn kind_of(feature: &str) -> FeatureKind {
    match feature.split_once(':') {
        Some(("word" | "stem" | "char", _)) => FeatureKind::Gram,
        Some(_) | None => FeatureKind::Rule,
    }
}

/// Reads the features of a text.
#[must_use]
pub fn read<'t>(text: &'t str, lexicon: &TopicLexicon) -> TextReading<'t> {
    let mut sentences = split(text);
    sentences.truncate(SENTENCES_MAX);
    let mut counts = BTreeMap::new();
    let mut readings = Vec::with_capacity(sentences.len());
    for sentence in &sentences {
        readings.push(read_sentence(sentence, lexicon, &mut counts));
    }
    let mut whole = shape::of_text(&sentences);
    whole.extend(repeated(&counts, sentences.len()));
    let items: Vec<&SentenceReading<'_>> =
        sentences.iter().zip(&readings).filter(|(it, _)| it.is_item).map(|(_, it)| it).collect();
    whole.extend(list_matters(&items));
    TextReading { sentences: readings, whole }
}

/// Names the classes that more than one sentence has, and those that half of them have.
fn repeated(counts: &BTreeMap<String, usize>, n_sentences: usize) -> Vec<String> {
    let mut features = Vec::new();
    for (class, n_found) in counts {
        if *n_found >= 2 {
            features.push(format!("twice:{class}"));
        }
        if n_found * 2 >= n_sentences {
            features.push(format!("most:{class}"));
        }
    }
    features
}

/// Names what the items of a list are mostly about; `plain` where no class says it.
fn list_matters(items: &[&SentenceReading<'_>]) -> Vec<String> {
    if items.len() < 2 {
        return Vec::new();
    }
    let has = |item: &SentenceReading<'_>, class: &&str| {
        let name = |feature: &String| feature.strip_prefix("class:") == Some(*class);
        item.features.iter().any(name)
    };
    let is_mostly = |(_, classes): &&(&str, &[&str])| {
        let found = items.iter().filter(|item| classes.iter().any(|class| has(item, class)));
        found.count() * 2 >= items.len()
    };
    let matters = MATTERS.iter().filter(is_mostly);
    let mut features: Vec<String> = matters.map(|(matter, _)| format!("list:{matter}")).collect();
    if features.is_empty() {
        features.push("list:plain".to_owned());
    }
    features
}

fn read_sentence<'t>(
    sentence: &Sentence<'t>,
    lexicon: &TopicLexicon,
    counts: &mut BTreeMap<String, usize>,
) -> SentenceReading<'t> {
    let lower: String =
        unstruck(sentence.text).to_lowercase().chars().take(SENTENCE_CHARS_MAX).collect();
    let words = words(&lower);
    let found = list_classes(lexicon, &words, &lower);
    let mut features = Vec::new();
    for class in &found {
        *counts.entry(class.clone()).or_default() += 1;
        features.push(format!("class:{class}"));
    }
    if let Some(heading) = sentence.heading {
        let lower = heading.to_lowercase();
        let found = list_classes(lexicon, &super::token::words(&lower), &lower);
        features.extend(found.iter().map(|class| format!("head:{class}")));
    }
    if sentence.introduces {
        features.extend(found.iter().map(|class| format!("intro:{class}")));
    }
    let first = words.get(..OPENING_WORDS.min(words.len())).unwrap_or(&[]);
    let opening = list_classes(lexicon, first, &first.join(" "));
    features.extend(shape::of_sentence(&SentenceView {
        sentence,
        lower: &lower,
        words: &words,
        classes: &found,
        opening: &opening,
    }));
    insert_grams(&words, &mut features);
    features.sort_unstable();
    features.dedup();
    SentenceReading { text: sentence.text, features }
}

fn list_classes(lexicon: &TopicLexicon, words: &[String], lower: &str) -> Vec<String> {
    let name = |idx: usize| lexicon.classes().get(idx).map(|class| class.name.clone());
    lexicon.find(words, lower).into_iter().filter_map(name).collect()
}

fn insert_grams(words: &[String], features: &mut Vec<String>) {
    let mut previous = "";
    for word in words {
        if word.chars().any(char::is_numeric) && !word.chars().any(char::is_alphabetic) {
            previous = "";
            continue;
        }
        if word.chars().any(is_glyph) {
            insert_glyphs(word, features);
            previous = "";
            continue;
        }
        features.push(format!("word:{word}"));
        if !previous.is_empty() {
            features.push(format!("word:{previous} {word}"));
        }
        if word.chars().count() > STEM_CHARS {
            features.push(format!("stem:{}", word.chars().take(STEM_CHARS).collect::<String>()));
        }
        previous = word;
    }
}

/// Inserts two and three neighbouring characters of a word in a script without spaces.
fn insert_glyphs(word: &str, features: &mut Vec<String>) {
    let chars: Vec<char> = word.chars().collect();
    for n_chars in 2..=3 {
        for window in chars.windows(n_chars).filter(|window| window.iter().all(|it| is_glyph(*it)))
        {
            features.push(format!("char:{}", window.iter().collect::<String>()));
        }
    }
}
