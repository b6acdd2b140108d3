//! When an interview has gone on long enough, or does not move.
//!
//! Owns the limits of rounds and the signs of a stall. Must not end anything itself.

use super::Units;
use super::round::Lifecycle;
use super::score::CLEAR;
use super::{Interview, Round};

/// How close the ambiguity stays in a stall.
const STALL_WIDTH: Units = Units::new(500);

/// For how many scored rounds.
const STALL_ROUNDS: usize = 3;

/// After how many scored rounds more than this ambiguity is a stall too.
const LONG_ROUNDS: usize = 8;

/// The ambiguity that is too much after them.
const LONG_AMBIGUITY: Units = Units::new(3000);

/// After how many resolved rounds without the user the next one is theirs.
pub const STREAK_MAX: u32 = 3;

impl Interview {
    /// Tells whether the last round was reached.
    #[must_use]
    pub fn is_capped(&self) -> bool {
        !self.is_checklist() && self.n_rounds() >= self.setup.limits.hard
    }

    /// Tells whether the user may end it instead of answering: the rounds that have an answer, or for
    /// which no mind had one, and this one are enough, however many are asked together.
    #[must_use]
    pub fn may_exit(&self) -> bool {
        if self.is_checklist() {
            return true;
        }
        let is_over = |it: &&Round| match it.lifecycle {
            Lifecycle::Open => false,
            Lifecycle::Answered => !it.waits_for_mind(),
            Lifecycle::Scored | Lifecycle::Gap => true,
        };
        let n_over = self.rounds.iter().filter(is_over).count();
        u32::try_from(n_over).unwrap_or(u32::MAX).saturating_add(1) >= self.setup.limits.exit_from
    }

    /// Tells whether the next question is for the user and nobody else. What is left to a mind counts
    /// before the mind has answered it.
    #[must_use]
    pub fn must_answer(&self) -> bool {
        let is_left = |it: &&Round| it.lifecycle == Lifecycle::Answered && it.waits_for_mind();
        let n_left = self.rounds.iter().filter(is_left).count();
        self.streak.saturating_add(u32::try_from(n_left).unwrap_or(u32::MAX)) >= STREAK_MAX
    }

    /// Says that it has been long, from the soft limit on.
    #[must_use]
    pub fn notice(&self) -> Option<String> {
        let (n, limits) = (self.n_rounds(), self.setup.limits);
        if n >= limits.hard {
            return Some(format!(
                "Question {n} of {n} was the last; the spec is written with what is clear."
            ));
        }
        (n >= limits.soft).then(|| {
            format!("{n} questions so far, at most {}. You can end it any time.", limits.hard)
        })
    }

    /// Tells whether the number says that it is enough: at the threshold, or every dimension clear
    /// and nothing else open.
    #[must_use]
    pub fn is_ready(&self) -> bool {
        if self.n_scorings == 0 {
            return false;
        }
        let is_clear = self.clarity().values().all(|it| *it >= CLEAR);
        let is_clamped = self.floor().units > self.reported();
        self.ambiguity() <= self.setup.threshold.units || (is_clear && !is_clamped)
    }

    /// Tells whether the ambiguity does not move, and nobody asked what the thing is since.
    #[must_use]
    pub fn is_stalled(&self) -> bool {
        let scored: Vec<&Round> = self.scored().collect();
        let last_asked = self.escalated_rounds.last().copied().unwrap_or(0);
        let since = scored.iter().filter(|it| it.number > last_asked).count();
        let is_first = self.escalated_rounds.is_empty();
        if !is_first && since < STALL_ROUNDS {
            return false;
        }
        let is_long = scored.len() >= LONG_ROUNDS && self.ambiguity() > LONG_AMBIGUITY;
        is_long || is_flat(&scored)
    }
}

fn is_flat(scored: &[&Round]) -> bool {
    let values = scored.iter().rev().take(STALL_ROUNDS);
    let values: Vec<Units> =
        values.filter_map(|it| it.scoring.as_ref().map(|it| it.effective)).collect();
    let (Some(least), Some(most)) = (values.iter().min(), values.iter().max()) else {
        return false;
    };
    values.len() == STALL_ROUNDS && most.less(*least) <= STALL_WIDTH
}
