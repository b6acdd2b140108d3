//! The form of a drafted criterion.
//!
//! Owns its lines in criteria.md, and the marks that say what a person is still to do about it. Must not know
//! how it was drafted.

use super::lexicon::{DraftLexicon, Wording};
use super::measure::{Measurable, measurable};
use super::sense::tells_failure;
use super::subject::subject_of;
use crate::document::{CriteriaDoc, Criterion};
use charter_kernel::markdown::words;

/// The line that marks a criterion without a measure.
pub const OPEN_MEASURE: &str = "Measure: _TBD_";

/// The line that marks a criterion which says what must not happen.
pub const OPEN_REWORDING: &str = "Reword: _TBD_";

/// The line of a criterion that must only keep working.
const REGRESSION: &str = "Kind: regression";

/// What is still to be done about a drafted criterion.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CriterionMark {
    /// There is nothing to observe or to count in it; the word of praise that hides that, where one does.
    Measure { word: Option<String> },
    /// It says what would be a failure.
    Reword(Rewording),
}

/// A failure that is to be said as what must hold. A person says it, or a mind proposes it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rewording {
    /// The failure, in the user's words.
    pub failure: String,
}

/// A criterion that was drafted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CriterionDraft {
    /// One observable statement, in the user's words.
    pub statement: String,
    /// What it is about, as the middle of an id; none where no word of it can stand there.
    pub subject: Option<String>,
    /// The answers, facts, plans or files it comes from.
    pub from: Vec<String>,
    /// What it belongs to, as the caller said.
    pub milestone: Option<String>,
    pub mark: Option<CriterionMark>,
    /// Whether it is about something that works already and must only stay so.
    pub keeps: bool,
    /// A command that may show it, taken from the project; nothing runs it.
    pub command: Option<String>,
}

impl CriterionDraft {
    /// Drafts a criterion from one statement of what must hold.
    #[must_use]
    pub fn of(statement: &str, from: Vec<String>) -> Self {
        Self::judged(DraftLexicon::shipped(), statement, from, false)
    }

    pub(super) fn judged(
        lexicon: &DraftLexicon,
        statement: &str,
        from: Vec<String>,
        fails: bool,
    ) -> Self {
        Self {
            statement: statement.to_owned(),
            subject: subject_of(lexicon, statement),
            from,
            milestone: None,
            mark: mark(lexicon, statement, fails),
            keeps: lexicon.keeping.is_in(&Wording::of(statement)),
            command: None,
        }
    }

    /// Gives the criterion in other words, with the mark that those deserve: what a mind or a person proposes
    /// for a failure signal, or an edit of any other.
    #[must_use]
    pub fn reworded(self, statement: &str) -> Self {
        let again = Self::judged(DraftLexicon::shipped(), statement, self.from.clone(), false);
        Self { statement: again.statement, mark: again.mark, keeps: again.keeps, ..self }
    }

    /// Lists the lines below its heading.
    #[must_use]
    pub fn lines(&self) -> Vec<String> {
        let from = (!self.from.is_empty()).then(|| format!("From: {}", self.from.join(", ")));
        let keeps = self.keeps.then(|| REGRESSION.to_owned());
        let command = self.command.as_ref().map(|it| format!("Command: {it}"));
        let mark = self.mark.as_ref().map(CriterionMark::line);
        [from, keeps, command, mark].into_iter().flatten().collect()
    }
}

impl CriterionMark {
    /// Gives the line of criteria.md that stands for it.
    #[must_use]
    pub fn line(&self) -> String {
        match self {
            Self::Measure { word: Some(word) } => {
                let word = words::render_heading(word);
                format!("{OPEN_MEASURE} (“{word}” — what would you count?)")
            }
            Self::Measure { word: None } => {
                format!("{OPEN_MEASURE} (what would you see or count?)")
            }
            Self::Reword(_) => {
                format!("{OPEN_REWORDING} (this says what must not happen; what should?)")
            }
        }
    }
}

fn mark(lexicon: &DraftLexicon, statement: &str, fails: bool) -> Option<CriterionMark> {
    if fails || tells_failure(lexicon, statement) {
        return Some(CriterionMark::Reword(Rewording { failure: statement.to_owned() }));
    }
    match measurable(lexicon, statement) {
        Measurable::Yes => None,
        Measurable::Praise(word) => Some(CriterionMark::Measure { word: Some(word) }),
        Measurable::Nothing => Some(CriterionMark::Measure { word: None }),
    }
}

/// Tells whether a criterion still waits for a measure or for other words.
#[must_use]
pub fn is_open(doc: &CriteriaDoc, criterion: &Criterion) -> bool {
    let mut lines = doc.source().slice(criterion.body).lines();
    lines.any(|it| it.starts_with(OPEN_MEASURE) || it.starts_with(OPEN_REWORDING))
}
