//! What one must know to fulfil a need.
//!
//! Owns what is told to whom, and its bounds: the idea or its summary, a trimmed transcript, the
//! components, what is open. Must not hold question templates: those belong to minds.
//!
//! Where the answer of a scored round was replaced, `round.isRescored` is true and
//! `round.clarityBefore` has the clarity of every component, by id, from before the round was scored
//! for the first time. `topology` still has what the old answer made clear: a mind that goes on from
//! earlier scores takes `clarityBefore`, and not those.

use super::brief::{
    Brief, PART_CHARS, RoundBrief, cut, facts, fit, topology, transcript, triggers, within,
};
use super::round::{Round, Target};
use super::setup::FIELD_CHARS_MAX;
use super::target::why_target;
use super::{Earlier, Fact, Interview, Setup, Step, report, task};
use serde_json::{Map, Value, json};

/// How much is told of the rounds of an interview that was made elsewhere.
const EARLIER_CHARS: usize = 3_000;

/// How much of the idea and of what is there is told with every answer.
const IDEA_CHARS: usize = 2_000;
const CODEBASE_CHARS: usize = 1_000;

/// How much is told of what is established, and of the rounds before: facts say what rounds came to.
const FACTS_CHARS: usize = 3_000;
const ROUNDS_CHARS: usize = 1_200;
const ENTITIES_CHARS: usize = 800;

/// How much of each is told for the spec, which is written once.
const SPEC_CHARS: usize = 30_000;

/// Says what the user reads, or what a mind is to do.
pub(super) fn prompt(interview: &Interview, step: &Step) -> String {
    match step {
        Step::Confirm => confirm_prompt(interview),
        Step::Ask(number) => ask_prompt(interview, *number),
        Step::Crossing(number) => crossing_prompt(interview, *number),
        Step::Warn => warn_prompt(interview),
        Step::Restate => {
            let goal = interview.ending.goal.as_deref().unwrap_or_default();
            format!(
                "“{goal}”\n\nIf someone read only this line, would they reach the outcome you have \
                 in mind?"
            )
        }
        Step::Done if interview.is_checklist() => {
            let reason = super::spec::reason(interview);
            format!("The spec is written ({reason}). Nothing is executed. What is next?")
        }
        Step::Done => "The spec is written. Nothing is executed. What is next?".to_owned(),
        Step::Propose
        | Step::Draft(_)
        | Step::Explain(_)
        | Step::Panel(_)
        | Step::AutoAnswer(_)
        | Step::Score(_)
        | Step::Audit
        | Step::State
        | Step::Spec
        | Step::AskOn => task::of(interview, step),
    }
}

fn confirm_prompt(interview: &Interview) -> String {
    let line = |it: &super::Component| match it.description.as_str() {
        "" => format!("- {}", it.name),
        description => format!("- {}: {description}", it.name),
    };
    let earlier = interview.earlier.iter().map(Earlier::line);
    let lines: Vec<String> =
        earlier.chain(interview.topology.components.iter().map(line)).collect();
    let lines = lines.join("\n");
    format!("{lines}\n\nAre these the parts that can succeed or fail on their own?")
}

fn ask_prompt(interview: &Interview, number: u32) -> String {
    let question = interview.round(number).and_then(|it| it.question.as_ref());
    question.map_or_else(String::new, |it| it.text.clone())
}

/// Says why a round is asked now: in the mind's words, or in plain ones.
pub(super) fn why_now(interview: &Interview, round: &Round) -> String {
    let given = round.question.as_ref().and_then(|it| it.why_now.clone());
    given.unwrap_or_else(|| why_target(interview, &round.target))
}

/// Tells an interview that was made elsewhere, as much of it as fits.
fn tell_earlier(earlier: &Earlier) -> Value {
    json!({
        "source": earlier.source,
        "ambiguity": earlier.ambiguity,
        "rounds": within(&earlier.rounds, EARLIER_CHARS),
    })
}

fn crossing_prompt(interview: &Interview, number: u32) -> String {
    let said = interview.round(number).and_then(Round::said).unwrap_or_default();
    format!("With this assumption everything is clear enough to end:\n\n“{said}”\n\nDoes it hold?")
}

fn warn_prompt(interview: &Interview) -> String {
    if interview.is_checklist() {
        return "Questions are left. What nobody answered stays open in the spec.\n\nEnd it here all \
                the same?"
            .to_owned();
    }
    let gaps: Vec<String> =
        report::gaps(interview).into_iter().map(|it| format!("- {it}")).collect();
    let open = if gaps.is_empty() { "- nothing in particular".to_owned() } else { gaps.join("\n") };
    format!("Still open:\n{open}\n\nEnd it here all the same?")
}

/// Gives everything that one must know.
pub(super) fn of(interview: &Interview, step: &Step) -> Value {
    let mut map = Map::new();
    let mut put = |key: &str, value: Value| {
        if !value.is_null() {
            map.insert(key.to_owned(), value);
        }
    };
    put("language", json!(interview.setup.language));
    if interview.is_checklist() {
        for_checklist(interview, step, &mut put);
        return fit(Value::Object(map));
    }
    put("ambiguity", json!(interview.ambiguity()));
    put("threshold", json!(interview.setup.threshold));
    put("milestone", json!(interview.milestone()));
    put("notice", json!(interview.notice()));
    put("limits", json!(interview.setup.limits));
    match step.r#for() {
        super::NeedFor::User => for_user(interview, step, &mut put),
        super::NeedFor::Mind => {
            if let Value::Object(brief) = json!(brief(interview, step)) {
                brief.into_iter().for_each(|(key, value)| put(&key, value));
            }
        }
    }
    fit(Value::Object(map))
}

/// Tells what stands beside a question of a checklist, or at its end.
fn for_checklist(interview: &Interview, step: &Step, put: &mut dyn FnMut(&str, Value)) {
    put("way", json!(interview.setup.way));
    if let Step::Ask(number) = step
        && let Some(round) = interview.round(*number)
    {
        put("topic", json!(round.topic));
        put("example", json!(round.example));
        put("whyNow", json!(round.question.as_ref().and_then(|it| it.why_now.clone())));
        put("mayExit", json!(interview.may_exit()));
    }
    if *step == Step::Done {
        put("status", json!(super::spec::status(interview)));
        put("statusReason", json!(super::spec::reason(interview)));
        put("next", json!(interview.ending.next));
    }
}

fn for_user(interview: &Interview, step: &Step, put: &mut dyn FnMut(&str, Value)) {
    put("firstLine", json!(interview.setup.threshold.first_line()));
    match step {
        Step::Confirm => {
            put("topology", json!(topology(interview)));
            put("intents", json!(interview.topology.intents));
        }
        Step::Ask(number) => {
            let Some(round) = interview.round(*number) else { return };
            put("target", json!(round.target));
            put("whyNow", json!(why_now(interview, round)));
            put("clarifications", json!(round.clarifications));
            put("mustAnswer", json!(interview.must_answer()));
            put("mayExit", json!(interview.may_exit()));
        }
        Step::Crossing(number) => {
            put("assumption", json!(interview.round(*number).and_then(Round::auto)));
        }
        Step::Warn => put("gaps", json!(within(&report::gaps(interview), PART_CHARS))),
        Step::Restate => put("goal", json!(interview.ending.goal)),
        Step::Done => {
            put("restatedGoal", json!(interview.ending.restated));
            put("status", json!(super::spec::status(interview)));
            put("statusReason", json!(super::spec::reason(interview)));
            put("next", json!(interview.ending.next));
        }
        Step::Propose
        | Step::AskOn
        | Step::Draft(_)
        | Step::Explain(_)
        | Step::Panel(_)
        | Step::AutoAnswer(_)
        | Step::Score(_)
        | Step::Audit
        | Step::State
        | Step::Spec => {}
    }
}

/// Tells a mind everything that it must know for a step.
#[must_use]
pub(super) fn brief(interview: &Interview, step: &Step) -> Brief {
    let Setup { project, idea, codebase, .. } = &interview.setup;
    let mut brief = Brief {
        language: interview.setup.language.clone(),
        project: *project,
        codebase: codebase.as_deref().map(|it| cut(it, FIELD_CHARS_MAX)),
        earlier: interview.earlier.as_ref().map(tell_earlier),
        ..Brief::default()
    };
    if *step == Step::Propose {
        // The only need that sees the whole idea: it gives the summary.
        brief.idea.clone_from(idea);
        brief.summary_needed = Some(interview.setup.is_oversized() && interview.summary.is_none());
        brief.correction.clone_from(&interview.topology.correction);
        // What the correction is about.
        let is_shown = !interview.topology.components.is_empty();
        brief.topology = is_shown.then(|| topology(interview));
        return fit(brief);
    }
    let (snapshot, reviews) = (interview.snapshots.last(), &interview.reviews);
    brief.idea = cut(interview.idea(), IDEA_CHARS);
    brief.codebase = brief.codebase.as_deref().map(|it| cut(it, CODEBASE_CHARS));
    brief.topology = Some(topology(interview));
    let is_spec = *step == Step::Spec;
    brief.facts = Some(facts(interview, if is_spec { SPEC_CHARS } else { FACTS_CHARS }));
    let rounds_chars = if is_spec { SPEC_CHARS } else { ROUNDS_CHARS };
    brief.transcript = Some(transcript(interview, step.round(), rounds_chars));
    brief.references = Some(references(interview));
    brief.open_triggers = Some(triggers(interview));
    brief.entities = snapshot.map(|it| within(&it.entities, ENTITIES_CHARS));
    brief.round = interview.round(step.round()).map(|it| round_brief(interview, it));
    match step {
        Step::Draft(number) => tell_target(interview, *number, &mut brief),
        Step::Panel(cause) => {
            brief.personas = Some(cause.personas());
            brief.ontology = Some(cause.asks_what_it_is());
            brief.cause = Some(cause.clone());
        }
        Step::AutoAnswer(_) => {
            brief.findings = reviews.last().map(|it| within(&it.findings, PART_CHARS));
        }
        Step::Audit => brief.gaps = Some(within(&report::gaps(interview), PART_CHARS)),
        Step::State => brief.restated_goal.clone_from(&interview.ending.restated),
        Step::Spec => {
            brief.restated_goal.clone_from(&interview.ending.restated);
            brief.intents = Some(interview.topology.intents.clone());
        }
        Step::Explain(_)
        | Step::AskOn
        | Step::Score(_)
        | Step::Propose
        | Step::Confirm
        | Step::Ask(_)
        | Step::Crossing(_)
        | Step::Warn
        | Step::Restate
        | Step::Done => {}
    }
    fit(brief)
}

/// Lists what may be cited: the answered rounds and the facts that hold.
pub(super) fn references(interview: &Interview) -> Vec<String> {
    let rounds = interview.rounds.iter().filter(|it| it.said().is_some()).map(Round::name);
    let facts = interview.facts.iter().filter(|it| !it.is_superseded()).map(|it| it.id.clone());
    rounds.chain(facts).collect()
}

fn tell_target(interview: &Interview, number: u32, brief: &mut Brief) {
    let target = match interview.round(number) {
        Some(round) => Some(round.target.clone()),
        None => interview.next_targets().into_iter().next(),
    };
    let Some(target) = target else { return };
    brief.why_now = Some(why_target(interview, &target));
    brief.dispute = dispute(interview, &target);
    // What a panel found is folded into the one question that follows it.
    let since = interview.reviews.last().filter(|it| it.round + 1 >= number);
    brief.findings = since.map(|it| within(&it.findings, PART_CHARS));
    brief.target = Some(target);
    brief.must_answer = Some(interview.must_answer());
}

/// Gives the disputed fact that a question is to settle.
fn dispute(interview: &Interview, target: &Target) -> Option<Fact> {
    let id = target.disputed_fact();
    interview.facts.iter().find(|it| Some(it.id.as_str()) == id).cloned()
}

/// Gives the round that a mind works on, with the whole answer.
fn round_brief(interview: &Interview, round: &Round) -> RoundBrief {
    let prior = interview.scored_before(round.number).and_then(|it| it.scoring.as_ref());
    let is_rescored = round.n_scorings > 0;
    RoundBrief {
        number: round.number,
        target: round.target.clone(),
        dispute: dispute(interview, &round.target),
        question: round.question.clone(),
        answer: round.answer().cloned(),
        rewrite: round.rewrite.clone(),
        structure: round.structure.clone().filter(|_| round.settled),
        auto_answer: round.auto().cloned(),
        clarifications: round.clarifications.clone(),
        is_rescored,
        clarity_before: is_rescored.then(|| round.clarity_before.clone()),
        prior_ambiguity: prior.map(|it| it.reported),
    }
}
