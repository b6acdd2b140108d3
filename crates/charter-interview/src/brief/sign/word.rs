//! The words of a language that speak for a section.
//!
//! Owns their lists, and how a sentence is looked through. Must not know what follows from a class.

use crate::Tongue;
use crate::cue::{CueClasses, CueLine, classes};
use std::sync::LazyLock;

/// Short words of French and Italian that stand before another one with an apostrophe.
const ELIDED: [&str; 17] = [
    "l", "d", "n", "s", "j", "c", "m", "t", "qu", "un", "all", "dall", "dell", "nell", "sull",
    "jusqu", "lorsqu",
];

static WORDS: LazyLock<[SignWords; 10]> = LazyLock::new(|| Tongue::ALL.map(SignWords::read));

/// The lists of a language, and those that hold in any.
#[derive(Debug)]
pub(super) struct SignWords {
    tongue: Tongue,
    own: CueClasses,
    /// Labels and words that people of any language take over.
    any: CueClasses,
}

impl SignWords {
    pub(super) fn of(tongue: Tongue) -> Option<&'static Self> {
        WORDS.iter().find(|it| it.tongue == tongue)
    }

    fn read(tongue: Tongue) -> Self {
        let file = match tongue {
            Tongue::English => include_str!("../../../data/brief/sign/en.txt"),
            Tongue::German => include_str!("../../../data/brief/sign/de.txt"),
            Tongue::Spanish => include_str!("../../../data/brief/sign/es.txt"),
            Tongue::French => include_str!("../../../data/brief/sign/fr.txt"),
            Tongue::Portuguese => include_str!("../../../data/brief/sign/pt.txt"),
            Tongue::Italian => include_str!("../../../data/brief/sign/it.txt"),
            Tongue::Russian => include_str!("../../../data/brief/sign/ru.txt"),
            Tongue::Chinese => include_str!("../../../data/brief/sign/zh.txt"),
            Tongue::Japanese => include_str!("../../../data/brief/sign/ja.txt"),
            Tongue::Korean => include_str!("../../../data/brief/sign/ko.txt"),
        };
        let any = classes(include_str!("../../../data/brief/sign/any.txt"));
        Self { tongue, own: classes(file), any }
    }

    /// Reads a text as its words stand apart in this language.
    pub(super) fn line(&self, text: &str) -> SignLine<'_> {
        let line = match self.tongue {
            Tongue::French | Tongue::Italian => CueLine::of(&without_elision(text)),
            Tongue::English
            | Tongue::German
            | Tongue::Spanish
            | Tongue::Portuguese
            | Tongue::Russian
            | Tongue::Chinese
            | Tongue::Japanese
            | Tongue::Korean => CueLine::of(text),
        };
        SignLine { words: self, line }
    }

    pub(super) fn is_wide(&self) -> bool {
        matches!(self.tongue, Tongue::Chinese | Tongue::Japanese | Tongue::Korean)
    }

    /// Lists the words of a class, as they are listed.
    pub(super) fn entries(&self, class: &str) -> impl Iterator<Item = &crate::cue::CuePhrase> {
        self.own.get(class).into_iter().flatten()
    }
}

/// A text that is looked through for the words of its language.
#[derive(Debug)]
pub(super) struct SignLine<'w> {
    words: &'w SignWords,
    pub(super) line: CueLine,
}

impl SignLine<'_> {
    pub(super) fn shows(&self, class: &str) -> bool {
        self.line.shows_of(&self.words.own, class) || self.line.shows_of(&self.words.any, class)
    }

    /// Gives the length of the longest name of a class that it is, or that begins or ends it.
    pub(super) fn name_length(&self, class: &str) -> Option<usize> {
        let all = [&self.words.own, &self.words.any].into_iter().filter_map(|it| it.get(class));
        let named = all.flatten().filter(|it| self.line.is_named(it));
        named.map(|it| it.text.trim().len()).max()
    }

    /// Counts the words of a class in it, each once.
    pub(super) fn count(&self, class: &str) -> usize {
        self.line.count_of(&self.words.own, class) + self.line.count_of(&self.words.any, class)
    }

    /// Gives what stands before the first word of a class; all of it where there is none.
    pub(super) fn before(&self, class: &str) -> Self {
        Self { words: self.words, line: self.line.before(&self.words.own, class) }
    }

    /// Gives what stands behind the first word of a class; nothing where there is none.
    pub(super) fn behind(&self, class: &str) -> Option<Self> {
        let line = self.line.behind(&self.words.own, class)?;
        Some(Self { words: self.words, line })
    }
}

fn without_elision(text: &str) -> String {
    let mut apart = String::with_capacity(text.len());
    for sign in text.chars() {
        if matches!(sign, '\'' | '’') {
            let word = apart.rsplit(|it: char| !it.is_alphabetic()).next().unwrap_or_default();
            let is_elided = ELIDED.contains(&word.to_lowercase().as_str());
            apart.push(if is_elided { ' ' } else { sign });
        } else {
            apart.push(sign);
        }
    }
    apart
}
