//! The digest of what a gate says.
//!
//! Owns what makes no difference: the order of keys, white space, and keys that hold nothing. Must
//! not check the gate.

use charter_kernel::{Digest, canonical};
use serde_json::{Map, Value};

/// Gives the digest of a gate; two gates that say the same have the same.
#[must_use]
pub fn digest(gate: &Value) -> Digest {
    Digest::of(&canonical::render(&said(gate)))
}

fn said(value: &Value) -> Value {
    match value {
        Value::String(text) => Value::String(text.split_whitespace().collect::<Vec<_>>().join(" ")),
        Value::Array(items) => Value::Array(items.iter().map(said).collect()),
        Value::Object(map) => {
            let said = map.iter().map(|(key, value)| (key.clone(), said(value)));
            Value::Object(said.filter(|(_, value)| !is_nothing(value)).collect::<Map<_, _>>())
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => value.clone(),
    }
}

/// Gives what a key holds; a key that holds nothing is as good as none.
pub(super) fn given<'a>(value: &'a Value, key: &str) -> Option<&'a Value> {
    value.get(key).filter(|it| !is_nothing(it))
}

fn is_nothing(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::String(text) => text.trim().is_empty(),
        Value::Array(items) => items.iter().all(is_nothing),
        Value::Object(map) => map.values().all(is_nothing),
        Value::Bool(_) | Value::Number(_) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_says_the_same_has_the_same_digest() {
        let gate = json!({ "a": { "b": "one two", "c": [1, { "d": true }] }, "e": false });
        for same in [
            json!({ "e": false, "a": { "c": [1, { "d": true }], "b": "one two" } }),
            json!({ "a": { "b": " one\n two ", "c": [1, { "d": true, "x": null }] }, "e": false }),
            json!({ "a": { "b": "one two", "c": [1, { "d": true }], "x": [] }, "e": false, "y": {} }),
            json!({ "a": { "b": "one two", "c": [1, { "d": true }], "x": { "y": [{}, null] } }, "e": false }),
        ] {
            assert_eq!(digest(&gate), digest(&same), "{same}");
        }
        for other in [
            json!({ "a": { "b": "one three", "c": [1, { "d": true }] }, "e": false }),
            json!({ "a": { "b": "one two", "c": [{ "d": true }, 1] }, "e": false }),
            json!({ "a": { "b": "one two", "c": [1, { "d": true }] } }),
            json!({ "a": { "b": "one two", "c": [1, { "d": true }] }, "e": false, "f": 0 }),
        ] {
            assert_ne!(digest(&gate), digest(&other), "{other}");
        }
    }
}
