//! `charter doctor`: is everything whole?

use super::Desk;
use crate::answer::{CommandAnswer, Trouble};
use crate::exit;
use crate::screen::{Ink, clean};
use charter_app::{DoctorReport, Examined, Mend};
use charter_kernel::Severity;
use std::fmt::Write;

/// The most lines about one thing that was repaired.
const FIXED_LINES_MAX: usize = 12;

/// Check every charter from its first byte, and repair on request
///
/// Names each break in a ledger, each derived file that was edited and each leftover. With
/// --repair, what is there is saved under the charter's `saved` directory before anything changes.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  charter doctor --repair --charter nurses")]
pub(crate) struct DoctorArgs {
    /// Save what is there and make it whole
    #[arg(long)]
    repair: bool,
}

pub(crate) fn run(args: &DoctorArgs, desk: &Desk<'_>) -> Result<CommandAnswer, Trouble> {
    let mend = if args.repair { Mend::Yes } else { Mend::No };
    let report = desk.app.doctor(&desk.caller, mend)?;
    let mut answer = CommandAnswer::new(&report, render(&report, desk));
    if !report.ok {
        answer.exit = exit::SYSTEM;
    }
    Ok(answer)
}

fn render(report: &DoctorReport, desk: &Desk<'_>) -> String {
    let screen = &desk.screen;
    let mut text = format!("\n  root  {}\n", clean(&report.root));
    let settings = report.config.iter().filter(|it| it.key != "root");
    for setting in settings.filter(|it| it.source != "built in") {
        let source = screen.ink(Ink::Dim, &format!("({})", clean(&setting.source)));
        let _ = writeln!(text, "  {} = {} {source}", setting.key, clean(&setting.value));
    }
    let rest = "other settings as they are built in; --json lists them";
    text.push_str(&screen.ink(Ink::Dim, &screen.wrap("  ", rest, 2)));
    for finding in &report.findings {
        let _ = writeln!(text, "{}", desk.finding_line("  ", finding));
    }
    for examined in &report.charters {
        text.push_str(&render_one(examined, desk));
    }
    let verdict = match (report.ok, report.charters.len()) {
        (true, 0) => "nothing to check: no charter here".to_owned(),
        (true, 1) => "whole: 1 charter checked".to_owned(),
        (true, n) => format!("whole: {n} charters checked"),
        (false, n) => {
            let has_error =
                |it: &&Examined| it.findings.iter().any(|row| row.severity == Severity::Error);
            let wrong = report.charters.iter().filter(has_error).count();
            format!("not whole: {wrong} of {n} charters")
        }
    };
    let ink = if report.ok { Ink::Good } else { Ink::Bad };
    let _ = writeln!(text, "\n  {}", screen.ink(ink, &verdict));
    text.push_str(&desk.next_line(&report.next_actions));
    text
}

fn render_one(examined: &Examined, desk: &Desk<'_>) -> String {
    let screen = &desk.screen;
    let is_open = examined.findings.iter().any(|it| it.code.opens_ledger());
    let chain = match (examined.intact, is_open) {
        (true, _) => screen.ink(Ink::Good, "chain intact"),
        (false, true) => screen.ink(Ink::Bad, "chain broken"),
        (false, false) => screen.ink(Ink::Bad, "chain not checked"),
    };
    let id = screen.ink(Ink::Strong, &clean(&examined.charter_id));
    let events = if examined.events == 1 { "event" } else { "events" };
    let mut text = format!("\n  {id}  {} {events}, {chain}\n", examined.events);
    for mended in &examined.repaired {
        let done = screen.ink(Ink::Good, "fixed");
        let words = format!("{}: {}", mended.file, mended.message);
        let words = screen.wrap("           ", &words, FIXED_LINES_MAX);
        let _ = writeln!(text, "    {done}  {}", words.trim());
    }
    for finding in &examined.findings {
        let _ = writeln!(text, "{}", desk.finding_line("    ", finding));
    }
    text
}
