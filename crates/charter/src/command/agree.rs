//! `charter agree`: agrees on the criteria as they stand.

use super::Desk;
use crate::answer::{CommandAnswer, Trouble};
use crate::screen::{Ink, clean, count};
use charter_contract::agreement::RegisterDiff;
use charter_engine::Command;
use std::fmt::Write as _;

/// Agree on the criteria as they stand
///
/// New criteria are agreed by anyone, also by themselves with the next evidence. Rewording or removing an
/// agreed criterion takes a person and a reason (at rigor `light`: anyone).
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  charter agree -m \"the ward has no printer\"")]
pub(crate) struct AgreeArgs {
    /// Why criteria were reworded or removed
    #[arg(short, long, value_name = "WHY", allow_hyphen_values = true)]
    message: Option<String>,
}

pub(crate) fn run(args: &AgreeArgs, desk: &Desk<'_>) -> Result<CommandAnswer, Trouble> {
    let differences = desk.app.register_differences(&desk.caller)?;
    let shown = render(&differences, desk);
    let command = Command::Agree { reason: args.message.clone() };
    let n_new = differences.iter().filter(|it| matches!(it, RegisterDiff::Added(_))).count();
    let n_changed = differences.len() - n_new;
    let told = |n: usize, what: &str| (n > 0).then(|| count(n, what, &format!("{what}s")));
    let parts = [(n_new, "new criterion"), (n_changed, "changed criterion")];
    let now: Vec<String> = parts
        .into_iter()
        .filter_map(|(n, what)| told(n, what))
        .map(|it| it.replace("criterions", "criteria"))
        .collect();
    let now = format!("agreed on {}", now.join(" and "));
    let answer = desk.change(&command, [&now, "has nothing new to agree on"]);
    Ok(answer.map_err(|it| it.about(&shown))?.with_notes(shown))
}

/// Shows what was agreed now, as a difference.
fn render(differences: &[RegisterDiff], desk: &Desk<'_>) -> String {
    let mut text = String::new();
    for difference in differences {
        let mut id = difference.id().to_string();
        for (sign, line) in difference.lines() {
            let ink = if sign == '+' { Ink::Good } else { Ink::Warn };
            let shown = format!("  {sign} {id}  {}", clean(&line));
            let _ = writeln!(text, "{}", desk.screen.ink(ink, &shown));
            id = " ".repeat(id.chars().count());
        }
    }
    text
}
