//! Chat completions, as `OpenAI` and the servers that follow it speak them.
//!
//! Owns its body and its answer. No temperature and no limit of tokens are sent: models differ in what
//! they take.

use super::{AnswerForm, words};
use crate::failure::{MindFailure, in_a_line};
use crate::question::{Content, MindQuestion, Said, Usage};
use crate::schema::{Framed, strict};
use serde_json::{Value, json};

pub(super) fn encode(question: &MindQuestion<'_>, model: &str, form: AnswerForm) -> Value {
    let (user, format) = match form {
        AnswerForm::Schema => {
            let schema = Framed::new(question.schema).schema;
            let strict = strict(&schema);
            let is_strict = strict.is_some();
            let schema = strict.unwrap_or(schema);
            let named = json!({ "name": "answer", "strict": is_strict, "schema": schema });
            let format = json!({ "type": "json_schema", "json_schema": named });
            (question.user.to_owned(), Some(format))
        }
        AnswerForm::Json => (question.user_with_schema(), Some(json!({ "type": "json_object" }))),
        AnswerForm::Words => (question.user_with_schema(), None),
    };
    let mut body = json!({
        "model": model,
        "messages": [
            { "role": "system", "content": question.system },
            { "role": "user", "content": user },
        ],
        "stream": false,
    });
    if let (Some(fields), Some(format)) = (body.as_object_mut(), format) {
        fields.insert("response_format".to_owned(), format);
    }
    body
}

pub(super) fn decode(body: &Value) -> Result<Said, MindFailure> {
    let refused = |said: &str| Err(MindFailure::Refused { said: in_a_line(said) });
    let choice = body.pointer("/choices/0");
    let message = choice.and_then(|it| it.get("message"));
    if let Some(said) = words(message.and_then(|it| it.get("refusal"))) {
        return refused(said);
    }
    match choice.and_then(|it| it.get("finish_reason")).and_then(Value::as_str) {
        Some("content_filter") => return refused("a content filter stopped it"),
        Some("length") => {
            return Err(MindFailure::Cut { said: "it was longer than the model may write".into() });
        }
        _ => {}
    }
    let content = message.and_then(|it| it.get("content"));
    let text = match content {
        Some(Value::Array(parts)) => {
            parts.iter().filter_map(|it| words(it.get("text"))).collect::<Vec<_>>().join("\n")
        }
        content => words(content).unwrap_or_default().to_owned(),
    };
    if text.is_empty() {
        return Err(MindFailure::Empty);
    }
    let count = |name: &str| body.get("usage")?.get(name)?.as_u64();
    let usage =
        Usage { input_tokens: count("prompt_tokens"), output_tokens: count("completion_tokens") };
    let model = words(body.get("model")).map(str::to_owned);
    Ok(Said { content: Content::Text(text), usage, model })
}
