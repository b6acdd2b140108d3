//! The questions, in ten languages.
//!
//! Owns their texts. Must not know when one is asked.

use crate::Tongue;
use crate::deep::{ChecklistTopic, Clash, Question};
use crate::frame::Frame;
use std::collections::BTreeSet;
use std::sync::LazyLock;

/// The most characters of a statement that a question repeats.
const QUOTE_CHARS_MAX: usize = 160;

/// A question of the checklist.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChecklistQuestion {
    /// What it is about; none where it settles a clash.
    pub topic: Option<ChecklistTopic>,
    /// The clash that it settles.
    pub settles: Option<Clash>,
    pub text: String,
    /// What an answer could look like, about another project.
    pub example: Option<String>,
    /// Why it is asked, in a sentence.
    pub why: String,
    /// Answers to choose from: none, or “both hold”, the first statement, the second.
    pub options: Vec<String>,
}

impl ChecklistQuestion {
    /// Gives it in the form of every interview, without its example.
    #[must_use]
    pub fn to_question(&self) -> Question {
        Question {
            text: self.text.clone(),
            why_now: Some(self.why.clone()),
            options: self.options.clone(),
            component: None,
            dimension: None,
        }
    }
}

/// What a question comes after.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum AskedWhen {
    /// It is asked for the first time.
    First,
    /// The answer before said nothing.
    Again,
}

/// Words the question about a topic.
pub(super) fn about(tongue: Tongue, topic: ChecklistTopic, asking: AskedWhen) -> ChecklistQuestion {
    let frame = frame(tongue);
    let key = key_of(topic);
    let mut texts = frame.list(&key).iter().skip(1).map(|it| (*it).to_owned());
    let text = texts.next().unwrap_or_default();
    let example = texts.next();
    let why = texts.next().unwrap_or_default();
    let why = match asking {
        AskedWhen::First => why,
        AskedWhen::Again => frame.say("again", &[]),
    };
    ChecklistQuestion { topic: Some(topic), settles: None, text, example, why, options: Vec::new() }
}

/// Words the question that settles a clash; both statements are named and can be chosen.
pub(super) fn settling(tongue: Tongue, clash: &Clash) -> ChecklistQuestion {
    let frame = frame(tongue);
    let (first, second) = (quote(&clash.first.text), quote(&clash.second.text));
    let text = frame.say("contradiction", &[("first", &first), ("second", &second)]);
    let why = frame.list("contradiction").get(1).copied().unwrap_or_default();
    ChecklistQuestion {
        topic: None,
        settles: Some(clash.clone()),
        text,
        example: None,
        why: why.to_owned(),
        options: vec![frame.say("both", &[]), first, second],
    }
}

/// Gives the name of a topic as a screen shows it.
#[must_use]
pub fn topic_name(tongue: Tongue, topic: ChecklistTopic) -> String {
    frame(tongue).say(&key_of(topic), &[])
}

/// Says how far a checklist has come: what is answered, what is open, and how many questions are left.
pub(super) fn progress_lines(
    tongue: Tongue,
    answered: &[ChecklistTopic],
    open: &[ChecklistTopic],
    n_left: usize,
) -> Vec<String> {
    let frame = frame(tongue);
    let named = |topics: &[ChecklistTopic]| {
        let names: Vec<String> = topics.iter().map(|it| topic_name(tongue, *it)).collect();
        names.join(" · ")
    };
    let line = |key: &str, topics: &[ChecklistTopic]| {
        (!topics.is_empty()).then(|| frame.say(key, &[("topics", &named(topics))]))
    };
    let left = match n_left {
        0 => None,
        1 => Some(frame.say("left-one", &[])),
        n => Some(frame.say("left", &[("n", &n.to_string())])),
    };
    [line("answered", answered), line("open", open), left].into_iter().flatten().collect()
}

/// Introduces an example of an answer.
#[must_use]
pub fn example_line(tongue: Tongue, example: &str) -> String {
    frame(tongue).say("example", &[("example", example)])
}

/// Tells whether an answer is an example that a question comes with, in any language.
pub(super) fn is_example(answer: &str) -> bool {
    let plain = |it: &str| it.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
    EXAMPLES.contains(&plain(answer))
}

static EXAMPLES: LazyLock<BTreeSet<String>> = LazyLock::new(|| {
    let of = |tongue: Tongue| {
        let frame = frame(tongue);
        ChecklistTopic::ALL
            .map(|topic| frame.list(&key_of(topic)).get(2).map(|it| it.to_lowercase()))
    };
    Tongue::ALL.into_iter().flat_map(of).flatten().collect()
});

/// Shortens a statement to what a question can repeat.
pub(super) fn quote(text: &str) -> String {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if text.chars().count() <= QUOTE_CHARS_MAX {
        return text;
    }
    let kept: String = text.chars().take(QUOTE_CHARS_MAX).collect();
    format!("{}…", kept.trim_end())
}

fn key_of(topic: ChecklistTopic) -> String {
    format!("topic.{}", topic.code())
}

fn frame(tongue: Tongue) -> Frame {
    Frame::read(shipped(tongue))
}

/// Gives the texts of a language as they ship.
pub(super) fn shipped(tongue: Tongue) -> &'static str {
    match tongue {
        Tongue::English => include_str!("../../../data/checklist/en.txt"),
        Tongue::German => include_str!("../../../data/checklist/de.txt"),
        Tongue::Spanish => include_str!("../../../data/checklist/es.txt"),
        Tongue::French => include_str!("../../../data/checklist/fr.txt"),
        Tongue::Portuguese => include_str!("../../../data/checklist/pt.txt"),
        Tongue::Italian => include_str!("../../../data/checklist/it.txt"),
        Tongue::Russian => include_str!("../../../data/checklist/ru.txt"),
        Tongue::Chinese => include_str!("../../../data/checklist/zh.txt"),
        Tongue::Japanese => include_str!("../../../data/checklist/ja.txt"),
        Tongue::Korean => include_str!("../../../data/checklist/ko.txt"),
    }
}
