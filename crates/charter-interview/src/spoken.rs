//! Who said what in an interview, in words.
//!
//! Owns the record of a reply and how it is found by its name: `Q4`, `R2`, `F1`, `preflight-1`. Must not
//! know documents or screens.

use crate::deep::Round;
use crate::preflight::PreflightRecord;
use crate::{InterviewState, ReplyRecord};
use charter_kernel::event::EventStamp;
use charter_kernel::{Actor, Timestamp};

/// What the names of preflight's replies begin with.
const PREFLIGHT: &str = "preflight-";

/// A reply in words, as far as the ledger has them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spoken {
    pub question: Option<String>,
    pub answer: Option<String>,
    pub by: Option<Actor>,
    pub ts: Option<Timestamp>,
    /// Whether the interviewer answered because the user left it open.
    pub assumed: bool,
}

impl InterviewState {
    /// Finds what was said under a name; a fact is what the answer of its round said.
    #[must_use]
    pub fn spoken(&self, name: &str) -> Option<Spoken> {
        let reply = self.replies.get(name);
        if let Some(round) = self.round_of(name) {
            return Some(spoken_in(round, self.replies.get(&round.name())));
        }
        reply.map(|it| Spoken {
            question: it.question.clone(),
            answer: it.answer.clone(),
            by: Some(it.by.clone()),
            ts: Some(it.ts),
            assumed: false,
        })
    }

    /// Lists the replies that preflight left, by name, in the order they were given.
    #[must_use]
    pub fn preflight_names(&self) -> Vec<&str> {
        let names = self.replies.keys().map(String::as_str);
        let mut names: Vec<&str> = names.filter(|it| it.starts_with(PREFLIGHT)).collect();
        // The last word has no number.
        let number = |it: &str| it.strip_prefix(PREFLIGHT).and_then(|it| it.parse::<u32>().ok());
        names.sort_by_key(|it| number(it).unwrap_or(u32::MAX));
        names
    }

    fn round_of(&self, name: &str) -> Option<&Round> {
        let deep = self.deep.as_deref()?;
        let fact = deep.facts.iter().find(|it| it.id == name).map(|it| it.round);
        let number = fact.or_else(|| name.strip_prefix('R')?.parse().ok())?;
        deep.round(number)
    }

    /// Takes over what preflight learnt. The words came from a file that anybody can write, so they are
    /// a person's only where a person brought them.
    pub(crate) fn take_preflight(&mut self, stamp: &EventStamp<'_>, record: &PreflightRecord) {
        for it in &record.answers {
            let (question, answer) = (Some(it.question.clone()), Some(it.answer.clone()));
            let (by, ts) = (stamp.actor.clone(), it.at.unwrap_or(stamp.ts));
            let name = format!("{PREFLIGHT}{}", it.number);
            self.replies.insert(name, ReplyRecord { by, ts, question, answer });
        }
        let understood = record.understood.as_deref().unwrap_or_default();
        let asked = format!("Is this what you want? {understood}").trim_end().to_owned();
        let skip = ("skip", Some("Were any questions left out?".to_owned()));
        let words = [(("yes", Some(asked)), &record.yes), (skip, &record.skipped)];
        for ((name, question), word) in words {
            let Some(word) = word else { continue };
            let by = word.by.clone().unwrap_or_else(|| stamp.actor.clone());
            let name = format!("{PREFLIGHT}{name}");
            if !(stamp.actor.is_person() && by.is_person()) {
                self.relayed.insert(name.clone());
            }
            let (ts, answer) = (word.at.unwrap_or(stamp.ts), Some(word.words.clone()));
            self.replies.insert(name, ReplyRecord { by, ts, question, answer });
        }
    }
}

fn spoken_in(round: &Round, reply: Option<&ReplyRecord>) -> Spoken {
    Spoken {
        question: round.question.as_ref().map(|it| it.text.clone()),
        answer: round.said().map(str::to_owned),
        by: reply.map(|it| it.by.clone()),
        ts: reply.map(|it| it.ts).or(round.answered_at),
        assumed: round.is_assumed(),
    }
}
