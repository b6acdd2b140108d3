//! What preflight answers, for people and for programs.
//!
//! Owns the shape of the answer and what to do next. Must not decide whether the gate is open.

use crate::doctor::FindingRow;
use charter_interview::preflight::{
    Assessment, BypassEntry, BypassReason, Composite, Gate, Keep, Lookup, Phase, Preflight,
    PreflightSpeech, Question, Trigger, Validation, confidence_json, next_question,
    reformulation_json, trigger_json,
};
use charter_kernel::{Finding, NextAction, Timestamp};
use serde::Serialize;
use serde_json::{Value, json};

/// How a request got around the interview.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct BypassRow {
    pub reason: String,
    /// Whether the user is to be warned.
    pub warning_shown: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub warning_text: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub assumptions: Vec<String>,
}

/// Something to look up before the next question.
#[derive(Debug, Clone, Serialize)]
pub struct LookupRow {
    /// Where.
    #[serde(rename = "type")]
    pub kind: &'static str,
    pub query: String,
}

/// Where preflight stands.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PreflightReport {
    /// Whether work may begin.
    pub ok: bool,
    /// The same as a word.
    pub gate_status: &'static str,
    /// The workflow that asks.
    pub workflow: String,
    pub mode: String,
    /// Where the interview is, where there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<&'static str>,
    /// Why work does not start yet, in the language of the request.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// What called for questions.
    pub triggers: Vec<Value>,
    /// How clear each dimension is, and what it weighs.
    pub confidence: Value,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_question: Option<Value>,
    /// How it got around the interview.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bypass: Option<BypassRow>,
    pub state_path: String,
    /// What the composite means.
    pub band: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub topic: Option<String>,
    /// The same for comparison.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub topic_hash: Option<String>,
    pub answers: usize,
    /// Why a wish to skip was not followed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refused: Option<String>,
    /// Whether it is short because it was skipped so often.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub adapted: bool,
    /// Whether it stopped because gaps were found too often.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub stopped: bool,
    /// Whether a router may start the work by itself.
    pub auto_invoke: bool,
    /// How far it is to an open gate, in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub distance: Option<String>,
    /// What became of a text that a user typed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// What is understood where nothing was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub understanding: Option<String>,
    /// What was understood, in three forms.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reformulation: Option<Value>,
    /// What to look up before the next question.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub research: Vec<LookupRow>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expires_at: Option<Timestamp>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub findings: Vec<FindingRow>,
    pub next_actions: Vec<NextAction>,
    #[serde(skip)]
    pub state: Preflight,
    #[serde(skip)]
    pub found: Vec<Trigger>,
    #[serde(skip)]
    pub question: Option<Question>,
}

impl PreflightReport {
    /// Makes a report of an interview as it is.
    pub(super) fn of(state: Preflight, state_path: String, findings: &[Finding]) -> Self {
        let assessment = Assessment {
            gate: state.gate_now(),
            has_interview: true,
            triggers: state.triggers.clone(),
            bypass: last_skip(&state),
            refused: None,
            is_adapted: state.questions_max.is_some(),
            keep: Keep::Nothing,
            history: None,
            state,
        };
        Self::judged(assessment, state_path, findings)
    }

    /// Makes a report of what was made of a request.
    pub(super) fn judged(assessment: Assessment, state_path: String, findings: &[Finding]) -> Self {
        let Assessment {
            state, gate, has_interview, triggers, bypass, refused, is_adapted, ..
        } = assessment;
        let composite = state.composite_now();
        let question = match gate {
            Gate::Open => None,
            Gate::Blocked if state.phase == Phase::Validating => None,
            Gate::Blocked => next_question(&state),
        };
        let is_clear = state.is_clear() || !has_interview;
        let is_untold = gate.is_open() && state.n_answers() == 0 && bypass.is_none() && is_clear;
        let next_actions = match has_interview {
            true => next_actions(&state, gate, question.as_ref()),
            false => Vec::new(),
        };
        Self {
            ok: gate.is_open(),
            gate_status: gate.word(),
            workflow: state.workflow.clone(),
            mode: state.mode.clone(),
            status: has_interview.then_some(state.phase.word()),
            message: message(&state, gate),
            triggers: triggers.iter().map(placed).collect(),
            confidence: confidence_json(&state.scores, composite, &state.weights),
            next_question: question.as_ref().map(Question::to_json),
            bypass: bypass.map(BypassRow::from),
            state_path,
            band: composite.band().word(),
            topic: state.topic.clone(),
            topic_hash: state.topic_hash.clone(),
            answers: state.n_answers(),
            refused,
            adapted: is_adapted,
            stopped: state.is_stopped(),
            auto_invoke: state.is_automatic(),
            distance: distance(&state, gate),
            note: None,
            understanding: is_untold.then(|| understanding(&state, has_interview)),
            reformulation: state.reformulation.as_ref().map(reformulation_json),
            research: Vec::new(),
            expires_at: state.expires_at.filter(|_| has_interview),
            findings: findings.iter().map(FindingRow::from).collect(),
            next_actions,
            found: triggers,
            question,
            state,
        }
    }
}

impl From<BypassEntry> for BypassRow {
    fn from(entry: BypassEntry) -> Self {
        Self {
            reason: entry.reason.map_or("", BypassReason::word).to_owned(),
            warning_shown: entry.warning_shown,
            warning_text: entry.warning_text,
            assumptions: entry.assumptions,
        }
    }
}

impl From<Lookup> for LookupRow {
    fn from(lookup: Lookup) -> Self {
        Self { kind: lookup.kind.word(), query: lookup.query }
    }
}

/// Gives the entry by which an interview was left out, where it was.
fn last_skip(state: &Preflight) -> Option<BypassEntry> {
    let mut entries = state.bypasses.iter().filter(|_| state.phase == Phase::Skipped);
    entries.rfind(|it| it.reason == Some(BypassReason::Explicit)).cloned()
}

/// Says why work does not start yet.
fn message(state: &Preflight, gate: Gate) -> Option<String> {
    let speech = PreflightSpeech::of(state);
    match gate {
        Gate::Open => None,
        Gate::Blocked if state.has_risk() && state.may_reformulate() => {
            Some(speech.person_line(state))
        }
        Gate::Blocked => speech.headline(),
    }
}

/// Says how far it is to an open gate, where it is asked until everything is clear.
fn distance(state: &Preflight, gate: Gate) -> Option<String> {
    if gate.is_open() || state.is_stopped() || state.is_brief() {
        return None;
    }
    let by =
        if state.has_risk() { "a person's yes opens the gate" } else { "a yes opens the gate" };
    let (now, enough) = (state.composite_now(), Composite::REFORMULATE);
    let missing = enough.as_hundredths().saturating_sub(now.as_hundredths());
    Some(match state.may_reformulate() {
        true => format!("enough to sum it up; then {by}"),
        false => format!("{} more to sum it up at {enough}; then {by}", Composite::new(missing)),
    })
}

/// Gives a trigger with where it stands.
fn placed(trigger: &Trigger) -> Value {
    let mut value = trigger_json(trigger);
    if let (Some((line, column)), Some(map)) = (trigger.place, value.as_object_mut()) {
        map.insert("at".to_owned(), json!({ "line": line, "column": column }));
    }
    value
}

/// Says what is understood where nothing was asked, and why: never in silence.
fn understanding(state: &Preflight, has_interview: bool) -> String {
    let request = state.request.as_deref().unwrap_or_default();
    let words: Vec<&str> = request.split_whitespace().collect();
    let why = match has_interview {
        true => "every dimension that weighs something is at 100",
        false => "nothing in it calls for a question",
    };
    format!("{}: {why}", words.join(" "))
}

fn next_actions(state: &Preflight, gate: Gate, question: Option<&Question>) -> Vec<NextAction> {
    let act = |hint: &str, command: &str| NextAction::new("preflight", hint, command);
    let clear = || act("the work is done: clear it", "charter preflight clear");
    let to_new =
        |command: &str| NextAction::new("create", "open a charter with what was learnt", command);
    if gate.is_open() {
        let more = act("ask more before work begins", "charter preflight validate gaps");
        let new = to_new("charter new --from-preflight");
        return match state.phase {
            Phase::Complete => vec![new, clear(), more],
            Phase::Gathering | Phase::Researching | Phase::Validating | Phase::Skipped => {
                vec![new, clear()]
            }
        };
    }
    if state.is_stopped() {
        let hint = "gaps were found three times: ask until it is clear";
        let deep = NextAction::new("create", hint, "charter new --from-preflight --deep");
        return vec![deep, clear()];
    }
    let speech = PreflightSpeech::of(state);
    let reformulate = || act("show what was understood", "charter preflight reformulate");
    if state.phase == Phase::Validating {
        let response = state.reformulation.as_ref().and_then(|it| it.response);
        let yes = match state.has_risk() {
            true => speech.yes_hint(),
            false => "it is right: open the gate".to_owned(),
        };
        return match response {
            Some(Validation::Minor) => vec![reformulate()],
            Some(Validation::Yes | Validation::Gaps) | None => vec![
                act(&yes, "charter preflight validate yes"),
                act("almost: say what to correct", "charter preflight validate minor -m \"…\""),
                act("something important is missing", "charter preflight validate gaps"),
            ],
        };
    }
    let mut actions = Vec::new();
    if state.may_reformulate() {
        actions.push(reformulate());
    }
    if question.is_some() {
        actions.push(act(&speech.answer_hint(), "charter preflight answer \"…\""));
    }
    if !state.has_risk() {
        actions.push(act(&speech.start_hint(), "charter preflight bypass"));
    }
    actions
}
