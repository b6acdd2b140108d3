//! What the events of interviews add up to.
//!
//! Owns their slice of a charter's state: [`InterviewState::apply`] is its only mutation. Must not know
//! documents.

use crate::brief::question_name;
use crate::deep::{Fulfilled, Fulfilment, Import, Interview, InterviewWay, MindTotals, Setup};
use crate::event::InterviewEvent;
use charter_contract::{ContractState, Topic};
use charter_kernel::ancestry::EventPlace;
use charter_kernel::event::EventStamp;
use charter_kernel::{Actor, Digest, Timestamp};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// The name of the idea among the replies.
const IDEA: &str = "R0";

/// A reply, as the ledger has it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ReplyRecord {
    /// Who gave it; an agent passes the user's word on.
    pub by: Actor,
    pub ts: Timestamp,
    /// The question in words; none in older ledgers, and where the deep interview has it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub question: Option<String>,
    /// The answer in words, or why there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answer: Option<String>,
}

/// What interviews add up to.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct InterviewState {
    /// The topics that an interview has covered.
    pub answered: BTreeSet<Topic>,
    /// The replies that came through an agent and that no person has confirmed, by their names.
    pub relayed: BTreeSet<String>,
    /// Who gave each reply and when, in words where nothing else has them.
    pub replies: BTreeMap<String, ReplyRecord>,
    /// How many interviews came to their end.
    pub n_interviews: u64,
    /// Where the ends of interviews stand: who had not seen one was still in the one before.
    pub ends: Vec<EventPlace>,
    /// The interview elsewhere that a deep one begins from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub imported: Option<Box<Import>>,
    /// The deep interview, once one began.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deep: Option<Box<Interview>>,
    /// What it took to ask models, by the names of minds.
    #[serde(default, skip_serializing_if = "MindTotals::is_empty")]
    pub minds: MindTotals,
    /// The mind that gave nothing when it was asked last; the interview goes on without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failed_mind: Option<String>,
}

impl InterviewState {
    /// Takes in the next event; what criteria can rest on is noted in the contract.
    pub fn apply(
        &mut self,
        stamp: &EventStamp<'_>,
        event: &InterviewEvent,
        rests: &mut ContractState,
    ) {
        match event {
            InterviewEvent::InterviewFinished { gaps } => {
                self.answered.extend(Topic::ALL.iter().filter(|topic| !gaps.contains(topic)));
                self.n_interviews += 1;
                self.ends.push(stamp.place());
            }
            InterviewEvent::QuestionAnswered {
                number,
                answer,
                topic,
                question,
                said,
                replaces,
            } => {
                let words = (question.clone(), said.clone());
                for name in replaces.iter().filter(|it| self.replies.contains_key(*it)) {
                    rests.rest_on(stamp, name.clone(), topic, *answer);
                }
                self.reply(*number, (topic, *answer), words, stamp, rests);
            }
            InterviewEvent::QuestionSkipped { number, reason, topic, question } => {
                let digest = Digest::of(reason.as_bytes());
                let words = (question.clone(), Some(format!("skipped: {reason}")));
                self.reply(*number, (topic, digest), words, stamp, rests);
            }
            InterviewEvent::PreflightHandedOver(record) => self.take_preflight(stamp, record),
            InterviewEvent::AnswersConfirmed { answers } => {
                self.relayed.retain(|it| !answers.contains(it));
            }
            InterviewEvent::DeepInterviewBegun(setup) => self.begin_deep(stamp, setup, rests),
            InterviewEvent::DeepNeedFulfilled { need_id, round, fulfilment, cost } => {
                let at = stamp.ts;
                if let Some(cost) = cost {
                    let is_given = !matches!(**fulfilment, Fulfilment::Failed { .. });
                    self.failed_mind = (!is_given).then(|| cost.mind.clone());
                    self.minds.entry(cost.mind.clone()).or_default().add(cost, is_given);
                }
                let fulfilled = Fulfilled { need_id, round: *round, fulfilment, at };
                self.fulfil(fulfilled, stamp, rests);
                self.relay_deep(need_id, *round, fulfilment, stamp);
            }
            InterviewEvent::InterviewImported(import) => self.imported = Some(import.clone()),
        }
    }

    fn begin_deep(&mut self, stamp: &EventStamp<'_>, setup: &Setup, rests: &mut ContractState) {
        let is_first = self.deep.is_none();
        self.deep = Some(Box::new(self.deep_after(setup, stamp.ts)));
        if is_first {
            self.imported = None;
        }
        if setup.way == InterviewWay::Checklist {
            // Without a mind a criterion can rest on a sentence of the idea.
            rests.rest_on(stamp, IDEA.to_owned(), "idea", Digest::of(setup.idea.as_bytes()));
            self.keep(IDEA, (None, Some(setup.idea.clone())), stamp);
        }
    }

    /// Gives the deep interview as a beginning makes it: the first, or the same under other settings.
    pub(crate) fn deep_after(&self, setup: &Setup, at: Timestamp) -> Interview {
        if let Some(interview) = &self.deep {
            let mut interview = (**interview).clone();
            interview.begin_again(setup);
            return interview;
        }
        let mut interview = Interview::new(setup.clone(), at);
        if let Some(import) = &self.imported {
            interview.take_over(import);
        }
        interview
    }

    /// What a criterion rests on is known by its digest: an answer by its words, a fact by its
    /// statement and by whether it still holds.
    fn fulfil(
        &mut self,
        fulfilled: Fulfilled<'_>,
        stamp: &EventStamp<'_>,
        rests: &mut ContractState,
    ) {
        let Some(interview) = &mut self.deep else { return };
        interview.apply(fulfilled);
        for number in [fulfilled.round, interview.n_rounds()] {
            let Some(round) = interview.round(number) else { continue };
            let Some(said) = round.said() else { continue };
            let digest = Digest::of(said.as_bytes());
            rests.rest_on(stamp, round.name(), &format!("round {number}"), digest);
        }
        if !fulfilled.fulfilment.touches_facts() {
            return;
        }
        for fact in &interview.facts {
            let holds = !fact.disputed && !fact.is_superseded();
            let digest = Digest::of(format!("{holds} {}", fact.statement).as_bytes());
            rests.rest_on(stamp, fact.id.clone(), "fact", digest);
        }
    }

    fn reply(
        &mut self,
        number: u64,
        reply: (&str, Digest),
        words: (Option<String>, Option<String>),
        stamp: &EventStamp<'_>,
        rests: &mut ContractState,
    ) {
        let n_ended = self.ends.iter().filter(|it| stamp.has_seen(**it)).count() as u64;
        let name = question_name(n_ended + 1, number);
        rests.rest_on(stamp, name.clone(), reply.0, reply.1);
        self.keep(&name, words, stamp);
        self.relay(name, stamp.actor);
    }

    /// The words of a round are in the round.
    fn relay_deep(&mut self, need_id: &str, round: u32, said: &Fulfilment, stamp: &EventStamp<'_>) {
        if self.deep.is_none() || !said.is_the_users() {
            return;
        }
        let (name, answer) = match round {
            0 => (need_id.to_owned(), Some(said.summary().to_owned())),
            round => (format!("R{round}"), None),
        };
        self.keep(&name, (None, answer), stamp);
        self.relay(name, stamp.actor);
    }

    fn keep(
        &mut self,
        name: &str,
        words: (Option<String>, Option<String>),
        stamp: &EventStamp<'_>,
    ) {
        let (by, ts, (question, answer)) = (stamp.actor.clone(), stamp.ts, words);
        self.replies.insert(name.to_owned(), ReplyRecord { by, ts, question, answer });
    }

    /// Whoever replies last says whether a person has to look at it.
    fn relay(&mut self, name: String, actor: &Actor) {
        if actor.is_person() {
            self.relayed.remove(&name);
        } else {
            self.relayed.insert(name);
        }
    }
}
