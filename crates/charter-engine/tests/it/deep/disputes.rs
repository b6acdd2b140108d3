//! How a dispute is settled, and what opens it again.

use super::table::{Talk, flat, setup, with};
use charter_interview::deep::NeedKind;
use serde_json::json;

/// An interview in which the user is asked about the disputed `F1` in round 3.
fn disputed() -> Talk {
    let mut talk = Talk::new(&setup(500));
    let facts = json!({ "facts": [{ "statement": "offline", "component": "entry" }] });
    talk.round("offline", &with(flat(&["entry"], "0.95"), facts));
    talk.submit("r1-ask", &json!({ "answer": "online" })).unwrap();
    let more = json!({ "facts": [{ "statement": "fast" }], "disputes": ["F1"] });
    talk.settle(&with(flat(&["entry"], "0.95"), more));
    talk.think();
    assert_eq!(talk.interview().rounds[1].target.disputed_fact(), Some("F1"));
    talk
}

#[test]
fn a_replaced_answer_opens_the_dispute_again_that_it_settled() {
    let confirms = json!({ "confirms": ["F1"] });
    let instead = json!({ "facts": [{ "statement": "online", "supersedes": ["F1"] }] });
    for settles in [confirms, instead] {
        let mut talk = disputed();
        let clear = flat(&["entry"], "0.95");
        talk.round("I am sure", &with(clear.clone(), settles.clone()));
        assert_eq!(talk.ambiguity(), 500);
        assert_eq!(talk.interview().facts[0].settled_by, Some(2));
        let outcome = talk.submit("r2-ask", &json!({ "answer": "hm, no" })).unwrap();
        assert!(outcome.disputed.contains(&"F1".to_owned()), "{:?}", outcome.disputed);
        let fact = &talk.interview().facts[0];
        assert!(fact.is_open_dispute() && fact.settled_by.is_none() && !fact.is_superseded());
        assert_eq!(talk.refused(clear.clone()), ["dispute-unanswered"]);
        let instead = json!({ "facts": [{ "statement": "both", "supersedes": ["F1", "F3"] }] });
        let ours = talk.interview().facts.len() > 2;
        let again = if ours { instead } else { json!({ "confirms": ["F1"] }) };
        talk.settle(&with(clear, again));
        assert_eq!(talk.ambiguity(), 500, "the new answer settles it anew");
    }
}

#[test]
fn a_confirmation_that_is_disputed_again_is_settled_by_nobody() {
    let mut talk = disputed();
    let both = json!({ "confirms": ["F1"], "disputes": ["F1"] });
    talk.round("hm", &with(flat(&["entry"], "0.95"), both));
    let fact = &talk.interview().facts[0];
    assert!(fact.is_open_dispute() && fact.settled_by.is_none());
}

#[test]
fn a_replaced_answer_supersedes_what_rested_on_it_and_confirms_nothing() {
    let mut talk = Talk::new(&setup(500));
    let facts = json!({ "facts": [{ "statement": "offline", "component": "entry" }] });
    talk.round("offline", &with(flat(&["entry"], "0.95"), facts));
    talk.submit("r1-ask", &json!({ "answer": "online" })).unwrap();
    let clear = flat(&["entry"], "0.95");
    let confirms = with(clear.clone(), json!({ "confirms": ["F1"] }));
    assert_eq!(talk.refused(confirms), ["dispute-open"], "the user has just taken it back");
    let instead = json!({ "facts": [{ "statement": "online", "supersedes": ["F1"] }] });
    talk.give(with(clear, instead));
    assert_eq!(talk.interview().facts[0].superseded_by.as_deref(), Some("F2"));
}

#[test]
fn the_words_of_a_fact_stay_while_it_is_disputed_and_where_only_a_mind_answered() {
    let mut talk = disputed();
    talk.give(json!({ "answer": "hm" }));
    let reword = |id: &str, words: &str| {
        let more = json!({ "disputes": ["F1"], "facts": [{ "id": id, "statement": words }] });
        with(flat(&["entry"], "0.95"), more)
    };
    assert_eq!(talk.refused(reword("F1", "online")), ["dispute-open"]);
    talk.give(reword("F2", "fast enough"));
    assert_eq!(talk.interview().facts[1].statement, "fast enough", "the user spoke");
    talk.think();
    talk.give(json!({ "decide": true }));
    while !talk.need().need_id.contains("score") {
        let is_panel = talk.need().kind == NeedKind::Panel;
        let auto = json!({ "answer": "x", "rationale": ["a", "b"], "confidence": "high" });
        talk.give(if is_panel { json!({ "failed": "x" }) } else { auto });
    }
    assert_eq!(talk.refused(reword("F2", "slow")), ["answer-needed"]);
    talk.give(reword("F2", "fast enough"));
}

/// Leaves the question about `F1` to a mind that answers with these words; gives nothing to the
/// sheet about it.
fn left_to_a_mind(words: &str, more: serde_json::Value) -> Talk {
    let mut talk = disputed();
    talk.give(json!({ "decide": true }));
    while talk.need().kind == NeedKind::Panel {
        talk.give(json!({ "failed": "no panel" }));
    }
    let auto = json!({ "answer": words, "rationale": ["a", "b"], "confidence": "low",
        "uncertainty": "nobody was asked" });
    talk.give(auto);
    talk.give(with(flat(&["entry"], "0.95"), more));
    talk
}

#[test]
fn a_dispute_that_is_left_to_a_mind_is_settled_as_an_assumption() {
    // The disputed side is kept.
    let talk = left_to_a_mind("Offline.", json!({}));
    let fact = &talk.interview().facts[0];
    assert!(!fact.disputed && fact.settled_by == Some(2) && !fact.is_superseded());
    assert_eq!(talk.interview().floor().disputed, 0, "the floor is released");
    assert_eq!(talk.interview().floor().assumed, 1, "and the assumption counts in it");
    let scoring = talk.interview().rounds[1].scoring.as_ref().unwrap();
    assert_eq!(
        scoring.adjustments,
        ["the dispute about F1 is settled by assumption: “Offline.” is kept"]
    );
    // Another fact that stands is kept.
    let talk = left_to_a_mind("fast", json!({}));
    assert_eq!(talk.interview().facts[0].superseded_by.as_deref(), Some("F2"));
    // Something else is kept, which nobody but the mind said.
    let talk = left_to_a_mind("on two wards first", json!({}));
    let facts = &talk.interview().facts;
    assert_eq!(facts[0].superseded_by.as_deref(), Some("F3"));
    assert!(facts[2].assumed && facts[2].round == 2 && facts[2].component == facts[0].component);
}

#[test]
fn an_assumption_about_a_dispute_can_be_left_open_by_its_scores_and_taken_back_by_the_user() {
    let talk = left_to_a_mind("offline", json!({ "disputes": ["F1"] }));
    assert!(talk.interview().facts[0].is_open_dispute(), "a mind can always raise doubt");
    let mut talk = left_to_a_mind("on two wards first", json!({}));
    let outcome = talk.submit("r2-ask", &json!({ "answer": "online, then" })).unwrap();
    assert_eq!(outcome.disputed, ["F1", "F3"]);
    assert!(talk.interview().facts[0].is_open_dispute());
}

#[test]
fn a_dispute_is_not_settled_where_no_mind_has_an_answer() {
    let mut talk = disputed();
    talk.give(json!({ "decide": true }));
    talk.think_or_stop();
    assert!(talk.interview().facts[0].is_open_dispute());
}
