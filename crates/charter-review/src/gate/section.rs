//! Reading a gate: objects with their place in it, and the problems that come up.
//!
//! Owns the checks that several parts of a gate have in common. Must not know what a part is for.

use super::expected::Expected;
use super::seen::Seen;
use super::substance::is_placeholder;
use charter_kernel::Problem;
use serde_json::Value;
use std::cell::RefCell;

/// What a gate is checked with, and what is wrong with it.
#[derive(Debug)]
pub(super) struct GateCheck<'a> {
    pub(super) expected: &'a Expected,
    pub(super) seen: &'a Seen,
    problems: RefCell<Vec<Problem>>,
}

impl<'a> GateCheck<'a> {
    pub(super) fn new(expected: &'a Expected, seen: &'a Seen) -> Self {
        Self { expected, seen, problems: RefCell::default() }
    }

    pub(super) fn say(&self, path: impl Into<String>, code: &str, message: impl Into<String>) {
        let problem = Problem { path: path.into(), code: code.to_owned(), message: message.into() };
        let mut problems = self.problems.borrow_mut();
        if !problems.contains(&problem) {
            problems.push(problem);
        }
    }

    /// Adds what somebody else found.
    pub(super) fn add(&self, problems: Vec<Problem>) {
        self.problems.borrow_mut().extend(problems);
    }

    pub(super) fn into_problems(self) -> Vec<Problem> {
        self.problems.into_inner()
    }
}

/// A value of a gate, where it is, and the check that it is part of.
#[derive(Debug, Clone)]
pub(super) struct GateSection<'a> {
    pub(super) path: String,
    pub(super) value: &'a Value,
    pub(super) check: &'a GateCheck<'a>,
}

/// Gives a text that says something.
pub(super) fn text_in<'a>(value: &'a Value, key: &str) -> Option<&'a str> {
    let text = value.get(key)?.as_str()?.trim();
    (!is_placeholder(text)).then_some(text)
}

impl<'a> GateSection<'a> {
    /// Takes a part of the gate that must be an object.
    pub(super) fn needed(gate: &'a Value, key: &str, check: &'a GateCheck<'a>) -> Option<Self> {
        match gate.get(key) {
            Some(value @ Value::Object(_)) => Some(Self { path: key.to_owned(), value, check }),
            Some(_) => {
                check.say(key, "not_an_object", format!("`{key}` must be an object"));
                None
            }
            None => {
                check.say(key, "missing_section", format!("the gate has no `{key}`"));
                None
            }
        }
    }

    /// Gives what stands under a key, as a part of its own.
    pub(super) fn below(&self, key: &str, value: &'a Value) -> Self {
        Self { path: self.place(key), value, check: self.check }
    }

    /// Says what is wrong with what stands under a key.
    pub(super) fn say(&self, key: &str, code: &str, message: impl Into<String>) {
        self.check.say(self.place(key), code, message);
    }

    pub(super) fn place(&self, key: &str) -> String {
        format!("{}.{key}", self.path)
    }

    pub(super) fn get(&self, key: &str) -> Option<&'a Value> {
        self.value.get(key)
    }

    /// Gives a text that says something.
    pub(super) fn text(&self, key: &str) -> Option<&'a str> {
        text_in(self.value, key)
    }

    /// Gives a text that says something, and says so where there is none.
    pub(super) fn needed_text(&self, key: &str, code: &str) -> &'a str {
        self.text(key).unwrap_or_else(|| {
            self.say(key, code, format!("`{key}` is missing or still to be filled in"));
            ""
        })
    }

    fn items(&self, key: &str) -> &'a [Value] {
        self.get(key).and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default()
    }

    /// Lists texts, without those that say nothing.
    pub(super) fn texts(&self, key: &str) -> Vec<&'a str> {
        let texts = self.items(key).iter().filter_map(Value::as_str).map(str::trim);
        texts.filter(|it| !is_placeholder(it)).collect()
    }

    /// Lists the rows of a table; one that is no object is said and left out.
    pub(super) fn rows(&self, key: &str) -> Vec<Self> {
        let mut rows = Vec::new();
        for (idx, value) in self.items(key).iter().enumerate() {
            let row = self.below(&format!("{key}[{idx}]"), value);
            if value.is_object() {
                rows.push(row);
            } else {
                self.check.say(row.path, "not_an_object", "a row is an object");
            }
        }
        rows
    }

    /// Lists the rows of a table that is needed for something.
    pub(super) fn needed_rows(&self, key: &str, code: &str, what: &str) -> Vec<Self> {
        let rows = self.rows(key);
        if rows.is_empty() {
            self.say(key, code, format!("`{key}` is missing or empty: {what}"));
        }
        rows
    }

    pub(super) fn check_word(&self, key: &str, word: &str, code: &str) {
        if self.get(key).and_then(Value::as_str) != Some(word) {
            self.say(key, code, format!("`{key}` must be `{word}`"));
        }
    }

    pub(super) fn check_evidence(&self) {
        if self.text("evidence").is_none() && self.texts("evidence").is_empty() {
            let message = "`evidence` is missing or still to be filled in: say what was seen";
            self.say("evidence", "missing_evidence", message);
        }
    }

    pub(super) fn check_commands(&self, key: &str) {
        let n_given = self.items(key).len();
        if n_given == 0 || self.texts(key).len() < n_given {
            let message = format!("`{key}` must list the commands that ran, as texts");
            self.say(key, "missing_command_array", message);
        }
    }

    pub(super) fn check_blockers(&self) {
        match self.get("blockers") {
            Some(Value::Array(items)) if items.is_empty() => {}
            Some(Value::Array(items)) => {
                let message = format!("{} blockers are open", items.len());
                self.say("blockers", "non_empty_blockers", message);
            }
            Some(_) | None => {
                let message = "`blockers` must be a list, and empty";
                self.say("blockers", "missing_blockers", message);
            }
        }
    }
}

/// Says that a field has none of the words that it may have.
pub(super) fn not_one_of(key: &str, said: &str, words: &str) -> String {
    match said {
        "" => format!("`{key}` is missing or still to be filled in: use one of {words}"),
        said => format!("`{key}` is `{said}`, not one of {words}"),
    }
}
