//! Passages as numbered features.
//!
//! Owns the numbering. Must not know what is learnt from it.

use std::collections::{BTreeMap, BTreeSet};

use charter_interview::rules::coverage::{FeatureKind, TopicLexicon, kind_of, read};

use super::corpus::{LabelSource, Passage};

/// A passage as the numbers of its features.
#[derive(Debug)]
pub(crate) struct Sample {
    pub(crate) features: BTreeSet<usize>,
    pub(crate) repo: String,
    pub(crate) source: LabelSource,
    pub(crate) is_english: bool,
    pub(crate) labels: [Option<bool>; 5],
}

/// Every feature that occurs, and every passage.
#[derive(Debug)]
pub(crate) struct Space {
    pub(crate) names: Vec<String>,
    pub(crate) kinds: Vec<FeatureKind>,
    pub(crate) samples: Vec<Sample>,
}

impl Space {
    /// Reads the features of all passages.
    pub(crate) fn read(passages: &[Passage], lexicon: &TopicLexicon) -> Self {
        let mut numbers: BTreeMap<String, usize> = BTreeMap::new();
        let mut samples = Vec::new();
        for passage in passages {
            let reading = read(&passage.text, lexicon);
            let own = reading.sentences.into_iter().flat_map(|it| it.features);
            let mut features = BTreeSet::new();
            for name in own.chain(reading.whole) {
                let next = numbers.len();
                features.insert(*numbers.entry(name).or_insert(next));
            }
            samples.push(Sample {
                features,
                repo: passage.repo.clone(),
                source: passage.source,
                is_english: passage.lang == "en",
                labels: passage.labels,
            });
        }
        let mut names = vec![String::new(); numbers.len()];
        for (name, number) in numbers {
            if let Some(slot) = names.get_mut(number) {
                *slot = name;
            }
        }
        let kinds = names.iter().map(|name| kind_of(name)).collect();
        Self { names, kinds, samples }
    }

    /// Counts in how many repositories each feature occurs, among some samples.
    pub(crate) fn count_repos(&self, rows: &[&Sample]) -> Vec<usize> {
        let mut by_repo: BTreeMap<&str, BTreeSet<usize>> = BTreeMap::new();
        for row in rows {
            by_repo.entry(&row.repo).or_default().extend(&row.features);
        }
        let mut counts = vec![0; self.names.len()];
        for feature in by_repo.values().flatten() {
            if let Some(count) = counts.get_mut(*feature) {
                *count += 1;
            }
        }
        counts
    }
}
