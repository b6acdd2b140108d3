//! The model that the user chose, asked for what an interview needs.
//!
//! Owns the order: what was said is in the ledger before anything is sent; nothing is held while the model
//! thinks; what it gives is appended only where the interview still waits for the same. Must not know how
//! a model is reached.

use super::drive::{interview_of, look_on};
use super::think::{ModelCall, Thought, by_model};
use crate::app::{App, Caller, OpenCharter};
use crate::commit::DocsWanted;
use crate::error::Error;
use crate::mind::MindPatience;
use charter_contract::check_open;
use charter_engine::State;
use charter_interview::InterviewEvent;
use charter_interview::decision::deep::fulfil;
use charter_interview::deep::{Prompted, Step, prompted, read_reply};
use charter_mind::{MindFailure, MindQuestion, MindReply, Usage};
use serde_json::{Value, json};
use std::time::Duration;

/// The most needs that a model fulfils in a row; an interview asks its user long before.
const THOUGHTS_MAX: usize = 64;

/// What a model is asked for: the open need, as it is asked.
#[derive(Debug, Clone, PartialEq, Eq)]
struct ModelNeed {
    need_id: String,
    step: Step,
    prompted: Prompted,
}

impl App {
    /// Tells whether a model outside this process thinks: the one that the user chose, as long as it
    /// gives something.
    pub(super) fn asks_model(&self, state: &State) -> bool {
        let choice = self.config.mind();
        !choice.stays_here() && state.interview.failed_mind.as_deref() != Some(choice.word())
    }

    /// Has the model do what the interview needs of it, until the user is needed; where it gives
    /// nothing, the interview goes on as a checklist.
    pub(super) fn think_on(
        &self,
        caller: &Caller,
        mut open: OpenCharter,
    ) -> Result<OpenCharter, Error> {
        for _ in 0..THOUGHTS_MAX {
            let Some(asked) = self.asked_of_model(open.state()) else { break };
            let thought = self.ask_about(&asked, open.state())?;
            let id = open.id.clone();
            match self.keep(caller, open, &asked, &thought) {
                Ok(kept) => open = kept,
                Err(err) => {
                    // What the user said stands; what the model said is asked for again.
                    self.leave_behind(&err, &look_on(&id));
                    return self.open_to_write(id);
                }
            }
        }
        if self.asks_model(open.state()) { Ok(open) } else { self.thought_out(caller, open) }
    }

    fn asked_of_model(&self, state: &State) -> Option<ModelNeed> {
        if !self.asks_model(state) || check_open(&state.contract).is_err() {
            return None;
        }
        let interview = state.interview.deep.as_deref()?;
        let step = interview.steps().into_iter().next()?;
        let mut prompted = prompted(interview, &step)?;
        prompted.schema = answer_of(prompted.schema);
        Some(ModelNeed { need_id: step.need_id(interview), step, prompted })
    }

    /// Asks the model for what a need wants. Nothing is held meanwhile.
    fn ask_about(&self, asked: &ModelNeed, state: &State) -> Result<Thought, Error> {
        let mind = self.config.mind().word();
        let interview = interview_of(state)?;
        let tongue = interview.tongue();
        let chosen = self.chosen_mind();
        let Prompted { system, user, schema } = &asked.prompted;
        let ask = |user: &str, n_tries_max: u32, before_ms: u64| match &chosen {
            Ok(Some(chosen)) => {
                let begun = Duration::from_millis(before_ms);
                let patience = MindPatience { n_tries_max, begun, tongue };
                self.ask_mind(chosen, &MindQuestion { system, user, schema }, patience)
            }
            Ok(None) => unasked(MindFailure::NotThere("no model is chosen".to_owned())),
            Err(failure) => unasked(failure.clone()),
        };
        let judge =
            |content: &Value| read_reply(interview, &asked.step, content).err().unwrap_or_default();
        let thought = by_model(user, &ModelCall { mind, ask: &ask, judge: &judge });
        let thought = thought.ok_or(Error::MindCalledOff(mind))?;
        if let Some(why) = &thought.failure {
            self.watch.failed(mind, why, tongue);
        }
        Ok(thought)
    }

    /// Appends what a model gave, where the interview still waits for it.
    fn keep(
        &self,
        caller: &Caller,
        charter: OpenCharter,
        asked: &ModelNeed,
        thought: &Thought,
    ) -> Result<OpenCharter, Error> {
        let mut pen = self.hold(caller, charter, DocsWanted::All)?;
        let state = pen.state();
        if self.asked_of_model(state).as_ref() != Some(asked) {
            return Ok(pen.let_go());
        }
        let criteria = pen.docs().criteria.source();
        let (contract, interview) = (&state.contract, &state.interview);
        let outcome =
            fulfil(contract, interview, criteria, &asked.need_id, &thought.content, &pen.ctx)?;
        let mut decision = outcome.decision;
        for event in &mut decision.events {
            if let InterviewEvent::DeepNeedFulfilled { cost, .. } = event {
                *cost = Some(Box::new(thought.cost.clone()));
            }
        }
        self.write_turn(&mut pen, decision)?;
        Ok(pen.let_go())
    }
}

/// Gives the schema of an answer. That there is none is known here without words: services that keep a model
/// to a schema do so best where it is one object.
fn answer_of(mut schema: Value) -> Value {
    let is_failed = |it: &Value| it.get("required") == Some(&json!(["failed"]));
    let Some(forms) = schema.get_mut("anyOf").and_then(Value::as_array_mut) else { return schema };
    forms.retain(|it| !is_failed(it));
    match (forms.len(), forms.pop()) {
        (1, Some(form)) => form,
        (_, form) => {
            forms.extend(form);
            schema
        }
    }
}

/// What came of a question that nobody could be asked.
fn unasked(failure: MindFailure) -> MindReply {
    let usage = Usage::default();
    MindReply { outcome: Err(failure), usage, model: None, took_ms: 0, n_tries: 0 }
}
