//! Command lines whose exit code is not that of the check in them.
//!
//! Owns what hides a failure, and what tries again until there is none. It is a guess from the words alone.
//! Must not run anything.

use super::shell::{
    commands, outside_quotes, pieces, script_of, without_redirections, without_settings,
};
use super::tool::is_runner;
use super::vacuous::{files_run, is_no_op};
use std::ops::Range;

/// What prepares a check and is none itself, so that nothing is lost where it fails unseen.
const PREPARING: [&str; 22] = [
    "cd", "pushd", "popd", "export", "unset", "set", "source", ".", "mkdir", "rm", "cp", "mv",
    "ln", "chmod", "umask", "ulimit", "trap", "kill", "local", "declare", "shopt", "read",
];

/// Flags of runners that try a failed test again.
const RETRYING: [&str; 8] = [
    "--reruns",
    "--retries",
    "--retry",
    "--flaky",
    "--rerun-fails",
    "--force-flaky",
    "--max-runs",
    "--flaky-test-attempts",
];

/// Says why the exit code of a command is not that of its check; none where nothing says so.
#[must_use]
pub fn hides_exit(argv: &[String]) -> Option<String> {
    let words: Vec<&str> = argv.iter().map(String::as_str).collect();
    HiddenScript::of(&words)?.hides()
}

/// Says how a command tries again until it passes; none where nothing says so.
#[must_use]
pub fn retries(argv: &[String]) -> Option<String> {
    let words: Vec<&str> = argv.iter().map(String::as_str).collect();
    let flag_in = |words: &[&str]| {
        let name = |it: &&str| it.split_once('=').map_or(*it, |(name, _)| name).to_owned();
        let found = words.iter().map(name).find(|it| RETRYING.contains(&it.as_str()));
        found.filter(|_| is_runner(words))
    };
    let said = |flag: String| format!("`{flag}` runs a failed test again until it passes");
    let Some(script) = HiddenScript::of(&words) else { return flag_in(&words).map(said) };
    let loops = ["until", "while", "for"].into_iter().find(|word| script.starts_some(word));
    if let Some(word) = loops.filter(|_| script.has_runner()) {
        let ends = script.plain.contains("break") || script.plain.contains("&& exit");
        let is_counted = word == "for" && !ends;
        return (!is_counted).then(|| format!("the `{word}` loop tries again until it passes"));
    }
    let parts = script.parts(&[";", "\n", "&&", "||", "|"]);
    parts.iter().find_map(|it| flag_in(&script.words(it))).map(said)
}

/// Says what in a file of the project that a command runs by hides a failure: a shell script, the recipes of a
/// Makefile, or the scripts of a package.json.
#[must_use]
pub fn hidden_in_file(argv: &[String], path: &str, text: &str) -> Option<String> {
    let file = path.rsplit('/').next().unwrap_or_default();
    let said = |words: String| format!("in {path}: {words}");
    let shell = |script: &str| ["sh", "-c", script].map(str::to_owned).to_vec();
    let found = match file {
        "Makefile" | "makefile" | "GNUmakefile" => {
            text.lines().filter(|it| it.starts_with('\t')).find_map(hidden_recipe)
        }
        "package.json" => package_script(argv, text)
            .and_then(|it| hides_exit(&shell(&it)).or_else(|| retries(&shell(&it)))),
        _ => hides_exit(&shell(text))
            .filter(|_| calls_runner(text))
            .or_else(|| retries(&shell(text))),
    };
    found.map(said)
}

/// Lists the files of a project that a command runs by and that can hide a failure, relative to where it runs.
#[must_use]
pub fn scripts_run(argv: &[String]) -> Vec<String> {
    let words: Vec<&str> = argv.iter().map(String::as_str).collect();
    let words = without_settings(&words);
    let parts = script_of(words).map_or_else(|| vec![words.to_vec()], commands);
    let of_tool = parts.iter().filter_map(|it| match it.first().copied()? {
        "make" | "gmake" => Some("Makefile"),
        "npm" | "pnpm" | "yarn" => Some("package.json"),
        _ => None,
    });
    let named =
        files_run(argv).into_iter().filter(|it| it.ends_with(".sh") || it.ends_with(".bash"));
    named.chain(of_tool).map(str::to_owned).collect()
}

/// Tells whether a script runs tests by a known runner.
fn calls_runner(text: &str) -> bool {
    let script = HiddenScript { script: text, plain: outside_quotes(text), is_strict: false };
    script.has_runner()
}

/// `\t./test || true` and `\t-./test`: make goes on as if nothing was.
fn hidden_recipe(line: &str) -> Option<String> {
    let line = line.trim().trim_start_matches('@');
    let (ignored, command) = match line.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, line),
    };
    let first = command.split_whitespace().next().unwrap_or_default();
    let is_check = !PREPARING.contains(&first) && !is_no_op(&[first]) && first != "docker";
    let falls = command
        .split_once("||")
        .is_some_and(|(_, rest)| is_no_op(&rest.split_whitespace().collect::<Vec<_>>()));
    let hides = is_check && (falls || ignored) && command.contains("test");
    hides.then(|| format!("`{line}` turns a failure into a success"))
}

/// Gives the script of a package.json that a command runs.
fn package_script(argv: &[String], text: &str) -> Option<String> {
    let words: Vec<&str> =
        argv.iter().map(String::as_str).filter(|it| !it.starts_with('-')).collect();
    let name = match words.as_slice() {
        ["npm" | "pnpm" | "yarn" | "bun", "run", name, ..] => *name,
        ["npm", "t", ..] => "test",
        ["npm" | "pnpm" | "yarn", name, ..] => *name,
        _ => return None,
    };
    let package: serde_json::Value = serde_json::from_str(text).ok()?;
    Some(package.get("scripts")?.get(name)?.as_str()?.to_owned())
}

/// A script, beside it with what is quoted made blank.
struct HiddenScript<'a> {
    script: &'a str,
    plain: String,
    /// Whether the shell is told to end at the first failure.
    is_strict: bool,
}

impl<'a> HiddenScript<'a> {
    fn of(words: &[&'a str]) -> Option<Self> {
        let words = without_settings(words);
        let script = script_of(words)?;
        let flags = words.iter().skip(1).take_while(|it| **it != script);
        let is_strict = flags.filter(|it| !it.starts_with("--")).any(|it| it.contains('e'));
        Some(Self { script, plain: outside_quotes(script), is_strict })
    }

    fn parts(&self, marks: &[&str]) -> Vec<Range<usize>> {
        pieces(&self.plain, marks)
    }

    fn words(&self, part: &Range<usize>) -> Vec<&str> {
        self.plain.get(part.clone()).unwrap_or_default().split_whitespace().collect()
    }

    /// Gives the words of a part as they are; what is quoted keeps its place.
    fn said(&self, part: Range<usize>) -> &str {
        self.script.get(part).unwrap_or_default().trim()
    }

    fn starts_some(&self, word: &str) -> bool {
        let parts = self.parts(&[";", "\n", "&&", "||"]);
        parts.iter().any(|it| self.words(it).first() == Some(&word))
    }

    fn has_runner(&self) -> bool {
        let parts = self.parts(&[";", "\n", "&&", "||", "|", "&"]);
        parts.iter().any(|it| is_runner(without_joints(&self.words(it))))
    }

    fn hides(&self) -> Option<String> {
        let mut ends = self.parts(&[";", "\n"]);
        let last = ends.pop().unwrap_or_default();
        self.turns_round()
            .or_else(|| self.falls_back(&last))
            .or_else(|| self.passes_over(&ends, &last))
            .or_else(|| self.reads_on(&ends, &last))
    }

    /// `! pytest`, `if pytest; then …`, a check in the background, an exit code that is set.
    fn turns_round(&self) -> Option<String> {
        let all = self.parts(&[";", "\n", "&&", "||", "|"]);
        for part in &all {
            let words = self.words(part);
            let Some((first, rest)) = words.split_first() else { continue };
            if matches!(*first, "!" | "if") && is_runner(without_joints(rest)) {
                let is_told = *first == "if" && self.fails_itself();
                if !is_told {
                    let said = self.said(part.clone());
                    return Some(format!("`{said}` turns its exit code into another one"));
                }
            }
            if *first == "trap" && rest.last().is_some_and(|it| *it == "EXIT" || *it == "0") {
                return Some(format!("`{}` sets the exit code", self.said(part.clone())));
            }
        }
        let plain = without_redirections(&self.plain).replace("&&", ";");
        let mut left = plain.split('&');
        let last = left.next_back().unwrap_or_default();
        let runs = |it: &str| {
            let words: Vec<&str> = it.split(';').next_back()?.split_whitespace().collect();
            is_runner(without_joints(&words)).then_some(())
        };
        let is_left =
            plain.contains('&') && (last.trim().is_empty() || left.any(|it| runs(it).is_some()));
        is_left.then(|| {
            "it is left running in the background, and nobody waits for its end".to_owned()
        })
    }

    /// Tells whether a script ends with a failure of its own somewhere.
    fn fails_itself(&self) -> bool {
        self.plain.contains("exit 1")
            || self.plain.contains("false")
            || self.plain.contains("exit $")
    }

    /// `check || something else`.
    fn falls_back(&self, last: &Range<usize>) -> Option<String> {
        let within = self.plain.get(last.clone()).unwrap_or_default();
        let at = within.rfind("||")?;
        let other = last.start + at + 2..last.end;
        let words = self.words(&other);
        if is_no_op(&words) {
            let said = self.said(other);
            return Some(format!("`|| {said}` turns a failure into a success"));
        }
        let first = words.first().copied().unwrap_or_default();
        let fails = matches!(first, "exit" | "false" | "return" | "{" | "(");
        let before = within.get(..at).unwrap_or_default();
        let tries =
            before.split("||").any(|it| is_runner(&it.split_whitespace().collect::<Vec<_>>()));
        let said = self.said(other);
        (tries && !fails).then(|| format!("`|| {said}` runs only where the check failed"))
    }

    /// `check; something that passes`.
    fn passes_over(&self, ends: &[Range<usize>], last: &Range<usize>) -> Option<String> {
        if self.stops_at_once() {
            return None;
        }
        if !ends.is_empty() && (is_no_op(&self.words(last)) || self.words(last) == ["wait"]) {
            return Some(format!("the exit code is that of `{}`", self.said(last.clone())));
        }
        let is_lost = |part: &&Range<usize>| {
            let words = self.words(part);
            let first = words.first().copied().unwrap_or_default();
            // What a condition asks was looked at before.
            let is_asked = matches!(first, "if" | "elif" | "while" | "until" | "!");
            is_runner(without_joints(&words)) && !is_asked && !PREPARING.contains(&first)
        };
        let lost = ends.iter().find(is_lost)?;
        // What ends the script itself where it failed is not lost.
        let text = self.said(lost.clone());
        let ends_it = text.contains("|| {") && self.fails_itself();
        let is_told = ends_it
            || text.contains("|| exit")
            || text.contains("&& exit")
            || self.plain.contains("$?");
        (!is_told).then(|| format!("`{text}` may fail unseen; join the commands with `&&`"))
    }

    /// `check | reader`.
    fn reads_on(&self, ends: &[Range<usize>], last: &Range<usize>) -> Option<String> {
        if self.plain.contains("pipefail") {
            return None;
        }
        for part in ends.iter().chain([last]) {
            let within = self.plain.get(part.clone()).unwrap_or_default().replace("||", "  ");
            let Some(at) = within.rfind('|') else { continue };
            let reader = part.start + at + 1..part.end;
            let before = within.get(..at).unwrap_or_default();
            let runs = before
                .split(['|', '&'])
                .any(|it| is_runner(without_joints(&it.split_whitespace().collect::<Vec<_>>())));
            let is_last = part == last;
            if runs || (is_last && !is_check(&self.words(&reader))) {
                return Some(format!(
                    "the exit code is that of `{}`, not of what is before the `|`",
                    self.said(reader)
                ));
            }
        }
        None
    }

    /// Tells whether the first command that fails ends the script.
    fn stops_at_once(&self) -> bool {
        let parts = self.parts(&[";", "\n", "&&"]);
        self.is_strict
            || parts.iter().any(|it| {
                let words = self.words(it);
                let is_short =
                    |it: &&str| it.starts_with('-') && !it.starts_with("--") && it.contains('e');
                words.first() == Some(&"set")
                    && words.iter().any(|it| is_short(it) || *it == "errexit")
            })
    }
}

/// Passes over the words of a shell that may stand before a command.
fn without_joints<'a, 'b>(words: &'a [&'b str]) -> &'a [&'b str] {
    let joints = ["!", "if", "then", "else", "elif", "while", "until", "do", "{", "("];
    let n_joints = words.iter().take_while(|it| joints.contains(it)).count();
    words.get(n_joints..).unwrap_or_default()
}

/// Tells whether a command at the end of a pipe is the check itself: it fails where what it reads is
/// not what it should be.
fn is_check(words: &[&str]) -> bool {
    let Some((program, rest)) = without_settings(words).split_first() else { return false };
    match program.rsplit('/').next().unwrap_or_default() {
        "grep" | "egrep" | "fgrep" | "rg" | "diff" | "cmp" | "test" | "[" | "[[" => true,
        "jq" => rest.iter().any(|it| {
            let is_short = it.starts_with('-') && !it.starts_with("--") && it.contains('e');
            is_short || *it == "--exit-status"
        }),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn argv(line: &str) -> Vec<String> {
        match line.split_once(" -c ") {
            Some((shell, script)) => {
                shell.split(' ').chain(["-c", script]).map(str::to_owned).collect()
            }
            None => line.split(' ').map(str::to_owned).collect(),
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
            "sh -c curl x | jq .ok",
            "sh -c make | grep x; true",
            "sh -c pytest old; pytest new",
            "sh -c pytest || pytest --lf",
            "sh -c pytest | grep passed",
            "bash -c pytest & wait",
            "bash -c pytest; wait",
            "sh -c ! pytest",
            "sh -c if pytest; then echo ok; fi",
            "sh -c trap 'exit 0' EXIT; pytest",
            "sh -c cargo test | tee log; test -s log",
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
            "sh -c ./greet Ada | grep -qx 'Hello, Ada'",
            "sh -c ./list | diff - want.txt",
            "sh -c ./list | cmp - want.txt",
            "sh -c curl x | jq -e .ok",
            "sh -c curl x | jq -re .ok",
            "sh -c set -e; pytest old; pytest new",
            "sh -eu -c pytest old; pytest new",
            "sh -c ./serve & sleep 1; pytest",
            "sh -c ! grep -q TODO src/a.py",
            "sh -c if ! pytest; then exit 1; fi",
            "sh -c pytest || { echo bad; exit 1; }",
            "sh -c npm ci && npm test",
        ] {
            assert_eq!(hides_exit(&argv(line)), None, "{line}");
        }
    }

    #[test]
    fn what_hides_a_failure_is_said_in_its_own_words() {
        let check = |line: &str, words: &str| {
            assert_eq!(hides_exit(&argv(line)).as_deref(), Some(words), "{line}");
        };
        check(
            "sh -c ./größe | sed 's/é|x/y/'",
            "the exit code is that of `sed 's/é|x/y/'`, not of what is before the `|`",
        );
        check(
            "sh -c make 'a;b'; echo \"it's done\"",
            "the exit code is that of `echo \"it's done\"`",
        );
        check(
            "sh -c make || echo 'no; luck'",
            "`|| echo 'no; luck'` turns a failure into a success",
        );
    }

    #[test]
    fn what_the_projects_own_scripts_hide_is_known() {
        let check = |line: &str, path: &str, text: &str| hidden_in_file(&argv(line), path, text);
        assert_eq!(
            check("make check", "Makefile", "check: all\n\t./test_a > log || true\n").as_deref(),
            Some("in Makefile: `./test_a > log || true` turns a failure into a success")
        );
        assert!(check("make check", "Makefile", "check:\n\t-./test_a\n").is_some());
        assert_eq!(
            check("make check", "Makefile", "check:\n\trm -f test.log || true\n\t./test\n"),
            None
        );
        let package = |script: &str| format!("{{\"scripts\": {{\"test\": \"{script}\"}}}}");
        assert!(check("npm test", "package.json", &package("mocha || true")).is_some());
        assert_eq!(check("npm run lint", "package.json", &package("mocha || true")), None);
        assert_eq!(check("npm test", "package.json", &package("mocha && eslint .")), None);
        let retry = "for i in 1 2 3; do\n  python3 -m pytest -q && exit 0\n  break\ndone\nexit 1\n";
        assert!(check("sh ci/test.sh", "ci/test.sh", retry).is_some());
        assert_eq!(check("sh t.sh", "t.sh", "set -e\npytest -q\necho done\n"), None);
        assert_eq!(check("sh t.sh", "t.sh", "grep -q x a || exit 1\necho ok\n"), None);
    }

    #[test]
    fn what_tries_again_is_known() {
        for line in [
            "pytest --reruns 3",
            "cargo nextest run --retries=2",
            "sh -c until pytest; do :; done",
            "sh -c for i in 1 2 3; do pytest && break; done",
            "sh -c for i in 1 2 3; do pytest && exit 0; done; exit 1",
            "sh -c cd a && npx jest --retry 2",
        ] {
            assert!(retries(&argv(line)).is_some(), "{line}");
        }
        for line in
            ["pytest", "sh -c for f in a b; do pytest $f || exit 1; done", "curl --retry 3 x"]
        {
            assert_eq!(retries(&argv(line)), None, "{line}");
        }
    }
}
