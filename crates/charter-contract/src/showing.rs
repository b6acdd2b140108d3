//! How one open criterion is shown next: what to type, and what is to be known beside it.
//!
//! Owns the choice between a run and somebody's word: a run wherever a command is known or could be,
//! a word only where the register, or an earlier word that counts, says so. Must not know whether
//! the caller is a person or an agent.

use crate::blocker::{Blocker, NEEDS_PERSON};
use crate::document::{Criterion, Verifier};
use crate::event::{EvidenceOutcome, Run};
use crate::judge::judge;
use crate::proof;
use crate::verdict::{Counting, Judged, Verdict, VerdictReason};
use crate::{ContractState, CriterionRecord, Docs, Rigor, evidence};
use charter_kernel::{CharterId, CommandLine, NextAction, Unrun, shell_word};

/// What stands for a command that nobody named yet.
const COMMAND_UNKNOWN: &str = "\"the command that checks it\"";

/// How a criterion can be shown.
enum Way {
    /// By running this, as it is typed with what goes before it.
    Run { flags: String, command: String },
    /// By running what the register names, which never ran.
    Named(String),
    /// By looking whether something is gone, which charter does itself.
    Gone,
    /// By running what ran before, where it ran.
    Again,
    /// By running something that nobody named yet.
    Unknown,
    /// By somebody's word.
    Word,
    /// By a person's word alone.
    PersonsWord,
}

/// Lists what to do about an open criterion, most useful first.
#[must_use]
pub fn show_it(
    blocker: &Blocker,
    docs: &Docs,
    state: &ContractState,
    id: &CharterId,
) -> Vec<NextAction> {
    let name = blocker.criterion_id.clone().unwrap_or_default();
    let criterion = docs.criteria.find(&name);
    let record = criterion.and_then(|it| state.criteria.get(&it.id));
    let shown = shell_word(&name);
    let why = format!("{name}: {}", blocker.description);
    let step = |hint: String, command: CommandLine| NextAction {
        tool: "charter_record".to_owned(),
        action: "evidence".to_owned(),
        hint,
        command,
        unrun: None,
    };
    let line = |words: String| CommandLine::from(words).about(id.as_str());
    let prove = |flags: &str, behind: &str| {
        CommandLine::charter(&format!("prove {shown}"), id.as_str(), flags).with_behind(behind)
    };
    let rest = "--pass -m \"what you saw\" --because \"why\"";
    let word = line(format!("charter record {shown} {rest}"));
    let mut actions = Vec::new();
    if blocker.reason == Verdict::Stale.word() && record.is_some_and(|it| it.run.is_some()) {
        let hint = "runs again what went stale";
        actions.push(NextAction::about("refresh", id.as_str(), hint, ""));
    }
    if blocker.reason == NEEDS_PERSON {
        actions.push(NextAction::about("confirm", id.as_str(), why, &shown));
        let look =
            NextAction::about(&format!("show {shown}"), id.as_str(), "see what it wants", "");
        actions.push(NextAction { action: "show".to_owned(), ..look });
        return actions;
    }
    let judged = criterion.map(|it| judge(it, docs, state));
    if judged.as_ref().is_some_and(|it| it.verdict == Verdict::Held) {
        let hint = "it passed before the work as well: a check of something new counts, or add `Kind: \
                    regression` to the criterion and let a person agree";
        actions.push(NextAction::about("agree", id.as_str(), hint, "-m \"why\""));
    }
    // The same again would come to the same.
    let is_vacuous = judged.is_some_and(|it| !is_worth_another(&it));
    match way_of(criterion, record, state.rigor, is_vacuous) {
        Way::Run { flags, command } => actions.push(step(why, prove(&flags, &command))),
        Way::Named(text) => {
            let command = prove("", &typed(&text));
            let unrun = Some(Unrun { text, blank: prove("", COMMAND_UNKNOWN) });
            actions.push(NextAction { unrun, ..step(why, command) });
        }
        Way::Gone => actions.push(step(why, line(format!("charter prove {shown}")))),
        Way::Again => {
            actions.push(step(why, line(format!("charter refresh {shown}"))));
        }
        Way::Unknown => {
            let hint = format!("{why}; name a command that fails while it does not hold");
            actions.push(step(hint, prove("", COMMAND_UNKNOWN)));
        }
        Way::Word => actions.push(step(why, word)),
        Way::PersonsWord => {
            let hint = format!("{why}; a person has to attest it");
            actions.push(step(hint, word));
            let hint = "an agent writes down that it waits for a person";
            let rest = format!("{shown} -m \"a person has to look: at what\"");
            let wait = NextAction::about("block", id.as_str(), hint, &rest);
            // Who said so before was no person: once more tells nothing new.
            let at = if record.is_some_and(|it| !it.recorded_by.is_person()) { 0 } else { 1 };
            actions.insert(at, wait);
        }
    }
    let look = NextAction::about(&format!("show {shown}"), id.as_str(), "see what it wants", "");
    actions.push(NextAction { action: "show".to_owned(), ..look });
    actions
}

/// Tells whether the same command could come to a better verdict.
fn is_worth_another(judged: &Judged) -> bool {
    match judged.verdict {
        Verdict::Void | Verdict::Held => false,
        Verdict::Passed => matches!(
            judged.code,
            Some(VerdictReason::Budget | VerdictReason::Interrupted | VerdictReason::NotTried)
        ),
        Verdict::Proven
        | Verdict::Attested
        | Verdict::Waived
        | Verdict::Stale
        | Verdict::Suspect
        | Verdict::Failed
        | Verdict::Partial
        | Verdict::Missing => true,
    }
}

fn way_of(
    criterion: Option<&Criterion>,
    record: Option<&CriterionRecord>,
    rigor: Rigor,
    is_vacuous: bool,
) -> Way {
    let Some(criterion) = criterion else { return Way::Unknown };
    if criterion.command.is_none() && criterion.absent.is_some() {
        return Way::Gone;
    }
    let written = criterion.command.clone();
    let run_of = |it: &'_ CriterionRecord| -> Option<Run> {
        it.run.clone().or_else(|| it.contradicted_by().map(|it| it.run.clone()))
    };
    if let Some((record, run)) = record.and_then(|it| Some((it, run_of(it)?))) {
        return way_of_run(record, &run, written, is_vacuous);
    }
    if criterion.by_hand {
        return if rigor == Rigor::Strict { Way::PersonsWord } else { Way::Word };
    }
    if let Some(command) = written {
        return Way::Named(command);
    }
    let is_word = record.is_some_and(|it| it.outcome == EvidenceOutcome::Pass);
    // Whoever else is to look brings what was seen.
    let is_for_others = match criterion.verifier {
        Verifier::Hook | Verifier::Prompt | Verifier::Subagent | Verifier::EvidenceExists => true,
        Verifier::Command | Verifier::Manual => false,
    };
    let is_enough = Verdict::Attested.counts_at(rigor) != Counting::ManualByPerson
        && (is_word || is_for_others);
    if is_enough { Way::Word } else { Way::Unknown }
}

/// What ran is run again, unless it could not have shown anything. What failed may have been the wrong
/// thing to type, so that what the register says comes first.
fn way_of_run(
    record: &CriterionRecord,
    run: &Run,
    written: Option<String>,
    is_vacuous: bool,
) -> Way {
    let is_idle = || proof::no_op(&run.argv).or_else(|| proof::hides_exit(&run.argv)).is_some();
    let is_empty = run.tests.as_ref().is_some_and(|it| it.total == 0);
    if is_vacuous || is_empty || (record.outcome == EvidenceOutcome::Pass && is_idle()) {
        return written.map_or(Way::Unknown, Way::Named);
    }
    let has_failed = run.exit_code != Some(0) || record.outcome == EvidenceOutcome::Fail;
    let words: Vec<String> = run.argv.iter().map(|it| shell_word(it)).collect();
    let ran = words.join(" ");
    // What the register says and what ran may be the same; then it is nobody's unknown command.
    let other = written.filter(|it| has_failed && typed(it) != ran);
    match other {
        Some(command) => Way::Named(command),
        None if run.dir.is_some() => Way::Again,
        None => Way::Run { flags: kept(record, run), command: ran },
    }
}

/// Gives what was kept with a run, as it is asked for.
fn kept(record: &CriterionRecord, run: &Run) -> String {
    let copied = record.artifacts.iter().filter_map(|it| it.from.as_ref());
    let files = copied.chain(run.unkept.iter().map(|it| &it.path));
    // Who wrote the ledger may be a stranger: nobody is asked to keep a file from elsewhere.
    let files = files.filter(|it| evidence::stays_inside(it));
    let mut flags: String = files.map(|it| format!("--artifact {} ", shell_word(it))).collect();
    if record.artifacts.iter().any(evidence::is_tape) {
        flags.push_str("--pty ");
    }
    flags
}

/// Gives a command as it can be typed behind another: what a shell would read differently there is
/// handed to one.
fn typed(command: &str) -> String {
    let is_plain = |it: char| it.is_alphanumeric() || "-_./:@%+,= ".contains(it);
    if command.chars().all(is_plain) && !command.contains("  ") {
        return command.to_owned();
    }
    format!("sh -c {}", shell_word(command))
}
