//! The shape of what is submitted, as values: one description of each field, from which it is read
//! here and put into a JSON Schema in `schema`.
//!
//! Owns how a value of each shape is read, and the collection of problems: everything that is wrong
//! comes back at once, each with its place. Keys that nobody asked for are listed and passed over.
//! Must not know needs.

use super::setup::{NAME_CHARS_MAX, OPTIONS_MAX};
use super::{Intent, Units};
use charter_kernel::Problem;
use serde_json::{Map, Value};
use std::ops::RangeInclusive;

/// How many items a list has that nothing else bounds.
pub(super) const ANY: RangeInclusive<usize> = 0..=200;

/// What a value may be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum ValueShape<'i> {
    /// A text of so many characters at most; a blank one is absent.
    Text(usize),
    /// A text that names something of the interview; `check` refuses what is not there.
    Name(Vec<&'i str>),
    /// The same, where names are made; where there is none, any text.
    Id(Vec<String>),
    IntentId,
    /// A number from 0 to 1.
    Score,
    /// One of these words; `check` refuses those that are known and not offered.
    Word {
        known: Vec<&'static str>,
        offered: Vec<&'static str>,
    },
    /// So many of them; up to `most` are read, and `few` says what is missing where there are not
    /// enough. Where it says nothing, `check` does.
    List {
        items: Box<Self>,
        n: RangeInclusive<usize>,
        most: usize,
        few: &'static str,
    },
    Object(Vec<FormField<'i>>),
    /// An object that has one of these under every name; `check` refuses other names.
    Named {
        names: Vec<&'i str>,
        each: Box<Self>,
    },
    /// A wish that is there or not; false is absent.
    True,
    /// The same, or the words of it.
    TrueOrText(usize),
    /// Some of the options of a question, each by its number, from 1, or by its words.
    Options(&'i [String]),
}

/// Who sees to it that a field is there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Demand {
    /// Nobody: it may be absent.
    None,
    /// Nobody, and a schema says that it may be null.
    OrNull,
    /// Nobody, and no schema tells of it.
    Untold,
    /// Whoever reads it.
    Read,
    /// `check`.
    Checked,
    /// Nobody, and a schema wants it: a mind that leaves it out is asked for it alone.
    Wanted,
}

/// A field of an object.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct FormField<'i> {
    pub(super) key: &'static str,
    /// What the ledger calls it.
    pub(super) name: &'static str,
    pub(super) shape: ValueShape<'i>,
    pub(super) demand: Demand,
    /// What holds for it beyond its shape; nothing where the shape says all.
    pub(super) about: &'static str,
}

impl FormField<'_> {
    /// Says what holds for it beyond its shape.
    pub(super) fn about(self, about: &'static str) -> Self {
        Self { about, ..self }
    }

    pub(super) fn with(self, demand: Demand) -> Self {
        Self { demand, ..self }
    }

    pub(super) fn named(self, name: &'static str) -> Self {
        Self { name, ..self }
    }
}

/// What is wrong so far, and what was passed over.
#[derive(Debug, Default)]
pub(crate) struct Problems {
    pub(crate) list: Vec<Problem>,
    pub(crate) ignored: Vec<String>,
}

impl Problems {
    pub(super) fn add(&mut self, path: &str, code: &str, message: impl Into<String>) {
        let path = if path.is_empty() { "submission" } else { path };
        let (path, code) = (path.to_owned(), code.to_owned());
        self.list.push(Problem { path, code, message: message.into() });
    }

    /// Notes a problem of something that is not read then.
    fn refuse<T>(&mut self, path: &str, code: &str, message: impl Into<String>) -> Option<T> {
        self.add(path, code, message);
        None
    }
}

fn at(path: &str, key: &str) -> String {
    if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") }
}

impl Problems {
    /// Reads the fields of an object, under the names that the ledger has for them. `others` are keys
    /// that are known and read elsewhere.
    pub(super) fn read(
        &mut self,
        fields: &[FormField<'_>],
        others: &[&str],
        path: &str,
        map: &Map<String, Value>,
    ) -> Map<String, Value> {
        let mut read = Map::new();
        for field in fields {
            let value = map.get(field.key).filter(|it| !it.is_null());
            let value = self.read_field(field, &at(path, field.key), value);
            read.extend(value.map(|it| (field.name.to_owned(), it)));
        }
        let is_known = |key: &str| others.contains(&key) || fields.iter().any(|it| it.key == key);
        let unknown = map.keys().filter(|it| !is_known(it));
        self.ignored.extend(unknown.map(|it| at(path, it)));
        read
    }

    fn read_field(
        &mut self,
        field: &FormField<'_>,
        path: &str,
        value: Option<&Value>,
    ) -> Option<Value> {
        let n_problems = self.list.len();
        let read = value.and_then(|it| self.read_value(&field.shape, path, it));
        if let ValueShape::List { n, few, .. } = &field.shape {
            let n_read = read.as_ref().and_then(Value::as_array).map_or(0, Vec::len);
            if n_read < *n.start() && !few.is_empty() {
                self.add(path, "missing", *few);
            }
        } else if read.is_none() && self.list.len() == n_problems && field.demand == Demand::Read {
            self.add(path, "missing", format!("`{}` is needed", field.key));
        }
        read
    }

    /// Reads a value; none where it is blank or something is wrong with it.
    fn read_value(&mut self, shape: &ValueShape<'_>, path: &str, value: &Value) -> Option<Value> {
        match shape {
            ValueShape::Text(chars_max) => self.read_text(path, value, *chars_max),
            ValueShape::Name(_) | ValueShape::Id(_) => self.read_text(path, value, NAME_CHARS_MAX),
            ValueShape::IntentId => self.read_intent(path, value),
            ValueShape::Score => self.read_score(path, value),
            ValueShape::Word { known, .. } => self.read_word(path, value, known),
            ValueShape::List { items, most, .. } => {
                let items_of =
                    |it: &mut Self, path: &str, item: &Value| it.read_value(items, path, item);
                self.read_list(path, value, *most, items_of)
            }
            ValueShape::Object(fields) => match value.as_object() {
                Some(map) => Some(Value::Object(self.read(fields, &[], path, map))),
                None => self.refuse(path, "not-an-object", "a JSON object is needed here"),
            },
            ValueShape::Named { each, .. } => {
                let Some(map) = value.as_object() else {
                    return self.refuse(path, "not-an-object", "an object is needed here");
                };
                let read = |(name, it): (&String, &Value)| {
                    Some((name.clone(), self.read_value(each, &at(path, name), it)?))
                };
                Some(Value::Object(map.iter().filter_map(read).collect()))
            }
            ValueShape::True => self.read_wish(path, value, "it must be true"),
            ValueShape::TrueOrText(chars_max) if value.is_string() => {
                self.read_text(path, value, *chars_max)
            }
            ValueShape::TrueOrText(_) => {
                let wish = self.read_wish(path, value, "it must be true or a text");
                wish.map(|_| Value::String(String::new()))
            }
            ValueShape::Options(offered) => self.read_options(path, value, offered),
        }
    }

    fn read_text(&mut self, path: &str, value: &Value, chars_max: usize) -> Option<Value> {
        let Some(text) = value.as_str() else {
            return self.refuse(path, "not-a-text", "a text is needed here");
        };
        self.check_length(path, text, chars_max)?;
        let text = text.trim();
        (!text.is_empty()).then(|| text.into())
    }

    fn check_length(&mut self, path: &str, text: &str, chars_max: usize) -> Option<()> {
        let chars = text.chars().count();
        if chars <= chars_max {
            return Some(());
        }
        let message = format!("it is {chars} characters long; the most is {chars_max}");
        self.refuse(path, "too-long", message)
    }

    fn read_intent(&mut self, path: &str, value: &Value) -> Option<Value> {
        let id = self.read_text(path, value, Intent::ID_CHARS_MAX)?;
        if id.as_str().is_some_and(Intent::is_id) {
            return Some(id);
        }
        let message = "it must be artifact, surface, integration or constraint, a colon and a slug";
        self.refuse(path, "not-an-intent", message)
    }

    fn read_score(&mut self, path: &str, value: &Value) -> Option<Value> {
        let Some(units) = Units::parse_json(value) else {
            let message = format!("{value} is not a number from 0 to 1");
            return self.refuse(path, "not-a-score", message);
        };
        Some(units.as_u32().into())
    }

    /// Reads one word of a closed list.
    pub(super) fn read_word(&mut self, path: &str, value: &Value, known: &[&str]) -> Option<Value> {
        if value.as_str().is_some_and(|it| known.contains(&it)) {
            return Some(value.clone());
        }
        self.refuse(path, "unknown-word", format!("it must be one of {}", known.join(", ")))
    }

    fn read_list(
        &mut self,
        path: &str,
        value: &Value,
        n_max: usize,
        mut read: impl FnMut(&mut Self, &str, &Value) -> Option<Value>,
    ) -> Option<Value> {
        let Some(items) = value.as_array() else {
            return self.refuse(path, "not-a-list", "a list is needed here");
        };
        if items.len() > n_max {
            let message = format!("there are {} items; the most is {n_max}", items.len());
            return self.refuse(path, "too-many", message);
        }
        let items = items.iter().enumerate();
        Some(items.filter_map(|(idx, it)| read(self, &format!("{path}[{idx}]"), it)).collect())
    }

    fn read_wish(&mut self, path: &str, value: &Value, message: &str) -> Option<Value> {
        match value.as_bool() {
            Some(is_wanted) => is_wanted.then_some(Value::Bool(true)),
            None => self.refuse(path, "not-true", message),
        }
    }

    fn read_options(&mut self, path: &str, value: &Value, offered: &[String]) -> Option<Value> {
        let mut chosen: Vec<&String> = Vec::new();
        let read = |it: &mut Self, path: &str, item: &Value| {
            let Some(option) = find_option(item, offered) else {
                let message = "it is neither the number nor the words of an option";
                return it.refuse(path, "unknown-option", message);
            };
            if chosen.contains(&option) {
                return it.refuse(path, "twice", "it is chosen twice");
            }
            chosen.push(option);
            Some(option.as_str().into())
        };
        self.read_list(path, value, OPTIONS_MAX, read)
    }
}

fn find_option<'o>(item: &Value, offered: &'o [String]) -> Option<&'o String> {
    let by_number = |number: u64| offered.get(usize::try_from(number).ok()?.checked_sub(1)?);
    let Some(text) = item.as_str().map(str::trim) else { return by_number(item.as_u64()?) };
    let named = offered.iter().find(|it| it.trim() == text);
    named.or_else(|| by_number(text.parse().ok()?))
}
