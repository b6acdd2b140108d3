//! The agents that are asked, and how each is pointed at the scripted model.
//!
//! Owns the table and the files that each wants in a home of its own. Must not start anything.

/// An agent from the npm registry.
pub(super) struct NpmAgent {
    /// The word that charter chooses it by, and the name of its program.
    pub(super) name: &'static str,
    pub(super) package: &'static str,
    /// The model that has to be named, where its own choice cannot be pointed at the server.
    pub(super) model: Option<&'static str>,
    /// Files below its home that name the server; `PORT` stands for where it is.
    pub(super) home: &'static [(&'static str, &'static str)],
    /// Where the user's notes for every project are.
    pub(super) notes: &'static str,
    /// Settings with a hook, as its home and the project have them; none where it was not tried.
    pub(super) hook: Option<(&'static str, &'static str)>,
}

const CLAUDE_HOOK: &str = r#"{"hooks":{"SessionStart":[{"hooks":[{"type":"command","command":"touch HOOKED"}]}],"UserPromptSubmit":[{"hooks":[{"type":"command","command":"touch HOOKED"}]}]}}"#;

const GEMINI_HOOK: &str = r#"{"security":{"auth":{"selectedType":"gemini-api-key"}},"hooks":{"SessionStart":[{"hooks":[{"type":"command","name":"h","command":"touch HOOKED"}]}]}}"#;

const CODEX_HOME: &str = r#"model = "scripted"
model_provider = "scripted"

[model_providers.scripted]
name = "scripted"
base_url = "http://127.0.0.1:PORT/v1"
wire_api = "responses"
"#;

const OPENCODE_HOME: &str = r#"{"model":"scripted/scripted","provider":{"scripted":{"npm":"@ai-sdk/openai-compatible","options":{"baseURL":"http://127.0.0.1:PORT/v1","apiKey":"none"},"models":{"scripted":{}}}}}"#;

const PI_HOME: &str = r#"{"providers":{"scripted":{"baseUrl":"http://127.0.0.1:PORT/v1","api":"openai-completions","apiKey":"none","models":[{"id":"scripted"}]}}}"#;

pub(super) const AGENTS: [NpmAgent; 5] = [
    NpmAgent {
        name: "claude",
        package: "@anthropic-ai/claude-code",
        model: None,
        home: &[],
        notes: ".claude/CLAUDE.md",
        hook: Some((".claude/settings.json", CLAUDE_HOOK)),
    },
    NpmAgent {
        name: "codex",
        package: "@openai/codex",
        model: None,
        home: &[(".codex/config.toml", CODEX_HOME)],
        notes: ".codex/AGENTS.md",
        hook: None,
    },
    NpmAgent {
        name: "gemini",
        package: "@google/gemini-cli",
        model: None,
        home: &[],
        notes: ".gemini/GEMINI.md",
        hook: Some((".gemini/settings.json", GEMINI_HOOK)),
    },
    NpmAgent {
        name: "opencode",
        package: "opencode-ai",
        model: None,
        home: &[(".config/opencode/opencode.json", OPENCODE_HOME)],
        notes: ".config/opencode/AGENTS.md",
        hook: None,
    },
    NpmAgent {
        name: "pi",
        package: "@mariozechner/pi-coding-agent",
        model: Some("scripted/scripted"),
        home: &[(".pi/agent/models.json", PI_HOME)],
        notes: ".pi/agent/AGENTS.md",
        hook: None,
    },
];

/// The variables that point an agent at the server; `PORT` stands for where it is.
pub(super) const VARIABLES: [(&str, &str); 8] = [
    ("ANTHROPIC_API_KEY", "none"),
    ("ANTHROPIC_BASE_URL", "http://127.0.0.1:PORT"),
    ("GEMINI_API_KEY", "none"),
    ("GOOGLE_GEMINI_BASE_URL", "http://127.0.0.1:PORT"),
    // Whoever wants to go elsewhere is written down and gets no further.
    ("HTTPS_PROXY", "http://127.0.0.1:PORT"),
    ("HTTP_PROXY", "http://127.0.0.1:PORT"),
    ("NO_PROXY", "127.0.0.1,localhost"),
    ("TERM", "dumb"),
];
