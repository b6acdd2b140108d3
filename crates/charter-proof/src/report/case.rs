//! What every report comes down to: cases, and what became of each.
//!
//! Owns the formats there are and why a report cannot be used. Must not know criteria.

use serde_json::Value;

pub(super) const DEPTH_MAX: usize = 64;

/// The formats of reports.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReportFormat {
    Junit,
    /// The Test Anything Protocol, versions 12 to 14.
    Tap,
    /// The JSON of Cucumber.
    Cucumber,
    /// The results of analysers, SARIF 2.1.
    Sarif,
}

impl ReportFormat {
    pub const ALL: [Self; 4] = [Self::Junit, Self::Tap, Self::Cucumber, Self::Sarif];

    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Junit => "junit",
            Self::Tap => "tap",
            Self::Cucumber => "cucumber",
            Self::Sarif => "sarif",
        }
    }

    /// Gives what its cases are called.
    #[must_use]
    pub fn noun(self) -> &'static str {
        match self {
            Self::Junit | Self::Tap => "tests",
            Self::Cucumber => "scenarios",
            Self::Sarif => "checks",
        }
    }
}

/// What became of a case; of several, the greatest counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum TestOutcome {
    Passed,
    /// It did not run, or not to its end.
    Skipped,
    /// It failed, or it broke.
    Failed,
}

/// One case and what became of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReportCase {
    /// What it belongs to (class, file, suite, feature, tool), a blank, and its name.
    pub name: String,
    pub outcome: TestOutcome,
}

impl ReportCase {
    /// Names a case by its parts, without those that are empty.
    pub(super) fn new(parts: &[&str], outcome: TestOutcome) -> Self {
        let parts = parts.iter().map(|it| it.trim()).filter(|it| !it.is_empty());
        Self { name: parts.collect::<Vec<_>>().join(" "), outcome }
    }
}

/// A report that was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TestReport {
    /// Its cases, in their order.
    pub cases: Vec<ReportCase>,
    /// Whether it names only what is wrong, not what was looked at, and found nothing: then it has
    /// nothing against whatever one asks for.
    pub is_clean: bool,
}

/// Why a report cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ReportProblem {
    #[error("it is not XML: {0}")]
    NotXml(String),
    /// It is XML and no report of tests.
    #[error("it has no `testsuite`")]
    NoSuite,
    #[error("it ends in the middle")]
    CutOff,
    /// A suite broke before its tests ran.
    #[error("a suite in it broke, so not every test was run")]
    Broken,
    #[error("it is nested deeper than {DEPTH_MAX}")]
    TooDeep,
    #[error("it is not JSON: {0}")]
    NotJson(String),
    /// It is JSON and no report of features.
    #[error("it is no list of features with their `elements`")]
    NoFeatures,
    /// It is JSON and no report of an analyser.
    #[error("it is not SARIF 2")]
    NotSarif,
    /// It says of no run what was found.
    #[error("a run in it has no `results`, so nothing says what was found")]
    NoResults,
    #[error("`{0}` says that it did not run to its end")]
    ToolFailed(String),
    #[error("no line of it is TAP")]
    NotTap,
    #[error("the run was given up: {0}")]
    BailedOut(String),
    /// Nothing says how many tests there should be.
    #[error("it has no plan, so nothing says that it is whole")]
    NoPlan,
    /// Two plans: several runs in one file, or broken output.
    #[error("it has two plans; give one run at a time")]
    TwoPlans,
    /// Not as many tests as planned.
    #[error("{planned} tests were planned and {seen} are there")]
    OtherThanPlanned {
        /// How many there should be.
        planned: u64,
        /// How many there are.
        seen: u64,
    },
    /// A number that is there twice, or that no plan has.
    #[error("test {0} is there twice, or beyond the plan")]
    NumberTwice(u64),
}

/// Reads a report that is JSON.
pub(super) fn parse_json(text: &str) -> Result<Value, ReportProblem> {
    serde_json::from_str(text).map_err(|err| ReportProblem::NotJson(err.to_string()))
}

pub(super) fn text_at<'a>(value: &'a Value, pointer: &str) -> Option<&'a str> {
    value.pointer(pointer).and_then(Value::as_str)
}

pub(super) fn list_at<'a>(value: &'a Value, pointer: &str) -> &'a [Value] {
    value.pointer(pointer).and_then(Value::as_array).map_or(&[], Vec::as_slice)
}
