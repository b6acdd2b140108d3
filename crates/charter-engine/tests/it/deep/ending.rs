//! How an interview ends, and what it leaves.

use super::table::{Talk, context, flat, marks, setup, setup_in, with};
use crate::whole;
use charter_contract::ContractEvent;
use charter_contract::document::{CriteriaDoc, MISSING_VERIFIER};
use charter_interview::deep;
use charter_interview::deep::{Limits, NeedFor, NeedKind, Setup, Step};
use charter_kernel::Refuse;
use charter_kernel::markdown::{Outline, Source};
use serde_json::json;
use std::collections::BTreeSet;

fn long_limits() -> Setup {
    Setup { limits: Limits { exit_from: 3, soft: 4, hard: 5 }, ..setup(500) }
}

// ---------------------------------------------------------------- limits

#[test]
fn it_can_be_ended_from_round_three_on_with_a_warning_that_lists_the_gaps() {
    let mut talk = Talk::new(&setup(500));
    for _ in 0..2 {
        let need = talk.think();
        assert_eq!(need.context["mayExit"], false);
        assert_eq!(talk.refused(json!({ "exit": "build it" })), ["exit-too-early"]);
        talk.give(json!({ "answer": "x" }));
        talk.settle(&flat(&["entry"], "0.5"));
    }
    talk.think();
    talk.give(json!({ "exit": "enough" }));
    let need = talk.need();
    assert_eq!((need.kind, need.r#for), (NeedKind::Closure, NeedFor::User));
    assert!(!need.prompt.contains('%'), "{}", need.prompt);
    assert!(need.prompt.contains("Entry, goal: what is missing"));
    talk.give(json!({ "choice": "keepAsking" }));
    assert_eq!(talk.need().need_id, "r3-ask", "the open question stays");
    talk.give(json!({ "exit": "enough" }));
    assert_eq!(talk.need().need_id, "warn-2");
    talk.give(json!({ "choice": "proceed" }));
    assert_eq!(talk.think().kind, NeedKind::Restate);
    talk.give(json!({ "choice": "yes" }));
    assert_eq!(talk.think().kind, NeedKind::Done);
    assert!(talk.files["spec.md"].contains("- Status: BELOW_THRESHOLD_EARLY_EXIT"));
}

#[test]
fn only_true_or_words_are_a_wish_to_end_and_only_true_leaves_it_to_a_mind() {
    let mut talk = Talk::new(&setup(500));
    for _ in 0..2 {
        talk.round("x", &flat(&["entry"], "0.5"));
    }
    talk.think();
    for odd in [json!(0), json!([]), json!({}), json!(1)] {
        assert_eq!(talk.refused(json!({ "exit": odd })), ["not-true"]);
        assert_eq!(talk.refused(json!({ "decide": odd })), ["not-true"]);
    }
    assert_eq!(talk.refused(json!({ "decide": "yes" })), ["not-true"]);
    assert_eq!(talk.refused(json!({ "exit": false })), ["one-of"]);
    assert_eq!(talk.refused(json!({ "exit": "  ", "decide": false })), ["one-of"]);
    talk.give(json!({ "answer": "on", "exit": false, "decide": false }));
    assert_eq!(talk.interview().ending.n_exits, 0);
    talk.settle(&flat(&["entry"], "0.5"));
    talk.think();
    talk.give(json!({ "exit": true }));
    assert_eq!(talk.interview().ending.n_exits, 1);
}

#[test]
fn questions_that_are_asked_together_count_when_they_are_answered() {
    let names = ["A", "B", "C", "D", "E"];
    let mut talk = Talk::about(&Setup { batch: 5, ..setup(500) }, &names);
    talk.think();
    assert_eq!(talk.needs().len(), 5);
    let codes = talk.refused_for("r5-ask", json!({ "exit": true }));
    assert_eq!(codes, ["exit-too-early"], "nothing was answered");
    for number in 1..=3 {
        talk.submit(&format!("r{number}-ask"), &json!({ "decide": true })).unwrap();
    }
    let codes = talk.refused_for("r5-ask", json!({ "exit": true }));
    assert_eq!(codes, ["exit-too-early"], "no mind has answered yet");
    let codes = talk.refused_for("r4-ask", json!({ "decide": true }));
    assert_eq!(codes, ["answer-needed"], "three are left to the mind");
    assert_eq!(talk.need().context["mustAnswer"], true);
    talk.submit("r1-ask", &json!({ "answer": "x" })).unwrap();
    talk.submit("r2-ask", &json!({ "answer": "y" })).unwrap();
    talk.submit("r4-ask", &json!({ "decide": true })).unwrap();
    talk.submit("r5-ask", &json!({ "exit": true })).unwrap();
}

#[test]
fn there_is_a_soft_notice_and_a_last_round_and_no_continue_question() {
    let mut talk = Talk::new(&long_limits());
    for round in 1..=5 {
        let need = talk.think();
        assert_eq!((need.kind, need.round), (NeedKind::Ask, round));
        assert_eq!(need.context.get("notice").is_some(), round >= 4, "{round}");
        talk.give(json!({ "answer": "x" }));
        talk.settle(&flat(&["entry"], "0.5"));
    }
    let notice = deep::report(talk.interview()).unwrap().notice.unwrap();
    assert_eq!(notice, "Question 5 of 5 was the last; the spec is written with what is clear.");
    assert_eq!(talk.think().kind, NeedKind::Restate);
    talk.give(json!({ "choice": "adjust", "text": "much faster entry" }));
    let need = talk.think();
    assert_eq!(need.kind, NeedKind::Done, "nothing can be asked: the user's words are the goal");
    assert_eq!(talk.interview().ending.restated.as_deref(), Some("much faster entry"));
    assert_eq!(need.options.len(), 2, "asking on is not offered");
    assert_eq!(talk.refused(json!({ "choice": "refine" })), ["rounds-used"]);
}

#[test]
fn no_correction_of_the_goal_goes_beyond_the_last_round() {
    let mut talk = Talk::new(&Setup { limits: Limits::with_hard(3), ..setup(500) });
    for _ in 0..3 {
        talk.round("x", &flat(&["entry"], "0.5"));
    }
    for turn in 0..6 {
        assert_eq!(talk.think().kind, NeedKind::Restate);
        let text = format!("goal {turn}");
        talk.give(json!({ "choice": "missing", "text": text }));
        assert_eq!(talk.interview().n_rounds(), 3);
        assert_eq!(talk.think().kind, NeedKind::Done);
        assert_eq!(talk.interview().ending.restated, Some(text));
        talk.submit("r1-ask", &json!({ "answer": format!("other {turn}") })).unwrap();
        talk.settle(&flat(&["entry"], "0.5"));
    }
}

#[test]
fn a_spec_says_passed_only_where_nothing_is_open() {
    let done = |talk: &mut Talk| {
        assert_eq!(talk.think().kind, NeedKind::Restate);
        talk.give(json!({ "choice": "yes" }));
        let need = talk.think();
        assert_eq!(need.kind, NeedKind::Done);
        let reason = need.context["statusReason"].as_str().unwrap().to_owned();
        assert!(talk.files["spec.md"].contains(&format!("- Status Reason: {reason}\n")));
        (deep::spec_status(talk.interview()), reason)
    };
    let clear = flat(&["entry"], "0.99");
    let fact = with(clear.clone(), json!({ "facts": [{ "statement": "offline" }] }));
    let dispute = with(clear.clone(), json!({ "disputes": ["F1"] }));

    let mut talk = Talk::new(&setup(2000));
    talk.round("x", &clear);
    let reason = "ambiguity 1% is within the threshold of 20%";
    assert_eq!(done(&mut talk), ("PASSED", reason.to_owned()));

    let mut talk = Talk::new(&setup(2000));
    talk.round("x", &with(flat(&["entry"], "0.5"), json!({ "facts": [{ "statement": "y" }] })));
    talk.round("y", &dispute);
    talk.think();
    talk.give(json!({ "exit": true }));
    talk.give(json!({ "choice": "proceed" }));
    let reason =
        "ambiguity 10% is within the threshold of 20%; the user ended it early; 1 gap is open";
    assert_eq!(done(&mut talk), ("BELOW_THRESHOLD_EARLY_EXIT", reason.to_owned()));

    let limits = Limits::with_hard(1);
    let mut talk = Talk::new(&Setup { limits, ..setup(2000) });
    talk.round("x", &fact);
    talk.submit("r1-ask", &json!({ "answer": "y" })).unwrap();
    talk.settle(&dispute);
    let reason =
        "ambiguity 10% is within the threshold of 20%; round 1 was the last; 1 gap is open";
    assert_eq!(done(&mut talk), ("BELOW_THRESHOLD_EARLY_EXIT", reason.to_owned()));

    let mut talk = Talk::new(&Setup { limits, ..setup(500) });
    talk.round("x", &flat(&["entry"], "0.46"));
    let reason = "ambiguity 54% is over the threshold of 5%; round 1 was the last";
    assert_eq!(done(&mut talk), ("BELOW_THRESHOLD_EARLY_EXIT", reason.to_owned()));
}

#[test]
fn a_gap_that_a_mind_found_and_nobody_answered_is_open() {
    let mut talk = Talk::new(&setup(2000));
    for _ in 0..2 {
        talk.round("x", &flat(&["entry"], "0.5"));
    }
    talk.round("x", &flat(&["entry"], "0.99"));
    while talk.interview().steps() != [Step::Audit] {
        talk.give(json!({ "failed": "x" }));
    }
    talk.give(json!({ "gaps": [{ "component": "entry", "dimension": "goal", "gap": "whose?" }] }));
    talk.think();
    talk.give(json!({ "exit": true }));
    talk.give(json!({ "choice": "proceed" }));
    assert_eq!(deep::spec_status(talk.interview()), "BELOW_THRESHOLD_EARLY_EXIT");
    assert!(deep::spec_reason(talk.interview()).ends_with("early; 1 gap is open"));
}

#[test]
fn limits_are_twenty_and_at_most_a_hundred() {
    assert_eq!(Limits::default(), Limits { exit_from: 3, soft: 10, hard: 20 });
    assert_eq!(Limits::with_hard(100).hard, 100);
    assert_eq!((Limits::with_hard(1000).hard, Limits::with_hard(0).hard), (100, 1));
}

#[test]
fn every_dimension_clear_is_enough_unless_something_is_open() {
    let mut talk = Talk::new(&setup(500));
    talk.round("x", &flat(&["entry"], "0.9"));
    assert_eq!(talk.ambiguity(), 1000);
    assert_eq!(talk.interview().steps(), [Step::Audit]);
    let mut talk = Talk::new(&setup(100));
    talk.round("x", &json!({ "components": { "entry": marks(&["1", "1", "0.8999"]) } }));
    assert!(talk.ambiguity() < 1000 && !talk.interview().is_ready());
    let mut talk = Talk::new(&setup(500));
    talk.round(
        "x",
        &with(
            flat(&["entry"], "0.5"),
            json!({ "facts": [{ "statement": "a" }, { "statement": "b" }] }),
        ),
    );
    talk.round("y", &with(flat(&["entry"], "0.95"), json!({ "disputes": ["F1", "F2"] })));
    assert!(!talk.interview().is_ready());
}

#[test]
fn every_need_is_resumed_at_and_speaks_the_language() {
    let threshold = setup(2000).threshold;
    let mut talk = Talk::new(&Setup { threshold, ..setup_in("ko", "Korean") });
    talk.think();
    talk.give(json!({ "askBack": "what is entry?" }));
    talk.think();
    talk.give(json!({ "answer": "because the ward has no network at night ".repeat(5) }));
    talk.settle(&flat(&["entry"], "0.5"));
    talk.delegate(&flat(&["entry"], "0.85"));
    talk.give(json!({ "choice": "keepAsking" }));
    talk.think();
    talk.give(json!({ "exit": "enough" }));
    talk.give(json!({ "choice": "keepAsking" }));
    talk.give(json!({ "answer": "yes" }));
    talk.settle(&flat(&["entry"], "0.85"));
    talk.think();
    talk.give(json!({ "choice": "yes" }));
    talk.think();
    talk.give(json!({ "choice": "work" }));
    // The table folds and opens anew after each of them.
    let names: BTreeSet<String> = talk
        .seen
        .iter()
        .map(|it| {
            format!(
                "{} {}",
                it.kind.word(),
                if it.r#for == NeedFor::User { "user" } else { "mind" }
            )
        })
        .collect();
    let all = [
        "ask user",
        "closure user",
        "crossing user",
        "done user",
        "panel mind",
        "parts mind",
        "parts user",
        "restate user",
        "spec mind",
        "turn mind",
    ];
    assert_eq!(names, all.map(str::to_owned).into());
    for need in &talk.seen {
        let instruction = need.context["language"]["instruction"].as_str().unwrap();
        assert!(instruction.contains("in Korean"), "{}", need.need_id);
    }
}

// ---------------------------------------------------------------- spec

fn crystallised() -> Talk {
    let mut talk = Talk::about(&setup(2000), &["Entry", "Export"]);
    let facts = json!({ "facts": [{ "statement": "entry | offline", "component": "entry", "evidence": "# no network\n```" }],
        "entities": [{ "name": "Reading", "type": "thing", "fields": ["value"] }] });
    talk.round(
        "# a heading\n```\nno fence ends\n</details> <!--",
        &with(flat(&["entry", "export"], "0.5"), facts),
    );
    talk.delegate(&flat(&["entry", "export"], "0.6"));
    talk.round(
        "fine",
        &with(
            flat(&["entry", "export"], "0.9"),
            json!({ "entities": [{ "name": "Reading", "type": "thing" }] }),
        ),
    );
    // What nobody but a mind said is asked about once more, although the number passes.
    talk.round("yes, that holds", &flat(&["entry", "export"], "0.9"));
    talk.think();
    talk.give(json!({ "choice": "yes" }));
    let need = talk.need();
    assert_eq!((need.kind, need.r#for), (NeedKind::Spec, NeedFor::Mind));
    talk
}

fn spec() -> serde_json::Value {
    json!({
        "goal": "More about it.",
        "constraints": ["works offline"],
        "nonGoals": ["billing"],
        "criteria": [
            { "statement": "Entry takes under 5 minutes.", "component": "entry", "from": ["R1", "F1"] },
            { "statement": "The export is fast", "component": "export", "from": ["R3"], "vague": "fast" },
            { "statement": "Nobody is locked out", "from": ["R1"] },
        ],
        "assumptions": [{ "assumption": "one ward", "challenge": "two?", "resolution": "one" }],
        "technicalContext": "Rust",
    })
}

#[test]
fn the_spec_has_every_section_in_order_and_nothing_in_an_answer_is_structure() {
    let mut talk = crystallised();
    talk.give(spec());
    let text = &talk.files["spec.md"];
    let outline = Outline::parse(&Source::new(text.clone().into_bytes()));
    let titles: Vec<String> =
        outline.headings.iter().filter(|it| it.level == 2).map(|it| it.title.clone()).collect();
    assert_eq!(
        titles,
        [
            "Metadata",
            "Clarity Breakdown",
            "Topology",
            "Established Facts",
            "Trigger Metadata",
            "Lateral Review Panel",
            "Goal",
            "Constraints",
            "Non-Goals",
            "Acceptance Criteria",
            "Open",
            "Deferrals",
            "Assumptions Exposed & Resolved",
            "Technical Context",
            "Ontology (Key Entities)",
            "Ontology Convergence",
            "Interview Transcript",
        ]
    );
    for line in [
        "- Rounds: 4",
        "- Final Ambiguity Score: 10%",
        "- Type: greenfield",
        "- Threshold: 20%",
        "- Threshold Source: default",
        "- Status: PASSED",
        "- Auto-Answered Rounds: 2",
        "- Architect Failures: 0",
        "- Lateral Panel Failures: 0",
        "- Refined Rounds: none",
        "- Closure Overrides: 1",
        "- Restated Goal: Entry takes five minutes",
        "| Goal | 0.9000 | 40% | 0.3600 |",
        "| **Ambiguity** | | | **0.1000** |",
        "| Entry | active |  | 1 acceptance criterion |",
        "- [ ] Entry takes under 5 minutes. (From: R1, F1)",
        "| R2: the safest default | nobody was asked | answered in R4 |",
        "| Reading | thing |  |  |",
        "| 1 | 1 | 1 | 0 | 0 | N/A |",
        "| 3 | 1 | 0 | 0 | 1 | 100% |",
    ] {
        assert!(text.contains(&format!("\n{line}\n")), "{line}\n\n{text}");
    }
    let rounds = outline.headings.iter().filter(|it| it.level == 3).count();
    assert_eq!(rounds, 4, "only the rounds are headings in the transcript");
}

#[test]
fn the_spec_ends_with_one_line_end() {
    let mut talk = crystallised();
    talk.give(spec());
    let text = &talk.files["spec.md"];
    assert!(text.ends_with('\n') && !text.ends_with("\n\n"));
}

#[test]
fn the_register_is_proposed_with_where_each_criterion_came_from() {
    let mut talk = crystallised();
    talk.give(spec());
    let (doc, findings) =
        CriteriaDoc::parse(Source::new(talk.files["criteria.md"].clone().into_bytes()));
    assert!(findings.iter().all(|it| it.kind == MISSING_VERIFIER), "{findings:?}");
    let rows: Vec<String> = doc
        .criteria()
        .iter()
        .map(|it| {
            format!(
                "{} {} {}",
                it.milestone.as_deref().unwrap_or_default(),
                it.id,
                it.from.join("+")
            )
        })
        .collect();
    assert_eq!(rows, ["m1 VAL-ENTRY-001 R1+F1", "m2 VAL-EXPORT-001 R3", "m3 VAL-LOCKED-001 R1"]);
    assert!(charter_interview::brief::lacks_measure(&doc, &doc.criteria()[1]));
    assert!(
        doc.criteria().iter().flat_map(|it| &it.from).all(|it| talk
            .state
            .contract
            .answers
            .contains_key(it))
    );
}

#[test]
fn a_register_that_somebody_wrote_is_left_alone() {
    let mut talk = crystallised();
    let own = "# Criteria\n\n## m1 Mine\n\n### VAL-OWN-001 — mine\n";
    talk.criteria = Source::new(own.as_bytes().to_vec());
    talk.give(spec());
    assert!(talk.files.contains_key("spec.md") && !talk.files.contains_key("criteria.md"));
}

#[test]
fn a_spec_rests_on_rounds_and_facts_that_there_are() {
    let mut talk = crystallised();
    assert_eq!(talk.refused(json!({})), ["missing"]);
    let criteria = json!([{ "statement": "x", "from": [] }, { "statement": "y", "from": ["R9", "F9"], "component": "z" }]);
    let codes = talk.refused(json!({ "criteria": criteria }));
    assert_eq!(codes, ["missing", "unknown-reference", "unknown-reference", "unknown-component"]);
    let n = talk.events.len();
    talk.give(json!({ "failed": "no mind" }));
    assert_eq!(talk.events.len(), n + 2, "the rest is a checklist");
    assert!(talk.interview().is_checklist());
}

#[test]
fn what_was_locked_in_round_0_must_be_named_by_the_spec() {
    let mut talk = Talk::begun(&setup(2000));
    let intents = json!([{ "id": "artifact:csv", "statement": "a CSV file" }]);
    talk.give(json!({ "components": [{ "name": "Entry" }], "intents": intents }));
    talk.give(json!({ "choice": "confirm" }));
    talk.round("x", &flat(&["entry"], "0.9"));
    talk.think();
    talk.give(json!({ "choice": "yes" }));
    let criteria =
        |statement: &str| json!({ "criteria": [{ "statement": statement, "from": ["R1"] }] });
    assert_eq!(talk.refused(criteria("a file comes out")), ["intent-missing"]);
    talk.give(criteria("artifact:csv comes out"));
    assert!(talk.files["spec.md"].contains("artifact:csv"));
}

#[test]
fn nothing_is_executed_and_asking_on_is_possible() {
    let mut talk = crystallised();
    talk.give(spec());
    let need = talk.need();
    assert_eq!((need.kind, need.need_id.as_str()), (NeedKind::Done, "done-1"));
    let values: Vec<&str> = need.options.iter().map(|it| it.value.as_str()).collect();
    assert_eq!(values, ["work", "plan", "refine"]);
    talk.give(json!({ "choice": "work" }));
    assert_eq!(talk.need().kind, NeedKind::Done);
    let n_events = talk.events.len();
    talk.give(json!({ "choice": "work" }));
    assert_eq!(talk.events.len(), n_events);
    talk.give(json!({ "choice": "refine" }));
    assert_eq!(talk.think().kind, NeedKind::Ask);
    talk.give(json!({ "answer": "one more thing" }));
    talk.settle(&flat(&["entry", "export"], "0.95"));
    talk.think();
    talk.give(json!({ "choice": "yes" }));
    assert_eq!(talk.need().need_id, "spec-2");
    let mut more = spec();
    more["criteria"]
        .as_array_mut()
        .unwrap()
        .push(json!({ "statement": "A new one", "from": ["R5"] }));
    talk.give(more);
    let (doc, findings) =
        CriteriaDoc::parse(Source::new(talk.files["criteria.md"].clone().into_bytes()));
    assert_eq!(
        (doc.criteria().len(), findings.len()),
        (4, 1),
        "what was there is not proposed again"
    );
}

#[test]
fn an_answer_changed_after_the_spec_opens_the_interview_again() {
    let mut talk = crystallised();
    talk.give(spec());
    let outcome = talk.submit("r1-ask", &json!({ "answer": "online only" })).unwrap();
    assert_eq!(outcome.disputed, ["F1"]);
    assert_eq!(talk.need().need_id, "r1-score-2");
}

#[test]
fn a_charter_that_has_ended_takes_nothing() {
    let mut talk = crystallised();
    let ended = charter_engine::event::EventBody::Contract(ContractEvent::CharterAbandoned {
        reason: "no".to_owned(),
    });
    talk.append(whole::Decision { events: vec![ended], edits: Vec::new() });
    let refusal = whole::fulfil(&talk.state, &talk.criteria, "spec-1", &spec(), &context());
    assert_eq!(refusal.unwrap_err().code(), "wrong-state");
}

// ---------------------------------------------------------------- report and bill

#[test]
fn the_report_says_what_an_answer_made_of_it() {
    let mut talk = Talk::about(&setup(500), &["Entry", "Export"]);
    talk.round("x", &flat(&["entry", "export"], "0.2"));
    assert!(deep::report(Talk::new(&setup(500)).interview()).is_none());
    let sheet = json!({ "components": { "entry": marks(&["0.9", "0.5", "0.5"]), "export": marks(&["0.9", "0.5", "0.4"]) },
        "entities": [{ "name": "Reading", "type": "thing" }] });
    talk.round("y", &sheet);
    let report = deep::report(talk.interview()).unwrap();
    assert_eq!(report.round, 2);
    let rows: Vec<String> = report
        .rows
        .iter()
        .map(|it| {
            format!(
                "{} {} {} {} {}",
                it.dimension.title(),
                it.score,
                it.weight,
                it.weighted,
                it.gap
            )
        })
        .collect();
    assert_eq!(
        rows,
        [
            "Goal 0.9000 40 0.3600 Clear",
            "Constraints 0.5000 30 0.1500 Entry: what is missing",
            "Success Criteria 0.4000 30 0.1200 Export: what is missing",
        ]
    );
    assert_eq!((report.before.as_u32(), report.ambiguity.as_u32()), (8000, 3700));
    assert_eq!((report.direction.word(), report.cause.as_deref()), ("down", None));
    assert_eq!((report.n_active, report.n_deferred, report.targeted.as_str()), (2, 0, "Export"));
    assert_eq!((report.n_entities, report.entities), (1, (1, 0, 0)));
    assert_eq!((report.milestone_before.word(), report.milestone.word()), ("initial", "progress"));
    let (target, why) = report.next.unwrap();
    assert_eq!(
        (target.component.as_str(), why.as_str()),
        ("export", "least clear so far: success criteria of “Export”")
    );
    assert_eq!(report.trend.iter().map(|(_, it)| it.as_u32()).collect::<Vec<_>>(), [8000, 3700]);
    assert_eq!(report.closing, "The next question is about the criteria of Export.");
}

#[test]
fn the_floor_has_its_row_where_it_counts() {
    let mut talk = Talk::new(&setup(500));
    talk.round("x", &with(flat(&["entry"], "0.5"), json!({ "facts": [{ "statement": "a" }] })));
    talk.round("y", &with(flat(&["entry"], "0.95"), json!({ "disputes": ["F1"] })));
    let report = deep::report(talk.interview()).unwrap();
    assert_eq!(report.floor, Some((deep::DISPUTE, "disputed facts".to_owned())));
    assert_eq!(report.ambiguity.as_u32(), 1000);
}

#[test]
fn the_bill_names_each_thing_and_what_it_would_take_off() {
    let mut talk = Talk::about(&setup(500), &["Entry", "Export"]);
    let sheet = json!({ "components": { "entry": marks(&["0.95", "0.6", "0.5"]), "export": marks(&["0.9", "0.6", "0.8"]) },
        "facts": [{ "statement": "offline" }] });
    talk.round("x", &sheet);
    talk.round("y", &with(sheet.clone(), json!({ "facts": [], "disputes": ["F1"] })));
    let bill = deep::bill(talk.interview());
    assert_eq!((bill.ambiguity.as_u32(), bill.reported.as_u32()), (3100, 3100));
    let rows: Vec<String> = bill
        .items
        .iter()
        .map(|it| {
            format!("{} {} {} {}", it.kind, it.about, it.adds.as_u32(), it.takes_off.as_u32())
        })
        .collect();
    assert_eq!(
        rows,
        [
            "gap entry 1500 900",
            "gap entry 1200 0",
            "gap export 1200 0",
            "dispute F1 1000 0",
            "gap export 600 0",
        ],
        "what another component holds up as well takes nothing off alone"
    );
    let clear = json!({ "components": { "entry": marks(&["0.95", "0.95", "0.95"]), "export": marks(&["0.95", "0.95", "0.95"]) } });
    talk.round("z", &clear);
    let bill = deep::bill(talk.interview());
    assert_eq!((bill.ambiguity.as_u32(), bill.items.len()), (1000, 1));
    assert_eq!(bill.items[0].takes_off.as_u32(), 500, "down to what the scores say");
}
