//! The parts that charter adds for each agent, file by file.
//!
//! Owns the table: which file, what goes into it. Facts about agents are those of their public
//! documentation. Must not know where the user's directories are.

use super::agent::{Agent, Anchor, Scope};
use super::prompt::prompts;
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
pub struct JsonEntry {
    /// The names that lead to its container, from the outside in.
    pub at: Vec<String>,
    pub slot: Slot,
    pub value: Value,
    /// What other versions and other tools wrote in its place, which is charter's all the same.
    pub earlier: Vec<Value>,
}

/// What a file gets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PartContent {
    /// Entries of a JSON file, which begins as `seed` where there is none.
    Json {
        seed: &'static str,
        entries: Vec<JsonEntry>,
    },
    /// The table `[mcp_servers.charter]` of a TOML file.
    ServerTable {
        program: String,
    },
    Whole(String),
}

/// A file of an agent, and what charter adds to it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AgentPart {
    /// The directory that it is below.
    pub anchor: Anchor,
    /// Its path there, with `/`.
    pub path: String,
    /// Another name that it may have instead, where only that one is there.
    pub other: Option<String>,
    pub content: PartContent,
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
pub fn parts(agent: Agent, scope: Scope, kit: Kit<'_>) -> Vec<AgentPart> {
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

/// The events of Claude Code, Codex and Copilot at which charter is called.
const EVENTS: [&str; 5] =
    ["SessionStart", "UserPromptSubmit", "PreToolUse", "Stop", "SubagentStop"];

struct PartDesk<'a> {
    agent: Agent,
    kit: Kit<'a>,
}

impl PartDesk<'_> {
    fn claude(
        &self,
        anchor: Anchor,
        dir: &str,
        state: Anchor,
        servers: &'static str,
    ) -> Vec<AgentPart> {
        let direct = json!({
            "type": "command",
            "command": self.kit.program,
            "args": ["hook", "claude"],
            "timeout": TIMEOUT_S,
        });
        let shell = json!({"type": "command", "command": self.call()});
        let earlier = vec![group(None, &shell), group(Some(CLAUDE_TOOLS), &shell)];
        let hooks = hooks(&EVENTS, CLAUDE_TOOLS, |matcher| group(matcher, &direct));
        let hooks = hooks.into_iter().map(|it| JsonEntry { earlier: earlier.clone(), ..it });
        let own = vec![
            json_part(state, servers, OBJECT, vec![self.server("mcpServers")]),
            json_part(anchor, format!("{dir}settings.json"), OBJECT, hooks.collect()),
        ];
        // The skill is `/charter` already.
        let mut commands = self.prompts(anchor, &format!("{dir}commands/"));
        commands.retain(|it| it.path.ends_with("interview.md"));
        [own, commands, self.skill(anchor, &format!("{dir}skills/"))].concat()
    }

    fn codex(&self, anchor: Anchor, dir: &str, shared: Anchor) -> Vec<AgentPart> {
        let tools = "Bash|apply_patch|Edit|Write|request_user_input";
        let run = json!({"type": "command", "command": self.call(), "timeout": TIMEOUT_S});
        let hooks = hooks(&EVENTS, tools, |matcher| group(matcher, &run));
        let content = PartContent::ServerTable { program: self.kit.program.to_owned() };
        let own = vec![
            AgentPart { anchor, path: format!("{dir}config.toml"), other: None, content },
            json_part(anchor, format!("{dir}hooks.json"), OBJECT, hooks),
        ];
        // Codex reads prompts of the user only.
        let is_user = anchor == Anchor::Codex;
        let prompts = if is_user { self.prompts(anchor, "prompts/") } else { Vec::new() };
        [own, prompts, self.skill(shared, ".agents/skills/")].concat()
    }

    fn cursor(&self, anchor: Anchor) -> Vec<AgentPart> {
        let call = self.call();
        let tools = "Shell|Write|Delete|AskQuestion";
        let last = json!({"command": call, "loop_limit": CURSOR_LOOP_MAX});
        let hooks = vec![
            item("sessionStart", json!({"command": call})),
            item("beforeSubmitPrompt", json!({"command": call})),
            item("preToolUse", json!({"command": call, "matcher": tools})),
            item("stop", last.clone()),
            item("subagentStop", last),
        ];
        let own = vec![
            json_part(anchor, ".cursor/mcp.json", OBJECT, vec![self.server("mcpServers")]),
            json_part(anchor, ".cursor/hooks.json", VERSIONED, hooks),
        ];
        let prompts = self.prompts(anchor, ".cursor/commands/");
        [own, prompts, self.skill(anchor, ".cursor/skills/")].concat()
    }

    fn gemini(&self, anchor: Anchor) -> Vec<AgentPart> {
        let events = ["SessionStart", "BeforeAgent", "BeforeTool", "AfterAgent"];
        let tools = "write_file|replace|run_shell_command|ask_user";
        let run = json!({
            "name": "charter",
            "type": "command",
            "command": self.call(),
            "timeout": TIMEOUT_S * 1000,
        });
        let mut entries = vec![self.server("mcpServers")];
        entries.extend(hooks(&events, tools, |matcher| group(matcher, &run)));
        let own = vec![json_part(anchor, ".gemini/settings.json", OBJECT, entries)];
        let prompts = self.prompts(anchor, ".gemini/commands/");
        [own, prompts, self.skill(anchor, ".gemini/skills/")].concat()
    }

    fn opencode(&self, anchor: Anchor, config: &str, dir: &str) -> Vec<AgentPart> {
        let command = [self.kit.program, "mcp"];
        let value = json!({"type": "local", "command": command, "enabled": true});
        let earlier = vec![json!({"type": "local", "command": command})];
        let server = JsonEntry { earlier, ..member("mcp", value) };
        let config_part = AgentPart {
            other: Some(format!("{config}opencode.jsonc")),
            ..json_part(anchor, format!("{config}opencode.json"), OPENCODE, vec![server])
        };
        let plugin = self.program_in(include_str!("plugin/opencode.ts"));
        let own = vec![config_part, whole(anchor, format!("{dir}plugins/charter.ts"), &plugin)];
        let prompts = self.prompts(anchor, &format!("{dir}commands/"));
        [own, prompts, self.skill(anchor, &format!("{dir}skills/"))].concat()
    }

    fn pi(&self, anchor: Anchor, dir: &str) -> Vec<AgentPart> {
        let extension = self.program_in(include_str!("plugin/pi.ts"));
        let own = vec![whole(anchor, format!("{dir}extensions/charter.ts"), &extension)];
        let prompts = self.prompts(anchor, &format!("{dir}prompts/"));
        [own, prompts, self.skill(anchor, &format!("{dir}skills/"))].concat()
    }

    fn copilot_project(&self) -> Vec<AgentPart> {
        let anchor = Anchor::Project;
        let own = vec![
            json_part(anchor, ".mcp.json", OBJECT, vec![self.server("mcpServers")]),
            json_part(anchor, ".github/hooks/charter.json", VERSIONED, self.copilot_hooks()),
        ];
        let prompts = self.prompts(anchor, ".github/prompts/");
        [own, prompts, self.skill(anchor, ".github/skills/")].concat()
    }

    fn copilot_user(&self) -> Vec<AgentPart> {
        let anchor = Anchor::Copilot;
        let value = json!({
            "type": "local",
            "command": self.kit.program,
            "args": ["mcp"],
            "tools": ["*"],
        });
        let own = vec![
            json_part(anchor, "mcp-config.json", OBJECT, vec![member("mcpServers", value)]),
            json_part(anchor, "hooks/charter.json", VERSIONED, self.copilot_hooks()),
        ];
        [own, self.skill(anchor, "skills/")].concat()
    }

    /// Events by the names under which Copilot says in the payload which one it is. A hook that fails
    /// before a tool call would deny it, so where charter is missing nothing is run.
    fn copilot_hooks(&self) -> Vec<JsonEntry> {
        let program = shell_word(self.kit.program);
        let command = format!("command -v {program} >/dev/null || exit 0 ; {program} hook copilot");
        hooks(&EVENTS, "Bash|Edit|Write|AskUserQuestion", |matcher| {
            let mut value = json!({"type": "command", "bash": command, "timeoutSec": TIMEOUT_S});
            if let (Some(matcher), Some(members)) = (matcher, value.as_object_mut()) {
                members.insert("matcher".to_owned(), matcher.into());
            }
            value
        })
    }

    fn server(&self, at: &str) -> JsonEntry {
        let command = self.kit.program;
        // What `claude mcp add` writes.
        let added = json!({"type": "stdio", "command": command, "args": ["mcp"], "env": {}});
        let typed = json!({"type": "stdio", "command": command, "args": ["mcp"]});
        let value = json!({"command": command, "args": ["mcp"]});
        JsonEntry { earlier: vec![added, typed], ..member(at, value) }
    }

    fn call(&self) -> String {
        format!("{} hook {}", shell_word(self.kit.program), self.agent.word())
    }

    fn program_in(&self, script: &str) -> String {
        let program = format!("const CHARTER = {}", Value::from(self.kit.program));
        script.replace("const CHARTER = \"charter\"", &program)
    }

    fn prompts(&self, anchor: Anchor, dir: &str) -> Vec<AgentPart> {
        let part = |(name, text): (String, String)| whole(anchor, format!("{dir}{name}"), &text);
        prompts(self.agent).into_iter().map(part).collect()
    }

    fn skill(&self, anchor: Anchor, dir: &str) -> Vec<AgentPart> {
        let part =
            |(path, text): &(&str, &str)| whole(anchor, format!("{dir}charter/{path}"), text);
        self.kit.skill.iter().map(part).collect()
    }
}

fn json_part(
    anchor: Anchor,
    path: impl Into<String>,
    seed: &'static str,
    entries: Vec<JsonEntry>,
) -> AgentPart {
    let content = PartContent::Json { seed, entries };
    AgentPart { anchor, path: path.into(), other: None, content }
}

fn whole(anchor: Anchor, path: String, text: &str) -> AgentPart {
    let content = PartContent::Whole(stamp(&path, text));
    AgentPart { anchor, path, other: None, content }
}

fn member(at: &str, value: Value) -> JsonEntry {
    let slot = Slot::Member("charter".to_owned());
    JsonEntry { at: vec![at.to_owned()], slot, value, earlier: Vec::new() }
}

/// Adds an item to the hooks of an event.
fn item(event: &str, value: Value) -> JsonEntry {
    let at = vec!["hooks".to_owned(), event.to_owned()];
    JsonEntry { at, slot: Slot::Item, value, earlier: Vec::new() }
}

/// Adds an item to the hooks of some events; the one before a tool is for these tools only.
fn hooks(events: &[&str], tools: &str, value: impl Fn(Option<&str>) -> Value) -> Vec<JsonEntry> {
    let matcher = |event: &str| matches!(event, "PreToolUse" | "BeforeTool").then_some(tools);
    events.iter().map(|it| item(it, value(matcher(it)))).collect()
}

/// Wraps a hook as Claude Code, Codex and Gemini CLI have it.
fn group(matcher: Option<&str>, hook: &Value) -> Value {
    match matcher {
        Some(matcher) => json!({"matcher": matcher, "hooks": [hook]}),
        None => json!({"hooks": [hook]}),
    }
}
