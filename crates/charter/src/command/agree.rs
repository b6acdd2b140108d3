//! `charter agree`: agrees on the criteria as they stand.

use super::Desk;
use crate::answer::{CommandAnswer, Trouble};
use crate::screen::{Ink, clean};
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
    let command = Command::Agree { reason: args.message.clone() };
    let n = differences.len();
    let noun = if n == 1 { "criterion" } else { "criteria" };
    let now = format!("has {n} more {noun} agreed");
    let answer = desk.change(&command, [&now, "has nothing new to agree on"])?;
    Ok(answer.with_notes(render(&differences, desk)))
}

/// Shows what was agreed now, as a difference.
fn render(differences: &[RegisterDiff], desk: &Desk<'_>) -> String {
    let mut text = String::new();
    let mut line = |sign: &str, ink: Ink, id: &str, words: &str| {
        let first = words.lines().next().unwrap_or_default();
        let shown = format!("  {sign} {id}  {}", clean(first));
        let _ = writeln!(text, "{}", desk.screen.ink(ink, &shown));
    };
    for difference in differences {
        match difference {
            RegisterDiff::Added(now) => line("+", Ink::Good, now.id.as_str(), &now.text),
            RegisterDiff::Reworded { agreed, now } => {
                agreed.iter().for_each(|it| line("-", Ink::Warn, now.id.as_str(), it));
                line("+", Ink::Good, now.id.as_str(), &now.text);
            }
            RegisterDiff::Removed { id, agreed } => {
                agreed.iter().for_each(|it| line("-", Ink::Warn, id.as_str(), it));
            }
        }
    }
    text
}
