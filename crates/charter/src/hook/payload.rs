//! What an agent says on stdin.
//!
//! Owns the names of fields and events, in every spelling that is known. Unknown fields are passed over,
//! and a transcript is never opened. Must not fail on anything that is JSON.

use charter_agents::looping::Host;
use charter_app::HookEvent;
use serde_json::Value;
use std::path::PathBuf;

/// A payload as far as it concerns charter.
#[derive(Debug, PartialEq)]
pub(crate) struct HookPayload {
    pub(crate) event: HookEvent,
    /// What the agent calls it; empty where it does not say.
    pub(crate) event_name: String,
    /// The session, if it is named.
    pub(crate) session: Option<String>,
    /// Where the agent works, the likeliest first.
    pub(crate) dirs: Vec<PathBuf>,
    /// Whether the event was named in the payload itself, and not on the command line.
    pub(crate) names_event: bool,
}

impl HookPayload {
    /// Reads a payload; `told` is the event that the command line names.
    pub(crate) fn read(value: &Value, told: Option<&str>) -> Self {
        let named = text(value, &["hook_event_name", "hookEventName", "event", "type"]);
        let event_name = named.clone().or_else(|| told.map(str::to_owned)).unwrap_or_default();
        Self {
            event: event(value, &event_name),
            session: find_session(value),
            dirs: find_dirs(value),
            names_event: named.is_some(),
            event_name,
        }
    }
}

/// Finds the session that a payload names.
pub(crate) fn find_session(value: &Value) -> Option<String> {
    let keys = [
        "session_id",
        "sessionId",
        "sessionID",
        "conversation_id",
        "conversationId",
        "thread_id",
        "threadId",
    ];
    text(value, &keys)
}

/// Lists the directories that a payload names.
pub(crate) fn find_dirs(value: &Value) -> Vec<PathBuf> {
    let workspace = value.get("workspace");
    let inner = |key: &str| workspace.and_then(|it| text(it, &[key]));
    let named = [text(value, &["cwd", "directory"]), inner("current_dir"), inner("project_dir")];
    let roots =
        ["workspace_roots", "workspaceRoots"].iter().find_map(|key| value.get(key)?.as_array());
    let roots = roots.into_iter().flatten().filter_map(|it| it.as_str().map(str::to_owned));
    let dirs = named.into_iter().flatten().chain(roots).map(PathBuf::from);
    dirs.filter(|it| it.is_absolute()).collect()
}

/// Gives the first of some fields that is a text and says something.
fn text(value: &Value, keys: &[&str]) -> Option<String> {
    let found = keys.iter().filter_map(|key| value.get(key)?.as_str());
    found.map(str::trim).find(|it| !it.is_empty()).map(str::to_owned)
}

fn event(value: &Value, name: &str) -> HookEvent {
    let plain: String = name.chars().filter(char::is_ascii_alphanumeric).collect();
    match plain.to_ascii_lowercase().as_str() {
        "sessionstart" | "sessioncreated" => HookEvent::SessionStart,
        "userpromptsubmit"
        | "userpromptsubmitted"
        | "beforesubmitprompt"
        | "beforeagent"
        | "chatmessage"
        | "beforeagentstart"
        | "input" => prompt(value),
        "pretooluse"
        | "beforetool"
        | "beforeshellexecution"
        | "beforemcpexecution"
        | "toolexecutebefore"
        | "toolcall" => tool(value),
        "stop" | "afteragent" | "agentstop" | "sessionidle" | "agentend" => {
            HookEvent::Stop(host(value))
        }
        "subagentstop" => HookEvent::SubagentStop {
            agent: text(value, &["agent_id", "agentId", "subagent_id"]),
            sort: text(value, &["agent_type", "agentType", "subagent_type", "agentName"]),
            host: host(value),
        },
        "" => unnamed(value),
        _ => HookEvent::Other,
    }
}

/// An agent that does not name its events shows them by what it sends.
fn unnamed(value: &Value) -> HookEvent {
    let has = |keys: &[&str]| keys.iter().any(|key| value.get(key).is_some());
    if has(&["tool_name", "toolName"]) {
        // What a tool gave back comes behind it.
        let is_over = has(&["toolResult", "tool_result", "tool_response", "tool_output"]);
        return if is_over { HookEvent::Other } else { tool(value) };
    }
    if has(&["stop_hook_active", "stopHookActive", "stopReason", "stop_reason"]) {
        return HookEvent::Stop(host(value));
    }
    if has(&["prompt"]) {
        return prompt(value);
    }
    if has(&["source"]) { HookEvent::SessionStart } else { HookEvent::Other }
}

fn prompt(value: &Value) -> HookEvent {
    HookEvent::Prompt(text(value, &["prompt", "text", "message"]).unwrap_or_default())
}

fn tool(value: &Value) -> HookEvent {
    let name = text(value, &["tool_name", "toolName", "tool"]);
    let keys = ["tool_input", "toolInput", "toolArgs", "tool_args", "args", "input", "arguments"];
    let input = keys.iter().find_map(|key| value.get(key));
    let input = match input {
        // Some send their arguments as a text that is JSON.
        Some(Value::String(text)) => {
            serde_json::from_str(text).unwrap_or_else(|_| text.as_str().into())
        }
        Some(input) => input.clone(),
        None => value.clone(),
    };
    let is_shell = name.is_none() && value.get("command").is_some();
    let name = name.unwrap_or_else(|| if is_shell { "shell" } else { "" }.to_owned());
    HookEvent::Tool { name, input }
}

fn host(value: &Value) -> Host {
    let is_set = |keys: &[&str]| keys.iter().any(|key| value.get(key) == Some(&Value::Bool(true)));
    let count = ["loop_count", "loopCount"].iter().find_map(|key| value.get(key)?.as_u64());
    let ended = text(value, &["status"]);
    if ended.is_some_and(|it| matches!(it.as_str(), "aborted" | "error" | "cancelled")) {
        return Host::Interrupted;
    }
    if has_children(value) {
        return Host::Waits;
    }
    if is_set(&["stop_hook_active", "stopHookActive"]) || count.is_some_and(|it| it > 0) {
        return Host::StopsAgain;
    }
    Host::Stops
}

/// A server that runs beside is no child: it is never done.
fn has_children(value: &Value) -> bool {
    let tasks =
        ["background_tasks", "backgroundTasks"].iter().find_map(|key| value.get(key)?.as_array());
    let runs = |it: &Value| {
        let sort = text(it, &["type", "task_type", "kind"]).unwrap_or_default().to_lowercase();
        let status = text(it, &["status", "state"]).unwrap_or_else(|| "running".to_owned());
        sort.contains("agent") && matches!(status.as_str(), "running" | "pending")
    };
    tasks.into_iter().flatten().any(runs)
}
