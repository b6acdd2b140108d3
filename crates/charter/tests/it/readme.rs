//! The README's screen is what the binary prints.

use charter_testkit::Repo;
use std::fs;
use std::path::Path;

/// Gives what stands between two lines of the README.
fn between(readme: &str, from: &str, to: &str) -> String {
    let start = readme.find(from).unwrap() + from.len();
    let end = readme[start..].find(to).unwrap() + start;
    readme[start..end].to_owned()
}

#[test]
fn the_screen_in_the_readme_is_real() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../README.md");
    let readme = fs::read_to_string(path).unwrap();
    let repo = Repo::new(env!("CARGO_BIN_EXE_charter"));
    let idea = between(&readme, "\ncharter new \"", "\"\n");
    let new = repo.charter(&["new", &idea, "--json"]).now("2026-11-16T09:12:04Z");
    let path = new.run().success().json()["path"].as_str().unwrap().to_owned();
    let criteria = between(&readme, "```markdown\n", "```\n");
    let file = format!("{path}/criteria.md");
    repo.write(&file, format!("{}\n{criteria}", repo.read(&file)));
    let shown = between(&readme, "$ charter status\n", "```\n");
    assert_eq!(repo.charter(&["status"]).run().success().stdout, shown);
}
