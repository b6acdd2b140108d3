//! The trained weights, and the score that they give a text.
//!
//! Owns the format of the data file and the arithmetic, which is in whole thousandths. Must not
//! know how the weights came about.

use super::feature::{FeatureKind, TextReading, kind_of};
use super::weights_error::WeightsError;
use charter_contract::Topic;
use std::collections::HashMap;

/// The data file that the crate ships.
pub const SHIPPED: &str = include_str!("../../../data/coverage.txt");

/// The first line of a data file that this code reads.
const HEADER: &str = "charter-coverage 1";

/// About how many features a data file weighs; room for them is made at once.
const FEATURES_EXPECTED: usize = 5_000;

pub(super) const N_TOPICS: usize = Topic::ALL.len();

/// How much of what speaks for the other topics speaks against scope, in thousandths. Any list and
/// any description looks like scope; it is less likely where the text is plainly about another
/// topic.
const YIELD: i64 = 250;

/// One number per topic, in thousandths.
pub type TopicScores = [i64; N_TOPICS];

/// Where a topic's scores turn from one answer into another, in thousandths.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Cuts {
    /// Below it a topic is missing.
    pub low: i64,
    /// From it on a topic counts where only yes or no is asked.
    pub even: i64,
    /// From it on a topic is covered.
    pub high: i64,
}

/// The weights of all features.
#[derive(Debug, Default)]
pub struct Model {
    /// What a text without any feature scores.
    pub start: TopicScores,
    /// Where scores turn into answers.
    pub cuts: [Cuts; N_TOPICS],
    pub weights: HashMap<String, TopicScores>,
}

impl Model {
    /// Reads the weights of a data file; the lines after `weights`.
    ///
    /// # Errors
    /// Names the line that is not a name, a tab and one whole number per topic.
    pub fn parse(text: &str) -> Result<Self, WeightsError> {
        if text.lines().next() != Some(HEADER) {
            return Err(WeightsError { line: 1 });
        }
        let mut model = Self::default();
        model.weights.reserve(FEATURES_EXPECTED);
        let lines = text.lines().enumerate().skip_while(|(_, line)| *line != "weights").skip(1);
        for (idx, line) in lines {
            let (name, scores) = parse_line(line).ok_or(WeightsError { line: idx + 1 })?;
            model.set(name, scores);
        }
        Ok(model)
    }

    fn set(&mut self, name: &str, scores: TopicScores) {
        let cuts = self.cuts.iter_mut().zip(scores);
        match name {
            "start" => self.start = scores,
            "low" => cuts.for_each(|(cut, score)| cut.low = score),
            "even" => cuts.for_each(|(cut, score)| cut.even = score),
            "high" => cuts.for_each(|(cut, score)| cut.high = score),
            _ => {
                self.weights.insert(name.to_owned(), scores);
            }
        }
    }

    #[must_use]
    pub fn score(&self, reading: &TextReading<'_>) -> TopicScores {
        let sentences = reading.sentences.iter().flat_map(|it| &it.features);
        let mut features: Vec<&str> = sentences.chain(&reading.whole).map(String::as_str).collect();
        features.sort_unstable();
        features.dedup();
        yield_scope(add(self.start, self.sum(features)))
    }

    /// Sums what distinct features weigh; grams share one weight by the root of their number.
    pub(super) fn sum<'f>(&self, features: impl IntoIterator<Item = &'f str>) -> TopicScores {
        let (mut rules, mut grams, mut n_grams) =
            (TopicScores::default(), TopicScores::default(), 0);
        for feature in features {
            let Some(weights) = self.weights.get(feature) else { continue };
            match kind_of(feature) {
                FeatureKind::Rule => rules = add(rules, *weights),
                FeatureKind::Gram => {
                    grams = add(grams, *weights);
                    n_grams += 1;
                }
            }
        }
        add(rules, grams.map(|sum| sum * 1000 / root(n_grams)))
    }
}

/// Takes from scope a part of what speaks for the other topics.
fn yield_scope(mut scores: TopicScores) -> TopicScores {
    let others: i64 = Topic::ALL
        .into_iter()
        .zip(scores)
        .filter(|(topic, _)| *topic != Topic::Scope)
        .map(|(_, score)| score.max(0))
        .sum();
    let scope = scores.iter_mut().zip(Topic::ALL).find(|(_, topic)| *topic == Topic::Scope);
    scope.into_iter().for_each(|(score, _)| *score -= others * YIELD / 1000);
    scores
}

pub(super) fn add(mut left: TopicScores, right: TopicScores) -> TopicScores {
    left.iter_mut().zip(right).for_each(|(left, right)| *left += right);
    left
}

/// Gives a thousand times the square root of a small number, at least 1000.
fn root(n: i64) -> i64 {
    i64::try_from((n.max(1).unsigned_abs() * 1_000_000).isqrt()).unwrap_or(1000)
}

fn parse_line(line: &str) -> Option<(&str, TopicScores)> {
    let (name, numbers) = line.split_once('\t')?;
    let mut scores = TopicScores::default();
    let mut numbers = numbers.split(' ');
    for score in &mut scores {
        *score = numbers.next()?.parse().ok()?;
    }
    numbers.next().is_none().then_some((name, scores))
}
