//! The form of a drafted criterion.
//!
//! Owns its id, its lines and its place at the end of a register. A proposal in an authored file:
//! people change it. Must not know which interview it comes from.

use crate::document::{CriteriaDoc, Source, Span, Splice, splice, words};
use std::collections::BTreeSet;
use std::fmt::Write;

/// The most letters of a subject in an id.
const SUBJECT_CHARS_MAX: usize = 12;

/// The line that marks a criterion without a measure.
pub(super) const OPEN_MEASURE: &str = "Measure: _TBD_";

/// A criterion to draft.
#[derive(Debug)]
pub(crate) struct DraftedCriterion<'a> {
    /// A word for what it is about, for the id.
    pub(crate) subject: &'a str,
    /// The word for the id where the subject has no letter that an id can have.
    pub(crate) fallback: &'a str,
    /// The statement.
    pub(crate) statement: &'a str,
    /// The answers or facts it comes from.
    pub(crate) from: String,
    /// The word that cannot be measured.
    pub(crate) vague: Option<&'a str>,
}

/// Writes a milestone with its criteria; the ids are free and taken then.
pub(crate) fn render(
    milestone: &str,
    title: &str,
    drafted: &[DraftedCriterion<'_>],
    taken: &mut BTreeSet<String>,
) -> String {
    let mut text = format!("\n## {milestone} {}\n", words::render_title(title));
    for it in drafted {
        let id = free_id(&subject_of(it), taken);
        let (title, from) = (one_line(it.statement), &it.from);
        let _ = write!(text, "\n### {id} — {title}\nFrom: {from}\n");
        if let Some(vague) = it.vague {
            let vague = one_line(vague);
            let _ = writeln!(text, "{OPEN_MEASURE} (“{vague}” — what would you count?)");
        }
    }
    text
}

/// Gives the first id of a subject that no criterion has.
fn free_id(subject: &str, taken: &mut BTreeSet<String>) -> String {
    let mut number = 1;
    loop {
        let id = format!("VAL-{subject}-{number:03}");
        if taken.insert(id.clone()) {
            return id;
        }
        number += 1;
    }
}

/// Gives a register with a text behind what it holds; none where there is nothing to add, or where
/// the register hides its end in a comment that nobody closed.
pub(crate) fn append(criteria: &Source, text: &str) -> Option<Source> {
    if text.is_empty() {
        return None;
    }
    let end = criteria.text().len();
    let lead = if end == 0 || criteria.text().ends_with('\n') { "" } else { "\n" };
    let text = format!("{lead}{text}").replace('\n', criteria.newline());
    let drafted = splice(criteria, &[Splice { span: Span::new(end, end), text }])?;
    let (doc, _) = CriteriaDoc::parse(Source::new(drafted.bytes().to_vec()));
    (!doc.criteria().is_empty()).then_some(drafted)
}

fn one_line(text: &str) -> String {
    words::render_title(text.trim().trim_end_matches(['.', ';', ',']))
}

/// Gives the middle of an id: capital letters and digits of the subject, or the fallback.
fn subject_of(drafted: &DraftedCriterion<'_>) -> String {
    let plain: String = drafted.subject.chars().filter(char::is_ascii_alphanumeric).collect();
    let plain = plain.to_ascii_uppercase();
    if plain.is_empty() {
        return drafted.fallback.to_ascii_uppercase();
    }
    plain.chars().take(SUBJECT_CHARS_MAX).collect()
}
