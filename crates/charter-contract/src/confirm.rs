//! What waits for a person, and a person's yes to it.
//!
//! Owns which evidence a yes lets count. Nobody else can give it, and what shows nothing is not made better
//! by one. Must not know how it is asked for.

use crate::agreement::{self, RegisterDiff};
use crate::check::check_active;
use crate::document::{Criterion, Verifier};
use crate::event::{ContractEvent, EvidenceOutcome};
use crate::judge::judge;
use crate::verdict::Counting;
use crate::{CharterAct, ContractRefusal, ContractState, CriterionRecord, Docs, Rigor};
use charter_kernel::{Context, CriterionId, Decision, shell_word};
use serde::Serialize;

/// What kind of thing waits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum WaitingKind {
    /// Evidence that counts once a person confirms it.
    Evidence,
    /// A criterion that was reworded, taken out, or must only keep working.
    Register,
    /// An answer that an agent gave for the user.
    Answer,
    /// A quality gate that somebody else took.
    Gate,
    /// A criterion that cannot be shown here; a yes waives it.
    Needs,
}

/// One thing that waits for a person.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct WaitingRow {
    pub kind: WaitingKind,
    /// The criterion, or the answer.
    pub id: String,
    /// What the criterion says.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// What was claimed, and by whom.
    pub claim: String,
    /// Why it does not count by itself.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub reasons: Vec<String>,
    /// Whether a yes changes what was agreed, which takes a reason.
    #[serde(skip)]
    pub changes_agreed: bool,
}

/// Lists what of the contract waits for a person, in the order of the register.
#[must_use]
pub fn waiting(docs: &Docs, state: &ContractState) -> Vec<WaitingRow> {
    let criteria = docs.criteria.criteria().iter();
    let mut rows: Vec<WaitingRow> = criteria
        .filter_map(|it| needs_row(it, docs, state).or_else(|| row(it, docs, state)))
        .collect();
    let changes = agreement::for_person(docs, state);
    rows.extend(changes.iter().map(|it| register_row(it, docs)));
    rows
}

fn row(criterion: &Criterion, docs: &Docs, state: &ContractState) -> Option<WaitingRow> {
    let judged = judge(criterion, docs, state);
    let can_count = match judged.verdict.counts_at(state.rigor) {
        Counting::Confirmed => true,
        Counting::ManualByPerson => criterion.verifier == Verifier::Manual,
        Counting::Yes | Counting::No | Counting::SignedWaiver | Counting::AgreedRegression => false,
    };
    let is_waiting = can_count && !judged.verdict.counts(criterion, docs, state);
    let record = state.criteria.get(&criterion.id).filter(|_| is_waiting)?;
    Some(WaitingRow {
        kind: WaitingKind::Evidence,
        id: criterion.id.to_string(),
        title: Some(criterion.title.clone()),
        claim: claim_of(record),
        reasons: judged.reasons.into_iter().map(|it| why_open(&it)).collect(),
        changes_agreed: false,
    })
}

/// Says why something does not count by itself. What somebody said stands in the claim already.
fn why_open(reason: &str) -> String {
    match reason.split_once(": ") {
        Some(("the word of an agent" | "the word of a person", _)) => {
            "nothing was run: it counts once a person confirms it".to_owned()
        }
        Some(_) | None => reason.to_owned(),
    }
}

fn needs_row(criterion: &Criterion, docs: &Docs, state: &ContractState) -> Option<WaitingRow> {
    let shortage = state.blocked.get(&criterion.id)?;
    let is_open = !judge(criterion, docs, state).verdict.counts(criterion, docs, state);
    is_open.then(|| WaitingRow {
        kind: WaitingKind::Needs,
        id: criterion.id.to_string(),
        title: Some(criterion.title.clone()),
        claim: format!("{} says it needs {}: {}", shortage.by, shortage.needs, shortage.reason),
        reasons: vec!["a yes waives it: it is listed as not shown".to_owned()],
        changes_agreed: false,
    })
}

fn register_row(difference: &RegisterDiff, docs: &Docs) -> WaitingRow {
    let first = |text: &str| text.lines().next().unwrap_or_default().to_owned();
    let id = difference.id().to_string();
    let criterion = docs.criteria.find(&id);
    let claim = match difference {
        RegisterDiff::Added(_) | RegisterDiff::Unseen(_)
            if criterion.is_some_and(|it| it.is_regression) =>
        {
            "it must only keep working (`Kind: regression`)".to_owned()
        }
        RegisterDiff::Added(_) | RegisterDiff::Unseen(_) => {
            "criterion added, not signed yet".to_owned()
        }
        RegisterDiff::Reworded { agreed, now } => {
            let then = agreed.first().map(String::as_str).unwrap_or_default();
            match first(then) == first(&now.text) {
                true => changed_below_title(difference),
                false => format!("was “{}”", first(then)),
            }
        }
        RegisterDiff::Removed { agreed, .. } => {
            let then = agreed.first().map(String::as_str).unwrap_or_default();
            format!("was “{}” and is gone", first(then))
        }
    };
    let title = criterion.map(|it| it.title.clone());
    let changes_agreed = !difference.is_addition();
    let kind = WaitingKind::Register;
    WaitingRow { kind, id, title, claim, reasons: Vec::new(), changes_agreed }
}

/// Says what changed about a criterion whose title did not: one field, or more.
fn changed_below_title(difference: &RegisterDiff) -> String {
    let lines = difference.lines(Rigor::Standard);
    let field = |line: &str| line.split_once(':').map(|(key, _)| key.to_owned());
    let first = lines.first().and_then(|(_, line)| field(line));
    let known = ["Command", "Verifier", "Kind", "Absent"];
    match first.filter(|it| known.contains(&it.as_str())) {
        Some(key) if lines.iter().all(|(_, line)| field(line).as_ref() == Some(&key)) => {
            format!("its `{key}:` was changed")
        }
        Some(_) | None => "its description was changed".to_owned(),
    }
}

fn claim_of(record: &CriterionRecord) -> String {
    let who = &record.recorded_by;
    match (&record.run, &record.because) {
        (Some(run), _) => format!("{who} ran `{}`: {}", run.argv.join(" "), record.last_summary),
        (None, Some(because)) => format!("{who} says: {} ({because})", record.last_summary),
        (None, None) => format!("{who} says: {}", record.last_summary),
    }
}

/// Lets evidence of some criteria count, by a person's word.
pub fn confirm(
    docs: &Docs,
    state: &ContractState,
    ids: &[CriterionId],
    reason: Option<&str>,
    ctx: &Context,
) -> Result<Decision<ContractEvent>, ContractRefusal> {
    check_active(state, "have evidence confirmed")?;
    CharterAct::ConfirmEvidence.check(&ctx.actor, state.rigor, || {
        format!("charter confirm --charter {}", shell_word(&state.charter_id))
    })?;
    let reason = reason.map(str::trim).filter(|it| !it.is_empty()).map(str::to_owned);
    let waits = |it: &&Criterion| ids.contains(&it.id) && row(it, docs, state).is_some();
    let events = docs.criteria.criteria().iter().filter(waits).flat_map(|criterion| {
        let records = state.criteria.get(&criterion.id).into_iter().flat_map(CriterionRecord::each);
        let is_open = |it: &CriterionRecord| match state.rigor {
            Rigor::Strict => !it.is_signed(docs),
            Rigor::Light | Rigor::Standard => it.confirmed.is_none(),
        };
        let open = records
            .filter(move |it| is_open(it) && it.outcome == EvidenceOutcome::Pass)
            .map(|it| it.last_evidence_path.clone().unwrap_or_default());
        let reason = reason.clone();
        open.map(move |path| ContractEvent::EvidenceConfirmed {
            criterion_id: criterion.id.clone(),
            path,
            reason: reason.clone(),
        })
    });
    Ok(Decision::of(events.collect()))
}
