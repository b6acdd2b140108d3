//! Reports that tools really wrote, and what is read out of them.

use charter_proof::{ReportFormat, TestOutcome, read_report};
use std::fmt::Write;
use std::path::{Path, PathBuf};

fn dir() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/reports")
}

/// Renders what is read out of a file; nothing where it is no report.
fn shown(file: &Path) -> Option<String> {
    let format = match file.extension()?.to_str()? {
        "tap" => ReportFormat::Tap,
        "json" => ReportFormat::Cucumber,
        "sarif" => ReportFormat::Sarif,
        _ => return None,
    };
    let name = file.file_name()?.to_str()?;
    let text = std::fs::read_to_string(file).ok()?;
    let report = match read_report(format, &text) {
        Ok(report) => report,
        Err(problem) => return Some(format!("{name}: {problem}\n")),
    };
    let clean = if report.is_clean { ", clean" } else { "" };
    let mut shown = format!("{name}: {} {}{clean}\n", report.cases.len(), format.noun());
    for case in report.cases {
        let word = match case.outcome {
            TestOutcome::Passed => "passed ",
            TestOutcome::Failed => "FAILED ",
            TestOutcome::Skipped => "skipped",
        };
        writeln!(shown, "  {word} {}", case.name).ok()?;
    }
    Some(shown)
}

#[test]
fn the_reports_of_real_tools_are_read() {
    let entries = std::fs::read_dir(dir()).unwrap();
    let mut files: Vec<PathBuf> = entries.map(|it| it.unwrap().path()).collect();
    files.sort();
    let shown: String = files.iter().filter_map(|it| shown(it)).collect();
    insta::assert_snapshot!(shown, @r"
    bats.tap: 3 tests
      passed  a reading survives a reload
      skipped ten readings # at once
      FAILED  under ten seconds
    behave.json: 6 scenarios
      passed  Entry works offline a reading survives a reload
      FAILED  Entry works offline two readings at once
      skipped Entry works offline nobody wrote the step
      FAILED  Entry works offline left for later
      passed  Entry works offline values -- @1.1
      passed  Entry works offline values -- @1.2
    cucumber.json: 6 scenarios
      passed  Entry works offline a reading survives a reload
      FAILED  Entry works offline two readings at once
      skipped Entry works offline nobody wrote the step
      skipped Entry works offline left for later
      FAILED  Entry works offline values
      FAILED  Entry works offline values
    eslint-broken.sarif: `ESLint` says that it did not run to its end
    eslint-clean.sarif: 1 checks
      passed  ESLint file:///project/src/b.js
    eslint.sarif: 2 checks
      passed  ESLint file:///project/src/b.js
      FAILED  ESLint no-unused-vars file:///project/src/a.js
    node.tap: 5 tests
      passed  entry survives a reload
      passed  entry keeps ten # readings
      skipped entry syncs later
      skipped entry is fast
      FAILED  glance shows the night
    perl.tap: 5 tests
      passed  a reading is kept
      passed  reload first
      passed  reload second
      skipped #3
      skipped under ten seconds
    ruff-clean.sarif: 1 checks, clean
      passed  ruff
    ruff.sarif: 3 checks
      FAILED  ruff F401 file:///project/src/a.py
      FAILED  ruff F821 file:///project/src/a.py
      FAILED  ruff I001 file:///project/src/a.py
    tape.tap: 3 tests
      passed  it is there
      FAILED  it is the same
      skipped under ten seconds
    ");
}

#[test]
fn a_report_that_was_cut_anywhere_never_says_more() {
    for (name, format) in [
        ("node.tap", ReportFormat::Tap),
        ("cucumber.json", ReportFormat::Cucumber),
        ("ruff.sarif", ReportFormat::Sarif),
    ] {
        let text = std::fs::read_to_string(dir().join(name)).unwrap();
        let whole = read_report(format, &text).unwrap();
        for end in (0..text.len()).step_by(7) {
            let cut = text.get(..end).map(|it| read_report(format, it));
            // Behind the last word that counts there may be others.
            assert!(
                cut.is_none_or(|it| it.is_err() || it.is_ok_and(|it| it == whole)),
                "{name} at {end}"
            );
        }
    }
}
