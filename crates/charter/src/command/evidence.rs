//! How evidence that was just recorded looks.
//!
//! Owns the row of a criterion with its verdict and why. Must not know how the evidence came about.

use super::Desk;
use crate::rim;
use crate::screen::{Ink, clean, column, cut};
use charter_app::RecordedRow;
use charter_kernel::Problem;
use std::fmt::Write;
use std::path::PathBuf;

/// What is kept with evidence, and where.
#[derive(Debug, clap::Args)]
pub(crate) struct ArtifactArgs {
    /// A file that belongs to it; a copy is kept
    #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    artifact: Vec<PathBuf>,

    /// The directory below `work` that it goes to
    #[arg(long, value_name = "NAME")]
    pub(crate) segment: Option<String>,
}

impl ArtifactArgs {
    /// Lists the files that belong to it, as they were typed.
    pub(crate) fn artifacts(&self) -> Vec<String> {
        self.artifact.iter().map(|it| it.display().to_string()).collect()
    }
}

/// The most columns of what is being tried: with its head it fits into the narrowest window, since a line that
/// wraps could not be taken away.
const TRIED_COLUMNS_MAX: usize = 28;

/// The most lines of a verdict's reasons.
const REASON_LINES_MAX: usize = 4;

/// Renders rows, their reasons behind their verdicts; `more` is said of all of them.
pub(crate) fn rows(rows: &[RecordedRow], more: Option<&str>, desk: &Desk<'_>) -> String {
    let screen = &desk.screen;
    let wide = rows.iter().map(|it| it.criterion_id.chars().count()).max().unwrap_or(0);
    let mut text = String::from("\n");
    for row in rows {
        let (sign, ink) = if row.counts { ("✓", Ink::Good) } else { ("✗", Ink::Bad) };
        let id = column(&clean(&row.criterion_id), wide);
        let verdict = row.verdict.word();
        let indent = " ".repeat(wide + verdict.len() + 8);
        let reasons = row.reasons.iter().map(String::as_str).chain(more);
        let reasons = reasons.collect::<Vec<_>>().join(" · ");
        let words = screen.wrap(&indent, &reasons, REASON_LINES_MAX);
        let head = format!("  {} {id}  {}", screen.ink(ink, sign), screen.ink(ink, verdict));
        let _ = writeln!(text, "{head}  {}", words.trim());
    }
    text
}

/// Gives who is told what is being tried: somebody at a terminal.
pub(crate) fn progress(desk: &Desk<'_>) -> fn(&str) {
    if desk.environment.shows_progress() { show_progress } else { |_| () }
}

/// Says on a line that goes away again what is being tried.
fn show_progress(what: &str) {
    // A terminal that went away does not stop the work.
    let _ = rim::draw_line(&match what {
        "" => String::new(),
        what => format!("  trying: {}", cut(what, TRIED_COLUMNS_MAX)),
    });
}

/// Says how long a run took; nothing where that was not measured.
pub(crate) fn took(duration_ms: u64) -> String {
    let tenths = duration_ms / 100;
    if duration_ms > 0 { format!("{}.{} s", tenths / 10, tenths % 10) } else { String::new() }
}

/// Renders what does not hold, one thing a row.
pub(crate) fn problems(problems: &[Problem], desk: &Desk<'_>) -> String {
    listed(problems, "✗", Ink::Bad, desk)
}

/// Renders what should not be passed over, one thing a row.
pub(crate) fn warnings(warnings: &[Problem], desk: &Desk<'_>) -> String {
    listed(warnings, "!", Ink::Warn, desk)
}

fn listed(problems: &[Problem], sign: &str, ink: Ink, desk: &Desk<'_>) -> String {
    let screen = &desk.screen;
    let row = |it: &Problem| {
        let words = format!("{} {}: {}", it.path, it.code, it.message);
        let wrapped = screen.wrap("      ", &words, REASON_LINES_MAX);
        format!("    {} {}\n", screen.ink(ink, sign), wrapped.trim())
    };
    problems.iter().map(row).collect()
}
