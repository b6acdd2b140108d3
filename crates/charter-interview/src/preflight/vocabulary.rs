//! How people of a language ask for what cannot be taken back, and how they leave open what they want.
//!
//! Owns the files of words and their lists, taken apart into words once. Must not know what a match means.

use crate::tongue::Tongue;
use crate::wordlist::lines;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// The lists of deeds that may not be undoable.
pub(super) const RISKS: [&str; 7] =
    ["verb", "ruin", "phrase", "ending", "ending-ruin", "split", "form"];

/// A phrase as the words that it is made of, in lower case.
pub(super) type Words = Vec<String>;

/// The words of one language.
#[derive(Debug)]
pub(super) struct Vocabulary {
    pub(super) tongue: Tongue,
    lists: BTreeMap<&'static str, Vec<Words>>,
}

impl Vocabulary {
    fn read(tongue: Tongue) -> Self {
        let mut lists: BTreeMap<&'static str, Vec<Words>> = BTreeMap::new();
        for it in lines(shipped(tongue)) {
            let words = it.text.to_lowercase();
            let words = words.split_whitespace().map(str::to_owned).collect();
            lists.entry(it.name).or_default().push(words);
        }
        Self { tongue, lists }
    }

    pub(super) fn list(&self, key: &str) -> &[Words] {
        self.lists.get(key).map(Vec::as_slice).unwrap_or_default()
    }

    /// Tells whether a list holds a single word.
    pub(super) fn holds(&self, key: &str, word: &str) -> bool {
        self.list(key).iter().any(|it| matches!(it.as_slice(), [only] if only == word))
    }

    /// Gives the phrases of a list as they are written.
    pub(super) fn texts(&self, key: &str) -> impl Iterator<Item = String> {
        self.list(key).iter().map(|it| it.join(" "))
    }

    /// Tells whether the language is written without blanks, or glues endings to its words.
    pub(super) fn is_unspaced(&self) -> bool {
        matches!(self.tongue, Tongue::Chinese | Tongue::Japanese | Tongue::Korean)
    }

    /// Tells whether a phrase stands for the last of its nouns: `user menu` for a menu.
    pub(super) fn has_head_last(&self) -> bool {
        matches!(self.tongue, Tongue::English | Tongue::German)
    }
}

/// Lists the vocabularies, English first.
pub(super) fn vocabularies() -> &'static [Vocabulary] {
    static ALL: LazyLock<Vec<Vocabulary>> =
        LazyLock::new(|| Tongue::ALL.into_iter().map(Vocabulary::read).collect());
    &ALL
}

/// Lists those with blanks between words.
pub(super) fn spaced() -> impl Iterator<Item = &'static Vocabulary> {
    vocabularies().iter().filter(|it| !it.is_unspaced())
}

/// Lists those without.
pub(super) fn unspaced() -> impl Iterator<Item = &'static Vocabulary> {
    vocabularies().iter().filter(|it| it.is_unspaced())
}

/// Lists the languages in which a keyword calls for questions; none where it is a word of English too.
pub(super) fn tongues_of(keyword: &str) -> Vec<Tongue> {
    let wanted = keyword.to_lowercase();
    let has = |it: &&Vocabulary| {
        let mut all = RISKS.iter().chain(&Looseness::KEYS).flat_map(|key| it.texts(key));
        all.any(|text| text == wanted)
    };
    let tongues: Vec<Tongue> = vocabularies().iter().filter(has).map(|it| it.tongue).collect();
    if tongues.contains(&Tongue::English) { Vec::new() } else { tongues }
}

/// What a loose phrase leaves open.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Looseness {
    /// The thing itself: `fix it`.
    What,
    /// What would be better: `make it better`.
    Better,
    /// The way: `somehow`.
    How,
    /// What everybody is thought to know: `the usual`.
    Usual,
    /// The end of a list: `etc.`
    Rest,
}

impl Looseness {
    pub(super) const ALL: [Self; 5] =
        [Self::What, Self::Better, Self::How, Self::Usual, Self::Rest];

    const KEYS: [&'static str; 5] =
        ["vague-what", "vague-better", "vague-how", "vague-usual", "vague-rest"];

    /// Gives the name of its list.
    pub(super) const fn key(self) -> &'static str {
        match self {
            Self::What => "vague-what",
            Self::Better => "vague-better",
            Self::How => "vague-how",
            Self::Usual => "vague-usual",
            Self::Rest => "vague-rest",
        }
    }

    /// Finds what a keyword leaves open.
    pub(super) fn of_keyword(keyword: &str) -> Option<Self> {
        let wanted = keyword.to_lowercase();
        let has = |it: &Self| {
            vocabularies().iter().any(|voc| voc.texts(it.key()).any(|text| text == wanted))
        };
        Self::ALL.into_iter().find(has)
    }
}

fn shipped(tongue: Tongue) -> &'static str {
    match tongue {
        Tongue::English => include_str!("../../data/preflight/words/en.txt"),
        Tongue::German => include_str!("../../data/preflight/words/de.txt"),
        Tongue::Spanish => include_str!("../../data/preflight/words/es.txt"),
        Tongue::French => include_str!("../../data/preflight/words/fr.txt"),
        Tongue::Portuguese => include_str!("../../data/preflight/words/pt.txt"),
        Tongue::Italian => include_str!("../../data/preflight/words/it.txt"),
        Tongue::Russian => include_str!("../../data/preflight/words/ru.txt"),
        Tongue::Chinese => include_str!("../../data/preflight/words/zh.txt"),
        Tongue::Japanese => include_str!("../../data/preflight/words/ja.txt"),
        Tongue::Korean => include_str!("../../data/preflight/words/ko.txt"),
    }
}
