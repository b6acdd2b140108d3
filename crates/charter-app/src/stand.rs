//! Which interview of a charter is on, and what it waits for.
//!
//! Owns the one answer to that for every front end, and the way of a reply to the interview that takes
//! it. Must not know how either interview works.

use crate::app::{App, Caller};
use crate::commit::DocsWanted;
use crate::deep::{
    DeepBegun, DeepOptions, DeepStand, Handed, NO_SKIP, deep_on, parse_deep_replies,
};
use crate::drafted::{DraftedReport, drafted_reply};
use crate::error::Error;
use crate::interview::{NeedReport, parse_replies, submission_of};
use charter_contract::{Docs, Topic};
use charter_engine::State;
use charter_interview::brief::{Aim, Fill, Submission, fill};
use charter_interview::deep::NextChoice;
use serde_json::json;

/// The interview that is on: the deep one where it was begun and the brief one does not ask what has
/// changed since, else the brief one, whether it has asked anything yet, is open or at its end.
#[derive(Debug, Clone)]
pub enum Stand {
    Deep(Box<DeepStand>),
    Brief(Box<NeedReport>),
    /// No interview is on: what one drafted waits for a look.
    Drafted(Box<DraftedReport>),
}

/// How an interview is taken up.
#[derive(Debug, Clone, Copy)]
pub enum TakeUp<'a> {
    /// The one that is on.
    GoOn(&'a DeepOptions),
    /// The deep one, which begins where it was not begun.
    Deep(&'a DeepOptions),
    /// The brief one, about a finished charter.
    Update,
}

/// Where an interview stands after replies.
#[derive(Debug, Clone)]
pub enum Replied {
    /// How many replies are left, and how many there were.
    Deep(Box<DeepStand>, usize, usize),
    Brief(Box<NeedReport>),
}

impl App {
    /// Says which interview of the charter that the caller means is on, and what it waits for.
    pub fn stand(&self, caller: &Caller) -> Result<Stand, Error> {
        let open = self.read_charter(caller)?;
        if let Some(report) = self.drafted_in(&open).filter(|_| is_over(&open.docs, open.state())) {
            return Ok(Stand::Drafted(Box::new(report)));
        }
        Ok(match deep_on(&open.docs, open.state()) {
            Some(_) => Stand::Deep(Box::new(self.deep_look(caller, open)?)),
            None => Stand::Brief(Box::new(self.brief_stand(caller, &open))),
        })
    }

    /// Goes on with the interview that is on.
    pub fn go_on(&self, caller: &Caller, options: &DeepOptions) -> Result<Stand, Error> {
        let open = self.open_to_write(self.select(caller)?)?;
        if let Some(report) = self.drafted_in(&open).filter(|_| is_over(&open.docs, open.state())) {
            return Ok(Stand::Drafted(Box::new(report)));
        }
        Ok(match deep_on(&open.docs, open.state()) {
            Some(_) => Stand::Deep(Box::new(self.deep_begin_in(caller, open, options)?)),
            None => {
                let open = self.brief_resume(caller, open, false)?;
                Stand::Brief(Box::new(self.brief_stand(caller, &open)))
            }
        })
    }

    /// Takes an interview up and gives it the replies that a text holds, one after the other.
    pub fn reply_all(
        &self,
        caller: &Caller,
        take_up: TakeUp<'_>,
        text: &str,
    ) -> Result<Replied, Error> {
        let open = match take_up {
            TakeUp::Deep(options) => {
                // Replies that cannot be read must not leave an interview begun.
                let replies = parse_deep_replies(text)?;
                let (stand, n_left) = self.deep_begin_with(caller, options, &replies)?;
                return Ok(Replied::Deep(Box::new(stand), n_left, replies.len()));
            }
            TakeUp::GoOn(options) => {
                let open = self.open_to_write(self.select(caller)?)?;
                if deep_on(&open.docs, open.state()).is_some() {
                    let (DeepBegun::Now(open) | DeepBegun::Before(open)) =
                        self.deep_begun(caller, open, options)?;
                    let replies = parse_deep_replies(text)?;
                    let (stand, n_left) = self.deep_all(caller, open, &replies)?;
                    return Ok(Replied::Deep(Box::new(stand), n_left, replies.len()));
                }
                self.brief_resume(caller, open, false)?
            }
            TakeUp::Update => {
                self.brief_resume(caller, self.open_to_write(self.select(caller)?)?, true)?
            }
        };
        let replies = parse_replies(text)?;
        Ok(Replied::Brief(Box::new(match replies.as_slice() {
            [] => self.brief_stand(caller, &open),
            replies => self.brief_all(caller, open, None, Some(replies))?,
        })))
    }

    /// Gives a reply to the interview that is on, and says what it waits for then.
    pub fn reply(&self, caller: &Caller, aim: Aim<'_>, handed: &Handed) -> Result<Stand, Error> {
        let mut pen = self.hold(caller, self.select(caller)?, DocsWanted::All)?;
        let waits = self.drafted_report(pen.id(), pen.docs(), pen.state());
        let is_aimed = match aim {
            Aim::Whichever => is_over(pen.docs(), pen.state()),
            Aim::Open(given) | Aim::Named(given) => given.starts_with("c-"),
        };
        if waits.is_some() && is_aimed {
            self.drafted_take(&mut pen, aim, &drafted_reply(handed)?)?;
            if let Some(report) = self.drafted_report(pen.id(), pen.docs(), pen.state()) {
                return Ok(Stand::Drafted(Box::new(report)));
            }
            return Ok(Stand::Brief(Box::new(self.brief_stand(caller, &pen.let_go()))));
        }
        if let Some(interview) = deep_on(pen.docs(), pen.state()) {
            let is_checklist = interview.is_checklist() || !self.has_mind(pen.state());
            let stand = match handed {
                Handed::Skip(reason) if is_checklist => {
                    self.deep_take(caller, pen, aim, &json!({ "skip": reason }))?.1
                }
                Handed::Words(words) => self.deep_say(caller, pen, aim, words)?,
                Handed::Content(content) => self.deep_take(caller, pen, aim, content)?.1,
                Handed::Skip(_) => return Err(Error::ReplyUnusable(NO_SKIP)),
            };
            return Ok(Stand::Deep(Box::new(stand)));
        }
        let submission = match handed {
            Handed::Words(words) => Submission::Answer(words.clone()),
            Handed::Skip(reason) => Submission::Skip(reason.clone()),
            Handed::Content(content) => {
                submission_of(content).ok_or(Error::ReplyUnusable(ANSWER_OR_SKIP))?
            }
        };
        Ok(Stand::Brief(Box::new(self.brief_reply(&mut pen, aim, &submission)?)))
    }
}

/// Tells whether the interviews of a charter are at their end, and the user has said what comes next.
fn is_over(docs: &Docs, state: &State) -> bool {
    match deep_on(docs, state) {
        Some(deep) => matches!(deep.ending.next, Some(NextChoice::Plan | NextChoice::Work)),
        None => {
            let is_gapless = |topic: Topic| fill(&docs.charter, topic) != Fill::Empty;
            state.interview.n_interviews > 0 && Topic::ALL.into_iter().all(is_gapless)
        }
    }
}

const ANSWER_OR_SKIP: &str = "the reply needs one of `answer`, `skip`, or `accept` and `edit`";
