//! `forgotten-test`: every test file is compiled, and each crate has one test binary.
//!
//! A file that no `mod` names is silently not a test; a second binary is a second link.

use crate::tidy::rust::Rust;
use crate::tidy::tree::{File, Tree};
use crate::tidy::violation::Violation;
use crate::tidy::word::contains_word;

const RULE: &str = "forgotten-test";

/// Test binaries besides `it`, by crate.
const OTHER_BINARIES: &[(&str, &str)] =
    &[("charter-engine", "cases.rs"), ("charter-engine", "laws.rs"), ("charter-store", "crash.rs")];

/// Checks the test files of every crate.
pub(super) fn check(tree: &Tree) -> Vec<Violation> {
    let paths = tree.rust_files().map(|(file, _)| file);
    let faults = paths.filter_map(|file| Some((file, find_fault(tree, file)?)));
    faults
        .map(|(file, message)| Violation { path: file.path.clone(), line: 1, rule: RULE, message })
        .collect()
}

fn find_fault(tree: &Tree, file: &File) -> Option<String> {
    match file.parts().as_slice() {
        ["crates", _, "tests", "it", "main.rs"] => None,
        ["crates", name, "tests", "it", module]
        | ["crates", name, "tests", "it", module, "mod.rs"] => {
            let module = module.trim_end_matches(".rs");
            undeclared(tree, &[format!("crates/{name}/tests/it/main.rs")], module)
        }
        ["crates", name, "tests", binary] | ["crates", name, "tests", binary, "main.rs"] => {
            extra_binary(name, binary)
        }
        [.., "tests.rs"] => {
            let folder = file.path.trim_end_matches("/tests.rs");
            let names = ["/mod.rs", "/lib.rs", "/main.rs", ".rs"];
            undeclared(tree, &names.map(|name| format!("{folder}{name}")), "tests")
        }
        _ => None,
    }
}

fn extra_binary(name: &str, binary: &str) -> Option<String> {
    let known = OTHER_BINARIES.contains(&(name, binary));
    (!known).then(|| format!("a second test binary in `{name}`: make it a module of tests/it"))
}

fn undeclared(tree: &Tree, parents: &[String], module: &str) -> Option<String> {
    let mut found = tree.rust_files().filter(|(file, _)| parents.contains(&file.path));
    let declared = found.any(|(_, rust)| declares(rust, module));
    (!declared).then(|| format!("never compiled: nothing above it says `mod {module};`"))
}

fn declares(rust: &Rust, module: &str) -> bool {
    contains_word(&rust.layers.code, &format!("mod {module};"), &['_'])
}

#[cfg(test)]
mod tests {
    use crate::tidy::tests::check;

    #[test]
    fn a_file_that_no_module_names_is_caught() {
        check(
            super::check,
            &[
                ("crates/a/tests/it/main.rs", "//! A.\nmod close;\n// mod open;\n"),
                ("crates/a/tests/it/close.rs", ""),
                ("crates/a/tests/it/open.rs", ""),
                ("crates/a/src/b.rs", "fn b() {}\n"),
                ("crates/a/src/b/tests.rs", ""),
            ],
            &[
                "crates/a/src/b/tests.rs:1: [forgotten-test] never compiled: nothing above it says \
                 `mod tests;`",
                "crates/a/tests/it/open.rs:1: [forgotten-test] never compiled: nothing above it says \
                 `mod open;`",
            ],
        );
    }

    #[test]
    fn a_second_binary_is_caught() {
        check(
            super::check,
            &[("crates/a/tests/cli.rs", ""), ("crates/charter-engine/tests/more/main.rs", "")],
            &[
                "crates/a/tests/cli.rs:1: [forgotten-test] a second test binary in `a`: make it a \
                 module of tests/it",
                "crates/charter-engine/tests/more/main.rs:1: [forgotten-test] a second test binary in \
                 `charter-engine`: make it a module of tests/it",
            ],
        );
    }

    #[test]
    fn declared_files_and_known_binaries_pass() {
        check(
            super::check,
            &[
                ("crates/charter-engine/tests/laws.rs", ""),
                ("crates/charter-engine/tests/it/main.rs", "mod close;\nmod open;\n"),
                ("crates/charter-engine/tests/it/close.rs", ""),
                ("crates/charter-engine/tests/it/open/mod.rs", ""),
                ("crates/charter-engine/src/lib.rs", "#[cfg(test)]\nmod tests;\n"),
                ("crates/charter-engine/src/tests.rs", ""),
                ("crates/charter-engine/src/b.rs", "#[cfg(test)]\nmod tests;\n"),
                ("crates/charter-engine/src/b/tests.rs", ""),
            ],
            &[],
        );
    }
}
