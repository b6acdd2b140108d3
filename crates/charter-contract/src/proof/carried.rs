//! Which new files go to the base with a command.
//!
//! Owns the line between the question and the work: tests and scripts that a command runs are the
//! question; what it names beside them, and what stands beside a new script, may be either. Must not
//! touch a file.

use super::role::{FileRole, role_of};
use super::shell::{commands, script_of, without_settings};
use super::syntax::Syntax;
use super::vacuous::{files_run, modules_run, words_read};
use super::weakened::{is_test_path, opens_test};

/// Directories that hold the work: what is new in them is no part of a check.
const WORK: [&str; 8] = ["src", "source", "lib", "app", "pkg", "cmd", "internal", "crates"];

/// Directories that hold checks: what is new in them is no work.
const CHECKS: [&str; 12] = [
    "check",
    "checks",
    "verify",
    "verification",
    "validation",
    "acceptance",
    "qa",
    "ci",
    "probes",
    "smoke",
    "proof",
    "proofs",
];

/// Words in the name of what tests rest on.
const SUPPORT: [&str; 26] = [
    "helper",
    "helpers",
    "util",
    "utils",
    "testutil",
    "testutils",
    "testlib",
    "testing",
    "fixture",
    "fixtures",
    "support",
    "harness",
    "assert",
    "asserts",
    "assertions",
    "mock",
    "mocks",
    "stub",
    "stubs",
    "fake",
    "fakes",
    "expected",
    "golden",
    "factories",
    "setup",
    "prelude",
];

/// Words in the name of a script that asks, beside those that tests have.
const ASKING: [&str; 6] = ["check", "checks", "verify", "test", "tests", "spec"];

/// The most files that are named in a reason.
const LACKED_MAX: usize = 4;

/// What a shell and most tools exit with where a file or a program is not there.
const MISSING: [i32; 3] = [2, 126, 127];

/// How systems and interpreters say that something is not there.
const MISSING_WORDS: [&str; 6] = [
    "No such file",
    "not found",
    "No module named",
    "Cannot find module",
    "cannot open",
    "does not exist",
];

/// What a file is called whose name alone does not tell a test from the work.
const SCRIPTS: [&str; 12] =
    ["py", "js", "mjs", "cjs", "ts", "mts", "tsx", "jsx", "rb", "php", "pl", "t"];

/// Where charters are kept: nothing there is part of the work.
const CHARTERS: &str = ".charter/";

/// The new files that matter to a command, relative to the project.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Carried {
    /// Those that are part of the question.
    pub asked: Vec<String>,
    /// Those that belong to it by what the command says, or by where they are.
    pub unsure: Vec<String>,
    /// Those beside a new script of which nothing tells whether they belong to it or are the work.
    pub either: Vec<String>,
}

/// Sorts the files that are new since the base; `below` is the directory that the command runs in, and
/// `tests` are those of the files that are tests by their names or by what stands in them.
#[must_use]
pub fn carried(argv: &[String], below: &str, new_files: &[String], tests: &[String]) -> Carried {
    let run: Vec<String> = files_run(argv).iter().filter_map(|it| joined(below, it)).collect();
    let mut read = paths_read(argv, below);
    read.extend(modules_run(argv).iter().flat_map(|it| module_files(it, below)));
    let targets = targets_run(argv);
    // What a line compares the answer of is the product, wherever it is called by its name.
    let is_compared =
        |file: &str| compares(argv) && !is_test_path(file) && dir_of(file).is_some_and(is_work);
    let is_new = |it: &&String| new_files.contains(it);
    let begun: Vec<&String> = run.iter().filter(is_new).collect();
    let mut carried = Carried::default();
    for file in new_files {
        let is_target = targets.iter().any(|(dir, name)| is_target(file, dir, name));
        if is_compared(file) {
            continue;
        }
        if is_test_path(file) || run.contains(file) || is_target {
            carried.asked.push(file.clone());
        } else if read.contains(file) {
            carried.unsure.push(file.clone());
        } else if let Some(standing) = begun.iter().find_map(|it| standing(file, it, tests)) {
            match standing {
                BesideScript::Check => carried.unsure.push(file.clone()),
                BesideScript::Either => carried.either.push(file.clone()),
                BesideScript::Work => {}
            }
        }
    }
    carried
}

/// What a new file beside a new script is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum BesideScript {
    Check,
    Work,
    Either,
}

/// Says what a new file is that stands in the directory of a new script; none where it is elsewhere. Code beside its
/// test is the work, whatever the directory is called.
fn standing(file: &str, script: &str, tests: &[String]) -> Option<BesideScript> {
    let dir = dir_of(file).filter(|it| dir_of(script) == Some(*it) && !is_work(it))?;
    if dir.split('/').any(|it| CHECKS.contains(&it.to_lowercase().as_str())) {
        return Some(BesideScript::Check);
    }
    let is_asking = |it: &&str| ASKING.contains(it);
    let script_words = name_words(script);
    let is_test = tests.iter().any(|it| it == script)
        || is_test_path(script)
        || script_words.iter().map(String::as_str).any(|it| is_asking(&it));
    let words = name_words(file);
    // What a test is called after is what it tests.
    let is_tested = is_test && words.iter().all(|it| script_words.contains(it));
    let is_support = !is_tested && words.iter().any(|it| SUPPORT.contains(&it.as_str()));
    Some(match (is_test, is_support || tests.iter().any(|it| it == file)) {
        (_, true) => BesideScript::Check,
        (true, false) if is_code(file, script) => BesideScript::Work,
        (true | false, false) => BesideScript::Either,
    })
}

/// Tells whether a file is a program rather than what one reads.
fn is_code(file: &str, script: &str) -> bool {
    let end = |it: &str| {
        it.rsplit('/').next().and_then(|it| it.rsplit_once('.')).map(|it| it.1.to_owned())
    };
    let is_known =
        Syntax::of(file).is_code() || end(file).is_some_and(|it| end(script) == Some(it));
    is_known && role_of(file, &[]) == FileRole::Product
}

/// Lists the words of a file's name without its end, in small letters.
fn name_words(path: &str) -> Vec<String> {
    let name = path.rsplit('/').next().unwrap_or_default();
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    let words = stem.split(|it: char| !it.is_alphanumeric()).filter(|it| !it.is_empty());
    words.map(str::to_lowercase).collect()
}

/// Tells whether a new file that nothing names is tests all the same, by what stands in it.
#[must_use]
pub fn is_unnamed_test(path: &str, text: &str) -> bool {
    may_be_unnamed_test(path) && text.lines().any(opens_test)
}

/// Tells whether a new file may have the name of a script, so that a look into it is worth it.
#[must_use]
pub fn may_be_unnamed_test(path: &str) -> bool {
    let is_script = path.rsplit_once('.').is_some_and(|(_, it)| SCRIPTS.contains(&it));
    is_script && !dir_of(path).is_some_and(is_work) && !path.starts_with(CHARTERS)
}

/// Lists the files that a module may be in: `pkg.t.Case` is in `pkg/t.py`, `pkg.py` or a package.
fn module_files(module: &str, below: &str) -> Vec<String> {
    let parts: Vec<&str> = module.split('.').collect();
    let mut files = Vec::new();
    for n in 1..=parts.len() {
        let path = parts.get(..n).unwrap_or_default().join("/");
        let ends = [".py", "/__init__.py", "/__main__.py"];
        files.extend(ends.iter().filter_map(|end| joined(below, &format!("{path}{end}"))));
    }
    files
}

/// Lists what a command may read beside what it looks at, as paths of the project; not all of them are
/// files.
#[must_use]
pub fn paths_read(argv: &[String], below: &str) -> Vec<String> {
    words_read(argv).iter().filter_map(|it| joined(below, it)).collect()
}

/// Lists the files that a command may ask with, as paths of the project: what it runs, by file or by module, and what
/// it names beside that; not all of them are files.
#[must_use]
pub fn files_asked(argv: &[String], below: &str) -> Vec<String> {
    let mut found: Vec<String> =
        files_run(argv).iter().filter_map(|it| joined(below, it)).collect();
    found.extend(modules_run(argv).iter().flat_map(|it| module_files(it, below)));
    // A runner may be given a test within a file.
    let file =
        |it: String| it.split_once("::").map_or_else(|| it.clone(), |(file, _)| file.to_owned());
    found.extend(paths_read(argv, below).into_iter().map(file));
    found.sort();
    found.dedup();
    found
}

/// Lists new files whose absence may be why a command failed: those that it says, or all of them where
/// it says that something is missing. Those that may be part of the check come first.
#[must_use]
pub fn lacked(
    unsure: &[String],
    absent: &[&String],
    exit_code: Option<i32>,
    output: &str,
) -> Vec<String> {
    let name = |it: &str| it.rsplit('/').next().unwrap_or_default().to_owned();
    let absent: Vec<&&String> = absent.iter().filter(|it| !it.starts_with(CHARTERS)).collect();
    let mut found: Vec<String> =
        unsure.iter().filter(|it| !it.starts_with(CHARTERS)).cloned().collect();
    let said = absent.iter().filter(|it| output.contains(&name(it)) && !unsure.contains(**it));
    found.extend(said.map(|it| (**it).clone()));
    let is_missing = exit_code.is_some_and(|it| MISSING.contains(&it))
        || MISSING_WORDS.iter().any(|it| output.contains(it));
    if found.is_empty() && is_missing {
        found = absent.iter().map(|it| (**it).clone()).collect();
    }
    found.truncate(LACKED_MAX);
    found
}

/// Gives a word of a command as a path of the project; none where it leads out of it.
fn joined(below: &str, word: &str) -> Option<String> {
    if word.starts_with('/') {
        return None;
    }
    let mut parts: Vec<&str> = Vec::new();
    for part in below.split('/').chain(word.split('/')) {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

fn dir_of(path: &str) -> Option<&str> {
    path.rsplit_once('/').map(|(dir, _)| dir)
}

fn is_work(dir: &str) -> bool {
    dir.split('/').any(|it| WORK.contains(&it))
}

/// Tells whether a command is a line for a shell that compares something itself.
fn compares(argv: &[String]) -> bool {
    let words: Vec<&str> = argv.iter().map(String::as_str).collect();
    let checks = ["test", "[", "[[", "grep", "diff", "cmp"];
    let script = script_of(without_settings(&words));
    script.is_some_and(|it| {
        commands(it).iter().any(|words| words.first().is_some_and(|it| checks.contains(it)))
    })
}

/// Lists what a command runs by the name of a target: the directory that such targets are in, and the name.
fn targets_run(argv: &[String]) -> Vec<(&'static str, &str)> {
    let flags = [("--example", "examples"), ("--bench", "benches"), ("--test", "tests")];
    let value = |idx: usize, flag: &str| {
        let word = argv.get(idx)?;
        let inline = word.strip_prefix(flag).and_then(|it| it.strip_prefix('='));
        inline.or_else(|| argv.get(idx + 1).filter(|_| word == flag).map(String::as_str))
    };
    let of =
        |idx: usize| flags.iter().filter_map(move |(flag, dir)| Some((*dir, value(idx, flag)?)));
    (0..argv.len()).flat_map(of).collect()
}

/// Tells whether a file is that of a target, or beside it in a directory of its own.
fn is_target(file: &str, dir: &str, name: &str) -> bool {
    let Some((before, rest)) = file.rsplit_once(&format!("{dir}/")) else { return false };
    let is_dir = before.is_empty() || before.ends_with('/');
    is_dir && (rest == format!("{name}.rs") || rest.starts_with(&format!("{name}/")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(argv: &[&str], below: &str, new: &[&str], asked: &[&str], unsure: &[&str]) {
        let owned = |it: &[&str]| it.iter().map(|it| (*it).to_owned()).collect::<Vec<_>>();
        let found = carried(&owned(argv), below, &owned(new), &[]);
        let (asked, unsure) = (owned(asked), owned(unsure));
        assert_eq!(found, Carried { asked, unsure, either: Vec::new() });
    }

    #[test]
    fn code_beside_its_test_is_the_work_and_what_cannot_be_told_is_either() {
        let owned = |it: &[&str]| it.iter().map(|it| (*it).to_owned()).collect::<Vec<_>>();
        let sorted = |run: &str, beside: &str, tests: &[&str]| {
            let argv = owned(&["python3", run]);
            let found = carried(&argv, "", &owned(&[run, beside]), &owned(tests));
            assert_eq!(found.asked, [run]);
            (found.unsure.len(), found.either.len())
        };
        for (run, beside) in [
            ("till/test_widget.py", "till/widget.py"),
            ("größe/test_three.py", "größe/three.py"),
            ("two words/test_two.py", "two words/two.py"),
            ("till/inc_test.sh", "till/inc.sh"),
            ("till/widget.test.js", "till/widget.js"),
            ("till/check_e.py", "till/e.py"),
            ("till/inc.test.lua", "till/inc.lua"),
        ] {
            assert_eq!(sorted(run, beside, &[]), (0, 0), "{beside}");
        }
        assert_eq!(sorted("till/t.py", "till/rates.py", &["till/t.py"]), (0, 0));
        assert_eq!(sorted("till/t.py", "till/rates.py", &[]), (0, 1));
        assert_eq!(sorted("till/test_greet.py", "till/greet.txt", &[]), (0, 1));
        assert_eq!(sorted("till/test_greet.py", "till/helpers.py", &[]), (1, 0));
        assert_eq!(sorted("till/test_helpers.py", "till/helpers.py", &[]), (0, 0));
        assert_eq!(sorted("checks/test_a.sh", "checks/lib.sh", &[]), (1, 0));
    }

    #[test]
    fn what_a_new_check_rests_on_may_be_part_of_it() {
        let new = ["checks/a.sh", "checks/lib.sh", "other/x", "product"];
        check(&["sh", "checks/a.sh"], "", &new, &["checks/a.sh"], &["checks/lib.sh"]);
        check(&["sh", "../checks/a.sh"], "sub", &new, &["checks/a.sh"], &["checks/lib.sh"]);
        check(&["sh", "-c", "diff want.txt product"], "", &["want.txt"], &[], &["want.txt"]);
        check(&["diff", "./want.txt", "product"], "sub", &["sub/want.txt"], &[], &["sub/want.txt"]);
        check(&["pytest", "checks/a.py"], "", &["checks/a.py"], &[], &["checks/a.py"]);
    }

    #[test]
    fn a_module_that_is_named_may_be_part_of_the_check() {
        let unittest = ["python3", "-m", "unittest", "-v", "t"];
        check(&unittest, "", &["rates.py", "t.py"], &[], &["t.py"]);
        check(
            &["python3", "-m", "unittest", "pkg.t.Case.test_a"],
            "",
            &["pkg/t.py"],
            &[],
            &["pkg/t.py"],
        );
        check(&["sh", "-c", "cd . && python3 -m checks"], "", &["checks.py"], &[], &["checks.py"]);
        check(&unittest, "sub", &["sub/t.py", "t.py"], &[], &["sub/t.py"]);
        check(&["python3", "-m", "tool", "greet"], "", &["greet.py"], &[], &[]);
    }

    #[test]
    fn tests_that_nothing_names_are_known_by_what_is_in_them() {
        let test = "import unittest\nclass T(unittest.TestCase):\n    def test_a(self): pass\n";
        assert!(is_unnamed_test("t.py", test));
        assert!(!is_unnamed_test("src/t.py", test), "the work may hold its own tests");
        assert!(!is_unnamed_test("rates.py", "def rate():\n    return 1\n"));
        assert!(!is_unnamed_test(".charter/x/t.py", test) && !is_unnamed_test("notes.md", test));
    }

    #[test]
    fn the_work_is_no_part_of_the_check() {
        check(&["sh", "check.sh"], "", &["check.sh", "rates.py"], &["check.sh"], &[]);
        check(&["sh", "src/check.sh"], "", &["src/check.sh", "src/a"], &["src/check.sh"], &[]);
        check(&["test", "-f", "src/new.sh"], "", &["src/new.sh"], &[], &[]);
        check(&["grep", "-q", "done", "new.md"], "", &["new.md"], &[], &[]);
        check(&["make"], "", &["Makefile", "tests/a"], &["tests/a"], &[]);
    }

    #[test]
    fn what_was_missing_is_named_where_that_may_be_why() {
        let files = ["src/rates.py".to_owned(), "b.txt".to_owned()];
        let absent: Vec<&String> = files.iter().collect();
        assert_eq!(lacked(&[], &absent, Some(1), "cannot read b.txt"), ["b.txt"]);
        assert_eq!(lacked(&[], &absent, Some(1), "No module named 'rates'"), files);
        assert_eq!(lacked(&[], &absent, Some(2), ""), files);
        assert!(lacked(&[], &absent, Some(1), "1 is not 2").is_empty());
        let charter = ".charter/x/charter.md".to_owned();
        assert!(lacked(&[], &[&charter], Some(1), "No such file").is_empty());
        let unsure = ["b.txt".to_owned()];
        assert_eq!(lacked(&unsure, &absent, Some(1), "1 is not 2"), unsure);
    }
}
