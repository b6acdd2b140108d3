//! A ledger that says something else and whose chain holds all the same.
//!
//! Owns the edit and the hashing anew, as anybody can do it who has the file. Must not know what an
//! event means.

use charter_kernel::{Digest, canonical};
use serde_json::Value;

/// Sets the field of an event, or takes it away where there is no value, and chains the lines anew;
/// none where they are no events. Both numbers are brought into range.
pub(super) fn edit(
    text: &str,
    line: usize,
    field: Field<'_>,
    value: Option<Value>,
) -> Option<String> {
    let mut events = Vec::new();
    for line in text.lines() {
        events.push(serde_json::from_str::<Value>(line).ok().filter(Value::is_object)?);
    }
    let n = events.len();
    let event = events.get_mut(line.checked_rem(n)?)?;
    let place = match field {
        Field::Named(name) => Some((event, name.to_owned())),
        Field::Numbered(number) => {
            let paths = list_fields(event);
            let path = paths.get(number.checked_rem(paths.len())?)?;
            let (above, name) = path.rsplit_once('/')?;
            Some((event.pointer_mut(above)?, name.to_owned()))
        }
    };
    let (holder, name) = place?;
    match (holder, value) {
        (Value::Object(map), Some(value)) => drop(map.insert(name, value)),
        (Value::Object(map), None) => drop(map.remove(&name)),
        (Value::Array(items), value) => {
            *items.get_mut(name.parse::<usize>().ok()?)? = value.unwrap_or_default();
        }
        _ => return None,
    }
    Some(chain(events))
}

/// Which field is meant.
#[derive(Debug, Clone, Copy)]
pub(super) enum Field<'a> {
    /// One of the event itself.
    Named(&'a str),
    /// Any one, however deep.
    Numbered(usize),
}

/// Lists every field, by its JSON pointer.
fn list_fields(value: &Value) -> Vec<String> {
    let mut found = Vec::new();
    let mut rest = vec![(String::new(), value)];
    while let Some((path, value)) = rest.pop() {
        let inner: Vec<(String, &Value)> = match value {
            Value::Object(map) => map.iter().map(|(name, it)| (name.clone(), it)).collect(),
            Value::Array(items) => {
                items.iter().enumerate().map(|(idx, it)| (idx.to_string(), it)).collect()
            }
            _ => Vec::new(),
        };
        for (name, value) in inner {
            // A name with a slash or a tilde would need escapes; none of ours has one.
            let path = format!("{path}/{name}");
            found.push(path.clone());
            rest.push((path, value));
        }
    }
    found.sort();
    found
}

fn chain(events: Vec<Value>) -> String {
    let mut prev = Value::Null;
    let mut lines = String::new();
    for mut event in events {
        if let Some(map) = event.as_object_mut() {
            if !prev.is_null() {
                map.insert("prev".to_owned(), prev);
            }
            map.remove("id");
        }
        let id = Digest::of(&canonical::render(&event)).to_string();
        event["id"] = id.clone().into();
        prev = id.into();
        lines.push_str(&String::from_utf8_lossy(&canonical::render(&event)));
        lines.push('\n');
    }
    lines
}
