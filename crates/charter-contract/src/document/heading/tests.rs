//! Headings as they stand in real charters, and what only sounds like one.

use super::*;

#[track_caller]
fn check(key: Option<SectionKey>, titles: &[&str]) {
    for title in titles {
        assert_eq!(SectionKey::of_heading(title), key, "{title}");
    }
}

#[test]
fn sections_are_known_under_their_usual_names() {
    check(
        Some(SectionKey::Problem),
        &[
            "Problem & Context",
            "PROBLEM",
            "1. Background",
            "Problem and Context",
            "🔥 Problem Statement",
            "一、背景",
            "배경",
        ],
    );
    check(
        Some(SectionKey::Users),
        &[
            "Target Users",
            "4. 주요 사용자",
            "3. Main Users",
            "Usuarios Finales",
            "Zielgruppe",
            "用户",
        ],
    );
    check(
        Some(SectionKey::Value),
        &["Business Rationale", "Value Proposition", "Propuesta de Valor", "Nutzen"],
    );
    check(
        Some(SectionKey::Scope),
        &[
            "Scope Guardrails",
            "Scope",
            "5. Scope (v1, in)",
            "📊 Alcance del Proyecto",
            "7. 초기 범위",
            "2. Scope & Deliverables",
            "In Scope (v1)",
        ],
    );
    check(
        Some(SectionKey::Success),
        &[
            "Success Criteria",
            "8. Erfolgskriterien (Definition of Done v1)",
            "📈 Criterios de Éxito",
            "二、成功标准",
            "12. 성공 기준",
            "4. Success Metrics (per pilot)",
        ],
    );
    check(
        Some(SectionKey::Objective),
        &["Objective", "Vision", "1. Vision (One-liner)", "3. 목표"],
    );
}

#[test]
fn opposites_and_longer_phrases_are_none_of_them() {
    check(
        None,
        &[
            "Out of Scope",
            "5. Out of Scope",
            "Non-Goals",
            "8. 초기 비범위",
            "What we are NOT doing (scope guard)",
            "4. Nicht-Ziele (v1)",
            "Excluido del Alcance",
            "非目标",
            "14. Project Closure Criteria",
            "Context Assembly / Compaction",
            "User Satisfaction",
            "User Stories",
            "Scratch Pad Notes",
            "Notes",
            "",
            "IV",
            "1.",
        ],
    );
}

#[test]
fn a_pad_is_only_its_exact_heading() {
    check(Some(SectionKey::ScratchPad), &["Scratch Pad"]);
    check(None, &["scratch pad", "1. Scratch Pad", "Scratch Pad:"]);
}
