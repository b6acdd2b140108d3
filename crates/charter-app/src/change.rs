//! Commands that change a charter: lifecycle and binding.
//!
//! Owns which commands go together. Must not decide.

use crate::app::{App, Caller, session_of};
use crate::commit::{DocsWanted, Pen, ToWrite};
use crate::error::Error;
use charter_contract::agreement::{self, RegisterDiff};
use charter_contract::confirm::{WaitingKind, WaitingRow};
use charter_contract::{Candidate, Rigor, Status, Tally, check_open, last_turn};
use charter_engine::{Command, Refusal, decide, query};
use charter_kernel::{CharterId, CriterionId, NextAction};
use charter_store::Trust;
use serde::Serialize;

/// How a register differs from what was agreed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RegisterChanges {
    pub rigor: Rigor,
    pub differences: Vec<RegisterDiff>,
}

/// What a change led to.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ChangeReport {
    /// Always true: anything else is an error.
    pub ok: bool,
    pub charter_id: String,
    pub status: Status,
    /// Whether anything changed; asking twice changes nothing.
    pub changed: bool,
    /// What an attempt to complete led to.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub completion: Option<CompletionStand>,
    pub next_actions: Vec<NextAction>,
}

/// What an attempt to complete led to, beside what every change tells.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CompletionStand {
    /// Whether it is complete now; if not, the report is there to be filled in.
    pub completed: bool,
    /// The files of the charter that were written.
    pub written: Vec<String>,
    #[serde(flatten)]
    pub tally: Tally,
}

/// What a binding led to.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct BindReport {
    /// Always true: anything else is an error.
    pub ok: bool,
    pub charter_id: String,
    /// The session that is bound to it now; none where the choice is this machine's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub session: Option<String>,
    pub changed: bool,
    pub next_actions: Vec<NextAction>,
}

impl App {
    /// Carries out a command on the charter that the caller means.
    pub fn change(&self, caller: &Caller, command: &Command) -> Result<ChangeReport, Error> {
        let candidates = self.candidates()?;
        let id = self.select_among(&candidates, caller)?;
        if matches!(command, Command::Complete { .. }) {
            return self.complete(caller, id, command);
        }
        let mut pen = self.hold(caller, id, DocsWanted::Readable)?;
        let changed = pen.carry_out(command)?;
        if let (Command::Resume {}, Some(bind)) = (command, bind_command(&candidates, caller)?) {
            let use_it = format!("charter use {}", pen.id());
            let again = NextAction::new("use", "binds the session", use_it);
            self.or_later(pen.carry_out(&bind), &again);
        }
        Ok(self.change_report(pen, changed))
    }

    /// Takes a criterion out, by its id or a fragment of it; gives the whole id with the report.
    pub fn waive(
        &self,
        caller: &Caller,
        fragment: &str,
        reason: &str,
    ) -> Result<(String, ChangeReport), Error> {
        let reason = reason.to_owned();
        self.change_criterion(caller, fragment, DocsWanted::Readable, |criterion_id| {
            Command::Waive { criterion_id, reason }
        })
    }

    /// Says what a criterion needs that is not here; gives its whole id with the report.
    pub fn need(
        &self,
        caller: &Caller,
        fragment: &str,
        needs: &str,
        reason: &str,
    ) -> Result<(String, ChangeReport), Error> {
        let (needs, reason) = (needs.to_owned(), reason.to_owned());
        self.change_criterion(caller, fragment, DocsWanted::Readable, |criterion_id| {
            Command::Need { criterion_id, needs, reason }
        })
    }

    /// Says that the verdict on a criterion is wrong; gives its whole id with the report.
    pub fn dispute(
        &self,
        caller: &Caller,
        fragment: &str,
        reason: &str,
    ) -> Result<(String, ChangeReport), Error> {
        let reason = reason.to_owned();
        self.change_criterion(caller, fragment, DocsWanted::WithFiles, |criterion_id| {
            Command::Dispute { criterion_id, reason }
        })
    }

    /// Carries out a command about one criterion, by its id or a fragment of it.
    fn change_criterion(
        &self,
        caller: &Caller,
        fragment: &str,
        wanted: DocsWanted,
        command: impl FnOnce(CriterionId) -> Command,
    ) -> Result<(String, ChangeReport), Error> {
        let open = self.read_charter(caller)?;
        let id = open.criterion_id(fragment)?;
        let mut pen = self.hold(caller, open, wanted)?;
        let changed = pen.carry_out(&command(CriterionId(id.clone())))?;
        Ok((id, self.change_report(pen, changed)))
    }

    /// Lists what waits for a person in the charter that the caller means.
    pub fn waiting(&self, caller: &Caller) -> Result<Vec<WaitingRow>, Error> {
        let open = self.open_charter(self.select(caller)?)?;
        Ok(query::waiting(&open.docs, open.state()))
    }

    /// Gives a person's yes to some of what waits for one.
    pub fn confirm(
        &self,
        caller: &Caller,
        rows: &[WaitingRow],
        reason: Option<&str>,
    ) -> Result<ChangeReport, Error> {
        let mut pen = self.hold(caller, self.select(caller)?, DocsWanted::WithFiles)?;
        let of = |kind| rows.iter().filter(move |it| it.kind == kind);
        let reason = reason.map(str::trim).filter(|it| !it.is_empty());
        let criteria: Vec<CriterionId> =
            of(WaitingKind::Evidence).map(|it| CriterionId(it.id.clone())).collect();
        let given = reason.map(str::to_owned);
        let mut commands = Vec::new();
        if !criteria.is_empty() {
            commands.push(Command::Confirm { criteria, reason: given.clone() });
        }
        if of(WaitingKind::Register).next().is_some() {
            commands.push(Command::Agree { reason: given.clone() });
        }
        if of(WaitingKind::Answer).next().is_some() {
            commands.push(Command::ConfirmAnswers {});
        }
        let milestones: Vec<String> = of(WaitingKind::Gate).map(|it| it.id.clone()).collect();
        if !milestones.is_empty() {
            commands.push(Command::ConfirmGates { milestones });
        }
        commands.extend(of(WaitingKind::Needs).map(|it| Command::Waive {
            criterion_id: CriterionId(it.id.clone()),
            reason: given.clone().unwrap_or_else(|| it.claim.clone()),
        }));
        let changed = pen.carry_out_all(&commands)?;
        Ok(self.change_report(pen, changed))
    }

    /// Confirms what an agent said in a person's name; gives which answers those were.
    pub fn confirm_answers(&self, caller: &Caller) -> Result<(Vec<String>, ChangeReport), Error> {
        let mut pen = self.hold(caller, self.select(caller)?, DocsWanted::Readable)?;
        let relayed = pen.state().interview.relayed.iter().cloned().collect();
        let changed = pen.carry_out(&Command::ConfirmAnswers {})?;
        Ok((relayed, self.change_report(pen, changed)))
    }

    /// Lets go of a charter that was changed; what can be done while it is worked on depends on its
    /// files.
    pub(crate) fn change_report(&self, pen: Pen<'_>, changed: bool) -> ChangeReport {
        let mut open = pen.let_go();
        if open.state().contract.status == Status::Active {
            self.observe(&open.id, &mut open.docs, &open.loaded.state, Trust::Memory);
        }
        ChangeReport {
            ok: true,
            charter_id: open.id.to_string(),
            status: open.state().contract.status,
            changed,
            completion: None,
            next_actions: self.next_actions(&open),
        }
    }

    /// Lists how the register differs from what was agreed, in the charter that the caller means.
    pub fn register_differences(&self, caller: &Caller) -> Result<RegisterChanges, Error> {
        let mut open = self.open_unobserved(self.select(caller)?)?;
        // What a person signed already is not theirs to agree on again.
        open.docs.observed.signed = self.signed_acts(&open.id, &open.loaded.state.contract);
        let contract = &open.state().contract;
        let differences = agreement::differences_for(&open.docs, contract, &caller.actor);
        Ok(RegisterChanges { rigor: contract.rigor, differences })
    }

    /// Binds the session that calls to a charter; without a session, chooses it on this machine.
    pub fn bind(&self, caller: &Caller, fragment: &str) -> Result<BindReport, Error> {
        let candidates = self.candidates()?;
        let named = Caller { charter: Some(fragment.to_owned()), ..caller.clone() };
        let id = self.select_among(&candidates, &named)?;
        let charter_id = id.to_string();
        let changed = match bind_command(&candidates, caller)? {
            Some(bind) => self.hold(caller, id, DocsWanted::Readable)?.carry_out(&bind)?,
            None => self.choose(&id)?,
        };
        let next_actions = vec![NextAction::new("status", "see where it stands", "charter status")];
        let session = caller.session.clone();
        Ok(BindReport { ok: true, charter_id, session, changed, next_actions })
    }

    fn choose(&self, id: &CharterId) -> Result<bool, Error> {
        check_open(&self.store.peek(id)?.state.contract)?;
        if self.store.chosen().as_deref() == Some(id.as_str()) {
            return Ok(false);
        }
        self.store.choose(id)?;
        Ok(true)
    }
}

impl Pen<'_> {
    /// Decides a command and writes what comes of it. The files first: what is completed takes no
    /// second attempt that could write its report.
    pub(crate) fn carry_out(&mut self, command: &Command) -> Result<bool, Error> {
        let decision = decide(self.docs(), self.state(), command, &self.ctx)?;
        self.write(ToWrite { act: command.act(), ..decision.into() })
    }

    /// Decides commands on the charter as it stands and writes what comes of them at once, so that a person
    /// signs one time.
    fn carry_out_all(&mut self, commands: &[Command]) -> Result<bool, Error> {
        let mut all = ToWrite { act: commands.iter().find_map(Command::act), ..ToWrite::default() };
        for command in commands {
            let ToWrite { before, events, .. } =
                decide(self.docs(), self.state(), command, &self.ctx)?.into();
            all.before.extend(before);
            all.events.extend(
                events.into_iter().filter(|it| !all.events.contains(it)).collect::<Vec<_>>(),
            );
        }
        self.write(all)
    }
}

/// Gives the command that binds the session of a caller, if it has one.
fn bind_command(candidates: &[Candidate], caller: &Caller) -> Result<Option<Command>, Refusal> {
    let bind = |session| {
        let last_turn = last_turn(candidates, &session);
        Command::Bind { session, last_turn }
    };
    Ok(session_of(caller)?.map(bind))
}
