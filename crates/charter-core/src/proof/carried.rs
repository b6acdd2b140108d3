//! Which new files go to the base with a command.
//!
//! Owns the line between the question and the work: tests and scripts that a command runs are the
//! question; what it names beside them, and what stands beside a new script, may be either. Must not
//! touch a file.

use super::vacuous::{files_run, words_read};
use super::weakened::is_test_path;

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
    let read = paths_read(argv, below);
    let is_new = |it: &&String| new_files.contains(it);
    let dirs: Vec<&str> =
        run.iter().filter(is_new).filter_map(|it| dir_of(it)).filter(|it| !is_work(it)).collect();
    let mut carried = Carried::default();
    for file in new_files {
        if is_test_path(file) || run.contains(file) {
            carried.asked.push(file.clone());
        } else if read.contains(file) || dir_of(file).is_some_and(|it| dirs.contains(&it)) {
            carried.unsure.push(file.clone());
        }
    }
    carried
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
    let mut found = unsure.to_vec();
    let said = absent.iter().filter(|it| output.contains(&name(it)) && !unsure.contains(*it));
    found.extend(said.map(|it| (*it).clone()));
    let is_missing = exit_code.is_some_and(|it| MISSING.contains(&it))
        || MISSING_WORDS.iter().any(|it| output.contains(it));
    if found.is_empty() && is_missing {
        found = absent.iter().map(|it| (*it).clone()).collect();
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
        let unsure = ["b.txt".to_owned()];
        assert_eq!(lacked(&unsure, &absent, Some(1), "1 is not 2"), unsure);
    }
}
