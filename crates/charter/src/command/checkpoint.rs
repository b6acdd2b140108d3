//! `charter checkpoint`: quality gates, to fill in, to check and to take.

use super::consent::with_consent;
use super::{Desk, evidence, verify};
use crate::answer::{CommandAnswer, Trouble};
use crate::desk::Acting;
use crate::exit;
use crate::screen::{Ink, count};
use charter_app::{Consent, Error, GateAsk, GateReplay, GateReport};
use charter_kernel::{NextAction, shell_word};
use charter_review::receipt::ReceiptKind;
use charter_store::Failure;
use clap::Subcommand;
use std::fmt::Write;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// Take the quality gate of a milestone
///
/// A gate is a JSON file that says what an architect, testers and a critic found, and names the files
/// that show it. Every rule is checked at once; a gate that holds gives the milestone a receipt, which
/// goes stale when one of its criteria is recorded again or says something else. Charters at rigor
/// strict need a fresh one for every milestone; the last that is taken is for the whole.
#[derive(Debug, clap::Args)]
#[command(
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    after_help = "Examples:\n  charter checkpoint init --surface cli --out gate.json\n  charter checkpoint m1 --gate gate.json"
)]
pub(crate) struct CheckpointArgs {
    #[command(subcommand)]
    action: Option<CheckpointAction>,

    /// The milestone, by id or unique fragment; none where there is only one
    #[arg(value_name = "MILESTONE")]
    milestone: Option<String>,

    /// The file that holds the gate
    #[arg(long, value_name = "FILE", required = true, value_hint = clap::ValueHint::FilePath)]
    gate: Option<PathBuf>,

    /// Run the replays that the gate names, each in a sandbox
    #[arg(long)]
    replay: bool,

    /// Run commands that never ran here without asking
    #[arg(long, requires = "replay")]
    yes: bool,
}

impl CheckpointArgs {
    pub(crate) fn acting(&self) -> Acting {
        if self.action.is_none() { Acting::Writes } else { Acting::Reads }
    }
}

#[derive(Debug, Subcommand)]
enum CheckpointAction {
    /// Write a gate to fill in, with rows for some surfaces
    #[command(
        after_help = "Example:\n  charter checkpoint init --surface web --surface api --out gate.json"
    )]
    Init {
        /// What users or programs touch: web, cli, api, tui …
        #[arg(long, value_name = "NAME", required = true)]
        surface: Vec<String>,

        /// The file to write; nothing may be there yet
        #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
        out: PathBuf,
    },
    /// Say everything that is wrong with a gate; nothing is written
    #[command(
        after_help = "Example:\n  charter checkpoint validate gate.json --milestone m1 --final"
    )]
    Validate {
        /// The file that holds the gate
        #[arg(value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
        file: PathBuf,

        /// The milestone whose criteria it must cover, by id or unique fragment
        #[arg(long, value_name = "ID")]
        milestone: Option<String>,

        /// It is for the whole charter, so a critic must have agreed
        #[arg(long = "final")]
        is_final: bool,

        /// Run the replays that the gate names, each in a sandbox
        #[arg(long)]
        replay: bool,

        /// Run commands that never ran here without asking
        #[arg(long, requires = "replay")]
        yes: bool,
    },
    /// Print the hash of the present source, which reviewers put into a gate
    #[command(after_help = "Example:\n  charter checkpoint source gate.json")]
    Source {
        /// The gate that the hash is for: it and new files that it names are no source
        #[arg(value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
        file: Option<PathBuf>,
    },
}

pub(crate) fn run(args: &CheckpointArgs, desk: &Desk<'_>) -> Result<CommandAnswer, Trouble> {
    let Some(action) = &args.action else { return take(args, desk) };
    match action {
        CheckpointAction::Init { surface, out } => init(surface, out, desk),
        CheckpointAction::Validate { file, milestone, is_final, replay, yes } => {
            let kind = if *is_final { ReceiptKind::Final } else { ReceiptKind::Milestone };
            let mut typed = format!("checkpoint validate {}", shell_word(&file.to_string_lossy()));
            if let Some(milestone) = milestone {
                let _ = write!(typed, " --milestone {}", shell_word(milestone));
            }
            if *is_final {
                typed.push_str(" --final");
            }
            let given = if *yes { Consent::Given } else { Consent::KnownOnly };
            let report = with_consent(desk, &given, |consent| {
                let replay = replay.then(|| asked(desk, consent, &typed));
                let (file, milestone) = (file.clone(), milestone.clone());
                desk.app.check_gate(&desk.caller, &GateAsk { file, milestone, kind, replay })
            })?;
            let answer = CommandAnswer::new(&report, render(&report, desk));
            Ok(answer.with_exit(exit::of(report.ok)))
        }
        CheckpointAction::Source { file } => {
            let report = desk.app.source_report(file.as_deref())?;
            let text = format!("{}\n", report.source_hash);
            Ok(CommandAnswer::new(&report, text))
        }
    }
}

/// Says how the replays of a gate run, and what was typed for that.
fn asked(desk: &Desk<'_>, consent: &Consent, typed: &str) -> GateReplay {
    let (place, consent) = (desk.replay_place(), consent.clone());
    GateReplay { place, consent, action: format!("{typed} --replay") }
}

fn take(args: &CheckpointArgs, desk: &Desk<'_>) -> Result<CommandAnswer, Trouble> {
    let gate = args.gate.as_deref().unwrap_or(Path::new(""));
    let milestone = args.milestone.as_deref();
    let mut typed = "checkpoint".to_owned();
    if let Some(milestone) = milestone {
        let _ = write!(typed, " {}", shell_word(milestone));
    }
    let _ = write!(typed, " --gate {}", shell_word(&gate.to_string_lossy()));
    let given = if args.yes { Consent::Given } else { Consent::KnownOnly };
    let report = with_consent(desk, &given, |consent| {
        let replay = args.replay.then(|| asked(desk, consent, &typed));
        desk.app.checkpoint(&desk.caller, milestone, gate, replay)
    })?;
    let receipt = report.receipt.as_ref();
    let name = receipt.map(|it| it.receipt_id.as_str()).unwrap_or_default();
    let whole = match receipt.map(|it| it.kind) {
        Some(ReceiptKind::Final) => ", for the whole charter",
        Some(ReceiptKind::Milestone) | None => "",
    };
    let word = if report.changed { "is taken" } else { "was taken before" };
    let guard = report.protection.as_ref();
    let guard = guard.map(|it| verify::render_guard(it, desk)).unwrap_or_default();
    let text = format!(
        "{} {word}: receipt {name}{whole}\n{guard}{}",
        report.milestone_id,
        desk.next_line_for(report.status, &report.next_actions)
    );
    Ok(CommandAnswer::new(&report, text))
}

fn init(surfaces: &[String], out: &Path, desk: &Desk<'_>) -> Result<CommandAnswer, Trouble> {
    let report = desk.app.new_gate(out, surfaces).map_err(|err| match err {
        Error::Store(Failure::Io { source, .. }) if source.kind() == ErrorKind::AlreadyExists => {
            let message =
                format!("`{}` is there already, and nothing is overwritten", out.display());
            let command = "charter checkpoint init --help";
            let next = NextAction::new("help", "name a file that is not there yet", command);
            Trouble::bad_input("out", "out-exists", message, next)
        }
        err => err.into(),
    })?;
    let surfaces = report.surfaces.join(", ");
    let text =
        format!("\n  {} for {surfaces}\n\n{}", report.path, desk.next_line(&report.next_actions));
    Ok(CommandAnswer::new(&report, text))
}

fn render(report: &GateReport, desk: &Desk<'_>) -> String {
    let screen = &desk.screen;
    let mut head = report.gate.clone();
    if let Some(milestone) = &report.milestone_id {
        head = format!("{head} · {milestone}");
    }
    if report.is_final {
        head.push_str(" · final");
    }
    let mut text = format!("\n{}", screen.wrap("  ", &head, 4));
    let counts = &report.counts;
    let looked = [
        (counts.covered, counts.criteria, "criteria covered"),
        (counts.files_read, counts.files, "files read"),
        (counts.replays_run, counts.replays, "replays run"),
    ];
    let looked = looked.iter().filter(|(_, total, _)| *total > 0);
    let looked: Vec<String> =
        looked.map(|(n, total, word)| format!("{n} of {total} {word}")).collect();
    if !looked.is_empty() {
        let _ = writeln!(text, "  {}", looked.join(" · "));
    }
    let guard = report.protection.as_ref();
    text.push_str(&guard.map(|it| verify::render_guard(it, desk)).unwrap_or_default());
    text.push_str(&evidence::problems(&report.problems, desk));
    if report.ok {
        let _ = writeln!(text, "  {}", screen.ink(Ink::Good, "holds"));
        return text;
    }
    let words = count(report.problems.len(), "problem", "problems");
    let _ = writeln!(text, "  {}  {words}\n", screen.ink(Ink::Bad, "refused"));
    text.push_str(&desk.next_line(&report.next_actions));
    text
}
