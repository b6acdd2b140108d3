//! Files of other tools in every arrangement, made up here.

use super::*;
use crate::deep::{ImportedRound, Units};

#[track_caller]
fn read(name: &str, bytes: &[u8]) -> Imported {
    super::read(name, bytes).unwrap()
}

fn rounds(name: &str, text: &str) -> Vec<(u32, String, String, Option<u32>)> {
    let row =
        |it: ImportedRound| (it.number, it.question, it.answer, it.ambiguity.map(Units::as_u32));
    read(name, text.as_bytes()).rounds.into_iter().map(row).collect()
}

fn row(
    number: u32,
    question: &str,
    answer: &str,
    units: Option<u32>,
) -> (u32, String, String, Option<u32>) {
    (number, question.to_owned(), answer.to_owned(), units)
}

#[test]
fn rounds_are_found_under_headings_bold_lines_and_lists() {
    let expected =
        [row(1, "Who enters?", "Nurses", Some(6200)), row(2, "Where?", "At the bed", None)];
    for text in [
        "# Spec: Ward\n\n### Round 1 | Scope\n**Q:** Who enters?\n**A:** Nurses\n**Ambiguity:** 62%\n\n### Round 2 [Contrarian]\n- Question: Where?\n- Answer: At the bed\n",
        "# Ward\n**Round 1 — Targeting Goal**\n질문: Who enters?\n답변： Nurses\n모호도: 약 62%\n**Round 2**\nQ (again): Where?\nA: At the bed\n",
        "# Ward\n**R1 Q:** Who enters?\n**R1 A:** Nurses\nAmbiguity after: 80% → **62%** ✅\n**R2 Q:** Where?\n**R2 A:** At the bed\n",
        "# Ward\n1. Q: Who enters? A: Nurses\n   Ambiguity 62%\n2. Q: Where? A: At the bed\n",
    ] {
        assert_eq!(rounds("spec.md", text), expected, "{text}");
    }
    let listed = "# Ward\n- **R1 Who**: nurses or all? → nurses (62%)\n";
    assert_eq!(rounds("s.md", listed), [row(1, "Who nurses or all?", "nurses (62%)", Some(6200))]);
}

#[test]
fn a_spec_gives_its_goal_its_figures_and_its_criteria() {
    let text = "\u{feff}# Deep Interview Spec: Ward\r\n\r\n- Final ambiguity: 0.14\r\n- Threshold: 20%\r\n- Rounds: 3\r\n\r\n## 1. Goal\r\nLess copying.\r\n\r\n## Acceptance Criteria\r\n- [ ] under 5 minutes\r\n1. nothing is lost\r\n";
    let imported = read("x.md", text.as_bytes());
    assert_eq!((imported.title.as_str(), imported.idea.as_str()), ("Ward", "Less copying."));
    assert_eq!(imported.ambiguity.map(Units::as_u32), Some(1400));
    assert_eq!(imported.threshold.map(Units::as_u32), Some(2000));
    assert_eq!(imported.criteria, ["under 5 minutes", "nothing is lost"]);
    let both = read("x.md", b"# W\n- Final Ambiguity: **18%** (threshold 20%, met)\n");
    assert_eq!(both.ambiguity.map(Units::as_u32), Some(1800));
    assert_eq!(both.threshold.map(Units::as_u32), Some(2000));
    assert!(imported.notes.iter().any(|it| it == "it declares 3 rounds; recognised: 0"));
}

#[test]
fn a_state_is_read_under_any_keys_nested_or_as_text() {
    let expected = [row(1, "Who?", "Nurses", Some(4000))];
    for text in [
        r#"{"initial_idea":"x","rounds":[{"n":1,"q":"Who?","a":"Nurses","ambiguity":0.4}]}"#,
        r#"{"state":{"rounds":[{"round_number":"1","question":"Who?","user_answer":"Nurses","ambiguity_after":"40%"}]}}"#,
        r#"{"rounds":"[{\"question\":\"Who?\",\"answer_summary\":\"Nurses\",\"ambiguity_score\":0.4}]"}"#,
        "{\"event\":\"x\"}\n{\"question\":\"Who?\",\"answer\":\"Nurses\",\"ambiguity\":0.4}\n",
    ] {
        assert_eq!(rounds("s.json", text), expected, "{text}");
    }
    let odd = read("s.json", br#"{"rounds":"7","current_ambiguity":"0.157","threshold":"0.2"}"#);
    assert_eq!(odd.ambiguity.map(Units::as_u32), Some(1570));
    assert!(odd.notes.iter().any(|it| it == "`rounds` is the text `7`, and no rounds"), "{odd:?}");
}

#[test]
fn what_is_not_json_is_read_line_by_line() {
    let text = "{\n  \"initial_idea\": \"a ward\",\n  \"rounds\": [\n    {\n      \"question\": \"What is a \"night\" for you?\",\n      \"answer\": \"ten hours\"\n    }\n  ]\n}";
    let imported = read("s.json", text.as_bytes());
    assert_eq!(imported.idea, "a ward");
    assert_eq!(imported.rounds[0].question, "What is a \"night\" for you?");
    assert_eq!(imported.rounds[0].answer, "ten hours");
    assert!(imported.notes[0].starts_with("it is not JSON from line 5 on"), "{imported:?}");
}

#[test]
fn what_says_nothing_is_no_import() {
    let random: Vec<u8> = (0..=255).cycle().step_by(7).take(4096).collect();
    let nothing: [&[u8]; 12] = [
        b"",
        b"{",
        b"[]",
        b"null",
        b"\xff\xfe",
        b"# ",
        b"{\"rounds\":{}}",
        b"<p>",
        b"hi",
        b"# \xfe\x01",
        b"{}",
        &random,
    ];
    for bytes in nothing {
        assert_eq!(super::read("odd.md", bytes), None, "{bytes:?}");
        assert_eq!(super::read("odd.json", bytes), None, "{bytes:?}");
    }
    let titled = read("odd.md", b"# Ward");
    assert_eq!((titled.title.as_str(), titled.idea.as_str()), ("Ward", "Ward"));
    assert_eq!(read("odd.json", br#"{"threshold":0.2}"#).title, "odd");
}

#[test]
fn what_is_no_goal_is_not_the_idea() {
    let text = b"# Ward\n## Goal\nLess copying.\n## Non-Goals\nA new screen.\n## Non goals\nMore.";
    assert_eq!(read("s.md", text).idea, "Less copying.");
}

#[test]
fn fences_and_angles_of_an_answer_are_kept() {
    let text = "# W\n### Round 1\n**Q:** How?\n**A:** So:\n```json\n{\n  \"a\": 1\n}\n```\n<5 minutes\n<details>\n\n## Rest\n```\nx\n```\n### Round 2\nQ: a\nA: b\n```\nc\n";
    let answer = "So:\n```json\n{\n  \"a\": 1\n}\n```\n<5 minutes";
    let imported = read("s.md", text.as_bytes());
    assert_eq!(imported.rounds[0].answer, answer);
    assert_eq!(imported.rounds[1].answer, "b\nc", "a fence that is not closed");
    let note = "3 lines in fences outside of rounds not read";
    assert_eq!(imported.notes.iter().filter(|it| *it == note).count(), 1, "{imported:?}");
}

#[test]
fn rounds_are_read_by_number_and_with_every_sort_of_answer() {
    let text = r#"{"rounds":{"10":{"question_text":"How many?","answer":12,"mood":"x"},
        "2":{"question":"Sure?","answer":true},
        "3":{"q":"Which?","selected_options":["a","b"],"custom_input":"or c"}}}"#;
    let expected = [
        row(2, "Sure?", "true", None),
        row(3, "Which?", "a; b; or c", None),
        row(10, "How many?", "12", None),
    ];
    assert_eq!(rounds("s.json", text), expected);
    let notes = read("s.json", text.as_bytes()).notes;
    assert!(notes.iter().any(|it| it == "keys that were not read: mood of a round"), "{notes:?}");
}

#[test]
fn a_bad_line_costs_no_later_one() {
    let text = "{\"q\":\"A?\",\"a\":\"1\"}\n{broken line\n{\"q\":\"B?\",\"a\":\"2\"}\n";
    assert_eq!(rounds("s.jsonl", text), [row(1, "A?", "1", None), row(2, "B?", "2", None)]);
    let notes = read("s.jsonl", text.as_bytes()).notes;
    assert!(notes.iter().any(|it| it == "1 line could not be read: 2"), "{notes:?}");
}

#[test]
fn rounds_that_are_too_many_are_counted() {
    let items: Vec<String> = (1..=230).map(|n| format!(r#"{{"q":"{n}?","a":"{n}"}}"#)).collect();
    let imported = read("s.json", format!("[{}]", items.join(",")).as_bytes());
    assert_eq!(imported.rounds.len(), ROUNDS_MAX);
    let note = "30 rounds behind the first 200 not taken over";
    assert!(imported.notes.iter().any(|it| it == note), "{:?}", imported.notes);
}
