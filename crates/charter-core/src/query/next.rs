//! What to do next, most useful first, each with the exact command.
//!
//! Owns the order of advice. Must not know whether the caller is a person or an agent.

use super::verdict::{Verdict, verdict};
use crate::document::Criterion;
use crate::{Docs, NextAction, State, Status};

/// Lists the next legal actions of a charter; `path` is its directory as the caller sees it.
#[must_use]
pub fn next_actions(docs: &Docs, state: &State, path: &str) -> Vec<NextAction> {
    let id = state.charter_id.as_str();
    let act = |action: &str, hint: &str, rest: &str| {
        NextAction::new(action, hint, format!("charter {action} --charter {id}{rest}"))
    };
    match state.status {
        Status::Active => {
            let mut actions = vec![first_step(docs, state, path)];
            actions.push(act("pause", "let the work rest; nothing is lost", ""));
            actions.push(act("abandon", "give it up", " --reason \"what happened\""));
            actions
        }
        Status::Paused => vec![
            act("resume", "go on", ""),
            act("abandon", "give it up", " --reason \"what happened\""),
        ],
        Status::Completed | Status::Abandoned => vec![
            act("log", "see what happened", ""),
            NextAction::new("create", "start another", "charter new \"an idea\""),
        ],
    }
}

fn first_step(docs: &Docs, state: &State, path: &str) -> NextAction {
    let open = |it: &&Criterion| verdict(it, state) == Verdict::Uncovered;
    if docs.criteria.criteria().is_empty() {
        let hint = "write what must be shown: the register holds no criterion yet";
        return NextAction::new("edit", hint, format!("${{EDITOR:-vi}} {path}/criteria.md"));
    }
    let id = state.charter_id.as_str();
    match docs.criteria.criteria().iter().find(open) {
        Some(criterion) => NextAction::new(
            "show",
            format!("{} has no evidence yet", criterion.id),
            format!("charter show {} --charter {id}", criterion.id),
        ),
        None => NextAction::new(
            "status",
            "see what stands against completion",
            format!("charter status --charter {id}"),
        ),
    }
}
