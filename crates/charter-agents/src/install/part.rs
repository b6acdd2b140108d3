//! The parts that charter adds for each agent, file by file.
//!
//! Owns the table: which file, what goes into it. Facts about agents are those of their public
//! documentation. Must not know where the user's directories are.

use super::agent::{Agent, Anchor, Scope};
use super::prompt::{Dialect, prompts};
use super::stamp::stamp;
use charter_kernel::shell_word;
use serde_json::{Value, json};

/// What hooks are given to answer, in seconds.
const TIMEOUT_S: u32 = 20;

/// The most times in a row that Cursor goes on because a hook says so.
const CURSOR_LOOP_MAX: u32 = 10;

/// What goes into one entry's place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Slot {
    /// A member with this name, of an object.
    Member(String),
    Item,
}

/// Something that is added to a JSON file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// The names that lead to its container, from the outside in.
    pub at: Vec<String>,
    pub slot: Slot,
    pub value: Value,
    /// What other versions and other tools wrote in its place, which is charter's all the same.
    pub earlier: Vec<Value>,
}

/// What a file gets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Content {
    /// Entries of a JSON file, which begins as `seed` where there is none.
    Json {
        seed: &'static str,
        entries: Vec<Entry>,
    },
    /// The table `[mcp_servers.charter]` of a TOML file.
    ServerTable {
        program: String,
    },
    Whole(String),
}

/// A file of an agent, and what charter adds to it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// The directory that it is below.
    pub anchor: Anchor,
    /// Its path there, with `/`.
    pub path: String,
    /// Another name that it may have instead, where only that one is there.
    pub other: Option<String>,
    pub content: Content,
}

/// What is installed, the same for every agent.
#[derive(Debug, Clone, Copy)]
pub struct Kit<'a> {
    /// The program, as agents call it.
    pub program: &'a str,
    /// The files of the skill: path below its directory, text.
    pub skill: &'a [(&'a str, &'a str)],
}

/// Lists what charter adds for an agent.
#[must_use]
pub fn parts(agent: Agent, scope: Scope, kit: Kit<'_>) -> Vec<Part> {
    let desk = PartDesk { agent, kit };
    let is_user = scope == Scope::User;
    match agent {
        Agent::Claude if is_user => {
            desk.claude(Anchor::Claude, "", Anchor::ClaudeState, ".claude.json")
        }
        Agent::Claude => desk.claude(Anchor::Project, ".claude/", Anchor::Project, ".mcp.json"),
        Agent::Codex if is_user => desk.codex(Anchor::Codex, "", Anchor::Home),
        Agent::Codex => desk.codex(Anchor::Project, ".codex/", Anchor::Project),
        Agent::Cursor if is_user => desk.cursor(Anchor::Home),
        Agent::Cursor => desk.cursor(Anchor::Project),
        Agent::Gemini if is_user => desk.gemini(Anchor::Home),
        Agent::Gemini => desk.gemini(Anchor::Project),
        Agent::Opencode if is_user => desk.opencode(Anchor::Config, "opencode/", "opencode/"),
        Agent::Opencode => desk.opencode(Anchor::Project, "", ".opencode/"),
        Agent::Pi if is_user => desk.pi(Anchor::Pi, ""),
        Agent::Pi => desk.pi(Anchor::Project, ".pi/"),
        Agent::Copilot if is_user => desk.copilot_user(),
        Agent::Copilot => desk.copilot_project(),
    }
}

const OBJECT: &str = "{}\n";

/// The text of a new file of hooks where it has a version.
const VERSIONED: &str = "{\n  \"version\": 1\n}\n";

/// The text of a new configuration of opencode.
const OPENCODE: &str = "{\n  \"$schema\": \"https://opencode.ai/config.json\"\n}\n";

/// The tools that change files or ask the user, as Claude Code calls them.
const CLAUDE_TOOLS: &str = "Write|Edit|MultiEdit|NotebookEdit|Bash|AskUserQuestion";

struct PartDesk<'a> {
    agent: Agent,
    kit: Kit<'a>,
}

impl PartDesk<'_> {
    fn claude(&self, anchor: Anchor, dir: &str, state: Anchor, servers: &str) -> Vec<Part> {
        let events = ["SessionStart", "UserPromptSubmit", "PreToolUse", "Stop", "SubagentStop"];
        let hook = |event: &str| {
            let direct = json!({
                "type": "command",
                "command": self.kit.program,
                "args": ["hook", "claude"],
                "timeout": TIMEOUT_S,
            });
            let shell = json!({"type": "command", "command": self.call()});
            let matcher = (event == "PreToolUse").then_some(CLAUDE_TOOLS);
            let earlier = vec![group(None, &shell), group(Some(CLAUDE_TOOLS), &shell)];
            Entry { earlier, ..item(event, group(matcher, &direct)) }
        };
        let hooks = events.into_iter().map(hook).collect();
        let mut parts = vec![
            json_part(state, servers.to_owned(), OBJECT, vec![self.server("mcpServers")]),
            json_part(anchor, format!("{dir}settings.json"), OBJECT, hooks),
        ];
        // The skill is `/charter` already.
        let commands = self.prompts(anchor, &format!("{dir}commands/"), Dialect::Claude);
        parts.extend(commands.into_iter().filter(|it| it.path.ends_with("interview.md")));
        parts.extend(self.skill(anchor, &format!("{dir}skills/")));
        parts
    }

    fn codex(&self, anchor: Anchor, dir: &str, shared: Anchor) -> Vec<Part> {
        let tools = "Bash|apply_patch|Edit|Write|request_user_input";
        let hook = |(event, matcher)| {
            let run = json!({"type": "command", "command": self.call(), "timeout": TIMEOUT_S});
            item(event, group(matcher, &run))
        };
        let events = [
            ("SessionStart", None),
            ("UserPromptSubmit", None),
            ("PreToolUse", Some(tools)),
            ("Stop", None),
            ("SubagentStop", None),
        ];
        let table = Content::ServerTable { program: self.kit.program.to_owned() };
        let hooks = events.into_iter().map(hook).collect();
        let mut parts = vec![
            Part { anchor, path: format!("{dir}config.toml"), other: None, content: table },
            json_part(anchor, format!("{dir}hooks.json"), OBJECT, hooks),
        ];
        // Codex reads prompts of the user only.
        if anchor == Anchor::Codex {
            parts.extend(self.prompts(anchor, "prompts/", Dialect::Codex));
        }
        parts.extend(self.skill(shared, ".agents/skills/"));
        parts
    }

    fn cursor(&self, anchor: Anchor) -> Vec<Part> {
        let call = self.call();
        let plain = |event| item(event, json!({"command": call}));
        let hooks = vec![
            plain("sessionStart"),
            plain("beforeSubmitPrompt"),
            item(
                "preToolUse",
                json!({"command": call, "matcher": "Shell|Write|Delete|AskQuestion"}),
            ),
            item("stop", json!({"command": call, "loop_limit": CURSOR_LOOP_MAX})),
            item("subagentStop", json!({"command": call, "loop_limit": CURSOR_LOOP_MAX})),
        ];
        let servers = vec![self.server("mcpServers")];
        let mut parts = vec![
            json_part(anchor, ".cursor/mcp.json".to_owned(), OBJECT, servers),
            json_part(anchor, ".cursor/hooks.json".to_owned(), VERSIONED, hooks),
        ];
        parts.extend(self.prompts(anchor, ".cursor/commands/", Dialect::Cursor));
        parts.extend(self.skill(anchor, ".cursor/skills/"));
        parts
    }

    fn gemini(&self, anchor: Anchor) -> Vec<Part> {
        let tools = "write_file|replace|run_shell_command|ask_user";
        let hook = |(event, matcher)| {
            let timeout_ms = TIMEOUT_S * 1000;
            let run = json!({
                "name": "charter",
                "type": "command",
                "command": self.call(),
                "timeout": timeout_ms,
            });
            item(event, group(matcher, &run))
        };
        let events = [
            ("SessionStart", None),
            ("BeforeAgent", None),
            ("BeforeTool", Some(tools)),
            ("AfterAgent", None),
        ];
        let mut entries = vec![self.server("mcpServers")];
        entries.extend(events.into_iter().map(hook));
        let mut parts =
            vec![json_part(anchor, ".gemini/settings.json".to_owned(), OBJECT, entries)];
        parts.extend(self.prompts(anchor, ".gemini/commands/", Dialect::Gemini));
        parts.extend(self.skill(anchor, ".gemini/skills/"));
        parts
    }

    fn opencode(&self, anchor: Anchor, config: &str, dir: &str) -> Vec<Part> {
        let value = json!({
            "type": "local",
            "command": [self.kit.program, "mcp"],
            "enabled": true,
        });
        let earlier = vec![json!({"type": "local", "command": [self.kit.program, "mcp"]})];
        let server = Entry { earlier, ..member(&["mcp"], value) };
        let config_part = Part {
            other: Some(format!("{config}opencode.jsonc")),
            ..json_part(anchor, format!("{config}opencode.json"), OPENCODE, vec![server])
        };
        let plugin = self.program_in(include_str!("plugin/opencode.ts"));
        let mut parts =
            vec![config_part, whole(anchor, format!("{dir}plugins/charter.ts"), &plugin)];
        parts.extend(self.prompts(anchor, &format!("{dir}commands/"), Dialect::Opencode));
        parts.extend(self.skill(anchor, &format!("{dir}skills/")));
        parts
    }

    fn pi(&self, anchor: Anchor, dir: &str) -> Vec<Part> {
        let extension = self.program_in(include_str!("plugin/pi.ts"));
        let mut parts = vec![whole(anchor, format!("{dir}extensions/charter.ts"), &extension)];
        parts.extend(self.prompts(anchor, &format!("{dir}prompts/"), Dialect::Pi));
        parts.extend(self.skill(anchor, &format!("{dir}skills/")));
        parts
    }

    fn copilot_project(&self) -> Vec<Part> {
        let anchor = Anchor::Project;
        let servers = vec![self.server("mcpServers")];
        let mut parts = vec![
            json_part(anchor, ".mcp.json".to_owned(), OBJECT, servers),
            json_part(
                anchor,
                ".github/hooks/charter.json".to_owned(),
                VERSIONED,
                self.copilot_hooks(),
            ),
        ];
        parts.extend(self.prompts(anchor, ".github/prompts/", Dialect::Copilot));
        parts.extend(self.skill(anchor, ".github/skills/"));
        parts
    }

    fn copilot_user(&self) -> Vec<Part> {
        let anchor = Anchor::Copilot;
        let value = json!({
            "type": "local",
            "command": self.kit.program,
            "args": ["mcp"],
            "tools": ["*"],
        });
        let servers = vec![member(&["mcpServers"], value)];
        let mut parts = vec![
            json_part(anchor, "mcp-config.json".to_owned(), OBJECT, servers),
            json_part(anchor, "hooks/charter.json".to_owned(), VERSIONED, self.copilot_hooks()),
        ];
        parts.extend(self.skill(anchor, "skills/"));
        parts
    }

    /// Events by the names under which Copilot says in the payload which one it is. A hook that fails
    /// before a tool call would deny it, so where charter is missing nothing is run.
    fn copilot_hooks(&self) -> Vec<Entry> {
        let program = shell_word(self.kit.program);
        let command = format!("command -v {program} >/dev/null || exit 0 ; {program} hook copilot");
        let hook = |(event, matcher): (&str, Option<&str>)| {
            let mut value = json!({"type": "command", "bash": command, "timeoutSec": TIMEOUT_S});
            if let (Some(matcher), Some(members)) = (matcher, value.as_object_mut()) {
                members.insert("matcher".to_owned(), matcher.into());
            }
            item(event, value)
        };
        let events = [
            ("SessionStart", None),
            ("UserPromptSubmit", None),
            ("PreToolUse", Some("Bash|Edit|Write|AskUserQuestion")),
            ("Stop", None),
            ("SubagentStop", None),
        ];
        events.into_iter().map(hook).collect()
    }

    fn server(&self, at: &str) -> Entry {
        let command = self.kit.program;
        // What `claude mcp add` writes.
        let added = json!({"type": "stdio", "command": command, "args": ["mcp"], "env": {}});
        let typed = json!({"type": "stdio", "command": command, "args": ["mcp"]});
        let value = json!({"command": command, "args": ["mcp"]});
        Entry { earlier: vec![added, typed], ..member(&[at], value) }
    }

    fn call(&self) -> String {
        format!("{} hook {}", shell_word(self.kit.program), self.agent.word())
    }

    fn program_in(&self, script: &str) -> String {
        let program = format!("const CHARTER = {}", Value::from(self.kit.program));
        script.replace("const CHARTER = \"charter\"", &program)
    }

    fn prompts(&self, anchor: Anchor, dir: &str, dialect: Dialect) -> Vec<Part> {
        let part = |(name, text): (String, String)| whole(anchor, format!("{dir}{name}"), &text);
        prompts(dialect).into_iter().map(part).collect()
    }

    fn skill(&self, anchor: Anchor, dir: &str) -> Vec<Part> {
        let part =
            |(path, text): &(&str, &str)| whole(anchor, format!("{dir}charter/{path}"), text);
        self.kit.skill.iter().map(part).collect()
    }
}

fn json_part(anchor: Anchor, path: String, seed: &'static str, entries: Vec<Entry>) -> Part {
    Part { anchor, path, other: None, content: Content::Json { seed, entries } }
}

fn whole(anchor: Anchor, path: String, text: &str) -> Part {
    let content = Content::Whole(stamp(&path, text));
    Part { anchor, path, other: None, content }
}

fn member(at: &[&str], value: Value) -> Entry {
    let at = at.iter().map(|it| (*it).to_owned()).collect();
    Entry { at, slot: Slot::Member("charter".to_owned()), value, earlier: Vec::new() }
}

/// Adds an item to the hooks of an event.
fn item(event: &str, value: Value) -> Entry {
    let at = vec!["hooks".to_owned(), event.to_owned()];
    Entry { at, slot: Slot::Item, value, earlier: Vec::new() }
}

/// Wraps a hook as Claude Code, Codex and Gemini CLI have it.
fn group(matcher: Option<&str>, hook: &Value) -> Value {
    match matcher {
        Some(matcher) => json!({"matcher": matcher, "hooks": [hook]}),
        None => json!({"hooks": [hook]}),
    }
}
