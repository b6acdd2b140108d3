//! What to do next, most useful first, each with the exact command.
//!
//! Owns the order of advice. Must not know whether the caller is a person or an agent.

use super::blocker::blockers;
use super::status::{deep_interview, unfinished_plan};
use crate::State;
use charter_contract::agreement::CHANGED;
use charter_contract::blocker::{GONE, NEEDS_PERSON, document_blockers};
use charter_contract::{Blocker, restore_register, show_it};
use charter_contract::{Docs, Status, agreement};
use charter_interview::RELAYED;
use charter_interview::brief::Pad;
use charter_kernel::{CharterId, NextAction, shell_word};
use charter_review::OBJECTION;

/// Lists the next legal actions of a charter; `path` is its directory as the caller sees it.
#[must_use]
pub fn next_actions(docs: &Docs, state: &State, id: &CharterId, path: &str) -> Vec<NextAction> {
    next_actions_about(docs, state, id, path, &[])
}

/// Lists the same, with the criteria that were just dealt with first, by their ids.
#[must_use]
pub fn next_actions_about(
    docs: &Docs,
    state: &State,
    id: &CharterId,
    path: &str,
    first: &[String],
) -> Vec<NextAction> {
    let act = |action: &str, hint: &str| NextAction::about(action, id.as_str(), hint, "");
    let abandon = || {
        let reason = "--reason \"what happened\"";
        NextAction::about("abandon", id.as_str(), "give it up", reason)
    };
    match state.contract.status {
        Status::Active => {
            let mut actions = first_steps(docs, state, id, path, first);
            actions.extend([act("pause", "let the work rest; nothing is lost"), abandon()]);
            actions
        }
        Status::Paused => vec![act("resume", "take it up again"), abandon()],
        Status::Completed | Status::Abandoned => {
            let is_completed = state.contract.status == Status::Completed;
            let is_changed = is_completed && !agreement::blockers(docs, &state.contract).is_empty();
            let create = NextAction::new("create", "start another", "charter new \"an idea\"");
            let after = [act("log", "see what happened"), create];
            is_changed.then(|| restore_register(path)).into_iter().chain(after).collect()
        }
    }
}

fn first_steps(
    docs: &Docs,
    state: &State,
    id: &CharterId,
    path: &str,
    first: &[String],
) -> Vec<NextAction> {
    let interview = |hint: String| NextAction::about("interview", id.as_str(), hint, "");
    if let Some(row) = deep_interview(state) {
        let hint = format!("a deep interview is running, {} answered so far", row.answered);
        return vec![interview(hint)];
    }
    let charter = &docs.charter;
    if let Some((pad, _)) = Pad::find(charter.source(), charter.outline()) {
        let n = pad.entries.len();
        return vec![interview(format!("an interview is running, {n} answered so far"))];
    }
    if let Some(row) = unfinished_plan(state) {
        let plan = NextAction::plan(
            "status",
            id.as_str(),
            format!("a plan is open: {}", row.waits_for),
            "",
        );
        return [vec![plan], register_steps(docs, state, id, path, first)].concat();
    }
    register_steps(docs, state, id, path, first)
}

/// What comes where no interview and no plan is running.
fn register_steps(
    docs: &Docs,
    state: &State,
    id: &CharterId,
    path: &str,
    first: &[String],
) -> Vec<NextAction> {
    let interview = |hint: String| NextAction::about("interview", id.as_str(), hint, "");
    if docs.criteria.criteria().is_empty() {
        let hint = "write what must be shown: the register holds no criterion yet";
        let file = shell_word(&format!("{path}/criteria.md"));
        let edit = NextAction::new("edit", hint, format!("${{EDITOR:-vi}} {file}"));
        if state.interview.answered.is_empty() {
            let hint = "answer up to five questions, which draft what must be shown";
            return vec![interview(hint.to_owned()), edit];
        }
        return vec![edit];
    }
    evidence_steps(docs, state, id, path, first)
}

/// Finds the open criterion to take up: one of those that come first, then one that no reviewer's
/// word stands against, then any.
fn next_open<'a>(blockers: &'a [Blocker], state: &State, first: &[String]) -> Option<&'a Blocker> {
    let apart = [OBJECTION, GONE, CHANGED];
    let is_open = |it: &&Blocker| it.criterion_id.is_some() && !apart.contains(&it.reason.as_str());
    let open = || blockers.iter().filter(is_open);
    let is_first = |it: &&Blocker| it.criterion_id.as_ref().is_some_and(|it| first.contains(it));
    let waits = |it: &&Blocker| it.reason == NEEDS_PERSON;
    let found = open().find(is_first);
    let found = found.or_else(|| open().find(|it| !is_objected(it, state) && !waits(it)));
    found.or_else(|| open().find(|it| !waits(it))).or_else(|| open().next())
}

fn is_objected(blocker: &Blocker, state: &State) -> bool {
    let target = blocker.criterion_id.as_deref();
    state.review.open_objections().any(|(_, it)| Some(it.target.as_str()) == target)
}

fn settle(state: &State, id: &CharterId) -> Option<NextAction> {
    let (name, objection) = state.review.open_objections().next()?;
    let rest = format!("--resolve {name} -m \"what was done\"");
    let hint = format!("{name} stands against {}: {}", objection.target, objection.text);
    Some(NextAction::about("block", id.as_str(), hint, &rest))
}

/// A criterion that was taken out or reworded comes back as it was, or, where it is out, a person lets it
/// go.
fn bring_back(blocker: &Blocker, docs: &Docs, id: &CharterId, path: &str) -> Vec<NextAction> {
    let name = blocker.criterion_id.as_deref().unwrap_or_default();
    let file = shell_word(&format!("{path}/criteria.md"));
    let hint = format!("{name}: {}", blocker.description);
    let waive = format!("waive {} --reason \"why it is not needed\"", shell_word(name));
    let command = format!("charter {waive} --charter {}", shell_word(id.as_str()));
    let mut actions = vec![NextAction::new("edit", hint, format!("${{EDITOR:-vi}} {file}"))];
    if docs.criteria.find(name).is_none() {
        actions.push(NextAction::new("waive", "or a person lets it go", command));
    }
    actions
}

/// Says how a person signs what waits for a signature.
fn sign(blockers: &[Blocker], id: &CharterId) -> Vec<NextAction> {
    let waits = |is_gate: bool| {
        let mut open = blockers.iter().filter(|it| it.reason == NEEDS_PERSON);
        open.find(|it| it.milestone_id.is_some() == is_gate)
    };
    let rows = [("agree", waits(false)), ("confirm", waits(true))];
    let action = |(name, blocker): (&str, Option<&Blocker>)| {
        Some(NextAction::about(name, id.as_str(), blocker?.description.clone(), ""))
    };
    rows.into_iter().filter_map(action).collect()
}

fn new_gate() -> NextAction {
    let command = "charter checkpoint init --surface cli --out gate.json";
    NextAction::new(
        "checkpoint",
        "write the gate to fill in; --surface says where users meet the work: cli, web, api …",
        command,
    )
}

/// What is open is shown first; then the report; then it is finished.
fn evidence_steps(
    docs: &Docs,
    state: &State,
    id: &CharterId,
    path: &str,
    first: &[String],
) -> Vec<NextAction> {
    let blockers = blockers(docs, state);
    let mut actions: Vec<NextAction> = Vec::new();
    // Nothing that is run or said mends a register that cannot be read.
    if let Some(blocker) = document_blockers(docs).first() {
        let file = shell_word(&format!("{path}/criteria.md"));
        let hint = blocker.description.clone();
        actions.push(NextAction::new("edit", hint, format!("${{EDITOR:-vi}} {file}")));
        return actions;
    }
    if let Some(blocker) = next_open(&blockers, state, first) {
        if is_objected(blocker, state) {
            actions.extend(settle(state, id));
        }
        actions.extend(show_it(blocker, docs, &state.contract, id));
        return actions;
    }
    actions.extend(settle(state, id));
    if let Some(blocker) = blockers.iter().find(|it| [GONE, CHANGED].contains(&it.reason.as_str()))
    {
        actions.extend(bring_back(blocker, docs, id, path));
        if blocker.reason == CHANGED {
            let hint = "or a person agrees to the change";
            actions.push(NextAction::about("agree", id.as_str(), hint, "-m \"why\""));
        }
    }
    if let Some(blocker) = blockers.iter().find(|it| it.reason == RELAYED) {
        let hint = format!("{}: a person does, all together", blocker.description);
        actions.push(NextAction::about("interview confirm", id.as_str(), hint, ""));
    }
    if let Some(blocker) = blockers.iter().find(|it| it.reason.starts_with("receipt-")) {
        let unit = shell_word(blocker.milestone_id.as_deref().unwrap_or_default());
        let rest = format!("{unit} --gate gate.json");
        let checkpoint =
            NextAction::about("checkpoint", id.as_str(), blocker.description.clone(), &rest);
        actions.extend((!docs.observed.has_gate_file).then(new_gate));
        actions.push(checkpoint);
    }
    actions.extend(sign(&blockers, id));
    let complete = |hint: &str| NextAction::about("complete", id.as_str(), hint, "");
    let is_written = blockers.iter().any(|it| it.reason == "report-empty-section");
    if is_written {
        let file = shell_word(&format!("{path}/REPORT.md"));
        let hint = "write what came of it: REPORT.md has empty parts";
        actions.push(NextAction::new("edit", hint, format!("${{EDITOR:-vi}} {file}")));
    }
    actions.push(complete(match blockers.is_empty() {
        true => "nothing is left to show: finish it",
        false if is_written => "then finish it",
        false => "nothing is left to show: this writes the report to fill in",
    }));
    actions
}
