//! What to do next, most useful first, each with the exact command.
//!
//! Owns the order of advice. Must not know whether the caller is a person or an agent.

use super::blocker::{Blocker, RELAYED, blockers};
use super::status::{deep_interview, unfinished_plan};
use crate::document::Verifier;
use crate::interview::Pad;
use crate::{CharterId, CriterionId, Docs, NextAction, State, Status, shell_word};

/// Lists the next legal actions of a charter; `path` is its directory as the caller sees it.
#[must_use]
pub fn next_actions(docs: &Docs, state: &State, id: &CharterId, path: &str) -> Vec<NextAction> {
    let act = |action: &str, hint: &str| NextAction::about(action, id.as_str(), hint, "");
    let abandon = || {
        let reason = "--reason \"what happened\"";
        NextAction::about("abandon", id.as_str(), "give it up", reason)
    };
    match state.status {
        Status::Active => {
            let mut actions = first_steps(docs, state, id, path);
            actions.extend([act("pause", "let the work rest; nothing is lost"), abandon()]);
            actions
        }
        Status::Paused => vec![act("resume", "go on"), abandon()],
        Status::Completed | Status::Abandoned => vec![
            act("log", "see what happened"),
            NextAction::new("create", "start another", "charter new \"an idea\""),
        ],
    }
}

fn first_steps(docs: &Docs, state: &State, id: &CharterId, path: &str) -> Vec<NextAction> {
    let interview = |hint: String| NextAction::about("interview", id.as_str(), hint, "");
    if let Some(row) = deep_interview(state) {
        let (ambiguity, threshold) = (row.ambiguity.to_percent(), row.threshold.to_percent());
        let hint =
            format!("a deep interview is running, ambiguity {ambiguity}, enough at {threshold}");
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
        return [vec![plan], register_steps(docs, state, id, path)].concat();
    }
    register_steps(docs, state, id, path)
}

/// What comes where no interview and no plan is running.
fn register_steps(docs: &Docs, state: &State, id: &CharterId, path: &str) -> Vec<NextAction> {
    let interview = |hint: String| NextAction::about("interview", id.as_str(), hint, "");
    if docs.criteria.criteria().is_empty() {
        let hint = "write what must be shown: the register holds no criterion yet";
        let file = shell_word(&format!("{path}/criteria.md"));
        let edit = NextAction::new("edit", hint, format!("${{EDITOR:-vi}} {file}"));
        if state.answered.is_empty() {
            let hint = "answer up to five questions, which draft what must be shown";
            return vec![interview(hint.to_owned()), edit];
        }
        return vec![edit];
    }
    evidence_steps(docs, state, id, path)
}

/// Gives a command as it can be typed behind another: what a shell would read differently there is
/// handed to one.
fn typed(command: &str) -> String {
    let is_plain = |it: char| it.is_alphanumeric() || "-_./:@%+,= ".contains(it);
    if command.chars().all(is_plain) && !command.contains("  ") {
        return command.to_owned();
    }
    format!("sh -c {}", shell_word(command))
}

/// What is open is shown first; then the report; then it is finished.
fn evidence_steps(docs: &Docs, state: &State, id: &CharterId, path: &str) -> Vec<NextAction> {
    let blockers = blockers(docs, state);
    let mut actions: Vec<NextAction> = Vec::new();
    let is_open = |it: &&Blocker| it.criterion_id.is_some() && it.reason != "review-blocker";
    if let Some(blocker) = blockers.iter().find(is_open) {
        let has_run = |it: &Blocker| {
            let id = it.criterion_id.clone().map(CriterionId);
            id.and_then(|id| state.criteria.get(&id)).is_some_and(|it| it.run.is_some())
        };
        if blocker.reason == "stale" && has_run(blocker) {
            let hint = "runs again what went stale";
            actions.push(NextAction::about("refresh", id.as_str(), hint, ""));
        }
        let criterion = blocker.criterion_id.clone().unwrap_or_default();
        let shown = shell_word(&criterion);
        let hint = format!("{criterion}: {}", blocker.description);
        let found = docs.criteria.find(&criterion);
        let by_command = found.filter(|it| it.verifier == Verifier::Command);
        let charter = shell_word(id.as_str());
        let command = match by_command.and_then(|it| it.command.as_deref()) {
            Some(command) => {
                format!("charter prove {shown} --charter {charter} -- {}", typed(command))
            }
            None => {
                let rest = "--pass -m \"what you saw\" --because \"why\"";
                format!("charter record {shown} {rest} --charter {charter}")
            }
        };
        actions.push(NextAction {
            tool: "charter_record".to_owned(),
            action: "evidence".to_owned(),
            hint,
            command,
        });
        let look =
            NextAction::about(&format!("show {shown}"), id.as_str(), "see what it wants", "");
        actions.push(NextAction { action: "show".to_owned(), ..look });
        return actions;
    }
    if let Some((name, objection)) = state.open_objections().next() {
        let rest = format!("--resolve {name} -m \"what was done\"");
        let hint = format!("{name} stands against {}: {}", objection.target, objection.text);
        actions.push(NextAction::about("block", id.as_str(), hint, &rest));
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
        actions.push(checkpoint);
    }
    let complete = |hint: &str| NextAction::about("complete", id.as_str(), hint, "");
    let is_written = blockers.iter().any(|it| it.reason == "report-empty-section");
    if is_written {
        let file = shell_word(&format!("{path}/REPORT.md"));
        let hint = "write what came of it: REPORT.md has empty parts";
        actions.push(NextAction::new("edit", hint, format!("${{EDITOR:-vi}} {file}")));
    }
    actions.push(complete(match blockers.is_empty() {
        true => "every criterion is shown: finish it",
        false if is_written => "then finish it",
        false => "every criterion is shown: this writes the report to fill in",
    }));
    actions
}
