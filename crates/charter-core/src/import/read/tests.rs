//! Files of other tools in every arrangement, made up here.

use super::*;

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
    assert!(imported.notes.iter().any(|it| it == "it declares 3 rounds; 0 were recognised"));
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
fn anything_is_read_as_something() {
    for bytes in [&b""[..], b"{", b"[]", b"null", b"\xff\xfe", b"# ", b"{\"rounds\":{}}", b"<p>"] {
        let imported = read("odd.md", bytes);
        assert!(!imported.title.is_empty() && !imported.idea.is_empty(), "{imported:?}");
        assert!(!imported.notes.is_empty(), "{imported:?}");
    }
}
