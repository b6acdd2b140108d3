//! `workplace`: nothing in the tree depends on the machine it was written on.
//!
//! The strings are put together here so that this file does not contain them.

use crate::tidy::tree::Tree;
use crate::tidy::violation::Violation;
use crate::tidy::word::contains_word;

const RULE: &str = "workplace";

/// Folders that exist on one machine only, as the start of an absolute path.
const FOLDERS: &[&str] = &[concat!("/wo", "rk/"), concat!("/ro", "ot/")];

/// Package mirrors and registries, which belong in a user's configuration.
const HOSTS: &[&str] = &[
    concat!("index.cra", "tes.io"),
    concat!("static.cra", "tes.io"),
    concat!("registry.np", "mjs.org"),
    concat!("py", "pi.org"),
    concat!("deb.deb", "ian.org"),
    concat!("artif", "actory"),
];

/// Checks every text file.
pub(super) fn check(tree: &Tree) -> Vec<Violation> {
    let mut violations = Vec::new();
    for file in tree.files() {
        for (line, text) in file.lines() {
            let found = find_folders(text).chain(find_hosts(text));
            violations.extend(found.map(|found| Violation {
                path: file.path.clone(),
                line,
                rule: RULE,
                message: format!("`{found}` exists on one machine only"),
            }));
        }
    }
    violations
}

fn find_folders(line: &str) -> impl Iterator<Item = &'static str> {
    FOLDERS.iter().copied().filter(move |folder| {
        let mut starts = line.match_indices(folder).map(|(at, _)| line.get(..at));
        // Behind a name, a dot or a closing bracket it is the middle of a longer path.
        starts.any(|before| {
            let last = before.and_then(|before| before.chars().next_back());
            !last.is_some_and(|char| char.is_alphanumeric() || "._-~*})>]".contains(char))
        })
    })
}

fn find_hosts(line: &str) -> impl Iterator<Item = &'static str> {
    let line = line.to_lowercase();
    HOSTS.iter().copied().filter(move |host| contains_word(&line, host, &[]))
}

#[cfg(test)]
mod tests {
    use super::{FOLDERS, HOSTS};
    use crate::tidy::tests::check;

    #[test]
    fn a_path_or_host_of_one_machine_is_caught() {
        let text = format!("cd {}main\nhttps://{}/simple\n", FOLDERS[0], HOSTS[3]);
        check(
            super::check,
            &[("docs/a.md", &text)],
            &[
                &format!("docs/a.md:1: [workplace] `{}` exists on one machine only", FOLDERS[0]),
                &format!("docs/a.md:2: [workplace] `{}` exists on one machine only", HOSTS[3]),
            ],
        );
    }

    #[test]
    fn the_middle_of_a_path_and_other_hosts_pass() {
        let text = format!("docs{}a.md\n$HOME{}\nhttps://crates.io\n", FOLDERS[0], FOLDERS[1]);
        check(super::check, &[("docs/a.md", &text)], &[]);
    }
}
