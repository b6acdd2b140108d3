//! Models that answer, fail and are called off.

use super::*;
use charter_mind::Usage;
use std::cell::RefCell;

fn reply(outcome: Result<Value, MindFailure>, n_tries: u32) -> MindReply {
    let usage = Usage { input_tokens: Some(100), output_tokens: Some(10) };
    MindReply { outcome, usage, model: Some("m-1".to_owned()), took_ms: 30, n_tries }
}

fn problem(content: &Value) -> Vec<Problem> {
    let is_good = content.get("goal").is_some() || content.get("failed").is_some();
    let problem = Problem {
        path: "goal".to_owned(),
        code: "missing".to_owned(),
        message: "`goal` is needed".to_owned(),
    };
    if is_good { Vec::new() } else { vec![problem] }
}

/// Asks with answers that come in order; gives what came of it and what was sent.
fn check(replies: Vec<MindReply>) -> (Option<Thought>, Vec<(String, u32, u64)>) {
    let replies = RefCell::new(replies);
    let sent = RefCell::new(Vec::new());
    let ask = |user: &str, tries: u32, ms: u64| {
        sent.borrow_mut().push((user.to_owned(), tries, ms));
        replies.borrow_mut().remove(0)
    };
    let call = ModelCall { mind: "claude", ask: &ask, judge: &problem };
    (by_model("Say the goal.", &call), sent.into_inner())
}

#[test]
fn an_answer_is_taken_with_what_it_took() {
    let (thought, sent) = check(vec![reply(Ok(json!({ "goal": "x" })), 1)]);
    let Thought { content, failure, cost } = thought.unwrap();
    assert_eq!((content, failure), (json!({ "goal": "x" }), None));
    assert_eq!((cost.tries, cost.ms, cost.input_tokens), (1, 30, Some(100)));
    assert_eq!((cost.mind.as_str(), cost.model.as_deref()), ("claude", Some("m-1")));
    assert_eq!(sent, [("Say the goal.".to_owned(), 2, 0)]);
}

#[test]
fn a_model_is_asked_once_more_with_what_was_wrong() {
    let replies = vec![reply(Ok(json!({ "word": 1 })), 1), reply(Ok(json!({ "goal": "x" })), 1)];
    let (thought, sent) = check(replies);
    let thought = thought.unwrap();
    assert_eq!((thought.failure, thought.cost.tries), (None, 2));
    assert_eq!(thought.cost.output_tokens, Some(20));
    let (second, tries, ms) = &sent[1];
    assert!(second.starts_with("Say the goal.\n\nYou answered:\n{\"word\":1}"), "{second}");
    assert!(second.contains("- goal: `goal` is needed"), "{second}");
    assert_eq!((*tries, *ms), (1, 30));
}

#[test]
fn two_tries_are_all_whoever_uses_them() {
    let bad = || Ok(json!({ "word": 1 }));
    for replies in [vec![reply(bad(), 1), reply(bad(), 1)], vec![reply(bad(), 2)]] {
        let (thought, _) = check(replies);
        let thought = thought.unwrap();
        let reason = "its answer couldn't be used: goal: `goal` is needed";
        assert_eq!(thought.failure.as_deref(), Some(reason));
        assert_eq!((thought.content, thought.cost.tries), (json!({ "failed": reason }), 2));
    }
}

#[test]
fn a_failure_says_why_and_is_not_asked_again() {
    let (thought, sent) =
        check(vec![reply(Err(MindFailure::NotThere("`claude` isn't in PATH".into())), 0)]);
    let thought = thought.unwrap();
    assert_eq!(thought.failure.as_deref(), Some("`claude` isn't in PATH"));
    assert_eq!((sent.len(), thought.cost.tries), (1, 0));
    // It may say itself that it cannot.
    let (thought, _) = check(vec![reply(Ok(json!({ "failed": "too little is known" })), 1)]);
    assert_eq!(thought.unwrap().failure.as_deref(), Some("too little is known"));
}

#[test]
fn what_is_called_off_gives_nothing() {
    assert_eq!(check(vec![reply(Err(MindFailure::Cancelled), 1)]).0, None);
}
