//! As much of JSON Schema as the schemas that the project ships use.

use serde_json::Value;

/// Says why a value does not fit a schema, or nothing where it does.
pub(crate) fn violation(value: &Value, schema: &Value, root: &Value) -> Option<String> {
    if let Some(reference) = schema["$ref"].as_str() {
        let target = root.pointer(reference.trim_start_matches('#')).unwrap();
        return violation(value, target, root);
    }
    if let Some(options) = schema["oneOf"].as_array() {
        let fits = options.iter().filter(|it| violation(value, it, root).is_none()).count();
        return (fits != 1).then(|| format!("{value} fits {fits} of {}", options.len()));
    }
    let wrong = |words: &str| Some(format!("{value} {words}: {schema}"));
    if schema.get("const").is_some_and(|it| it != value) {
        return wrong("is not the constant");
    }
    if schema["enum"].as_array().is_some_and(|it| !it.contains(value)) {
        return wrong("is none of them");
    }
    match schema["type"].as_str() {
        Some("object") => object_violation(value, schema, root),
        Some("array") => array_violation(value, schema, root),
        Some("string") => {
            let chars = value.as_str().map(|it| it.chars().count() as u64);
            let min = schema["minLength"].as_u64().unwrap_or(0);
            if chars.is_none_or(|it| it < min) { wrong("is no such text") } else { None }
        }
        Some("integer") => {
            let min = schema["minimum"].as_i64().unwrap_or(i64::MIN);
            if value.as_i64().is_none_or(|it| it < min) { wrong("is no such number") } else { None }
        }
        Some(other) => Some(format!("the schema uses `{other}`, which this reader does not know")),
        None => None,
    }
}

fn object_violation(value: &Value, schema: &Value, root: &Value) -> Option<String> {
    let Some(object) = value.as_object() else { return Some(format!("{value} is no object")) };
    for key in schema["required"].as_array().into_iter().flatten() {
        if !object.contains_key(key.as_str().unwrap()) {
            return Some(format!("{value} lacks {key}"));
        }
    }
    for (key, inner) in object {
        let Some(known) = schema["properties"].get(key) else {
            return Some(format!("{value} has a key `{key}`"));
        };
        if let Some(reason) = violation(inner, known, root) {
            return Some(reason);
        }
    }
    None
}

fn array_violation(value: &Value, schema: &Value, root: &Value) -> Option<String> {
    let Some(items) = value.as_array() else { return Some(format!("{value} is no array")) };
    if schema["maxItems"].as_u64().is_some_and(|max| items.len() as u64 > max) {
        return Some(format!("{value} is too long"));
    }
    let doubled = items.iter().enumerate().any(|(idx, it)| items[..idx].contains(it));
    if schema["uniqueItems"] == true && doubled {
        return Some(format!("{value} has something twice"));
    }
    items.iter().find_map(|it| violation(it, schema.get("items")?, root))
}
