//! Schemas: what is refused, and what they are turned into.

use super::*;

#[track_caller]
fn wrong(value: &Value, schema: &Value) -> String {
    super::check(value, schema).err().unwrap_or_default()
}

#[test]
fn what_is_not_as_wanted_is_named_with_its_place() {
    let schema = json!({
        "type": "object", "required": ["facts", "next"],
        "properties": {
            "facts": { "type": "array", "minItems": 1, "maxItems": 2, "items": {
                "type": "object", "required": ["text"], "properties": { "text": { "type": "string" } } } },
            "next": { "enum": ["ask", "end"] },
            "why": { "type": ["string", "null"] },
            "sure": { "oneOf": [{ "const": true }, { "type": "string" }] },
        }
    });
    let fine =
        json!({ "facts": [{ "text": "a" }], "next": "ask", "why": null, "sure": "so", "x": 1 });
    for (value, expected) in [
        (fine, ""),
        (json!([]), "the answer must be object, not array"),
        (json!({ "facts": [] }), "`next` is missing"),
        (json!({ "facts": [], "next": "ask" }), "facts needs at least 1 item"),
        (json!({ "facts": [1, 2, 3], "next": "ask" }), "facts takes at most 2 items"),
        (json!({ "facts": [{}], "next": "ask" }), "`facts[0].text` is missing"),
        (
            json!({ "facts": [{ "text": 1 }], "next": "ask" }),
            "facts[0].text must be string, not number",
        ),
        (
            json!({ "facts": [{ "text": "a" }], "next": "go" }),
            "next must be one of [\"ask\",\"end\"]",
        ),
        (
            json!({ "facts": [{ "text": "a" }], "next": "end", "sure": false }),
            "sure must be true, or sure must be string, not boolean",
        ),
    ] {
        assert_eq!(wrong(&value, &schema), expected, "{value}");
    }
}

#[test]
fn an_answer_that_is_no_object_gets_a_frame_and_loses_it_again() {
    let list = json!({ "type": "array", "items": { "type": "string" } });
    let framed = Framed::new(&list);
    assert_eq!(framed.schema["properties"]["answer"], list);
    assert_eq!(framed.unframe(json!({ "answer": ["a"] })), json!(["a"]));
    assert_eq!(framed.unframe(json!(["a"])), json!(["a"]));
    let object = json!({ "type": "object" });
    assert_eq!(Framed::new(&object).unframe(json!({ "answer": 1 })), json!({ "answer": 1 }));
}

#[test]
fn only_a_schema_that_requires_everything_is_made_strict() {
    let word = json!({ "type": "object", "properties": { "word": { "type": "string" } }, "required": ["word"] });
    let expected = json!({
        "type": "object", "properties": { "word": { "type": "string" } },
        "required": ["word"], "additionalProperties": false
    });
    assert_eq!(strict(&word), Some(expected));
    let optional = json!({ "type": "object", "properties": { "word": { "type": "string" } } });
    assert_eq!(strict(&optional), None);
    assert_eq!(strict(&json!({ "type": "string", "maxLength": 3 })), None);
}
