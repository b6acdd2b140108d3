//! What features decide, asked with the whole state and told as events of the whole: as the application does.

use charter_contract::Docs;
use charter_engine::query::matter;
use charter_engine::{EventBody, Refusal, State};
use charter_interview::decision;
use charter_interview::deep::Setup;
use charter_kernel::markdown::Source;
use charter_kernel::{Actor, Context, Timestamp, Witness};
use charter_plan::{Approved, PlanLimits, Start, Wish, Written};
use charter_review::receipt::{self, Freshness, ReceiptKind, TakenGate};
use charter_review::{Matter, objection};
use serde_json::Value;

/// What is to happen to a charter.
pub(crate) type Decision = charter_kernel::Decision<EventBody>;

/// What a submission leads to.
#[derive(Debug, Clone)]
pub(crate) struct Outcome {
    pub(crate) decision: Decision,
    pub(crate) ignored: Vec<String>,
    pub(crate) disputed: Vec<String>,
}

pub(crate) fn begin(state: &State, setup: &Setup) -> Result<Decision, Refusal> {
    Ok(decision::deep::begin(&state.contract, &state.interview, setup)?.lift())
}

pub(crate) fn fulfil(
    state: &State,
    criteria: &Source,
    need_id: &str,
    content: &Value,
    ctx: &Context,
) -> Result<Outcome, Refusal> {
    let given =
        decision::deep::fulfil(&state.contract, &state.interview, criteria, need_id, content, ctx)?;
    let decision::deep::DeepOutcome { decision, ignored, disputed } = given;
    Ok(Outcome { decision: decision.lift(), ignored, disputed })
}

pub(crate) fn onward(state: &State, criteria: &Source, has_mind: bool, ctx: &Context) -> Decision {
    decision::deep::onward(&state.contract, &state.interview, criteria, has_mind, ctx).lift()
}

pub(crate) fn open_plan(
    state: &State,
    task: Option<&str>,
    start: Start,
    limits: PlanLimits,
    ctx: &Context,
) -> Result<Decision, Refusal> {
    let plan = state.plan.as_deref();
    Ok(charter_plan::open(
        &state.contract,
        plan,
        task,
        start,
        limits,
        state.interview.written_spec(),
        ctx,
    )?
    .lift())
}

pub(crate) fn write_plan(
    state: &State,
    wish: &Wish<'_>,
    ctx: &Context,
) -> Result<(Decision, Written), Refusal> {
    let plan = state.plan.as_deref();
    let demands = charter_plan::demands(&state.contract, &state.interview.locked());
    let (decision, written) = charter_plan::write(&state.contract, plan, wish, &demands, ctx)?;
    Ok((decision.lift(), written))
}

pub(crate) fn approve_plan(
    state: &State,
    docs: &Docs,
    text: &str,
    digest: Option<&str>,
    ctx: &Context,
) -> Result<(Decision, Approved), Refusal> {
    let plan = state.plan.as_deref();
    let (decision, approved) =
        charter_plan::approve(&state.contract, plan, docs, text, digest, ctx)?;
    Ok((decision.lift(), approved))
}

pub(crate) fn checkpoint(
    docs: &Docs,
    state: &State,
    unit: &str,
    gate: &TakenGate,
) -> Result<Decision, Refusal> {
    Ok(receipt::checkpoint(matter(docs, state), state.head().hash, unit, gate)?.lift())
}

pub(crate) fn freshness(docs: &Docs, state: &State, unit: &str) -> Freshness {
    receipt::freshness(matter(docs, state), unit)
}

pub(crate) fn final_freshness(docs: &Docs, state: &State) -> Freshness {
    receipt::final_freshness(matter(docs, state))
}

pub(crate) fn next_kind(docs: &Docs, state: &State, unit: &str) -> ReceiptKind {
    receipt::next_kind(matter(docs, state), unit)
}

pub(crate) fn raise(
    docs: &Docs,
    state: &State,
    target: &str,
    text: &str,
) -> Result<(Decision, String), Refusal> {
    let (decision, id) = objection::raise(matter(docs, state), target, text)?;
    Ok((decision.lift(), id))
}

pub(crate) fn settle(
    state: &State,
    id: &str,
    how: &str,
    actor: &Actor,
) -> Result<Decision, Refusal> {
    let docs = Docs::parse(Vec::new(), Vec::new(), None);
    let matter = Matter { docs: &docs, contract: &state.contract, review: &state.review };
    let (now, witness, actor) = (Timestamp::from_millis(0), Witness::Fixed, actor.clone());
    Ok(objection::settle(matter, id, how, &Context { now, witness, actor })?.lift())
}
