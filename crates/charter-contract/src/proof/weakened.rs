//! Tests that show less than they did: assertions that are gone, tests that are gone, skips that
//! were added.
//!
//! Owns what a line of a test file says, in the words of the languages people test in. A guess made
//! from text: it gives what it saw, so that a person can judge it. Must not read files.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The most lines that are shown of a file.
const SHOWN_MAX: usize = 3;

/// The most characters of a line that is shown.
const SHOWN_CHARS_MAX: usize = 80;

/// What begins an assertion.
const ASSERTIONS: &[&str] = &[
    "assert!(",
    "assert_",
    "debug_assert",
    "prop_assert",
    "assert ",
    "assert(",
    "assert.",
    "assertEqual",
    "assertThat",
    "assertTrue",
    "assertFalse",
    "assertThrows",
    "assertRaises",
    "self.assert",
    "Assert.",
    "expect(",
    "expect!",
    "expect_",
    ".should",
    "should.",
    "pytest.raises",
    "t.Error",
    "t.Fatal",
    "t.Fail",
    "require.",
    "ASSERT_",
    "EXPECT_",
    "CHECK(",
    "REQUIRE(",
    "t.is(",
    "t.ok(",
    "t.deepEqual(",
    "t.equal(",
    "toMatchSnapshot",
    "must_",
];

/// What says nothing although it looks like an assertion: nothing more may follow than a message.
const EMPTY_ASSERTIONS: &[&str] = &[
    "assert!(true",
    "assert(true",
    "assert(1",
    "assert True",
    "assert 1",
    "assert 1 == 1",
    "assertTrue(true",
    "assertTrue(True",
    "self.assertTrue(True",
    "expect(true).toBe(true",
    "expect(true).toBeTruthy(",
    "expect(1).toBe(1",
    "assert.ok(true",
    "assert.equal(1, 1",
    "assert_eq!(1, 1",
    "assert_eq!(true, true",
    "EXPECT_TRUE(true",
    "ASSERT_TRUE(true",
    "t.ok(true",
    "t.pass(",
];

/// What takes a test out of a run, or all others.
const SKIPS: &[&str] = &[
    "#[ignore",
    "mark.skip",
    "mark.xfail",
    "pytest.skip(",
    "unittest.skip",
    "importorskip(",
    "it.skip",
    "test.skip",
    "describe.skip",
    "suite.skip",
    "it.only",
    "test.only",
    "describe.only",
    "it.todo",
    "test.todo",
    "xit(",
    "xtest(",
    "xdescribe(",
    "fit(",
    "fdescribe(",
    "t.Skip",
    "t.skip(",
    "@Disabled",
    "@Ignore",
    "GTEST_SKIP",
    "DISABLED_",
    "skip: true",
    "skip=True",
    "this.skip(",
    "pending(",
];

/// What begins a test.
const TESTS: &[&str] = &[
    "#[test]",
    "#[tokio::test",
    "#[rstest",
    "#[case",
    "def test_",
    "async def test_",
    "it(",
    "test(",
    "specify(",
    "func Test",
    "@Test",
    "@ParameterizedTest",
    "TEST(",
    "TEST_F(",
    "TEST_CASE(",
    "Scenario:",
    "Scenario Outline:",
    "@test ",
];

/// A file of tests, as it was and as it is; none where it is not there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TestFile {
    /// Where it is, relative to the project.
    pub path: String,
    /// What stood in it on the base.
    pub before: Option<String>,
    /// What stands in it now.
    pub after: Option<String>,
}

/// What a file of tests shows less than on the base.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Weakening {
    pub path: String,
    /// How many assertions are gone that stand nowhere else now.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub lost_assertions: usize,
    /// How many tests are gone that stand nowhere else now.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub lost_tests: usize,
    /// How many tests are skipped that were not.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub gained_skips: usize,
    /// Some of the lines that are gone, or were added to skip.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<String>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it with a reference")]
fn is_zero(n: &usize) -> bool {
    *n == 0
}

impl Weakening {
    #[must_use]
    pub fn words(&self) -> String {
        let count = |n: usize, one: &str, many: &str| match n {
            0 => None,
            1 => Some(format!("1 {one}")),
            n => Some(format!("{n} {many}")),
        };
        let lost = [
            count(self.lost_assertions, "assertion", "assertions"),
            count(self.lost_tests, "test", "tests"),
        ];
        let lost: Vec<String> = lost.into_iter().flatten().collect();
        let mut parts = Vec::new();
        if !lost.is_empty() {
            parts.push(format!("lost {}", lost.join(" and ")));
        }
        parts.extend(count(self.gained_skips, "skip", "skips").map(|it| format!("gained {it}")));
        let lines: Vec<String> = self.lines.iter().map(|it| format!("`{it}`")).collect();
        let seen = if lines.is_empty() { String::new() } else { format!(": {}", lines.join(", ")) };
        format!("{} {} since the base{seen}", self.path, parts.join(" and "))
    }
}

/// Finds the files of tests that show less than on the base; `new` are texts in which a line may
/// stand now that was moved.
#[must_use]
pub fn weakened(files: &[TestFile], new: &[String]) -> Vec<Weakening> {
    let sides = |it: &TestFile| {
        let side =
            |text: &Option<String>| TestSaid::of(text.as_deref().unwrap_or_default(), &it.path);
        (it.path.clone(), side(&it.before), side(&it.after))
    };
    let read: Vec<(String, TestSaid, TestSaid)> = files.iter().map(sides).collect();
    // What was added anywhere may be what is gone elsewhere.
    let mut moved = TestSaid::default();
    for text in new {
        moved.add(&TestSaid::of(text, ""));
    }
    for (_, before, after) in &read {
        moved.add(&after.without(before));
    }
    let mut found = Vec::new();
    for (path, before, after) in &read {
        let (gone, added) = (before.without(after), after.without(before));
        let (assertions, lines) = net(&gone.assertions, &added.assertions, &mut moved.assertions);
        let (tests, more) = net(&gone.tests, &added.tests, &mut moved.tests);
        let gained: usize = added.skips.values().sum();
        let lost: usize = gone.skips.values().sum();
        let skips = added.skips.keys().take(if gained > lost { SHOWN_MAX } else { 0 });
        let shown = lines.iter().chain(&more).chain(skips).take(SHOWN_MAX);
        let weakening = Weakening {
            path: path.clone(),
            lost_assertions: assertions,
            lost_tests: tests,
            gained_skips: gained.saturating_sub(lost),
            lines: shown.map(|it| it.chars().take(SHOWN_CHARS_MAX).collect()).collect(),
        };
        let is_weaker = assertions + tests + weakening.gained_skips > 0;
        found.extend(is_weaker.then_some(weakening));
    }
    found
}

/// Counts the lines that are gone for good: neither replaced in the same file nor moved to another.
fn net(gone: &LineCounts, added: &LineCounts, moved: &mut LineCounts) -> (usize, Vec<String>) {
    let mut left = Vec::new();
    for (line, n) in gone {
        let there = moved.get_mut(line);
        let n_moved = there.as_deref().map_or(0, |it| (*it).min(*n));
        if let Some(there) = there {
            *there -= n_moved;
        }
        left.extend(std::iter::repeat_n(line.clone(), n - n_moved));
    }
    let n_added: usize = added.values().sum();
    let n = left.len().saturating_sub(n_added);
    left.truncate(n);
    (n, left)
}

/// Lines, and how often each stands there.
type LineCounts = BTreeMap<String, usize>;

/// What a file of tests says.
#[derive(Debug, Clone, Default)]
struct TestSaid {
    assertions: LineCounts,
    tests: LineCounts,
    skips: LineCounts,
}

impl TestSaid {
    fn of(text: &str, path: &str) -> Self {
        let mut said = Self::default();
        let mut name_follows = false;
        let mut comments = Comments::default();
        for line in tests_of(text, path).lines().map(str::trim) {
            if comments.covers(line) {
                continue;
            }
            let has = |words: &[&str]| words.iter().any(|it| holds(line, it));
            let put = |lines: &mut LineCounts| *lines.entry(squeezed(line)).or_insert(0) += 1;
            if has(SKIPS) {
                put(&mut said.skips);
            }
            if has(ASSERTIONS) && !is_empty(line) {
                put(&mut said.assertions);
            }
            // An attribute says that a test begins, the line behind it which one.
            let is_mark = line.starts_with("#[") || line.starts_with('@');
            if has(TESTS) && is_mark {
                name_follows = true;
            } else if has(TESTS) || (name_follows && line.contains('(') && !is_mark) {
                put(&mut said.tests);
                name_follows = false;
            }
        }
        said
    }

    fn without(&self, other: &Self) -> Self {
        Self {
            assertions: minus(&self.assertions, &other.assertions),
            tests: minus(&self.tests, &other.tests),
            skips: minus(&self.skips, &other.skips),
        }
    }

    fn add(&mut self, other: &Self) {
        for (mine, theirs) in [
            (&mut self.assertions, &other.assertions),
            (&mut self.tests, &other.tests),
            (&mut self.skips, &other.skips),
        ] {
            for (line, n) in theirs {
                *mine.entry(line.clone()).or_insert(0) += n;
            }
        }
    }
}

fn minus(left: &LineCounts, right: &LineCounts) -> LineCounts {
    let rest = |(line, n): (&String, &usize)| {
        let n = n.saturating_sub(right.get(line).copied().unwrap_or(0));
        (n > 0).then(|| (line.clone(), n))
    };
    left.iter().filter_map(rest).collect()
}

/// Tells whether an assertion says nothing.
fn is_empty(line: &str) -> bool {
    let ends = |rest: &str| rest.is_empty() || rest.starts_with([')', ',', ';']);
    EMPTY_ASSERTIONS.iter().any(|it| line.strip_prefix(it).is_some_and(ends))
}

/// Tells whether a word stands in a line, not in the middle of another word.
fn holds(line: &str, word: &str) -> bool {
    line.match_indices(word).any(|(at, _)| {
        let before = line.get(..at).and_then(|it| it.chars().next_back());
        !before.is_some_and(|it| it.is_alphanumeric() || it == '_')
            || !word.starts_with(char::is_alphabetic)
    })
}

fn squeezed(line: &str) -> String {
    line.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Where in the comments of a file its reader is.
#[derive(Debug, Default)]
struct Comments {
    is_in_block: bool,
    is_in_text: bool,
}

impl Comments {
    /// Tells whether a line says nothing to a runner, and goes on to the next.
    fn covers(&mut self, line: &str) -> bool {
        if self.is_in_block {
            self.is_in_block = !line.contains("*/");
            return true;
        }
        let marks = line.matches("\"\"\"").count() + line.matches("'''").count();
        if self.is_in_text {
            self.is_in_text = marks.is_multiple_of(2);
            return true;
        }
        if line.starts_with("/*") {
            self.is_in_block = !line.contains("*/");
            return true;
        }
        if marks > 0 && line.starts_with(['"', '\'']) {
            self.is_in_text = marks % 2 == 1;
            return true;
        }
        let is_hash = line.starts_with('#') && !line.starts_with("#[") && !line.starts_with("#!");
        let signs = ["//", "* ", "--", ";;"];
        line.is_empty() || is_hash || signs.iter().any(|it| line.starts_with(it))
    }
}

/// Gives the part of a file that holds tests: all of it, or what stands behind the mark of a Rust
/// file that holds other things too.
fn tests_of<'a>(text: &'a str, path: &str) -> &'a str {
    if is_test_path(path) || !path.ends_with(".rs") {
        return text;
    }
    text.find("#[cfg(test)]").and_then(|at| text.get(at..)).unwrap_or_default()
}

/// Tells whether a file holds tests, by its name and where it is.
#[must_use]
pub fn is_test_path(path: &str) -> bool {
    let names = ["test", "tests", "spec", "specs", "__tests__", "e2e", "testdata", "fixtures"];
    let mut parts: Vec<&str> = path.split('/').collect();
    let file = parts.pop().unwrap_or_default();
    let lower = file.to_lowercase();
    let marked =
        [".test.", ".spec.", "_test.", "_spec.", "-test."].iter().any(|it| lower.contains(it));
    let java = file.contains("Test.") || file.contains("Tests.");
    let named = lower == "conftest.py" || lower == "tests.rs" || lower == "tests.py";
    marked
        || java
        || named
        || lower.starts_with("test_")
        || parts.iter().any(|it| names.contains(it))
}

/// Tells whether a line begins a test.
pub(super) fn opens_test(line: &str) -> bool {
    let line = line.trim_start();
    TESTS.iter().any(|it| line.starts_with(it))
}

/// Tells whether a text has a test in it.
#[must_use]
pub fn holds_test(text: &str) -> bool {
    text.lines().any(opens_test)
}

/// Tells whether a file may hold tests at all: by its name, or because it is Rust.
#[must_use]
pub fn may_hold_tests(path: &str) -> bool {
    is_test_path(path) || path.ends_with(".rs")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(path: &str, before: &str, after: &str) -> TestFile {
        let side = |text: &str| (!text.is_empty()).then(|| text.to_owned());
        TestFile { path: path.to_owned(), before: side(before), after: side(after) }
    }

    #[track_caller]
    fn check(files: &[TestFile], expected: &[&str]) {
        let found: Vec<String> = weakened(files, &[]).iter().map(Weakening::words).collect();
        assert_eq!(found, expected);
    }

    const TWO: &str =
        "#[test]\nfn adds() {\n    assert_eq!(add(1, 2), 3);\n    assert!(add(0, 0) == 0);\n}\n";

    #[test]
    fn what_is_gone_is_seen_with_its_words() {
        let one = "#[test]\nfn adds() {\n    assert_eq!(add(1, 2), 3);\n}\n";
        check(
            &[file("tests/add.rs", TWO, one)],
            &["tests/add.rs lost 1 assertion since the base: `assert!(add(0, 0) == 0);`"],
        );
        check(
            &[file("tests/add.rs", TWO, "")],
            &["tests/add.rs lost 2 assertions and 1 test since the base: \
               `assert!(add(0, 0) == 0);`, `assert_eq!(add(1, 2), 3);`, `fn adds() {`"],
        );
    }

    #[test]
    fn a_comment_and_an_assertion_that_says_nothing_are_a_loss() {
        let muted = TWO.replace("    assert!(add", "    // assert!(add");
        check(
            &[file("tests/add.rs", TWO, &muted)],
            &["tests/add.rs lost 1 assertion since the base: `assert!(add(0, 0) == 0);`"],
        );
        let empty = TWO.replace("assert!(add(0, 0) == 0)", "assert!(true)");
        check(
            &[file("tests/add.rs", TWO, &empty)],
            &["tests/add.rs lost 1 assertion since the base: `assert!(add(0, 0) == 0);`"],
        );
        for muted in ["    #assert!(add", "    # assert!(add", "    /* assert!(add"] {
            let muted = TWO.replace("    assert!(add", muted);
            assert_eq!(weakened(&[file("tests/add.rs", TWO, &muted)], &[]).len(), 1, "{muted}");
        }
        let python = "def test_a():\n    assert 1 == a()\n";
        check(
            &[file("tests/test_a.py", python, "def test_a():\n    assert True, 'fine'\n")],
            &["tests/test_a.py lost 1 assertion since the base: `assert 1 == a()`"],
        );
    }

    #[test]
    fn a_skip_that_was_added_is_seen() {
        let skipped = TWO.replace("#[test]", "#[test]\n#[ignore]");
        check(
            &[file("tests/add.rs", TWO, &skipped)],
            &["tests/add.rs gained 1 skip since the base: `#[ignore]`"],
        );
        let js = "it('adds', () => { expect(add(1)).toBe(2) })\n";
        check(
            &[file("a.test.js", js, &js.replace("it(", "it.skip("))],
            &["a.test.js lost 1 test and gained 1 skip since the base: \
               `it('adds', () => { expect(add(1)).toBe(2) })`, \
               `it.skip('adds', () => { expect(add(1)).toBe(2) })`"],
        );
    }

    #[test]
    fn honest_changes_are_let_go() {
        let other = TWO.replace("add(1, 2), 3", "add(1, 2), 4");
        check(&[file("tests/add.rs", TWO, &other)], &[]);
        check(&[file("tests/add.rs", TWO, &format!("{TWO}\n{TWO}"))], &[]);
        check(&[file("tests/add.rs", "", TWO)], &[]);
        // Moved to another file, which git follows or not.
        check(&[file("tests/add.rs", TWO, ""), file("tests/sum.rs", "", TWO)], &[]);
        assert_eq!(weakened(&[file("tests/add.rs", TWO, "")], &[TWO.to_owned()]), []);
        // Set differently.
        check(&[file("tests/add.rs", TWO, &TWO.replace("    ", "\t"))], &[]);
        // A skip that was taken away.
        let skipped = TWO.replace("#[test]", "#[test]\n#[ignore]");
        check(&[file("tests/add.rs", &skipped, TWO)], &[]);
    }

    #[test]
    fn what_is_no_test_is_not_looked_at() {
        let source = "fn pay(sum: u32) {\n    assert!(sum > 0);\n}\n";
        check(&[file("src/pay.rs", source, "fn pay(_: u32) {}\n")], &[]);
        let tested = format!("{source}#[cfg(test)]\nmod tests {{\n{TWO}}}\n");
        let gutted = tested.replace("    assert_eq!(add(1, 2), 3);\n", "");
        check(
            &[file("src/pay.rs", &tested, &gutted)],
            &["src/pay.rs lost 1 assertion since the base: `assert_eq!(add(1, 2), 3);`"],
        );
        assert!(!is_test_path("src/latest.rs") && is_test_path("web/a.spec.ts"));
    }
}
