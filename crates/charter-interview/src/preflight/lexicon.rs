//! The words and phrases that preflight looks for, built in and the user's own.
//!
//! Owns the lists by their use. Must not know what a match means.

use crate::wordlist::{EVASION, lines, phrases};
use serde::Deserialize;
use serde::de::IntoDeserializer;
use serde::de::value::{Error, StrDeserializer};
use std::sync::LazyLock;

const SHIPPED: &str = include_str!("../../data/preflight/words.txt");

/// What a list is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum List {
    /// Leaves several readings open.
    Ambiguity,
    /// Leans on something that was not said.
    Missing,
    /// Names something irreversible or of high impact.
    Risk,
    /// Asks for no questions.
    Skip,
    /// Asks for every question.
    Full,
    /// Expresses doubt.
    Doubt,
    /// Refers to what was agreed.
    Continue,
    /// Takes back what was agreed.
    Invalidate,
    /// Answers nothing.
    Evasive,
    /// Says which word a router of research goes by: a document, a library.
    Library,
    /// Points into the code.
    Codebase,
    /// Names a technology or a version.
    Technology,
    /// Quotes an error.
    Failure,
    /// Compares with a product.
    Product,
    /// Says nothing about a topic.
    Filler,
}

/// A phrase of a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Phrase {
    pub list: List,
    /// As the list spells it.
    pub text: String,
    /// Its words, in lower case.
    pub words: Vec<String>,
}

impl Phrase {
    /// Takes a phrase as somebody spells it; nothing where there is no word in it.
    #[must_use]
    pub fn new(list: List, text: &str) -> Option<Self> {
        let words: Vec<String> =
            text.to_lowercase().replace('’', "'").split_whitespace().map(str::to_owned).collect();
        (!words.is_empty()).then(|| Self { list, text: text.trim().to_owned(), words })
    }

    /// Tells whether it is written in a script that puts nothing between words.
    #[must_use]
    pub fn is_unspaced(&self) -> bool {
        self.text.chars().any(is_unspaced)
    }
}

/// Tells whether a letter belongs to a script without spaces, or one that glues endings to words.
pub(super) fn is_unspaced(it: char) -> bool {
    matches!(it, '\u{0e00}'..='\u{0eff}' | '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}'
        | '\u{ac00}'..='\u{d7af}' | '\u{f900}'..='\u{faff}')
}

/// The lists in force.
#[derive(Debug, Clone, Default)]
pub struct Lexicon {
    own: Vec<Phrase>,
}

impl Lexicon {
    /// Adds the user's own phrases to those that are built in.
    #[must_use]
    pub fn new(own: Vec<Phrase>) -> Self {
        Self { own }
    }

    pub(super) fn phrases(&self) -> impl Iterator<Item = &Phrase> {
        shipped_phrases().iter().chain(&self.own)
    }
}

/// Lists the phrases that are built in.
#[must_use]
pub fn shipped_phrases() -> &'static [Phrase] {
    static PHRASES: LazyLock<Vec<Phrase>> = LazyLock::new(|| {
        let listed = lines(SHIPPED).filter_map(|it| {
            let name: StrDeserializer<'_, Error> = it.name.into_deserializer();
            Phrase::new(List::deserialize(name).ok()?, it.text)
        });
        let evasive = phrases(EVASION, "preflight");
        listed.chain(evasive.filter_map(|it| Phrase::new(List::Evasive, &it))).collect()
    });
    &PHRASES
}
