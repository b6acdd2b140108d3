//! `charter show`: a charter or a criterion, whole.

use super::{Desk, log};
use crate::answer::{CommandAnswer, Trouble};
use crate::screen::{Ink, clean, clean_lines};
use charter_app::{ShowReport, ShownItem};
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
    let (criterion, row, body, history) = match shown {
        ShownItem::Charter(text) => return clean_lines(text),
        ShownItem::Criterion { criterion, row, body, history } => (criterion, row, body, history),
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
    text.push_str(if history.is_empty() { "\n  nothing recorded yet\n" } else { "\n" });
    text.push_str(&log::render(history, desk));
    text
}

fn to_json(report: &ShowReport) -> Value {
    let head = json!({ "charterId": report.charter_id, "path": report.path });
    let more = match &report.shown {
        ShownItem::Charter(text) => json!({ "charter": text }),
        ShownItem::Criterion { criterion, row, body, history } => json!({
            "criterion": row,
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
