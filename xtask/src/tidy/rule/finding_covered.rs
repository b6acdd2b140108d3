//! `finding-covered`: every code the engine can answer with is shown by a test and explained to users.
//!
//! Codes are the first strings of rows (`FindingKind::note("…", …)`) and the string literals in the bodies
//! of functions called `code` of refusals.

use crate::tidy::rust::{Rust, item_end};
use crate::tidy::tree::{File, Tree};
use crate::tidy::violation::Violation;
use crate::tidy::word::contains_word;

const RULE: &str = "finding-covered";

/// What makes a row of a finding.
const ROWS: [&str; 3] = ["FindingKind::note(", "FindingKind::warning(", "FindingKind::error("];

/// The file that refusals are defined in, in whatever crate.
const REFUSALS: &str = "/refusal.rs";

const REFERENCE: &str = "docs/reference/";

struct Code<'a> {
    line: usize,
    code: &'a str,
}

/// Checks every code against the tests and the reference pages.
pub(super) fn check(tree: &Tree) -> Vec<Violation> {
    let homes = tree.rust_files().filter(|(file, _)| file.path.starts_with("crates/"));
    let tests = list_test_text(tree);
    let pages: Vec<&str> = list_pages(tree);
    homes.flat_map(|(file, rust)| check_home(file, rust, &tests, &pages)).collect()
}

fn check_home(file: &File, rust: &Rust, tests: &[&str], pages: &[&str]) -> Vec<Violation> {
    let violation =
        |line, message| Violation { path: file.path.clone(), line, rule: RULE, message };
    let is_home = file.path.ends_with(REFUSALS);
    let codes = list_codes(rust, is_home);
    if codes.is_empty() && is_home {
        return vec![violation(1, "no function `code` with the codes it defines".to_owned())];
    }
    let mut violations = Vec::new();
    for Code { line, code } in codes {
        if !is_in(tests, code) {
            violations.push(violation(line, format!("no test shows `{code}`")));
        }
        // Before the first page is generated there is nothing to look it up in.
        if !pages.is_empty() && !is_in(pages, code) {
            violations.push(violation(line, format!("no page in {REFERENCE} explains `{code}`")));
        }
    }
    violations
}

fn is_in(texts: &[&str], code: &str) -> bool {
    texts.iter().any(|text| contains_word(text, code, &['-', '_']))
}

fn list_codes(rust: &Rust, has_refusals: bool) -> Vec<Code<'_>> {
    let code = &rust.layers.code;
    let places = |what: &'static str| {
        code.match_indices(what).map(|(at, _)| at).filter(|it| !rust.is_test(*it))
    };
    let functions = places("fn code(").filter(|_| has_refusals);
    let refusals = functions.flat_map(|at| list_literals(rust, at, item_end(code, at)));
    let rows = ROWS.into_iter().flat_map(places);
    let findings = rows.filter_map(|at| list_literals(rust, at, code.len()).into_iter().next());
    refusals.chain(findings).collect()
}

/// Lists the string literals between two offsets.
fn list_literals(rust: &Rust, start: usize, end: usize) -> Vec<Code<'_>> {
    let body = rust.layers.literals.get(start..end).unwrap_or_default();
    let quotes: Vec<usize> = body.match_indices('"').map(|(at, _)| at).collect();
    let pairs = quotes.chunks_exact(2).filter_map(|pair| {
        let [open, close] = pair else { return None };
        let line = rust.line_at(start + open);
        Some(Code { line, code: body.get(open + 1..*close)? })
    });
    pairs.collect()
}

/// Takes test files of any kind, and the test modules inside source files.
fn list_test_text(tree: &Tree) -> Vec<&str> {
    let in_crates = |file: &&File| file.path.starts_with("crates/");
    let files = tree.files().filter(in_crates).filter(|file| is_test_file(&file.path));
    let files = files.map(|file| file.text.as_str());
    let sources = tree.rust_files().filter(|(file, _)| in_crates(file));
    let modules = sources.flat_map(|(file, rust)| {
        rust.tests().iter().filter_map(|test| file.text.get(test.clone()))
    });
    files.chain(modules).collect()
}

fn is_test_file(path: &str) -> bool {
    path.contains("/tests/")
}

fn list_pages(tree: &Tree) -> Vec<&str> {
    let pages = tree.files().filter(|file| file.path.starts_with(REFERENCE));
    pages.filter(|file| file.path.ends_with(".md")).map(|file| file.text.as_str()).collect()
}

#[cfg(test)]
mod tests {
    use crate::tidy::tests::check;

    const FINDING: (&str, &str) = (
        "crates/charter-core/src/refusal.rs",
        "fn label() -> &str { \"none\" }\npub fn code(self) -> &'static str {\n    match self {\n        \
         Self::A => \"owner-missing\",\n        Self::B { .. } => \"title-empty\",\n    }\n}\n",
    );

    #[test]
    fn a_row_of_a_finding_is_a_code_in_whatever_file() {
        check(
            super::check,
            &[(
                "crates/charter-store/src/a.rs",
                "pub const A: FindingKind =\n    FindingKind::note(\"odd-name\", \"It is odd.\");\n",
            )],
            &["crates/charter-store/src/a.rs:2: [finding-covered] no test shows `odd-name`"],
        );
    }

    #[test]
    fn a_code_without_test_or_page_is_caught() {
        check(
            super::check,
            &[
                FINDING,
                ("crates/charter-core/tests/cases/a.md", "owner-missing-too\n"),
                ("crates/charter-core/src/a/tests.rs", "\"title-empty\""),
                ("docs/reference/findings.md", "| owner-missing |\n"),
            ],
            &[
                "crates/charter-core/src/refusal.rs:4: [finding-covered] no test shows \
                 `owner-missing`",
                "crates/charter-core/src/refusal.rs:5: [finding-covered] no page in docs/reference/ \
                 explains `title-empty`",
            ],
        );
    }

    #[test]
    fn codes_with_test_and_page_pass() {
        check(
            super::check,
            &[
                FINDING,
                ("crates/charter-core/tests/cases/a.md", "owner-missing\n"),
                (
                    "crates/charter-core/src/b.rs",
                    "#[cfg(test)]\nmod tests {\n \"title-empty\"\n}\n",
                ),
                ("docs/reference/findings.md", "`owner-missing`, `title-empty`\n"),
            ],
            &[],
        );
        check(super::check, &[], &[]);
    }

    #[test]
    fn a_home_that_defines_no_code_is_caught() {
        check(
            super::check,
            &[("crates/charter-core/src/refusal.rs", "enum Refusal {}\n")],
            &[
                "crates/charter-core/src/refusal.rs:1: [finding-covered] no function `code` with the \
               codes it defines",
            ],
        );
    }
}
