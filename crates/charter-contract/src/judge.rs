//! The verdict on one criterion: computed, never stored as an opinion.
//!
//! Owns which record means what. Must not know how evidence was gathered.

use crate::document::{Criterion, Verifier};
use crate::event::{Artifact, Basis, ContractEvent, EvidenceOutcome, EvidenceSource, Run};
use crate::named_command::other_command;
use crate::proof::{TrialKind, Weakening};
use crate::run_verdict::judge_run;
use crate::state::{CriterionRecord, FailedRun};
use crate::verdict::{Judged, Verdict, VerdictReason};
use crate::{ContractState, Docs, Rigor, Status, Waiver, agreement, evidence};
use charter_kernel::{Actor, Digest};
use std::collections::BTreeSet;

const NO_REASON: &str = "a pass without a reason shows nothing";

/// Judges a criterion by its latest record and what has changed since. What branches recorded without
/// seeing each other is judged by the worse.
#[must_use]
pub fn judge(criterion: &Criterion, docs: &Docs, state: &ContractState) -> Judged {
    // What was completed is history, as it was agreed: another text in its place was never shown.
    if state.status == Status::Completed && !agreement::is_as_agreed(criterion, state) {
        let words = "criteria.md says something else than when the charter was completed";
        return Judged::of(Verdict::Suspect, vec![words.to_owned()]);
    }
    let waiver = state.waived.get(&criterion.id);
    let waivers = waiver.into_iter().flat_map(|it| std::iter::once(it).chain(&it.beside));
    let mut judged: Vec<Judged> =
        waivers.map(|it| judge_waiver(criterion, it, docs, state)).collect();
    let records = state.criteria.get(&criterion.id).into_iter().flat_map(CriterionRecord::each);
    let counted = records.filter(|it| waiver.is_none() || it.beside_waiver);
    judged.extend(counted.map(|it| judge_record(criterion, it, docs, state)));
    let verdicts: BTreeSet<Verdict> = judged.iter().map(|it| it.verdict).collect();
    let Some(mut worst) = judged.into_iter().min_by_key(|it| it.verdict.rank()) else {
        return Judged::of(Verdict::Missing, vec!["no evidence yet".to_owned()]);
    };
    if verdicts.len() > 1 {
        let words: Vec<&str> = verdicts.iter().map(|it| it.word()).collect();
        let dispute = format!("two branches disagree: {}", words.join(", "));
        worst.reasons.insert(0, dispute);
        worst.is_disputed = true;
    }
    worst
}

/// Judges one record by what it holds alone: what it showed when it was made, whatever came after. None
/// where the event records no evidence.
#[must_use]
pub fn judge_entry(
    criterion: &Criterion,
    event: &ContractEvent,
    by: &Actor,
    rigor: Rigor,
) -> Option<Judged> {
    let ContractEvent::EvidenceRecorded { outcome, source, summary, because, basis, run, .. } =
        event
    else {
        return None;
    };
    let judged = |verdict, words: &str| Judged::of(verdict, vec![words.to_owned()]);
    Some(match (outcome, run.as_deref()) {
        (EvidenceOutcome::Fail, _) => judged(Verdict::Failed, summary),
        (EvidenceOutcome::Partial, _) => judged(Verdict::Partial, summary),
        (EvidenceOutcome::Pass, Some(run)) => {
            let ran = with_files(run, judge_run(run, criterion.is_regression), rigor);
            with_weakened(ran, basis.as_deref(), Some(run))
        }
        (EvidenceOutcome::Pass, None) if because.is_none() && *source == EvidenceSource::Manual => {
            judged(Verdict::Void, NO_REASON)
        }
        (EvidenceOutcome::Pass, None) => {
            let word = word_of(by, because.as_deref().unwrap_or(summary));
            with_weakened(word, basis.as_deref(), None)
        }
    })
}

fn word_of(by: &Actor, because: &str) -> Judged {
    let who = if by.is_person() { "a person" } else { "an agent" };
    Judged::of(Verdict::Attested, vec![format!("the word of {who}: {because}")])
}

/// Says why somebody's word does not count at strict.
fn unsigned_word(
    judged: &Judged,
    criterion: &Criterion,
    record: &CriterionRecord,
    docs: &Docs,
    state: &ContractState,
) -> Option<String> {
    let is_word = judged.verdict == Verdict::Attested && state.rigor == Rigor::Strict;
    match criterion.verifier {
        _ if !is_word => None,
        Verifier::Manual if record.is_signed(docs) => None,
        Verifier::Manual => Some("not signed by a person listed in .charter/people".to_owned()),
        Verifier::Command
        | Verifier::Hook
        | Verifier::Prompt
        | Verifier::Subagent
        | Verifier::EvidenceExists => {
            Some("at strict a sign-off counts only with `Verifier: manual`".to_owned())
        }
    }
}

fn judge_waiver(
    criterion: &Criterion,
    waiver: &Waiver,
    docs: &Docs,
    state: &ContractState,
) -> Judged {
    let is_same = waiver.criterion.is_none_or(|it| it == evidence::digest_of(criterion));
    if is_same || state.status == Status::Completed {
        let is_signed = docs.observed.signed.contains_key(&waiver.place);
        let mut reasons = vec![format!("waived: {}", waiver.reason)];
        if state.rigor == Rigor::Strict && !is_signed {
            let words = "the waiver is not signed by a person listed in .charter/people";
            reasons.insert(0, words.to_owned());
        }
        return Judged::of(Verdict::Waived, reasons);
    }
    let words = "the criterion says something else than when it was waived";
    Judged::of(Verdict::Suspect, vec![words.to_owned()])
}

fn judge_record(
    criterion: &Criterion,
    record: &CriterionRecord,
    docs: &Docs,
    state: &ContractState,
) -> Judged {
    let judged = |verdict, reason: &str| Judged::of(verdict, vec![reason.to_owned()]);
    match record.outcome {
        EvidenceOutcome::Fail => {
            let words = format!("the latest record says it failed: {}", record.last_summary);
            let mut judged = judged(Verdict::Failed, &words);
            judged.reasons.extend(record.run.iter().flat_map(unkept));
            judged
        }
        EvidenceOutcome::Partial => {
            let words = format!("the latest record says it holds in part: {}", record.last_summary);
            judged(Verdict::Partial, &words)
        }
        EvidenceOutcome::Pass => {
            let mut judged = judge_pass(criterion, record, docs, state);
            if let Some(failed) = record.contradicted_by() {
                judged = contradicted(judged, record, failed);
            }
            judged = with_weakened(judged, record.basis.as_ref(), record.run.as_ref());
            judged = with_shared_run(judged, criterion, record, docs, state);
            judged.reasons.extend(record.run.iter().filter_map(|it| other_command(criterion, it)));
            judged.reasons.extend(unsigned_word(&judged, criterion, record, docs, state));
            let shared = shared_files(criterion, record, docs, state);
            // One file for two things is a question; strict wants it answered.
            let is_word = judged.verdict == Verdict::Attested;
            let is_open = is_word && state.rigor == Rigor::Strict && !shared.is_empty();
            judged.reasons.extend(shared);
            if is_open {
                judged.verdict = Verdict::Void;
                judged.code = Some(VerdictReason::NoReason);
                let hint = "a person's `--because` that names the other criterion would answer it";
                judged.reasons.push(hint.to_owned());
            }
            judged
        }
    }
}

/// Tests that were made to show less are a person's to defend, unless those of the base were tried and pass.
fn with_weakened(mut judged: Judged, basis: Option<&Basis>, run: Option<&Run>) -> Judged {
    let weakened = basis.map(|it| it.weakened.as_slice()).unwrap_or_default();
    let is_old =
        |it: &Run| it.trials.iter().any(|it| it.kind == TrialKind::OldTests && !it.invalid);
    if weakened.is_empty() || run.is_some_and(is_old) {
        return judged;
    }
    if matches!(judged.verdict, Verdict::Proven | Verdict::Held) {
        judged.verdict = Verdict::Passed;
        judged.code = Some(VerdictReason::ExpectationChanged);
    }
    judged.reasons.extend(weakened.iter().map(Weakening::words));
    judged
}

/// One run for several criteria is named; at strict each wants one of its own.
fn with_shared_run(
    mut judged: Judged,
    criterion: &Criterion,
    record: &CriterionRecord,
    docs: &Docs,
    state: &ContractState,
) -> Judged {
    let Some(run) = record.run.as_ref().filter(|_| judged.verdict == Verdict::Proven) else {
        return judged;
    };
    let is_same = |other: &&Criterion| {
        let ran = state.criteria.get(&other.id).and_then(|it| it.run.as_ref());
        let is_new = other.id != criterion.id && !other.is_regression && !criterion.is_regression;
        is_new && ran.is_some_and(|it| it.argv == run.argv && it.dir == run.dir)
    };
    let others: Vec<&str> =
        docs.criteria.criteria().iter().filter(is_same).map(|it| it.id.as_str()).collect();
    if let Some(first) = others.first() {
        let more = if others.len() > 1 { " and others" } else { "" };
        judged.reasons.push(format!("the same run as for {first}{more}"));
        if state.rigor == Rigor::Strict {
            judged.verdict = Verdict::Passed;
            judged.code = Some(VerdictReason::SharedRun);
            let hint =
                "at rigor strict each criterion wants a run of its own, such as its own test";
            judged.reasons.push(hint.to_owned());
        }
    }
    judged
}

/// A run that failed outranks an agent's word about the same content; a person's word stands beside it.
fn contradicted(mut judged: Judged, record: &CriterionRecord, failed: &FailedRun) -> Judged {
    if record.recorded_by.is_person() {
        let words = format!("the run before it failed on the same content: {}", failed.summary);
        judged.reasons.push(words);
        return judged;
    }
    let words = format!(
        "an agent's word does not outrank a run that failed on the same content: {}",
        failed.summary
    );
    Judged::of(Verdict::Failed, vec![words])
}

fn judge_pass(
    criterion: &Criterion,
    record: &CriterionRecord,
    docs: &Docs,
    state: &ContractState,
) -> Judged {
    let ran = record
        .run
        .as_ref()
        .map(|run| with_files(run, judge_run(run, criterion.is_regression), state.rigor));
    let is_weak = |it: &&Judged| matches!(it.verdict, Verdict::Void | Verdict::Failed);
    if let Some(weak) = ran.as_ref().filter(is_weak) {
        return weak.clone();
    }
    let steps = [
        (Verdict::Void, Some(VerdictReason::ArtifactGone), nothing_to_rest_on(record, docs)),
        (Verdict::Suspect, None, suspicions(criterion, record, docs, state)),
    ];
    // What was completed is history: later changes of the product say nothing about it.
    let later = (state.status != Status::Completed).then(|| {
        let unseen = unseen(criterion, record, docs);
        [
            (Verdict::Void, Some(VerdictReason::ArtifactGone), unseen),
            (Verdict::Stale, None, changes(criterion, record, docs)),
        ]
    });
    let mut all = steps.into_iter().chain(later.into_iter().flatten());
    let found = all.find(|(.., reasons)| !reasons.is_empty());
    match (found, ran) {
        (Some((verdict, code, reasons)), _) => Judged { code, ..Judged::of(verdict, reasons) },
        (None, Some(ran)) => ran,
        (None, None) => {
            let because = record.because.as_deref().unwrap_or(&record.last_summary);
            word_of(&record.recorded_by, because)
        }
    }
}

/// Says what is wrong with the files of a run: one that is missing shows nothing, and one that it did
/// not write shows nothing at strict.
fn with_files(run: &Run, mut judged: Judged, rigor: Rigor) -> Judged {
    let is_short = !run.unkept.is_empty();
    let is_old = rigor == Rigor::Strict && !run.unwritten.is_empty();
    if (is_short || is_old) && judged.verdict != Verdict::Void {
        judged.verdict = Verdict::Void;
        judged.code = Some(VerdictReason::ArtifactGone);
    }
    judged.reasons.extend(unkept(run));
    let old = run.unwritten.iter().map(|it| format!("`{it}` was not written by this run"));
    judged.reasons.extend(old);
    judged
}

fn unkept(run: &Run) -> impl Iterator<Item = String> {
    run.unkept.iter().map(|it| format!("not kept: {}", it.why))
}

/// A pass on somebody's word wants a reason; what another agent or a tool says is one itself.
fn nothing_to_rest_on(record: &CriterionRecord, docs: &Docs) -> Vec<String> {
    let mut reasons = Vec::new();
    if record.because.is_none() && record.source == EvidenceSource::Manual {
        reasons.push(NO_REASON.to_owned());
    }
    for artifact in &record.artifacts {
        match docs.observed.artifacts.get(&artifact.path) {
            None => reasons.push(format!("`{}` is gone", artifact.path)),
            Some(digest) if *digest != artifact.blake3 => {
                reasons.push(format!("`{}` changed since it was recorded", artifact.path));
            }
            Some(_) => {}
        }
    }
    reasons
}

/// Says which files of a word are the same as for another criterion that no person's reason names. A
/// run or a report of tests may show several at once.
fn shared_files(
    criterion: &Criterion,
    record: &CriterionRecord,
    docs: &Docs,
    state: &ContractState,
) -> Vec<String> {
    if record.run.is_some() || record.artifacts.is_empty() {
        return Vec::new();
    }
    let name = |it: &Artifact| it.path.rsplit('/').next().unwrap_or_default().to_owned();
    let answered = if record.recorded_by.is_person() { record.because.as_deref() } else { None };
    let is_answered = |id: &str| answered.is_some_and(|it| names(it, id));
    let mut reasons = Vec::new();
    for artifact in record.artifacts.iter().filter(|it| it.bytes > 0 && it.report.is_none()) {
        let has_it = |other: &&CriterionRecord| {
            let is_output = |it: &Artifact| {
                let of_run = [evidence::OUTPUT_FILE, evidence::TRIAL_FILE];
                other.run.is_some() && of_run.contains(&name(it).as_str())
            };
            let same = |it: &&Artifact| it.blake3 == artifact.blake3 && !is_output(it);
            other.outcome == EvidenceOutcome::Pass && other.artifacts.iter().any(|it| same(&it))
        };
        let others = state.criteria.iter().filter(|(id, other)| {
            let is_known = || docs.criteria.find(id.as_str()).is_some();
            **id != criterion.id && has_it(other) && is_known() && !is_answered(id.as_str())
        });
        if let Some((id, _)) = others.into_iter().next() {
            reasons.push(format!("`{}` is the same file as for {id}", name(artifact)));
        }
    }
    reasons
}

/// Tells whether a text has an id in it, as a word.
fn names(text: &str, id: &str) -> bool {
    let words = text.split(|it: char| !it.is_alphanumeric() && !"-_.".contains(it));
    let mut words = words.map(|it| it.trim_end_matches('.'));
    words.any(|it| it.eq_ignore_ascii_case(id))
}

fn suspicions(
    criterion: &Criterion,
    record: &CriterionRecord,
    docs: &Docs,
    state: &ContractState,
) -> Vec<String> {
    let Some(basis) = &record.basis else { return Vec::new() };
    let mut reasons = Vec::new();
    if basis.criterion.is_some_and(|it| it != evidence::digest_of(criterion)) {
        reasons.push("the criterion says something else than when it was recorded".to_owned());
    }
    if state.status == Status::Completed {
        return reasons;
    }
    for (question, digest) in &basis.answers {
        match state.answers.get(question) {
            Some(answer) if !answer.beside.is_empty() => {
                reasons.push(format!("two branches answered {question} differently"));
            }
            Some(answer) if answer.digest != *digest => {
                reasons.push(format!("the answer to {question} changed since"));
            }
            Some(_) | None => {}
        }
    }
    if basis.said_in_charter && reasons.is_empty() && !evidence::is_said(criterion, docs, state) {
        reasons.push("charter.md no longer says what it rests on".to_owned());
    }
    reasons
}

/// Lists what a criterion watches, and what it watched when it was recorded, with the digest of then and that
/// of now: a line that is taken out later takes nothing from what somebody looked at.
fn watched<'a>(
    criterion: &Criterion,
    record: &'a CriterionRecord,
    docs: &'a Docs,
) -> impl Iterator<Item = (String, Option<&'a Digest>, Option<&'a Digest>)> {
    let basis = record.basis.as_ref();
    let new_files = basis.map(|it| it.new_files.as_slice()).unwrap_or_default();
    evidence::watches_of_record(criterion, record).into_iter().map(move |watch| {
        let then = basis.and_then(|it| it.watched.get(&watch));
        let key = evidence::watch_key(&watch, new_files);
        let is_alike =
            |it: &&Digest| docs.observed.alike.get(&key).is_some_and(|at| at.contains(*it));
        let now = then.filter(is_alike).or_else(|| docs.observed.watched.get(&key));
        (watch, then, now)
    })
}

/// What could not be looked at is never green; what was there then and is gone now is a change.
fn unseen(criterion: &Criterion, record: &CriterionRecord, docs: &Docs) -> Vec<String> {
    let unseen =
        watched(criterion, record, docs).filter(|(_, then, now)| then.is_none() && now.is_none());
    unseen.map(|(it, ..)| format!("`{it}` means no file that could be looked at")).collect()
}

fn changes(criterion: &Criterion, record: &CriterionRecord, docs: &Docs) -> Vec<String> {
    let change = |(watch, then, now): (String, Option<&Digest>, Option<&Digest>)| {
        let shown =
            if watch.starts_with('@') { "the source".to_owned() } else { format!("`{watch}`") };
        match then {
            None => Some(format!("{shown} was not watched when it was recorded")),
            Some(_) if then != now => Some(format!("{shown} changed since")),
            Some(_) => None,
        }
    };
    watched(criterion, record, docs).filter_map(change).collect()
}
