//! A state file's bytes into an interview, a history, or what is wrong with them.
//!
//! Owns the tolerant reading: null is as good as absent, keys that nobody here knows are kept, and
//! everything else must be as the shape says. Must not read files.

use super::confidence::Composite;
use super::dimension::{Dimension, Impact, Scores, parse_change};
use super::history::History;
use super::profile::Weights;
use super::reader::StateReader;
use super::state::{
    Asked, BypassEntry, BypassReason, Gate, Phase, Preflight, Reformulation, Research,
    ResearchKind, ResearchNote, Validation,
};
use super::trigger::{Priority, Trigger, TriggerKind};
use charter_kernel::{Actor, Problem};
use serde_json::{Map, Value};

/// The most bytes of a state file.
pub const BYTES_MAX: usize = 4 * 1024 * 1024;

/// What a state file is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reading {
    /// An interview.
    Live(Box<Preflight>),
    /// What was asked at other times, in the later shape.
    History(History),
    /// A shape of a later version, which it names.
    Newer(String),
    /// Something else.
    Corrupt(Vec<Problem>),
}

/// Reads a state file, of whichever shape.
#[must_use]
pub fn read(bytes: &[u8]) -> Reading {
    let one = |message: String| {
        let (path, code) = ("/".to_owned(), "not-a-state".to_owned());
        Reading::Corrupt(vec![Problem { path, code, message }])
    };
    if bytes.len() > BYTES_MAX {
        return one(format!("it is longer than {BYTES_MAX} bytes"));
    }
    let value: Value = match serde_json::from_slice(bytes) {
        Ok(value) => value,
        Err(err) => return one(format!("it is not JSON: {err}")),
    };
    let Value::Object(map) = value else { return one("it is no object".to_owned()) };
    if let Some(Value::String(version)) = map.get("version")
        && is_newer(version)
    {
        return Reading::Newer(version.clone());
    }
    let mut problems = Vec::new();
    let is_history = map.contains_key("sessions");
    let reader = StateReader { map, at: String::new(), problems: &mut problems };
    let reading = if is_history {
        Some(Reading::History(super::history::parse(reader)))
    } else {
        preflight(reader).map(|it| Reading::Live(Box::new(it)))
    };
    reading.filter(|_| problems.is_empty()).unwrap_or(Reading::Corrupt(problems))
}

fn is_newer(version: &str) -> bool {
    let major = version.split('.').next().and_then(|it| it.parse::<u64>().ok());
    major.is_some_and(|it| it > 1)
}

fn preflight(mut it: StateReader<'_>) -> Option<Preflight> {
    for key in ["version", "workflow", "mode", "status", "confidence", "gateStatus"] {
        if it.map.get(key).is_none_or(Value::is_null) {
            it.wrong(key, &format!("`{key}` is missing"));
        }
    }
    if !it.problems.is_empty() {
        return None;
    }
    it.required("version");
    let phase = |word: &str| Phase::ALL.into_iter().find(|it| it.word() == word);
    let gate = |word: &str| [Gate::Blocked, Gate::Open].into_iter().find(|it| it.word() == word);
    let confidence = it.object("confidence").map(confidence_of);
    let (scores, composite, weights) = confidence.unwrap_or_default();
    let mut state = Preflight {
        topic: it.text("topic"),
        topic_hash: it.text("topicHash"),
        workflow: it.required("workflow"),
        mode: it.required("mode"),
        phase: it.word("status", phase)?,
        scores,
        composite,
        weights,
        reformulation: it.object("reformulation").map(reformulation),
        notes: it
            .object("researchCache")
            .map(|mut it| it.each(note))
            .into_iter()
            .flatten()
            .collect(),
        gate: it.word("gateStatus", gate)?,
        created_at: it.time("createdAt"),
        updated_at: it.time("updatedAt"),
        expires_at: it.time("expiresAt"),
        session_id: it.text("sessionId"),
        request: it.text("request"),
        ceiling: composite_of(&mut it, "ceiling"),
        gap_rounds: small(it.whole("gapRounds", 1000)),
        questions_max: it.whole("questionsMax", 1000).map(|it| small(Some(it))),
        charter: it.text("charter"),
        ..Preflight::default()
    };
    state.triggers = it.objects("triggers", trigger);
    state.questions = it.objects("questions", asked);
    state.bypasses = it.objects("bypassLog", bypass);
    state.rest = it.map;
    Some(state)
}

fn small(number: Option<i64>) -> u32 {
    number.and_then(|it| u32::try_from(it).ok()).unwrap_or(0)
}

fn composite_of(it: &mut StateReader<'_>, key: &str) -> Option<Composite> {
    it.read(key, "is no number from 0 to 100", |it| Composite::parse(&it.as_number()?.to_string()))
}

fn confidence_of(mut it: StateReader<'_>) -> (Scores, Composite, Weights) {
    let mut scores = Scores::default();
    for dimension in Dimension::ALL {
        let score = it.whole(dimension.word(), 100);
        scores = scores.with(dimension, u8::try_from(score.unwrap_or(0)).unwrap_or(0));
    }
    let composite = composite_of(&mut it, "composite").unwrap_or_default();
    let (percents, sum) = match it.object("weights") {
        Some(weights) if !weights.map.is_empty() => weights_of(weights),
        Some(_) | None => return (scores, composite, Weights::EQUAL),
    };
    if sum.abs_diff(Composite::FULL.as_hundredths()) > 5 {
        it.wrong("weights", "they do not sum to one");
    }
    (scores, composite, Weights::new(percents).unwrap_or(Weights::EQUAL))
}

/// Reads shares of one, and their sum in hundredths of a percent; they must sum to one, and what is
/// finer than a percent is not kept.
fn weights_of(mut it: StateReader<'_>) -> ([u8; 5], u32) {
    let mut percents = [0_u8; 5];
    let mut sum = 0;
    for (slot, dimension) in percents.iter_mut().zip(Dimension::ALL) {
        let text = match it.map.get(dimension.word()) {
            None => continue,
            Some(Value::Number(number)) => number.to_string(),
            Some(_) => {
                it.wrong(dimension.word(), "is no number");
                continue;
            }
        };
        // A share of one read as a share of a hundred: its hundredths are ten-thousandths.
        match shift(&text).and_then(|it| Composite::parse(&it)) {
            Some(share) => {
                sum += share.as_hundredths();
                *slot = u8::try_from(share.floor()).unwrap_or(100);
            }
            None => it.wrong(dimension.word(), "is no share of one"),
        }
    }
    (percents, sum)
}

/// Moves the point of a decimal two places to the right.
fn shift(text: &str) -> Option<String> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let padded = format!("{fraction:0<2}");
    let (cents, rest) = padded.split_at_checked(2)?;
    let whole = format!("{whole}{cents}");
    let whole = whole.trim_start_matches('0');
    let whole = if whole.is_empty() { "0" } else { whole };
    Some(if rest.is_empty() { whole.to_owned() } else { format!("{whole}.{rest}") })
}

fn trigger(mut it: StateReader<'_>) -> Trigger {
    Trigger {
        kind: it.word("type", TriggerKind::parse),
        keyword: it.text("keyword"),
        priority: it.word("priority", Priority::parse),
        source: it.text("source"),
        description: it.text("description"),
        place: None,
        rest: it.map,
    }
}

fn asked(mut it: StateReader<'_>) -> Asked {
    Asked {
        number: small(it.whole("number", 100_000)),
        question: it.text("question").unwrap_or_default(),
        answer: it.text("answer"),
        timestamp: it.time("timestamp"),
        target: it.word("targetDimension", Dimension::parse),
        research: it.object("research").map(research),
        impact: it.object("confidenceImpact").map(impact).unwrap_or_default(),
        about: it.texts("about"),
        rest: it.map,
    }
}

fn impact(mut it: StateReader<'_>) -> Impact {
    let mut impact = Impact::new();
    for (key, value) in std::mem::take(&mut it.map) {
        let change = value.as_str().and_then(parse_change);
        match (Dimension::parse(&key), change) {
            (Some(dimension), Some(change)) => {
                impact.insert(dimension, change);
            }
            (None, _) => it.wrong(&key, &format!("`{key}` is no dimension")),
            (Some(_), None) => it.wrong(&key, "is no signed text such as \"+25\""),
        }
    }
    impact
}

fn research(mut it: StateReader<'_>) -> Research {
    Research {
        kind: it.word("type", ResearchKind::parse),
        query: it.text("query"),
        findings: it.text("findings"),
        sources: it.texts("sources"),
        timestamp: it.time("timestamp"),
    }
}

fn reformulation(mut it: StateReader<'_>) -> Reformulation {
    let exact = |word: &str| Validation::ALL.into_iter().find(|it| it.word() == word);
    Reformulation {
        summary: it.text("summary"),
        stories: it.texts("userStories"),
        diagram: it.text("diagram"),
        analogies: it.texts("analogies"),
        validated_at: it.time("validatedAt"),
        validated_by: it.text("validatedBy").map(|it| Actor::parse(&it)),
        response: it.word("validationResponse", exact),
        corrections: it.text("corrections"),
    }
}

fn note(mut it: StateReader<'_>) -> ResearchNote {
    ResearchNote {
        findings: it.text("findings"),
        timestamp: it.time("timestamp"),
        expires_at: it.time("expiresAt"),
    }
}

fn bypass(mut it: StateReader<'_>) -> BypassEntry {
    let shown = it.read("warningShown", "is neither true nor false", |it| it.as_bool());
    BypassEntry {
        warning_shown: shown.unwrap_or(false),
        timestamp: it.time("timestamp"),
        reason: it.word("reason", BypassReason::parse),
        request: it.text("request"),
        actor: it.text("actor").map(|it| Actor::parse(&it)),
        given: it.text("reasonGiven"),
        confidence: it.whole("confidence", 100),
        warning_text: it.text("warningText"),
        assumptions: it.texts("assumptions"),
    }
}

/// Reads what an agent gives as the three forms.
pub fn parse_reformulation(text: &str) -> Result<Reformulation, Vec<Problem>> {
    let mut problems = Vec::new();
    let mut it = StateReader { map: Map::new(), at: String::new(), problems: &mut problems };
    let parsed = if let Ok(Value::Object(mut map)) = serde_json::from_str(text) {
        // The user answers for these, not whoever writes the forms.
        for key in ["validatedAt", "validatedBy", "validationResponse"] {
            map.shift_remove(key);
        }
        reformulation(StateReader { map, at: "/reformulation".to_owned(), ..it })
    } else {
        it.wrong("", "it is no JSON object with `summary`, `userStories` and `diagram`");
        Reformulation::default()
    };
    if problems.is_empty() { Ok(parsed) } else { Err(problems) }
}
