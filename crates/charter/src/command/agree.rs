//! `charter agree`: agrees on the criteria as they stand.

use super::Desk;
use super::confirm::read_line;
use crate::answer::{CommandAnswer, Trouble};
use crate::screen::{Ink, clean, count};
use charter_app::RegisterChanges;
use charter_contract::agreement::RegisterDiff;
use charter_engine::Command;
use std::fmt::Write as _;

/// Agree on the criteria as they stand
///
/// New criteria are agreed by anyone, also by themselves with the next evidence; at rigor `strict` they count once a
/// person signed them. Rewording or removing an agreed criterion takes a person (at rigor `light`: anyone) and a
/// reason, which is asked for in a terminal.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  charter agree -m \"the ward has no printer\"")]
pub(crate) struct AgreeArgs {
    /// Why criteria were reworded or removed
    #[arg(short, long, value_name = "WHY", allow_hyphen_values = true)]
    message: Option<String>,
}

pub(crate) fn run(args: &AgreeArgs, desk: &Desk<'_>) -> Result<CommandAnswer, Trouble> {
    let changes = desk.app.register_differences(&desk.caller)?;
    let mut shown = render(&changes, desk);
    let mut reason = args.message.clone();
    let wants_reason = changes.differences.iter().any(|it| !it.is_addition());
    if wants_reason && reason.is_none() && desk.can_talk {
        reason = ask_why(&shown)?;
        shown.clear();
    }
    let now = format!("agreed on {}", told(&changes.differences));
    let answer = desk.change(&Command::Agree { reason }, [&now, "has nothing new to agree on"]);
    Ok(answer.map_err(|it| it.about(&shown))?.with_notes(shown))
}

/// Says what is agreed on by sorts: `1 new criterion and 2 changed criteria`.
fn told(differences: &[RegisterDiff]) -> String {
    let n = |is_it: fn(&RegisterDiff) -> bool| differences.iter().filter(|it| is_it(it)).count();
    let parts = [
        (n(|it| matches!(it, RegisterDiff::Added(_))), "new"),
        (n(|it| matches!(it, RegisterDiff::Unseen(_))), "unsigned"),
        (n(|it| !it.is_addition()), "changed"),
    ];
    let some = parts.into_iter().filter(|(n, _)| *n > 0);
    let word = |(n, what)| count(n, &format!("{what} criterion"), &format!("{what} criteria"));
    some.map(word).collect::<Vec<_>>().join(" and ")
}

/// Asks somebody at a terminal why; none where they say nothing.
fn ask_why(shown: &str) -> Result<Option<String>, Trouble> {
    let line = read_line(&format!("{shown}  Why? "))?;
    Ok(line.filter(|it| !it.is_empty()))
}

/// Shows what was agreed now, as a difference.
fn render(changes: &RegisterChanges, desk: &Desk<'_>) -> String {
    let mut text = String::new();
    for difference in &changes.differences {
        let mut id = difference.id().to_string();
        for (sign, line) in difference.lines(changes.rigor) {
            let ink = if sign == '+' { Ink::Good } else { Ink::Warn };
            let shown = format!("  {sign} {id}  {}", clean(&line));
            let _ = writeln!(text, "{}", desk.screen.ink(ink, &shown));
            id = " ".repeat(id.chars().count());
        }
    }
    text
}
