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
use charter_interview::brief::{
    Aim, BriefPhrase, Entry, Open, Pad, QUESTIONS_MAX, Question, Reply, SectionReply,
    SectionReview, SectionRow, Submission, begin, is_complete, lacks_measure, named, say, say_with,
    tongue,
};
use charter_interview::decision::brief::{TakenReply, fulfil, is_accept, need, resume};
use charter_interview::drafted::drafted;
use charter_interview::noise::NoiseKind;
use charter_interview::rules::OfflineMind;
use charter_interview::{InterviewRefusal, Tongue};
use charter_kernel::markdown::Outline;
use charter_kernel::{CharterId, Context, Decision, NextAction, counted};
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
    /// `dump`, `ask`, `review` or `done`.
    pub kind: &'static str,
    /// Who can fulfil it.
    pub r#for: &'static str,
    /// Which question it is, from 1; the first words and a look at the sections are none.
    pub round: u64,
    /// The words.
    pub prompt: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// The sections that are looked at.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rows: Vec<SectionReport>,
    /// Why a reply was not taken; the same is still open.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub notice: Option<String>,
    /// What was done without being asked, where replies came all at once.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// What `submit` takes beside the id.
    pub schema: Value,
    pub context: NeedContext,
    /// What the interview has made, at its end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub end: Option<EndReport>,
    pub next_actions: Vec<NextAction>,
    /// The language that the user is spoken to in.
    #[serde(skip)]
    pub tongue: Tongue,
    /// The sections, for a screen.
    #[serde(skip)]
    pub review: Option<SectionReview>,
}

/// A section that is looked at.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SectionReport {
    /// The name under which it is changed.
    pub id: &'static str,
    /// Its name in the user's language.
    pub title: String,
    /// What it says; nothing where that is still to be said.
    pub text: Option<String>,
    /// The answer that it comes from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
}

/// What a reply came to.
pub(crate) struct BriefTurn {
    pub(crate) open: Open,
    pub(crate) noise: Option<NoiseKind>,
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
    /// How many questions there will be.
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
        self.brief_reply(&mut pen, aim, submission)
    }

    /// Does the same with a charter that is held.
    pub(crate) fn brief_reply(
        &self,
        pen: &mut Pen<'_>,
        aim: Aim<'_>,
        submission: &Submission,
    ) -> Result<NeedReport, Error> {
        let BriefTurn { open, noise } = self.brief_take(pen, aim, submission)?;
        let report =
            self.need_report(pen.id(), pen.docs(), open, &pen.ctx).behind(pen.state(), pen.docs());
        let why = report.why.clone().unwrap_or_default();
        let tongue = report.tongue;
        let words = |kind| say_with(tongue, BriefPhrase::Noise(kind), &[("why", &why)]);
        Ok(NeedReport { notice: noise.map(words), ..report })
    }

    /// Gives replies one after the other, as long as something is asked. An idea was asked for: it
    /// answers the first question, should that ask for it again, however little it says. Replies that came
    /// all at once leave nobody to look at the sections: they are accepted, and that is said.
    pub fn interview_all(
        &self,
        caller: &Caller,
        idea: Option<&str>,
        replies: Option<&[Submission]>,
    ) -> Result<NeedReport, Error> {
        if idea.is_none() && replies.is_none_or(<[Submission]>::is_empty) {
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
        replies: Option<&[Submission]>,
    ) -> Result<NeedReport, Error> {
        let mut pen = self.hold(caller, charter, DocsWanted::All)?;
        let mut open = need(pen.docs(), &pen.ctx, OfflineMind::shipped());
        let mut notes = Vec::new();
        if let (Some(idea), Open::Ask(question)) = (idea, &open)
            && question.is_dump()
        {
            let said = Submission::Answer(idea.to_owned());
            open = self.brief_take(&mut pen, Aim::Whichever, &said)?.open;
        }
        if let Some(replies) = replies {
            open = self.brief_batch(&mut pen, open, replies, &mut notes)?;
        }
        let report = self.need_report(pen.id(), pen.docs(), open, &pen.ctx);
        Ok(NeedReport { notes, ..report.behind(pen.state(), pen.docs()) })
    }

    /// Gives replies that came all at once: each goes to the next question.
    fn brief_batch(
        &self,
        pen: &mut Pen<'_>,
        mut open: Open,
        replies: &[Submission],
        notes: &mut Vec<String>,
    ) -> Result<Open, Error> {
        let accept = Submission::Sections(SectionReply { accept: true, ..SectionReply::default() });
        let mut replies = replies.iter().peekable();
        loop {
            let question = match &open {
                Open::Ask(question) => question.clone(),
                Open::Review(shown) => {
                    let own = replies.next_if(|it| is_about_sections(it));
                    let note = say(shown.tongue, BriefPhrase::BatchAccepted);
                    if own.is_none() && !notes.contains(&note) {
                        notes.push(note);
                    }
                    open = self.brief_take(pen, Aim::Whichever, own.unwrap_or(&accept))?.open;
                    continue;
                }
                Open::Done(_) | Open::Stuck(_) => break,
            };
            let Some(reply) = replies.find(|it| **it != accept) else { break };
            let aim = question.id();
            let taken = self.brief_take(pen, Aim::Open(&aim), reply)?;
            open = taken.open;
            if let (Some(_), Submission::Answer(text)) = (taken.noise, reply) {
                let slots = [("question", question.text.as_str()), ("text", text)];
                notes.push(say_with(question.tongue, BriefPhrase::BatchLeftOut, &slots));
                let reason = Submission::Skip(say(question.tongue, BriefPhrase::BatchSkipped));
                open = self.brief_take(pen, Aim::Open(&aim), &reason)?.open;
            }
        }
        Ok(open)
    }

    pub(crate) fn brief_stand(&self, caller: &Caller, opened: &Opened) -> NeedReport {
        let ctx = self.context(caller);
        let open = need(&opened.docs, &ctx, OfflineMind::shipped());
        let report = self.need_report(&opened.id, &opened.docs, open, &ctx);
        report.behind(opened.state(), &opened.docs)
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
    ) -> Result<BriefTurn, Error> {
        charter_contract::check_open(&pen.state().contract)?;
        let (docs, state, mind) = (pen.docs(), pen.state(), OfflineMind::shipped());
        let TakenReply { answer, end, open, noise } =
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
        Ok(BriefTurn { open, noise })
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
        let mut report = NeedReport {
            need_id: None,
            kind: "done",
            r#for: "user",
            round: 0,
            prompt: String::new(),
            why: None,
            rows: Vec::new(),
            notice: None,
            notes: Vec::new(),
            schema: serde_json::json!({ "not": {} }),
            context: NeedContext {
                charter_id: id.to_string(),
                path: self.charter_path(id),
                topic: None,
                total_questions: QUESTIONS_MAX,
                gaps_remaining: Vec::new(),
                replies: replies(docs, ctx),
            },
            end: None,
            next_actions: Vec::new(),
            tongue: tongue(&docs.charter),
            review: None,
        };
        match open {
            Open::Ask(question) => {
                let hint = "skip it, with the reason";
                report.next_actions = [
                    about("interview submit", "answer it", "--answer \"your words\""),
                    about("interview submit", hint, "--skip \"why\""),
                ]
                .concat();
                report.ask(question);
            }
            Open::Review(shown) => {
                report.next_actions = [
                    about("interview submit", "accept it", "--answer accept"),
                    about("interview submit", "change one", "--answer \"scope: your words\""),
                ]
                .concat();
                report.look(shown);
            }
            Open::Done(gaps) => {
                let ask = || about("interview", "asks for what is still open", "");
                report.next_actions = if gaps.is_empty() { look() } else { ask() };
                report.prompt = "the interview is at its end".to_owned();
                report.end = Some(end_report(docs, &gaps));
                report.context.gaps_remaining = gaps;
            }
            Open::Stuck(reason) => (report.prompt, report.next_actions) = (reason, look()),
        }
        report
    }
}

impl NeedReport {
    /// Names what comes behind an interview that left nothing open: a look at what it drafted.
    fn behind(mut self, state: &State, docs: &Docs) -> Self {
        let n = drafted(docs, &state.contract).len();
        if self.kind == "done" && self.context.gaps_remaining.is_empty() && n > 0 {
            let hint = format!("look at {}", counted(n, "drafted criterion", "drafted criteria"));
            let id = self.context.charter_id.as_str();
            self.next_actions.insert(0, NextAction::about("interview", id, hint, ""));
        }
        self
    }

    fn ask(&mut self, question: Question) {
        self.need_id = Some(question.id());
        self.kind = if question.is_dump() { "dump" } else { "ask" };
        (self.round, self.context.total_questions) = question.place.unwrap_or((0, QUESTIONS_MAX));
        self.schema = answer_schema();
        self.tongue = question.tongue;
        self.prompt = question.text;
        self.why = Some(question.why);
        self.context.topic = Some(question.topic);
        self.context.gaps_remaining = question.gaps;
    }

    fn look(&mut self, shown: SectionReview) {
        let row = |it: &SectionRow| SectionReport {
            id: it.topic.word(),
            title: say(shown.tongue, BriefPhrase::Name(it.topic)),
            text: it.text.clone(),
            from: it.number().map(|it| format!("Q{it}")),
        };
        self.rows = shown.rows.iter().map(row).collect();
        self.need_id = Some(shown.id());
        self.kind = "review";
        self.schema = review_schema();
        self.tongue = shown.tongue;
        self.prompt = shown.words();
        self.context.gaps_remaining = shown.gaps();
        self.review = Some(shown);
    }
}

/// Tells whether a reply is about the sections on the screen and answers no question.
fn is_about_sections(reply: &Submission) -> bool {
    match reply {
        Submission::Sections(_) => true,
        Submission::Answer(words) => is_accept(words),
        Submission::Skip(_) => false,
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
        reply.ok_or("is no text, {\"answer\": …}, {\"skip\": …} or {\"accept\": true}")
    })?;
    // All of them can be taken, or none is: a charter must not be left with half of its answers.
    let is_empty = |it: &Submission| {
        let (Submission::Answer(text) | Submission::Skip(text)) = it else { return false };
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

/// Reads a reply: an object with an answer, the reason for none, or what is made of the sections.
pub(crate) fn submission_of(content: &Value) -> Option<Submission> {
    let word = |key: &str| content.get(key).and_then(Value::as_str).map(str::to_owned);
    match (word("answer"), word("skip")) {
        (Some(answer), None) => Some(Submission::Answer(answer)),
        (None, Some(reason)) => Some(Submission::Skip(reason)),
        (Some(_), Some(_)) => None,
        (None, None) => sections_of(content).map(Submission::Sections),
    }
}

fn sections_of(content: &Value) -> Option<SectionReply> {
    let accept = content.get("accept").map_or(Some(false), Value::as_bool)?;
    let none = serde_json::Map::new();
    let edits = content.get("edit").map_or(Some(&none), Value::as_object)?;
    let edit = |(name, text): (&String, &Value)| {
        let text = if text.is_null() { Some("") } else { text.as_str() };
        Some((named(Tongue::English, name)?, text?.to_owned()))
    };
    let edits = edits.iter().map(edit).collect::<Option<_>>()?;
    let reply = SectionReply { edits, accept };
    (reply != SectionReply::default()).then_some(reply)
}

/// Gives the JSON Schema of what is made of the sections.
fn review_schema() -> Value {
    let text = || serde_json::json!({ "type": "string" });
    let names = Topic::ALL.map(|it| (it.word().to_owned(), text()));
    serde_json::json!({
        "type": "object",
        "description": "accept: all of it is right as it stands. edit: what a section says instead; \
                        an empty text takes it out, and it is asked",
        "properties": {
            "accept": { "type": "boolean" },
            "edit": {
                "type": "object",
                "properties": serde_json::Map::from_iter(names),
                "additionalProperties": false,
            },
        },
        "anyOf": [{ "required": ["accept"] }, { "required": ["edit"] }],
    })
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
