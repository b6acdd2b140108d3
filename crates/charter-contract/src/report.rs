//! What the tool knows of a finished piece of work, as the middle of REPORT.md.
//!
//! Owns the part between two marks, which is written anew at every attempt to complete; everything
//! around it is the author's. Must not know when a report is wanted.

use crate::document::SectionKey;
use crate::judge::judge;
use crate::status::{Tally, tally, waived_words};
use crate::{ContractState, Docs, Rigor};
use charter_kernel::FileEdit;
use charter_kernel::counted;
use charter_kernel::markdown::{Span, Splice, contained, splice, words};
use charter_kernel::visible::visible;
use std::fmt::Write;

/// Where the tool's part begins.
const BEGIN: &str = "<!-- charter: what the ledger knows; written anew by `charter complete` -->";

const END: &str = "<!-- charter: end -->";

/// The most characters of a summary in the table.
const SUMMARY_CHARS_MAX: usize = 120;

/// What other features have to say, as Markdown of their own.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Aside {
    /// What reviewers found.
    pub found: String,
    /// What was not talked about.
    pub left_open: String,
}

/// Gives REPORT.md with the tool's part up to date; none where no report is wanted or nothing
/// changes.
#[must_use]
pub fn write_report(docs: &Docs, state: &ContractState, others: &Aside) -> Option<FileEdit> {
    if state.rigor == Rigor::Light {
        return None;
    }
    let facts = facts(docs, state, others);
    let edit = |bytes: Vec<u8>| FileEdit { path: "REPORT.md".to_owned(), bytes };
    let Some(report) = &docs.report else {
        return Some(edit(scaffold(docs, state, &facts).into_bytes()));
    };
    let source = report.source();
    let from = source.text().find(BEGIN)?;
    let to = from + source.text().get(from..)?.find(END)? + END.len();
    let text = facts.replace('\n', source.newline());
    let written = splice(source, &[Splice { span: Span::new(from, to), text }])?;
    (written.bytes() != source.bytes()).then(|| edit(written.bytes().to_vec()))
}

/// Gives a report for its author to fill in, without what the tool knows; none where no report is wanted or
/// there is one.
#[must_use]
pub fn draft_report(docs: &Docs, state: &ContractState) -> Option<FileEdit> {
    let is_wanted = state.rigor != Rigor::Light && docs.report.is_none();
    let facts = format!("{BEGIN}\n\n{END}");
    let bytes = || scaffold(docs, state, &facts).into_bytes();
    is_wanted.then(|| FileEdit { path: "REPORT.md".to_owned(), bytes: bytes() })
}

fn scaffold(docs: &Docs, state: &ContractState, facts: &str) -> String {
    let name = words::render_title(docs.charter.name().unwrap_or(&state.name));
    let objective = docs.charter.visible_text(SectionKey::Objective);
    let objective = objective.filter(|it| !it.is_empty()).map(|it| contained(&it));
    let objective = objective.unwrap_or_else(|| contained(&state.objective));
    format!(
        "# Report: {name}\n\n## Objective\n\n{objective}\n\n## Outcome\n\n\
         <!-- What came of it, in your words. -->\n\n## Notes\n\n\
         <!-- What a reader should know: what was left out, what surprised you. -->\n\n\
         ## Criteria\n\n{facts}\n"
    )
}

/// Says what is known about every criterion.
fn facts(docs: &Docs, state: &ContractState, others: &Aside) -> String {
    let mut text = format!("{BEGIN}\n\n");
    let criteria = docs.criteria.criteria();
    let judged: Vec<_> = criteria.iter().map(|it| (it, judge(it, docs, state))).collect();
    let Tally { val_total, val_pass, val_waived } = tally(docs, state);
    let waived = waived_words(val_waived);
    let criteria = counted(val_total, "criterion is", "criteria are");
    let _ = writeln!(text, "{val_pass} of {criteria} shown{waived}.\n");
    if !criteria.is_empty() {
        text.push_str("| criterion | verdict | evidence |\n|---|---|---|\n");
    }
    for (criterion, judged) in &judged {
        let record = state.criteria.get(&criterion.id);
        let summary =
            record.map_or(String::new(), |it| words::shorten(&it.last_summary, SUMMARY_CHARS_MAX));
        let place = record.and_then(|it| it.last_evidence_path.as_deref());
        let place = place.map_or(String::new(), |it| format!(" (`{}`)", code(it)));
        let _ = writeln!(
            text,
            "| {} {} | {} | {}{place} |",
            cell(criterion.id.as_str()),
            cell(&criterion.title),
            judged.verdict.word(),
            cell(&summary),
        );
    }
    let waived: Vec<_> = state.waived.iter().collect();
    if !waived.is_empty() {
        text.push_str("\nTaken out by a person:\n\n");
        for (id, waiver) in waived {
            let _ = writeln!(text, "- {}: {}", cell(id.as_str()), cell(&waiver.reason));
        }
    }
    text.push_str(&others.found);
    text.push_str(&gone(docs, state));
    text.push_str(&others.left_open);
    text.push('\n');
    text.push_str(END);
    text
}

/// Says what was recorded of criteria that are no longer there.
fn gone(docs: &Docs, state: &ContractState) -> String {
    let mut text = String::new();
    let gone = state.criteria.iter().filter(|(id, _)| docs.criteria.find(id.as_str()).is_none());
    for (idx, (id, record)) in gone.enumerate() {
        if idx == 0 {
            text.push_str("\nRecorded, and not in the register any more:\n\n");
        }
        let words = words::shorten(&record.last_summary, SUMMARY_CHARS_MAX);
        let outcome = record.outcome.word();
        let _ = writeln!(text, "- {}: {outcome}, {}", cell(id.as_str()), cell(&words));
    }
    text
}

/// Makes a path safe inside backticks in a cell.
pub(crate) fn code(text: &str) -> String {
    visible(text).replace('`', "'").replace('|', "\\|")
}

/// Makes a text safe inside a cell: no line, column or comment of its own.
#[must_use]
pub fn cell(text: &str) -> String {
    words::render_title(text)
        .replace('|', "\\|")
        .replace("-->", "--&gt;")
        .replace("<!--", "&lt;!--")
}
