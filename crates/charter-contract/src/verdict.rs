//! The verdict on one criterion: computed, never stored as an opinion.
//!
//! Owns which record means what, and what counts as shown. Must not know how evidence was gathered.

use crate::document::{Criterion, Verifier};
use crate::event::{Artifact, BaseRun, EvidenceOutcome, EvidenceSource, Run, UntriedReason};
use crate::proof::{self, Counts, Weakening};
use crate::state::{CriterionRecord, FailedRun};
use crate::{ContractState, Docs, Rigor, Waiver, evidence};
use charter_kernel::Digest;
use serde::Serialize;
use std::collections::BTreeSet;

/// What a shell exits with where a program cannot be run.
const CANNOT_RUN: i32 = 126;

/// What a shell exits with where a program is not there.
const NOT_FOUND: i32 = 127;

/// What can be said about a criterion.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// The tool ran it on the present content, it passed, and it could have failed.
    Proven,
    /// The tool ran it and it passed, and so did it on the base commit.
    RegressionOnly,
    /// Somebody's word, with a reason.
    Attested,
    /// It ran and could not have failed.
    Vacuous,
    /// A watched file changed since.
    Stale,
    /// The criterion's text, or an answer it rests on, changed since.
    Suspect,
    /// Nothing to rest on: no reason, or an artifact that is not what was recorded.
    Unverifiable,
    Failed,
    Partial,
    Uncovered,
    /// Taken out by a person, with a reason.
    Waived,
}

impl Verdict {
    pub const ALL: [Self; 11] = [
        Self::Proven,
        Self::RegressionOnly,
        Self::Attested,
        Self::Vacuous,
        Self::Stale,
        Self::Suspect,
        Self::Unverifiable,
        Self::Failed,
        Self::Partial,
        Self::Uncovered,
        Self::Waived,
    ];

    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Proven => "proven",
            Self::RegressionOnly => "regression_only",
            Self::Attested => "attested",
            Self::Vacuous => "vacuous",
            Self::Stale => "stale",
            Self::Suspect => "suspect",
            Self::Unverifiable => "unverifiable",
            Self::Failed => "failed",
            Self::Partial => "partial",
            Self::Uncovered => "uncovered",
            Self::Waived => "waived",
        }
    }

    /// Of two that branches came to without seeing each other, the one counts that has the lower rank.
    fn rank(self) -> u8 {
        match self {
            Self::Failed => 0,
            Self::Partial => 1,
            Self::Vacuous => 2,
            Self::Unverifiable => 3,
            Self::Uncovered => 4,
            Self::Suspect => 5,
            Self::Stale => 6,
            Self::Waived => 7,
            Self::RegressionOnly => 8,
            Self::Attested => 9,
            Self::Proven => 10,
        }
    }

    /// Tells whether it counts as shown for a criterion of a charter: as at its rigor, and a
    /// person's word for a manual criterion at any.
    #[must_use]
    pub fn counts(self, criterion: &Criterion, state: &ContractState) -> bool {
        let by_person =
            || state.criteria.get(&criterion.id).is_some_and(CriterionRecord::is_persons);
        let is_word = self == Self::Attested && criterion.verifier == Verifier::Manual;
        // At strict, tests that show less than they did are a person's to defend.
        let is_weaker = state.rigor == Rigor::Strict && is_undefended(criterion, state);
        (self.counts_at(state.rigor) && !is_weaker) || (is_word && by_person())
    }

    /// Tells whether it counts as shown at a rigor, whoever said it.
    #[must_use]
    pub fn counts_at(self, rigor: Rigor) -> bool {
        match (self, rigor) {
            (Self::Proven, _)
            | (
                Self::Attested | Self::RegressionOnly | Self::Waived,
                Rigor::Light | Rigor::Standard,
            ) => true,
            (Self::Attested | Self::RegressionOnly | Self::Waived, Rigor::Strict)
            | (
                Self::Vacuous
                | Self::Stale
                | Self::Suspect
                | Self::Unverifiable
                | Self::Failed
                | Self::Partial
                | Self::Uncovered,
                _,
            ) => false,
        }
    }
}

/// Tells whether the tests behind a record show less than on the base, and no person says why.
fn is_undefended(criterion: &Criterion, state: &ContractState) -> bool {
    let is_open = |record: &CriterionRecord| {
        let is_weaker = record.basis.as_ref().is_some_and(|it| !it.weakened.is_empty());
        is_weaker && !(record.recorded_by.is_person() && record.because.is_some())
    };
    state.criteria.get(&criterion.id).is_some_and(|it| it.each().any(is_open))
}

/// A verdict and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Judged {
    pub verdict: Verdict,
    pub reasons: Vec<String>,
    /// Whether branches that had not seen each other came to different verdicts.
    pub is_disputed: bool,
}

impl Judged {
    fn of(verdict: Verdict, reasons: Vec<String>) -> Self {
        Self { verdict, reasons, is_disputed: false }
    }
}

/// Judges a criterion by its latest record and what has changed since. What branches recorded without
/// seeing each other is judged by the worse.
#[must_use]
pub fn judge(criterion: &Criterion, docs: &Docs, state: &ContractState) -> Judged {
    let waiver = state.waived.get(&criterion.id);
    let waivers = waiver.into_iter().flat_map(|it| std::iter::once(it).chain(&it.beside));
    let mut judged: Vec<Judged> = waivers.map(|it| judge_waiver(criterion, it)).collect();
    let records = state.criteria.get(&criterion.id).into_iter().flat_map(CriterionRecord::each);
    let counted = records.filter(|it| waiver.is_none() || it.beside_waiver);
    judged.extend(counted.map(|it| judge_record(criterion, it, docs, state)));
    let verdicts: BTreeSet<Verdict> = judged.iter().map(|it| it.verdict).collect();
    let Some(mut worst) = judged.into_iter().min_by_key(|it| it.verdict.rank()) else {
        return Judged::of(Verdict::Uncovered, vec!["nothing is recorded yet".to_owned()]);
    };
    if verdicts.len() > 1 {
        let words: Vec<&str> = verdicts.iter().map(|it| it.word()).collect();
        let dispute = format!("two branches disagree: {}", words.join(", "));
        worst.reasons.insert(0, dispute);
        worst.is_disputed = true;
    }
    worst
}

fn judge_waiver(criterion: &Criterion, waiver: &Waiver) -> Judged {
    if waiver.criterion.is_none_or(|it| it == evidence::digest_of(criterion)) {
        return Judged::of(Verdict::Waived, vec![format!("waived: {}", waiver.reason)]);
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
            let weakened = record.basis.iter().flat_map(|it| &it.weakened);
            judged.reasons.extend(weakened.map(Weakening::words));
            let shared = shared_files(criterion, record, docs, state);
            // One file for two things is a question; strict wants it answered.
            let is_word = judged.verdict == Verdict::Attested;
            let is_open = is_word && state.rigor == Rigor::Strict && !shared.is_empty();
            judged.reasons.extend(shared);
            if is_open {
                judged.verdict = Verdict::Unverifiable;
                let hint = "a person's `--because` that names the other criterion would answer it";
                judged.reasons.push(hint.to_owned());
            }
            judged
        }
    }
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
    let ran = record.run.as_ref().map(|run| {
        let judged = judge_run(run, record.because.as_deref());
        with_files(run, with_untried(run, judged, state.rigor), state.rigor)
    });
    let is_weak = |it: &&Judged| matches!(it.verdict, Verdict::Vacuous | Verdict::Unverifiable);
    if let Some(weak) = ran.as_ref().filter(is_weak) {
        return weak.clone();
    }
    let steps = [
        (Verdict::Unverifiable, nothing_to_rest_on(record, docs)),
        (Verdict::Suspect, suspicions(criterion, record, docs, state)),
        (Verdict::Unverifiable, unseen(criterion, record, docs)),
        (Verdict::Stale, changes(criterion, record, docs)),
    ];
    let found = steps.into_iter().find(|(_, reasons)| !reasons.is_empty());
    if let (None, Some(ran)) = (&found, ran) {
        return ran;
    }
    let (verdict, reasons) = found.unwrap_or_else(|| {
        let who = if record.recorded_by.is_person() { "a person" } else { "an agent" };
        let because = record.because.as_deref().unwrap_or(&record.last_summary);
        (Verdict::Attested, vec![format!("the word of {who}: {because}")])
    });
    Judged::of(verdict, reasons)
}

/// Says why a run was not tried on the base. Strict wants to know that it fails there: where that could
/// not be found out, it is not known to show anything new. A project without git has no base to fail on.
fn with_untried(run: &Run, mut judged: Judged, rigor: Rigor) -> Judged {
    let Some(untried) = &run.no_base else { return judged };
    let is_missed = rigor == Rigor::Strict && untried.reason != UntriedReason::NoGit;
    if is_missed && judged.verdict == Verdict::Proven {
        judged.verdict = Verdict::RegressionOnly;
    }
    judged.reasons.push(format!("not tried on a base: {}", untried.message));
    judged
}

/// Says what is wrong with the files of a run: one that is missing shows nothing, and one that it did
/// not write shows nothing at strict.
fn with_files(run: &Run, mut judged: Judged, rigor: Rigor) -> Judged {
    let is_short = !run.unkept.is_empty();
    let is_old = rigor == Rigor::Strict && !run.unwritten.is_empty();
    if (is_short || is_old) && judged.verdict != Verdict::Vacuous {
        judged.verdict = Verdict::Unverifiable;
    }
    judged.reasons.extend(unkept(run));
    let old = run.unwritten.iter().map(|it| format!("`{it}` was not written by this run"));
    judged.reasons.extend(old);
    judged
}

fn unkept(run: &Run) -> impl Iterator<Item = String> {
    run.unkept.iter().map(|it| format!("not kept: {}", it.why))
}

/// Judges a run that passed: whether it could have failed.
fn judge_run(run: &Run, because: Option<&str>) -> Judged {
    let judged = |verdict, reason: String| Judged::of(verdict, vec![reason]);
    if let Some(reason) = proof::no_op(&run.argv) {
        return judged(Verdict::Vacuous, reason);
    }
    if let Some(tests) = &run.tests {
        return judge_counted(tests, run.base.as_ref());
    }
    if let Some(reason) = proof::hides_exit(&run.argv) {
        return judged(Verdict::Vacuous, reason);
    }
    let attested = |why: &str| match because {
        Some(because) => judged(Verdict::Attested, format!("{why}, but: {because}")),
        None => judged(Verdict::Unverifiable, format!("{why}; `--because` would say it")),
    };
    let Some(base) = &run.base else {
        return attested(
            "no test was counted and no base was tried, so nothing tells whether it could have failed",
        );
    };
    let commit: String = base.commit.chars().take(7).collect();
    match base.exit_code {
        Some(0) => judged(
            Verdict::Vacuous,
            format!(
                "no test was counted, and it passes on base {commit} as well; where nothing new is to \
                 be shown, let a test runner count it"
            ),
        ),
        None | Some(CANNOT_RUN | NOT_FOUND) => attested(&unknown_there(base.exit_code, &commit)),
        Some(_) if base.exit_code_with_them == Some(0) => attested(&homeless(base, &commit)),
        Some(code) => {
            let words = format!("failed on base {commit} with exit code {code} (red → green)");
            let mut judged = judged(Verdict::Proven, words);
            judged.reasons.extend(lacked(base));
            judged
        }
    }
}

/// Says that only new files were missing on the base.
fn homeless(base: &BaseRun, commit: &str) -> String {
    let files = listed(&base.lacked);
    format!("on base {commit} it fails only without {files}, and passes with what is new there")
}

/// Says which new files were not there, so that a reader can judge why it failed.
fn lacked(base: &BaseRun) -> Option<String> {
    let is_short = !base.lacked.is_empty();
    is_short.then(|| format!("the base lacked {}, new since", listed(&base.lacked)))
}

fn listed(files: &[String]) -> String {
    let names: Vec<String> = files.iter().map(|it| format!("`{it}`")).collect();
    names.join(", ")
}

/// Says why nothing is known of a command on the base.
fn unknown_there(exit_code: Option<i32>, commit: &str) -> String {
    match exit_code {
        // Too long, met by a signal, or never begun: a record has the same for all of them.
        None => format!("it did not end, or cannot be run, on base {commit}"),
        Some(_) => format!("it cannot be run on base {commit}"),
    }
}

fn judge_counted(tests: &Counts, base: Option<&BaseRun>) -> Judged {
    let judged = Judged::of;
    if tests.total == 0 {
        let words =
            format!("0 tests ran: {} found none, or the filter matched nothing", tests.runner);
        return judged(Verdict::Vacuous, vec![words]);
    }
    if tests.passed == 0 {
        let words = format!("no test ran: all {} were skipped", tests.skipped);
        return judged(Verdict::Vacuous, vec![words]);
    }
    let mut reasons = vec![tests.words()];
    let Some(base) = base else { return judged(Verdict::Proven, reasons) };
    let commit: String = base.commit.chars().take(7).collect();
    let passed_there = base.tests.as_ref().map_or(0, |it| it.passed);
    match base.exit_code {
        Some(0) if passed_there >= tests.passed => {
            reasons.push(format!("all of them pass on base {commit} as well"));
            judged(Verdict::RegressionOnly, reasons)
        }
        Some(0) => {
            reasons.push(format!("{passed_there} of them pass on base {commit}"));
            judged(Verdict::Proven, reasons)
        }
        // A program that is not there on the base did not fail there.
        None | Some(CANNOT_RUN | NOT_FOUND) => {
            let why = unknown_there(base.exit_code, &commit);
            reasons.push(format!("{why}, so it is not known to have failed"));
            judged(Verdict::RegressionOnly, reasons)
        }
        Some(_) if base.exit_code_with_them == Some(0) => {
            reasons.push(homeless(base, &commit));
            judged(Verdict::RegressionOnly, reasons)
        }
        Some(_) => {
            reasons.push(format!("failed on base {commit} (red → green)"));
            reasons.extend(lacked(base));
            judged(Verdict::Proven, reasons)
        }
    }
}

/// A pass on somebody's word wants a reason; what another agent or a tool says is one itself.
fn nothing_to_rest_on(record: &CriterionRecord, docs: &Docs) -> Vec<String> {
    let mut reasons = Vec::new();
    if record.because.is_none() && record.source == EvidenceSource::Manual {
        reasons.push("a pass without a reason shows nothing".to_owned());
    }
    for artifact in &record.artifacts {
        match docs.observed.artifacts.get(&artifact.path) {
            None => reasons.push(format!("`{}` is gone", artifact.path)),
            Some(digest) if *digest != artifact.blake3 => {
                reasons.push(format!("`{}` is not what was recorded", artifact.path));
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

/// Lists what a criterion watches, with the digest of then and that of now.
fn watched<'a>(
    criterion: &Criterion,
    record: &'a CriterionRecord,
    docs: &'a Docs,
) -> impl Iterator<Item = (String, Option<&'a Digest>, Option<&'a Digest>)> {
    let basis = record.basis.as_ref();
    let new_files = basis.map(|it| it.new_files.as_slice()).unwrap_or_default();
    evidence::watches_of(criterion, record.run.is_some()).into_iter().map(move |watch| {
        let then = basis.and_then(|it| it.watched.get(&watch));
        let now = docs.observed.watched.get(&evidence::watch_key(&watch, new_files));
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::Unkept;

    fn base(exit_code: Option<i32>) -> BaseRun {
        let commit = "0123456789".to_owned();
        BaseRun { commit, exit_code, tests: None, lacked: Vec::new(), exit_code_with_them: None }
    }

    fn run(base: BaseRun, tests: Option<Counts>) -> Run {
        Run {
            argv: vec!["make".to_owned(), "check".to_owned()],
            dir: None,
            exit_code: Some(0),
            duration_ms: 1,
            tests,
            base: Some(base),
            no_base: None,
            unkept: Vec::new(),
            unwritten: Vec::new(),
        }
    }

    fn one_test() -> Counts {
        Counts { runner: "make".to_owned(), total: 1, passed: 1, failed: 0, skipped: 0 }
    }

    fn check(exit_code: Option<i32>, tests: Option<Counts>) -> (Verdict, String) {
        let judged = judge_run(&run(base(exit_code), tests), Some("slow"));
        (judged.verdict, judged.reasons.join("; "))
    }

    #[test]
    fn what_fails_only_for_want_of_a_new_file_is_not_red() {
        let lacking = |with_them: Option<i32>| {
            let lacked = vec!["want.txt".to_owned()];
            BaseRun { lacked, exit_code_with_them: with_them, ..base(Some(2)) }
        };
        let words =
            "on base 0123456 it fails only without `want.txt`, and passes with what is new there";
        let judged = judge_run(&run(lacking(Some(0)), None), None);
        assert_eq!(judged.verdict, Verdict::Unverifiable);
        assert_eq!(judged.reasons, [format!("{words}; `--because` would say it")]);
        let judged = judge_run(&run(lacking(Some(0)), Some(one_test())), None);
        assert_eq!(judged.verdict, Verdict::RegressionOnly);
        assert_eq!(judged.reasons, ["1 of 1 test passed", words]);
        // It fails with the file as well: the work makes the difference.
        for with_them in [Some(1), None] {
            let judged = judge_run(&run(lacking(with_them), None), None);
            assert_eq!(judged.verdict, Verdict::Proven);
            assert_eq!(judged.reasons[1], "the base lacked `want.txt`, new since");
        }
    }

    #[test]
    fn a_file_that_is_missing_or_old_takes_from_a_run() {
        let check = |unkept: &[&str], unwritten: &[&str], rigor: Rigor| {
            let why =
                |it: &&str| Unkept { path: (*it).to_owned(), why: format!("`{it}` is not there") };
            let run = Run {
                unkept: unkept.iter().map(why).collect(),
                unwritten: unwritten.iter().map(|it| (*it).to_owned()).collect(),
                ..run(base(Some(1)), None)
            };
            let judged = with_files(&run, judge_run(&run, None), rigor);
            (judged.verdict, judged.reasons.last().cloned().unwrap())
        };
        let gone = "not kept: `a.png` is not there".to_owned();
        assert_eq!(check(&["a.png"], &[], Rigor::Light), (Verdict::Unverifiable, gone));
        let old = "`a.png` was not written by this run".to_owned();
        assert_eq!(check(&[], &["a.png"], Rigor::Standard), (Verdict::Proven, old.clone()));
        assert_eq!(check(&[], &["a.png"], Rigor::Strict), (Verdict::Unverifiable, old));
    }

    #[test]
    fn a_run_that_could_not_be_tried_shows_nothing_new_at_strict_unless_there_is_no_git() {
        let check = |reason: &str, rigor: Rigor| {
            let mut value = serde_json::to_value(run(base(None), Some(one_test()))).unwrap();
            value["base"] = serde_json::Value::Null;
            value["noBase"] = serde_json::json!({ "reason": reason, "message": "so" });
            let run: Run = serde_json::from_value(value).unwrap();
            with_untried(&run, judge_run(&run, None), rigor)
        };
        let reasons = ["1 of 1 test passed", "not tried on a base: so"];
        // A reason of a later version is one as well.
        for reason in ["shallow-clone", "no-commit", "from-a-later-version"] {
            let judged = check(reason, Rigor::Strict);
            assert_eq!(
                (judged.verdict, &judged.reasons[..]),
                (Verdict::RegressionOnly, &reasons.map(String::from)[..])
            );
            assert_eq!(check(reason, Rigor::Standard).verdict, Verdict::Proven, "{reason}");
        }
        assert_eq!(check("no-git", Rigor::Strict).verdict, Verdict::Proven);
    }

    #[test]
    fn a_run_that_did_not_end_on_the_base_is_not_said_to_be_none() {
        let (ended, run) = (
            "it did not end, or cannot be run, on base 0123456",
            "it cannot be run on base 0123456",
        );
        for (code, words) in [(None, ended), (Some(126), run), (Some(127), run)] {
            assert_eq!(check(code, None), (Verdict::Attested, format!("{words}, but: slow")));
            let (verdict, reasons) = check(code, Some(one_test()));
            assert_eq!(verdict, Verdict::RegressionOnly);
            assert!(
                reasons.ends_with(&format!("{words}, so it is not known to have failed")),
                "{reasons}"
            );
        }
    }
}
