//! Beginning an interview and Round 0.

use super::table::{Talk, context, flat, setup, setup_in};
use crate::whole;
use crate::whole::Decision;
use charter_contract::ContractRefusal;
use charter_engine::Refusal;
use charter_interview::deep::{Language, Limits, NeedFor, NeedKind, Setup, Step, TopologyStatus};
use charter_interview::{InterviewRefusal, deep};
use charter_kernel::Refuse;
use serde_json::json;

#[test]
fn the_same_beginning_again_changes_nothing() {
    let mut talk = Talk::begun(&setup(500));
    assert_eq!(whole::begin(&talk.state, &setup(500)), Ok(Decision::default()));
    let other = Setup { idea: "something else".to_owned(), ..setup(500) };
    let decision = whole::begin(&talk.state, &other).unwrap();
    talk.append(decision);
    assert_eq!(talk.interview().setup.idea, "something else", "nothing was fulfilled yet");
    talk.topology(&["Entry"]);
    let refusal = whole::begin(&talk.state, &setup(500)).unwrap_err();
    assert_eq!(refusal.code(), "interview-active");
}

#[test]
fn a_running_interview_takes_another_threshold_and_keeps_its_rounds() {
    let mut talk = Talk::new(&setup(500));
    talk.round("said", &flat(&["entry"], "0.7"));
    let decision =
        whole::begin(&talk.state, &Setup { limits: Limits::with_hard(300), ..setup(4000) });
    talk.append(decision.unwrap());
    assert!(talk.interview().is_ready());
    assert_eq!((talk.interview().n_rounds(), talk.interview().setup.limits.hard), (1, 100));
}

#[test]
fn an_idea_beyond_the_limit_is_refused() {
    let talk = Talk::begun(&setup(500));
    let idea = "x".repeat(50_001);
    let refusal = whole::begin(&talk.state, &Setup { idea, ..setup(500) }).unwrap_err();
    assert_eq!(
        refusal,
        Refusal::Interview(InterviewRefusal::IdeaTooLong { chars: 50_001, max: 50_000 })
    );
    assert_eq!(refusal.code(), "idea-too-long");
    let idea = " ".to_owned();
    let refusal = whole::begin(&talk.state, &Setup { idea, ..setup(500) }).unwrap_err();
    assert_eq!(refusal, Refusal::Contract(ContractRefusal::ObjectiveMissing));
}

#[test]
fn four_parts_become_four_components() {
    let mut talk = Talk::begun(&setup(500));
    assert_eq!((talk.need().kind, talk.need().r#for), (NeedKind::Parts, NeedFor::Mind));
    let names = ["Ingest CSV", "Normalise", "Review UI", "Export"];
    let rows: Vec<_> = names.iter().map(|it| json!({ "name": it, "evidence": ["idea"] })).collect();
    talk.give(json!({ "components": rows }));
    let need = talk.need();
    assert_eq!((need.kind, need.r#for, need.round), (NeedKind::Parts, NeedFor::User, 0));
    assert_eq!(need.prompt.lines().next(), Some("- Ingest CSV"));
    assert_eq!(need.context["ambiguity"], json!(10_000));
    talk.give(json!({ "choice": "confirm" }));
    let ids: Vec<&str> =
        talk.interview().topology.components.iter().map(|it| it.id.as_str()).collect();
    assert_eq!(ids, ["ingest-csv", "normalise", "review-ui", "export"]);
    assert!(talk.interview().topology.confirmed_at.is_some());
    assert_eq!(talk.interview().steps(), [Step::Draft(1)]);
}

#[test]
fn there_are_one_to_six_components_and_all_problems_come_at_once() {
    let mut talk = Talk::begun(&setup(500));
    assert_eq!(talk.refused(json!({ "components": [] })), ["component-count"]);
    let seven: Vec<_> = (0..7).map(|it| json!({ "name": format!("part {it}") })).collect();
    assert_eq!(talk.refused(json!({ "components": seven })), ["component-count"]);
    let codes = talk.refused(json!({
        "components": [{ "description": 3 }, "x"],
        "intents": [{ "id": "thing:x" }],
        "summary": ["no"],
    }));
    assert_eq!(
        codes,
        ["missing", "not-a-text", "not-an-object", "not-a-text", "not-an-intent", "missing"]
    );
    let same = json!({ "components": [{ "name": "Export" }, { "name": "export!" }, { "name": "내보내기" }] });
    talk.give(same);
    let ids: Vec<&str> =
        talk.interview().topology.components.iter().map(|it| it.id.as_str()).collect();
    assert_eq!(ids, ["export", "export-2", "part-3"]);
}

#[test]
fn the_user_edits_defers_or_says_it_in_words() {
    let rows = json!({ "components": [{ "name": "Entry" }, { "name": "Billing" }] });
    let mut talk = Talk::begun(&setup(500));
    talk.give(rows.clone());
    talk.give(json!({ "text": "billing is two things" }));
    assert_eq!(talk.need().context["correction"], "billing is two things");
    talk.give(rows.clone());
    assert_eq!(talk.refused(json!({ "choice": "defer", "deferred": [] })), ["missing"]);
    let all = json!([{ "id": "entry", "reason": "x" }, { "id": "billing", "reason": "x" }]);
    assert_eq!(talk.refused(json!({ "choice": "defer", "deferred": all })), ["nothing-left"]);
    let other = json!([{ "id": "x", "reason": "x" }]);
    assert_eq!(
        talk.refused(json!({ "choice": "defer", "deferred": other })),
        ["unknown-component"]
    );
    talk.give(
        json!({ "choice": "defer", "deferred": [{ "id": "billing", "reason": "next year" }] }),
    );
    assert_eq!(talk.interview().topology.active().count(), 1);
    assert_eq!(talk.interview().topology.status, TopologyStatus::Confirmed);

    let mut talk = Talk::begun(&setup(500));
    talk.give(rows);
    talk.give(json!({ "choice": "edit", "components": [{ "name": "Wards" }, { "name": "Later", "deferred": "no time" }] }));
    let names: Vec<&str> = talk.interview().topology.active().map(|it| it.name.as_str()).collect();
    assert_eq!(names, ["Wards"]);
}

#[test]
fn a_list_that_the_user_changed_is_shown_once_more() {
    let mut talk = Talk::begun(&setup(500));
    talk.give(json!({ "components": [{ "name": "Entry" }, { "name": "Billing" }] }));
    let first = talk.need().need_id;
    assert_eq!(talk.refused(json!({ "choice": "change" })), ["missing"]);
    talk.give(json!({ "choice": "change", "components": [{ "name": "Wards" }] }));
    assert_eq!(talk.interview().topology.status, TopologyStatus::Pending);
    assert_ne!(talk.need().need_id, first);
    assert!(talk.need().prompt.contains("- Wards"), "{}", talk.need().prompt);
    talk.give(json!({ "choice": "confirm" }));
    assert_eq!(talk.interview().topology.status, TopologyStatus::Confirmed);
}

#[test]
fn proposals_have_an_end() {
    let mut talk = Talk::begun(&setup(500));
    for _ in 0..4 {
        talk.give(json!({ "components": [{ "name": "Entry" }] }));
        talk.give(json!({ "text": "not quite" }));
    }
    talk.give(json!({ "components": [{ "name": "Entry" }] }));
    assert_eq!(talk.refused(json!({ "text": "still not" })), ["proposals-used"]);
    talk.give(json!({ "choice": "edit", "components": [{ "name": "Wards" }] }));
}

#[test]
fn a_deferred_component_is_never_asked_about_nor_scored() {
    let mut talk = Talk::begun(&setup(500));
    talk.give(json!({ "components": [{ "name": "A" }, { "name": "B" }] }));
    talk.give(json!({ "choice": "defer", "deferred": [{ "id": "b", "reason": "later" }] }));
    for _ in 0..4 {
        talk.round("said", &flat(&["a"], "0.4"));
    }
    assert!(talk.interview().rounds.iter().all(|it| it.target.component == "a"));
    assert_eq!(talk.ambiguity(), 6000);
    talk.think();
    talk.give(json!({ "answer": "more" }));
    assert_eq!(talk.refused(flat(&["a", "b"], "0.5")), ["unknown-component"]);
}

#[test]
fn an_oversized_idea_is_summarised_before_anything_is_done_with_it() {
    let idea = format!("{} unique-tail", "word ".repeat(4000));
    let mut talk = Talk::begun(&Setup { idea, ..setup(500) });
    assert_eq!(talk.need().context["summaryNeeded"], true);
    assert_eq!(
        talk.need().schema["anyOf"][0]["required"],
        json!(["components", "summary", "question"])
    );
    let rows = json!([{ "name": "Entry" }]);
    assert_eq!(talk.refused(json!({ "components": rows })), ["missing"]);
    talk.give(json!({ "components": rows, "summary": "entry in short" }));
    talk.give(json!({ "choice": "confirm" }));
    assert_eq!(talk.need().context["idea"], "entry in short");
    assert!(!talk.need().context.to_string().contains("unique-tail"));
    talk.round("x", &flat(&["entry"], "0.99"));
    talk.think();
    talk.give(json!({ "choice": "yes" }));
    talk.think();
    assert!(talk.files["spec.md"].contains("Initial Context Summarized: yes"));
}

#[test]
fn no_need_tells_more_than_its_bound() {
    let idea = "word ".repeat(9000);
    let mut talk =
        Talk::begun(&Setup { idea, codebase: Some("path ".repeat(20_000)), ..setup(500) });
    talk.fail_as_before();
    assert_eq!(talk.interview().idea().chars().count(), deep::IDEA_CHARS_MAX);
    talk.give(json!({ "choice": "confirm" }));
    let id = talk.interview().topology.components[0].id.clone();
    let long = "é".repeat(49_990);
    for _ in 0..4 {
        talk.think();
        talk.give(json!({ "answer": long }));
        let need = talk.need();
        assert_eq!(need.kind, NeedKind::Turn);
        assert!(need.context.to_string().chars().count() <= deep::CONTEXT_CHARS_MAX);
        talk.give(flat(&[&id], "0.5"));
    }
    talk.think();
    assert_eq!(talk.refused(json!({ "answer": "x".repeat(50_001) })), ["too-long"]);
}

#[test]
fn a_language_is_set_by_script_or_wish_and_told_with_every_need() {
    let code = |idea: &str| Language::of_idea(idea).map(|it| it.code);
    assert_eq!(code("Nurses copy vital signs"), None);
    assert_eq!(code("Pflegekräfte übertragen Werte"), None);
    assert_eq!(code("간호사가 활력 징후를 손으로 옮겨 적는다"), Some("ko".to_owned()));
    assert_eq!(code("看護師がバイタルを手で写す"), Some("ja".to_owned()));
    assert_eq!(code("护士手工抄写生命体征"), Some("zh".to_owned()));
    assert_eq!(code("Медсестры переписывают показатели"), Some("ru".to_owned()));
    assert_eq!(code("간호사 앱, please answer in English"), Some("en".to_owned()));
    assert_eq!(
        code(
            "A dictionary app with the Korean word 안녕하세요 among many other long English words"
        ),
        None
    );
    let mut talk = Talk::new(&setup_in("ko", "Korean"));
    for _ in 0..3 {
        let need = talk.need();
        assert!(need.context["language"]["instruction"].as_str().unwrap().contains("Korean"));
        talk.think();
        talk.give(json!({ "answer": "그렇다" }));
        talk.settle(&flat(&["entry"], "0.5"));
    }
}

#[test]
fn what_is_not_begun_takes_nothing() {
    let state = charter_engine::State::default();
    let criteria = charter_kernel::markdown::Source::new(Vec::new());
    let refusal = whole::fulfil(&state, &criteria, "r1-ask", &json!({}), &context()).unwrap_err();
    assert_eq!(refusal.code(), "no-question");
}
