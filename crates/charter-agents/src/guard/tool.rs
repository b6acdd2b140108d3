//! Tool calls of agents, by the names that agents give their tools.
//!
//! Owns which tool edits, runs a shell or asks the user, and where each names its files. Must not know
//! which agent calls: names are compared without case and marks.

use super::patch::patched;
use super::shell::script_writes;
use super::{Effect, Write};
use charter_kernel::shell_word;
use serde_json::Value;

/// The most paths of one call that are looked at.
const PATHS_MAX: usize = 500;

const EDITS: &[&str] = &[
    "write",
    "edit",
    "multiedit",
    "notebookedit",
    "astedit",
    "applypatch",
    "strreplace",
    "strreplaceeditor",
    "strreplacebasededittool",
    "create",
    "createfile",
    "createdirectory",
    "replace",
    "writefile",
    "editfile",
    "editfiles",
    "updatefile",
    "searchreplace",
    "delete",
    "deletefile",
    "movefile",
    "renamefile",
    "insert",
    "inserteditintofile",
    "replacestringinfile",
    "multireplacestringinfile",
    "patch",
    "editnotebook",
    "editnotebookfile",
];

const SHELLS: &[&str] = &[
    "bash",
    "shell",
    "sh",
    "runshellcommand",
    "runterminalcmd",
    "runinterminal",
    "runcommand",
    "execcommand",
    "exec",
    "execute",
    "localshell",
    "terminal",
];

const ASKS: &[&str] = &[
    "ask",
    "askuser",
    "askuserquestion",
    "askquestion",
    "askquestions",
    "askfollowupquestion",
    "vscodeaskquestions",
    "requestuserinput",
    "question",
];

/// The keys under which tools name one file, and those under which they name several.
const PATH_KEYS: &[&str] = &[
    "file_path",
    "filePath",
    "path",
    "notebook_path",
    "notebookPath",
    "target_file",
    "targetFile",
    "target_notebook",
    "absolute_path",
    "relative_workspace_path",
    "filename",
    "file",
    "destination",
    "dirPath",
];
const LIST_KEYS: &[&str] = &["files", "paths", "edits", "replacements"];

/// The keys under which tools give a patch.
const PATCH_KEYS: &[&str] = &["patch", "patchText", "patch_text", "diff", "input", "command"];

/// What a tool call is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ToolUse {
    Writes(Vec<Write>),
    /// It edits something that it does not name.
    Unnamed,
    Asks,
    /// It would have charter take the agent for a person.
    Disguised,
    /// Nothing that concerns the guard.
    Other,
}

/// What a script says to have charter take an agent for a person, without quotes and with single blanks.
const DISGUISES: [&str; 8] = [
    "charter_actor=person",
    "charter_actor person",
    "--actor person",
    "--actor=person",
    "-u claudecode",
    "unset claudecode",
    "claudecode= ",
    "env -i charter",
];

/// Tells whether a script calls charter in the name of a person, or hides who calls.
fn disguises(script: &str) -> bool {
    let plain: String = script.chars().filter(|it| !matches!(it, '"' | '\'' | '\\')).collect();
    let plain = plain.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
    plain.contains("charter") && DISGUISES.iter().any(|it| plain.contains(it))
}

#[must_use]
pub fn read_tool(name: &str, input: &Value) -> ToolUse {
    let last = name.rsplit("__").next().unwrap_or(name);
    let plain: String = last.chars().filter(char::is_ascii_alphanumeric).collect();
    let plain = plain.to_ascii_lowercase();
    if ASKS.contains(&plain.as_str()) {
        return ToolUse::Asks;
    }
    if SHELLS.contains(&plain.as_str()) {
        let script = script(input).unwrap_or_default();
        if disguises(&script) {
            return ToolUse::Disguised;
        }
        return ToolUse::Writes(script_writes(&script));
    }
    let is_look = input.get("command").and_then(Value::as_str) == Some("view");
    if !EDITS.contains(&plain.as_str()) || is_look {
        return ToolUse::Other;
    }
    let writes = edited(input);
    match writes.is_empty() {
        false => ToolUse::Writes(writes),
        // A tool of some server may edit anything at all.
        true if last != name => ToolUse::Other,
        true => ToolUse::Unnamed,
    }
}

fn script(input: &Value) -> Option<String> {
    let keys = ["command", "cmd", "script"];
    let value = keys.iter().find_map(|key| input.get(key))?;
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Array(words) => {
            let words = words.iter().filter_map(Value::as_str).map(shell_word);
            Some(words.collect::<Vec<_>>().join(" "))
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Object(_) => None,
    }
}

fn edited(input: &Value) -> Vec<Write> {
    let put = |path: &str| Write { path: path.to_owned(), effect: Effect::Put };
    let texts = PATH_KEYS.iter().filter_map(|key| input.get(key)?.as_str());
    let mut writes: Vec<Write> = texts.filter(|it| !it.is_empty()).map(put).collect();
    for row in LIST_KEYS.iter().filter_map(|key| input.get(key)?.as_array()).flatten() {
        let named = PATH_KEYS.iter().find_map(|key| row.get(key)?.as_str());
        writes.extend(row.as_str().or(named).map(put));
    }
    let patches = PATCH_KEYS.iter().filter_map(|key| input.get(key)?.as_str());
    writes.extend(patches.chain(input.as_str()).flat_map(patched));
    writes.truncate(PATHS_MAX);
    writes
}
