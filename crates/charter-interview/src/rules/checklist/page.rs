//! spec.md as a checklist writes it.
//!
//! Owns its sections, in their order: the user's own sentences with the rounds they come from, and what was left open.
//! Must not judge anything, and has no figure.

use crate::deep::{
    ChecklistEnd, Interview, SpecCriterion, spec_list as list, spec_reason, spec_status,
};
use charter_contract::ContractState;
use charter_kernel::Timestamp;
use charter_kernel::markdown::words;

/// Writes the spec.
pub(crate) fn render(contract: &ContractState, interview: &Interview, now: Timestamp) -> String {
    let Some(end) = &interview.ending.checklist else { return String::new() };
    let draft = &end.draft;
    let sections = [
        ("Metadata", metadata(&contract.charter_id, interview, now)),
        ("Goal", goal(interview, end)),
        ("Constraints", list(&draft.constraints)),
        ("Non-Goals", list(&draft.non_goals)),
        ("Acceptance Criteria", criteria(&draft.criteria)),
        ("Technical Context", prose(&draft.technical_context)),
        ("Open", open(end)),
    ];
    let mut text = format!("# Spec: {}\n", words::render_title(&contract.name));
    for (title, body) in sections {
        text.push_str(&["\n## ", title, "\n\n", body.trim_end(), "\n"].concat());
    }
    text
}

fn metadata(charter_id: &str, interview: &Interview, now: Timestamp) -> String {
    let asked = interview.rounds.iter().filter(|it| it.reply.is_some());
    let n_answered = asked.clone().filter(|it| it.answer().is_some()).count();
    let rows = [
        ("Interview ID", charter_id.to_owned()),
        ("Questions Answered", format!("{n_answered} of {}", asked.count())),
        ("Generated", now.to_string()),
        ("Status", spec_status(interview).to_owned()),
        ("Status Reason", words::render(&spec_reason(interview))),
    ];
    let lines: Vec<String> = rows.iter().map(|(key, value)| format!("- {key}: {value}")).collect();
    lines.join("\n")
}

fn goal(interview: &Interview, end: &ChecklistEnd) -> String {
    match end.draft.goal.trim() {
        "" => prose(interview.idea()),
        goal => goal.lines().map(words::render).collect::<Vec<_>>().join("\n\n"),
    }
}

fn prose(text: &str) -> String {
    match text.trim() {
        "" => "None.".to_owned(),
        text => words::render(text),
    }
}

fn criteria(criteria: &[SpecCriterion]) -> String {
    let line = |it: &SpecCriterion| {
        let statement = it.statement.split_whitespace().collect::<Vec<_>>().join(" ");
        let vague = if it.vague.is_some() { " — what would you count?" } else { "" };
        format!("- [ ] {} (From: {}){vague}", words::render(&statement), it.from.join(", "))
    };
    match criteria {
        [] => "None.".to_owned(),
        some => some.iter().map(line).collect::<Vec<_>>().join("\n"),
    }
}

fn open(end: &ChecklistEnd) -> String {
    list(&end.open.iter().map(|it| it.name.clone()).collect::<Vec<_>>())
}
