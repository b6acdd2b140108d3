//! Questions, the three forms, and what is looked up.

use super::world::{
    World, answered, at, forms, hundredths, interview, person, profile, said, shown,
};
use charter_interview::preflight::{
    Choice, Composite, Dimension, Gate, GivenAnswer, History, Lexicon, LookedUp, Phase, Preflight,
    Reading, ResearchKind, Scores, Validation, answer, baseline, brain_dump, choose_target,
    find_note, next_question, parse_question, problems_of, read, reformulate, render, routed,
    shipped_questions, suggest, validate, with_research,
};
use charter_kernel::Actor;
use charter_kernel::Refuse;
use serde_json::json;
use std::collections::BTreeSet;

#[test]
fn the_least_clear_dimension_is_asked_about() {
    let state = interview("x-plan", [70, 40, 90, 90, 90]);
    assert_eq!(next_question(&state).unwrap().target, Dimension::Context);
}

#[test]
fn of_two_the_one_that_weighs_more() {
    let scores = Scores::new([90, 90, 90, 40, 40]);
    let weights = profile("x-git release").weights;
    assert_eq!(choose_target(&scores, &weights), Some(Dimension::Risk));
}

#[test]
fn a_question_in_plain_text_is_refused() {
    let problems = parse_question(&json!("Which provider?"), Dimension::Scope).unwrap_err();
    assert!(problems[0].message.contains("plain text"));
}

#[test]
fn a_question_has_two_to_four_options_and_a_short_header() {
    let option = json!({ "label": "Auth0", "description": "as elsewhere" });
    let question = |n: usize, header: &str| json!({ "question": "Which?", "header": header, "options": vec![option.clone(); n] });
    let path = |n, header| {
        let problems = parse_question(&question(n, header), Dimension::Scope).unwrap_err();
        problems[0].path.clone()
    };
    assert_eq!(path(1, "Provider"), "options");
    assert_eq!(path(5, "Provider"), "options");
    assert_eq!(path(2, "ThirteenChars"), "header");
    assert!(parse_question(&question(4, "Twelve chars"), Dimension::Scope).is_ok());
    for it in shipped_questions() {
        assert_eq!(problems_of(&it), Vec::new(), "{}", it.text);
    }
}

#[test]
fn there_are_questions_for_every_dimension() {
    for dimension in Dimension::ALL {
        let n = shipped_questions().iter().filter(|it| it.target == dimension).count();
        assert!(n >= 4, "{dimension}: {n}");
    }
}

#[test]
fn answers_survive_and_are_not_asked_for_again() {
    let mut state = interview("x-implement", [0; 5]);
    let mut asked = Vec::new();
    for text in ["With the library that the rest uses", "Only the login page, nothing else"] {
        asked.push(next_question(&state).unwrap().text);
        state = answered(state, text);
    }
    let Reading::Live(again) = read(render(&state).as_bytes()) else { panic!() };
    let next = next_question(&again).unwrap();
    assert!(!asked.contains(&next.text));
    assert_eq!(again.n_answers(), 2);
    assert_eq!(again.questions[1].question, asked[1]);
}

#[test]
fn a_router_counts_from_70_on() {
    assert_eq!((routed(70), routed(69)), (80, 0));
}

#[test]
fn an_earlier_interview_is_worth_85_of_a_hundred_and_at_most_80() {
    for (before, expected) in [("92", "78.2"), ("95", "80"), ("100", "80"), ("60", "51")] {
        assert_eq!(baseline(Some(hundredths(before))).to_string(), expected);
    }
    assert_eq!(baseline(None), Composite::default());
}

#[test]
fn only_the_same_workflow_about_much_the_same_counts() {
    let words = |n: usize| (0..n).map(|it| format!("word{it}")).collect::<BTreeSet<String>>();
    let mut history = History::default();
    let mut state = interview("x-plan", [92; 5]);
    state.phase = Phase::Gathering;
    history.record(&state, &words(10), at(0));
    let at_10 = at(10);
    assert_eq!(history.baseline("x-plan", &words(10), at_10).to_string(), "78.2");
    assert_eq!(history.baseline("x-docs", &words(10), at_10), Composite::default());
    assert_eq!(history.baseline("x-plan", &words(7), at_10), Composite::default());
    assert_eq!(history.baseline("x-plan", &words(8), at_10).to_string(), "78.2");
    assert_eq!(history.baseline("x-plan", &words(10), at(25 * 60)), Composite::default());
}

#[test]
fn questions_end_and_then_what_was_understood_is_shown() {
    let mut state = interview("x-implement", [0; 5]);
    let mut n = 0;
    while next_question(&state).is_some() {
        state = answered(state, "no idea");
        n += 1;
    }
    assert_eq!(n, 20);
    assert!(state.may_reformulate());
    let refused = answer(state, said("more"), &Lexicon::default(), at(1)).unwrap_err();
    assert_eq!(refused.code(), "preflight-not-now");
}

#[test]
fn an_earlier_answer_can_be_corrected() {
    let state = answered(interview("x-plan", [0; 5]), "because the nurses copy it by hand today");
    let before = state.scores;
    let correct = |text: &str| GivenAnswer { number: Some(1), ..said(text) };
    let same = state.questions[0].answer.clone().unwrap();
    let again = answer(state.clone(), correct(&same), &Lexicon::default(), at(5)).unwrap();
    assert_eq!(again, state);
    let other = answer(state.clone(), correct("no idea"), &Lexicon::default(), at(5)).unwrap();
    assert_eq!(other.n_answers(), 1);
    assert!(other.composite_now() < state.composite_now());
    assert_ne!(other.scores, before);
    let unknown = GivenAnswer { number: Some(7), ..said("x") };
    let refused = answer(state, unknown, &Lexicon::default(), at(5)).unwrap_err();
    assert_eq!(refused.code(), "preflight-unusable");
}

#[test]
fn an_answer_that_says_nothing_is_refused() {
    let state = interview("x-plan", [0; 5]);
    for text in ["", "  \n"] {
        let refused = answer(state.clone(), said(text), &Lexicon::default(), at(1)).unwrap_err();
        assert_eq!(refused.code(), "preflight-unusable");
    }
}

#[test]
fn a_yes_opens_the_gate_and_leaves_the_scores() {
    let state = shown([95, 90, 85, 90, 80]);
    assert_eq!(state.composite.to_string(), "88.75");
    let state = validate(state, Validation::Yes, None, None, &person(), at(9)).unwrap();
    assert_eq!(state.composite, Composite::FULL);
    assert_eq!(state.scores, Scores::new([95, 90, 85, 90, 80]));
    assert_eq!((state.phase, state.gate), (Phase::Complete, Gate::Open));
    assert_eq!(state.reformulation.unwrap().validated_at, Some(at(9)));
}

#[test]
fn minor_corrections_are_kept_and_shown_again() {
    let state = shown([95, 90, 85, 90, 80]);
    let bare =
        validate(state.clone(), Validation::Minor, None, None, &person(), at(2)).unwrap_err();
    assert_eq!(bare.code(), "preflight-unusable");
    let state =
        validate(state, Validation::Minor, Some("with two factors"), None, &person(), at(2))
            .unwrap();
    assert_eq!((state.phase, state.gate), (Phase::Validating, Gate::Blocked));
    let early = validate(state.clone(), Validation::Yes, None, None, &person(), at(3)).unwrap_err();
    assert_eq!(early.code(), "preflight-not-now");
    let state = reformulate(state, None, at(3)).unwrap();
    let forms = state.reformulation.as_ref().unwrap();
    assert!(forms.summary.as_ref().unwrap().contains("with two factors"));
    assert!(validate(state, Validation::Yes, None, None, &person(), at(4)).unwrap().gate.is_open());
}

#[test]
fn significant_gaps_put_it_back_to_70_and_it_stays_there() {
    let state = shown([95, 88, 85, 90, 80]);
    let state =
        validate(state, Validation::Gaps, Some("no word on logout"), None, &person(), at(2))
            .unwrap();
    assert_eq!(state.composite.to_string(), "70");
    assert_eq!((state.phase, state.gate), (Phase::Gathering, Gate::Blocked));
    assert!(!state.may_reformulate());
    let Reading::Live(again) = read(render(&state).as_bytes()) else { panic!() };
    assert_eq!(again.settled(at(3)).composite.to_string(), "70");
    assert_eq!(reformulate(state.clone(), None, at(3)).unwrap_err().code(), "preflight-not-now");
    assert!(answered(state, "logout ends every session of the user").may_reformulate());
}

#[test]
fn the_third_time_it_stops_and_says_so() {
    let mut state = shown([95, 90, 85, 90, 80]);
    for round in 1..=3 {
        state = validate(state, Validation::Gaps, None, None, &person(), at(round)).unwrap();
        if round < 3 {
            state = reformulate(answered(state, "logout ends it"), None, at(round)).unwrap();
        }
    }
    assert!(state.is_stopped());
    assert_eq!(state.gate, Gate::Blocked);
    assert_eq!(next_question(&state), None);
    let refused = answer(state, said("more"), &Lexicon::default(), at(9)).unwrap_err();
    assert!(refused.to_string().contains("three times"), "{refused}");
}

#[test]
fn all_three_forms_are_needed() {
    let state = interview("x-plan", [90; 5]);
    let mut lacking = [forms(), forms(), forms()];
    lacking[0].summary = Some(" ".to_owned());
    lacking[1].stories.clear();
    lacking[2].diagram = None;
    for (forms, path) in lacking.into_iter().zip(["summary", "userStories", "diagram"]) {
        let refused = reformulate(state.clone(), Some(forms), at(1)).unwrap_err();
        assert_eq!(refused.problems()[0].path, path);
    }
    let early = validate(state, Validation::Yes, None, None, &person(), at(1)).unwrap_err();
    assert_eq!(early.code(), "preflight-not-now");
}

#[test]
fn a_changed_mind_blocks_the_gate_again() {
    let mut world = World::agreed("x-implement", "add login for nurses, full interview");
    let assessment = world.check("x-implement", "actually, use OAuth, full interview", 10);
    assert_eq!(assessment.gate, Gate::Blocked);
    let state = world.live.unwrap();
    assert_eq!(state.phase, Phase::Gathering);
    assert_eq!(state.scores, Scores::new([95, 90, 85, 90, 80]), "what was clear stays");
    assert!(!state.may_reformulate());
}

fn kinds(answer: &str) -> Vec<&'static str> {
    suggest(answer, &[], &Lexicon::default()).iter().map(|it| it.kind.word()).collect()
}

#[test]
fn a_library_is_looked_up_in_its_documentation() {
    assert_eq!(kinds("We use Prisma"), ["context7"]);
    assert_eq!(kinds("we are using Drizzle for it"), ["context7"]);
}

#[test]
fn something_in_the_code_is_looked_up_there() {
    assert_eq!(kinds("like the auth middleware"), ["codebase"]);
    assert_eq!(kinds("as src/auth/login.ts does"), ["codebase"]);
}

#[test]
fn a_yes_and_a_listed_option_need_no_look() {
    assert_eq!(kinds("yes"), Vec::<&str>::new());
    let choice = Choice { label: "A known library".to_owned(), description: String::new() };
    assert_eq!(suggest("a known library", &[choice], &Lexicon::default()), Vec::new());
}

#[test]
fn at_most_two_places_are_looked_at() {
    let answer = "Prisma on Postgres fails with an error, like the auth middleware, see Notion";
    assert_eq!(kinds(answer).len(), 2);
}

fn looked_up(kind: ResearchKind, elapsed_ms: u64) -> LookedUp {
    LookedUp {
        key: "prisma".to_owned(),
        kind,
        query: Some("Prisma".to_owned()),
        findings: Some("migrations are files".to_owned()),
        sources: vec!["context7:/prisma".to_owned()],
        elapsed_ms,
    }
}

fn researching() -> Preflight {
    let state = answered(interview("x-plan", [0; 5]), "We use Prisma for every table there is");
    assert_eq!(state.phase, Phase::Researching);
    state
}

#[test]
fn what_takes_too_long_is_given_up_and_said() {
    let state = with_research(researching(), looked_up(ResearchKind::Websearch, 31_000), at(1));
    let research = state.questions[0].research.as_ref().unwrap();
    assert_eq!(research.kind, Some(ResearchKind::None));
    assert!(research.findings.as_ref().unwrap().contains("within 30 s"));
    assert!(state.notes.is_empty());
    assert_eq!(state.phase, Phase::Gathering);
    assert_eq!(next_question(&state).unwrap().found, None);
}

#[test]
fn a_note_holds_for_a_day() {
    let state = with_research(researching(), looked_up(ResearchKind::Context7, 10), at(1));
    assert!(find_note(&state, "prisma", at(1 + 24 * 60)).is_some());
    assert!(find_note(&state, "prisma", at(2 + 24 * 60)).is_none());
    assert!(find_note(&state, "react", at(1)).is_none());
    let next = next_question(&state).unwrap();
    assert_eq!(next.found.as_deref(), Some("migrations are files"));
}

#[test]
fn without_a_tool_the_question_is_still_asked() {
    let none = LookedUp { findings: None, ..looked_up(ResearchKind::None, 0) };
    let state = with_research(researching(), none, at(1));
    let research = state.questions[0].research.as_ref().unwrap();
    assert_eq!(research.kind, Some(ResearchKind::None));
    assert!(state.notes.is_empty());
    assert!(next_question(&state).is_some());
}

#[test]
fn what_was_learnt_becomes_one_text() {
    let state = answered(interview("x-plan", [0; 5]), "Nurses copy vital signs by hand at night");
    let dump = brain_dump(&state);
    assert!(dump.starts_with("add login\n\n"), "{dump}");
    assert!(dump.contains(": Nurses copy vital signs"), "{dump}");
}

#[test]
fn a_risk_is_asked_about_first_and_all_of_it_at_once() {
    let state =
        World::default().check("x-implement", "delete old rows and purge the cache", 0).state;
    let question = next_question(&state).unwrap();
    assert_eq!(question.target, Dimension::Risk);
    assert!(question.text.contains("“delete old rows and purge the cache”"), "{}", question.text);
    assert_eq!(question.about, ["delete", "purge"]);
    let state = answered(state, "rows older than a year, and there is a backup of last night");
    assert_eq!(next_question(&state), None, "one question is enough");
    assert!(state.may_reformulate() && !state.gate.is_open(), "a person has to say yes");
}

/// Something irreversible, with every score at 100.
fn risky() -> Preflight {
    let mut state = World::default().check("x-implement", "delete all the users", 0).state;
    state = answered(state, "the test users, and last night's backup has them");
    state.scores = Scores::new([100; 5]);
    state.settled(at(1))
}

#[test]
fn no_figure_opens_the_gate_for_something_irreversible() {
    let agent = Actor::Agent("x".to_owned());
    let state = risky();
    assert_eq!((state.composite, state.gate), (Composite::FULL, Gate::Blocked));
    assert_eq!(next_question(&state), None);
    let state = reformulate(state, None, at(2)).unwrap();
    assert_eq!(state.phase, Phase::Validating);
    for actor in [agent, Actor::Unknown] {
        let refused = validate(state.clone(), Validation::Yes, None, None, &actor, at(3));
        assert_eq!(refused.unwrap_err().code(), "person-needed");
    }
    let state = validate(state, Validation::Yes, None, None, &person(), at(3)).unwrap();
    assert_eq!((state.phase, state.gate), (Phase::Complete, Gate::Open));
    let Reading::Live(again) = read(render(&state).as_bytes()) else { panic!() };
    assert!(again.gate_now().is_open(), "who said yes is in the file");
}

#[test]
fn a_file_that_says_yes_for_nobody_opens_nothing_irreversible() {
    let state = reformulate(risky(), None, at(2)).unwrap();
    let mut state = validate(state, Validation::Yes, None, None, &person(), at(3)).unwrap();
    state.reformulation.as_mut().unwrap().validated_by = None;
    assert_eq!(state.gate_now(), Gate::Blocked);
}

#[test]
fn a_yes_that_an_agent_passes_on_is_kept_as_that() {
    let agent = Actor::Agent("x".to_owned());
    let state = shown([95, 90, 85, 90, 80]);
    let state = validate(state, Validation::Yes, None, None, &agent, at(2)).unwrap();
    assert!(state.gate.is_open());
    let file = render(&state);
    assert!(file.contains("\"validatedBy\": \"agent:x\""), "{file}");
    assert!(file.contains("\"relayed\": true"), "{file}");
}

#[test]
fn what_anybody_can_look_at_makes_a_request_clearer_and_is_never_enough() {
    let clear = "Fix the off-by-one in src/pager.rs line 42: page 3 must show rows 21-30, tested by \
                 tests/pager.rs";
    let begun = |text: &str| World::default().check("x-implement", text, 0).state.composite;
    assert!(begun(clear) >= hundredths("50"), "{}", begun(clear));
    assert!(begun(clear) < Composite::REFORMULATE);
    assert!(begun("Fix the off-by-one in the pager that somebody saw") < hundredths("10"));
}
