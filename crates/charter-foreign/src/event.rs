//! What was taken over from other tools, as the ledger keeps it.
//!
//! Owns the payloads. A field is added as optional or with a default and never renamed, so that every older
//! line still reads. Must not know the envelope.

use crate::ContractForm;
use charter_kernel::Digest;
use charter_kernel::counted;
use serde::{Deserialize, Serialize};

/// What was taken over.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ForeignEvent {
    /// A contract of another tool was taken over.
    ContractImported(Box<ContractImport>),
}

impl ForeignEvent {
    /// Says what happened, in a line for people.
    #[must_use]
    pub fn summary(&self) -> String {
        let Self::ContractImported(import) = self;
        let (tool, source, n) = (import.form.name(), &import.source, import.criteria);
        format!("imported {source} of {tool}, {}", counted(n, "criterion", "criteria"))
    }

    /// One example of every kind, for the reference and for tests of the format.
    #[must_use]
    pub fn examples() -> Vec<Self> {
        vec![Self::ContractImported(Box::new(contract_example(Digest::of(b"example"))))]
    }
}

fn contract_example(digest: Digest) -> ContractImport {
    ContractImport {
        source: "add-rate-limit".to_owned(),
        saved_as: "imported".to_owned(),
        files: vec![ImportedFile { path: "proposal.md".to_owned(), bytes: 118, digest }],
        form: ContractForm::OpenSpec,
        criteria: 3,
        notes: vec!["tasks.md says how, not what: it is kept and not read".to_owned()],
    }
}

/// A contract of another tool, with the originals that are kept beside.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ContractImport {
    /// The folder's or file's name where it came from.
    pub source: String,
    /// The directory of the originals, relative to the charter.
    pub saved_as: String,
    pub files: Vec<ImportedFile>,
    pub form: ContractForm,
    /// How many criteria were proposed.
    pub criteria: u64,
    /// What was not understood.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

/// An original that is kept.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ImportedFile {
    /// Where it was in its folder.
    pub path: String,
    pub bytes: u64,
    pub digest: Digest,
}
