//! `charter status`: where a charter stands.

use super::Desk;
use crate::answer::{CommandAnswer, Trouble};
use crate::rim;
use crate::screen::{Ink, Screen, clean, column, cut};
use crate::topic::short;
use charter_app::FindingRow;
use charter_contract::document::{MISSING_BECAUSE, MISSING_VERIFIER};
use charter_contract::{Blocker, CriterionRow, Status, Topic, Verdict, Warning, waived_words};
use charter_engine::query::StatusReport;
use charter_kernel::NextAction;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::time::Duration;

/// The most lines of the objective on the screen.
const OBJECTIVE_LINES_MAX: usize = 4;

/// The most blockers listed on the screen that are not about a criterion.
const BLOCKERS_MAX: usize = 6;

/// The most lines about a merge on the screen.
const MERGED_MAX: usize = 6;

/// The most lines of a verdict's reasons on the screen.
const REASON_LINES_MAX: usize = 3;

/// From how many criteria on only what is open is listed.
const FOLD_FROM: usize = 60;

/// The most open criteria of one milestone that are listed then.
const OPEN_MAX: usize = 12;

/// How long to wait between two looks.
const WATCH_PAUSE: Duration = Duration::from_millis(250);

/// Say where a charter stands
///
/// Every criterion with its verdict, what stands against completion, and what to do next.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  charter status --charter nurses")]
pub(crate) struct StatusArgs {
    /// Show it again whenever something changes, until ctrl-c
    #[arg(long)]
    watch: bool,
}

pub(crate) fn run(args: &StatusArgs, desk: &Desk<'_>) -> Result<CommandAnswer, Trouble> {
    if args.watch {
        return watch(desk);
    }
    Ok(answer(&desk.app.status(&desk.caller)?, desk))
}

/// Draws the status anew whenever it is another one. Whoever watches stops it.
fn watch(desk: &Desk<'_>) -> Result<CommandAnswer, Trouble> {
    if !desk.has_screen {
        let next = NextAction::new("status", "see it once", "charter status");
        let message = "watching needs a terminal, and text on it".to_owned();
        return Err(Trouble::bad_input("watch", "no-terminal", message, next));
    }
    let mut shown = String::new();
    loop {
        // What cannot be read this moment may be readable the next: the reason is shown instead.
        let text = match desk.app.status(&desk.caller) {
            Ok(report) => render(&report, desk),
            Err(err) => Trouble::from(err).to_text(),
        };
        if text != shown {
            let hint = desk.screen.ink(Ink::Dim, "  watching; ctrl-c stops");
            rim::draw_page(&format!("{text}{hint}\n")).map_err(Trouble::from_terminal)?;
            shown = text;
        }
        std::thread::sleep(WATCH_PAUSE);
    }
}

/// Answers with a report, and says what is odd beside it.
pub(crate) fn answer(report: &StatusReport, desk: &Desk<'_>) -> CommandAnswer {
    let notes = report.overview.parse_warnings.iter().map(finding_row);
    // A habit of the register is for whoever edits it; on a screen it would hide the rest.
    let is_habit = |it: &FindingRow| matches!(it.code, MISSING_VERIFIER | MISSING_BECAUSE);
    let notes: Vec<FindingRow> = notes.filter(|it| !is_habit(it)).collect();
    CommandAnswer::new(report, render(report, desk)).with_notes(desk.notes(&notes))
}

fn render(report: &StatusReport, desk: &Desk<'_>) -> String {
    let screen = &desk.screen;
    let mut text = head(report, screen);
    text.push_str(&progress(report, screen));
    let mut held: BTreeMap<&str, Vec<&CriterionRow>> = BTreeMap::new();
    for row in &report.overview.criteria {
        held.entry(row.milestone_id.as_deref().unwrap_or_default()).or_default().push(row);
    }
    for milestone in &report.overview.milestones {
        let waived = waived_words(milestone.val_waived_count);
        let n = format!("{} of {}{waived}", milestone.val_pass_count, milestone.val_count);
        let title =
            if milestone.title.is_empty() { "without a milestone" } else { &milestone.title };
        let room = screen.width.saturating_sub(n.len() + 4);
        let title = column(&clean(title), room);
        let _ = writeln!(text, "\n  {}  {n}", screen.ink(Ink::Strong, &title));
        let rows = held.get(milestone.milestone_id.as_str()).map(Vec::as_slice);
        text.push_str(&criterion_lines(
            rows.unwrap_or_default(),
            report.overview.val_total,
            screen,
        ));
    }
    text.push_str(&merged(report, screen));
    text.push_str(&given_up(report, screen));
    text.push_str(&blockers(report, screen));
    if !text.ends_with("\n\n") {
        text.push('\n');
    }
    text.push_str(&desk.next_line_for(report.overview.status, &report.overview.next_actions));
    text
}

/// Says what came together from branches that had not seen each other.
fn merged(report: &StatusReport, screen: &Screen) -> String {
    if report.merged.is_empty() {
        return String::new();
    }
    let mut text = format!("\n  {}\n", screen.ink(Ink::Strong, "After the merge"));
    for words in report.merged.iter().take(MERGED_MAX) {
        text.push_str(&screen.wrap("    ", words, REASON_LINES_MAX));
    }
    let n_more = report.merged.len().saturating_sub(MERGED_MAX);
    if n_more > 0 {
        let _ = writeln!(text, "    and {n_more} more: charter status --json");
    }
    text
}

/// Says that the ledger goes on without something.
fn given_up(report: &StatusReport, screen: &Screen) -> String {
    let words = match report.n_given_up {
        0 => return String::new(),
        1 => "the ledger was repaired and goes on without 1 event: charter log".to_owned(),
        n_events => {
            format!("the ledger was repaired and goes on without {n_events} events: charter log")
        }
    };
    format!("\n{}", screen.wrap("  ", &words, REASON_LINES_MAX))
}

fn head(report: &StatusReport, screen: &Screen) -> String {
    let state = format!("{} · {}", report.overview.status.word(), report.overview.rigor.word());
    let room = screen.width.saturating_sub(state.chars().count() + 4);
    let name = column(&clean(&report.overview.name), room);
    let ink = match report.overview.status {
        Status::Active | Status::Completed => Ink::Good,
        Status::Paused => Ink::Warn,
        Status::Abandoned => Ink::Dim,
    };
    let mut text = format!("\n  {}  {}\n", screen.ink(Ink::Strong, &name), screen.ink(ink, &state));
    let _ = writeln!(
        text,
        "  {}\n",
        screen.ink(Ink::Dim, &format!("{}/", clean(&report.overview.path)))
    );
    if let Some(reason) = &report.overview.reason {
        text.push_str(&screen.wrap(
            "  ",
            &format!("{}: {reason}", report.overview.status.word()),
            4,
        ));
        text.push('\n');
    }
    if report.overview.objective != report.overview.name {
        text.push_str(&screen.wrap("  ", &report.overview.objective, OBJECTIVE_LINES_MAX));
        text.push('\n');
    }
    text
}

fn progress(report: &StatusReport, screen: &Screen) -> String {
    if let Some(interview) = &report.deep_interview {
        let n = interview.answered;
        let words = format!("deep interview, {n} answered");
        return screen.wrap("  ", &words, 4);
    }
    if let Some(interview) = &report.interview {
        let open = interview.gaps_remaining.as_ref().filter(|it| !it.is_empty());
        let words = |gaps: &Vec<Topic>| gaps.iter().map(|it| short(*it)).collect::<Vec<_>>();
        let open = open.map_or(String::new(), |it| format!(", open: {}", words(it).join(", ")));
        let (n, total) = (interview.answered, interview.total);
        return screen.wrap("  ", &format!("interview, {n} of {total} sections{open}"), 4);
    }
    if report.overview.val_total == 0 {
        let words = "no criterion yet: nothing must be shown, so nothing can be completed";
        return if report.overview.register_empty {
            screen.wrap("  ", words, 4)
        } else {
            String::new()
        };
    }
    let words = report.overview.shown_words();
    let room = screen.width.saturating_sub(words.len() + 4);
    format!(
        "  {}  {words}\n",
        screen.bar(report.overview.val_pass, report.overview.val_total, room.min(24))
    )
}

/// Lists the criteria of a milestone; in a large register only what is open, and not all of that.
fn criterion_lines(rows: &[&CriterionRow], total: usize, screen: &Screen) -> String {
    if total < FOLD_FROM {
        return rows.iter().map(|row| criterion_line(row, screen)).collect();
    }
    let open: Vec<&&CriterionRow> = rows.iter().filter(|row| !row.counts).collect();
    let listed = open.iter().take(OPEN_MAX);
    let mut text: String = listed.map(|row| criterion_line(row, screen)).collect();
    let count = |is_it: fn(&CriterionRow) -> bool| rows.iter().filter(|row| is_it(row)).count();
    let (shown, more) = (count(CriterionRow::is_shown), open.len().saturating_sub(OPEN_MAX));
    let waived = count(|row| row.counts && row.is_waived());
    let parts = [(shown, "shown"), (waived, "waived"), (more, "more open")];
    let parts = parts.iter().filter(|(n, _)| *n > 0).map(|(n, word)| format!("{n} {word}"));
    let words = parts.collect::<Vec<_>>().join(", ");
    if !words.is_empty() {
        let _ = writeln!(text, "    {}", screen.ink(Ink::Dim, &format!("… {words}")));
    }
    text
}

fn criterion_line(row: &CriterionRow, screen: &Screen) -> String {
    let (mark, ink) = if row.is_waived() {
        ("–", Ink::Warn)
    } else if row.counts {
        ("✓", Ink::Good)
    } else if row.outcome.is_some() {
        ("✗", Ink::Bad)
    } else {
        ("○", Ink::Dim)
    };
    let verdict = row.verdict.word();
    let id = clean(&row.id);
    let room = screen.width.saturating_sub(id.chars().count() + verdict.len() + 10);
    let title = column(&clean(&row.title), room);
    let mut text =
        format!("    {} {id}  {title}  {}\n", screen.ink(ink, mark), screen.ink(ink, verdict));
    // What has moved since it was shown says why; the other verdicts say it themselves.
    if matches!(row.verdict, Verdict::Stale | Verdict::Suspect | Verdict::Void) {
        let indent = " ".repeat(id.chars().count() + 8);
        let words = screen.wrap(&indent, &row.reasons.join("; "), REASON_LINES_MAX);
        text.push_str(&screen.ink(Ink::Dim, words.trim_end_matches('\n')));
        text.push('\n');
    }
    text
}

/// Criteria say themselves what they lack; what is left is about the whole.
fn blockers(report: &StatusReport, screen: &Screen) -> String {
    let is_apart = |it: &&Blocker| {
        let apart = ["review-blocker", "criterion-gone", "register-changed"];
        it.criterion_id.is_none() || apart.contains(&it.reason.as_str())
    };
    let whole = report.overview.blockers.iter().filter(is_apart);
    let whole: Vec<_> = whole.filter(|it| it.reason != "register-empty").collect();
    if whole.is_empty() {
        return String::new();
    }
    let mut text = String::from("\n");
    for blocker in whole.iter().take(BLOCKERS_MAX) {
        let about = blocker.criterion_id.as_deref().map(|it| format!("{it} ")).unwrap_or_default();
        let words = clean(&format!("{about}{}", blocker.description));
        let words = cut(&words, screen.width.saturating_sub(8));
        let _ = writeln!(text, "  {}  {words}", screen.ink(Ink::Warn, "open"));
    }
    text
}

fn finding_row(warning: &Warning) -> FindingRow {
    FindingRow {
        code: warning.reason,
        severity: warning.reason.severity,
        file: warning.file.clone(),
        line: warning.line,
        criterion_id: warning.criterion_id.clone(),
        message: warning.detail.clone(),
    }
}
