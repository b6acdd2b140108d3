//! `charter mind`: who is chosen, who may choose, and that nothing is sent before.

use crate::scene::{Scene, refused, repo};
use charter_testkit::Repo;
use serde_json::{Value, json};
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, channel};
use std::thread;

const CONFIG: &str = ".config/charter/config.toml";

fn user_config(repo: &Repo) -> PathBuf {
    repo.home().join(CONFIG)
}

fn write_user_config(repo: &Repo, text: &str) {
    let path = user_config(repo);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

fn mind(repo: &Repo, args: &[&str]) -> Value {
    repo.charter(&[&["mind"], args, &["--json"]].concat()).run().success().json()
}

/// A server on loopback that gives one answer to everybody, and keeps what it was sent.
pub(crate) struct Listener {
    pub(crate) url: String,
    pub(crate) requests: Receiver<String>,
}

impl Listener {
    pub(crate) fn answering(status: u16, body: &str) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let (sender, requests) = channel();
        let n_bytes = body.len();
        let answer = format!("HTTP/1.1 {status} X\r\ncontent-length: {n_bytes}\r\n\r\n{body}");
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let _ = sender.send(read_request(&stream));
                let _ = (&stream).write_all(answer.as_bytes());
            }
        });
        Self { url, requests }
    }
}

fn read_request(stream: &TcpStream) -> String {
    let mut reader = BufReader::new(stream);
    let (mut head, mut n_bytes) = (String::new(), 0);
    let mut line = String::new();
    while reader.read_line(&mut line).is_ok_and(|it| it > 2) {
        if let Some(length) = line.to_lowercase().strip_prefix("content-length:") {
            n_bytes = length.trim().parse().unwrap();
        }
        head.push_str(&std::mem::take(&mut line));
    }
    let mut body = vec![0; n_bytes];
    let _ = reader.read_exact(&mut body);
    head + &String::from_utf8_lossy(&body)
}

fn chat(content: &str) -> String {
    let message = json!({ "role": "assistant", "content": content });
    json!({
        "model": "tiny-1", "choices": [{ "finish_reason": "stop", "message": message }],
        "usage": { "prompt_tokens": 40, "completion_tokens": 5 },
    })
    .to_string()
}

#[test]
fn rules_think_until_the_user_chooses_and_the_choice_is_remembered() {
    let repo = repo();
    let before = mind(&repo, &[]);
    assert_eq!((&before["use"], &before["source"]), (&json!("rules"), &json!("built in")));
    assert_eq!(before["suggested"], json!([]));
    write_user_config(
        &repo,
        "# mine\nrigor = \"light\"   # for now\n\n[preflight]\nworkflow = 'request'\n",
    );
    let chosen =
        mind(&repo, &["use", "openai", "--model", "tiny", "--base-url", "http://me:pw@gpu.lan/v1"]);
    assert_eq!((&chosen["use"], &chosen["unencrypted"]), (&json!("openai"), &json!(true)));
    assert_eq!(chosen["baseUrl"], "http://gpu.lan");
    let text = fs::read_to_string(user_config(&repo)).unwrap();
    let expected = "# mine\nrigor = \"light\"   # for now\n\n[preflight]\nworkflow = 'request'\n\n[mind]\n\
                    base-url = \"http://me:pw@gpu.lan/v1\"\nmodel = \"tiny\"\nuse = \"openai\"\n";
    assert_eq!(text, expected);
    let after = mind(&repo, &[]);
    assert_eq!((&after["use"], &after["model"]), (&json!("openai"), &json!("tiny")));
    assert_eq!(after["keyEnv"], "OPENAI_API_KEY");
    assert!(!after.to_string().contains("pw"), "{after}");
    // The same again keeps its model; another choice starts afresh.
    let again = mind(&repo, &["use", "openai", "--base-url", "https://b.example"]);
    assert_eq!(again["model"], "tiny");
    let _ = mind(&repo, &["use", "rules"]);
    let text = fs::read_to_string(user_config(&repo)).unwrap();
    assert!(text.ends_with("[mind]\nuse = \"rules\"\n"), "{text}");
}

#[test]
fn a_choice_that_could_not_be_asked_is_not_written() {
    let repo = repo();
    let _ = refused(&repo, &["mind", "use", "anthropic"], 2, "mind-model-missing");
    let _ = refused(&repo, &["mind", "use", "command"], 2, "mind-command-missing");
    let args = ["mind", "use", "openai", "--model", "m", "--base-url", "gpu.lan"];
    let _ = refused(&repo, &args, 2, "mind-not-an-address");
    let args = ["mind", "use", "openai", "--model", "m", "--key-env", "sk-secret-1"];
    let output = refused(&repo, &args, 2, "mind-not-a-variable");
    assert!(!output.to_string().contains("sk-secret"), "{output}");
    assert!(!user_config(&repo).exists());
}

#[test]
fn an_agent_does_not_choose_for_the_user() {
    let repo = repo();
    let choose = || repo.charter(&["mind", "use", "claude", "--json"]);
    let output = choose().env("CHARTER_ACTOR", "agent:claude").run();
    assert_eq!(output.json()["code"], "needs-person");
    let output = choose().env("CLAUDECODE", "1").run();
    assert_eq!(output.json()["code"], "actor-disguised");
    assert!(!user_config(&repo).exists());
}

#[test]
fn the_setting_of_before_still_counts() {
    let repo = repo();
    write_user_config(&repo, "mind = \"host\"\n");
    assert_eq!(mind(&repo, &[])["use"], "host");
    write_user_config(&repo, "mind = \"offline\"\n");
    assert_eq!(mind(&repo, &[])["use"], "rules");
}

#[test]
fn nothing_is_sent_before_the_user_chose_whatever_a_project_says() {
    let listener = Listener::answering(200, &chat("{\"word\":\"ready\"}"));
    let scene = Scene::new();
    let wishes = format!(
        "[mind]\nuse = \"openai\"\nmodel = \"tiny\"\nbase-url = \"{0}\"\nkey-env = \"HOME\"\ncommand = \"curl {0}\"\n",
        listener.url
    );
    scene.repo.write(".charter/config.toml", wishes);
    let run = |args: &[&str]| {
        let call = scene.charter(args).env("OPENAI_API_KEY", "sk-secret");
        call.env("HTTP_PROXY", &listener.url).env("HTTPS_PROXY", &listener.url).run().to_string()
    };
    for args in [
        &["mind"][..],
        &["mind", "--test"],
        &["status"],
        &["doctor"],
        &["interview", "--deep", "--answer", "vital signs"],
        &["interview", "next"],
        &["new", "--deep", "An app for the night shift", "--json"],
    ] {
        let said = run(args);
        assert!(!said.contains("sk-secret"), "{said}");
    }
    assert_eq!(listener.requests.try_iter().collect::<Vec<_>>(), Vec::<String>::new());
    let shown = run(&["mind"]).split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(shown.contains("chosen rules (built in)"), "{shown}");
    assert!(shown.contains("mind.use = openai"), "{shown}");
    assert!(shown.contains("ignored, only you can choose"), "{shown}");
    // A project may say that nothing is sent.
    write_user_config(&scene.repo, "[mind]\nuse = \"openai\"\nmodel = \"tiny\"\n");
    scene.repo.write(".charter/config.toml", "[mind]\nuse = \"rules\"\n");
    assert_eq!(mind(&scene.repo, &[])["use"], "rules");
}

#[test]
fn a_chosen_server_is_asked_once_and_its_key_is_shown_nowhere() {
    let listener = Listener::answering(200, &chat("{\"word\":\"ready\"}"));
    let repo = repo();
    let _ = mind(&repo, &["use", "openai", "--model", "tiny", "--base-url", &listener.url]);
    assert!(listener.requests.try_recv().is_err(), "choosing sends nothing");
    let call = repo.charter(&["mind", "--test"]).env("OPENAI_API_KEY", "sk-secret");
    let output = call.run().success().to_string();
    assert!(output.contains("openai: answers in 0.0 s"), "{output}");
    assert!(!output.contains("sk-secret"), "{output}");
    let requests: Vec<String> = listener.requests.try_iter().collect();
    assert_eq!(requests.len(), 1);
    assert!(requests[0].contains("authorization: Bearer sk-secret"), "{}", requests[0]);
    let report = repo.charter(&["mind", "--test", "--json"]).run().success().json();
    assert_eq!(report["test"]["model"], "tiny-1");
    assert_eq!((&report["test"]["inputTokens"], &report["test"]["tries"]), (&json!(40), &json!(1)));
}

#[test]
fn a_server_that_says_no_is_quoted_and_ends_in_no() {
    let no = json!({ "error": { "message": "Incorrect API key provided: sk-secret" } }).to_string();
    let listener = Listener::answering(401, &no);
    let repo = repo();
    let _ = mind(&repo, &["use", "openai", "--model", "tiny", "--base-url", &listener.url]);
    let call = repo.charter(&["mind", "--test", "--json"]).env("OPENAI_API_KEY", "sk-secret");
    let output = call.run().code(1);
    let test = &output.json()["test"];
    assert_eq!(test["code"], "mind-rejected");
    assert_eq!(
        test["message"],
        "the request was rejected (401): Incorrect API key provided: [key]"
    );
}

#[test]
fn a_key_that_is_missing_is_said_before_anything_is_asked() {
    let repo = repo();
    let _ = mind(&repo, &["use", "anthropic", "--model", "m"]);
    assert_eq!(mind(&repo, &[])["problem"], "ANTHROPIC_API_KEY isn't set");
    let test = repo.charter(&["mind", "--test", "--json"]).run().json()["test"].clone();
    assert_eq!(test["code"], "mind-not-there");
}

#[test]
fn a_choice_of_the_environment_takes_no_address_from_a_file() {
    let listener = Listener::answering(200, "{}");
    let repo = repo();
    let _ = mind(&repo, &["use", "openai", "--model", "tiny", "--base-url", &listener.url]);
    let call = repo.charter(&["mind", "--json"]).env("CHARTER_MIND", "anthropic");
    let report = call.env("ANTHROPIC_API_KEY", "sk-secret").run().success().json();
    assert_eq!((&report["use"], &report["baseUrl"]), (&json!("anthropic"), &Value::Null));
    assert!(report["problem"].as_str().unwrap().starts_with("no model is chosen"), "{report}");
}
