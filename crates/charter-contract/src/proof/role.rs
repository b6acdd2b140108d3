//! What a file is to a trial: the question, the work, or neither.
//!
//! Owns the conventions by which languages and runners tell tests, their configuration, manifests,
//! documents and settings from the product. Goes by the path alone. Must not look into a file.

use charter_kernel::Glob;

/// What a file is to a trial.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum FileRole {
    /// Asks: a test, what it compares with, or a benchmark.
    Test,
    /// Says how tests are found and run.
    TestConfig,
    /// Holds settings of the product and of its tests, or which packages it needs.
    Manifest,
    Document,
    Setting,
    /// Does the work.
    Product,
    /// Takes part in no trial: charters, git's own files, what tools leave behind.
    Ignored,
}

/// Directories that are no part of a project, wherever they are.
const IGNORED: [&str; 17] = [
    ".git",
    ".hg",
    ".svn",
    ".charter",
    "node_modules",
    "__pycache__",
    ".venv",
    "venv",
    ".tox",
    ".nox",
    ".pytest_cache",
    ".mypy_cache",
    ".ruff_cache",
    ".gradle",
    ".next",
    ".nyc_output",
    ".hypothesis",
];

/// Directories in which everything belongs to the tests.
const TEST_DIRS: [&str; 28] = [
    "test",
    "tests",
    "spec",
    "specs",
    "__tests__",
    "__mocks__",
    "__snapshots__",
    "snapshots",
    "e2e",
    "testdata",
    "test-data",
    "test_data",
    "fixtures",
    "fixture",
    "golden",
    "goldens",
    "androidtest",
    "integration",
    "integration_tests",
    "integration-tests",
    "unittests",
    "unit_tests",
    "cypress",
    "testcases",
    "t",
    "benches",
    "benchmarks",
    "bench",
];

/// What stands in the name of a test, before the end that says its language.
const TEST_MARKS: [&str; 12] = [
    ".test.",
    ".tests.",
    ".spec.",
    ".cy.",
    ".e2e.",
    ".bench.",
    "_test.",
    "_tests.",
    "_spec.",
    "-test.",
    "-spec.",
    ".approved.",
];

/// Ends of files that only tests have.
const TEST_ENDS: [&str; 7] =
    [".snap", ".bats", ".feature", ".golden", ".t", ".verified.txt", ".shot"];

/// Languages in which a class is called after what it tests.
const CLASS_ENDS: [&str; 9] =
    [".java", ".kt", ".kts", ".scala", ".groovy", ".cs", ".swift", ".php", ".vb"];

/// Ends of a test class's name.
const CLASS_MARKS: [&str; 7] = ["Test", "Tests", "TestCase", "Spec", "Specs", "IT", "Steps"];

/// Files that say how tests run, by their names in small letters.
const TEST_CONFIGS: [&str; 26] = [
    "conftest.py",
    "pytest.ini",
    ".pytest.ini",
    "tox.ini",
    "noxfile.py",
    "setup.cfg",
    ".coveragerc",
    "sitecustomize.py",
    "usercustomize.py",
    ".nycrc",
    ".nycrc.json",
    "mocha.opts",
    ".rspec",
    ".taprc",
    "phpunit.xml",
    "phpunit.xml.dist",
    "phpunit.dist.xml",
    "pest.php",
    "behat.yml",
    "codeception.yml",
    "nextest.toml",
    "testng.xml",
    "junit-platform.properties",
    "xunit.runner.json",
    "ctestconfig.cmake",
    "jasmine.json",
];

/// What such names begin with, where the end may differ.
const TEST_CONFIG_STARTS: [&str; 14] = [
    "jest.config",
    "jest.setup",
    "jest-",
    "vitest.config",
    "vitest.workspace",
    "vitest.setup",
    ".mocharc",
    "karma.conf",
    "cypress.config",
    "playwright.config",
    "ava.config",
    "wdio.conf",
    "cucumber.",
    "web-test-runner.config",
];

/// Files that hold settings of the product and of its tests, by their names in small letters.
const MANIFESTS: [&str; 52] = [
    "pyproject.toml",
    "setup.py",
    "pipfile",
    "package.json",
    "pnpm-workspace.yaml",
    "lerna.json",
    "nx.json",
    "turbo.json",
    "deno.json",
    "deno.jsonc",
    "bunfig.toml",
    "cargo.toml",
    "build.gradle",
    "build.gradle.kts",
    "settings.gradle",
    "settings.gradle.kts",
    "gradle.properties",
    "pom.xml",
    "build.xml",
    "build.sbt",
    "cmakelists.txt",
    "cmakepresets.json",
    "makefile",
    "gnumakefile",
    "makefile.am",
    "makefile.in",
    "justfile",
    "taskfile.yml",
    "rakefile",
    "gemfile",
    "composer.json",
    "go.mod",
    "go.work",
    "go.sum",
    "meson.build",
    "meson_options.txt",
    "build",
    "build.bazel",
    "workspace",
    "module.bazel",
    "directory.build.props",
    "mix.exs",
    "rebar.config",
    "project.clj",
    "package.swift",
    "build.zig",
    "build.zig.zon",
    "dub.json",
    "configure.ac",
    "package-lock.json",
    "npm-shrinkwrap.json",
    "pnpm-lock.yaml",
];

/// Ends of the same.
const MANIFEST_ENDS: [&str; 11] = [
    ".lock",
    ".lockb",
    ".lockfile",
    ".gemspec",
    ".csproj",
    ".fsproj",
    ".vbproj",
    ".sln",
    ".cmake",
    ".mk",
    ".cabal",
];

/// Ends of documents.
const DOCUMENT_ENDS: [&str; 9] =
    [".md", ".markdown", ".mdx", ".rst", ".adoc", ".asciidoc", ".txt", ".org", ".tex"];

/// Documents without an end.
const DOCUMENTS: [&str; 10] = [
    "readme",
    "license",
    "licence",
    "changelog",
    "changes",
    "authors",
    "contributing",
    "manifest",
    "copying",
    "notice",
];

/// Ends of settings.
const SETTING_ENDS: [&str; 14] = [
    ".toml",
    ".yaml",
    ".yml",
    ".json",
    ".jsonc",
    ".json5",
    ".ini",
    ".cfg",
    ".conf",
    ".env",
    ".properties",
    ".editorconfig",
    ".plist",
    ".tf",
];

/// Directories of settings.
const SETTING_DIRS: [&str; 6] = [".github", ".gitlab", ".circleci", ".vscode", ".idea", ".config"];

/// Tells what a file is, by its path relative to the project; `tests` are the patterns that the
/// project's own configuration gives for its tests.
#[must_use]
pub fn role_of(path: &str, tests: &[String]) -> FileRole {
    let path = path.strip_prefix("./").unwrap_or(path);
    let mut dirs: Vec<String> = path.split('/').map(str::to_lowercase).collect();
    let lower = dirs.pop().unwrap_or_default();
    let file = path.rsplit('/').next().unwrap_or_default();
    if is_ignored(&dirs, &lower) {
        FileRole::Ignored
    } else if tests.iter().any(|it| Glob::new(it).matches(path)) {
        FileRole::Test
    } else if is_test_config(&lower) {
        FileRole::TestConfig
    } else if is_manifest(&lower) && !dirs.iter().any(|it| is_fixture_dir(it)) {
        FileRole::Manifest
    } else if is_test(&dirs, file, &lower) {
        FileRole::Test
    } else if is_document(&dirs, &lower) {
        FileRole::Document
    } else if is_setting(&dirs, &lower) {
        FileRole::Setting
    } else {
        FileRole::Product
    }
}

fn is_ignored(dirs: &[String], file: &str) -> bool {
    let is_built = dirs.first().is_some_and(|it| it == "target");
    let ends = [".pyc", ".pyo", ".class", ".o", ".obj", ".rlib"];
    is_built
        || dirs.iter().any(|it| IGNORED.contains(&it.as_str()))
        || ends.iter().any(|it| file.ends_with(it))
}

fn is_test_config(file: &str) -> bool {
    TEST_CONFIGS.contains(&file)
        || TEST_CONFIG_STARTS.iter().any(|it| file.starts_with(it))
        || file.ends_with(".runsettings")
}

fn is_manifest(file: &str) -> bool {
    let is_requirements = file.starts_with("requirements") && file.ends_with(".txt");
    is_requirements
        || MANIFESTS.contains(&file)
        || MANIFEST_ENDS.iter().any(|it| file.ends_with(it))
}

/// Tells whether a directory holds samples that tests read, where a manifest is one, too.
fn is_fixture_dir(dir: &str) -> bool {
    ["testdata", "test-data", "test_data", "fixtures", "fixture", "golden", "__snapshots__"]
        .contains(&dir)
}

fn is_test(dirs: &[String], file: &str, lower: &str) -> bool {
    let stem = lower.split('.').next().unwrap_or_default();
    let is_named = lower.contains('.') && ["test", "tests", "testing_test"].contains(&stem);
    let in_dir = dirs.iter().any(|it| is_test_dir(it));
    in_dir
        || is_named
        || lower.starts_with("test_")
        || lower.starts_with("test-")
        || TEST_MARKS.iter().any(|it| lower.contains(it))
        || TEST_ENDS.iter().any(|it| lower.ends_with(it))
        || is_test_class(file)
}

fn is_test_dir(dir: &str) -> bool {
    let ends = ["_test", "_tests", "-test", "-tests", ".test", ".tests", ".unittests"];
    TEST_DIRS.contains(&dir) || ends.iter().any(|it| dir.ends_with(it))
}

/// Tells a class of tests by its name: `PayTest.java`, `TestPay.java`, `PayTests.cs`.
fn is_test_class(file: &str) -> bool {
    let Some(stem) = CLASS_ENDS.iter().find_map(|it| file.strip_suffix(it)) else { return false };
    let is_behind = CLASS_MARKS.iter().filter_map(|it| stem.strip_suffix(it));
    let mut is_behind =
        is_behind.map(|it| it.ends_with(|it: char| it.is_lowercase() || it.is_ascii_digit()));
    let before = stem.strip_prefix("Test");
    is_behind.any(|it| it) || before.is_some_and(|it| it.starts_with(char::is_uppercase))
}

fn is_document(dirs: &[String], file: &str) -> bool {
    let in_docs = dirs.iter().any(|it| it == "docs" || it == "doc" || it == "man");
    let stem = file.split('.').next().unwrap_or_default();
    let in_programs = dirs.iter().any(|it| it == "bin" || it == "scripts");
    let is_bare = !file.contains('.') && DOCUMENTS.contains(&stem) && !in_programs;
    in_docs || is_bare || DOCUMENT_ENDS.iter().any(|it| file.ends_with(it))
}

fn is_setting(dirs: &[String], file: &str) -> bool {
    let in_settings = dirs.iter().any(|it| SETTING_DIRS.contains(&it.as_str()));
    let starts = ["dockerfile", "containerfile", ".env", ".eslintrc", ".prettierrc", ".git"];
    let is_hidden = file.starts_with('.') && !file.get(1..).unwrap_or_default().contains('.');
    in_settings
        || is_hidden
        || starts.iter().any(|it| file.starts_with(it))
        || SETTING_ENDS.iter().any(|it| file.ends_with(it))
}

#[cfg(test)]
mod tests {
    use super::{FileRole, role_of};

    #[track_caller]
    fn check(role: FileRole, paths: &str) {
        for path in paths.split_whitespace() {
            assert_eq!(role_of(path, &[]), role, "{path}");
        }
    }

    #[test]
    fn tests_of_common_languages_are_known_by_their_paths() {
        check(
            FileRole::Test,
            "tests/a.rs src/pay/tests.rs src/tests/pay.rs benches/speed.rs pkg/a_test.go \
             pkg/testdata/in.json test_a.py app/tests/test_a.py a_test.py src/a.test.ts \
             web/a.spec.js src/__tests__/a.js src/__snapshots__/a.js.snap src/test/java/a/Pay.java \
             src/a/PayTest.java TestPay.java PayTests.cs Pay.Tests/Sum.cs spec/pay_spec.rb \
             check.bats t/01-basic.t features/pay.feature cypress/e2e/pay.cy.ts test.js \
             tests/fixtures/package.json src/snapshots/x.snap PayIT.java PaySpec.scala \
             tests/run.sh a.golden crates/pay-tests/src/lib.rs test-pay.sh ./tests/a.rs",
        );
    }

    #[test]
    fn how_tests_run_is_told_from_tests() {
        check(
            FileRole::TestConfig,
            "conftest.py tests/conftest.py pytest.ini tox.ini setup.cfg jest.config.js \
             vitest.config.mts .mocharc.yml karma.conf.js phpunit.xml phpunit.xml.dist \
             .config/nextest.toml nextest.toml .rspec playwright.config.ts noxfile.py .coveragerc",
        );
    }

    #[test]
    fn manifests_documents_and_settings_are_no_product() {
        check(
            FileRole::Manifest,
            "pyproject.toml web/package.json Cargo.toml crates/a/Cargo.toml build.gradle.kts \
             pom.xml CMakeLists.txt Makefile Cargo.lock yarn.lock pnpm-lock.yaml go.mod go.sum \
             a.csproj requirements-dev.txt Gemfile setup.py tests/Cargo.toml",
        );
        check(
            FileRole::Document,
            "README.md docs/guide.md docs/conf.py LICENSE CHANGES.rst notes.txt src/README.adoc",
        );
        check(
            FileRole::Setting,
            "config.toml deploy/app.yaml .github/workflows/ci.yml Dockerfile .env .gitignore \
             .eslintrc.js src/strings.json app.properties tsconfig.json",
        );
    }

    #[test]
    fn the_rest_is_product_and_what_tools_leave_is_ignored() {
        check(
            FileRole::Product,
            "src/lib.rs src/latest.rs src/contest.py attest.go src/Latest.java Contest.java \
             src/testing.py bin/pay lib/protest.rb dist/index.js src/inspect.rs Attest.java \
             build.rs src/MIT.java index.html",
        );
        check(
            FileRole::Ignored,
            ".charter/x/charter.md .git/HEAD web/node_modules/a/index.js target/debug/a \
             a/__pycache__/b.cpython-312.pyc Pay.class",
        );
    }

    #[test]
    fn the_projects_own_patterns_win() {
        let tests = ["checks/**".to_owned(), "src/*_check.py".to_owned()];
        assert_eq!(role_of("checks/a.sh", &tests), FileRole::Test);
        assert_eq!(role_of("src/pay_check.py", &tests), FileRole::Test);
        assert_eq!(role_of("src/pay.py", &tests), FileRole::Product);
        assert_eq!(role_of(".charter/checks/a", &["**".to_owned()]), FileRole::Ignored);
    }
}
