//! Units, weights, the floor, the milestones, the ontology: every formula and constant.

use super::table::{Talk, flat, setup, with};
use charter_interview::deep::{
    Dimension, Entity, Fact, Floor, Interview, Layers, Milestone, Profile, Project, ScoreChange,
    Setting, Threshold, TransitionProblem, Trigger, TriggerKind, TriggerStatus, Units, ambiguity,
    check_transition, compare, overall,
};
use charter_interview::{InterviewRefusal, deep};
use charter_kernel::Refuse;
use charter_kernel::Timestamp;
use serde_json::json;
use std::collections::BTreeMap;

fn empty() -> Interview {
    Interview::new(setup(500), Timestamp::from_millis(0))
}

fn fact(id: &str, round: u32, disputed: bool, superseded_by: Option<&str>) -> Fact {
    Fact {
        id: id.to_owned(),
        statement: format!("{id} holds"),
        round,
        component: None,
        dimension: None,
        evidence: None,
        assumed: false,
        disputed,
        superseded_by: superseded_by.map(str::to_owned),
        settled_by: None,
    }
}

#[test]
fn an_empty_interview_has_no_floor_and_all_ambiguity() {
    assert_eq!(empty().floor().units, Units::ZERO);
    assert_eq!(empty().ambiguity(), Units::ONE);
}

#[test]
fn each_disputed_fact_that_nothing_supersedes_adds_a_tenth() {
    let mut interview = empty();
    interview.facts = vec![fact("F1", 1, true, None), fact("F2", 1, true, Some("  "))];
    assert_eq!(interview.floor().units.as_u32(), 2000);
    interview.facts = vec![fact("F1", 1, true, Some("F2")), fact("F2", 1, false, None)];
    assert_eq!(interview.floor().units.as_u32(), 0);
}

#[test]
fn each_active_component_without_all_scores_adds_a_twentieth() {
    let mut talk = Talk::about(&setup(500), &["A", "B", "C", "D"]);
    let mut interview = talk.interview().clone();
    for (id, dimensions) in [("a", 3), ("b", 0), ("d", 2)] {
        let component = interview.topology.components.iter_mut().find(|it| it.id == id).unwrap();
        component.clarity =
            Dimension::ALL.into_iter().take(dimensions).map(|it| (it, Units::ONE)).collect();
    }
    interview.topology.components[2].deferred = Some("later".to_owned());
    assert_eq!((interview.floor().unscored, interview.floor().units.as_u32()), (2, 1000));
    interview.topology.status = deep::TopologyStatus::Pending;
    assert_eq!(interview.floor().units.as_u32(), 0);
    talk.round("said", &flat(&["a", "b", "c", "d"], "0.2"));
    assert_eq!(talk.interview().floor().units.as_u32(), 0);
}

#[test]
fn the_share_of_assumed_rounds_adds_up_to_a_twentieth() {
    let check = |assumed, scored, expected| {
        assert_eq!(Floor::from_counts(0, 0, assumed, scored).units.as_u32(), expected);
    };
    check(1, 2, 250);
    check(2, 2, 500);
    check(5, 2, 500);
    check(1, 3, 166);
    check(1, 0, 0);
    check(0, 0, 0);
    assert_eq!(Floor::from_counts(11, 3, 1, 1).units, Units::ONE);
}

#[test]
fn what_counts_is_the_larger_of_report_and_floor() {
    let floor = Floor::from_counts(2, 0, 0, 0);
    assert_eq!(floor.clamp(Units::new(300)).as_u32(), 2000);
    assert_eq!(floor.clamp(Units::new(5000)).as_u32(), 5000);
    // Below nothing and above all there is nothing: the type holds both ends.
    assert_eq!(Floor::default().clamp(Units::new(20_000)), Units::ONE);
    assert_eq!(Units::parse("-1"), None);
}

#[test]
fn the_floor_lifts_only_the_latest_round_and_keeps_what_was_reported() {
    let mut talk = Talk::new(&setup(500));
    let facts = json!({ "facts": [{ "statement": "offline", "component": "entry" }] });
    talk.round("first", &with(flat(&["entry"], "0.7"), facts));
    talk.round("second", &flat(&["entry"], "0.96"));
    talk.submit("r1-ask", &json!({ "answer": "other" })).unwrap();
    let view = deep::view(talk.interview());
    assert_eq!(talk.ambiguity(), 1000);
    assert_eq!(view["rounds"][0]["ambiguity"], json!(3000));
    assert_eq!(view["rounds"][1]["ambiguity"], json!(1000));
    assert_eq!(view["rounds"][1]["reportedAmbiguity"], json!(400));
    assert_eq!(view, deep::view(talk.interview()), "looking twice changes nothing");
}

#[test]
fn milestones_look_at_the_threshold_first() {
    let check = |units, threshold, expected| {
        assert_eq!(Milestone::of(Units::new(units), Units::new(threshold)), expected);
    };
    check(3000, 3000, Milestone::Ready);
    check(3100, 3000, Milestone::Progress);
    check(6000, 5000, Milestone::Progress);
    check(6001, 5000, Milestone::Initial);
    check(7000, 8000, Milestone::Ready);
    check(3000, 500, Milestone::Refined);
    check(500, 500, Milestone::Ready);
}

#[test]
fn a_score_is_read_from_its_decimal_text() {
    let check = |text: &str, expected: Option<u32>| {
        assert_eq!(Units::parse(text).map(Units::as_u32), expected, "{text}");
        let value: serde_json::Value = serde_json::from_str(text).unwrap();
        let number = Units::parse_json(&value).map(Units::as_u32);
        assert!(expected.is_none() || number == expected, "{text}: {number:?}");
    };
    check("0.69", Some(6900));
    check("0.1", Some(1000));
    check("0.0001", Some(1));
    check("1", Some(10_000));
    check("1.0", Some(10_000));
    check("0", Some(0));
    check("0.50000", Some(5000));
    check("0.00005", None);
    check("0.05000000000000001", None);
    check("1.5", None);
    check("1.0001", None);
    check("-0.1", None);
    check("1e3", None);
    for text in ["", ".5", "NaN", "0,5", "٠.٥", "0x1", "99999999999"] {
        assert_eq!(Units::parse(text), None, "{text}");
    }
    // A mind's figure may have any digits, and is rounded.
    for (number, expected) in [
        (json!(0.8731), Some(8731)),
        (json!(1e-1), Some(1000)),
        (json!(0.873_149), Some(8731)),
        (json!(0.000_05), Some(1)),
        (json!(1), Some(10_000)),
        (json!(1.5), None),
        (json!(-0.1), None),
        (json!(1000), None),
    ] {
        assert_eq!(Units::parse_json(&number).map(Units::as_u32), expected, "{number}");
    }
    assert_eq!(Units::parse_json(&json!("0.25")).map(Units::as_u32), Some(2500));
    assert_eq!(Units::parse_json(&json!(true)), None);
}

#[test]
fn weights_are_whole_percents_and_halves_round_up() {
    let clarity = |scores: &[u32]| -> BTreeMap<Dimension, Units> {
        Dimension::ALL.into_iter().zip(scores).map(|(it, n)| (it, Units::new(*n))).collect()
    };
    let green = |scores: &[u32]| ambiguity(Project::Greenfield, &clarity(scores)).as_u32();
    let brown = |scores: &[u32]| ambiguity(Project::Brownfield, &clarity(scores)).as_u32();
    assert_eq!(green(&[9000, 8000, 7000]), 10_000 - 3600 - 2400 - 2100);
    assert_eq!(brown(&[9000, 8000, 7000, 6000]), 10_000 - 3150 - 2000 - 1750 - 900);
    assert_eq!(green(&[]), 10_000);
    assert_eq!(green(&[1, 0, 0]), 10_000, "0.4 rounds down");
    assert_eq!(brown(&[0, 2, 0, 0]), 9999, "0.5 rounds up");
    for project in [Project::Greenfield, Project::Brownfield] {
        assert_eq!(project.weights().iter().map(|(_, weight)| weight).sum::<u32>(), 100);
    }
    let (low, high) = (clarity(&[2000, 9000, 5000]), clarity(&[8000, 3000, 6000]));
    let least = overall(Project::Greenfield, &[&low, &high]);
    assert_eq!(least, clarity(&[2000, 3000, 5000]), "a whole is as clear as its weakest part");
}

#[test]
fn a_replaced_answer_disputes_the_facts_of_its_round_and_no_others() {
    let mut talk = Talk::new(&setup(500));
    let add = |id: &str| json!({ "facts": [{ "statement": id, "component": "entry" }] });
    talk.round("one", &with(flat(&["entry"], "0.5"), add("a")));
    talk.round("two", &with(flat(&["entry"], "0.6"), add("b")));
    talk.round("three", &with(flat(&["entry"], "0.6"), json!({ "disputes": ["F1"] })));
    let outcome = talk.submit("r2-ask", &json!({ "answer": "other" })).unwrap();
    assert_eq!(outcome.disputed, ["F2"]);
    let outcome = talk.submit("r1-ask", &json!({ "answer": "other" })).unwrap();
    assert!(outcome.disputed.is_empty(), "F1 was disputed before");
}

#[test]
fn a_dispute_that_is_settled_releases_the_floor() {
    let mut talk = Talk::new(&setup(500));
    let facts = json!({ "facts": [{ "statement": "offline", "component": "entry" }] });
    talk.round("offline", &with(flat(&["entry"], "0.94"), facts));
    assert_eq!(talk.ambiguity(), 600);
    talk.submit("r1-ask", &json!({ "answer": "online only" })).unwrap();
    assert_eq!(talk.ambiguity(), 1000, "at once, before anything is scored");
    let facts = json!({ "facts": [{ "statement": "online", "supersedes": ["F1"] }] });
    talk.settle(&with(flat(&["entry"], "0.96"), facts));
    assert_eq!(talk.ambiguity(), 400);
    assert_eq!(talk.interview().facts.len(), 2, "nothing is deleted");
}

#[test]
fn an_active_trigger_must_lower_clarity_and_raise_ambiguity() {
    let trigger = |status, rationale: Option<&str>| Trigger {
        kind: TriggerKind::Contradiction,
        status,
        component: "entry".to_owned(),
        dimension: Dimension::Goal,
        evidence: None,
        contradicted_fact: None,
        rationale: rationale.map(str::to_owned),
    };
    let change = |before, after| ScoreChange {
        before: Some(Units::new(before)),
        after: Some(Units::new(after)),
    };
    let active = trigger(TriggerStatus::Active, None);
    let check = |clarity, raised| check_transition(&active, clarity, raised);
    assert_eq!(check(change(8000, 5000), change(2000, 3000)), Ok(()));
    assert_eq!(check(change(8000, 8000), change(2000, 3000)), Ok(()));
    let not_raised = Err(TransitionProblem::NotRaised);
    assert_eq!(check(change(8000, 5000), change(2000, 2000)), not_raised);
    let improved = Err(TransitionProblem::Improved);
    assert_eq!(check(change(8000, 8100), change(2000, 3000)), improved);
    let none = ScoreChange { before: None, after: Some(Units::ONE) };
    assert_eq!(check(none, change(2000, 3000)), Err(TransitionProblem::FigureMissing));
    assert_eq!(check(change(8000, 5000), none), Err(TransitionProblem::FigureMissing));
    for status in [TriggerStatus::Disputed, TriggerStatus::Unresolved] {
        let rose = change(5000, 9000);
        let fell = change(9000, 5000);
        assert_eq!(check_transition(&trigger(status, Some("not sure")), rose, fell), Ok(()));
        let missing = Err(TransitionProblem::RationaleMissing);
        assert_eq!(check_transition(&trigger(status, Some("   ")), rose, fell), missing);
        assert_eq!(check_transition(&trigger(status, None), rose, fell), missing);
    }
}

#[test]
fn the_gauge_shows_ambiguity_over_threshold() {
    let mut talk = Talk::new(&setup(500));
    talk.round("said", &flat(&["entry"], "0.58"));
    assert_eq!(talk.interview().gauge(), "42%/5%");
    assert_eq!(Units::new(250).to_percent(), "2.5%");
    assert_eq!(Units::new(1234).to_percent(), "12.34%");
}

#[test]
fn the_threshold_is_looked_for_in_order_and_says_where_it_was_found() {
    let setting = |text: &str, source: &str| {
        Some(Setting { text: text.to_owned(), source: source.to_owned() })
    };
    let check = |layers: &Layers, expected: &str| {
        assert_eq!(deep::resolve(layers).unwrap().first_line(), expected);
    };
    let none = Layers::default();
    check(&none, "Deep Interview threshold: 5% (source: default)");
    let quick = Layers { profile: Some(Profile::Quick), ..none.clone() };
    check(&quick, "Deep Interview threshold: 60% (source: flag:--profile quick)");
    let user = Layers { user: setting("0.2", "user"), ..quick.clone() };
    check(&user, "Deep Interview threshold: 20% (source: user)");
    let project = Layers { project: setting("0.1", "project"), ..user.clone() };
    check(&project, "Deep Interview threshold: 10% (source: project)");
    let odd = Layers { project: setting("a tenth", "project"), ..user.clone() };
    check(&odd, "Deep Interview threshold: 20% (source: user)");
    let stored = Threshold { units: Units::new(3333), source: "flag:--threshold".to_owned() };
    let stored = Layers { stored: Some(stored), ..project.clone() };
    check(&stored, "Deep Interview threshold: 33.33% (source: flag:--threshold)");
    let flag = Layers { flag: Some("0.025".to_owned()), ..stored };
    check(&flag, "Deep Interview threshold: 2.5% (source: flag:--threshold)");
    for text in ["0", "1.2", "0.12345", "", "x"] {
        let layers = Layers { flag: Some(text.to_owned()), ..project.clone() };
        let refusal = deep::resolve(&layers).unwrap_err();
        assert_eq!(refusal, InterviewRefusal::ThresholdUnusable(text.to_owned()));
        assert_eq!(refusal.code(), "threshold-unusable");
    }
    let profiles = Profile::ALL.map(|it| (it.word(), it.units().as_u32()));
    assert_eq!(profiles, [("quick", 6000), ("standard", 5000), ("deep", 3500)]);
}

fn entity(name: &str, r#type: &str, fields: &[&str]) -> Entity {
    let fields = fields.iter().map(|it| (*it).to_owned()).collect();
    Entity { name: name.to_owned(), r#type: r#type.to_owned(), fields, relationships: Vec::new() }
}

#[test]
fn entities_are_stable_renamed_new_or_gone() {
    let first = compare(
        1,
        None,
        vec![entity("User", "actor", &["name"]), entity("Task", "thing", &["a", "b", "c"])],
    );
    assert_eq!((first.stability, first.new.len()), (None, 2));
    let second = compare(
        2,
        Some(&first),
        vec![
            entity("user", "actor", &[]),
            entity("Job", "thing", &["a", "b", "d"]),
            entity("Tag", "thing", &["x"]),
        ],
    );
    assert_eq!(second.stable, ["user"]);
    assert_eq!(second.changed, [("Task".to_owned(), "Job".to_owned())]);
    assert_eq!(second.new, ["Tag"]);
    assert!(second.removed.is_empty());
    assert_eq!(second.stability.map(Units::as_u32), Some(6667));
    let half = compare(3, Some(&second), vec![entity("Work", "thing", &["a", "x", "y", "b"])]);
    assert_eq!((half.changed.len(), half.removed.len()), (0, 3), "half of the fields is not more");
    assert_eq!(half.stability.map(Units::as_u32), Some(0));
    let none = compare(4, Some(&half), Vec::new());
    assert_eq!((none.stability, none.removed.len()), (None, 1));
}
