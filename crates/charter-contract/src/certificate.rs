//! CERTIFICATE.md: what was shown when a charter was completed, how and by whom, and what was not.
//!
//! Owns its text, which is derived from the ledger and written only by completing, so that work on branches never
//! meets in it. Two branches that both complete one charter do conflict here, as they do in REPORT.md: neither
//! certificate speaks of the merged work, and completing after the merge writes it anew. Must not know how it
//! is stored.

pub use crate::scaffold::CERTIFICATE;

use crate::document::Criterion;
use crate::event::Run;
use crate::judge::judge;
use crate::named_command::other_command;
use crate::proof::{Counts, Sensitivity, sensitivity, trial_words};
use crate::report::{cell, code};
use crate::status::{tally, waived_words};
use crate::verdict::{Judged, Verdict, VerdictReason};
use crate::{ContractState, CriterionRecord, Docs, Waiver};
use charter_kernel::markdown::words;
use charter_kernel::{Actor, FileEdit, Timestamp, counted};
use std::collections::BTreeMap;
use std::fmt::Write;

/// The most characters of one thing that somebody said.
const SAID_CHARS_MAX: usize = 400;

/// How a charter is completed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CertifiedEnd<'a> {
    pub by: &'a Actor,
    pub at: Timestamp,
    /// How many events the ledger has before the completion is recorded.
    pub n_events: u64,
    /// The last of them.
    pub head: String,
}

/// Writes the certificate of a charter that is being completed.
#[must_use]
pub fn write_certificate(
    docs: &Docs,
    state: &ContractState,
    ending: &CertifiedEnd<'_>,
) -> FileEdit {
    let rows: Vec<CertificateRow<'_>> =
        docs.criteria.criteria().iter().map(|it| CertificateRow::of(it, docs, state)).collect();
    let mut text = head(docs, state, ending, &rows);
    text.push_str("\n## Shown\n");
    let shown: String =
        rows.iter().filter(|it| it.is_shown).map(|it| shown(it, docs, state)).collect();
    text.push_str(if shown.is_empty() { "\nNothing.\n" } else { &shown });
    text.push_str("\n## Not shown\n\n");
    let mut not_shown: String = rows.iter().flat_map(|it| gaps(it, state)).collect();
    not_shown.push_str(&gone(docs, state));
    text.push_str(if not_shown.is_empty() { "Nothing.\n" } else { &not_shown });
    FileEdit { path: CERTIFICATE.to_owned(), bytes: text.into_bytes() }
}

/// A criterion and what can be said about it.
struct CertificateRow<'a> {
    criterion: &'a Criterion,
    judged: Judged,
    record: Option<&'a CriterionRecord>,
    is_shown: bool,
}

impl<'a> CertificateRow<'a> {
    fn of(criterion: &'a Criterion, docs: &Docs, state: &'a ContractState) -> Self {
        let judged = judge(criterion, docs, state);
        let counts = judged.verdict.counts(criterion, docs, state);
        let is_shown = counts && judged.verdict != Verdict::Waived;
        Self { criterion, judged, record: state.criteria.get(&criterion.id), is_shown }
    }

    fn name(&self) -> String {
        format!("{} — {}", cell(self.criterion.id.as_str()), cell(&self.criterion.title))
    }
}

fn head(
    docs: &Docs,
    state: &ContractState,
    ending: &CertifiedEnd<'_>,
    rows: &[CertificateRow<'_>],
) -> String {
    let name = words::render_title(docs.charter.name().unwrap_or(&state.name));
    let tally = tally(docs, state);
    let (pass, total, waived) = (tally.val_pass, tally.val_total, waived_words(tally.val_waived));
    let mut kinds: BTreeMap<Verdict, usize> = BTreeMap::new();
    for row in rows {
        *kinds.entry(row.judged.verdict).or_default() += 1;
    }
    let kinds: Vec<String> = kinds.iter().map(|(it, n)| format!("{n} {}", it.word())).collect();
    let CertifiedEnd { by, at, n_events, head } = ending;
    let criteria = counted(total, "criterion", "criteria");
    let events = counted(n_events, "event", "events");
    format!(
        "# Certificate: {name}\n\n\
         Derived from the ledger by `charter complete`. Editing this file changes nothing; `charter check` \
         looks at the ledger itself.\n\n\
         - Charter: `{}`\n- Completed: {at} by {}\n- Rigor: {}\n\
         - Shown: {pass} of {criteria}{waived}\n- Verdicts: {} (of {total})\n\
         - Ledger before completion: {events}, head `{head}`\n",
        code(&state.charter_id),
        cell(&by.to_string()),
        state.rigor.word(),
        kinds.join(", "),
    )
}

/// Says how a criterion was shown and who stands behind it.
fn shown(row: &CertificateRow<'_>, docs: &Docs, state: &ContractState) -> String {
    let mut text = format!("\n### {}\n\n- Verdict: {}\n", row.name(), row.judged.verdict.word());
    for record in row.record.into_iter().flat_map(CriterionRecord::each) {
        text.push_str(&record_lines(record, docs));
        let other = record.run.as_ref().and_then(|it| other_command(row.criterion, it));
        if let Some(words) = other {
            let _ = writeln!(text, "- Another command: {}", said(&words));
        }
    }
    for agreed in state.agreed.get(&row.criterion.id).into_iter().flatten() {
        let _ = writeln!(text, "- Agreed: {} by {}", agreed.ts, cell(&agreed.by.to_string()));
    }
    text
}

fn record_lines(record: &CriterionRecord, docs: &Docs) -> String {
    let mut text = String::new();
    if let Some(run) = &record.run {
        text.push_str(&run_lines(run));
    }
    let _ = writeln!(text, "- Seen: {}", said(&record.last_summary));
    if let Some(because) = &record.because {
        let _ = writeln!(text, "- Because: {}", said(because));
    }
    let basis = record.basis.as_ref();
    if let Some(commit) = basis.and_then(|it| it.commit.as_deref()) {
        let is_dirty = basis.is_some_and(|it| it.dirty == Some(true));
        let dirty = if is_dirty { ", with uncommitted changes" } else { "" };
        let home = docs.observed.recorded_in.get(&record.place).filter(|_| is_dirty);
        let home = home.map_or(String::new(), |it| format!(", committed in `{}`", code(it)));
        let _ = writeln!(text, "- Commit: `{}`{dirty}{home}", code(commit));
    }
    let by = cell(&record.recorded_by.to_string());
    let _ = writeln!(text, "- Recorded: {} by {by}", record.last_ts);
    if let Some(yes) = &record.confirmed {
        let reason = yes.reason.as_ref().map_or(String::new(), |it| format!(": {}", said(it)));
        let _ = writeln!(text, "- Confirmed: {} by {}{reason}", yes.ts, cell(&yes.by.to_string()));
    }
    text
}

fn run_lines(run: &Run) -> String {
    let mut text = format!("- Command: `{}`", code(&run.argv.join(" ")));
    if let Some(tests) = &run.tests {
        let _ = write!(text, ", {}", tests.words());
    }
    text.push('\n');
    let tried = trial_words(&run.trials);
    if !tried.is_empty() {
        let _ = writeln!(text, "- Tried: {}", tried.join("; "));
    }
    text
}

/// Lists what is not shown about a criterion, a line each.
fn gaps(row: &CertificateRow<'_>, state: &ContractState) -> Vec<String> {
    let id = &row.criterion.id;
    let mut gaps = Vec::new();
    if let Some(waiver) = state.waived.get(id).filter(|_| row.judged.verdict == Verdict::Waived) {
        gaps.push(waived(waiver));
    } else if !row.is_shown {
        gaps.push(format!(
            "{}: {}",
            row.judged.verdict.word(),
            said(&row.judged.reasons.join("; "))
        ));
    }
    if let Some(it) = state.blocked.get(id).filter(|_| !row.is_shown) {
        let (needs, by) = (cell(&it.needs), cell(&it.by.to_string()));
        gaps.push(format!("blocked by {by}, needs {needs}: {}", said(&it.reason)));
    }
    if row.is_shown {
        gaps.extend(row.record.into_iter().flat_map(CriterionRecord::each).flat_map(untried));
        gaps.extend(passed_only(row));
    }
    gaps.into_iter().map(|it| format!("- {}: {it}\n", row.name())).collect()
}

fn waived(waiver: &Waiver) -> String {
    let by = cell(&waiver.by.to_string());
    format!("waived by {by}: {}", said(&waiver.reason))
}

/// Says what a record that counts leaves open: a word without a run, trials that were not possible.
fn untried(record: &CriterionRecord) -> Vec<String> {
    let Some(run) = &record.run else {
        let by = cell(&record.recorded_by.to_string());
        let backed = match &record.confirmed {
            Some(yes) => format!(", confirmed by {}", cell(&yes.by.to_string())),
            None => " alone".to_owned(),
        };
        return vec![format!("shown by the word of {by}{backed}; no check was run for it")];
    };
    let base = run.no_base.as_ref().map(|it| {
        format!("whether the check fails without the work was not tried: {}", said(&it.message))
    });
    let changes = run.no_changes.as_ref().map(|it| {
        let what = match sensitivity(&run.trials) {
            Sensitivity::Noticed => "more changes to the code were",
            Sensitivity::Insensitive(_) | Sensitivity::NotShown => {
                "whether the check notices a change to the code was"
            }
        };
        format!("{what} not tried: {}", said(&it.message))
    });
    base.into_iter().chain(changes).collect()
}

/// Says what a run that passed does not show, where what was not tried does not say it already.
fn passed_only(row: &CertificateRow<'_>) -> Option<String> {
    if row.judged.verdict != Verdict::Passed {
        return None;
    }
    let runs: Vec<&Run> = row
        .record
        .into_iter()
        .flat_map(CriterionRecord::each)
        .filter_map(|it| it.run.as_ref())
        .collect();
    let is_said = runs.iter().any(|it| it.no_base.is_some() || it.no_changes.is_some());
    let gap = gap_of(row.judged.code);
    if is_said && gap.is_untried {
        return None;
    }
    // What the run did show stands under Shown.
    let shown: Vec<String> = runs
        .iter()
        .flat_map(|it| it.tests.iter().map(Counts::words).chain(trial_words(&it.trials)))
        .collect();
    let reasons: Vec<&str> =
        row.judged.reasons.iter().filter(|it| !shown.contains(it)).map(String::as_str).collect();
    let why =
        if reasons.is_empty() { String::new() } else { format!(": {}", said(&reasons.join("; "))) };
    Some(format!("{}{why}", gap.words))
}

/// What a pass leaves open.
struct PassGap {
    words: &'static str,
    /// Whether it is open because a trial was not made, which the run itself says.
    is_untried: bool,
}

/// Says what a pass leaves open, for each reason that it can have.
fn gap_of(code: Option<VerdictReason>) -> PassGap {
    let (is_untried, words) = match code {
        Some(VerdictReason::ExpectationChanged) => {
            (false, "that what the tests promised before still holds is not shown")
        }
        Some(VerdictReason::SharedRun) => {
            (false, "that it holds apart from other criteria is not shown")
        }
        Some(VerdictReason::SensitivityNotShown | VerdictReason::LooksAtText) => {
            (true, "whether the check notices a change to the code is not shown")
        }
        Some(VerdictReason::NoBase | VerdictReason::BaseUnusable) => {
            (true, "whether the check fails without the work is not shown")
        }
        Some(VerdictReason::Budget | VerdictReason::Interrupted) => {
            (true, "not everything was tried that could have made the check fail")
        }
        Some(
            VerdictReason::NotTried
            | VerdictReason::NoOp
            | VerdictReason::HiddenExit
            | VerdictReason::Retried
            | VerdictReason::NoTest
            | VerdictReason::AllSkipped
            | VerdictReason::ChangesFiles
            | VerdictReason::Flaky
            | VerdictReason::Insensitive
            | VerdictReason::NothingNew
            | VerdictReason::ArtifactGone
            | VerdictReason::NoReason,
        )
        | None => (true, "whether the check could have failed is not shown"),
    };
    PassGap { words, is_untried }
}

/// Lists what was taken out and is not in the register any more.
fn gone(docs: &Docs, state: &ContractState) -> String {
    let is_gone = |id: &str| docs.criteria.find(id).is_none();
    let gone = state.waived.iter().filter(|(id, _)| is_gone(id.as_str()));
    let line = |id: &str, it: &Waiver| {
        format!("- {}: no longer in the register, {}\n", cell(id), waived(it))
    };
    gone.map(|(id, it)| line(id.as_str(), it)).collect()
}

/// Makes what somebody said safe on one line, and not too long.
fn said(text: &str) -> String {
    cell(&words::shorten(text, SAID_CHARS_MAX))
}
