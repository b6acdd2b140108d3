//! Whether a fulfilment fits its interview.
//!
//! Owns every rule that a submission is refused by beyond its shape. A mind can raise doubt; it can
//! not settle what only the user can. Must not change anything.

use super::form::Problems;
use super::fulfilment::{
    AutoAnswer, ClosureGap, FactDraft, Fulfilment, NextChoice, Proposal, ScoreSheet, SpecDraft,
};
use super::round::Round;
use super::score::CLEAR;
use super::topology::{COMPONENTS_MAX, ComponentDraft};
use super::trigger::{ScoreChange, TransitionProblem, check as check_transition};
use super::{
    Component, Dimension, Fact, Fulfilled, Interview, Step, Trigger, TriggerStatus, Units, fact,
};
use charter_kernel::Timestamp;
use std::collections::BTreeSet;

/// The most proposals of components.
const PROPOSALS_MAX: u32 = 5;

/// The most questions that are asked back in one round.
const ASKED_BACK_MAX: usize = 10;

/// Notes everything that stands against a fulfilment.
pub(crate) fn check(
    interview: &Interview,
    step: &Step,
    fulfilment: &Fulfilment,
    problems: &mut Problems,
) {
    match fulfilment {
        Fulfilment::ComponentsProposed(proposal) => check_proposal(interview, proposal, problems),
        Fulfilment::TopologyConfirmed { components: Some(components), .. }
        | Fulfilment::TopologyChanged { components } => {
            check_components(components, problems);
        }
        Fulfilment::TopologyConfirmed { components: None, deferred } => {
            for id in deferred.keys().filter(|it| interview.topology.find(it).is_none()) {
                problems.add("deferred", "unknown-component", format!("there is no `{id}`"));
            }
            if interview.topology.active().all(|it| deferred.contains_key(&it.id)) {
                problems.add("deferred", "nothing-left", "at least one part must stay");
            }
        }
        Fulfilment::TopologyCorrected { .. } if interview.topology.n_proposals >= PROPOSALS_MAX => {
            let message = format!(
                "{PROPOSALS_MAX} proposals were made: confirm the list as it is, or hand in your own"
            );
            problems.add("text", "proposals-used", message);
        }
        Fulfilment::AskedBack { .. } if n_asked_back(interview, step) >= ASKED_BACK_MAX => {
            let message = "this question was explained often enough: answer, or leave it to a mind";
            problems.add("askBack", "asked-enough", message);
        }
        Fulfilment::Delegated {} if interview.must_answer() => {
            let message = "three rounds in a row went without you: this one needs your own answer";
            problems.add("decide", "answer-needed", message);
        }
        Fulfilment::ExitAsked { .. } if !interview.may_exit() => {
            let from = interview.setup.limits.exit_from;
            let message = format!("the interview can be ended from round {from} on");
            problems.add("exit", "exit-too-early", message);
        }
        Fulfilment::Reviewed { findings, .. } => check_panel(step, findings, problems),
        Fulfilment::Scored(sheet) => {
            check_sheet(interview, step.round(), sheet, problems);
            check_gaps(interview, sheet.gaps.as_deref().unwrap_or_default(), problems);
        }
        Fulfilment::AutoAnswered(auto) => check_decided(interview, step, auto, problems),
        Fulfilment::Audited { gaps } => check_gaps(interview, gaps, problems),
        Fulfilment::Crystallised(spec) => check_spec(interview, spec, problems),
        Fulfilment::NextChosen { choice: NextChoice::Refine } if interview.is_capped() => {
            problems.add("choice", "rounds-used", "the last round was reached");
        }
        Fulfilment::Failed { .. }
        | Fulfilment::TopologyCorrected { .. }
        | Fulfilment::QuestionDrafted(_)
        | Fulfilment::Explained { .. }
        | Fulfilment::Answered(_)
        | Fulfilment::Delegated {}
        | Fulfilment::AskedBack { .. }
        | Fulfilment::ExitAsked { .. }
        | Fulfilment::TopicAsked(_)
        | Fulfilment::PassedOver { .. }
        | Fulfilment::ChecklistEnded(_)
        | Fulfilment::Structured(_)
        | Fulfilment::Refined { .. }
        | Fulfilment::CrossingDecided { .. }
        | Fulfilment::ExitDecided { .. }
        | Fulfilment::GoalStated { .. }
        | Fulfilment::GoalDecided { .. }
        | Fulfilment::NextChosen { .. } => {}
    }
}

fn check_gaps(interview: &Interview, gaps: &[ClosureGap], problems: &mut Problems) {
    for (idx, gap) in gaps.iter().enumerate() {
        let path = format!("gaps[{idx}]");
        check_active(interview, &format!("{path}.component"), &gap.component, problems);
        check_dimension(interview, &format!("{path}.dimension"), gap.dimension, problems);
    }
}

/// Looks at what an answer in place of the user's makes of the interview, once it is there.
fn check_decided(interview: &Interview, step: &Step, auto: &AutoAnswer, problems: &mut Problems) {
    let Some(sheet) = &auto.sheet else { return };
    let mut after = interview.clone();
    let fulfilment = Fulfilment::AutoAnswered(auto.clone());
    let (need_id, round, at) = ("", step.round(), Timestamp::from_millis(0));
    after.apply(Fulfilled { need_id, round, fulfilment: &fulfilment, at });
    let scored = Fulfilment::Scored((**sheet).clone());
    check(&after, &Step::Score(step.round()), &scored, problems);
}

fn check_proposal(interview: &Interview, proposal: &Proposal, problems: &mut Problems) {
    check_components(&proposal.components, problems);
    let needs_summary = interview.setup.is_oversized() && interview.summary.is_none();
    if needs_summary && proposal.summary.is_none() {
        problems.add("summary", "missing", "the idea is too long: its summary is needed");
    }
    let ids: BTreeSet<&str> = proposal.intents.iter().map(|it| it.id.as_str()).collect();
    if ids.len() < proposal.intents.len() {
        problems.add("intents", "twice", "an intent stands there twice");
    }
}

fn n_asked_back(interview: &Interview, step: &Step) -> usize {
    interview.round(step.round()).map_or(0, |it| it.clarifications.len())
}

fn check_components(components: &[ComponentDraft], problems: &mut Problems) {
    let n = components.len();
    if n == 0 || n > COMPONENTS_MAX {
        let message = format!("there are {n}; group them into 1 to {COMPONENTS_MAX}");
        problems.add("components", "component-count", message);
    }
    if n > 0 && components.iter().all(|it| it.deferred.is_some()) {
        problems.add("components", "nothing-left", "at least one part must stay");
    }
}

fn check_active(interview: &Interview, path: &str, id: &str, problems: &mut Problems) {
    if interview.topology.find_active(id).is_none() {
        problems.add(path, "unknown-component", format!("no active part is called `{id}`"));
    }
}

/// What has no weight is not asked about, so nothing can be open on it.
fn check_dimension(
    interview: &Interview,
    path: &str,
    dimension: Dimension,
    problems: &mut Problems,
) {
    let project = interview.setup.project;
    if project.weights().iter().all(|(it, _)| *it != dimension) {
        let (word, project) = (dimension.word(), project.word());
        let message = format!("`{word}` counts for nothing in a {project} interview");
        problems.add(path, "dimension-without-weight", message);
    }
}

fn check_panel(step: &Step, findings: &[super::PanelFinding], problems: &mut Problems) {
    let Step::Panel(cause) = step else { return };
    if findings.is_empty() {
        problems.add("findings", "missing", "at least one finding is needed");
    }
    let asked = cause.personas();
    let mut seen = BTreeSet::new();
    for (idx, finding) in findings.iter().enumerate() {
        let path = format!("findings[{idx}].persona");
        if !asked.contains(&finding.persona) {
            problems.add(&path, "not-asked", "this persona was not asked");
        }
        if !seen.insert(finding.persona) {
            problems.add(&path, "twice", "this persona stands there twice");
        }
    }
}

fn check_sheet(interview: &Interview, number: u32, sheet: &ScoreSheet, problems: &mut Problems) {
    for id in sheet.components.keys() {
        check_active(interview, &format!("components.{id}"), id, problems);
    }
    for component in interview.topology.active() {
        check_marks(interview, component, sheet, problems);
    }
    check_facts(interview, number, sheet, problems);
    for (idx, trigger) in sheet.triggers.iter().enumerate() {
        let path = format!("triggers[{idx}]");
        check_active(interview, &format!("{path}.component"), &trigger.component, problems);
        let dimension = format!("{path}.dimension");
        check_dimension(interview, &dimension, trigger.dimension, problems);
        if let Some(id) = &trigger.contradicted_fact {
            check_known(interview, &format!("{path}.contradictedFact"), id, problems);
        }
    }
    if problems.list.is_empty() {
        check_triggers(interview, number, sheet, problems);
    }
}

fn check_marks(
    interview: &Interview,
    component: &Component,
    sheet: &ScoreSheet,
    problems: &mut Problems,
) {
    let marks = sheet.components.get(&component.id);
    for dimension in marks.into_iter().flat_map(|it| it.keys()) {
        let path = format!("components.{}.{}", component.id, dimension.word());
        check_dimension(interview, &path, *dimension, problems);
    }
    for (dimension, _) in interview.setup.project.weights() {
        let path = format!("components.{}.{}", component.id, dimension.word());
        match marks.and_then(|it| it.get(dimension)) {
            None => problems.add(&path, "score-missing", "every active part is scored on it"),
            Some(mark) if mark.score < CLEAR && mark.gap.is_none() => {
                problems.add(&format!("{path}.gap"), "gap-missing", "below 0.9 the gap is needed");
            }
            Some(_) => {}
        }
    }
}

fn check_known(interview: &Interview, path: &str, id: &str, problems: &mut Problems) {
    if interview.facts.iter().all(|it| it.id != id) {
        problems.add(path, "unknown-fact", format!("there is no fact `{id}`"));
    }
}

fn check_facts(interview: &Interview, number: u32, sheet: &ScoreSheet, problems: &mut Problems) {
    for (idx, draft) in sheet.facts.iter().enumerate() {
        let path = format!("facts[{idx}]");
        check_reword(interview, number, &path, draft, problems);
        if let Some(id) = &draft.component {
            check_active(interview, &format!("{path}.component"), id, problems);
        }
        if let Some(dimension) = draft.dimension {
            check_dimension(interview, &format!("{path}.dimension"), dimension, problems);
        }
        for id in &draft.supersedes {
            let path = format!("{path}.supersedes");
            check_settles(interview, (number, fact::may_supersede), &path, id, problems);
        }
    }
    for id in &sheet.disputes {
        check_known(interview, "disputes", id, problems);
    }
    for id in &sheet.confirms {
        check_settles(interview, (number, fact::may_confirm), "confirms", id, problems);
    }
    check_answers(interview, number, sheet, problems);
}

/// Where the user was asked about a dispute, the sheet says what the answer makes of it.
fn check_answers(interview: &Interview, number: u32, sheet: &ScoreSheet, problems: &mut Problems) {
    let Some(round) = interview.round(number).filter(|it| it.answer().is_some()) else { return };
    let Some(id) = round.target.disputed_fact() else { return };
    let known = interview.facts.iter().find(|it| it.id == id);
    if !known.is_some_and(|it| fact::may_confirm(it, round)) {
        return;
    }
    let is_named = |ids: &[String]| ids.iter().any(|it| it == id);
    let is_answered = is_named(&sheet.confirms)
        || is_named(&sheet.disputes)
        || sheet.facts.iter().any(|it| is_named(&it.supersedes));
    if !is_answered {
        let message = format!(
            "this round asks about `{id}`: put it into `confirms`, into a fact's `supersedes`, or \
             into `disputes` where the answer leaves it open"
        );
        problems.add("disputes", "dispute-unanswered", message);
    }
}

/// A fact is put in other words only where the user spoke, and never while it is disputed.
fn check_reword(
    interview: &Interview,
    number: u32,
    path: &str,
    draft: &FactDraft,
    problems: &mut Problems,
) {
    let Some(id) = &draft.id else { return };
    let path = format!("{path}.id");
    let Some(known) = interview.facts.iter().find(|it| it.id == *id) else {
        return check_known(interview, &path, id, problems);
    };
    let Some(round) = interview.round(number) else { return };
    if known.statement == draft.statement || fact::may_reword(known, round) {
        return;
    }
    if known.is_open_dispute() {
        let message = format!("`{id}` is disputed: its words stay until the user has settled it");
        problems.add(&path, "dispute-open", message);
    } else {
        let message = format!("nobody but a mind answered this round: the words of `{id}` stay");
        problems.add(&path, "answer-needed", message);
    }
}

/// Only the question about a dispute settles it, answered by the user or left by them to a mind, and
/// only one that was there before it; or another answer in the place of the one that the fact rested
/// on.
fn check_settles(
    interview: &Interview,
    (number, may_settle): (u32, fn(&Fact, &Round) -> bool),
    path: &str,
    id: &str,
    problems: &mut Problems,
) {
    let Some(known) = interview.facts.iter().find(|it| it.id == id) else {
        return check_known(interview, path, id, problems);
    };
    let Some(round) = interview.round(number) else { return };
    if known.is_open_dispute() && !may_settle(known, round) {
        let message = format!(
            "only the question about `{id}` can settle its dispute; another answer to the question \
             it came from can supersede it"
        );
        problems.add(path, "dispute-open", message);
    } else if !known.is_open_dispute() {
        let message = format!("`{id}` is not disputed; dispute it first, and ask the user");
        problems.add(path, "not-disputed", message);
    }
}

/// Looks at what the sheet would make of the interview.
fn check_triggers(interview: &Interview, number: u32, sheet: &ScoreSheet, problems: &mut Problems) {
    if sheet.triggers.is_empty() {
        return;
    }
    let mut after = interview.clone();
    let fulfilment = Fulfilment::Scored(sheet.clone());
    let at = Timestamp::from_millis(0);
    after.apply(Fulfilled { need_id: "", round: number, fulfilment: &fulfilment, at });
    let scoring = after.round(number).and_then(|it| it.scoring.as_ref());
    let prior = interview.scored_before(number).and_then(|it: &Round| it.scoring.as_ref());
    let prior = prior.map(|it| it.reported);
    for (idx, trigger) in sheet.triggers.iter().enumerate() {
        let clarity = ScoreChange {
            before: interview.cell(&trigger.component, trigger.dimension),
            after: after.cell(&trigger.component, trigger.dimension),
        };
        let raised = ScoreChange { before: prior, after: scoring.map(|it| it.reported) };
        let Err(problem) = check_transition(trigger, clarity, raised) else { continue };
        let (code, message) = words(&after, trigger, problem, prior.unwrap_or_default());
        problems.add(&format!("triggers[{idx}]"), code, message);
    }
}

fn words(
    after: &Interview,
    trigger: &Trigger,
    problem: TransitionProblem,
    prior: Units,
) -> (&'static str, String) {
    let Trigger { component, dimension, .. } = trigger;
    let (dimension, set_aside) = (dimension.word(), "or set it disputed or unresolved and say why");
    match problem {
        TransitionProblem::FigureMissing => {
            ("figure-missing", "before the first scored round nothing can be less clear".to_owned())
        }
        TransitionProblem::Improved => {
            let message =
                format!("with an active trigger {dimension} of `{component}` cannot rise");
            ("trigger-improved", message)
        }
        TransitionProblem::NotRaised => {
            let message = match highest(after, trigger, prior) {
                Some(score) => format!(
                    "the ambiguity must rise above {prior}: {dimension} of `{component}` at \
                     {score} or less, {set_aside}"
                ),
                None => format!("the ambiguity cannot rise above {prior} here: {set_aside}"),
            };
            ("ambiguity-not-raised", message)
        }
        TransitionProblem::RationaleMissing => {
            let status = match trigger.status {
                TriggerStatus::Active => "active",
                TriggerStatus::Disputed => "disputed",
                TriggerStatus::Unresolved => "unresolved",
            };
            ("rationale-missing", format!("a trigger that is {status} needs a rationale"))
        }
    }
}

/// Finds the highest score of the affected dimension at which the ambiguity rises.
fn highest(after: &Interview, trigger: &Trigger, prior: Units) -> Option<Units> {
    let rises = |score: u32| {
        after.reported_with(&trigger.component, trigger.dimension, Units::new(score)) > prior
    };
    if !rises(0) {
        return None;
    }
    let (mut low, mut high) = (0, Units::ONE.as_u32());
    while low < high {
        let middle = (low + high).div_ceil(2);
        if rises(middle) { low = middle } else { high = middle - 1 }
    }
    Some(Units::new(low))
}

fn check_spec(interview: &Interview, spec: &SpecDraft, problems: &mut Problems) {
    let is_known = |name: &str| {
        let rounds = interview.rounds.iter().filter(|it| it.said().is_some());
        rounds.map(Round::name).any(|it| it == name)
            || interview.facts.iter().any(|it| it.id == name || (it.round == 0 && name == "R0"))
    };
    if spec.criteria.is_empty() {
        problems.add("criteria", "missing", "at least one criterion is needed");
    }
    for (idx, criterion) in spec.criteria.iter().enumerate() {
        let path = format!("criteria[{idx}]");
        if criterion.from.is_empty() {
            let message = "the rounds or facts that it rests on are needed";
            problems.add(&format!("{path}.from"), "missing", message);
        }
        for name in criterion.from.iter().filter(|it| !is_known(it)) {
            let message = format!("there is no answered round and no fact `{name}`");
            problems.add(&format!("{path}.from"), "unknown-reference", message);
        }
        if let Some(id) = &criterion.component {
            check_active(interview, &format!("{path}.component"), id, problems);
        }
    }
    let text = serde_json::to_string(spec).unwrap_or_default();
    for intent in interview.topology.intents.iter().filter(|it| !text.contains(&it.id)) {
        let message = format!("`{}` was agreed with the parts and is not named", intent.id);
        problems.add("spec", "intent-missing", message);
    }
}
