//! `charter plan`: planner, architect and critic until they agree on the same text.

use super::Desk;
use crate::answer::{CommandAnswer, Trouble};
use crate::desk::Acting;
use crate::screen::{Ink, Screen, clean, count};
use crate::stdin;
use charter_app::{ApproveReport, PlanAsk, PlanReport, PlanWriteReport};
use charter_kernel::NextAction;
use charter_plan::{LaneVerdict, Start};
use clap::Subcommand;
use std::fmt::Write;
use std::path::PathBuf;

/// The most lines of a sentence.
const LINES_MAX: usize = 6;

/// Agree on a plan before the work starts
///
/// A planner writes a plan, an architect and a critic judge it, the planner revises it, until both
/// agree on the same text. Every text is kept in the ledger and as a file under plan/; writing the
/// same one twice changes nothing. A final text is taken only where the architect says CLEAR and the
/// critic OKAY about the plan as it stands. A person approves it: its acceptance criteria become a
/// proposed criteria.md, its steps milestones. Without a subcommand it says where the plan stands.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  charter plan open \"readings at the bed\"\n  charter plan write --stage planner plan.md\n  charter plan write --stage critic --about 1f0c9a27 -\n  charter plan approve 1f0c9a27"
)]
pub(crate) struct PlanArgs {
    #[command(subcommand)]
    action: Option<PlanAction>,
}

#[derive(Debug, Subcommand)]
enum PlanAction {
    /// Open a plan, or go on with the one that is open
    #[command(after_help = "Example:\n  charter plan open \"readings at the bed\"")]
    Open {
        /// What is to be planned; without it, the charter's objective
        #[arg(value_name = "TASK")]
        task: Option<String>,

        /// Begin anew although the plan is unfinished or stuck; only a person may
        #[arg(long)]
        again: bool,
    },
    /// Write a text: a plan, a judgement, a disposition, the decision, the final text
    ///
    /// The verdict is read from a line `Verdict: CLEAR` (architect: CLEAR, WATCH, BLOCK; critic: OKAY,
    /// ITERATE, REJECT). Steps and criteria are read from the lists under `## Steps` and `## Acceptance
    /// Criteria`; `(step 2)` at the end of a criterion says where it belongs.
    ///
    /// A disposition is one JSON object: what architect and critic found, and a choice for each
    /// conflict, which is what one would remove and the other add or change. An `action` is add, remove,
    /// change or clarify, a `severity` info, watch or block, a `choice` accept_architect, accept_critic,
    /// synthesize, defer_user or reject_both.
    #[command(
        after_help = "Examples:\n  charter plan write --stage planner plan.md\n  charter plan write --stage architect --n 1 --about 1f0c9a27 - < review.md\n  charter plan write --stage final\n\nA disposition, with --stage disposition --n 1:\n  {\"schema\": \"charter.review_conflicts.v1\", \"plannerStageN\": 1,\n   \"findings\": [\n    {\"findingId\": \"A1\", \"sourceRole\": \"architect\", \"targetId\": \"cache\",\n     \"action\": \"remove\", \"severity\": \"watch\", \"evidence\": \"nothing reads it\"},\n    {\"findingId\": \"C1\", \"sourceRole\": \"critic\", \"targetId\": \"cache\",\n     \"action\": \"change\", \"severity\": \"watch\", \"evidence\": \"it is too small\"}],\n   \"dispositions\": [\n    {\"conflictId\": \"conflict:cache:A1:C1\", \"choice\": \"accept_critic\",\n     \"rationale\": \"the bed view reads it\", \"decisionOwner\": \"planner\",\n     \"affectedSections\": [\"Steps\"]}]}"
    )]
    Write {
        /// What it is for
        #[arg(long, value_name = "STAGE", value_parser = ["planner", "architect", "critic", "disposition", "revision", "adr", "final"])]
        stage: String,

        /// Its number, 1 to 999; without it, the next one
        #[arg(long, value_name = "N")]
        n: Option<u32>,

        /// The verdict, where no line of the text says it
        #[arg(long, value_name = "WORD")]
        verdict: Option<String>,

        /// The digest of the plan that was read, or its beginning; refused if the plan is another now
        #[arg(long, value_name = "DIGEST")]
        about: Option<String>,

        /// A file with the text, or `-` for stdin; a final text without one is put together
        #[arg(value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
        source: Option<PathBuf>,
    },
    /// Say who is to speak next about which text, and how much is left
    #[command(after_help = "Example:\n  charter plan status --json")]
    Status,
    /// Approve the final text; only a person may
    #[command(after_help = "Example:\n  charter plan approve 1f0c9a27")]
    Approve {
        /// The digest of the final text that was read, or its beginning
        #[arg(value_name = "DIGEST")]
        digest: Option<String>,
    },
}

impl PlanArgs {
    pub(crate) fn acting(&self) -> Acting {
        match &self.action {
            Some(
                PlanAction::Open { .. } | PlanAction::Write { .. } | PlanAction::Approve { .. },
            ) => Acting::Writes,
            Some(PlanAction::Status) | None => Acting::Reads,
        }
    }
}

pub(crate) fn run(args: &PlanArgs, desk: &Desk<'_>) -> Result<CommandAnswer, Trouble> {
    match &args.action {
        None | Some(PlanAction::Status) => {
            let report = desk.app.plan_status(&desk.caller)?;
            let notes = desk.notes(&report.findings);
            Ok(CommandAnswer::new(&report, render(&report, desk)).with_notes(notes))
        }
        Some(PlanAction::Open { task, again }) => {
            let start = if *again { Start::Again } else { Start::GoOn };
            let report = desk.app.plan_open(&desk.caller, task.as_deref(), start)?;
            Ok(CommandAnswer::new(&report, render(&report, desk)))
        }
        Some(PlanAction::Write { stage, n, verdict, about, source }) => {
            let text = read(source.as_ref(), stage, desk)?;
            let ask = PlanAsk {
                stage,
                n: *n,
                text: text.as_deref(),
                verdict: verdict.as_deref(),
                about: about.as_deref(),
            };
            let report = desk.app.plan_write(&desk.caller, &ask)?;
            let notes = desk.notes(&report.plan.findings);
            Ok(CommandAnswer::new(&report, render_write(&report, desk)).with_notes(notes))
        }
        Some(PlanAction::Approve { digest }) => {
            let report = desk.app.plan_approve(&desk.caller, digest.as_deref())?;
            Ok(CommandAnswer::new(&report, render_approval(&report, desk)))
        }
    }
}

/// Reads the text: from a file, from stdin, or nothing where a final text is put together.
fn read(
    source: Option<&PathBuf>,
    stage: &str,
    desk: &Desk<'_>,
) -> Result<Option<Vec<u8>>, Trouble> {
    let Some(path) = source else { return Ok(None) };
    if path.as_os_str() != "-" {
        return Ok(Some(desk.app.plan_file(path)?));
    }
    stdin::read_bytes().map(Some).map_err(|err| {
        let command = format!("charter plan write --stage {stage} FILE");
        let next = NextAction::new("plan", "name a file instead", command);
        let message = format!("the text cannot be read: {err}");
        Trouble::bad_input("stdin", "reply-unusable", message, next)
    })
}

/// Renders where a plan stands.
fn render(report: &PlanReport, desk: &Desk<'_>) -> String {
    let screen = &desk.screen;
    let mut text =
        format!("\n{}", screen.wrap("  ", &format!("{}  {}", report.run_id, report.task), 3));
    if let Some(input) = &report.input {
        text.push_str(&screen.wrap("  ", &format!("follows {input}"), LINES_MAX));
    }
    if !report.approved && !report.must_name.is_empty() {
        let ids: Vec<&str> = report.must_name.iter().map(|it| it.id.as_str()).collect();
        let line = format!("must name {}", ids.join(", "));
        text.push_str(
            &screen.ink(Ink::Dim, screen.wrap("  ", &line, LINES_MAX).trim_end_matches('\n')),
        );
        text.push('\n');
    }
    text.push_str(&standing(report, screen));
    if report.approved {
        let _ = writeln!(text, "  {} approved by a person", screen.ink(Ink::Good, "✓"));
    }
    if let Some(reason) = &report.stuck_reason {
        let words = screen.wrap("  ", &format!("stuck: {reason}"), LINES_MAX);
        let _ = write!(text, "\n{}", screen.ink(Ink::Bad, words.trim_end_matches('\n')));
        text.push('\n');
    }
    for id in &report.deferred {
        text.push_str(&screen.wrap("  ", &format!("left to the user: {id}"), LINES_MAX));
    }
    text.push('\n');
    text.push_str(&next_lines(report, desk));
    text
}

/// Renders the figures: the iteration, the plan, what both said and how often they still may.
fn standing(report: &PlanReport, screen: &Screen) -> String {
    let (n, max) = (report.iteration, report.max_iterations);
    let mut head = format!("iteration {n} of {max}");
    if let (Some(path), Some(digest)) = (&report.plan_path, &report.plan_digest) {
        let short: String = digest.chars().take(8).collect();
        let _ = write!(head, " · {} ({short})", last_part(path));
    }
    let mut text =
        format!("{}\n", screen.ink(Ink::Dim, screen.wrap("  ", &head, 3).trim_end_matches('\n')));
    if report.plan_digest.is_none() {
        return text;
    }
    let verdicts = &report.verdicts;
    let rows = [
        ("architect", verdicts.architect, report.passes_left.architect),
        ("critic", verdicts.critic, report.passes_left.critic),
    ];
    for (lane, verdict, left) in rows {
        let (ink, mark) = match verdict {
            Some(it) if it.agrees() => (Ink::Good, "✓"),
            Some(_) => (Ink::Warn, "!"),
            None => (Ink::Dim, "·"),
        };
        let word = verdict.map_or("not yet", LaneVerdict::word);
        let left = format!("{left} of {} passes left", report.max_passes);
        let _ = writeln!(text, "  {} {lane:<10} {word:<8} {left}", screen.ink(ink, mark));
    }
    text
}

/// Gives a path without the directory of the charter, which is the same for all.
fn last_part(path: &str) -> String {
    let at = path.find("/plan/").map_or(0, |idx| idx + 1);
    clean(path.get(at..).unwrap_or(path))
}

/// Renders what to type next, and who else may speak at the same time.
fn next_lines(report: &PlanReport, desk: &Desk<'_>) -> String {
    let mut text = desk.next_line_for(report.status, &report.next_actions);
    if let Some(also) = report.next_actions.get(1..).filter(|it| !it.is_empty()) {
        text.push_str(&desk.next_line_for(report.status, also));
    }
    text
}

fn render_write(report: &PlanWriteReport, desk: &Desk<'_>) -> String {
    let screen = &desk.screen;
    let word = if report.deduplicated { "was there before" } else { "is written" };
    let verdict = report.verdict.map(|it| format!(", {}", it.word())).unwrap_or_default();
    let short: String = report.digest.chars().take(8).collect();
    let line = format!("{} {word} ({short}){verdict}", last_part(&report.path));
    let mut text = format!("\n{}", screen.wrap("  ", &line, 3));
    for gap in report.gaps.iter().chain(&report.review_budget_warning) {
        let words = screen.wrap("    ", gap, LINES_MAX);
        let _ = write!(text, "  {} {}", screen.ink(Ink::Warn, "!"), words.trim_start());
    }
    text.push_str(&standing(&report.plan, screen));
    if let Some(reason) = &report.plan.stuck_reason {
        text.push_str(&screen.wrap("  ", &format!("stuck: {reason}"), LINES_MAX));
    }
    text.push('\n');
    text.push_str(&next_lines(&report.plan, desk));
    text
}

fn render_approval(report: &ApproveReport, desk: &Desk<'_>) -> String {
    let screen = &desk.screen;
    let word = if report.changed { "is approved" } else { "was approved before" };
    let short: String = report.digest.chars().take(8).collect();
    let line = format!("{} {word}: {} ({short})", report.run_id, last_part(&report.path));
    let mut text = format!("\n{}", screen.wrap("  ", &line, 3));
    let register = match report.register {
        "drafted" => format!(
            "criteria.md: {} in {} added, a proposal to change",
            count(report.criteria, "criterion", "criteria"),
            count(report.milestones, "milestone", "milestones"),
        ),
        "authored" => format!(
            "criteria.md holds criteria of your own, so nothing was added; those of the plan are in {}",
            last_part(&report.path)
        ),
        _ if report.changed => "criteria.md holds every criterion of the plan already".to_owned(),
        _ => String::new(),
    };
    text.push_str(&screen.wrap("  ", &register, LINES_MAX));
    for step in &report.steps_without_criterion {
        let words = format!("no criterion belongs to “{step}”: it is no milestone");
        let words = screen.wrap("    ", &words, LINES_MAX);
        let _ = write!(text, "  {} {}", screen.ink(Ink::Warn, "!"), words.trim_start());
    }
    text.push('\n');
    text.push_str(&desk.next_line_for(report.status, &report.next_actions));
    text
}
