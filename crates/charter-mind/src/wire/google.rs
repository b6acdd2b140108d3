//! `generateContent` of Google's Gemini.
//!
//! Owns its body and its answer.

use super::{AnswerForm, words};
use crate::failure::MindFailure;
use crate::question::{Content, MindQuestion, Said, Usage};
use crate::schema::Framed;
use serde_json::{Value, json};

/// The reasons to end that mean that it did not want to.
const REFUSALS: [&str; 6] =
    ["SAFETY", "RECITATION", "BLOCKLIST", "PROHIBITED_CONTENT", "SPII", "LANGUAGE"];

pub(super) fn encode(question: &MindQuestion<'_>, form: AnswerForm) -> Value {
    let json_type = "application/json";
    let (user, config) = match form {
        AnswerForm::Schema => {
            let schema = Framed::new(question.schema).schema;
            let config = json!({ "responseMimeType": json_type, "responseJsonSchema": schema });
            (question.user.to_owned(), config)
        }
        AnswerForm::Json => (question.user_with_schema(), json!({ "responseMimeType": json_type })),
        AnswerForm::Words => (question.user_with_schema(), json!({})),
    };
    json!({
        "systemInstruction": { "parts": [{ "text": question.system }] },
        "contents": [{ "role": "user", "parts": [{ "text": user }] }],
        "generationConfig": config,
    })
}

pub(super) fn decode(body: &Value) -> Result<Said, MindFailure> {
    if let Some(said) = words(body.pointer("/promptFeedback/blockReason")) {
        return Err(MindFailure::Refused { said: said.to_owned() });
    }
    match body.pointer("/candidates/0/finishReason").and_then(Value::as_str) {
        Some(reason) if REFUSALS.contains(&reason) => {
            return Err(MindFailure::Refused { said: reason.to_owned() });
        }
        Some("MAX_TOKENS") => {
            return Err(MindFailure::Cut { said: "it was longer than the model may write".into() });
        }
        _ => {}
    }
    let parts = body.pointer("/candidates/0/content/parts").and_then(Value::as_array);
    let is_thought = |it: &&Value| it.get("thought").and_then(Value::as_bool) == Some(true);
    let said = parts.into_iter().flatten().filter(|it| !is_thought(it));
    let text: String = said.filter_map(|it| it.get("text")?.as_str()).collect();
    if text.trim().is_empty() {
        return Err(MindFailure::Empty);
    }
    let count = |name: &str| body.get("usageMetadata")?.get(name)?.as_u64();
    let written = [count("candidatesTokenCount"), count("thoughtsTokenCount")];
    let usage = Usage {
        input_tokens: count("promptTokenCount"),
        output_tokens: written.into_iter().flatten().reduce(|sum, it| sum + it),
    };
    let model = words(body.get("modelVersion")).map(str::to_owned);
    Ok(Said { content: Content::Text(text), usage, model })
}
