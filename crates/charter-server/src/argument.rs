//! The arguments of a tool, checked against its schema.
//!
//! Owns that a call either fits its schema or is refused with every problem at once. Must not know
//! any tool: the schema is the one place that says what a tool takes.

use crate::reply::refuse;
use charter_app::{ErrorReport, problem};
use charter_kernel::Problem;
use rmcp::model::JsonObject;
use serde_json::Value;

/// The arguments of one call, of the right types.
#[derive(Debug)]
pub(crate) struct Arguments {
    map: JsonObject,
}

impl Arguments {
    /// Takes arguments that fit a schema; null means that a key is not given.
    pub(crate) fn check(
        tool: &str,
        schema: &Value,
        given: Option<&JsonObject>,
    ) -> Result<Self, ErrorReport> {
        let given = given.into_iter().flatten().filter(|(_, value)| !value.is_null());
        let map: JsonObject = given.map(|(key, value)| (key.clone(), value.clone())).collect();
        let mut problems = Vec::new();
        for (key, value) in &map {
            match schema.get("properties").and_then(|it| it.get(key)) {
                Some(property) => problems.extend(find_problem(key, value, property)),
                None => {
                    let known = schema.get("properties").and_then(Value::as_object);
                    let known: Vec<&str> =
                        known.into_iter().flat_map(|it| it.keys()).map(String::as_str).collect();
                    let message =
                        format!("`{tool}` takes no `{key}`; it takes {}", known.join(", "));
                    problems.push(problem(key, "argument-unknown", message));
                }
            }
        }
        let required = schema.get("required").and_then(Value::as_array);
        for key in required.into_iter().flatten().filter_map(Value::as_str) {
            if !map.contains_key(key) {
                let message = format!("`{tool}` needs `{key}`{}", choices(schema, key));
                problems.push(problem(key, "argument-missing", message));
            }
        }
        if problems.is_empty() {
            return Ok(Self { map });
        }
        let message = format!("the arguments of `{tool}` cannot be used");
        Err(ErrorReport { problems, ..refuse("arguments", "arguments-unusable", message) })
    }

    /// Gives a text; one of blanks alone counts as none.
    pub(crate) fn text(&self, key: &str) -> Option<String> {
        let text = self.map.get(key)?.as_str()?;
        (!text.trim().is_empty()).then(|| text.to_owned())
    }

    /// Gives a word, empty where there is none.
    pub(crate) fn word(&self, key: &str) -> &str {
        self.map.get(key).and_then(Value::as_str).unwrap_or_default()
    }

    pub(crate) fn whole(&self, key: &str) -> Option<u32> {
        self.map.get(key)?.as_u64()?.try_into().ok()
    }

    /// Tells whether a switch is off that is on by itself.
    pub(crate) fn is_off(&self, key: &str) -> bool {
        self.map.get(key).and_then(Value::as_bool) == Some(false)
    }

    /// Tells whether a switch is on that is off by itself.
    pub(crate) fn is_on(&self, key: &str) -> bool {
        self.map.get(key).and_then(Value::as_bool) == Some(true)
    }

    /// Gives a value of any type.
    pub(crate) fn value(&self, key: &str) -> Option<&Value> {
        self.map.get(key)
    }
}

fn choices(schema: &Value, key: &str) -> String {
    let list = schema.pointer(&format!("/properties/{key}/enum")).and_then(Value::as_array);
    let words: Vec<&str> = list.into_iter().flatten().filter_map(Value::as_str).collect();
    if words.is_empty() { String::new() } else { format!(": {}", words.join(", ")) }
}

/// Looks at the type, the choices and the bounds of one value.
fn find_problem(key: &str, value: &Value, property: &Value) -> Option<Problem> {
    let wanted = property.get("type").and_then(Value::as_str).unwrap_or("string");
    let fits = match wanted {
        "string" => value.is_string(),
        "integer" => value.is_u64(),
        "boolean" => value.is_boolean(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        _ => true,
    };
    if !fits {
        let message = format!("`{key}` must be of the type {wanted}");
        return Some(problem(key, "argument-type", message));
    }
    let list = property.get("enum").and_then(Value::as_array);
    if let Some(list) = list.filter(|it| !it.contains(value)) {
        let words: Vec<&str> = list.iter().filter_map(Value::as_str).collect();
        let message = format!("`{key}` is {value}; it takes {}", words.join(", "));
        return Some(problem(key, "argument-choice", message));
    }
    let (min, max) = (property.get("minimum"), property.get("maximum"));
    let number = value.as_u64()?;
    let is_low = min.and_then(Value::as_u64).is_some_and(|it| number < it);
    let is_high = max.and_then(Value::as_u64).is_some_and(|it| number > it);
    (is_low || is_high).then(|| {
        let message = format!("`{key}` is {number}, which is out of its bounds");
        problem(key, "argument-bounds", message)
    })
}

#[cfg(test)]
mod tests {
    use super::Arguments;
    use serde_json::{Value, json};

    #[track_caller]
    fn check(given: &Value, codes: &[&str]) {
        let schema = json!({
            "required": ["action"],
            "properties": {
                "action": { "type": "string", "enum": ["a", "b"] },
                "n": { "type": "integer", "minimum": 1, "maximum": 6 },
            },
        });
        let found = match Arguments::check("t", &schema, given.as_object()) {
            Ok(_) => Vec::new(),
            Err(report) => report.problems.into_iter().map(|it| it.code).collect(),
        };
        assert_eq!(found, codes, "{given}");
    }

    #[test]
    fn everything_that_does_not_fit_is_named_at_once() {
        check(&json!({ "action": "a", "n": 6 }), &[]);
        check(&json!({ "action": "a", "n": null, "m": null }), &[]);
        check(&json!({}), &["argument-missing"]);
        check(
            &json!({ "action": "c", "n": "6", "m": 1 }),
            &["argument-choice", "argument-type", "argument-unknown"],
        );
        check(&json!({ "action": "b", "action/enum": "x" }), &["argument-unknown"]);
        check(&json!({ "action": "b", "n": 7 }), &["argument-bounds"]);
        check(&json!({ "action": "b", "n": -1 }), &["argument-type"]);
    }
}
