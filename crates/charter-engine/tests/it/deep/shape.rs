//! The part of JSON Schema that needs use, to hold the schemas against what is really taken.

use serde_json::Value;

/// Tells whether a value fits a schema.
pub(super) fn fits(schema: &Value, value: &Value) -> bool {
    let Some(rules) = schema.as_object() else { return false };
    rules.iter().all(|(rule, given)| match rule.as_str() {
        "type" => is_type(given, value),
        "const" => given == value,
        "enum" => given.as_array().unwrap().contains(value),
        "anyOf" => given.as_array().unwrap().iter().any(|it| fits(it, value)),
        "oneOf" => given.as_array().unwrap().iter().filter(|it| fits(it, value)).count() == 1,
        "required" => {
            given.as_array().unwrap().iter().all(|it| value.get(it.as_str().unwrap()).is_some())
        }
        "properties" => {
            given.as_object().unwrap().iter().all(|(key, schema)| {
                value.get(key).is_none_or(|it| it.is_null() || fits(schema, it))
            })
        }
        "items" => value.as_array().is_none_or(|items| items.iter().all(|it| fits(given, it))),
        "minItems" => {
            value.as_array().is_none_or(|items| items.len() as u64 >= given.as_u64().unwrap())
        }
        "maxItems" => {
            value.as_array().is_none_or(|items| items.len() as u64 <= given.as_u64().unwrap())
        }
        "minLength" => value.as_str().is_none_or(|it| !it.is_empty()),
        "maxLength" => {
            value.as_str().is_none_or(|it| it.chars().count() as u64 <= given.as_u64().unwrap())
        }
        // The one pattern there is.
        "pattern" => value.as_str().is_none_or(charter_interview::deep::Intent::is_id),
        "minimum" | "maximum" | "description" => true,
        other => panic!("a schema with `{other}`"),
    })
}

fn is_type(given: &Value, value: &Value) -> bool {
    let is = |name: &str| match name {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "integer" => value.is_u64(),
        // A score may also come as the text of a number.
        "number" => value.is_number() || value.is_string(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        other => panic!("a type `{other}`"),
    };
    match given {
        Value::String(name) => is(name),
        Value::Array(names) => names.iter().any(|it| is(it.as_str().unwrap())),
        other => panic!("{other}"),
    }
}
