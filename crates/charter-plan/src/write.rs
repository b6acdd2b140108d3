//! A text for a plan.
//!
//! Owns what is taken and what is refused: the same text twice, another one under the same number,
//! texts past a limit or out of turn, verdicts, and when a plan is final. Must not write files.

use super::demand::{PlanDemand, missed};
use super::stage::N_MAX;
use super::verdict::{self, VerdictProblem};
use super::{Lane, LaneVerdict, Plan, PlanRefusal, Shape, Stage, StageRecord, StageText, conflict};
use crate::event::PlanEvent;
use charter_contract::ContractState;
use charter_contract::check_active;
use charter_contract::object::problem;
use charter_kernel::Decision;
use charter_kernel::{Context, Digest, FileEdit, Problem};

/// What somebody wants to write.
#[derive(Debug, Clone, Copy)]
pub struct Wish<'a> {
    pub stage: Stage,
    /// Its number; none where the next one is meant.
    pub n: Option<u32>,
    /// The words, as [`normalise`](super::normalise) gives them.
    pub text: &'a str,
    /// The verdict, where it is not read out of the words.
    pub verdict: Option<&'a str>,
    /// The beginning of the digest of the plan that was read.
    pub about: Option<&'a str>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Written {
    /// The text, without its words.
    pub record: StageRecord,
    pub deduplicated: bool,
    /// What it lacks before it can become a final text.
    pub gaps: Vec<String>,
}

/// Decides to take a text; a final one must leave none of the demands out.
pub fn write(
    state: &ContractState,
    plan: Option<&Plan>,
    wish: &Wish<'_>,
    demands: &[PlanDemand],
    ctx: &Context,
) -> Result<(Decision<PlanEvent>, Written), PlanRefusal> {
    check_active(state, "be planned")?;
    let charter_id = state.charter_id.clone();
    let Some(plan) = plan else {
        return Err(PlanRefusal::NoPlan { charter_id });
    };
    if wish.n.is_some_and(|n| n == 0 || n > N_MAX) {
        let message = format!("a number is 1 to {N_MAX}");
        return Err(refuse(vec![problem("n", "n-unusable", message)]));
    }
    let (text, deferred, dispositions) = match wish.stage {
        Stage::Disposition => {
            let read = conflict::parse(wish.text)?;
            (read.text.clone(), read.deferred.clone(), Some(read))
        }
        Stage::Planner
        | Stage::Architect
        | Stage::Critic
        | Stage::Revision
        | Stage::Adr
        | Stage::Final => (wish.text.to_owned(), Vec::new(), None),
    };
    let n = number(plan, wish, Digest::of(text.as_bytes()));
    if let Some(record) = plan.find(wish.stage, n) {
        check_read(state, plan, record, wish)?;
        return same(plan, record, &text, wish, demands);
    }
    check_turn(state, plan, wish)?;
    check_limits(state, plan, wish.stage)?;
    let mut problems = Vec::new();
    let verdict = verdict_of(wish, &mut problems);
    problems.extend(dispositions.iter().flat_map(|it| it.problems(plan, n)));
    problems.extend(nothing_new(plan, wish.stage, &text));
    let about = plan.current().filter(|_| !wish.stage.is_opener()).map(|it| it.digest);
    let (run, stage) = (plan.run, wish.stage);
    let misses = if stage.is_opener() { missed(demands, &text) } else { Vec::new() };
    let misses = misses.into_iter().map(|it| it.id.clone()).collect();
    let new = StageText { run, stage, n, text, verdict, about, deferred, misses };
    if wish.stage == Stage::Final {
        check_final(state, plan, &new.text)?;
        check_whole(state, plan, &new.text, demands)?;
    }
    if !problems.is_empty() {
        return Err(refuse(problems));
    }
    let record = StageRecord::of(&new, ctx.now, ctx.actor.clone());
    let edit = FileEdit { path: plan.path(&record), bytes: new.text.clone().into_bytes() };
    let gaps = gaps(stage, &new.text, demands);
    let events = vec![PlanEvent::PlanStageWritten(Box::new(new))];
    let written = Written { record, deduplicated: false, gaps };
    Ok((Decision { events, edits: vec![edit] }, written))
}

/// Gives the number of a text: the one that is said, that of the same text about the same plan, or
/// the next.
fn number(plan: &Plan, wish: &Wish<'_>, digest: Digest) -> u32 {
    let is_same = |it: &&StageRecord| it.stage == wish.stage && it.digest == digest;
    let there = match wish.stage.is_opener() {
        true => plan.records.iter().rev().find(is_same),
        false => plan.since_current().filter(is_same).last(),
    };
    wish.n.or(there.map(|it| it.n)).unwrap_or_else(|| plan.next_n(wish.stage))
}

/// The same text under the same number is there already; another one does not take its place.
fn same(
    plan: &Plan,
    record: &StageRecord,
    text: &str,
    wish: &Wish<'_>,
    demands: &[PlanDemand],
) -> Result<(Decision<PlanEvent>, Written), PlanRefusal> {
    if record.digest != Digest::of(text.as_bytes()) {
        let path = plan.path(record);
        return Err(PlanRefusal::TextTaken {
            path,
            next: plan.next_n(wish.stage),
            stage: wish.stage,
        });
    }
    let gaps = gaps(wish.stage, text, demands);
    Ok((Decision::default(), Written { record: record.clone(), deduplicated: true, gaps }))
}

fn check_turn(state: &ContractState, plan: &Plan, wish: &Wish<'_>) -> Result<(), PlanRefusal> {
    let out =
        |why: String| Err(PlanRefusal::OutOfTurn { charter_id: state.charter_id.clone(), why });
    if plan.approval.is_some() {
        return out("the plan is approved: another one is opened for more".to_owned());
    }
    let Some(current) = plan.current() else {
        if let Some(given) = wish.about {
            return out(format!("it is about `{given}`, and there is no plan yet"));
        }
        if wish.stage == Stage::Planner {
            return Ok(());
        }
        let stage = wish.stage.word();
        return out(format!("there is no plan yet that a text of the {stage} could be about"));
    };
    match wish.about {
        Some(given) if !current.digest.begins_with(given) => out(format!(
            "it is about `{given}`, and the plan is {} ({}) now",
            plan.path(current),
            current.digest.short()
        )),
        Some(_) | None => Ok(()),
    }
}

/// A text that is there already was about what it says now: a judgement about its plan, a plan about
/// any that came before it.
fn check_read(
    state: &ContractState,
    plan: &Plan,
    record: &StageRecord,
    wish: &Wish<'_>,
) -> Result<(), PlanRefusal> {
    let Some(given) = wish.about else { return Ok(()) };
    let mut plans = plan.records.iter().filter(|it| it.stage.is_opener());
    let is_read = match record.about {
        Some(about) => about.begins_with(given),
        None => plans.any(|it| it.digest.begins_with(given)),
    };
    if is_read {
        return Ok(());
    }
    let path = plan.path(record);
    let why = format!("{path} is there already, and not about `{given}`");
    Err(PlanRefusal::OutOfTurn { charter_id: state.charter_id.clone(), why })
}

fn check_limits(state: &ContractState, plan: &Plan, stage: Stage) -> Result<(), PlanRefusal> {
    let charter_id = state.charter_id.clone();
    let can_revise = plan.iteration() < plan.limits.iterations;
    let stuck =
        |used: u32, max: u32, lane| PlanRefusal::Stuck { charter_id, lane, used, max, can_revise };
    if stage.is_opener() && plan.iteration() >= plan.limits.iterations {
        return Err(stuck(plan.iteration(), plan.limits.iterations, None));
    }
    match stage.lane() {
        Some(lane) if plan.passes(lane) >= plan.limits.passes => {
            Err(stuck(plan.passes(lane), plan.limits.passes, Some(stage.word())))
        }
        Some(_) | None => Ok(()),
    }
}

/// Gives the verdict that is said, in the words or beside them; both must be the same.
fn verdict_of(wish: &Wish<'_>, problems: &mut Vec<Problem>) -> Option<LaneVerdict> {
    let Some(lane) = wish.stage.lane() else {
        if wish.verdict.is_some() {
            let message = format!("the {} gives no verdict", wish.stage.word());
            problems.push(problem("verdict", "verdict-unusable", message));
        }
        return None;
    };
    let words: Vec<&str> = LaneVerdict::of(lane).into_iter().map(LaneVerdict::word).collect();
    let words = words.join(", ");
    let given = wish.verdict.map(|it| LaneVerdict::parse(it, lane));
    let read = verdict::read(wish.text, lane);
    let (code, message) = match (given, read) {
        (Some(None), _) => ("verdict-unusable", format!("a verdict here is {words}")),
        (Some(Some(given)), Err(VerdictProblem::Missing)) => return Some(given),
        (Some(Some(given)), Ok(read)) if given == read => return Some(given),
        (None, Ok(read)) => return Some(read),
        (Some(Some(given)), Ok(read)) => {
            ("verdict-unclear", format!("the text says {} and not {}", read.word(), given.word()))
        }
        (None, Err(VerdictProblem::Missing)) => {
            ("verdict-missing", format!("no line says `Verdict:` with one of {words}"))
        }
        (_, Err(VerdictProblem::Unclear)) => (
            "verdict-unclear",
            format!("the lines with `Verdict:` do not say one of {words}, or not the same"),
        ),
        (_, Err(VerdictProblem::Contradicted)) => {
            ("verdict-unclear", "it agrees, and recommends to request changes".to_owned())
        }
    };
    problems.push(problem("verdict", code, message));
    None
}

/// A revision that changes nothing would only buy other verdicts.
fn nothing_new(plan: &Plan, stage: Stage, text: &str) -> Option<Problem> {
    let current = plan.current().filter(|_| stage.is_opener())?;
    let is_same = current.digest == Digest::of(text.as_bytes());
    let message = || format!("it is {} word for word", plan.path(current));
    is_same.then(|| problem("text", "nothing-revised", message()))
}

/// A final text needs both verdicts on the plan as it stands, and the steps and criteria of it.
fn check_final(state: &ContractState, plan: &Plan, text: &str) -> Result<(), PlanRefusal> {
    let Some(current) = plan.current() else { return Ok(()) };
    let name = format!("{} ({})", plan.path(current), current.digest.short());
    let against = |lane: Lane| {
        let (stage, [agrees, ..]) = (lane.stage().word(), LaneVerdict::of(lane));
        let code = format!("{stage}-not-{}", agrees.word().to_lowercase());
        let message = match plan.verdict(lane) {
            Some(said) if said.agrees() => return None,
            Some(said) => format!("the {stage} says {} about {name}", said.word()),
            None => format!("the {stage} has said nothing about {name}"),
        };
        Some(problem(stage, &code, message))
    };
    let mut problems: Vec<Problem> = Lane::ALL.into_iter().filter_map(against).collect();
    let is_agreed = problems.is_empty();
    let shape = Shape::parse(text);
    if shape.criteria.is_empty() {
        let message = "it names no acceptance criterion: a list under `## Acceptance Criteria`";
        problems.push(problem("text", "criteria-missing", message));
    } else if shape.digest() != current.shape {
        let message = format!("its steps or acceptance criteria are not those of {name}");
        problems.push(problem("text", "other-plan", message));
    }
    let charter_id = state.charter_id.clone();
    match (problems.is_empty(), is_agreed) {
        (true, _) => Ok(()),
        (false, true) => Err(refuse(problems)),
        (false, false) => Err(PlanRefusal::NotAgreed { charter_id, problems }),
    }
}

/// A final text names everything that was locked or agreed.
fn check_whole(
    state: &ContractState,
    plan: &Plan,
    text: &str,
    demands: &[PlanDemand],
) -> Result<(), PlanRefusal> {
    let problems: Vec<Problem> =
        missed(demands, text).into_iter().map(PlanDemand::problem).collect();
    if problems.is_empty() {
        return Ok(());
    }
    let (charter_id, can_revise) =
        (state.charter_id.clone(), plan.iteration() < plan.limits.iterations);
    Err(PlanRefusal::Misses { charter_id, can_revise, problems })
}

fn gaps(stage: Stage, text: &str, demands: &[PlanDemand]) -> Vec<String> {
    if !stage.is_opener() {
        return Vec::new();
    }
    let mut gaps = Shape::parse(text).gaps();
    gaps.extend(missed(demands, text).into_iter().map(PlanDemand::gap));
    gaps
}

fn refuse(problems: Vec<Problem>) -> PlanRefusal {
    PlanRefusal::TextUnusable { problems }
}
