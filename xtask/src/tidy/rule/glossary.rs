//! `glossary`: one word per thing; the synonyms the glossary bans do not occur in prose.
//!
//! Prose is doc comments, the README and `docs/`. Code spans and fenced blocks quote other people's
//! formats and are left alone.

use crate::tidy::rust::Rust;
use crate::tidy::tree::{File, Tree};
use crate::tidy::violation::Violation;
use crate::tidy::word::contains_word;

const RULE: &str = "glossary";

const GLOSSARY: &str = "ARCHITECTURE.md";

/// A synonym and the term to use in its place.
#[derive(Debug, PartialEq, Eq)]
struct Banned {
    synonym: String,
    term: String,
}

/// Checks all prose against the glossary, if there is one.
pub(super) fn check(tree: &Tree) -> Vec<Violation> {
    let Some(glossary) = tree.find(GLOSSARY) else { return Vec::new() };
    let Some(banned) = parse(&glossary.text) else {
        let message = "no section `## Glossary` with a table whose last column is `not`".to_owned();
        return vec![Violation { path: GLOSSARY.to_owned(), line: 1, rule: RULE, message }];
    };
    let pages = tree.files().filter(|file| is_page(&file.path));
    let pages = pages.flat_map(|file| check_lines(file, file.lines(), &banned));
    let comments = tree.rust_files();
    let comments = comments.flat_map(|(file, rust)| check_lines(file, doc_lines(rust), &banned));
    pages.chain(comments).collect()
}

fn is_page(path: &str) -> bool {
    path == "README.md" || (path.starts_with("docs/") && path.ends_with(".md"))
}

/// Reads the table; `None` if the section or its last column is missing.
fn parse(text: &str) -> Option<Vec<Banned>> {
    let section = text.lines().skip_while(|line| line.trim() != "## Glossary").skip(1);
    let mut rows = section.take_while(|line| !line.starts_with("## ")).filter_map(cells);
    if rows.next()?.last()? != &"not" {
        return None;
    }
    Some(rows.flat_map(|row| read_row(&row)).collect())
}

fn cells(line: &str) -> Option<Vec<&str>> {
    let row = line.trim().strip_prefix('|')?.strip_suffix('|')?;
    Some(row.split('|').map(str::trim).collect())
}

fn read_row(row: &[&str]) -> Vec<Banned> {
    let (Some(term), Some(synonyms)) = (row.first(), row.last()) else { return Vec::new() };
    let plain = |text: &str| text.trim().trim_matches(['`', '*', '"']).to_lowercase();
    let synonyms = synonyms.split(',').map(plain);
    // The ruling below the titles and a dash for "none" contain no letter.
    let words = synonyms.filter(|synonym| synonym.chars().any(char::is_alphabetic));
    words.map(|synonym| Banned { synonym, term: plain(term) }).collect()
}

/// Takes the text of a file's doc comments; every other line is empty.
fn doc_lines(rust: &Rust) -> impl Iterator<Item = (usize, &str)> {
    (1..).zip(rust.layers.comments.lines()).map(|(line, comment)| {
        let comment = comment.trim_start();
        let doc = comment.strip_prefix("///").or_else(|| comment.strip_prefix("//!"));
        (line, doc.unwrap_or_default())
    })
}

fn check_lines<'a>(
    file: &File,
    lines: impl Iterator<Item = (usize, &'a str)>,
    banned: &[Banned],
) -> Vec<Violation> {
    let mut violations = Vec::new();
    let mut fenced = false;
    for (line, text) in lines {
        if text.trim_start().starts_with("```") {
            fenced = !fenced;
        } else if !fenced {
            let prose = strip_code_spans(text).to_lowercase();
            let found =
                banned.iter().filter(|banned| contains_word(&prose, &banned.synonym, &['_']));
            violations.extend(found.map(|banned| Violation {
                path: file.path.clone(),
                line,
                rule: RULE,
                message: format!("`{}` is called `{}` here", banned.synonym, banned.term),
            }));
        }
    }
    violations
}

fn strip_code_spans(line: &str) -> String {
    line.split('`').step_by(2).collect::<Vec<_>>().join("`")
}

#[cfg(test)]
mod tests {
    use crate::tidy::tests::check;

    const GLOSSARY: (&str, &str) = (
        "ARCHITECTURE.md",
        "# A\n\n## Glossary\n\n| term | meaning | not |\n|---|---|---|\n\
         | charter | an agreed end | mission, `work order` |\n| val | a criterion | – |\n\n## B\n",
    );

    #[test]
    fn a_banned_synonym_is_caught_in_prose() {
        check(
            super::check,
            &[
                GLOSSARY,
                ("README.md", "A Mission, or\na work order.\n"),
                ("docs/a/b.md", "The mission.\n"),
                ("crates/a/src/b.rs", "//! Missions.\n/// A mission.\nfn b() {}\n"),
            ],
            &[
                "README.md:1: [glossary] `mission` is called `charter` here",
                "README.md:2: [glossary] `work order` is called `charter` here",
                "crates/a/src/b.rs:2: [glossary] `mission` is called `charter` here",
                "docs/a/b.md:1: [glossary] `mission` is called `charter` here",
            ],
        );
    }

    #[test]
    fn quotations_and_code_pass() {
        check(
            super::check,
            &[
                GLOSSARY,
                ("README.md", "Read `mission.md`, a\n```\nmission\n```\nsubmission.\n"),
                ("a.rs", "// A mission.\nconst A: &str = \"/// mission\";\n"),
                ("notes.md", "mission\n"),
            ],
            &[],
        );
        check(super::check, &[("README.md", "A mission.\n")], &[]);
    }

    #[test]
    fn a_map_without_a_glossary_is_caught() {
        let expect = "ARCHITECTURE.md:1: [glossary] no section `## Glossary` with a table whose last \
                      column is `not`";
        check(super::check, &[("ARCHITECTURE.md", "# A\n")], &[expect]);
        check(
            super::check,
            &[("ARCHITECTURE.md", "## Glossary\n| term | meaning |\n|---|---|\n")],
            &[expect],
        );
    }
}
