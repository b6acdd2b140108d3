//! Command lines of programs, and what they wrote when they were run for real.

use super::*;
use crate::question::{Content, Usage};
use serde_json::{Value, json};

fn call_of(program: Program, schema: &Value) -> ProgramCall {
    let question = MindQuestion { system: "Be brief.", user: "Say ready.", schema };
    let argv = vec![program.file_name().unwrap_or("./mine").to_owned()];
    let mind = ProgramMind { program, argv, model: Some("m-1".to_owned()) };
    mind.call(&question, Duration::from_secs(9))
}

fn words(call: &ProgramCall) -> String {
    let word = |it: &ProgramArg| match it {
        ProgramArg::Text(text) if text.is_empty() => "''".to_owned(),
        ProgramArg::Text(text) => text.clone(),
        ProgramArg::File(idx) => format!("<{}>", call.files[*idx].name),
    };
    call.argv.iter().map(word).collect::<Vec<_>>().join(" ")
}

fn word_schema() -> Value {
    json!({ "type": "object", "properties": { "word": { "type": "string" } }, "required": ["word"] })
}

#[test]
fn every_program_runs_without_tools_and_reads_the_prompt_on_stdin() {
    let schema = word_schema();
    for (program, off) in [
        (Program::Claude, "--tools '' --strict-mcp-config"),
        (Program::Codex, "--sandbox read-only --color never -c features.shell_tool=false"),
        (Program::Gemini, "--policy <policy.toml>"),
        (Program::Opencode, "run --format json --pure"),
        (Program::Pi, "--no-tools --no-extensions"),
    ] {
        let call = call_of(program, &schema);
        let line = words(&call);
        assert!(line.contains(off), "{line}");
        assert!(line.contains("--model m-1"), "{line}");
        assert!(call.stdin.contains("Say ready."), "{}", call.stdin);
        assert!(!line.contains("Say ready."), "{line}");
        let beside = call.files.iter().map(|it| it.text.as_str());
        let set = call.set.iter().filter_map(|(_, it)| match it {
            ProgramArg::Text(text) => Some(text.as_str()),
            ProgramArg::File(_) => None,
        });
        let places = beside.chain(set).chain([line.as_str(), call.stdin.as_str()]);
        assert_eq!(places.filter(|it| it.contains("Be brief.")).count(), 1, "{line}");
    }
    let opencode = call_of(Program::Opencode, &schema);
    let config = ("OPENCODE_CONFIG_CONTENT", r#""tools":{"*":false}"#);
    let holds =
        |(name, value): &(&str, ProgramArg)| *name == config.0 && text_of(value).contains(config.1);
    assert!(opencode.set.iter().any(holds), "{:?}", opencode.set);
}

fn text_of(value: &ProgramArg) -> &str {
    match value {
        ProgramArg::Text(text) => text,
        ProgramArg::File(_) => "",
    }
}

#[test]
fn a_program_sends_nothing_beside_the_question_as_far_as_it_can_be_told() {
    let set = |program| call_of(program, &word_schema()).set;
    let names = |program| set(program).iter().map(|it| it.0).collect::<Vec<_>>();
    assert!(names(Program::Claude).contains(&"CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC"));
    assert!(names(Program::Opencode).contains(&"OPENCODE_DISABLE_MODELS_FETCH"));
    let gemini = call_of(Program::Gemini, &word_schema());
    let [[dir, name, text]] = gemini.inside[..] else { panic!("one file") };
    assert_eq!((dir, name), (".gemini", "settings.json"));
    let settings: Value = serde_json::from_str(text).unwrap();
    assert_eq!(settings["hooksConfig"]["enabled"], false);
    assert!(gemini.set.contains(&("GEMINI_SYSTEM_MD", ProgramArg::File(1))));
    let codex = words(&call_of(Program::Codex, &word_schema()));
    for setting in ["features.view_image=false", "analytics.enabled=false", "mcp_servers={}"] {
        assert!(codex.contains(setting), "{codex}");
    }
}

#[test]
fn the_users_own_program_gets_the_question_as_json() {
    let call = call_of(Program::Own, &word_schema());
    assert_eq!(words(&call), "./mine");
    let stdin: Value = serde_json::from_str(&call.stdin).unwrap();
    let expected = json!({
        "v": 1, "system": "Be brief.", "prompt": "Say ready.", "schema": word_schema(), "model": "m-1"
    });
    assert_eq!(stdin, expected);
}

#[test]
fn codex_gets_a_schema_only_in_the_form_that_its_service_takes() {
    let strict = call_of(Program::Codex, &word_schema());
    assert!(words(&strict).ends_with("--output-schema <schema.json> --model m-1 -"));
    assert!(strict.files[0].text.contains(r#""additionalProperties":false"#));
    let loose =
        json!({ "type": "object", "properties": { "word": { "type": "string", "maxLength": 9 } } });
    let call = call_of(Program::Codex, &loose);
    assert!(call.files.is_empty());
    assert!(call.stdin.contains("maxLength"), "{}", call.stdin);
}

fn ended(program: Program, stdout: &str, stderr: &str, exit: i32) -> Result<Said, MindFailure> {
    let mind = ProgramMind { program, argv: Vec::new(), model: None };
    let end = ProgramEnd { exit: Some(exit), stdout: stdout.into(), stderr: stderr.into() };
    mind.read(&end)
}

/// What Claude Code 2.1.197 wrote to a scripted server, shortened.
const CLAUDE: &str = r#"{"type":"result","subtype":"success","is_error":false,"api_error_status":null,"duration_ms":103,"num_turns":2,"result":"{\"word\":\"ready\"}","stop_reason":"tool_use","total_cost_usd":0.0125,"usage":{"input_tokens":1000,"cache_creation_input_tokens":0,"cache_read_input_tokens":0,"output_tokens":50},"modelUsage":{"claude-opus-4-8[1m]":{"inputTokens":2000,"outputTokens":100}},"permission_denials":[],"structured_output":{"word":"ready"},"terminal_reason":"completed"}"#;

/// What Codex 0.166.0 wrote.
const CODEX: &str = r#"{"type":"thread.started","thread_id":"01a1f07d-9cfe-7700-8d68-28dbfe50aace"}
{"type":"item.completed","item":{"id":"item_0","type":"error","message":"Model metadata for `scripted` not found."}}
{"type":"turn.started"}
{"type":"item.completed","item":{"id":"item_1","type":"agent_message","text":"{\"word\":\"ready\"}"}}
{"type":"turn.completed","usage":{"input_tokens":1000,"cached_input_tokens":0,"output_tokens":50,"reasoning_output_tokens":0}}
"#;

/// What Gemini CLI 0.61.0 wrote, shortened.
const GEMINI: &str = r#"{
  "session_id": "b2121de6-bb3b-46d4-a1ac-fd292ed71390",
  "response": "{\"word\":\"ready\"}",
  "stats": { "models": { "scripted": { "tokens": { "input": 1000, "prompt": 1000, "candidates": 50, "total": 1050 } } } }
}"#;

/// What opencode 1.18.33 wrote, shortened.
const OPENCODE: &str = r#"{"type":"step_start","sessionID":"ses_1","part":{"type":"step-start"}}
{"type":"text","sessionID":"ses_1","part":{"type":"text","text":"{\"word\":\"ready\"}"}}
{"type":"step_finish","sessionID":"ses_1","part":{"reason":"stop","type":"step-finish","tokens":{"total":1050,"input":1000,"output":50,"reasoning":0},"cost":0}}
"#;

#[test]
fn what_each_program_wrote_is_read() {
    let usage = Usage { input_tokens: Some(1000), output_tokens: Some(50) };
    let said = ended(Program::Claude, CLAUDE, "", 0).unwrap();
    assert_eq!(said.content, Content::Json(json!({ "word": "ready" })));
    assert_eq!((said.usage, said.model.as_deref()), (usage, Some("claude-opus-4-8[1m]")));
    let text = Content::Text("{\"word\":\"ready\"}".to_owned());
    for (program, stdout) in
        [(Program::Codex, CODEX), (Program::Gemini, GEMINI), (Program::Opencode, OPENCODE)]
    {
        let said = ended(program, stdout, "noise", 0).unwrap();
        assert_eq!((said.content, said.usage), (text.clone(), usage), "{program:?}");
    }
    let said = ended(Program::Pi, "{\"word\":\"ready\"}", "", 0).unwrap();
    assert_eq!(said.content, text);
}

#[test]
fn what_a_program_says_about_a_failure_is_kept() {
    let claude = |status: &str, said: &str| {
        format!(
            r#"{{"type":"result","is_error":true,"api_error_status":{status},"result":"{said}"}}"#
        )
    };
    let auth = r#"{"session_id":"x","error":{"type":"Error","message":"Invalid auth method selected.","code":41}}"#;
    let turn = r#"{"type":"turn.failed","error":{"message":"stream disconnected"}}"#;
    let error =
        r#"{"type":"error","error":{"name":"APIError","data":{"message":"no such model"}}}"#;
    for (program, stdout, stderr, exit, expected) in [
        (Program::Claude, claude("429", "slow down").as_str(), "", 1, "rate limited"),
        (
            Program::Claude,
            &claude("401", "bad key"),
            "",
            1,
            "the request was rejected (401): bad key",
        ),
        (
            Program::Claude,
            &claude("null", "Not logged in"),
            "",
            1,
            "the program failed: Not logged in",
        ),
        (Program::Claude, "", "boom\n", 3, "the program failed: exit code 3: boom"),
        (Program::Codex, turn, "", 1, "the program failed: stream disconnected"),
        (Program::Codex, "", "", 0, "the answer was empty"),
        (Program::Gemini, "", auth, 41, "the program failed: Invalid auth method selected."),
        (Program::Opencode, error, "", 1, "the program failed: no such model"),
        (Program::Pi, "{}", "no key", 1, "the program failed: exit code 1: no key"),
        (Program::Own, " ", "", 0, "the answer was empty"),
    ] {
        let failure = ended(program, stdout, stderr, exit).unwrap_err();
        assert_eq!(failure.to_string(), expected, "{program:?}");
    }
}
