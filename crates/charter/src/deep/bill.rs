//! What the ambiguity is made of, on a screen.
//!
//! Owns the layout of the bill. Must not compute.

use crate::desk::Desk;
use crate::screen::{Ink, clean, column};
use charter_app::BillReport;
use charter_interview::deep::BillItem;

const LINES_MAX: usize = 3;

pub(crate) fn render(report: &BillReport, desk: &Desk<'_>) -> String {
    let screen = &desk.screen;
    let bill = &report.bill;
    let (ambiguity, threshold) = (bill.ambiguity.to_percent(), bill.threshold.to_percent());
    let mut head = format!("Ambiguity {ambiguity}, enough at {threshold}.");
    if bill.ambiguity != bill.reported {
        let (scores, floor) = (bill.reported.to_percent(), bill.floor.units.to_percent());
        let more = format!(" The answers alone give {scores}; what is open keeps it at {floor}.");
        head.push_str(&more);
    }
    let mut text = format!("\n{}\n", screen.wrap("  ", &head, LINES_MAX));
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
        let (off, adds) = (item.takes_off.to_percent(), item.adds.to_percent());
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
