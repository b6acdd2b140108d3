//! What each program writes.
//!
//! Owns where in it the answer, the usage and a failure are. Must not know how it was called.

use super::{Program, ProgramEnd};
use crate::failure::{MindFailure, in_a_line};
use crate::question::{Content, Said, Usage};
use serde_json::Value;

pub(super) fn read(program: Program, end: &ProgramEnd) -> Result<Said, MindFailure> {
    let stdout = String::from_utf8_lossy(&end.stdout);
    let read = match program {
        Program::Claude => claude(&stdout),
        Program::Codex => codex(&stdout),
        Program::Gemini => gemini(&stdout, &String::from_utf8_lossy(&end.stderr)),
        Program::Opencode => opencode(&stdout),
        Program::Pi | Program::Own => plain(&stdout, end),
    };
    match read {
        Some(said) => said,
        None if end.exit == Some(0) => Err(MindFailure::Empty),
        None => Err(MindFailure::ProgramFailed { said: complaint(end) }),
    }
}

/// What is read of a program's output; none where the output says neither an answer nor why not.
type ReadOutput = Option<Result<Said, MindFailure>>;

fn claude(stdout: &str) -> ReadOutput {
    let result: Value = stdout.lines().rev().find_map(|it| serde_json::from_str(it.trim()).ok())?;
    let text = text_of(result.get("result"));
    if result.get("is_error").and_then(Value::as_bool) == Some(true) {
        return Some(Err(failed(result.get("api_error_status").and_then(Value::as_u64), &text)));
    }
    if result.get("stop_reason").and_then(Value::as_str) == Some("refusal") {
        return Some(Err(MindFailure::Refused { said: in_a_line(&text) }));
    }
    let given = result.get("structured_output").filter(|it| !it.is_null()).cloned();
    let content = given.map_or(Content::Text(text), Content::Json);
    let count = |name: &str| result.get("usage")?.get(name)?.as_u64();
    let cached = ["cache_read_input_tokens", "cache_creation_input_tokens"];
    let cached: u64 = cached.into_iter().filter_map(count).sum();
    let usage = Usage {
        input_tokens: count("input_tokens").map(|it| it + cached),
        output_tokens: count("output_tokens"),
    };
    let models = result.get("modelUsage").and_then(Value::as_object);
    let model = models.and_then(|it| it.keys().next().cloned());
    answered(content, usage, model)
}

fn codex(stdout: &str) -> ReadOutput {
    let (mut text, mut complaint, mut usage) = (None, None, Usage::default());
    for event in events(stdout) {
        match event.get("type").and_then(Value::as_str) {
            Some("item.completed") => {
                let kind = event.pointer("/item/type").and_then(Value::as_str);
                if kind == Some("agent_message") {
                    text = event.pointer("/item/text").and_then(Value::as_str).map(str::to_owned);
                }
            }
            Some("turn.completed") => {
                let count = |name: &str| event.get("usage")?.get(name)?.as_u64();
                usage = Usage {
                    input_tokens: count("input_tokens"),
                    output_tokens: count("output_tokens"),
                };
            }
            Some("turn.failed") => complaint = Some(text_of(event.pointer("/error/message"))),
            Some("error") => complaint = Some(text_of(event.get("message"))),
            _ => {}
        }
    }
    match (text, complaint) {
        (Some(text), _) => answered(Content::Text(text), usage, None),
        (None, Some(said)) => Some(Err(failed(None, &said))),
        (None, None) => None,
    }
}

fn gemini(stdout: &str, stderr: &str) -> ReadOutput {
    let objects = |text: &str| -> Vec<Value> {
        crate::found::list_values(text).into_iter().filter(Value::is_object).collect()
    };
    let found = objects(stdout);
    if let Some(answer) = found.iter().find(|it| it.get("response").is_some()) {
        let models = answer.pointer("/stats/models").and_then(Value::as_object);
        let sum = |name: &str| {
            let counts = models.into_iter().flatten();
            counts.filter_map(|(_, it)| it.get("tokens")?.get(name)?.as_u64()).reduce(|a, b| a + b)
        };
        let usage = Usage { input_tokens: sum("prompt"), output_tokens: sum("candidates") };
        let model = models.and_then(|it| it.keys().next_back().cloned());
        return answered(Content::Text(text_of(answer.get("response"))), usage, model);
    }
    let said = found
        .iter()
        .chain(&objects(stderr))
        .find_map(|it| Some(it.pointer("/error/message")?.as_str()?.to_owned()));
    said.map(|it| Err(failed(None, &it)))
}

fn opencode(stdout: &str) -> ReadOutput {
    let (mut text, mut complaint, mut usage) = (String::new(), None, Usage::default());
    for event in events(stdout) {
        match event.get("type").and_then(Value::as_str) {
            Some("text") => text.push_str(&text_of(event.pointer("/part/text"))),
            Some("step_finish") => {
                let count = |name: &str| event.pointer("/part/tokens")?.get(name)?.as_u64();
                usage = usage
                    .and(Usage { input_tokens: count("input"), output_tokens: count("output") });
            }
            Some("error") => {
                let places = ["/error/data/message", "/error/message", "/error/name"];
                let said = places.iter().find_map(|it| event.pointer(it)?.as_str());
                complaint = Some(said.unwrap_or_default().to_owned());
            }
            _ => {}
        }
    }
    match complaint {
        _ if !text.is_empty() => answered(Content::Text(text), usage, None),
        Some(said) => Some(Err(failed(None, &said))),
        None => None,
    }
}

fn plain(stdout: &str, end: &ProgramEnd) -> ReadOutput {
    if end.exit != Some(0) || stdout.trim().is_empty() {
        return None;
    }
    answered(Content::Text(stdout.to_owned()), Usage::default(), None)
}

#[expect(clippy::unnecessary_wraps, reason = "every reader ends with it")]
fn answered(content: Content, usage: Usage, model: Option<String>) -> ReadOutput {
    let is_blank = matches!(&content, Content::Text(text) if text.trim().is_empty());
    if is_blank {
        return Some(Err(MindFailure::Empty));
    }
    Some(Ok(Said { content, usage, model }))
}

/// Makes a failure of what a program says about its service.
fn failed(status: Option<u64>, said: &str) -> MindFailure {
    let status = status.and_then(|it| u16::try_from(it).ok());
    let said = in_a_line(said);
    match status {
        Some(429) => MindFailure::RateLimited { retry_after: None },
        Some(status @ 500..=599) => MindFailure::ServerError { status, said, retry_after: None },
        Some(status @ 400..=499) => MindFailure::Rejected { status, said },
        Some(_) | None => MindFailure::ProgramFailed { said },
    }
}

fn events(stdout: &str) -> impl Iterator<Item = Value> {
    stdout.lines().filter_map(|it| serde_json::from_str(it.trim()).ok())
}

fn text_of(value: Option<&Value>) -> String {
    value.and_then(Value::as_str).unwrap_or_default().to_owned()
}

/// Gives the last line that a program complained with, and how it ended.
fn complaint(end: &ProgramEnd) -> String {
    let ended = match end.exit {
        Some(code) => format!("exit code {code}"),
        None => "ended by a signal".to_owned(),
    };
    let lines = |bytes: &[u8]| {
        let text = String::from_utf8_lossy(bytes).into_owned();
        text.lines().rev().map(str::trim).find(|it| !it.is_empty()).map(in_a_line)
    };
    match lines(&end.stderr).or_else(|| lines(&end.stdout)) {
        Some(line) => format!("{ended}: {line}"),
        None => ended,
    }
}
