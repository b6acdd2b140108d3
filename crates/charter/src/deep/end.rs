//! What a deep interview has made, or where it was stopped.
//!
//! Owns the last words. Must not know keys.

use crate::desk::Desk;
use crate::screen::{Ink, clean, count};
use crate::topic::short;
use charter_app::DeepStand;
use charter_interview::deep::{Interview, NextChoice, spec_reason, spec_status};
use charter_kernel::NextAction;

const LINES_MAX: usize = 8;

/// Renders the end: the files, the goal, what was chosen. Nothing is executed.
pub(crate) fn render(stand: &DeepStand, desk: &Desk<'_>) -> String {
    let screen = &desk.screen;
    let interview = &stand.interview;
    let status = spec_status(interview);
    let tick = |is_good: bool| match is_good {
        true => screen.ink(Ink::Good, "✓"),
        false => screen.ink(Ink::Warn, "!"),
    };
    let finished = interview.ending.checklist.as_ref().map(|it| it.is_finished);
    let is_good = finished.unwrap_or(status == "PASSED");
    let words = match (finished, is_good) {
        (None, true) => format!("PASSED after {}", answers(interview)),
        (None, false) => format!("not clear enough yet after {}", answers(interview)),
        (Some(_), true) => format!("written after {}", answers(interview)),
        (Some(_), false) => format!("not finished after {}", answers(interview)),
    };
    let row = |is_good: bool, file: &str, words: &str| {
        let words = screen.wrap(&" ".repeat(19), words, LINES_MAX);
        format!("  {} {file:<14} {}", tick(is_good), words.trim_start())
    };
    let mut text = format!("\n{}", row(is_good, "spec.md", &words));
    let reason = spec_reason(interview);
    // The figures are in the bill.
    let reason = match finished {
        Some(_) => reason.as_str(),
        None => reason.split_once("; ").map_or("", |(_, rest)| rest),
    };
    text.push_str(&screen.wrap(&" ".repeat(19), reason, LINES_MAX));
    let (criteria, milestones) = stand.register.unwrap_or_default();
    let words = match criteria {
        0 => "no criterion: nothing that could be shown was said".to_owned(),
        n => format!(
            "{} in {}, a proposal to change",
            count(n, "criterion", "criteria"),
            count(milestones, "milestone", "milestones")
        ),
    };
    text.push_str(&row(criteria > 0, "criteria.md", &words));
    if !stand.empty_sections.is_empty() {
        let names: Vec<&str> = stand.empty_sections.iter().map(|it| short(*it)).collect();
        let command = desk.typed("interview --update", &stand.charter_id);
        let words = format!("still empty: {}; `{command}` asks for them", names.join(", "));
        text.push_str(&row(false, "charter.md", &words));
    }
    text.push('\n');
    if let Some(goal) = &interview.ending.restated {
        text.push_str(&screen.wrap("  ", &format!("“{goal}”"), LINES_MAX));
        text.push('\n');
    }
    let chosen = match interview.ending.next {
        Some(NextChoice::Plan) => "Chosen: a plan first. Nothing was executed.",
        Some(NextChoice::Work) => "Chosen: the work, under the register. Nothing was executed.",
        Some(NextChoice::Refine) | None => "What comes next is open. Nothing was executed.",
    };
    text.push_str(&screen.ink(Ink::Dim, &screen.wrap("  ", chosen, LINES_MAX)));
    text.push('\n');
    let next = match interview.ending.next {
        Some(NextChoice::Plan) => {
            let hint = "opens the plan; a planner, an architect and a critic write it";
            NextAction::plan("open", &stand.charter_id, hint, "")
        }
        Some(NextChoice::Work) if interview.is_checklist() && stand.n_drafted > 0 => {
            let hint = "look at the drafted criteria, one by one";
            NextAction::about("interview", &stand.charter_id, hint, "")
        }
        Some(NextChoice::Work | NextChoice::Refine) | None => {
            NextAction::about("status", &stand.charter_id, "see what must be shown", "")
        }
    };
    text.push_str(&desk.next_line_for(charter_contract::Status::Active, &[next]));
    text
}

fn answers(interview: &Interview) -> String {
    let n = interview.rounds.iter().filter(|it| it.said().is_some()).count();
    count(n, "answer", "answers")
}

/// Renders where an interview was stopped.
pub(crate) fn render_stop(stand: &DeepStand, desk: &Desk<'_>) -> String {
    let interview = &stand.interview;
    let (far, path) = (answers(interview), clean(&stand.path));
    let words = format!("Stopped after {far}. No answer is lost: they are in {path}/ledger.");
    let command = desk.typed("interview", &stand.charter_id);
    let next = NextAction::new("interview", "goes on where it was", command);
    format!("\n{}\n{}", desk.screen.wrap("  ", &words, LINES_MAX), desk.next_line(&[next]))
}
