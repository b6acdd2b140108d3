//! Which reader a format has.

use super::case::{ReportFormat, ReportProblem, TestReport};
use super::{cucumber, junit, sarif, tap};

/// Reads every case of a report.
pub fn read_report(format: ReportFormat, text: &str) -> Result<TestReport, ReportProblem> {
    let text = text.trim_start_matches('\u{feff}');
    let listed = |cases| TestReport { cases, is_clean: false };
    match format {
        ReportFormat::Junit => junit::read(text).map(listed),
        ReportFormat::Tap => tap::read(text).map(listed),
        ReportFormat::Cucumber => cucumber::read(text).map(listed),
        ReportFormat::Sarif => sarif::read(text),
    }
}
