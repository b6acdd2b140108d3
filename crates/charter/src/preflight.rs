//! How preflight looks in a terminal.
//!
//! Owns the layout: the gate, what called for questions, how clear it is, the question. Must not
//! decide anything.

use crate::desk::Desk;
use crate::screen::{Ink, clean, clean_lines, column};
use charter_app::preflight::PreflightReport;
use charter_interview::preflight::{Phase, Question, Trigger};
use charter_kernel::NextAction;
use std::fmt::Write;

const LINES_MAX: usize = 12;

/// The most triggers that are shown; JSON has all.
const TRIGGERS_MAX: usize = 8;

pub(crate) fn render(report: &PreflightReport, desk: &Desk<'_>) -> String {
    if report.ok && report.status.is_none() {
        return format!("{}\n", desk.screen.ink(Ink::Good, "✓ nothing to ask"));
    }
    let mut text = head(report, desk);
    if !report.state.is_brief() {
        for trigger in report.found.iter().take(TRIGGERS_MAX) {
            text.push_str(&trigger_lines(trigger, desk));
        }
    }
    let said = [&report.refused.as_ref().map(|it| format!("! {it}")), &report.note];
    for words in said.into_iter().flatten() {
        text.push_str(&desk.screen.wrap("  ", words, LINES_MAX));
    }
    if let Some(bypass) = &report.bypass {
        text.push_str(&bypass_lines(bypass, desk));
    }
    if let Some(distance) = &report.distance {
        let confidence = report.state.composite_now().floor();
        let words = format!("confidence {confidence} of 100: {distance}");
        text.push_str(&desk.screen.wrap("  ", &words, 3));
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

/// Says whether work starts, and if not, why.
fn head(report: &PreflightReport, desk: &Desk<'_>) -> String {
    let (ink, mark) = if report.ok { (Ink::Good, "✓") } else { (Ink::Bad, "✗") };
    let otherwise = match (report.ok, report.state.phase) {
        (true, _) => "Work can start.",
        (false, Phase::Validating) => "Waiting for your word on what was understood.",
        (false, _) => "Questions before work starts.",
    };
    let words = report.message.as_deref().unwrap_or(otherwise);
    let adapted = if report.adapted { " One question only: it was skipped often." } else { "" };
    let words = desk.screen.wrap("    ", &clean(&format!("{words}{adapted}")), LINES_MAX);
    format!("\n  {} {}\n", desk.screen.ink(ink, mark), words.trim())
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

fn forms(report: &PreflightReport, desk: &Desk<'_>) -> String {
    let Some(forms) = &report.state.reformulation else { return String::new() };
    let mut text = format!("\n  {}\n", desk.screen.ink(Ink::Strong, "What was understood"));
    text.push_str(&desk.screen.wrap("  ", forms.summary.as_deref().unwrap_or_default(), 40));
    if report.state.is_brief() {
        return text;
    }
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
    let mut text = String::from("\n");
    if let Some(found) = &question.found {
        text.push_str(&desk.screen.wrap("  ", &format!("found: {found}"), LINES_MAX));
    }
    let words = desk.screen.wrap("  ", &question.text, LINES_MAX);
    text.push_str(&desk.screen.ink(Ink::Strong, &words));
    // The question about a word of the request is clear by itself.
    let is_brief = report.state.is_brief();
    for it in question.choices.iter().filter(|_| !is_brief) {
        let line = format!("- {}: {}", it.label, it.description);
        text.push_str(&desk.screen.ink(Ink::Dim, &desk.screen.wrap("    ", &line, 3)));
    }
    text
}
