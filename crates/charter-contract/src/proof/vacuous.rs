//! Command lines that cannot fail.
//!
//! Owns the list of them. It is a guess from the words alone: what it does not know is not called
//! vacuous. Must not run anything.

use super::shell::{
    commands, outside_quotes, runs_within, script_of, without_redirections, without_settings,
};

/// Programs that do nothing that could fail, or that only print what somebody wrote down.
const NO_OPS: [&str; 15] = [
    "true", ":", "echo", "printf", "exit", "sleep", "pwd", "cat", "head", "tail", "tac", "more",
    "less", "touch", "mkdir",
];

/// Words that make a runner list tests instead of running them.
const LISTING: [&str; 7] =
    ["--collect-only", "--co", "--list", "--listTests", "--list-tests", "--dry-run", "--no-run"];

/// Says why a command could not have failed; none where nothing says so.
#[must_use]
pub fn no_op(argv: &[String]) -> Option<String> {
    let words: Vec<&str> = argv.iter().map(String::as_str).collect();
    let words = without_settings(&words);
    if let Some(script) = script_of(words) {
        let plain = without_redirections(&outside_quotes(script));
        let parts = commands(&plain);
        let all = !parts.is_empty() && !runs_within(script) && parts.iter().all(|it| is_no_op(it));
        return all.then(|| format!("`{script}` does nothing that could fail"));
    }
    if let Some(code) = printed_by(words) {
        return Some(format!("`{code}` only prints"));
    }
    if is_no_op(words) {
        return Some(format!("`{}` does nothing that could fail", words.join(" ")));
    }
    let listing = words.iter().find(|it| LISTING.contains(it));
    listing.map(|it| format!("`{it}` lists tests and runs none"))
}

/// Programs that run the file that follows them.
const INTERPRETERS: [&str; 16] = [
    "sh", "bash", "dash", "zsh", "ksh", "fish", "python", "python3", "node", "ruby", "perl", "php",
    "deno", "bun", "tsx", "pwsh",
];

/// Names the files that a command runs: itself, what an interpreter is given, or both in each command
/// of a script.
#[must_use]
pub(super) fn files_run(argv: &[String]) -> Vec<&str> {
    let words: Vec<&str> = argv.iter().map(String::as_str).collect();
    match script_of(without_settings(&words)) {
        Some(script) => commands(script).iter().filter_map(|it| file_run(it)).collect(),
        None => file_run(&words).into_iter().collect(),
    }
}

/// Modules that run the modules that follow them.
const MODULE_RUNNERS: [&str; 6] =
    ["unittest", "pytest", "nose2", "nose", "twisted.trial", "coverage"];

/// Names the modules that a command runs by their names: behind `-m`, and what a runner there is given.
#[must_use]
pub(super) fn modules_run(argv: &[String]) -> Vec<&str> {
    let words: Vec<&str> = argv.iter().map(String::as_str).collect();
    match script_of(without_settings(&words)) {
        Some(script) => commands(script).iter().flat_map(|it| modules_of(it)).collect(),
        None => modules_of(&words),
    }
}

fn modules_of<'a>(words: &[&'a str]) -> Vec<&'a str> {
    let Some(at) = words.iter().position(|it| *it == "-m") else { return Vec::new() };
    let Some((module, rest)) = words.get(at + 1..).and_then(<[&str]>::split_first) else {
        return Vec::new();
    };
    if !MODULE_RUNNERS.contains(module) {
        return vec![module];
    }
    rest.iter().copied().filter(|it| !it.starts_with('-') && !it.contains('/')).collect()
}

/// Programs that look at the files they are given: that those are there, or what is in them, is the
/// question itself.
const LOOKERS: [&str; 10] = ["test", "[", "[[", "ls", "stat", "grep", "egrep", "fgrep", "rg", "jq"];

/// Names what a command may read beside what it looks at: every other word, also in a script.
#[must_use]
pub(super) fn words_read(argv: &[String]) -> Vec<&str> {
    let words: Vec<&str> = argv.iter().map(String::as_str).collect();
    let Some(script) = script_of(without_settings(&words)) else {
        return read_by(&words);
    };
    let joins = ['\n', ';', '&', '|', '(', ')', '`', '{', '}'];
    let parts = script.split(joins).map(|it| it.split_whitespace().collect::<Vec<_>>());
    parts.flat_map(|it| read_by(&it)).collect()
}

fn read_by<'a>(words: &[&'a str]) -> Vec<&'a str> {
    let is_joint = |it: &&&str| matches!(**it, "if" | "then" | "else" | "while" | "do" | "!");
    let n_joints = words.iter().take_while(is_joint).count();
    let words = without_settings(words.get(n_joints..).unwrap_or_default());
    let Some((program, rest)) = words.split_first() else { return Vec::new() };
    let program = program.rsplit('/').next().unwrap_or_default();
    let is_looker = LOOKERS.contains(&program);
    let mut before = "";
    let mut found = Vec::new();
    for word in rest {
        // What is looked for may be in a file, and what is looked at may come from one.
        let is_given = before == "-f" && program.ends_with("grep");
        if !is_looker || is_given || word.starts_with('<') {
            let bare = |it: &'a str| it.trim_matches(['"', '\'', '<', '>', '$', '@', ',']);
            let value = word.split_once('=').map(|(_, value)| bare(value));
            found.extend([Some(bare(word)), value].into_iter().flatten());
        }
        before = word;
    }
    found.retain(|it| !it.is_empty());
    found
}

fn file_run<'a>(words: &[&'a str]) -> Option<&'a str> {
    let (program, rest) = without_settings(words).split_first()?;
    if program.contains('/') {
        return Some(program);
    }
    if matches!(*program, "." | "source") {
        return rest.first().copied();
    }
    let first = rest.iter().find(|it| !it.starts_with('-') || **it == "-c")?;
    (INTERPRETERS.contains(program) && *first != "-c").then_some(*first)
}

/// Gives the code of `python -c code` and the like where it only prints what is written in it.
fn printed_by<'a>(words: &[&'a str]) -> Option<&'a str> {
    let [program, flag, code, ..] = words else { return None };
    let program = program.rsplit('/').next()?;
    let is_inline = match *flag {
        "-c" => program.starts_with("python"),
        "-e" => matches!(program, "node" | "perl" | "ruby" | "bun"),
        _ => false,
    };
    let plain = outside_quotes(code);
    let parts = plain.split([';', '\n']).map(str::trim).filter(|it| !it.is_empty());
    let parts: Vec<&str> = parts.filter(|it| *it != "import sys").collect();
    let all = !parts.is_empty() && parts.iter().all(|it| only_prints(it));
    (is_inline && all).then_some(*code)
}

/// Tells whether a statement, its quoted parts blank, prints what is written there and calls nothing.
fn only_prints(statement: &str) -> bool {
    let prints = ["print", "sys.stdout.write", "sys.stderr.write", "console.log", "console.error"];
    let also = ["process.stdout.write", "process.stderr.write", "puts", "say"];
    let found = prints.iter().chain(&also).find_map(|it| statement.strip_prefix(it));
    let Some(rest) = found else { return false };
    let is_call = |it: char| matches!(it, '(' | '[' | '{' | '.');
    let inner = rest.trim_start().strip_prefix('(').unwrap_or(rest);
    let inner = inner.replace("file=sys.stderr", "").replace("file=sys.stdout", "");
    !inner.contains(is_call) && !rest.starts_with(char::is_alphanumeric)
}

pub(super) fn is_no_op(words: &[&str]) -> bool {
    let Some(program) = without_settings(words).first() else { return true };
    let program = program.rsplit('/').next().unwrap_or_default();
    match program {
        // `exit 1` can only fail, `test` and `[` can.
        "exit" => words.get(1).is_none_or(|it| *it == "0"),
        program => NO_OPS.contains(&program) || program.starts_with('#'),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn argv(line: &str) -> Vec<String> {
        let mark = if line.contains(" -e ") { " -e " } else { " -c " };
        match line.split_once(mark) {
            Some((shell, script)) => {
                [shell.to_owned(), mark.trim().to_owned(), script.to_owned()].to_vec()
            }
            None => line.split(' ').map(str::to_owned).collect(),
        }
    }

    #[test]
    fn what_cannot_fail_is_known() {
        for line in [
            "true",
            ":",
            "/bin/true",
            "echo ok",
            "exit 0",
            "env A=1 true",
            "sh -c true",
            "sh -c exit 0",
            "bash -c echo done; exit 0",
            "sh -c true && echo ok",
            "printf ok",
            "pytest --collect-only",
            "cargo test --no-run",
            "cargo nextest list --list",
            "jest --listTests",
            "sleep 1",
            "sh -c echo 'Ran 3 tests in 0.001s; OK' >&2",
            "sh -c printf '%s\\n' 'a|b' 1>&2; echo OK >&2",
            "bash -c echo \"Ran 3 tests\n\nOK\" 2>&1",
            "python3 -c print('Ran 3 tests')",
            "python3 -c import sys; print('Ran 3 tests', file=sys.stderr)",
            "node -e console.log('1 passing')",
            "perl -e print \"ok 1\"",
        ] {
            assert!(no_op(&argv(line)).is_some(), "{line}");
        }
        for line in [
            "cargo test",
            "make check",
            "test -f a",
            "grep -q x a",
            "sh -c test -f a",
            "bash -c make && echo ok",
            "false",
            "exit 1",
            "./true.sh",
            "sh -c cargo test; echo done",
            "sh -c echo \"$(make check)\"",
            "python3 -c import rates; print(rates.rate())",
            "python3 -c print(open('a').read())",
            "node -e console.log(require('./a'))",
        ] {
            assert_eq!(no_op(&argv(line)), None, "{line}");
        }
    }

    #[test]
    fn what_is_read_is_told_from_what_is_looked_at() {
        let check =
            |line: &str, words: &[&str]| assert_eq!(words_read(&argv(line)), words, "{line}");
        check("diff want.txt product", &["want.txt", "product"]);
        check("sh -c diff want.txt product", &["want.txt", "product"]);
        check("sh -c ./product --in=a.txt <b.txt", &["--in=a.txt", "a.txt", "b.txt"]);
        check("sh -c test -f new && [ -s new ] && grep -q x new", &[]);
        check("grep -qF -f want.txt product", &["want.txt"]);
        check("sh -c grep -q \"$(cat want.txt)\" product", &["want.txt", "product"]);
        check("sh -c if ! test -f new; then exit 1; fi", &["1"]);
        assert_eq!(
            files_run(&argv("sh -c . checks/lib.sh; sh checks/a.sh")),
            ["checks/lib.sh", "checks/a.sh"]
        );
    }
}
