//! A deep interview, one need at a time.
//!
//! Owns the order of a turn: take the reply, let the rules work on it, write both with one sync and
//! read them again, and only then ask on. Minds work on a copy of the state and touch no file, so one
//! that is slow can be asked between two transactions: what it gives is appended behind the head it
//! was asked at. Must not know whether a person, a script or an agent replies.

use super::stand::{BillReport, DeepStand};
use super::think::{self, Mind};
use crate::app::{App, Caller};
use crate::error::Error;
use charter_core::deep::{self, Fulfilled, Interview, Need, NeedFor, Step, open};
use charter_core::event::EventBody;
use charter_core::interview::{Aim, Fill, Pad, Topic, fill};
use charter_core::{Decision, Docs, Refusal, State};
use charter_kernel::markdown::Source;
use charter_kernel::{CharterId, Context, FileEdit, NextAction, Problem};
use charter_mind::OfflineMind;
use charter_mind::deep::DeepMind;
use charter_store::{Failure, MindChoice, Transaction};
use serde_json::Value;

/// The most needs that minds fulfil in a row; an interview asks its user long before.
const THOUGHTS_MAX: usize = 64;

/// What is said where there is no deep interview.
const NOT_BEGUN: &str = "no deep interview was begun";

impl App {
    /// Tells whether the charter that the caller means has a deep interview that asks.
    pub fn has_deep(&self, caller: &Caller) -> Result<bool, Error> {
        let id = self.select(caller)?;
        let loaded = self.store.peek(&id)?;
        Ok(loaded.state.deep.as_deref().is_some_and(|it| self.asks(&id, it)))
    }

    /// A deep interview asks unless it is at its end and the brief one asks what has changed since.
    fn asks(&self, id: &CharterId, interview: &Interview) -> bool {
        interview.steps() != [Step::Done] || {
            let charter = self.store.read_docs(id).into_docs().charter;
            Pad::find(charter.source(), charter.outline()).is_none()
        }
    }

    /// Says what the deep interview waits for. What a mind left undone is done first.
    pub fn deep_next(&self, caller: &Caller) -> Result<DeepStand, Error> {
        let none = || Refusal::NoQuestion(NOT_BEGUN.to_owned());
        Ok(self.deep_open(caller)?.ok_or_else(none)?)
    }

    /// Says the same, and nothing where no deep interview asks.
    pub fn deep_open(&self, caller: &Caller) -> Result<Option<DeepStand>, Error> {
        let id = self.select(caller)?;
        let open = self.open_unobserved(id)?;
        let interview = open.state().deep.as_deref().filter(|it| self.asks(&open.id, it));
        let Some(interview) = interview else { return Ok(None) };
        if !self.waits_for_mind(interview) || charter_core::check_open(open.state()).is_err() {
            return self.stand(&open.id, open.state()).map(Some);
        }
        let ctx = self.context(caller);
        let mut transaction = self.store.begin(&open.id)?;
        transaction.loaded().can_write()?;
        self.think(&mut transaction, &open.id, &ctx)?;
        let stand = self.stand(&open.id, &transaction.loaded().state)?;
        Ok(Some(stand.since(interview.n_scorings)))
    }

    /// Takes what fulfils a need, and says what comes next.
    pub fn deep_submit(
        &self,
        caller: &Caller,
        aim: Aim<'_>,
        content: &Value,
    ) -> Result<DeepStand, Error> {
        let none = || Refusal::NoQuestion(NOT_BEGUN.to_owned());
        Ok(self.deep_take(caller, aim, content)?.ok_or_else(none)?)
    }

    /// Does the same, and nothing where no deep interview asks.
    pub fn deep_take(
        &self,
        caller: &Caller,
        aim: Aim<'_>,
        content: &Value,
    ) -> Result<Option<DeepStand>, Error> {
        let id = self.select(caller)?;
        let ctx = self.context(caller);
        let mut transaction = self.store.begin(&id)?;
        let state = &transaction.loaded().state;
        if !state.deep.as_deref().is_some_and(|it| self.asks(&id, it)) {
            return Ok(None);
        }
        transaction.loaded().can_write()?;
        let criteria = self.store.read_docs_to_write(&id)?.criteria;
        let need_id = aimed_at(interview_of(state)?, aim);
        let n_scorings = interview_of(state)?.n_scorings;
        let outcome = deep::fulfil(state, criteria.source(), &need_id, content, &ctx)?;
        check_aim(interview_of(state)?, aim, &outcome)?;
        // Rules are done before a disk has synced: the answer and what they make of it are one
        // write. Whatever goes wrong with them, the answer is written.
        let taken = outcome.decision;
        let alone = taken.clone();
        let (decision, trouble) =
            match self.thought_on(state, criteria.source(), taken.clone(), &ctx) {
                Ok(decision) => (decision, None),
                Err(refusal) => (taken, Some(refusal)),
            };
        let head = state.head();
        let whole = self.with_charter(&id, state, decision, &ctx);
        let written = whole.and_then(|it| self.write_deep(&mut transaction, &id, it, &ctx));
        if let Err(err) = written {
            // What minds made of it is made again at the next look; the user is not asked again.
            let is_alone = alone.edits.is_empty() && !alone.events.is_empty();
            if !is_alone || transaction.loaded().state.head() != head {
                return Err(err);
            }
            self.write_deep(&mut transaction, &id, alone, &ctx)?;
            self.leave_behind(&err, &look_on(&id));
        }
        if let Some(refusal) = trouble {
            if transaction.loaded().state.head() == head {
                return Err(refusal.into());
            }
            self.leave_behind(&refusal.into(), &look_on(&id));
        }
        let stand = self.stand(&id, &transaction.loaded().state)?.since(n_scorings);
        Ok(Some(DeepStand { ignored: outcome.ignored, disputed: outcome.disputed, ..stand }))
    }

    /// Says what the ambiguity of the deep interview is made of.
    pub fn deep_bill(&self, caller: &Caller) -> Result<BillReport, Error> {
        let id = self.select(caller)?;
        let open = self.open_unobserved(id)?;
        let interview = interview_of(open.state())?;
        let name = |it: &deep::Component| (it.id.clone(), it.name.clone());
        Ok(BillReport {
            charter_id: open.id.to_string(),
            bill: deep::bill(interview),
            names: interview.topology.components.iter().map(name).collect(),
            next_actions: vec![NextAction::about("interview", open.id.as_str(), "go on", "")],
        })
    }

    fn waits_for_mind(&self, interview: &Interview) -> bool {
        let is_for_mind = interview.steps().first().is_some_and(|it| it.r#for() == NeedFor::Mind);
        is_for_mind && self.config.mind() != MindChoice::Host
    }

    /// Has minds fulfil what is for them, until the user is needed; all of it is one write.
    pub(super) fn think(
        &self,
        transaction: &mut Transaction<'_>,
        id: &CharterId,
        ctx: &Context,
    ) -> Result<(), Error> {
        if !interview_of(&transaction.loaded().state).is_ok_and(|it| self.waits_for_mind(it)) {
            return Ok(());
        }
        let docs = self.store.read_docs_to_write(id)?;
        let state = &transaction.loaded().state;
        let decision = self.thought_on(state, docs.criteria.source(), Decision::default(), ctx)?;
        let decision = self.with_charter(id, state, decision, ctx)?;
        self.write_deep(transaction, id, decision, ctx)
    }

    /// Adds the sections of charter.md to a decision that writes a spec.
    fn with_charter(
        &self,
        id: &CharterId,
        state: &State,
        mut decision: Decision,
        ctx: &Context,
    ) -> Result<Decision, Error> {
        if !decision.edits.iter().any(|it| it.path == "spec.md") {
            return Ok(decision);
        }
        let mut state = state.clone();
        fold(&mut state, &decision.events, ctx);
        let charter = self.store.read_docs_to_write(id)?.charter;
        let filled = state
            .deep
            .as_deref()
            .and_then(|it| deep::fill_charter(charter.source(), it, &OfflineMind::new()));
        decision.edits.extend(
            filled.map(|it| FileEdit { path: "charter.md".to_owned(), bytes: it.bytes().to_vec() }),
        );
        Ok(decision)
    }

    /// Adds to a decision what minds make of it; nothing where the mind is not in this process.
    fn thought_on(
        &self,
        state: &State,
        criteria: &Source,
        mut decision: Decision,
        ctx: &Context,
    ) -> Result<Decision, Refusal> {
        if self.config.mind() == MindChoice::Host {
            return Ok(decision);
        }
        let mut state = state.clone();
        fold(&mut state, &decision.events, ctx);
        let rules = DeepMind::new();
        let offline = |need: &Need, _: &[Problem]| think::offline(&rules, need);
        let minds: [Mind<'_>; 1] = [&offline];
        let Decision { events, edits } = thoughts(state, criteria, &minds, ctx)?;
        decision.events.extend(events);
        decision.edits.extend(edits);
        Ok(decision)
    }

    /// The documents first: an event about a spec that is nowhere would be a lie. What was written
    /// is read again before anything else happens.
    pub(crate) fn write_deep(
        &self,
        transaction: &mut Transaction<'_>,
        id: &CharterId,
        Decision { events, edits }: Decision,
        ctx: &Context,
    ) -> Result<(), Error> {
        transaction.apply(&edits)?;
        let head = transaction.loaded().state.head();
        for edit in &edits {
            let path = self.store.layout().file(id, &edit.path);
            if self.store.read_file(&path).ok().as_ref() != Some(&edit.bytes) {
                return Err(Failure::Conflict { expected: head, found: head }.into());
            }
        }
        if !events.is_empty() {
            let _ = transaction.append(head, &ctx.drafts(id, events))?;
            self.check_written(transaction, id)?;
        }
        Ok(())
    }

    pub(super) fn stand(&self, id: &CharterId, state: &State) -> Result<DeepStand, Error> {
        let interview = interview_of(state)?.clone();
        let docs = (interview.ending.n_specs > 0).then(|| self.store.read_docs(id).into_docs());
        let count = |it: &Docs| (it.criteria.criteria().len(), it.criteria.milestones().len());
        let is_empty = |docs: &Docs, it: &Topic| fill(&docs.charter, *it) == Fill::Empty;
        let empty =
            docs.as_ref().map(|docs| Topic::ALL.into_iter().filter(|it| is_empty(docs, it)));
        Ok(DeepStand {
            charter_id: id.to_string(),
            path: self.charter_path(id),
            needs: open(&interview),
            interview,
            ignored: Vec::new(),
            disputed: Vec::new(),
            n_scored: 0,
            register: docs.as_ref().map(count),
            empty_sections: empty.map(Iterator::collect).unwrap_or_default(),
        })
    }
}

/// Gives what has minds do what they left undone.
pub(super) fn look_on(id: &CharterId) -> NextAction {
    NextAction::about("interview next", id.as_str(), "works on the answer and asks on", "")
}

/// Decides everything that minds have to do before the user is needed again.
fn thoughts(
    mut state: State,
    criteria: &Source,
    minds: &[Mind<'_>],
    ctx: &Context,
) -> Result<Decision, Refusal> {
    let mut all = Decision::default();
    for _ in 0..THOUGHTS_MAX {
        let needs = state.deep.as_deref().map(open).unwrap_or_default();
        let Some(need) = needs.first().filter(|it: &&Need| it.r#for == NeedFor::Mind) else {
            break;
        };
        let Decision { events, edits } =
            think::decide(&state, criteria, need, minds, ctx)?.decision;
        fold(&mut state, &events, ctx);
        all.events.extend(events);
        all.edits.extend(edits);
    }
    Ok(all)
}

/// Takes events that are decided and not written into a copy of the state.
fn fold(state: &mut State, events: &[EventBody], ctx: &Context) {
    for body in events {
        if let (EventBody::DeepNeedFulfilled { need_id, round, fulfilment }, Some(interview)) =
            (body, &mut state.deep)
        {
            let at = ctx.now;
            interview.apply(Fulfilled { need_id, round: *round, fulfilment, at });
        }
    }
}

fn interview_of(state: &State) -> Result<&Interview, Refusal> {
    let none = || Refusal::NoQuestion(NOT_BEGUN.to_owned());
    state.deep.as_deref().ok_or_else(none)
}

/// Gives the need that a reply is for.
fn aimed_at(interview: &Interview, aim: Aim<'_>) -> String {
    match aim {
        Aim::Open(given) | Aim::Named(given) => given.to_owned(),
        Aim::Whichever => {
            interview.steps().first().map(|it| it.need_id(interview)).unwrap_or_default()
        }
    }
}

/// A reply that means an open need must not replace what somebody else replied meanwhile.
fn check_aim(interview: &Interview, aim: Aim<'_>, outcome: &deep::Outcome) -> Result<(), Refusal> {
    let Aim::Open(given) = aim else { return Ok(()) };
    let open: Vec<String> = interview.steps().iter().map(|it| it.need_id(interview)).collect();
    if outcome.decision.events.is_empty() || open.iter().any(|it| it == given) {
        return Ok(());
    }
    Err(Refusal::OtherQuestion { given: given.to_owned(), open: open.join("`, `") })
}
