//! How the trace of a criterion looks: answers, what was agreed, evidence.
//!
//! Owns its sections, each an indented list that wraps at any width. Must not know what counts.

use super::evidence::took;
use crate::screen::{Ink, Screen, clean, column, count};
use charter_app::{LogRow, Trace, TraceAgreed, TraceAnswer, TraceEvidence, typed};
use charter_contract::Run;
use charter_contract::proof::{Trial, TrialKind};
use charter_kernel::{Actor, Timestamp};
use std::fmt::Write as _;
use unicode_width::UnicodeWidthStr;

/// The most lines of a question, an answer or a reason.
const WORDS_LINES_MAX: usize = 200;

/// The widest that the column of names gets.
const NAME_COLUMNS_MAX: usize = 14;

/// How much of a commit's name is shown.
const COMMIT_CHARS: usize = 10;

/// What is said where an older ledger has only the digest of an answer.
const UNRECORDED: &str = "not recorded in words";

/// Renders all of it; `others` are the events about the criterion that record no evidence.
pub(crate) fn render(trace: &Trace, others: &[&LogRow], screen: &Screen) -> String {
    let mut text = answers(&trace.answers, screen);
    text.push_str(&agreed(trace.agreed.as_ref(), screen));
    text.push_str(&evidence(&trace.evidence, screen));
    if !others.is_empty() {
        text.push_str(&heading("Decisions", screen));
    }
    for row in others {
        text.push_str(&screen.wrap("    ", &row.summary, WORDS_LINES_MAX));
        text.push_str(&who("    ", Some(&row.actor), Some(row.ts), screen));
    }
    text
}

fn heading(title: &str, screen: &Screen) -> String {
    format!("\n  {}\n", screen.ink(Ink::Strong, title))
}

fn answers(answers: &[TraceAnswer], screen: &Screen) -> String {
    if answers.is_empty() {
        return String::new();
    }
    let widest = answers.iter().map(|it| clean(&it.name).width()).max().unwrap_or(0);
    let width = widest.min(NAME_COLUMNS_MAX);
    let mut text = heading("Answers", screen);
    for answer in answers {
        text.push_str(&one_answer(answer, width, screen));
    }
    text
}

fn one_answer(answer: &TraceAnswer, width: usize, screen: &Screen) -> String {
    let hanging = " ".repeat(width + 6);
    let name = screen.ink(Ink::Strong, &column(&clean(&answer.name), width));
    let asked = match (&answer.question, &answer.answer, answer.is_known) {
        (Some(question), ..) => question.as_str(),
        (None, _, false) => "not an answer in this ledger",
        (None, None, true) => UNRECORDED,
        (None, Some(_), true) => "the question is not recorded in words",
    };
    let asked = screen.wrap(&hanging, asked, WORDS_LINES_MAX);
    let mut text = format!("    {name}  {}\n", asked.trim());
    match (&answer.answer, &answer.question) {
        (Some(said), _) => {
            let said = format!("“{}”", said.trim());
            text.push_str(&screen.wrap(&hanging, &said, WORDS_LINES_MAX));
        }
        (None, Some(_)) => text.push_str(&screen.wrap(&hanging, UNRECORDED, WORDS_LINES_MAX)),
        (None, None) => {}
    }
    text.push_str(&who(&hanging, answer.actor.as_ref(), answer.ts, screen));
    if answer.assumed {
        text.push_str(&screen.wrap(&hanging, "assumed: the user left it open", WORDS_LINES_MAX));
    }
    text
}

/// Says who and when, as far as it is known.
fn who(indent: &str, actor: Option<&Actor>, ts: Option<Timestamp>, screen: &Screen) -> String {
    let actor = actor.map(ToString::to_string);
    let ts = ts.map(|it| format!("{}Z", it.to_minutes()));
    let words: Vec<String> = actor.into_iter().chain(ts).collect();
    if words.is_empty() {
        return String::new();
    }
    let lines = screen.wrap(indent, &words.join(", "), WORDS_LINES_MAX);
    let dim = |it: &str| format!("{indent}{}\n", screen.ink(Ink::Dim, it.trim()));
    lines.lines().map(dim).collect()
}

fn agreed(agreed: Option<&TraceAgreed>, screen: &Screen) -> String {
    let mut text = heading("Agreed", screen);
    let Some(agreed) = agreed else {
        text.push_str("    not yet\n");
        return text;
    };
    let since = if agreed.now.is_some() { "changed since:" } else { "unchanged since" };
    text.push_str(&screen.wrap("    ", since, WORDS_LINES_MAX));
    if let Some(now) = &agreed.now {
        text.push_str(&changed(&agreed.text, now, screen));
    }
    for other in &agreed.others {
        let words = format!("another branch agreed on: {other}");
        text.push_str(&screen.wrap("    ", &words, WORDS_LINES_MAX));
    }
    text.push_str(&who("    ", Some(&agreed.actor), Some(agreed.ts), screen));
    text
}

/// Shows the lines that only one of two texts has.
fn changed(then: &str, now: &str, screen: &Screen) -> String {
    let only = |text: &str, other: &str, sign: &str, ink: Ink| -> String {
        let has = |line: &&str| {
            let line = line.trim();
            !line.is_empty() && !other.lines().any(|it| it.trim() == line)
        };
        let line = |it: &str| {
            let wrapped = screen.wrap("      ", it, WORDS_LINES_MAX);
            format!("    {} {}\n", screen.ink(ink, sign), wrapped.trim())
        };
        text.lines().filter(has).map(line).collect()
    };
    format!("{}{}", only(then, now, "-", Ink::Bad), only(now, then, "+", Ink::Good))
}

fn evidence(records: &[TraceEvidence], screen: &Screen) -> String {
    let mut text = heading("Evidence", screen);
    if records.is_empty() {
        text.push_str("    nothing recorded yet\n");
    }
    for (idx, record) in records.iter().enumerate() {
        let is_last = idx + 1 == records.len();
        text.push_str(&one_record(record, idx + 1, screen));
        if let Some(run) = &record.run {
            text.push_str(&if is_last { trials(run, screen) } else { counted(run, screen) });
        }
        text.push_str(&who(INSIDE, Some(&record.actor), Some(record.ts), screen));
    }
    text
}

/// What stands before the lines of a record.
const INSIDE: &str = "       ";

fn one_record(record: &TraceEvidence, number: usize, screen: &Screen) -> String {
    let short = |it: &String| it.chars().take(COMMIT_CHARS).collect::<String>();
    let mut at = match record.commit.as_ref().map(short) {
        Some(commit) => format!("at {commit}"),
        None => "no commit".to_owned(),
    };
    if record.dirty == Some(true) {
        at.push_str(" with uncommitted changes");
        if let Some(commit) = record.recorded_in.as_ref().map(short) {
            let _ = write!(at, ", committed in {commit}");
        }
    }
    let head = screen.wrap(INSIDE, &format!("{}, {at}", record.verdict.word()), WORDS_LINES_MAX);
    let mut text = format!("    {number:<2} {}\n", head.trim());
    if let Some(run) = &record.run {
        let command = format!("{}  {}", typed(&run.argv), took(run.duration_ms));
        for line in screen.wrap(INSIDE, &command, WORDS_LINES_MAX).lines() {
            let _ = writeln!(text, "{INSIDE}{}", screen.ink(Ink::Command, line.trim()));
        }
    }
    let is_said = record.reasons.iter().any(|it| it.contains(record.summary.as_str()));
    let summary = Some(&record.summary).filter(|_| !is_said && !record.summary.is_empty());
    // The summary of a run has its counts already.
    let is_new = |it: &&String| summary.is_none_or(|summary| !summary.contains(it.as_str()));
    for reason in summary.into_iter().chain(record.reasons.iter().filter(is_new)) {
        text.push_str(&screen.wrap(INSIDE, reason, WORDS_LINES_MAX));
    }
    text
}

/// Says in a line what came of the trials of an earlier run.
fn counted(run: &Run, screen: &Screen) -> String {
    if run.trials.is_empty() {
        return String::new();
    }
    let n_good = run.trials.iter().filter(|it| !it.invalid && is_good(it)).count();
    let words = format!("{}, {n_good} as it should be", count(run.trials.len(), "trial", "trials"));
    screen.wrap(INSIDE, &words, WORDS_LINES_MAX)
}

/// Renders each trial with what came of it.
fn trials(run: &Run, screen: &Screen) -> String {
    let mut text = String::new();
    for trial in &run.trials {
        let (sign, ink) = match (trial.invalid, is_good(trial)) {
            (true, _) => ("–", Ink::Dim),
            (false, true) => ("✓", Ink::Good),
            (false, false) => ("✗", Ink::Warn),
        };
        let wrapped = screen.wrap("         ", &told(trial), WORDS_LINES_MAX);
        let _ = writeln!(text, "{INSIDE}{} {}", screen.ink(ink, sign), wrapped.trim());
    }
    for untried in run.no_base.iter().chain(&run.no_changes) {
        let words = format!("not tried: {}", untried.message);
        text.push_str(&screen.wrap(INSIDE, &words, WORDS_LINES_MAX));
    }
    text
}

fn told(trial: &Trial) -> String {
    let no_result = if trial.invalid { "no result: " } else { "" };
    let place = match (&trial.at, trial.change_words()) {
        (Some(at), Some(change)) => format!("; {at}: {change}"),
        (Some(at), None) => format!("; {at}"),
        (None, _) => String::new(),
    };
    let took = Some(took(trial.duration_ms)).filter(|it| !it.is_empty());
    let took = took.map(|it| format!(" ({it})")).unwrap_or_default();
    format!("{}: {no_result}{}{place}{took}", trial.kind.words(), trial.reason)
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
