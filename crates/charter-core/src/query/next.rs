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
        Status::Active => vec![
            first_step(docs, state, id, path),
            act("pause", "let the work rest; nothing is lost"),
            abandon(),
        ],
        Status::Paused => vec![act("resume", "go on"), abandon()],
        Status::Completed | Status::Abandoned => vec![
            act("log", "see what happened"),
            NextAction::new("create", "start another", "charter new \"an idea\""),
        ],
    }
}

fn first_step(docs: &Docs, state: &State, id: &CharterId, path: &str) -> NextAction {
    let open = |it: &&Criterion| verdict(it, state) == Verdict::Uncovered;
    let charter = &docs.charter;
    if let Some((pad, _)) = Pad::find(charter.source(), charter.outline()) {
        let hint = format!("an interview is running, {} answered so far", pad.entries.len());
        return NextAction::about("interview", id.as_str(), hint, "");
    }
    if docs.criteria.criteria().is_empty() {
        let hint = "write what must be shown: the register holds no criterion yet";
        let file = shell_word(&format!("{path}/criteria.md"));
        return NextAction::new("edit", hint, format!("${{EDITOR:-vi}} {file}"));
    }
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
