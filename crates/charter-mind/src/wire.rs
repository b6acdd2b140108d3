//! The services that are asked over HTTP.
//!
//! Owns what they have in common: an address, a key, a model, and the forms in which an answer can be
//! asked for. Each service's own file turns a question into a body and a body into an answer; those are
//! pure. Must not send anything.

mod anthropic;
mod google;
mod ollama;
mod openai;

use crate::failure::{MindFailure, in_a_line};
use crate::key::ApiKey;
use crate::question::{MindQuestion, Said};
use serde_json::Value;
use std::time::Duration;

/// A service by the language it speaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wire {
    /// Messages of Anthropic.
    Anthropic,
    /// Chat completions of `OpenAI`, which many servers speak.
    Openai,
    /// `generateContent` of Google's Gemini.
    Google,
    /// The chat of Ollama.
    Ollama,
}

/// A model behind a service.
#[derive(Debug, Clone)]
pub struct WireMind {
    pub wire: Wire,
    pub model: String,
    /// The address that the user gave in place of the service's own.
    pub base_url: Option<String>,
    pub key: Option<ApiKey>,
}

/// How an answer is asked for, from the most binding to the least.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum AnswerForm {
    /// The service keeps the model to the schema.
    Schema,
    /// The service keeps the model to JSON; the schema is in the prompt.
    Json,
    /// Nothing but the prompt.
    Words,
}

/// A request that is ready to be sent.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct WireRequest {
    pub(crate) url: String,
    pub(crate) headers: Vec<(&'static str, String)>,
    pub(crate) body: Value,
}

/// What came back, whatever it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct WireResponse {
    pub(crate) status: u16,
    pub(crate) retry_after: Option<String>,
    pub(crate) body: Vec<u8>,
}

impl Wire {
    /// Gives the variable that holds its key, where it has one.
    #[must_use]
    pub fn key_env(self) -> Option<&'static str> {
        match self {
            Self::Anthropic => Some("ANTHROPIC_API_KEY"),
            Self::Openai => Some("OPENAI_API_KEY"),
            Self::Google => Some("GEMINI_API_KEY"),
            Self::Ollama => None,
        }
    }

    /// Gives the address of the service itself.
    #[must_use]
    pub fn own_url(self) -> &'static str {
        match self {
            Self::Anthropic => "https://api.anthropic.com",
            Self::Openai => "https://api.openai.com/v1",
            Self::Google => "https://generativelanguage.googleapis.com",
            Self::Ollama => "http://127.0.0.1:11434",
        }
    }

    /// Lists the forms to try, each where the service rejects the one before.
    pub(crate) fn forms(self) -> &'static [AnswerForm] {
        match self {
            // A tool's schema is the only binding form that takes every schema.
            Self::Anthropic => &[AnswerForm::Schema, AnswerForm::Words],
            Self::Openai | Self::Google | Self::Ollama => {
                &[AnswerForm::Schema, AnswerForm::Json, AnswerForm::Words]
            }
        }
    }
}

impl WireMind {
    /// Gives the address that is asked.
    #[must_use]
    pub fn url(&self) -> &str {
        self.base_url.as_deref().unwrap_or(self.wire.own_url()).trim_end_matches('/')
    }

    pub(crate) fn encode(&self, question: &MindQuestion<'_>, form: AnswerForm) -> WireRequest {
        let (base, key) = (self.url(), self.key.as_ref().map(ApiKey::secret));
        let (url, mut headers, body) = match self.wire {
            Wire::Anthropic => {
                let headers = key.map(|it| ("x-api-key", it.to_owned()));
                let headers = headers.into_iter().chain([anthropic::version()]).collect();
                let body = anthropic::encode(question, &self.model, form);
                (format!("{}/v1/messages", base.trim_end_matches("/v1")), headers, body)
            }
            Wire::Openai => {
                let body = openai::encode(question, &self.model, form);
                (format!("{base}/chat/completions"), bearer(key), body)
            }
            Wire::Google => {
                let headers = key.map(|it| ("x-goog-api-key", it.to_owned()));
                let base = base.trim_end_matches("/v1beta");
                let model = self.model.trim_start_matches("models/");
                let url = format!("{base}/v1beta/models/{model}:generateContent");
                (url, headers.into_iter().collect(), google::encode(question, form))
            }
            Wire::Ollama => {
                let body = ollama::encode(question, &self.model, form);
                (format!("{}/api/chat", base.trim_end_matches("/v1")), bearer(key), body)
            }
        };
        headers.push(("content-type", "application/json".to_owned()));
        WireRequest { url, headers, body }
    }

    pub(crate) fn decode(
        &self,
        response: &WireResponse,
        form: AnswerForm,
    ) -> Result<Said, MindFailure> {
        let body: Result<Value, _> = serde_json::from_slice(&response.body);
        check_status(response, body.as_ref().ok())?;
        if response.body.iter().all(u8::is_ascii_whitespace) {
            return Err(MindFailure::Empty);
        }
        let body = body.map_err(|err| {
            if err.is_eof() {
                return MindFailure::Cut { said: "its JSON ends in the middle".to_owned() };
            }
            MindFailure::WrongShape { said: "the server didn't answer with JSON".to_owned() }
        })?;
        match self.wire {
            Wire::Anthropic => anthropic::decode(&body, form),
            Wire::Openai => openai::decode(&body),
            Wire::Google => google::decode(&body),
            Wire::Ollama => ollama::decode(&body),
        }
    }
}

fn bearer(key: Option<&str>) -> Vec<(&'static str, String)> {
    key.map(|it| ("authorization", format!("Bearer {it}"))).into_iter().collect()
}

fn check_status(response: &WireResponse, body: Option<&Value>) -> Result<(), MindFailure> {
    let status = response.status;
    let retry_after = response.retry_after.as_deref().and_then(parse_wait);
    let said = || {
        let text = || String::from_utf8_lossy(&response.body).into_owned();
        in_a_line(&body.and_then(message_of).unwrap_or_else(text))
    };
    match status {
        200..=299 => Ok(()),
        429 => Err(MindFailure::RateLimited { retry_after }),
        408 | 500..=599 => Err(MindFailure::ServerError { status, said: said(), retry_after }),
        300..=399 => {
            let said = "it points to another address, which is not followed".to_owned();
            Err(MindFailure::Rejected { status, said })
        }
        _ => Err(MindFailure::Rejected { status, said: said() }),
    }
}

/// Finds what a service says about an error; all four put it in one of these places.
fn message_of(body: &Value) -> Option<String> {
    let body = body.get(0).unwrap_or(body);
    let places = ["/error/message", "/error", "/message", "/detail"];
    places.iter().find_map(|it| body.pointer(it)?.as_str()).map(str::to_owned)
}

/// Reads how many seconds to wait; a date is not read, since there is no clock here.
fn parse_wait(text: &str) -> Option<Duration> {
    let seconds: f64 = text.trim().parse().ok()?;
    Duration::try_from_secs_f64(seconds).ok()
}

/// Gives a text that is there and not blank.
fn words(value: Option<&Value>) -> Option<&str> {
    value?.as_str().filter(|it| !it.trim().is_empty())
}

#[cfg(test)]
mod tests;
