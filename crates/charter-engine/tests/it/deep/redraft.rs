//! What an earlier answer that changes does to the open question, and what counts for nothing.

use super::table::{Talk, flat, marks, setup, with};
use charter_interview::deep::{NeedKind, Project, Setup, Step};
use serde_json::json;

#[test]
fn the_open_question_is_written_anew_when_an_earlier_answer_is_changed() {
    let mut talk = Talk::about(&setup(500), &["Entry", "Export"]);
    talk.round("x", &flat(&["entry", "export"], "0.5"));
    let asked = talk.think();
    assert_eq!(asked.kind, NeedKind::Ask);
    talk.submit("r1-ask", &json!({ "answer": "y" })).unwrap();
    let mut sheet = flat(&["entry", "export"], "0.2");
    sheet["components"]["export"] = marks(&["0.9", "0.1", "0.9"]);
    talk.settle(&sheet);
    let need = talk.need();
    assert_eq!((need.kind, need.need_id.as_str()), (NeedKind::Turn, "r2-draft-2"));
    assert_eq!(need.context["target"]["dimension"], "constraints");
    let need = talk.think();
    assert_eq!(need.need_id, asked.need_id);
    assert_eq!(need.context["target"]["component"], "export");
}

#[test]
fn a_question_that_was_asked_about_stays_when_an_earlier_answer_is_changed() {
    let mut talk = Talk::new(&setup(500));
    talk.round("x", &flat(&["entry"], "0.5"));
    talk.think();
    talk.give(json!({ "askBack": "which ward?" }));
    talk.think();
    talk.submit("r1-ask", &json!({ "answer": "y" })).unwrap();
    talk.settle(&flat(&["entry"], "0.2"));
    assert_eq!(talk.interview().steps(), [Step::Ask(2)]);
    assert_eq!(talk.need().context["clarifications"][0]["asked"], "which ward?");
}

#[test]
fn what_has_no_weight_is_refused_wherever_a_mind_names_it() {
    let mut talk = Talk::new(&setup(500));
    talk.think();
    talk.give(json!({ "answer": "x" }));
    let mut sheet = flat(&["entry"], "0.5");
    sheet["components"]["entry"]["context"] = json!({ "score": "0.5", "gap": "g" });
    assert_eq!(talk.refused(sheet), ["dimension-without-weight"]);
    let facts = json!({ "facts": [{ "statement": "s", "dimension": "context" }] });
    let sheet = with(flat(&["entry"], "0.5"), facts);
    assert_eq!(talk.refused(sheet), ["dimension-without-weight"]);
    let brownfield = Setup { project: Project::Brownfield, ..setup(500) };
    let mut talk = Talk::new(&brownfield);
    talk.think();
    talk.give(json!({ "answer": "x" }));
    talk.give(json!({ "components": { "entry": marks(&["0.5"; 4]) } }));
}
