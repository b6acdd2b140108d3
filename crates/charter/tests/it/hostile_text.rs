//! A checkout whose every text is hostile: what reaches a terminal, a workflow log or a file.
//!
//! Owns the table of characters, of commands of a workflow and of the places where text comes out.

use crate::mcp_wire::{Era, Forms, Wire};
use crate::scene::{Scene, repo};
use charter_testkit::{Invocation, Output};
use serde_json::{Value, json};
use std::fs;

/// What a text could do harm or mislead with, by class.
const CLASSES: &[(&str, &[char])] = &[
    ("escape", &['\u{1b}']),
    ("bell", &['\u{7}']),
    ("other controls", &['\u{1}', '\u{8}', '\u{b}', '\u{c}', '\u{1f}']),
    ("delete", &['\u{7f}']),
    ("C1", &['\u{80}', '\u{85}', '\u{90}', '\u{9b}', '\u{9d}', '\u{9f}']),
    ("marks of direction", &['\u{61c}', '\u{200e}', '\u{200f}']),
    ("embeddings", &['\u{202a}', '\u{202b}', '\u{202c}', '\u{202d}', '\u{202e}']),
    ("isolates", &['\u{2066}', '\u{2067}', '\u{2068}', '\u{2069}']),
    ("zero width", &['\u{200b}', '\u{200c}', '\u{200d}', '\u{feff}', '\u{2060}', '\u{2063}']),
    ("soft hyphen and fillers", &['\u{ad}', '\u{180e}', '\u{34f}', '\u{3164}']),
    ("separators", &['\u{2028}', '\u{2029}']),
    ("annotations", &['\u{fff9}', '\u{fffa}', '\u{fffb}']),
    ("tags and selectors", &['\u{e0001}', '\u{e0041}', '\u{e007f}', '\u{fe0f}', '\u{e0100}']),
    ("marks of our own", &['\u{fdd0}', '\u{fdd1}', '\u{fdd6}']),
    // The last one: in a document it ends the line.
    ("carriage return", &['\r']),
];

/// Lines that a workflow runner takes for commands.
const COMMANDS: &str = "Q boom ##[error]boom\n::error file=x::boom\n \t::add-mask::boom\n\u{a0}::stop-commands::boom\na ##[error]boom\n\n\
     ::set-env name=A::boom";

/// Texts that people write, which must come out as they went in.
const HONEST: &str = "日本語 한국어 مرحبا שלום می\u{200c}خواهم क्\u{200d}ष café e\u{301} 👩\u{200d}💻 ❤\u{fe0f} 1\u{fe0f}\u{20e3}";

/// Where text comes out: the arguments, and whether something of the checkout is seen there for sure.
const SURFACES: &[(&[&str], Seen)] = &[
    (&[], Seen::Sure),
    (&["status"], Seen::Sure),
    (&["list"], Seen::Sure),
    (&["show"], Seen::Sure),
    (&["show", "VAL-A"], Seen::Sure),
    (&["show", "VAL-B"], Seen::Sure),
    (&["log"], Seen::Sure),
    (&["check"], Seen::Sure),
    (&["check", "--format", "json"], Seen::Sure),
    (&["check", "--format", "junit"], Seen::Sure),
    (&["check", "--format", "sarif"], Seen::Sure),
    (&["verify"], Seen::Maybe),
    (&["verify", "--replay"], Seen::Maybe),
    (&["refresh"], Seen::Maybe),
    (&["review"], Seen::Sure),
    (&["doctor"], Seen::Maybe),
    (&["gc"], Seen::Maybe),
    (&["plan"], Seen::Maybe),
    (&["interview", "next"], Seen::Maybe),
    (&["interview", "bill"], Seen::Maybe),
    (&["interviewer"], Seen::Maybe),
    (&["export", "--gherkin"], Seen::Sure),
    (&["export", "--markdown"], Seen::Sure),
    (&["export", "--in-toto", "--unsigned"], Seen::Maybe),
    (&["checkpoint", "m1", "--gate", "gate.json"], Seen::Maybe),
    (&["statusline"], Seen::Maybe),
    (&["complete"], Seen::Maybe),
];

/// Where an argument is said again; `QQ` stands for it.
const ARGUMENTS: &[&[&str]] = &[
    &["show", "QQ"],
    &["status", "--charter", "QQ"],
    &["status", "--actor", "QQ"],
    &["status", "--root", "QQ"],
    &["status", "--session", "QQ"],
    &["review", "--branch", "QQ"],
    &["review", "--spec", "QQ"],
    &["import", "QQ"],
    &["use", "QQ"],
    &["record", "VAL-A", "--pass", "-m", "QQ", "--artifact", "QQ"],
    &["record", "--batch", "QQ"],
    &["checkpoint", "--gate", "QQ"],
    &["block", "QQ", "-m", "QQ"],
    &["prove", "QQ", "--", "true"],
    &["prove", "VAL-A", "--no-base", "--", "QQ"],
    &["plan", "write", "--stage", "QQ", "x"],
    &["hook", "QQ"],
    &["interview", "submit", "QQ"],
    &["preflight", "check", "QQ add login somehow"],
    &["verify", "QQ"],
    &["install", "QQ"],
    &["--QQ"],
    &["QQ"],
    &["check", "--format", "QQ"],
    &["export", "--gherkin", "--out", "QQ/QQ"],
];

#[derive(Clone, Copy, PartialEq, Eq)]
enum Seen {
    Sure,
    Maybe,
}

fn every_character() -> String {
    let all = CLASSES.iter().flat_map(|(_, it)| it.iter());
    format!("Q{}Z", all.map(|it| format!("{it}y")).collect::<String>())
}

/// A charter with `QQ` in every text that its documents and its ledger have, bound to session `s1`.
fn scene() -> Scene {
    let repo = repo();
    let idea = "QQ nurses lose 40 minutes QQ";
    let args = ["new", "--json", "--rigor", "standard", "--name", "QQ nurses", "--", idea];
    let id = repo.charter(&args).run().success().json()["charterId"].as_str().unwrap().to_owned();
    let scene = Scene { repo, id };
    let criteria = "# Criteria: QQ\n\n## m1 QQ works\n\nQQ\n\n### VAL-A — QQ stays\nQQ\nGiven QQ\nThen QQ\n\
        Verifier: command\nCommand: echo QQ\nWatches: src/QQ/**\nFrom: QQ\n\n### VAL-B — b QQ\nQQ\n\
        Verifier: QQ\nBecause: QQ\nOdd: QQ\n\n## m2 QQ\n\n### VAL-C — QQ c\nVerifier: manual\nBecause: QQ\n";
    scene.repo.write(scene.file("criteria.md"), criteria);
    scene.repo.write("kept-QQ.txt", "kept");
    let run = |args: &[&str]| {
        let _ = scene.charter(args).env("CHARTER_ACTOR", "person:QQ Ada").run().success();
    };
    let bind = scene.charter(&["use", "nurses", "--session", "s1"]);
    let _ = bind.env("CHARTER_ACTOR", "agent:QQ").run().success();
    let artifact = ["--artifact", "kept-QQ.txt"];
    let record = ["record", "VAL-A", "--pass", "-m", "QQ seen", "--because", "QQ"];
    run(&[&record[..], &artifact].concat());
    run(&["record", "VAL-B", "--fail", "-m", "QQ broke"]);
    scene.repo.write("QQ.sh", "echo 'QQ\n1 passed in 0.01s'\n");
    run(&["prove", "VAL-B", "--no-base", "--because", "QQ", "--", "sh", "QQ.sh"]);
    run(&["block", "VAL-B", "-m", "QQ is missing"]);
    run(&["waive", "VAL-C", "--reason", "QQ later"]);
    run(&["pause", "--reason", "QQ rest"]);
    run(&["resume"]);
    run(&["plan", "open", "QQ plan"]);
    scene
}

/// Puts a text in the place of every `QQ` of a checkout, with a chain that holds.
fn poison(scene: &Scene, text: &str) {
    let dir = scene.repo.path(format!(".charter/{}", scene.id));
    let mut rest = vec![dir];
    while let Some(dir) = rest.pop() {
        for entry in fs::read_dir(dir).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_str().unwrap().to_owned();
            if path.is_dir() {
                rest.push(path);
            } else if name.ends_with(".md") {
                fs::write(&path, fs::read_to_string(&path).unwrap().replace("QQ", text)).unwrap();
            }
        }
    }
    scene.rechain(|event| replace(event, text));
    let _ = fs::remove_dir_all(scene.repo.path(".charter/.local"));
    let bind = scene.charter(&["use", "nurses", "--session", "s1"]);
    let _ = bind.env("CHARTER_ACTOR", "agent:coder").run().success();
    let value = text.replace(['\r', '\n'], " ");
    let escaped = serde_json::to_string(&value).unwrap().replace('\u{7f}', "\\u007f");
    scene.repo.write(".charter/config.toml", format!("{escaped} = {escaped}\n"));
    scene.repo.write("gate.json", json!({ "QQ": text, "milestoneId": text }).to_string());
}

fn replace(value: &mut Value, text: &str) {
    match value {
        Value::String(it) => *it = it.replace("QQ", text),
        Value::Array(all) => all.iter_mut().for_each(|it| replace(it, text)),
        Value::Object(all) => all.values_mut().for_each(|it| replace(it, text)),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// The marks that charter's own colours are made of.
const OURS: [&str; 7] = ["32", "31", "33", "2", "1", "36", "0"];

/// Says what is wrong with a text; colours of our own are passed over.
fn wrongs(text: &str) -> Vec<String> {
    let mut wrongs = Vec::new();
    if text.contains("\u{1b}[32my") || text.contains("\u{1b}[31my") {
        wrongs.push("a colour that a text asked for".to_owned());
    }
    let mut text = text.to_owned();
    for code in OURS {
        text = text.replace(&format!("\u{1b}[{code}m"), "");
    }
    for (class, characters) in CLASSES {
        if text.contains(*characters) {
            wrongs.push((*class).to_owned());
        }
    }
    wrongs.extend(commands(&text));
    wrongs
}

/// Lists the lines that a workflow runner takes for commands.
fn commands(text: &str) -> Vec<String> {
    let is_command = |it: &&str| it.trim_start().starts_with("::") || it.contains("##[");
    text.split(['\n', '\r']).filter(is_command).map(|it| format!("the line {it:?}")).collect()
}

/// Runs a surface in each of its forms.
fn each_form<'a>(
    make: impl Fn(&[&str]) -> Invocation<'a>,
    args: &[&str],
) -> Vec<(&'static str, Output)> {
    let wide = |it: Invocation<'a>| it.env("COLUMNS", "120").run();
    let colored = [args, &["--color", "always"]].concat();
    let json = [args, &["--json"]].concat();
    vec![
        ("text", wide(make(args))),
        ("colour", wide(make(&colored).env_remove("NO_COLOR"))),
        ("json", wide(make(&json))),
    ]
}

/// Collects what is wrong with every surface of a poisoned checkout.
fn survey(text: &str) {
    let scene = scene();
    poison(&scene, text);
    let (mut found, mut unseen) = (Vec::new(), Vec::new());
    for (args, seen) in SURFACES {
        for (form, output) in each_form(|args| scene.charter(args), args) {
            found.extend(faults(&args.join(" "), form, &output));
            let both = format!("{}{}", output.stdout, output.stderr);
            let shows = both.contains("boom")
                || both.contains([SHOWN, '\u{202e}'])
                || both.contains("\\u202e");
            if *seen == Seen::Sure && !shows && form != "json" {
                unseen.push(format!("{args:?} {output}"));
            }
        }
    }
    assert!(unseen.is_empty(), "nothing of the checkout is seen there: {unseen:#?}");
    assert!(found.is_empty(), "{} faults:\n{}", found.len(), found.join("\n"));
}

/// Collects what is wrong where an argument is said again.
fn survey_arguments(text: &str) {
    let scene = scene();
    let mut found = Vec::new();
    for args in ARGUMENTS {
        let named = args.join(" ");
        let args: Vec<String> = args.iter().map(|it| it.replace("QQ", text)).collect();
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        for (form, output) in each_form(|args| scene.charter(args).stdin("{}"), &args) {
            found.extend(faults(&named, form, &output));
        }
    }
    assert!(found.is_empty(), "{} faults:\n{}", found.len(), found.join("\n"));
}

/// Lists what is wrong with both streams of a command.
fn faults(what: &str, form: &str, output: &Output) -> Vec<String> {
    assert!(output.code.is_some_and(|it| it < 100), "{what}: {output}");
    let mut faults = Vec::new();
    for (stream, text) in [("stdout", &output.stdout), ("stderr", &output.stderr)] {
        faults.extend(wrongs(text).iter().map(|it| format!("{what} ({form}, {stream}): {it}")));
    }
    faults
}

/// What stands in the place of a character that is not shown.
const SHOWN: char = '\u{fffd}';

#[test]
fn no_hidden_character_of_a_checkout_reaches_a_terminal_or_a_log() {
    survey(&every_character());
}

#[test]
fn no_hidden_character_of_an_argument_is_said_again() {
    survey_arguments(&every_character());
}

#[test]
fn no_line_of_a_checkout_is_a_command_of_a_workflow() {
    survey(COMMANDS);
}

#[test]
fn no_line_of_an_argument_is_a_command_of_a_workflow() {
    survey_arguments(COMMANDS);
}

#[test]
fn annotations_are_commands_of_ours_alone() {
    for text in [COMMANDS.to_owned(), every_character()] {
        let scene = scene();
        poison(&scene, &text);
        let output = scene.charter(&["check", "--format", "github"]).run().code(1);
        for line in output.stdout.lines() {
            let ours = ["::error file=", "::warning file=", "::notice title="];
            assert!(ours.iter().any(|it| line.starts_with(it)), "{line}");
            assert!(!line.contains("##["), "{line}");
        }
        let inner = output.stdout.replace("::error ", "").replace("::warning ", "");
        assert_eq!(wrongs(&inner.replace("::notice ", "")), Vec::<String>::new(), "{output}");
    }
}

#[test]
fn what_agents_are_told_hides_nothing() {
    for text in [COMMANDS.to_owned(), every_character()] {
        let scene = scene();
        poison(&scene, &text);
        for agent in ["claude", "codex", "cursor", "gemini", "opencode", "pi", "copilot"] {
            let bind = scene.charter(&["use", "nurses", "--session", agent]);
            let _ = bind.env("CHARTER_ACTOR", "agent:coder").run().success();
            for event in ["SessionStart", "Stop", "SubagentStop", "UserPromptSubmit"] {
                let payload =
                    json!({ "hook_event_name": event, "session_id": agent, "prompt": text });
                let args = ["hook", agent];
                let output = scene.charter(&args).stdin(&payload.to_string()).run().success();
                let found = [wrongs(&output.stdout), wrongs(&output.stderr)].concat();
                assert_eq!(found, Vec::<String>::new(), "{agent} {event}: {output}");
                if let Ok(value) = serde_json::from_str::<Value>(&output.stdout) {
                    assert_eq!(told_wrongs(&value), Vec::<String>::new(), "{agent} {event}");
                }
            }
        }
    }
}

#[test]
fn what_clients_of_mcp_read_hides_nothing() {
    let scene = scene();
    poison(&scene, &every_character());
    let mut wire = Wire::start(&scene.repo, Era::Inline, Forms::None);
    let uri = format!("charter://{}/charter.md", scene.id);
    let calls = [
        ("tools/call", json!({ "name": "charter_status", "arguments": {} })),
        ("tools/call", json!({ "name": "charter", "arguments": { "action": "complete" } })),
        ("tools/call", json!({ "name": "plan", "arguments": { "action": "status" } })),
        ("resources/list", json!({})),
        ("resources/read", json!({ "uri": uri })),
        ("prompts/get", json!({ "name": "interview", "arguments": {} })),
    ];
    for (method, params) in calls {
        let answer = wire.request(method, params.clone());
        assert_eq!(told_wrongs(&answer), Vec::<String>::new(), "{method} {params}");
    }
}

/// Says what is wrong with the texts inside of a value, once it is read.
fn told_wrongs(value: &Value) -> Vec<String> {
    match value {
        Value::String(it) => {
            let is_hidden = |(_, all): &&(&str, &[char])| it.contains(*all);
            CLASSES.iter().filter(is_hidden).map(|(class, _)| (*class).to_owned()).collect()
        }
        Value::Array(all) => all.iter().flat_map(told_wrongs).collect(),
        Value::Object(all) => all.values().flat_map(told_wrongs).collect(),
        Value::Null | Value::Bool(_) | Value::Number(_) => Vec::new(),
    }
}

#[test]
fn documents_that_charter_writes_hide_nothing() {
    let text = every_character();
    let scene = scene();
    poison(&scene, &text);
    let before = scene.repo.snapshot_tree();
    let _ = scene.charter(&["complete"]).run();
    let _ = scene.charter(&["export", "--gherkin", "--out", "a.feature"]).run().success();
    let _ = scene.charter(&["export", "--markdown", "--out", "a.md"]).run().success();
    let long = format!("{text} as it was said");
    let answers = serde_json::to_string(&[&long, &long, &long, &long, &long]).unwrap();
    scene.repo.write("answers.json", answers);
    let args = ["new", "--answers", "answers.json", "--", &text];
    let _ = scene.charter(&args).run().success();
    let mut n_files = 0;
    for (path, bytes) in scene.repo.snapshot_tree() {
        let is_text = path.ends_with(".md") || path.ends_with(".feature");
        if !is_text || before.get(&path) == Some(&bytes) {
            continue;
        }
        n_files += 1;
        let text = String::from_utf8(bytes).unwrap();
        let hidden: Vec<&str> =
            CLASSES.iter().filter(|(_, it)| text.contains(*it)).map(|(class, _)| *class).collect();
        assert_eq!(hidden, Vec::<&str>::new(), "{path}");
    }
    assert!(n_files >= 4, "two exports, charter.md and criteria.md: {n_files}");
}

#[test]
fn honest_text_stays_as_it_is() {
    let scene = scene();
    poison(&scene, HONEST);
    for args in
        [&["show"][..], &["show", "VAL-A"], &["export", "--gherkin"], &["export", "--markdown"]]
    {
        let output = scene.charter(args).env("COLUMNS", "120").run().success();
        let words = output.stdout.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(words.contains(HONEST), "{args:?} {output}");
    }
    for args in [&[][..], &["status"], &["list"], &["log"], &["check"], &["review"]] {
        let output = scene.charter(args).env("COLUMNS", "120").run();
        assert!(!output.stdout.contains(SHOWN) && !output.stderr.contains(SHOWN), "{output}");
        assert!(output.stdout.contains("日本語"), "{args:?} {output}");
    }
    let status = scene.charter(&["status", "--json"]).run().success();
    assert!(status.stdout.contains(HONEST), "JSON has them as letters: {status}");
}

#[test]
fn what_a_recorded_command_says_again_is_inert() {
    let scene = Scene::new();
    scene.repo.write("src/a.rs", "1\n");
    let criteria = "### VAL-A — a\nVerifier: command\nWatches: src/**\n";
    scene.repo.write(scene.file("criteria.md"), criteria);
    let said = format!("{COMMANDS}{}\n1 passed in 0.01s\n::error::last", every_character());
    scene.repo.write("said.txt", said);
    scene.repo.write("t.sh", "cat said.txt; cat said.txt >&2\n");
    let prove = ["prove", "VAL-A", "--no-base", "--because", "b", "--", "sh", "t.sh"];
    let live = scene.charter(&prove).run().success();
    assert!(live.stdout.contains('\u{1b}'), "what the caller runs is as it is: {live}");
    for (form, text) in [(&[][..], "2\n"), (&["--json"], "3\n")] {
        scene.repo.write("src/a.rs", text);
        let output = scene.charter(&[&["refresh"][..], form].concat()).run().success();
        assert_eq!(faults("refresh", "text", &output), Vec::<String>::new());
        assert!(output.stderr.contains("\\::error::last"), "{output}");
    }
    for args in [&["show", "VAL-A"][..], &["log"], &["verify"], &["status"]] {
        let output = scene.charter(args).run();
        assert_eq!(faults(args[0], "text", &output), Vec::<String>::new());
    }
}

/// Texts that try to end what they stand in, and to swallow or forge what follows.
const BREAKERS: &str = "Given a\n\"\"\"\nFeature: forged\n@VAL-X\nScenario: forged\nGiven b\n- # language: fr\n\
    | a | b |\n| a |\n| a\nExamples:\n| x |\nGiven c\n```\n<!-- \n<details>\n<script>\n~~~\n<plaintext>\n";

#[test]
fn a_criterion_cannot_break_out_of_an_export() {
    let scene = Scene::new();
    let criteria = format!(
        "## m1 <!-- ``` Scenario: x\n\n### VAL-A — <!-- a `` b\n{BREAKERS}```\n-->\n\n### VAL-B — honest\nIt stays.\n"
    );
    scene.repo.write(scene.file("criteria.md"), criteria);
    let feature = scene.charter(&["export", "--gherkin"]).run().success().stdout;
    let lines: Vec<&str> = feature.lines().map(str::trim).collect();
    let count = |prefix: &str| lines.iter().filter(|it| it.starts_with(prefix)).count();
    assert_eq!((count("Feature:"), count("Rule:")), (1, 1), "{feature}");
    assert_eq!((count("Scenario"), count("@VAL-")), (2, 2), "{feature}");
    assert_eq!((count("\"\"\""), count("```"), count("# language")), (0, 0, 0), "{feature}");
    assert!(!lines[0].contains("language"), "{feature}");
    assert!(lines.contains(&"Then honest"), "{feature}");
    let rows: Vec<&&str> = lines.iter().filter(|it| it.starts_with('|')).collect();
    assert_eq!(rows, [&"| a | b |", &"| x |"], "{feature}");
    assert!(lines.contains(&"# Given c"), "no step behind examples: {feature}");
    let page = scene.charter(&["export", "--markdown"]).run().success().stdout;
    let body = page.split_once("-->\n").unwrap().1;
    assert!(body.contains("\n### VAL-B — honest\n\nIt stays.\n\nVerdict: "), "{page}");
    let is_quoted = |it: &str| it.starts_with("> ");
    for mark in ["```", "~~~", "<script", "<details", "<plaintext", "<!--"] {
        let bare = body.lines().filter(|it| it.contains(mark) && !is_quoted(it));
        let bare: Vec<&str> =
            bare.filter(|it| !it.contains("\\<") && !it.contains("\\`")).collect();
        assert_eq!(bare, Vec::<&str>::new(), "{page}");
    }
    let raw = ["<script", "<details", "<plaintext", "\n> <!--"];
    assert!(!raw.iter().any(|it| body.contains(it)), "{page}");
}
