//! The whole of an interview as JSON: what `interview.json` holds.
//!
//! Owns the shape of that file. Derived from the events alone, with everything that is computed
//! from them beside it. Must not be read back: the ledger is what counts.

use super::{Interview, Limits, Units, bill, report};
use serde_json::{Map, Value, json};

const SCHEMA_VERSION: u32 = 1;

/// Gives an interview as JSON.
#[must_use]
pub fn view(interview: &Interview) -> Value {
    let mut map = Map::new();
    let mut put = |key: &str, value: Value| {
        if !value.is_null() {
            map.insert(key.to_owned(), value);
        }
    };
    let needs: Vec<String> = interview.steps().iter().map(|it| it.need_id(interview)).collect();
    put("schemaVersion", json!(SCHEMA_VERSION));
    if interview.is_checklist() {
        put("way", json!(interview.setup.way));
        put("initialIdea", json!(interview.setup.idea));
        put("language", json!(interview.setup.language));
        put("codebaseContext", json!(interview.setup.codebase));
        put("beganAt", json!(interview.began_at));
        put("openNeeds", json!(needs));
        put("earlier", json!(interview.earlier));
        put("rounds", checklist_rounds(interview));
        put("end", json!(interview.ending.checklist));
        return Value::Object(map);
    }
    put("type", json!(interview.setup.project));
    put("initialIdea", json!(interview.setup.idea));
    put("initialContextSummary", json!(interview.summary));
    put("threshold", json!(interview.setup.threshold.units));
    put("thresholdSource", json!(interview.setup.threshold.source));
    put("language", json!(interview.setup.language));
    put("codebaseContext", json!(interview.setup.codebase));
    let limits: Limits = interview.setup.limits;
    put("limits", json!(limits));
    put("beganAt", json!(interview.began_at));
    put("openNeeds", json!(needs));
    put("currentAmbiguity", json!(interview.ambiguity()));
    put("reportedAmbiguity", json!(interview.reported()));
    put("ambiguityFloor", json!(interview.floor()));
    put("ambiguityMilestone", json!(interview.milestone()));
    put("earlier", json!(interview.earlier));
    put("topology", json!(interview.topology));
    put("rounds", rounds(interview));
    put("establishedFacts", json!(interview.facts));
    put("ontologySnapshots", json!(interview.snapshots));
    let assumed = interview.rounds.iter().filter(|it| it.auto().is_some());
    put("autoAnsweredRounds", json!(assumed.map(|it| it.number).collect::<Vec<u32>>()));
    put("refinedRounds", json!(interview.refined_rounds));
    put("lateralReviews", json!(interview.reviews));
    put("lateralPanelFailures", json!(interview.panel_failures));
    put("mindFailures", json!(interview.mind_failures));
    put("autoAnswerStreak", json!(interview.streak));
    put("closureOverrides", json!(interview.closure_overrides));
    put("restatedGoal", json!(interview.ending.restated));
    put("bill", json!(bill(interview)));
    put("report", json!(report(interview)));
    Value::Object(map)
}

/// The questions of a checklist with what was said to them.
fn checklist_rounds(interview: &Interview) -> Value {
    let row = |round: &super::Round| {
        json!({
            "number": round.number,
            "topic": round.topic,
            "settles": round.settles,
            "question": round.question,
            "reply": round.reply,
        })
    };
    interview.rounds.iter().map(row).collect()
}

/// The latest scored round shows what counts now; earlier ones what counted then.
fn rounds(interview: &Interview) -> Value {
    let last = interview.last_scored().map(|it| it.number);
    let row = |round: &super::Round| {
        let mut row = json!(round);
        let scoring = round.scoring.as_ref();
        let ambiguity = scoring.map(|it| match Some(round.number) == last {
            true => interview.ambiguity(),
            false => it.effective,
        });
        if let (Value::Object(row), Some(scoring)) = (&mut row, scoring) {
            let ambiguity: Option<Units> = ambiguity;
            row.insert("ambiguity".to_owned(), json!(ambiguity));
            row.insert("reportedAmbiguity".to_owned(), json!(scoring.reported));
        }
        row
    };
    interview.rounds.iter().map(row).collect()
}
