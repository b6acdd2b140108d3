//! The JSON Schema of a shape.
//!
//! Owns how each shape is told. Must not know needs, and must not refuse anything itself.

use super::Intent;
use super::form::{Demand, FormField, ValueShape};
use super::setup::NAME_CHARS_MAX;
use serde_json::{Map, Value, json};
use std::ops::RangeInclusive;

/// Gives the schema of an object with these fields.
pub(super) fn object(fields: &[FormField<'_>]) -> Value {
    let told = || fields.iter().filter(|it| it.demand != Demand::Untold);
    let properties: Map<String, Value> =
        told().map(|it| (it.key.to_owned(), it.schema())).collect();
    let required: Vec<&str> = told().filter(|it| it.is_required()).map(|it| it.key).collect();
    json!({ "type": "object", "properties": properties, "required": required })
}

/// Gives the schema of one thing out of several.
pub(super) fn any_of(word: &str, mut forms: Vec<Value>) -> Value {
    match forms.len() {
        1 => forms.remove(0),
        _ => json!({ word: forms }),
    }
}

impl FormField<'_> {
    fn is_required(&self) -> bool {
        match self.demand {
            Demand::Read | Demand::Checked | Demand::Wanted => true,
            Demand::None | Demand::OrNull | Demand::Untold => false,
        }
    }

    fn schema(&self) -> Value {
        let mut schema = self.shape.schema();
        if let (Demand::OrNull, Some(kind)) = (self.demand, schema.get_mut("type")) {
            *kind = json!([kind, "null"]);
        }
        if let (false, Some(map)) = (self.about.is_empty(), schema.as_object_mut()) {
            map.insert("description".to_owned(), json!(self.about));
        }
        schema
    }
}

impl ValueShape<'_> {
    fn schema(&self) -> Value {
        match self {
            Self::Text(chars_max) => text(*chars_max),
            Self::Name(names) => one_of(names),
            Self::Id(ids) if ids.is_empty() => text(NAME_CHARS_MAX),
            Self::Id(ids) => json!({ "enum": ids }),
            Self::IntentId => json!({ "type": "string", "pattern": Intent::ID_PATTERN }),
            Self::Score => {
                json!({ "type": "number", "minimum": 0, "maximum": 1 })
            }
            Self::Word { offered, .. } => one_of(offered),
            Self::List { items, n, .. } => list(&items.schema(), n),
            Self::Object(fields) => object(fields),
            Self::Named { names, each } => {
                let each = each.schema();
                let properties: Map<String, Value> =
                    names.iter().map(|it| ((*it).to_owned(), each.clone())).collect();
                json!({ "type": "object", "properties": properties, "required": names })
            }
            Self::True => json!({ "const": true }),
            Self::TrueOrText(chars_max) => {
                json!({ "oneOf": [{ "const": true }, text(*chars_max)] })
            }
            Self::Options(offered) => {
                let numbers = (1..=offered.len()).map(Value::from);
                let named = offered.iter().map(|it| json!(it));
                let texts = (1..=offered.len()).map(|it| json!(it.to_string()));
                let items: Vec<Value> = numbers.chain(texts).chain(named).collect();
                list(&json!({ "enum": items }), &(1..=offered.len()))
            }
        }
    }
}

fn text(chars_max: usize) -> Value {
    json!({ "type": "string", "minLength": 1, "maxLength": chars_max })
}

fn one_of(words: &[&str]) -> Value {
    json!({ "enum": words })
}

fn list(items: &Value, n: &RangeInclusive<usize>) -> Value {
    match n.start() {
        0 => json!({ "type": "array", "items": items, "maxItems": n.end() }),
        min => json!({ "type": "array", "items": items, "minItems": min, "maxItems": n.end() }),
    }
}
