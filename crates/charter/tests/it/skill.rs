//! The skill and its capture pages: short, honest about what was tried, and every command line is one
//! that the binary takes.

use crate::scene::BIN;
use charter_testkit::Repo;
use std::fs;
use std::path::{Path, PathBuf};

/// Commands that the pages may name before the binary has them; checked as soon as it does.
const COMING: [&str; 2] = ["plan", "preflight"];

/// The surfaces that have a page.
const SURFACES: [&str; 10] = [
    "terminal",
    "browser",
    "http",
    "database",
    "logs",
    "files",
    "visual",
    "desktop",
    "mobile",
    "reproducible",
];

fn skill_dir() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("skill")
}

fn read(rel: &str) -> String {
    let text = fs::read_to_string(skill_dir().join(rel));
    assert!(text.is_ok(), "`{rel}` cannot be read: {text:?}");
    text.unwrap()
}

/// Names every page, the skill itself first.
fn pages() -> Vec<String> {
    let captures = SURFACES.iter().map(|it| format!("capture/{it}.md"));
    ["SKILL.md".to_owned()].into_iter().chain(captures).collect()
}

/// Lists the command lines of a page: lines of its code blocks, and code in its sentences.
fn command_lines(page: &str) -> Vec<String> {
    let mut lines = Vec::new();
    let mut is_code = false;
    for line in page.lines() {
        if line.starts_with("```") {
            is_code = !is_code;
        } else if is_code {
            lines.push(line.to_owned());
        } else {
            lines.extend(line.split('`').skip(1).step_by(2).map(str::to_owned));
        }
    }
    lines.retain(|it| it.starts_with("charter "));
    lines
}

/// Splits a command line as a shell does, up to a comment, and without what `prove` would run.
fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for it in line.chars() {
        match (it, quote) {
            (_, Some(open)) if it == open => quote = None,
            ('"' | '\'', None) => {
                quote = Some(it);
                word.get_or_insert_default();
            }
            (' ', None) => words.extend(word.take()),
            ('#', None) if word.is_none() => break,
            _ => word.get_or_insert_default().push(it),
        }
    }
    assert_eq!(quote, None, "a quote is open in `{line}`");
    words.extend(word);
    if let Some(idx) = words.iter().position(|it| it == "--") {
        assert!(idx + 1 < words.len(), "nothing is run by `{line}`");
        words.truncate(idx + 1);
        words.push("true".to_owned());
    }
    words
}

/// Asks the binary, where no charter is open, whether it takes a command line; says why not.
fn problem(line: &str) -> Option<String> {
    let repo = Repo::without_git(BIN);
    let words = words(line);
    let args: Vec<&str> = words.iter().skip(1).map(String::as_str).collect();
    let command = *args.first()?;
    if COMING.contains(&command) && !has_command(&repo, command) {
        return None;
    }
    // A sentence may name a command without its arguments.
    if args.len() == 1 && has_command(&repo, command) {
        return None;
    }
    let output = repo.charter(&[&["--json"], &args[..]].concat()).run();
    let answer = output.json();
    (answer["code"] == "usage").then(|| answer["message"].to_string())
}

fn has_command(repo: &Repo, command: &str) -> bool {
    repo.charter(&["--json", "man", command]).run().json()["ok"] == true
}

#[test]
fn every_command_line_of_the_skill_is_one_that_charter_takes() {
    for page in pages() {
        let text = read(&page);
        let lines = command_lines(&text);
        assert!(!lines.is_empty(), "`{page}` has no command line");
        for line in lines {
            assert_eq!(problem(&line), None, "`{page}`: `{line}`");
        }
    }
}

#[test]
fn a_command_line_that_charter_does_not_take_is_noticed() {
    for line in [
        "charter frobnicate",
        "charter record VAL-A --pass",
        "charter prove VAL-A --artefact shot.png -- cargo test",
        "charter status now",
    ] {
        assert!(problem(line).is_some(), "`{line}`");
    }
    let page = "Say `charter status`.\n```sh\ncharter list  # all\nls\n```\n";
    assert_eq!(command_lines(page), ["charter status", "charter list  # all"]);
}

#[test]
fn the_skill_is_short_and_says_when_to_use_it() {
    let skill = read("SKILL.md");
    assert!(skill.lines().count() < 150, "{} lines", skill.lines().count());
    let mut head = skill.lines();
    assert_eq!(head.next(), Some("---"));
    assert_eq!(head.next(), Some("name: charter"));
    let description = head.next().unwrap().strip_prefix("description: ").unwrap();
    assert!(description.chars().count() <= 1024, "{} characters", description.chars().count());
    assert!(description.contains("Use when "), "{description}");
    // Plain YAML: no reader of front matter takes these for anything else.
    assert!(!description.contains(": ") && !description.contains(" #"), "{description}");
    assert_eq!(head.next(), Some("---"));
}

#[test]
fn the_skill_says_how_to_delegate_where_notes_go_and_what_is_the_person_s() {
    let skill = read("SKILL.md");
    let part = |title: &str| -> &str {
        let (_, rest) = skill.split_once(&format!("\n## {title}\n")).unwrap();
        rest.split("\n## ").next().unwrap()
    };
    let delegate = part("Delegate and research");
    for words in ["one criterion", "counts only by `prove`", "`library/`"] {
        assert!(delegate.contains(words), "{words}\n{delegate}");
    }
    let person = part("What only the person decides");
    for words in ["`agree`", "`confirm`", "`waive`", "lowering rigor", "abandoning"] {
        assert!(person.contains(words), "{words}\n{person}");
    }
}

#[test]
fn every_surface_has_a_page_that_says_whether_it_was_tried_and_ends_in_evidence() {
    let skill = read("SKILL.md");
    for surface in SURFACES {
        let rel = format!("capture/{surface}.md");
        assert!(skill.contains(&format!("]({rel})")), "the skill does not lead to `{rel}`");
        let page = read(&rel);
        assert!(page.lines().count() <= 80, "`{rel}` has {} lines", page.lines().count());
        let third = page.lines().nth(2).unwrap_or_default();
        let is_said = ["Tried: ", "Not tried: "].iter().any(|it| third.starts_with(it));
        assert!(is_said, "`{rel}` does not say whether it was tried: {third}");
        for part in ["## Fails when it should", "## Traps", "## Falling back"] {
            assert!(page.contains(part), "`{rel}` has no `{part}`");
        }
        assert!(page.contains("\ncharter prove VAL-"), "`{rel}` proves nothing");
        assert!(page.contains("\ncharter record "), "`{rel}` does not say how to record");
    }
    let n_pages = fs::read_dir(skill_dir().join("capture")).unwrap().count();
    assert_eq!(n_pages, SURFACES.len(), "a page is not listed here");
}
