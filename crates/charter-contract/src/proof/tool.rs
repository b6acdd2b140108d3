//! What kind of tool a command line calls.
//!
//! Owns the tables of test runners, linters and builds, and how a runner is asked for more than one
//! filter selects. It is a guess from the words alone: a tool that is not listed is neither. Must not
//! run anything.

use super::shell::{script_of, without_settings};
use charter_kernel::Glob;

/// Programs that only pass on to the one that follows.
const WRAPPERS: [&str; 20] = [
    "npx", "pnpm", "pnpx", "yarn", "bunx", "exec", "run", "dlx", "uv", "uvx", "poetry", "pipenv",
    "hatch", "rye", "pdm", "bundle", "xvfb-run", "stdbuf", "nohup", "corepack",
];

/// What the words are that follow a runner and are no flags.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum PlainWords {
    /// Files with tests; others can be named in their place.
    Files,
    /// Parts of the names of tests.
    Names,
    /// Packages or directories.
    Places,
}

/// A test runner: how it is called and how it is told to run only some tests.
#[derive(Debug)]
struct TestRunner {
    call: &'static [&'static str],
    words: PlainWords,
    /// Flags with a value that select tests.
    selecting: &'static [&'static str],
    /// Flags without a value that select tests.
    selecting_bare: &'static [&'static str],
    /// Other flags with a value.
    with_value: &'static [&'static str],
}

const PYTEST: TestRunner = TestRunner {
    call: &["pytest"],
    words: PlainWords::Files,
    selecting: &["-k", "-m", "--deselect", "--ignore", "--ignore-glob"],
    selecting_bare: &["--lf", "--last-failed", "--ff", "--failed-first", "--sw", "--stepwise"],
    with_value: &[
        "-c",
        "-p",
        "-n",
        "-o",
        "-W",
        "-r",
        "--rootdir",
        "--confcutdir",
        "--basetemp",
        "--maxfail",
        "--durations",
        "--tb",
        "--junitxml",
        "--import-mode",
        "--dist",
        "--timeout",
        "--log-level",
    ],
};

const CARGO_TEST: TestRunner = TestRunner {
    call: &["cargo", "test"],
    words: PlainWords::Names,
    selecting: &["--test", "--bin", "--example", "--bench", "--skip", "-E", "--filter-expr"],
    selecting_bare: &[
        "--lib",
        "--bins",
        "--tests",
        "--doc",
        "--examples",
        "--benches",
        "--exact",
        "--ignored",
    ],
    with_value: &[
        "-p",
        "--package",
        "--exclude",
        "-F",
        "--features",
        "--target",
        "--target-dir",
        "-j",
        "--manifest-path",
        "--profile",
        "--jobs",
        "--color",
        "--config",
        "-Z",
        "--cargo-profile",
        "--test-threads",
        "--format",
    ],
};

const JEST: TestRunner = TestRunner {
    call: &["jest"],
    words: PlainWords::Files,
    selecting: &[
        "-t",
        "--testNamePattern",
        "--testPathPattern",
        "--testPathPatterns",
        "--testPathIgnorePatterns",
        "--selectProjects",
    ],
    selecting_bare: &["-o", "--onlyChanged", "--onlyFailures"],
    with_value: &[
        "-c",
        "--config",
        "--rootDir",
        "-w",
        "--maxWorkers",
        "--testMatch",
        "--reporters",
    ],
};

const MOCHA: TestRunner = TestRunner {
    call: &["mocha"],
    words: PlainWords::Files,
    selecting: &["-g", "--grep", "-f", "--fgrep", "--ignore", "--exclude"],
    selecting_bare: &["-i", "--invert"],
    with_value: &[
        "-r",
        "--require",
        "-t",
        "--timeout",
        "-R",
        "--reporter",
        "--config",
        "-u",
        "--ui",
    ],
};

const RUNNERS: [TestRunner; 18] = [
    PYTEST,
    TestRunner { call: &["py.test"], ..PYTEST },
    TestRunner {
        call: &["unittest"],
        words: PlainWords::Files,
        selecting: &["-k", "-p", "--pattern"],
        selecting_bare: &[],
        with_value: &["-s", "-t", "--start-directory", "--top-level-directory"],
    },
    CARGO_TEST,
    TestRunner { call: &["cargo", "t"], ..CARGO_TEST },
    TestRunner { call: &["cargo", "nextest", "run"], ..CARGO_TEST },
    TestRunner {
        call: &["go", "test"],
        words: PlainWords::Places,
        selecting: &["-run", "--run", "-skip", "--skip"],
        selecting_bare: &[],
        with_value: &["-count", "-timeout", "-tags", "-p", "-parallel", "-coverprofile", "-exec"],
    },
    JEST,
    TestRunner { call: &["vitest", "run"], ..JEST },
    TestRunner { call: &["vitest"], ..JEST },
    MOCHA,
    TestRunner {
        call: &["node", "--test"],
        words: PlainWords::Files,
        selecting: &["--test-name-pattern", "--test-skip-pattern"],
        selecting_bare: &["--test-only"],
        with_value: &["--test-reporter", "--import", "--require", "-r", "--loader"],
    },
    TestRunner { call: &["bun", "test"], ..JEST },
    TestRunner {
        call: &["ctest"],
        words: PlainWords::Places,
        selecting: &["-R", "-E", "-L", "-LE", "-I", "--tests-regex", "--exclude-regex"],
        selecting_bare: &["--rerun-failed"],
        with_value: &["--test-dir", "-C", "--build-config", "-j", "--parallel", "--timeout"],
    },
    TestRunner {
        call: &["rspec"],
        words: PlainWords::Files,
        selecting: &["-e", "--example", "-t", "--tag", "-E", "--example-matches"],
        selecting_bare: &["--only-failures", "--next-failure"],
        with_value: &["-I", "-r", "-f", "--format", "-o", "--out", "--seed"],
    },
    TestRunner {
        call: &["phpunit"],
        words: PlainWords::Files,
        selecting: &["--filter", "--group", "--exclude-group", "--testsuite"],
        selecting_bare: &[],
        with_value: &["-c", "--configuration", "--bootstrap"],
    },
    TestRunner {
        call: &["gradle", "test"],
        words: PlainWords::Places,
        selecting: &["--tests"],
        selecting_bare: &[],
        with_value: &["-p", "--project-dir"],
    },
    TestRunner {
        call: &["dotnet", "test"],
        words: PlainWords::Places,
        selecting: &["--filter"],
        selecting_bare: &[],
        with_value: &["-c", "--configuration", "-f", "--framework", "-l", "--logger"],
    },
];

/// Other ways to run a project's tests, whose filters are not known.
const OTHER_RUNNERS: [&[&str]; 12] = [
    &["npm", "test"],
    &["npm", "t"],
    &["mvn", "test"],
    &["mvn", "verify"],
    &["make", "test"],
    &["make", "check"],
    &["just", "test"],
    &["rake", "test"],
    &["rails", "test"],
    &["mix", "test"],
    &["swift", "test"],
    &["prove"],
];

/// Tools that look at how code is written, or at its types, and run none of it.
const LINTERS: [&[&str]; 64] = [
    &["eslint"],
    &["ruff"],
    &["flake8"],
    &["pylint"],
    &["mypy"],
    &["pyright"],
    &["black"],
    &["prettier"],
    &["cargo", "clippy"],
    &["cargo", "fmt"],
    &["cargo", "deny"],
    &["cargo", "audit"],
    &["cargo", "machete"],
    &["cargo", "shear"],
    &["cargo", "doc"],
    &["rustfmt"],
    &["golangci-lint"],
    &["go", "vet"],
    &["gofmt"],
    &["staticcheck"],
    &["shellcheck"],
    &["shfmt"],
    &["rubocop"],
    &["standardrb"],
    &["phpstan"],
    &["psalm"],
    &["phpcs"],
    &["php", "-l"],
    &["ruby", "-c"],
    &["perl", "-c"],
    &["perlcritic"],
    &["checkstyle"],
    &["ktlint"],
    &["detekt"],
    &["clang-tidy"],
    &["clang-format"],
    &["cppcheck"],
    &["markdownlint"],
    &["markdownlint-cli2"],
    &["vale"],
    &["yamllint"],
    &["hadolint"],
    &["stylelint"],
    &["biome"],
    &["oxlint"],
    &["standard"],
    &["xo"],
    &["typos"],
    &["codespell"],
    &["bandit"],
    &["isort"],
    &["pycodestyle"],
    &["pydocstyle"],
    &["pyflakes"],
    &["vulture"],
    &["swiftlint"],
    &["dotnet", "format"],
    &["terraform", "fmt"],
    &["terraform", "validate"],
    &["actionlint"],
    &["node", "--check"],
    &["node", "-c"],
    &["bash", "-n"],
    &["sh", "-n"],
];

/// Tools that only make something.
const BUILDS: [&[&str]; 24] = [
    &["cargo", "build"],
    &["cargo", "check"],
    &["cargo", "rustc"],
    &["tsc"],
    &["go", "build"],
    &["go", "install"],
    &["mvn", "compile"],
    &["mvn", "package"],
    &["gradle", "build"],
    &["gradle", "assemble"],
    &["cmake"],
    &["dotnet", "build"],
    &["webpack"],
    &["vite", "build"],
    &["rollup"],
    &["esbuild"],
    &["javac"],
    &["kotlinc"],
    &["gcc"],
    &["cc"],
    &["g++"],
    &["clang"],
    &["py_compile"],
    &["compileall"],
];

/// Targets of `make`, `npm run` and the like, by what they have in their names.
const LINT_TARGETS: [&str; 8] =
    ["lint", "format", "fmt", "typecheck", "type-check", "types", "style", "clippy"];
const BUILD_TARGETS: [&str; 4] = ["build", "compile", "bundle", "dist"];

/// What runs targets of a project.
const TARGET_RUNNERS: [&str; 8] = ["npm", "pnpm", "yarn", "bun", "make", "just", "task", "rake"];

/// Tells whether a command only looks at how code is written.
#[must_use]
pub fn is_linter(argv: &[String]) -> bool {
    is_any_of(argv, &LINTERS, &LINT_TARGETS)
}

/// Tells whether a command only makes something.
#[must_use]
pub fn is_build(argv: &[String]) -> bool {
    is_any_of(argv, &BUILDS, &BUILD_TARGETS)
}

/// Tells whether words call something that runs tests.
pub(super) fn is_runner(words: &[&str]) -> bool {
    let rest = called(words);
    RUNNERS.iter().any(|it| after_call(rest, it.call).is_some())
        || OTHER_RUNNERS.iter().any(|it| after_call(rest, it).is_some())
}

/// Gives the command that runs some files with tests, or all of them where none is named, instead of
/// what its filter selects; none where the runner is not known.
#[must_use]
pub fn unfiltered(argv: &[String], files: &[String]) -> Option<Vec<String>> {
    let words: Vec<&str> = argv.iter().map(String::as_str).collect();
    let rest = called(&words);
    let found = RUNNERS.iter().find_map(|it| Some((it, after_call(rest, it.call)?)));
    let (runner, rest) = found?;
    let n_call = words.len() - rest.len();
    let mut line: Vec<String> = argv.iter().take(n_call).cloned().collect();
    if runner.call == ["unittest"] && rest.first() == Some(&"discover") {
        line.extend(rediscovered(rest, files));
        return Some(line);
    }
    line.extend(without_filters(runner, rest));
    if runner.words == PlainWords::Files {
        line.extend(files.iter().cloned());
    }
    Some(line)
}

/// Lets `unittest discover` find some files: it takes no names, only a pattern, and where to begin.
fn rediscovered(rest: &[&str], files: &[String]) -> Vec<String> {
    let mut kept: Vec<String> = Vec::new();
    let mut pattern = None;
    let mut n_plain = 0;
    let mut words = rest.iter();
    while let Some(word) = words.next() {
        let (name, value) = word.split_once('=').map_or((*word, None), |it| (it.0, Some(it.1)));
        let takes = matches!(name, "-k" | "-p" | "--pattern" | "-s" | "--start-directory")
            || matches!(name, "-t" | "--top-level-directory");
        let value = if takes { value.or_else(|| words.next().copied()) } else { None };
        n_plain += usize::from(!word.starts_with('-'));
        match name {
            "-k" => {}
            "-p" | "--pattern" => pattern = value,
            // The third plain word, behind `discover` and a directory, is a pattern as well.
            _ if !word.starts_with('-') && n_plain == 3 => pattern = Some(*word),
            _ if takes => kept.extend([Some(name), value].into_iter().flatten().map(str::to_owned)),
            _ => kept.push((*word).to_owned()),
        }
    }
    let names: Vec<&str> = files.iter().filter_map(|it| it.rsplit('/').next()).collect();
    let finds = |it: &str| names.iter().all(|name| Glob::new(it).matches(name));
    let wanted = match (names.as_slice(), pattern) {
        (_, Some(pattern)) if finds(pattern) => Some(pattern),
        ([only], _) => Some(*only),
        _ => None,
    };
    kept.extend(wanted.into_iter().flat_map(|it| ["-p".to_owned(), it.to_owned()]));
    kept
}

/// Leaves out what selects tests.
fn without_filters(runner: &TestRunner, rest: &[&str]) -> Vec<String> {
    let mut kept = Vec::new();
    let mut words = rest.iter();
    while let Some(word) = words.next() {
        let name = word.split_once('=').map_or(*word, |(name, _)| name);
        let has_value = !word.contains('=');
        if !word.starts_with('-') {
            let is_kept = runner.words == PlainWords::Places || *word == "discover";
            kept.extend(is_kept.then(|| (*word).to_owned()));
        } else if runner.selecting.contains(&name) {
            if has_value {
                words.next();
            }
        } else if !runner.selecting_bare.contains(word) {
            kept.push((*word).to_owned());
            if has_value && runner.with_value.contains(word) {
                kept.extend(words.next().map(|it| (*it).to_owned()));
            }
        }
    }
    kept
}

fn is_any_of(argv: &[String], tools: &[&[&str]], targets: &[&str]) -> bool {
    let words: Vec<&str> = argv.iter().map(String::as_str).collect();
    if let Some(script) = script_of(without_settings(&words)) {
        let parts = super::shell::commands(script);
        let mut parts = parts.iter().filter(|it| it.first() != Some(&"cd")).peekable();
        return parts.peek().is_some() && parts.all(|it| is_one_of(it, tools, targets));
    }
    is_one_of(&words, tools, targets)
}

fn is_one_of(words: &[&str], tools: &[&[&str]], targets: &[&str]) -> bool {
    let rest = called(words);
    let is_target = || {
        let program = without_settings(words).first().copied().unwrap_or_default();
        let named = rest.iter().chain(words.last());
        let mut named = named.filter(|it| !it.starts_with('-') && !TARGET_RUNNERS.contains(it));
        TARGET_RUNNERS.contains(&program)
            && named.any(|name| targets.iter().any(|it| name.contains(it)))
    };
    tools.iter().any(|it| after_call(rest, it).is_some()) || is_target()
}

/// Gives the words from the tool itself on, without what only passes on to it.
fn called<'a, 'b>(words: &'a [&'b str]) -> &'a [&'b str] {
    let mut rest = without_settings(words);
    loop {
        let Some((program, more)) = rest.split_first() else { return rest };
        let name = program.rsplit('/').next().unwrap_or_default();
        let is_target = TARGET_RUNNERS.contains(&name) && more.first() == Some(&"run");
        rest = if WRAPPERS.contains(&name) && !is_target {
            let n_flags = more.iter().take_while(|it| it.starts_with('-')).count();
            more.get(n_flags..).unwrap_or_default()
        } else if name == "timeout" {
            let n_flags = more.iter().take_while(|it| it.starts_with('-')).count();
            more.get(n_flags + 1..).unwrap_or_default()
        } else if name.starts_with("python") || name.starts_with("pypy") {
            let Some(at) = more.iter().position(|it| *it == "-m") else { return rest };
            return more.get(at + 1..).unwrap_or_default();
        } else {
            return rest;
        };
    }
}

/// Gives what follows a call, where words begin with it; flags may stand between its words.
fn after_call<'a, 'b>(words: &'a [&'b str], call: &[&str]) -> Option<&'a [&'b str]> {
    let mut rest = words;
    for (idx, part) in call.iter().enumerate() {
        let (first, more) = rest.split_first()?;
        let name = if idx == 0 { first.rsplit('/').next().unwrap_or_default() } else { first };
        // `cargo +nightly test`, `npm --silent test`.
        if name != *part {
            let is_between = idx > 0 && (first.starts_with('+') || first.starts_with("--"));
            if !is_between || more.first() != Some(part) {
                return None;
            }
            rest = more.get(1..).unwrap_or_default();
        } else {
            rest = more;
        }
    }
    Some(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn argv(line: &str) -> Vec<String> {
        match line.split_once(" -c ") {
            Some((shell, script)) => [shell, "-c", script].map(str::to_owned).to_vec(),
            None => line.split(' ').map(str::to_owned).collect(),
        }
    }

    #[test]
    fn linters_and_builds_are_known_and_tests_are_neither() {
        for line in [
            "ruff check src",
            "npx eslint .",
            "python3 -m mypy src",
            "cargo clippy -- -D warnings",
            "npm run lint",
            "make lint",
            "uv run ruff format --check",
            "node --check src/a.js",
            "sh -c cd web && npx prettier --check .",
            "yarn lint",
            "/usr/bin/shellcheck a.sh",
        ] {
            assert!(is_linter(&argv(line)), "{line}");
        }
        for line in ["cargo build", "npm run build", "python -m compileall src", "gcc a.c"] {
            assert!(is_build(&argv(line)), "{line}");
        }
        for line in [
            "cargo test",
            "pytest -q",
            "npm test",
            "make",
            "sh -c ruff check && pytest",
            "./lint.sh",
        ] {
            assert!(!is_linter(&argv(line)) && !is_build(&argv(line)), "{line}");
        }
        for line in ["python -m pytest", "uv run pytest -q", "cargo +nightly test", "npm test"] {
            let line = argv(line);
            assert!(is_runner(&line.iter().map(String::as_str).collect::<Vec<_>>()), "{line:?}");
        }
    }

    #[test]
    fn a_filter_is_left_out() {
        let check = |line: &str, files: &[&str], want: &str| {
            let files: Vec<String> = files.iter().map(|it| (*it).to_owned()).collect();
            let found = unfiltered(&argv(line), &files).map(|it| it.join(" "));
            assert_eq!(found.unwrap_or_default(), want, "{line}");
        };
        let old = ["tests/test_a.py"];
        check("pytest -q tests/test_b.py::test_x -k x", &old, "pytest -q tests/test_a.py");
        check("pytest -q -p no:cacheprovider tests", &[], "pytest -q -p no:cacheprovider");
        check("python3 -B -m pytest --deselect=a", &old, "python3 -B -m pytest tests/test_a.py");
        check("cargo test -p ward rate -- --exact", &[], "cargo test -p ward --");
        check("cargo test --test rate", &["tests/rate.rs"], "cargo test");
        check("go test ./pkg -run TestA -count=1", &[], "go test ./pkg -count=1");
        check("npx jest -t rate a.test.js", &["b.test.js"], "npx jest b.test.js");
        check("node --test --test-name-pattern=x", &["t/a.mjs"], "node --test t/a.mjs");
        check("python -m unittest tests.test_b", &old, "python -m unittest tests/test_a.py");
        let found = "python -m unittest discover -s tests -p test_a.py";
        check("python -m unittest discover -s tests -k x", &old, found);
        check("python -m unittest discover -s tests -p test_b.py", &old, found);
        check(
            "python -m unittest discover tests t*.py",
            &old,
            "python -m unittest discover tests -p t*.py",
        );
        check("make check", &[], "");
        check("sh run.sh", &[], "");
    }
}
