//! `type-name`: a name of a type stands for one type in the whole workspace.
//!
//! Private types count too, since a reader searches by name. What a trait names inside (`type Output`)
//! and the types of tests do not.

use std::collections::BTreeMap;

use crate::tidy::item::list_items;
use crate::tidy::tree::Tree;
use crate::tidy::violation::Violation;

const RULE: &str = "type-name";

/// The list below, where a row that is no longer needed is reported.
const OWN_FILE: &str = "xtask/src/tidy/rule/type_name.rs";

/// The keywords that declare a type.
const KEYWORDS: &[&str] = &["struct", "enum", "trait", "type", "union"];

/// Names that stood for several types when the rule came, and how many. Numbers and rows may only go
/// down.
const KNOWN: &[(&str, usize)] = &[
    ("Phase", 2),
    ("Dimension", 2),
    ("Ending", 2),
    ("Proposal", 2),
    ("Question", 3),
    ("Trigger", 2),
    ("TriggerKind", 2),
];

/// Checks the product code of all crates together.
pub(super) fn check(tree: &Tree) -> Vec<Violation> {
    check_known(tree, KNOWN)
}

fn check_known(tree: &Tree, known: &[(&str, usize)]) -> Vec<Violation> {
    let types = list_types(tree);
    let n_known =
        |name: &str| known.iter().find(|(known, _)| *known == name).map_or(1, |(_, n)| *n);
    let twice = types.iter().filter(|(name, places)| places.len() > n_known(name));
    let mut violations: Vec<Violation> =
        twice.flat_map(|(name, places)| report(name, places)).collect();
    let gone = known.iter().filter(|(name, _)| types.get(name).is_none_or(|it| it.len() < 2));
    violations.extend(gone.map(|(name, _)| Violation {
        path: OWN_FILE.to_owned(),
        line: 1,
        rule: RULE,
        message: format!("`{name}` stands for one type: take its row out of `KNOWN`"),
    }));
    violations
}

/// Lists where each name is declared, as file and line.
fn list_types(tree: &Tree) -> BTreeMap<&str, Vec<(&str, usize)>> {
    let mut types: BTreeMap<&str, Vec<(&str, usize)>> = BTreeMap::new();
    for (file, rust) in tree.rust_files() {
        for item in list_items(rust) {
            let is_inside = item.keyword == "type" && is_indented(&rust.layers.code, item.offset);
            if KEYWORDS.contains(&item.keyword) && !is_inside && !rust.is_test(item.offset) {
                types.entry(item.name).or_default().push((&file.path, item.line));
            }
        }
    }
    types
}

/// Tells whether the line of an offset starts with a blank, as it does inside a trait or an `impl`.
fn is_indented(code: &str, offset: usize) -> bool {
    let before = code.get(..offset).unwrap_or_default();
    before.rsplit('\n').next().is_some_and(|line| line.starts_with(' '))
}

/// Reports every place but the first, which may keep the name.
fn report(name: &str, places: &[(&str, usize)]) -> Vec<Violation> {
    let Some(((path, line), others)) = places.split_first() else { return Vec::new() };
    let message = format!("`{name}` is the name of a type at {path}:{line} already");
    let others = others.iter().map(|(path, line)| Violation {
        path: (*path).to_owned(),
        line: *line,
        rule: RULE,
        message: message.clone(),
    });
    others.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::tests::check;

    fn nothing_known(tree: &Tree) -> Vec<Violation> {
        check_known(tree, &[])
    }

    fn one_known(tree: &Tree) -> Vec<Violation> {
        check_known(tree, &[("Row", 2)])
    }

    #[test]
    fn a_second_type_of_one_name_is_caught_in_any_crate() {
        check(
            nothing_known,
            &[
                ("crates/a/src/b.rs", "pub struct Row;\ntrait Part {}\n"),
                ("crates/c/src/d.rs", "//! D.\nenum Row {}\nfn d() { struct Part; }\n"),
                ("xtask/src/e.rs", "type Row = u8;\n"),
            ],
            &[
                "crates/c/src/d.rs:2: [type-name] `Row` is the name of a type at crates/a/src/b.rs:1 \
                 already",
                "crates/c/src/d.rs:3: [type-name] `Part` is the name of a type at crates/a/src/b.rs:2 \
                 already",
                "xtask/src/e.rs:1: [type-name] `Row` is the name of a type at crates/a/src/b.rs:1 \
                 already",
            ],
        );
    }

    #[test]
    fn a_known_name_passes_until_it_is_given_again_or_stands_alone() {
        let one = ("crates/a/src/b.rs", "struct Row;\n");
        let two = ("crates/a/src/c.rs", "struct Row;\n");
        check(one_known, &[one, two], &[]);
        check(
            one_known,
            &[one],
            &[
                "xtask/src/tidy/rule/type_name.rs:1: [type-name] `Row` stands for one type: take its \
               row out of `KNOWN`",
            ],
        );
        check(
            one_known,
            &[one, two, ("crates/a/src/d.rs", "struct Row;\n")],
            &[
                "crates/a/src/c.rs:1: [type-name] `Row` is the name of a type at crates/a/src/b.rs:1 \
                 already",
                "crates/a/src/d.rs:1: [type-name] `Row` is the name of a type at crates/a/src/b.rs:1 \
                 already",
            ],
        );
    }

    #[test]
    fn tests_functions_and_types_inside_a_trait_pass() {
        check(
            nothing_known,
            &[
                (
                    "crates/a/src/b.rs",
                    "struct Row;\nimpl Add for Row {\n    type Output = u8;\n}\n",
                ),
                ("crates/a/src/c.rs", "impl Sub for X {\n    type Output = u8;\n}\nfn Row() {}\n"),
                ("crates/a/src/d.rs", "#[cfg(test)]\nmod tests {\n    struct Row;\n}\n"),
                ("crates/a/tests/it/e.rs", "struct Row;\n"),
            ],
            &[],
        );
    }
}
