//! Reading a submitted JSON object, field by field.
//!
//! Owns the collection of problems: everything that is wrong comes back at once, each with its
//! place. Keys that nobody asked for are listed and passed over. Must not know needs.

use super::Units;
use super::setup::FIELD_CHARS_MAX;
use charter_kernel::Problem;
use serde_json::{Map, Value};
use std::collections::BTreeSet;

/// The most items of a list that nothing else bounds.
pub(super) const ITEMS_MAX: usize = 200;

/// What is wrong so far, and what was passed over.
#[derive(Debug, Default)]
pub(super) struct Problems {
    pub(super) list: Vec<Problem>,
    pub(super) ignored: Vec<String>,
}

impl Problems {
    /// Notes a problem.
    pub(super) fn add(&mut self, path: &str, code: &str, message: impl Into<String>) {
        let path = if path.is_empty() { "submission" } else { path };
        let (path, code) = (path.to_owned(), code.to_owned());
        self.list.push(Problem { path, code, message: message.into() });
    }
}

/// An object with its place.
#[derive(Debug)]
pub(super) struct Form<'a> {
    path: String,
    map: Option<&'a Map<String, Value>>,
    asked: BTreeSet<&'static str>,
}

impl<'a> Form<'a> {
    /// Takes a value that should be an object.
    pub(super) fn new(path: String, value: &'a Value, problems: &mut Problems) -> Self {
        let map = value.as_object();
        if map.is_none() {
            problems.add(&path, "not-an-object", "a JSON object is needed here");
        }
        Self { path, map, asked: BTreeSet::new() }
    }

    /// Gives the place of a field.
    pub(super) fn at(&self, key: &str) -> String {
        if self.path.is_empty() { key.to_owned() } else { format!("{}.{key}", self.path) }
    }

    /// Gives a field; null is absent.
    pub(super) fn find(&mut self, key: &'static str) -> Option<&'a Value> {
        self.asked.insert(key);
        self.map?.get(key).filter(|it| !it.is_null())
    }

    /// Reads a text that may be absent; a blank one is.
    pub(super) fn text(
        &mut self,
        key: &'static str,
        chars_max: usize,
        problems: &mut Problems,
    ) -> Option<String> {
        let value = self.find(key)?;
        read_text(&self.at(key), value, chars_max, problems)
    }

    /// Reads a text that must be there.
    pub(super) fn needed_text(
        &mut self,
        key: &'static str,
        chars_max: usize,
        problems: &mut Problems,
    ) -> String {
        let n_problems = problems.list.len();
        let text = self.text(key, chars_max, problems);
        if text.is_none() && problems.list.len() == n_problems && self.map.is_some() {
            problems.add(&self.at(key), "missing", format!("`{key}` is needed"));
        }
        text.unwrap_or_default()
    }

    /// Reads a list; absent is empty.
    pub(super) fn list(
        &mut self,
        key: &'static str,
        items_max: usize,
        problems: &mut Problems,
    ) -> &'a [Value] {
        let Some(value) = self.find(key) else { return &[] };
        let Some(items) = value.as_array() else {
            problems.add(&self.at(key), "not-a-list", "a list is needed here");
            return &[];
        };
        if items.len() > items_max {
            let message = format!("there are {} items; the most is {items_max}", items.len());
            problems.add(&self.at(key), "too-many", message);
            return &[];
        }
        items
    }

    /// Reads a list of texts.
    pub(super) fn texts(
        &mut self,
        key: &'static str,
        items_max: usize,
        problems: &mut Problems,
    ) -> Vec<String> {
        let path = self.at(key);
        let items = self.list(key, items_max, problems);
        let read = |(idx, item): (usize, &Value)| {
            read_text(&format!("{path}[{idx}]"), item, FIELD_CHARS_MAX, problems)
        };
        items.iter().enumerate().filter_map(read).collect()
    }

    /// Reads a list of objects.
    pub(super) fn forms<T>(
        &mut self,
        key: &'static str,
        items_max: usize,
        problems: &mut Problems,
        mut read: impl FnMut(&mut Self, &mut Problems) -> T,
    ) -> Vec<T> {
        let path = self.at(key);
        let items = self.list(key, items_max, problems);
        let mut values = Vec::new();
        for (idx, item) in items.iter().enumerate() {
            let mut form = Self::new(format!("{path}[{idx}]"), item, problems);
            values.push(read(&mut form, problems));
            form.close(problems);
        }
        values
    }

    /// Reads one word of a closed list.
    pub(super) fn word<T: Copy>(
        &mut self,
        key: &'static str,
        words: &[(&str, T)],
        problems: &mut Problems,
    ) -> Option<T> {
        let value = self.find(key)?;
        let found = value.as_str().and_then(|it| words.iter().find(|(word, _)| *word == it));
        if found.is_none() {
            let words: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
            let message = format!("it must be one of {}", words.join(", "));
            problems.add(&self.at(key), "unknown-word", message);
        }
        found.map(|(_, value)| *value)
    }

    /// Reads a score.
    pub(super) fn units(&mut self, key: &'static str, problems: &mut Problems) -> Option<Units> {
        let value = self.find(key)?;
        let units = Units::parse_json(value);
        if units.is_none() {
            let message = format!("{value} is not a number from 0 to 1 with at most four digits");
            problems.add(&self.at(key), "not-a-score", message);
        }
        units
    }

    /// Lists the keys that nobody asked for.
    pub(super) fn close(self, problems: &mut Problems) {
        let keys = self.map.into_iter().flat_map(Map::keys);
        let unknown = keys.filter(|it| !self.asked.contains(it.as_str()));
        let places: Vec<String> = unknown.map(|it| self.at(it)).collect();
        problems.ignored.extend(places);
    }
}

fn read_text(
    path: &str,
    value: &Value,
    chars_max: usize,
    problems: &mut Problems,
) -> Option<String> {
    let Some(text) = value.as_str() else {
        problems.add(path, "not-a-text", "a text is needed here");
        return None;
    };
    let chars = text.chars().count();
    if chars > chars_max {
        problems.add(
            path,
            "too-long",
            format!("it is {chars} characters long; the most is {chars_max}"),
        );
        return None;
    }
    (!text.trim().is_empty()).then(|| text.trim().to_owned())
}
