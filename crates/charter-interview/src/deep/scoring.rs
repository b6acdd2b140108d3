//! A mind's scores into an interview.
//!
//! Owns what is taken of a score sheet: the cap on assumptions, the facts, the entities, and the
//! figures that follow. The engine computes the ambiguity; a mind only proposes clarity. Must not
//! refuse a sheet: `check` does.

use super::fulfilment::{FactDraft, Mark, ScoreSheet};
use super::round::{Lifecycle, Round, Scoring};
use super::score::ASSUMED_MAX;
use super::{Clarity, Dimension, Fact, Interview, Milestone, Units, fact, ontology};
use charter_kernel::Timestamp;

/// Takes the scores of a round in. Without a sheet the round is settled and nothing has become
/// clearer; where its answer was replaced, nothing that the first one made clear counts any more.
pub(super) fn take(
    interview: &mut Interview,
    number: u32,
    sheet: Option<&ScoreSheet>,
    at: Timestamp,
) {
    if interview.round(number).is_none() {
        return;
    }
    let before = interview.ambiguity();
    let prior = interview.scored_before(number).and_then(|it| it.scoring.as_ref());
    let prior = prior.map(|it| it.reported);
    let last = interview.last_scored().and_then(|it| it.scoring.as_ref());
    let milestone_before = last.map_or(Milestone::Initial, |it| it.milestone);
    let mut adjustments = Vec::new();
    keep_clarity(interview, number);
    if let Some(sheet) = sheet {
        take_marks(interview, number, sheet, &mut adjustments);
        take_facts(interview, number, sheet);
        // A sheet without entities says nothing about them.
        if !sheet.entities.is_empty() {
            let before = interview.snapshots.last();
            let snapshot = ontology::compare(number, before, sheet.entities.clone());
            interview.snapshots.push(snapshot);
        }
    } else {
        let is_lowered = roll_back(interview, number);
        let words = match is_lowered {
            true => "no mind could score the new answer; what the old one made clear is taken back",
            false => "no mind could score this round; nothing became clearer",
        };
        adjustments.push(words.to_owned());
    }
    adjustments.extend(take_assumption(interview, number, sheet));
    interview.n_scorings += 1;
    let n_scorings = interview.n_scorings;
    if let Some(round) = interview.round_mut(number) {
        round.lifecycle = Lifecycle::Scored;
        round.scored_at = Some(at);
        round.n_scorings += 1;
    }
    let effective = interview.ambiguity();
    let scoring = Scoring {
        clarity: interview.clarity(),
        prior,
        reported: interview.reported(),
        floor: interview.floor().units,
        before,
        effective,
        milestone_before,
        milestone: Milestone::of(effective, interview.setup.threshold.units),
        triggers: sheet.map(|it| it.triggers.clone()).unwrap_or_default(),
        adjustments,
        number: n_scorings,
    };
    let is_again = interview.round(number).is_some_and(|it| it.n_scorings > 1);
    if let Some(round) = interview.round_mut(number) {
        round.scoring = Some(scoring);
    }
    if is_again {
        interview.redraft();
    }
    if let Some(cause) = interview.panel_after_scoring() {
        interview.panel_due = Some(cause);
    }
}

/// Keeps how clear everything is before a round is scored for the first time.
fn keep_clarity(interview: &mut Interview, number: u32) {
    let parts = interview.topology.active();
    let clarity = parts.map(|it| (it.id.clone(), it.clarity.clone())).collect();
    if let Some(round) = interview.round_mut(number).filter(|it| it.n_scorings == 0) {
        round.clarity_before = clarity;
    }
}

/// Takes back what a round that was scored before made clearer, and whatever rested on that since;
/// tells whether there was something. What had no score then has none again.
fn roll_back(interview: &mut Interview, number: u32) -> bool {
    let Interview { rounds, topology, .. } = interview;
    let round = rounds.iter().find(|it| it.number == number && it.n_scorings > 0);
    let Some(round) = round else { return false };
    let mut is_lowered = false;
    for component in topology.components.iter_mut().filter(|it| it.is_active()) {
        let before = round.clarity_before.get(&component.id);
        let least = |dimension: &Dimension, now: Units| {
            let then = before.and_then(|it| it.get(dimension)).copied();
            then.map(|then| then.min(now))
        };
        let cells = component.clarity.iter();
        let kept = cells.filter_map(|(it, now)| least(it, *now).map(|least| (*it, least)));
        let kept: Clarity = kept.collect();
        is_lowered |= kept != component.clarity;
        component.clarity = kept;
    }
    is_lowered
}

fn take_marks(
    interview: &mut Interview,
    number: u32,
    sheet: &ScoreSheet,
    adjustments: &mut Vec<String>,
) {
    let auto = interview.round(number).and_then(|it| it.auto());
    let is_capped = auto.is_some_and(|it| !it.is_certain());
    let project = interview.setup.project;
    for (id, marks) in &sheet.components {
        let Some(component) = interview.topology.find_mut(id).filter(|it| it.is_active()) else {
            continue;
        };
        for (dimension, _) in project.weights() {
            let Some(mark) = marks.get(dimension) else { continue };
            let before = component.clarity.get(dimension).copied().unwrap_or_default();
            let score = if is_capped { capped(mark.score, before) } else { mark.score };
            if score != mark.score {
                adjustments.push(assumed_words(id, *dimension, mark, score));
            }
            component.clarity.insert(*dimension, score);
            match &mark.gap {
                Some(gap) => component.gaps.insert(*dimension, gap.clone()),
                None => component.gaps.remove(dimension),
            };
        }
    }
}

/// What an assumption improves is held at the cap; what was clearer before stays.
fn capped(score: Units, before: Units) -> Units {
    if score > before { score.min(ASSUMED_MAX.max(before)) } else { score }
}

fn assumed_words(id: &str, dimension: Dimension, mark: &Mark, score: Units) -> String {
    let (given, dimension) = (mark.score, dimension.word());
    format!(
        "{dimension} of `{id}` is held at {score} instead of {given}: an assumption improved it"
    )
}

fn take_facts(interview: &mut Interview, number: u32, sheet: &ScoreSheet) {
    let contradicted = sheet.triggers.iter().filter_map(|it| it.contradicted_fact.as_ref());
    let disputes: Vec<&String> = sheet.disputes.iter().chain(contradicted).collect();
    let Interview { facts, rounds, .. } = interview;
    let Some(round) = rounds.iter().find(|it| it.number == number) else { return };
    for draft in &sheet.facts {
        let id = add(facts, round, draft);
        for old in facts.iter_mut().filter(|it| it.id != id) {
            let is_named = draft.supersedes.contains(&old.id);
            if is_named && fact::may_supersede(old, round) {
                old.superseded_by = Some(id.clone());
                old.settled_by = Some(number);
            }
        }
    }
    for it in facts.iter_mut() {
        if sheet.confirms.contains(&it.id) && fact::may_confirm(it, round) {
            it.disputed = false;
            it.settled_by = Some(number);
        }
    }
    let is_disputed = |it: &&mut Fact| disputes.iter().any(|id| **id == it.id);
    for it in facts.iter_mut().filter(is_disputed) {
        it.disputed = true;
        // A confirmation that is disputed again settles nothing any more.
        it.settled_by = it.settled_by.filter(|_| it.is_superseded());
    }
}

/// A dispute that was left to a mind is settled by what it answered, unless its scores leave it open.
fn take_assumption(
    interview: &mut Interview,
    number: u32,
    sheet: Option<&ScoreSheet>,
) -> Option<String> {
    let Interview { facts, rounds, .. } = interview;
    let round = rounds.iter().find(|it| it.number == number)?;
    let asked = round.target.disputed_fact()?;
    let is_left_open = sheet.is_some_and(|it| it.disputes.iter().any(|id| id == asked));
    if is_left_open { None } else { fact::assume(facts, round) }
}

/// Adds a fact, or puts one that is there in other words where that may be; its dispute is left as it
/// is.
fn add(facts: &mut Vec<Fact>, round: &Round, draft: &FactDraft) -> String {
    let known = draft.id.as_ref().and_then(|id| facts.iter_mut().find(|it| it.id == *id));
    if let Some(known) = known {
        if fact::may_reword(known, round) {
            known.statement.clone_from(&draft.statement);
            known.evidence = draft.evidence.clone().or_else(|| known.evidence.take());
        }
        return known.id.clone();
    }
    let (round, assumed) = (round.number, round.auto().is_some());
    let same = |it: &&Fact| it.statement == draft.statement && it.round == round && !it.disputed;
    if let Some(same) = facts.iter().find(same) {
        return same.id.clone();
    }
    let new = Fact {
        statement: draft.statement.clone(),
        round,
        component: draft.component.clone(),
        dimension: draft.dimension,
        evidence: draft.evidence.clone(),
        assumed,
        ..Fact::default()
    };
    fact::add(facts, new)
}
