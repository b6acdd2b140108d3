//! A deep interview, one need at a time.
//!
//! Owns the order of a turn. Rules work on a copy of the state and touch no file: what was said and what
//! they make of it are one write. Where a model thinks, what was said is written and let go of first, and
//! `model` asks on. Must not know whether a person, a script or an agent replies.

use super::stand::{BillReport, DeepStand};
use super::think;
use crate::app::{App, Caller, OpenCharter};
use crate::commit::{DocsWanted, Pen};
use crate::error::Error;
use charter_contract::{Docs, Topic};
use charter_engine::State;
use charter_engine::event::EventBody;
use charter_interview::brief::{Aim, Fill, fill};
use charter_interview::deep::{Interview, NeedFor, mind_need, open};
use charter_interview::rules::OfflineMind;
use charter_interview::rules::deep::DeepMind;
use charter_interview::{InterviewEvent, InterviewRefusal, Planning, decision, deep, running};
use charter_kernel::markdown::Source;
use charter_kernel::{CharterId, Context, Decision, FileEdit, NextAction};
use charter_store::MindChoice;
use serde_json::Value;

/// The most needs that minds fulfil in a row; an interview asks its user long before.
const THOUGHTS_MAX: usize = 64;

/// What a reply to a deep interview leads to.
type DeepTurn = Decision<InterviewEvent>;

/// Gives the deep interview of a charter where it is the one that is on.
pub(crate) fn deep_on<'a>(docs: &Docs, state: &'a State) -> Option<&'a Interview> {
    state
        .interview
        .deep
        .as_deref()
        .filter(|_| running(docs, &state.interview) != Some(Planning::Interview))
}

impl App {
    /// Takes what fulfils a need, and says what comes next.
    pub fn deep_submit(
        &self,
        caller: &Caller,
        aim: Aim<'_>,
        content: &Value,
    ) -> Result<DeepStand, Error> {
        let pen = self.hold(caller, self.select(caller)?, DocsWanted::All)?;
        Ok(self.deep_take(caller, pen, aim, content)?.1)
    }

    /// Does the same with a charter that is held, and lets go of it.
    pub(crate) fn deep_take(
        &self,
        caller: &Caller,
        mut pen: Pen<'_>,
        aim: Aim<'_>,
        content: &Value,
    ) -> Result<(OpenCharter, DeepStand), Error> {
        let (docs, state) = (pen.docs(), pen.state());
        let interview = deep_on(docs, state).ok_or_else(not_begun)?;
        let (need_id, n_scorings) = (aimed_at(interview, aim), interview.n_scorings);
        let outcome = decision::deep::fulfil(
            &state.contract,
            &state.interview,
            docs.criteria.source(),
            &need_id,
            content,
            &pen.ctx,
        )?;
        check_aim(interview, aim, &outcome)?;
        self.write_turn(&mut pen, outcome.decision)?;
        let mut open = pen.let_go();
        if self.asks_model(open.state()) {
            open = self.think_on(caller, open)?;
        }
        let stand = self.deep_stand(&open.id, &open.docs, open.state())?.since(n_scorings);
        let (ignored, disputed) = (outcome.ignored, outcome.disputed);
        Ok((open, DeepStand { ignored, disputed, ..stand }))
    }

    /// Says what a deep interview waits for. What a mind left undone is done first.
    pub(crate) fn deep_look(&self, caller: &Caller, open: OpenCharter) -> Result<DeepStand, Error> {
        let interview = interview_of(open.state())?;
        let n_scorings = interview.n_scorings;
        let open = self.thought_out(caller, open)?;
        Ok(self.deep_stand(&open.id, &open.docs, open.state())?.since(n_scorings))
    }

    /// Says what a deep interview waits for as it is, whoever has to think.
    pub fn deep_as_it_is(&self, caller: &Caller) -> Result<DeepStand, Error> {
        let open = self.read_charter(caller)?;
        self.deep_stand(&open.id, &open.docs, open.state())
    }

    /// Does what a mind left undone.
    pub(super) fn thought_out(
        &self,
        caller: &Caller,
        open: OpenCharter,
    ) -> Result<OpenCharter, Error> {
        if !self.waits_for_thought(open.state()) {
            return Ok(open);
        }
        if self.asks_model(open.state()) {
            return self.think_on(caller, open);
        }
        let mut pen = self.hold(caller, open, DocsWanted::All)?;
        self.write_turn(&mut pen, Decision::default())?;
        Ok(pen.let_go())
    }

    /// Says what the ambiguity of the deep interview is made of.
    pub fn deep_bill(&self, caller: &Caller) -> Result<BillReport, Error> {
        let open = self.read_charter(caller)?;
        let interview = interview_of(open.state())?;
        let name = |it: &deep::Component| (it.id.clone(), it.name.clone());
        Ok(BillReport {
            charter_id: open.id.to_string(),
            bill: deep::bill(interview),
            minds: open.state().interview.minds.clone(),
            names: interview.topology.components.iter().map(name).collect(),
            next_actions: vec![NextAction::about("interview", open.id.as_str(), "go on", "")],
        })
    }

    /// Tells whether a mind that can be asked from here left something undone.
    pub(super) fn waits_for_thought(&self, state: &State) -> bool {
        let waits = state.interview.deep.as_deref().is_some_and(|it| self.waits_for_mind(it));
        waits && charter_contract::check_open(&state.contract).is_ok()
    }

    fn waits_for_mind(&self, interview: &Interview) -> bool {
        let is_for_mind = interview.steps().first().is_some_and(|it| it.r#for() == NeedFor::Mind);
        is_for_mind && self.config.mind() != MindChoice::Host
    }

    /// Writes what was taken and what the rules make of it at once: they are done before a disk has
    /// synced. Whatever goes wrong with their part is made up for at the next look; the user is not
    /// asked again.
    pub(super) fn write_turn(&self, pen: &mut Pen<'_>, taken: DeepTurn) -> Result<(), Error> {
        if self.asks_model(pen.state()) {
            pen.write(taken.into())?;
            return Ok(());
        }
        let head = pen.state().head();
        let whole = self.thought_on(pen, taken.clone());
        let written = whole.map_err(Error::from).and_then(|it| pen.write(it.into()));
        let Err(err) = written else { return Ok(()) };
        if taken.events.is_empty() || pen.state().head() != head {
            return Err(err);
        }
        pen.write(taken.into())?;
        self.leave_behind(&err, &look_on(pen.id()));
        Ok(())
    }

    /// Adds to a decision what the rules make of it, until the user is needed; nothing where the mind
    /// is not in this process.
    fn thought_on(&self, pen: &Pen<'_>, taken: DeepTurn) -> Result<DeepTurn, InterviewRefusal> {
        let Decision { mut events, mut edits } = taken;
        let (id, ctx, docs) = (pen.id(), &pen.ctx, pen.docs());
        let mut state = pen.state().clone();
        fold(&mut state, id, &events, ctx);
        let rules = DeepMind::new();
        for _ in 0..THOUGHTS_MAX {
            let waits = state.interview.deep.as_deref().filter(|it| self.waits_for_mind(it));
            let Some(need) = waits.and_then(mind_need) else { break };
            let given = rules.fulfil(&need);
            let outcome = think::by_rules(&state, docs.criteria.source(), &need, given, ctx)?;
            fold(&mut state, id, &outcome.decision.events, ctx);
            events.extend(outcome.decision.events);
            edits.extend(outcome.decision.edits);
        }
        Ok(with_charter_of(docs, &state, Decision { events, edits }))
    }

    pub(super) fn deep_stand(
        &self,
        id: &CharterId,
        docs: &Docs,
        state: &State,
    ) -> Result<DeepStand, Error> {
        let interview = interview_of(state)?.clone();
        let is_at_end = interview.ending.n_specs > 0;
        let register = &docs.criteria;
        let is_empty = |it: &Topic| is_at_end && fill(&docs.charter, *it) == Fill::Empty;
        Ok(DeepStand {
            charter_id: id.to_string(),
            path: self.charter_path(id),
            needs: open(&interview),
            interview,
            ignored: Vec::new(),
            disputed: Vec::new(),
            n_scored: 0,
            register: is_at_end.then(|| (register.criteria().len(), register.milestones().len())),
            empty_sections: Topic::ALL.into_iter().filter(is_empty).collect(),
        })
    }
}

/// Adds what an interview that ends says about the sections of charter.md.
pub(super) fn with_charter(pen: &Pen<'_>, decision: DeepTurn) -> DeepTurn {
    let mut state = pen.state().clone();
    fold(&mut state, pen.id(), &decision.events, &pen.ctx);
    with_charter_of(pen.docs(), &state, decision)
}

/// Does the same with the state after it.
fn with_charter_of(docs: &Docs, state: &State, mut decision: DeepTurn) -> DeepTurn {
    if decision.edits.iter().any(|it| it.path == "spec.md") {
        let interview = state.interview.deep.as_deref();
        let charter = docs.charter.source();
        let mind = OfflineMind::shipped();
        let filled = interview.and_then(|it| deep::fill_charter(charter, it, mind));
        let edit =
            |it: Source| FileEdit { path: "charter.md".to_owned(), bytes: it.bytes().to_vec() };
        decision.edits.extend(filled.map(edit));
    }
    decision
}

/// Gives what has minds do what they left undone.
pub(super) fn look_on(id: &CharterId) -> NextAction {
    NextAction::about("interview next", id.as_str(), "works on the answer and asks on", "")
}

/// Takes events that are decided and not written into a copy of the state.
fn fold(state: &mut State, id: &CharterId, events: &[InterviewEvent], ctx: &Context) {
    let bodies = events.iter().cloned().map(EventBody::from).collect();
    state.foresee(&ctx.drafts(id, bodies));
}

fn not_begun() -> InterviewRefusal {
    InterviewRefusal::NoQuestion("no deep interview was begun".to_owned())
}

pub(super) fn interview_of(state: &State) -> Result<&Interview, InterviewRefusal> {
    state.interview.deep.as_deref().ok_or_else(not_begun)
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
fn check_aim(
    interview: &Interview,
    aim: Aim<'_>,
    outcome: &decision::deep::DeepOutcome,
) -> Result<(), InterviewRefusal> {
    let Aim::Open(given) = aim else { return Ok(()) };
    let open: Vec<String> = interview.steps().iter().map(|it| it.need_id(interview)).collect();
    if outcome.decision.events.is_empty() || open.iter().any(|it| it == given) {
        return Ok(());
    }
    Err(InterviewRefusal::OtherQuestion { given: given.to_owned(), open: open.join("`, `") })
}
