//! What changes an interview: answers, notes, the three forms, the user's word, a bypass.
//!
//! Owns which step is legal when, and what it does. Must not read or write: an interview comes in,
//! an interview goes out, or a refusal and nothing changed.

use super::assess::reopen;
use super::bypass::{Left, entry, log};
use super::confidence::Composite;
use super::dimension::{Dimension, Impact, apply_impact};
use super::due::next_question;
use super::impact::impact_of_answer;
use super::lexicon::Lexicon;
use super::profile::{Asks, Profiles};
use super::question::Question;
use super::reformulation::{draft, missing_forms};
use super::research::suggest;
use super::state::{
    Asked, BypassReason, Phase, Preflight, Reformulation, Research, ResearchKind, Validation,
};
use super::text::Text;
use super::trigger::{Trigger, TriggerKind, detect};
use crate::InterviewRefusal;
use crate::noise::{NoiseKind, noise};
use charter_contract::{CharterAct, Rigor};
use charter_kernel::{Actor, Problem, Timestamp, shell_word};

pub const ANSWER_CHARS_MAX: usize = 50_000;

/// An answer, with what the caller says about it.
#[derive(Debug, Clone, Default)]
pub struct GivenAnswer {
    pub text: String,
    /// What it is worth; read from the words where nobody says.
    pub impact: Option<Impact>,
    /// What the question was about; the one that was due where nobody says.
    pub target: Option<Dimension>,
    /// The question as it was asked; the one that was due where nobody says.
    pub question: Option<Question>,
    /// The number of an earlier question, to correct its answer.
    pub number: Option<u32>,
}

/// Takes an answer.
pub fn answer(
    state: Preflight,
    given: GivenAnswer,
    lexicon: &Lexicon,
    now: Timestamp,
) -> Result<Preflight, InterviewRefusal> {
    check_going(&state, "take an answer")?;
    let n_chars = given.text.chars().count();
    if given.text.trim().is_empty() {
        return Err(unusable("answer", "it says nothing"));
    }
    if n_chars > ANSWER_CHARS_MAX {
        let words = format!("it is {n_chars} characters long; the most is {ANSWER_CHARS_MAX}");
        return Err(unusable("answer", &words));
    }
    match given.number.filter(|it| state.questions.iter().any(|asked| asked.number == *it)) {
        Some(number) => Ok(corrected(state, number, &given, lexicon, now)),
        None if given.number.is_some_and(|it| it != next_number(&state)) => {
            Err(unusable("number", "no question has this number"))
        }
        None => answered(state, given, lexicon, now),
    }
}

fn next_number(state: &Preflight) -> u32 {
    state.questions.iter().map(|it| it.number).max().unwrap_or(0) + 1
}

fn answered(
    mut state: Preflight,
    given: GivenAnswer,
    lexicon: &Lexicon,
    now: Timestamp,
) -> Result<Preflight, InterviewRefusal> {
    let next = next_question(&state);
    let about = next.as_ref().filter(|it| answers(&state, it, &given.text, lexicon));
    let about = about.map(|it| it.about.clone()).unwrap_or_default();
    let Some(due) = given.question.or(next) else {
        return Err(not_now("take an answer", "no question is left; show what was understood"));
    };
    let target = given.target.unwrap_or(due.target);
    let impact = given.impact.unwrap_or_else(|| impact_of_answer(&given.text, target, lexicon));
    let lookups = match state.is_brief() {
        true => Vec::new(),
        false => suggest(&given.text, &due.choices, lexicon),
    };
    let research = match lookups.first() {
        None => Research { kind: Some(ResearchKind::None), ..Research::default() },
        Some(it) => {
            Research { kind: Some(it.kind), query: Some(it.query.clone()), ..Research::default() }
        }
    };
    add_risks_of(&mut state, &given.text, lexicon);
    state.scores = apply_impact(state.scores, &impact);
    state.ceiling = None;
    state.phase = if lookups.is_empty() { Phase::Gathering } else { Phase::Researching };
    let number = next_number(&state);
    state.questions.push(Asked {
        number,
        question: due.text,
        answer: Some(given.text),
        timestamp: Some(now),
        target: Some(target),
        research: Some(research),
        impact: capped(&impact),
        about,
        rest: serde_json::Map::new(),
    });
    Ok(put_to_person(state.settled(now), now))
}

/// A deed of risk whose question has its answer is put to a person at once.
fn put_to_person(mut state: Preflight, now: Timestamp) -> Preflight {
    if !state.is_answered() || !state.has_risk() {
        return state;
    }
    state.reformulation = Some(draft(&state));
    state.phase = Phase::Validating;
    state.settled(now)
}

/// Tells whether a text answers the question about the words that fired: it says something, and is not as
/// vague as the request.
fn answers(state: &Preflight, question: &Question, text: &str, lexicon: &Lexicon) -> bool {
    let request = state.request.as_deref().unwrap_or_default();
    let is_noise = match noise(&question.text, &[request], text) {
        // A bare yes answers whether that is all.
        Some(NoiseKind::Bare) => !question.asks_for_more(),
        other => other.is_some(),
    };
    let is_loose = |it: &Trigger| it.is(TriggerKind::Missing) || it.is(TriggerKind::Ambiguity);
    !is_noise
        && !impact_of_answer(text, question.target, lexicon).is_empty()
        && !detect(&Text::new(text), lexicon, None).iter().any(is_loose)
}

/// What an answer asks for counts like what the request asked for.
fn add_risks_of(state: &mut Preflight, text: &str, lexicon: &Lexicon) {
    if state.has_risk() {
        return;
    }
    let found = detect(&Text::new(text), lexicon, None).into_iter();
    state.triggers.extend(found.filter(|it| it.is(TriggerKind::Risk)));
    state.triggers.sort_by_key(|it| it.kind);
}

/// Puts another answer in the place of an earlier one: what the earlier one was worth goes first.
/// The same words again change nothing.
fn corrected(
    mut state: Preflight,
    number: u32,
    given: &GivenAnswer,
    lexicon: &Lexicon,
    now: Timestamp,
) -> Preflight {
    let Some(asked) = state.questions.iter_mut().find(|it| it.number == number) else {
        return state;
    };
    if asked.answer.as_deref() == Some(given.text.as_str()) && given.impact.is_none() {
        return state;
    }
    let target = given.target.or(asked.target).unwrap_or(Dimension::Problem);
    let worth = given.impact.clone();
    let impact = capped(&worth.unwrap_or_else(|| impact_of_answer(&given.text, target, lexicon)));
    let undone: Impact = asked.impact.iter().map(|(it, change)| (*it, -change)).collect();
    asked.answer = Some(given.text.clone());
    asked.timestamp = Some(now);
    asked.target = Some(target);
    asked.impact.clone_from(&impact);
    state.scores = apply_impact(apply_impact(state.scores, &undone), &impact);
    state.ceiling = None;
    state.phase = Phase::Gathering;
    put_to_person(state.settled(now), now)
}

fn capped(impact: &Impact) -> Impact {
    impact.iter().map(|(it, change)| (*it, (*change).min(super::dimension::GAIN_MAX))).collect()
}

/// Puts what was understood before the user: as somebody wrote it, or drafted from the answers.
pub fn reformulate(
    mut state: Preflight,
    forms: Option<Reformulation>,
    now: Timestamp,
) -> Result<Preflight, InterviewRefusal> {
    check_going(&state, "show what was understood")?;
    if !state.may_reformulate() {
        let why = format!("confidence is {}; it takes 80", state.composite_now());
        return Err(not_now("show what was understood", &why));
    }
    let earlier = state.reformulation.as_ref().and_then(|it| it.corrections.clone());
    let mut forms = forms.unwrap_or_else(|| draft(&state));
    let problems = missing_forms(&forms);
    if !problems.is_empty() {
        return Err(InterviewRefusal::PreflightUnusable { problems });
    }
    forms.corrections = forms.corrections.or(earlier);
    forms.response = None;
    forms.validated_at = None;
    forms.validated_by = None;
    state.reformulation = Some(forms);
    state.phase = Phase::Validating;
    Ok(state.settled(now))
}

/// Takes the user's word on what was understood. An agent may pass it on, but not where something
/// irreversible is at stake.
pub fn validate(
    mut state: Preflight,
    word: Validation,
    remark: Option<&str>,
    impact: Option<&Impact>,
    actor: &Actor,
    now: Timestamp,
) -> Result<Preflight, InterviewRefusal> {
    check_shown(&state, word)?;
    if word == Validation::Yes && state.has_risk() {
        let command = || "charter preflight validate yes".to_owned();
        CharterAct::SayYesToRisk.check(actor, Rigor::Standard, command)?;
    }
    let is_over = state.phase == Phase::Complete;
    if is_over {
        state = reopen(state);
    }
    let mut forms = state.reformulation.take().unwrap_or_default();
    if let Some(remark) = remark.filter(|it| !it.trim().is_empty()) {
        forms.corrections = Some(joined(forms.corrections.take(), remark));
    } else if word == Validation::Minor {
        return Err(unusable("corrections", "say what is to be corrected"));
    }
    forms.response = Some(word);
    match word {
        Validation::Yes => {
            forms.validated_at = Some(now);
            forms.validated_by = Some(actor.clone());
            state.phase = Phase::Complete;
            state.ceiling = None;
        }
        Validation::Minor => state.phase = Phase::Validating,
        Validation::Gaps => {
            state.phase = Phase::Gathering;
            state.ceiling = Some(Composite::GAPS);
            state.gap_rounds += 1;
        }
    }
    state.reformulation = Some(forms);
    if let Some(impact) = impact {
        state.scores = apply_impact(state.scores, impact);
    }
    Ok(state.settled(now))
}

/// Refuses a word where nothing is before the user.
fn check_shown(state: &Preflight, word: Validation) -> Result<(), InterviewRefusal> {
    let step = "take a word on it";
    if state.is_stopped() {
        return Err(stopped(step));
    }
    let is_shown = state.phase == Phase::Validating
        && state.reformulation.as_ref().is_some_and(|it| it.response.is_none());
    let may_reopen = state.phase == Phase::Complete && word == Validation::Gaps;
    if !is_shown && !may_reopen {
        return Err(not_now(step, "what was understood is not before the user"));
    }
    Ok(())
}

/// Gives what a person types to leave the rest out.
fn bypass_line(given: &str, confirmed: &[String]) -> String {
    let words =
        if given.trim().is_empty() { String::new() } else { format!(" {}", shell_word(given)) };
    let confirmed: String =
        confirmed.iter().map(|it| format!(" --confirm {}", shell_word(it))).collect();
    format!("charter preflight bypass{words}{confirmed}")
}

fn joined(earlier: Option<String>, remark: &str) -> String {
    match earlier {
        Some(earlier) => format!("{earlier}\n{}", remark.trim()),
        None => remark.trim().to_owned(),
    }
}

/// Leaves the rest of an interview out because somebody wants it so, and says why. What is
/// irreversible is named word by word, once, by a person.
pub fn skip(
    mut state: Preflight,
    given: &str,
    confirmed: &[String],
    actor: &Actor,
    now: Timestamp,
) -> Result<Preflight, InterviewRefusal> {
    if state.gate_now().is_open() {
        return Err(not_now("be left out", "the gate is open already"));
    }
    let risks = state.triggers.iter().filter(|it| it.is(TriggerKind::Risk));
    let is_named = |it: &String| confirmed.iter().any(|word| word.eq_ignore_ascii_case(it));
    let words: Vec<String> = risks
        .filter_map(|it| it.keyword.clone().or_else(|| it.description.clone()))
        .filter(|it| !is_named(it))
        .collect();
    let is_risky = Profiles::default().find(&state.workflow, Some(&state.mode)).asks == Asks::Risky;
    if is_risky || (state.has_risk() && !confirmed.is_empty()) {
        let command = || bypass_line(given, confirmed);
        CharterAct::SayYesToRisk.check(actor, Rigor::Standard, command)?;
    }
    if !words.is_empty() {
        return Err(InterviewRefusal::PreflightRisk { words });
    }
    let left = Left { reason: BypassReason::Explicit, actor, given: Some(given.trim()) };
    let request = state.request.clone().unwrap_or_default();
    let entry = entry(&left, &request, &state, now);
    log(&mut state, entry);
    state.phase = Phase::Skipped;
    Ok(state.settled(now))
}

fn check_going(state: &Preflight, step: &'static str) -> Result<(), InterviewRefusal> {
    if state.gate_now().is_open() {
        return Err(not_now(step, "the gate is open"));
    }
    if state.is_stopped() {
        return Err(stopped(step));
    }
    Ok(())
}

fn stopped(step: &'static str) -> InterviewRefusal {
    not_now(step, "significant gaps were found three times; it takes another way")
}

fn not_now(step: &'static str, why: &str) -> InterviewRefusal {
    InterviewRefusal::PreflightStep { step, why: why.to_owned() }
}

fn unusable(path: &str, message: &str) -> InterviewRefusal {
    let (path, code) = (path.to_owned(), "preflight-unusable".to_owned());
    InterviewRefusal::PreflightUnusable {
        problems: vec![Problem { path, code, message: message.to_owned() }],
    }
}
