//! `finding-covered`: every code the engine can answer with is shown by a test and explained to users.
//!
//! Codes are the first strings of rows: `FindingKind::note("…", …)`, `Obstacle::refused("…", …)`.

use crate::tidy::rust::Rust;
use crate::tidy::tree::{File, Tree};
use crate::tidy::violation::Violation;
use crate::tidy::word::contains_word;

const RULE: &str = "finding-covered";

/// What makes a row of a finding or of a refusal; its first string is the code.
const ROWS: [&str; 6] = [
    "FindingKind::note(",
    "FindingKind::warning(",
    "FindingKind::error(",
    "Obstacle::refused(",
    "Obstacle::bad_input(",
    "Obstacle::conflict(",
];

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
    let codes = list_codes(rust);
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

fn list_codes(rust: &Rust) -> Vec<Code<'_>> {
    let code = &rust.layers.code;
    let rows = ROWS.into_iter().flat_map(|row| code.match_indices(row)).map(|(at, _)| at);
    let rows = rows.filter(|at| !rust.is_test(*at));
    rows.filter_map(|at| list_literals(rust, at, code.len()).into_iter().next()).collect()
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
        "crates/charter-engine/src/refusal.rs",
        "fn label() -> &str { \"none\" }\nfn obstacle(&self) -> Obstacle<'_> {\n    match self {\n        \
         Self::A => Obstacle::refused(\"owner-missing\", \"owner\"),\n        \
         Self::B { .. } => Obstacle::conflict(\"title-empty\", \"title\"),\n    }\n}\n",
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
                ("crates/charter-engine/tests/cases/a.md", "owner-missing-too\n"),
                ("crates/charter-engine/src/a/tests.rs", "\"title-empty\""),
                ("docs/reference/findings.md", "| owner-missing |\n"),
            ],
            &[
                "crates/charter-engine/src/refusal.rs:4: [finding-covered] no test shows \
                 `owner-missing`",
                "crates/charter-engine/src/refusal.rs:5: [finding-covered] no page in docs/reference/ \
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
                ("crates/charter-engine/tests/cases/a.md", "owner-missing\n"),
                (
                    "crates/charter-engine/src/b.rs",
                    "#[cfg(test)]\nmod tests {\n \"title-empty\"\n}\n",
                ),
                ("docs/reference/findings.md", "`owner-missing`, `title-empty`\n"),
            ],
            &[],
        );
        check(super::check, &[], &[]);
    }
}
