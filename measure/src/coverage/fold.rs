//! Cross-validation that never tests on a repository it has learnt from, and the cuts that turn
//! scores into answers.
//!
//! Owns the folds and how cuts are chosen. Must not know how a model is made.

use charter_interview::rules::coverage::{Cuts, Model, TopicLexicon, TopicScores};

use super::corpus::LabelSource;
use super::recipe::{Recipe, score};
use super::sample::{Sample, Space};

/// How many folds there are, outside and inside.
const FOLDS: u64 = 10;
const FOLDS_INNER: u64 = 4;

/// How far, in thousandths, scores around a cut speak for it.
const BLUR: i64 = 800;

/// How precise a covered topic must be, in percent, and how many yeses must stand behind it.
const PRECISION_MIN: usize = 96;
const SUPPORT_MIN: usize = 6;

/// Of how many yeses one may be taken for missing.
const MISS_ONE_IN: usize = 14;

/// A labelled sample, and what a model said that had not seen its repository.
#[derive(Debug)]
pub(crate) struct FoldOutcome<'s> {
    pub(crate) sample: &'s Sample,
    /// The scores, and where that model's cuts are.
    pub(crate) scores: TopicScores,
    pub(crate) cuts: [Cuts; 5],
}

/// Judges every labelled sample with a model that has not seen its repository.
pub(crate) fn cross_validate<'s>(
    recipe: Recipe,
    space: &'s Space,
    lexicon: &TopicLexicon,
) -> Vec<FoldOutcome<'s>> {
    let mut outcomes = Vec::new();
    for fold in 0..FOLDS {
        let is_held = |sample: &&Sample| fold_of(&sample.repo, 1, FOLDS) == fold;
        let (held, rest): (Vec<&Sample>, Vec<&Sample>) = space.samples.iter().partition(is_held);
        let model = make_with_cuts(recipe, space, lexicon, &rest);
        for sample in held.into_iter().filter(|sample| sample.source == LabelSource::Labelled) {
            outcomes.push(FoldOutcome {
                sample,
                scores: score(&model, space, sample),
                cuts: model.cuts,
            });
        }
    }
    outcomes
}

/// Makes a model whose cuts come from folds inside the samples it learns from.
pub(crate) fn make_with_cuts(
    recipe: Recipe,
    space: &Space,
    lexicon: &TopicLexicon,
    rows: &[&Sample],
) -> Model {
    let mut scored: Vec<(&Sample, TopicScores)> = Vec::new();
    for fold in 0..FOLDS_INNER {
        let is_held = |sample: &&Sample| fold_of(&sample.repo, 2, FOLDS_INNER) == fold;
        let (held, rest): (Vec<&Sample>, Vec<&Sample>) = rows.iter().copied().partition(is_held);
        let model = recipe.make(space, lexicon, &rest);
        let held = held.into_iter().filter(|sample| sample.source != LabelSource::Heading);
        scored.extend(held.map(|sample| (sample, score(&model, space, sample))));
    }
    let mut model = recipe.make(space, lexicon, rows);
    for (topic_idx, cuts) in model.cuts.iter_mut().enumerate() {
        let pair = |(sample, scores): &(&Sample, TopicScores)| {
            Some((*scores.get(topic_idx)?, (*sample.labels.get(topic_idx)?)?))
        };
        *cuts = choose_cuts(scored.iter().filter_map(pair).collect());
    }
    model
}

/// Gives the fold of a repository: its name's hash, so that it never depends on the others.
pub(crate) fn fold_of(repo: &str, seed: u64, n_folds: u64) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64 ^ seed;
    for byte in repo.bytes() {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    }
    (hash >> 17) % n_folds
}

/// Chooses the cuts of one topic from scores and labels.
fn choose_cuts(mut pairs: Vec<(i64, bool)>) -> Cuts {
    pairs.sort_unstable();
    let even = choose_even(&pairs);
    let high = choose_high(&pairs).max(even);
    let low = choose_low(&pairs).min(even);
    Cuts { low, even, high }
}

/// Chooses the cut with the best F1, averaged over its neighbourhood to be less of an accident.
fn choose_even(pairs: &[(i64, bool)]) -> i64 {
    let quality: Vec<(i64, f64)> =
        pairs.iter().map(|(cut, _)| (*cut, f1_at(pairs, *cut))).collect();
    let blurred = |at: i64| {
        let near = quality.iter().filter(|(cut, _)| (cut - at).abs() <= BLUR);
        let (sum, count) = near.fold((0.0, 0.0), |(sum, count), (_, f1)| (sum + f1, count + 1.0));
        sum / f64::max(count, 1.0)
    };
    let best = quality.iter().map(|(cut, _)| (*cut, blurred(*cut)));
    best.max_by(|left, right| left.1.total_cmp(&right.1)).map_or(0, |(cut, _)| cut)
}

fn f1_at(pairs: &[(i64, bool)], cut: i64) -> f64 {
    let said = pairs.iter().filter(|(score, _)| *score >= cut).count();
    let right = pairs.iter().filter(|(score, is_yes)| *score >= cut && *is_yes).count();
    let wanted = pairs.iter().filter(|(_, is_yes)| *is_yes).count();
    2.0 * right as f64 / ((said + wanted).max(1) as f64)
}

/// Chooses the lowest cut above which yes is nearly always right.
fn choose_high(pairs: &[(i64, bool)]) -> i64 {
    let (mut said, mut right) = (0, 0);
    let mut high = pairs.last().map_or(0, |(score, _)| score + 1);
    for (score, is_yes) in pairs.iter().rev() {
        said += 1;
        right += usize::from(*is_yes);
        if right >= SUPPORT_MIN && right * 100 >= said * PRECISION_MIN {
            high = *score;
        }
    }
    high
}

/// Chooses the highest cut below which few of the yeses lie.
fn choose_low(pairs: &[(i64, bool)]) -> i64 {
    let mut yeses = pairs.iter().filter(|(_, is_yes)| *is_yes).map(|(score, _)| *score);
    let n_yeses = pairs.iter().filter(|(_, is_yes)| *is_yes).count();
    yeses.nth(n_yeses / MISS_ONE_IN).unwrap_or(0)
}
