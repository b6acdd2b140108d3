//! The generated pages of docs/reference: what is written is what the binary says.
//!
//! With `UPDATE=1` the pages are written anew.

use crate::scene::repo;
use charter_agents::AgentRefusal;
use charter_app::{Error, ErrorKind};
use charter_contract::{ContractRefusal, Status};
use charter_engine::Refusal;
use charter_foreign::ForeignRefusal;
use charter_interview::InterviewRefusal;
use charter_kernel::Refuse;
use charter_kernel::{FindingKind, IdProblem};
use charter_plan::{PlanRefusal, Stage};
use charter_review::ReviewRefusal;
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
    [contract_refusals(), standing_refusals(), interview_refusals(), other_refusals()].concat()
}

/// Makes those that are about what stands already: a completed text, a listed key.
fn standing_refusals() -> Vec<Refusal> {
    let text = String::new;
    vec![
        Refusal::Contract(ContractRefusal::ChangedSinceEnd {
            charter_id: text(),
            path: text(),
            blockers: Vec::new(),
        }),
        Refusal::Contract(ContractRefusal::KeyOfAnother {
            key: text(),
            name: text(),
            actor: text(),
        }),
    ]
}

fn contract_refusals() -> Vec<Refusal> {
    let text = String::new;
    vec![
        Refusal::Contract(ContractRefusal::ObjectiveMissing),
        Refusal::Contract(ContractRefusal::ObjectiveTooLong { bytes: 2, max: 1 }),
        Refusal::Contract(ContractRefusal::NameTooLong { chars: 2, max: 1 }),
        Refusal::Contract(ContractRefusal::NameUnusable),
        Refusal::Contract(ContractRefusal::Several(vec![
            ContractRefusal::ObjectiveMissing,
            ContractRefusal::NameUnusable,
        ])),
        Refusal::Contract(ContractRefusal::ReasonMissing("abandon")),
        Refusal::Contract(ContractRefusal::SessionUnusable {
            text: text(),
            problem: IdProblem::Empty,
        }),
        Refusal::Contract(ContractRefusal::AlreadyCreated(text())),
        Refusal::Contract(ContractRefusal::WrongState {
            charter_id: text(),
            status: Status::Paused,
            step: "complete",
        }),
        Refusal::Contract(ContractRefusal::NotShown { charter_id: text(), blockers: Vec::new() }),
        Refusal::Contract(ContractRefusal::NoCharterBound { candidates: Vec::new(), ended: None }),
        Refusal::Contract(ContractRefusal::UnknownCharter {
            fragment: text(),
            candidates: Vec::new(),
        }),
        Refusal::Contract(ContractRefusal::AmbiguousCharter {
            fragment: text(),
            candidates: Vec::new(),
        }),
        Refusal::Contract(ContractRefusal::UnknownCriterion {
            charter_id: text(),
            fragment: text(),
            candidates: Vec::new(),
        }),
        Refusal::Contract(ContractRefusal::AgentSession { actor: text(), session: text() }),
        Refusal::Contract(ContractRefusal::BaseUnknown(text())),
        Refusal::Contract(ContractRefusal::TargetUnknown(text())),
        Refusal::Contract(ContractRefusal::PlaceUnknown { root: text(), against: text() }),
        Refusal::Contract(ContractRefusal::CommandMissing {
            charter_id: text(),
            criterion_id: text(),
        }),
        Refusal::Contract(ContractRefusal::CommandsUnknown {
            charter_id: text(),
            action: text(),
            commands: Vec::new(),
        }),
        Refusal::Contract(ContractRefusal::PersonNeeded {
            what: "waiving a criterion",
            actor: text(),
            command: text(),
        }),
        Refusal::Contract(ContractRefusal::EntriesUnusable {
            charter_id: text(),
            problems: Vec::new(),
        }),
        Refusal::Contract(ContractRefusal::RunOutside { project: text() }),
        Refusal::Contract(ContractRefusal::UnknownMilestone {
            charter_id: text(),
            given: text(),
            candidates: Vec::new(),
        }),
        Refusal::Contract(ContractRefusal::AmbiguousCriterion {
            charter_id: text(),
            fragment: text(),
            candidates: Vec::new(),
        }),
    ]
}

fn interview_refusals() -> Vec<Refusal> {
    let text = String::new;
    vec![
        Refusal::Interview(InterviewRefusal::RepliesUnusable),
        Refusal::Interview(InterviewRefusal::ReplyUnusable { number: 1, problem: "" }),
        Refusal::Interview(InterviewRefusal::NoAnswer { need_id: text(), words: text() }),
        Refusal::Interview(InterviewRefusal::ReviewUnclear),
        Refusal::Interview(InterviewRefusal::DraftedUnclear("a".to_owned())),
        Refusal::Interview(InterviewRefusal::OtherQuestion { given: text(), open: text() }),
        Refusal::Interview(InterviewRefusal::NoQuestion(text())),
        Refusal::Interview(InterviewRefusal::AnswerMissing),
        Refusal::Interview(InterviewRefusal::IdeaTooLong { chars: 1, max: 1 }),
        Refusal::Interview(InterviewRefusal::ThresholdUnusable(text())),
        Refusal::Interview(InterviewRefusal::InterviewActive(text())),
        Refusal::Interview(InterviewRefusal::FulfilmentUnusable {
            need_id: text(),
            problems: Vec::new(),
        }),
        Refusal::Interview(InterviewRefusal::PadHidden),
        Refusal::Interview(InterviewRefusal::PreflightMissing),
        Refusal::Interview(InterviewRefusal::PreflightUnusable { problems: Vec::new() }),
        Refusal::Interview(InterviewRefusal::PreflightStep { step: "take an answer", why: text() }),
        Refusal::Interview(InterviewRefusal::PreflightRisk { words: Vec::new() }),
    ]
}

fn other_refusals() -> Vec<Refusal> {
    let text = String::new;
    vec![
        Refusal::Foreign(ForeignRefusal::ImportUnusable { file: text(), problem: "" }),
        Refusal::Foreign(ForeignRefusal::AlreadyImported { file: text(), charter_id: text() }),
        Refusal::Review(ReviewRefusal::KeyMissing),
        Refusal::Review(ReviewRefusal::SeveralKeys(vec!["SHA256:abc ada".to_owned()])),
        Refusal::Review(ReviewRefusal::KeyLocked(text())),
        Refusal::Review(ReviewRefusal::KeyUnusable { path: text(), reason: text() }),
        Refusal::Review(ReviewRefusal::SigningFailed(text())),
        Refusal::Review(ReviewRefusal::PersonUnusable(text())),
        Refusal::Foreign(ForeignRefusal::OutTaken(text())),
        Refusal::Agent(AgentRefusal::InstallUnusable { problems: Vec::new() }),
        Refusal::Review(ReviewRefusal::GateRefused { milestone_id: text(), problems: Vec::new() }),
        Refusal::Review(ReviewRefusal::ObjectionCap { target: text(), max: 3 }),
        Refusal::Review(ReviewRefusal::UnknownObjection { given: text(), candidates: Vec::new() }),
        PlanRefusal::NoPlan { charter_id: text() }.into(),
        PlanRefusal::Active { charter_id: text(), task: text() }.into(),
        PlanRefusal::TextUnusable { problems: Vec::new() }.into(),
        PlanRefusal::TextTaken { path: text(), stage: Stage::Final, next: 1 }.into(),
        PlanRefusal::OutOfTurn { charter_id: text(), why: text() }.into(),
        PlanRefusal::Stuck { charter_id: text(), lane: None, used: 1, max: 1, can_revise: false }
            .into(),
        PlanRefusal::NotAgreed { charter_id: text(), problems: Vec::new() }.into(),
        PlanRefusal::NotFinal { charter_id: text() }.into(),
        PlanRefusal::Misses { charter_id: text(), can_revise: true, problems: Vec::new() }.into(),
    ]
}

/// Fails to compile when a refusal is added, so that [`each_refusal`] is not forgotten.
fn is_listed(refusal: &Refusal) -> bool {
    match refusal {
        Refusal::Contract(it) => is_contract_listed(it),
        Refusal::Interview(it) => is_interview_listed(it),
        Refusal::Foreign(
            ForeignRefusal::ImportUnusable { .. }
            | ForeignRefusal::AlreadyImported { .. }
            | ForeignRefusal::OutTaken(_),
        )
        | Refusal::Plan(
            PlanRefusal::NoPlan { .. }
            | PlanRefusal::Active { .. }
            | PlanRefusal::TextUnusable { .. }
            | PlanRefusal::TextTaken { .. }
            | PlanRefusal::OutOfTurn { .. }
            | PlanRefusal::Stuck { .. }
            | PlanRefusal::NotAgreed { .. }
            | PlanRefusal::Misses { .. }
            | PlanRefusal::NotFinal { .. }
            | PlanRefusal::Contract(_),
        )
        | Refusal::Review(
            ReviewRefusal::Contract(_)
            | ReviewRefusal::GateRefused { .. }
            | ReviewRefusal::ObjectionCap { .. }
            | ReviewRefusal::UnknownObjection { .. }
            | ReviewRefusal::KeyMissing
            | ReviewRefusal::SeveralKeys(_)
            | ReviewRefusal::KeyLocked(_)
            | ReviewRefusal::SigningFailed(_)
            | ReviewRefusal::PersonUnusable(_)
            | ReviewRefusal::KeyUnusable { .. },
        )
        | Refusal::Agent(AgentRefusal::InstallUnusable { .. }) => true,
    }
}

fn is_contract_listed(refusal: &ContractRefusal) -> bool {
    match refusal {
        ContractRefusal::ObjectiveMissing
        | ContractRefusal::ObjectiveTooLong { .. }
        | ContractRefusal::NameTooLong { .. }
        | ContractRefusal::NameUnusable
        | ContractRefusal::Several(_)
        | ContractRefusal::ReasonMissing(_)
        | ContractRefusal::SessionUnusable { .. }
        | ContractRefusal::AlreadyCreated(_)
        | ContractRefusal::WrongState { .. }
        | ContractRefusal::NotShown { .. }
        | ContractRefusal::NoCharterBound { .. }
        | ContractRefusal::UnknownCharter { .. }
        | ContractRefusal::AmbiguousCharter { .. }
        | ContractRefusal::AmbiguousCriterion { .. }
        | ContractRefusal::CommandMissing { .. }
        | ContractRefusal::PersonNeeded { .. }
        | ContractRefusal::BaseUnknown(_)
        | ContractRefusal::TargetUnknown(_)
        | ContractRefusal::PlaceUnknown { .. }
        | ContractRefusal::RunOutside { .. }
        | ContractRefusal::UnknownMilestone { .. }
        | ContractRefusal::CommandsUnknown { .. }
        | ContractRefusal::EntriesUnusable { .. }
        | ContractRefusal::UnknownCriterion { .. }
        | ContractRefusal::AgentSession { .. }
        | ContractRefusal::ChangedSinceEnd { .. }
        | ContractRefusal::KeyOfAnother { .. } => true,
    }
}

fn is_interview_listed(refusal: &InterviewRefusal) -> bool {
    match refusal {
        InterviewRefusal::OtherQuestion { .. }
        | InterviewRefusal::NoQuestion(_)
        | InterviewRefusal::AnswerMissing
        | InterviewRefusal::RepliesUnusable
        | InterviewRefusal::ReplyUnusable { .. }
        | InterviewRefusal::ReviewUnclear
        | InterviewRefusal::NoAnswer { .. }
        | InterviewRefusal::DraftedUnclear(_)
        | InterviewRefusal::IdeaTooLong { .. }
        | InterviewRefusal::ThresholdUnusable(_)
        | InterviewRefusal::InterviewActive(_)
        | InterviewRefusal::FulfilmentUnusable { .. }
        | InterviewRefusal::PadHidden
        | InterviewRefusal::Contract(_)
        | InterviewRefusal::PreflightMissing
        | InterviewRefusal::PreflightUnusable { .. }
        | InterviewRefusal::PreflightStep { .. }
        | InterviewRefusal::PreflightRisk { .. } => true,
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

/// Every kind of finding, as each owner lists its own.
fn kinds() -> impl Iterator<Item = FindingKind> {
    let first =
        charter_kernel::finding::FINDINGS.into_iter().chain(charter_contract::document::FINDINGS);
    let second =
        charter_engine::projection::FINDINGS.into_iter().chain(charter_interview::brief::FINDINGS);
    let third = charter_plan::FINDINGS.into_iter().chain(charter_store::finding::FINDINGS);
    first.chain(second).chain(third).chain(charter_proof::FINDINGS)
}

#[test]
fn every_finding_is_explained_with_its_severity() {
    let rows = rows();
    for kind in kinds() {
        let severity = serde_json::to_value(kind.severity).unwrap();
        assert_eq!(rows.get(kind.code).map(String::as_str), severity.as_str(), "{}", kind.code);
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
        ("actor-disguised", "2"),
        ("reply-unusable", "2"),
        ("unknown-command", "2"),
        ("not-signed", "1"),
        ("key-not-listed", "1"),
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
            || kinds().any(|it| it.code == code)
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
