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
    Asked, BypassEntry, BypassReason, Gate, Note, Phase, Preflight, Reformulation, Research,
    ResearchKind, Validation,
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
    let mut reader = StateReader::default();
    if map.contains_key("sessions") {
        let history = super::history::parse(&mut reader, map);
        return match reader.problems.is_empty() {
            true => Reading::History(history),
            false => Reading::Corrupt(reader.problems),
        };
    }
    let state = preflight(&mut reader, map);
    match (state, reader.problems.is_empty()) {
        (Some(state), true) => Reading::Live(Box::new(state)),
        _ => Reading::Corrupt(reader.problems),
    }
}

fn is_newer(version: &str) -> bool {
    let major = version.split('.').next().and_then(|it| it.parse::<u64>().ok());
    major.is_some_and(|it| it > 1)
}

fn preflight(reader: &mut StateReader, mut map: Map<String, Value>) -> Option<Preflight> {
    let map = &mut map;
    for key in ["version", "workflow", "mode", "status", "confidence", "gateStatus"] {
        if map.get(key).is_none_or(Value::is_null) {
            reader.wrong(&format!("/{key}"), &format!("`{key}` is missing"));
        }
    }
    if !reader.problems.is_empty() {
        return None;
    }
    reader.required(map, "version");
    let phase = |word: &str| Phase::ALL.into_iter().find(|it| it.word() == word);
    let gate = |word: &str| [Gate::Blocked, Gate::Open].into_iter().find(|it| it.word() == word);
    let confidence = reader.object(map, "", "confidence").unwrap_or_default();
    let (scores, composite, weights) = confidence_of(reader, confidence);
    let mut state = Preflight {
        topic: reader.text(map, "", "topic"),
        topic_hash: reader.text(map, "", "topicHash"),
        workflow: reader.required(map, "workflow"),
        mode: reader.required(map, "mode"),
        phase: reader.word(map, "", "status", phase)?,
        scores,
        composite,
        weights,
        triggers: Vec::new(),
        questions: Vec::new(),
        reformulation: reader.object(map, "", "reformulation").map(|it| reformulation(reader, it)),
        notes: notes(reader, map),
        bypasses: Vec::new(),
        gate: reader.word(map, "", "gateStatus", gate)?,
        created_at: reader.time(map, "", "createdAt"),
        updated_at: reader.time(map, "", "updatedAt"),
        expires_at: reader.time(map, "", "expiresAt"),
        session_id: reader.text(map, "", "sessionId"),
        request: reader.text(map, "", "request"),
        ceiling: composite_of(reader, map, "", "ceiling"),
        gap_rounds: small(reader.whole(map, "", "gapRounds", 1000)),
        questions_max: reader.whole(map, "", "questionsMax", 1000).map(|it| small(Some(it))),
        charter: reader.text(map, "", "charter"),
        rest: Map::new(),
    };
    for (at, inner) in reader.objects(map, "triggers") {
        state.triggers.push(trigger(reader, &at, inner));
    }
    for (at, inner) in reader.objects(map, "questions") {
        state.questions.push(asked(reader, &at, inner));
    }
    for (at, inner) in reader.objects(map, "bypassLog") {
        state.bypasses.push(bypass(reader, &at, inner));
    }
    state.rest = std::mem::take(map);
    Some(state)
}

fn small(number: Option<i64>) -> u32 {
    number.and_then(|it| u32::try_from(it).ok()).unwrap_or(0)
}

fn composite_of(
    reader: &mut StateReader,
    map: &mut Map<String, Value>,
    at: &str,
    key: &str,
) -> Option<Composite> {
    let value = StateReader::take(map, key)?;
    let parsed = value.as_number().and_then(|it| Composite::parse(&it.to_string()));
    if parsed.is_none() {
        reader.wrong(&format!("{at}/{key}"), "is no number from 0 to 100");
    }
    parsed
}

fn confidence_of(
    reader: &mut StateReader,
    mut map: Map<String, Value>,
) -> (Scores, Composite, Weights) {
    let at = "/confidence";
    let mut scores = Scores::default();
    for dimension in Dimension::ALL {
        let score = reader.whole(&mut map, at, dimension.word(), 100);
        scores = scores.with(dimension, u8::try_from(score.unwrap_or(0)).unwrap_or(0));
    }
    let composite = composite_of(reader, &mut map, at, "composite").unwrap_or_default();
    let weights = match reader.object(&mut map, at, "weights") {
        Some(weights) if !weights.is_empty() => weights_of(reader, &weights),
        _ => Weights::EQUAL,
    };
    (scores, composite, weights)
}

/// Reads shares of one; they must sum to one, and what is finer than a percent is not kept.
fn weights_of(reader: &mut StateReader, map: &Map<String, Value>) -> Weights {
    let at = "/confidence/weights";
    let mut percents = [0_u8; 5];
    let mut sum = 0;
    for (slot, dimension) in percents.iter_mut().zip(Dimension::ALL) {
        let text = match map.get(dimension.word()) {
            None => continue,
            Some(Value::Number(number)) => number.to_string(),
            Some(_) => {
                reader.wrong(&format!("{at}/{dimension}"), "is no number");
                continue;
            }
        };
        // A share of one read as a share of a hundred: its hundredths are ten-thousandths.
        let shifted = shift(&text).and_then(|it| Composite::parse(&it));
        match shifted {
            Some(share) => {
                sum += share.as_hundredths();
                *slot = u8::try_from(share.floor()).unwrap_or(100);
            }
            None => reader.wrong(&format!("{at}/{dimension}"), "is no share of one"),
        }
    }
    if sum.abs_diff(Composite::FULL.as_hundredths()) > 5 {
        reader.wrong(at, "they do not sum to one");
    }
    Weights::new(percents).unwrap_or(Weights::EQUAL)
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

fn trigger(reader: &mut StateReader, at: &str, mut map: Map<String, Value>) -> Trigger {
    let map = &mut map;
    Trigger {
        kind: reader.word(map, at, "type", TriggerKind::parse),
        keyword: reader.text(map, at, "keyword"),
        priority: reader.word(map, at, "priority", Priority::parse),
        source: reader.text(map, at, "source"),
        description: reader.text(map, at, "description"),
        place: None,
        rest: std::mem::take(map),
    }
}

fn asked(reader: &mut StateReader, at: &str, mut map: Map<String, Value>) -> Asked {
    let map = &mut map;
    Asked {
        number: small(reader.whole(map, at, "number", 100_000)),
        question: reader.text(map, at, "question").unwrap_or_default(),
        answer: reader.text(map, at, "answer"),
        timestamp: reader.time(map, at, "timestamp"),
        target: reader.word(map, at, "targetDimension", Dimension::parse),
        research: reader.object(map, at, "research").map(|it| research(reader, at, it)),
        impact: impact(reader, at, map),
        rest: std::mem::take(map),
    }
}

fn impact(reader: &mut StateReader, at: &str, map: &mut Map<String, Value>) -> Impact {
    let mut impact = Impact::new();
    for (key, value) in reader.object(map, at, "confidenceImpact").unwrap_or_default() {
        let at = format!("{at}/confidenceImpact/{key}");
        let change = value.as_str().and_then(parse_change);
        match (Dimension::parse(&key), change) {
            (Some(dimension), Some(change)) => {
                impact.insert(dimension, change);
            }
            (None, _) => reader.wrong(&at, &format!("`{key}` is no dimension")),
            (Some(_), None) => reader.wrong(&at, "is no signed text such as \"+25\""),
        }
    }
    impact
}

fn research(reader: &mut StateReader, at: &str, mut map: Map<String, Value>) -> Research {
    let at = &format!("{at}/research");
    let map = &mut map;
    Research {
        kind: reader.word(map, at, "type", ResearchKind::parse),
        query: reader.text(map, at, "query"),
        findings: reader.text(map, at, "findings"),
        sources: reader.texts(map, at, "sources"),
        timestamp: reader.time(map, at, "timestamp"),
    }
}

fn reformulation(reader: &mut StateReader, mut map: Map<String, Value>) -> Reformulation {
    let (at, map) = ("/reformulation", &mut map);
    let exact = |word: &str| Validation::ALL.into_iter().find(|it| it.word() == word);
    Reformulation {
        summary: reader.text(map, at, "summary"),
        stories: reader.texts(map, at, "userStories"),
        diagram: reader.text(map, at, "diagram"),
        analogies: reader.texts(map, at, "analogies"),
        validated_at: reader.time(map, at, "validatedAt"),
        validated_by: reader.text(map, at, "validatedBy").map(|it| Actor::parse(&it)),
        response: reader.word(map, at, "validationResponse", exact),
        corrections: reader.text(map, at, "corrections"),
    }
}

/// Reads what an agent gives as the three forms.
pub fn parse_reformulation(text: &str) -> Result<Reformulation, Vec<Problem>> {
    let mut reader = StateReader::default();
    let Ok(Value::Object(mut map)) = serde_json::from_str(text) else {
        reader.wrong("/", "it is no JSON object with `summary`, `userStories` and `diagram`");
        return Err(reader.problems);
    };
    // The user answers for these, not whoever writes the forms.
    for key in ["validatedAt", "validatedBy", "validationResponse"] {
        map.shift_remove(key);
    }
    let parsed = reformulation(&mut reader, map);
    if reader.problems.is_empty() { Ok(parsed) } else { Err(reader.problems) }
}

fn notes(
    reader: &mut StateReader,
    map: &mut Map<String, Value>,
) -> std::collections::BTreeMap<String, Note> {
    let mut notes = std::collections::BTreeMap::new();
    for (key, value) in reader.object(map, "", "researchCache").unwrap_or_default() {
        let at = &format!("/researchCache/{key}");
        let Value::Object(mut inner) = value else {
            reader.wrong(at, "is no object");
            continue;
        };
        let note = Note {
            findings: reader.text(&mut inner, at, "findings"),
            timestamp: reader.time(&mut inner, at, "timestamp"),
            expires_at: reader.time(&mut inner, at, "expiresAt"),
        };
        notes.insert(key, note);
    }
    notes
}

fn bypass(reader: &mut StateReader, at: &str, mut map: Map<String, Value>) -> BypassEntry {
    let map = &mut map;
    let warning_shown = match StateReader::take(map, "warningShown") {
        None => false,
        Some(Value::Bool(shown)) => shown,
        Some(_) => {
            reader.wrong(&format!("{at}/warningShown"), "is neither true nor false");
            false
        }
    };
    BypassEntry {
        timestamp: reader.time(map, at, "timestamp"),
        reason: reader.word(map, at, "reason", BypassReason::parse),
        request: reader.text(map, at, "request"),
        actor: reader.text(map, at, "actor").map(|it| Actor::parse(&it)),
        given: reader.text(map, at, "reasonGiven"),
        confidence: reader.whole(map, at, "confidence", 100),
        warning_shown,
        warning_text: reader.text(map, at, "warningText"),
        assumptions: reader.texts(map, at, "assumptions"),
    }
}
