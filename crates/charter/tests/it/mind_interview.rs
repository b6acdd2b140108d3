//! Deep interviews that a model thinks for: what is sent when, what is kept, and what happens when it fails.

use crate::host::IDEA;
use crate::mind_program::install;
use crate::model_server::{ModelServer, Reply, answer_to, wait};
use crate::scene::{Scene, repo};
use charter_testkit::{Invocation, Output, Repo};
use serde_json::{Value, json};
use std::fs;

const ANSWERS: [&str; 3] = [
    "Night nurses enter the values at the bed, on the ward's tablets.",
    "Copying takes under 5 minutes a night, counted by the ward manager.",
    "It works without network for a whole night.",
];

/// Begins an interview that a server thinks for; the environment chooses it.
pub(crate) fn with<'a>(call: Invocation<'a>, server: &ModelServer) -> Invocation<'a> {
    with_wire(call, server, "openai")
}

fn with_wire<'a>(call: Invocation<'a>, server: &ModelServer, wire: &str) -> Invocation<'a> {
    let call = call.env("CHARTER_MIND", wire).env("CHARTER_MIND_MODEL", "tiny");
    call.env("CHARTER_MIND_BASE_URL", &server.url)
        .env("CHARTER_MIND_KEY_ENV", "MY_KEY")
        .env("MY_KEY", "sk-secret")
}

#[track_caller]
fn begin(server: &ModelServer, args: &[&str]) -> (Scene, Output) {
    let repo = repo();
    let all = [&["new", "--deep", "--json"], args, &["--", IDEA]].concat();
    let output = with(repo.charter(&all), server).run().success();
    let id = output.json()["charterId"].as_str().unwrap().to_owned();
    (Scene { repo, id }, output)
}

/// Gives the notes about models in the ledger.
fn costs(scene: &Scene) -> Vec<Value> {
    scene.events().into_iter().filter(|it| it.get("cost").is_some()).collect()
}

#[test]
fn what_a_model_took_is_in_the_ledger_and_in_the_bill() {
    let server = ModelServer::new(answer_to);
    let (scene, output) = begin(&server, &[]);
    assert!(!output.to_string().contains("sk-secret"), "{output}");
    let first = &costs(&scene)[0];
    assert_eq!(first["fulfilment"]["kind"], "componentsProposed");
    let expected = json!({ "mind": "openai", "model": "tiny-1", "ms": first["cost"]["ms"],
        "inputTokens": 1000, "outputTokens": 100, "tries": 1 });
    assert_eq!(first["cost"], expected);
    let reply = |words: &str| {
        with(scene.charter(&["interview", "submit", "--answer", words]), &server).run().success()
    };
    let _ = reply("yes");
    let _ = reply(ANSWERS[0]);
    let n = costs(&scene).len();
    assert_eq!(n, server.asked().len());
    let bill = scene.charter(&["interview", "bill", "--json"]).run().success().json();
    let total = &bill["minds"]["openai"];
    let n = n as u64;
    assert_eq!((&total["nCalls"], &total["nFailed"]), (&json!(n), &json!(0)));
    assert_eq!(
        (&total["inputTokens"], &total["outputTokens"]),
        (&json!(n * 1000), &json!(n * 100))
    );
    let words = scene.charter(&["interview", "bill"]).run().success().stdout;
    assert!(
        words.contains(&format!("openai (tiny-1): {n} calls, 0 s, {n}k tokens in, {}", n * 100)),
        "{words}"
    );
    // The question that the model wrote is the one that is asked.
    let asked = &server.asked()[0];
    assert!(asked.system.contains("interview"), "{}", asked.system);
    assert!(asked.context["idea"].as_str().unwrap().contains("Nurses"), "{}", asked.context);
    // Old lines have no such field, and nothing else changed about them.
    let lines = scene.lines();
    assert!(lines[0].contains("charter_created") && !lines[0].contains("cost"), "{}", lines[0]);
}

#[test]
fn an_answer_that_does_not_fit_is_asked_for_once_more_with_what_was_wrong() {
    let server = ModelServer::new(|asked, n| match n {
        0 => Reply::Say(json!({ "components": [] })),
        _ => answer_to(asked, n),
    });
    let (scene, _) = begin(&server, &[]);
    let asked = server.asked();
    assert!(asked[1].user.contains("could not be used"), "{}", asked[1].user);
    assert_eq!(costs(&scene)[0]["cost"]["tries"], 2);
    let bill = scene.charter(&["interview", "bill", "--json"]).run().success().json();
    assert_eq!(bill["minds"]["openai"]["nFailed"], 1);
    let words = scene.charter(&["interview", "bill"]).run().success().stdout;
    assert!(words.contains("; 1 failed"), "{words}");
}

#[test]
fn nothing_is_held_while_a_model_thinks_and_what_it_says_is_still_taken() {
    let (go, stop) = wait();
    let mut stop = Some(stop);
    let server = ModelServer::new(move |asked, n| match n {
        1 => {
            let _ = stop.take().unwrap().recv();
            answer_to(asked, n)
        }
        _ => answer_to(asked, n),
    });
    let (scene, _) = begin(&server, &[]);
    let yes = scene.charter(&["interview", "submit", "--answer", "yes"]);
    let _ = with(yes, &server).run().success();
    assert_eq!(server.asked().len(), 1, "the first question came with the parts");
    let call = scene.charter(&["interview", "submit", "--answer", ANSWERS[0], "--json"]);
    let waiting = with(call, &server).spawn();
    until(|| server.asked().len() == 2);
    // The reply is in the ledger before anything was sent about it, and others can write.
    assert!(scene.lines().iter().any(|it| it.contains(ANSWERS[0])));
    let _ = scene.charter(&["rigor", "light", "-m", "a trial"]).run().success();
    let _ = scene.charter(&["status"]).run().success();
    go.send(()).unwrap();
    let need = waiting.wait().success().json();
    assert_eq!((&need["kind"], &need["for"]), (&json!("ask"), &json!("user")));
    let asked = server.asked();
    let turns = asked.iter().filter(|it| it.user.starts_with("Work on the user's answer"));
    assert_eq!(turns.count(), 1, "it was not asked again");
}

/// Waits for something that comes soon.
#[track_caller]
fn until(holds: impl Fn() -> bool) {
    for _ in 0..4000 {
        if holds() {
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    assert!(holds(), "it never came");
}

#[test]
fn stopping_a_model_keeps_the_answer_and_the_next_call_asks_again() {
    let (_go, stop) = wait();
    let mut stop = Some(stop);
    let server =
        ModelServer::new(move |asked, n| match stop.take_if(|_| asked.user.contains(ANSWERS[0])) {
            Some(stop) => Reply::Wait(stop),
            None => answer_to(asked, n),
        });
    let repo = repo();
    let mut pty = with(repo.charter(&["new", "--deep", IDEA]), &server).on_terminal(100, 60);
    pty.wait_for("Bedside entry");
    pty.send("\r");
    pty.wait_for("What about point");
    pty.send(ANSWERS[0]);
    pty.send("\r");
    let screen = pty.wait_for("Asking openai … ");
    assert!(screen.contains("s · Ctrl-C cancels"), "{screen}");
    assert!(screen.contains(ANSWERS[0]), "{screen}");
    pty.send("\u{3}");
    let (code, screen) = pty.end();
    assert_eq!(code, Some(1), "{screen}");
    assert!(screen.contains("Stopped after"), "{screen}");
    assert!(!screen.contains("Asking openai"), "{screen}");
    let list = repo.charter(&["list", "--json"]).run().success().json();
    let id = list["charters"][0]["charterId"].as_str().unwrap().to_owned();
    let scene = Scene { repo, id };
    let said = |scene: &Scene| {
        scene.lines().iter().filter(|it| it.contains(ANSWERS[0]) && it.contains("answered")).count()
    };
    assert_eq!(said(&scene), 1);
    let n = server.asked().len();
    let need =
        with(scene.charter(&["interview", "next", "--json"]), &server).run().success().json();
    assert_eq!((&need["kind"], &need["round"]), (&json!("ask"), &json!(2)), "{need:#}");
    assert!(server.asked()[n].user.contains(ANSWERS[0]));
    assert_eq!(said(&scene), 1);
}

#[test]
fn a_signal_stops_a_model_too() {
    let (_go, stop) = wait();
    let mut stop = Some(stop);
    let server = ModelServer::new(move |_, _| Reply::Wait(stop.take().unwrap()));
    let repo = repo();
    let pty = with(repo.charter(&["new", "--deep", IDEA]), &server).on_terminal(100, 30);
    pty.wait_for("Asking openai … ");
    pty.signal("INT");
    let (code, screen) = pty.end();
    assert_eq!(code, Some(130), "{screen}");
    assert!(screen.contains("stopped waiting for openai; what you said is saved"), "{screen}");
    assert!(screen.contains("charter interview"), "{screen}");
}

#[test]
fn whatever_goes_wrong_ends_in_built_in_questions_with_no_answer_lost() {
    let long: &'static str = Box::leak("x".repeat(10 * 1024 * 1024).into_boxed_str());
    type Trouble = fn() -> Reply;
    let troubles: &[(&str, Trouble, usize, &str)] = &[
        (
            "429",
            || Reply::Status(429, "retry-after: 600\r\n", ""),
            1,
            "rate limited; it asks to wait 600 s",
        ),
        (
            "429 soon",
            || Reply::Status(429, "retry-after: 0\r\n", ""),
            2,
            "rate limited; it asks to wait 0 s",
        ),
        (
            "503",
            || Reply::Status(503, "retry-after: 0\r\n", "busy"),
            2,
            "the server failed (503): busy",
        ),
        (
            "401",
            || Reply::Status(401, "", "bad key sk-secret"),
            1,
            "the request was rejected (401): bad key [key]",
        ),
        ("cut", || Reply::Cut, 2, "the answer was cut off"),
        ("refusal", || Reply::Refuse, 1, "the model refused to answer: I can't help with that"),
        ("empty", || Reply::Words(String::new()), 2, "the answer was empty"),
        (
            "words",
            || Reply::Words("I'd say: nurses.".to_owned()),
            2,
            "the answer doesn't have the requested form: it has no JSON",
        ),
        ("rule", nameless, 2, "its answer couldn't be used: "),
        (
            "shape",
            || Reply::Say(json!({ "components": [], "question": { "text": "What?" } })),
            2,
            "the answer doesn't have the requested form: components needs at least 1 item",
        ),
    ];
    for (name, trouble, n_asked, why) in troubles {
        let (trouble, n_asked) = (*trouble, *n_asked);
        let server = ModelServer::new(move |_, _| trouble());
        check_trouble(name, &server, n_asked, why);
    }
    let server = ModelServer::new(move |_, _| Reply::Status(200, "", long));
    check_trouble("10 MB", &server, 1, "the answer is larger than 4 MB");
}

/// What its schema allows and the interview does not take.
fn nameless() -> Reply {
    let question = json!({ "text": "What about it?" });
    Reply::Say(json!({ "components": [{ "name": " " }], "question": question }))
}

/// Goes through a whole interview with a server that gives nothing.
#[track_caller]
fn check_trouble(name: &str, server: &ModelServer, n_asked: usize, why: &str) {
    let (scene, output) = begin(server, &[]);
    let line = format!("openai didn't answer: {why}");
    assert!(
        output.stderr.split_whitespace().collect::<Vec<_>>().join(" ").contains(&line),
        "{name}: {output}"
    );
    assert!(output.stderr.contains("built-in questions"), "{name}: {output}");
    assert!(!output.to_string().contains("sk-secret"), "{name}: {output}");
    assert_eq!(server.asked().len(), n_asked, "{name}");
    let note = costs(&scene).remove(0);
    assert_eq!(note["fulfilment"]["kind"], "failed", "{name}");
    assert_eq!(note["cost"]["tries"], n_asked, "{name}");
    // Nothing more is sent, and every answer is kept.
    let answers = json!(ANSWERS).to_string();
    let call = scene.charter(&["interview", "--answers", "-", "--json"]).stdin(&answers);
    let output = with(call, server).run().success();
    assert_eq!(server.asked().len(), n_asked, "{name}: {output}");
    let lines = scene.lines();
    for answer in ANSWERS {
        assert!(lines.iter().any(|it| it.contains(answer)), "{name}: {answer}");
    }
    let bill = scene.charter(&["interview", "bill"]).run().success().stdout;
    assert!(bill.contains(&format!("; {n_asked} failed")), "{name}: {bill}");
}

#[test]
fn a_model_that_takes_too_long_is_left() {
    let (_go, stop) = wait();
    let mut stop = Some(stop);
    let server = ModelServer::new(move |_, _| Reply::Wait(stop.take().unwrap()));
    let repo = repo();
    let call = with(repo.charter(&["new", "--deep", "--json", "--", IDEA]), &server);
    let output = call.env("CHARTER_MIND_TIMEOUT_S", "1").run().success();
    assert!(output.stderr.contains("openai didn't answer: no answer after 1 s"), "{output}");
    assert_eq!(server.asked().len(), 1);
}

#[test]
fn every_service_speaks_its_language_through_an_interview() {
    for (wire, path, model) in [
        ("anthropic", "/v1/messages", "claude-x"),
        ("openai", "/chat/completions", "tiny-1"),
        ("google", "/v1beta/models/tiny:generateContent", "gemini-x"),
        ("ollama", "/api/chat", "qwen"),
    ] {
        let server = ModelServer::new(answer_to);
        let repo = repo();
        let call = repo.charter(&["new", "--deep", "--json", "--answers", "-", "--", IDEA]);
        let call = with_wire(call.stdin(&json!(ANSWERS).to_string()), &server, wire);
        let output = call.run().success();
        let id = output.json()["charterId"].as_str().unwrap().to_owned();
        let scene = Scene { repo, id };
        assert!(output.stderr.is_empty(), "{wire}: {output}");
        assert!(server.asked().len() > ANSWERS.len(), "{wire}");
        for asked in server.asked() {
            assert_eq!(asked.path, path);
        }
        for note in costs(&scene) {
            assert_eq!(
                (&note["cost"]["mind"], &note["cost"]["model"]),
                (&json!(wire), &json!(model))
            );
            assert_ne!(note["fulfilment"]["kind"], "failed", "{wire}: {note}");
        }
        // Refused and cut, each in the language of the service.
        for (reply, n_asked) in [(0, if wire == "ollama" { 2 } else { 1 }), (1, 2)] {
            let server =
                ModelServer::new(move |_, _| if reply == 0 { Reply::Refuse } else { Reply::Cut });
            let repo = crate::scene::repo();
            let call = repo.charter(&["new", "--deep", "--json", "--", IDEA]);
            let output = with_wire(call, &server, wire).run().success();
            assert!(output.stderr.contains(&format!("{wire} didn't answer: the ")), "{output}");
            assert_eq!(server.asked().len(), n_asked, "{wire}: {output}");
        }
    }
}

/// A server where every service could be looked for, and a program that says when it is started.
fn traps(repo: &Repo) -> (ModelServer, String) {
    let server = ModelServer::new(|_, _| Reply::Status(500, "", ""));
    let path = install(repo, "claude", "#!/bin/sh\ntouch \"$HOME/started\"\n");
    (server, path)
}

fn trapped<'a>(call: Invocation<'a>, server: &ModelServer, path: &str) -> Invocation<'a> {
    let mut call = call.env("PATH", path);
    for name in ["OPENAI_API_KEY", "ANTHROPIC_API_KEY", "GEMINI_API_KEY", "GOOGLE_API_KEY"] {
        call = call.env(name, "sk-secret");
    }
    for name in [
        "OPENAI_BASE_URL",
        "OPENAI_API_BASE",
        "ANTHROPIC_BASE_URL",
        "GOOGLE_GEMINI_BASE_URL",
        "OLLAMA_HOST",
        "CHARTER_MIND_BASE_URL",
        "HTTP_PROXY",
        "HTTPS_PROXY",
        "ALL_PROXY",
        "http_proxy",
        "https_proxy",
    ] {
        call = call.env(name, &server.url);
    }
    call
}

#[test]
fn nothing_is_sent_through_a_whole_interview_before_the_user_chose() {
    let repo = repo();
    let (server, path) = traps(&repo);
    let wish = format!(
        "[mind]\nuse = \"openai\"\nmodel = \"tiny\"\nbase-url = \"{}\"\nkey-env = \"HOME\"\n",
        server.url
    );
    repo.write(".charter/config.toml", wish);
    let answers: Vec<String> =
        (0..30).map(|it| format!("{} Number {it}.", ANSWERS[it % 3])).collect();
    let call = repo.charter(&["new", "--deep", "--json", "--answers", "-", "--", IDEA]);
    let output = trapped(call.stdin(&json!(answers).to_string()), &server, &path).run().success();
    let mut all = output.to_string();
    for args in [
        &["interview", "next"][..],
        &["interview", "bill"],
        &["interview", "--deep"],
        &["interview", "submit", "--answer", "yes"],
        &["mind"],
        &["mind", "--test"],
        &["status"],
        &["doctor"],
    ] {
        all.push_str(&trapped(repo.charter(args), &server, &path).run().to_string());
    }
    assert!(!all.contains("sk-secret"), "{all}");
    assert!(server.asked().is_empty(), "{:?}", server.asked());
    assert!(!repo.home().join("started").exists());
}

const CONFIG: &str = ".config/charter/config.toml";

#[test]
fn a_terminal_offers_what_was_found_once_and_remembers_no() {
    let repo = repo();
    let (server, path) = traps(&repo);
    let mut pty =
        trapped(repo.charter(&["new", "--deep", IDEA]), &server, &path).on_terminal(100, 50);
    let screen = pty.wait_for("Use one for interviews?");
    let words = screen.split_whitespace().collect::<Vec<_>>().join(" ");
    let found = "Found claude, ANTHROPIC_API_KEY, OPENAI_API_KEY and GEMINI_API_KEY.";
    assert!(words.contains(found), "{screen}");
    let choices = "1 claude 2 anthropic 3 openai 4 google 5 no, built-in questions (no network)";
    assert!(words.contains(choices), "{screen}");
    pty.send("9\r");
    pty.wait_for("Type one of the numbers.");
    pty.send("\u{15}5\r");
    pty.wait_for("Question 1");
    pty.send("\u{3}");
    let _ = pty.end();
    let text = fs::read_to_string(repo.home().join(CONFIG)).unwrap();
    assert_eq!(text, "[mind]\nuse = \"rules\"\n");
    assert!(!repo.path(".charter/config.toml").exists());
    let call = repo.charter(&["new", "--deep", "Another idea for the ward"]);
    let mut pty = trapped(call, &server, &path).on_terminal(100, 50);
    let screen = pty.wait_for("Question 1");
    assert!(!screen.contains("Use one for interviews?"), "{screen}");
    pty.send("\u{3}");
    let _ = pty.end();
    assert!(server.asked().is_empty() && !repo.home().join("started").exists());
}

#[test]
fn what_is_chosen_there_is_asked_at_once() {
    let repo = repo();
    let script = r#"#!/bin/sh
[ "$1" = --version ] && exit 0
cat >> "$HOME/asked"
echo '{"type":"result","is_error":false,"structured_output":{"components":[{"name":"Bedside entry"}],"question":{"text":"Who enters it?"}},"usage":{"input_tokens":9,"output_tokens":2}}'
"#;
    let path = install(&repo, "claude", script);
    let call = repo.charter(&["new", "--deep", IDEA]).env("PATH", &path);
    let mut pty = call.on_terminal(100, 50);
    pty.wait_for("Found claude. Use one for interviews?");
    pty.send("1\r");
    let screen = pty.wait_for("Bedside entry");
    assert!(screen.contains("config.toml"), "{screen}");
    pty.send("\u{3}");
    let _ = pty.end();
    let text = fs::read_to_string(repo.home().join(CONFIG)).unwrap();
    assert_eq!(text, "[mind]\nuse = \"claude\"\n");
    assert!(fs::read_to_string(repo.home().join("asked")).unwrap().contains("Nurses"));
}

#[test]
fn a_service_is_asked_by_the_name_of_a_model_and_stopping_writes_nothing() {
    let repo = repo();
    let call = || {
        repo.charter(&["new", "--deep", "Eine App für die Nachtschicht, die Werte erfasst"])
            .env("OPENAI_API_KEY", "sk-secret")
            .env("HTTPS_PROXY", "http://127.0.0.1:9")
    };
    let mut pty = call().on_terminal(100, 50);
    pty.wait_for("Gefunden: OPENAI_API_KEY.");
    pty.send("\u{3}");
    let (code, _) = pty.end();
    assert_eq!(code, Some(1));
    assert!(!repo.home().join(CONFIG).exists());
    assert_eq!(repo.charter(&["list", "--json"]).run().json()["charters"], json!([]));
    let mut pty = call().on_terminal(100, 50);
    pty.wait_for("Gefunden: OPENAI_API_KEY.");
    pty.send("1\r");
    pty.wait_for("Welches Modell?");
    pty.send("tiny\r");
    pty.wait_for("config.toml");
    drop(pty);
    let text = fs::read_to_string(repo.home().join(CONFIG)).unwrap();
    assert_eq!(text, "[mind]\nmodel = \"tiny\"\nuse = \"openai\"\n");
}

#[test]
fn nobody_is_asked_who_chose_or_is_no_person() {
    let repo = repo();
    let (server, path) = traps(&repo);
    // A pipe, and an agent at a terminal.
    let call = || repo.charter(&["new", "--deep", "--", IDEA]);
    assert!(!trapped(call(), &server, &path).run().success().to_string().contains("Use one for"));
    let agent = || call().env("CHARTER_ACTOR", "agent:claude").env("CLAUDECODE", "1");
    let (_, screen) = trapped(agent(), &server, &path).on_terminal(100, 50).end();
    assert!(screen.contains("Question 1") && !screen.contains("Use one for"), "{screen}");
    // A choice, of the environment or of the project that wants nothing to be sent.
    let chosen = |call: Invocation<'_>| {
        let mut pty = trapped(call, &server, &path).on_terminal(100, 50);
        let screen = pty.wait_for("Question 1");
        assert!(!screen.contains("Use one for"), "{screen}");
        pty.send("\u{3}");
        let _ = pty.end();
    };
    chosen(call().env("CHARTER_MIND", "rules"));
    repo.write(".charter/config.toml", "[mind]\nuse = \"rules\"\n");
    chosen(call());
    assert!(!repo.home().join(CONFIG).exists());
    assert!(server.asked().is_empty());
}
