//! What the scripted model was sent, as its log has it.
//!
//! Owns the sums. Must not know how it came about.

use serde_json::Value;
use std::collections::BTreeMap;

/// What charter asks with `mind --test`: everything else in such a request is the agent's.
const OURS: [&str; 2] = [
    "You are asked once, to see whether you can be reached.",
    "Give the word ready in the field `word`.",
];

/// Where charter's words about the schema begin; they go to the end of their text.
const SCHEMA: &str = "Answer with one JSON value and nothing else";

/// How much of a text is quoted.
const QUOTE_CHARS: usize = 60;

/// What stands in the notes of the project and of the user.
pub(super) const NOTES: [&str; 2] = ["PROJECT-NOTE", "USER-NOTE"];

/// What a model was sent.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Sent {
    pub(super) n_requests: usize,
    /// The tools that it was offered beside the one for the answer.
    pub(super) tools: Vec<String>,
    /// The texts of the largest request beside what charter asks: how long, and how they begin.
    pub(super) beside: Vec<(usize, String)>,
    /// Whether it was told the notes of the project, and of the user.
    pub(super) notes: [bool; 2],
    /// The hosts that the agent wanted to reach, with how often.
    pub(super) elsewhere: BTreeMap<String, usize>,
}

/// Reads a log.
pub(super) fn read(log: &str) -> Sent {
    let mut sent = Sent::default();
    for line in log.lines().filter_map(|it| serde_json::from_str::<Value>(it).ok()) {
        if let Some(host) = line.get("elsewhere").and_then(Value::as_str) {
            *sent.elsewhere.entry(host.to_owned()).or_default() += 1;
        }
        if line.get("path").is_none() {
            continue;
        }
        sent.n_requests += 1;
        for tool in strings(&line, "tools") {
            if tool != "StructuredOutput" && !sent.tools.contains(&tool) {
                sent.tools.push(tool);
            }
        }
        let texts = [strings(&line, "system"), strings(&line, "told")].concat();
        for (seen, note) in sent.notes.iter_mut().zip(NOTES) {
            *seen |= texts.iter().any(|it| it.contains(note));
        }
        let beside: Vec<(usize, String)> = texts.iter().filter_map(|it| beside(it)).collect();
        let n_chars = |it: &[(usize, String)]| it.iter().map(|it| it.0).sum::<usize>();
        if n_chars(&beside) > n_chars(&sent.beside) {
            sent.beside = beside;
        }
    }
    sent
}

fn strings(line: &Value, key: &str) -> Vec<String> {
    let items = line.get(key).and_then(Value::as_array).into_iter().flatten();
    items.filter_map(|it| it.as_str().map(str::to_owned)).collect()
}

/// Takes what charter asks out of a text; none where nothing is left.
fn beside(text: &str) -> Option<(usize, String)> {
    let mut rest = text.split(SCHEMA).next().unwrap_or_default().to_owned();
    for ours in OURS {
        rest = rest.replace(ours, "");
    }
    let rest = rest.trim();
    let words = rest.split_whitespace().collect::<Vec<_>>().join(" ");
    let quote: String = words.chars().take(QUOTE_CHARS).collect();
    (!rest.is_empty()).then(|| (rest.chars().count(), quote))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_ours_is_counted() {
        let log = r#"{"elsewhere":"a.example:443"}
{"other":"/v1/count"}
{"path":"/v1","tools":["StructuredOutput","shell"],"system":["You are asked once, to see whether you can be reached.\nToday is Monday."],"told":["Give the word ready in the field `word`.\n\nAnswer with one JSON value and nothing else: no","USER-NOTE"]}
{"elsewhere":"a.example:443"}"#;
        let sent = read(log);
        assert_eq!((sent.n_requests, sent.tools), (1, vec!["shell".to_owned()]));
        let beside = [(16, "Today is Monday.".to_owned()), (9, "USER-NOTE".to_owned())];
        assert_eq!((sent.beside, sent.notes), (beside.to_vec(), [false, true]));
        assert_eq!(sent.elsewhere["a.example:443"], 2);
    }
}
