//! Test results as JUnit XML, in the dialects that runners write.
//!
//! Owns the reading of it: every `testcase`, with what became of it. Must not know criteria.

use super::case::{DEPTH_MAX, ReportCase, ReportProblem, TestOutcome};
use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

/// Reads every test of a report.
pub(super) fn read(text: &str) -> Result<Vec<ReportCase>, ReportProblem> {
    let mut reader = Reader::from_str(text);
    let mut tests: Vec<ReportCase> = Vec::new();
    let (mut depth, mut has_suite, mut inside) = (0_usize, false, false);
    let mut broken = false;
    loop {
        let event = reader.read_event().map_err(|err| ReportProblem::NotXml(err.to_string()))?;
        let is_empty = matches!(event, Event::Empty(_));
        match event {
            Event::Start(element) | Event::Empty(element) => {
                has_suite |= matches!(element.name().as_ref(), b"testsuite" | b"testsuites");
                match element.name().as_ref() {
                    b"testcase" => {
                        let name = name_of(&element);
                        tests.push(ReportCase::new(&[&name], stated(&element)));
                        inside = !is_empty;
                    }
                    b"failure" | b"error" if inside => mark(&mut tests, TestOutcome::Failed),
                    // A suite that broke has tests that nobody saw.
                    b"failure" | b"error" => broken = true,
                    b"skipped" if inside => mark(&mut tests, TestOutcome::Skipped),
                    _ => {}
                }
                if !is_empty {
                    depth += 1;
                }
                if depth > DEPTH_MAX {
                    return Err(ReportProblem::TooDeep);
                }
            }
            Event::End(element) => {
                depth = depth.saturating_sub(1);
                inside &= element.name().as_ref() != b"testcase";
            }
            Event::Eof if depth > 0 => return Err(ReportProblem::CutOff),
            Event::Eof if !has_suite => return Err(ReportProblem::NoSuite),
            Event::Eof if broken => return Err(ReportProblem::Broken),
            Event::Eof => return Ok(tests),
            _ => {}
        }
    }
}

/// Reads what a test says about itself, in the dialects that do.
fn stated(element: &BytesStart<'_>) -> TestOutcome {
    let word = |key: &str| {
        let found = element.try_get_attribute(key).ok().flatten()?;
        Some(String::from_utf8_lossy(&found.value).to_lowercase())
    };
    let words = [word("status"), word("result")];
    let is_one_of = |list: &[&str]| {
        words.iter().flatten().any(|it| list.iter().any(|word| it.starts_with(word)))
    };
    if is_one_of(&["fail", "error", "broken"]) {
        TestOutcome::Failed
    } else if is_one_of(&["notrun", "disabled", "skip", "suppressed", "ignored", "pending"]) {
        TestOutcome::Skipped
    } else {
        TestOutcome::Passed
    }
}

/// A test that failed stays failed, whatever else is said about it.
fn mark(tests: &mut [ReportCase], outcome: TestOutcome) {
    if let Some(test) = tests.last_mut() {
        test.outcome = outcome.max(test.outcome);
    }
}

fn name_of(element: &BytesStart<'_>) -> String {
    let attribute = |key: &str| {
        let found = element.try_get_attribute(key).ok()??;
        let text = String::from_utf8_lossy(&found.value).into_owned();
        let value = quick_xml::escape::unescape(&text).ok()?.into_owned();
        Some(value).filter(|it| !it.is_empty())
    };
    let parts = [attribute("classname").or_else(|| attribute("file")), attribute("name")];
    parts.into_iter().flatten().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_test_is_read_with_what_became_of_it() {
        let text = r#"<?xml version="1.0"?>
            <testsuites><testsuite name="s" tests="4">
              <testcase classname="a::b" name="passes" time="0.1"/>
              <testcase name="fails &amp; tells"><failure message="x">left != right</failure></testcase>
              <testcase name="breaks"><error/><skipped/></testcase>
              <testcase name="rests"><skipped message="later"/></testcase>
              <testcase name="talks"><system-out><![CDATA[<failure/>]]></system-out></testcase>
            </testsuite></testsuites>"#;
        let tests = read(text).unwrap();
        let shown: Vec<_> = tests.iter().map(|it| (it.name.as_str(), it.outcome)).collect();
        assert_eq!(
            shown,
            [
                ("a::b passes", TestOutcome::Passed),
                ("fails & tells", TestOutcome::Failed),
                ("breaks", TestOutcome::Failed),
                ("rests", TestOutcome::Skipped),
                ("talks", TestOutcome::Passed),
            ]
        );
    }

    #[test]
    fn a_test_that_did_not_run_did_not_pass() {
        let text = r#"<testsuite><testcase name="DISABLED_Save" status="notrun" result="suppressed"/>
            <testcase name="b" status="failed"/><testcase name="c" status="run"/></testsuite>"#;
        let outcomes: Vec<_> = read(text).unwrap().iter().map(|it| it.outcome).collect();
        assert_eq!(outcomes, [TestOutcome::Skipped, TestOutcome::Failed, TestOutcome::Passed]);
        let broken = "<testsuite><error>x</error><testcase name='a'/></testsuite>";
        assert_eq!(read(broken), Err(ReportProblem::Broken));
    }

    #[test]
    fn what_is_no_report_is_told() {
        assert_eq!(read("<html></html>"), Err(ReportProblem::NoSuite));
        assert_eq!(read(""), Err(ReportProblem::NoSuite));
        assert_eq!(read("<testsuite><testcase name='a'>"), Err(ReportProblem::CutOff));
        assert!(matches!(read("<testsuite></testcase>"), Err(ReportProblem::NotXml(_))));
        assert_eq!(read(&"<testsuite>".repeat(70)), Err(ReportProblem::TooDeep));
    }
}
