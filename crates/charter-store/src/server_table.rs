//! The table of charter's server in an agent's TOML configuration.
//!
//! Owns the lines `[mcp_servers.charter]` and how they go in and out; every other byte stays. Must not
//! know where the file is.

use charter_agents::install::{Fault, Merged, Removed, is_charter};
use serde_json::{Value, json};
use std::ops::Range;
use toml_edit::Document;

/// The first line of the table.
const HEADER: &str = "[mcp_servers.charter]";

/// What the table is called.
const PLACE: &str = "mcp_servers.charter";

/// What there is of the table in a file.
enum FoundTable {
    Missing,
    /// These bytes, as charter writes them.
    Ours(Range<usize>),
    /// Something that somebody edited, or wrote in another way.
    Edited,
}

/// Adds the table, or brings it up to date.
pub fn add_server_table(text: &str, program: &str) -> Result<Merged, Fault> {
    let newline = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let program = Value::from(program);
    let table = [HEADER, &format!("command = {program}"), "args = [\"mcp\"]"].join(newline);
    let kept = Vec::new();
    match find(text)? {
        FoundTable::Edited => Ok(Merged { text: text.to_owned(), kept: vec![PLACE.to_owned()] }),
        FoundTable::Ours(span) => Ok(Merged { text: replaced(text, &span, &table), kept }),
        FoundTable::Missing => {
            let gap = match text {
                "" => String::new(),
                text if text.ends_with('\n') => newline.to_owned(),
                _ => newline.repeat(2),
            };
            let merged = format!("{text}{gap}{table}{newline}");
            Document::parse(merged.as_str()).map_err(|_| {
                let at = text.find("mcp_servers").unwrap_or(0);
                let message = "`mcp_servers` is written in a way that no table can be added to";
                Fault::at(text, at, "toml-unexpected", message)
            })?;
            Ok(Merged { text: merged, kept })
        }
    }
}

/// Takes the table out, with the empty line before it.
pub fn remove_server_table(text: &str) -> Result<Removed, Fault> {
    match find(text)? {
        FoundTable::Missing => {
            Ok(Removed { text: text.to_owned(), kept: Vec::new(), is_empty: is_blank(text) })
        }
        FoundTable::Edited => {
            Ok(Removed { text: text.to_owned(), kept: vec![PLACE.to_owned()], is_empty: false })
        }
        FoundTable::Ours(Range { start, end }) => {
            let before = text.get(..start).unwrap_or_default();
            let gap = ["\n\r\n", "\n\n"].iter().find(|it| before.ends_with(**it));
            let start = start - gap.map_or(0, |it| it.len() - 1);
            let after = text.get(end..).unwrap_or_default();
            let ends_line = after.find('\n').map_or(after.len(), |it| it + 1);
            let text = replaced(text, &(start..end + ends_line), "");
            let is_empty = is_blank(&text);
            Ok(Removed { text, kept: Vec::new(), is_empty })
        }
    }
}

fn is_blank(text: &str) -> bool {
    text.trim().is_empty()
}

fn replaced(text: &str, span: &Range<usize>, with: &str) -> String {
    let before = text.get(..span.start).unwrap_or_default();
    format!("{before}{with}{}", text.get(span.end..).unwrap_or_default())
}

fn find(text: &str) -> Result<FoundTable, Fault> {
    let document = Document::parse(text).map_err(|err| {
        let at = err.span().map_or(0, |it| it.start);
        let message = err.message().lines().next().unwrap_or("this is not TOML").to_owned();
        Fault::at(text, at, "toml-invalid", message)
    })?;
    let servers = document.get("mcp_servers").and_then(|it| it.as_table_like());
    let Some(table) = servers.and_then(|it| it.get("charter")) else {
        return Ok(FoundTable::Missing);
    };
    let span = block(text);
    let lines = |span: &Range<usize>| {
        let lines = text.get(span.clone()).unwrap_or_default().lines();
        lines.map(str::trim_end).map(str::to_owned).collect::<Vec<_>>()
    };
    let table = table.as_table_like();
    let command = table.and_then(|it| it.get("command")).and_then(|it| it.as_str());
    match (span, command) {
        (Some(span), Some(command)) if is_charter(&json!([command, "mcp"])) => {
            let wanted = [
                HEADER.to_owned(),
                format!("command = {}", Value::from(command)),
                "args = [\"mcp\"]".to_owned(),
            ];
            Ok(if lines(&span) == wanted { FoundTable::Ours(span) } else { FoundTable::Edited })
        }
        (Some(_) | None, Some(_) | None) => Ok(FoundTable::Edited),
    }
}

/// Gives the lines from the header to the next empty line or table, without the end of the last.
fn block(text: &str) -> Option<Range<usize>> {
    let mut at = 0;
    let mut span: Option<Range<usize>> = None;
    for line in text.split_inclusive('\n') {
        let end = at + line.trim_end().len();
        match (&mut span, line.trim()) {
            (None, HEADER) => span = Some(at..end),
            (None, _) => {}
            (Some(_), "") => break,
            (Some(_), it) if it.starts_with('[') => break,
            (Some(span), _) => span.end = end,
        }
        at += line.len();
    }
    span
}
