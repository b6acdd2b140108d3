//! What the brief interview says, in the user's language.
//!
//! Owns the keys of its texts, each with the slots that it fills. Must not know when something is said.

use crate::frame::Frame;
use crate::noise::NoiseKind;
use crate::tongue::Tongue;
use charter_contract::Topic;

/// Something that the brief interview says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum BriefPhrase {
    /// The first question.
    Dump,
    DumpWhy,
    Ask(Topic),
    Why(Topic),
    /// A section's name, short enough for a line of five.
    Name(Topic),
    /// An empty section.
    Nothing,
    /// Above the sections, the first time.
    First,
    FirstMore,
    /// Above them at the end.
    Last,
    /// Above them where a finished charter is looked at again.
    Update,
    /// What is asked where somebody accepts a text on the screen.
    Shown,
    Question,
    Open,
    Review,
    Saved,
    KeyAccept,
    KeyEdit,
    KeySend,
    KeySave,
    KeyLine,
    KeyEditor,
    KeyBack,
    KeySkip,
    KeyStop,
    KeyLeave,
    KeyCorrect,
    KeyFurther,
    KeySkipIt,
    KeyAnswer,
    Edit,
    Before,
    SkipWhy,
    NeedsWords,
    NeedsReason,
    NeedsCorrection,
    NoEarlier,
    Noise(NoiseKind),
    OfferSkip,
    /// Where answers came all at once, and nobody looked at the sections.
    BatchAccepted,
    BatchLeftOut,
    BatchSkipped,
    /// Above drafted criteria.
    Drafted,
    /// Where somebody leaves them for later.
    DraftedLeft,
    KeyAll,
    KeyOne,
    KeyChange,
    KeyMerge,
    KeyDrop,
    KeyMeasure,
    /// The key that takes the command that is offered.
    KeyCommand,
    /// A command that may show a criterion.
    MayShow,
    KeyLater,
}

impl BriefPhrase {
    fn key(self) -> String {
        let of_topic = |first: &str, topic: Topic| format!("{first}-{}", short(topic));
        let key = match self {
            Self::Ask(topic) => return of_topic("ask", topic),
            Self::Why(topic) => return of_topic("why", topic),
            Self::Name(topic) => return of_topic("name", topic),
            Self::Dump => "dump",
            Self::DumpWhy => "dump-why",
            Self::Nothing => "nothing",
            Self::First => "first",
            Self::FirstMore => "first-more",
            Self::Last => "last",
            Self::Update => "update",
            Self::Shown => "shown",
            Self::Question => "question",
            Self::Open => "open",
            Self::Review => "review",
            Self::Saved => "saved",
            Self::KeyAccept => "key-accept",
            Self::KeyEdit => "key-edit",
            Self::KeySend => "key-send",
            Self::KeySave => "key-save",
            Self::KeyLine => "key-line",
            Self::KeyEditor => "key-editor",
            Self::KeyBack => "key-back",
            Self::KeySkip => "key-skip",
            Self::KeyStop => "key-stop",
            Self::KeyLeave => "key-leave",
            Self::KeyCorrect => "key-correct",
            Self::KeyFurther => "key-further",
            Self::KeySkipIt => "key-skip-it",
            Self::KeyAnswer => "key-answer",
            Self::Edit => "edit",
            Self::Before => "before",
            Self::SkipWhy => "skip-why",
            Self::NeedsWords => "needs-words",
            Self::NeedsReason => "needs-reason",
            Self::NeedsCorrection => "needs-correction",
            Self::NoEarlier => "no-earlier",
            Self::Noise(kind) => match kind {
                NoiseKind::Evasion | NoiseKind::Gibberish | NoiseKind::Stock => "noise",
                NoiseKind::AsksBack => "noise-asks",
                NoiseKind::Bare => "noise-bare",
                NoiseKind::Copy => "noise-copy",
                NoiseKind::Repetition => "noise-again",
            },
            Self::OfferSkip => "offer-skip",
            Self::BatchAccepted => "batch-accepted",
            Self::BatchLeftOut => "batch-left-out",
            Self::BatchSkipped => "batch-skipped",
            Self::Drafted => "drafted",
            Self::DraftedLeft => "drafted-left",
            Self::KeyAll => "key-all",
            Self::KeyOne => "key-one",
            Self::KeyChange => "key-change",
            Self::KeyMerge => "key-merge",
            Self::KeyDrop => "key-drop",
            Self::KeyMeasure => "key-measure",
            Self::KeyCommand => "key-command",
            Self::MayShow => "may-show",
            Self::KeyLater => "key-later",
        };
        key.to_owned()
    }
}

/// Gives the word for a section that people read.
#[must_use]
pub fn short(topic: Topic) -> &'static str {
    if topic == Topic::ValueProp { "value" } else { topic.word() }
}

/// Says something in a language.
#[must_use]
pub fn say(tongue: Tongue, phrase: BriefPhrase) -> String {
    say_with(tongue, phrase, &[])
}

/// Says something in a language, with its slots filled.
#[must_use]
pub fn say_with(tongue: Tongue, phrase: BriefPhrase, slots: &[(&str, &str)]) -> String {
    Frame::read(shipped(tongue)).say(&phrase.key(), slots)
}

/// Finds the section that a word names, in English or in a language.
#[must_use]
pub fn named(tongue: Tongue, word: &str) -> Option<Topic> {
    let word = word.trim().to_lowercase();
    let is_named = |topic: &Topic| {
        let name = |tongue| say(tongue, BriefPhrase::Name(*topic)).to_lowercase() == word;
        topic.word() == word || name(Tongue::English) || name(tongue)
    };
    let by_number = || {
        let number: usize = word.parse().ok()?;
        Topic::ALL.into_iter().nth(number.checked_sub(1)?)
    };
    Topic::ALL.into_iter().find(is_named).or_else(by_number)
}

fn shipped(tongue: Tongue) -> &'static str {
    match tongue {
        Tongue::English => include_str!("../../data/brief/en.txt"),
        Tongue::German => include_str!("../../data/brief/de.txt"),
        Tongue::Spanish => include_str!("../../data/brief/es.txt"),
        Tongue::French => include_str!("../../data/brief/fr.txt"),
        Tongue::Portuguese => include_str!("../../data/brief/pt.txt"),
        Tongue::Italian => include_str!("../../data/brief/it.txt"),
        Tongue::Russian => include_str!("../../data/brief/ru.txt"),
        Tongue::Chinese => include_str!("../../data/brief/zh.txt"),
        Tongue::Japanese => include_str!("../../data/brief/ja.txt"),
        Tongue::Korean => include_str!("../../data/brief/ko.txt"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_language_says_everything() {
        crate::frame::check_languages(shipped);
        for tongue in Tongue::ALL {
            for topic in Topic::ALL {
                for phrase in
                    [BriefPhrase::Ask(topic), BriefPhrase::Why(topic), BriefPhrase::Name(topic)]
                {
                    assert_ne!(say(tongue, phrase), "", "{tongue:?} {phrase:?}");
                }
            }
        }
        assert_eq!(named(Tongue::German, "Umfang"), Some(Topic::Scope));
        assert_eq!(named(Tongue::German, "4"), Some(Topic::Scope));
        assert_eq!(named(Tongue::German, "value_prop"), Some(Topic::ValueProp));
        assert_eq!(named(Tongue::English, "6"), None);
    }
}
