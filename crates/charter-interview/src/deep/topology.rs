//! Round 0: the parts that can succeed or fail on their own.
//!
//! Owns components, their ids and their deferral. Locked once the user has confirmed them. Must not
//! find components: a mind proposes, the user decides.

use super::{Clarity, Dimension};
use charter_kernel::Timestamp;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The most components; more are grouped.
pub const COMPONENTS_MAX: usize = 6;

/// The most characters of a component's id.
const ID_CHARS_MAX: usize = 40;

/// Whether the user has confirmed the components.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum TopologyStatus {
    #[default]
    Pending,
    Confirmed,
}

/// A part of the work that can succeed or fail on its own.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Component {
    /// Its name in JSON.
    pub id: String,
    /// Its name for people.
    pub name: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub description: String,
    /// The words of the idea, or the paths, that it comes from.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub evidence: Vec<String>,
    /// Why it is not part of this work, where the user has deferred it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deferred: Option<String>,
    #[serde(default)]
    pub clarity: Clarity,
    #[serde(default)]
    pub gaps: BTreeMap<Dimension, String>,
}

impl Component {
    /// Tells whether it is part of this work.
    #[must_use]
    pub fn is_active(&self) -> bool {
        self.deferred.is_none()
    }

    /// Tells whether goal, constraints and criteria have a score.
    #[must_use]
    pub fn is_scored(&self) -> bool {
        let needed = [Dimension::Goal, Dimension::Constraints, Dimension::Criteria];
        needed.iter().all(|it| self.clarity.contains_key(it))
    }
}

/// Something that the spec must name, as locked in Round 0.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Intent {
    /// Its name: `artifact:csv-export`.
    pub id: String,
    pub statement: String,
}

impl Intent {
    /// The most intents of an interview.
    pub const MAX: usize = 64;

    /// The most characters of a name.
    pub(super) const ID_CHARS_MAX: usize = 160;

    /// What a name looks like; [`Intent::is_id`] looks.
    pub(super) const ID_PATTERN: &str =
        "^(artifact|surface|integration|constraint):[a-z0-9][a-z0-9._/-]{0,127}$";

    pub const STATEMENT_CHARS_MAX: usize = 1000;

    /// Tells whether a text is a name for one: a category, a colon and a slug.
    #[must_use]
    pub fn is_id(text: &str) -> bool {
        let Some((category, slug)) = text.split_once(':') else { return false };
        let is_start = |it: &u8| it.is_ascii_lowercase() || it.is_ascii_digit();
        let is_rest = |it: &u8| is_start(it) || b"._/-".contains(it);
        ["artifact", "surface", "integration", "constraint"].contains(&category)
            && slug.as_bytes().first().is_some_and(is_start)
            && slug.as_bytes().iter().all(is_rest)
            && slug.len() <= 128
    }
}

/// The components and how they came to be.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Topology {
    pub status: TopologyStatus,
    pub components: Vec<Component>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub intents: Vec<Intent>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confirmed_at: Option<Timestamp>,
    /// What the user said about the proposal, in words, for a mind to take up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub correction: Option<String>,
    #[serde(default)]
    pub n_proposals: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_targeted: Option<String>,
}

impl Topology {
    /// Lists the components that are part of this work.
    pub fn active(&self) -> impl Iterator<Item = &Component> + Clone {
        self.components.iter().filter(|it| it.is_active())
    }

    #[must_use]
    pub fn find(&self, id: &str) -> Option<&Component> {
        self.components.iter().find(|it| it.id == id)
    }

    /// Finds a component that is part of this work.
    #[must_use]
    pub fn find_active(&self, id: &str) -> Option<&Component> {
        self.find(id).filter(|it| it.is_active())
    }

    pub(super) fn find_mut(&mut self, id: &str) -> Option<&mut Component> {
        self.components.iter_mut().find(|it| it.id == id)
    }
}

/// What a mind or a user says about one component.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ComponentDraft {
    /// Its name for people.
    pub name: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub description: String,
    /// Where it comes from.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub evidence: Vec<String>,
    /// Why it is not part of this work.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deferred: Option<String>,
}

impl From<&Component> for ComponentDraft {
    fn from(component: &Component) -> Self {
        Self {
            name: component.name.clone(),
            description: component.description.clone(),
            evidence: component.evidence.clone(),
            deferred: component.deferred.clone(),
        }
    }
}

/// Gives components their ids: a slug of the name, counted up where it is taken.
pub(super) fn name_components(drafts: &[ComponentDraft]) -> Vec<Component> {
    let mut components: Vec<Component> = Vec::new();
    for (idx, draft) in drafts.iter().take(COMPONENTS_MAX).enumerate() {
        let slug = slug(&draft.name).unwrap_or_else(|| format!("part-{}", idx + 1));
        let is_free = |id: &str| components.iter().all(|it| it.id != id);
        let counted = (2..=COMPONENTS_MAX + 1).map(|n| format!("{slug}-{n}"));
        let id = std::iter::once(slug.clone()).chain(counted).find(|it| is_free(it));
        components.push(Component {
            id: id.unwrap_or(slug),
            name: draft.name.clone(),
            description: draft.description.clone(),
            evidence: draft.evidence.clone(),
            deferred: draft.deferred.clone(),
            clarity: Clarity::new(),
            gaps: BTreeMap::new(),
        });
    }
    components
}

fn slug(name: &str) -> Option<String> {
    let dashed: String = name
        .to_lowercase()
        .chars()
        .map(|it| if it.is_ascii_alphanumeric() { it } else { '-' })
        .collect();
    let words: Vec<&str> = dashed.split('-').filter(|it| !it.is_empty()).collect();
    let slug: String = words.join("-").chars().take(ID_CHARS_MAX).collect();
    let slug = slug.trim_end_matches('-');
    (!slug.is_empty()).then(|| slug.to_owned())
}
