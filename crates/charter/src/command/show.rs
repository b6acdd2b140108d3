//! `charter show`: a charter or a criterion, whole.

use super::{Desk, log};
use crate::answer::{Answer, Trouble};
use crate::screen::{Ink, clean, clean_lines};
use charter_app::{LogRow, ShowReport, Shown};
use charter_core::document::Criterion;
use charter_core::query::CriterionRow;
use serde_json::{Value, json};
use std::fmt::Write;

/// Show charter.md, or one criterion with its history
///
/// A criterion is named by its id or any unique fragment of it.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  charter show VAL-ENTRY-001")]
pub(crate) struct Args {
    /// The criterion; without one, charter.md is shown
    criterion: Option<String>,
}

pub(crate) fn run(args: &Args, desk: &Desk) -> Result<Answer, Trouble> {
    let report = desk.app.show(&desk.caller, args.criterion.as_deref())?;
    let text = match &report.shown {
        Shown::Charter(text) => clean_lines(text),
        Shown::Criterion { criterion, row, history } => render(criterion, row, history, desk),
    };
    Ok(Answer::new(&to_json(&report), text).with_notes(desk.notes(&report.findings)))
}

fn render(criterion: &Criterion, row: &CriterionRow, history: &[LogRow], desk: &Desk) -> String {
    let screen = &desk.screen;
    let id = clean(&row.id);
    let hanging = " ".repeat(id.chars().count() + 4);
    let title = screen.wrap(&hanging, &criterion.title, 4);
    let mut text = format!("\n  {}  {}\n", screen.ink(Ink::Strong, &id), title.trim());
    let ink = if row.counts { Ink::Good } else { Ink::Warn };
    let _ = writeln!(text, "  {}\n", screen.ink(ink, row.verdict.word()));
    if !criterion.description.is_empty() {
        text.push_str(&screen.wrap("  ", &criterion.description, 40));
        text.push('\n');
    }
    for (key, value) in fields(criterion) {
        let _ =
            writeln!(text, "  {}  {}", screen.ink(Ink::Dim, &format!("{key:<9}")), clean(&value));
    }
    text.push_str(if history.is_empty() { "\n  nothing recorded yet\n" } else { "\n" });
    for row in history {
        text.push_str(&log::line(row, desk));
    }
    text
}

fn fields(criterion: &Criterion) -> Vec<(&'static str, String)> {
    let mut fields = Vec::new();
    let mut add = |key, value: Option<String>| fields.extend(value.map(|it| (key, it)));
    let list = |words: &[String]| (!words.is_empty()).then(|| words.join(", "));
    add("milestone", criterion.milestone.clone());
    add("command", criterion.command.clone());
    add("because", criterion.because.clone());
    add("watches", list(&criterion.watches));
    add("from", list(&criterion.from));
    fields
}

fn to_json(report: &ShowReport) -> Value {
    let head = json!({ "charterId": report.charter_id, "path": report.path });
    let more = match &report.shown {
        Shown::Charter(text) => json!({ "charter": text }),
        Shown::Criterion { criterion, row, history } => json!({
            "criterion": row,
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
