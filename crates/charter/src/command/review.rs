//! `charter review`: a reviewer's look.

use super::Desk;
use crate::answer::{CommandAnswer, Trouble};
use crate::desk::Acting;
use crate::exit;
use crate::screen::Ink;
use charter_app::{ReviewAsk, ReviewReport, ReviewSource};
use charter_kernel::Severity;
use charter_review::{ContractStrength, ReviewFinding, ReviewVerdict};
use std::fmt::Write;
use std::path::PathBuf;

/// The most lines of one finding.
const FINDING_LINES_MAX: usize = 6;

/// Review the work against what was agreed
///
/// Looks at what is checked out, at a branch, or at a pull request that was fetched, and lists what
/// is not shown, what was changed since it was agreed, what a spec asks for and no criterion says, what reviewers
/// found and tests that show less than before. Nothing is run. Where little was agreed nothing can pass: the verdict is then
/// `inconclusive: weak-contract`. Exits with 0 only for a pass.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  charter review\n  charter review --branch feature --spec docs/spec.md"
)]
pub(crate) struct ReviewArgs {
    /// Look at this branch, or any other revision
    #[arg(long, value_name = "REF", conflicts_with = "pr")]
    branch: Option<String>,

    /// Look at this pull request, which must have been fetched
    #[arg(long, value_name = "N")]
    pr: Option<u64>,

    /// A document that says what was wanted
    #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    spec: Option<PathBuf>,

    /// Keep what is found as blockers, each once
    #[arg(long)]
    record: bool,
}

impl ReviewArgs {
    pub(crate) fn acting(&self) -> Acting {
        if self.record { Acting::Writes } else { Acting::Reads }
    }
}

pub(crate) fn run(args: &ReviewArgs, desk: &Desk<'_>) -> Result<CommandAnswer, Trouble> {
    let source = match (&args.branch, args.pr) {
        (Some(name), _) => ReviewSource::Branch(name.clone()),
        (None, Some(number)) => ReviewSource::Pull(number),
        (None, None) => ReviewSource::Worktree,
    };
    let review = ReviewAsk { source, spec: args.spec.clone(), keep: args.record };
    let report = desk.app.review(&desk.caller, &review)?;
    let answer = CommandAnswer::new(&report, render(&report, desk));
    Ok(answer.with_exit(exit::of(report.ok)))
}

fn render(report: &ReviewReport, desk: &Desk<'_>) -> String {
    let screen = &desk.screen;
    let source = &report.source;
    let place = match (&source.revision, &source.commit) {
        (Some(revision), Some(commit)) => {
            let commit: String = commit.chars().take(7).collect();
            format!("{} {revision} at {commit}", source.kind)
        }
        _ => "the working tree".to_owned(),
    };
    let charter = report.charter_id.as_deref().unwrap_or("no charter");
    let mut text = format!("\n{}", screen.wrap("  ", &format!("{charter} · {place}"), 4));
    let strength = match report.contract_strength {
        ContractStrength::Strong => "strong",
        ContractStrength::ThinDerived => {
            "thin: charter.md does not say what success is, or there are no criteria"
        }
    };
    text.push_str(&screen.wrap("  ", &format!("contract {strength}"), 4));
    let artifacts = report.artifact_validation_summary;
    let _ = writeln!(text, "  artifacts {} of {} as recorded", artifacts.intact, artifacts.total);
    for finding in &report.findings {
        text.push_str(&row(finding, desk));
    }
    if !report.blocker_ids.is_empty() {
        let _ = writeln!(text, "  kept as {}", report.blocker_ids.join(", "));
    }
    let ink = match report.verdict {
        ReviewVerdict::Pass => Ink::Good,
        ReviewVerdict::Fail => Ink::Bad,
        ReviewVerdict::WeakContract | ReviewVerdict::IncompleteCapture => Ink::Warn,
    };
    let _ = writeln!(text, "  {}", screen.ink(ink, report.verdict.words()));
    text
}

fn row(finding: &ReviewFinding, desk: &Desk<'_>) -> String {
    let screen = &desk.screen;
    let (sign, ink) = match finding.severity {
        Severity::Error => ("✗", Ink::Bad),
        Severity::Warning => ("!", Ink::Warn),
        Severity::Note => ("·", Ink::Dim),
    };
    let target = finding.target.as_deref().map(|it| format!("{it} ")).unwrap_or_default();
    let words = format!("{target}{}: {}", finding.code, finding.message);
    let wrapped = screen.wrap("      ", &words, FINDING_LINES_MAX);
    format!("    {} {}\n", screen.ink(ink, sign), wrapped.trim())
}
