//! The mind that needs no network: it looks words and shapes up and adds weights.
//!
//! Owns how scores become an answer, a quote and a reason. Must not know how the weights came
//! about.

use super::feature::{FeatureKind, SentenceReading, TextReading, kind_of, read};
use super::lexicon::TopicLexicon;
use super::model::{Cuts, Model, SHIPPED, TopicScores};
use super::shape;
use super::weights_error::WeightsError;
use crate::rules::title::propose_title;
use charter_contract::Topic;
use charter_contract::mind::{Cover, Judgement, Mind, Proposal};
use std::sync::LazyLock;

/// How many features a reason names.
const REASONS_MAX: usize = 3;

/// The reason where there is none.
const NOTHING: &str = "nothing speaks for it";

/// The logistic curve at halves from 0 to 6, in ten-thousandths.
const CURVE: [i64; 13] =
    [5000, 6225, 7311, 8176, 8808, 9241, 9526, 9707, 9820, 9890, 9933, 9959, 9975];

/// Judges coverage with the data that the crate ships.
#[derive(Debug)]
pub struct OfflineMind {
    lexicon: TopicLexicon,
    model: Model,
}

/// A text whose sentences have their scores.
struct Marked<'t> {
    total: TopicScores,
    sentences: Vec<(TopicScores, SentenceReading<'t>)>,
}

impl<'t> Marked<'t> {
    /// Finds the sentence that speaks most for a topic; the first of equals.
    fn find_best(&self, idx: usize) -> Option<&SentenceReading<'t>> {
        let best = self.sentences.iter().rev().max_by_key(|(scores, _)| pick(scores, idx));
        best.map(|(_, sentence)| sentence)
    }
}

/// The mind with the shipped data, once somebody asked for it: reading that costs milliseconds.
static SHIPPED_MIND: LazyLock<OfflineMind> = LazyLock::new(OfflineMind::new);

impl OfflineMind {
    /// Gives the mind with the shipped data, which is read once.
    #[must_use]
    pub fn shipped() -> &'static Self {
        &SHIPPED_MIND
    }

    #[must_use]
    pub fn new() -> Self {
        // The data is part of the crate and a test reads it: an error here cannot happen.
        Self::with_weights(SHIPPED)
            .unwrap_or_else(|_| Self { lexicon: TopicLexicon::default(), model: Model::default() })
    }

    /// Reads other data in the same format.
    ///
    /// # Errors
    /// Names the line that cannot be read.
    pub fn with_weights(text: &str) -> Result<Self, WeightsError> {
        Ok(Self { lexicon: TopicLexicon::parse(text)?, model: Model::parse(text)? })
    }

    fn judge_topic(&self, marked: &Marked<'_>, idx: usize, topic: Topic) -> Judgement {
        let score = pick(&marked.total, idx);
        let cuts = self.model.cuts.get(idx).copied().unwrap_or_default();
        let best = marked.find_best(idx);
        let cover = match best {
            None => Cover::Missing,
            Some(_) => cover(score, cuts),
        };
        let quote = best.map(|sentence| sentence.text.to_owned());
        let reason = best.map(|sentence| self.explain(sentence, idx));
        Judgement {
            topic,
            cover,
            confidence: if best.is_some() { confidence(score - cuts.even) } else { 0 },
            quote: quote.filter(|_| cover != Cover::Missing),
            reason: reason.unwrap_or_else(|| NOTHING.to_owned()),
        }
    }

    /// Scores a text and each of its sentences.
    fn mark<'t>(&self, reading: TextReading<'t>) -> Marked<'t> {
        let total = self.model.score(&reading);
        let score = |sentence: &SentenceReading<'_>| {
            self.model.sum(sentence.features.iter().map(String::as_str))
        };
        let sentences = reading.sentences.into_iter();
        Marked { total, sentences: sentences.map(|it| (score(&it), it)).collect() }
    }

    /// Names what weighed most in a sentence.
    fn explain(&self, sentence: &SentenceReading<'_>, idx: usize) -> String {
        let weight = |feature: &str| self.model.weights.get(feature).map_or(0, |it| pick(it, idx));
        let mut weighed: Vec<(i64, String)> = Vec::new();
        for feature in &sentence.features {
            // A gram has its weight only among others, so a rule of the same weight says more.
            let weight =
                weight(feature) / if kind_of(feature) == FeatureKind::Gram { 4 } else { 1 };
            let title = self.title(feature).filter(|_| weight > 0);
            weighed.extend(title.map(|title| (weight, title)));
        }
        weighed.sort_by(|left, right| right.cmp(left));
        let mut titles: Vec<String> = Vec::new();
        for (_, title) in weighed {
            if titles.len() < REASONS_MAX && !titles.contains(&title) {
                titles.push(title);
            }
        }
        if titles.is_empty() { NOTHING.to_owned() } else { titles.join(", ") }
    }

    /// Says in words what a feature is.
    fn title(&self, feature: &str) -> Option<String> {
        let (kind, name) = feature.split_once(':')?;
        let class = || self.lexicon.classes().iter().find(|class| class.name == name);
        match kind {
            "class" => Some(class()?.title.clone()),
            "head" => Some(format!("a heading: {}", class()?.title)),
            "shape" => Some(shape::title(name)?.to_owned()),
            "stem" => Some(format!("`{name}…`")),
            "word" | "char" => Some(format!("`{name}`")),
            _ => None,
        }
    }
}

impl Default for OfflineMind {
    fn default() -> Self {
        Self::new()
    }
}

impl Mind for OfflineMind {
    fn name(&self) -> &str {
        "offline-1"
    }

    fn propose(&self, topic: Topic, text: &str) -> Vec<Proposal> {
        crate::rules::proposal::propose(topic, text)
    }

    fn name_for(&self, text: &str) -> Option<String> {
        Some(propose_title(text).name).filter(|it| !it.is_empty())
    }

    fn judge(&self, text: &str) -> Vec<Judgement> {
        let marked = self.mark(read(text, &self.lexicon));
        let topics = Topic::ALL.into_iter().enumerate();
        topics.map(|(idx, topic)| self.judge_topic(&marked, idx, topic)).collect()
    }
}

fn cover(score: i64, cuts: Cuts) -> Cover {
    if score >= cuts.high {
        Cover::Covered
    } else if score < cuts.low {
        Cover::Missing
    } else {
        Cover::Unclear
    }
}

fn pick(scores: &TopicScores, idx: usize) -> i64 {
    scores.get(idx).copied().unwrap_or(0)
}

/// Turns a distance from the even cut, in thousandths, into ten-thousandths of certainty.
fn confidence(distance: i64) -> u32 {
    let size = distance.abs().min(5_999);
    let at = usize::try_from(size / 500).unwrap_or(0);
    let from = CURVE.get(at).copied().unwrap_or(5000);
    let to = CURVE.get(at + 1).copied().unwrap_or(from);
    let sure = from + (to - from) * (size % 500) / 500;
    u32::try_from(if distance < 0 { 10_000 - sure } else { sure }).unwrap_or(0)
}
