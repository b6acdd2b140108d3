//! `charter show`: a charter or a criterion, whole.

use super::{Desk, log};
use crate::answer::{CommandAnswer, Trouble};
use crate::screen::{Ink, clean, clean_lines};
use crate::table::{self, Row};
use charter_app::{ShowReport, ShownItem, typed};
use charter_contract::Run;
use charter_contract::proof::{Trial, TrialKind};
use serde_json::{Value, json};
use std::fmt::Write;

/// The most lines on the screen of one line in a criterion.
const BODY_LINES_MAX: usize = 200;

/// The most lines of a criterion's title.
const TITLE_LINES_MAX: usize = 4;

/// Show charter.md, or one criterion with its history
///
/// A criterion is named by its id or any unique fragment of it.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  charter show VAL-ENTRY-001")]
pub(crate) struct ShowArgs {
    /// The criterion; without one, charter.md is shown
    #[arg(value_hint = clap::ValueHint::Other)]
    criterion: Option<String>,
}

pub(crate) fn run(args: &ShowArgs, desk: &Desk<'_>) -> Result<CommandAnswer, Trouble> {
    let report = desk.app.show(&desk.caller, args.criterion.as_deref())?;
    let text = render(&report.shown, desk);
    Ok(CommandAnswer::new(&to_json(&report), text).with_notes(desk.notes(&report.findings)))
}

fn render(shown: &ShownItem, desk: &Desk<'_>) -> String {
    let (criterion, row, body, run, history) = match shown {
        ShownItem::Charter(text) => return clean_lines(text),
        ShownItem::Criterion { criterion, row, body, run, history } => {
            (criterion, row, body, run, history)
        }
    };
    let screen = &desk.screen;
    let id = clean(&row.id);
    let hanging = " ".repeat(id.chars().count() + 4);
    let title = screen.wrap(&hanging, &criterion.title, TITLE_LINES_MAX);
    let mut text = format!("\n  {}  {}\n", screen.ink(Ink::Strong, &id), title.trim());
    let ink = if row.counts { Ink::Good } else { Ink::Warn };
    let holder = criterion.milestone.as_deref().map(|it| format!(", in {}", clean(it)));
    let verdict = screen.ink(ink, row.verdict.word());
    let _ = writeln!(text, "  {verdict}{}\n", holder.unwrap_or_default());
    for line in clean_lines(body).lines() {
        let indent: String = line.chars().take_while(|it| it.is_whitespace()).collect();
        text.push_str(&screen.wrap(&format!("  {indent}"), line, BODY_LINES_MAX));
        if line.trim().is_empty() {
            text.push('\n');
        }
    }
    if let Some(run) = run {
        text.push_str(&tried(run, desk));
    }
    text.push_str(if history.is_empty() { "\n  nothing recorded yet\n" } else { "\n" });
    text.push_str(&log::render(history, desk));
    text
}

/// Renders what ran, and each trial with what came of it.
fn tried(run: &Run, desk: &Desk<'_>) -> String {
    let screen = &desk.screen;
    let command = screen.ink(Ink::Command, &clean(&typed(&run.argv)));
    let mut text = format!("\n  ran  {command}  {}\n", super::evidence::took(run.duration_ms));
    let rows = run.trials.iter().map(|trial| {
        let (sign, ink) = match (trial.invalid, trial.noticed, is_good(trial)) {
            (true, ..) => ("–", Ink::Dim),
            (false, _, true) => ("✓", Ink::Good),
            (false, _, false) => ("✗", Ink::Warn),
        };
        let what = match (&trial.at, &trial.change) {
            (Some(at), Some(change)) => format!("{at}: {change}"),
            (Some(at), None) => at.clone(),
            (None, _) => String::new(),
        };
        let told = if trial.invalid { "no result: " } else { "" };
        let cells = vec![
            trial.kind.words().to_owned(),
            format!("{told}{}", trial.reason),
            what,
            super::evidence::took(trial.duration_ms),
        ];
        Row { mark: (sign, ink), cells }
    });
    text.push_str(&table::render(&rows.collect::<Vec<Row>>(), screen));
    for untried in run.no_base.iter().chain(&run.no_changes) {
        text.push_str(&screen.wrap("    ", &format!("not tried: {}", untried.message), 4));
    }
    text
}

/// Tells whether a trial came out as it should: what is different is noticed, and what is not is not.
fn is_good(trial: &Trial) -> bool {
    match trial.kind {
        TrialKind::Here | TrialKind::OldTests => !trial.noticed,
        TrialKind::Swap
        | TrialKind::Base
        | TrialKind::Revert
        | TrialKind::Mutant
        | TrialKind::Canary
        | TrialKind::Other => trial.noticed,
    }
}

fn to_json(report: &ShowReport) -> Value {
    let head = json!({ "charterId": report.charter_id, "path": report.path });
    let more = match &report.shown {
        ShownItem::Charter(text) => json!({ "charter": text }),
        ShownItem::Criterion { criterion, row, body, run, history } => json!({
            "criterion": row,
            "run": run,
            "text": body,
            "description": criterion.description,
            "command": criterion.command,
            "because": criterion.because,
            "watches": criterion.watches,
            "from": criterion.from,
            "history": history.iter().map(log::event_json).collect::<Vec<Value>>(),
        }),
    };
    let findings = json!({ "findings": report.findings });
    let entries = [head, more, findings].into_iter().filter_map(|it| match it {
        Value::Object(map) => Some(map),
        _ => None,
    });
    Value::Object(entries.flatten().filter(|(_, value)| !value.is_null()).collect())
}
