//! JSON in what a model wrote.
//!
//! Owns how it is found: alone, in a fence, or between words. Must not know what it should be.

use serde_json::{Deserializer, Value};

/// How many places are tried where a value may begin.
const BEGINNINGS_MAX: usize = 200;

/// Lists the values that stand in a text: the whole text first, then objects and lists in their order.
pub(crate) fn list_values(text: &str) -> Vec<Value> {
    let text = text.trim();
    if let Ok(value) = serde_json::from_str(text) {
        return vec![value];
    }
    let mut values = Vec::new();
    let mut at = 0;
    for _ in 0..BEGINNINGS_MAX {
        let Some(rest) = text.get(at..) else { break };
        let Some(begin) = rest.find(['{', '[']) else { break };
        let rest = rest.get(begin..).unwrap_or_default();
        let mut stream = Deserializer::from_str(rest).into_iter::<Value>();
        match stream.next() {
            Some(Ok(value)) => {
                values.push(value);
                at += begin + stream.byte_offset();
            }
            Some(Err(_)) | None => at += begin + 1,
        }
    }
    values
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &[&str]) {
        let found: Vec<String> = list_values(text).iter().map(ToString::to_string).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn a_value_is_found_wherever_it_stands() {
        check(" {\"a\":1}\n", &[r#"{"a":1}"#]);
        check("Sure:\n```json\n{\"a\": [1]}\n```\nDone.", &[r#"{"a":[1]}"#]);
        check("See {this} and {\"a\":1} or {\"b\":2}", &[r#"{"a":1}"#, r#"{"b":2}"#]);
        check("{\"a\":", &[]);
        check("", &[]);
    }
}
