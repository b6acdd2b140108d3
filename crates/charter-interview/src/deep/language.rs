//! The language that an interview speaks.
//!
//! Owns when a language is set and what every need then says about it. Must not hold words of any
//! language: those belong to minds.

use serde::{Deserialize, Serialize};

/// A language that the user's words show.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Language {
    /// Its code, such as `ko`.
    pub code: String,
    /// What whoever writes for the user is told.
    pub instruction: String,
}

/// The code and name of a language, and the ranges of its letters.
type Script = (&'static str, &'static str, &'static [(u32, u32)]);

/// The scripts that are one language, by their ranges. Kana is looked for before Han.
const SCRIPTS: &[Script] = &[
    ("ko", "Korean", &[(0x1100, 0x11ff), (0xac00, 0xd7af), (0x3130, 0x318f)]),
    ("ja", "Japanese", &[(0x3040, 0x30ff)]),
    ("zh", "Chinese", &[(0x3400, 0x4dbf), (0x4e00, 0x9fff)]),
    ("ru", "Russian", &[(0x0400, 0x04ff)]),
    ("el", "Greek", &[(0x0370, 0x03ff)]),
    ("ar", "Arabic", &[(0x0600, 0x06ff)]),
    ("he", "Hebrew", &[(0x0590, 0x05ff)]),
    ("hi", "Hindi", &[(0x0900, 0x097f)]),
    ("th", "Thai", &[(0x0e00, 0x0e7f)]),
];

/// The fewest letters of a script that show a language, and one in so many of all letters.
const LETTERS_MIN: usize = 4;
const ONE_IN: usize = 5;

impl Language {
    /// Makes the instruction for a language.
    #[must_use]
    pub fn new(code: &str, name: &str) -> Self {
        let instruction = format!(
            "Write everything that the user reads (announcements, the components, options, \
             questions, reports, gates, the prose of the spec) in {name}. Leave identifiers, \
             paths, commands, JSON keys and quotations as they are."
        );
        Self { code: code.to_owned(), instruction }
    }

    /// Tells the language of an idea: one that asks for English, or whose script is one language.
    /// Nothing is set where the script leaves it open.
    #[must_use]
    pub fn of_idea(idea: &str) -> Option<Self> {
        let lower = idea.to_lowercase();
        let wants = ["in english", "answer english", "speak english", "use english"];
        if wants.iter().any(|it| lower.contains(it)) {
            return Some(Self::new("en", "English"));
        }
        let n_letters = idea.chars().filter(|it| it.is_alphabetic()).count();
        let n_of = |ranges: &[(u32, u32)]| {
            let is_in =
                |it: &char| ranges.iter().any(|(from, to)| (*from..=*to).contains(&u32::from(*it)));
            idea.chars().filter(is_in).count()
        };
        let shows = |ranges: &[(u32, u32)]| {
            let n = n_of(ranges);
            n >= LETTERS_MIN.min(n_letters) && n > 0 && n * ONE_IN >= n_letters
        };
        let found = SCRIPTS.iter().find(|(_, _, ranges)| shows(ranges));
        found.map(|(code, name, _)| Self::new(code, name))
    }
}
