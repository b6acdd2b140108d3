//! JSON objects that somebody wrote, and everything that is wrong with one.
//!
//! Owns how a key is read and how a problem names its place. Must not know what an object is for.

use charter_kernel::Problem;
use serde_json::{Map, Value};

/// Makes a problem.
#[must_use]
pub fn problem(path: impl Into<String>, code: &str, message: impl Into<String>) -> Problem {
    Problem { path: path.into(), code: code.to_owned(), message: message.into() }
}

/// Makes a problem with a key of something, or with all of it.
#[must_use]
pub fn problem_at(place: &str, key: &str, code: &str, message: impl Into<String>) -> Problem {
    match (place, key) {
        ("", path) | (path, "") => problem(path, code, message),
        (place, key) => problem(format!("{place}.{key}"), code, message),
    }
}

/// An object that is read key by key; a key that holds nothing is as good as none.
#[derive(Debug)]
pub struct ObjectReader<'a> {
    pub value: &'a Value,
    /// What names it in problems.
    pub place: &'a str,
    pub problems: Vec<Problem>,
}

impl<'a> ObjectReader<'a> {
    #[must_use]
    pub fn new(value: &'a Value, place: &'a str) -> Self {
        Self { value, place, problems: Vec::new() }
    }

    /// Says what is wrong with a key, or with all of it.
    pub fn say(&mut self, key: &str, code: &str, message: impl Into<String>) {
        self.problems.push(problem_at(self.place, key, code, message));
    }

    #[must_use]
    pub fn given(&self, key: &str) -> Option<&'a Value> {
        self.value.get(key).filter(|it| !it.is_null())
    }

    pub fn text(&mut self, key: &str, code: &str) -> Option<&'a str> {
        let value = self.given(key)?;
        if !value.is_string() {
            self.say(key, code, format!("`{key}` must be text"));
        }
        value.as_str()
    }

    pub fn list(&mut self, key: &str, code: &str) -> &'a [Value] {
        match self.given(key) {
            None => &[],
            Some(Value::Array(items)) => items,
            Some(_) => {
                self.say(key, code, format!("`{key}` must be a list"));
                &[]
            }
        }
    }

    /// Reads an object of `what`.
    pub fn object(&mut self, key: &str, code: &str, what: &str) -> Option<&'a Map<String, Value>> {
        let value = self.given(key)?;
        if !value.is_object() {
            self.say(key, code, format!("`{key}` must be an object{what}"));
        }
        value.as_object()
    }
}
