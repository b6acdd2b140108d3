//! What was asked at other times: the later shape of the state file, and the count of skips.
//!
//! Owns its reading, its pruning and what an earlier interview is worth to a new one. Must not read
//! files.

use super::confidence::{Composite, baseline};
use super::dimension::Dimension;
use super::reader::StateReader;
use super::render::object;
use super::state::{Phase, Preflight, after_life};
use super::topic::similarity;
use charter_kernel::Timestamp;
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// The version of the shape that is written.
const VERSION: &str = "1.0";

/// The most entries that are kept.
pub(super) const SESSIONS_MAX: usize = 200;

/// How many skips of a workflow make its interviews short.
pub const SKIPS_MAX: u32 = 3;

/// Up to this share of what two requests have together, they are not alike, in percent.
const ALIKE_PERCENT: usize = 70;

/// One interview of the past.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Session {
    /// The workflow.
    pub skill: String,
    pub timestamp: Option<Timestamp>,
    pub expires_at: Option<Timestamp>,
    /// How clear it was at its end.
    pub composite: Option<Composite>,
    /// The scores, as the file holds them.
    pub confidence: Map<String, Value>,
    pub questions_asked: i64,
    pub bypassed: bool,
    /// What it was about; only entries of ours say so.
    pub entities: BTreeSet<String>,
    /// The session that it belonged to; only entries of ours say so.
    pub session_id: Option<String>,
    /// What else the file says.
    pub rest: Map<String, Value>,
}

/// The interviews of the past.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct History {
    /// The entries, oldest first.
    pub sessions: Vec<Session>,
    /// How often each workflow was skipped by the user.
    pub skips: BTreeMap<String, u32>,
    /// What else the file says.
    pub rest: Map<String, Value>,
}

/// What pruning made of a history.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pruned {
    /// Nothing was old.
    Same,
    /// Something was, and something is left.
    Less,
    /// Nothing is left.
    Empty,
}

impl History {
    /// Drops what does not count any more; what ends this very moment still does.
    pub fn prune(&mut self, now: Timestamp) -> Pruned {
        let n_before = self.sessions.len();
        self.sessions.retain(|it| it.expires_at.is_none_or(|end| end >= now));
        match self.sessions.len() {
            0 if self.skips.is_empty() => Pruned::Empty,
            n if n == n_before => Pruned::Same,
            _ => Pruned::Less,
        }
    }

    /// Takes over the entries of another one.
    pub fn merge(&mut self, other: Self) {
        for it in other.sessions {
            if !self.sessions.contains(&it) {
                self.sessions.push(it);
            }
        }
        self.sessions.sort_by_key(|it| it.timestamp);
        for (skill, n) in other.skips {
            let skips = self.skips.entry(skill).or_default();
            *skips = n.max(*skips);
        }
        let n_over = self.sessions.len().saturating_sub(SESSIONS_MAX);
        self.sessions.drain(..n_over);
    }

    /// Writes down how an interview ended.
    pub fn record(&mut self, state: &Preflight, entities: &BTreeSet<String>, now: Timestamp) {
        let score = |(key, it): (&str, Dimension)| (key.to_owned(), json!(state.scores.of(it)));
        let confidence = KEYS.map(score).into_iter().collect();
        let is_skipped = state.phase == Phase::Skipped;
        let session = Session {
            skill: state.workflow.clone(),
            timestamp: Some(now),
            expires_at: Some(after_life(now)),
            composite: Some(state.composite_now()),
            confidence,
            questions_asked: i64::try_from(state.n_answers()).unwrap_or(0),
            bypassed: is_skipped,
            entities: entities.clone(),
            session_id: state.session_id.clone(),
            rest: Map::new(),
        };
        self.merge(Self { sessions: vec![session], ..Self::default() });
    }

    /// Counts a skip that the user wanted.
    pub fn count_skip(&mut self, workflow: &str) {
        *self.skips.entry(workflow.to_owned()).or_default() += 1;
    }

    /// Tells whether a workflow was skipped so often that it asks no more than one question.
    #[must_use]
    pub fn is_short(&self, workflow: &str) -> bool {
        self.skips.get(workflow).is_some_and(|it| *it >= SKIPS_MAX)
    }

    /// Gives where a new interview may start: from the newest of the same workflow about much the
    /// same.
    #[must_use]
    pub fn baseline(
        &self,
        workflow: &str,
        entities: &BTreeSet<String>,
        now: Timestamp,
    ) -> Composite {
        let counts = |it: &&Session| {
            it.skill == workflow
                && !it.bypassed
                && it.expires_at.is_none_or(|end| end >= now)
                && similarity(&it.entities, entities) > ALIKE_PERCENT
        };
        let newest = self.sessions.iter().filter(counts).max_by_key(|it| it.timestamp);
        baseline(newest.and_then(|it| it.composite))
    }

    /// Tells whether a session was here before.
    #[must_use]
    pub fn knows(&self, session: Option<&str>, now: Timestamp) -> bool {
        let mut valid =
            self.sessions.iter().filter(|it| it.expires_at.is_none_or(|end| end >= now));
        valid.any(|it| session.is_none() || it.session_id.as_deref() == session)
    }

    /// Writes it as its file holds it.
    #[must_use]
    pub fn render(&self) -> String {
        let history = json!({
            "version": VERSION,
            "sessions": self.sessions.iter().map(render_session).collect::<Vec<_>>(),
            "skips": (!self.skips.is_empty()).then_some(&self.skips),
        });
        format!("{:#}\n", Value::Object(object(history, &self.rest)))
    }
}

/// The later shape's names of the dimensions.
const KEYS: [(&str, Dimension); 5] = [
    ("problem_understanding", Dimension::Problem),
    ("context_completeness", Dimension::Context),
    ("technical_clarity", Dimension::Technical),
    ("scope_definition", Dimension::Scope),
    ("risk_awareness", Dimension::Risk),
];

fn render_session(it: &Session) -> Value {
    let mut confidence = it.confidence.clone();
    confidence.extend(it.composite.map(|it| ("composite".to_owned(), it.to_json())));
    let session = json!({
        "skill": it.skill,
        "timestamp": it.timestamp,
        "expiresAt": it.expires_at,
        "confidence": confidence,
        "questions_asked": it.questions_asked,
        "bypassed": it.bypassed,
        "entities": (!it.entities.is_empty()).then_some(&it.entities),
        "session": it.session_id,
    });
    Value::Object(object(session, &it.rest))
}

/// Reads the later shape.
pub(super) fn parse(mut it: StateReader<'_>) -> History {
    it.map.shift_remove("version");
    let mut history = History { sessions: it.objects("sessions", session), ..History::default() };
    if let Some(mut skips) = it.object("skips") {
        for (skill, count) in std::mem::take(&mut skips.map) {
            let count = count.as_u64().and_then(|it| u32::try_from(it).ok());
            match count {
                Some(count) => drop(history.skips.insert(skill, count)),
                None => skips.wrong(&skill, "is no count"),
            }
        }
    }
    history.rest = it.map;
    history
}

fn session(mut it: StateReader<'_>) -> Session {
    let mut confidence = it.object("confidence").map(|it| it.map).unwrap_or_default();
    let composite = confidence.shift_remove("composite");
    let composite = composite.as_ref().and_then(Value::as_number);
    let entities = it.take("entities");
    let entities = entities.as_ref().and_then(Value::as_array).into_iter().flatten();
    Session {
        skill: it.text("skill").unwrap_or_default(),
        timestamp: it.time("timestamp"),
        expires_at: it.time("expiresAt"),
        composite: composite.and_then(|it| Composite::parse(&it.to_string())),
        confidence,
        questions_asked: it.whole("questions_asked", 100_000).unwrap_or(0),
        bypassed: it.take("bypassed") == Some(Value::Bool(true)),
        entities: entities.filter_map(|it| it.as_str().map(str::to_owned)).collect(),
        session_id: it.text("session"),
        rest: it.map,
    }
}
