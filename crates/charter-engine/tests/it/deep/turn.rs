//! One call for each answer: what a mind says about it, and what it says ahead.

use super::table::{Talk, context, flat, setup, with};
use crate::whole;
use charter_interview::InterviewEvent;
use charter_interview::deep::{
    Dimension, Fulfilment, Limits, NeedFor, NeedKind, Setup, Step, open, prompted,
};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The most bytes of what is told about an answer.
const CONTEXT_BYTES_MAX: usize = 12 * 1024;

/// The most bytes of what stands beside a question.
const USER_CONTEXT_BYTES_MAX: usize = 2048;

/// An interview with a mind that says everything a need wants, and counts how often it was asked for what.
struct Called {
    talk: Talk,
    n_calls: BTreeMap<&'static str, usize>,
}

impl Called {
    fn begun(setup: &Setup) -> Self {
        let mut called = Self { talk: Talk::begun(setup), n_calls: BTreeMap::new() };
        called.think("0.3");
        called
    }

    /// Appends what follows by itself.
    fn go_on(&mut self) {
        let decision = whole::onward(&self.talk.state, &self.talk.criteria, true, &context());
        self.talk.append(decision);
    }

    fn give(&mut self, content: &Value) {
        let need_id = self.talk.need().need_id;
        let given = self.talk.submit(&need_id, content);
        given.unwrap_or_else(|it| panic!("{need_id}: {content}: {it}"));
        self.go_on();
    }

    /// Thinks until the user is needed.
    fn think(&mut self, score: &str) {
        for _ in 0..10 {
            let need = self.talk.need();
            if need.r#for == NeedFor::User {
                return;
            }
            *self.n_calls.entry(need.kind.word()).or_default() += 1;
            self.talk.sheet = turn(&self.talk, score);
            let content = match need.kind {
                NeedKind::Parts => json!({
                    "components": [{ "name": "Entry" }, { "name": "Export" }],
                    "question": { "text": "Who enters what?", "component": "Entry", "dimension": "goal" },
                }),
                NeedKind::Panel if need.need_id.starts_with("panel") => with(
                    self.talk.thought(&need),
                    json!({ "question": question("after the panel") }),
                ),
                NeedKind::Turn if need.need_id.contains("auto") => {
                    with(self.talk.thought(&need), json!({ "sheet": turn(&self.talk, score) }))
                }
                _ => self.talk.thought(&need),
            };
            self.give(&content);
        }
        panic!("the user is never needed: {:?}", self.talk.need());
    }

    /// Says something to the open question; gives how many calls that took, by kind.
    fn say(&mut self, content: &Value, score: &str) -> BTreeMap<&'static str, usize> {
        self.n_calls.clear();
        self.give(content);
        self.think(score);
        self.n_calls.clone()
    }
}

fn question(text: &str) -> Value {
    json!({ "text": text, "whyNow": "it is open", "options": ["one", "two"], "component": "export",
        "dimension": "criteria" })
}

/// Says everything that may be needed about an answer.
fn turn(talk: &Talk, score: &str) -> Value {
    let ids: Vec<&str> =
        talk.interview().topology.components.iter().map(|it| it.id.as_str()).collect();
    let number = talk.interview().n_rounds();
    let ahead = json!({
        "facts": [{ "statement": format!("fact {number} of what is entered at the bed at night"), "component": ids.first(),
            "dimension": "goal", "evidence": "said so" }],
        "entities": [{ "name": "Reading", "type": "record", "fields": ["value", "time"] }],
        "gaps": [], "goal": "Nurses enter values at the bed.", "question": question(&format!("Question {number}?")),
    });
    with(flat(&ids, score), ahead)
}

fn calls(kinds: &[(&'static str, usize)]) -> BTreeMap<&'static str, usize> {
    kinds.iter().copied().collect()
}

#[test]
fn one_call_for_the_parts_one_for_each_answer_and_one_for_the_spec() {
    let mut called = Called::begun(&setup(2000));
    assert_eq!(called.n_calls, calls(&[("parts", 1)]));
    let none = called.say(&json!({ "choice": "confirm" }), "0.3");
    assert_eq!(none, calls(&[]), "the first question came with the parts");
    assert_eq!(called.talk.need().prompt, "Who enters what?");
    let said = json!({ "answer": "Night nurses." });
    let mut n_panels = 0;
    for score in ["0.3", "0.35", "0.55", "0.75", "0.8"] {
        assert_eq!(called.talk.need().kind, NeedKind::Ask);
        let mut taken = called.say(&said, score);
        // A panel is a call of its own, and brings the next question with it.
        n_panels += taken.remove("panel").unwrap_or_default();
        assert_eq!(taken, calls(&[("turn", 1)]), "at {score}");
    }
    assert!(n_panels > 0);
    let end = called.talk.need();
    assert_eq!((end.kind, end.prompt.contains("Nurses enter values")), (NeedKind::Restate, true));
    let taken = called.say(&json!({ "choice": "yes" }), "0.8");
    assert_eq!((called.talk.need().kind, taken), (NeedKind::Done, calls(&[("spec", 1)])));
}

#[test]
fn what_is_left_to_the_mind_takes_one_call_and_its_panel() {
    let mut called = Called::begun(&setup(500));
    called.say(&json!({ "choice": "confirm" }), "0.3");
    let taken = called.say(&json!({ "decide": true }), "0.3");
    assert_eq!(taken, calls(&[("panel", 1), ("turn", 1)]));
    let round = called.talk.interview().round(1).unwrap();
    assert!(round.is_scored() && round.auto().is_some_and(|it| it.sheet.is_none()));
    // A question that is asked back is explained, and stays.
    let taken = called.say(&json!({ "askBack": "what is entry?" }), "0.3");
    assert_eq!((taken, called.talk.need().round), (calls(&[("turn", 1)]), 2));
}

#[test]
fn a_question_is_about_what_the_mind_says_where_there_is_such_a_thing() {
    let mut called = Called::begun(&setup(500));
    called.say(&json!({ "choice": "confirm" }), "0.3");
    let target = |called: &Called, number: u32| {
        let target = &called.talk.interview().round(number).unwrap().target;
        (target.component.clone(), target.dimension)
    };
    assert_eq!(target(&called, 1), ("entry".to_owned(), Dimension::Goal), "by its name");
    called.say(&json!({ "answer": "x" }), "0.3");
    assert_eq!(target(&called, 2), ("export".to_owned(), Dimension::Criteria));
    // What is not there is taken for the weakest one.
    called.give(&json!({ "answer": "y" }));
    let ids = ["entry", "export"];
    let odd =
        json!({ "question": { "text": "What?", "component": "billing", "dimension": "goal" } });
    called.give(&with(flat(&ids, "0.3"), odd));
    let weakest = target(&called, 3);
    assert!(ids.contains(&weakest.0.as_str()), "{weakest:?}");
    assert_eq!(called.talk.need().prompt, "What?");
}

#[test]
fn what_was_said_ahead_is_dropped_with_another_answer() {
    let mut called = Called::begun(&setup(2000));
    called.say(&json!({ "choice": "confirm" }), "0.3");
    called.say(&json!({ "answer": "x" }), "0.9");
    assert_eq!(called.talk.need().kind, NeedKind::Restate);
    assert!(called.talk.interview().kept.question.is_some(), "the question is kept unused");
    called.talk.submit("r1-ask", &json!({ "answer": "y" })).unwrap();
    assert!(called.talk.interview().kept.question.is_none());
    assert_eq!(called.talk.interview().steps(), [Step::Score(1)]);
}

#[test]
fn a_turn_is_told_in_twelve_kilobytes_at_round_twenty() {
    let limits = Limits::with_hard(30);
    let mut called = Called::begun(&Setup { limits, ..setup(1) });
    called.say(&json!({ "choice": "confirm" }), "0.3");
    let words = "Night nurses on four wards enter pulse, pressure and temperature at the bed, and nobody waits. ";
    for round in 1..=20 {
        assert_eq!(called.talk.need().round, round);
        called.give(&json!({ "answer": words.repeat(4) }));
        let need = called.talk.need();
        assert_eq!(need.kind, NeedKind::Turn);
        let bytes = need.context.to_string().len();
        assert!(bytes < CONTEXT_BYTES_MAX, "round {round}: {bytes}");
        let cited = need.context["references"].as_array().unwrap();
        assert!(cited.contains(&json!(format!("R{round}"))), "{cited:?}");
        called.think(if u32::is_multiple_of(round, 2) { "0.3" } else { "0.4" });
        // What the user is asked carries what is new, however long the interview is.
        let asked = called.talk.need().context.to_string().len();
        assert!(asked < USER_CONTEXT_BYTES_MAX, "round {round}: {asked}");
    }
}

#[test]
fn a_need_says_the_rubric_the_triggers_and_what_settles_a_dispute() {
    let mut called = Called::begun(&setup(500));
    called.say(&json!({ "choice": "confirm" }), "0.3");
    called.give(&json!({ "answer": "x" }));
    let interview = called.talk.interview();
    let asked = prompted(interview, &interview.steps()[0]).unwrap();
    for words in [
        "0.3 “",
        "0.6 “",
        "0.9 “",
        "goal:",
        "constraints:",
        "criteria:",
        "A it contradicts",
        "B it makes",
        "C it takes back",
        "D it avoids",
        "`supersedes`",
        "`confirms`",
        "`disputes`",
        "Each option is a whole answer",
        "6000 there is the score 0.6",
        "start from `round.clarityBefore`",
    ] {
        assert!(asked.user.contains(words), "{words}: {}", asked.user);
    }
    assert!(!asked.user.contains("context: is it said"), "what has no weight is not explained");
    let schema = asked.schema.to_string();
    for rule in [
        "needed where the score is below 0.9",
        "needed where the status is disputed or unresolved",
        "not asked where the interview ends",
    ] {
        assert!(schema.contains(rule), "{rule}: {schema}");
    }
}

#[test]
fn the_words_of_older_events_are_still_read() {
    for (kind, of) in [
        ("topology", "parts"),
        ("confirmCrossing", "crossing"),
        ("score", "score"),
        ("refine", "refine"),
        ("autoAnswer", "autoAnswer"),
        ("ask", "ask"),
        ("turn", "turn"),
    ] {
        let event = json!({ "type": "deep_need_fulfilled", "needId": "x-1", "round": 0,
            "fulfilment": { "kind": "failed", "of": kind, "reason": "r" } });
        let event: InterviewEvent = serde_json::from_value(event).unwrap();
        let InterviewEvent::DeepNeedFulfilled { fulfilment, .. } = event else {
            panic!("{event:?}")
        };
        let Fulfilment::Failed { of: read, .. } = *fulfilment else { panic!("{fulfilment:?}") };
        assert_eq!(read.word(), of);
    }
    // A long answer that was shown in parts is scored like any other.
    let mut talk = Talk::new(&setup(500));
    talk.think();
    talk.give(json!({ "answer": "word ".repeat(40) }));
    let older = json!({ "type": "deep_need_fulfilled", "needId": "r1-structure-1.1", "round": 1,
        "fulfilment": { "kind": "structured", "decision": "as said" } });
    let older: InterviewEvent = serde_json::from_value(older).unwrap();
    talk.append(whole::Decision { events: vec![older.into()], edits: Vec::new() });
    assert_eq!(open(talk.interview())[0].need_id, "r1-score-1");
}
