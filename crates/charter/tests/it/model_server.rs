//! A model behind a server on loopback: it speaks each service's language and says what a test wants.
//!
//! Owns the sockets and the languages. What it was asked is kept. Must not know what a need is.

use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread;

/// What a model was asked.
#[derive(Debug, Clone)]
pub(crate) struct Asked {
    pub(crate) path: String,
    pub(crate) body: Value,
    pub(crate) system: String,
    pub(crate) context: Value,
    /// The whole of it, as the user's words.
    pub(crate) user: String,
}

/// What the server does with one request.
pub(crate) enum Reply {
    /// An object, as the service of the request gives it.
    Say(Value),
    /// Words in the place of one.
    Words(String),
    /// The service says that the model does not want to.
    Refuse,
    Status(u16, &'static str, &'static str),
    /// The answer ends in the middle.
    Cut,
    /// Nothing comes until the test says so.
    Wait(Receiver<()>),
}

/// The server; it lives as long as the test.
pub(crate) struct ModelServer {
    pub(crate) url: String,
    asked: Arc<Mutex<Vec<Asked>>>,
}

impl ModelServer {
    /// Starts one that replies as a function of what it is asked and how often it was asked before.
    pub(crate) fn new(reply: impl FnMut(&Asked, usize) -> Reply + Send + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let asked = Arc::new(Mutex::new(Vec::new()));
        let (kept, reply) = (Arc::clone(&asked), Arc::new(Mutex::new(reply)));
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (kept, reply) = (Arc::clone(&kept), Arc::clone(&reply));
                thread::spawn(move || {
                    let Some(asked) = read_request(&stream) else { return };
                    let n_before = {
                        let mut kept = kept.lock().unwrap();
                        kept.push(asked.clone());
                        kept.len() - 1
                    };
                    let reply = (reply.lock().unwrap())(&asked, n_before);
                    answer(stream, &asked, reply);
                });
            }
        });
        Self { url, asked }
    }

    /// Lists what it was asked so far.
    pub(crate) fn asked(&self) -> Vec<Asked> {
        self.asked.lock().unwrap().clone()
    }
}

/// Gives something to wait for, and what ends the wait.
pub(crate) fn wait() -> (Sender<()>, Receiver<()>) {
    channel()
}

/// Gives the schema that a model was given, in whichever place the service has it.
pub(crate) fn schema_of(asked: &Asked) -> &Value {
    let places = [
        "/response_format/json_schema/schema",
        "/tools/0/input_schema",
        "/generationConfig/responseJsonSchema",
        "/format",
    ];
    places.iter().find_map(|it| asked.body.pointer(it)).unwrap()
}

/// Answers with the first object that the schema allows; no score is the highest.
pub(crate) fn answer_to(asked: &Asked, number: usize) -> Reply {
    Reply::Say(sample("", schema_of(asked), number))
}

/// Makes the first value that a schema allows, with what is optional left out.
fn sample(name: &str, schema: &Value, number: usize) -> Value {
    let first = |key: &str| schema.get(key).and_then(Value::as_array).and_then(|it| it.first());
    if let Some(form) = first("anyOf").or_else(|| first("oneOf")) {
        return sample(name, form, number);
    }
    if let Some(value) = schema.get("const").or_else(|| first("enum")) {
        return value.clone();
    }
    let bound = |key: &str| schema.get(key).and_then(Value::as_f64);
    let kind = schema.get("type").and_then(Value::as_str).unwrap_or_default();
    match kind {
        "array" => {
            let n = schema.get("minItems").and_then(Value::as_u64).unwrap_or_default();
            let items = schema.get("items").cloned().unwrap_or_default();
            (0..n).map(|_| sample(name, &items, number)).collect()
        }
        "object" => {
            let fields = schema.get("properties").cloned().unwrap_or_default();
            let field = |name: &str| (name.to_owned(), sample(name, &fields[name], number));
            let required = schema.get("required").and_then(Value::as_array).into_iter().flatten();
            let gap =
                Some("gap").filter(|it| fields.get(it).is_some() && fields.get("score").is_some());
            required
                .filter_map(Value::as_str)
                .chain(gap)
                .map(field)
                .collect::<serde_json::Map<_, _>>()
                .into()
        }
        "number" => {
            json!(f64::midpoint(bound("minimum").unwrap_or(0.0), bound("maximum").unwrap_or(1.0)))
        }
        "integer" => json!(bound("minimum").unwrap_or(0.0)),
        "boolean" => json!(true),
        _ if name == "name" => json!("Bedside entry"),
        _ => json!(format!("What about point {number}, within 5 minutes?")),
    }
}

fn read_request(stream: &TcpStream) -> Option<Asked> {
    let mut reader = BufReader::new(stream);
    let (mut path, mut n_bytes) = (String::new(), 0);
    loop {
        let mut line = String::new();
        if reader.read_line(&mut line).ok()? == 0 {
            return None;
        }
        if path.is_empty() {
            line.split_whitespace().nth(1)?.clone_into(&mut path);
        }
        if let Some(length) = line.to_lowercase().strip_prefix("content-length:") {
            n_bytes = length.trim().parse().ok()?;
        }
        if line == "\r\n" {
            break;
        }
    }
    let mut bytes = vec![0; n_bytes];
    reader.read_exact(&mut bytes).ok()?;
    let body: Value = serde_json::from_slice(&bytes).ok()?;
    let text = |places: &[&str]| -> String {
        places.iter().find_map(|it| body.pointer(it)?.as_str()).unwrap_or_default().to_owned()
    };
    let system = text(&["/messages/0/content", "/systemInstruction/parts/0/text"]);
    let system = if path.contains("/v1/messages") { text(&["/system"]) } else { system };
    let user = text(&["/messages/1/content", "/messages/0/content", "/contents/0/parts/0/text"]);
    let rest = user.split_once("\n\nContext:\n").map_or("", |(_, rest)| rest);
    let context = serde_json::Deserializer::from_str(rest).into_iter().next();
    let context = context.and_then(Result::ok).unwrap_or_default();
    Some(Asked { path, body, system, context, user })
}

fn answer(mut stream: TcpStream, asked: &Asked, reply: Reply) {
    let text = match reply {
        Reply::Say(value) => whole(&said(asked, &value.to_string())),
        Reply::Words(words) => whole(&said(asked, &words)),
        Reply::Refuse => whole(&refused(asked)),
        Reply::Status(status, headers, body) => {
            let n_bytes = body.len();
            format!("HTTP/1.1 {status} X\r\ncontent-length: {n_bytes}\r\n{headers}\r\n{body}")
        }
        Reply::Cut => {
            let body = said(asked, "{}").to_string();
            let half = &body[..body.len() / 2];
            let n_bytes = half.len();
            format!(
                "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n{n_bytes:x}\r\n{half}\r\n"
            )
        }
        Reply::Wait(end) => {
            let _ = end.recv();
            return;
        }
    };
    let _ = stream.write_all(text.as_bytes());
}

fn whole(body: &Value) -> String {
    let body = body.to_string();
    format!("HTTP/1.1 200 OK\r\ncontent-length: {}\r\n\r\n{body}", body.len())
}

fn said(asked: &Asked, text: &str) -> Value {
    let path = asked.path.as_str();
    if path.contains("/v1/messages") {
        let input: Value = serde_json::from_str(text).unwrap_or_else(|_| json!(text));
        let block = match asked.body.get("tools") {
            Some(_) => json!({ "type": "tool_use", "id": "t", "name": "answer", "input": input }),
            None => json!({ "type": "text", "text": text }),
        };
        json!({ "model": "claude-x", "stop_reason": "end_turn", "content": [block],
            "usage": { "input_tokens": 1000, "output_tokens": 100 } })
    } else if path.contains("generateContent") {
        json!({ "candidates": [{ "finishReason": "STOP", "content": { "parts": [{ "text": text }] } }],
            "usageMetadata": { "promptTokenCount": 1000, "candidatesTokenCount": 100 },
            "modelVersion": "gemini-x" })
    } else if path.contains("/api/chat") {
        json!({ "model": "qwen", "done": true, "message": { "content": text },
            "prompt_eval_count": 1000, "eval_count": 100 })
    } else {
        let message = json!({ "role": "assistant", "content": text });
        json!({ "model": "tiny-1", "choices": [{ "finish_reason": "stop", "message": message }],
            "usage": { "prompt_tokens": 1000, "completion_tokens": 100 } })
    }
}

fn refused(asked: &Asked) -> Value {
    let path = asked.path.as_str();
    if path.contains("/v1/messages") {
        json!({ "stop_reason": "refusal", "content": [] })
    } else if path.contains("generateContent") {
        json!({ "promptFeedback": { "blockReason": "SAFETY" } })
    } else if path.contains("/api/chat") {
        json!({ "done": true, "message": { "content": "" } })
    } else {
        json!({ "choices": [{ "message": { "refusal": "I can't help with that." } }] })
    }
}
