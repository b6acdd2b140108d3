//! What an answer is worth, where nobody else says so.
//!
//! Owns the offline reading of an answer or a request: how much it says, and about what. Must not
//! decide anything: whoever asked may say what it is worth instead.

use super::dimension::{Dimension, Impact};
use super::lexicon::{Lexicon, List};
use super::text::Text;

/// What an answer of a few words is worth to its dimension.
const SHORT: i32 = 15;

/// What a full answer is worth.
const FULL: i32 = 30;

/// What a cue is worth to another dimension than the one that was asked about.
const CUE: i32 = 10;

/// How many words make a full answer.
const FULL_WORDS: usize = 6;

/// The cues by which a text speaks about a dimension.
const CUES: [(Dimension, &[&str]); 5] = [
    (
        Dimension::Problem,
        &["because", "so that", "in order to", "goal", "problem", "pain", "why", "users", "need"],
    ),
    (
        Dimension::Context,
        &["currently", "today", "existing", "already", "depends", "deadline", "must", "constraint"],
    ),
    (
        Dimension::Technical,
        &["api", "endpoint", "function", "module", "library", "using", "test", "error", "schema"],
    ),
    (
        Dimension::Scope,
        &["only", "without", "out of scope", "not in", "except", "no other", "excluding", "first"],
    ),
    (
        Dimension::Risk,
        &["rollback", "roll back", "backup", "revert", "feature flag", "staging", "downtime"],
    ),
];

/// Says what an answer to a question about a dimension is worth.
#[must_use]
pub fn impact_of_answer(answer: &str, target: Dimension, lexicon: &Lexicon) -> Impact {
    let text = Text::new(answer);
    let n_words = n_words(answer);
    let mut impact = cues_of(answer);
    let evades = text.has(lexicon, List::Evasive) && n_words < FULL_WORDS * 2;
    let own = match n_words {
        _ if evades => 0,
        0 => 0,
        n if n < FULL_WORDS => SHORT,
        _ => FULL,
    };
    if evades {
        impact.clear();
    }
    impact.insert(target, own);
    impact.retain(|_, change| *change != 0);
    impact
}

/// Says what a request itself is worth before anything was asked.
#[must_use]
pub fn impact_of_request(request: &str) -> Impact {
    let mut impact = cues_of(request);
    if n_words(request) >= FULL_WORDS {
        let problem = impact.entry(Dimension::Problem).or_default();
        *problem += CUE;
    }
    if !super::topic::files_of(request).is_empty() {
        let technical = impact.entry(Dimension::Technical).or_default();
        *technical += CUE;
    }
    impact
}

fn cues_of(text: &str) -> Impact {
    let text = format!(" {} ", text.to_lowercase().replace(|it: char| !it.is_alphanumeric(), " "));
    let has = |cue: &&&str| text.contains(&format!(" {cue} "));
    let worth = |cues: &[&str]| i32::from(cues.iter().any(|it| has(&it))) * CUE;
    let rows = CUES.iter().map(|(dimension, cues)| (*dimension, worth(cues)));
    rows.filter(|(_, worth)| *worth > 0).collect()
}

/// Counts words; two letters of a script without spaces are one.
fn n_words(text: &str) -> usize {
    let n_unspaced = text.chars().filter(|it| super::lexicon::is_unspaced(*it)).count();
    let spaced = text.split_whitespace().filter(|it| it.chars().any(char::is_alphanumeric));
    spaced.count().max(n_unspaced / 2)
}
