//! JSON as it is written into somebody else's file: in their indentation and line endings.
//!
//! Owns the look of what is added. Must not know what it is.

use super::json::Node;
use serde_json::Value;

/// The longest value that stays in one line.
const COLUMNS_MAX: usize = 100;

/// How a file is laid out.
#[derive(Debug, Clone, Copy)]
pub(super) struct Style<'a> {
    /// What one level is indented by.
    pub(super) unit: &'a str,
    pub(super) newline: &'a str,
}

impl<'a> Style<'a> {
    /// Sees how a file is laid out.
    pub(super) fn of(text: &'a str, root: &Node) -> Self {
        let newline = if text.contains("\r\n") { "\r\n" } else { "\n" };
        let unit = root.children().iter().find_map(|it| own_indent(text, it.start));
        let unit = unit.filter(|it| !it.is_empty()).unwrap_or("  ");
        Self { unit, newline }
    }

    /// Renders a value whose first line is indented already; what is short stays in one line.
    pub(super) fn render(&self, value: &Value, indent: &str) -> String {
        let line = inline(value);
        if indent.len() + line.chars().count() <= COLUMNS_MAX {
            return line;
        }
        let deeper = format!("{indent}{}", self.unit);
        match value {
            Value::Array(items) => {
                let lines: Vec<String> = items.iter().map(|it| self.render(it, &deeper)).collect();
                self.wrap(('[', ']'), &lines, indent)
            }
            Value::Object(members) => {
                let line = |(key, value): (&String, &Value)| self.member(key, value, &deeper);
                let lines: Vec<String> = members.iter().map(line).collect();
                self.wrap(('{', '}'), &lines, indent)
            }
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => line,
        }
    }

    /// Renders a member whose line is indented already.
    pub(super) fn member(&self, key: &str, value: &Value, indent: &str) -> String {
        format!("{}: {}", Value::from(key), self.render(value, indent))
    }

    fn wrap(&self, (open, close): (char, char), lines: &[String], indent: &str) -> String {
        let Self { unit, newline } = self;
        let between = format!(",{newline}{indent}{unit}");
        format!("{open}{newline}{indent}{unit}{}{newline}{indent}{close}", lines.join(&between))
    }
}

pub(super) fn inline(value: &Value) -> String {
    match value {
        Value::Array(items) => {
            let items: Vec<String> = items.iter().map(inline).collect();
            format!("[{}]", items.join(", "))
        }
        Value::Object(members) => {
            let members: Vec<String> =
                members.iter().map(|(key, it)| inline_member(key, it)).collect();
            format!("{{{}}}", members.join(", "))
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => value.to_string(),
    }
}

pub(super) fn inline_member(key: &str, value: &Value) -> String {
    format!("{}: {}", Value::from(key), inline(value))
}

/// Gives the white space that a line begins with.
pub(super) fn line_indent(text: &str, at: usize) -> &str {
    let before = text.get(..at).unwrap_or_default();
    let line = text.get(before.rfind('\n').map_or(0, |it| it + 1)..).unwrap_or_default();
    let end = line.find(|it| it != ' ' && it != '\t').unwrap_or(line.len());
    line.get(..end).unwrap_or_default()
}

/// Gives the white space in front of something that begins its line.
pub(super) fn own_indent(text: &str, at: usize) -> Option<&str> {
    let before = text.get(..at)?;
    let start = before.rfind('\n')? + 1;
    before.get(start..).filter(|it| it.chars().all(|it| it == ' ' || it == '\t'))
}
