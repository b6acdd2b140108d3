//! A reply of the brief interview into a decision.
//!
//! Pure: the same document, reply and mind give the same decision. Must
//! not know where the reply comes from.

use crate::brief::{
    Aim, AnswersByTopic, BriefPhrase, Entry, Mode, Open, Pad, Reply, SectionReply, SectionReview,
    Submission, Turn, begin, correct, draft, finish, finish_sections, look, named, open,
    open_again, question_name, reply, rows, say, take_back_complete, target,
};
use crate::deep::Step;
use crate::event::InterviewEvent;
use crate::noise::{NoiseKind, noise};
use crate::{InterviewRefusal, InterviewState, Tongue};
use charter_contract::ContractState;
use charter_contract::Docs;
use charter_contract::document::CharterDoc;
use charter_contract::drafting::add_wont;
use charter_contract::mind::Mind;
use charter_contract::{Topic, topic_of};
use charter_kernel::Decision;
use charter_kernel::FileEdit;
use charter_kernel::markdown::{Outline, Source};
use charter_kernel::{Context, Digest};
use std::collections::BTreeMap;

/// The longest question or answer that the ledger keeps in words.
const WORDS_BYTES_MAX: usize = 1024 * 1024;

/// Says what an interview of a document waits for, whether it was begun or not.
#[must_use]
pub fn need(docs: &Docs, ctx: &Context, mind: &dyn Mind) -> Open {
    let source = docs.charter.source();
    match begin(source, mind, ctx.now) {
        Some(begun) => open_in(source, &begun, mind),
        None => Open::Stuck("charter.md cannot take a scratch pad".to_owned()),
    }
}

/// A pad without an answer in a charter that has content was begun to change it.
fn open_in(source: &Source, begun: &Source, mind: &dyn Mind) -> Open {
    let is_update = |it: &Pad| it.entries.is_empty() && it.mode == Some(Mode::Update);
    let again = pad_of(source).filter(is_update).and_then(|_| open_again(begun, mind));
    again.map_or_else(|| open(begun, mind), Open::Review)
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
    if pad_of(source).is_some() {
        return Ok(none);
    }
    let begun = begin(source, mind, ctx.now).ok_or(InterviewRefusal::PadHidden)?;
    // Behind a deep interview the pad says which of the two is asking.
    let is_behind = state.deep.as_deref().is_some_and(|it| it.steps() == [Step::Done]);
    if update && is_behind {
        return Ok(Decision { events: Vec::new(), edits: vec![charter_edit(&begun)] });
    }
    let Open::Done(gaps) = open(&begun, mind) else {
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
    /// Why the answer is none and was not taken.
    pub noise: Option<NoiseKind>,
}

impl TakenReply {
    fn nothing(open: Open) -> Self {
        Self { answer: Decision::default(), end: None, open, noise: None }
    }

    fn noise(open: Open, kind: NoiseKind) -> Self {
        Self { noise: Some(kind), ..Self::nothing(open) }
    }
}

/// Decides the end of an interview whose pad is whole: the register, the document without the pad,
/// and the event, in this order, so that whatever fails can be done again.
fn conclude(
    docs: &Docs,
    state: &InterviewState,
    source: &Source,
    mind: &dyn Mind,
) -> Result<Decision<InterviewEvent>, InterviewRefusal> {
    let finished = finish_sections(source, mind).ok_or(InterviewRefusal::PadHidden)?;
    let said = numbered(source, mind);
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

/// Gives what was said about each topic, with the number of the question that it answers.
fn numbered(source: &Source, mind: &dyn Mind) -> AnswersByTopic {
    let (doc, _) = CharterDoc::parse(Source::new(source.bytes().to_vec()));
    let entries = pad_of(source).map(|it| it.entries).unwrap_or_default();
    let rows = rows(&doc, &entries, mind).into_iter();
    rows.filter_map(|it| Some((it.topic, (it.text.clone()?, it.number()?)))).collect()
}

/// What a reply is decided on.
#[derive(Clone, Copy)]
struct ReplyScene<'a> {
    docs: &'a Docs,
    contract: &'a ContractState,
    state: &'a InterviewState,
    mind: &'a dyn Mind,
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
    let scene = ReplyScene { docs, contract, state, mind };
    let source = docs.charter.source();
    let begun = begin(source, mind, ctx.now).ok_or(InterviewRefusal::PadHidden)?;
    let open = open_in(source, &begun, mind);
    let given = match aim {
        Aim::Whichever => None,
        Aim::Open(given) | Aim::Named(given) => Some(given),
    };
    if let Some(given) = given.filter(|it| open_id(&open).as_deref() != Some(*it)) {
        return scene.answer_again(&begun, open, (aim, given), submission);
    }
    match &open {
        Open::Ask(question) => {
            let said = said(&question.text, submission)?;
            let is_yes = matches!(&said, Reply::Answered { answer, .. } if is_accept(answer));
            let bare = is_yes.then_some(NoiseKind::Bare);
            if let Some(kind) = bare.or_else(|| noise_in(&question.text, &begun, None, &said)) {
                return Ok(TakenReply::noise(open, kind));
            }
            let turn = reply(&begun, question, said, mind);
            scene.taken(&begun, turn.ok_or(InterviewRefusal::PadHidden)?)
        }
        Open::Review(shown) => {
            let reply = looked_at(shown, submission)?;
            let kind = reply.edits.iter().find_map(|(topic, text)| {
                let asked = say(shown.tongue, BriefPhrase::Ask(*topic));
                let said = Reply::Answered { asked: asked.clone(), answer: text.clone() };
                noise_in(&asked, &begun, Some(*topic), &said).filter(|_| !text.trim().is_empty())
            });
            if let Some(kind) = kind {
                return Ok(TakenReply::noise(open, kind));
            }
            let turn = look(&begun, shown, &reply, mind);
            scene.taken(&begun, turn.ok_or(InterviewRefusal::PadHidden)?)
        }
        Open::Done(_) => {
            Err(InterviewRefusal::NoQuestion("the interview is at its end".to_owned()))
        }
        Open::Stuck(reason) => Err(InterviewRefusal::NoQuestion(reason.clone())),
    }
}

/// Gives the name under which what is open is fulfilled.
fn open_id(open: &Open) -> Option<String> {
    match open {
        Open::Ask(question) => Some(question.id()),
        Open::Review(shown) => Some(shown.id()),
        Open::Done(_) | Open::Stuck(_) => None,
    }
}

/// Says why an answer is none. What it corrects is no earlier answer.
fn noise_in(asked: &str, pad: &Source, own: Option<Topic>, reply: &Reply) -> Option<NoiseKind> {
    let Reply::Answered { answer, .. } = reply else { return None };
    let entries = pad_of(pad).map(|it| it.entries).unwrap_or_default();
    let is_other = |it: &&Entry| own.is_none() || target(it) != own;
    let earlier: Vec<&str> = entries.iter().filter(is_other).filter_map(Entry::answer).collect();
    // One sentence may fill two sections: on the screen it is said again on purpose.
    let earlier = if own.is_some() { &[] } else { earlier.as_slice() };
    noise(asked, earlier, answer)
}

/// Reads what somebody makes of the sections: an object, or words where they are clear.
fn looked_at(
    shown: &SectionReview,
    submission: &Submission,
) -> Result<SectionReply, InterviewRefusal> {
    let words = match submission {
        Submission::Sections(reply) => {
            let is_empty = reply.edits.is_empty() && !reply.accept;
            return if is_empty { Err(InterviewRefusal::ReviewUnclear) } else { Ok(reply.clone()) };
        }
        Submission::Skip(_) => return Err(InterviewRefusal::ReviewUnclear),
        Submission::Answer(words) => words,
    };
    if is_accept(words) {
        return Ok(SectionReply { edits: BTreeMap::new(), accept: true });
    }
    edits_in(shown.tongue, words)
        .map(|edits| SectionReply { edits, accept: false })
        .ok_or(InterviewRefusal::ReviewUnclear)
}

/// Tells whether somebody says no more than that all of it is right.
#[must_use]
pub fn is_accept(words: &str) -> bool {
    let word = words.trim().trim_end_matches(['.', '!', '。', '！']).to_lowercase();
    word == "accept" || crate::brief::is_yes(&word)
}

/// Reads lines that name a section and say what it says: `scope: only the command line`.
fn edits_in(tongue: Tongue, words: &str) -> Option<BTreeMap<Topic, String>> {
    let mut edits: Vec<(Topic, String)> = Vec::new();
    for line in words.trim().lines() {
        let of_section = || {
            let (name, text) = line.split_once([':', '：'])?;
            Some((named(tongue, name)?, text.trim().to_owned()))
        };
        match (of_section(), edits.last_mut()) {
            (Some(edit), _) => edits.push(edit),
            (None, Some((_, text))) => text.extend(["\n", line]),
            (None, None) => return None,
        }
    }
    (!edits.is_empty()).then(|| edits.into_iter().collect())
}

impl ReplyScene<'_> {
    /// Decides a reply to something that is not open: the same again, a correction, or a mistake.
    fn answer_again(
        self,
        begun: &Source,
        open: Open,
        (aim, given): (Aim<'_>, &str),
        submission: &Submission,
    ) -> Result<TakenReply, InterviewRefusal> {
        let entries = pad_of(begun).map(|it| it.entries).unwrap_or_default();
        let other = |open: &Open| match open_id(open) {
            Some(open) => InterviewRefusal::OtherQuestion { given: given.to_owned(), open },
            None => InterviewRefusal::NoQuestion("the interview is at its end".to_owned()),
        };
        if let Some(entry) = entries.iter().find(|it| it.answers(given)) {
            let said = said(&entry.asked(), submission)?;
            if said == entry.reply {
                return Ok(TakenReply::nothing(open));
            }
            if matches!((aim, &open), (Aim::Open(_), Open::Ask(_) | Open::Review(_))) {
                return Err(other(&open));
            }
            let own = topic_of(&entry.topic);
            if let Some(kind) = noise_in(&entry.asked(), begun, own, &said) {
                return Ok(TakenReply::noise(open, kind));
            }
            let turn = correct(begun, entry, said, self.mind);
            return self.taken(begun, turn.ok_or(InterviewRefusal::PadHidden)?);
        }
        // Whoever did not hear that the sections are accepted says so again.
        let says_accept = match submission {
            Submission::Answer(words) => is_accept(words),
            Submission::Sections(reply) => reply.accept && reply.edits.is_empty(),
            Submission::Skip(_) => false,
        };
        let is_over = matches!(open, Open::Done(_)) && given.starts_with("s-") && says_accept;
        if is_over || is_recorded(self.contract, self.state, given, submission) {
            return Ok(TakenReply::nothing(open));
        }
        Err(other(&open))
    }

    fn taken(self, begun: &Source, turn: Turn) -> Result<TakenReply, InterviewRefusal> {
        let Self { docs, state, mind, .. } = self;
        let end = match &turn.open {
            Open::Done(_) => Some(conclude(docs, state, &turn.source, mind)?),
            Open::Ask(_) | Open::Review(_) | Open::Stuck(_) => None,
        };
        // An idea that was the first answer is in the ledger from the first reply on.
        let is_begun_now = pad_of(docs.charter.source()).is_none();
        let first = pad_of(begun).filter(|_| is_begun_now).map(|it| it.entries).unwrap_or_default();
        let first =
            first.iter().filter(|it| !turn.entries.iter().any(|new| new.number == it.number));
        let events = first.chain(&turn.entries).map(|it| self.event_of(it)).collect();
        let answer = Decision { events, edits: vec![charter_edit(&turn.source)] };
        Ok(TakenReply { answer, end, open: turn.open, noise: None })
    }

    /// Lists the answers of earlier interviews about a topic: what rests on them rests on this one now.
    fn replaced_by(self, entry: &Entry) -> Vec<String> {
        let Some(topic) = target(entry) else { return Vec::new() };
        let number = |it: &str| it.split_once('/').map_or("", |it| it.1).to_owned();
        let here = number(&question_name(self.state.n_interviews + 1, entry.number));
        let answers = self.contract.answers.iter();
        let same = answers.filter(|(name, it)| {
            let is_earlier = name.starts_with('Q') && number(name) != here;
            is_earlier && topic_of(&it.topic) == Some(topic)
        });
        same.map(|(name, _)| name.clone()).collect()
    }

    fn event_of(self, entry: &Entry) -> InterviewEvent {
        let (number, topic) = (entry.number, entry.topic.clone());
        let question = kept(&entry.asked());
        match &entry.reply {
            Reply::Answered { answer: said, .. } => {
                let replaces = self.replaced_by(entry);
                let (answer, said) = (Digest::of(said.as_bytes()), kept(said));
                InterviewEvent::QuestionAnswered { number, topic, answer, question, said, replaces }
            }
            Reply::Skipped(reason) => {
                InterviewEvent::QuestionSkipped { number, topic, reason: reason.clone(), question }
            }
        }
    }
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
    let (Submission::Answer(text) | Submission::Skip(text)) = submission else { return false };
    let name = number.map(|it| question_name(state.n_interviews, it));
    let recorded = name.and_then(|it| contract.answers.get(&it));
    recorded.is_some_and(|it| it.digest == Digest::of(text.as_bytes()))
}

fn charter_edit(source: &Source) -> FileEdit {
    FileEdit { path: "charter.md".to_owned(), bytes: source.bytes().to_vec() }
}

fn said(asked: &str, submission: &Submission) -> Result<Reply, InterviewRefusal> {
    let (Submission::Answer(text) | Submission::Skip(text)) = submission else {
        return Err(InterviewRefusal::AnswerMissing);
    };
    if !text.chars().any(char::is_alphanumeric) {
        return Err(InterviewRefusal::AnswerMissing);
    }
    Ok(match submission {
        Submission::Answer(answer) => {
            Reply::Answered { asked: asked.to_owned(), answer: answer.clone() }
        }
        Submission::Skip(reason) => Reply::Skipped(reason.clone()),
        Submission::Sections(_) => return Err(InterviewRefusal::AnswerMissing),
    })
}

/// Gives words as the ledger keeps them; what is too long for it stays in charter.md alone.
fn kept(words: &str) -> Option<String> {
    (words.len() <= WORDS_BYTES_MAX).then(|| words.to_owned())
}
