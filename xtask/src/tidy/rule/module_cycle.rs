//! `module-cycle`: of two modules side by side, one may know the other, not both.
//!
//! Holds for the top-level modules of every crate and for the modules inside a directory module. A
//! parent and its children are one house and are not looked at.

use crate::tidy::module::{Cycle, Modules, list_cycles};
use crate::tidy::tree::{File, Tree};
use crate::tidy::violation::Violation;

const RULE: &str = "module-cycle";

/// The list below, where a row that is no longer needed is reported.
const OWN_FILE: &str = "xtask/src/tidy/rule/module_cycle.rs";

/// Cycles that stood when the rule came: the module that holds them and how many modules are in
/// them. Numbers and rows may only go down.
const KNOWN: &[(&str, usize)] = &[];

/// Checks every crate.
pub(super) fn check(tree: &Tree) -> Vec<Violation> {
    check_known(tree, KNOWN)
}

fn check_known(tree: &Tree, known: &[(&str, usize)]) -> Vec<Violation> {
    let roots = tree.files().filter_map(crate_source);
    let mut violations = Vec::new();
    let mut holders = Vec::new();
    for (name, src) in roots {
        for (path, uses) in Modules::read(tree, &src).uses() {
            let cycles = list_cycles(&uses);
            let n_modules = cycles.iter().map(|cycle| cycle.modules.len()).sum::<usize>();
            let holder = [&[name.to_owned()], path.as_slice()].concat().join("::");
            let n_known = known.iter().find(|(known, _)| *known == holder).map_or(0, |(_, n)| *n);
            if n_modules > n_known {
                violations.extend(cycles.iter().map(|cycle| report(&holder, cycle)));
            }
            if n_modules > 0 {
                holders.push(holder);
            }
        }
    }
    let gone = known.iter().filter(|(known, _)| !holders.iter().any(|holder| holder == known));
    violations.extend(gone.map(|(known, _)| Violation {
        path: OWN_FILE.to_owned(),
        line: 1,
        rule: RULE,
        message: format!("`{known}` has no cycle any more: take its row out of `KNOWN`"),
    }));
    violations
}

/// Returns a crate's name and the folder of its source, given its manifest.
fn crate_source(file: &File) -> Option<(&str, String)> {
    let folder = file.path.strip_suffix("/Cargo.toml")?;
    let name = folder.rsplit('/').next()?;
    Some((name, format!("{folder}/src/")))
}

fn report(holder: &str, cycle: &Cycle) -> Violation {
    let modules = cycle.modules.iter().map(String::as_str).collect::<Vec<_>>().join(", ");
    let way = cycle.way.iter().map(|(from, to, place)| {
        format!("\n  {from} → {to}: `{}` at {}:{}", place.named, place.path, place.line)
    });
    let (path, line) = cycle
        .way
        .first()
        .map_or_else(|| (OWN_FILE.to_owned(), 1), |(_, _, place)| (place.path.clone(), place.line));
    let message = format!(
        "{} modules of `{holder}` reach each other: {modules}; one way round:{}",
        cycle.modules.len(),
        way.collect::<String>()
    );
    Violation { path, line, rule: RULE, message }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::tests::check;

    fn nothing_known(tree: &Tree) -> Vec<Violation> {
        check_known(tree, &[])
    }

    fn two_known(tree: &Tree) -> Vec<Violation> {
        check_known(tree, &[("a", 2)])
    }

    #[test]
    fn two_modules_that_name_each_other_are_caught_with_the_way_round() {
        check(
            nothing_known,
            &[
                ("crates/a/Cargo.toml", ""),
                ("crates/a/src/b.rs", "//! B.\nuse crate::c::C;\n"),
                ("crates/a/src/c.rs", "//! C.\n\nfn c() -> super::b::B {}\n"),
            ],
            &[
                "crates/a/src/b.rs:2: [module-cycle] 2 modules of `a` reach each other: b, c; one way \
               round:\n  b → c: `crate::c::C` at crates/a/src/b.rs:2\n  c → b: `super::b::B` at \
               crates/a/src/c.rs:3",
            ],
        );
    }

    #[test]
    fn a_name_of_the_root_counts_for_the_module_that_defines_it() {
        check(
            nothing_known,
            &[
                ("crates/a/Cargo.toml", ""),
                ("crates/a/src/lib.rs", "mod b;\nmod c;\npub use b::B;\npub use c::d::D as E;\n"),
                ("crates/a/src/b.rs", "fn b(d: crate::E) {}\n"),
                ("crates/a/src/c/mod.rs", "mod d;\n"),
                ("crates/a/src/c/d.rs", "use crate::B;\n"),
            ],
            &[
                "crates/a/src/b.rs:1: [module-cycle] 2 modules of `a` reach each other: b, c; one way \
               round:\n  b → c: `crate::E` at crates/a/src/b.rs:1\n  c → b: `crate::B` at \
               crates/a/src/c/d.rs:1",
            ],
        );
    }

    #[test]
    fn siblings_inside_a_module_are_looked_at_too() {
        check(
            nothing_known,
            &[
                ("xtask/Cargo.toml", ""),
                ("xtask/src/a/mod.rs", "mod b;\nmod c;\n"),
                ("xtask/src/a/b.rs", "use super::c;\n"),
                ("xtask/src/a/c.rs", "use crate::a::b::B;\n"),
            ],
            &[
                "xtask/src/a/b.rs:1: [module-cycle] 2 modules of `xtask::a` reach each other: b, c; one \
               way round:\n  b → c: `super::c` at xtask/src/a/b.rs:1\n  c → b: `crate::a::b::B` at \
               xtask/src/a/c.rs:1",
            ],
        );
    }

    #[test]
    fn a_known_cycle_passes_until_it_grows_or_is_gone() {
        let manifest = ("crates/a/Cargo.toml", "");
        let one = ("crates/a/src/b.rs", "use crate::c::C;\n");
        check(two_known, &[manifest, one, ("crates/a/src/c.rs", "use crate::b::B;\n")], &[]);
        check(
            two_known,
            &[manifest, one, ("crates/a/src/c.rs", "")],
            &[
                "xtask/src/tidy/rule/module_cycle.rs:1: [module-cycle] `a` has no cycle any more: take \
               its row out of `KNOWN`",
            ],
        );
        check(
            two_known,
            &[
                manifest,
                one,
                ("crates/a/src/c.rs", "use crate::d::D;\n"),
                ("crates/a/src/d.rs", "use crate::b::B;\n"),
            ],
            &[
                "crates/a/src/b.rs:1: [module-cycle] 3 modules of `a` reach each other: b, c, d; one \
               way round:\n  b → c: `crate::c::C` at crates/a/src/b.rs:1\n  c → d: `crate::d::D` at \
               crates/a/src/c.rs:1\n  d → b: `crate::b::B` at crates/a/src/d.rs:1",
            ],
        );
    }

    #[test]
    fn parents_tests_and_other_crates_pass() {
        check(
            nothing_known,
            &[
                ("crates/a/Cargo.toml", ""),
                ("crates/a/src/b.rs", "mod d;\nuse d::D;\nuse crate::c::C;\n"),
                ("crates/a/src/b/d.rs", "use super::B;\n"),
                ("crates/a/src/e.rs", "struct C;\nmod inner {\n    use super::C;\n}\n"),
                ("crates/a/src/lib.rs", "use c::C;\n"),
                (
                    "crates/a/src/c.rs",
                    "use b::X;\nuse crate::e::E;\n#[cfg(test)]\nmod tests {\n    use crate::b::B;\n}\n",
                ),
                ("crates/a/src/c/tests.rs", "use crate::b::B;\n"),
            ],
            &[],
        );
    }
}
