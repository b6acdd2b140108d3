//! What in somebody else's file is charter's.
//!
//! Owns how a call of charter is recognised, wherever its program is. Must not change any text.

use super::json::{Child, Node};
use super::part::{JsonEntry, Slot};
use super::stamp::Owner;
use serde_json::Value;

const PROGRAMS: [&str; 2] = ["charter", "charter.exe"];

/// The commands that agents call.
const CALLS: [&str; 2] = ["hook", "mcp"];

/// Tells whose a child is, among what charter adds to a file.
pub(super) fn owner(text: &str, child: &Child, entries: &[JsonEntry]) -> Owner {
    let is_known = |slot: &Slot| match (slot, &child.key) {
        (Slot::Member(name), Some(key)) => name == key,
        (Slot::Item, None) => true,
        (Slot::Member(_), None) | (Slot::Item, Some(_)) => false,
    };
    let value = child.value.to_value();
    let known: Vec<&JsonEntry> = entries.iter().filter(|it| is_known(&it.slot)).collect();
    let shapes = known.iter().flat_map(|it| it.earlier.iter().chain([&it.value]));
    let found = plain(&value);
    if shapes.map(plain).any(|it| it == found) && !has_remarks(text, &child.value) {
        return Owner::Ours;
    }
    let is_named = !known.is_empty() && child.key.is_some();
    if is_named || (!known.is_empty() && is_charter(&value)) { Owner::Edited } else { Owner::Other }
}

/// Tells whether somebody wrote a comment into a value.
pub(super) fn has_remarks(text: &str, node: &Node) -> bool {
    let span = text.get(node.span.clone()).unwrap_or_default();
    serde_json::from_str::<Value>(span).is_err()
}

/// Gives a value with every mention of the program as plain `charter`.
#[must_use]
pub fn plain(value: &Value) -> Value {
    match value {
        Value::String(text) => Value::String(plain_text(text)),
        Value::Array(items) => items.iter().map(plain).collect(),
        Value::Object(members) => {
            Value::Object(members.iter().map(|(key, it)| (key.clone(), plain(it))).collect())
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => value.clone(),
    }
}

/// Tells whether a value calls charter from an agent.
#[must_use]
pub fn is_charter(value: &Value) -> bool {
    let mut words = Vec::new();
    list_words(&plain(value), &mut words);
    let has = |wanted: &str| words.iter().any(|it| it == wanted);
    has("charter") && CALLS.iter().any(|it| has(it))
}

fn list_words(value: &Value, words: &mut Vec<String>) {
    match value {
        Value::String(text) => words.extend(text.split_whitespace().map(str::to_owned)),
        Value::Array(items) => items.iter().for_each(|it| list_words(it, words)),
        Value::Object(members) => members.values().for_each(|it| list_words(it, words)),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

fn plain_text(text: &str) -> String {
    if is_program(text) {
        return "charter".to_owned();
    }
    let words = shell_words(text);
    if !words.iter().any(|it| is_program(it)) {
        return text.to_owned();
    }
    let word = |it: &String| if is_program(it) { "charter".to_owned() } else { it.clone() };
    words.iter().map(word).collect::<Vec<_>>().join(" ")
}

fn is_program(word: &str) -> bool {
    let name = word.rsplit(['/', '\\']).next().unwrap_or(word);
    PROGRAMS.contains(&name)
}

/// Splits at white space outside of single quotes, which go.
fn shell_words(text: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut is_quoted = false;
    for it in text.chars() {
        match it {
            '\'' => is_quoted = !is_quoted,
            it if it.is_whitespace() && !is_quoted => words.push(String::new()),
            it => {
                if let Some(word) = words.last_mut() {
                    word.push(it);
                }
            }
        }
    }
    words.retain(|it| !it.is_empty());
    words
}

#[cfg(test)]
mod tests {
    use super::{is_charter, plain};
    use serde_json::json;

    #[test]
    fn a_call_is_recognised_wherever_the_program_is() {
        let wanted = json!({"command": "charter hook codex"});
        for program in ["charter", "/usr/local/bin/charter", "'/my tools/charter'"] {
            let value = json!({"command": format!("{program} hook codex")});
            assert_eq!(plain(&value), wanted, "{program}");
            assert!(is_charter(&value), "{program}");
        }
        assert_eq!(plain(&json!(["/opt/my dir/charter", "mcp"])), json!(["charter", "mcp"]));
        assert!(!is_charter(&json!({"command": "echo charter"})));
        assert!(!is_charter(&json!({"command": "charterhouse hook x"})));
        assert_eq!(plain(&json!("keep  my spaces")), json!("keep  my spaces"));
    }
}
