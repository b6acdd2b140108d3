//! What the generator of hostile checkouts promises.

use super::*;
use std::process::Command;

/// Lays out a directory that has what a template needs.
fn template() -> TempDir {
    let temp = TempDir::with_prefix("charter-template-").unwrap();
    let charter = temp.path().join(".charter/20261116-090000-rates");
    fs::create_dir_all(charter.join("ledger")).unwrap();
    fs::create_dir_all(temp.path().join(".git/objects")).unwrap();
    fs::create_dir_all(temp.path().join("src")).unwrap();
    fs::write(temp.path().join(".git/config"), "[core]\n\tbare = false\n").unwrap();
    let events = "{\"seq\":1}\n{\"seq\":2,\"path\":\"a\"}\n";
    fs::write(charter.join("ledger/0c54878bcf147340.jsonl"), events).unwrap();
    fs::write(charter.join("charter.md"), "# Charter: Rates\n").unwrap();
    temp
}

#[test]
fn making_a_hostile_checkout_harms_nothing() {
    let template = template();
    for seed in 0..100 {
        let hostile = Hostile::of_seed(template.path(), seed);
        assert_eq!(hostile.harm("fine"), [""; 0], "seed {seed}:\n{}", hostile.deeds());
        assert_eq!(fs::read_to_string(hostile.root.join("outside/key")).unwrap(), SECRET);
    }
}

#[test]
fn the_same_bytes_do_the_same() {
    let template = template();
    let deeds = |hostile: &Hostile| hostile.deeds().replace(hostile.root.to_str().unwrap(), "ROOT");
    let mut seen = std::collections::BTreeSet::new();
    for seed in 0..20 {
        let one = deeds(&Hostile::of_seed(template.path(), seed));
        assert_eq!(one, deeds(&Hostile::of_seed(template.path(), seed)));
        seen.insert(one);
    }
    assert_eq!(seen.len(), 20);
}

#[test]
fn every_deed_is_done_within_a_hundred_and_fifty_seeds() {
    let template = template();
    let deeds: String = (0..150).map(|it| Hostile::of_seed(template.path(), it).deeds()).collect();
    let is_edit = |it: &str| it.starts_with("event ") && it.ends_with("(true)");
    assert!(deeds.lines().any(is_edit), "no event was changed: {deeds}");
    for deed in [
        "is a link to",
        "is outside, with a link to it (true)",
        "is a pipe (true)",
        "is an empty directory (true)",
        "is huge (true)",
        "is flipped (true)",
        "bytes (true)",
        "event ",
        "config.toml (true)",
        ".git/config (true)",
        ".gitattributes (true)",
        ".git is a file (true)",
        "is a copy of the charter (true)",
        "looks like a repository (true)",
    ] {
        assert!(deeds.contains(deed), "{deed}");
    }
}

#[test]
fn harm_is_seen() {
    let template = template();
    let hostile = Hostile::lay_out(template.path(), &[]);
    assert_eq!(hostile.harm(SECRET), ["the answer holds the secret"]);
    let status = Command::new(hostile.root.join("outside/trap")).status().unwrap();
    assert_eq!(status.code(), Some(1));
    fs::write(hostile.home().join("new"), "x").unwrap();
    fs::remove_file(hostile.root.join("outside/dir/a.txt")).unwrap();
    fs::write(hostile.root.join("work/copy"), format!("x{SECRET}")).unwrap();
    let harm = hostile.harm("").join("\n").replace(hostile.root.to_str().unwrap(), "ROOT");
    let expected = "`ROOT/home/new` changed\n`ROOT/outside/dir/a.txt` changed\n\
                    `ROOT/ran/trap` changed\n`ROOT/work/copy` holds the secret";
    assert_eq!(harm, expected);
}
