//! How weights are made from samples: what counts how much, and what stays near its prior.
//!
//! Owns the settings, which were chosen once by cross-validation over all labelled samples.

use std::collections::BTreeMap;

use charter_contract::Topic;
use charter_interview::rules::coverage::{
    FeatureKind, Model, SentenceReading, TextReading, TopicLexicon, TopicScores,
};

use super::corpus::LabelSource;
use super::fit::{FeatureColumn, FitTarget, WeightAnchor, fit};
use super::sample::{Sample, Space};

/// Which features a candidate has, and whether it learns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Recipe {
    /// Classes and shapes with the weights that a person gave them.
    Rules,
    /// Words and characters alone, learnt.
    Grams,
    /// Both, learnt: what is shipped.
    Both,
}

/// In how many repositories a feature must occur to be learnt.
const REPOS_MIN_RULE: usize = 2;
const REPOS_MIN_GRAM: usize = 4;

/// How firmly weights are held: main rules, rules that repeat others, grams, the start.
const HOLD_RULE: f64 = 6.0;
const HOLD_ECHO: f64 = 4.0;
const HOLD_GRAM: f64 = 0.4;
const HOLD_START: f64 = 0.05;

/// How much a label counts by where it comes from; a heading's silence counts least.
const WEIGHT_LABELLED: f64 = 1.0;
const WEIGHT_READ: f64 = 0.8;
const WEIGHT_HEADING: f64 = 0.2;
const WEIGHT_SILENCE: f64 = 0.06;

impl Recipe {
    /// Makes a model without cuts from samples.
    pub(crate) fn make(self, space: &Space, lexicon: &TopicLexicon, rows: &[&Sample]) -> Model {
        let chosen = self.choose(space, rows);
        let priors = list_priors(lexicon);
        let mut model = Model::default();
        let columns = (self != Self::Rules).then(|| list_columns(space, rows, &chosen));
        for (topic_idx, topic) in Topic::ALL.into_iter().enumerate() {
            let anchors = self.list_anchors(space, &chosen, &priors, topic);
            let weights = match &columns {
                None => anchors.iter().map(|anchor| anchor.mean).collect(),
                Some(columns) => fit(columns, &list_targets(rows, topic_idx), &anchors),
            };
            store(&mut model, space, &chosen, topic_idx, &weights);
        }
        model
    }

    /// Lists the features that this recipe uses.
    fn choose(self, space: &Space, rows: &[&Sample]) -> Vec<usize> {
        let counts = space.count_repos(rows);
        let is_used = |(kind, count): (&FeatureKind, usize)| match (kind, self) {
            (FeatureKind::Rule, Self::Grams) | (FeatureKind::Gram, Self::Rules) => false,
            (FeatureKind::Rule, Self::Rules | Self::Both) => count >= REPOS_MIN_RULE,
            (FeatureKind::Gram, Self::Grams | Self::Both) => count >= REPOS_MIN_GRAM,
        };
        let used = space.kinds.iter().zip(counts).enumerate().filter(|(_, it)| is_used(*it));
        used.map(|(idx, _)| idx).collect()
    }

    /// Lists where each weight begins; the start comes last.
    fn list_anchors(
        self,
        space: &Space,
        chosen: &[usize],
        priors: &BTreeMap<(String, String), f64>,
        topic: Topic,
    ) -> Vec<WeightAnchor> {
        let mean = |name: &str| {
            let prior = priors.get(&(name.to_owned(), topic.word().to_owned())).copied();
            prior.filter(|_| self != Self::Grams).unwrap_or(0.0)
        };
        let names = chosen.iter().filter_map(|idx| space.names.get(*idx));
        let anchor = |name: &String| WeightAnchor { mean: mean(name), hold: hold(name) };
        let start = WeightAnchor { mean: mean("start"), hold: HOLD_START };
        names.map(anchor).chain([start]).collect()
    }
}

fn hold(name: &str) -> f64 {
    match name.split_once(':') {
        Some(("class" | "shape" | "text" | "intro" | "list", _)) => HOLD_RULE,
        Some(("word" | "stem" | "char", _)) => HOLD_GRAM,
        Some(_) | None => HOLD_ECHO,
    }
}

fn list_priors(lexicon: &TopicLexicon) -> BTreeMap<(String, String), f64> {
    let mut priors = BTreeMap::new();
    for prior in lexicon.priors() {
        for (topic, weight) in &prior.weights {
            priors.insert((prior.feature.clone(), topic.clone()), f64::from(*weight) / 1000.0);
        }
    }
    priors
}

/// Lists the columns of the chosen features, then the one of the start, which every row has.
fn list_columns(space: &Space, rows: &[&Sample], chosen: &[usize]) -> Vec<FeatureColumn> {
    let places: BTreeMap<usize, usize> =
        chosen.iter().enumerate().map(|(place, idx)| (*idx, place)).collect();
    let mut columns = vec![FeatureColumn::new(); chosen.len()];
    for (row_idx, row) in rows.iter().enumerate() {
        let is_gram = |idx: &usize| space.kinds.get(*idx) == Some(&FeatureKind::Gram);
        let known = || row.features.iter().filter(|idx| places.contains_key(idx));
        let share = (known().filter(|idx| is_gram(idx)).count().max(1) as f64).sqrt().recip();
        for idx in known() {
            let value = if is_gram(idx) { share } else { 1.0 };
            let column = places.get(idx).and_then(|place| columns.get_mut(*place));
            if let Some(column) = column {
                column.push((row_idx, value));
            }
        }
    }
    columns.push((0..rows.len()).map(|row_idx| (row_idx, 1.0)).collect());
    columns
}

fn list_targets(rows: &[&Sample], topic_idx: usize) -> Vec<FitTarget> {
    let target = |row: &&Sample| {
        let label = row.labels.get(topic_idx).copied().flatten();
        let weight = match (row.source, label) {
            (_, None) => 0.0,
            (LabelSource::Labelled, Some(_)) => WEIGHT_LABELLED,
            (LabelSource::Read, Some(_)) => WEIGHT_READ,
            (LabelSource::Heading, Some(true)) => WEIGHT_HEADING,
            (LabelSource::Heading, Some(false)) => WEIGHT_SILENCE,
        };
        FitTarget { is_yes: label == Some(true), weight }
    };
    rows.iter().map(target).collect()
}

/// Puts the weights of one topic into the model, in thousandths; the last is the start.
fn store(model: &mut Model, space: &Space, chosen: &[usize], topic_idx: usize, weights: &[f64]) {
    let names = chosen.iter().filter_map(|idx| space.names.get(*idx));
    for (name, weight) in names.zip(weights) {
        let scores = model.weights.entry(name.clone()).or_default();
        set(scores, topic_idx, *weight);
    }
    if let Some(start) = weights.last() {
        set(&mut model.start, topic_idx, *start);
    }
}

fn set(scores: &mut TopicScores, topic_idx: usize, weight: f64) {
    if let Some(score) = scores.get_mut(topic_idx) {
        *score = thousandths(weight);
    }
}

/// Rounds to whole thousandths; printing rounds without a cast.
fn thousandths(weight: f64) -> i64 {
    format!("{:.0}", weight * 1000.0).parse().unwrap_or(0)
}

/// Scores a sample as the shipped code scores its text.
pub(crate) fn score(model: &Model, space: &Space, sample: &Sample) -> TopicScores {
    let names = sample.features.iter().filter_map(|idx| space.names.get(*idx).cloned());
    let whole = SentenceReading { text: "", features: names.collect() };
    model.score(&TextReading { sentences: vec![whole], whole: Vec::new() })
}
