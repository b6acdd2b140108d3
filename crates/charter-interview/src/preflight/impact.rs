//! What an answer is worth, where nobody else says so.
//!
//! Owns the offline reading of an answer or a request: how much it says, and about what. Must not
//! decide anything: whoever asked may say what it is worth instead.

use super::bypass::names_line;
use super::dimension::{Dimension, Impact, Scores};
use super::lexicon::{Lexicon, List};
use super::text::Text;
use super::topic::files_of;

/// What an answer of a few words is worth to its dimension.
const SHORT: i32 = 15;

/// What a full answer is worth.
const FULL: i32 = 30;

/// What a cue is worth to another dimension than the one that was asked about.
const CUE: i32 = 10;

/// What a feature of a request is worth that anybody can look at: a path, a line, a measure, a test.
const SEEN: i32 = 25;

/// The most that a request itself is worth to a dimension: nobody was asked yet.
const REQUEST_MAX: i32 = 70;

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

/// Says how clear a request itself is before anything was asked: by its words, and by what anybody
/// can look at. It is never enough to begin.
#[must_use]
pub fn scores_of_request(request: &str) -> Scores {
    let mut impact = cues_of(request);
    let files = files_of(request);
    let is_test = |it: &String| it.to_lowercase().contains("test");
    let has_file = !files.is_empty();
    let has_line = has_file && names_line(request);
    let has_test = files.iter().any(is_test);
    let has_measure = has_file && names_measure(request);
    let rows = [
        (n_words(request) >= FULL_WORDS, Dimension::Problem, CUE),
        (has_measure, Dimension::Problem, SEEN),
        (has_test, Dimension::Problem, SEEN),
        (has_file, Dimension::Context, SEEN),
        (has_line, Dimension::Context, SEEN),
        (has_file, Dimension::Technical, CUE),
        (has_line, Dimension::Technical, SEEN),
        (has_test, Dimension::Technical, SEEN),
        (has_line, Dimension::Scope, 2 * SEEN),
        (has_test, Dimension::Risk, SEEN),
    ];
    for (_, dimension, worth) in rows.into_iter().filter(|(is_there, _, _)| *is_there) {
        *impact.entry(dimension).or_default() += worth;
    }
    impact.into_iter().fold(Scores::default(), |acc, (dimension, worth)| {
        acc.with(dimension, u8::try_from(worth.clamp(0, REQUEST_MAX)).unwrap_or(0))
    })
}

/// Tells whether a text says what must come out in figures: `must show rows 21-30`, `within 2 s`.
fn names_measure(request: &str) -> bool {
    let lower = request.to_lowercase();
    let mut words =
        lower.split_whitespace().map(|it| it.trim_matches(|it: char| !it.is_alphanumeric()));
    let wants =
        ["must", "should", "shows", "show", "returns", "return", "expect", "expected", "within"];
    let has_number = request
        .split_whitespace()
        .any(|it| it.chars().any(|it| it.is_ascii_digit()) && !it.contains(['/', '\\']));
    has_number && words.any(|it| wants.contains(&it))
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
