//! One question, to its end.
//!
//! Owns the order: the most binding form first, once more where a failure may pass, everything within one
//! time limit, and an answer is an answer only where it fits the schema. Must not know what is asked.

use crate::bound::{ANSWER_BYTES_MAX, Going, QUESTION_BYTES_MAX, WAIT_MAX};
use crate::failure::MindFailure;
use crate::found::list_values;
use crate::program::{ProgramMind, ProgramStop, Runner};
use crate::question::{Content, MindQuestion, MindReply, Said, Usage};
use crate::schema::{Framed, check};
use crate::transport::{send, shown_url};
use crate::wire::WireMind;
use serde_json::Value;
use std::time::Duration;

/// How long is waited where nobody says.
const WAIT: Duration = Duration::from_secs(1);

/// How often a question is asked at most.
pub const TRIES_MAX: u32 = 2;

/// Who is asked.
#[derive(Debug, Clone)]
pub enum ModelMind {
    Wire(WireMind),
    Program(ProgramMind),
}

/// What is needed to ask, and its bounds.
pub struct Asking<'a> {
    /// How long the whole of it may take.
    pub limit: Duration,
    /// How often it may be asked, up to [`TRIES_MAX`].
    pub n_tries_max: u32,
    pub runner: &'a dyn Runner,
    /// Asked again and again while something is waited for.
    pub watch: &'a dyn Fn() -> Going,
    /// Waits for a span, or until nobody waits any more.
    pub pause: &'a dyn Fn(Duration),
    /// Says how long it has taken.
    pub elapsed: &'a dyn Fn() -> Duration,
}

impl std::fmt::Debug for Asking<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Asking").field("limit", &self.limit).finish_non_exhaustive()
    }
}

impl Asking<'_> {
    fn left(&self) -> Result<Duration, MindFailure> {
        let left = self.limit.saturating_sub((self.elapsed)());
        if left.is_zero() {
            return Err(MindFailure::TimedOut { after: self.limit });
        }
        Ok(left)
    }

    fn is_left(&self) -> bool {
        (self.watch)() == Going::Stop
    }
}

/// Asks a mind, once more where that may help; an answer fits the schema.
pub fn ask(mind: &ModelMind, question: &MindQuestion<'_>, asking: &Asking<'_>) -> MindReply {
    let begun = (asking.elapsed)();
    let mut reply = MindReply {
        outcome: Err(MindFailure::TooLarge { what: "question", bytes_max: QUESTION_BYTES_MAX }),
        usage: Usage::default(),
        model: None,
        took_ms: 0,
        n_tries: 0,
    };
    if question.n_bytes() > QUESTION_BYTES_MAX {
        return reply;
    }
    let mut user = question.user.to_owned();
    loop {
        reply.n_tries += 1;
        let question = MindQuestion { user: &user, ..*question };
        let said = ask_once(mind, &question, asking);
        if let Ok(said) = &said {
            reply.usage = reply.usage.and(said.usage);
            reply.model = said.model.clone().or(reply.model);
        }
        let failure = match said.and_then(|it| checked(it.content, question.schema)) {
            Ok(json) => {
                reply.outcome = Ok(json);
                break;
            }
            Err(failure) => failure,
        };
        if let Err(failure) = wait_for(failure.clone(), reply.n_tries, asking) {
            reply.outcome = Err(failure);
            break;
        }
        if let MindFailure::WrongShape { said } = &failure {
            user =
                format!("{user}\n\nYour last answer could not be used: {said}. Answer once more.");
        }
    }
    let took = (asking.elapsed)().saturating_sub(begun);
    reply.took_ms = u64::try_from(took.as_millis()).unwrap_or(u64::MAX);
    reply
}

/// Waits before the next try; gives the failure where there is none.
fn wait_for(failure: MindFailure, n_tries: u32, asking: &Asking<'_>) -> Result<(), MindFailure> {
    let wait = failure.retry_after().unwrap_or(match failure {
        MindFailure::WrongShape { .. } | MindFailure::Empty => Duration::ZERO,
        _ => WAIT,
    });
    let n_tries_max = asking.n_tries_max.min(TRIES_MAX);
    let is_over = n_tries >= n_tries_max || !failure.may_pass() || wait > WAIT_MAX;
    // What would come too late is not waited for.
    if is_over || asking.left().is_ok_and(|it| it <= wait) {
        return Err(failure);
    }
    if !wait.is_zero() {
        (asking.pause)(wait);
    }
    if asking.is_left() {
        return Err(MindFailure::Cancelled);
    }
    Ok(())
}

fn ask_once(
    mind: &ModelMind,
    question: &MindQuestion<'_>,
    asking: &Asking<'_>,
) -> Result<Said, MindFailure> {
    match mind {
        ModelMind::Wire(wire) => {
            ask_wire(wire, question, asking).map_err(|it| it.without(wire.key.as_ref()))
        }
        ModelMind::Program(program) => ask_program(program, question, asking),
    }
}

fn ask_wire(
    mind: &WireMind,
    question: &MindQuestion<'_>,
    asking: &Asking<'_>,
) -> Result<Said, MindFailure> {
    let base = mind.url();
    if !base.starts_with("https://") && !base.starts_with("http://") {
        let place = shown_url(base);
        return Err(MindFailure::NotThere(format!(
            "`{place}` must begin with https:// or http://"
        )));
    }
    let mut first = None;
    for form in mind.wire.forms() {
        let request = mind.encode(question, *form);
        let response = send(&request, asking.left()?, asking.watch)?;
        match mind.decode(&response, *form) {
            // It may only be the form that it does not know; what it said first is about the best one.
            Err(failure @ MindFailure::Rejected { status: 400 | 422, .. }) => {
                first.get_or_insert(failure);
            }
            decided => return decided,
        }
    }
    Err(first.unwrap_or(MindFailure::Empty))
}

fn ask_program(
    mind: &ProgramMind,
    question: &MindQuestion<'_>,
    asking: &Asking<'_>,
) -> Result<Said, MindFailure> {
    let call = mind.call(question, asking.left()?);
    let end = asking.runner.run(&call, asking.watch).map_err(|stop| match stop {
        ProgramStop::NotThere(said) => MindFailure::NotThere(said),
        ProgramStop::TimedOut => MindFailure::TimedOut { after: asking.limit },
        ProgramStop::Cancelled => MindFailure::Cancelled,
        ProgramStop::TooLarge => {
            MindFailure::TooLarge { what: "answer", bytes_max: ANSWER_BYTES_MAX }
        }
    })?;
    mind.read(&end)
}

/// Gives the value of an answer that fits the schema.
fn checked(content: Content, schema: &Value) -> Result<Value, MindFailure> {
    let framed = Framed::new(schema);
    let values = match content {
        Content::Json(value) => vec![value],
        Content::Text(text) => list_values(&text),
    };
    let mut wrong = None;
    for value in values {
        // Who gets the schema in the prompt only does not know of the frame.
        let value = if check(&value, schema).is_ok() { value } else { framed.unframe(value) };
        match check(&value, schema) {
            Ok(()) => return Ok(value),
            Err(said) => wrong = wrong.or(Some(said)),
        }
    }
    let said = wrong.unwrap_or_else(|| "it has no JSON".to_owned());
    Err(MindFailure::WrongShape { said: crate::failure::in_a_line(&said) })
}
