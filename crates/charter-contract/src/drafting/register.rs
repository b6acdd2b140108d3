//! A register with criteria drafted behind what it holds.
//!
//! Owns ids, numbers of milestones, and what is already there. A proposal in an authored file:
//! people change it. Must not know which interview it comes from.

use super::criterion::CriterionDraft;
use crate::document::{CriteriaDoc, Criterion};
use charter_kernel::markdown::{Source, Span, Splice, splice, words};
use std::collections::BTreeSet;
use std::fmt::Write;

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
        let _ = writeln!(self.text, "\n## {milestone} {}", words::render_heading(title));
    }

    /// Opens a milestone with all of its heading.
    pub fn head_whole(&mut self, heading: &str) {
        let _ = writeln!(self.text, "\n## {}", words::render_heading(heading));
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
        let _ = writeln!(self.text, "\n{marks} {id} — {}", words::render_heading(title));
        for line in lines {
            let _ = writeln!(self.text, "{line}");
        }
    }

    /// Writes a milestone with its criteria; `fallback` is the word for ids where a criterion has none.
    pub fn add(
        &mut self,
        milestone: &str,
        title: &str,
        fallback: &str,
        drafted: &[CriterionDraft],
    ) {
        self.head(milestone, title);
        for it in drafted {
            let subject = it.subject.as_deref().unwrap_or(fallback).to_ascii_uppercase();
            let id = self.free_id(&subject);
            self.write(&id, bare(&it.statement), &it.lines());
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
