//! What is worth looking up about an answer, and what was found.
//!
//! Owns the choice of places, their limits and the notes with their end. Must not look anything up:
//! whoever calls does, and says what came of it.

use super::lexicon::{Lexicon, List};
use super::question::Choice;
use super::state::{Phase, Preflight, Research, ResearchKind, ResearchNote, after_life};
use super::text::Text;
use charter_kernel::Timestamp;

/// The most places that are looked at about one answer.
pub const PLACES_MAX: usize = 2;

/// How long one place may take, in milliseconds.
pub(super) const PLACE_MS_MAX: u64 = 30_000;

pub(super) const NOTES_MAX: usize = 200;

const QUERY_CHARS_MAX: usize = 160;

/// Somewhere to look, and for what.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lookup {
    pub kind: ResearchKind,
    pub query: String,
}

/// What came of looking something up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LookedUp {
    pub key: String,
    pub kind: ResearchKind,
    pub query: Option<String>,
    pub findings: Option<String>,
    pub sources: Vec<String>,
    pub elapsed_ms: u64,
}

/// Lists where to look about an answer; a yes, a no and one of the choices need no look.
#[must_use]
pub fn suggest(answer: &str, choices: &[Choice], lexicon: &Lexicon) -> Vec<Lookup> {
    let plain = answer.trim().trim_end_matches(['.', '!']).to_lowercase();
    let is_choice = choices.iter().any(|it| it.label.to_lowercase() == plain);
    if is_choice || matches!(plain.as_str(), "" | "yes" | "no" | "y" | "n" | "ok") {
        return Vec::new();
    }
    let text = Text::new(answer);
    let has = |list: List| text.has(lexicon, list);
    let mut kinds = Vec::new();
    if has(List::Failure) {
        kinds.extend([ResearchKind::Codebase, ResearchKind::Websearch]);
    }
    if has(List::Library) || names_something_used(answer) {
        kinds.push(ResearchKind::Context7);
    }
    if has(List::Technology) {
        kinds.extend([ResearchKind::Context7, ResearchKind::Websearch]);
    }
    if has(List::Product) {
        kinds.push(ResearchKind::Websearch);
    }
    if has(List::Codebase) || !super::topic::files_of(answer).is_empty() {
        kinds.push(ResearchKind::Codebase);
    }
    let query: String = answer.trim().chars().take(QUERY_CHARS_MAX).collect();
    let mut lookups: Vec<Lookup> = Vec::new();
    for kind in kinds {
        if lookups.len() < PLACES_MAX && lookups.iter().all(|it| it.kind != kind) {
            lookups.push(Lookup { kind, query: query.clone() });
        }
    }
    lookups
}

/// Tells whether something with a name of its own is used: "we use Drizzle".
fn names_something_used(answer: &str) -> bool {
    let words: Vec<&str> = answer.split_whitespace().collect();
    words.windows(2).any(|pair| match pair {
        [verb, name] => {
            let verb = verb.to_lowercase();
            let is_use = matches!(verb.as_str(), "use" | "uses" | "using" | "via");
            is_use && name.chars().next().is_some_and(char::is_uppercase)
        }
        _ => false,
    })
}

/// Finds a note that still holds.
#[must_use]
pub fn find_note<'a>(state: &'a Preflight, key: &str, now: Timestamp) -> Option<&'a ResearchNote> {
    state.notes.get(key).filter(|it| it.expires_at.is_none_or(|end| end >= now))
}

/// Writes down what came of looking something up. What took too long was given up, and says so; the
/// interview goes on either way.
#[must_use]
pub fn with_research(mut state: Preflight, found: LookedUp, now: Timestamp) -> Preflight {
    let is_late = found.elapsed_ms > PLACE_MS_MAX;
    let is_none = found.kind == ResearchKind::None;
    let findings = match is_late {
        true => Some(format!("{} gave no answer within 30 s", found.kind.word())),
        false => found.findings.clone(),
    };
    if !is_late && !is_none && state.notes.len() < NOTES_MAX {
        let note = ResearchNote {
            findings: found.findings,
            timestamp: Some(now),
            expires_at: Some(after_life(now)),
        };
        state.notes.insert(found.key, note);
    }
    if let Some(latest) = state.questions.iter_mut().rev().find(|it| it.answer.is_some()) {
        let earlier = latest.research.take().unwrap_or_default();
        let mut sources = earlier.sources;
        sources.extend(found.sources);
        sources.dedup();
        latest.research = Some(Research {
            kind: Some(if is_late { ResearchKind::None } else { found.kind }),
            query: found.query,
            findings,
            sources,
            timestamp: Some(now),
        });
    }
    if state.phase == Phase::Researching {
        state.phase = Phase::Gathering;
    }
    state.settled(now)
}
