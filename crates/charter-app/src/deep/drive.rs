//! A deep interview, one need at a time.
//!
//! Owns the order of a turn. What follows by itself, as the next question of a checklist does, is one write with
//! what was said. Where a model thinks, what was said is written and let go of first, and `model` asks on. Where
//! nobody thinks any more, a look shows the interview as a checklist, and the next answer makes it one. Must not
//! know whether a person, a script or an agent replies.

use super::stand::{BillReport, DeepStand};
use crate::app::{App, Caller, OpenCharter};
use crate::commit::{DocsWanted, Pen};
use crate::error::Error;
use charter_contract::{Docs, Topic};
use charter_engine::State;
use charter_engine::event::EventBody;
use charter_interview::brief::{Aim, Fill, fill};
use charter_interview::deep::{Interview, NeedFor, Step};
use charter_interview::drafted::drafted;
use charter_interview::rules::OfflineMind;
use charter_interview::rules::checklist;
use charter_interview::{InterviewEvent, InterviewRefusal, Planning, decision, deep, running};
use charter_kernel::markdown::Source;
use charter_kernel::{CharterId, Context, Decision, FileEdit, NextAction};
use charter_store::MindChoice;
use serde_json::Value;
use std::borrow::Cow;

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
        let docs = pen.docs();
        let ahead = self.onward(docs, pen.state(), &pen.ctx);
        let state = &*folded(pen.state(), pen.id(), &ahead.events, &pen.ctx);
        let interview = deep_on(docs, state).ok_or_else(not_begun)?;
        let (need_id, n_scorings) = (aimed_at(interview, aim), interview.n_scorings);
        let mut outcome = decision::deep::fulfil(
            &state.contract,
            &state.interview,
            docs.criteria.source(),
            &need_id,
            content,
            &pen.ctx,
        )?;
        check_aim(interview, aim, &outcome)?;
        if !outcome.decision.events.is_empty() {
            outcome.decision.events.splice(0..0, ahead.events);
        }
        let taken = std::mem::take(&mut outcome.decision);
        self.write_turn(&mut pen, taken)?;
        let mut open = pen.let_go();
        if self.asks_model(open.state()) {
            open = self.think_on(caller, open)?;
        }
        let stand = self.deep_stand(caller, &open)?.since(n_scorings);
        let (ignored, disputed) = (outcome.ignored, outcome.disputed);
        Ok((open, DeepStand { ignored, disputed, ..stand }))
    }

    /// Says what a deep interview waits for. What a mind left undone is done first.
    pub(crate) fn deep_look(&self, caller: &Caller, open: OpenCharter) -> Result<DeepStand, Error> {
        let interview = interview_of(open.state())?;
        let n_scorings = interview.n_scorings;
        let open = self.thought_out(caller, open)?;
        Ok(self.deep_stand(caller, &open)?.since(n_scorings))
    }

    /// Says what a deep interview waits for as it is, whoever has to think.
    pub fn deep_as_it_is(&self, caller: &Caller) -> Result<DeepStand, Error> {
        let open = self.read_charter(caller)?;
        self.deep_stand(caller, &open)
    }

    /// Does what a mind left undone, and what could not be written when it followed.
    pub(super) fn thought_out(
        &self,
        caller: &Caller,
        open: OpenCharter,
    ) -> Result<OpenCharter, Error> {
        if !self.is_left_undone(open.state()) {
            return Ok(open);
        }
        if first_step(open.state()) == Some(Step::AskOn) {
            let mut pen = self.hold(caller, open, DocsWanted::All)?;
            self.write_turn(&mut pen, Decision::default())?;
            return Ok(pen.let_go());
        }
        self.think_on(caller, open)
    }

    /// Tells whether something waits that a model can do, or that follows by itself.
    pub(super) fn is_left_undone(&self, state: &State) -> bool {
        let step = first_step(state).filter(|it| it.r#for() == NeedFor::Mind);
        let is_open = charter_contract::check_open(&state.contract).is_ok();
        is_open && step.is_some_and(|it| it == Step::AskOn || self.asks_model(state))
    }

    /// Gives the state as the next answer finds it: with what follows by itself.
    pub(super) fn ahead<'s>(
        &self,
        id: &CharterId,
        docs: &Docs,
        state: &'s State,
        ctx: &Context,
    ) -> Cow<'s, State> {
        folded(state, id, &self.onward(docs, state, ctx).events, ctx)
    }

    /// Says what the ambiguity of the deep interview is made of.
    pub fn deep_bill(&self, caller: &Caller) -> Result<BillReport, Error> {
        let open = self.read_charter(caller)?;
        let interview = interview_of(open.state())?;
        let name = |it: &deep::Component| (it.id.clone(), it.name.clone());
        Ok(BillReport {
            charter_id: open.id.to_string(),
            bill: (!interview.is_checklist()).then(|| deep::bill(interview)),
            minds: open.state().interview.minds.clone(),
            names: interview.topology.components.iter().map(name).collect(),
            next_actions: vec![NextAction::about("interview", open.id.as_str(), "go on", "")],
        })
    }

    /// Tells whether anybody can do what is for a mind: a model, or the agent that calls.
    pub(crate) fn has_mind(&self, state: &State) -> bool {
        self.config.mind() == MindChoice::Host || self.asks_model(state)
    }

    /// Gives what follows by itself.
    fn onward(&self, docs: &Docs, state: &State, ctx: &Context) -> DeepTurn {
        let criteria = docs.criteria.source();
        let has_mind = self.has_mind(state);
        decision::deep::onward(&state.contract, &state.interview, criteria, has_mind, ctx)
    }

    /// Writes what was taken and what follows by itself at once. Whatever goes wrong with that is made up for at
    /// the next look; the user is not asked again.
    pub(super) fn write_turn(&self, pen: &mut Pen<'_>, taken: DeepTurn) -> Result<(), Error> {
        let head = pen.state().head();
        let whole = self.with_onward(pen, taken.clone());
        let Err(err) = pen.write(whole.into()) else { return Ok(()) };
        if taken.events.is_empty() || pen.state().head() != head {
            return Err(err);
        }
        pen.write(taken.into())?;
        self.leave_behind(&err, &look_on(pen.id()));
        Ok(())
    }

    /// Adds to a decision what follows by itself, and what an interview that ends says about charter.md.
    pub(super) fn with_onward(&self, pen: &Pen<'_>, taken: DeepTurn) -> DeepTurn {
        let Decision { mut events, mut edits } = taken;
        let (id, ctx, docs) = (pen.id(), &pen.ctx, pen.docs());
        let state = folded(pen.state(), id, &events, ctx);
        let ahead = self.onward(docs, &state, ctx);
        let state = folded(&state, id, &ahead.events, ctx).into_owned();
        events.extend(ahead.events);
        edits.extend(ahead.edits);
        with_charter_of(docs, &state, Decision { events, edits })
    }

    /// Says where an interview stands; where nobody thinks any more, as the checklist that the next answer makes of
    /// it. Nothing is written for that.
    pub(super) fn deep_stand(
        &self,
        caller: &Caller,
        open: &OpenCharter,
    ) -> Result<DeepStand, Error> {
        let (id, docs) = (&open.id, &open.docs);
        let state = self.ahead(id, docs, open.state(), &self.context(caller));
        let interview = interview_of(&state)?.clone();
        let is_at_end = interview.ending.n_specs > 0;
        let register = &docs.criteria;
        let is_empty = |it: &Topic| is_at_end && fill(&docs.charter, *it) == Fill::Empty;
        Ok(DeepStand {
            charter_id: id.to_string(),
            path: self.charter_path(id),
            needs: deep::open(&interview),
            clarity: charter_interview::clarity_progress(&interview),
            progress: interview.is_checklist().then(|| checklist::progress(&interview)),
            interview,
            ignored: Vec::new(),
            disputed: Vec::new(),
            n_scored: 0,
            n_drafted: if is_at_end { drafted(docs, &state.contract).len() } else { 0 },
            register: is_at_end.then(|| (register.criteria().len(), register.milestones().len())),
            empty_sections: Topic::ALL.into_iter().filter(is_empty).collect(),
        })
    }
}

/// Adds what an interview that ends says about the sections of charter.md, with the state after it.
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

/// Gives the state with events that are decided and not written.
fn folded<'s>(
    state: &'s State,
    id: &CharterId,
    events: &[InterviewEvent],
    ctx: &Context,
) -> Cow<'s, State> {
    if events.is_empty() {
        return Cow::Borrowed(state);
    }
    let mut copy = state.clone();
    let bodies = events.iter().cloned().map(EventBody::from).collect();
    copy.foresee(&ctx.drafts(id, bodies));
    Cow::Owned(copy)
}

fn first_step(state: &State) -> Option<Step> {
    state.interview.deep.as_deref()?.steps().into_iter().next()
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
