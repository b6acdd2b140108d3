//! Which language to write in.
//!
//! Owns the languages that there are texts for and how one is recognised. Must not hold texts.

use crate::tongue::{by_script, by_words};

/// The fewest letters of a script that show a language.
const LETTERS_MIN: usize = 2;

/// A language that the mind writes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Tongue {
    /// English, which stands in for every other language.
    English,
    Korean,
    Chinese,
    Japanese,
    German,
    Spanish,
}

impl Tongue {
    pub const ALL: [Self; 6] =
        [Self::English, Self::Korean, Self::Chinese, Self::Japanese, Self::German, Self::Spanish];

    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::Korean => "ko",
            Self::Chinese => "zh",
            Self::Japanese => "ja",
            Self::German => "de",
            Self::Spanish => "es",
        }
    }

    /// Finds the language of a code; `pt-BR` and the like by their first part.
    #[must_use]
    pub fn of_code(code: &str) -> Option<Self> {
        let first = code.split(['-', '_']).next().unwrap_or(code).to_lowercase();
        Self::ALL.into_iter().find(|it| it.code() == first)
    }

    /// Recognises the language of a text: by its script, else by its small words.
    #[must_use]
    pub fn of_text(text: &str) -> Self {
        let by_script = by_script(text, LETTERS_MIN).and_then(|(code, _)| Self::of_code(code));
        let by_words = || by_words(text).and_then(Self::of_code);
        by_script.or_else(by_words).unwrap_or(Self::English)
    }
}
