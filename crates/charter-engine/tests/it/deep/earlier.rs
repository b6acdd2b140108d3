//! An interview that goes on from one that was made elsewhere.

use super::table::{Talk, flat, setup};
use crate::whole;
use crate::whole::Decision;
use charter_engine::event::EventBody;
use charter_interview::deep::{NeedFor, NeedKind};
use charter_interview::import::read;
use charter_interview::{Import, InterviewEvent};
use charter_kernel::Digest;
use serde_json::json;

const SPEC: &str = "# Spec: Ward\n\n- Final Ambiguity Score: 14%\n\n## Topology\n\n\
    | Component | Status | Description | Coverage |\n|---|---|---|---|\n\
    | Entry | active | readings at the bed | 2 |\n| Export | deferred | lists | next year |\n\n\
    ## Established Facts\n\n- It works offline\n\n## Goal\n\nLess copying.\n\n\
    ### Round 1\n\n**Q:** Who enters?\n**A:** Night nurses\n";

fn import(name: &str, bytes: &[u8]) -> Import {
    let imported = read(name, bytes).unwrap();
    Import {
        source: name.to_owned(),
        saved_as: "imported.md".to_owned(),
        bytes: 1,
        digest: Digest::of(bytes),
        form: imported.form,
        ambiguity: imported.ambiguity,
        threshold: imported.threshold,
        components: imported.components,
        facts: imported.facts,
        rounds: imported.rounds,
        notes: imported.notes,
    }
}

/// Begins an interview behind an import.
fn begun(name: &str, bytes: &[u8]) -> Talk {
    let mut talk = Talk::begun(&setup(500));
    talk.events.truncate(1);
    talk.state = charter_engine::State::default();
    let events = talk.events.clone();
    events.iter().for_each(|it| talk.state.apply(it));
    let imported =
        EventBody::Interview(InterviewEvent::InterviewImported(Box::new(import(name, bytes))));
    talk.append(Decision { events: vec![imported], edits: Vec::new() });
    let decision = whole::begin(&talk.state, &setup(500)).unwrap();
    talk.append(decision);
    talk
}

#[test]
fn an_import_gives_the_parts_the_facts_and_the_rounds_to_go_on_from() {
    let mut talk = begun("ward.md", SPEC.as_bytes());
    let need = talk.need();
    assert_eq!((need.kind, need.r#for), (NeedKind::Parts, NeedFor::User), "no mind is asked");
    assert!(
        need.prompt.contains("Taken over from ward.md: 1 round, ambiguity 14%\n- Entry: readings"),
        "{}",
        need.prompt
    );
    talk.give(json!({ "choice": "confirm" }));
    let interview = talk.interview();
    assert_eq!(interview.topology.components[1].deferred.as_deref(), Some("next year"));
    assert_eq!(interview.facts[0].statement, "It works offline");
    assert_eq!(talk.ambiguity(), 10_000, "nothing of it counts as scored");
    let need = talk.need();
    assert_eq!(need.kind, NeedKind::Turn);
    assert_eq!(need.context["earlier"]["rounds"][0]["answer"], "Night nurses");
    assert_eq!(need.context["earlier"]["ambiguity"], 1400);
    assert_eq!(need.context["facts"][0]["evidence"], "imported from ward.md");
    talk.round("y", &flat(&["entry"], "0.5"));
}

#[test]
fn what_was_imported_without_parts_is_proposed_by_a_mind_that_sees_the_rounds() {
    let talk = begun("ward.md", b"# Ward\n\n### Round 1\n\n**Q:** Who?\n**A:** Nurses\n");
    let need = talk.need();
    assert_eq!((need.kind, need.r#for), (NeedKind::Parts, NeedFor::Mind));
    assert_eq!(need.context["earlier"]["rounds"][0]["answer"], "Nurses");
}

#[test]
fn a_state_is_read_the_same_whether_its_rounds_stand_inside_or_outside() {
    let inner = json!({
        "rounds": [{ "round": 1, "question": "Who?", "answer": "Nurses", "ambiguity": 0.4 }],
        "established_facts": [
            { "id": "f1", "statement": "offline" },
            { "id": "f2", "statement": "online", "disputed": true },
        ],
        "topology": { "components": [
            { "id": "entry", "name": "Entry" },
            { "id": "export", "status": "deferred", "reason": "later" },
        ] },
        "current_ambiguity": 0.4,
        "initial_idea": "Less copying",
    });
    let outer = json!({ "active": true, "current_phase": "interviewing", "state": inner });
    let read = |value: &serde_json::Value| read("s.json", value.to_string().as_bytes()).unwrap();
    let (inside, outside) = (read(&outer), read(&inner));
    assert_eq!(inside.rounds, outside.rounds);
    assert_eq!((inside.ambiguity, &inside.idea), (outside.ambiguity, &outside.idea));
    assert_eq!(inside.facts, ["offline"], "what is disputed is not established");
    assert_eq!(inside.components, outside.components);
    assert_eq!(inside.components[1].deferred.as_deref(), Some("later"));
    assert_eq!(read(&outer), inside, "and again the same");
    assert!(inside.notes.iter().any(|it| it.contains("active, current_phase")), "{inside:?}");
}
