//! Commands that a project shows for its criteria.
//!
//! Owns how test files, scripts and targets become a command that runs one of them, and which of them a criterion
//! may be about: the one whose name shares its words. A person takes what is offered or leaves it: nothing here runs, and
//! a name that a shell would read differently suggests nothing. Must not know how files are listed.

use super::lexicon::{DraftLexicon, Wording, is_wide};
use crate::text::words;
use serde_json::Value;
use std::collections::BTreeSet;

/// The most files that are looked at.
const FILES_MAX: usize = 20_000;

/// The most tests that are known.
const TESTS_MAX: usize = 4_000;

/// The fewest letters of a word that two names share.
const WORD_CHARS_MIN: usize = 4;

/// Words of a name that only say that it is a test.
const TEST_WORDS: [&str; 14] = [
    "test",
    "tests",
    "spec",
    "specs",
    "it",
    "e2e",
    "unit",
    "integration",
    "check",
    "run",
    "main",
    "mod",
    "all",
    "suite",
];

/// The files at the top of a project that say how its tests are run.
pub const MANIFESTS: [&str; 3] = ["package.json", "Makefile", "pyproject.toml"];

/// What a project shows about its tests.
#[derive(Debug, Clone, Default)]
pub struct ProjectTests {
    tests: Vec<NamedTest>,
}

/// A test with a command of its own.
#[derive(Debug, Clone, PartialEq, Eq)]
struct NamedTest {
    words: BTreeSet<String>,
    command: String,
}

impl ProjectTests {
    /// Reads the paths of a project's files, with `/` between their parts, and the texts of its [`MANIFESTS`] by
    /// their names.
    #[must_use]
    pub fn read(files: &[String], manifests: &[(&str, &str)]) -> Self {
        let files: Vec<&str> = files.iter().take(FILES_MAX).map(String::as_str).collect();
        let mut tests = Vec::new();
        let text = |name: &str| manifests.iter().find(|it| it.0 == name).map(|it| it.1);
        let has = |name: &str| files.contains(&name);
        let scripts = text("package.json").map(scripts).unwrap_or_default();
        let runners = Runners {
            cargo: has("Cargo.toml"),
            node: scripts.iter().any(|it| it == "test").then(|| node_runner(&has)),
            python: python_runner(&has, text("pyproject.toml")),
            go: has("go.mod"),
        };
        for file in files.iter().filter(|it| is_plain(it)) {
            tests.extend(runners.test_of(file));
        }
        let run = node_runner(&has);
        for script in scripts.iter().filter(|it| is_plain(it) && it.as_str() != "test") {
            tests.extend(named(script, format!("{run} run {script}")));
        }
        for target in text("Makefile").map(targets).unwrap_or_default() {
            tests.extend(named(target, format!("make {target}")));
        }
        tests.truncate(TESTS_MAX);
        Self { tests }
    }

    /// Suggests a command that may show a criterion; none where no name speaks for one, or several do alike.
    #[must_use]
    pub fn suggest(&self, criterion: &str) -> Option<String> {
        let said = stems(DraftLexicon::shipped(), criterion);
        let score = |it: &NamedTest| {
            let n_shared = it.words.intersection(&said).count();
            // Of two with as many words in common the one that says less besides.
            (n_shared, usize::MAX - it.words.len())
        };
        let best = self.tests.iter().map(score).max().filter(|it| it.0 > 0)?;
        let mut found = self.tests.iter().filter(|it| score(it) == best).map(|it| &it.command);
        let first = found.next()?;
        found.all(|it| it == first).then(|| first.clone())
    }
}

/// Which tools run the tests of a project.
struct Runners {
    cargo: bool,
    node: Option<&'static str>,
    python: Option<&'static str>,
    go: bool,
}

impl Runners {
    fn test_of(&self, path: &str) -> Option<NamedTest> {
        let (dir, name) = path.rsplit_once('/').unwrap_or(("", path));
        let (stem, end) = name.rsplit_once('.')?;
        match end {
            "rs" if self.cargo => cargo_test(dir, stem),
            "js" | "jsx" | "ts" | "tsx" | "mjs" | "cjs" | "mts" => {
                let bare = [".test", ".spec"].into_iter().find_map(|it| stem.strip_suffix(it));
                let bare = bare.or_else(|| dir.ends_with("__tests__").then_some(stem))?;
                let run = self.node?;
                let rest = if run == "npm" { "test --" } else { "test" };
                named(bare, format!("{run} {rest} {bare}"))
            }
            "py" => {
                let is_test = stem.starts_with("test_") || stem.ends_with("_test");
                is_test.then(|| named(stem, format!("{} {path}", self.python?))).flatten()
            }
            "go" if self.go => {
                let bare = stem.strip_suffix("_test")?;
                let package = if dir.is_empty() { ".".to_owned() } else { format!("./{dir}") };
                named(bare, format!("go test {package}"))
            }
            _ => None,
        }
    }
}

/// Gives the command of a file below `tests`: a test of its own, or a module of the one that its folder is.
fn cargo_test(dir: &str, stem: &str) -> Option<NamedTest> {
    let below = dir.rsplit_once("tests/").map(|(before, rest)| (before, rest.to_owned()));
    if dir == "tests" || dir.ends_with("/tests") && !dir.contains("src/") {
        return named(stem, format!("cargo test --test {stem}"));
    }
    let (before, below) = below?;
    let is_whole = before.is_empty() || before.ends_with('/') && !before.contains("src/");
    let is_module = is_whole && !below.contains('/') && stem != "main";
    is_module.then(|| named(stem, format!("cargo test --test {below} {stem}"))).flatten()
}

fn node_runner(has: &dyn Fn(&str) -> bool) -> &'static str {
    if has("pnpm-lock.yaml") {
        "pnpm"
    } else if has("yarn.lock") {
        "yarn"
    } else if has("bun.lockb") || has("bun.lock") {
        "bun"
    } else {
        "npm"
    }
}

fn python_runner(has: &dyn Fn(&str) -> bool, pyproject: Option<&str>) -> Option<&'static str> {
    let is_pytest = has("pytest.ini") || has("conftest.py") || has("tests/conftest.py");
    let is_named = pyproject.is_some_and(|it| it.contains("pytest"));
    match () {
        () if !is_pytest && !is_named => None,
        () if has("uv.lock") => Some("uv run pytest"),
        () if has("poetry.lock") => Some("poetry run pytest"),
        () => Some("pytest"),
    }
}

/// Lists the names of the scripts of a package.json.
fn scripts(text: &str) -> Vec<String> {
    let parsed: Value = serde_json::from_str(text).unwrap_or_default();
    let scripts = parsed.get("scripts").and_then(Value::as_object);
    scripts.into_iter().flat_map(|it| it.keys().cloned()).collect()
}

/// Lists the targets of a Makefile.
fn targets(text: &str) -> Vec<&str> {
    let target = |line: &'_ str| -> Option<usize> {
        let end = line.find(':')?;
        let is_rule =
            !line.get(end + 1..)?.starts_with('=') && line.get(..end).is_some_and(is_plain);
        is_rule.then_some(end)
    };
    text.lines().filter_map(|it| it.get(..target(it)?)).collect()
}

/// Gives a test by its name; none where the name says nothing but that it is one.
fn named(name: &str, command: String) -> Option<NamedTest> {
    let words = name_words(name);
    let is_said = !words.is_empty() && is_plain(name);
    is_said.then_some(NamedTest { words, command })
}

/// Tells whether a shell takes a name as it stands, and no program as an option.
fn is_plain(name: &str) -> bool {
    let is_sign = |it: char| it.is_ascii_alphanumeric() || "_./-:".contains(it);
    !name.is_empty() && !name.starts_with(['-', ':']) && name.chars().all(is_sign)
}

/// Lists the words of a name, without those that only say that it is a test.
fn name_words(name: &str) -> BTreeSet<String> {
    let mut parted = String::new();
    let mut was_small = false;
    for it in name.chars() {
        if it.is_ascii_uppercase() && was_small {
            parted.push(' ');
        }
        was_small = it.is_ascii_lowercase();
        parted.push(if it.is_ascii_alphanumeric() { it.to_ascii_lowercase() } else { ' ' });
    }
    let words =
        parted.split(' ').filter(|it| !TEST_WORDS.contains(it) && it.len() >= WORD_CHARS_MIN);
    words.map(stem).collect()
}

/// Lists what a criterion is about: its own words, and what ids call the verbs in it.
fn stems(lexicon: &DraftLexicon, criterion: &str) -> BTreeSet<String> {
    let wording = Wording::of(criterion);
    let own = words(criterion).into_iter().flat_map(|it| {
        let parts: Vec<String> = it.split(['-', '_', '\'']).map(str::to_owned).collect();
        parts
    });
    let is_own = |it: &String| {
        it.chars().count() >= WORD_CHARS_MIN
            && !it.chars().any(is_wide)
            && !lexicon.empty.holds(it)
            && !lexicon.actor.holds(it)
    };
    let own = own.filter(is_own).map(|it| stem(&it));
    let verbs = lexicon.verbs.iter().filter(|it| it.traces.is_in(&wording));
    own.chain(verbs.map(|it| it.name.to_lowercase())).collect()
}

/// Takes the ending off an English word.
fn stem(word: &str) -> String {
    let endings = ["ing", "ies", "es", "ed", "s"];
    let ending = endings
        .into_iter()
        .find(|it| word.len() >= it.len() + WORD_CHARS_MIN && word.ends_with(it));
    ending.and_then(|it| word.strip_suffix(it)).unwrap_or(word).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(files: &[&str], manifests: &[(&str, &str)], criterion: &str, expected: Option<&str>) {
        let files: Vec<String> = files.iter().map(|it| (*it).to_owned()).collect();
        let tests = ProjectTests::read(&files, manifests);
        assert_eq!(tests.suggest(criterion).as_deref(), expected, "{criterion}");
    }

    const RUST: [&str; 6] = [
        "Cargo.toml",
        "src/lib.rs",
        "tests/offline.rs",
        "tests/export_csv.rs",
        "crates/web/tests/it/login.rs",
        "crates/web/tests/it/main.rs",
    ];

    #[test]
    fn a_test_with_the_words_of_a_criterion_is_suggested() {
        check(&RUST, &[], "When offline, entries are kept", Some("cargo test --test offline"));
        check(&RUST, &[], "Users can export the list", Some("cargo test --test export_csv"));
        check(&RUST, &[], "用户可以导出列表", Some("cargo test --test export_csv"));
        check(&RUST, &[], "A wrong login is refused", Some("cargo test --test it login"));
        check(&RUST, &[], "The page loads in 2 s", None);
    }

    #[test]
    fn each_project_has_its_own_way_to_run_tests() {
        let package =
            ("package.json", r#"{"scripts":{"test":"vitest","e2e:export":"x","build":"x"}}"#);
        let node = ["package.json", "src/search.test.ts", "pnpm-lock.yaml"];
        check(&node, &[package], "Search finds names", Some("pnpm test search"));
        check(&node[..2], &[package], "Search finds names", Some("npm test -- search"));
        check(&node, &[package], "Users can export the list", Some("pnpm run e2e:export"));
        let python = ["pyproject.toml", "tests/test_import.py", "uv.lock"];
        let pytest = ("pyproject.toml", "[tool.pytest.ini_options]\n");
        check(
            &python,
            &[pytest],
            "An import of 1000 rows works",
            Some("uv run pytest tests/test_import.py"),
        );
        check(&python, &[], "An import of 1000 rows works", None);
        check(
            &["go.mod", "store/cache_test.go"],
            &[],
            "The cache survives",
            Some("go test ./store"),
        );
        let make = ("Makefile", "VERSION := 1\n.PHONY: bench\nbench-search: build\n\t./bench\n");
        check(&["Makefile"], &[make], "Search answers within 2 s", Some("make bench-search"));
    }

    #[test]
    fn what_is_not_clear_or_not_a_plain_name_suggests_nothing() {
        check(
            &["Cargo.toml", "tests/export_csv.rs", "tests/export_pdf.rs"],
            &[],
            "Users can export",
            None,
        );
        check(&["Cargo.toml", "tests/export;rm -rf.rs"], &[], "Users can export", None);
        check(&["tests/export.rs"], &[], "Users can export", None);
        let odd = ("package.json", r#"{"scripts":{"test":"x","-export":"x","export && x":"x"}}"#);
        check(&["package.json"], &[odd], "Users can export", None);
    }
}
