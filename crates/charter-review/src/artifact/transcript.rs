//! Transcripts of automation: what a tool did to a surface, step by step.
//!
//! Owns the shape: actions and assertions with their times, in order. Must not know which surface
//! is wanted beyond its family.

use super::surface::Family;
use charter_contract::artifact::Flaw;
use charter_kernel::Timestamp;
use serde_json::Value;

/// Actions that mean nothing without what they were done to.
const NEED_SELECTOR: [&str; 6] = ["click", "fill", "press", "assert", "screenshot", "observe"];

/// Lists why bytes are no transcript of a surface; empty where they are one.
pub(crate) fn transcript(bytes: &[u8], family: Family) -> Vec<Flaw> {
    let Ok(value) = serde_json::from_slice::<Value>(bytes) else {
        return vec![flaw("transcript_not_json", "it is not valid JSON".to_owned())];
    };
    let mut flaws = Vec::new();
    let mut say = |code, message: String| flaws.push(flaw(code, message));
    if value.get("schemaVersion") != Some(&Value::from(1)) {
        say("transcript_schema_version", "`schemaVersion` must be 1".to_owned());
    }
    if text(&value, "tool").is_none() {
        say("transcript_tool_missing", "it names no `tool`".to_owned());
    }
    let surface = text(&value, "surface").unwrap_or_default();
    if Family::of(surface) != family {
        let message = format!("its surface `{surface}` is not {}", family.word());
        say("transcript_surface_mismatch", message);
    }
    let actions = rows(&value, "actions");
    let assertions = rows(&value, "assertions");
    if actions.is_empty() {
        say("transcript_actions_missing", "it has no `actions`".to_owned());
    }
    for (idx, action) in actions.iter().enumerate() {
        if let Some(message) = action_problem(action) {
            say("transcript_action_invalid", format!("actions[{idx}] {message}"));
        }
    }
    for (idx, assertion) in assertions.iter().enumerate() {
        if text(assertion, "status") != Some("passed") {
            say("transcript_assertion_not_passed", format!("assertions[{idx}] did not pass"));
        }
    }
    let timed = actions.iter().map(|it| ("actions", it));
    let timed = timed.chain(assertions.iter().map(|it| ("assertions", it)));
    flaws.extend(time_problems(timed));
    let has_selector = |it: &&Value| text(it, "selector").is_some();
    if !actions.iter().chain(assertions).any(|it| has_selector(&it)) {
        flaws.push(flaw("transcript_selector_missing", "no step has a `selector`".to_owned()));
    }
    flaws
}

fn flaw(code: &'static str, message: String) -> Flaw {
    Flaw { code, message }
}

fn text<'a>(value: &'a Value, key: &str) -> Option<&'a str> {
    value.get(key)?.as_str().map(str::trim).filter(|it| !it.is_empty())
}

fn rows<'a>(value: &'a Value, key: &str) -> &'a [Value] {
    value.get(key).and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default()
}

fn action_problem(action: &Value) -> Option<&'static str> {
    let has = |key: &str| text(action, key).is_some();
    match text(action, "type") {
        None => Some("has no `type`"),
        Some(kind) if NEED_SELECTOR.contains(&kind) && !has("selector") => {
            Some("needs a `selector`")
        }
        Some("goto") if !has("url") => Some("needs a `url`"),
        Some("custom") if !has("selector") && !has("target") => {
            Some("needs a `selector` or a `target`")
        }
        Some(_) => None,
    }
}

/// Times go forward, over the actions and then the assertions.
fn time_problems<'a>(steps: impl Iterator<Item = (&'static str, &'a Value)>) -> Vec<Flaw> {
    let mut flaws = Vec::new();
    let mut last: Option<Moment> = None;
    for (list, step) in steps {
        let Some(now) = step.get("timestamp").and_then(moment) else {
            let message = format!("a step of `{list}` has no `timestamp` that can be read");
            flaws.push(flaw("transcript_timestamp_missing", message));
            continue;
        };
        if last.as_ref().is_some_and(|last| now.is_before(last)) {
            let message = format!("a `timestamp` of `{list}` is before the one above it");
            flaws.push(flaw("transcript_timestamps_decrease", message));
        }
        last = Some(now);
    }
    flaws
}

/// A time in one of the two forms that tools write.
#[derive(PartialEq, PartialOrd)]
enum Moment {
    Text(Timestamp),
    Thousandths(u64),
}

impl Moment {
    /// Two forms in one file cannot be compared, and neither is before the other.
    fn is_before(&self, other: &Self) -> bool {
        std::mem::discriminant(self) == std::mem::discriminant(other) && self < other
    }
}

fn moment(value: &Value) -> Option<Moment> {
    match value {
        Value::String(text) => Timestamp::parse(text.trim()).ok().map(Moment::Text),
        Value::Number(number) => thousandths(&number.to_string()).map(Moment::Thousandths),
        Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_) => None,
    }
}

/// Reads a decimal number as thousandths, without a float.
fn thousandths(text: &str) -> Option<u64> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let fraction: String = fraction.chars().chain("000".chars()).take(3).collect();
    whole.parse::<u64>().ok()?.checked_mul(1000)?.checked_add(fraction.parse().ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn honest() -> Value {
        json!({
            "schemaVersion": 1, "surface": "web", "tool": "playwright",
            "actions": [
                { "type": "goto", "url": "http://localhost:1", "timestamp": "2026-11-16T08:00:00Z" },
                { "type": "click", "selector": "#save", "timestamp": "2026-11-16T08:00:01Z" },
            ],
            "assertions": [
                { "status": "passed", "selector": "#ok", "timestamp": "2026-11-16T08:00:01Z" },
            ],
        })
    }

    #[track_caller]
    fn check(pointer: &str, to: Value, code: &str) {
        let mut value = honest();
        *value.pointer_mut(pointer).unwrap() = to;
        let flaws = transcript(value.to_string().as_bytes(), Family::Web);
        assert_eq!(flaws.iter().map(|it| it.code).collect::<Vec<_>>(), [code], "{pointer}");
    }

    #[test]
    fn an_honest_transcript_is_one() {
        assert_eq!(transcript(honest().to_string().as_bytes(), Family::Web), []);
        let mut value = honest();
        value["actions"][0]["timestamp"] = json!(1_700_000_000_000_u64);
        value["actions"][1]["timestamp"] = json!(1_700_000_000_000.5);
        value["assertions"] = json!([]);
        assert_eq!(transcript(value.to_string().as_bytes(), Family::Web), []);
    }

    #[test]
    fn each_flaw_is_named() {
        check("/actions/1/timestamp", Value::Null, "transcript_timestamp_missing");
        check("/actions/1/timestamp", json!("yesterday"), "transcript_timestamp_missing");
        let early = json!("2026-11-16T07:00:00Z");
        check("/assertions/0/timestamp", early, "transcript_timestamps_decrease");
        check("/actions/1/selector", json!("  "), "transcript_action_invalid");
        check("/actions/0/url", json!(""), "transcript_action_invalid");
        check("/actions/0/type", json!("custom"), "transcript_action_invalid");
        check("/actions/0/type", json!(" "), "transcript_action_invalid");
        check("/assertions/0/status", json!("failed"), "transcript_assertion_not_passed");
        check("/schemaVersion", json!("1"), "transcript_schema_version");
        check("/tool", json!(""), "transcript_tool_missing");
        check("/surface", json!("cli"), "transcript_surface_mismatch");
    }

    #[test]
    fn what_is_no_transcript_is_none() {
        let codes = |bytes: &[u8]| {
            let flaws = transcript(bytes, Family::Web);
            flaws.iter().map(|it| it.code).collect::<Vec<_>>()
        };
        assert_eq!(codes(b""), ["transcript_not_json"]);
        assert!(codes(b"[]").contains(&"transcript_actions_missing"));
        let mut value = honest();
        value["actions"] = json!([value["actions"][0]]);
        value["assertions"] = json!([]);
        assert_eq!(codes(value.to_string().as_bytes()), ["transcript_selector_missing"]);
    }
}
