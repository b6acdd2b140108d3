//! What stands against completion in the register and in the report.
//!
//! Other features bring theirs. Must
//! not know how a blocker is shown.

pub use crate::refusal::Blocker;
pub use crate::signing::NEEDS_PERSON;

use crate::document::{Criterion, DOCUMENT_UNREADABLE, ReportPart, Verifier};
use crate::event::EvidenceOutcome;
use crate::judge::judge;
use crate::verdict::{Counting, Judged, Verdict, VerdictReason};
use crate::{ContractState, CriterionRecord, Docs, Rigor, agreement, signing};
use charter_kernel::{CriterionId, Finding, Severity};

/// The word for a criterion that is gone from the register although it is not done with.
pub const GONE: &str = "criterion-gone";

/// The word for a criterion about which branches recorded different things.
pub const DISPUTED: &str = "branches-disagree";

/// Lists what stands against completion in the register: that there is none, what is not shown, what is
/// gone.
#[must_use]
pub fn register_blockers(docs: &Docs, state: &ContractState) -> Vec<Blocker> {
    let criteria = docs.criteria.criteria();
    let mut blockers = Vec::new();
    if criteria.is_empty() {
        let words = "criteria.md holds no criterion, so nothing could be shown";
        blockers.push(Blocker::new("register-empty", words).at("criteria.md"));
    }
    for criterion in criteria {
        let judged = judge(criterion, docs, state);
        // In light rigor stale is shown and does not block.
        let is_let_go = judged.verdict == Verdict::Stale && state.rigor == Rigor::Light;
        if !judged.verdict.counts(criterion, docs, state) && !is_let_go {
            let shortage = state.blocked.get(&criterion.id);
            let wait = waits_for(&judged, criterion, state.rigor)
                .map(str::to_owned)
                .or_else(|| shortage.map(|it| format!("needs {}: {}", it.needs, it.reason)));
            let description = describe(&judged, wait.as_deref(), state.rigor);
            let word = match wait {
                _ if judged.is_disputed => DISPUTED,
                Some(_) => NEEDS_PERSON,
                None => judged.verdict.word(),
            };
            let blocker = Blocker::new(word, description);
            blockers.push(blocker.of_criterion(criterion.id.as_str()));
        }
    }
    blockers.extend(agreement::blockers(docs, state));
    blockers.extend(gone_blockers(docs, state));
    blockers.extend(signing::blockers(docs, state));
    blockers.extend(document_blockers(docs));
    blockers
}

/// Lists what makes it unclear which criteria there are.
#[must_use]
pub fn document_blockers(docs: &Docs) -> Vec<Blocker> {
    // What nothing closes matters where it hides criteria.
    let text = docs.criteria.source().text();
    let hides_any = |it: &Finding| {
        let behind = it.line.map(|line| text.lines().skip(line)).into_iter().flatten();
        it.criterion.is_some() || behind.into_iter().any(|it| it.contains("VAL-"))
    };
    let hides = |it: &&Finding| {
        // What can't be read hides everything.
        let hides = it.kind == DOCUMENT_UNREADABLE
            || (it.kind.severity == Severity::Error && hides_any(it));
        it.file == "criteria.md" && hides
    };
    let blocker = |it: &Finding| {
        let line = it.line.map(|line| format!(" (line {line})")).unwrap_or_default();
        let blocker = Blocker::new(it.kind.code, format!("{}{line}", it.message));
        match &it.criterion {
            Some(id) => blocker.of_criterion(id),
            None => blocker.at("criteria.md"),
        }
    };
    docs.findings.iter().filter(hides).map(blocker).collect()
}

/// Lists the criteria that were taken out of the register without ever being agreed on: those that did not hold, and at strict all
/// that have a record. A person's waiver lets them go.
#[must_use]
pub fn gone_blockers(docs: &Docs, state: &ContractState) -> Vec<Blocker> {
    let is_gone = |id: &CriterionId| {
        let is_let_go = state.waived.contains_key(id)
            || state.agreed.contains_key(id)
            || state.let_go.contains_key(id);
        docs.criteria.find(id.as_str()).is_none() && !is_let_go
    };
    let is_open = |it: &CriterionRecord| {
        let is_open = |it: &CriterionRecord| {
            let is_word_only = it.contradicted_by().is_some() && !it.recorded_by.is_person();
            it.outcome != EvidenceOutcome::Pass || is_word_only
        };
        it.each().any(is_open) || state.rigor == Rigor::Strict
    };
    let gone = state.criteria.iter().filter(|(id, it)| is_gone(id) && is_open(it));
    let blocker = |(id, record): (&CriterionId, &CriterionRecord)| {
        let words = format!(
            "it is gone from criteria.md, and its latest record says {}: put it back, or a person \
             waives it",
            record.outcome.word()
        );
        Blocker::new(GONE, words).of_criterion(id.as_str())
    };
    gone.map(blocker).collect()
}

/// Says what a person has to do for a verdict to count, where only a person can do anything about it.
fn waits_for(judged: &Judged, criterion: &Criterion, rigor: Rigor) -> Option<&'static str> {
    let is_last_word = judged.code.is_none_or(VerdictReason::waits_for_person);
    match judged.verdict.counts_at(rigor) {
        Counting::Confirmed if is_last_word => Some("a person confirms it with `charter confirm`"),
        Counting::AgreedRegression if criterion.is_regression => {
            Some("a person agrees with `charter agree` that it must only keep working")
        }
        Counting::ManualByPerson if criterion.verifier == Verifier::Manual => {
            Some("a person signs it with `charter confirm`")
        }
        Counting::SignedWaiver => Some("a person signs the waiver with `charter waive`"),
        Counting::Confirmed
        | Counting::AgreedRegression
        | Counting::ManualByPerson
        | Counting::Yes
        | Counting::No => None,
    }
}

fn describe(judged: &Judged, wait: Option<&str>, rigor: Rigor) -> String {
    let reasons = judged.reasons.join("; ");
    if let Some(wait) = wait {
        return format!("{reasons}; {wait}");
    }
    let rigor = rigor.word();
    match judged.verdict {
        Verdict::Attested => format!("a sign-off without a run does not count at rigor {rigor}"),
        Verdict::Waived => format!("a waiver does not count at rigor {rigor}"),
        Verdict::Passed if rigor == Rigor::Standard.word() => {
            format!("{reasons}; a person can let it count with `charter confirm`")
        }
        Verdict::Held | Verdict::Passed => {
            format!("{reasons}: `{}` does not count at rigor {rigor}", judged.verdict.word())
        }
        Verdict::Proven
        | Verdict::Stale
        | Verdict::Suspect
        | Verdict::Failed
        | Verdict::Partial
        | Verdict::Void
        | Verdict::Missing => reasons,
    }
}

/// Tells whether a blocker is about the report alone.
#[must_use]
pub fn is_about_report(blocker: &Blocker) -> bool {
    blocker.reason.starts_with("report-")
}

/// Lists what is missing in the report, where one is wanted.
#[must_use]
pub fn report_blockers(docs: &Docs, rigor: Rigor) -> Vec<Blocker> {
    if rigor == Rigor::Light {
        return Vec::new();
    }
    let Some(report) = &docs.report else {
        return vec![Blocker::new("report-missing", "there is no REPORT.md yet")];
    };
    let empty = |part: ReportPart| {
        let words = format!("the part `{}` of REPORT.md is empty", part.heading());
        Blocker::new("report-empty-section", words)
    };
    report.empty_parts().into_iter().map(empty).collect()
}
