//! The kinds of noise, in words.
//!
//! Must not know how they are recognised.

/// Why an answer says nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum NoiseKind {
    /// It says that there is no answer yet, or leaves it to others.
    Evasion,
    /// It asks something instead.
    AsksBack,
    /// It is a yes or a no, to a question that needs words.
    Bare,
    /// It is the question.
    Copy,
    /// It was said before.
    Repetition,
    /// It has no words of any language.
    Gibberish,
    /// It is a text that people paste where they have none: a pangram, a song, a recipe.
    Stock,
}

impl NoiseKind {
    /// Says what becomes of the question, in a line for people.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Self::Evasion | Self::Gibberish | Self::Stock => {
                "That doesn't answer the question; it stays open."
            }
            Self::AsksBack => "That asks something back; the question stays open.",
            Self::Bare => "A yes or no doesn't answer this question; it stays open.",
            Self::Copy => "That repeats the question; it stays open.",
            Self::Repetition => "You said that already; the question stays open.",
        }
    }
}
