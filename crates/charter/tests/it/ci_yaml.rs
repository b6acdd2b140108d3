//! A reader for the YAML that the templates for CI are written in: mappings, lists, plain and quoted words,
//! blocks of text, and mappings of words in braces. Whatever else YAML has fails the test.
//!
//! Must not know what the keys mean.

use serde_json::{Map, Value};

/// What is left to read.
struct Lines<'a> {
    rows: Vec<(usize, &'a str)>,
    at: usize,
}

/// Parses a page.
#[track_caller]
pub(crate) fn parse(text: &str) -> Value {
    let indent = |it: &str| it.len() - it.trim_start().len();
    let rows = text.lines().map(|it| (indent(it), it.trim())).collect();
    let mut lines = Lines { rows, at: 0 };
    let first = lines.peek().unwrap().0;
    let value = lines.node(first);
    assert!(lines.peek().is_none(), "not read: {:?}", lines.peek());
    value
}

/// Lists the blocks of YAML that a Markdown page shows.
pub(crate) fn fences(page: &str) -> Vec<&str> {
    let parts = page.split("```yaml\n").skip(1);
    parts.map(|it| it.split_once("\n```").unwrap().0).collect()
}

impl<'a> Lines<'a> {
    /// Gives the next line that says something, as far as it is indented.
    fn peek(&mut self) -> Option<(usize, &'a str)> {
        while let Some((_, text)) = self.rows.get(self.at) {
            if !text.is_empty() && !text.starts_with('#') {
                return self.rows.get(self.at).copied();
            }
            self.at += 1;
        }
        None
    }

    fn node(&mut self, indent: usize) -> Value {
        match self.peek() {
            Some((_, text)) if text == "-" || text.starts_with("- ") => self.list(indent),
            _ => self.mapping(indent),
        }
    }

    fn list(&mut self, indent: usize) -> Value {
        let mut values = Vec::new();
        while let Some((_, text)) = self.peek().filter(|it| it.0 == indent) {
            let Some(rest) = text.strip_prefix("- ").map(str::to_owned) else { break };
            if rest.starts_with(['"', '\'', '|']) || key(&rest).is_none() {
                self.at += 1;
                values.push(self.scalar(&rest, indent));
                continue;
            }
            // A mapping that begins on the line of its dash.
            let (_, text) = &mut self.rows[self.at];
            *text = text[2..].trim_start();
            self.rows[self.at].0 = indent + 2;
            values.push(self.mapping(indent + 2));
        }
        Value::Array(values)
    }

    fn mapping(&mut self, indent: usize) -> Value {
        let mut map = Map::new();
        while let Some((_, text)) = self.peek().filter(|it| it.0 == indent) {
            assert!(key(text).is_some(), "no key: {text}");
            let (name, rest) = key(text).unwrap();
            let (name, rest) = (name.to_owned(), rest.to_owned());
            self.at += 1;
            let value = if rest.is_empty() {
                let inner = self.peek().map(|it| it.0).filter(|it| *it > indent);
                inner.map_or(Value::Null, |inner| self.node(inner))
            } else {
                self.scalar(&rest, indent)
            };
            assert!(map.insert(name.clone(), value).is_none(), "{name} is there twice");
        }
        Value::Object(map)
    }

    fn scalar(&mut self, text: &str, indent: usize) -> Value {
        if let Some(inner) = text.strip_prefix('{').and_then(|it| it.strip_suffix('}')) {
            let pair = |it: &str| {
                let (name, word) = key(it.trim()).unwrap();
                (name.to_owned(), Value::String(unquoted(word)))
            };
            return inner.split(',').map(pair).collect();
        }
        if text != "|" {
            return Value::String(unquoted(text));
        }
        let is_below = |it: &&(usize, &str)| it.1.is_empty() || it.0 > indent;
        let n_rows = self.rows[self.at..].iter().take_while(is_below).count();
        let rows = &self.rows[self.at..self.at + n_rows];
        let margin = rows.iter().filter(|it| !it.1.is_empty()).map(|it| it.0).min().unwrap();
        let line =
            |it: &(usize, &str)| format!("{}{}\n", " ".repeat(it.0.saturating_sub(margin)), it.1);
        let text: String = rows.iter().map(line).collect();
        self.at += n_rows;
        Value::String(text.trim_end().to_owned() + "\n")
    }
}

/// Splits a line at its first colon.
fn key(text: &str) -> Option<(&str, &str)> {
    let (name, rest) = text.split_once(':')?;
    let is_name = name.chars().all(|it| it.is_alphanumeric() || "-_".contains(it));
    (is_name && (rest.is_empty() || rest.starts_with(' '))).then(|| (name, rest.trim()))
}

fn unquoted(text: &str) -> String {
    if let Some(inner) = text.strip_prefix('"').and_then(|it| it.strip_suffix('"')) {
        assert!(!inner.contains('\\'), "{text} has an escape");
        return inner.to_owned();
    }
    if let Some(inner) = text.strip_prefix('\'').and_then(|it| it.strip_suffix('\'')) {
        return inner.replace("''", "'");
    }
    let is_other = text.starts_with(['{', '[', '&', '*', '>', '|', '!']);
    assert!(!is_other && !text.contains(" #"), "{text} is more than plain words");
    text.to_owned()
}

#[test]
fn it_reads_what_the_templates_are_written_in() {
    let text = "# head\nname: a b\nsteps:\n  - name: one\n    run: |\n      # kept\n      if x; then\n        y\n\n      fi\n  - 'it''s'\n  - plain\nempty: \"\"\nmore: { a: 0, b-c: d }\n";
    let run = "# kept\nif x; then\n  y\n\nfi\n";
    let steps = serde_json::json!([{ "name": "one", "run": run }, "it's", "plain"]);
    let value = serde_json::json!({ "name": "a b", "steps": steps, "empty": "",
        "more": { "a": "0", "b-c": "d" } });
    assert_eq!(parse(text), value);
}
