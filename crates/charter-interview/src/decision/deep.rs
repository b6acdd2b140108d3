//! A beginning or a submission of the deep interview into a decision.
//!
//! Owns what may be submitted when: the open needs, the same again, and another answer to a
//! question that has one. Pure: the same interview and submission give the same decision. Must not
//! know where a submission comes from.

use crate::deep::{
    BATCH_MAX, Fulfilled, Fulfilment, Interview, InterviewWay, Lifecycle, Limits, NeedFor,
    NeedKind, PanelCause, Problems, ROUNDS_MAX, Round, Setup, Step, TEXT_CHARS_MAX, TopicQuestion,
    check, digest_of, draft, parse, render_spec,
};
use crate::event::InterviewEvent;
use crate::rules::checklist::{next, no_answer, render_page};
use crate::{InterviewRefusal, InterviewState};
use charter_contract::{ContractRefusal, ContractState, check_open};
use charter_kernel::markdown::Source;
use charter_kernel::{Context, Decision, FileEdit};
use serde_json::Value;

/// What a submission leads to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeepOutcome {
    /// What is to be written: the edits, then the events. Both empty means: it is so already.
    pub decision: Decision<InterviewEvent>,
    /// The keys that were passed over, because the engine owns what they say or nobody knows them.
    pub ignored: Vec<String>,
    /// The facts that are disputed since, because the answer they rested on was replaced.
    pub disputed: Vec<String>,
}

/// Decides to begin a deep interview.
///
/// The same beginning again changes nothing. Until the first need is fulfilled another beginning
/// replaces it; later on only the threshold, the limits, the batch and the language may change.
pub fn begin(
    contract: &ContractState,
    state: &InterviewState,
    setup: &Setup,
) -> Result<Decision<InterviewEvent>, InterviewRefusal> {
    check_open(contract)?;
    let idea = setup.idea.trim();
    if idea.is_empty() {
        return Err(ContractRefusal::ObjectiveMissing.into());
    }
    let chars = idea.chars().count();
    if chars > TEXT_CHARS_MAX {
        return Err(InterviewRefusal::IdeaTooLong { chars, max: TEXT_CHARS_MAX });
    }
    let batch = setup.batch.clamp(1, BATCH_MAX);
    let limits = Limits { hard: setup.limits.hard.clamp(1, ROUNDS_MAX), ..setup.limits };
    let setup = Setup { idea: idea.to_owned(), batch, limits, ..setup.clone() };
    if let Some(interview) = &state.deep {
        if interview.setup == setup {
            return Ok(Decision::default());
        }
        if interview.is_begun() && interview.setup.idea != setup.idea {
            return Err(InterviewRefusal::InterviewActive(contract.charter_id.clone()));
        }
    }
    let events = vec![InterviewEvent::DeepInterviewBegun(Box::new(setup))];
    Ok(Decision { events, edits: Vec::new() })
}

/// Decides a submission for a need; `criteria` is the register as it stands.
pub fn fulfil(
    contract: &ContractState,
    state: &InterviewState,
    criteria: &Source,
    need_id: &str,
    content: &Value,
    ctx: &Context,
) -> Result<DeepOutcome, InterviewRefusal> {
    check_open(contract)?;
    let interview = interview_of(state)?;
    let steps = interview.steps();
    let open = steps.iter().find(|it| it.need_id(interview) == need_id);
    let mut problems = Problems::default();
    let fulfilment = match open {
        Some(step) => {
            let fulfilment = read(interview, step, content, &mut problems)?;
            check_said(interview, step.round(), need_id, &fulfilment)?;
            if is_said(interview, step, need_id, &fulfilment) {
                return Ok(nothing(problems));
            }
            (step.round(), fulfilment)
        }
        None => match again(interview, need_id, content, &mut problems)? {
            Some(changed) => changed,
            None => return Ok(nothing(problems)),
        },
    };
    Ok(taken(contract, interview, criteria, need_id, fulfilment, problems, ctx))
}

/// Decides what follows by itself: a checklist asks its next question or ends, and where nobody can think any more
/// (`has_mind`), an interview that waits for a mind goes on as a checklist.
pub fn onward(
    contract: &ContractState,
    state: &InterviewState,
    criteria: &Source,
    has_mind: bool,
    ctx: &Context,
) -> Decision<InterviewEvent> {
    let mut decision = Decision::default();
    let Some(mut interview) = state.deep.as_deref().cloned() else { return decision };
    while let Some((step, fulfilment)) = said_ahead(&interview) {
        decision.events.push(taken_in(&mut interview, &step, fulfilment, ctx));
    }
    let waits = interview.steps().first().is_some_and(|it| it.r#for() == NeedFor::Mind);
    if !interview.is_checklist() && waits && !has_mind {
        let setup = Setup { way: InterviewWay::Checklist, ..interview.setup.clone() };
        interview.begin_again(&setup);
        decision.events.push(InterviewEvent::DeepInterviewBegun(Box::new(setup)));
    }
    let Some((step, fulfilment)) = asked_on(&interview) else { return decision };
    decision.events.push(taken_in(&mut interview, &step, fulfilment, ctx));
    if interview.ending.checklist.is_some() {
        let bytes = render_page(contract, &interview, ctx.now).into_bytes();
        decision.edits.push(FileEdit { path: "spec.md".to_owned(), bytes });
        decision.edits.extend(register_edit(criteria, &interview));
    }
    decision
}

/// Takes what follows by itself in, and gives the event of it.
fn taken_in(
    interview: &mut Interview,
    step: &Step,
    fulfilment: Fulfilment,
    ctx: &Context,
) -> InterviewEvent {
    let (need_id, round) = (step.need_id(interview), step.round());
    let (at, fulfilment) = (ctx.now, Box::new(fulfilment));
    interview.apply(Fulfilled { need_id: &need_id, round, fulfilment: &fulfilment, at });
    InterviewEvent::DeepNeedFulfilled { need_id, round, fulfilment, cost: None }
}

/// Gives what a mind said ahead for the step that has come: nobody is asked for it again.
fn said_ahead(interview: &Interview) -> Option<(Step, Fulfilment)> {
    let step = interview.steps().into_iter().next()?;
    let kept = &interview.kept;
    let fulfilment = match step {
        Step::Draft(_) => kept.question.clone().map(Fulfilment::QuestionDrafted),
        Step::Score(_) => kept.sheet.as_deref().cloned().map(Fulfilment::Scored),
        Step::Audit => kept.gaps.clone().map(|gaps| Fulfilment::Audited { gaps }),
        Step::State => kept.goal.clone().map(|goal| Fulfilment::GoalStated { goal }),
        Step::Propose
        | Step::Confirm
        | Step::Explain(_)
        | Step::Ask(_)
        | Step::Panel(_)
        | Step::AutoAnswer(_)
        | Step::Crossing(_)
        | Step::Warn
        | Step::Restate
        | Step::Spec
        | Step::AskOn
        | Step::Done => None,
    };
    fulfilment.map(|it| (step, it))
}

/// Gives what a checklist does next; nothing while the question that waits is the right one.
fn asked_on(interview: &Interview) -> Option<(Step, Fulfilment)> {
    let step = interview.steps().into_iter().next().filter(|_| interview.is_checklist())?;
    // An earlier answer that was changed can bring up something else.
    let open = if let Step::Ask(number) = step { Some(interview.round(number)?) } else { None };
    if open.is_none() && step != Step::AskOn {
        return None;
    }
    let next = next(interview);
    let is_same = |open: &Round, asked: &TopicQuestion| {
        let is_ours = open.topic.is_some() || open.settles.is_some();
        !is_ours || open.topic == asked.topic && open.settles == asked.settles
    };
    let step = match (&next, open) {
        (Fulfilment::TopicAsked(asked), Some(open)) if is_same(open, asked) => return None,
        (Fulfilment::TopicAsked(_), Some(open)) => Step::Draft(open.number),
        (Fulfilment::TopicAsked(_), None) => Step::Draft(interview.n_rounds() + 1),
        (_, Some(_)) => return None,
        (_, None) => Step::Spec,
    };
    Some((step, next))
}

fn register_edit(criteria: &Source, interview: &Interview) -> Option<FileEdit> {
    let drafted = draft(criteria, interview)?;
    Some(FileEdit { path: "criteria.md".to_owned(), bytes: drafted.bytes().to_vec() })
}

/// A checklist keeps what answers nothing out of the ledger; its question stays.
fn check_said(
    interview: &Interview,
    number: u32,
    need_id: &str,
    fulfilment: &Fulfilment,
) -> Result<(), InterviewRefusal> {
    let Fulfilment::Answered(answer) = fulfilment else { return Ok(()) };
    let is_free = interview.is_checklist() && answer.options.is_empty();
    let words = is_free.then(|| no_answer(interview, number, &answer.text)).flatten();
    let need_id = need_id.to_owned();
    words.map_or(Ok(()), |words| Err(InterviewRefusal::NoAnswer { need_id, words }))
}

fn interview_of(state: &InterviewState) -> Result<&Interview, InterviewRefusal> {
    let none = || InterviewRefusal::NoQuestion("no deep interview was begun".to_owned());
    state.deep.as_deref().ok_or_else(none)
}

fn nothing(problems: Problems) -> DeepOutcome {
    let (decision, disputed) = (Decision::default(), Vec::new());
    DeepOutcome { decision, ignored: problems.ignored, disputed }
}

fn read(
    interview: &Interview,
    step: &Step,
    content: &Value,
    problems: &mut Problems,
) -> Result<Fulfilment, InterviewRefusal> {
    let fulfilment = parse(interview, step, content, problems);
    if let Some(fulfilment) = &fulfilment {
        check(interview, step, fulfilment, problems);
    }
    whole(interview, step, fulfilment, problems)
}

/// Gives a fulfilment that nothing is wrong with.
fn whole(
    interview: &Interview,
    step: &Step,
    fulfilment: Option<Fulfilment>,
    problems: &mut Problems,
) -> Result<Fulfilment, InterviewRefusal> {
    match fulfilment {
        Some(fulfilment) if problems.list.is_empty() => Ok(fulfilment),
        Some(_) | None => Err(InterviewRefusal::FulfilmentUnusable {
            need_id: step.need_id(interview),
            problems: std::mem::take(&mut problems.list),
        }),
    }
}

/// Tells whether an open need was fulfilled with this already: a choice at the end, or a question
/// that was asked back before.
fn is_said(interview: &Interview, step: &Step, need_id: &str, fulfilment: &Fulfilment) -> bool {
    match (step, fulfilment) {
        (Step::Ask(number), Fulfilment::AskedBack { text }) => {
            let round = interview.round(*number);
            round.is_some_and(|it| it.clarifications.iter().any(|it| it.asked == *text))
        }
        (Step::Ask(_), _) => false,
        (_, fulfilment) => interview.fulfilled.get(need_id) == Some(&digest_of(fulfilment)),
    }
}

/// Looks at a need that is not open: the same content changes nothing, another answer replaces the
/// first, and everything else is refused.
fn again(
    interview: &Interview,
    need_id: &str,
    content: &Value,
    problems: &mut Problems,
) -> Result<Option<(u32, Fulfilment)>, InterviewRefusal> {
    let closed = || closed(interview, need_id);
    let known = interview.fulfilled.get(need_id).ok_or_else(closed)?;
    let step = step_of(interview, need_id).ok_or_else(closed)?;
    let fulfilment = parse(interview, &step, content, problems);
    if fulfilment.as_ref().is_some_and(|it| digest_of(it) == *known) {
        return Ok(None);
    }
    let Step::Ask(number) = step else { return Err(closed()) };
    let fulfilment = read(interview, &step, content, problems)?;
    check_said(interview, number, need_id, &fulfilment)?;
    let round = interview.round(number).filter(|it| is_answered(it)).ok_or_else(closed)?;
    if let Fulfilment::Answered(answer) = &fulfilment
        && round.answer() == Some(answer)
    {
        return Ok(None);
    }
    let is_another = matches!(
        fulfilment,
        Fulfilment::Answered(_) | Fulfilment::Delegated {} | Fulfilment::PassedOver { .. }
    );
    if is_another { Ok(Some((number, fulfilment))) } else { Err(closed()) }
}

fn closed(interview: &Interview, need_id: &str) -> InterviewRefusal {
    let open: Vec<String> = interview.steps().iter().map(|it| it.need_id(interview)).collect();
    InterviewRefusal::OtherQuestion { given: need_id.to_owned(), open: open.join("`, `") }
}

fn is_answered(round: &Round) -> bool {
    match round.lifecycle {
        Lifecycle::Open => false,
        Lifecycle::Answered | Lifecycle::Scored | Lifecycle::Gap => true,
    }
}

/// Finds the step that a name belongs to, open or not.
fn step_of(interview: &Interview, need_id: &str) -> Option<Step> {
    let Some((round, word)) = need_id.strip_prefix('r').and_then(|it| it.split_once('-')) else {
        return whole_step(need_id.split('-').next()?, interview);
    };
    let Ok(number) = round.parse::<u32>() else {
        return whole_step(need_id.split('-').next()?, interview);
    };
    Some(match word.split('-').next()? {
        "draft" => Step::Draft(number),
        "explain" => Step::Explain(number),
        "ask" => Step::Ask(number),
        "panel" => Step::Panel(PanelCause::BeforeAnswer { round: number }),
        "auto" => Step::AutoAnswer(number),
        "score" => Step::Score(number),
        "crossing" => Step::Crossing(number),
        _ => return None,
    })
}

fn whole_step(word: &str, interview: &Interview) -> Option<Step> {
    Some(match word {
        "topology" => Step::Propose,
        "confirm" => Step::Confirm,
        "panel" => Step::Panel(PanelCause::Stall {}),
        "warn" => Step::Warn,
        "closure" => Step::Audit,
        "goal" => Step::State,
        "restate" => Step::Restate,
        "spec" => Step::Spec,
        "done" if interview.ending.n_specs > 0 => Step::Done,
        _ => return None,
    })
}

fn taken(
    contract: &ContractState,
    interview: &Interview,
    criteria: &Source,
    need_id: &str,
    (round, fulfilment): (u32, Fulfilment),
    problems: Problems,
    ctx: &Context,
) -> DeepOutcome {
    let (mut edits, mut disputed) = (Vec::new(), Vec::new());
    // A long interview is looked at as it would be only where that says something.
    let ends = matches!(fulfilment, Fulfilment::Crystallised(_));
    if fulfilment.touches_facts() || ends {
        let mut after = interview.clone();
        after.apply(Fulfilled { need_id, round, fulfilment: &fulfilment, at: ctx.now });
        disputed = newly_disputed(interview, &after);
        if after.ending.n_specs > interview.ending.n_specs {
            let bytes = render_spec(contract, &after, ctx.now).into_bytes();
            edits.push(FileEdit { path: "spec.md".to_owned(), bytes });
            edits.extend(register_edit(criteria, &after));
        }
    }
    let fulfilment = Box::new(fulfilment);
    let is_left = matches!(&*fulfilment, Fulfilment::Failed { of, .. } if *of != NeedKind::Panel);
    let mut events = vec![InterviewEvent::DeepNeedFulfilled {
        need_id: need_id.to_owned(),
        round,
        fulfilment,
        cost: None,
    }];
    if is_left {
        // A mind that gives nothing is asked for nothing more.
        let setup = Setup { way: InterviewWay::Checklist, ..interview.setup.clone() };
        events.push(InterviewEvent::DeepInterviewBegun(Box::new(setup)));
    }
    let decision = Decision { events, edits };
    DeepOutcome { decision, ignored: problems.ignored, disputed }
}

fn newly_disputed(before: &Interview, after: &Interview) -> Vec<String> {
    let was = |id: &str| before.facts.iter().any(|it| it.id == id && it.is_open_dispute());
    let open = after.facts.iter().filter(|it| it.is_open_dispute());
    open.filter(|it| !was(&it.id)).map(|it| it.id.clone()).collect()
}
