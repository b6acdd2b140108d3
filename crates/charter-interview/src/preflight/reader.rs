//! Values out of an object of a state file, with what is wrong about them.
//!
//! Owns the tolerance: null is as good as absent. Must not know what the values are for.

use charter_kernel::{Problem, Timestamp};
use serde_json::{Map, Value};

/// Takes values out of an object and collects what is wrong with them; what is not taken is left.
#[derive(Debug)]
pub(super) struct StateReader<'r> {
    pub(super) map: Map<String, Value>,
    /// Where the object stands.
    pub(super) at: String,
    pub(super) problems: &'r mut Vec<Problem>,
}

impl StateReader<'_> {
    /// Notes what is wrong with the value of a key.
    pub(super) fn wrong(&mut self, key: &str, message: &str) {
        let (path, code) = (format!("{}/{key}", self.at), "not-a-state".to_owned());
        self.problems.push(Problem { path, code, message: message.to_owned() });
    }

    /// Takes a value that is there and not null.
    pub(super) fn take(&mut self, key: &str) -> Option<Value> {
        self.map.shift_remove(key).filter(|it| !it.is_null())
    }

    /// Takes a value that can be read; one that cannot is wrong.
    pub(super) fn read<T>(
        &mut self,
        key: &str,
        message: &str,
        read: impl Fn(Value) -> Option<T>,
    ) -> Option<T> {
        let read = read(self.take(key)?);
        if read.is_none() {
            self.wrong(key, message);
        }
        read
    }

    pub(super) fn text(&mut self, key: &str) -> Option<String> {
        self.read(key, "is no text", |it| it.as_str().map(str::to_owned))
    }

    pub(super) fn required(&mut self, key: &str) -> String {
        if self.map.get(key).is_none_or(Value::is_null) {
            self.wrong(key, &format!("`{key}` is missing"));
        }
        self.text(key).unwrap_or_default()
    }

    pub(super) fn word<T>(&mut self, key: &str, parse: impl Fn(&str) -> Option<T>) -> Option<T> {
        let text = self.text(key)?;
        let parsed = parse(&text);
        if parsed.is_none() {
            self.wrong(key, &format!("`{text}` is none of its words"));
        }
        parsed
    }

    pub(super) fn time(&mut self, key: &str) -> Option<Timestamp> {
        self.word(key, |text| Timestamp::parse(text).ok())
    }

    /// Takes a whole number within bounds; `85.0` is one.
    pub(super) fn whole(&mut self, key: &str, max: i64) -> Option<i64> {
        self.read(key, &format!("is no whole number from 0 to {max}"), |value| {
            let text = value.as_number().map(ToString::to_string)?;
            let whole = text.strip_suffix(".0").unwrap_or(&text).parse::<i64>().ok();
            whole.filter(|it| (0..=max).contains(it))
        })
    }

    pub(super) fn object(&mut self, key: &str) -> Option<StateReader<'_>> {
        let value = self.take(key)?;
        self.inner(key, value)
    }

    fn inner(&mut self, key: &str, value: Value) -> Option<StateReader<'_>> {
        let Value::Object(map) = value else {
            self.wrong(key, "is no object");
            return None;
        };
        Some(StateReader { map, at: format!("{}/{key}", self.at), problems: self.problems })
    }

    /// Reads every object that it holds, with its key.
    pub(super) fn each<T>(&mut self, read: fn(StateReader<'_>) -> T) -> Vec<(String, T)> {
        let mut all = Vec::new();
        for (key, value) in std::mem::take(&mut self.map) {
            let read = self.inner(&key, value).map(read);
            all.extend(read.map(|it| (key, it)));
        }
        all
    }

    /// Reads every object of a list.
    pub(super) fn objects<T>(&mut self, key: &str, read: fn(StateReader<'_>) -> T) -> Vec<T> {
        let items = self.read(key, "is no list", |it| it.as_array().cloned()).unwrap_or_default();
        let map = (0..).map(|it: usize| it.to_string()).zip(items).collect();
        let at = format!("{}/{key}", self.at);
        let all = StateReader { map, at, problems: self.problems }.each(read);
        all.into_iter().map(|(_, it)| it).collect()
    }

    pub(super) fn texts(&mut self, key: &str) -> Vec<String> {
        let texts = self.read(key, "is no list of texts", |value| {
            value.as_array()?.iter().map(|it| it.as_str().map(str::to_owned)).collect()
        });
        texts.unwrap_or_default()
    }
}
