//! Statements that give different values for one thing.
//!
//! Owns when two statements cannot both hold, as far as that is certain from their words: another number for the
//! same measure of the same subject, or the same subject denied. What is left over is consistent: a question too
//! many costs more than one too few. Must not know who is asked.

use super::claim::{Claim, ClaimBound, claims};
use super::reading::TopicStatement;
use crate::deep::{ChecklistTopic, Clash};

/// The most clashes that are told.
const CLASHES_MAX: usize = 20;

/// The most claims that are compared.
const CLAIMS_MAX: usize = 600;

/// The fewest words that two subjects share where one of them has another word beside.
const SHARED_MIN: usize = 3;

/// The fewest pairs of signs that two subjects share.
const PAIRS_MIN: usize = 2;

/// Lists the statements of different rounds that give different values for one thing, the earlier first.
pub(super) fn clashes(said: &[TopicStatement]) -> Vec<Clash> {
    let all: Vec<Claim<'_>> = said.iter().flat_map(claims).take(CLAIMS_MAX).collect();
    let mut found: Vec<Clash> = Vec::new();
    for (idx, second) in all.iter().enumerate() {
        for first in all.iter().take(idx) {
            let is_other = first.of.said.round != second.of.said.round;
            if !is_other || !(differ(first, second) || denies(first, second)) {
                continue;
            }
            let clash = Clash { first: first.of.said.clone(), second: second.of.said.clone() };
            if !found.contains(&clash) {
                found.push(clash);
            }
        }
    }
    found.truncate(CLASHES_MAX);
    found
}

/// Tells whether two claims give different values for one measure.
fn differ(first: &Claim<'_>, second: &Claim<'_>) -> bool {
    let (Some(one), Some(other)) = (&first.measure, &second.measure) else { return false };
    let is_same_sort = one.kind == other.kind && first.qualifiers == second.qualifiers;
    let is_comparable = is_same_sort && first.is_denied == second.is_denied;
    is_comparable
        && excludes((first, one.value), (second, other.value))
        && !is_aim_of(first, second)
        && is_same_subject(first, second)
}

/// Tells whether two values of one measure exclude each other, or say the same sort of thing with another number.
fn excludes((first, one): (&Claim<'_>, u64), (second, other): (&Claim<'_>, u64)) -> bool {
    use ClaimBound::{AtLeast, AtMost, Exactly};
    // What is found today is often said without a bound.
    let are_wanted = first.is_wanted && second.is_wanted;
    match (first.bound, second.bound) {
        (Exactly, Exactly) | (AtMost, AtMost) | (AtLeast, AtLeast) => one != other,
        (AtMost, AtLeast) => one < other,
        (AtLeast, AtMost) => other < one,
        (AtMost, Exactly) | (Exactly, AtLeast) => are_wanted && one < other,
        (Exactly, AtMost) | (AtLeast, Exactly) => are_wanted && other < one,
    }
}

/// Tells whether one claim says how it is and the other how it is to be.
fn is_aim_of(first: &Claim<'_>, second: &Claim<'_>) -> bool {
    let is_aim = |it: &Claim<'_>| it.is_wanted || it.of.is_about(ChecklistTopic::Success);
    let is_bound = |it: &Claim<'_>| it.bound != ClaimBound::Exactly;
    let is_found = |it: &Claim<'_>| !is_aim(it) && !is_bound(it);
    is_found(first) && is_aim(second) || is_aim(first) && is_found(second)
}

/// Tells whether one claim denies what the other says.
fn denies(first: &Claim<'_>, second: &Claim<'_>) -> bool {
    let (denied, said) = match (first.is_denied, second.is_denied) {
        (true, false) => (first, second),
        (false, true) => (second, first),
        (true, true) | (false, false) => return false,
    };
    let is_plain = first.measure.is_none() && second.measure.is_none();
    // What is found and what is aimed at may well be opposites.
    let is_aim = [denied, said].iter().any(|it| it.of.is_about(ChecklistTopic::Success));
    let is_found = said.of.home == Some(ChecklistTopic::Users) || is_pain(said, denied);
    is_plain
        && denied.is_wanted
        && !is_aim
        && !is_found
        && first.qualifiers == second.qualifiers
        && is_same_subject(first, second)
}

/// Tells whether a claim of the idea may only say how things are.
fn is_pain(said: &Claim<'_>, denied: &Claim<'_>) -> bool {
    said.of.said.round == 0 && !said.is_wanted && denied.of.home != Some(ChecklistTopic::LeftOut)
}

/// Tells whether two claims are about the same: the same words, or all but one of several.
fn is_same_subject(first: &Claim<'_>, second: &Claim<'_>) -> bool {
    if first.is_glyphs != second.is_glyphs {
        return false;
    }
    let shared = first.subject.intersection(&second.subject).count();
    let (one, other) = (first.subject.len() - shared, second.subject.len() - shared);
    if first.is_glyphs {
        let all = shared + one + other;
        return shared >= PAIRS_MIN && shared * 4 >= all * 3;
    }
    let is_nearly = one.min(other) == 0 && one.max(other) == 1 && shared >= SHARED_MIN;
    shared > 0 && one + other == 0 || is_nearly
}
