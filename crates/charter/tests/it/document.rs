//! What is odd in the documents: named with code, file and line, and never in the way.

use crate::scene::{CRITERIA, Scene, codes};
use serde_json::Value;

/// Puts a text in place of a document and lists what `doctor` and `status` find in it.
#[track_caller]
fn check(name: &str, bytes: &[u8], expected: &[(&str, u64)]) {
    check_refusing(name, bytes, expected, &[]);
}

/// The same where some of it keeps `doctor` from being content.
#[track_caller]
fn check_refusing(name: &str, bytes: &[u8], expected: &[(&str, u64)], errors: &[&str]) {
    let scene = Scene::new();
    scene.repo.write(scene.file(name), bytes);
    let report = scene.charter(&["doctor", "--json"]).run();
    let report = report.code(if errors.is_empty() { 0 } else { 4 }).json();
    let findings = &report["charters"][0]["findings"];
    let expected: Vec<(String, Option<u64>)> =
        expected.iter().map(|(code, line)| ((*code).to_owned(), Some(*line))).collect();
    assert_eq!(codes(findings), expected, "{findings:#}");
    let is_here = |it: &Value| {
        let is_error = errors.iter().any(|code| it["code"] == *code);
        it["file"] == name && it["severity"] == if is_error { "error" } else { "warning" }
    };
    assert!(findings.as_array().unwrap().iter().all(is_here), "{findings:#}");
    let status = scene.charter(&["status", "--json"]).run().success().json();
    let warnings = status["parseWarnings"].as_array().unwrap().iter();
    let warnings: Vec<(String, Option<u64>)> = warnings
        .map(|it| (it["reason"].as_str().unwrap().to_owned(), it["line"].as_u64()))
        .collect();
    let mut by_line = expected.clone();
    by_line.sort_by_key(|it| it.1);
    assert_eq!(warnings, by_line);
    let text = scene.charter(&["status"]).run().success();
    for (code, line) in expected {
        let place = format!("{name}:{}:", line.unwrap());
        assert!(text.stderr.contains(&place), "{place}\n{text}");
        assert!(text.stderr.contains(&format!("[{code}]")), "{code}\n{text}");
    }
    let _ = scene.charter(&["pause"]).run().success();
}

#[test]
fn a_whole_register_has_nothing_odd() {
    check("criteria.md", CRITERIA.as_bytes(), &[]);
}

#[test]
fn a_title_keeps_what_looks_like_a_tag_and_loses_only_comments() {
    let scene = Scene::new();
    let text = "# Criteria\n\n## m1 List<T> <!-- later -->\n\n### VAL-SORT-001 — Vec<String> is <b>sorted</b>\n";
    scene.repo.write(scene.file("criteria.md"), text);
    let status = scene.charter(&["status", "--json"]).run().success().json();
    assert_eq!(status["criteria"][0]["title"], "Vec<String> is <b>sorted</b>");
    assert_eq!(status["milestones"][0]["title"], "m1 List<T>");
    for (form, shown) in [
        ("--gherkin", "Scenario: Vec<String> is <b>sorted</b>"),
        ("--markdown", "Vec\\<String\\> is \\<b\\>sorted\\</b\\>"),
    ] {
        let text = scene.charter(&["export", form]).run().success();
        assert!(text.stdout.contains(shown), "{text}");
    }
}

#[test]
fn bytes_that_are_no_text_are_found() {
    check("charter.md", b"# Charter: a\n\n## Objective\n\nto \xff be\n", &[("invalid-utf8", 5)]);
}

#[test]
fn a_fence_or_a_comment_without_an_end_is_found() {
    let check = |text: &str, code: &str, line: u64| {
        check_refusing("criteria.md", text.as_bytes(), &[(code, line)], &[code]);
    };
    check("# Criteria\n\n```\n## m1 x\n", "unclosed-fence", 3);
    check("# Criteria\n\n\n<!-- a\n\n## m1 x\n", "unclosed-comment", 4);
    check("### VAL-A — a\nVerifer: command\nBecause: nurses\n", "misspelt-field", 2);
}

#[test]
fn a_section_that_stands_twice_is_found() {
    let text = b"# Charter: a\n\n## Objective\n\none\n\n## Objective\n\ntwo\n";
    check("charter.md", text, &[("duplicate-section", 7)]);
}

#[test]
fn criteria_that_may_not_mean_what_they_say_are_found() {
    let text = "# Criteria\n\n## m1 One\n\n### VAL-A — one\nVerifier: magic\n\n### VAL-A — again\n\n\
                ### VAL-b_c — odd\nVerifier: hook\nRequireFreshEvidence: perhaps\n";
    let expected = [
        ("duplicate-criterion", 8),
        ("unknown-verifier", 6),
        ("odd-criterion-id", 10),
        ("not-yes-or-no", 12),
    ];
    check_refusing("criteria.md", text.as_bytes(), &expected, &["duplicate-criterion"]);
}

#[test]
fn verifiers_that_show_little_are_found() {
    let text = "# Criteria\n\n## m1 One\n\n### VAL-A — a\nVerifier: subagent\nAgent: x\n\n\
                ### VAL-B — b\nVerifier: evidence-exists\n\n### VAL-C — c\nVerifier: qa\n\n\
                ### VAL-D — d\nVerifier: command\nCommand: cargo test offline\n\n\
                ### VAL-E — e\nVerifier: subagent\nAgent: x\nTask: y\n";
    let expected =
        [("unknown-verifier", 5), ("unknown-verifier", 9), ("weak-verifier-phrase-coupled", 15)];
    check("criteria.md", text.as_bytes(), &expected);
}

#[test]
fn a_habit_of_the_register_is_said_once_and_not_on_the_screen() {
    let scene = Scene::new();
    let text = "## m1\n\n### VAL-A — a\n\n### VAL-B — b\nVerifier: manual\n\n### VAL-C — c\n";
    scene.repo.write(scene.file("criteria.md"), text);
    let status = scene.charter(&["status", "--json"]).run().success().json();
    let reasons = crate::scene::texts(&status["parseWarnings"], "reason");
    assert_eq!(reasons, ["missing-verifier", "missing-because"]);
    assert_eq!(
        status["parseWarnings"][0]["detail"],
        "without `Verifier:`, so manual: VAL-A, VAL-C"
    );
    assert_eq!(scene.charter(&["status"]).run().success().stderr, "");
}

#[test]
fn commands_that_are_none_are_found() {
    let text = "# Charter: a\n\n## Commands\n\ntest: cargo test\nlint\n: x\nempty:\nTest: again\n";
    let expected = [
        ("malformed-command", 6),
        ("malformed-command", 7),
        ("malformed-command", 8),
        ("duplicate-command", 9),
    ];
    check("charter.md", text.as_bytes(), &expected);
}

#[test]
fn a_document_of_another_system_reads_the_same() {
    let crlf = CRITERIA.replace('\n', "\r\n");
    check("criteria.md", format!("\u{feff}{crlf}").as_bytes(), &[]);
    let scene = Scene::new();
    scene.repo.write(scene.file("criteria.md"), format!("\u{feff}{crlf}"));
    let value = scene.charter(&["status", "--json"]).run().success().json();
    assert_eq!(value["valTotal"], 4);
    assert_eq!(value["criteria"][0]["title"], "a reading entered offline is there after a reload");
}

#[test]
fn an_empty_or_a_huge_document_is_read() {
    check("charter.md", b"", &[]);
    check("criteria.md", b"", &[]);
    let huge = "# Criteria\n\n## m1 Many\n\n".to_owned();
    let rows: String =
        (0..2000).map(|n| format!("### VAL-N-{n} — thing {n}\nVerifier: hook\n\n")).collect();
    check("criteria.md", (huge + &rows).as_bytes(), &[]);
}
