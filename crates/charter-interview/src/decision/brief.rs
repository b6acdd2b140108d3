//! A reply of the brief interview into a decision.
//!
//! Pure: the same document, reply and mind give the same decision. Must
//! not know where the reply comes from.

use crate::brief::{
    Aim, Entry, Open, Pad, Reply, Submission, Turn, ask_what_changed, begin, correct, draft,
    finish, numbered, open, question_name, reply, take_back_complete,
};
use crate::deep::Step;
use crate::event::InterviewEvent;
use crate::{InterviewRefusal, InterviewState};
use charter_contract::ContractState;
use charter_contract::Docs;
use charter_contract::drafting::add_wont;
use charter_contract::mind::Mind;
use charter_kernel::Decision;
use charter_kernel::FileEdit;
use charter_kernel::markdown::{Outline, Source};
use charter_kernel::{Context, Digest};

/// The longest question or answer that the ledger keeps in words.
const WORDS_BYTES_MAX: usize = 1024 * 1024;

/// Says what an interview of a document waits for, whether it was begun or not.
#[must_use]
pub fn need(docs: &Docs, state: &InterviewState, ctx: &Context, mind: &dyn Mind) -> Open {
    let source = docs.charter.source();
    match begin(source, mind, ctx.now) {
        Some(begun) => open_in(source, &begun, state, mind),
        None => Open::Stuck("charter.md cannot take a scratch pad".to_owned()),
    }
}

/// A pad without an answer in a document without a gap was begun to ask what has changed.
fn open_in(source: &Source, begun: &Source, state: &InterviewState, mind: &dyn Mind) -> Open {
    let open = open(begun, mind, &state.answered);
    let is_done = matches!(&open, Open::Done(gaps) if gaps.is_empty());
    let is_begun = pad_of(source).is_some_and(|it| it.entries.is_empty());
    if is_done && is_begun { Open::Ask(ask_what_changed()) } else { open }
}

fn pad_of(source: &Source) -> Option<Pad> {
    Pad::find(source, &Outline::parse(source)).map(|(pad, _)| pad)
}

/// Decides what going on with an interview writes before anything is asked: with `update` the pad
/// in which a finished charter is asked about, else a status that says what the document shows.
pub fn resume(
    docs: &Docs,
    state: &InterviewState,
    update: bool,
    ctx: &Context,
    mind: &dyn Mind,
) -> Result<Decision<InterviewEvent>, InterviewRefusal> {
    let source = docs.charter.source();
    let none = Decision::default();
    if let Some(pad) = pad_of(source) {
        // A crash between the last answer and the end leaves a pad in which nothing is open.
        let is_left =
            !pad.entries.is_empty() && matches!(open(source, mind, &state.answered), Open::Done(_));
        return if is_left { conclude(docs, state, source, mind) } else { Ok(none) };
    }
    let begun = begin(source, mind, ctx.now).ok_or(InterviewRefusal::PadHidden)?;
    // Behind a deep interview the pad says which of the two is asking.
    let is_behind = state.deep.as_deref().is_some_and(|it| it.steps() == [Step::Done]);
    if update && is_behind {
        return Ok(Decision { events: Vec::new(), edits: vec![charter_edit(&begun)] });
    }
    let Open::Done(gaps) = open(&begun, mind, &state.answered) else {
        let draft = take_back_complete(source);
        let edits = draft.map(|it| charter_edit(&it)).into_iter().collect();
        return Ok(Decision { events: Vec::new(), edits });
    };
    if update {
        return Ok(Decision { events: Vec::new(), edits: vec![charter_edit(&begun)] });
    }
    let finished = finish(source, mind, &state.answered).ok_or(InterviewRefusal::PadHidden)?;
    if finished.source.bytes() == source.bytes() {
        return Ok(none);
    }
    let events = vec![InterviewEvent::InterviewFinished { gaps }];
    Ok(Decision { events, edits: vec![charter_edit(&finished.source)] })
}

/// What a submission leads to.
#[derive(Debug)]
pub struct TakenReply {
    /// The answer, into the pad.
    pub answer: Decision<InterviewEvent>,
    /// The end of the interview, where nothing is left to ask: written only when the answer is.
    pub end: Option<Decision<InterviewEvent>>,
    pub open: Open,
}

/// Decides the end of an interview whose pad is whole: the register, the document without the pad,
/// and the event, in this order, so that whatever fails can be done again.
fn conclude(
    docs: &Docs,
    state: &InterviewState,
    source: &Source,
    mind: &dyn Mind,
) -> Result<Decision<InterviewEvent>, InterviewRefusal> {
    let finished = finish(source, mind, &state.answered).ok_or(InterviewRefusal::PadHidden)?;
    let said = numbered(source, finished.said);
    let proposed = draft(docs.criteria.source(), &said, state.n_interviews + 1);
    let mut edits = Vec::new();
    if let Some(register) = proposed.register {
        let bytes = register.bytes().to_vec();
        edits.push(FileEdit { path: "criteria.md".to_owned(), bytes });
    }
    let scoped = add_wont(&finished.source, &proposed.wont);
    edits.push(charter_edit(scoped.as_ref().unwrap_or(&finished.source)));
    let events = vec![InterviewEvent::InterviewFinished { gaps: finished.gaps }];
    Ok(Decision { events, edits })
}

/// Decides a submission; the same reply to the same question again changes nothing.
pub fn fulfil(
    docs: &Docs,
    contract: &ContractState,
    state: &InterviewState,
    aim: Aim<'_>,
    submission: &Submission,
    ctx: &Context,
    mind: &dyn Mind,
) -> Result<TakenReply, InterviewRefusal> {
    let source = docs.charter.source();
    let begun = begin(source, mind, ctx.now).ok_or(InterviewRefusal::PadHidden)?;
    let open = open_in(source, &begun, state, mind);
    let none = Decision::default();
    let given = match aim {
        Aim::Whichever => None,
        Aim::Open(given) | Aim::Named(given) => Some(given),
    };
    let is_open = |given: &&str| matches!(&open, Open::Ask(question) if question.id() == **given);
    let given = given.filter(|it| !is_open(it));
    if let Some(given) = given {
        let entries = pad_of(&begun).map(|it| it.entries).unwrap_or_default();
        if let Some(entry) = entries.iter().find(|it| it.answers(given)) {
            let said = said(&entry.asked(), submission)?;
            if said == entry.reply {
                return Ok(TakenReply { answer: none, end: None, open });
            }
            if let (Aim::Open(given), Open::Ask(question)) = (aim, &open) {
                let (given, open) = (given.to_owned(), question.id());
                return Err(InterviewRefusal::OtherQuestion { given, open });
            }
            let turn = correct(&begun, entry, said, mind, &state.answered);
            return taken(docs, state, turn.ok_or(InterviewRefusal::PadHidden)?, mind);
        }
        if is_recorded(contract, state, given, submission) {
            return Ok(TakenReply { answer: none, end: None, open });
        }
    }
    let question = match open {
        Open::Ask(question) => question,
        Open::Done(_) => {
            return Err(InterviewRefusal::NoQuestion("the interview is at its end".to_owned()));
        }
        Open::Stuck(reason) => return Err(InterviewRefusal::NoQuestion(reason)),
    };
    if let Some(given) = given {
        let (given, open) = (given.to_owned(), question.id());
        return Err(InterviewRefusal::OtherQuestion { given, open });
    }
    let said = said(&question.text, submission)?;
    let turn =
        reply(&begun, &question, said, mind, &state.answered).ok_or(InterviewRefusal::PadHidden)?;
    taken(docs, state, turn, mind)
}

/// Tells whether the ledger has this very reply to a question of the interview that ended last: a
/// caller that did not hear the answer asks again.
fn is_recorded(
    contract: &ContractState,
    state: &InterviewState,
    need_id: &str,
    submission: &Submission,
) -> bool {
    let number = need_id.strip_prefix('q').and_then(|it| it.split('-').next());
    let number: Option<u64> = number.and_then(|it| it.parse().ok());
    let (Submission::Answer(text) | Submission::Skip(text)) = submission;
    let name = number.map(|it| question_name(state.n_interviews, it));
    let recorded = name.and_then(|it| contract.answers.get(&it));
    recorded.is_some_and(|it| it.digest == Digest::of(text.as_bytes()))
}

fn taken(
    docs: &Docs,
    state: &InterviewState,
    turn: Turn,
    mind: &dyn Mind,
) -> Result<TakenReply, InterviewRefusal> {
    let end = match &turn.open {
        Open::Done(_) => Some(conclude(docs, state, &turn.source, mind)?),
        Open::Ask(_) | Open::Stuck(_) => None,
    };
    let events = turn.entries.iter().map(event_of).collect();
    let answer = Decision { events, edits: vec![charter_edit(&turn.source)] };
    Ok(TakenReply { answer, end, open: turn.open })
}

fn charter_edit(source: &Source) -> FileEdit {
    FileEdit { path: "charter.md".to_owned(), bytes: source.bytes().to_vec() }
}

fn said(asked: &str, submission: &Submission) -> Result<Reply, InterviewRefusal> {
    let (Submission::Answer(text) | Submission::Skip(text)) = submission;
    if !text.chars().any(char::is_alphanumeric) {
        return Err(InterviewRefusal::AnswerMissing);
    }
    Ok(match submission {
        Submission::Answer(answer) => {
            Reply::Answered { asked: asked.to_owned(), answer: answer.clone() }
        }
        Submission::Skip(reason) => Reply::Skipped(reason.clone()),
    })
}

/// Gives words as the ledger keeps them; what is too long for it stays in charter.md alone.
fn kept(words: &str) -> Option<String> {
    (words.len() <= WORDS_BYTES_MAX).then(|| words.to_owned())
}

fn event_of(entry: &Entry) -> InterviewEvent {
    let (number, topic) = (entry.number, entry.topic.clone());
    let question = kept(&entry.asked());
    match &entry.reply {
        Reply::Answered { answer: said, .. } => {
            let (answer, said) = (Digest::of(said.as_bytes()), kept(said));
            InterviewEvent::QuestionAnswered { number, topic, answer, question, said }
        }
        Reply::Skipped(reason) => {
            InterviewEvent::QuestionSkipped { number, topic, reason: reason.clone(), question }
        }
    }
}
