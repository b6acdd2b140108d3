//! The five things that an interview is about.
//!
//! Owns their order, which is the order of asking, and their names in every place. Must not know
//! whether one of them is covered.

use crate::document::SectionKey;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// What a charter must say.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Topic {
    /// What hurts, whom, and why now.
    Problem,
    /// Who uses it.
    Users,
    /// What they get out of it.
    ValueProp,
    /// What is in and what is out.
    Scope,
    Success,
}

impl Topic {
    pub const ALL: [Self; 5] =
        [Self::Problem, Self::Users, Self::ValueProp, Self::Scope, Self::Success];

    /// Gives the name in JSON and in data files.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Problem => "problem",
            Self::Users => "users",
            Self::ValueProp => "value_prop",
            Self::Scope => "scope",
            Self::Success => "success",
        }
    }

    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|it| it.word() == word)
    }

    /// Gives the section of charter.md that holds it.
    #[must_use]
    pub fn section(self) -> SectionKey {
        match self {
            Self::Problem => SectionKey::Problem,
            Self::Users => SectionKey::Users,
            Self::ValueProp => SectionKey::Value,
            Self::Scope => SectionKey::Scope,
            Self::Success => SectionKey::Success,
        }
    }
}

/// Finds the topic that an entry of a pad is about, by the words of its title.
#[must_use]
pub fn topic_of(title: &str) -> Option<Topic> {
    topics_in(title).into_iter().next()
}

#[must_use]
pub fn topics_in(text: &str) -> BTreeSet<Topic> {
    let text = text.to_lowercase();
    let words = |topic: Topic| -> &'static [&'static str] {
        match topic {
            Topic::Problem => &["problem", "context"],
            Topic::Users => &["user", "audience", "customer"],
            Topic::ValueProp => &["value", "benefit", "rationale"],
            Topic::Scope => &["scope"],
            Topic::Success => &["success", "metric", "criteria"],
        }
    };
    let names = |topic: &Topic| words(*topic).iter().any(|word| text.contains(word));
    Topic::ALL.into_iter().filter(names).collect()
}
