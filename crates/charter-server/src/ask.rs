//! A question to the user, through the client.
//!
//! Owns the form and what counts as an answer: only words that a form brought back. A form that was
//! declined, cancelled or left alone may have been the client's doing, so it is never a reply: the
//! question then goes to the agent. Must not write anything.

use rmcp::model::{
    ElicitRequest, ElicitRequestParams, ElicitResult, ElicitationAction, ElicitationSchema,
    InputRequest, InputRequests,
};
use rmcp::service::{RequestContext, RoleServer};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::time::Duration;

/// The most questions that one call puts to the user; the next one goes to the agent.
pub(crate) const QUESTIONS_MAX: u32 = 8;

/// How long a form may stay open while a call waits for it.
const FORM_WAIT: Duration = Duration::from_secs(30 * 60);

/// The name of a form's only field, and of the only question of a call.
const FIELD: &str = "answer";

/// A question to the user.
#[derive(Debug, Clone)]
pub(crate) struct UserQuestion {
    pub(crate) charter_id: String,
    pub(crate) need_id: String,
    /// The words.
    pub(crate) message: String,
}

/// The words that came back, or why there are none.
pub(crate) type FormAnswer = Result<String, &'static str>;

/// Reads what a client gives back for a form.
fn read(result: &Value) -> FormAnswer {
    let result: ElicitResult = serde_json::from_value(result.clone()).map_err(|_| "unreadable")?;
    match result.action {
        ElicitationAction::Accept => {
            let words = result.content.as_ref().and_then(|it| it.get(FIELD)?.as_str());
            let words = words.filter(|it| it.chars().any(char::is_alphanumeric));
            words.map(str::to_owned).ok_or("empty")
        }
        ElicitationAction::Decline => Err("declined"),
        _ => Err("cancelled"),
    }
}

/// Reads what a call that comes again brings along.
pub(crate) fn read_retry(responses: Option<&BTreeMap<String, Value>>) -> FormAnswer {
    responses.and_then(|it| it.get(FIELD)).map_or(Err("missing"), read)
}

fn form(question: &UserQuestion) -> Option<ElicitRequestParams> {
    let schema = json!({
        "type": "object",
        "properties": { FIELD: { "type": "string", "title": "Your answer", "minLength": 1 } },
        "required": [FIELD],
    });
    let requested_schema: ElicitationSchema = serde_json::from_value(schema).ok()?;
    let message = question.message.clone();
    Some(ElicitRequestParams::FormElicitationParams { meta: None, message, requested_schema })
}

/// Makes what a client has to fulfil before it calls again.
pub(crate) fn requests(question: &UserQuestion) -> Option<InputRequests> {
    let request = InputRequest::Elicitation(ElicitRequest::new(form(question)?));
    Some(BTreeMap::from([(FIELD.to_owned(), request)]))
}

/// Puts a question to the user and waits; nothing is locked meanwhile.
pub(crate) async fn put(
    context: &RequestContext<RoleServer>,
    question: &UserQuestion,
) -> FormAnswer {
    let Some(form) = form(question) else { return Err("unreadable") };
    let asked = context.peer.create_elicitation_with_timeout(form, Some(FORM_WAIT));
    tokio::select! {
        result = asked => match result {
            Ok(result) => serde_json::to_value(&result)
                .map_or(Err("unreadable"), |it| read(&it)),
            Err(_) => Err("unanswered"),
        },
        () = context.ct.cancelled() => Err("cancelled"),
    }
}

/// Says beside a need that its form brought no answer.
pub(crate) fn note(mut need: Value, why: &str) -> Value {
    let note = "The form brought no answer, and that may have been the client and not the user. \
                Ask the user this question in your own turn and hand their words in with \
                action=submit. Do not answer for them.";
    if let Some(map) = need.as_object_mut() {
        map.insert("asked".to_owned(), json!({ "result": why, "note": note }));
    }
    need
}

#[cfg(test)]
mod tests {
    use super::{FormAnswer, read, read_retry};
    use serde_json::{Value, json};

    #[track_caller]
    fn check(result: &Value, said: &FormAnswer) {
        assert_eq!(read(result), *said, "{result}");
    }

    #[test]
    fn only_words_of_an_accepted_form_are_an_answer() {
        let words = Ok("Nurses".to_owned());
        check(&json!({ "action": "accept", "content": { "answer": "Nurses" } }), &words);
        check(&json!({ "action": "accept", "content": { "answer": " \n" } }), &Err("empty"));
        check(&json!({ "action": "accept", "content": { "answer": 3 } }), &Err("empty"));
        check(&json!({ "action": "accept" }), &Err("empty"));
        check(&json!({ "action": "decline", "content": { "answer": "Nurses" } }), &Err("declined"));
        check(&json!({ "action": "cancel" }), &Err("cancelled"));
        check(&json!({ "action": "later" }), &Err("unreadable"));
        check(&json!("yes"), &Err("unreadable"));
        assert_eq!(read_retry(None), Err("missing"));
    }
}
