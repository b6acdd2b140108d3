//! Minds that fail, in every way.

use super::*;
use charter_interview::deep::{
    ComponentDraft, Interview, Layers, Limits, Project, Proposal, Setup, mind_need, resolve,
};
use charter_interview::{InterviewEvent, InterviewState};
use charter_kernel::{Actor, Timestamp, Witness};
use std::cell::RefCell;

fn state() -> State {
    let now = Timestamp::from_millis(0);
    let setup = Setup {
        idea: "Nurses lose 40 minutes a night".to_owned(),
        project: Project::Greenfield,
        codebase: None,
        threshold: resolve(&Layers::default()).unwrap(),
        limits: Limits::default(),
        batch: 1,
        language: None,
    };
    let deep = Some(Box::new(Interview::new(setup, now)));
    let interview = InterviewState { deep, ..InterviewState::default() };
    State { n_events: 1, interview, ..State::default() }
}

/// Has the first need fulfilled, and gives what the ledger would keep.
fn check(minds: &[MindCall<'_>]) -> Fulfilment {
    let state = state();
    let need = mind_need(state.interview.deep.as_deref().unwrap()).unwrap();
    let now = Timestamp::from_millis(0);
    let ctx = Context { now, witness: Witness::Fixed, actor: Actor::Unknown };
    let criteria = Source::new(Vec::new());
    let outcome = decide(&state, &criteria, &need, minds, &ctx).unwrap();
    match outcome.decision.events.into_iter().next() {
        Some(InterviewEvent::DeepNeedFulfilled { fulfilment, .. }) => *fulfilment,
        other => panic!("{other:?}"),
    }
}

/// Gives a proposal of components; without one it is refused.
fn proposed(names: &[&str]) -> Fulfilment {
    let component = |name: &&str| ComponentDraft {
        name: (*name).to_owned(),
        description: String::new(),
        evidence: Vec::new(),
        deferred: None,
    };
    let components = names.iter().map(component).collect();
    Fulfilment::ComponentsProposed(Proposal { components, summary: None, intents: Vec::new() })
}

#[test]
fn a_mind_is_asked_once_more_with_what_was_wrong() {
    let seen: RefCell<Vec<usize>> = RefCell::default();
    let mind = |_: &MindNeed, problems: &[Problem]| {
        seen.borrow_mut().push(problems.len());
        Ok(proposed(if problems.is_empty() { &[] } else { &["Entry"] }))
    };
    assert!(matches!(check(&[&mind]), Fulfilment::ComponentsProposed(_)));
    assert_eq!(*seen.borrow(), [0, 1]);
}

#[test]
fn a_mind_that_fails_twice_is_replaced_by_the_next() {
    let n_asked = RefCell::new(0);
    let first = |_: &MindNeed, _: &[Problem]| {
        *n_asked.borrow_mut() += 1;
        Err("no network".to_owned())
    };
    let second = |_: &MindNeed, _: &[Problem]| Ok(proposed(&["Entry"]));
    assert!(matches!(check(&[&first, &second]), Fulfilment::ComponentsProposed(_)));
    assert_eq!(*n_asked.borrow(), 2);
}

#[test]
fn where_no_mind_is_left_the_interview_goes_on_and_the_ledger_says_why() {
    let first = |_: &MindNeed, _: &[Problem]| Err("gave up".to_owned());
    let second = |_: &MindNeed, _: &[Problem]| Ok(proposed(&[]));
    match check(&[&first, &second]) {
        Fulfilment::Failed { reason, .. } => {
            assert!(reason.starts_with("out of shape: components"), "{reason}");
        }
        other => panic!("{other:?}"),
    }
    assert!(matches!(check(&[]), Fulfilment::Failed { .. }));
}
