//! Who is to speak next, about which text.
//!
//! Owns the order of a plan and when it is stuck: nobody may speak any more and the two do not
//! agree. Pure: the same plan always waits for the same. Must not refuse anything.

use super::{Lane, LaneVerdict, Plan, Stage, StageRecord};

/// What a plan waits for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PlanTurn {
    /// Texts; the first one first, the others may come at the same time.
    Write(Vec<Assignment>),
    /// A person.
    Approve,
    /// Nothing that could still come, and why.
    Stuck(String),
    /// Nothing: it is approved.
    Done,
}

/// A text that somebody is to write.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Assignment {
    pub stage: Stage,
    pub n: u32,
    /// The text that it is about.
    pub about: Option<StageRecord>,
    /// What is wanted, in words.
    pub hint: String,
}

#[must_use]
pub fn turn(plan: &Plan) -> PlanTurn {
    if plan.approval.is_some() {
        return PlanTurn::Done;
    }
    if plan.pending().is_some() {
        return PlanTurn::Approve;
    }
    let Some(current) = plan.current() else {
        return PlanTurn::Write(vec![assign(plan, Stage::Planner)]);
    };
    let silent: Vec<Lane> =
        Lane::ALL.into_iter().filter(|it| plan.verdict(*it).is_none()).collect();
    if !silent.is_empty() {
        return PlanTurn::Write(silent.into_iter().map(|it| assign(plan, it.stage())).collect());
    }
    // A plan that names no criterion, or leaves something out, cannot be approved, whoever agrees.
    if plan.is_agreed() && current.shape.is_some() && current.misses.is_empty() {
        let has_adr = plan.since_current().any(|it| it.stage == Stage::Adr);
        let stages: &[Stage] = if has_adr { &[Stage::Final] } else { &[Stage::Adr, Stage::Final] };
        return PlanTurn::Write(stages.iter().map(|it| assign(plan, *it)).collect());
    }
    if plan.iteration() < plan.limits.iterations {
        return PlanTurn::Write(vec![assign(plan, Stage::Revision)]);
    }
    if plan.is_agreed() {
        let lacks = lacks(current);
        return PlanTurn::Stuck(format!("{}; it {lacks}", stuck(plan, current)));
    }
    let against = |lane: &Lane| !plan.verdict(*lane).is_some_and(LaneVerdict::agrees);
    let may_speak = |lane: &Lane| plan.passes(*lane) < plan.limits.passes;
    let open: Vec<Lane> = Lane::ALL.into_iter().filter(|it| against(it) && may_speak(it)).collect();
    // Where one of those that are against it has said all it may, the other cannot help.
    let is_open = Lane::ALL.into_iter().filter(against).all(|it| may_speak(&it));
    if is_open {
        return PlanTurn::Write(open.into_iter().map(|it| assign(plan, it.stage())).collect());
    }
    PlanTurn::Stuck(stuck(plan, current))
}

fn stuck(plan: &Plan, current: &StageRecord) -> String {
    format!(
        "{} of {} iterations are used, and about {} ({}) {}",
        plan.iteration(),
        plan.limits.iterations,
        plan.path(current),
        current.digest.short(),
        said(plan),
    )
}

fn assign(plan: &Plan, stage: Stage) -> Assignment {
    let current = plan.current();
    let text = current.map(|it| format!("{} ({})", plan.path(it), it.digest.short()));
    let text = text.unwrap_or_default();
    let input = plan.input.as_deref();
    let hint = match stage {
        Stage::Planner => {
            let read = input.map(|it| format!("read {it}, then ")).unwrap_or_default();
            format!(
                "the planner is to {read}write the plan: options with their reasons, `## Steps` and \
                 `## Acceptance Criteria` as lists, each criterion with its `(step N)`"
            )
        }
        Stage::Architect | Stage::Critic => {
            let words = stage.lane().map(LaneVerdict::of).into_iter().flatten();
            let words: Vec<&str> = words.map(LaneVerdict::word).collect();
            let word = stage.word();
            let against = input.map(|it| format!(" against {it}")).unwrap_or_default();
            let words = words.join("|");
            format!("the {word} is to read {text}{against} and end with a line `Verdict: {words}`")
        }
        Stage::Revision if plan.is_agreed() => {
            let lacks = current.map(lacks).unwrap_or_default();
            format!("the planner is to revise {text}: it {lacks}")
        }
        Stage::Revision => format!("the planner is to revise {text}: {}", said(plan)),
        Stage::Adr => format!(
            "both agree on {text}: write down the decision, its drivers, the alternatives, why, the \
             consequences and what follows"
        ),
        Stage::Final => format!(
            "both agree on {text}: write the text that a person is to approve, or leave it out and \
             it is put together from the plan and the adr"
        ),
        Stage::Disposition => {
            format!("say who is followed where the two contradict each other about {text}")
        }
    };
    let about = current.filter(|_| !stage.is_opener()).cloned();
    Assignment { stage, n: plan.next_n(stage), about, hint }
}

/// Says what a plan lacks that both agree on.
fn lacks(current: &StageRecord) -> String {
    if current.shape.is_none() {
        return "names no acceptance criterion, a list under `## Acceptance Criteria`".to_owned();
    }
    let ids: Vec<String> = current.misses.iter().map(|it| format!("`{it}`")).collect();
    format!("leaves out {}", ids.join(", "))
}

/// Says what the two said.
fn said(plan: &Plan) -> String {
    let said = |lane: Lane| {
        let word = plan.verdict(lane).map_or("nothing", LaneVerdict::word);
        format!("the {} says {word}", lane.stage().word())
    };
    format!("{}, {}", said(Lane::Architect), said(Lane::Critic))
}
