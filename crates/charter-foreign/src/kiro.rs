//! `requirements.md` as Kiro writes it: numbered requirements, each a story with acceptance criteria.
//!
//! Owns how they are marked there, in any language that keeps the marks. Must not know how a
//! register looks.

use super::contract::{Clause, Contract, ForeignFile, Group};
use super::lines::{SpecLine, add_line, item, label, lines, plain};

/// The words of a heading or label below which criteria stand.
const CRITERIA: [&str; 8] = [
    "acceptance criteria",
    "criterios de aceptación",
    "akzeptanzkriterien",
    "受け入れ基準",
    "受入基準",
    "验收标准",
    "수용 기준",
    "인수 기준",
];

/// The words that the heading of a `Requirement` starts with.
const REQUIREMENT: [&str; 8] =
    ["requirement ", "requisito ", "anforderung ", "要件", "需求", "要求", "요구사항", "요구 사항"];

/// Tells whether a text is a list of requirements with acceptance criteria.
pub(super) fn is_requirements(text: &str) -> bool {
    let lines = lines(text);
    lines.iter().any(|it| it.level.is_some() && number(&it.text).is_some())
        && lines.iter().any(opens_criteria)
}

pub(super) fn read(contract: &mut Contract, files: &[ForeignFile<'_>]) {
    let Some(file) = ForeignFile::find(files, "requirements.md") else { return };
    let mut is_introduction = false;
    let mut is_criteria = false;
    let mut story = String::new();
    for line in lines(file.text) {
        if let Some((number, title)) = line.level.and_then(|_| number(&line.text)) {
            let title = if title.is_empty() { format!("Requirement {number}") } else { title };
            contract.groups.push(Group::new(&title, &format!("R{number}")));
            (is_introduction, is_criteria) = (false, false);
            story.clear();
        } else if opens_criteria(&line) {
            is_criteria = true;
        } else if line.level.is_some() {
            let lower = line.text.to_lowercase();
            is_introduction = ["introduction", "overview", "introducción", "einleitung"]
                .iter()
                .any(|it| lower.starts_with(it));
            is_criteria = false;
        } else if let Some((name, text)) = label(&line.text).filter(|_| !is_criteria) {
            if name.to_lowercase().contains("story") || name.contains("Historia") {
                story = plain(text);
            }
        } else if is_introduction && !line.text.is_empty() {
            add_line(&mut contract.idea, &line.text);
        } else if is_criteria {
            take(contract, &line.text, &story);
        }
    }
}

/// Takes a criterion, or the next line of one.
fn take(contract: &mut Contract, line: &str, story: &str) {
    let Some(group) = contract.groups.last_mut() else { return };
    if let Some(text) = item(line) {
        let body = if story.is_empty() { Vec::new() } else { vec![story.to_owned()] };
        group.clauses.push(Clause { id: None, title: plain(text), body, own: None });
    } else if let Some(last) = group.clauses.last_mut().filter(|_| !line.is_empty()) {
        last.title.push(' ');
        last.title.push_str(&plain(line));
    }
}

fn opens_criteria(line: &SpecLine) -> bool {
    let text = line.text.to_lowercase();
    let text = text.trim_matches(['*', ':', ' ', '：']);
    CRITERIA.contains(&text)
}

/// Splits `Requirement 3: Title` into its number and its title.
fn number(heading: &str) -> Option<(String, String)> {
    let lower = heading.to_lowercase();
    let word = REQUIREMENT.iter().find(|it| lower.starts_with(**it))?;
    let rest = heading.get(word.len()..)?.trim_start();
    let end = rest.find(|it: char| !it.is_ascii_digit()).unwrap_or(rest.len());
    let (digits, title) = rest.split_at(end);
    let title = title.trim_start_matches([':', '：', '.', '-', '–', '—', ' ', '\u{3000}']);
    (!digits.is_empty()).then(|| (digits.to_owned(), title.trim().to_owned()))
}
