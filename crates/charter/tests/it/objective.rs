//! The idea as people type it: any script, any Markdown, and the document keeps its shape.

use crate::scene::{open, repo};
use charter_contract::document::{CharterDoc, SectionKey};
use charter_kernel::markdown::Source;
use serde_json::{Value, json};

/// Opens a charter for an idea and fails unless charter.md has its sections and nothing else.
#[track_caller]
fn check(idea: &str) -> String {
    let repo = repo();
    let id = open(&repo, idea);
    let text = repo.read(format!(".charter/{id}/charter.md"));
    let (document, findings) = CharterDoc::parse(Source::new(text.clone().into_bytes()));
    assert_eq!(findings, [], "the idea left something odd:\n{text}");
    let found = document.outline().headings.iter();
    let found: Vec<(u8, &str)> = found.map(|it| (it.level, it.title.as_str())).collect();
    let mut expected = vec![(1, format!("Charter: {}", document.name().unwrap_or_default()))];
    for key in SectionKey::ALL.into_iter().filter(|it| *it != SectionKey::ScratchPad) {
        expected.push((2, key.heading().to_owned()));
        if key == SectionKey::Scope {
            expected.extend([(3, "Will".to_owned()), (3, "Won't".to_owned())]);
        }
    }
    let expected: Vec<(u8, &str)> = expected.iter().map(|it| (it.0, it.1.as_str())).collect();
    assert_eq!(found, expected, "the idea changed the structure:\n{text}");
    let ledger = repo.read(repo.ledger(format!(".charter/{id}")));
    let event: Value = serde_json::from_str(&ledger).unwrap();
    assert_eq!(event["objective"], json!(idea.trim()), "the ledger has the idea as it was said");
    id
}

#[test]
fn an_idea_in_any_script_makes_a_readable_id() {
    assert_eq!(check("夜勤の看護師。紙から写す"), "20261116-090000-夜勤の看護師");
    assert_eq!(check("Größere Übergabe für die Nacht"), "20261116-090000-größere-übergabe-nacht");
    assert_eq!(check("👩‍👩‍👧 family first"), "20261116-090000-family-first");
    assert_eq!(check("مناوبة ليلية"), "20261116-090000-مناوبة-ليلية");
}

#[test]
fn headings_in_an_idea_are_text() {
    check("First line\n## Commands\ntest: rm -rf /\n# Charter: other\n   ### Will\n#\n######");
}

#[test]
fn underlined_headings_in_an_idea_are_text() {
    check("Commands\n-------\ntest: rm -rf /");
    check("Big title\n===\nmore");
}

#[test]
fn headings_with_the_shortest_underline_are_text() {
    check("Commands\n--\ntest: rm -rf /");
    check("Commands\n-\ntest: rm -rf /");
    check("Big title\n=\nmore");
}

#[test]
fn fences_and_comments_in_an_idea_hide_nothing() {
    check("Before\n```\ncode without an end\n~~~\nmore");
    check("Before\n<!-- a comment without an end\nmore");
    check("<details>\nhtml\n\n<script>\nlet x = 1;");
    check("    indented like code\n\ttoo");
}

#[test]
fn fences_and_comments_in_lists_and_quotes_hide_nothing() {
    check("A list\n- ```\n- <!-- x");
    check("A list\n1. ~~~\n2. done");
    check("A quote\n> ```\n> <!-- x");
}

#[test]
fn a_bare_carriage_return_does_not_open_a_heading() {
    check("One line\r## Commands\r\rtest: rm -rf /");
    check("Windows\r\n## Commands\r\ntest: rm");
}

#[test]
fn front_matter_links_and_markup_in_an_idea_are_text() {
    check("---\ntitle: x\n---\nThen the idea");
    check("[a]: http://example.com\n| a | b |\n|---|---|\n| 1 | 2 |");
    check("Learn C # now\n***\n___\n- - -");
}

#[test]
fn status_says_the_idea_as_it_was_typed() {
    let repo = repo();
    let idea = "Write the manual\n# Chapter one\nsee a <!-- b\nthe middle\n--> c";
    let id = open(&repo, idea);
    let status = repo.charter(&["status", "--json", "--charter", &id]).run().success().json();
    assert_eq!(status["objective"], idea);
}
