//! Requests as people type them, in ten languages: which open at once, and which are asked about.

use super::world::World;
use charter_interview::preflight::TriggerKind;

const REQUESTS: &str = include_str!("requests.txt");

/// The workflows under which every request is checked: the one of a request that names none, and one that
/// once asked about everything.
const WORKFLOWS: [&str; 2] = ["request", "x-implement"];

fn verdict(workflow: &str, text: &str) -> &'static str {
    let assessment = World::default().check(workflow, text, 0);
    let is = |kind| assessment.triggers.iter().any(|it| it.is(kind));
    match assessment.gate.is_open() {
        true if assessment.has_interview => "open with a word",
        true => "open",
        false if is(TriggerKind::Risk) => "risk",
        false if is(TriggerKind::Missing) || is(TriggerKind::Ambiguity) => "vague",
        false => "blocked for nothing",
    }
}

#[test]
fn clear_requests_open_at_once_and_only_risk_and_vagueness_are_asked_about() {
    let mut wrong = Vec::new();
    let mut n = 0;
    for line in REQUESTS.lines().filter(|it| !it.starts_with(['#', '='])) {
        let Some((expected, text)) = line.split_once(" | ") else { continue };
        let text = text.replace("\\n", "\n");
        n += 1;
        for workflow in WORKFLOWS {
            let found = verdict(workflow, &text);
            if found != expected {
                wrong.push(format!("{workflow}: {expected} became {found}: {text}"));
            }
        }
    }
    assert!(n >= 225, "{n}");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
