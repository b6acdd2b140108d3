//! `test-attribute`: no test is skipped, panics on purpose or is called by a number, and no lint is
//! silenced for good.

use crate::tidy::item::list_items;
use crate::tidy::rust::Rust;
use crate::tidy::tree::{File, Tree};
use crate::tidy::violation::Violation;

const RULE: &str = "test-attribute";

/// Attributes that are forbidden, and what to do instead.
const FORBIDDEN: &[(&str, &str)] = &[
    ("ignore", "a test runs or is deleted"),
    ("should_panic", "a test states what it expects as a value"),
    ("allow", "write `#[expect(…, reason = …)]`, which ends with its cause"),
];

/// Checks attributes and test names in every Rust file.
pub(super) fn check(tree: &Tree) -> Vec<Violation> {
    tree.rust_files().flat_map(|(file, rust)| check_file(file, rust)).collect()
}

fn check_file(file: &File, rust: &Rust) -> Vec<Violation> {
    let attributes = rust.code_lines().flat_map(|line| {
        let forbidden = FORBIDDEN.iter().filter(move |(name, _)| has_attribute(line.code, name));
        forbidden.map(move |(name, advice)| (line.line, format!("`#[{name}]`: {advice}")))
    });
    let items = list_items(rust);
    let is_poor = |name: &str| name.starts_with("test_") || is_numbered(name);
    let tests = items.iter().filter(|item| item.is_test && is_poor(item.name));
    let names = tests.map(|item| {
        (item.line, format!("`{}`: a test is named after the behaviour it shows", item.name))
    });
    attributes
        .chain(names)
        .map(|(line, message)| Violation { path: file.path.clone(), line, rule: RULE, message })
        .collect()
}

/// Finds the number of a row in some table, as in `b06_…`, `sp_04_…` and `row_42_…`.
fn is_numbered(name: &str) -> bool {
    let mut segments = name.split('_');
    let (first, second) =
        (segments.next().unwrap_or_default(), segments.next().unwrap_or_default());
    let letters = first.trim_end_matches(|char: char| char.is_ascii_digit());
    let is_number = |text: &str| text.chars().all(|char| char.is_ascii_digit());
    let is_row = second.starts_with('0') || first == "row";
    (letters.len() <= 2 && letters != first) || (is_row && second.len() > 1 && is_number(second))
}

/// Finds an attribute, also when it is applied under a condition.
fn has_attribute(code: &str, name: &str) -> bool {
    let opens = |text: &str, open: &str| {
        let start = format!("{open}{name}");
        text.match_indices(&start).any(|(at, found)| ends_name(text, at + found.len()))
    };
    let condition = code.split_once("cfg_attr(").map(|(_, rest)| rest);
    opens(code, "#[") || opens(code, "#![") || condition.is_some_and(|rest| opens(rest, ", "))
}

fn ends_name(code: &str, end: usize) -> bool {
    let next = code.get(end..).and_then(|rest| rest.chars().next());
    next.is_none_or(|next| matches!(next, '(' | ']' | ')' | ' ' | ','))
}

#[cfg(test)]
mod tests {
    use crate::tidy::tests::check;

    #[test]
    fn forbidden_attributes_are_caught() {
        let text = "#![allow(dead_code)]\n#[test]\n#[ignore = \"slow\"]\nfn a() {}\n\
                    #[should_panic(expected = \"b\")]\nfn b() {}\n\
                    #[cfg_attr(windows, ignore)]\nfn c() {}\n";
        check(
            super::check,
            &[("a.rs", text)],
            &[
                "a.rs:1: [test-attribute] `#[allow]`: write `#[expect(…, reason = …)]`, which ends \
                 with its cause",
                "a.rs:3: [test-attribute] `#[ignore]`: a test runs or is deleted",
                "a.rs:5: [test-attribute] `#[should_panic]`: a test states what it expects as a \
                 value",
                "a.rs:7: [test-attribute] `#[ignore]`: a test runs or is deleted",
            ],
        );
    }

    #[test]
    fn a_test_named_after_its_function_is_caught() {
        check(
            super::check,
            &[("a.rs", "#[test]\nfn test_parse() {}\nfn test_command() {}\n")],
            &[
                "a.rs:2: [test-attribute] `test_parse`: a test is named after the behaviour it shows",
            ],
        );
    }

    #[test]
    fn a_test_named_after_a_row_of_a_table_is_caught() {
        let text = "#[test]\nfn b06_is_kept() {}\n#[test]\nfn sp_04_is_kept() {}\n\
                    #[test]\nfn row_42_is_kept() {}\n#[test]\nfn at_80_columns_it_fits() {}\n";
        let shown = |line: usize, name: &str| {
            format!(
                "a.rs:{line}: [test-attribute] `{name}`: a test is named after the behaviour it shows"
            )
        };
        let expect =
            [shown(2, "b06_is_kept"), shown(4, "sp_04_is_kept"), shown(6, "row_42_is_kept")];
        check(super::check, &[("a.rs", text)], &expect.each_ref().map(String::as_str));
    }

    #[test]
    fn an_expectation_and_a_quoted_attribute_pass() {
        let text = "#[expect(dead_code, reason = \"a\")]\nfn a() {}\n// #[allow(b)]\n\
                    const C: &str = \"#[ignore]\";\n#[test]\nfn testing_is_fine() {}\n";
        check(super::check, &[("a.rs", text)], &[]);
    }
}
