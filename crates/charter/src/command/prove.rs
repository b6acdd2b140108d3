//! `charter prove`: runs a command, shows its output as it comes, and records what it shows.

use super::consent::with_consent;
use super::refresh::run_and_report;
use super::{Desk, evidence};
use crate::answer::{CommandAnswer, Trouble};
use crate::exit;
use charter_app::{Base, Consent, Prove};
use charter_proof::{Echo, Taping};

/// Run a command and record it as evidence
///
/// The command runs as without charter, its output on the screen. If it passes, it runs again in throw-away
/// copies with something missing, to see that it could have failed: without your change, with a line of it
/// changed, with the tests of before. Exits with 0 only if every criterion that is named counts as shown.
/// Without a command it runs the `Command:` of the criteria, and without any criterion that of all that do not count
/// yet; commands that never ran on this machine are listed first and run only with your word.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example:\n  charter prove VAL-ENTRY-001 -- cargo test --test offline\n  charter prove VAL-ENTRY-001\n  charter prove"
)]
pub(crate) struct ProveArgs {
    /// The criteria: ids or unique fragments, several with commas between
    #[arg(value_name = "VAL", value_delimiter = ',')]
    criteria: Vec<String>,

    /// The command and its arguments
    #[arg(last = true, value_name = "CMD", requires = "criteria")]
    command: Vec<String>,

    /// Run the commands of criteria.md without asking
    #[arg(long, conflicts_with = "command")]
    yes: bool,

    /// Justify a check that can't be shown to fail
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    because: Option<String>,

    #[command(flatten)]
    kept: evidence::ArtifactArgs,

    /// Take this commit for the state without the work
    #[arg(long, value_name = "REV", conflicts_with = "no_base")]
    base: Option<String>,

    /// Run it once and try nothing
    #[arg(long)]
    no_base: bool,

    /// Give the command a terminal wherever its output goes, and keep a recording of it
    #[arg(long)]
    pty: bool,
}

pub(crate) fn run(args: &ProveArgs, desk: &Desk<'_>) -> Result<CommandAnswer, Trouble> {
    if args.command.is_empty() {
        return run_named(args, desk);
    }
    let prove = Prove {
        criteria: args.criteria.clone(),
        argv: args.command.clone(),
        because: args.because.clone(),
        artifacts: args.kept.artifacts(),
        earlier: Vec::new(),
        segment: args.kept.segment.clone(),
        base: match (&args.base, args.no_base) {
            (Some(revision), _) => Base::On(revision.clone()),
            (None, true) => Base::Never,
            (None, false) => Base::WhereItTells,
        },
        echo: echo(desk),
        taping: if args.pty { Taping::On } else { Taping::Off },
        dir: None,
        progress: evidence::progress(desk),
    };
    let report = desk.app.prove(&desk.caller, &prove)?;
    let took = Some(evidence::took(report.run.duration_ms)).filter(|it| !it.is_empty());
    let next = desk.next_line_for(charter_contract::Status::Active, &report.next_actions);
    let text = format!("{}\n{next}", evidence::rows(&report.entries, took.as_deref(), desk));
    Ok(CommandAnswer::new(&report, text).with_exit(exit::of(report.ok)))
}

/// Runs what the register names.
fn run_named(args: &ProveArgs, desk: &Desk<'_>) -> Result<CommandAnswer, Trouble> {
    let given = if args.yes { Consent::Given } else { Consent::KnownOnly };
    let runs = with_consent(desk, &given, |consent| {
        desk.app.named_runs(&desk.caller, &args.criteria, consent)
    })?;
    run_and_report(&runs, "no open criterion has a `Command:` line", desk)
}

/// Says where the output of a run goes while it runs.
fn echo(desk: &Desk<'_>) -> Echo {
    match (desk.wants_json, desk.has_screen) {
        (true, _) => Echo::Stderr,
        (false, true) => Echo::Terminal,
        (false, false) => Echo::Plain,
    }
}
