//! A setting in a file of the user's, changed in place.
//!
//! Owns how lines go in and out of a table such as `[mind]`; every other byte stays. Must not know where
//! the file is, nor what a setting means.

use std::ops::Range;
use toml_edit::{Document, Item, Table, Value};

/// What becomes of one key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SettingEdit<'a> {
    Set(&'a str),
    Remove,
}

/// Why a file cannot be changed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SettingEditFailure {
    #[error("line {line} is not TOML: {message}")]
    NotToml { line: usize, message: String },
    #[error("`{0}` is written there in a way that can't be changed in place")]
    Entangled(String),
}

/// Gives the text of a file with some keys of a table changed.
pub fn edit_settings(
    text: &str,
    table: &str,
    edits: &[(&str, SettingEdit<'_>)],
) -> Result<String, SettingEditFailure> {
    let entangled = || SettingEditFailure::Entangled(table.to_owned());
    let mut text = unfold(text, table)?;
    for (key, edit) in edits {
        let document = parse(&text).map_err(|_| entangled())?;
        let item = document.get(table).and_then(|it| it.as_table_like()?.get(key));
        let span = item.and_then(|it| it.as_value()?.span());
        let is_there = item.is_some();
        text = match (edit, span) {
            (SettingEdit::Set(value), Some(span)) => replaced(&text, &span, &quoted(value)),
            (SettingEdit::Remove, Some(span)) => replaced(&text, &line_of(&text, &span), ""),
            (SettingEdit::Remove, None) if !is_there => continue,
            (SettingEdit::Set(value), None) if !is_there => {
                let line = format!("{key} = {}", quoted(value));
                added(&text, &document, table, &line)
            }
            (SettingEdit::Set(_) | SettingEdit::Remove, None) => return Err(entangled()),
        };
    }
    let document = parse(&text).map_err(|_| entangled())?;
    let is_done = |(key, edit): &(&str, SettingEdit<'_>)| {
        let found = document.get(table).and_then(|it| it.as_table_like()?.get(key)?.as_str());
        match edit {
            SettingEdit::Set(value) => found == Some(value),
            SettingEdit::Remove => found.is_none(),
        }
    };
    if edits.iter().all(is_done) { Ok(text) } else { Err(entangled()) }
}

fn parse(text: &str) -> Result<Document<String>, SettingEditFailure> {
    Document::parse(text.to_owned()).map_err(|err| {
        let start = err.span().map_or(0, |it| it.start);
        let line = text.get(..start).unwrap_or_default().matches('\n').count() + 1;
        let message = err.message().lines().next().unwrap_or_default().to_owned();
        SettingEditFailure::NotToml { line, message }
    })
}

/// Turns the short forms of a table, `mind = "host"` and `mind = { use = "host" }`, into lines of their own.
fn unfold(text: &str, table: &str) -> Result<String, SettingEditFailure> {
    let document = parse(text)?;
    let entangled = || SettingEditFailure::Entangled(table.to_owned());
    let Some(value) = document.get(table).and_then(Item::as_value) else {
        return Ok(text.to_owned());
    };
    let span = value.span().ok_or_else(entangled)?;
    let mut kept = Vec::new();
    match value {
        // The table was one word before, which is what the first of its keys says now.
        Value::String(_) => {}
        Value::InlineTable(fields) => {
            for (key, value) in fields {
                let span = value.span().ok_or_else(entangled)?;
                kept.push(format!("{key} = {}", text.get(span).unwrap_or_default()));
            }
        }
        Value::Integer(_)
        | Value::Float(_)
        | Value::Boolean(_)
        | Value::Datetime(_)
        | Value::Array(_) => return Err(entangled()),
    }
    let mut text = replaced(text, &line_of(text, &span), "");
    // Each goes above the one before.
    for line in kept.into_iter().rev() {
        let document = parse(&text)?;
        text = added(&text, &document, table, &line);
    }
    Ok(text)
}

/// Adds a line to a table, behind its header or its first dotted key; a table that is not there goes to the end.
fn added(text: &str, document: &Document<String>, table: &str, line: &str) -> String {
    let newline = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let found = document.get(table).and_then(Item::as_table);
    let header = found.filter(|it| !it.is_implicit() && !it.is_dotted()).and_then(Table::span);
    if let Some(header) = header {
        let end = line_of(text, &(header.start..header.start)).end;
        let before = text.get(..end).unwrap_or_default();
        let gap = if before.ends_with('\n') { "" } else { newline };
        return replaced(text, &(end..end), &format!("{gap}{line}{newline}"));
    }
    let dotted = found.and_then(|it| it.iter().find_map(|(_, it)| it.as_value()?.span()));
    if let Some(span) = dotted {
        let start = line_of(text, &span).start;
        return replaced(text, &(start..start), &format!("{table}.{line}{newline}"));
    }
    let gap = match text {
        "" => String::new(),
        text if text.ends_with('\n') => newline.to_owned(),
        _ => newline.repeat(2),
    };
    format!("{text}{gap}[{table}]{newline}{line}{newline}")
}

/// Gives the lines that a span is on, with the end of the last.
fn line_of(text: &str, span: &Range<usize>) -> Range<usize> {
    let start = text.get(..span.start).and_then(|it| it.rfind('\n')).map_or(0, |it| it + 1);
    let rest = text.get(span.end..).unwrap_or_default();
    let end = rest.find('\n').map_or(text.len(), |it| span.end + it + 1);
    start..end
}

fn replaced(text: &str, span: &Range<usize>, with: &str) -> String {
    let before = text.get(..span.start).unwrap_or_default();
    format!("{before}{with}{}", text.get(span.end..).unwrap_or_default())
}

/// Gives a text as TOML has it; JSON's form is the same.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, edits: &[(&str, SettingEdit<'_>)], expected: &str) {
        let found = edit_settings(text, "mind", edits).unwrap_or_else(|it| it.to_string());
        assert_eq!(found, expected);
    }

    const CLAUDE: &[(&str, SettingEdit<'_>)] =
        &[("use", SettingEdit::Set("claude")), ("model", SettingEdit::Remove)];

    #[test]
    fn a_table_is_made_or_changed_and_every_other_byte_stays() {
        check("", CLAUDE, "[mind]\nuse = \"claude\"\n");
        check("rigor = 'light'", CLAUDE, "rigor = 'light'\n\n[mind]\nuse = \"claude\"\n");
        check(
            "# mine\r\n[mind] # who\r\nuse   = 'pi' # for now\r\nmodel = \"x\"\r\ntimeout-s = 9\r\n\r\n[preflight]\r\n",
            CLAUDE,
            "# mine\r\n[mind] # who\r\nuse   = \"claude\" # for now\r\ntimeout-s = 9\r\n\r\n[preflight]\r\n",
        );
        check("[mind]\ntimeout-s = 9\n", CLAUDE, "[mind]\nuse = \"claude\"\ntimeout-s = 9\n");
        check("[mind]", CLAUDE, "[mind]\nuse = \"claude\"\n");
    }

    #[test]
    fn other_ways_to_write_it_are_understood() {
        check("mind = \"host\"\nbatch = 2\n", CLAUDE, "batch = 2\n\n[mind]\nuse = \"claude\"\n");
        check(
            "mind = { use = \"pi\", timeout-s = 9, model = \"x\" }\n",
            CLAUDE,
            "[mind]\nuse = \"claude\"\ntimeout-s = 9\n",
        );
        check("mind.timeout-s = 9\n", CLAUDE, "mind.use = \"claude\"\nmind.timeout-s = 9\n");
        check("mind.use = 'pi'\nmind.model = 'x'\n", CLAUDE, "mind.use = \"claude\"\n");
        let url = [("base-url", SettingEdit::Set("http://a/\"b\\"))];
        check(
            "[mind]\nuse = \"pi\"\n",
            &url,
            "[mind]\nbase-url = \"http://a/\\\"b\\\\\"\nuse = \"pi\"\n",
        );
    }

    #[test]
    fn what_cannot_be_changed_in_place_is_left() {
        let entangled = "`mind` is written there in a way that can't be changed in place";
        check("mind = [1]\n", CLAUDE, entangled);
        check("[[mind]]\nuse = 1\n", CLAUDE, entangled);
        check("a = = 1\n", CLAUDE, "line 1 is not TOML: extra `=`, expected nothing");
    }
}
