//! The gates: a long answer, an assumption that would end it, closure, the goal in one sentence.

use super::table::{Talk, flat, marks, setup, with};
use charter_interview::deep::{Cause, NeedFor, NeedKind, Setup, Step};
use serde_json::{Value, json};

fn long() -> String {
    "we do it because the ward has no network at night and nobody can wait ".repeat(3)
}

// ---------------------------------------------------------------- long answers

#[test]
fn a_long_answer_is_structured_and_confirmed_before_it_is_scored() {
    let mut talk = Talk::new(&setup(500));
    talk.think();
    talk.give(json!({ "answer": long() }));
    let need = talk.need();
    assert_eq!((need.kind, need.r#for), (NeedKind::Refine, NeedFor::Mind));
    assert_eq!(talk.refused(json!({ "reasoning": "x" })), ["missing"]);
    talk.give(
        json!({ "decision": "offline first", "reasoning": "no network", "constraints": ["night"] }),
    );
    let need = talk.need();
    assert_eq!((need.kind, need.r#for), (NeedKind::Refine, NeedFor::User));
    assert!(need.prompt.starts_with("**Decision**\noffline first\n\n**Reasoning**\nno network\n\n**Constraints (user-stated)**\n- night\n\n"));
    assert!(!need.prompt.contains("Out of scope"), "empty parts are left out");
    assert_eq!(need.options.len(), 5);
    assert_eq!(talk.refused(json!({ "choice": "addConstraint" })), ["missing"], "the exact words");
    talk.give(json!({ "choice": "addConstraint", "text": "no paper" }));
    talk.give(json!({ "choice": "outOfScope", "text": "billing" }));
    talk.give(json!({ "choice": "addContext", "text": "src/entry.rs" }));
    assert!(talk.need().prompt.contains("- no paper") && talk.need().prompt.contains("- billing"));
    assert_eq!(talk.interview().n_scorings, 0);
    talk.give(json!({ "choice": "send" }));
    let need = talk.need();
    assert_eq!(need.kind, NeedKind::Score);
    assert_eq!(need.context["round"]["structure"]["outOfScope"], json!(["billing"]));
    talk.settle(&flat(&["entry"], "0.5"));
    assert_eq!(
        (talk.interview().refined_rounds.as_slice(), talk.interview().streak),
        (&[1][..], 0)
    );
}

#[test]
fn a_rewrite_is_structured_anew_and_the_loop_is_bounded() {
    let mut talk = Talk::new(&setup(500));
    talk.think();
    talk.give(json!({ "answer": long() }));
    talk.give(json!({ "decision": "one" }));
    talk.give(json!({ "text": "no, this is what I mean" }));
    let need = talk.need();
    assert_eq!(
        (need.r#for, &need.context["round"]["rewrite"]),
        (NeedFor::Mind, &json!("no, this is what I mean"))
    );
    talk.give(json!({ "decision": "two" }));
    for n in 0..4 {
        assert_eq!(talk.need().kind, NeedKind::Refine, "{n}");
        talk.give(json!({ "choice": "addContext", "text": format!("more {n}") }));
    }
    assert_eq!(talk.need().kind, NeedKind::Score, "taken as it is in the end");
}

#[test]
fn what_is_written_anew_is_the_answer_and_the_first_words_are_another_one() {
    let mut talk = Talk::new(&setup(500));
    talk.think();
    talk.give(json!({ "answer": long() }));
    talk.give(json!({ "decision": "one" }));
    talk.give(json!({ "choice": "rewrite", "text": "offline first" }));
    assert_eq!(talk.interview().rounds[0].said(), Some("offline first"));
    talk.give(json!({ "decision": "offline first" }));
    talk.give(json!({ "choice": "send" }));
    talk.settle(&flat(&["entry"], "0.5"));
    let outcome = talk.submit("r1-ask", &json!({ "answer": "offline first" })).unwrap();
    assert!(outcome.decision.events.is_empty(), "that is what it says");
    let outcome = talk.submit("r1-ask", &json!({ "answer": long() })).unwrap();
    assert_eq!(outcome.decision.events.len(), 1, "and this is not");
}

#[test]
fn short_answers_choices_and_assumptions_pass_without_the_gate() {
    let mut talk = Talk::new(&setup(500));
    talk.think();
    talk.give(json!({ "answer": "yes" }));
    assert_eq!(talk.need().kind, NeedKind::Score);
    talk.settle(&flat(&["entry"], "0.3"));
    talk.give(json!({ "question": "which?", "options": [long()] }));
    talk.give(json!({ "options": [1] }));
    assert_eq!(talk.need().kind, NeedKind::Score);
    talk.settle(&flat(&["entry"], "0.3"));
    talk.delegate(&flat(&["entry"], "0.3"));
    assert!(talk.interview().refined_rounds.is_empty());
}

#[test]
fn a_structure_that_no_mind_gives_leaves_the_answer_as_it_is() {
    let mut talk = Talk::new(&setup(500));
    talk.think();
    talk.give(json!({ "answer": long() }));
    talk.give(json!({ "failed": "no mind" }));
    assert_eq!(talk.need().kind, NeedKind::Score);
    assert_eq!(talk.interview().mind_failures, 1);
}

// ---------------------------------------------------------------- crossing

fn crossing() -> Talk {
    let mut talk = Talk::new(&setup(2000));
    talk.round("x", &flat(&["entry"], "0.5"));
    let sheet = with(flat(&["entry"], "0.85"), json!({ "facts": [{ "statement": "assumed" }] }));
    talk.delegate(&sheet);
    let need = talk.need();
    assert_eq!((need.kind, need.r#for), (NeedKind::ConfirmCrossing, NeedFor::User));
    assert_eq!(need.context["assumption"]["answer"].as_str(), None);
    assert!(need.prompt.contains("the safest default"));
    talk
}

#[test]
fn an_assumption_that_would_end_it_is_confirmed_by_the_user() {
    let mut talk = crossing();
    assert!(talk.interview().facts[0].assumed);
    talk.give(json!({ "choice": "confirm" }));
    assert!(!talk.interview().facts[0].assumed);
    assert_eq!(talk.interview().steps(), [Step::Audit]);
}

#[test]
fn a_revised_assumption_is_the_users_answer_and_follows_the_retraction_rule() {
    let mut talk = crossing();
    assert_eq!(talk.refused(json!({ "choice": "revise" })), ["missing"]);
    talk.give(json!({ "choice": "revise", "text": "ten minutes" }));
    assert_eq!(talk.interview().rounds[1].said(), Some("ten minutes"));
    assert!(talk.interview().facts[0].disputed);
    let mut again = crossing();
    again.give(json!({ "choice": "revise", "text": "ten minutes" }));
    let outcome = again.submit("r2-ask", &json!({ "decide": true })).unwrap();
    assert_eq!(outcome.decision.events.len(), 1, "leaving it to the mind again is taken");
    assert_eq!(talk.need().need_id, "r2-score-2");
}

#[test]
fn keep_asking_asks_once_more_although_the_number_passes() {
    let mut talk = crossing();
    talk.give(json!({ "choice": "keepAsking" }));
    let need = talk.think();
    assert_eq!((need.kind, need.round), (NeedKind::Ask, 3));
    talk.give(json!({ "answer": "x" }));
    talk.settle(&flat(&["entry"], "0.85"));
    assert_eq!(talk.interview().steps(), [Step::Audit]);
}

// ---------------------------------------------------------------- closure

#[test]
fn a_mind_can_refuse_closure_and_the_gap_is_asked_about() {
    let mut talk = Talk::new(&setup(2000));
    talk.round("x", &flat(&["entry"], "0.9"));
    assert_eq!(talk.need().kind, NeedKind::Closure);
    let gap = |component: &str| json!({ "gaps": [{ "component": component, "dimension": "criteria", "gap": "nobody measured it" }] });
    assert_eq!(talk.refused(gap("x")), ["unknown-component"]);
    talk.give(gap("entry"));
    let need = talk.think();
    assert_eq!((need.kind, need.round), (NeedKind::Ask, 2));
    assert!(
        need.prompt
            .contains("the number says ready, and it is not accepted yet: nobody measured it")
    );
    assert_eq!(talk.interview().closure_overrides.len(), 1);
    talk.give(json!({ "answer": "measured" }));
    talk.settle(&flat(&["entry"], "0.92"));
    assert_eq!(talk.need().need_id, "closure-2");
    talk.give(json!({}));
    assert_eq!(talk.interview().steps(), [Step::State]);
}

#[test]
fn the_engine_refuses_closure_itself() {
    let cause = |talk: &mut Talk| {
        talk.think();
        match &talk.interview().rounds.last().unwrap().target.cause {
            Cause::Closure { gap, .. } => gap.clone(),
            other => panic!("{other:?}"),
        }
    };
    // A dispute, where the threshold is loose enough to pass it.
    let mut talk = Talk::new(&setup(5000));
    talk.round(
        "x",
        &with(
            flat(&["entry"], "0.4"),
            json!({ "facts": [{ "statement": "offline", "component": "entry" }] }),
        ),
    );
    talk.round("y", &with(flat(&["entry"], "0.9"), json!({ "disputes": ["F1"] })));
    assert_eq!(cause(&mut talk), "F1 is disputed: offline");

    // A component about which nothing is known.
    let mut talk = Talk::about(&setup(6000), &["A", "B"]);
    talk.round("x", &json!({ "components": { "a": marks(&["0.9", "0.9", "0.9"]), "b": marks(&["0.9", "0.9", "0"]) } }));
    assert_eq!(cause(&mut talk), "nothing is said about the criteria of it");

    // A trigger that was set aside, until the user has answered about it.
    let mut talk = Talk::new(&setup(3000));
    talk.round("x", &flat(&["entry"], "0.5"));
    let aside = json!([{ "kind": "B", "status": "unresolved", "component": "entry", "dimension": "goal", "rationale": "r" }]);
    talk.round("y", &with(flat(&["entry"], "0.9"), json!({ "triggers": aside })));
    assert_eq!(cause(&mut talk), "B internal inconsistency is unresolved");
    talk.give(json!({ "answer": "both, one after the other" }));
    talk.settle(&flat(&["entry"], "0.9"));
    assert_eq!(talk.interview().steps(), [Step::Audit]);
}

#[test]
fn an_audit_that_no_mind_makes_leaves_the_engines_own() {
    let mut talk = Talk::new(&setup(2000));
    talk.round("x", &flat(&["entry"], "0.9"));
    talk.give(json!({ "failed": "no mind" }));
    assert_eq!(talk.interview().steps(), [Step::State]);
}

// ---------------------------------------------------------------- the goal in one sentence

fn at_restate() -> Talk {
    let mut talk = Talk::new(&setup(2000));
    talk.round("x", &flat(&["entry"], "0.9"));
    let need = talk.think();
    assert_eq!((need.kind, need.r#for), (NeedKind::Restate, NeedFor::User));
    assert!(need.prompt.starts_with("“Entry takes five minutes”"));
    talk
}

fn correct(talk: &mut Talk, text: &str) -> Value {
    talk.give(json!({ "choice": "missing", "text": text }));
    let need = talk.need();
    assert_eq!(need.kind, NeedKind::Score, "a correction is scored");
    assert_eq!(need.context["round"]["answer"]["text"], text);
    talk.settle(&flat(&["entry"], "0.9"));
    need.context
}

#[test]
fn a_goal_that_fits_is_kept() {
    let mut talk = at_restate();
    assert_eq!(talk.refused(json!({ "choice": "adjust" })), ["missing"]);
    talk.give(json!({ "choice": "yes" }));
    assert_eq!(talk.interview().ending.restated.as_deref(), Some("Entry takes five minutes"));
    assert_eq!(talk.interview().steps(), [Step::Spec]);
}

#[test]
fn after_two_corrections_the_interview_asks_on() {
    let mut talk = at_restate();
    correct(&mut talk, "and it works offline");
    assert_eq!(talk.need().kind, NeedKind::Closure, "closure runs again");
    assert_eq!(talk.think().kind, NeedKind::Restate);
    correct(&mut talk, "and on paper");
    let need = talk.think();
    assert_eq!(need.kind, NeedKind::Ask, "back to the questions");
    assert_eq!(talk.interview().n_rounds(), 4, "a correction is a round");
    talk.give(json!({ "answer": "now it is clear" }));
    talk.settle(&flat(&["entry"], "0.95"));
    assert_eq!(talk.think().kind, NeedKind::Restate);
    talk.give(json!({ "choice": "yes" }));
    assert_eq!(talk.interview().steps(), [Step::Spec]);
}

#[test]
fn a_correction_can_make_it_unclear_again() {
    let mut talk = at_restate();
    talk.give(json!({ "choice": "missing", "text": "and billing" }));
    let sheet = json!({ "components": { "entry": marks(&["0.4", "0.9", "0.9"]) } });
    let trigger =
        json!([{ "kind": "D", "status": "active", "component": "entry", "dimension": "goal" }]);
    talk.settle(&with(sheet, json!({ "triggers": trigger })));
    assert_eq!(talk.think().kind, NeedKind::Ask);
}

#[test]
fn a_goal_that_no_mind_states_is_the_idea_with_its_parts() {
    let mut talk = Talk::new(&setup(2000));
    talk.round("x", &flat(&["entry"], "0.9"));
    talk.give(json!({}));
    talk.give(json!({ "failed": "no mind" }));
    assert!(talk.need().prompt.contains("lose 40 minutes a shift (Entry)"));
}

#[test]
fn an_assumption_in_a_batch_is_confirmed_although_another_round_was_scored_since() {
    let setup = Setup { batch: 2, ..setup(2000) };
    let mut talk = Talk::about(&setup, &["A", "B"]);
    let sheet = flat(&["a", "b"], "0.85");
    talk.think();
    talk.submit("r1-ask", &json!({ "decide": true })).unwrap();
    talk.submit("r2-ask", &json!({ "answer": "mine" })).unwrap();
    talk.settle(&sheet);
    talk.settle(&sheet);
    assert_eq!(talk.interview().steps(), [Step::Crossing(1)]);
}
