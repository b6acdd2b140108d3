//! Goals of ultragoal: goals.json, and briefs with a line `@goal` before each goal.
//!
//! Owns how goals make requirements. What that tool calls complete is no evidence here, and is said. Must not know
//! how a register looks.

use super::contract::{Clause, Contract, ForeignFile, Group};
use serde_json::Value;

/// The name of the file with the goals.
pub const GOALS: &str = "goals.json";

/// What opens a goal in a brief, at the start of a line.
const SIGIL: &str = "@goal";

pub(super) fn is_goals(text: &str) -> bool {
    goals(text).is_some_and(|it| it.iter().any(|goal| goal["objective"].is_string()))
}

pub(super) fn is_brief(text: &str) -> bool {
    text.lines().any(|it| opened(it).is_some())
}

pub(super) fn read(contract: &mut Contract, files: &[ForeignFile<'_>]) {
    let is_named = |it: &&ForeignFile<'_>| it.path.ends_with(".json") && is_goals(it.text);
    if let Some(file) = files.iter().find(is_named) {
        read_goals(contract, file.text);
    }
    for file in files.iter().filter(|it| it.path.ends_with(".md")) {
        // Where there are goals already, the brief says only what they are for.
        let is_new = contract.groups.is_empty() && is_brief(file.text);
        let (idea, clauses) = brief(file.text);
        if contract.idea.is_empty() {
            contract.idea = idea;
        }
        if is_new {
            contract.groups.push(Group { clauses, ..Group::new("Goals", "GOAL") });
        }
    }
}

fn goals(text: &str) -> Option<Vec<Value>> {
    let value: Value = serde_json::from_str(text.trim_start_matches('\u{feff}')).ok()?;
    value.get("goals")?.as_array().cloned()
}

fn read_goals(contract: &mut Contract, text: &str) {
    let goals = goals(text).unwrap_or_default();
    let mut group = Group::new("Goals", "GOAL");
    let word = |goal: &Value, key: &str| goal[key].as_str().unwrap_or_default().trim().to_owned();
    for goal in &goals {
        let (title, objective) = (word(goal, "title"), word(goal, "objective"));
        let id = word(goal, "id");
        let id = id.split('-').next().filter(|it| !it.is_empty()).map(str::to_owned);
        group.clauses.extend(clause(id, &title, &objective));
    }
    let is_done = |it: &&Value| it["status"].as_str() == Some("complete");
    let n_done = goals.iter().filter(is_done).count();
    if n_done > 0 {
        let n = goals.len();
        contract
            .note(format!("{n_done} of {n} goals were complete there; here each is to be shown"));
    }
    contract.groups.push(group);
}

/// Makes a requirement of a goal; none where it says nothing.
fn clause(id: Option<String>, title: &str, objective: &str) -> Option<Clause> {
    let lines = objective.lines().map(str::trim).filter(|it| !it.is_empty());
    let mut body: Vec<String> = lines.map(str::to_owned).collect();
    let title = if title.is_empty() { body.first()?.clone() } else { title.to_owned() };
    body.retain(|it| *it != title);
    Some(Clause { id, title, body })
}

/// Splits a brief into what stands before its goals, and the goals.
fn brief(text: &str) -> (String, Vec<Clause>) {
    let (mut before, mut blocks): (Vec<&str>, Vec<(String, Vec<&str>)>) = (Vec::new(), Vec::new());
    for line in text.trim_start_matches('\u{feff}').lines() {
        match (opened(line), blocks.last_mut()) {
            (Some(title), _) => blocks.push((title.to_owned(), Vec::new())),
            (None, Some((_, body))) => body.push(line),
            (None, None) => before.push(line),
        }
    }
    let clauses = blocks.iter().filter_map(|(title, body)| clause(None, title, &body.join("\n")));
    (before.join("\n").trim().to_owned(), clauses.collect())
}

/// Gives the title behind a sigil: at the start of a line, before `:`, a blank, a tab or the end.
fn opened(line: &str) -> Option<&str> {
    let rest = line.strip_prefix(SIGIL)?;
    let is_sigil = rest.is_empty() || rest.starts_with([':', ' ', '\t']);
    is_sigil.then(|| rest.strip_prefix(':').unwrap_or(rest).trim())
}
