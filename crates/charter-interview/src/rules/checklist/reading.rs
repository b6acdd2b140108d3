//! What of the topics was answered, and with what.
//!
//! Owns when a statement belongs to a topic, and when something can be counted or observed in it. Must not
//! know what is asked next.

use super::question::is_example;
use super::settlement::is_choice;
use super::statement::{TextStatement, statements};
use super::view::{ChecklistRound, ChecklistView};
use crate::Tongue;
use crate::cue::{CueLine, has_number};
use crate::deep::{ChecklistTopic, UserStatement};
use crate::noise::{ExpectedAnswer, NoiseKind, noise_to, says_none, shares_words};
use crate::rules::OfflineMind;
use charter_contract::Topic;
use charter_contract::mind::{Cover, Mind as _};
use std::collections::{BTreeMap, BTreeSet};

/// The fewest answers of which one is to share a word with the idea or a question.
const RELATED_MIN: usize = 3;

/// How often the same short words answer different questions; further ones say nothing.
const SAME_MAX: usize = 2;

/// A statement with what it is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct TopicStatement {
    pub(super) said: UserStatement,
    /// What it answers: the topic of its question, or of its heading.
    pub(super) home: Option<ChecklistTopic>,
    /// Everything that it speaks of.
    pub(super) topics: BTreeSet<ChecklistTopic>,
    pub(super) line: CueLine,
}

impl TopicStatement {
    /// Tells whether it says something about a topic.
    pub(super) fn is_about(&self, topic: ChecklistTopic) -> bool {
        self.home == Some(topic) || self.topics.contains(&topic)
    }

    /// Tells whether it says what would be a failure.
    pub(super) fn tells_failure(&self) -> bool {
        self.line.shows("failure")
    }

    /// Takes what its question was about; success only where something can be counted.
    fn take_asked(&mut self, asked: &BTreeSet<ChecklistTopic>) {
        let is_countable = self.is_countable();
        let fits = |it: &&ChecklistTopic| **it != ChecklistTopic::Success || is_countable;
        self.topics.extend(asked.iter().filter(fits));
    }

    pub(super) fn is_countable(&self) -> bool {
        is_countable(&self.said.text, &self.line)
    }
}

/// Says why an answer to a question of the checklist is none; nothing where it says something.
///
/// `topic` is what the question was about; where it settles a clash, any of its options and any words are an answer.
#[must_use]
pub fn noise_in(
    view: &ChecklistView,
    question: &str,
    topic: Option<ChecklistTopic>,
    answer: &str,
) -> Option<NoiseKind> {
    noise_among(&view.idea, &view.rounds, question, topic, answer)
}

fn noise_among(
    idea: &str,
    rounds: &[ChecklistRound],
    question: &str,
    topic: Option<ChecklistTopic>,
    answer: &str,
) -> Option<NoiseKind> {
    let answers = rounds.iter().filter_map(|it| it.answer.as_deref());
    let earlier: Vec<&str> = std::iter::once(idea).chain(answers).collect();
    let expected = match topic {
        Some(topic) => expected(topic),
        None => ExpectedAnswer::of(question),
    };
    if is_example(answer) {
        return Some(NoiseKind::Copy);
    }
    let said = answer.trim().to_lowercase();
    let n_same = earlier.iter().filter(|it| it.trim().to_lowercase() == said).count();
    let is_again = topic.is_some() && n_same >= SAME_MAX && !says_none(answer);
    noise_to(expected, question, &earlier, answer).or(is_again.then_some(NoiseKind::Repetition))
}

/// Says what an answer to a topic may look like beside words.
fn expected(topic: ChecklistTopic) -> ExpectedAnswer {
    match topic {
        ChecklistTopic::LeftOut | ChecklistTopic::Limits | ChecklistTopic::Existing => {
            ExpectedAnswer { none: true, ..ExpectedAnswer::WORDS }
        }
        ChecklistTopic::Steps
        | ChecklistTopic::Users
        | ChecklistTopic::FirstVersion
        | ChecklistTopic::Success
        | ChecklistTopic::Trouble => ExpectedAnswer::WORDS,
    }
}

/// Everything that was said, read once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct HeardAnswers {
    /// Every statement of the idea and of the answers that say something, in order.
    pub(super) said: Vec<TopicStatement>,
    /// The rounds whose answers are none, by number.
    noise: BTreeMap<u32, NoiseKind>,
}

impl HeardAnswers {
    pub(super) fn of(view: &ChecklistView) -> Self {
        let mut heard = Self { said: of_text(0, None, &view.idea), noise: BTreeMap::new() };
        for (idx, round) in view.rounds.iter().enumerate() {
            let before = view.rounds.get(..idx).unwrap_or_default();
            heard.hear(&view.idea, before, round);
        }
        heard
    }

    fn hear(&mut self, idea: &str, before: &[ChecklistRound], round: &ChecklistRound) {
        let Some(answer) = round.answer.as_deref() else { return };
        let noise = match round.settles {
            Some(_) => None,
            None => noise_among(idea, before, &round.question, round.topic, answer),
        };
        if let Some(noise) = noise {
            self.noise.insert(round.number, noise);
        } else if !is_choice(round, answer) {
            let mut said = of_text(round.number, round.topic, answer);
            if round.topic.is_none() && round.settles.is_none() {
                let asked = asked_about(&round.question);
                said.iter_mut().for_each(|it| it.take_asked(&asked));
            }
            self.said.extend(said);
        }
    }

    /// Tells whether something that was answered has a telling word in common with the idea or with what was asked; in
    /// another language than the idea's, or where little was said, that cannot be told. Answers that make a recipe
    /// together are none.
    pub(super) fn is_related(&self, view: &ChecklistView) -> bool {
        let mut others: Vec<&str> = vec![&view.idea];
        others.extend(view.rounds.iter().map(|it| it.question.as_str()));
        let own = Tongue::of_text(&view.idea);
        let mut answers = self.said.iter().filter(|it| it.said.round > 0);
        let rounds: BTreeSet<u32> = answers.clone().map(|it| it.said.round).collect();
        let all = answers.clone().map(|it| it.said.text.as_str()).collect::<Vec<_>>().join("\n");
        if noise_to(ExpectedAnswer::WORDS, "", &[], &all) == Some(NoiseKind::Stock) {
            return false;
        }
        rounds.len() < RELATED_MIN
            || answers.any(|it| {
                Tongue::of_text(&it.said.text) != own || shares_words(&it.said.text, &others)
            })
    }

    /// Says why the answer of a round is none.
    pub(super) fn noise_of(&self, round: &ChecklistRound) -> Option<NoiseKind> {
        self.noise.get(&round.number).copied()
    }
}

/// Lists what a question that no checklist asked is about, by its words.
fn asked_about(question: &str) -> BTreeSet<ChecklistTopic> {
    let line = CueLine::of(question);
    let mut asked = BTreeSet::new();
    let classes = [
        (ChecklistTopic::LeftOut, "asks-left-out"),
        (ChecklistTopic::Success, "asks-success"),
        (ChecklistTopic::FirstVersion, "asks-first-version"),
        (ChecklistTopic::Limits, "asks-limits"),
        (ChecklistTopic::Existing, "existing"),
        (ChecklistTopic::Users, "asks-users"),
        (ChecklistTopic::Trouble, "asks-trouble"),
    ];
    asked.extend(classes.into_iter().filter(|(_, class)| line.shows(class)).map(|it| it.0));
    asked
}

fn of_text(round: u32, asked: Option<ChecklistTopic>, text: &str) -> Vec<TopicStatement> {
    let parts = statements(text);
    let tells_steps = tells_steps(&parts);
    let names_users = round == 0 && names_users(text);
    let statement = |it: TextStatement<'_>| {
        let line = CueLine::of(it.text);
        let home = it.under.filter(|it| *it == ChecklistTopic::LeftOut).or(asked).or(it.under);
        let mut topics = topics_of(it.text, &line, home);
        if tells_steps && is_step(&line) {
            topics.insert(ChecklistTopic::Steps);
        }
        if names_users {
            topics.insert(ChecklistTopic::Users);
        }
        let said = UserStatement { round, text: it.text.to_owned() };
        TopicStatement { said, home, topics, line }
    };
    parts.into_iter().map(statement).collect()
}

/// Lists what a statement speaks of by its words.
fn topics_of(text: &str, line: &CueLine, home: Option<ChecklistTopic>) -> BTreeSet<ChecklistTopic> {
    let mut topics = BTreeSet::new();
    let is_out = home == Some(ChecklistTopic::LeftOut) || line.shows("excluded");
    let mut put = |topic: ChecklistTopic, is_shown: bool| {
        if is_shown {
            topics.insert(topic);
        }
    };
    let is_success = line.shows("success") || line.shows("failure");
    put(ChecklistTopic::LeftOut, is_out);
    put(ChecklistTopic::FirstVersion, !is_out && line.shows("first-version"));
    put(ChecklistTopic::Limits, !is_out && line.shows("limits"));
    put(ChecklistTopic::Existing, !is_out && line.shows("existing"));
    put(ChecklistTopic::Trouble, !is_out && line.shows("trouble"));
    put(ChecklistTopic::Success, !is_out && is_success && is_countable(text, line));
    put(ChecklistTopic::Users, !is_out && line.shows("users"));
    topics
}

fn names_users(text: &str) -> bool {
    let judged = OfflineMind::shipped().judge(text);
    judged.iter().any(|it| it.topic == Topic::Users && it.cover == Cover::Covered)
}

/// Tells whether statements say what happens one after the other.
fn tells_steps(parts: &[TextStatement<'_>]) -> bool {
    let lines: Vec<CueLine> = parts.iter().map(|it| CueLine::of(it.text)).collect();
    let n_actions: usize = lines.iter().map(|it| it.count("action")).sum();
    let n_numbered = parts.iter().filter(|it| it.is_numbered).count();
    let is_ordered = lines.iter().any(|it| it.shows("sequence")) || n_numbered > 2;
    is_ordered && n_actions > 1
}

fn is_step(line: &CueLine) -> bool {
    line.shows("action")
}

/// Tells whether something in a statement can be counted or observed.
pub(super) fn is_countable(text: &str, line: &CueLine) -> bool {
    has_number(text) || line.shows("observed")
}
