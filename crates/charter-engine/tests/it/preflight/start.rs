//! What a workflow asks before its first step.

use super::world::{World, at, interview, person, shown};
use charter_interview::preflight::{Gate, Keep, Phase, Saying, Surroundings, Validation, validate};

#[test]
fn an_unclear_request_begins_an_interview_and_is_blocked() {
    let assessment = World::default().check("x-implement", "add login somehow", 0);
    assert_eq!(assessment.gate, Gate::Blocked);
    assert_eq!(assessment.keep, Keep::Write);
    assert_eq!(assessment.state.phase, Phase::Gathering);
    assert_eq!(assessment.state.expires_at, Some(at(24 * 60)));
}

#[test]
fn almost_clear_is_not_clear() {
    let state = interview("x-plan", [100, 100, 100, 100, 99]);
    assert_eq!(state.composite.to_string(), "99.9");
    assert_eq!(state.gate, Gate::Blocked);
}

#[test]
fn clear_without_questions_is_open() {
    let state = interview("x-plan", [100; 5]);
    assert_eq!((state.gate, state.phase), (Gate::Open, Phase::Complete));
    assert_eq!(state.n_answers(), 0);
    let more = validate(state, Validation::Gaps, Some("ask more"), None, &person(), at(1)).unwrap();
    assert_eq!((more.gate, more.phase), (Gate::Blocked, Phase::Gathering));
}

#[test]
fn an_agreement_of_another_workflow_counts_for_nothing() {
    let request = "add login for nurses somehow";
    let mut world = World::agreed("x-plan", request);
    let assessment = world.check("x-implement", request, 5);
    assert_eq!(assessment.gate, Gate::Blocked);
    assert!(assessment.bypass.is_none());
}

#[test]
fn a_commit_to_main_is_asked_about_whatever_is_said() {
    let on = |branch: &str| World {
        surroundings: Surroundings { branch: Some(branch.to_owned()), tags: Vec::new() },
        ..World::default()
    };
    let request = "commit the login page, skip interview";
    for branch in ["main", "master", "develop"] {
        let assessment = on(branch).check("x-git commit", request, 0);
        assert_eq!(assessment.gate, Gate::Blocked, "{branch}");
        assert!(assessment.refused.unwrap().contains("protected branch"));
    }
    assert!(on("login").check("x-git commit", request, 0).gate.is_open());
}

#[test]
fn a_release_that_names_a_new_version_may_go() {
    let with = |tags: &[&str]| World {
        surroundings: Surroundings {
            branch: None,
            tags: tags.iter().map(|it| (*it).to_owned()).collect(),
        },
        ..World::default()
    };
    let mut world = with(&["v2.0.0"]);
    let open = world.check("x-git release", "release 2.1.0", 0);
    assert!(open.gate.is_open());
    assert!(open.bypass.unwrap().warning_shown);
    assert!(!with(&["v2.1.0"]).check("x-git release", "release 2.1.0", 0).gate.is_open());
    assert!(!with(&[]).check("x-git release", "release it", 0).gate.is_open());
    let risky = "release 2.1.0 and run the migration";
    assert!(!with(&[]).check("x-git release", risky, 0).gate.is_open());
}

#[test]
fn a_yes_does_not_start_work_by_itself() {
    let state = shown([95, 100, 100, 100, 100]);
    let state = validate(state, Validation::Yes, None, None, &person(), at(2)).unwrap();
    assert!(state.gate.is_open());
    assert!(!state.is_automatic());
    assert!(interview("x-auto", [100; 5]).is_automatic());
}

#[test]
fn a_workflow_that_asks_only_when_called_for_lets_clear_requests_pass() {
    let mut world = World::default();
    let clear = world.check("request", "Show the ward's name in the header of every page", 0);
    assert!(clear.gate.is_open());
    assert_eq!(clear.keep, Keep::Nothing);
    assert!(!clear.has_interview);
    assert!(!world.check("request", "add rate limiting, you know, the usual", 0).gate.is_open());
    let next = world.check_as(Saying::Prompt, "request", "60 a minute for each key", 1);
    assert!(!next.gate.is_open(), "the interview runs on");
}
