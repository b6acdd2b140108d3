//! The chat of Ollama, in its own form.
//!
//! Owns its body and its answer.

use super::{AnswerForm, words};
use crate::failure::MindFailure;
use crate::question::{Content, MindQuestion, Said, Usage};
use crate::schema::Framed;
use serde_json::{Value, json};

pub(super) fn encode(question: &MindQuestion<'_>, model: &str, form: AnswerForm) -> Value {
    // A small model does better where it has read the schema, too.
    let user = question.user_with_schema();
    let mut body = json!({
        "model": model,
        "messages": [
            { "role": "system", "content": question.system },
            { "role": "user", "content": user },
        ],
        "stream": false,
    });
    let format = match form {
        AnswerForm::Schema => Some(Framed::new(question.schema).schema),
        AnswerForm::Json => Some(json!("json")),
        AnswerForm::Words => None,
    };
    if let (Some(fields), Some(format)) = (body.as_object_mut(), format) {
        fields.insert("format".to_owned(), format);
    }
    body
}

pub(super) fn decode(body: &Value) -> Result<Said, MindFailure> {
    let is_whole = body.get("done").and_then(Value::as_bool).unwrap_or(true);
    if !is_whole || body.get("done_reason").and_then(Value::as_str) == Some("length") {
        return Err(MindFailure::Cut { said: "it was longer than the model may write".into() });
    }
    let text = words(body.pointer("/message/content")).ok_or(MindFailure::Empty)?;
    let count = |name: &str| body.get(name)?.as_u64();
    let usage =
        Usage { input_tokens: count("prompt_eval_count"), output_tokens: count("eval_count") };
    let model = words(body.get("model")).map(str::to_owned);
    Ok(Said { content: Content::Text(text.to_owned()), usage, model })
}
