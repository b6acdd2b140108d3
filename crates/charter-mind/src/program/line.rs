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

/// Keeps the user's hooks and what Gemini reports about its use away; it counts in a directory that is trusted.
const GEMINI_SETTINGS: &str = r#"{"hooksConfig":{"enabled":false},"privacy":{"usageStatisticsEnabled":false},"general":{"enableAutoUpdate":false},"context":{"includeDirectoryTree":false}}"#;

/// Keeps what Claude would send beside the question away: a title for the session, usage, memory.
const CLAUDE_VARIABLES: [&str; 3] = [
    "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC",
    "CLAUDE_CODE_DISABLE_CLAUDE_MDS",
    "CLAUDE_CODE_DISABLE_AUTO_MEMORY",
];

/// Keeps opencode from looking for updates and for lists of models.
const OPENCODE_VARIABLES: [&str; 3] = [
    "OPENCODE_DISABLE_AUTOUPDATE",
    "OPENCODE_DISABLE_MODELS_FETCH",
    "OPENCODE_DISABLE_LSP_DOWNLOAD",
];

/// Switches off what Codex would let the model do, and what it would tell it beside the question; the sandbox
/// keeps the rest from writing. A version that does not know one of them passes it over.
const CODEX_SETTINGS: [&str; 16] = [
    "features.shell_tool=false",
    "features.unified_exec=false",
    "features.view_image=false",
    "features.goals=false",
    "features.hooks=false",
    "features.apps=false",
    "features.plugins=false",
    "features.multi_agent=false",
    "tools.experimental_request_user_input.enabled=false",
    "skills.include_instructions=false",
    "include_permissions_instructions=false",
    "include_environment_context=false",
    "analytics.enabled=false",
    "check_for_update_on_startup=false",
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
        inside: Vec::new(),
        set: Vec::new(),
        limit,
        output_bytes_max: OUTPUT_BYTES_MAX,
    };
    match mind.program {
        Program::Claude => claude(call, mind, question),
        Program::Codex => codex(call, mind, question),
        Program::Gemini => gemini(call, mind, question),
        Program::Opencode => opencode(call, mind, question),
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
    let set = CLAUDE_VARIABLES.map(on).to_vec();
    ProgramCall { stdin: question.user.to_owned(), set, ..call }
}

fn gemini(call: ProgramCall, mind: &ProgramMind, question: &MindQuestion<'_>) -> ProgramCall {
    let file = |name, text: &str| AsideFile { name, text: text.to_owned() };
    let files = vec![file("policy.toml", GEMINI_POLICY), file("system.md", question.system)];
    let line = [
        "--output-format",
        "json",
        "--skip-trust",
        "-e",
        "none",
        "--allowed-mcp-server-names",
        "none",
        "--policy",
    ];
    let mut call = with(call, &line);
    call.argv.push(ProgramArg::File(0));
    let set = vec![
        ("GEMINI_SYSTEM_MD", ProgramArg::File(1)),
        ("GEMINI_CLI_TRUST_WORKSPACE", ProgramArg::Text("true".to_owned())),
    ];
    let inside = vec![[".gemini", "settings.json", GEMINI_SETTINGS]];
    let stdin = question.user_with_schema();
    ProgramCall { stdin, files, inside, set, ..with_model(call, "--model", mind) }
}

fn opencode(call: ProgramCall, mind: &ProgramMind, question: &MindQuestion<'_>) -> ProgramCall {
    let line = ["run", "--format", "json", "--pure", "--title", "charter", "--agent", "charter"];
    let call = with_model(with(call, &line), "--model", mind);
    let config = json!({
        "agent": { "charter": { "mode": "primary", "prompt": question.system } },
        "tools": { "*": false },
        "permission": { "*": "deny" },
        "share": "disabled",
        "autoupdate": false,
    });
    let mut set = OPENCODE_VARIABLES.map(on).to_vec();
    set.push(("OPENCODE_CONFIG_CONTENT", ProgramArg::Text(config.to_string())));
    ProgramCall { stdin: question.user_with_schema(), set, ..call }
}

fn on(name: &'static str) -> (&'static str, ProgramArg) {
    (name, ProgramArg::Text("1".to_owned()))
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
