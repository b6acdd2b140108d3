//! `charter refresh`: runs again what went stale, in one go.

use super::{Desk, evidence, prove};
use crate::answer::{Answer, Trouble};
use crate::exit;
use crate::screen::{Ink, clean};
use charter_app::RecordedRow;
use charter_core::shell_word;
use serde_json::json;
use std::io::Write;

/// Run again what went stale
///
/// Every command that charter ran before for a criterion that is stale now, each once, in the order of
/// the register. Nothing else is run; what somebody said has to be said again.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  charter refresh")]
pub(crate) struct Args {
    /// Only these criteria, stale or not
    #[arg(value_name = "VAL", value_delimiter = ',')]
    criteria: Vec<String>,
}

pub(crate) fn run(args: &Args, desk: &Desk<'_>) -> Result<Answer, Trouble> {
    let reruns = desk.app.reruns(&desk.caller, &args.criteria)?;
    let screen = &desk.screen;
    let mut rows: Vec<RecordedRow> = Vec::new();
    for (idx, rerun) in reruns.iter().enumerate() {
        let words: Vec<String> = rerun.argv.iter().map(|it| shell_word(it)).collect();
        let line = format!("  {} of {}  {}", idx + 1, reruns.len(), clean(&words.join(" ")));
        let _ = writeln!(std::io::stderr(), "{}", screen.ink(Ink::Command, &line));
        rows.extend(desk.app.rerun(&desk.caller, rerun, prove::echo(desk))?.entries);
    }
    let status = desk.app.status(&desk.caller)?;
    let ok = rows.iter().all(|it| it.counts);
    let mut text = evidence::rows(&rows, None, desk);
    if rows.is_empty() {
        text.push_str("  nothing that charter ran is stale\n");
    }
    text.push('\n');
    text.push_str(&desk.next_line_for(status.status, &status.next_actions));
    let report = json!({ "ok": ok, "entries": rows, "nextActions": status.next_actions });
    let mut answer = Answer::new(&report, text);
    if !ok {
        answer.exit = exit::REFUSED;
    }
    Ok(answer)
}
