//! The documents that a contract of another tool proposes.
//!
//! Owns its milestones, ids and lines. Nothing that another tool wrote becomes a field of ours: a
//! line that would be one is set off. Must not know the shape of any tool.

use super::contract::{Clause, Contract};
use charter_contract::document::{CharterDoc, SectionKey, is_field};
use charter_contract::drafting::{append, free_id};
use charter_kernel::markdown::{Source, splice, words};
use std::collections::BTreeSet;
use std::fmt::Write;

/// The most characters of a title; the whole stands below it then.
const TITLE_CHARS_MAX: usize = 120;

/// The most letters of a subject in an id.
const SUBJECT_CHARS_MAX: usize = 12;

/// Gives a register with the criteria of a contract behind what it holds; none where there is none.
#[must_use]
pub fn draft(criteria: &Source, contract: &Contract) -> Option<Source> {
    let mut text = String::new();
    let mut taken = BTreeSet::new();
    for (idx, group) in contract.groups.iter().enumerate() {
        let _ = write!(text, "\n## m{} {}\n", idx + 1, words::render_title(&group.title));
        let subject = short_subject(&group.subject);
        for it in &group.clauses {
            let id = own_id(it, &mut taken).unwrap_or_else(|| free_id(&subject, &mut taken));
            write_criterion(&mut text, &id, it);
        }
    }
    append(criteria, &text)
}

fn write_criterion(text: &mut String, id: &str, clause: &Clause) {
    let whole = clause.title.trim().trim_end_matches(['.', ';', ',']);
    let title = words::shorten(whole, TITLE_CHARS_MAX);
    let _ = writeln!(text, "\n### {id} — {}", words::render_title(&title));
    let cut = Some(clause.title.clone()).filter(|_| title != whole);
    for line in cut.iter().chain(&clause.body) {
        let _ = writeln!(text, "- {}", body_line(line));
    }
    text.push_str("From: imported\n");
}

/// Writes a line so that it is neither a field nor structure.
fn body_line(line: &str) -> String {
    let line = words::render(line.trim()).replace('\n', " ");
    if is_field(&line) { line.replacen(':', "\\:", 1) } else { line }
}

/// Gives the id that a clause brought along, where it can be one of ours and is free.
fn own_id(clause: &Clause, taken: &mut BTreeSet<String>) -> Option<String> {
    let id = clause.id.as_deref()?;
    let is_plain = id.chars().all(|it| it.is_ascii_uppercase() || it.is_ascii_digit() || it == '-');
    let is_whole = id.starts_with(|it: char| it.is_ascii_alphanumeric()) && !id.ends_with('-');
    let id = format!("VAL-{id}");
    (is_plain && is_whole && taken.insert(id.clone())).then_some(id)
}

/// Makes a short word of a subject: as many of its words as fit, in capital letters.
fn short_subject(subject: &str) -> String {
    let words = subject.split(|it: char| !it.is_ascii_alphanumeric()).filter(|it| !it.is_empty());
    let mut short = String::new();
    for word in words {
        if !short.is_empty() && short.len() + word.len() > SUBJECT_CHARS_MAX {
            break;
        }
        short.push_str(&word.to_ascii_uppercase());
    }
    short.truncate(SUBJECT_CHARS_MAX);
    if short.is_empty() { "SPEC".to_owned() } else { short }
}

/// Gives a charter.md with what a contract says about the problem and the scope; none where it says
/// nothing about either.
#[must_use]
pub fn charter(document: &Source, contract: &Contract) -> Option<Source> {
    let list = |lines: &[String]| -> String {
        lines.iter().map(|it| format!("- {}\n", words::render(it).replace('\n', " "))).collect()
    };
    let (will, wont) = (list(&contract.will), list(&contract.wont));
    let scope = format!("### Will\n\n{will}\n### Won't\n\n{wont}");
    let problem = words::render(contract.problem.trim());
    let sections = [
        (SectionKey::Problem, problem, !contract.problem.trim().is_empty()),
        (SectionKey::Scope, scope, !(will.is_empty() && wont.is_empty())),
    ];
    let mut edited: Option<Source> = None;
    for (key, text, _) in sections.into_iter().filter(|it| it.2) {
        let source = Source::new(edited.as_ref().unwrap_or(document).bytes().to_vec());
        let (parsed, _) = CharterDoc::parse(source);
        let splices = [parsed.set_section(key, &text)?];
        edited = splice(parsed.source(), &splices);
    }
    edited
}
