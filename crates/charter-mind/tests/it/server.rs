//! A server on loopback that plays a script.
//!
//! Owns the socket: one connection for each part of the script, in order. What it was sent is kept.

use charter_mind::{
    ApiKey, Asking, Going, MindQuestion, MindReply, ModelMind, ProgramCall, ProgramEnd,
    ProgramStop, Runner, TRIES_MAX, Wire, WireMind, ask,
};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

/// How long a question may take that is meant to be answered.
pub(crate) const PATIENCE: Duration = Duration::from_secs(30);

/// What is done with one connection.
pub(crate) enum Part {
    /// An answer with a status, further headers and a body.
    Answer(u16, &'static str, String),
    /// An answer that says it is longer than it is.
    CutAnswer(String),
    /// A chunked answer that ends between two chunks.
    CutChunks(String),
    /// The connection is closed without a word.
    Close,
    /// Nothing is said as long as the other side is there.
    Silence,
}

pub(crate) struct Server {
    pub(crate) url: String,
    requests: Receiver<String>,
}

/// Somebody who runs no program.
pub(crate) struct Nobody;

impl Runner for Nobody {
    fn run(&self, _: &ProgramCall, _: &dyn Fn() -> Going) -> Result<ProgramEnd, ProgramStop> {
        Err(ProgramStop::NotThere("nobody runs programs here".to_owned()))
    }
}

impl Server {
    pub(crate) fn playing(script: Vec<Part>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let (sender, requests) = channel();
        thread::spawn(move || {
            for part in script {
                let Ok((stream, _)) = listener.accept() else { return };
                let Some(request) = read_request(&stream) else { continue };
                let _ = sender.send(request);
                play(stream, part);
            }
        });
        Self { url, requests }
    }

    /// Lists what it was sent so far.
    pub(crate) fn requests(&self) -> Vec<String> {
        self.requests.try_iter().collect()
    }

    /// Gives a mind behind it.
    pub(crate) fn mind(&self, wire: Wire) -> ModelMind {
        let (base_url, key) = (Some(self.url.clone()), ApiKey::new("sk-secret"));
        ModelMind::Wire(WireMind { wire, model: "m-1".to_owned(), base_url, key })
    }
}

fn read_request(stream: &TcpStream) -> Option<String> {
    let mut reader = BufReader::new(stream);
    let (mut head, mut n_bytes) = (String::new(), 0);
    loop {
        let mut line = String::new();
        if reader.read_line(&mut line).ok()? == 0 {
            return None;
        }
        if let Some(length) = line.to_lowercase().strip_prefix("content-length:") {
            n_bytes = length.trim().parse().ok()?;
        }
        head.push_str(&line);
        if line == "\r\n" {
            break;
        }
    }
    let mut body = vec![0; n_bytes];
    reader.read_exact(&mut body).ok()?;
    Some(head + &String::from_utf8(body).ok()?)
}

fn play(mut stream: TcpStream, part: Part) {
    let text = match part {
        Part::Answer(status, headers, body) => {
            let n_bytes = body.len();
            format!("HTTP/1.1 {status} X\r\ncontent-length: {n_bytes}\r\n{headers}\r\n{body}")
        }
        Part::CutAnswer(body) => format!("HTTP/1.1 200 OK\r\ncontent-length: 9999\r\n\r\n{body}"),
        Part::CutChunks(body) => {
            let n_bytes = body.len();
            format!(
                "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n{n_bytes:x}\r\n{body}\r\n"
            )
        }
        Part::Close => String::new(),
        Part::Silence => {
            let _ = stream.read(&mut [0]);
            return;
        }
    };
    let _ = stream.write_all(text.as_bytes());
}

/// Gives the schema that the tests ask with.
pub(crate) fn schema() -> Value {
    json!({ "type": "object", "properties": { "word": { "type": "string" } }, "required": ["word"] })
}

/// Asks for the word, and lists how long was waited between two tries.
pub(crate) fn asked(mind: &ModelMind, limit: Duration) -> (MindReply, Vec<u64>) {
    let waits = std::cell::RefCell::new(Vec::new());
    let pause = |it: Duration| waits.borrow_mut().push(it.as_secs());
    let schema = schema();
    let question = MindQuestion { system: "Be brief.", user: "Say ready.", schema: &schema };
    let asking = Asking {
        limit,
        n_tries_max: TRIES_MAX,
        runner: &Nobody,
        watch: &|| Going::On,
        pause: &pause,
        elapsed: &|| Duration::ZERO,
    };
    let reply = ask(mind, &question, &asking);
    (reply, waits.into_inner())
}

/// Gives an answer of chat completions that says this.
pub(crate) fn chat(content: &str) -> String {
    json!({
        "model": "gpt-x",
        "choices": [{ "finish_reason": "stop", "message": { "role": "assistant", "content": content } }],
        "usage": { "prompt_tokens": 40, "completion_tokens": 5 },
    })
    .to_string()
}
