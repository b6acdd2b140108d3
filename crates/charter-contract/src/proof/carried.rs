//! Which new files go to the base with a command.
//!
//! Owns the line between the question and the work: tests and scripts that a command runs are the
//! question; what it names beside them, and what stands beside a new script, may be either. Must not
//! touch a file.

use super::shell::{commands, script_of, without_settings};
use super::vacuous::{files_run, modules_run, words_read};
use super::weakened::{is_test_path, opens_test};

/// Directories that hold the work: what is new in them is no part of a check.
const WORK: [&str; 8] = ["src", "source", "lib", "app", "pkg", "cmd", "internal", "crates"];

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
    /// Those that may be part of it, or of the work.
    pub unsure: Vec<String>,
}

/// Sorts the files that are new since the base; `below` is the directory that the command runs in.
#[must_use]
pub fn carried(argv: &[String], below: &str, new_files: &[String]) -> Carried {
    let run: Vec<String> = files_run(argv).iter().filter_map(|it| joined(below, it)).collect();
    let mut read = paths_read(argv, below);
    read.extend(modules_run(argv).iter().flat_map(|it| module_files(it, below)));
    let targets = targets_run(argv);
    // What a line compares the answer of is the product, wherever it is called by its name.
    let is_compared =
        |file: &str| compares(argv) && !is_test_path(file) && dir_of(file).is_some_and(is_work);
    let is_new = |it: &&String| new_files.contains(it);
    let dirs: Vec<&str> =
        run.iter().filter(is_new).filter_map(|it| dir_of(it)).filter(|it| !is_work(it)).collect();
    let mut carried = Carried::default();
    for file in new_files {
        let is_target = targets.iter().any(|(dir, name)| is_target(file, dir, name));
        if is_compared(file) {
            continue;
        }
        if is_test_path(file) || run.contains(file) || is_target {
            carried.asked.push(file.clone());
        } else if read.contains(file) || dir_of(file).is_some_and(|it| dirs.contains(&it)) {
            carried.unsure.push(file.clone());
        }
    }
    carried
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
        let found = carried(&owned(argv), below, &owned(new));
        assert_eq!(found, Carried { asked: owned(asked), unsure: owned(unsure) });
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
