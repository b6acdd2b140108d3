//! `module-head`: every Rust file opens by saying what it owns.

use crate::tidy::tree::{File, Tree};
use crate::tidy::violation::Violation;

const RULE: &str = "module-head";

/// Checks the first line of every Rust file of a crate.
pub(super) fn check(tree: &Tree) -> Vec<Violation> {
    let files = tree.rust_files().map(|(file, _)| file).filter(|file| is_crate_file(file));
    let headless = files.filter(|file| !has_head(&file.text));
    headless
        .map(|file| Violation {
            path: file.path.clone(),
            line: 1,
            rule: RULE,
            message: "the file does not open with `//!` and a sentence on what it owns".to_owned(),
        })
        .collect()
}

fn is_crate_file(file: &File) -> bool {
    matches!(
        file.parts().as_slice(),
        ["crates", _, "src" | "tests", ..] | ["xtask", "src" | "tests", ..]
    )
}

fn has_head(text: &str) -> bool {
    text.strip_prefix("//!")
        .and_then(|rest| rest.lines().next())
        .is_some_and(|sentence| !sentence.trim().is_empty())
}

#[cfg(test)]
mod tests {
    use crate::tidy::tests::check;

    #[test]
    fn a_file_without_a_head_is_caught() {
        check(
            super::check,
            &[
                ("crates/a/src/lib.rs", "mod b;\n//! Late.\n"),
                ("crates/a/tests/it/main.rs", "//!\n"),
            ],
            &[
                "crates/a/src/lib.rs:1: [module-head] the file does not open with `//!` and a \
                 sentence on what it owns",
                "crates/a/tests/it/main.rs:1: [module-head] the file does not open with `//!` and a \
                 sentence on what it owns",
            ],
        );
    }

    #[test]
    fn a_file_with_a_head_passes() {
        let files = [("xtask/src/main.rs", "//! Chores.\n"), ("fuzz/targets/a.rs", "fn a() {}\n")];
        check(super::check, &files, &[]);
    }
}
