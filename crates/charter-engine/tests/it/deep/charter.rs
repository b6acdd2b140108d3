//! What crystallising writes into charter.md, and under which ids criteria are proposed.

use super::table::{Talk, context, flat, setup, with};
use charter_contract::Topic;
use charter_contract::mind::{Cover, Judgement, Mind, Proposal};
use charter_contract::scaffold;
use charter_interview::deep;
use charter_interview::deep::{Fulfilment, SpecCriterion, SpecDraft, fill_charter};
use charter_kernel::markdown::Source;
use serde_json::json;

/// Finds a topic where its word stands.
#[derive(Debug)]
struct WordMind;

impl Mind for WordMind {
    fn name(&self) -> &'static str {
        "word"
    }

    fn judge(&self, text: &str) -> Vec<Judgement> {
        let judge = |topic: Topic| {
            let quote = text.contains(topic.word()).then(|| topic.word().to_owned());
            let cover = if quote.is_some() { Cover::Covered } else { Cover::Missing };
            Judgement { topic, cover, confidence: 0, quote, reason: String::new() }
        };
        Topic::ALL.into_iter().map(judge).collect()
    }

    fn propose(&self, _topic: Topic, _text: &str) -> Vec<Proposal> {
        Vec::new()
    }

    fn name_for(&self, _text: &str) -> Option<String> {
        None
    }
}

/// An interview whose spec says these things.
fn crystallised(constraint: &str, non_goal: &str, criterion: &str) -> deep::Interview {
    let mut talk = Talk::new(&setup(3000));
    let facts =
        json!({ "facts": [{ "statement": "One reading is one tap", "dimension": "goal" }] });
    let answer = "The users are night nurses. The problem is paper. So it goes.";
    talk.round(answer, &with(flat(&["entry"], "0.9"), facts));
    let mut interview = talk.interview().clone();
    let spec = SpecDraft {
        constraints: vec![constraint.to_owned()],
        non_goals: vec![non_goal.to_owned()],
        criteria: vec![SpecCriterion {
            statement: criterion.to_owned(),
            component: Some("entry".to_owned()),
            from: vec!["R1".to_owned()],
            vague: None,
        }],
        ..SpecDraft::default()
    };
    interview.ending.restated = Some("Entry takes five minutes a night".to_owned());
    let fulfilment = Fulfilment::Crystallised(spec);
    let at = context().now;
    interview.apply(deep::Fulfilled { need_id: "spec-1", round: 0, fulfilment: &fulfilment, at });
    interview
}

fn fresh() -> Source {
    Source::new(scaffold::charter("Ward", "Nurses copy by hand", context().now).into_bytes())
}

fn section(charter: &Source, title: &str) -> String {
    let text = charter.text();
    let behind = text.split_once(&format!("\n## {title}\n")).map(|(_, it)| it).unwrap();
    behind.split("\n## ").next().unwrap().trim().to_owned()
}

#[test]
fn every_section_that_was_talked_about_is_filled() {
    let interview = crystallised("works offline", "billing", "Entry takes under 5 minutes.");
    let charter = fill_charter(&fresh(), &interview, &WordMind).unwrap();
    assert_eq!(
        section(&charter, "Objective"),
        "Nurses copy by hand\n\nEntry takes five minutes a night"
    );
    assert_eq!(section(&charter, "Problem & Context"), "The problem is paper.");
    assert_eq!(section(&charter, "Target Users"), "The users are night nurses.");
    assert_eq!(
        section(&charter, "Scope Guardrails"),
        "### Will\n\n- Entry\n- One reading is one tap\n\n### Won't\n\n- billing"
    );
    assert_eq!(section(&charter, "Success Criteria"), "- Entry takes under 5 minutes.");
    assert_eq!(section(&charter, "Mission Boundaries"), "- works offline");
    assert!(section(&charter, "Business Rationale").starts_with("<!--"), "nobody spoke of it");
    assert!(charter.text().contains("**Status**: Draft"), "so it is no whole charter");
}

#[test]
fn what_stands_there_stays_and_is_not_written_again() {
    let first = crystallised("works offline", "billing", "Entry takes under 5 minutes.");
    let charter = fill_charter(&fresh(), &first, &WordMind).unwrap();
    assert!(fill_charter(&charter, &first, &WordMind).is_none(), "nothing is new");
    let text = charter.text().replace("- billing", "- billing, says Ada\n- faxes");
    let second = crystallised("no cloud", "a second ward", "No reading is lost.");
    let charter = Source::new(text.into_bytes());
    let charter = fill_charter(&charter, &second, &WordMind).unwrap();
    assert!(
        section(&charter, "Scope Guardrails")
            .ends_with("### Won't\n\n- billing, says Ada\n- faxes\n- a second ward")
    );
    assert_eq!(section(&charter, "Mission Boundaries"), "- works offline\n- no cloud");
    assert_eq!(
        section(&charter, "Success Criteria"),
        "- Entry takes under 5 minutes.\n- No reading is lost."
    );
}

#[test]
fn a_charter_in_which_nothing_is_open_is_called_complete() {
    let mut interview = crystallised("works offline", "billing", "Entry takes under 5 minutes.");
    interview.setup.idea = "The value_prop is sleep.".to_owned();
    let charter = fill_charter(&fresh(), &interview, &WordMind).unwrap();
    assert_eq!(section(&charter, "Business Rationale"), "The value_prop is sleep.");
    assert!(charter.text().contains("**Status**: Complete"), "{}", charter.text());
}

#[test]
fn criteria_have_short_ids_of_whole_words() {
    let check = |name: &str, expected: &str| {
        let mut talk = Talk::about(&setup(3000), &[name]);
        let id = talk.interview().topology.components[0].id.clone();
        talk.round("x", &flat(&[&id], "0.9"));
        while talk.need().kind != deep::NeedKind::Spec {
            let need = talk.think();
            if need.kind == deep::NeedKind::Restate {
                talk.give(json!({ "choice": "yes" }));
            }
            if talk.need().kind != deep::NeedKind::Spec {
                talk.round("x", &flat(&[&id], "0.9"));
            }
        }
        talk.give(json!({ "criteria": [
            { "statement": "It warns.", "component": id, "from": ["R1"] },
        ] }));
        let register = talk.criteria.text().to_owned();
        assert!(register.contains(&format!("### VAL-{expected}-001 — It warns")), "{register}");
    };
    check("A bot that warns the team when builds break", "BOTWARNSTEAM");
    check("Entry", "ENTRY");
    check("Internationalisation of the schedule", "INTERNATIONALISA");
    check("Night shift administration", "NIGHTSHIFT");
}
