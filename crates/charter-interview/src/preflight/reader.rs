//! Values out of the objects of a state file, with what is wrong about them.
//!
//! Owns the tolerance: null is as good as absent. Must not know what the values are for.

use charter_kernel::{Problem, Timestamp};
use serde_json::{Map, Value};

/// Takes values out of objects and collects what is wrong with them.
#[derive(Debug, Default)]
pub(super) struct StateReader {
    pub(super) problems: Vec<Problem>,
}

impl StateReader {
    pub(super) fn wrong(&mut self, path: &str, message: &str) {
        let (path, code) = (path.to_owned(), "not-a-state".to_owned());
        self.problems.push(Problem { path, code, message: message.to_owned() });
    }

    /// Takes a value that is there and not null.
    pub(super) fn take(map: &mut Map<String, Value>, key: &str) -> Option<Value> {
        map.shift_remove(key).filter(|it| !it.is_null())
    }

    pub(super) fn text(
        &mut self,
        map: &mut Map<String, Value>,
        at: &str,
        key: &str,
    ) -> Option<String> {
        let value = Self::take(map, key)?;
        let Value::String(text) = value else {
            self.wrong(&format!("{at}/{key}"), "is no text");
            return None;
        };
        Some(text)
    }

    pub(super) fn required(&mut self, map: &mut Map<String, Value>, key: &str) -> String {
        match map.get(key) {
            None | Some(Value::Null) => {
                self.wrong(&format!("/{key}"), &format!("`{key}` is missing"));
                String::new()
            }
            Some(_) => self.text(map, "", key).unwrap_or_default(),
        }
    }

    pub(super) fn word<T>(
        &mut self,
        map: &mut Map<String, Value>,
        at: &str,
        key: &str,
        parse: impl Fn(&str) -> Option<T>,
    ) -> Option<T> {
        let text = self.text(map, at, key)?;
        let parsed = parse(&text);
        if parsed.is_none() {
            self.wrong(&format!("{at}/{key}"), &format!("`{text}` is none of its words"));
        }
        parsed
    }

    pub(super) fn time(
        &mut self,
        map: &mut Map<String, Value>,
        at: &str,
        key: &str,
    ) -> Option<Timestamp> {
        self.word(map, at, key, |text| Timestamp::parse(text).ok())
    }

    /// Takes a whole number within bounds; `85.0` is one.
    pub(super) fn whole(
        &mut self,
        map: &mut Map<String, Value>,
        at: &str,
        key: &str,
        max: i64,
    ) -> Option<i64> {
        let value = Self::take(map, key)?;
        let text = value.as_number().map(ToString::to_string).unwrap_or_default();
        let whole = text.strip_suffix(".0").unwrap_or(&text).parse::<i64>().ok();
        let whole = whole.filter(|it| (0..=max).contains(it));
        if whole.is_none() {
            self.wrong(&format!("{at}/{key}"), &format!("is no whole number from 0 to {max}"));
        }
        whole
    }

    pub(super) fn object(
        &mut self,
        map: &mut Map<String, Value>,
        at: &str,
        key: &str,
    ) -> Option<Map<String, Value>> {
        let value = Self::take(map, key)?;
        let Value::Object(inner) = value else {
            self.wrong(&format!("{at}/{key}"), "is no object");
            return None;
        };
        Some(inner)
    }

    pub(super) fn objects(
        &mut self,
        map: &mut Map<String, Value>,
        key: &str,
    ) -> Vec<(String, Map<String, Value>)> {
        let items = match Self::take(map, key) {
            None => return Vec::new(),
            Some(Value::Array(items)) => items,
            Some(_) => {
                self.wrong(&format!("/{key}"), "is no list");
                return Vec::new();
            }
        };
        let mut objects = Vec::new();
        for (idx, item) in items.into_iter().enumerate() {
            let at = format!("/{key}/{idx}");
            if let Value::Object(inner) = item {
                objects.push((at, inner));
            } else {
                self.wrong(&at, "is no object");
            }
        }
        objects
    }

    pub(super) fn texts(
        &mut self,
        map: &mut Map<String, Value>,
        at: &str,
        key: &str,
    ) -> Vec<String> {
        let Some(value) = Self::take(map, key) else { return Vec::new() };
        let texts = value.as_array().map(|items| {
            items.iter().map(|it| it.as_str().map(str::to_owned)).collect::<Option<Vec<String>>>()
        });
        match texts.flatten() {
            Some(texts) => texts,
            None => {
                self.wrong(&format!("{at}/{key}"), "is no list of texts");
                Vec::new()
            }
        }
    }
}
