//! The page that `charter export --markdown` writes.
//!
//! Owns how it becomes requirements again, with their ids. Verdicts stay behind: what was shown elsewhere is shown
//! anew here. Must not know how a register looks.

use super::contract::{Clause, Contract, ForeignFile, Group};
use super::export::MARKDOWN_MARK;
use super::lines::{SpecLine, lines};
use charter_kernel::markdown::words;

pub(super) fn is_page(text: &str) -> bool {
    text.trim_start_matches('\u{feff}').starts_with(MARKDOWN_MARK)
}

pub(super) fn read(contract: &mut Contract, files: &[ForeignFile<'_>]) {
    let Some(file) = files.iter().find(|it| is_page(it.text)) else { return };
    let mut group = Group::new("Criteria", "SPEC");
    let mut is_verdict = false;
    for SpecLine { level, text } in lines(file.text) {
        let said = words::parse(&text);
        match level {
            Some(1) => contract.title = said,
            Some(2) if named(&said).is_some() => {
                let (id, title) = named(&said).unwrap_or_default();
                let id = Some(id.to_owned());
                group.clauses.push(Clause { id, title: title.to_owned(), body: Vec::new() });
                is_verdict = false;
            }
            _ if text.is_empty() => {}
            _ if text.starts_with("Verdict: ") => is_verdict = true,
            _ => match group.clauses.last_mut() {
                Some(clause) if !is_verdict => clause.body.push(said),
                Some(_) => {}
                None if is_head(&text) => {}
                None => super::lines::add_line(&mut contract.idea, &said),
            },
        }
    }
    contract.groups.push(group);
    contract.note("verdicts are not taken over: each criterion is to be shown here");
}

/// Splits the heading of a criterion into what is behind `VAL-`, and the title.
fn named(heading: &str) -> Option<(&str, &str)> {
    heading.strip_prefix("VAL-")?.split_once(" — ")
}

/// Tells whether a line says how far the charter is, which is no part of the idea.
fn is_head(line: &str) -> bool {
    line.starts_with('|') || line.contains(" criteria stand · ")
}
