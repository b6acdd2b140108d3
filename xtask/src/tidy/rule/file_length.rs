//! `file-length`: a file is one concept, and no concept needs this many lines.

use crate::tidy::tree::Tree;
use crate::tidy::violation::Violation;

const RULE: &str = "file-length";

const LINES_MAX: usize = 800;

/// Registries and generated files, by path.
const EXEMPT: &[&str] = &[];

/// Checks the length of every Rust file.
pub(super) fn check(tree: &Tree) -> Vec<Violation> {
    let files = tree.rust_files().map(|(file, _)| file);
    let measured = files.map(|file| (file, file.lines().count()));
    let long = measured
        .filter(|(file, n_lines)| *n_lines > LINES_MAX && !EXEMPT.contains(&file.path.as_str()));
    long.map(|(file, n_lines)| Violation {
        path: file.path.clone(),
        line: LINES_MAX + 1,
        rule: RULE,
        message: format!("{n_lines} lines, at most {LINES_MAX}: split it by concept"),
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use crate::tidy::tests::check;

    #[test]
    fn a_file_over_the_limit_is_caught() {
        check(
            super::check,
            &[("crates/a/src/lib.rs", &"//! A.\n".repeat(801))],
            &["crates/a/src/lib.rs:801: [file-length] 801 lines, at most 800: split it by concept"],
        );
    }

    #[test]
    fn a_file_at_the_limit_passes_and_prose_may_be_long() {
        check(
            super::check,
            &[("a.rs", &"//! A.\n".repeat(800)), ("docs/a.md", &"A.\n".repeat(900))],
            &[],
        );
    }
}
