//! The brief interview, one need at a time.
//!
//! Owns the order of a turn: the answer, then the end where nothing is left to ask. Must not know
//! whether a person, a script or an agent answers.

use crate::app::{App, Caller, OpenCharter as Opened};
use crate::commit::{Charter, DocsWanted, Pen};
use crate::error::Error;
use charter_contract::document::Criterion;
use charter_contract::{Docs, Topic};
use charter_engine::State;
use charter_interview::InterviewRefusal;
use charter_interview::brief::{
    Aim, BRAIN_DUMP, Entry, Open, Pad, Question, Reply, Submission, begin, is_complete,
    lacks_measure,
};
use charter_interview::decision::brief::{TakenReply, fulfil, need, resume};
use charter_interview::rules::OfflineMind;
use charter_kernel::markdown::Outline;
use charter_kernel::{CharterId, Context, Decision, NextAction};
use serde::Serialize;
use serde_json::Value;
use std::path::Path;

/// What an interview waits for.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct NeedReport {
    /// The name under which it is fulfilled; none where nothing is open.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub need_id: Option<String>,
    /// `ask` or `done`.
    pub kind: &'static str,
    /// Who can fulfil it.
    pub r#for: &'static str,
    /// The number of the question.
    pub round: u64,
    /// The words.
    pub prompt: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// What `submit` takes beside the id.
    pub schema: Value,
    pub context: NeedContext,
    /// What the interview has made, at its end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub end: Option<EndReport>,
    pub next_actions: Vec<NextAction>,
}

/// What an interview has made.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct EndReport {
    /// `Complete` or `Draft`.
    pub status: &'static str,
    /// How many of the five sections are covered.
    pub n_sections: usize,
    pub n_criteria: usize,
    pub n_milestones: usize,
    /// The criteria that need a measure: id and title.
    pub without_measure: Vec<(String, String)>,
}

/// A question that has its answer.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ReplyRow {
    /// The name under which it is corrected.
    pub need_id: String,
    pub round: u64,
    pub topic: String,
    pub prompt: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub answer: Option<String>,
    /// Why there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub skip: Option<String>,
}

/// Where an interview stands.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct NeedContext {
    pub charter_id: String,
    pub path: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub topic: Option<String>,
    /// The most questions there can be.
    pub total_questions: u64,
    /// The topics that nothing covers yet.
    pub gaps_remaining: Vec<Topic>,
    /// What was answered or skipped so far.
    pub replies: Vec<ReplyRow>,
}

impl App {
    /// Says what the brief interview of the charter that the caller means waits for; nothing is
    /// written.
    pub fn interview_next(&self, caller: &Caller) -> Result<NeedReport, Error> {
        let opened = self.read_charter(caller)?;
        Ok(self.brief_stand(caller, &opened))
    }

    /// Asks again about a finished charter.
    pub fn interview_update(&self, caller: &Caller) -> Result<NeedReport, Error> {
        let opened = self.brief_resume(caller, self.open_to_write(self.select(caller)?)?, true)?;
        Ok(self.brief_stand(caller, &opened))
    }

    /// Takes a reply and says what comes next.
    pub fn interview_submit(
        &self,
        caller: &Caller,
        aim: Aim<'_>,
        submission: &Submission,
    ) -> Result<NeedReport, Error> {
        let mut pen = self.hold(caller, self.select(caller)?, DocsWanted::All)?;
        let open = self.brief_take(&mut pen, aim, submission)?;
        Ok(self.need_report(pen.id(), pen.docs(), open, &pen.ctx))
    }

    /// Gives replies one after the other, as long as something is asked. An idea was asked for: it
    /// answers the first question, should that ask for it again, however little it says.
    pub fn interview_all(
        &self,
        caller: &Caller,
        idea: Option<&str>,
        replies: &[Submission],
    ) -> Result<NeedReport, Error> {
        if idea.is_none() && replies.is_empty() {
            return self.interview_next(caller);
        }
        self.brief_all(caller, self.select(caller)?, idea, replies)
    }

    /// Does the same on a charter that is named or was read.
    pub(crate) fn brief_all(
        &self,
        caller: &Caller,
        charter: impl Into<Charter>,
        idea: Option<&str>,
        replies: &[Submission],
    ) -> Result<NeedReport, Error> {
        let mut pen = self.hold(caller, charter, DocsWanted::All)?;
        let mut open = need(pen.docs(), &pen.state().interview, &pen.ctx, OfflineMind::shipped());
        let asks_idea = matches!(&open, Open::Ask(question) if question.topic == BRAIN_DUMP);
        let idea = idea.filter(|_| asks_idea).map(|it| Submission::Answer(it.to_owned()));
        for reply in idea.iter().chain(replies) {
            let Open::Ask(question) = &open else { break };
            open = self.brief_take(&mut pen, Aim::Open(&question.id()), reply)?;
        }
        Ok(self.need_report(pen.id(), pen.docs(), open, &pen.ctx))
    }

    pub(crate) fn brief_stand(&self, caller: &Caller, opened: &Opened) -> NeedReport {
        let ctx = self.context(caller);
        let open = need(&opened.docs, &opened.state().interview, &ctx, OfflineMind::shipped());
        self.need_report(&opened.id, &opened.docs, open, &ctx)
    }

    /// Goes on with an interview: with `update` a finished charter is asked about again, and a
    /// status that says something else than the document is put right. Nothing is locked where there
    /// is nothing to write.
    pub(crate) fn brief_resume(
        &self,
        caller: &Caller,
        mut opened: Opened,
        update: bool,
    ) -> Result<Opened, Error> {
        let decide = |docs: &Docs, state: &State, ctx: &Context| {
            charter_contract::check_open(&state.contract)?;
            resume(docs, &state.interview, update, ctx, OfflineMind::shipped())
        };
        let decision = decide(&opened.docs, opened.state(), &self.context(caller))?;
        if decision != Decision::default() {
            let mut pen = self.hold(caller, opened, DocsWanted::All)?;
            let decision = decide(pen.docs(), pen.state(), &pen.ctx)?;
            pen.write(decision.into())?;
            opened = pen.let_go();
        }
        Ok(opened)
    }

    /// Takes a reply and says what is open then. The end is a write of its own: it can be made up for,
    /// the answer cannot.
    pub(crate) fn brief_take(
        &self,
        pen: &mut Pen<'_>,
        aim: Aim<'_>,
        submission: &Submission,
    ) -> Result<Open, Error> {
        charter_contract::check_open(&pen.state().contract)?;
        let (docs, state, mind) = (pen.docs(), pen.state(), OfflineMind::shipped());
        let TakenReply { answer, end, open } =
            fulfil(docs, &state.contract, &state.interview, aim, submission, &pen.ctx, mind)?;
        let is_recorded = !answer.events.is_empty();
        pen.write(answer.into())?;
        let ended = end.map_or(Ok(false), |it| pen.write(it.into()));
        if is_recorded {
            let again = NextAction::about("interview", pen.id().as_str(), "ends the interview", "");
            self.or_later(ended, &again);
        } else {
            ended?;
        }
        Ok(open)
    }

    /// Reads a file that the caller names, as text.
    pub fn read_text(&self, path: &Path) -> Result<String, Error> {
        Ok(String::from_utf8_lossy(&self.read_named(path)?).into_owned())
    }

    /// Lets the user write an answer in an editor; nothing comes back where that did not end well.
    pub fn edit_answer(&self, editor: &str, text: &str) -> Result<Option<String>, Error> {
        let path = self.store.lay_out_answer(text)?;
        let ended = charter_proof::edit(editor, &path);
        let text = self.store.take_answer()?;
        Ok(ended.is_ok_and(|well| well).then_some(text))
    }

    pub(crate) fn need_report(
        &self,
        id: &CharterId,
        docs: &Docs,
        open: Open,
        ctx: &Context,
    ) -> NeedReport {
        let about = |action: &str, hint: &str, rest: &str| {
            vec![NextAction::about(action, id.as_str(), hint, rest)]
        };
        let look = || about("status", "see where it stands", "");
        let (prompt, gaps, end, next_actions, question) = match open {
            Open::Ask(question) => {
                let answer = about("interview submit", "answer it", "--answer \"your words\"");
                (question.text.clone(), question.gaps.clone(), None, answer, Some(question))
            }
            Open::Done(gaps) => {
                let end = end_report(docs, &gaps);
                let ask = || about("interview", "asks for what is still open", "");
                let next = if gaps.is_empty() { look() } else { ask() };
                ("the interview is at its end".to_owned(), gaps, Some(end), next, None)
            }
            Open::Stuck(reason) => (reason, Vec::new(), None, look(), None),
        };
        let schema = || serde_json::json!({ "not": {} });
        NeedReport {
            need_id: question.as_ref().map(Question::id),
            kind: if question.is_some() { "ask" } else { "done" },
            r#for: "user",
            round: question.as_ref().map_or(0, |it| it.number),
            prompt,
            schema: question.as_ref().map_or_else(schema, |_| answer_schema()),
            context: NeedContext {
                charter_id: id.to_string(),
                path: self.charter_path(id),
                topic: question.as_ref().map(|it| it.topic.clone()),
                total_questions: charter_interview::brief::QUESTIONS_MAX,
                gaps_remaining: gaps,
                replies: replies(docs, ctx),
            },
            why: question.map(|it| it.why),
            end,
            next_actions,
        }
    }
}

fn replies(docs: &Docs, ctx: &Context) -> Vec<ReplyRow> {
    let begun = begin(docs.charter.source(), OfflineMind::shipped(), ctx.now);
    let pad = begun.and_then(|it| Pad::find(&it, &Outline::parse(&it)).map(|(pad, _)| pad));
    let row = |entry: &Entry| ReplyRow {
        need_id: entry.need_id(),
        round: entry.number,
        topic: entry.topic.clone(),
        prompt: entry.asked(),
        answer: entry.answer().map(str::to_owned),
        skip: match &entry.reply {
            Reply::Skipped(reason) => Some(reason.clone()),
            Reply::Answered { .. } => None,
        },
    };
    pad.map(|it| it.entries.iter().map(row).collect()).unwrap_or_default()
}

fn end_report(docs: &Docs, gaps: &[Topic]) -> EndReport {
    let criteria = docs.criteria.criteria();
    let lacks = |it: &&Criterion| lacks_measure(&docs.criteria, it);
    let without_measure = criteria.iter().filter(lacks);
    let row = |it: &Criterion| (it.id.to_string(), it.title.clone());
    EndReport {
        status: if is_complete(docs.charter.source()) { "Complete" } else { "Draft" },
        n_sections: Topic::ALL.len() - gaps.len(),
        n_criteria: criteria.len(),
        n_milestones: docs.criteria.milestones().len(),
        without_measure: without_measure.map(row).collect(),
    }
}

/// Reads replies: a JSON array of texts, `{"answer": …}` and `{"skip": reason}`, or one a line.
pub fn parse_replies(text: &str) -> Result<Vec<Submission>, Error> {
    let replies = parse_list(text, Submission::Answer, |item| {
        let words = item.as_str().map(|it| Submission::Answer(it.to_owned()));
        let reply = words.or_else(|| submission_of(&item));
        reply.ok_or("is no text, {\"answer\": …} or {\"skip\": …}")
    })?;
    // All of them can be taken, or none is: a charter must not be left with half of its answers.
    let is_empty = |it: &Submission| {
        let (Submission::Answer(text) | Submission::Skip(text)) = it;
        !text.chars().any(char::is_alphanumeric)
    };
    let is_list = text.trim_start().starts_with('[');
    match replies.iter().position(is_empty).filter(|_| is_list) {
        Some(idx) => {
            let problem = "needs at least one word, or a reason to skip";
            Err(InterviewRefusal::ReplyUnusable { number: idx + 1, problem }.into())
        }
        None => Ok(replies),
    }
}

/// Reads a list: each item of a JSON array, or each line as words.
pub(crate) fn parse_list<T>(
    text: &str,
    words: fn(String) -> T,
    item: impl Fn(Value) -> Result<T, &'static str>,
) -> Result<Vec<T>, Error> {
    let items = match serde_json::from_str(text) {
        Ok(Value::Array(items)) => items,
        _ if text.trim_start().starts_with(['[', '{']) => {
            return Err(InterviewRefusal::RepliesUnusable.into());
        }
        _ => {
            let lines = text.lines().map(str::trim).filter(|it| !it.is_empty());
            return Ok(lines.map(|it| words(it.to_owned())).collect());
        }
    };
    let read = |(idx, it): (usize, Value)| {
        let unusable = |problem| InterviewRefusal::ReplyUnusable { number: idx + 1, problem };
        item(it).map_err(|problem| unusable(problem).into())
    };
    items.into_iter().enumerate().map(read).collect()
}

/// Reads a reply: an object with either an answer or the reason for none.
pub(crate) fn submission_of(content: &Value) -> Option<Submission> {
    let word = |key: &str| content.get(key).and_then(Value::as_str).map(str::to_owned);
    match (word("answer"), word("skip")) {
        (Some(answer), None) => Some(Submission::Answer(answer)),
        (None, Some(reason)) => Some(Submission::Skip(reason)),
        (Some(_), Some(_)) | (None, None) => None,
    }
}

/// Gives the JSON Schema of what `submit` takes beside the id.
fn answer_schema() -> Value {
    serde_json::json!({
        "type": "object",
        "properties": {
            "answer": { "type": "string", "minLength": 1 },
            "skip": { "type": "string", "minLength": 1 },
        },
        "oneOf": [{ "required": ["answer"] }, { "required": ["skip"] }],
    })
}
