//! `charter complete`: finishes a charter.

use super::Desk;
use crate::answer::{CommandAnswer, Trouble};
use charter_app::ChangeReport;
use charter_engine::Command;

/// Finish a charter, if every criterion is shown or waived
///
/// All blockers are listed at once. Where only the report is missing, the first attempt writes REPORT.md for
/// you to fill in (not at rigor `light`); with `-m` one command is enough. CERTIFICATE.md then says what was
/// shown, how and by whom, and what was not.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  charter complete -m \"in use on four wards\"")]
pub(crate) struct CompleteArgs {
    /// What came of it: becomes the outcome in REPORT.md
    #[arg(short, long, value_name = "NOTE", allow_hyphen_values = true)]
    message: Option<String>,
}

pub(crate) fn run(args: &CompleteArgs, desk: &Desk<'_>) -> Result<CommandAnswer, Trouble> {
    let command = Command::Complete { note: args.message.clone() };
    let report = desk.app.change(&desk.caller, &command)?;
    let next = desk.next_line_for(report.status, &report.next_actions);
    Ok(CommandAnswer::new(&report, format!("{}{next}", said(&report, desk))))
}

/// Says what became of it, in a line or two.
fn said(report: &ChangeReport, desk: &Desk<'_>) -> String {
    let Some(completion) = &report.completion else { return String::new() };
    let (shown, files) = (completion.tally.words(), completion.written.join(" and "));
    if !completion.completed {
        let again = desk.typed("complete", &report.charter_id);
        let words =
            format!("{shown}. Wrote {files}: fill in Outcome and Notes, then run `{again}` again");
        return desk.screen.wrap("", &words, 4);
    }
    let wrote = if files.is_empty() { String::new() } else { format!(" Wrote {files}.") };
    format!(
        "{} is complete\n{}",
        report.charter_id,
        desk.screen.wrap("  ", &format!("{shown}.{wrote}"), 4)
    )
}
