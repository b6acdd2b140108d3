//! The schema of an answer.
//!
//! Owns the check of what came back, and the two forms that services want: an object at the top, and
//! the strict subset in which every field is required. Must not know services. It checks what an
//! answer's reader relies on; the reader refuses the rest with better words.

use serde_json::{Map, Value, json};

/// The field that holds an answer that is no object.
const FRAME: &str = "answer";

/// How deep a value is looked into.
const DEPTH_MAX: usize = 32;

/// What the strict form of a schema may say.
const STRICT_WORDS: [&str; 8] =
    ["type", "properties", "required", "items", "enum", "const", "description", "title"];

/// A schema with an object at the top.
#[derive(Debug, Clone)]
pub(crate) struct Framed {
    pub(crate) schema: Value,
    is_framed: bool,
}

impl Framed {
    pub(crate) fn new(schema: &Value) -> Self {
        if schema.get("type").and_then(Value::as_str) == Some("object") {
            return Self { schema: schema.clone(), is_framed: false };
        }
        let schema =
            json!({ "type": "object", "properties": { FRAME: schema }, "required": [FRAME] });
        Self { schema, is_framed: true }
    }

    /// Takes an answer out of its frame.
    pub(crate) fn unframe(&self, value: Value) -> Value {
        match value {
            Value::Object(mut fields) if self.is_framed => {
                fields.remove(FRAME).unwrap_or(Value::Object(fields))
            }
            other => other,
        }
    }
}

/// Gives the strict form of a schema; none where it says more than that form can.
pub(crate) fn strict(schema: &Value) -> Option<Value> {
    let words = schema.as_object()?;
    if words.keys().any(|it| !STRICT_WORDS.contains(&it.as_str())) {
        return None;
    }
    let mut strict = Map::new();
    for (word, said) in words {
        let said = match word.as_str() {
            "properties" => {
                let fields = said.as_object()?.iter();
                let fields = fields.map(|(name, it)| Some((name.clone(), self::strict(it)?)));
                Value::Object(fields.collect::<Option<Map<String, Value>>>()?)
            }
            "items" => self::strict(said)?,
            _ => said.clone(),
        };
        strict.insert(word.clone(), said);
    }
    if let Some(fields) = strict.get("properties").and_then(Value::as_object) {
        let required = words.get("required").and_then(Value::as_array);
        let is_required = |it: &String| {
            required.is_some_and(|names| names.iter().any(|name| name.as_str() == Some(it)))
        };
        if !fields.keys().all(is_required) {
            return None;
        }
        strict.insert("additionalProperties".to_owned(), Value::Bool(false));
    }
    Some(Value::Object(strict))
}

/// Says where a value is not what a schema wants.
pub(crate) fn check(value: &Value, schema: &Value) -> Result<(), String> {
    check_at(value, schema, "", DEPTH_MAX)
}

fn check_at(value: &Value, schema: &Value, path: &str, depth: usize) -> Result<(), String> {
    let place = if path.is_empty() { "the answer" } else { path };
    if depth == 0 {
        return Err(format!("{place} is nested too deeply"));
    }
    if let Some(kinds) = schema.get("type") {
        let kinds: Vec<&str> = match kinds {
            Value::String(kind) => vec![kind],
            Value::Array(kinds) => kinds.iter().filter_map(Value::as_str).collect(),
            _ => Vec::new(),
        };
        if !kinds.is_empty() && !kinds.iter().any(|it| is_kind(value, it)) {
            return Err(format!("{place} must be {}, not {}", kinds.join(" or "), kind_of(value)));
        }
    }
    if let Some(wanted) = schema.get("const").filter(|it| *it != value) {
        return Err(format!("{place} must be {wanted}"));
    }
    if let Some(offered) = schema.get("enum").and_then(Value::as_array)
        && !offered.contains(value)
    {
        return Err(format!("{place} must be one of {}", Value::from(offered.clone())));
    }
    for word in ["anyOf", "oneOf"] {
        let Some(forms) = schema.get(word).and_then(Value::as_array) else { continue };
        let mut wrong = Vec::new();
        for form in forms {
            wrong.extend(check_at(value, form, path, depth - 1).err());
        }
        if !forms.is_empty() && wrong.len() == forms.len() {
            return Err(wrong.join(", or "));
        }
    }
    match value {
        Value::Object(fields) => check_fields(fields, schema, path, depth),
        Value::Array(items) => check_items(items, schema, path, depth),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => Ok(()),
    }
}

fn check_fields(
    fields: &Map<String, Value>,
    schema: &Value,
    path: &str,
    depth: usize,
) -> Result<(), String> {
    let names = schema.get("required").and_then(Value::as_array).into_iter().flatten();
    if let Some(missing) = names.filter_map(Value::as_str).find(|it| !fields.contains_key(*it)) {
        return Err(format!("`{}` is missing", join(path, missing)));
    }
    let known = schema.get("properties").and_then(Value::as_object);
    for (name, schema) in known.into_iter().flatten() {
        if let Some(value) = fields.get(name) {
            check_at(value, schema, &join(path, name), depth - 1)?;
        }
    }
    Ok(())
}

fn check_items(items: &[Value], schema: &Value, path: &str, depth: usize) -> Result<(), String> {
    let bound = |word: &str| schema.get(word).and_then(Value::as_u64);
    let n_items = u64::try_from(items.len()).unwrap_or(u64::MAX);
    let place = if path.is_empty() { "the list" } else { path };
    if let Some(min) = bound("minItems").filter(|it| n_items < *it) {
        return Err(format!("{place} needs at least {}", items_of(min)));
    }
    if let Some(max) = bound("maxItems").filter(|it| n_items > *it) {
        return Err(format!("{place} takes at most {}", items_of(max)));
    }
    let Some(schema) = schema.get("items") else { return Ok(()) };
    for (idx, item) in items.iter().enumerate() {
        check_at(item, schema, &format!("{path}[{idx}]"), depth - 1)?;
    }
    Ok(())
}

fn items_of(n: u64) -> String {
    if n == 1 { "1 item".to_owned() } else { format!("{n} items") }
}

fn join(path: &str, name: &str) -> String {
    if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") }
}

fn is_kind(value: &Value, kind: &str) -> bool {
    match kind {
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        kind => kind_of(value) == kind,
    }
}

fn kind_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}

#[cfg(test)]
mod tests;
