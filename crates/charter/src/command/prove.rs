//! `charter prove`: runs a command, shows its output as it comes, and records what it shows.

use super::{Desk, evidence};
use crate::answer::{CommandAnswer, Trouble};
use crate::exit;
use charter_app::{Base, Prove};
use charter_proof::{Echo, Taping};

/// Show criteria by running a command
///
/// The command runs as without charter, its output on the screen, and nothing else is ever run. A
/// pass counts if it could have failed: the runner counted tests, or the command fails on the commit
/// the charter began at. Exits with 0 only if every criterion that is named counts as shown.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  charter prove VAL-ENTRY-001 -- cargo test --test offline")]
pub(crate) struct ProveArgs {
    /// The criteria: ids or unique fragments, several with commas between
    #[arg(value_name = "VAL", required = true, value_delimiter = ',')]
    criteria: Vec<String>,

    /// The command and its arguments
    #[arg(last = true, required = true, value_name = "CMD")]
    command: Vec<String>,

    /// Why it is enough where nothing tells whether it could have failed
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    because: Option<String>,

    #[command(flatten)]
    kept: evidence::ArtifactArgs,

    /// Try it on this commit, too
    #[arg(long, value_name = "REV", conflicts_with = "no_base")]
    base: Option<String>,

    /// Do not try it on an earlier commit
    #[arg(long)]
    no_base: bool,

    /// Give the command a terminal wherever its output goes, and keep a recording of it
    #[arg(long)]
    pty: bool,
}

pub(crate) fn run(args: &ProveArgs, desk: &Desk<'_>) -> Result<CommandAnswer, Trouble> {
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
    };
    let report = desk.app.prove(&desk.caller, &prove)?;
    let took = Some(took(report.run.duration_ms)).filter(|it| !it.is_empty());
    let next = desk.next_line_for(charter_contract::Status::Active, &report.next_actions);
    let text = format!("{}\n{next}", evidence::rows(&report.entries, took.as_deref(), desk));
    Ok(CommandAnswer::new(&report, text).with_exit(exit::of(report.ok)))
}

/// Says how long a run took; nothing where that was not measured.
pub(crate) fn took(duration_ms: u64) -> String {
    let tenths = duration_ms / 100;
    if duration_ms > 0 { format!("{}.{} s", tenths / 10, tenths % 10) } else { String::new() }
}

/// Says where the output of a run goes while it runs.
fn echo(desk: &Desk<'_>) -> Echo {
    match (desk.wants_json, desk.has_screen) {
        (true, _) => Echo::Stderr,
        (false, true) => Echo::Terminal,
        (false, false) => Echo::Plain,
    }
}
