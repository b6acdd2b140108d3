//! Command lines that cannot fail, or that hide it when something does.
//!
//! Owns the list of them. It is a guess from the words alone: what it does not know is not called
//! vacuous. Must not run anything.

use crate::document::is_assignment;

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
        let parts = commands(script);
        let all = !parts.is_empty() && parts.iter().all(|it| is_no_op(it));
        return all.then(|| format!("`{script}` does nothing that could fail"));
    }
    if is_no_op(words) {
        return Some(format!("`{}` does nothing that could fail", words.join(" ")));
    }
    let listing = words.iter().find(|it| LISTING.contains(it));
    listing.map(|it| format!("`{it}` lists tests and runs none"))
}

/// Says why the exit code of a command is not that of its check; none where nothing says so.
#[must_use]
pub fn hides_exit(argv: &[String]) -> Option<String> {
    let words: Vec<&str> = argv.iter().map(String::as_str).collect();
    let script = script_of(without_settings(&words))?;
    let plain = outside_quotes(script);
    let ends: Vec<&str> =
        plain.split([';', '\n']).map(str::trim).filter(|it| !it.is_empty()).collect();
    let last = ends.last().copied().unwrap_or_default();
    if let Some((_, other)) = last.rsplit_once("||")
        && is_no_op(&other.split_whitespace().collect::<Vec<_>>())
    {
        return Some(format!("`|| {}` turns a failure into a success", other.trim()));
    }
    if ends.len() > 1 && is_no_op(&last.split_whitespace().collect::<Vec<_>>()) {
        return Some(format!("the exit code is that of `{last}`"));
    }
    let piped = last.replace("||", "  ");
    let (_, reader) = piped.rsplit_once('|')?;
    let is_kept = plain.contains("pipefail");
    (!is_kept).then(|| {
        format!("the exit code is that of `{}`, not of what is before the `|`", reader.trim())
    })
}

/// Programs that run the file that follows them.
const INTERPRETERS: [&str; 16] = [
    "sh", "bash", "dash", "zsh", "ksh", "fish", "python", "python3", "node", "ruby", "perl", "php",
    "deno", "bun", "tsx", "pwsh",
];

/// Names the files that a command runs: itself, what an interpreter is given, or both in each command
/// of a script.
#[must_use]
pub fn files_run(argv: &[String]) -> Vec<&str> {
    let words: Vec<&str> = argv.iter().map(String::as_str).collect();
    match script_of(without_settings(&words)) {
        Some(script) => commands(script).iter().filter_map(|it| file_run(it)).collect(),
        None => file_run(&words).into_iter().collect(),
    }
}

fn file_run<'a>(words: &[&'a str]) -> Option<&'a str> {
    let (program, rest) = without_settings(words).split_first()?;
    if program.contains('/') {
        return Some(program);
    }
    let first = rest.iter().find(|it| !it.starts_with('-') || **it == "-c")?;
    (INTERPRETERS.contains(program) && *first != "-c").then_some(*first)
}

/// Passes over `NAME=value`, `env`, `time`, `nice` and the like.
fn without_settings<'a, 'b>(words: &'a [&'b str]) -> &'a [&'b str] {
    let skipped = words
        .iter()
        .take_while(|it| {
            is_assignment(it) || matches!(**it, "env" | "time" | "nice" | "command" | "exec")
        })
        .count();
    words.get(skipped..).unwrap_or_default()
}

/// Gives the script of `sh -c script`.
fn script_of<'a>(words: &[&'a str]) -> Option<&'a str> {
    let (program, rest) = words.split_first()?;
    let program = program.rsplit('/').next()?;
    if !matches!(program, "sh" | "bash" | "zsh" | "dash" | "ksh" | "fish") {
        return None;
    }
    let idx = rest.iter().position(|it| it.starts_with('-') && it.ends_with('c'))?;
    rest.get(idx + 1).copied()
}

fn is_no_op(words: &[&str]) -> bool {
    let Some(program) = without_settings(words).first() else { return true };
    let program = program.rsplit('/').next().unwrap_or_default();
    match program {
        // `exit 1` can only fail, `test` and `[` can.
        "exit" => words.get(1).is_none_or(|it| *it == "0"),
        program => NO_OPS.contains(&program) || program.starts_with('#'),
    }
}

/// Splits a script at what joins commands.
fn commands(script: &str) -> Vec<Vec<&str>> {
    let parts = script.split(['\n', ';', '&', '|']);
    parts
        .map(|it| it.split_whitespace().collect())
        .filter(|it: &Vec<&str>| !it.is_empty())
        .collect()
}

/// Gives a script with what is quoted made blank, so that a `|` in a pattern joins nothing.
fn outside_quotes(script: &str) -> String {
    let mut quote = None;
    let blank = |it: char| match (it, quote) {
        (it, Some(open)) if it == open => {
            quote = None;
            it
        }
        (_, Some(_)) => '_',
        ('"' | '\'', None) => {
            quote = Some(it);
            it
        }
        (it, None) => it,
    };
    script.chars().map(blank).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn argv(line: &str) -> Vec<String> {
        match line.split_once(" -c ") {
            Some((shell, script)) => {
                [shell.to_owned(), "-c".to_owned(), script.to_owned()].to_vec()
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
        ] {
            assert_eq!(no_op(&argv(line)), None, "{line}");
        }
    }

    #[test]
    fn what_hides_a_failure_is_known() {
        for line in [
            "sh -c cargo test | tee log",
            "bash -c make check || true",
            "sh -c make check; true",
            "sh -c make check; exit 0",
            "sh -c make; make check | cat",
            "bash -c pytest || :",
        ] {
            assert!(hides_exit(&argv(line)).is_some(), "{line}");
        }
        for line in [
            "bash -c set -o pipefail; cargo test | tee log",
            "sh -c make && make check",
            "sh -c grep -E 'a|b' file",
            "cargo test",
            "sh -c cd sub; make check",
            "sh -c make check || exit 1",
        ] {
            assert_eq!(hides_exit(&argv(line)), None, "{line}");
        }
    }
}
