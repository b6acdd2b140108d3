//! The generated pages of docs/reference: what is written is what the binary says.
//!
//! With `UPDATE=1` the pages are written anew.

use crate::scene::repo;
use charter_app::{Error, ErrorKind};
use charter_core::attest::KeyProblem;
use charter_core::plan::{PlanRefusal, Stage};
use charter_core::{FindingKind, IdProblem, Refusal, Status};
use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

fn page_path(page: &str) -> PathBuf {
    let docs = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs/reference");
    docs.join(format!("{page}.md"))
}

#[expect(clippy::disallowed_methods, reason = "whoever runs the test asks for new pages")]
pub(crate) fn wants_update() -> bool {
    std::env::var_os("UPDATE").is_some_and(|it| it == "1")
}

#[track_caller]
fn check(page: &str) {
    let text = repo().charter(&["reference", page]).run().success().stdout;
    let path = page_path(page);
    if wants_update() {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, &text).unwrap();
    }
    let written = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        written == text,
        "`{}` is not what `charter reference {page}` prints; run the tests with UPDATE=1",
        path.display()
    );
}

#[test]
fn the_command_line_page_is_current() {
    check("cli");
}

#[test]
fn the_settings_page_is_current() {
    check("config");
}

#[test]
fn the_events_page_is_current() {
    check("events");
}

#[test]
fn the_findings_page_is_current() {
    check("findings");
}

#[test]
fn the_verdicts_page_is_current() {
    check("verdicts");
}

/// Makes one of every refusal.
fn each_refusal() -> Vec<Refusal> {
    let text = String::new;
    vec![
        Refusal::ObjectiveMissing,
        Refusal::ObjectiveTooLong { bytes: 2, max: 1 },
        Refusal::NameTooLong { chars: 2, max: 1 },
        Refusal::NameUnusable,
        Refusal::Several(vec![Refusal::ObjectiveMissing, Refusal::NameUnusable]),
        Refusal::ReasonMissing("abandon"),
        Refusal::SessionUnusable { text: text(), problem: IdProblem::Empty },
        Refusal::AlreadyCreated(text()),
        Refusal::WrongState { charter_id: text(), status: Status::Paused, step: "complete" },
        Refusal::NotShown { charter_id: text(), blockers: Vec::new() },
        Refusal::NoCharterBound { candidates: Vec::new(), ended: None },
        Refusal::UnknownCharter { fragment: text(), candidates: Vec::new() },
        Refusal::AmbiguousCharter { fragment: text(), candidates: Vec::new() },
        Refusal::UnknownCriterion { charter_id: text(), fragment: text(), candidates: Vec::new() },
        Refusal::BaseUnknown(text()),
        Refusal::CommandsUnknown { charter_id: text(), action: text(), commands: Vec::new() },
        Refusal::RepliesUnusable,
        Refusal::ReplyUnusable { number: 1, problem: "" },
        Refusal::ImportUnusable { file: text(), problem: "" },
        Refusal::AlreadyImported { file: text(), charter_id: text() },
        Refusal::KeyMissing { path: text() },
        Refusal::KeyUnusable { path: text(), problem: KeyProblem::NotAKey },
        Refusal::OutTaken(text()),
        Refusal::InstallUnusable { problems: Vec::new() },
        Refusal::PersonNeeded { what: "waiving a criterion", actor: text(), command: text() },
        Refusal::EntriesUnusable { charter_id: text(), problems: Vec::new() },
        Refusal::RunOutside { project: text() },
        Refusal::UnknownMilestone { charter_id: text(), given: text(), candidates: Vec::new() },
        Refusal::GateRefused { milestone_id: text(), problems: Vec::new() },
        Refusal::ObjectionCap { target: text(), max: 3 },
        Refusal::UnknownObjection { given: text(), candidates: Vec::new() },
        Refusal::OtherQuestion { given: text(), open: text() },
        Refusal::NoQuestion(text()),
        Refusal::AnswerMissing,
        Refusal::IdeaTooLong { chars: 1, max: 1 },
        Refusal::ThresholdUnusable(text()),
        Refusal::InterviewActive(text()),
        Refusal::FulfilmentUnusable { need_id: text(), problems: Vec::new() },
        Refusal::PadHidden,
        PlanRefusal::NoPlan { charter_id: text() }.into(),
        PlanRefusal::Active { charter_id: text(), task: text() }.into(),
        PlanRefusal::TextUnusable { problems: Vec::new() }.into(),
        PlanRefusal::TextTaken { path: text(), stage: Stage::Final, next: 1 }.into(),
        PlanRefusal::OutOfTurn { charter_id: text(), why: text() }.into(),
        PlanRefusal::Stuck { charter_id: text(), lane: None, used: 1, max: 1, can_revise: false }
            .into(),
        PlanRefusal::NotAgreed { charter_id: text(), problems: Vec::new() }.into(),
        PlanRefusal::NotFinal { charter_id: text() }.into(),
        Refusal::PreflightMissing,
        Refusal::PreflightUnusable { problems: Vec::new() },
        Refusal::PreflightStep { step: "take an answer", why: text() },
        Refusal::PreflightRisk { words: Vec::new() },
        Refusal::AmbiguousCriterion {
            charter_id: text(),
            fragment: text(),
            candidates: Vec::new(),
        },
    ]
}

/// Fails to compile when a refusal is added, so that [`each_refusal`] is not forgotten.
fn is_listed(refusal: &Refusal) -> bool {
    match refusal {
        Refusal::ObjectiveMissing
        | Refusal::ObjectiveTooLong { .. }
        | Refusal::NameTooLong { .. }
        | Refusal::NameUnusable
        | Refusal::Several(_)
        | Refusal::ReasonMissing(_)
        | Refusal::SessionUnusable { .. }
        | Refusal::AlreadyCreated(_)
        | Refusal::WrongState { .. }
        | Refusal::NotShown { .. }
        | Refusal::NoCharterBound { .. }
        | Refusal::UnknownCharter { .. }
        | Refusal::AmbiguousCharter { .. }
        | Refusal::AmbiguousCriterion { .. }
        | Refusal::OtherQuestion { .. }
        | Refusal::NoQuestion(_)
        | Refusal::AnswerMissing
        | Refusal::RepliesUnusable
        | Refusal::ReplyUnusable { .. }
        | Refusal::ImportUnusable { .. }
        | Refusal::AlreadyImported { .. }
        | Refusal::IdeaTooLong { .. }
        | Refusal::ThresholdUnusable(_)
        | Refusal::InterviewActive(_)
        | Refusal::FulfilmentUnusable { .. }
        | Refusal::PadHidden
        | Refusal::Plan(
            PlanRefusal::NoPlan { .. }
            | PlanRefusal::Active { .. }
            | PlanRefusal::TextUnusable { .. }
            | PlanRefusal::TextTaken { .. }
            | PlanRefusal::OutOfTurn { .. }
            | PlanRefusal::Stuck { .. }
            | PlanRefusal::NotAgreed { .. }
            | PlanRefusal::NotFinal { .. },
        )
        | Refusal::PreflightMissing
        | Refusal::PreflightUnusable { .. }
        | Refusal::PreflightStep { .. }
        | Refusal::PreflightRisk { .. }
        | Refusal::PersonNeeded { .. }
        | Refusal::BaseUnknown(_)
        | Refusal::RunOutside { .. }
        | Refusal::UnknownMilestone { .. }
        | Refusal::GateRefused { .. }
        | Refusal::ObjectionCap { .. }
        | Refusal::UnknownObjection { .. }
        | Refusal::CommandsUnknown { .. }
        | Refusal::EntriesUnusable { .. }
        | Refusal::KeyMissing { .. }
        | Refusal::KeyUnusable { .. }
        | Refusal::OutTaken(_)
        | Refusal::InstallUnusable { .. }
        | Refusal::UnknownCriterion { .. } => true,
    }
}

/// Reads the rows of the findings page: the code, then the cell behind it.
fn rows() -> BTreeMap<String, String> {
    let text = repo().charter(&["reference", "findings"]).run().success().stdout;
    let row = |line: &str| {
        let mut cells = line.strip_prefix("| `")?.split(" | ");
        let code = cells.next()?.trim_end_matches('`').to_owned();
        Some((code, cells.next()?.to_owned()))
    };
    text.lines().filter_map(row).collect()
}

#[test]
fn every_refusal_is_explained_with_its_exit_code() {
    let rows = rows();
    let refusals = each_refusal();
    assert!(refusals.iter().all(is_listed));
    for refusal in refusals {
        let code = refusal.code();
        let exit = match Error::from(refusal).kind() {
            ErrorKind::Refused => "1",
            ErrorKind::BadInput => "2",
            ErrorKind::Conflict => "3",
            ErrorKind::System => "4",
            ErrorKind::Interrupted => "130",
        };
        assert_eq!(rows.get(code).map(String::as_str), Some(exit), "{code}");
    }
}

#[test]
fn every_finding_is_explained_with_its_severity() {
    let rows = rows();
    for kind in FindingKind::ALL {
        let severity = serde_json::to_value(kind.severity()).unwrap();
        assert_eq!(rows.get(kind.code()).map(String::as_str), severity.as_str(), "{}", kind.code());
    }
}

#[test]
fn every_code_that_the_binary_answers_with_is_explained() {
    let rows = rows();
    let failures = [
        ("usage", "2"),
        ("out-exists", "2"),
        ("config-not-toml", "2"),
        ("config-bad-value", "2"),
        ("root-is-a-link", "2"),
        ("root-not-a-directory", "2"),
        ("bad-time", "2"),
        ("cwd-gone", "2"),
        ("not-text", "2"),
        ("actor-unusable", "2"),
        ("reply-unusable", "2"),
        ("unknown-command", "2"),
        ("locked", "3"),
        ("conflict", "3"),
        ("ledger-broken", "4"),
        ("ledger-newer", "4"),
        ("git-failed", "4"),
        ("io", "4"),
        ("interrupted", "130"),
    ];
    let missing =
        failures.iter().filter(|(code, exit)| rows.get(*code).is_none_or(|it| it != exit));
    let missing: Vec<&str> = missing.map(|(code, _)| *code).collect();
    assert!(missing.is_empty(), "not on the page: {missing:?}");
    let refusals = each_refusal();
    let known = |code: &str| {
        failures.iter().any(|it| it.0 == code)
            || refusals.iter().any(|it| it.code() == code)
            || FindingKind::ALL.iter().any(|it| it.code() == code)
    };
    let unknown: Vec<&String> = rows.keys().filter(|code| !known(code)).collect();
    assert!(unknown.is_empty(), "on the page and nowhere else: {unknown:?}");
}

#[test]
fn every_page_is_held_by_a_test() {
    let help = repo().charter(&["reference", "--help"]).run().success().stdout;
    assert!(
        help.contains("[possible values: cli, config, events, findings, verdicts]"),
        "check the new page above:\n{help}"
    );
}
