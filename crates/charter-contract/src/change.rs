//! What may happen to a charter: opened, paused, gone on with, finished, given up; a criterion taken out.
//!
//! Owns the conditions. Pure: the same values give the same decision. Must not know how events are stored
//! or files are written.

use crate::blocker::is_about_report;
use crate::check::{check_active, check_open};
use crate::document::ReportDoc;
use crate::event::ContractEvent;
use crate::evidence::digest_of;
use crate::lifecycle::{Move, Outcome};
use crate::refusal::{Blocker, ContractRefusal};
use crate::{CharterAct, ContractState, Docs, Rigor, Status, Waiver, agreement, scaffold};
use charter_kernel::markdown::Source;
use charter_kernel::{CharterId, Context, CriterionId, Decision, FileEdit, SessionId, shell_word};

const NAME_CHARS_MAX: usize = 100;

/// The most bytes of the idea that a charter starts from.
const OBJECTIVE_BYTES_MAX: usize = 64 * 1024;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CharterOpening<'a> {
    pub id: &'a CharterId,
    pub name: &'a str,
    /// The idea it starts from.
    pub objective: &'a str,
    /// How much proof it wants.
    pub rigor: Rigor,
    /// The commit it is created at.
    pub base: Option<&'a str>,
}

/// Binds a session to a charter, unless it is; `last_turn` is the number of the session's last binding.
pub fn bind(
    state: &ContractState,
    session: &SessionId,
    last_turn: u64,
) -> Result<Decision<ContractEvent>, ContractRefusal> {
    check_open(state)?;
    if state.sessions.get(session).is_some_and(|turn| *turn == last_turn) {
        return Ok(Decision::default());
    }
    let turn = last_turn.saturating_add(1);
    Ok(Decision::of(vec![ContractEvent::SessionBound { session: session.clone(), turn }]))
}

pub fn pause(
    state: &ContractState,
    reason: Option<&str>,
) -> Result<Decision<ContractEvent>, ContractRefusal> {
    let reason = reason.and_then(said);
    step(state, Move::Pause, ContractEvent::CharterPaused { reason })
}

/// Gives a charter up. Beyond light that is a person's: otherwise whoever finds it hard takes up an easier one.
pub fn abandon(
    state: &ContractState,
    reason: &str,
    ctx: &Context,
) -> Result<Decision<ContractEvent>, ContractRefusal> {
    let given = said(reason);
    if state.status.is_open() {
        CharterAct::Abandon.check(&ctx.actor, state.rigor, || {
            let (why, id) = (given.as_deref().unwrap_or("why"), &state.charter_id);
            format!("charter abandon --reason {} --charter {}", shell_word(why), shell_word(id))
        })?;
    }
    let reason = given.ok_or(ContractRefusal::ReasonMissing("abandon"))?;
    step(state, Move::Abandon, ContractEvent::CharterAbandoned { reason })
}

/// Changes how much proof a charter wants. More is free; less is a person's, with a reason.
pub fn set_rigor(
    state: &ContractState,
    rigor: Rigor,
    reason: Option<&str>,
    ctx: &Context,
) -> Result<Decision<ContractEvent>, ContractRefusal> {
    check_open(state)?;
    let reason = reason.and_then(said);
    if rigor == state.rigor {
        return Ok(Decision::default());
    }
    if rigor < state.rigor {
        CharterAct::LowerRigor.check(&ctx.actor, state.rigor, || {
            let (why, id) = (reason.as_deref().unwrap_or("why"), &state.charter_id);
            let (why, id) = (shell_word(why), shell_word(id));
            format!("charter rigor {} -m {why} --charter {id}", rigor.word())
        })?;
        if reason.is_none() {
            return Err(ContractRefusal::ReasonMissing("rigor"));
        }
    }
    Ok(Decision::of(vec![ContractEvent::RigorChanged { from: state.rigor, to: rigor, reason }]))
}

pub fn create(
    state: &ContractState,
    new: &CharterOpening<'_>,
    ctx: &Context,
) -> Result<Decision<ContractEvent>, ContractRefusal> {
    if !state.charter_id.is_empty() {
        return Err(ContractRefusal::AlreadyCreated(new.id.to_string()));
    }
    let (objective, name) = match (check_objective(new.objective), check_name(new.name)) {
        (Ok(objective), Ok(name)) => (objective, name),
        // The name is proposed from the idea: without one it says nothing of its own.
        (Err(refusal @ ContractRefusal::ObjectiveMissing), Err(ContractRefusal::NameUnusable)) => {
            return Err(refusal);
        }
        (Err(first), Err(second)) => return Err(ContractRefusal::Several(vec![first, second])),
        (Err(refusal), Ok(_)) | (Ok(_), Err(refusal)) => return Err(refusal),
    };
    let edit = |path: &str, text: String| FileEdit { path: path.to_owned(), bytes: text.into() };
    let edits = vec![
        edit("charter.md", scaffold::charter(&name, &objective, ctx.now)),
        edit("criteria.md", scaffold::criteria(&name)),
    ];
    let (rigor, base) = (new.rigor, new.base.map(str::to_owned));
    let events = vec![ContractEvent::CharterCreated { name, objective, rigor, base }];
    Ok(Decision { events, edits })
}

fn check_objective(objective: &str) -> Result<String, ContractRefusal> {
    let objective = said(objective).ok_or(ContractRefusal::ObjectiveMissing)?;
    let (bytes, max) = (objective.len(), OBJECTIVE_BYTES_MAX);
    if bytes > max { Err(ContractRefusal::ObjectiveTooLong { bytes, max }) } else { Ok(objective) }
}

fn check_name(name: &str) -> Result<String, ContractRefusal> {
    let chars = name.chars().count();
    if chars > NAME_CHARS_MAX {
        return Err(ContractRefusal::NameTooLong { chars, max: NAME_CHARS_MAX });
    }
    let name = name.trim();
    let readable = name.chars().any(char::is_alphanumeric) && !name.chars().any(char::is_control);
    if readable { Ok(name.to_owned()) } else { Err(ContractRefusal::NameUnusable) }
}

/// Goes on. What the loop guard paused, an agent does not set going again.
pub fn resume(
    state: &ContractState,
    ctx: &Context,
) -> Result<Decision<ContractEvent>, ContractRefusal> {
    if is_guard_pause(state) {
        let command = || format!("charter resume --charter {}", shell_word(&state.charter_id));
        CharterAct::ResumeGuarded.check(&ctx.actor, state.rigor, command)?;
    }
    step(state, Move::Resume, ContractEvent::CharterResumed {})
}

/// How the reason begins that the loop guard pauses a charter for.
pub const GUARD_REASON: &str = "loop-guard";

/// Tells whether the guard paused a charter, which only a person takes back.
#[must_use]
pub fn is_guard_pause(state: &ContractState) -> bool {
    let is_guard = |it: &String| it.starts_with(GUARD_REASON);
    state.status == Status::Paused && state.reason.as_ref().is_some_and(is_guard)
}

/// Finishes the work, if nothing stands against it; `report` is what REPORT.md becomes.
pub fn complete(
    docs: &Docs,
    state: &ContractState,
    note: Option<&str>,
    blockers: Vec<Blocker>,
    report: Option<FileEdit>,
) -> Result<Decision<ContractEvent>, ContractRefusal> {
    let criteria_count = docs.criteria.criteria().len() as u64;
    let note = note.and_then(said);
    let outcome = note.clone();
    let completed = ContractEvent::CharterCompleted { note, criteria_count, certificate: None };
    let mut decision = step(state, Move::Complete, completed)?;
    // Who says what came of it in a line has written the report.
    let blockers: Vec<Blocker> =
        blockers.into_iter().filter(|it| outcome.is_none() || !is_about_report(it)).collect();
    if !blockers.is_empty() {
        let charter_id = state.charter_id.clone();
        return Err(ContractRefusal::NotShown { charter_id, blockers });
    }
    decision.edits.extend(with_outcome(docs, report, outcome.as_deref()));
    Ok(decision)
}

/// Puts what came of it into a report whose part for that is empty.
fn with_outcome(docs: &Docs, report: Option<FileEdit>, outcome: Option<&str>) -> Option<FileEdit> {
    let Some(outcome) = outcome else { return report };
    let there = docs.report.as_ref().map(|it| it.source().bytes().to_vec());
    let bytes = report.as_ref().map(|it| it.bytes.clone()).or(there)?;
    let (document, _) = ReportDoc::parse(Source::new(bytes));
    let filled = document.with_outcome(outcome);
    filled.map(|bytes| FileEdit { path: "REPORT.md".to_owned(), bytes }).or(report)
}

/// Takes a criterion out, by a person's word.
pub fn waive(
    docs: &Docs,
    state: &ContractState,
    id: &str,
    reason: &str,
    ctx: &Context,
) -> Result<Decision<ContractEvent>, ContractRefusal> {
    check_active(state, "waive a criterion")?;
    let criterion = docs.criteria.find(id);
    let now = criterion.map(|it| (it.id.clone(), Some(digest_of(it))));
    // What was taken out of the register is let go as it was recorded or agreed on.
    let is_it = |it: &&CriterionId| it.as_str() == id;
    let gone = state.criteria.keys().chain(state.agreed.keys()).find(is_it);
    let then = || {
        let record = gone.and_then(|it| state.criteria.get(it));
        let criterion = record.and_then(|it| it.basis.as_ref()).and_then(|it| it.criterion);
        gone.map(|id| (id.clone(), criterion))
    };
    let Some((criterion_id, criterion)) = now.or_else(then) else {
        let ids = docs.criteria.criteria().iter().map(|it| it.id.to_string());
        return Err(ContractRefusal::UnknownCriterion {
            charter_id: state.charter_id.clone(),
            fragment: id.to_owned(),
            candidates: ids.collect(),
        });
    };
    CharterAct::Waive.check(&ctx.actor, state.rigor, || {
        let (id, charter) = (shell_word(id), shell_word(&state.charter_id));
        let why = said(reason).unwrap_or_else(|| "why".to_owned());
        format!("charter waive {id} --reason {} --charter {charter}", shell_word(&why))
    })?;
    let reason = said(reason).ok_or(ContractRefusal::ReasonMissing("waive"))?;
    let is_same = |it: &Waiver| it.reason == reason && it.criterion == criterion;
    if state.waived.get(&criterion_id).is_some_and(is_same) {
        return Ok(Decision::default());
    }
    let waived = ContractEvent::CriterionWaived { criterion_id, reason, criterion };
    Ok(Decision::of(agreement::additions(docs, state).into_iter().chain([waived]).collect()))
}

fn step(
    state: &ContractState,
    step: Move,
    event: ContractEvent,
) -> Result<Decision<ContractEvent>, ContractRefusal> {
    match step.outcome(state.status) {
        Outcome::To(_) => Ok(Decision::of(vec![event])),
        Outcome::Nothing => Ok(Decision::default()),
        Outcome::Refused => Err(ContractRefusal::WrongState {
            charter_id: state.charter_id.clone(),
            status: state.status,
            step: step.word(),
        }),
    }
}

/// Gives a text without the blanks around it, or nothing where nothing was said.
fn said(text: &str) -> Option<String> {
    let text = text.trim();
    (!text.is_empty()).then(|| text.to_owned())
}
