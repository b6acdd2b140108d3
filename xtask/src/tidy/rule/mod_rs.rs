//! `mod-rs`: a `mod.rs` is a table of contents and contains no function.

use crate::tidy::tree::Tree;
use crate::tidy::violation::Violation;

const RULE: &str = "mod-rs";

/// Checks every `mod.rs` for the word `fn` in front of a name.
pub(super) fn check(tree: &Tree) -> Vec<Violation> {
    let mut violations = Vec::new();
    for (file, rust) in tree.rust_files().filter(|(file, _)| is_mod_rs(&file.path)) {
        let keywords = rust.words().filter(|(_, word)| *word == "fn");
        // A function pointer's type has its parenthesis where a function has its name.
        let functions = keywords.filter(|(offset, _)| {
            let after = rust.layers.code.get(offset + "fn".len()..).unwrap_or_default();
            !after.starts_with('(')
        });
        violations.extend(functions.map(|(offset, _)| Violation {
            path: file.path.clone(),
            line: rust.line_at(offset),
            rule: RULE,
            message: "a function in a table of contents: give it a file of its own".to_owned(),
        }));
    }
    violations
}

fn is_mod_rs(path: &str) -> bool {
    path.ends_with("/mod.rs")
}

#[cfg(test)]
mod tests {
    use crate::tidy::tests::check;

    #[test]
    fn a_function_in_mod_rs_is_caught() {
        check(
            super::check,
            &[("crates/a/src/b/mod.rs", "//! B.\nmod c;\npub fn d() {}\n")],
            &[
                "crates/a/src/b/mod.rs:3: [mod-rs] a function in a table of contents: give it a file \
               of its own",
            ],
        );
    }

    #[test]
    fn a_table_of_contents_passes() {
        check(
            super::check,
            &[
                ("crates/a/src/b/mod.rs", "//! fn in prose.\nmod c;\nconst D: &[fn(u8)] = &[];\n"),
                ("crates/a/src/b/c.rs", "fn d() {}\n"),
            ],
            &[],
        );
    }
}
