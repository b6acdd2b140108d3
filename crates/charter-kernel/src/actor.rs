//! Who acts, as every event records it.
//!
//! Owns the text form `person:Ada`, `agent:codex`, `unknown`. Must not know how the actor was
//! found out. The actor is a record and not an authentication.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

/// The longest name of an actor, in characters; the rest is cut.
const NAME_CHARS_MAX: usize = 80;

/// Who asked for a change.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Actor {
    /// A person, by the name that git or the caller gives.
    Person(String),
    /// A coding agent, by its client's name.
    Agent(String),
    /// Nobody said; treated as an agent.
    Unknown,
}

/// Where the time of an event came from, so that a fixed clock cannot pass for a real one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Witness {
    /// The machine's clock.
    Clock,
    /// A time that the caller fixed for a test.
    Fixed,
}

impl Actor {
    /// Reads `person:NAME` or `agent:NAME`; a bare word is an agent, nothing is unknown.
    #[must_use]
    pub fn parse(text: &str) -> Self {
        let text = text.trim();
        match text.split_once(':') {
            Some(("person", name)) if !clean(name).is_empty() => Self::Person(clean(name)),
            Some(("agent", name)) if !clean(name).is_empty() => Self::Agent(clean(name)),
            Some(("person" | "agent", _)) => Self::Unknown,
            _ if clean(text).is_empty() || text == "unknown" => Self::Unknown,
            _ => Self::Agent(clean(text)),
        }
    }

    /// Reads `person:NAME`, `agent:NAME` or `unknown`, and nothing else.
    #[must_use]
    pub fn parse_exact(text: &str) -> Option<Self> {
        let actor = Self::parse(text);
        (actor.to_string() == text.trim()).then_some(actor)
    }

    /// Tells whether a person acts; `unknown` counts as an agent.
    #[must_use]
    pub fn is_person(&self) -> bool {
        matches!(self, Self::Person(_))
    }
}

fn clean(name: &str) -> String {
    let visible: String = name.chars().filter(|it| !it.is_control()).take(NAME_CHARS_MAX).collect();
    visible.trim().to_owned()
}

impl fmt::Display for Actor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Person(name) => write!(f, "person:{name}"),
            Self::Agent(name) => write!(f, "agent:{name}"),
            Self::Unknown => f.write_str("unknown"),
        }
    }
}

impl Serialize for Actor {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Actor {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Self::parse(&String::deserialize(deserializer)?))
    }
}
