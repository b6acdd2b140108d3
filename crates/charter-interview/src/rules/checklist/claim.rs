//! A statement as it is compared with others.
//!
//! Owns what of a clause is its subject, its measure, whether it says no, and what it holds for. Must not compare.

use super::measure::{MeasuredNumber, WORDS, is_measure_word, measures, stem};
use super::reading::TopicStatement;
use crate::cue::{CueClasses, CueLine, classes};
use crate::deep::ChecklistTopic;
use crate::text::cut;
use std::collections::BTreeSet;
use std::sync::LazyLock;

static CLASSES: LazyLock<CueClasses> = LazyLock::new(|| classes(WORDS));

/// The signs that part clauses.
const PARTS: [char; 9] = [',', ';', ':', '，', '；', '：', '、', '—', '–'];

/// What is taken out of a clause before its subject is read.
const FORM: [&str; 5] = ["not-negator", "upper", "lower", "negator", "prescribes"];

/// Which side of a measure is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ClaimBound {
    Exactly,
    AtMost,
    AtLeast,
}

/// One clause of a statement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Claim<'s> {
    pub(super) of: &'s TopicStatement,
    /// The words that say what it is about; of scripts without blanks, pairs of signs.
    pub(super) subject: BTreeSet<String>,
    /// Whether the subject is made of pairs of signs.
    pub(super) is_glyphs: bool,
    pub(super) measure: Option<MeasuredNumber>,
    pub(super) bound: ClaimBound,
    pub(super) is_denied: bool,
    /// Whether it says what is wanted, and not only what is found.
    pub(super) is_wanted: bool,
    /// What it holds for: a phase, a sort of user, today.
    pub(super) qualifiers: BTreeSet<String>,
}

/// Lists what a statement claims: its clauses, or the whole where one measure stands in it.
pub(super) fn claims(of: &TopicStatement) -> Vec<Claim<'_>> {
    let text = of.said.text.as_str();
    if text.trim_end().ends_with(['?', '？']) || of.tells_failure() {
        return Vec::new();
    }
    if CueLine::of(text).shows_of(&CLASSES, "hypothetical") {
        return Vec::new();
    }
    let is_one = measures(&text.to_lowercase()).measures.len() == 1;
    let pieces: Vec<&str> = match is_one {
        true => vec![text],
        false => cut(text, |_, it, behind| PARTS.contains(&it) && !is_digit(behind))
            .iter()
            .map(|it| it.bare.trim())
            .collect(),
    };
    let whole =
        qualifiers(&CueLine::of(text).without(&CLASSES, "present").without_cues("first-version"));
    pieces.into_iter().filter_map(|it| claim(of, it, &whole)).collect()
}

/// A comma inside a number parts nothing.
fn is_digit(behind: &str) -> bool {
    behind.starts_with(|it: char| it.is_ascii_digit())
}

fn claim<'s>(of: &'s TopicStatement, text: &str, whole: &BTreeSet<String>) -> Option<Claim<'s>> {
    let line = CueLine::of(text);
    let mut reading = measures(&text.to_lowercase());
    let is_many = reading.measures.len() > 1;
    let measure = reading.measures.pop().filter(|_| !is_many);
    let denying = line.without(&CLASSES, "not-negator");
    let is_out = of.home == Some(ChecklistTopic::LeftOut) || line.shows("excluded");
    let bare =
        FORM.iter().fold(CueLine::of(&reading.rest), |line, class| line.without(&CLASSES, class));
    let bare = bare.without(&CLASSES, "present").without_cues("first-version");
    let bare = bare.without_cues("excluded").without(&CLASSES, "small").without(&CLASSES, "light");
    let (subject, is_glyphs) = subject(&bare);
    let claim = Claim {
        of,
        subject,
        is_glyphs,
        measure,
        bound: bound(&line, text),
        is_denied: is_out || denying.shows_of(&CLASSES, "negator"),
        is_wanted: line.shows_of(&CLASSES, "prescribes") || is_wish(of),
        qualifiers: whole.clone(),
    };
    (!is_many && !claim.subject.is_empty()).then_some(claim)
}

/// Tells whether a statement answers what is wanted, and not how things are.
fn is_wish(of: &TopicStatement) -> bool {
    match of.home {
        Some(ChecklistTopic::Users | ChecklistTopic::Existing) => false,
        Some(
            ChecklistTopic::Steps
            | ChecklistTopic::FirstVersion
            | ChecklistTopic::Success
            | ChecklistTopic::LeftOut
            | ChecklistTopic::Limits
            | ChecklistTopic::Trouble,
        ) => true,
        None => of.said.round > 0,
    }
}

fn bound(line: &CueLine, text: &str) -> ClaimBound {
    let has = |class: &str, signs: &[char]| line.shows_of(&CLASSES, class) || text.contains(signs);
    match (has("upper", &['<', '≤']), has("lower", &['>', '≥'])) {
        (true, false) => ClaimBound::AtMost,
        (false, true) => ClaimBound::AtLeast,
        (true, true) | (false, false) => ClaimBound::Exactly,
    }
}

fn qualifiers(line: &CueLine) -> BTreeSet<String> {
    let all = CLASSES.get("qualifier").into_iter().flatten();
    all.filter(|it| line.holds(it)).map(|it| it.text.clone()).collect()
}

/// Reads what a clause is about.
fn subject(line: &CueLine) -> (BTreeSet<String>, bool) {
    let mut subject = BTreeSet::new();
    for run in line.runs() {
        let signs: Vec<char> = run.chars().collect();
        subject.extend(signs.windows(2).map(|it| it.iter().collect::<String>()));
    }
    let is_glyphs = !subject.is_empty();
    let telling = line.words().filter(|it| !is_measure_word(it) && it.chars().count() > 1);
    subject.extend(telling.map(stem));
    (subject, is_glyphs)
}
