//! `charter` alone: where things stand, or how to start.

use super::{Desk, list, status};
use crate::answer::{CommandAnswer, Trouble};
use crate::screen::Ink;
use charter_app::Error;
use charter_contract::ContractRefusal;
use charter_engine::Refusal;

pub(crate) fn run(desk: &Desk<'_>) -> Result<CommandAnswer, Trouble> {
    match desk.app.status(&desk.caller) {
        Ok(report) => Ok(status::answer(&report, desk)),
        Err(Error::Refused(Refusal::Contract(ContractRefusal::NoCharterBound {
            candidates,
            ..
        }))) => {
            let report = desk.app.list(&desk.caller)?;
            let mut text = if report.charters.is_empty() {
                welcome(desk)
            } else {
                list::render(&report, desk)
            };
            if !candidates.is_empty() {
                text.push_str(&desk.next_line(&report.next_actions));
            }
            Ok(CommandAnswer::new(&report, text).with_notes(desk.notes(&report.findings)))
        }
        Err(err) => Err(err.into()),
    }
}

fn welcome(desk: &Desk<'_>) -> String {
    let command = |text: &str| desk.screen.ink(Ink::Command, text);
    let words =
        "No charter here yet. A charter takes a piece of work from an idea to a proven end.";
    format!(
        "\n{}\n  start  {}\n  learn  {}\n",
        desk.screen.wrap("  ", words, 4),
        command("charter new \"what it is about, in your own words\""),
        command("charter --help"),
    )
}
