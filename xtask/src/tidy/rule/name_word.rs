//! `name-word`: words that name no concept are not names of files or items.
//!
//! Fields and locals are not looked at, nor are the names of tests, which are sentences.

use crate::tidy::item::list_items;
use crate::tidy::rust::Rust;
use crate::tidy::tree::{File, Tree};
use crate::tidy::violation::Violation;
use crate::tidy::word::segments;

const RULE: &str = "name-word";

/// Words that say nothing about what a thing is; their plurals are no better.
const WORDS: &[&str] = &[
    "util",
    "helper",
    "common",
    "misc",
    "manager",
    "handler",
    "service",
    "data",
    "info",
    "processor",
    "base",
];

/// Names that may contain such a word, and why.
const EXCEPTIONS: &[(&str, &str)] = &[
    ("base", "the base commit is a term of the product"),
    ("Base", "the base commit is a term of the product"),
    ("base_commit", "the base commit is a term of the product"),
    ("BaseCommit", "the base commit is a term of the product"),
    ("BaseRun", "a run on the base commit"),
    ("BaseTree", "the tree of the base commit"),
    ("base_tree", "the tree of the base commit"),
    ("try_on_base", "a run on the base commit"),
    ("base_check", "the base check is a term of the product"),
    ("BaseCheck", "the base check is a term of the product"),
    ("get_info", "the MCP package asks a server for its name by this method"),
    ("KeyHandler", "a key handler is what terminal interfaces call it"),
];

/// Checks file names and item names.
pub(super) fn check(tree: &Tree) -> Vec<Violation> {
    tree.rust_files().flat_map(|(file, rust)| check_file(file, rust)).collect()
}

fn check_file(file: &File, rust: &Rust) -> Vec<Violation> {
    let parts = file.parts();
    let parts = parts.iter().map(|part| (1, part.trim_end_matches(".rs")));
    let items = list_items(rust);
    let items = items.iter().filter(|item| !item.is_test).map(|item| (item.line, item.name));
    let named = parts.chain(items).filter_map(|(line, name)| Some((line, name, find_word(name)?)));
    named
        .map(|(line, name, word)| Violation {
            path: file.path.clone(),
            line,
            rule: RULE,
            message: format!("`{name}` contains `{word}`, which names no concept"),
        })
        .collect()
}

fn find_word(name: &str) -> Option<&'static str> {
    if EXCEPTIONS.iter().any(|(exception, _)| *exception == name) {
        return None;
    }
    let segments = segments(name);
    let is_word = |segment: &String, word: &str| {
        segment == word || segment.strip_suffix('s').is_some_and(|singular| singular == word)
    };
    WORDS.iter().copied().find(|word| segments.iter().any(|segment| is_word(segment, word)))
}

#[cfg(test)]
mod tests {
    use crate::tidy::tests::check;

    #[test]
    fn an_empty_word_is_caught_in_files_and_items() {
        check(
            super::check,
            &[
                ("crates/a/src/string_utils.rs", ""),
                ("crates/a/src/b.rs", "struct EventManager;\n\nfn load_info() {}\n"),
                ("crates/a/tests/common/mod.rs", ""),
            ],
            &[
                "crates/a/src/b.rs:1: [name-word] `EventManager` contains `manager`, which names no \
                 concept",
                "crates/a/src/b.rs:3: [name-word] `load_info` contains `info`, which names no \
                 concept",
                "crates/a/src/string_utils.rs:1: [name-word] `string_utils` contains `util`, which \
                 names no concept",
                "crates/a/tests/common/mod.rs:1: [name-word] `common` contains `common`, which names \
                 no concept",
            ],
        );
    }

    #[test]
    fn concepts_fields_tests_and_exceptions_pass() {
        let text = "struct Metadata { data: u8 }\nfn base() {}\nstruct Database;\n\
                    #[test]\nfn unknown_data_is_kept() {}\n";
        check(super::check, &[("crates/a/src/ledger.rs", text)], &[]);
    }
}
