//! How preflight looks in a terminal.
//!
//! Owns the layout: the gate, what called for questions, how clear it is, the question. Must not
//! decide anything.

use crate::desk::Desk;
use crate::screen::{Ink, clean, clean_lines, column};
use charter_app::preflight::PreflightReport;
use charter_interview::preflight::{Dimension, Phase, Question, Trigger};
use charter_kernel::NextAction;
use std::fmt::Write;

const LINES_MAX: usize = 12;

const BAR_CELLS: usize = 10;

/// The most triggers that are shown; JSON has all.
const TRIGGERS_MAX: usize = 8;

pub(crate) fn render(report: &PreflightReport, desk: &Desk<'_>) -> String {
    let mut text = head(report, desk);
    for trigger in report.found.iter().take(TRIGGERS_MAX) {
        text.push_str(&trigger_lines(trigger, desk));
    }
    if let Some(refused) = &report.refused {
        text.push_str(&desk.screen.wrap("  ", &format!("! {refused}"), LINES_MAX));
    }
    if let Some(bypass) = &report.bypass {
        text.push_str(&bypass_lines(bypass, desk));
    }
    if let Some(note) = &report.note {
        text.push_str(&desk.screen.wrap("  ", note, LINES_MAX));
    }
    if let Some(understanding) = &report.understanding {
        text.push_str(&desk.screen.wrap("  ", &format!("understood: {understanding}"), LINES_MAX));
    }
    if report.status.is_some() {
        text.push_str(&scores(report, desk));
    }
    if report.state.phase == Phase::Validating {
        text.push_str(&forms(report, desk));
    }
    for lookup in &report.research {
        let line = format!("look up ({}): {}", lookup.kind, lookup.query);
        text.push_str(&desk.screen.wrap("  ", &line, 3));
    }
    if report.stopped {
        let words = "Significant gaps were found three times; more of the same will not help.";
        let _ = write!(text, "\n{}", desk.screen.wrap("  ", words, LINES_MAX));
    }
    if let Some(question) = &report.question {
        text.push_str(&question_lines(question, report, desk));
    }
    let next = desk.next_line(&report.next_actions);
    if !next.is_empty() {
        let _ = write!(text, "\n{next}");
    }
    text
}

/// Says that nothing goes on.
pub(crate) fn render_nothing(desk: &Desk<'_>, next: &NextAction) -> String {
    let words = "No preflight is going on here.";
    format!(
        "\n{}\n{}",
        desk.screen.wrap("  ", words, 2),
        desk.next_line(std::slice::from_ref(next))
    )
}

fn head(report: &PreflightReport, desk: &Desk<'_>) -> String {
    let ink = if report.ok { Ink::Good } else { Ink::Bad };
    let mark = if report.ok { "✓" } else { "✗" };
    let gate = desk.screen.ink(ink, &format!("{mark} {}", report.gate_status));
    let mut about = vec![report.workflow.clone()];
    about.extend(Some(report.mode.clone()).filter(|it| *it != report.workflow));
    let status = report.status.map(|it| format!(", {it}")).unwrap_or_default();
    let adapted = if report.adapted { ", one question only: it was skipped often" } else { "" };
    let words = clean(&format!("{}{status}{adapted}", about.join(" ")));
    format!("\n  {gate}  {}\n\n", desk.screen.ink(Ink::Dim, &words))
}

fn trigger_lines(trigger: &Trigger, desk: &Desk<'_>) -> String {
    let kind = trigger.kind.map_or("trigger", charter_interview::preflight::TriggerKind::word);
    let place = trigger.place.map(|(line, at)| format!(" ({line}:{at})")).unwrap_or_default();
    let words = trigger.description.as_deref().or(trigger.keyword.as_deref()).unwrap_or_default();
    let text = desk.screen.wrap("             ", &format!("{words}{place}"), 3);
    let label = desk.screen.ink(Ink::Warn, &column(kind, 10));
    format!("  {label} {}\n", text.trim())
}

fn bypass_lines(bypass: &charter_app::preflight::BypassRow, desk: &Desk<'_>) -> String {
    let mark = if bypass.warning_shown { "! " } else { "" };
    let words = bypass.warning_text.clone().unwrap_or_else(|| bypass.reason.clone());
    let mut text = desk.screen.wrap("  ", &format!("{mark}{words}"), LINES_MAX);
    for it in &bypass.assumptions {
        text.push_str(&desk.screen.ink(Ink::Dim, &desk.screen.wrap("    ", &format!("- {it}"), 3)));
    }
    text
}

fn scores(report: &PreflightReport, desk: &Desk<'_>) -> String {
    let state = &report.state;
    let mut text = String::from("\n");
    for it in Dimension::ALL {
        let score = state.scores.of(it);
        let bar = desk.screen.bar(usize::from(score), 100, BAR_CELLS);
        let weight = state.weights.of(it);
        let _ = writeln!(text, "  {:<10} {bar} {score:>3}  weighs {weight}", it.word());
    }
    let composite = state.composite_now();
    let _ = writeln!(text, "  {:<10} {composite} of 100, {}", "confidence", report.band);
    if let Some(distance) = &report.distance {
        text.push_str(&desk.screen.wrap("             ", distance, 3));
    }
    text
}

fn forms(report: &PreflightReport, desk: &Desk<'_>) -> String {
    let Some(forms) = &report.state.reformulation else { return String::new() };
    let mut text = format!("\n  {}\n", desk.screen.ink(Ink::Strong, "What was understood"));
    text.push_str(&desk.screen.wrap("  ", forms.summary.as_deref().unwrap_or_default(), 40));
    text.push('\n');
    for story in &forms.stories {
        text.push_str(&desk.screen.wrap("  ", story, LINES_MAX));
    }
    text.push('\n');
    for line in clean_lines(forms.diagram.as_deref().unwrap_or_default()).lines() {
        let _ = writeln!(text, "  {line}");
    }
    for it in &forms.analogies {
        text.push_str(&desk.screen.wrap("  ", it, LINES_MAX));
    }
    text
}

fn question_lines(question: &Question, report: &PreflightReport, desk: &Desk<'_>) -> String {
    let number = report.answers + 1;
    let title = format!("Question {number}: {} ({})", question.header, question.target);
    let mut text = format!("\n  {}\n", desk.screen.ink(Ink::Strong, &clean(&title)));
    if let Some(found) = &question.found {
        text.push_str(&desk.screen.wrap("  ", &format!("found: {found}"), LINES_MAX));
    }
    text.push_str(&desk.screen.wrap("  ", &question.text, LINES_MAX));
    for it in &question.choices {
        let line = format!("- {}: {}", it.label, it.description);
        text.push_str(&desk.screen.ink(Ink::Dim, &desk.screen.wrap("    ", &line, 3)));
    }
    text
}
