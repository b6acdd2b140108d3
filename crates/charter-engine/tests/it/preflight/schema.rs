//! The state file, by a validator of draft-07 and by our own reading.

use super::world::{World, answered, at, forms, interview, person, shown};
use charter_interview::preflight::{
    History, LookedUp, Phase, Preflight, Reading, ResearchKind, Validation, read, reformulate,
    render, skip, validate, with_research,
};
use charter_testkit::schema_violations;
use serde_json::{Value, json};

const SCHEMA: &str = include_str!("draft-07.schema.json");

/// The schema that the project ships, which is stricter about what we write.
const OURS: &str = include_str!("../../../../../docs/reference/interview-state.schema.json");

/// What the source of the shape shows as a full example, made of our own words.
const EXAMPLE: &str = r##"{
  "version": "1.0.0", "topic": "sso-login", "topicHash": "a1b2c3d4e5f6",
  "workflow": "x-implement", "mode": "implement", "status": "validating",
  "confidence": {"problem": 95, "context": 90, "technical": 85, "scope": 90, "risk": 80,
    "composite": 88,
    "weights": {"problem": 0.25, "context": 0.20, "technical": 0.30, "scope": 0.15, "risk": 0.10}},
  "triggers": [{"type": "missing", "description": "no provider", "source": "analysis",
    "priority": "HIGH"}],
  "questions": [{"number": 1, "question": "Which provider?", "answer": "Auth0",
    "timestamp": "2024-01-15T10:00:00Z", "targetDimension": "technical",
    "research": {"type": "context7", "query": "Auth0", "findings": "an SDK",
      "sources": ["context7:/auth0"], "timestamp": "2024-01-15T10:00:30Z"},
    "confidenceImpact": {"technical": "+25", "context": "+15"}}],
  "reformulation": {"summary": "Goal: sign in", "userStories": ["As a user"], "diagram": "[a]",
    "analogies": ["like a key"], "validatedAt": null, "validationResponse": null,
    "corrections": null},
  "researchCache": {"auth0": {"findings": "an SDK", "timestamp": "2024-01-15T10:00:30Z",
    "expiresAt": "2024-01-16T10:00:30Z"}},
  "bypassLog": [], "gateStatus": "blocked", "createdAt": "2024-01-15T10:00:00Z",
  "updatedAt": "2024-01-15T10:04:00Z", "expiresAt": "2024-01-16T10:00:00Z",
  "sessionId": "session-abc123"
}"##;

fn least() -> Value {
    json!({
        "version": "1.0.0", "workflow": "x-plan", "mode": "plan", "status": "gathering",
        "confidence": {}, "gateStatus": "blocked",
    })
}

/// Puts a value somewhere into the least file.
fn with(pointer: &str, value: Value) -> Value {
    let mut file = least();
    let (parent, key) = pointer.rsplit_once('/').unwrap();
    file.pointer_mut(parent).unwrap().as_object_mut().unwrap().insert(key.to_owned(), value);
    file
}

fn violations(value: &Value) -> Vec<String> {
    schema_violations(&serde_json::from_str(SCHEMA).unwrap(), value)
}

fn reading(value: &Value) -> Reading {
    read(value.to_string().as_bytes())
}

/// Both the validator and our reading take it.
#[track_caller]
fn valid(value: &Value) -> Preflight {
    assert_eq!(violations(value), Vec::<String>::new());
    match reading(value) {
        Reading::Live(state) => *state,
        other => panic!("{other:?}"),
    }
}

/// Neither takes it, and both name the place.
#[track_caller]
fn invalid(value: &Value, place: &str) {
    let theirs = violations(value).join("\n");
    assert!(theirs.contains(place), "validator: {theirs}");
    semantic(value, place);
}

/// Our reading does not take it, whatever a schema can say.
#[track_caller]
fn semantic(value: &Value, place: &str) {
    match reading(value) {
        Reading::Corrupt(problems) => {
            let ours = format!("{problems:?}");
            assert!(ours.contains(place), "reader: {ours}");
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_least_file_is_valid() {
    valid(&least());
}

#[test]
fn every_required_field_is_named_when_it_is_missing() {
    for key in ["version", "workflow", "mode", "status", "confidence", "gateStatus"] {
        let mut file = least();
        file.as_object_mut().unwrap().remove(key);
        invalid(&file, key);
    }
}

#[test]
fn scores_lie_between_0_and_100() {
    invalid(&with("/confidence/problem", json!(101)), "confidence/problem");
    invalid(&with("/confidence/risk", json!(-1)), "confidence/risk");
}

#[test]
fn scores_are_whole() {
    invalid(&with("/confidence/problem", json!(85.5)), "confidence/problem");
    let state = valid(&with("/confidence/problem", json!(85.0)));
    assert_eq!(state.scores.of(charter_interview::preflight::Dimension::Problem), 85);
}

#[test]
fn the_composite_has_fractions() {
    let state = valid(&with("/confidence/composite", json!(73.25)));
    assert_eq!(state.composite.to_string(), "73.25");
    invalid(&with("/confidence/composite", json!(100.1)), "confidence/composite");
}

#[test]
fn status_and_gate_are_words_of_their_lists() {
    invalid(&with("/status", json!("done")), "status");
    invalid(&with("/gateStatus", json!("closed")), "gateStatus");
}

#[test]
fn a_low_priority_does_not_exist() {
    invalid(&with("/triggers", json!([{ "priority": "LOW" }])), "triggers/0/priority");
}

#[test]
fn a_trigger_may_say_more_and_it_is_kept() {
    let file = with("/triggers", json!([{ "type": "risk", "dimension": "risk" }]));
    let again: Value = serde_json::from_str(&render(&valid(&file))).unwrap();
    assert_eq!(again["triggers"][0]["dimension"], "risk");
}

#[test]
fn research_of_an_unknown_type_is_refused() {
    let file = with("/questions", json!([{ "number": 1, "research": { "type": "web" } }]));
    invalid(&file, "questions/0/research/type");
}

#[test]
fn an_impact_is_a_signed_text_on_a_dimension() {
    let number = with("/questions", json!([{ "confidenceImpact": { "technical": 25 } }]));
    invalid(&number, "questions/0/confidenceImpact/technical");
    let banana = with("/questions", json!([{ "confidenceImpact": { "banana": "+25" } }]));
    assert_eq!(violations(&banana), Vec::<String>::new());
    semantic(&banana, "banana");
}

#[test]
fn an_unknown_validation_is_refused() {
    let file = with("/reformulation", json!({ "validationResponse": "partially" }));
    invalid(&file, "reformulation/validationResponse");
}

#[test]
fn a_bypass_has_a_known_reason_and_a_whole_confidence() {
    invalid(&with("/bypassLog", json!([{ "reason": "lazy" }])), "bypassLog/0/reason");
    invalid(&with("/bypassLog", json!([{ "confidence": 60.5 }])), "bypassLog/0/confidence");
}

#[test]
fn weights_that_do_not_sum_to_one_are_refused_by_us() {
    let weights =
        json!({ "problem": 0.3, "context": 0.2, "technical": 0.2, "scope": 0.1, "risk": 0.1 });
    let file = with("/confidence/weights", weights);
    assert_eq!(violations(&file), Vec::<String>::new());
    semantic(&file, "sum to one");
}

#[test]
fn a_time_that_is_none_is_refused() {
    // A validator may leave formats unchecked; this one asserts them, and so do we.
    invalid(&with("/createdAt", json!("yesterday")), "createdAt");
}

#[test]
fn null_where_the_examples_have_it_is_read() {
    let file: Value = serde_json::from_str(EXAMPLE).unwrap();
    let theirs = violations(&file);
    assert_eq!(theirs.len(), 3, "{theirs:?}");
    let Reading::Live(state) = read(EXAMPLE.as_bytes()) else { panic!() };
    assert_eq!(state.phase, Phase::Validating);
    assert_eq!(state.reformulation.as_ref().unwrap().response, None);
    assert_eq!(violations(&serde_json::from_str(&render(&state)).unwrap()), Vec::<String>::new());
}

#[test]
fn an_initial_state_with_a_null_is_read() {
    let mut file = with("/reformulation", Value::Null);
    file["confidence"]["weights"] = json!({});
    assert_eq!(violations(&file).len(), 1);
    let Reading::Live(state) = reading(&file) else { panic!() };
    assert_eq!(state.reformulation, None);
}

#[test]
fn the_later_shape_is_recognised_as_history() {
    let file = json!({ "version": "1.0", "sessions": [{
        "skill": "x-plan", "timestamp": "2026-11-16T08:00:00Z",
        "expiresAt": "2026-11-17T08:00:00Z", "questions_asked": 4, "bypassed": false,
        "confidence": { "problem_understanding": 90, "composite": 92 },
    }]});
    assert_eq!(violations(&file).len(), 1, "five fields are missing, named at once");
    let Reading::History(history) = reading(&file) else { panic!() };
    assert_eq!(history.sessions[0].skill, "x-plan");
    assert_eq!(history.sessions[0].composite.unwrap().to_string(), "92");
    let Reading::History(again) = read(history.render().as_bytes()) else { panic!() };
    assert_eq!(again, history);
}

#[test]
fn what_is_no_json_is_no_state() {
    for bytes in [&b""[..], b"{", b"[]", b"\xff\xfe", b"null", b"{\"version\":1}"] {
        assert!(matches!(read(bytes), Reading::Corrupt(problems) if !problems.is_empty()));
    }
}

#[test]
fn a_later_version_is_named_and_not_read() {
    let file = with("/version", json!("2.0.0"));
    assert_eq!(reading(&file), Reading::Newer("2.0.0".to_owned()));
    let file = json!({ "version": "3", "sessions": [] });
    assert_eq!(reading(&file), Reading::Newer("3".to_owned()));
}

#[test]
fn everything_that_is_written_validates_and_reads_back_the_same() {
    let mut world = World { session: Some("s1".to_owned()), ..World::default() };
    let begun = world.check("x-implement", "add login somehow, like before", 0).state;
    let one = answered(begun.clone(), "Auth0, because the staff use it in every other tool");
    let noted = LookedUp {
        key: "auth0".to_owned(),
        kind: ResearchKind::Context7,
        query: Some("Auth0".to_owned()),
        findings: Some("an SDK".to_owned()),
        sources: vec!["context7:/auth0".to_owned()],
        elapsed_ms: 10,
    };
    let noted = with_research(one.clone(), noted, at(2));
    let clear = interview("x-implement", [100; 5]);
    let presented = shown([95, 90, 85, 90, 80]);
    let written = reformulate(interview("x-plan", [90; 5]), Some(forms()), at(3)).unwrap();
    let all = [
        skip(one.clone(), "just do it", &[], &person(), at(3)).unwrap(),
        validate(presented.clone(), Validation::Yes, None, None, &person(), at(3)).unwrap(),
        validate(presented.clone(), Validation::Minor, Some("two factors"), None, &person(), at(3))
            .unwrap(),
        validate(presented.clone(), Validation::Gaps, None, None, &person(), at(3)).unwrap(),
        World::default().check("x-docs", "skip interview", 0).state,
        World::default().check("x-deploy status", "is it up", 0).state,
        begun,
        one,
        noted,
        clear,
        presented,
        written,
    ];
    for state in all {
        let text = render(&state);
        let value: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(violations(&value), Vec::<String>::new(), "{text}");
        let ours = schema_violations(&serde_json::from_str(OURS).unwrap(), &value);
        assert_eq!(ours, Vec::<String>::new(), "{text}");
        assert_eq!(read(text.as_bytes()), Reading::Live(Box::new(state)));
    }
}

#[test]
fn what_nobody_here_knows_is_kept() {
    let mut file: Value = serde_json::from_str(EXAMPLE).unwrap();
    file["team"] = json!({ "name": "wards" });
    file["questions"][0]["asker"] = json!("Ada");
    let Reading::Live(state) = reading(&file) else { panic!() };
    let again: Value = serde_json::from_str(&render(&state)).unwrap();
    assert_eq!(again["team"], file["team"]);
    assert_eq!(again["questions"][0]["asker"], "Ada");
}

#[test]
fn a_gate_that_is_open_for_no_reason_is_blocked() {
    let mut file = with("/gateStatus", json!("open"));
    file["status"] = json!("complete");
    assert!(!valid(&file).gate_now().is_open());
    assert_eq!(History::default().render(), "{\n  \"version\": \"1.0\",\n  \"sessions\": []\n}\n");
}
