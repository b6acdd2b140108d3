//! Which lines of an output belong to which runner, where a runner marks its beginning and its end.
//!
//! Owns the rule that a summary within another runner's run is quoted, not told: a test that runs a
//! test runner, or prints what one says, adds nothing. Must not count.

use super::python::{is_session_start, session_end};
use super::rust::{RUN_START, n_run, result_pairs, running, summary_pairs};

/// How many runs within runs are followed.
const DEPTH_MAX: usize = 32;

/// A runner that says where its run begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum MarkedSpan {
    Pytest,
    Cargo,
    Nextest,
    Ctest,
}

#[derive(Debug, Clone, Copy)]
struct OpenSpan {
    runner: MarkedSpan,
    start: usize,
    /// How many tests it says it will run, where it says so.
    n_tests: Option<u64>,
}

/// Says of each line whose it is: nobody's, one runner's, or a quotation that nobody reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SpanOwner {
    Nobody,
    One(MarkedSpan),
    Quoted,
}

/// Finds whose the lines are.
pub(super) fn owners(lines: &[&str]) -> Vec<SpanOwner> {
    let mut open: Vec<OpenSpan> = Vec::new();
    let mut closed: Vec<(usize, usize, MarkedSpan)> = Vec::new();
    for (idx, line) in lines.iter().enumerate() {
        if let Some((runner, n_tests)) = start_of(line) {
            if open.len() < DEPTH_MAX {
                open.push(OpenSpan { runner, start: idx, n_tests });
            }
        } else if let Some((runner, n_tests)) = end_of(line) {
            let fits = |it: &OpenSpan| {
                it.runner == runner && (it.n_tests.is_none() || it.n_tests == n_tests)
            };
            if let Some(at) = open.iter().rposition(fits) {
                closed.extend(open.get(at).map(|it| (it.start, idx, runner)));
                open.truncate(at);
            }
        }
    }
    let mut owners = vec![SpanOwner::Nobody; lines.len()];
    closed.sort_by_key(|(start, end, _)| (*start, usize::MAX - *end));
    let mut reached = None;
    for (start, end, runner) in closed {
        // What lies within another is closed before it and begins after it.
        let is_within = reached.is_some_and(|it| start <= it);
        let owner = if is_within { SpanOwner::Quoted } else { SpanOwner::One(runner) };
        if !is_within {
            reached = Some(end);
        }
        let is_marked = is_within && owners.get(start) == Some(&SpanOwner::Quoted);
        for it in owners.iter_mut().take(end + 1).skip(start).filter(|_| !is_marked) {
            *it = owner;
        }
    }
    owners
}

fn start_of(line: &str) -> Option<(MarkedSpan, Option<u64>)> {
    if is_session_start(line) {
        return Some((MarkedSpan::Pytest, None));
    }
    if line.trim_start().starts_with(RUN_START) {
        return Some((MarkedSpan::Nextest, None));
    }
    if line.starts_with("Test project /") {
        return Some((MarkedSpan::Ctest, None));
    }
    running(line).map(|n| (MarkedSpan::Cargo, Some(n)))
}

fn end_of(line: &str) -> Option<(MarkedSpan, Option<u64>)> {
    if session_end(line).is_some() && line.starts_with('=') {
        return Some((MarkedSpan::Pytest, None));
    }
    if summary_pairs(line).is_some() {
        return Some((MarkedSpan::Nextest, None));
    }
    if line.contains("% tests passed") || line == "No tests were found!!!" {
        return Some((MarkedSpan::Ctest, None));
    }
    result_pairs(line).map(|it| (MarkedSpan::Cargo, Some(n_run(&it))))
}
