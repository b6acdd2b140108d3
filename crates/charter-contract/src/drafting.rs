//! The form of a drafted criterion.
//!
//! Owns its id, its lines and its place at the end of a register. A proposal in an authored file:
//! people change it. Must not know which interview it comes from.

use crate::document::CriteriaDoc;
use charter_kernel::markdown::{Source, Span, Splice, splice, words};
use std::collections::BTreeSet;
use std::fmt::Write;

/// The most letters of a subject in an id, and the most words.
const SUBJECT_CHARS_MAX: usize = 16;
const SUBJECT_WORDS_MAX: usize = 3;

/// Words that say nothing about a subject.
const EMPTY_WORDS: [&str; 30] = [
    "a", "an", "the", "that", "which", "who", "and", "or", "of", "for", "to", "in", "on", "with",
    "by", "from", "as", "at", "it", "its", "is", "are", "be", "when", "where", "der", "die", "das",
    "und", "ein",
];

/// The line that marks a criterion without a measure.
pub const OPEN_MEASURE: &str = "Measure: _TBD_";

#[derive(Debug)]
pub struct DraftedCriterion<'a> {
    /// A word for what it is about, for the id.
    pub subject: &'a str,
    /// The word for the id where the subject has no letter that an id can have.
    pub fallback: &'a str,
    pub statement: &'a str,
    /// The answers or facts it comes from.
    pub from: String,
    /// The word that cannot be measured.
    pub vague: Option<&'a str>,
}

/// Writes a milestone with its criteria; the ids are free and taken then.
pub fn render(
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
pub fn free_id(subject: &str, taken: &mut BTreeSet<String>) -> String {
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
pub fn append(criteria: &Source, text: &str) -> Option<Source> {
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

/// Gives a statement as it is compared: without case, marks and the way it is set.
pub fn plain(text: &str) -> String {
    let bare = text.replace('\\', "");
    let words: Vec<&str> = bare.split_whitespace().collect();
    words.join(" ").trim_end_matches(['.', ';', ',']).to_lowercase()
}

/// Gives the middle of an id: the first words of the subject that say something, whole where they
/// fit, or the fallback.
fn subject_of(drafted: &DraftedCriterion<'_>) -> String {
    let words = drafted.subject.split(|it: char| !it.is_alphanumeric());
    let plain =
        |word: &str| -> String { word.chars().filter(char::is_ascii_alphanumeric).collect() };
    let words: Vec<String> = words.map(plain).filter(|it| !it.is_empty()).collect();
    let is_empty = |it: &&String| EMPTY_WORDS.contains(&it.to_ascii_lowercase().as_str());
    let mut telling: Vec<&String> = words.iter().filter(|it| !is_empty(it)).collect();
    if telling.is_empty() {
        telling = words.iter().collect();
    }
    let mut subject = String::new();
    for word in telling.into_iter().take(SUBJECT_WORDS_MAX) {
        if !subject.is_empty() && subject.len() + word.len() > SUBJECT_CHARS_MAX {
            break;
        }
        subject.push_str(word);
    }
    if subject.is_empty() {
        return drafted.fallback.to_ascii_uppercase();
    }
    subject.to_ascii_uppercase().chars().take(SUBJECT_CHARS_MAX).collect()
}
