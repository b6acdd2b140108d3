//! Reading a gate: objects with their place in it, and the problems that come up.
//!
//! Owns the checks that several parts of a gate have in common. Must not know what a part is for.

use super::substance::is_placeholder;
use charter_kernel::Problem;
use serde_json::Value;

/// What is wrong, collected.
#[derive(Debug, Default)]
pub(super) struct GateProblems(pub(super) Vec<Problem>);

impl GateProblems {
    pub(super) fn say(&mut self, path: impl Into<String>, code: &str, message: impl Into<String>) {
        let problem = Problem { path: path.into(), code: code.to_owned(), message: message.into() };
        if !self.0.contains(&problem) {
            self.0.push(problem);
        }
    }
}

/// A value and where it is.
#[derive(Debug, Clone)]
pub(super) struct GateSection<'a> {
    pub(super) path: String,
    pub(super) value: &'a Value,
}

impl<'a> GateSection<'a> {
    /// Takes a part of the gate that must be an object.
    pub(super) fn needed(gate: &'a Value, key: &str, problems: &mut GateProblems) -> Option<Self> {
        match gate.get(key) {
            Some(value @ Value::Object(_)) => Some(Self { path: key.to_owned(), value }),
            Some(_) => {
                problems.say(key, "not_an_object", format!("`{key}` must be an object"));
                None
            }
            None => {
                problems.say(key, "missing_section", format!("the gate has no `{key}`"));
                None
            }
        }
    }

    pub(super) fn place(&self, key: &str) -> String {
        format!("{}.{key}", self.path)
    }

    pub(super) fn get(&self, key: &str) -> Option<&'a Value> {
        self.value.get(key)
    }

    /// Gives a text that says something.
    pub(super) fn text(&self, key: &str) -> Option<&'a str> {
        let text = self.get(key)?.as_str()?.trim();
        (!is_placeholder(text)).then_some(text)
    }

    /// Gives a text that says something, and says so where there is none.
    pub(super) fn needed_text(
        &self,
        key: &str,
        code: &str,
        problems: &mut GateProblems,
    ) -> &'a str {
        self.text(key).unwrap_or_else(|| {
            problems.say(self.place(key), code, format!("`{key}` is missing or says nothing"));
            ""
        })
    }

    /// Lists texts, without those that say nothing.
    pub(super) fn texts(&self, key: &str) -> Vec<&'a str> {
        let items = self.get(key).and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
        let texts = items.iter().filter_map(Value::as_str).map(str::trim);
        texts.filter(|it| !is_placeholder(it)).collect()
    }

    /// Lists the rows of a table; one that is no object is said and left out.
    pub(super) fn rows(&self, key: &str, problems: &mut GateProblems) -> Vec<Self> {
        let items = self.get(key).and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
        let mut rows = Vec::new();
        for (idx, value) in items.iter().enumerate() {
            let row = Self { path: format!("{}.{key}[{idx}]", self.path), value };
            if value.is_object() {
                rows.push(row);
            } else {
                problems.say(row.path, "not_an_object", "a row is an object");
            }
        }
        rows
    }

    pub(super) fn check_word(
        &self,
        key: &str,
        word: &str,
        code: &str,
        problems: &mut GateProblems,
    ) {
        if self.get(key).and_then(Value::as_str) != Some(word) {
            problems.say(self.place(key), code, format!("`{key}` must be `{word}`"));
        }
    }

    pub(super) fn check_evidence(&self, problems: &mut GateProblems) {
        if self.text("evidence").is_none() && self.texts("evidence").is_empty() {
            let message = "`evidence` is missing or says nothing: what was seen";
            problems.say(self.place("evidence"), "missing_evidence", message);
        }
    }

    pub(super) fn check_commands(&self, key: &str, problems: &mut GateProblems) {
        let n_given = self.get(key).and_then(Value::as_array).map_or(0, Vec::len);
        if n_given == 0 || self.texts(key).len() < n_given {
            let message = format!("`{key}` must list the commands that ran, as texts");
            problems.say(self.place(key), "missing_command_array", message);
        }
    }

    pub(super) fn check_blockers(&self, problems: &mut GateProblems) {
        match self.get("blockers") {
            Some(Value::Array(items)) if items.is_empty() => {}
            Some(Value::Array(items)) => {
                let message = format!("{} blockers are open", items.len());
                problems.say(self.place("blockers"), "non_empty_blockers", message);
            }
            Some(_) | None => {
                let message = "`blockers` must be a list, and empty";
                problems.say(self.place("blockers"), "missing_blockers", message);
            }
        }
    }
}
