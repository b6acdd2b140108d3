//! Commands into decisions.
//!
//! Owns what may happen. Pure: the same documents, state, command and context give the same
//! decision. Must not know how events are stored or files are written.

use crate::document::{CharterDoc, CriteriaDoc, ReportDoc};
use crate::event::EventBody;
use crate::evidence::Observed;
use crate::lifecycle::{Move, Outcome};
use crate::{Command, Refusal, State, Status, Waiver, looping, query, scaffold};
use charter_kernel::Context;
use charter_kernel::FileEdit;
use charter_kernel::markdown::Source;
use charter_kernel::{Finding, shell_word};

/// The most characters of a charter's name.
const NAME_CHARS_MAX: usize = 100;

/// The most bytes of the idea that a charter starts from.
const OBJECTIVE_BYTES_MAX: usize = 64 * 1024;

/// The documents of a charter.
#[derive(Debug)]
pub struct Docs {
    /// charter.md.
    pub charter: CharterDoc,
    /// criteria.md.
    pub criteria: CriteriaDoc,
    /// REPORT.md, once there is one.
    pub report: Option<ReportDoc>,
    /// What is odd in them.
    pub findings: Vec<Finding>,
    /// What was seen of the files that evidence rests on; nothing where nobody looked.
    pub observed: Observed,
}

impl Docs {
    /// Reads the documents; a missing one reads as empty.
    #[must_use]
    pub fn parse(charter: Vec<u8>, criteria: Vec<u8>, report: Option<Vec<u8>>) -> Self {
        let (charter, mut findings) = CharterDoc::parse(Source::new(charter));
        let (mut criteria, mut more) = CriteriaDoc::parse(Source::new(criteria));
        if criteria.source().text().trim().is_empty()
            && let Some(found) = CriteriaDoc::parse_in_charter(&charter)
        {
            (criteria, more) = found;
        }
        findings.extend(more);
        let report = report.map(|bytes| {
            let (report, more) = ReportDoc::parse(Source::new(bytes));
            findings.extend(more);
            report
        });
        Self { charter, criteria, report, findings, observed: Observed::default() }
    }
}

/// What is to happen to a charter.
pub type Decision = charter_kernel::Decision<EventBody>;

/// Decides a command.
pub fn decide(
    docs: &Docs,
    state: &State,
    command: &Command,
    ctx: &Context,
) -> Result<Decision, Refusal> {
    match command {
        Command::Create { .. } => create(state, command, ctx),
        Command::Pause { reason } => {
            let reason = reason.as_deref().and_then(said);
            step(state, Move::Pause, EventBody::CharterPaused { reason })
        }
        Command::Resume {} => resume(state, ctx),
        Command::Complete { note } => complete(docs, state, note.as_deref()),
        Command::Abandon { reason } => {
            let reason = said(reason).ok_or(Refusal::ReasonMissing("abandon"))?;
            step(state, Move::Abandon, EventBody::CharterAbandoned { reason })
        }
        Command::Waive { criterion_id, reason } => {
            waive(docs, state, criterion_id.as_str(), reason, ctx)
        }
        Command::ConfirmAnswers {} => confirm(state, ctx),
        Command::Bind { session, last_turn } => {
            check_open(state)?;
            if state.sessions.get(session).is_some_and(|turn| turn == last_turn) {
                return Ok(Decision::default());
            }
            let bound = EventBody::SessionBound {
                session: session.clone(),
                turn: last_turn.saturating_add(1),
            };
            Ok(Decision { events: vec![bound], edits: Vec::new() })
        }
    }
}

/// Refuses to take up work on a charter that has ended.
pub fn check_open(state: &State) -> Result<(), Refusal> {
    if state.status.is_open() {
        return Ok(());
    }
    let (charter_id, status) = (state.charter_id.clone(), state.status);
    Err(Refusal::WrongState { charter_id, status, step: "be taken up again" })
}

/// Refuses a step that only goes with work that goes on.
pub fn check_active(state: &State, step: &'static str) -> Result<(), Refusal> {
    if state.status == Status::Active {
        return Ok(());
    }
    let (charter_id, status) = (state.charter_id.clone(), state.status);
    Err(Refusal::WrongState { charter_id, status, step })
}

fn create(state: &State, command: &Command, ctx: &Context) -> Result<Decision, Refusal> {
    let Command::Create { id, name, objective, rigor, base } = command else {
        return Ok(Decision::default());
    };
    if state.exists() {
        return Err(Refusal::AlreadyCreated(id.to_string()));
    }
    let (objective, name) = match (check_objective(objective), check_name(name)) {
        (Ok(objective), Ok(name)) => (objective, name),
        // The name is proposed from the idea: without one it says nothing of its own.
        (Err(refusal @ Refusal::ObjectiveMissing), Err(Refusal::NameUnusable)) => {
            return Err(refusal);
        }
        (Err(first), Err(second)) => return Err(Refusal::Several(vec![first, second])),
        (Err(refusal), Ok(_)) | (Ok(_), Err(refusal)) => return Err(refusal),
    };
    let edits = vec![
        FileEdit {
            path: "charter.md".to_owned(),
            bytes: scaffold::charter(&name, &objective, ctx.now).into_bytes(),
        },
        FileEdit { path: "criteria.md".to_owned(), bytes: scaffold::criteria(&name).into_bytes() },
    ];
    let (rigor, base) = (*rigor, base.clone());
    let events = vec![EventBody::CharterCreated { name, objective, rigor, base }];
    Ok(Decision { events, edits })
}

fn check_objective(objective: &str) -> Result<String, Refusal> {
    let objective = said(objective).ok_or(Refusal::ObjectiveMissing)?;
    let (bytes, max) = (objective.len(), OBJECTIVE_BYTES_MAX);
    if bytes > max { Err(Refusal::ObjectiveTooLong { bytes, max }) } else { Ok(objective) }
}

fn check_name(name: &str) -> Result<String, Refusal> {
    let chars = name.chars().count();
    if chars > NAME_CHARS_MAX {
        return Err(Refusal::NameTooLong { chars, max: NAME_CHARS_MAX });
    }
    let name = name.trim();
    let readable = name.chars().any(char::is_alphanumeric) && !name.chars().any(char::is_control);
    if readable { Ok(name.to_owned()) } else { Err(Refusal::NameUnusable) }
}

/// What the loop guard paused, an agent does not set going again.
fn resume(state: &State, ctx: &Context) -> Result<Decision, Refusal> {
    if looping::is_guard_pause(state) && !ctx.actor.is_person() {
        let (what, actor) = ("resuming what the loop guard paused", ctx.actor.to_string());
        let command = format!("charter resume --charter {}", shell_word(&state.charter_id));
        return Err(Refusal::PersonNeeded { what, actor, command });
    }
    step(state, Move::Resume, EventBody::CharterResumed {})
}

fn complete(docs: &Docs, state: &State, note: Option<&str>) -> Result<Decision, Refusal> {
    let criteria_count = docs.criteria.criteria().len() as u64;
    let note = note.and_then(said);
    let mut decision =
        step(state, Move::Complete, EventBody::CharterCompleted { note, criteria_count })?;
    let blockers = query::blockers(docs, state);
    if !blockers.is_empty() {
        return Err(Refusal::NotShown { charter_id: state.charter_id.clone(), blockers });
    }
    decision.edits.extend(query::write_report(docs, state));
    Ok(decision)
}

fn waive(
    docs: &Docs,
    state: &State,
    id: &str,
    reason: &str,
    ctx: &Context,
) -> Result<Decision, Refusal> {
    check_active(state, "waive a criterion")?;
    let criterion = docs.criteria.find(id);
    let gone = state.criteria.iter().find(|(it, _)| criterion.is_none() && it.as_str() == id);
    let now = criterion.map(|it| (it.id.clone(), Some(crate::evidence::digest_of(it))));
    // What was taken out of the register is let go as it was recorded.
    let then = || gone.map(|(id, it)| (id.clone(), it.basis.as_ref().and_then(|it| it.criterion)));
    let Some((criterion_id, criterion)) = now.or_else(then) else {
        let ids = docs.criteria.criteria().iter().map(|it| it.id.to_string());
        return Err(Refusal::UnknownCriterion {
            charter_id: state.charter_id.clone(),
            fragment: id.to_owned(),
            candidates: ids.collect(),
        });
    };
    if !ctx.actor.is_person() {
        let actor = ctx.actor.to_string();
        let (id, charter) = (shell_word(id), shell_word(&state.charter_id));
        let why = said(reason).unwrap_or_else(|| "why".to_owned());
        let command =
            format!("charter waive {id} --reason {} --charter {charter}", shell_word(&why));
        return Err(Refusal::PersonNeeded { what: "waiving a criterion", actor, command });
    }
    let reason = said(reason).ok_or(Refusal::ReasonMissing("waive"))?;
    let is_same = |it: &Waiver| it.reason == reason && it.criterion == criterion;
    if state.waived.get(&criterion_id).is_some_and(is_same) {
        return Ok(Decision::default());
    }
    let events = vec![EventBody::CriterionWaived { criterion_id, reason, criterion }];
    Ok(Decision { events, edits: Vec::new() })
}

/// Confirms whatever was relayed, all together: one look at the documents, one word.
fn confirm(state: &State, ctx: &Context) -> Result<Decision, Refusal> {
    check_open(state)?;
    if !ctx.actor.is_person() {
        let actor = ctx.actor.to_string();
        let charter = shell_word(&state.charter_id);
        let command = format!("charter interview confirm --charter {charter}");
        return Err(Refusal::PersonNeeded { what: "confirming relayed answers", actor, command });
    }
    if state.relayed.is_empty() {
        return Ok(Decision::default());
    }
    let answers = state.relayed.iter().cloned().collect();
    Ok(Decision { events: vec![EventBody::AnswersConfirmed { answers }], edits: Vec::new() })
}

fn step(state: &State, step: Move, event: EventBody) -> Result<Decision, Refusal> {
    match step.outcome(state.status) {
        Outcome::To(_) => Ok(Decision { events: vec![event], edits: Vec::new() }),
        Outcome::Nothing => Ok(Decision::default()),
        Outcome::Refused => Err(Refusal::WrongState {
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
