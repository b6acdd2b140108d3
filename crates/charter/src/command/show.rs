//! `charter show`: a charter or a criterion, whole.

use super::{Desk, log, trace};
use crate::answer::{CommandAnswer, Trouble};
use crate::screen::{Ink, clean, clean_lines};
use charter_app::{LogRow, ShowReport, ShownItem};
use charter_contract::Verdict;
use serde_json::{Value, json};
use std::fmt::Write;

/// The most lines on the screen of one line in a criterion.
const BODY_LINES_MAX: usize = 200;

/// The most lines of a criterion's title.
const TITLE_LINES_MAX: usize = 4;

/// The most lines of one reason for a verdict.
const REASON_LINES_MAX: usize = 20;

/// Show charter.md, or one criterion with its trace
///
/// The trace of a criterion: the answers it comes from, what was agreed, and every run and sign-off. A
/// criterion is named by its id or any unique fragment of it.
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
    let (criterion, row, body, trace, history, suggested) = match shown {
        ShownItem::Charter(text) => return clean_lines(text),
        ShownItem::Criterion { criterion, row, body, trace, history, suggested, .. } => {
            (criterion, row, body, trace, history, suggested)
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
    let _ = writeln!(text, "  {verdict}{}", holder.unwrap_or_default());
    if row.verdict != Verdict::Missing {
        let reasons = row.reasons.iter();
        reasons.for_each(|it| text.push_str(&screen.wrap("    ", it, REASON_LINES_MAX)));
    }
    text.push('\n');
    for line in clean_lines(body).lines() {
        let indent: String = line.chars().take_while(|it| it.is_whitespace()).collect();
        text.push_str(&screen.wrap(&format!("  {indent}"), line, BODY_LINES_MAX));
        if line.trim().is_empty() {
            text.push('\n');
        }
    }
    if let Some(command) = suggested {
        let line = format!("A test that may show it: {command}");
        let _ = write!(text, "\n{}", screen.wrap("  ", &line, TITLE_LINES_MAX));
    }
    let is_other =
        |it: &&LogRow| log::event_json(it).get("type").is_none_or(|it| it != "evidence_recorded");
    let others: Vec<&LogRow> = history.iter().filter(is_other).collect();
    text.push_str(&trace::render(trace, &others, screen));
    text
}

fn to_json(report: &ShowReport) -> Value {
    let head = json!({ "charterId": report.charter_id, "path": report.path });
    let more = match &report.shown {
        ShownItem::Charter(text) => json!({ "charter": text }),
        ShownItem::Criterion { criterion, row, body, run, trace, history, suggested } => json!({
            "criterion": row,
            "run": run,
            "text": body,
            "description": criterion.description,
            "command": criterion.command,
            "suggestedCommand": suggested,
            "because": criterion.because,
            "watches": criterion.watches,
            "from": criterion.from,
            "trace": trace,
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
