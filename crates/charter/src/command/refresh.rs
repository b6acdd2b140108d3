//! `charter refresh`: runs again what went stale, in one go.

use super::consent::with_consent;
use super::{Desk, evidence};
use crate::answer::{CommandAnswer, Trouble};
use crate::screen::{Ink, count};
use crate::table::{self, Row};
use crate::{exit, progress, rim};
use charter_app::{Consent, Error, ProveReport, RecordedRow, Rerun, typed};
use charter_contract::Status;
use charter_kernel::NextAction;
use charter_proof::{Echo, Interrupt};
use serde_json::json;
use std::fmt::Write as _;

/// Run again what went stale
///
/// Every command that charter ran before for a criterion that is stale now, each once, in the order of
/// the register and where it ran. Nothing else is run; what somebody said has to be said again.
/// Commands that never ran on this machine may be somebody else's: they are listed, and run only with
/// your word. One that fails does not stop the others; Ctrl-C does, and what was done is recorded.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  charter refresh")]
pub(crate) struct RefreshArgs {
    /// Only these criteria, stale or not
    #[arg(value_name = "VAL", value_delimiter = ',')]
    criteria: Vec<String>,

    /// Run commands that never ran here without asking
    #[arg(long)]
    yes: bool,
}

/// What was done so far.
#[derive(Default)]
struct Refreshed {
    entries: Vec<RecordedRow>,
    rows: Vec<Row>,
    n_run: usize,
    is_interrupted: bool,
    is_incomplete: bool,
}

pub(crate) fn run(args: &RefreshArgs, desk: &Desk<'_>) -> Result<CommandAnswer, Trouble> {
    let given = if args.yes { Consent::Given } else { Consent::KnownOnly };
    let reruns = with_consent(desk, &given, |consent| {
        desk.app.reruns(&desk.caller, &args.criteria, consent)
    })?;
    run_and_report(&reruns, "nothing that charter ran is stale", desk)
}

/// Runs commands one after the other, and tells what became of each; `none` is said where there are none.
pub(super) fn run_and_report(
    reruns: &[Rerun],
    none: &str,
    desk: &Desk<'_>,
) -> Result<CommandAnswer, Trouble> {
    let done = run_all(reruns, desk)?;
    let (status, next_actions) = match desk.app.status(&desk.caller) {
        Ok(it) => (it.overview.status, it.overview.next_actions),
        Err(err) if done.n_run == 0 => return Err(err.into()),
        // What ran is recorded; only the look at it failed.
        Err(err) => {
            let look = NextAction::new("status", "see where it stands", "charter status");
            desk.app.leave_behind(&err, &look);
            (Status::Active, vec![look])
        }
    };
    let ok = done.entries.iter().all(|it| it.counts) && !done.is_incomplete && !done.is_interrupted;
    let mut text = format!("\n{}", table::render(&done.rows, &desk.screen));
    if reruns.is_empty() {
        let _ = writeln!(text, "  {none}");
    }
    if done.is_interrupted {
        let words = format!(
            "  stopped: {} of {} ran\n",
            done.n_run,
            count(reruns.len(), "command", "commands")
        );
        text.push_str(&desk.screen.ink(Ink::Warn, &words));
    }
    text.push('\n');
    text.push_str(&desk.next_line_for(status, &next_actions));
    let report = json!({
        "ok": ok,
        "entries": done.entries,
        "commands": reruns.len(),
        "ran": done.n_run,
        "nextActions": next_actions,
    });
    let mut answer = CommandAnswer::new(&report, text);
    answer.exit = match (ok, done.is_interrupted) {
        (_, true) => exit::INTERRUPTED,
        (true, false) => exit::DONE,
        (false, false) => exit::REFUSED,
    };
    Ok(answer)
}

fn run_all(reruns: &[Rerun], desk: &Desk<'_>) -> Result<Refreshed, Trouble> {
    let interrupt = Interrupt::watch();
    let mut done = Refreshed::default();
    for (idx, rerun) in reruns.iter().enumerate() {
        let command = typed(&rerun.argv);
        let what = format!("{} of {}  {command}", idx + 1, reruns.len());
        if !desk.wants_json {
            // It stays above what the command writes. Where nobody looks it is a heading.
            let whole = if desk.environment.shows_progress() { reruns.len() } else { 0 };
            let line = progress::line(&desk.screen, idx, whole, &what);
            let _ = rim::say(&(line + "\n"));
        }
        match desk.app.rerun(&desk.caller, rerun, (echo(desk), evidence::progress(desk))) {
            Ok(report) => done.add(rerun, report, &command),
            Err(Error::Interrupted(_)) => done.is_interrupted = true,
            // A program that is gone is no reason to leave the others stale.
            Err(err) => match err.why_not_run() {
                Some(why) => done.add_not_run(rerun, &why, &command),
                None => return Err(err.into()),
            },
        }
        if done.is_interrupted || interrupt.came() {
            done.is_interrupted = true;
            break;
        }
    }
    Ok(done)
}

impl Refreshed {
    fn add(&mut self, rerun: &Rerun, report: ProveReport, command: &str) {
        self.n_run += 1;
        let tests = report.run.tests.as_ref().map(charter_contract::proof::Counts::words);
        for (entry, (_, before)) in report.entries.iter().zip(&rerun.criteria) {
            let mark = if entry.counts { ("✓", Ink::Good) } else { ("✗", Ink::Bad) };
            let change = format!("{} → {}", before.word(), entry.verdict.word());
            let took = evidence::took(report.run.duration_ms);
            let id = entry.criterion_id.clone();
            let reasons = entry.reasons.join(", ");
            let said = match &tests {
                Some(tests) if entry.counts && entry.reasons.len() < 2 => tests.clone(),
                Some(tests) if !reasons.contains(tests.as_str()) => format!("{tests}, {reasons}"),
                Some(_) | None => reasons,
            };
            let cells = vec![id, change, said, took, command.to_owned()];
            self.rows.push(Row { mark, cells });
        }
        self.entries.extend(report.entries);
    }

    fn add_not_run(&mut self, rerun: &Rerun, why: &str, command: &str) {
        self.is_incomplete = true;
        for (id, before) in &rerun.criteria {
            let why = format!("it cannot be run: {why}");
            let change = format!("still {}", before.word());
            let cells = vec![id.clone(), change, why, String::new(), command.to_owned()];
            self.rows.push(Row { mark: ("✗", Ink::Bad), cells });
        }
    }
}

/// Says where the output of a run goes: without a terminal nothing in it acts on what reads it.
fn echo(desk: &Desk<'_>) -> Echo {
    match (desk.wants_json, desk.has_screen) {
        (true, _) => Echo::LinesOnStderr,
        (false, true) => Echo::Terminal,
        (false, false) => Echo::Lines,
    }
}
