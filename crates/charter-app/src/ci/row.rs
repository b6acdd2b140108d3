//! One difference between a branch and its target.
//!
//! Owns its sorts, its shape, and who may make it. Must not look for one.

use crate::app::OpenCharter;
use charter_contract::{CharterAct, Rigor, Who};
use charter_kernel::Actor;
use charter_kernel::ancestry::EventPlace;
use charter_store::ROOT_DIR;
use serde::Serialize;

/// The sorts of differences.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum DifferenceKind {
    /// A criterion that the target agreed on is gone or says something else.
    RegisterReduced,
    RigorLowered,
    /// A charter was given up, and not by a person.
    Abandoned,
    /// A commit of the branch removes or changes what was recorded.
    LedgerRewritten,
    PeopleChanged,
    /// The target lists nobody, so that no signature counts.
    PeopleMissing,
    /// The target agreed on more since the branch left it.
    Behind,
    SettingChanged,
    /// A link or a module among the charters.
    Link,
    /// The target wants a charter, and the branch has none.
    CharterMissing,
}

impl DifferenceKind {
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::RegisterReduced => "register-reduced",
            Self::RigorLowered => "rigor-lowered",
            Self::Abandoned => "abandoned",
            Self::LedgerRewritten => "ledger-rewritten",
            Self::PeopleChanged => "people-changed",
            Self::PeopleMissing => "people-missing",
            Self::Behind => "behind",
            Self::SettingChanged => "setting-changed",
            Self::Link => "link",
            Self::CharterMissing => "charter-missing",
        }
    }
}

/// One of them, in a sentence.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct DifferenceRow {
    pub kind: DifferenceKind,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub charter_id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub criterion_id: Option<String>,
    pub detail: String,
    /// Where charters are that it is about, where several places hold some.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<String>,
    /// The file that it is about, from the top of the repository.
    pub file: String,
}

impl DifferenceRow {
    pub(super) fn new(kind: DifferenceKind, detail: String) -> Self {
        let (place, file) = (None, ROOT_DIR.to_owned());
        Self { kind, charter_id: None, criterion_id: None, detail, place, file }
    }

    pub(super) fn in_file(self, file: String) -> Self {
        Self { file, ..self }
    }

    /// Says it, with the place that it is about where there are several.
    #[must_use]
    pub fn words(&self) -> String {
        match &self.place {
            Some(place) if !self.detail.contains(place.as_str()) => {
                format!("{place}: {}", self.detail)
            }
            Some(_) | None => self.detail.clone(),
        }
    }
}

/// Tells whether who did something may, as far as the ledger and its signatures show.
pub(super) fn may(
    act: CharterAct,
    rigor: Rigor,
    by: &Actor,
    place: EventPlace,
    open: &OpenCharter,
) -> bool {
    match act.who(rigor) {
        Who::Anyone => true,
        Who::Person => by.is_person(),
        Who::SignedPerson => open.docs.observed.signed.contains_key(&place),
    }
}
