//! What a run that passed shows, by what was tried with it.
//!
//! Owns the step from trials to a verdict. Must not know records, documents or who ran it.

use crate::event::{Run, Untried, UntriedReason};
use crate::proof::{self, Newness, Sensitivity, TrialKind};
use crate::verdict::{Judged, Verdict, VerdictReason};

/// The most changes that are named which were not noticed.
const NAMED_MAX: usize = 3;

/// Judges a run that passed.
pub(crate) fn judge_run(run: &Run, is_regression: bool) -> Judged {
    if let Some(void) = shows_nothing(run) {
        return void;
    }
    let mut judged = judge_trials(run, is_regression);
    let counted = run.tests.as_ref().map(proof::Counts::words);
    judged.reasons.splice(0..0, counted);
    judged
}

/// Says why a run shows nothing whatever was tried.
fn shows_nothing(run: &Run) -> Option<Judged> {
    let void = |code, reason: String| Some(Judged::because(Verdict::Void, code, vec![reason]));
    if let Some(reason) = proof::no_op(&run.argv) {
        return void(VerdictReason::NoOp, reason);
    }
    if let Some(reason) = proof::hides_exit(&run.argv) {
        return void(VerdictReason::HiddenExit, reason);
    }
    if let Some(reason) = proof::retries(&run.argv) {
        return void(VerdictReason::Retried, reason);
    }
    if let Some(reason) = &run.hidden {
        return void(VerdictReason::HiddenExit, reason.clone());
    }
    if let Some(tests) = run.tests.as_ref().filter(|it| it.passed == 0) {
        if tests.total > 0 {
            let words = format!("no test ran: all {} were skipped", tests.skipped);
            return void(VerdictReason::AllSkipped, words);
        }
        let words =
            format!("0 tests ran: {} found none, or the filter matched nothing", tests.runner);
        return void(VerdictReason::NoTest, words);
    }
    if let Some(watch) = run.touched.first() {
        let what = if watch.starts_with('@') { "files that git tracks" } else { watch };
        let words = format!("the command changed what it checks: {what}; run it again");
        return void(VerdictReason::ChangesFiles, words);
    }
    let again = run.trials.iter().find(|it| it.kind == TrialKind::Here && it.noticed);
    again.map(|it| {
        let words = format!("it passed, then failed on the same files: {}", it.reason);
        Judged::because(Verdict::Failed, VerdictReason::Flaky, vec![words])
    })
}

fn judge_trials(run: &Run, is_regression: bool) -> Judged {
    if let Some(trial) = proof::changed_expectation(&run.trials) {
        let reasons = vec![trial.reason.clone()];
        return Judged::because(Verdict::Passed, VerdictReason::ExpectationChanged, reasons);
    }
    let mut reasons = proof::trial_words(&run.trials);
    let named = proof::unnoticed(&run.trials);
    let missed = || named.iter().take(NAMED_MAX).cloned();
    let sensitivity = proof::sensitivity(&run.trials);
    match (proof::newness(&run.trials), sensitivity) {
        (Newness::New, Sensitivity::Noticed) => Judged::of(Verdict::Proven, reasons),
        (Newness::Old, Sensitivity::Noticed) => {
            if !is_regression {
                let hint = "so it says nothing about the work; if it must only keep working, \
                            `Kind: regression` says so";
                reasons.push(hint.to_owned());
            }
            Judged::of(Verdict::Held, reasons)
        }
        (_, Sensitivity::Insensitive(_)) => {
            reasons.extend(missed());
            Judged::because(Verdict::Void, VerdictReason::Insensitive, reasons)
        }
        (Newness::Old, Sensitivity::NotShown) if !is_regression => {
            reasons.extend(run.no_changes.iter().map(|it| it.message.clone()));
            Judged::because(Verdict::Void, VerdictReason::NothingNew, reasons)
        }
        (Newness::New | Newness::Old, Sensitivity::NotShown) => {
            reasons.extend(missed());
            let code = match &run.no_changes {
                None => VerdictReason::SensitivityNotShown,
                Some(why) => {
                    reasons.push(why.message.clone());
                    code_of(why, VerdictReason::SensitivityNotShown)
                }
            };
            Judged::because(Verdict::Passed, code, reasons)
        }
        (Newness::Unknown, Sensitivity::Noticed | Sensitivity::NotShown) => {
            let code = match &run.no_base {
                None => {
                    reasons.push("whether it could have failed was not tried".to_owned());
                    VerdictReason::NotTried
                }
                Some(why) => {
                    reasons.push(format!("not tried without the work: {}", why.message));
                    code_of(why, VerdictReason::NoBase)
                }
            };
            Judged::because(Verdict::Passed, code, reasons)
        }
    }
}

fn code_of(untried: &Untried, other: VerdictReason) -> VerdictReason {
    match untried.reason {
        UntriedReason::Budget => VerdictReason::Budget,
        UntriedReason::Interrupted => VerdictReason::Interrupted,
        UntriedReason::LooksAtText => VerdictReason::LooksAtText,
        UntriedReason::NotWanted => VerdictReason::NotTried,
        UntriedReason::BaseUnusable | UntriedReason::RedForAnotherReason => {
            VerdictReason::BaseUnusable
        }
        UntriedReason::NoGit
        | UntriedReason::NoCommit
        | UntriedReason::GitUnusable
        | UntriedReason::GitFailed
        | UntriedReason::ShallowClone
        | UntriedReason::CommitMissing
        | UntriedReason::Filter
        | UntriedReason::Submodule
        | UntriedReason::TemporaryDirectory
        | UntriedReason::InstalledLinks
        | UntriedReason::CopyGone
        | UntriedReason::NothingToChange
        | UntriedReason::Other => other,
    }
}
