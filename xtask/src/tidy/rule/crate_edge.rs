//! `crate-edge`: our crates depend on each other only along the edges drawn here.
//!
//! The table is the architecture: a new row or edge is a decision, not a convenience.

use crate::tidy::manifest::{DependencyNeed, list_dependencies};
use crate::tidy::tree::{File, Tree};
use crate::tidy::violation::Violation;

const RULE: &str = "crate-edge";

/// Holds harnesses for tests, so that no product code can lean on them.
const TESTKIT: &str = "charter-testkit";

/// The crate of chores, which may look at anything.
const XTASK: &str = "xtask";

/// Each crate of the product and which of ours it may use.
const EDGES: &[(&str, &[&str])] = &[
    (KERNEL, &[]),
    (CONTRACT, &[KERNEL]),
    ("charter-interview", &[KERNEL, CONTRACT]),
    ("charter-plan", &[KERNEL, CONTRACT]),
    ("charter-review", &[KERNEL, CONTRACT]),
    ("charter-agents", &[KERNEL, CONTRACT]),
    ("charter-foreign", &[KERNEL, CONTRACT]),
    (
        "charter-engine",
        &[
            KERNEL,
            CONTRACT,
            "charter-interview",
            "charter-plan",
            "charter-review",
            "charter-agents",
            "charter-foreign",
        ],
    ),
    (
        "charter-store",
        &[KERNEL, CONTRACT, "charter-interview", "charter-plan", "charter-agents", ENGINE],
    ),
    ("charter-proof", &[KERNEL, CONTRACT, "charter-review"]),
    ("charter-mind", &[]),
    ("charter-app", BELOW_APP),
    ("charter-server", FRONT),
    ("charter", FRONT),
    (MEASURE, &[KERNEL, CONTRACT, "charter-interview"]),
    (TESTKIT, &[KERNEL, CONTRACT, "charter-interview", ENGINE, "charter-store"]),
];

const KERNEL: &str = "charter-kernel";

/// The feature that the others may know.
const CONTRACT: &str = "charter-contract";

/// What needs documents that are not in the repository.
const MEASURE: &str = "charter-measure";

const ENGINE: &str = "charter-engine";

/// What use cases are made of.
const BELOW_APP: &[&str] = &[
    KERNEL,
    CONTRACT,
    "charter-interview",
    "charter-plan",
    "charter-review",
    "charter-agents",
    "charter-foreign",
    ENGINE,
    "charter-store",
    "charter-proof",
    "charter-mind",
];

/// What a front end may use.
const FRONT: &[&str] = &[
    KERNEL,
    CONTRACT,
    "charter-interview",
    "charter-plan",
    "charter-review",
    "charter-agents",
    "charter-foreign",
    ENGINE,
    "charter-store",
    "charter-proof",
    "charter-app",
    "charter-server",
];

/// Checks every manifest below `crates/`, and that of what needs the corpus.
pub(super) fn check(tree: &Tree) -> Vec<Violation> {
    tree.files().filter_map(|file| Some((file, crate_of(file)?))).flat_map(check_manifest).collect()
}

fn crate_of(file: &File) -> Option<&str> {
    match file.path.strip_suffix("/Cargo.toml")? {
        "measure" => Some("charter-measure"),
        folder => folder.strip_prefix("crates/"),
    }
}

fn check_manifest((file, name): (&File, &str)) -> Vec<Violation> {
    let violation =
        |line, message| Violation { path: file.path.clone(), line, rule: RULE, message };
    let Some((_, allowed)) = EDGES.iter().find(|(from, _)| *from == name) else {
        let message = format!("`{name}` has no row in the table of edges in xtask");
        return vec![violation(1, message)];
    };
    let dependencies = list_dependencies(&file.text).into_iter();
    let ours = dependencies.filter(|dependency| is_ours(&dependency.package));
    let refused = ours.filter_map(|dependency| {
        let message = refuse(name, allowed, &dependency.package, dependency.need)?;
        Some(violation(dependency.line, message))
    });
    refused.collect()
}

fn is_ours(package: &str) -> bool {
    package == XTASK || package == "charter" || package.starts_with("charter-")
}

fn refuse(from: &str, allowed: &[&str], to: &str, need: DependencyNeed) -> Option<String> {
    match need {
        DependencyNeed::Build if to == TESTKIT => {
            Some(format!("`{TESTKIT}` belongs under [dev-dependencies]"))
        }
        DependencyNeed::Dev if to == TESTKIT => None,
        DependencyNeed::Build | DependencyNeed::Dev if allowed.contains(&to) => None,
        DependencyNeed::Build | DependencyNeed::Dev => Some(format!("`{from}` may not use `{to}`")),
    }
}

#[cfg(test)]
mod tests {
    use crate::tidy::tests::check;

    #[test]
    fn an_edge_against_the_table_is_caught() {
        let text =
            "[dependencies]\ncharter-engine.workspace = true\ncharter-app.workspace = true\n";
        check(
            super::check,
            &[("crates/charter-store/Cargo.toml", text)],
            &["crates/charter-store/Cargo.toml:3: [crate-edge] `charter-store` may not use \
               `charter-app`"],
        );
    }

    #[test]
    fn nothing_leans_on_what_needs_the_corpus_and_it_leans_on_little() {
        let uses = |package: &str| format!("[dependencies]\n{package}.workspace = true\n");
        check(
            super::check,
            &[
                ("crates/charter-engine/Cargo.toml", &uses("charter-measure")),
                ("measure/Cargo.toml", &uses("charter-app")),
            ],
            &[
                "crates/charter-engine/Cargo.toml:2: [crate-edge] `charter-engine` may not use \
                 `charter-measure`",
                "measure/Cargo.toml:2: [crate-edge] `charter-measure` may not use `charter-app`",
            ],
        );
    }

    #[test]
    fn the_testkit_is_for_tests_only() {
        let text = "[dependencies]\ncharter-testkit.workspace = true\n";
        check(
            super::check,
            &[("crates/charter-app/Cargo.toml", text)],
            &["crates/charter-app/Cargo.toml:2: [crate-edge] `charter-testkit` belongs under \
               [dev-dependencies]"],
        );
    }

    #[test]
    fn a_crate_without_a_row_is_caught() {
        check(
            super::check,
            &[("crates/charter-web/Cargo.toml", "")],
            &[
                "crates/charter-web/Cargo.toml:1: [crate-edge] `charter-web` has no row in the table \
               of edges in xtask",
            ],
        );
    }

    #[test]
    fn edges_of_the_table_pass() {
        let store = "[dependencies]\ncharter-engine = { path = \"../charter-engine\" }\nserde = \"1\"\n\
                     [dev-dependencies]\ncharter-testkit.workspace = true\n";
        let xtask = "[dependencies]\ncharter-testkit.workspace = true\n";
        check(
            super::check,
            &[("crates/charter-store/Cargo.toml", store), ("xtask/Cargo.toml", xtask)],
            &[],
        );
    }
}
