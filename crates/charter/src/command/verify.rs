//! `charter verify`: everything that was ever recorded, from the first byte.

use super::consent::with_consent;
use super::{Desk, evidence, export};
use crate::answer::{CommandAnswer, Trouble};
use crate::exit;
use crate::progress::Progress;
use crate::screen::Ink;
use crate::table::{self, Row};
use charter_app::{
    Consent, ProtectionRow, ReplayAsk, ReplayReport, ReplayResult, ReplayRow, VerifyReport,
    VerifyStep, typed,
};
use charter_kernel::{NextAction, counted};
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// Verify the ledger and every artifact that was ever recorded
///
/// Every event is hashed from the first byte and every artifact is read; nothing that this machine
/// remembers is believed, and nothing is run. With `--replay` the commands whose evidence counts now
/// run again, each once, in a sandbox. Where the system allows it the network is blocked, your home
/// directory and sockets are hidden, everything outside the project is read-only, and memory, processes,
/// disk and time are limited; the output names each protection and says what is not protected. The exit code and the test
/// counts must be the same, or the output where nothing was counted. Nothing is recorded. Commands
/// that never ran on this machine run only with your word. Exits with 1 where anything is not as it
/// was recorded or could not be replayed.
/// With a FILE from `charter export` that file is checked instead, anywhere and offline: that nothing in
/// it was changed or left out, who signed it, and what it cannot show. Exits with 1 where something was
/// changed or a signature is wrong; a file that nobody known signed is not an error and is said to be so.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  charter verify --replay\n  charter verify evidence.jsonl --people people"
)]
pub(crate) struct VerifyArgs {
    /// Run the recorded commands again, and compare
    #[arg(long)]
    replay: bool,

    /// The export to check; with --replay, the criteria whose commands to run
    #[arg(value_name = "FILE|VAL", value_hint = clap::ValueHint::FilePath)]
    targets: Vec<String>,

    /// Run commands that never ran here without asking
    #[arg(long, requires = "replay")]
    yes: bool,

    /// The same as FILE
    #[arg(long, value_name = "FILE", hide = true, conflicts_with_all = ["replay", "targets"])]
    export: Option<PathBuf>,

    /// Who is known, in OpenSSH's allowed-signers format [default: the project's .charter/people]
    #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath, conflicts_with = "replay")]
    people: Option<PathBuf>,
}

impl VerifyArgs {
    /// Gives the export that is to be checked. Criteria are for a replay, so whatever is named without one
    /// is a file.
    fn file(&self, desk: &Desk<'_>) -> Result<Option<PathBuf>, Trouble> {
        let named = self.export.clone();
        if named.is_some() || self.replay {
            return Ok(named);
        }
        match self.targets.as_slice() {
            [] if self.people.is_none() => Ok(None),
            [file] if looks_like_file(file) || desk.app.has_file(Path::new(file)) => {
                Ok(Some(PathBuf::from(file)))
            }
            _ => Err(self.unclear()),
        }
    }

    fn unclear(&self) -> Trouble {
        let (message, command) = match self.targets.as_slice() {
            [] => {
                ("--people is for checking an export".to_owned(), "charter verify FILE".to_owned())
            }
            [first, ..] => {
                let message = format!("`{first}` is not a file; criteria need --replay");
                (message, format!("charter verify --replay {}", self.targets.join(" ")))
            }
        };
        let next = NextAction::new("verify", "name one export, or replay criteria", command);
        Trouble::bad_input("file", "usage", message, next)
    }
}

/// Tells a file's name from a criterion's id.
fn looks_like_file(target: &str) -> bool {
    target.contains(['.', '/'])
}

pub(crate) fn run(args: &VerifyArgs, desk: &Desk<'_>) -> Result<CommandAnswer, Trouble> {
    if let Some(path) = args.file(desk)? {
        return export::verify(&path, args.people.as_deref(), desk);
    }
    let criteria = args.targets.iter().flat_map(|it| it.split(',')).map(str::to_owned);
    let criteria: Vec<String> = criteria.collect();
    let given = if args.yes { Consent::Given } else { Consent::KnownOnly };
    let report = with_consent(desk, &given, |consent| {
        let replay = args.replay.then(|| ReplayAsk {
            criteria: criteria.clone(),
            consent: consent.clone(),
            place: desk.replay_place(),
        });
        let mut progress = desk.progress();
        desk.app.verify(&desk.caller, replay.as_ref(), &mut |step| show(&mut progress, step))
    })?;
    let answer = CommandAnswer::new(&report, render(&report, desk));
    Ok(answer.with_exit(exit::of(report.ok)))
}

fn show(progress: &mut Progress, step: VerifyStep<'_>) {
    match step {
        VerifyStep::Ledger => progress.show(0, 0, "hashing the ledger"),
        VerifyStep::Artifacts(n) => progress.show(0, 0, &format!("reading {n} artifacts")),
        VerifyStep::Command(idx, total, row) => {
            let what = format!("{} of {total}  {}", idx + 1, typed(&row.argv));
            progress.show(idx, total, &what);
        }
    }
}

fn render(report: &VerifyReport, desk: &Desk<'_>) -> String {
    let screen = &desk.screen;
    let mut text = format!("\n{}", screen.wrap("  ", &report.check.name, 2));
    let words = format!(
        "{} hashed, {} read, {}",
        counted(report.events, "event", "events"),
        counted(report.artifacts, "artifact", "artifacts"),
        counted(report.bytes, "byte", "bytes"),
    );
    text.push_str(&screen.wrap("  ", &words, 4));
    if let Some(replay) = &report.replay {
        text.push_str(&render_replay(replay, desk));
    }
    // What a replay showed is in its table.
    let others = report.problems.iter().filter(|it| !it.code.starts_with("replay-"));
    text.push_str(&evidence::problems(&others.cloned().collect::<Vec<_>>(), desk));
    let (word, ink) = if report.ok { ("pass", Ink::Good) } else { ("fail", Ink::Bad) };
    let _ = writeln!(text, "  {}", screen.ink(ink, word));
    text
}

fn render_replay(replay: &ReplayReport, desk: &Desk<'_>) -> String {
    let words = format!(
        "{} of {} replayed, {} the same",
        replay.replayed,
        counted(replay.commands, "command", "commands"),
        replay.same
    );
    let mut text = desk.screen.wrap("  ", &words, 4);
    let rows: Vec<Row> = replay.rows.iter().map(row_of).collect();
    text.push_str(&table::render(&rows, &desk.screen));
    let guard = replay.rows.iter().find_map(|it| it.protection.as_ref());
    text.push_str(&guard.map(|it| render_guard(it, desk)).unwrap_or_default());
    text
}

/// Says what kept commands from doing harm.
pub(crate) fn render_guard(guard: &ProtectionRow, desk: &Desk<'_>) -> String {
    let states = guard.states.iter().map(|(_, name, state)| format!("{name}: {state}"));
    let words = format!("sandbox  {}", states.collect::<Vec<_>>().join("; "));
    // Nothing of it is cut off: what is not protected must be seen.
    let lines = desk.screen.wrap("  ", &words, usize::MAX);
    format!("{}\n", desk.screen.ink(Ink::Dim, lines.trim_end_matches('\n')))
}

fn row_of(row: &ReplayRow) -> Row {
    let (mark, word) = match row.result {
        ReplayResult::Same => (("✓", Ink::Good), "same"),
        ReplayResult::Differs => (("✗", Ink::Bad), "differs"),
        ReplayResult::NotRun => (("✗", Ink::Bad), "not run"),
    };
    let mut said = row.reasons.join("; ");
    if said.is_empty() {
        said = row
            .tests
            .as_ref()
            .map_or("the same output".to_owned(), charter_contract::proof::Counts::words);
    }
    let took = row.duration_ms.map(evidence::took).unwrap_or_default();
    let cells = vec![row.criteria.join(", "), word.to_owned(), said, took, typed(&row.argv)];
    Row { mark, cells }
}
