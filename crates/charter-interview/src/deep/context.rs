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
use super::state::PanelCause;
use super::target::why_target;
use super::{Earlier, Fact, Interview, Setup, Step, report};
use serde_json::{Map, Value, json};

/// How much is told of the rounds of an interview that was made elsewhere.
const EARLIER_CHARS: usize = 20_000;

/// Says what the user reads, or what a mind is to do.
pub(super) fn prompt(interview: &Interview, step: &Step) -> String {
    match step {
        Step::Propose => {
            "Name the one to six parts of this idea that can succeed or fail on their \
             own; group what belongs together."
                .to_owned()
        }
        Step::Confirm => confirm_prompt(interview),
        Step::Draft(_) => "Write one question that makes this target clearer. It exposes an \
             assumption and collects no list of features; a fact that can be looked up is shown as \
             a confirmation, a decision goes to the user."
            .to_owned(),
        Step::AskOn => "Nobody is asked: the checklist goes on by itself.".to_owned(),
        Step::Explain(_) => "Explain briefly what the user asks back. Do not answer the question \
             for them: it is asked again as it was."
            .to_owned(),
        Step::Ask(number) => ask_prompt(interview, *number),
        Step::Structure(_) => {
            "Structure the answer into decision, reasoning, constraints, what is \
             out of scope, and verified context. Add nothing that the user did not say."
                .to_owned()
        }
        Step::Refine(number) => refine_prompt(interview, *number),
        Step::Panel(cause) => panel_prompt(cause).to_owned(),
        Step::AutoAnswer(_) => "Give the one decisive answer that is safest and easiest to take \
             back. It must not contradict a constraint that the user confirmed."
            .to_owned(),
        Step::Score(_) => {
            "Score how clear every active component is on every dimension after this \
             answer, name what makes things less clear, what is established and which things are \
             talked about. Compare with the established facts first."
                .to_owned()
        }
        Step::Crossing(number) => crossing_prompt(interview, *number),
        Step::Warn => warn_prompt(interview),
        Step::Audit => {
            "The number passes. Look at everything that was said and name what is still \
             open on a path that matters, most important first; nothing means that it may close."
                .to_owned()
        }
        Step::State => {
            "Say the goal in one sentence that covers every active component.".to_owned()
        }
        Step::Restate => {
            let goal = interview.ending.goal.as_deref().unwrap_or_default();
            format!(
                "“{goal}”\n\nIf someone read only this line, would they reach the outcome you have \
                 in mind?"
            )
        }
        Step::Spec => "Write the prose of the spec: constraints, what is left out, criteria that \
             can be shown, each with the rounds and facts it rests on, and the assumptions."
            .to_owned(),
        Step::Done if interview.is_checklist() => {
            let reason = super::spec::reason(interview);
            format!("The spec is written ({reason}). Nothing is executed. What is next?")
        }
        Step::Done => {
            let ambiguity = interview.ambiguity().to_percent();
            format!("The spec is ready, ambiguity {ambiguity}. Nothing is executed. What is next?")
        }
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
    format!(
        "Round 0 | Topology confirmation | Ambiguity: not scored yet\n\n{}\n\nAre these the parts \
         that can succeed or fail on their own?",
        lines.join("\n")
    )
}

fn ask_prompt(interview: &Interview, number: u32) -> String {
    let Some(round) = interview.round(number) else { return String::new() };
    let question = round.question.as_ref().map_or("", |it| it.text.as_str());
    if interview.is_checklist() {
        return question.to_owned();
    }
    format!("{}\n\n{question}", header(interview, round))
}

/// Gives the line above a question.
fn header(interview: &Interview, round: &Round) -> String {
    let Target { component, dimension, .. } = &round.target;
    let name = interview.topology.find(component).map_or(component.as_str(), |it| &it.name);
    format!(
        "Round {} | Component: {name} | Targeting: {} | Why now: {} | Ambiguity: {}",
        round.number,
        dimension.title(),
        why_now(interview, round),
        round.ambiguity_at_ask.to_percent()
    )
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

fn refine_prompt(interview: &Interview, number: u32) -> String {
    let structure = interview.round(number).and_then(|it| it.structure.as_ref());
    let shown = structure.map(super::fulfilment::Structure::render).unwrap_or_default();
    format!("{shown}\n\nIs anything lost or not as you meant it?")
}

fn panel_prompt(cause: &PanelCause) -> &'static str {
    if cause.asks_what_it_is() {
        "Each persona on its own: nothing moves, so say what this really is, which entity is the \
         core and which are views of it, and the answers that the next question can offer."
    } else {
        "Each persona on its own, without seeing the others: name the one blind spot that matters \
         most, what supports it, and the answers that the next question can offer."
    }
}

fn crossing_prompt(interview: &Interview, number: u32) -> String {
    let said = interview.round(number).and_then(Round::said).unwrap_or_default();
    format!(
        "An assumption would take the ambiguity to {}, which is enough to end:\n\n“{said}”\n\nDoes \
         it hold?",
        interview.ambiguity().to_percent()
    )
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
    format!(
        "Ambiguity is {}, the threshold {}. Still open:\n{open}\n\nEnd it here all the same?",
        interview.ambiguity().to_percent(),
        interview.setup.threshold.units.to_percent()
    )
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
        Step::Refine(number) => {
            put("structure", json!(interview.round(*number).and_then(|it| it.structure.as_ref())));
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
        | Step::Structure(_)
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
    brief.idea = interview.idea().to_owned();
    brief.topology = Some(topology(interview));
    brief.facts = Some(facts(interview));
    brief.transcript = Some(transcript(interview, step.round()));
    brief.open_triggers = Some(triggers(interview));
    brief.entities = snapshot.map(|it| within(&it.entities, PART_CHARS));
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
        | Step::Structure(_)
        | Step::Score(_)
        | Step::Propose
        | Step::Confirm
        | Step::Ask(_)
        | Step::Refine(_)
        | Step::Crossing(_)
        | Step::Warn
        | Step::Restate
        | Step::Done => {}
    }
    fit(brief)
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
