//! Messages of Anthropic.
//!
//! Owns its body and its answer. The schema goes as the input of one tool that must be called: that
//! takes every schema, on every model.

use super::{AnswerForm, words};
use crate::failure::MindFailure;
use crate::question::{Content, MindQuestion, Said, Usage};
use crate::schema::Framed;
use serde_json::{Value, json};

/// What it may write; the service wants a number.
const OUTPUT_TOKENS_MAX: u32 = 8192;

const TOOL: &str = "answer";

pub(super) fn version() -> (&'static str, String) {
    ("anthropic-version", "2023-06-01".to_owned())
}

pub(super) fn encode(question: &MindQuestion<'_>, model: &str, form: AnswerForm) -> Value {
    let is_tool = form == AnswerForm::Schema;
    let user = if is_tool { question.user.to_owned() } else { question.user_with_schema() };
    let mut body = json!({
        "model": model,
        "max_tokens": OUTPUT_TOKENS_MAX,
        "system": question.system,
        "messages": [{ "role": "user", "content": user }],
    });
    if let Some(fields) = body.as_object_mut().filter(|_| is_tool) {
        let schema = Framed::new(question.schema).schema;
        let tool =
            json!({ "name": TOOL, "description": "Gives the answer.", "input_schema": schema });
        fields.insert("tools".to_owned(), json!([tool]));
        fields.insert("tool_choice".to_owned(), json!({ "type": "tool", "name": TOOL }));
    }
    body
}

pub(super) fn decode(body: &Value, form: AnswerForm) -> Result<Said, MindFailure> {
    let blocks = body.get("content").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    let text: Vec<&str> = blocks.iter().filter_map(|it| words(it.get("text"))).collect();
    let text = text.join("\n");
    match body.get("stop_reason").and_then(Value::as_str) {
        Some("refusal") => {
            return Err(MindFailure::Refused { said: crate::failure::in_a_line(&text) });
        }
        Some("max_tokens" | "model_context_window_exceeded") => {
            return Err(MindFailure::Cut { said: "it was longer than the model may write".into() });
        }
        _ => {}
    }
    let is_call = |it: &&Value| it.get("type").and_then(Value::as_str) == Some("tool_use");
    let input = blocks.iter().find(is_call).and_then(|it| it.get("input"));
    let content = match input.filter(|_| form == AnswerForm::Schema) {
        Some(input) => Content::Json(input.clone()),
        None if text.is_empty() => return Err(MindFailure::Empty),
        None => Content::Text(text),
    };
    let count = |name: &str| body.get("usage")?.get(name)?.as_u64();
    let cached = ["cache_read_input_tokens", "cache_creation_input_tokens"];
    let cached: u64 = cached.into_iter().filter_map(count).sum();
    let usage = Usage {
        input_tokens: count("input_tokens").map(|it| it + cached),
        output_tokens: count("output_tokens"),
    };
    Ok(Said { content, usage, model: words(body.get("model")).map(str::to_owned) })
}
