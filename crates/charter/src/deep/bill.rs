//! What the ambiguity is made of, on a screen.
//!
//! Owns the layout of the bill. Must not compute.

use crate::desk::Desk;
use crate::screen::{Ink, clean, column};
use charter_app::BillReport;
use charter_interview::deep::{BillItem, MindTotal};
use std::fmt::Write;

const LINES_MAX: usize = 3;

pub(crate) fn render(report: &BillReport, desk: &Desk<'_>) -> String {
    let screen = &desk.screen;
    let Some(bill) = &report.bill else {
        let words = "A checklist without a model has no figures.";
        let mut text = format!("\n{}\n", screen.wrap("  ", words, LINES_MAX));
        for (mind, total) in &report.minds {
            text.push_str(&screen.wrap("  ", &mind_line(mind, total), LINES_MAX));
        }
        text.push_str(&desk.next_line(&report.next_actions));
        return text;
    };
    let (ambiguity, threshold) =
        (bill.ambiguity.to_whole_percent(), bill.threshold.to_whole_percent());
    let mut head = format!("Ambiguity {ambiguity}, enough at {threshold}.");
    if bill.ambiguity != bill.reported {
        let (scores, floor) =
            (bill.reported.to_whole_percent(), bill.floor.units.to_whole_percent());
        let more = format!(" The answers alone give {scores}; what is open keeps it at {floor}.");
        head.push_str(&more);
    }
    let mut text = format!("\n{}\n", screen.wrap("  ", &head, LINES_MAX));
    for (mind, total) in &report.minds {
        text.push_str(&screen.wrap("  ", &mind_line(mind, total), LINES_MAX));
    }
    if !report.minds.is_empty() {
        text.push('\n');
    }
    if bill.items.is_empty() {
        let words = match bill.ambiguity == bill.threshold.min(bill.ambiguity) {
            true => "Nothing is open.",
            false => "Nothing is scored yet: the first answer brings the first figures.",
        };
        text.push_str(&screen.wrap("  ", words, LINES_MAX));
        text.push('\n');
        text.push_str(&desk.next_line(&report.next_actions));
        return text;
    }
    let titles = format!("  {}{}what", column("takes off", 11), column("adds", 9));
    text.push_str(&(screen.ink(Ink::Dim, &titles) + "\n"));
    for item in &bill.items {
        let (off, adds) = (item.takes_off.to_whole_percent(), item.adds.to_whole_percent());
        let start = format!("  {}{}", column(&off, 11), column(&adds, 9));
        let indent = " ".repeat(22);
        let words = screen.wrap(&indent, &words_of(item, report), LINES_MAX);
        text.push_str(&start);
        text.push_str(words.trim_start());
    }
    let words = "Each line on its own; what two of them hold up together only both take off.";
    text.push('\n');
    text.push_str(&screen.ink(Ink::Dim, &screen.wrap("  ", words, LINES_MAX)));
    text.push('\n');
    text.push_str(&desk.next_line_for(charter_contract::Status::Active, &report.next_actions));
    text
}

fn words_of(item: &BillItem, report: &BillReport) -> String {
    let about = report.names.get(&item.about).unwrap_or(&item.about);
    let dimension = item.dimension.map(|it| format!(", {}", it.word())).unwrap_or_default();
    clean(&format!("{about}{dimension}: {}", item.what.replace('\n', " ")))
}

/// Says what it took to ask a model: `claude: 9 calls, 41 s, 38k tokens in, 4k out; 1 failed`.
fn mind_line(mind: &str, total: &MindTotal) -> String {
    let calls = if total.n_calls == 1 { "call" } else { "calls" };
    let mut line = clean(mind);
    if let Some(model) = total.model.as_deref().filter(|it| *it != mind) {
        let _ = write!(line, " ({})", clean(model));
    }
    let _ = write!(line, ": {} {calls}, {}", total.n_calls, seconds(total.ms));
    if total.input_tokens > 0 || total.output_tokens > 0 {
        let (read, written) = (tokens(total.input_tokens), tokens(total.output_tokens));
        let _ = write!(line, ", {read} tokens in, {written} out");
    }
    if total.n_failed > 0 {
        let _ = write!(line, "; {} failed", total.n_failed);
    }
    line
}

fn seconds(ms: u64) -> String {
    match ms.saturating_add(500) / 1000 {
        it if it < 120 => format!("{it} s"),
        it => format!("{} min", (it + 30) / 60),
    }
}

fn tokens(n: u64) -> String {
    if n < 1000 { n.to_string() } else { format!("{}k", n.saturating_add(500) / 1000) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_model_took_fits_in_a_line() {
        let total = MindTotal {
            model: None,
            n_calls: 9,
            n_failed: 1,
            ms: 41_200,
            input_tokens: 38_100,
            output_tokens: 4000,
        };
        let line = mind_line("claude", &total);
        assert_eq!(line, "claude: 9 calls, 41 s, 38k tokens in, 4k out; 1 failed");
        let total = MindTotal { n_calls: 1, ms: 200_000, ..MindTotal::default() };
        let total = MindTotal { model: Some("tiny-1".to_owned()), ..total };
        assert_eq!(mind_line("openai", &total), "openai (tiny-1): 1 call, 3 min");
    }
}
