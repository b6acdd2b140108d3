//! The gates: a long answer, an assumption that would end it, closure, the goal in one sentence.

use super::table::{Talk, flat, marks, setup, with};
use charter_interview::deep::{Cause, NeedFor, NeedKind, Setup, Step};
use serde_json::{Value, json};

// ---------------------------------------------------------------- crossing

fn crossing() -> Talk {
    let mut talk = Talk::new(&setup(2000));
    talk.round("x", &flat(&["entry"], "0.5"));
    let sheet = with(flat(&["entry"], "0.85"), json!({ "facts": [{ "statement": "assumed" }] }));
    talk.delegate(&sheet);
    let need = talk.need();
    assert_eq!((need.kind, need.r#for), (NeedKind::Crossing, NeedFor::User));
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
    assert_eq!(talk.need().need_id, "closure-1");
    let gap = |component: &str| json!({ "gaps": [{ "component": component, "dimension": "criteria", "gap": "nobody measured it" }] });
    assert_eq!(talk.refused(gap("x")), ["unknown-component"]);
    talk.give(gap("entry"));
    let need = talk.think();
    assert_eq!((need.kind, need.round), (NeedKind::Ask, 2));
    assert_eq!(need.context["whyNow"], "one thing is still open: nobody measured it");
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
    talk.fail_as_before();
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
    assert_eq!(need.kind, NeedKind::Turn, "a correction is scored");
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
    assert_eq!(talk.need().need_id, "closure-2", "closure runs again");
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
    talk.fail_as_before();
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
