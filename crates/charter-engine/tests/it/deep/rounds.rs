//! Questions, answers and scores.

use super::table::{Talk, flat, marks, setup, with};
use charter_engine::event::EventBody;
use charter_interview::deep::{
    Cause, Dimension, Lifecycle, NeedFor, NeedKind, Persona, Project, Setup, Step, Units,
};
use charter_interview::{InterviewEvent, deep};
use charter_kernel::Refuse;
use serde_json::{Value, json};

fn target(talk: &Talk, round: u32) -> (String, Dimension) {
    let target = &talk.interview().round(round).unwrap().target;
    (target.component.clone(), target.dimension)
}

fn trigger(kind: &str, more: Value) -> Value {
    let trigger =
        json!({ "kind": kind, "status": "active", "component": "entry", "dimension": "goal" });
    json!({ "triggers": [with(trigger, more)] })
}

// ---------------------------------------------------------------- targets

#[test]
fn a_question_is_about_what_is_least_clear_and_says_so() {
    let mut talk = Talk::new(&setup(500));
    talk.round("said", &json!({ "components": { "entry": marks(&["0.8", "0.3", "0.6"]) } }));
    let need = talk.think();
    assert_eq!(target(&talk, 2), ("entry".to_owned(), Dimension::Constraints));
    assert_eq!(need.prompt, "Question 2?");
    assert_eq!(need.context["whyNow"], "least clear so far: constraints of “Entry”");
    assert_eq!((need.kind, need.r#for, need.round), (NeedKind::Ask, NeedFor::User, 2));
}

#[test]
fn ties_turn_from_component_to_component_and_none_starves() {
    let mut talk = Talk::about(&setup(500), &["A", "B", "C"]);
    for _ in 0..6 {
        talk.round("said", &flat(&["a", "b", "c"], "0.4"));
    }
    let asked: Vec<String> = (1..=6).map(|it| target(&talk, it).0).collect();
    assert_eq!(asked, ["a", "b", "c", "a", "b", "c"]);
    let weak = json!({ "components": {
        "a": marks(&["0.1", "0.1", "0.1"]), "b": marks(&["0.6", "0.6", "0.6"]), "c": marks(&["0.6", "0.6", "0.6"]),
    } });
    let mut talk = Talk::about(&setup(500), &["A", "B", "C"]);
    for _ in 0..12 {
        talk.round("said", &weak);
    }
    for id in ["b", "c"] {
        let n = (1..=12).filter(|it| target(&talk, *it).0 == id).count();
        assert!(n >= 1, "{id} was never asked about");
    }
}

#[test]
fn one_thing_is_asked_about_three_times_in_a_row_at_most() {
    let mut talk = Talk::new(&setup(500));
    let sheet = json!({ "components": { "entry": marks(&["0.1", "0.5", "0.5"]) } });
    for _ in 0..5 {
        talk.round("no idea", &sheet);
    }
    let asked: Vec<Dimension> = (1..=5).map(|it| target(&talk, it).1).collect();
    assert_eq!(asked[..3], [Dimension::Goal; 3]);
    assert_ne!(asked[3], Dimension::Goal);
}

#[test]
fn questions_of_a_batch_are_asked_together_and_are_rounds_of_their_own() {
    let mut talk = Talk::about(&Setup { batch: 2, ..setup(500) }, &["A", "B", "C"]);
    talk.think();
    let needs = talk.needs();
    let ids: Vec<&str> = needs.iter().map(|it| it.need_id.as_str()).collect();
    assert_eq!(ids, ["r1-ask", "r2-ask"]);
    assert_ne!(target(&talk, 1).0, target(&talk, 2).0);
    talk.submit("r2-ask", &json!({ "answer": "second first" })).unwrap();
    assert_eq!(talk.need().need_id, "r1-ask", "the batch is answered before it is scored");
    talk.submit("r1-ask", &json!({ "answer": "then the first" })).unwrap();
    assert_eq!(talk.need().need_id, "r1-score-1");
    talk.settle(&flat(&["a", "b", "c"], "0.3"));
    assert_eq!(talk.need().need_id, "r2-score-1");
    talk.settle(&flat(&["a", "b", "c"], "0.4"));
    assert_eq!(talk.interview().scored().count(), 2);
}

// ---------------------------------------------------------------- answers

#[test]
fn the_same_twice_changes_nothing() {
    let mut talk = Talk::new(&setup(500));
    talk.think();
    talk.give(json!({ "answer": "five minutes" }));
    let n_events = talk.events.len();
    let outcome = talk.submit("r1-ask", &json!({ "answer": "five minutes" })).unwrap();
    assert_eq!((outcome.decision.events.len(), talk.events.len()), (0, n_events));
    talk.settle(&flat(&["entry"], "0.5"));
    talk.submit("r1-ask", &json!({ "answer": " five minutes " })).unwrap();
    assert_eq!(talk.events.len(), n_events + 1, "only the scoring came in between");
    talk.submit("r1-score-1", &flat(&["entry"], "0.5")).unwrap();
    assert_eq!(talk.events.len(), n_events + 1);
}

#[test]
fn another_answer_before_the_score_replaces_the_first() {
    let mut talk = Talk::new(&setup(500));
    talk.think();
    talk.give(json!({ "answer": "five" }));
    talk.submit("r1-ask", &json!({ "answer": "six" })).unwrap();
    assert_eq!(talk.interview().rounds.len(), 1);
    assert_eq!(talk.interview().rounds[0].said(), Some("six"));
    assert!(talk.interview().facts.is_empty());
}

#[test]
fn another_answer_after_the_score_disputes_what_rested_on_it() {
    let mut talk = Talk::new(&setup(500));
    let facts =
        json!({ "facts": [{ "statement": "five", "component": "entry", "dimension": "goal" }] });
    talk.round("five", &with(flat(&["entry"], "0.97"), facts));
    assert_eq!(talk.ambiguity(), 300);
    let outcome = talk.submit("r1-ask", &json!({ "answer": "six" })).unwrap();
    assert_eq!(outcome.disputed, ["F1"]);
    assert_eq!(talk.ambiguity(), 1000);
    assert_eq!(talk.interview().rounds.len(), 1);
    assert_eq!(talk.need().need_id, "r1-score-2");
    assert_eq!(talk.need().context["round"]["isRescored"], true);
    // Scored as clear as ever, the dispute alone keeps it above the threshold, and is asked about.
    talk.settle(&flat(&["entry"], "0.97"));
    assert_eq!(talk.ambiguity(), 1000);
    talk.think();
    let cause = &talk.interview().round(2).unwrap().target.cause;
    assert_eq!(*cause, Cause::Dispute { fact: "F1".to_owned() });
}

#[test]
fn a_changed_answer_is_scored_before_anything_is_asked_on() {
    let mut talk = Talk::new(&setup(500));
    talk.round("one", &flat(&["entry"], "0.3"));
    assert_eq!(talk.think().need_id, "r2-ask");
    talk.submit("r1-ask", &json!({ "answer": "uno" })).unwrap();
    assert_eq!(talk.need().need_id, "r1-score-2");
    talk.settle(&flat(&["entry"], "0.4"));
    assert_eq!(talk.think().need_id, "r2-ask", "the question stays as it was");
}

#[test]
fn a_score_goes_into_the_round_that_was_answered() {
    let mut talk = Talk::new(&setup(500));
    talk.round("five", &flat(&["entry"], "0.5"));
    let round = &talk.interview().rounds[0];
    assert_eq!(talk.interview().rounds.len(), 1);
    assert_eq!(round.lifecycle, Lifecycle::Scored);
    assert_eq!(round.question.as_ref().unwrap().text, "Question 1?");
    assert_eq!(round.said(), Some("five"));
    assert!(round.answered_at.is_some() && round.scored_at.is_some());
}

#[test]
fn nothing_but_another_answer_makes_a_scored_round_less() {
    let mut talk = Talk::new(&setup(500));
    talk.round("five", &flat(&["entry"], "0.5"));
    talk.think();
    let codes = talk.refused_for("r1-score-1", flat(&["entry"], "0.9"));
    assert_eq!(codes, ["other-question"]);
    assert_eq!(talk.refused_for("r1-draft", json!({ "question": "other?" })), ["other-question"]);
    assert_eq!(talk.refused_for("r1-ask", json!({ "exit": true })), ["exit-too-early"]);
    assert_eq!(talk.refused_for("r1-ask", json!({ "askBack": "what?" })), ["other-question"]);
    assert_eq!(talk.refused_for("r9-ask", json!({ "answer": "x" })), ["other-question"]);
    assert_eq!(talk.refused_for("nonsense", json!({})), ["other-question"]);
    assert!(talk.interview().rounds[0].is_scored());
}

#[test]
fn the_round_before_is_found_by_its_number() {
    let mut talk = Talk::new(&setup(500));
    talk.round("one", &flat(&["entry"], "0.2"));
    talk.round("two", &flat(&["entry"], "0.6"));
    talk.submit("r1-ask", &json!({ "answer": "uno" })).unwrap();
    // Round 1 has none before it, although round 2 was scored before.
    let codes = talk.refused(with(flat(&["entry"], "0.1"), trigger("B", json!({}))));
    assert_eq!(codes, ["figure-missing"]);
    talk.settle(&flat(&["entry"], "0.5"));
    talk.submit("r2-ask", &json!({ "answer": "dos" })).unwrap();
    assert_eq!(talk.need().context["round"]["priorAmbiguity"], json!(5000));
}

#[test]
fn asking_back_is_no_answer_and_the_question_stays_the_same() {
    let mut talk = Talk::new(&setup(500));
    let before = talk.think();
    let (gauge, streak) = (talk.interview().gauge(), talk.interview().streak);
    talk.give(json!({ "askBack": "what is entry?" }));
    let need = talk.need();
    assert_eq!((need.need_id.as_str(), need.r#for), ("r1-explain-1", NeedFor::Mind));
    talk.give(json!({ "explanation": "writing a reading down" }));
    let after = talk.need();
    assert_eq!((&after.need_id, &after.prompt), (&before.need_id, &before.prompt));
    assert_eq!(after.context["clarifications"][0]["explanation"], "writing a reading down");
    assert_eq!((gauge, streak), (talk.interview().gauge(), talk.interview().streak));
    assert_eq!(talk.interview().scored().count(), 0);
    let n_events = talk.events.len();
    talk.give(json!({ "askBack": "what is entry?" }));
    assert_eq!(talk.events.len(), n_events, "the same again is explained already");
    talk.give(json!({ "askBack": "and a reading?" }));
    talk.fail_as_before();
    talk.give(json!({ "answer": "five minutes" }));
    assert_eq!(talk.interview().rounds[0].said(), Some("five minutes"));
}

#[test]
fn options_are_chosen_by_number_or_words_and_never_guessed() {
    let mut talk = Talk::new(&setup(500));
    talk.give(json!({ "question": { "text": "How fast?", "options": ["fast", "slow"] } }));
    let labels: Vec<String> = talk.need().options.into_iter().map(|it| it.label).collect();
    assert_eq!(labels, ["fast", "slow"]);
    assert_eq!(talk.refused(json!({ "options": [3] })), ["unknown-option"]);
    assert_eq!(talk.refused(json!({ "options": ["1", "fast"] })), ["twice"]);
    assert_eq!(talk.refused(json!({})), ["one-of"]);
    assert_eq!(talk.refused(json!({ "answer": "x", "decide": true })), ["one-of"]);
    assert_eq!(talk.refused(json!("fast")), ["not-an-object"]);
    talk.give(json!({ "options": [2], "answer": "but safe" }));
    assert_eq!(talk.interview().rounds[0].said(), Some("slow\nbut safe"));
}

#[test]
fn what_the_engine_owns_is_passed_over_and_listed() {
    let mut talk = Talk::new(&setup(500));
    talk.think();
    let content = json!({ "answer": "x", "currentAmbiguity": 0.01, "current_phase": "done" });
    let outcome = talk.give(content);
    assert_eq!(outcome.ignored, ["currentAmbiguity", "current_phase"]);
    assert_eq!(talk.ambiguity(), 10_000);
    let sheet = with(flat(&["entry"], "0.5"), json!({ "newAmbiguity": 0.01 }));
    assert_eq!(talk.give(sheet).ignored, ["newAmbiguity"]);
    assert_eq!(talk.ambiguity(), 5000);
}

// ---------------------------------------------------------------- scores

#[test]
fn a_sheet_scores_every_active_component_on_every_dimension() {
    let mut talk = Talk::about(&Setup { project: Project::Brownfield, ..setup(500) }, &["A", "B"]);
    talk.think();
    talk.give(json!({ "answer": "x" }));
    let codes = talk.refused(json!({ "components": {
        "a": { "goal": { "score": 0.95 }, "constraints": { "score": 0.5 }, "criteria": { "score": 0.5, "gap": "g" }, "context": {} },
        "x": {},
    } }));
    assert_eq!(codes, ["missing"], "the shape first");
    let codes = talk.refused(json!({ "components": {
        "a": { "goal": { "score": 0.95 }, "constraints": { "score": 0.5 }, "criteria": { "score": 0.5, "gap": "g" } },
        "x": {},
    } }));
    let missing = "score-missing";
    assert_eq!(
        codes,
        ["unknown-component", "gap-missing", missing, missing, missing, missing, missing]
    );
    let codes = talk.refused(json!({ "components": { "a": { "goal": { "score": 1.5 } } } }));
    assert_eq!(codes, ["not-a-score"]);
    let four = marks(&["0.9", "0.8", "0.7", "0.6"]);
    talk.give(json!({ "components": { "a": four, "b": four } }));
    assert_eq!(talk.ambiguity(), 10_000 - 3150 - 2000 - 1750 - 900);
}

#[test]
fn triggers_a_to_d_raise_the_ambiguity_through_the_score() {
    for (kind, name) in [
        ("A", "A direct contradiction"),
        ("B", "B internal inconsistency"),
        ("C", "C low-quality or evasive answer"),
        ("D", "D scope expansion"),
    ] {
        let mut talk = Talk::new(&setup(500));
        let facts = json!({ "facts": [{ "statement": "offline", "component": "entry" }] });
        talk.round("offline", &with(flat(&["entry"], "0.6"), facts));
        talk.think();
        talk.give(json!({ "answer": "online" }));
        let more = if kind == "A" { json!({ "contradictedFact": "F1" }) } else { json!({}) };
        let equal = with(flat(&["entry"], "0.6"), trigger(kind, more.clone()));
        assert_eq!(talk.refused(equal), ["ambiguity-not-raised"]);
        let better = with(flat(&["entry"], "0.7"), trigger(kind, more.clone()));
        assert_eq!(talk.refused(better), ["trigger-improved"]);
        let worse = json!({ "components": { "entry": marks(&["0.4", "0.6", "0.6"]) } });
        talk.give(with(worse, trigger(kind, more)));
        assert_eq!(talk.ambiguity(), 4800);
        let report = deep::report(talk.interview()).unwrap();
        assert_eq!((report.before.as_u32(), report.direction.word()), (4000, "up"));
        assert_eq!(report.cause.as_deref(), Some(name));
        assert_eq!(talk.interview().facts[0].disputed, kind == "A");
        talk.think();
        let cause = &talk.interview().round(3).unwrap().target.cause;
        assert_eq!(*cause, Cause::Trigger { letter: kind.to_owned() });
    }
}

#[test]
fn a_refused_trigger_says_how_low_the_score_must_be() {
    let mut talk = Talk::about(&setup(500), &["A", "B"]);
    talk.round("x", &json!({ "components": { "a": marks(&["0.9", "0.5", "0.5"]), "b": marks(&["0.3", "0.5", "0.5"]) } }));
    talk.think();
    talk.give(json!({ "answer": "y" }));
    let sheet = |goal: &str| {
        let a = marks(&[goal, "0.5", "0.5"]);
        let trigger =
            json!([{ "kind": "B", "status": "active", "component": "a", "dimension": "goal" }]);
        json!({ "components": { "a": a, "b": marks(&["0.3", "0.5", "0.5"]) }, "triggers": trigger })
    };
    let need_id = talk.need().need_id;
    let refusal = talk.submit(&need_id, &sheet("0.5")).unwrap_err();
    assert_eq!(refusal.code(), "fulfilment-unusable");
    let message = &refusal.problems()[0].message;
    assert!(message.contains("goal of `a` at 0.2998 or less"), "{message}");
    talk.give(sheet("0.2998"));
    assert_eq!(talk.ambiguity(), 5801);
}

#[test]
fn a_trigger_may_be_set_aside_with_a_reason() {
    let mut talk = Talk::new(&setup(500));
    talk.round("x", &flat(&["entry"], "0.5"));
    talk.think();
    talk.give(json!({ "answer": "y" }));
    let aside = |rationale: &str| {
        let more = json!({ "status": "disputed", "rationale": rationale });
        with(flat(&["entry"], "0.6"), trigger("B", more))
    };
    assert_eq!(talk.refused(aside("  ")), ["rationale-missing"]);
    talk.give(aside("they may mean two wards"));
    assert_eq!(talk.ambiguity(), 4000);
    assert_eq!(talk.interview().open_triggers().len(), 1);
}

#[test]
fn a_mind_never_settles_what_only_the_user_can() {
    let mut talk = Talk::new(&setup(500));
    let facts = json!({ "facts": [{ "statement": "offline", "component": "entry" }] });
    talk.round("offline", &with(flat(&["entry"], "0.6"), facts));
    talk.think();
    talk.give(json!({ "answer": "online" }));
    let confirms = with(flat(&["entry"], "0.7"), json!({ "confirms": ["F1"] }));
    assert_eq!(talk.refused(confirms.clone()), ["not-disputed"]);
    let unknown = json!({ "confirms": ["F9"], "disputes": ["F8"], "facts": [{ "id": "F7", "statement": "x", "supersedes": ["F6"] }] });
    assert_eq!(talk.refused(with(flat(&["entry"], "0.7"), unknown)), ["unknown-fact"; 4]);
    talk.give(with(flat(&["entry"], "0.7"), json!({ "disputes": ["F1"] })));
    talk.think();
    talk.give(json!({ "decide": true }));
    while !talk.need().need_id.contains("score") {
        let need = talk.need();
        let content = if need.kind == NeedKind::Panel {
            json!({ "failed": "x" })
        } else {
            json!({ "answer": "online", "rationale": ["a", "b"], "confidence": "high" })
        };
        talk.give(content);
    }
    assert_eq!(talk.refused(confirms.clone()), ["dispute-open"]);
    talk.give(flat(&["entry"], "0.7"));
    talk.think();
    assert_eq!(
        talk.interview().rounds[3].target.disputed_fact(),
        None,
        "it is asked about a weaker"
    );
    talk.give(json!({ "answer": "offline, I am sure" }));
    assert_eq!(talk.refused(confirms), ["dispute-open"], "the user was not asked about it");
    let instead = json!({ "facts": [{ "statement": "online", "supersedes": ["F1"] }] });
    assert_eq!(talk.refused(with(flat(&["entry"], "0.7"), instead)), ["dispute-open"]);
    talk.give(flat(&["entry"], "0.95"));
    let clear = flat(&["entry"], "0.95");
    talk.round("offline, I am sure", &with(clear, json!({ "confirms": ["F1"] })));
    assert_eq!(talk.interview().rounds[4].target.disputed_fact(), Some("F1"));
    assert!(!talk.interview().facts[0].disputed, "the user's own answer settles it");
}

#[test]
fn what_a_mind_is_told_stays_within_its_bound_whatever_was_submitted() {
    let mut talk = Talk::new(&setup(500));
    talk.resumes = false;
    let long = "x".repeat(5000);
    let too_long = json!({ "entities": vec![json!({ "name": "n", "fields": [long] }); 21] });
    talk.think();
    talk.give(json!({ "answer": "x" }));
    assert_eq!(talk.refused(with(flat(&["entry"], "0.5"), too_long)), ["too-long"]);
    let entity =
        |idx: usize| json!({ "name": format!("n{idx}"), "fields": vec!["f".repeat(40); 10] });
    let trigger = json!({
        "kind": "B", "status": "unresolved", "component": "entry", "dimension": "criteria",
        "rationale": "r".repeat(400),
    });
    let fact = |idx: usize| json!({ "statement": format!("{idx} {}", "s".repeat(400)) });
    let sheets = [
        json!({ "entities": (0..200).map(entity).collect::<Vec<_>>() }),
        json!({ "triggers": vec![trigger; 150] }),
        json!({ "facts": (0..200).map(fact).collect::<Vec<_>>() }),
    ];
    talk.give(flat(&["entry"], "0.5"));
    let check = |talk: &Talk| {
        let need = talk.need();
        let chars = need.context.to_string().chars().count();
        assert!(chars <= deep::CONTEXT_CHARS_MAX, "{}: {chars}", need.need_id);
        need
    };
    for sheet in sheets {
        talk.think();
        talk.give(json!({ "answer": "y" }));
        check(&talk);
        talk.give(with(flat(&["entry"], "0.5"), sheet));
    }
    talk.submit("r4-ask", &json!({ "answer": "word ".repeat(40) })).unwrap();
    let context = check(&talk).context;
    for key in ["entities", "openTriggers", "facts"] {
        let n = context[key].as_array().unwrap().len();
        assert!((1..200).contains(&n), "{key}: {n}");
    }
    assert_eq!(talk.interview().floor().disputed, 200);
}

#[test]
fn facts_are_merged_by_name_and_never_deleted() {
    let mut talk = Talk::new(&setup(500));
    let facts = json!({ "facts": [{ "statement": "a" }, { "statement": "b" }] });
    talk.round("x", &with(flat(&["entry"], "0.5"), facts));
    let facts = json!({ "facts": [{ "id": "F2", "statement": "b, in other words" }, { "statement": "c" }] });
    talk.round("y", &with(flat(&["entry"], "0.6"), facts));
    let said: Vec<&str> = talk.interview().facts.iter().map(|it| it.statement.as_str()).collect();
    assert_eq!(said, ["a", "b, in other words", "c"]);
    talk.round("z", &flat(&["entry"], "0.6"));
    assert_eq!(talk.interview().facts.len(), 3, "a sheet without facts leaves them");
}

#[test]
fn a_new_answer_that_no_mind_scores_does_not_keep_what_the_old_one_made_clear() {
    let mut talk = Talk::new(&setup(500));
    talk.round("x", &flat(&["entry"], "0.6"));
    talk.round("y", &flat(&["entry"], "0.97"));
    assert_eq!(talk.ambiguity(), 300);
    talk.submit("r2-ask", &json!({ "answer": "no idea" })).unwrap();
    let need = talk.need();
    assert_eq!(need.context["round"]["clarityBefore"]["entry"]["goal"], 6000);
    talk.fail_as_before();
    assert_eq!(talk.ambiguity(), 4000, "as before the round");
    assert_eq!(talk.think().kind, NeedKind::Ask, "it does not close");
    talk.submit("r1-ask", &json!({ "answer": "no idea either" })).unwrap();
    talk.fail_as_before();
    assert_eq!((talk.ambiguity(), talk.interview().floor().unscored), (10_000, 1));
    let scoring = talk.interview().rounds[0].scoring.as_ref().unwrap();
    assert!(scoring.adjustments[0].contains("taken back"), "{:?}", scoring.adjustments);
}

#[test]
fn what_was_clear_before_is_told_only_where_a_round_is_scored_again() {
    let mut talk = Talk::new(&setup(500));
    talk.think();
    talk.give(json!({ "answer": "x" }));
    assert!(talk.need().context["round"]["clarityBefore"].is_null());
    talk.give(flat(&["entry"], "0.6"));
    talk.submit("r1-ask", &json!({ "answer": "y" })).unwrap();
    talk.give(flat(&["entry"], "0.8"));
    talk.submit("r1-ask", &json!({ "answer": "z" })).unwrap();
    let before = &talk.need().context["round"]["clarityBefore"];
    assert_eq!(*before, json!({ "entry": {} }), "before the first scoring, not the second");
}

#[test]
fn a_score_that_no_mind_gives_leaves_everything_as_it_was() {
    let mut talk = Talk::new(&setup(500));
    talk.think();
    talk.give(json!({ "answer": "x" }));
    talk.fail_as_before();
    assert_eq!((talk.ambiguity(), talk.interview().mind_failures), (10_000, 1));
    assert_eq!(talk.interview().floor().unscored, 1);
    talk.round("y", &flat(&["entry"], "0.6"));
    talk.think();
    talk.give(json!({ "answer": "z" }));
    talk.fail_as_before();
    assert_eq!(talk.ambiguity(), 4000);
    assert_eq!(talk.interview().mind_failures, 2);
}

#[test]
fn a_question_that_no_mind_writes_is_plain() {
    let mut talk = Talk::new(&setup(500));
    talk.fail_as_before();
    assert!(talk.need().prompt.ends_with("What should be clear about the goal of “Entry”?"));
}

// ---------------------------------------------------------------- you decide

#[test]
fn an_assumption_is_capped_unless_it_is_certain() {
    let answer = |confidence: &str, uncertainty: Value| json!({ "answer": "x", "rationale": ["a", "b"], "confidence": confidence, "uncertainty": uncertainty });
    let check = |content: Value, expected: u32| {
        let mut talk = Talk::new(&setup(100));
        talk.round("x", &json!({ "components": { "entry": marks(&["0.95", "0.5", "0.5"]) } }));
        talk.think();
        talk.give(json!({ "decide": true }));
        assert_eq!(talk.need().kind, NeedKind::Panel, "heard before a mind answers");
        talk.give(json!({ "failed": "nobody there" }));
        talk.give(content);
        talk.settle(&flat(&["entry"], "0.97"));
        let score = |dimension| talk.interview().cell("entry", dimension).unwrap().as_u32();
        assert_eq!(score(Dimension::Constraints), expected);
        let adjusted = !talk.interview().rounds[1].scoring.as_ref().unwrap().adjustments.is_empty();
        assert_eq!(adjusted, expected != 9700);
        let capped_goal = if expected == 9700 { 9700 } else { 9500 };
        assert_eq!(score(Dimension::Goal), capped_goal, "what was clearer before stays");
    };
    check(answer("high", json!(null)), 9700);
    check(answer("high", json!(" ")), 9700);
    check(answer("high", json!("who knows")), 8500);
    check(answer("medium", json!(null)), 8500);
    check(answer("low", json!("insufficient context")), 8500);
}

#[test]
fn an_assumption_out_of_shape_is_refused_and_a_failed_one_stays_a_gap() {
    let mut talk = Talk::new(&setup(500));
    talk.think();
    talk.give(json!({ "decide": true }));
    talk.give(json!({ "failed": "no panel" }));
    let codes = talk.refused(json!({ "answer": "", "rationale": ["one"], "confidence": "sure" }));
    assert_eq!(codes, ["missing", "missing", "unknown-word"]);
    talk.fail_as_before();
    let interview = talk.interview();
    assert_eq!(interview.rounds[0].lifecycle, Lifecycle::Gap);
    assert_eq!((interview.mind_failures, interview.panel_failures, interview.streak), (1, 1, 0));
    assert_eq!(interview.steps(), [Step::Draft(2)]);
    talk.think();
    talk.submit("r1-ask", &json!({ "answer": "five minutes after all" })).unwrap();
    assert_eq!(talk.need().need_id, "r1-score-1", "a gap can still be answered");
}

#[test]
fn after_three_assumptions_the_next_answer_is_the_users() {
    let mut talk = Talk::new(&setup(500));
    for _ in 0..3 {
        talk.delegate(&flat(&["entry"], "0.4"));
    }
    assert_eq!(talk.interview().streak, 3);
    let need = talk.think();
    assert_eq!(need.context["mustAnswer"], true);
    assert!(!need.schema.to_string().contains("decide"));
    assert_eq!(talk.refused(json!({ "decide": true })), ["answer-needed"]);
    talk.give(json!({ "answer": "mine" }));
    talk.settle(&flat(&["entry"], "0.4"));
    assert_eq!(talk.interview().streak, 0);
    talk.delegate(&flat(&["entry"], "0.4"));
    assert_eq!(talk.interview().floor().units, Units::new(400), "four of five rounds were assumed");
}

// ---------------------------------------------------------------- panels

#[test]
fn a_panel_is_heard_when_the_milestone_changes_either_way() {
    let mut talk = Talk::new(&setup(500));
    talk.round("x", &flat(&["entry"], "0.3"));
    assert_eq!(talk.need().need_id, "r2-draft", "still initial");
    talk.round("y", &flat(&["entry"], "0.5"));
    let need = talk.need();
    assert_eq!((need.kind, need.r#for), (NeedKind::Panel, NeedFor::Mind));
    assert_eq!(need.context["personas"], json!(["researcher", "contrarian", "simplifier"]));
    assert_eq!(need.context["cause"]["from"], "initial");
    assert_eq!(talk.refused(json!({ "findings": [] })), ["missing"]);
    let finding = |persona: &str| json!({ "persona": persona, "finding": "f", "rationale": ["r"], "options": ["o"], "confidence": "low" });
    let codes = talk.refused(
        json!({ "findings": [finding("architect"), finding("researcher"), finding("researcher")] }),
    );
    assert_eq!(codes, ["not-asked", "twice"]);
    talk.give(json!({ "findings": [finding("contrarian")] }));
    assert_eq!(talk.need().context["findings"][0]["finding"], "f", "folded into the one question");
    let back = json!({ "components": { "entry": marks(&["0.2", "0.3", "0.3"]) } });
    talk.round("z", &with(back, trigger("D", json!({}))));
    let need = talk.need();
    assert_eq!(need.kind, NeedKind::Panel, "back up");
    assert_eq!(
        (&need.context["cause"]["from"], &need.context["cause"]["to"]),
        (&json!("progress"), &json!("initial"))
    );
    assert_eq!(need.context["personas"][3], "architect", "the scope has grown");
    talk.give(json!({ "failed": "nobody there" }));
    assert_eq!(talk.interview().panel_failures, 1);
    assert_eq!(talk.need().need_id, "r4-draft", "the interview goes on");
    assert_eq!(talk.interview().reviews.len(), 1);
    assert_eq!(talk.interview().reviews[0].personas.len(), 3);
    assert_eq!(talk.interview().reviews[0].findings[0].persona, Persona::Contrarian);
}

#[test]
fn a_stall_asks_what_the_thing_is() {
    let mut talk = Talk::new(&setup(500));
    for score in ["0.30", "0.32", "0.35"] {
        talk.round("x", &flat(&["entry"], score));
    }
    let need = talk.need();
    assert_eq!((need.kind, &need.context["ontology"]), (NeedKind::Panel, &json!(true)));
    assert_eq!(need.context["personas"].as_array().unwrap().len(), 4);
    talk.think();
    assert!(talk.interview().round(4).unwrap().target.ontology);
    assert_eq!(talk.interview().escalated_rounds, [4]);
    talk.give(json!({ "answer": "it is a form" }));
    talk.settle(&flat(&["entry"], "0.36"));
    talk.think();
    assert!(!talk.interview().round(5).unwrap().target.ontology, "then back to the details");
}

#[test]
fn much_ambiguity_after_eight_rounds_is_a_stall_too() {
    let mut talk = Talk::new(&setup(500));
    let scores = ["0.1", "0.2", "0.3", "0.4", "0.3", "0.4", "0.5", "0.6"];
    for (idx, score) in scores.into_iter().enumerate() {
        assert!(!talk.interview().is_stalled(), "round {idx}");
        talk.round("x", &flat(&["entry"], score));
    }
    assert!(talk.interview().is_stalled());
}

#[test]
fn what_was_said_is_in_the_ledger_and_what_rests_on_it_is_known_by_its_digest() {
    let mut talk = Talk::new(&setup(500));
    let facts = json!({ "facts": [{ "statement": "five" }] });
    talk.round("five minutes", &with(flat(&["entry"], "0.5"), facts));
    assert!(
        matches!(talk.last_event(), EventBody::Interview(InterviewEvent::DeepNeedFulfilled { need_id, .. }) if need_id == "r1-score-1")
    );
    let (round, fact) =
        (talk.state.contract.answers["R1"].digest, talk.state.contract.answers["F1"].digest);
    talk.submit("r1-ask", &json!({ "answer": "six minutes" })).unwrap();
    assert_ne!(talk.state.contract.answers["R1"].digest, round);
    assert_ne!(talk.state.contract.answers["F1"].digest, fact, "a disputed fact no longer holds");
}

#[test]
fn the_name_of_a_need_depends_on_its_round_and_not_on_words() {
    let mut names = Vec::new();
    for question in ["How fast?", "How slow?"] {
        let mut talk = Talk::new(&setup(500));
        talk.give(json!({ "question": { "text": question } }));
        talk.give(json!({ "askBack": question }));
        talk.give(json!({ "explanation": question }));
        names.push(talk.need().need_id);
    }
    assert_eq!(names, ["r1-ask", "r1-ask"]);
}

#[test]
fn where_a_dispute_is_asked_about_the_sheet_says_what_the_answer_makes_of_it() {
    let mut talk = Talk::new(&setup(500));
    let clear = flat(&["entry"], "0.95");
    let facts = json!({ "facts": [{ "statement": "offline", "component": "entry" }] });
    talk.round("offline", &with(flat(&["entry"], "0.5"), facts));
    talk.round("online", &with(clear.clone(), json!({ "disputes": ["F1"] })));
    talk.think();
    assert_eq!(talk.interview().rounds[2].target.disputed_fact(), Some("F1"));
    talk.give(json!({ "answer": "hm" }));
    assert_eq!(talk.need().context["round"]["dispute"]["statement"], "offline");
    assert_eq!(talk.refused(clear.clone()), ["dispute-unanswered"]);
    talk.settle(&with(clear.clone(), json!({ "disputes": ["F1"] })));
    assert_eq!(talk.ambiguity(), 1000, "it may stay open");
    talk.round("about something else in between", &clear);
    talk.round(
        "online",
        &with(clear, json!({ "facts": [{ "statement": "online", "supersedes": ["F1"] }] })),
    );
    assert_eq!(talk.ambiguity(), 500);
}

#[test]
fn null_is_absent() {
    let mut talk = Talk::new(&setup(500));
    talk.give(json!({ "question": { "text": "How fast?", "whyNow": null, "options": null } }));
    talk.give(json!({ "answer": "fast", "decide": null, "exit": null, "askBack": null }));
    talk.settle(&with(flat(&["entry"], "0.5"), json!({ "facts": null, "triggers": null })));
    assert_eq!(talk.interview().scored().count(), 1);
}

#[test]
fn what_is_given_for_a_need_that_is_gone_is_refused() {
    let mut talk = Talk::new(&setup(500));
    talk.think();
    talk.give(json!({ "answer": "x" }));
    let need_id = talk.need().need_id;
    talk.submit("r1-ask", &json!({ "decide": true })).unwrap();
    assert_eq!(talk.refused_for(&need_id, flat(&["entry"], "0.5")), ["other-question"]);
    assert_eq!(talk.need().kind, NeedKind::Panel);
}

#[test]
fn a_stall_is_three_rounds_within_a_twentieth() {
    let stalls = |scores: &[&str]| {
        let mut talk = Talk::new(&setup(500));
        for score in scores {
            talk.round("x", &flat(&["entry"], score));
        }
        talk.interview().is_stalled()
    };
    assert!(stalls(&["0.3", "0.32", "0.35"]));
    assert!(!stalls(&["0.3", "0.32", "0.3501"]));
    assert!(!stalls(&["0.3", "0.3"]));
    assert!(
        !stalls(&["0.1", "0.2", "0.3", "0.4", "0.5", "0.6", "0.5", "0.7"]),
        "0.30 is not above"
    );
    assert!(stalls(&["0.1", "0.2", "0.3", "0.4", "0.5", "0.6", "0.5", "0.6999"]));
}

#[test]
fn asking_back_has_an_end() {
    let mut talk = Talk::new(&setup(500));
    talk.think();
    for n in 0..10 {
        talk.give(json!({ "askBack": format!("what {n}?") }));
        talk.think();
    }
    assert_eq!(talk.refused(json!({ "askBack": "what else?" })), ["asked-enough"]);
    talk.give(json!({ "answer": "well then" }));
}

#[test]
fn entities_stay_where_a_sheet_says_nothing_about_them() {
    let mut talk = Talk::new(&setup(500));
    let entities = |names: &[&str]| {
        let rows: Vec<Value> = names.iter().map(|it| json!({ "name": it, "type": "t" })).collect();
        with(flat(&["entry"], "0.5"), json!({ "entities": rows }))
    };
    talk.round("x", &entities(&["Reading", "Ward"]));
    assert_eq!(deep::report(talk.interview()).unwrap().stability, None);
    talk.round("y", &flat(&["entry"], "0.5"));
    let report = deep::report(talk.interview()).unwrap();
    assert_eq!((report.n_entities, report.entities, report.stability), (2, (0, 0, 2), None));
    talk.round("z", &entities(&["reading", "Nurse"]));
    let report = deep::report(talk.interview()).unwrap();
    assert_eq!((report.entities, report.stability), ((1, 0, 1), Some(Units::new(5000))));
}
