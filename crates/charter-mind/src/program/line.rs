//! The command line of each program.
//!
//! Owns the options, as the versions of November 2026 take them. What leaves tools out, keeps hooks and
//! extensions out, and leaves no session behind is there wherever a program has it. Must not read
//! output.

use super::{AsideFile, Program, ProgramArg, ProgramCall, ProgramMind};
use crate::bound::ANSWER_BYTES_MAX;
use crate::question::MindQuestion;
use crate::schema::{Framed, strict};
use serde_json::json;
use std::time::Duration;

/// What an agent writes beside its answer is several times as long.
const OUTPUT_BYTES_MAX: usize = ANSWER_BYTES_MAX;

/// Keeps every tool of Gemini's from the model.
const GEMINI_POLICY: &str = "[[rule]]\ntoolName = \"*\"\ndecision = \"deny\"\npriority = 999\n";

/// Keeps every tool of opencode's from the model.
const OPENCODE_CONFIG: &str =
    r#"{"tools":{"*":false},"permission":{"*":"deny"},"share":"disabled","autoupdate":false}"#;

/// Switches off what Codex would let the model do; the sandbox keeps the rest from writing.
const CODEX_SETTINGS: [&str; 7] = [
    "features.shell_tool=false",
    "features.unified_exec=false",
    "features.hooks=false",
    "features.apps=false",
    "features.multi_agent=false",
    "web_search=\"disabled\"",
    "mcp_servers={}",
];

pub(super) fn call(
    mind: &ProgramMind,
    question: &MindQuestion<'_>,
    limit: Duration,
) -> ProgramCall {
    let begun = mind.argv.iter().cloned().map(ProgramArg::Text).collect();
    let call = ProgramCall {
        argv: begun,
        stdin: String::new(),
        files: Vec::new(),
        set: Vec::new(),
        limit,
        output_bytes_max: OUTPUT_BYTES_MAX,
    };
    let whole = || format!("{}\n\n{}", question.system, question.user_with_schema());
    match mind.program {
        Program::Claude => claude(call, mind, question),
        Program::Codex => codex(call, mind, question),
        Program::Gemini => {
            let files = vec![AsideFile { name: "policy.toml", text: GEMINI_POLICY.to_owned() }];
            let line = [
                "--output-format",
                "json",
                "--skip-trust",
                "-e",
                "none",
                "--allowed-mcp-server-names",
            ];
            let mut call = with(call, &line);
            call = with(call, &["none", "--policy"]);
            call.argv.push(ProgramArg::File(0));
            let call = with_model(call, "--model", mind);
            ProgramCall { stdin: whole(), files, ..call }
        }
        Program::Opencode => {
            let call = with(call, &["run", "--format", "json", "--pure", "--title", "charter"]);
            let set = vec![("OPENCODE_CONFIG_CONTENT", OPENCODE_CONFIG.to_owned())];
            ProgramCall { stdin: whole(), set, ..with_model(call, "--model", mind) }
        }
        Program::Pi => {
            let line = [
                "-p",
                "--no-session",
                "--no-tools",
                "--no-extensions",
                "--no-skills",
                "--no-prompt-templates",
                "--no-context-files",
                "--offline",
                "--system-prompt",
                question.system,
            ];
            let call = with_model(with(call, &line), "--model", mind);
            ProgramCall { stdin: question.user_with_schema(), ..call }
        }
        Program::Own => {
            let stdin = json!({
                "v": 1,
                "system": question.system,
                "prompt": question.user,
                "schema": question.schema,
                "model": mind.model,
            });
            ProgramCall { stdin: format!("{stdin}\n"), ..call }
        }
    }
}

fn claude(call: ProgramCall, mind: &ProgramMind, question: &MindQuestion<'_>) -> ProgramCall {
    let schema = Framed::new(question.schema).schema.to_string();
    let line = [
        "-p",
        "--output-format",
        "json",
        "--tools",
        "",
        "--strict-mcp-config",
        "--settings",
        r#"{"disableAllHooks":true}"#,
        "--disable-slash-commands",
        "--no-session-persistence",
        "--system-prompt",
        question.system,
        "--json-schema",
        &schema,
    ];
    let call = with_model(with(call, &line), "--model", mind);
    ProgramCall { stdin: question.user.to_owned(), ..call }
}

fn codex(call: ProgramCall, mind: &ProgramMind, question: &MindQuestion<'_>) -> ProgramCall {
    let line = ["exec", "--json", "--skip-git-repo-check", "--ephemeral", "--ignore-rules"];
    let mut call = with(call, &line);
    call = with(call, &["--sandbox", "read-only", "--color", "never"]);
    for setting in CODEX_SETTINGS {
        call = with(call, &["-c", setting]);
    }
    // It is asked in the strict form only, so a schema that says more goes into the prompt alone.
    if let Some(schema) = strict(&Framed::new(question.schema).schema) {
        call = with(call, &["--output-schema"]);
        call.argv.push(ProgramArg::File(call.files.len()));
        call.files.push(AsideFile { name: "schema.json", text: schema.to_string() });
    }
    let call = with(with_model(call, "--model", mind), &["-"]);
    let stdin = format!("{}\n\n{}", question.system, question.user_with_schema());
    ProgramCall { stdin, ..call }
}

fn with(mut call: ProgramCall, words: &[&str]) -> ProgramCall {
    call.argv.extend(words.iter().map(|it| ProgramArg::Text((*it).to_owned())));
    call
}

fn with_model(call: ProgramCall, option: &str, mind: &ProgramMind) -> ProgramCall {
    match &mind.model {
        Some(model) => with(call, &[option, model]),
        None => call,
    }
}
