//! The reading of a run's whole output: every runner's words, added.
//!
//! Owns which readers there are and which lines each may see. What no reader knows gives no count, which
//! is not an error. Must not judge: a run of no tests is a count of zero.

use super::span::{MarkedSpan, SpanOwner, owners};
use super::told::{CaseOutcome, NAMES_MAX, ToldCounts};
use super::{build, javascript, jvm, native, python, rust, script, tap};
use crate::proof::counts::{Counts, strip_ansi};
use std::collections::BTreeMap;

/// How many bytes of an output are read: what is longer is read at its beginning and its end.
const OUTPUT_BYTES_MAX: usize = 4 << 20;
/// How many lines of an output are read, half of them at its beginning.
const LINES_MAX: usize = 100_000;

/// What a run's output says about its tests.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct OutputReading {
    /// All summaries of the run, added; none where no runner spoke.
    pub counts: Option<Counts>,
    /// What became of the tests that were named, by the name that the runner gives them.
    pub outcomes: BTreeMap<String, CaseOutcome>,
    /// The names of tests that failed, also where a runner names only these.
    pub failed: Vec<String>,
    /// Why tests were not built or not collected, in the words of the tool that says so.
    pub broken: Option<String>,
    /// How many tests ran again after they had failed.
    pub n_reruns: u64,
}

/// Reads the counts out of a run's output; none where no runner is recognised.
#[must_use]
pub fn count_tests(output: &str) -> Option<Counts> {
    read_output(output).counts
}

/// Reads what a run's output says about its tests.
#[must_use]
pub fn read_output(output: &str) -> OutputReading {
    let output = strip_ansi(&shortened(output));
    let all: Vec<&str> = output.lines().map(str::trim_end).collect();
    let half = LINES_MAX / 2;
    let lines: Vec<&str> = match all.len() {
        n if n > LINES_MAX => {
            let end = all.get(n - half..).unwrap_or_default();
            all.iter().take(half).chain(end).copied().collect()
        }
        _ => all,
    };
    read_lines(&lines)
}

/// Gives the beginning and the end of a text that is too long.
fn shortened(output: &str) -> String {
    if output.len() <= OUTPUT_BYTES_MAX {
        return output.to_owned();
    }
    let half = OUTPUT_BYTES_MAX / 2;
    let start = output.get(..output.floor_char_boundary(half)).unwrap_or_default();
    let end = output.get(output.ceil_char_boundary(output.len() - half)..).unwrap_or_default();
    format!("{start}\n{end}")
}

type OutputReader = fn(&[&str], &mut ToldCounts);

const MARKED: [(MarkedSpan, OutputReader); 4] = [
    (MarkedSpan::Nextest, rust::nextest),
    (MarkedSpan::Cargo, rust::cargo),
    (MarkedSpan::Pytest, python::pytest),
    (MarkedSpan::Ctest, native::ctest),
];

const READERS: [OutputReader; 31] = [
    python::unittest,
    python::scenarios,
    rust::build,
    native::go,
    native::cpp,
    native::swift,
    native::zig,
    native::dotnet,
    javascript::jest,
    javascript::vitest,
    javascript::mocha,
    javascript::bun,
    javascript::deno,
    javascript::playwright,
    javascript::ava,
    javascript::jasmine,
    javascript::uvu,
    tap::tap,
    tap::node_spec,
    tap::prove,
    jvm::maven,
    jvm::gradle,
    jvm::junit,
    jvm::scalatest,
    script::examples,
    script::minitest,
    script::php,
    script::tests_failures,
    script::others,
    build::compiler,
    build::loader,
];

fn read_lines(lines: &[&str]) -> OutputReading {
    let owners = owners(lines);
    let seen = |by: Option<MarkedSpan>| -> Vec<&str> {
        let is_seen = |it: &SpanOwner| match it {
            SpanOwner::Nobody => true,
            SpanOwner::One(runner) => Some(*runner) == by,
            SpanOwner::Quoted => false,
        };
        let pairs = lines.iter().zip(&owners);
        pairs.map(|(line, owner)| if is_seen(owner) { *line } else { "" }).collect()
    };
    let mut reading = OutputReading::default();
    let mut broken = Vec::new();
    let mut add = |told: ToldCounts| {
        let is_counted = told.counts.is_some();
        broken.extend(told.broken);
        reading.n_reruns = reading.n_reruns.saturating_add(told.n_reruns);
        reading.counts = match (reading.counts.take(), told.counts) {
            (Some(before), Some(counts)) => Some(before.plus(&counts)),
            (before, counts) => before.or(counts),
        };
        // Names without a summary are somebody else's words.
        let outcomes = told.outcomes.into_iter().filter(|_| is_counted);
        for (name, outcome) in outcomes {
            if reading.outcomes.len() < NAMES_MAX || reading.outcomes.contains_key(&name) {
                let known = reading.outcomes.entry(name).or_insert(outcome);
                *known = outcome.max(*known);
            }
        }
    };
    for (runner, read) in MARKED {
        let mut told = ToldCounts::default();
        read(&seen(Some(runner)), &mut told);
        add(told);
    }
    let plain = seen(None);
    for read in READERS {
        let mut told = ToldCounts::default();
        read(&plain, &mut told);
        add(told);
    }
    let is_failed = |it: &(&String, &CaseOutcome)| *it.1 == CaseOutcome::Failed;
    reading.failed =
        reading.outcomes.iter().filter(is_failed).map(|(name, _)| name.clone()).collect();
    reading.broken = (!broken.is_empty()).then(|| broken.join("\n"));
    reading
}
