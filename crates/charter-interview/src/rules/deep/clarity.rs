//! How much an answer makes clear.
//!
//! Owns the weights and what each feature is worth on each dimension, in ten-thousandths. More of a
//! feature is never worth less, a hedge is never worth anything. Must not know components.

use super::bank::Sight;
use super::feature::Features;
use crate::deep::Dimension;

/// The three figures that were fitted to recorded interviews, in thousandths.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClarityWeights {
    /// How clear a dimension is before anything was asked, as a share of one.
    pub start: u32,
    /// How much of an answer's worth counts where it was asked for.
    pub gain: u32,
    /// How much of it counts beside that.
    pub spill: u32,
}

pub const SHIPPED: ClarityWeights = ClarityWeights { start: 350, gain: 1000, spill: 500 };

/// All of it.
const ONE: u32 = 10_000;

/// The most that one answer can make clear.
const WORTH_MAX: u32 = 9_600;

/// What a hedge takes off, and how many count.
const HEDGE: u32 = 1_500;
const HEDGES_MAX: usize = 2;

/// What a word without a measure takes off.
const VAGUE: u32 = 900;

/// What leaving the decision to somebody else is worth.
const DELEGATED: u32 = 1_200;

/// Whether an answer was asked for a dimension or says something about it in passing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum AnswerRole {
    /// It was asked for.
    Target,
    /// In passing.
    Beside,
}

/// What an answer is worth on a dimension.
pub(super) fn worth(features: &Features, dimension: Dimension, role: AnswerRole) -> u32 {
    if features.is_evasive() {
        return 0;
    }
    if features.is_delegation() {
        return match role {
            AnswerRole::Target => DELEGATED,
            AnswerRole::Beside => 0,
        };
    }
    let said = match role {
        AnswerRole::Target => length(features.n_words.max(usize::from(features.is_choice))),
        AnswerRole::Beside => length(features.n_words) / 3,
    };
    let shown: u32 = sights(features, dimension).into_iter().map(|(_, _, worth)| worth).sum();
    let n_hedges = u32::try_from(features.hedges.len().min(HEDGES_MAX)).unwrap_or(0);
    let vague = if features.vague.is_empty() { 0 } else { VAGUE };
    let off = n_hedges * HEDGE + vague;
    bent((said + shown).saturating_sub(off).min(WORTH_MAX))
}

/// Bends worth: an answer that shows little makes less than its share clear.
fn bent(worth: u32) -> u32 {
    const STRAIGHT: u32 = 2_000;
    worth * (STRAIGHT + (ONE - STRAIGHT) * worth / WORTH_MAX) / ONE
}

/// What words are worth by their number alone.
fn length(n_words: usize) -> u32 {
    match n_words {
        0 => 0,
        1 => 2_400,
        2..=3 => 3_400,
        4..=7 => 4_300,
        8..=15 => 5_000,
        _ => 5_600,
    }
}

/// One feature that speaks for a dimension: what it is, its first words, its worth.
pub(super) type ShownFeature<'f> = (Sight, &'f str, u32);

/// Lists what speaks for a dimension.
pub(super) fn sights(features: &Features, dimension: Dimension) -> Vec<ShownFeature<'_>> {
    let [measure, bound, exclusion, name, step, observation, setting] = match dimension {
        Dimension::Goal => [500, 300, 300, 900, 1_300, 300, 0],
        Dimension::Constraints => [1_200, 1_400, 1_200, 500, 0, 0, 200],
        Dimension::Criteria => [2_200, 700, 200, 300, 500, 1_400, 0],
        Dimension::Context => [200, 200, 300, 1_300, 300, 0, 1_600],
    };
    let all = [
        (Sight::Measure, &features.measures, measure),
        (Sight::Bound, &features.bounds, bound),
        (Sight::Exclusion, &features.exclusions, exclusion),
        (Sight::Name, &features.names, name),
        (Sight::Step, &features.steps, step),
        (Sight::Observation, &features.observations, observation),
        (Sight::Setting, &features.settings, setting),
    ];
    let shown = all.into_iter().filter_map(|(sight, words, worth)| {
        let first = words.first().filter(|_| worth > 0)?;
        // A second one of a kind is worth half.
        let more = if words.len() > 1 { worth / 2 } else { 0 };
        Some((sight, first.as_str(), worth + more))
    });
    shown.collect()
}

/// Gives the clarity after something worth so much was said: it takes its share of what was open.
pub(super) fn risen(clarity: u32, worth: u32, weight: u32) -> u32 {
    let share = (worth * weight / 1000).min(WORTH_MAX);
    clarity + (ONE - clarity.min(ONE)) * share / ONE
}
