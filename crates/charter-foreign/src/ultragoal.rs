//! Goals of ultragoal: goals.json, and briefs with a line `@goal` before each goal.
//!
//! Owns how goals make requirements. What that tool calls complete is no evidence here, and is said. Must not know
//! how a register looks.

use super::contract::{Clause, Contract, ForeignFile, Group};
use super::lines::without_bullet;
use charter_kernel::markdown::words;
use serde_json::Value;
use std::collections::BTreeMap;

/// The name of the file with the goals.
pub const GOALS: &str = "goals.json";

/// What opens a goal in a brief, at the start of a line.
const SIGIL: &str = "@goal";

/// The fields of a goal that are understood, or that are about its progress there.
const GOAL_FIELDS: [&str; 11] = [
    "id",
    "title",
    "objective",
    "brief",
    "status",
    "attempt",
    "createdAt",
    "updatedAt",
    "startedAt",
    "completedAt",
    "evidence",
];

/// The fields of the file that are understood, or that are about the tool itself.
const FILE_FIELDS: [&str; 10] = [
    "goals",
    "brief",
    "version",
    "createdAt",
    "updatedAt",
    "briefPath",
    "goalsPath",
    "ledgerPath",
    "activeGoalId",
    "state_revision",
];

/// The names of a list of acceptance criteria.
const ACCEPTANCE: [&str; 2] = ["acceptanceCriteria", "acceptance_criteria"];

/// Where an acceptance criterion that is an object has its words.
const WORDS: [&str; 5] = ["criterion", "text", "description", "title", "statement"];

/// Names of files that say nothing about what is in them.
const EMPTY_NAMES: [&str; 4] = ["goals", "brief", "ultragoal", "goal"];

/// The most characters of a name that is made of a brief's first line.
const NAME_CHARS_MAX: usize = 60;

pub(super) fn is_goals(text: &str) -> bool {
    let is_goal = |it: &Value| !objective(it).is_empty();
    goals(text).is_some_and(|it| it.iter().any(is_goal))
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
        let (said, clauses) = brief(file.text);
        take_brief(contract, &said);
        if is_new {
            contract.groups.push(Group { clauses, ..Group::new("Goals", "GOAL") });
        }
    }
    let is_empty = EMPTY_NAMES.contains(&contract.title.to_lowercase().as_str());
    if let Some(first) = contract.idea.lines().next().filter(|_| is_empty) {
        contract.title = words::shorten(first, NAME_CHARS_MAX);
    }
}

/// Takes what a brief says as the idea, and its first heading as the name; the first brief counts.
fn take_brief(contract: &mut Contract, said: &str) {
    let said = said.trim();
    if !contract.idea.is_empty() || said.is_empty() {
        return;
    }
    let (heading, rest) = match said.strip_prefix("# ") {
        Some(behind) => {
            let (heading, rest) = behind.split_once('\n').unwrap_or((behind, ""));
            (heading.trim_end_matches('#').trim(), rest.trim())
        }
        None => ("", said),
    };
    if !heading.is_empty() {
        heading.clone_into(&mut contract.title);
    }
    rest.clone_into(&mut contract.idea);
}

fn goals(text: &str) -> Option<Vec<Value>> {
    let value: Value = serde_json::from_str(text.trim_start_matches('\u{feff}')).ok()?;
    value.get("goals")?.as_array().cloned()
}

fn word(value: &Value, key: &str) -> String {
    value.get(key).and_then(Value::as_str).unwrap_or_default().trim().to_owned()
}

/// Gives what a goal is for: its objective, or its brief.
fn objective(goal: &Value) -> String {
    let objective = word(goal, "objective");
    if objective.is_empty() { word(goal, "brief") } else { objective }
}

fn read_goals(contract: &mut Contract, text: &str) {
    let value: Value =
        serde_json::from_str(text.trim_start_matches('\u{feff}')).unwrap_or_default();
    take_brief(contract, &word(&value, "brief"));
    let goals = goals(text).unwrap_or_default();
    for goal in &goals {
        read_goal(contract, goal);
    }
    let is_done = |it: &&Value| it["status"].as_str() == Some("complete");
    let n_done = goals.iter().filter(is_done).count();
    if n_done > 0 {
        let n = goals.len();
        contract
            .note(format!("{n_done} of {n} goals were complete there; here each is to be shown"));
    }
    note_fields(contract, &value, &goals);
}

/// Makes a criterion of a goal; where it lists what accepts it, a milestone with a criterion for each.
fn read_goal(contract: &mut Contract, goal: &Value) {
    let (title, objective) = (word(goal, "title"), objective(goal));
    let id = word(goal, "id");
    let id = id.split('-').next().filter(|it| !it.is_empty()).map(str::to_owned);
    let accepted = acceptance(goal);
    let Some(clause) = clause(id.clone(), &title, &objective) else { return };
    if accepted.is_empty() {
        let goals = contract.groups.last_mut().filter(|it| it.subject == "GOAL");
        if let Some(group) = goals {
            group.clauses.push(clause);
        } else {
            let group = Group::new("Goals", "GOAL");
            contract.groups.push(Group { clauses: vec![clause], ..group });
        }
        return;
    }
    let lines: Vec<&str> = objective.split_whitespace().collect();
    let said = lines.join(" ");
    contract.will.push(if said.is_empty() || said == clause.title {
        clause.title.clone()
    } else {
        format!("{}: {said}", clause.title)
    });
    let clauses = accepted
        .iter()
        .map(|it| it.split_whitespace().collect::<Vec<_>>().join(" "))
        .map(|title| Clause { title, ..Clause::default() })
        .collect();
    let group = Group::new(&clause.title, id.as_deref().unwrap_or("ACCEPT"));
    contract.groups.push(Group { clauses, ..group });
}

/// Lists the acceptance criteria of a goal: strings, or objects with their words.
fn acceptance(goal: &Value) -> Vec<String> {
    let lists = ACCEPTANCE.iter().filter_map(|it| goal.get(it)?.as_array());
    lists.flatten().map(words_of).filter(|it| !it.is_empty()).collect()
}

fn words_of(entry: &Value) -> String {
    match entry.as_str() {
        Some(text) => text.trim().to_owned(),
        None => {
            WORDS.iter().map(|it| word(entry, it)).find(|it| !it.is_empty()).unwrap_or_default()
        }
    }
}

/// Says which fields were not understood, and which are left where they were.
fn note_fields(contract: &mut Contract, file: &Value, goals: &[Value]) {
    let mut unknown: BTreeMap<&str, usize> = BTreeMap::new();
    for (key, value) in goals.iter().filter_map(Value::as_object).flatten() {
        let n_lost = match value.as_array().filter(|_| ACCEPTANCE.contains(&key.as_str())) {
            Some(list) => list.iter().filter(|it| words_of(it).is_empty()).count(),
            None => usize::from(!GOAL_FIELDS.contains(&key.as_str())),
        };
        if n_lost > 0 {
            *unknown.entry(key).or_default() += n_lost;
        }
    }
    for (key, n) in unknown {
        let what = match (ACCEPTANCE.contains(&key), n) {
            (true, 1) => "entry",
            (true, _) => "entries",
            (false, 1) => "goal",
            (false, _) => "goals",
        };
        contract.note(format!("not understood: `{key}` ({n} {what})"));
    }
    let n_evidence = goals.iter().filter(|it| it.get("evidence").is_some()).count();
    if n_evidence > 0 {
        contract
            .note(format!("`evidence` of {n_evidence} of {} goals is not taken over", goals.len()));
    }
    // The modes and objectives of the tools that run such goals are about those tools.
    let is_tool = |it: &str| {
        ["GoalMode", "Objective", "ObjectiveAliases"].iter().any(|end| it.ends_with(end))
    };
    for key in file.as_object().into_iter().flat_map(|it| it.keys()) {
        if !FILE_FIELDS.contains(&key.as_str()) && !is_tool(key) {
            contract.note(format!("not understood: `{key}` of the file"));
        }
    }
}

/// Makes a clause of a goal; none where it says nothing.
fn clause(id: Option<String>, title: &str, objective: &str) -> Option<Clause> {
    let lines = objective.lines().map(without_bullet).filter(|it| !it.is_empty());
    let mut body: Vec<String> = lines.map(str::to_owned).collect();
    let title = if title.is_empty() { body.first()?.clone() } else { title.to_owned() };
    body.retain(|it| *it != title);
    Some(Clause { id, title, body, own: None })
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
