//! Whether what ran is what criteria.md names.
//!
//! Owns when two command lines are the same. Must not judge.

use crate::document::Criterion;
use crate::event::Run;
use charter_kernel::shell_word;

/// The code of a check by another command than the one that criteria.md names.
pub const OTHER_COMMAND: &str = "other-command";

/// Says that something else ran than what criteria.md names for a criterion; nothing where it names none.
#[must_use]
pub fn other_command(criterion: &Criterion, run: &Run) -> Option<String> {
    let named = criterion.command.as_deref()?.trim();
    let ran = match run.argv.as_slice() {
        [shell, flag, script] if shell.ends_with("sh") && flag == "-c" => script.clone(),
        argv => argv.iter().map(|it| shell_word(it)).collect::<Vec<_>>().join(" "),
    };
    (bare(&ran) != bare(named)).then(|| format!("ran `{ran}`; criteria.md names `{named}`"))
}

/// Gives a command line without what only a shell reads.
fn bare(command: &str) -> String {
    let is_told = |it: &char| !it.is_whitespace() && !matches!(it, '\'' | '"' | '\\');
    command.chars().filter(is_told).collect()
}
