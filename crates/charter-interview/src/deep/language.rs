//! The language that an interview speaks.
//!
//! Owns when a language is set and what every need then says about it. Must not hold words of any
//! language: those belong to minds.

use crate::tongue::{by_script, count_letters};
use serde::{Deserialize, Serialize};

/// A language that the user's words show.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Language {
    /// Its code, such as `ko`.
    pub code: String,
    /// What whoever writes for the user is told.
    pub instruction: String,
}

/// The fewest letters of a script that show a language, where there are so many.
const LETTERS_MIN: usize = 4;

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
        let letters_min = LETTERS_MIN.min(count_letters(idea));
        by_script(idea, letters_min).map(|(code, name)| Self::new(code, name))
    }
}
