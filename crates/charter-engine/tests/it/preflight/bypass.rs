//! When nothing is asked, and until when things hold.

use super::world::{World, answered, at, interview, person};
use charter_interview::preflight::{
    BypassReason, Gate, History, Keep, Phase, Pruned, Reading, Saying, Session, Surroundings,
    Trigger, TriggerKind, read, skip,
};
use charter_kernel::Actor;
use charter_kernel::Refuse;
use serde_json::json;

#[track_caller]
fn reason(world: &mut World, workflow: &str, request: &str, minutes: i64) -> Option<BypassReason> {
    let assessment = world.check(workflow, request, minutes);
    let reason = assessment.bypass.and_then(|it| it.reason);
    assert_eq!(assessment.gate.is_open(), reason.is_some(), "{request}");
    reason
}

#[test]
fn an_explicit_skip_is_warned_about_and_logged() {
    let assessment = World::default().check("x-docs", "skip interview", 0);
    let entry = assessment.bypass.unwrap();
    assert_eq!(entry.reason, Some(BypassReason::Explicit));
    assert!(entry.warning_shown);
    assert!(!entry.assumptions.is_empty());
    assert_eq!(assessment.state.phase, Phase::Skipped);
    assert_eq!(assessment.state.gate, Gate::Open);
    assert_eq!(assessment.state.bypasses, [entry]);
}

#[test]
fn what_is_irreversible_is_not_skipped_by_a_phrase() {
    for (workflow, request) in [
        ("x-deploy", "deploy to production, just do it"),
        ("x-implement", "delete old rows, skip interview"),
        ("x-deploy", "ship it, just do it"),
        ("request", "just do it, remove all users"),
    ] {
        let assessment = World::default().check(workflow, request, 0);
        assert!(!assessment.gate.is_open(), "{request}");
        assert!(assessment.refused.unwrap().contains("never skipped"), "{request}");
    }
}

#[test]
fn what_is_irreversible_takes_a_word_for_every_risk() {
    let request = "deploy to production and purge the cache";
    let state = World::default().check("x-deploy", request, 0).state;
    let refused = skip(state.clone(), "go", &["deploy".to_owned()], &person(), at(1)).unwrap_err();
    assert_eq!(refused.code(), "preflight-high-risk");
    let words = ["Deploy".to_owned(), "purge".to_owned()];
    let state = skip(state, "go", &words, &person(), at(1)).unwrap();
    assert_eq!((state.phase, state.gate), (Phase::Skipped, Gate::Open));
}

#[test]
fn the_same_within_a_day_is_not_asked_again() {
    let request = "add login for nurses somehow";
    let world = World::agreed("x-implement", request);
    let again = |minutes| reason(&mut world.clone(), "x-implement", request, minutes);
    assert_eq!(again(24 * 60 - 1), Some(BypassReason::Interviewed));
    assert_eq!(again(24 * 60 + 1), None);
    assert_eq!(again(30 * 60), None);
    let other_words =
        reason(&mut world.clone(), "x-implement", "for nurses, somehow add the login", 5);
    assert_eq!(other_words, Some(BypassReason::Interviewed));
}

#[test]
fn other_files_are_other_work() {
    let request = "add login for nurses in src/login.rs somehow";
    let mut world = World::agreed("x-implement", request);
    assert_eq!(
        reason(&mut world.clone(), "x-implement", request, 5),
        Some(BypassReason::Interviewed)
    );
    let other = "add login for nurses in src/admin.rs somehow";
    assert_eq!(reason(&mut world, "x-implement", other, 5), None);
}

#[test]
fn going_on_needs_a_full_agreement_and_nothing_new() {
    let mut agreed = World::agreed("x-implement", "add login for nurses somehow");
    let go_on = |world: &mut World, text: &str| reason(world, "x-implement", text, 5);
    assert_eq!(go_on(&mut agreed.clone(), "continue"), Some(BypassReason::Continuation));
    assert_eq!(go_on(&mut agreed.clone(), "please keep going"), Some(BypassReason::Continuation));
    assert_eq!(go_on(&mut agreed, "continue and add SSO somehow"), None);
    let live = Some(interview("x-implement", [88; 5]));
    assert_eq!(go_on(&mut World { live, ..World::default() }, "continue"), None);
}

#[test]
fn brainstorming_is_skipped_with_a_warning() {
    let entry = World::default().check("x-brainstorm", "skip interview", 0).bypass.unwrap();
    assert!(entry.warning_shown);
}

#[test]
fn three_skips_make_it_short_until_everything_is_wanted() {
    let mut world = World::default();
    for n in 0..3 {
        let request = format!("plan part {n}, skip interview");
        assert!(world.check("x-plan", &request, n).gate.is_open());
    }
    let short = world.clone().check("x-plan", "plan the wards somehow, with beds etc.", 9);
    assert!(short.is_adapted);
    let state = answered(short.state, "no idea");
    assert!(state.is_asked_out() && state.may_reformulate());
    assert!(!world.clone().check("x-docs", "write the manual somehow", 9).is_adapted);
    let full = world.check("x-plan", "plan the wards, full interview", 10);
    assert!(!full.is_adapted && !full.gate.is_open());
    assert!(!world.check("x-plan", "plan the kitchens somehow", 11).is_adapted);
}

#[test]
fn the_log_has_whole_points() {
    let state = interview("x-implement", [60, 60, 60, 60, 65]);
    assert_eq!(state.composite.to_string(), "60.5");
    let state = skip(state, "just do it", &[], &person(), at(1)).unwrap();
    assert_eq!(state.bypasses[0].confidence, Some(60));
}

#[test]
fn doubt_is_no_wish_to_skip() {
    for request in [
        "I'm not sure I know what I want",
        "I’m not sure I know what I want",
        "add login somehow, or should I just do it?",
        "add what they call \"just do it\" somehow",
    ] {
        assert_eq!(reason(&mut World::default(), "x-docs", request, 0), None, "{request}");
    }
    let sure = "I know what I want: a page with the ward's name";
    assert_eq!(reason(&mut World::default(), "x-docs", sure, 0), Some(BypassReason::Explicit));
}

fn history(ends: &[&str]) -> History {
    let sessions: Vec<_> = ends
        .iter()
        .map(
            |end| json!({ "skill": "x-plan", "expiresAt": end, "confidence": { "composite": 92 } }),
        )
        .collect();
    let file = json!({ "version": "1.0", "sessions": sessions });
    match read(file.to_string().as_bytes()) {
        Reading::History(history) => history,
        other => panic!("{other:?}"),
    }
}

#[test]
fn what_is_over_is_dropped_and_the_rest_is_used() {
    let mut past = history(&["2026-11-16T08:59:59Z", "2026-11-16T10:00:00Z"]);
    assert_eq!(past.prune(at(0)), Pruned::Less);
    assert_eq!(past.sessions.len(), 1);
    assert_eq!(past.prune(at(0)), Pruned::Same);
}

#[test]
fn when_all_is_over_nothing_is_left() {
    let mut past = history(&["2026-11-15T08:00:00Z"]);
    assert_eq!(past.prune(at(0)), Pruned::Empty);
    let mut counted = History::default();
    counted.count_skip("x-plan");
    assert_eq!(counted.prune(at(0)), Pruned::Same, "the count of skips is no entry");
}

#[test]
fn what_ends_this_moment_still_counts() {
    let mut past = history(&["2026-11-16T09:00:00Z"]);
    assert_eq!(past.prune(at(0)), Pruned::Same);
    let live = interview("x-plan", [0; 5]);
    assert!(!live.is_expired(at(24 * 60)));
    assert!(live.is_expired(at(24 * 60 + 1)));
}

#[test]
fn a_reply_to_a_question_does_not_begin_another_interview() {
    let mut world = World::default();
    world.check("x-implement", "add login somehow", 0);
    let hash = world.live.as_ref().unwrap().topic_hash.clone();
    let reply = world.check_as(Saying::Prompt, "request", "we use Auth0", 1);
    assert_eq!(reply.state.topic_hash, hash);
    assert_eq!(reply.state.workflow, "x-implement");
    assert!(!reply.gate.is_open());
    let skipped = world.check_as(Saying::Prompt, "request", "just do it", 2);
    assert!(skipped.gate.is_open());
    assert_eq!(skipped.state.phase, Phase::Skipped);
}

#[test]
fn answers_to_something_else_are_put_aside() {
    let mut world = World::default();
    world.check("x-implement", "add login somehow", 0);
    assert_eq!(world.check("x-plan", "plan the wards somehow", 1).keep, Keep::Write);
    world.live = world.live.map(|it| answered(it, "four wards, and the kitchens later"));
    assert_eq!(world.check("x-implement", "add logout somehow", 2).keep, Keep::WriteAside);
}

#[test]
fn asking_the_same_twice_changes_nothing() {
    let mut world = World::default();
    world.check("x-implement", "add login somehow", 0);
    let before = world.live.clone();
    assert_eq!(world.check("x-implement", "add login somehow", 1).keep, Keep::Nothing);
    assert_eq!(world.live, before);
}

#[test]
fn the_history_keeps_what_it_does_not_know() {
    let session = Session {
        skill: "x-plan".to_owned(),
        timestamp: None,
        expires_at: None,
        composite: None,
        confidence: serde_json::Map::new(),
        questions_asked: 1,
        bypassed: true,
        entities: ["ward".to_owned()].into(),
        session_id: Some("s1".to_owned()),
        rest: json!({ "skip_reason": "hurry" }).as_object().unwrap().clone(),
    };
    let history = History { sessions: vec![session], ..History::default() };
    let Reading::History(again) = read(history.render().as_bytes()) else { panic!() };
    assert_eq!(again, history);
    assert_eq!(Surroundings::default().branch, None);
}

#[test]
fn what_was_only_answered_is_not_called_agreed() {
    let request = "add login for nurses somehow";
    let mut world = World::default();
    world.check("x-implement", request, 0);
    world.live = world.live.map(|mut it| {
        it = answered(it, "with the hospital's own accounts");
        it.settled(at(1))
    });
    let words = |world: &World| {
        let entry = world.clone().check("x-implement", request, 5).bypass.unwrap();
        entry.warning_text.unwrap()
    };
    assert!(words(&world).contains("nobody was asked for a yes"), "{}", words(&world));
    let agreed = World::agreed("x-implement", request);
    assert!(words(&agreed).contains("the same was agreed 3 min ago"), "{}", words(&agreed));
}

#[test]
fn a_bypass_says_who_why_and_how_little_is_clear() {
    let agent = Actor::Agent("x".to_owned());
    let state = interview("x-implement", [10, 0, 0, 0, 0]);
    let state = skip(state, "a spike", &[], &agent, at(1)).unwrap();
    let entry = state.bypasses[0].clone();
    assert_eq!((entry.actor, entry.given.as_deref()), (Some(agent), Some("a spike")));
    assert_eq!(entry.request.as_deref(), Some("add login"));
    let words = entry.warning_text.unwrap();
    for part in ["no questions were asked", "confidence 2.5 of 100", "the agent x", "a spike"] {
        assert!(words.contains(part), "{words}");
    }
}

#[test]
fn a_risk_that_no_word_stands_for_is_named_too() {
    let mut state = interview("x-implement", [0; 5]);
    state.triggers.push(Trigger::told(TriggerKind::Risk, "no way back", "analysis"));
    let refused = skip(state.clone(), "go", &[], &person(), at(1)).unwrap_err();
    assert_eq!(refused.code(), "preflight-high-risk");
    let words = ["no way back".to_owned()];
    let agent = Actor::Agent("x".to_owned());
    let refused = skip(state.clone(), "go", &words, &agent, at(1)).unwrap_err();
    assert_eq!(refused.code(), "person-needed");
    assert!(skip(state, "go", &words, &person(), at(1)).unwrap().gate.is_open());
}
