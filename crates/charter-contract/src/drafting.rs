//! The form of a drafted criterion.
//!
//! Owns its id, its lines and its place at the end of a register. A proposal in an authored file:
//! people change it. Must not know which interview it comes from.

use crate::document::{CriteriaDoc, Criterion};
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

/// The line of a criterion that must only keep working.
const REGRESSION: &str = "Kind: regression";

/// Words that say that something must stay as it is.
const KEEPING: [&str; 12] = [
    " still ",
    " keeps ",
    " keep working",
    " as before",
    " unchanged",
    " continue to ",
    " remains ",
    " than today",
    " linter",
    " no warnings",
    " weiterhin ",
    " sigue ",
];

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

/// A register with what is drafted behind it.
#[derive(Debug)]
pub struct RegisterDraft<'a> {
    criteria: &'a Source,
    /// The statements that it holds, as they are compared.
    known: BTreeSet<String>,
    ids: BTreeSet<String>,
    milestones: BTreeSet<String>,
    text: String,
}

impl<'a> RegisterDraft<'a> {
    /// Opens a register in which every criterion rests on something that drafts rest on; none where
    /// somebody wrote criteria of their own.
    pub fn open(criteria: &'a Source, is_drafted: fn(&str) -> bool) -> Option<Self> {
        let (doc, _) = CriteriaDoc::parse(Source::new(criteria.bytes().to_vec()));
        let is_own = |it: &Criterion| !it.from.iter().any(|from| is_drafted(from));
        (!doc.criteria().iter().any(is_own)).then(|| Self {
            known: doc.criteria().iter().map(|it| plain(&it.title)).collect(),
            ids: doc.criteria().iter().map(|it| it.id.as_str().to_owned()).collect(),
            milestones: doc.milestones().iter().map(|it| it.id.clone()).collect(),
            ..Self::blind(criteria)
        })
    }

    /// Opens a register without looking at what it holds.
    #[must_use]
    pub fn blind(criteria: &'a Source) -> Self {
        let none = BTreeSet::new;
        Self { criteria, known: none(), ids: none(), milestones: none(), text: String::new() }
    }

    /// Tells whether no criterion makes a statement yet.
    #[must_use]
    pub fn is_new(&self, statement: &str) -> bool {
        !self.known.contains(&plain(statement))
    }

    #[must_use]
    pub fn has_milestone(&self, id: &str) -> bool {
        self.milestones.contains(id)
    }

    /// Names a milestone by a number, or by the next one that is free.
    pub fn free_milestone(&mut self, number: usize) -> String {
        first_free(number, &mut self.milestones, &|number| format!("m{number}"))
    }

    /// Gives the first id of a subject that no criterion has.
    pub fn free_id(&mut self, subject: &str) -> String {
        first_free(1, &mut self.ids, &|number| format!("VAL-{subject}-{number:03}"))
    }

    /// Takes an id; tells whether it was free.
    pub fn take_id(&mut self, id: &str) -> bool {
        self.ids.insert(id.to_owned())
    }

    /// Opens a milestone.
    pub fn head(&mut self, milestone: &str, title: &str) {
        let _ = writeln!(self.text, "\n## {milestone} {}", words::render_title(title));
    }

    /// Opens a milestone with all of its heading.
    pub fn head_whole(&mut self, heading: &str) {
        let _ = writeln!(self.text, "\n## {}", words::render_title(heading));
    }

    /// Writes a criterion: its id and title, and the lines below.
    pub fn write(&mut self, id: &str, title: &str, lines: &[String]) {
        self.write_below("###", id, title, lines);
    }

    /// Writes a criterion that is in no milestone.
    pub fn write_alone(&mut self, id: &str, title: &str, lines: &[String]) {
        self.write_below("##", id, title, lines);
    }

    fn write_below(&mut self, marks: &str, id: &str, title: &str, lines: &[String]) {
        let _ = writeln!(self.text, "\n{marks} {id} — {}", words::render_title(title));
        for line in lines {
            let _ = writeln!(self.text, "{line}");
        }
    }

    /// Writes a milestone with its criteria.
    pub fn add(&mut self, milestone: &str, title: &str, drafted: &[DraftedCriterion<'_>]) {
        self.head(milestone, title);
        for it in drafted {
            let id = self.free_id(&subject_of(it));
            let vague = it.vague.map(|it| {
                let word = words::render_title(bare(it));
                format!("{OPEN_MEASURE} (“{word}” — what would you count?)")
            });
            let from = format!("From: {}", it.from);
            let kept = must_only_keep_working(it.statement).then(|| REGRESSION.to_owned());
            let lines: Vec<String> = std::iter::once(from).chain(kept).chain(vague).collect();
            self.write(&id, bare(it.statement), &lines);
        }
    }

    /// Gives the register with what was drafted; none where that is nothing, or where the register
    /// hides its end in a comment that nobody closed.
    #[must_use]
    pub fn finish(self) -> Option<Source> {
        if self.text.is_empty() {
            return None;
        }
        let there = self.criteria.text();
        let lead = if there.is_empty() || there.ends_with('\n') { "" } else { "\n" };
        let text = format!("{lead}{}", self.text).replace('\n', self.criteria.newline());
        let span = Span::new(there.len(), there.len());
        let drafted = splice(self.criteria, &[Splice { span, text }])?;
        let (doc, _) = CriteriaDoc::parse(Source::new(drafted.bytes().to_vec()));
        (!doc.criteria().is_empty()).then_some(drafted)
    }
}

/// Takes the first name with a number that nothing has.
fn first_free(
    mut number: usize,
    taken: &mut BTreeSet<String>,
    name: &dyn Fn(usize) -> String,
) -> String {
    while !taken.insert(name(number)) {
        number += 1;
    }
    name(number)
}

/// Gives a statement without the sign at its end.
#[must_use]
pub fn bare(text: &str) -> &str {
    text.trim().trim_end_matches(['.', ';', ','])
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
    let is_empty = |it: &&str| EMPTY_WORDS.contains(&it.to_ascii_lowercase().as_str());
    let mut telling: Vec<&str> =
        words.iter().map(String::as_str).filter(|it| !is_empty(it)).collect();
    if telling.is_empty() {
        telling = words.iter().map(String::as_str).collect();
    }
    telling.truncate(SUBJECT_WORDS_MAX);
    subject(&telling, SUBJECT_CHARS_MAX).unwrap_or_else(|| drafted.fallback.to_ascii_uppercase())
}

/// Puts as many words of ASCII letters together as fit, in capital letters; none where there is none.
#[must_use]
pub fn subject(words: &[&str], chars_max: usize) -> Option<String> {
    let mut subject = String::new();
    for word in words {
        if !subject.is_empty() && subject.len() + word.len() > chars_max {
            break;
        }
        subject.push_str(&word.to_ascii_uppercase());
    }
    subject.truncate(chars_max);
    (!subject.is_empty()).then_some(subject)
}

/// Tells whether a statement is about something that works already and must stay so.
fn must_only_keep_working(statement: &str) -> bool {
    let words = statement.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
    let padded = format!(" {words} ");
    KEEPING.iter().any(|it| padded.contains(it))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_must_only_keep_working_is_drafted_as_that() {
        let source = Source::new(Vec::new());
        let mut draft = RegisterDraft::blind(&source);
        let drafted = |statement| DraftedCriterion {
            subject: "entry",
            fallback: "entry",
            statement,
            from: "Q1".to_owned(),
            vague: None,
        };
        let statements = ["Old readings still open", "A reading can be entered offline"];
        draft.add("m1", "Entry", &statements.map(drafted));
        let text = draft.finish().unwrap().text().to_owned();
        assert_eq!(text.matches("Kind: regression").count(), 1, "{text}");
        assert!(text.contains("Old readings still open\nFrom: Q1\nKind: regression\n"), "{text}");
    }
}
