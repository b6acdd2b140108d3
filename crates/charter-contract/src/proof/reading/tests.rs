//! What runners really print, as it was recorded from them, and what is read out of it.

use super::{OutputReading, read_output};
use std::fmt::Write;
use std::path::Path;

fn shown(reading: &OutputReading) -> String {
    let mut parts = Vec::new();
    match &reading.counts {
        Some(it) => parts.push(format!("{}: {}", it.runner, it.words())),
        None => parts.push("unknown".to_owned()),
    }
    if !reading.outcomes.is_empty() {
        parts.push(format!("{} named", reading.outcomes.len()));
    }
    if reading.n_reruns > 0 {
        parts.push(format!("{} again", reading.n_reruns));
    }
    let failed = reading.failed.iter().map(|it| format!("\n    failed: {it}"));
    let broken = reading.broken.iter().flat_map(|it| it.lines());
    let broken = broken.map(|it| format!("\n    broken: {it}"));
    parts.join(" · ") + &failed.chain(broken).collect::<String>()
}

#[test]
fn the_words_of_real_runners_are_read() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/runners");
    let mut dirs: Vec<_> = std::fs::read_dir(&root).unwrap().map(|it| it.unwrap().path()).collect();
    dirs.sort();
    let mut table = String::new();
    for dir in dirs {
        let files = std::fs::read_dir(&dir).unwrap().map(|it| it.unwrap().path());
        let mut files: Vec<_> = files.collect();
        files.sort();
        for file in files {
            let text = String::from_utf8_lossy(&std::fs::read(&file).unwrap()).into_owned();
            let (_, rest) = text.split_once('\n').unwrap();
            let exit = rest.lines().next().unwrap().strip_prefix("exit ").unwrap_or("?");
            let name = file.strip_prefix(&root).unwrap().display().to_string();
            writeln!(table, "{name:<32} {exit:<4} {}", shown(&read_output(rest))).unwrap();
        }
    }
    insta::assert_snapshot!(table);
}

fn check(output: &str, expect: &str) {
    assert_eq!(shown(&read_output(output)), expect, "{output}");
}

#[test]
fn what_no_test_runner_says_is_no_count() {
    for line in [
        "Success: no issues found in 8 source files",
        "All checks passed!",
        "Found 3 errors in 2 files (checked 8 source files)",
        "Checked 8 files in 12ms. No fixes applied.",
        "8 files already formatted",
        "✖ 2 problems (2 errors, 0 warnings)",
        "0 errors, 0 warnings, 0 informations",
        "All matched files use Prettier code style!",
        "make: Nothing to be done for 'all'.",
        "make[1]: Leaving directory '/project'",
        "12 files checked, no errors found, 3 passed",
        "TOTAL          25     12    52%",
        "test bench_add ... bench:         123 ns/iter (+/- 4)",
        "    Finished `dev` profile [unoptimized + debuginfo] target(s) in 0.04s",
        "warning: `demo` (lib) generated 2 warnings",
        "The deployment says: 3 passed in all stages",
        "AssertionError: 3 passed",
        "E       assert '3 passed in 0.01s' == '2 passed in 0.01s'",
        "  - 3 passed in 0.01s",
        "3 passed",
        "2 warnings in 0.31s",
        "Ran 3 tests in 0.001s",
        "    Tests:       9 passed, 9 total",
        "Tests: all of them",
        "3 tests passed, as you can see (3)",
        "ok, that went well",
        "ok 3 times",
        "Result: PASS",
        "Compiled 3 files successfully in 2.1s",
        "Done in 1.2s.",
        "shellcheck: 0 issues",
    ] {
        check(line, "unknown");
    }
}

#[test]
fn the_words_of_runners_that_are_not_recorded_are_read() {
    check(
        "F.*\n\nFinished in 0.01 seconds (files took 0.1 seconds to load)\n3 examples, 1 failure, 1 pending\n\n\
         Failed examples:\n\nrspec ./spec/a_spec.rb:3 # Sum adds\n",
        "rspec: 1 of 3 tests passed, 1 failed, 1 skipped · 1 named\n    failed: Sum adds",
    );
    check(
        "An error occurred while loading ./spec/a_spec.rb.\nLoadError:\n  cannot load such file -- x\n\n\
         Finished in 0.01 seconds (files took 0.1 seconds to load)\n0 examples, 0 failures, 1 error occurred outside of examples\n",
        "rspec: 0 of 1 test passed, 1 failed\n    broken: An error occurred while loading ./spec/a_spec.rb.\n    \
         broken: 0 examples, 0 failures, 1 error occurred outside of examples",
    );
    check(
        "  1) Failure:\nTestSum#test_wrong [a.rb:3]:\nExpected: 1\n\n3 runs, 4 assertions, 1 failures, 0 errors, 0 skips\n",
        "minitest: 2 of 3 tests passed, 1 failed · 1 named\n    failed: TestSum#test_wrong",
    );
    check("OK (3 tests, 4 assertions)", "phpunit: 3 of 3 tests passed");
    check(
        "There was 1 failure:\n\n1) SumTest::testWrong\nFailed asserting.\n\nFAILURES!\nTests: 3, Assertions: 4, Failures: 1, Skipped: 1.\n",
        "phpunit: 1 of 3 tests passed, 1 failed, 1 skipped · 1 named\n    failed: SumTest::testWrong",
    );
    check("  Tests:    1 failed, 2 passed (3 assertions)", "pest: 2 of 3 tests passed, 1 failed");
    check(
        "  Failed Demo.SumTest.Wrong [5 ms]\nFailed!  - Failed:     1, Passed:     3, Skipped:     0, Total:     4, Duration: 5 ms - Demo.dll (net8.0)",
        "dotnet test: 3 of 4 tests passed, 1 failed · 1 named\n    failed: Demo.SumTest.Wrong",
    );
    check(
        "[ERROR] Tests run: 2, Failures: 1, Errors: 0, Skipped: 0, Time elapsed: 0.03 s <<< FAILURE! -- in demo.SumTest\n\
         [ERROR] demo.SumTest.wrong -- Time elapsed: 0.01 s <<< FAILURE!\n[INFO] Results:\n\
         [ERROR] Tests run: 2, Failures: 1, Errors: 0, Skipped: 0\n",
        "maven: 1 of 2 tests passed, 1 failed · 1 named\n    failed: demo.SumTest.wrong",
    );
    check(
        "[ERROR] COMPILATION ERROR :\n[ERROR] /project/A.java:[3,5] cannot find symbol\n[ERROR]   symbol:   method g()\n[INFO] BUILD FAILURE\n",
        "unknown\n    broken: COMPILATION ERROR :\n    broken: /project/A.java:[3,5] cannot find symbol\n    broken: symbol:   method g()",
    );
    check(
        "> Task :test FAILED\n\nSumTest > wrong() FAILED\n    org.opentest4j.AssertionFailedError\n\n3 tests completed, 1 failed\n\nBUILD FAILED in 1s\n",
        "gradle: 2 of 3 tests passed, 1 failed · 1 named\n    failed: SumTest > wrong()",
    );
    check(
        "--- FAIL: TestB (0.00s)\nFAIL\nFAIL\tdemo/b\t0.1s\nok  \tdemo/c\t0.1s\n# demo/a\na/x_test.go:3:2: undefined: Foo\nFAIL\tdemo/a [build failed]\nFAIL\n",
        "go test: 1 of 3 tests passed, 2 failed · 1 named\n    failed: demo/b TestB\n    broken: a/x_test.go:3:2: undefined: Foo\n    \
         broken: FAIL\tdemo/a [build failed]",
    );
    check(
        "adds ... ok (1ms)\nwrong ... FAILED (2ms)\n\nFAILED | 1 passed | 1 failed (5ms)\n",
        "deno test: 1 of 2 tests passed, 1 failed · 2 named\n    failed: wrong",
    );
    check(
        "  1) test adds (SumTest)\n     Assertion\n\nFinished in 0.03 seconds (0.00s async, 0.03s sync)\n2 doctests, 3 tests, 1 failure, 1 excluded\n",
        "mix test: 3 of 4 tests passed, 1 failed · 1 named\n    failed: adds (SumTest)",
    );
    check("Finished in 0.0003 seconds\n3 examples, 0 failures", "hspec: 3 of 3 tests passed");
    check("1 out of 3 tests failed (0.00s)", "tasty: 2 of 3 tests passed, 1 failed");
    check("All 3 tests passed.", "zig test: 3 of 3 tests passed");
    check(
        "[==========] 3 tests from 1 test suite ran. (0 ms total)\n[  PASSED  ] 2 tests.\n[  FAILED  ] 1 test, listed below:\n[  FAILED  ] Sum.Wrong\n",
        "googletest: 2 of 3 tests passed, 1 failed · 1 named\n    failed: Sum.Wrong",
    );
    check(
        "Test Suite 'SumTests' passed\n\t Executed 3 tests, with 1 failure (0 unexpected) in 0.01 (0.01) seconds\n\
         Test Suite 'All tests' failed at x\n\t Executed 3 tests, with 1 failure (0 unexpected) in 0.01 (0.02) seconds\n",
        "swift test: 2 of 3 tests passed, 1 failed",
    );
    check(
        "Running 3 tests using 1 worker\n  1 failed\n    a.spec.ts:3:1 › wrong\n  1 flaky\n  1 passed (1.2s)\n",
        "playwright: 2 of 3 tests passed, 1 failed · 1 again",
    );
}

#[test]
fn summaries_of_several_runs_are_added() {
    check(
        "1 failed, 2 passed in 0.1s\n\n\n  3 passing (5ms)\n\nok  \tdemo\t0.1s\n",
        "pytest + go test + mocha: 6 of 7 tests passed, 1 failed",
    );
    let cargo = "running 1 test\ntest a ... ok\n\ntest result: ok. 1 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s\n";
    check(&cargo.repeat(3), "cargo test: 3 of 3 tests passed · 1 named");
}

#[test]
fn what_a_test_prints_of_another_run_is_not_added() {
    let inner = "============================= test session starts ==============================\n\
        ============================== 9 passed in 0.14s ===============================\n";
    let outer = format!(
        "============================= test session starts ==============================\n\
         ----------------------------- Captured stdout call -----------------------------\n\
         {inner}  4 passing (5ms)\nok 1 - x\n1..1\n\
         ============================== 1 failed in 0.12s ===============================\n"
    );
    check(&outer, "pytest: 0 of 1 test passed, 1 failed");
    // A run that was cut off hides nothing that follows.
    let cut = "============================= test session starts ==============================\n";
    check(&format!("{cut}  4 passing (5ms)\n"), "mocha: 4 of 4 tests passed");
}

#[test]
fn any_text_is_read_and_a_long_one_within_bounds() {
    let words = [
        "1 passed",
        " in 0.1s",
        "\n",
        "=",
        "test result: ok. ",
        "FAILED",
        "  ",
        "é\u{1b}[31m",
        "1) ",
        "ok 1 - ",
        "running 99999999999999999999 tests\n",
        "18446744073709551615 passed, ",
        "----",
        "● ",
        "\t",
        "\r\n",
        ": ",
        "Tests: ",
        " total",
        "]",
        "(",
        "Ran 3 tests",
        "# tests 18446744073709551615\n# pass 1\n",
        "::",
        " > ",
        "1..",
    ];
    let mut seed = 7u64;
    for _ in 0..400 {
        let mut text = String::new();
        for _ in 0..60 {
            seed = seed
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            let idx = usize::try_from(seed >> 33).unwrap() % words.len();
            text.push_str(words[idx]);
        }
        assert!(read_output(&text).failed.len() <= 60);
    }
    let long = read_output(&"1 passed in 0.1s\nok 1 - same\n".repeat(60_000));
    assert!(long.counts.is_some_and(|it| it.failed == 0 && it.passed > 10_000));
    assert_eq!(long.outcomes.get("same"), None);
    let named: String = (0..30_000).map(|it| format!("test t{it} ... ok\n")).collect();
    let result = "test result: ok. 30000 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out";
    assert_eq!(read_output(&(named + result)).outcomes.len(), 20_000);
}
