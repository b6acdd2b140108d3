//! Why an installation says no.
//!
//! Owns its closed list of obstacles with their codes, which are API, and what can be done instead. Must
//! not know other features' lists.

use charter_kernel::{NextAction, Obstacle, Problem, Refuse, shell_word};

/// Why an installation says no.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum AgentRefusal {
    /// Files of a coding agent that nothing can be added to or taken from.
    #[error("nothing was changed: {}", first_file(problems))]
    InstallUnusable { problems: Vec<Problem> },
}

fn first_file(problems: &[Problem]) -> String {
    let first = problems.first().map(|it| format!("{}: {}", it.path, it.message));
    let more = problems.len().saturating_sub(1);
    let more = if more == 0 { String::new() } else { format!(", and {more} more") };
    first.unwrap_or_default() + &more
}

impl Refuse for AgentRefusal {
    fn obstacle(&self) -> Obstacle<'_> {
        match self {
            Self::InstallUnusable { .. } => Obstacle::bad_input("install-unusable", "file"),
        }
    }

    fn collected(&self) -> Option<Vec<Problem>> {
        let Self::InstallUnusable { problems } = self;
        Some(problems.clone())
    }

    fn next_actions(&self) -> Vec<NextAction> {
        let Self::InstallUnusable { problems } = self;
        mend_first(problems)
    }
}

/// Offers to mend the first file, at its line.
fn mend_first(problems: &[Problem]) -> Vec<NextAction> {
    let help = || NextAction::new("help", "see where it writes", "charter install --help");
    let Some(problem) = problems.first().filter(|it| it.code != "homeless") else {
        return vec![help()];
    };
    let mut path = problem.path.as_str();
    for _ in 0..2 {
        match path.rsplit_once(':') {
            Some((file, place)) if place.bytes().all(|it| it.is_ascii_digit()) => path = file,
            Some(_) | None => {}
        }
    }
    let command = format!("${{EDITOR:-vi}} {}", shell_word(path));
    vec![NextAction::new("edit", "mend the file, then try again", command)]
}
