//! Any bytes as a report in any format: no panic, and what is clean has nothing against anything.
#![no_main]

use charter_proof::{ReportFormat, TestOutcome, read_report};
use libfuzzer_sys::fuzz_target;

const FORMATS: [ReportFormat; 4] =
    [ReportFormat::Junit, ReportFormat::Tap, ReportFormat::Cucumber, ReportFormat::Sarif];

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    for format in FORMATS {
        let report = match read_report(format, &text) {
            Ok(report) => report,
            Err(problem) => {
                assert!(!problem.to_string().is_empty());
                continue;
            }
        };
        for case in &report.cases {
            assert_eq!(case.name, case.name.trim());
        }
        let is_passed = report.cases.iter().all(|it| it.outcome == TestOutcome::Passed);
        assert!(is_passed || !report.is_clean);
    }
});
