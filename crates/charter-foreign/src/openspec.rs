//! A change folder of OpenSpec: `proposal.md`, `design.md`, and `specs/<capability>/spec.md`.
//!
//! Owns how clauses and scenarios are marked there. A scenario is what can be shown; a clause
//! without one is shown itself. Must not know how a register looks.

use super::contract::{Clause, Contract, ForeignFile, Group};
use super::lines::{SpecLine, add_line, item, label, lines, plain};

/// What a change does with a clause.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Operation {
    /// It holds afterwards, new or changed or as it was.
    Holds,
    /// It is gone afterwards.
    Removed,
    /// It only has another name.
    Renamed,
}

/// Tells whether a text has requirements as OpenSpec marks them.
pub(super) fn is_delta(text: &str) -> bool {
    lines(text).iter().any(|it| it.level == Some(3) && requirement(&it.text).is_some())
}

pub(super) fn is_proposal(text: &str) -> bool {
    let lines = lines(text);
    let has = |name: &str| lines.iter().any(|it| it.level == Some(2) && it.text == name);
    has("Why") && has("What Changes")
}

pub(super) fn read(contract: &mut Contract, files: &[ForeignFile<'_>]) {
    for file in files {
        match file.path {
            "proposal.md" => read_proposal(contract, file.text),
            "design.md" => read_design(contract, file.text),
            path if path.ends_with(".md") && is_delta(file.text) => {
                read_spec(contract, path, file.text);
            }
            "tasks.md" => contract.note("tasks.md says how, not what: it is kept and not read"),
            _ => {}
        }
    }
    contract.idea.clone_from(&contract.problem);
}

fn requirement(heading: &str) -> Option<&str> {
    heading.strip_prefix("Requirement:").map(str::trim)
}

fn scenario(heading: &str) -> Option<&str> {
    heading.strip_prefix("Scenario:").map(str::trim)
}

fn read_proposal(contract: &mut Contract, text: &str) {
    let mut section = String::new();
    for line in lines(text) {
        match line.level {
            Some(1) => {
                let title = line.text.trim_start_matches("Change:").trim();
                let title = title.trim_start_matches("Proposal:").trim();
                if !title.is_empty() && title != "Proposal" {
                    title.clone_into(&mut contract.title);
                }
            }
            Some(2) => section.clone_from(&line.text),
            Some(_) => {}
            None if section == "Why" => add_line(&mut contract.problem, &line.text),
            None if section == "What Changes" => {
                contract.will.extend(item(&line.text).map(plain));
            }
            None => {}
        }
    }
}

fn read_design(contract: &mut Contract, text: &str) {
    let mut is_inside = false;
    for line in lines(text) {
        let named = label(&line.text).map(|it| it.0).or(line.level.map(|_| line.text.as_str()));
        if let Some(named) = named {
            is_inside = named.starts_with("Non-Goal");
        } else if is_inside {
            contract.wont.extend(item(&line.text).map(plain));
        }
    }
}

/// Reads what changes in a capability.
fn read_spec(contract: &mut Contract, path: &str, text: &str) {
    let capability = path.trim_end_matches(".md").trim_end_matches("/spec");
    let capability = capability.trim_start_matches("specs/");
    let capability =
        if capability == "spec" { contract.title.clone() } else { capability.to_owned() };
    let mut group = Group::new(&capability.replace(['-', '_'], " "), &capability);
    let mut operation = Operation::Holds;
    let mut block: Vec<SpecLine> = Vec::new();
    for line in lines(text).into_iter().chain([SpecLine { level: Some(1), text: String::new() }]) {
        if line.level.is_some_and(|it| it <= 3) {
            take_block(contract, &mut group, operation, &block);
            block.clear();
        }
        if line.level == Some(2) {
            operation = match line.text.split_whitespace().next() {
                Some("REMOVED") => Operation::Removed,
                Some("RENAMED") => Operation::Renamed,
                _ => Operation::Holds,
            };
            if operation == Operation::Renamed {
                contract
                    .note(format!("{path}: requirements that only get another name are left out"));
            }
        }
        if !block.is_empty() || line.level == Some(3) {
            block.push(line);
        }
    }
    contract.groups.push(group);
}

/// Takes one clause with its scenarios.
fn take_block(
    contract: &mut Contract,
    group: &mut Group,
    operation: Operation,
    block: &[SpecLine],
) {
    let Some((head, rest)) = block.split_first() else { return };
    let Some(name) = requirement(&head.text) else { return };
    match operation {
        Operation::Renamed => return,
        Operation::Removed => {
            let body = rest.iter().map(|it| plain(&it.text)).filter(|it| !it.is_empty());
            let title = format!("“{name}” is gone");
            group.clauses.push(Clause { id: None, title, body: body.collect(), own: None });
            return;
        }
        Operation::Holds => {}
    }
    let end = rest.iter().position(|it| it.level.is_some()).unwrap_or(rest.len());
    let (said, scenarios) = rest.split_at(end);
    let said: Vec<String> =
        said.iter().map(|it| plain(&it.text)).filter(|it| !it.is_empty()).collect();
    let mut found: Vec<Clause> = Vec::new();
    for line in scenarios {
        match (line.level, scenario(&line.text)) {
            (Some(4), Some(title)) => {
                let title = format!("{name}: {title}");
                found.push(Clause { id: None, title, body: said.clone(), own: None });
            }
            (Some(_), _) => contract.note(format!("“{}” is no scenario", line.text)),
            (None, _) => {
                let text = plain(item(&line.text).unwrap_or(&line.text));
                if let Some(last) = found.last_mut().filter(|_| !text.is_empty()) {
                    last.body.push(text);
                }
            }
        }
    }
    if found.is_empty() {
        contract.note(format!("“{name}” has no scenario; it is a criterion itself"));
        found.push(Clause { id: None, title: name.to_owned(), body: said, own: None });
    }
    group.clauses.append(&mut found);
}
