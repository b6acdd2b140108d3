//! What to do next, most useful first, each with the exact command.
//!
//! Owns the order of advice. Must not know whether the caller is a person or an agent.

use super::verdict::{Verdict, verdict};
use crate::document::Criterion;
use crate::interview::Pad;
use crate::{CharterId, Docs, NextAction, State, Status, shell_word};

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
    let open = |it: &&Criterion| verdict(it, state) == Verdict::Uncovered;
    let interview = |hint: String| NextAction::about("interview", id.as_str(), hint, "");
    let charter = &docs.charter;
    if let Some((pad, _)) = Pad::find(charter.source(), charter.outline()) {
        let n = pad.entries.len();
        return vec![interview(format!("an interview is running, {n} answered so far"))];
    }
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
    vec![first_open(docs, open, id)]
}

fn first_open(docs: &Docs, open: impl Fn(&&Criterion) -> bool, id: &CharterId) -> NextAction {
    match docs.criteria.criteria().iter().find(open) {
        Some(criterion) => {
            let shown = format!("show {}", shell_word(criterion.id.as_str()));
            let hint = format!("{} has no evidence yet", criterion.id);
            NextAction {
                action: "show".to_owned(),
                ..NextAction::about(&shown, id.as_str(), hint, "")
            }
        }
        None => NextAction::about("status", id.as_str(), "see what stands against completion", ""),
    }
}
