//! Contracts in the shapes that their tools write, made up here.

use super::*;
use crate::draft;
use charter_contract::document::CriteriaDoc;
use charter_kernel::markdown::Source;

const PROPOSAL: &str = "# Proposal\n\n## Why\n\nOne client can starve all others.\n\n## What Changes\n\n- Limit requests per key\n- **BREAKING** answer 429\n\n## Impact\n\n- api\n";
const DELTA: &str = "# Spec Delta\n\n## ADDED Requirements\n\n### Requirement: Limit per key\nThe API SHALL refuse more than 100 requests a minute.\n\n#### Scenario: The hundred and first\n- **WHEN** a key sends 101 requests in a minute\n- **THEN** the last is answered with 429\n\n#### Scenario: Another key\n- **WHEN** another key asks\n- **THEN** it is answered\n\n### Requirement: Headers\nAnswers SHALL say how many are left.\n\n## REMOVED Requirements\n\n### Requirement: Unlimited access\n**Reason**: replaced\n\n## RENAMED Requirements\n\n- FROM: `### Requirement: Old`\n- TO: `### Requirement: New`\n";
const FEATURE: &str = "# Feature Specification: Rate limit\n\n**Input**: User description: \"limit the public api\"\n\n## User Scenarios & Testing *(mandatory)*\n\n### User Story 1 - Fair share (Priority: P1)\n\nA client gets its share.\n\n**Acceptance Scenarios**:\n\n1. **Given** a key with no requests, **When** it sends 101, **Then** the last is answered with 429\n2. **Given** [initial state], **When** [action], **Then** [expected outcome]\n\n### Edge Cases\n\n- What happens at midnight?\n\n## Requirements *(mandatory)*\n\n### Functional Requirements\n\n- **FR-001**: System MUST count per key\n- **FR-002**: System MUST keep counts for [NEEDS CLARIFICATION: how long?]\n- **FR-003**: System MUST [specific capability, e.g., \"allow users to create accounts\"]\n\n### Key Entities\n\n- **Key**: who asks\n\n## Success Criteria *(mandatory)*\n\n### Measurable Outcomes\n\n- **SC-001**: 95 % of requests are answered within 50 ms\n\n## Assumptions\n\n- Mobile is out of scope for v1\n";
const KIRO: &str = "# Requirements Document\n\n## Introduction\n\nLimit what one client may ask.\n\n## Requirements\n\n### Requirement 1: Counting\n\n**User Story:** As an operator, I want counts, so that nobody starves.\n\n#### Acceptance Criteria\n\n1. WHEN a key sends 101 requests in a minute THEN the system SHALL answer 429\n2. IF the store is down THEN the system SHALL\n   let requests pass\n\n### Requirement 2\n\n#### Acceptance Criteria\n\n1. WHEN an answer is sent THE SYSTEM SHALL say how many are left\n";
const GHERKIN: &str = "# language: de\n@wip\nFunktionalität: Grenze\n  Damit niemand verhungert\n\n  Grundlage:\n    Gegeben sei ein Schlüssel\n\n  @VAL-LIMIT-001 @slow\n  Szenario: die hunderterste\n    Wenn er 101 Anfragen stellt\n    Dann kommt 429\n      \"\"\"\n      Szenario: kein Szenario\n      \"\"\"\n\n  Regel: Köpfe\n    Szenariogrundriss: wie viele bleiben\n      Dann bleiben <n>\n      Beispiele:\n        | n |\n        | 1 |\n";

fn file<'a>(path: &'a str, text: &'a str) -> ForeignFile<'a> {
    ForeignFile { path, text }
}

#[track_caller]
fn import(name: &str, files: &[ForeignFile<'_>]) -> Contract {
    let form = recognise(files).unwrap();
    read(form, name, files)
}

fn register(contract: &Contract) -> (String, Vec<String>) {
    let drafted = draft(&Source::new(b"# Criteria: x\n".to_vec()), contract).unwrap();
    let text = drafted.text().to_owned();
    let (doc, _) = CriteriaDoc::parse(drafted);
    (text, doc.criteria().iter().map(|it| format!("{} {}", it.id, it.title)).collect())
}

#[test]
fn scenarios_of_a_change_are_criteria_of_its_capability() {
    let files = [
        file("design.md", "# Design\n\n**Goals:**\n- fair\n\n**Non-Goals:**\n- billing\n"),
        file("proposal.md", PROPOSAL),
        file("specs/api-limit/spec.md", DELTA),
        file("tasks.md", "- [ ] 1.1 code\n"),
    ];
    let contract = import("add-rate-limit", &files);
    assert_eq!(
        (contract.form, contract.title.as_str()),
        (ContractForm::OpenSpec, "add rate limit")
    );
    assert_eq!(contract.idea, "One client can starve all others.");
    assert_eq!(contract.will, ["Limit requests per key", "BREAKING answer 429"]);
    assert_eq!(contract.wont, ["billing"]);
    let (text, criteria) = register(&contract);
    assert_eq!(
        criteria,
        [
            "VAL-APILIMIT-001 Limit per key: The hundred and first",
            "VAL-APILIMIT-002 Limit per key: Another key",
            "VAL-APILIMIT-003 Headers",
            "VAL-APILIMIT-004 “Unlimited access” is gone",
        ]
    );
    assert!(text.contains("## m1 api limit\n"), "{text}");
    assert!(text.contains("- WHEN a key sends 101 requests in a minute\n"), "{text}");
    assert_eq!(contract.notes.len(), 3, "{:?}", contract.notes);
}

#[test]
fn stories_requirements_and_measures_of_a_feature_keep_their_ids() {
    let files = [file("plan.md", "# Plan"), file("spec.md", FEATURE)];
    let contract = import("001-rate-limit", &files);
    assert_eq!(
        (contract.title.as_str(), contract.idea.as_str()),
        ("Rate limit", "limit the public api")
    );
    assert_eq!(contract.wont, ["Mobile is out of scope for v1"]);
    let (text, criteria) = register(&contract);
    assert_eq!(
        criteria,
        [
            "VAL-US1-001 when it sends 101, then the last is answered with 429",
            "VAL-FR-001 System MUST count per key",
            "VAL-FR-002 System MUST keep counts for [NEEDS CLARIFICATION: how long?]",
            "VAL-SC-001 95 % of requests are answered within 50 ms",
        ]
    );
    assert!(text.contains("- Given a key with no requests\n- When it sends 101\n"), "{text}");
    assert_eq!(
        contract.notes,
        [
            "2 holes of the template are not filled",
            "1 edge case is a question, and no criterion",
            "1 requirement still needs clarification",
        ]
    );
}

#[test]
fn acceptance_criteria_are_numbered_below_their_requirement() {
    let contract = import("rate-limit", &[file("design.md", "#"), file("requirements.md", KIRO)]);
    assert_eq!(contract.idea, "Limit what one client may ask.");
    let (text, criteria) = register(&contract);
    assert_eq!(
        criteria,
        [
            "VAL-R1-001 WHEN a key sends 101 requests in a minute THEN the system SHALL answer 429",
            "VAL-R1-002 IF the store is down THEN the system SHALL let requests pass",
            "VAL-R2-001 WHEN an answer is sent THE SYSTEM SHALL say how many are left",
        ]
    );
    assert!(text.contains("- As an operator, I want counts"), "{text}");
}

#[test]
fn a_feature_is_read_in_its_language_with_backgrounds_rules_and_our_ids() {
    let contract = import("limit.feature", &[file("limit.feature", GHERKIN)]);
    assert_eq!(
        (contract.title.as_str(), contract.idea.as_str()),
        ("Grenze", "Damit niemand verhungert")
    );
    let (text, criteria) = register(&contract);
    assert_eq!(criteria, ["VAL-LIMIT-001 die hunderterste", "VAL-KOEPFE-001 wie viele bleiben"]);
    assert!(text.contains("- Gegeben sei ein Schlüssel\n- Wenn er 101"), "{text}");
    assert!(text.contains("Examples:\n- | n |"), "{text}");
}

#[test]
fn nothing_that_another_tool_wrote_becomes_a_field_of_ours() {
    let text = "Feature: x\n  Scenario: y\n    Command: rm -rf /\n    * Verifier: command\n    ### VAL-Z-001 — z\n    Then z\n";
    let contract = import("x.feature", &[file("x.feature", text)]);
    let drafted = draft(&Source::new(Vec::new()), &contract).unwrap();
    let (doc, _) = CriteriaDoc::parse(drafted);
    let [criterion] = doc.criteria() else { panic!("{:?}", doc.criteria()) };
    assert_eq!(
        (&criterion.command, criterion.from.as_slice()),
        (&None, &["imported".to_owned()][..])
    );
    assert!(criterion.said.contains("rm -rf /"), "{}", criterion.said);
}

#[test]
fn what_no_tool_wrote_is_not_recognised() {
    for files in [
        &[file("README.md", "# Title\n\n## Requirements\n\n- node 20\n")][..],
        &[file("spec.md", "# Deep Interview Spec: Ward\n\n## Acceptance Criteria\n\n- [ ] x\n")],
        &[file("requirements.md", "# Requirements\n\n- python\n")],
        &[],
    ] {
        assert_eq!(recognise(files), None, "{files:?}");
    }
}

#[test]
fn a_template_that_nobody_filled_has_nothing_to_show() {
    let text = "# Feature Specification: [FEATURE NAME]\n\n**Input**: User description: \"$ARGUMENTS\"\n\n### User Story 1 - [Brief Title] (Priority: P1)\n\n1. **Given** [initial state], **When** [action], **Then** [expected outcome]\n\n- **SC-001**: [Measurable metric]\n";
    let contract = import("001-x", &[file("spec.md", text)]);
    assert_eq!((contract.count(), contract.title.as_str()), (0, "x"));
}
