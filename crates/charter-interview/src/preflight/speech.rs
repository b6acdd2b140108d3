//! What preflight says before work starts, in the language of the request.
//!
//! Owns which language that is, the question about the words that fired and the lines around it. Must not
//! know when it is asked.

use super::question::{Choice, Question};
use super::state::Preflight;
use super::trigger::{Trigger, TriggerKind};
use super::vocabulary::{Looseness, tongues_of};
use crate::frame::Frame;
use crate::tongue::Tongue;

/// How much of a request is quoted in a question.
const REQUEST_CHARS_MAX: usize = 60;

/// What one question is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Concern {
    /// Something that may not be undoable: it comes first.
    Risk,
    Loose(Looseness),
}

impl Concern {
    fn of(trigger: &Trigger) -> Option<Self> {
        let looseness = trigger.keyword.as_deref().and_then(Looseness::of_keyword);
        Some(match trigger.kind? {
            TriggerKind::Risk => Self::Risk,
            TriggerKind::Ambiguity => Self::Loose(looseness.unwrap_or(Looseness::How)),
            TriggerKind::Missing => Self::Loose(looseness.unwrap_or(Looseness::Usual)),
            TriggerKind::Confidence => return None,
        })
    }

    const fn key(self) -> &'static str {
        match self {
            Self::Risk => "risk",
            Self::Loose(Looseness::What) => "what",
            Self::Loose(Looseness::Better) => "better",
            Self::Loose(Looseness::How) => "how",
            Self::Loose(Looseness::Usual) => "usual",
            Self::Loose(Looseness::Rest) => "rest",
        }
    }

    const fn kind(self) -> TriggerKind {
        match self {
            Self::Risk => TriggerKind::Risk,
            Self::Loose(it) => TriggerKind::of_looseness(it),
        }
    }
}

/// What preflight says, in one language, about what is still open.
#[derive(Debug)]
pub struct PreflightSpeech {
    frame: Frame,
    concern: Option<Concern>,
    /// The words that the concern is about.
    about: Vec<String>,
    request: String,
    is_second_try: bool,
}

impl PreflightSpeech {
    /// Says what is open of an interview.
    #[must_use]
    pub fn of(state: &Preflight) -> Self {
        let open = state.open_triggers();
        let concern = open.iter().filter_map(|it| Concern::of(it)).min();
        let is_meant = |it: &&&Trigger| Concern::of(it) == concern;
        let about: Vec<String> =
            open.iter().filter(is_meant).filter_map(|it| it.words().cloned()).collect();
        let mut speech = Self {
            frame: Frame::read(shipped(tongue_of(state))),
            concern,
            about,
            request: clipped(state.request.as_deref().unwrap_or_default()),
            is_second_try: false,
        };
        if let Some(question) = speech.question() {
            speech.is_second_try = state.questions.iter().any(|it| it.question == question.text);
        }
        speech
    }

    /// Gives the question about the words that fired; nothing where all of them have an answer.
    pub(super) fn question(&self) -> Option<Question> {
        let concern = self.concern?;
        let key = |name: &str| format!("{name}-{}", concern.key());
        let choices = self.frame.list(&key("choice")).iter().filter_map(|it| it.split_once('|'));
        Some(Question {
            target: concern.kind().dimension(),
            header: self.frame.say(&key("header"), &[]),
            text: self.say(&key("ask")),
            choices: choices.map(|(label, about)| Choice::new(label, about)).collect(),
            found: None,
            about: self.about.clone(),
        })
    }

    /// Says in a line why work does not start yet.
    #[must_use]
    pub fn headline(&self) -> Option<String> {
        let head = self.say(&format!("head-{}", self.concern?.key()));
        let again = if self.is_second_try { self.say("again") + " " } else { String::new() };
        Some(again + &head)
    }

    /// Says that a person has to say yes, to what an interview may not undo.
    #[must_use]
    pub fn person_line(&self, state: &Preflight) -> String {
        let risks = state.triggers.iter().filter(|it| it.is(TriggerKind::Risk));
        let words = risks.filter_map(|it| it.words()).map(|it| self.quoted(it));
        self.frame.say("person", &[("words", &joined(words))])
    }

    /// Gives the words beside `charter preflight answer`.
    #[must_use]
    pub fn answer_hint(&self) -> String {
        self.say("hint-answer")
    }

    /// Gives the words beside `charter preflight bypass`.
    #[must_use]
    pub fn start_hint(&self) -> String {
        self.say("hint-start")
    }

    /// Gives the words beside `charter preflight validate yes`, where a person has to type it.
    #[must_use]
    pub fn yes_hint(&self) -> String {
        self.say("hint-yes")
    }

    fn say(&self, key: &str) -> String {
        let words = joined(self.about.iter().map(|it| self.quoted(it)));
        self.frame.say(key, &[("words", &words), ("request", &self.request)])
    }

    fn quoted(&self, text: &str) -> String {
        self.frame.say("quote", &[("text", text)])
    }
}

fn joined(words: impl Iterator<Item = String>) -> String {
    words.collect::<Vec<_>>().join(", ")
}

/// Recognises the language of a request: by its text, unless the words that fired are of another one.
fn tongue_of(state: &Preflight) -> Tongue {
    let by_text = Tongue::of_text(state.request.as_deref().unwrap_or_default());
    let words = state.triggers.iter().filter_map(|it| it.keyword.as_deref());
    let by_words: Vec<Tongue> = words.flat_map(tongues_of).collect();
    match by_words.first() {
        Some(first) if !by_words.contains(&by_text) => *first,
        Some(_) | None => by_text,
    }
}

/// Puts a request on one line, cut where it is long.
fn clipped(request: &str) -> String {
    let line = request.split_whitespace().collect::<Vec<_>>().join(" ");
    let line = line.trim_end_matches(['.', '!', '。', '！']);
    if line.chars().count() <= REQUEST_CHARS_MAX {
        return line.to_owned();
    }
    let cut: String = line.chars().take(REQUEST_CHARS_MAX - 1).collect();
    format!("{}…", cut.trim_end())
}

fn shipped(tongue: Tongue) -> &'static str {
    match tongue {
        Tongue::English => include_str!("../../data/preflight/en.txt"),
        Tongue::German => include_str!("../../data/preflight/de.txt"),
        Tongue::Spanish => include_str!("../../data/preflight/es.txt"),
        Tongue::French => include_str!("../../data/preflight/fr.txt"),
        Tongue::Portuguese => include_str!("../../data/preflight/pt.txt"),
        Tongue::Italian => include_str!("../../data/preflight/it.txt"),
        Tongue::Russian => include_str!("../../data/preflight/ru.txt"),
        Tongue::Chinese => include_str!("../../data/preflight/zh.txt"),
        Tongue::Japanese => include_str!("../../data/preflight/ja.txt"),
        Tongue::Korean => include_str!("../../data/preflight/ko.txt"),
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_language_says_everything() {
        crate::frame::check_languages(super::shipped);
    }
}
