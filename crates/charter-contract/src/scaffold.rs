//! The first text of a charter's documents.
//!
//! Owns the words of the scaffolds. They say nothing that nobody said: the example of a criterion
//! is inside a comment, so a new register is empty. Must not know where the files go.

use crate::document::SectionKey;
use charter_kernel::Timestamp;
use charter_kernel::markdown::words;

/// The name of the file that completing writes: what was shown, and what was not.
pub const CERTIFICATE: &str = "CERTIFICATE.md";

/// Writes a charter.md that holds the idea and asks for the rest.
#[must_use]
pub fn charter(name: &str, objective: &str, created_at: Timestamp) -> String {
    let day: String = created_at.to_string().chars().take(10).collect();
    let objective = words::render(objective);
    let name = words::render_heading(name);
    let mut text = format!("# Charter: {name}\n\n**Status**: Draft\n**Created**: {day}\n");
    let body = |key: SectionKey| match key {
        SectionKey::Objective => Some(objective.as_str()),
        SectionKey::Problem => Some("<!-- What hurts, whom, and why now? -->"),
        SectionKey::Users => Some("<!-- Who uses it, for what, and what do they do today? -->"),
        SectionKey::Value => Some("<!-- What do they get that they cannot get otherwise? -->"),
        SectionKey::Scope => Some("### Will\n\n### Won't"),
        SectionKey::Success => Some("<!-- What would you count or see, and what is failure? -->"),
        SectionKey::Boundaries => Some("<!-- What nobody may do along the way. -->"),
        SectionKey::Commands => Some("<!-- key: value, for example `test: cargo test` -->"),
        SectionKey::ScratchPad => None,
    };
    for key in SectionKey::ALL {
        if let Some(body) = body(key) {
            text.push_str(&["\n## ", key.heading(), "\n\n", body, "\n"].concat());
        }
    }
    text
}

/// Writes a criteria.md without a criterion, and how to write one.
#[must_use]
pub fn criteria(name: &str) -> String {
    let name = words::render_heading(name);
    format!(
        "# Criteria: {name}

<!--
What must be shown before this charter is done. A milestone groups criteria; a criterion says what
a reader would see, and how it could be shown. An example:

## m1 Entry works offline

### VAL-ENTRY-001 — a reading entered offline is there after a reload
Entered on the ward, the network cable pulled; the value is on the screen after a reload.
Verifier: command
Command: cargo test --test offline
Watches: src/entry/**
-->
"
    )
}
