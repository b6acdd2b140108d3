//! What it took to ask models.
//!
//! Owns the note beside one fulfilment, and what notes add up to. Must not know how a model is asked.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What it took to ask a model for one thing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct MindCost {
    /// The word that it was chosen by.
    pub mind: String,
    /// The model, as it calls itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    /// How long it took, all tries together.
    pub ms: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub input_tokens: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub output_tokens: Option<u64>,
    /// How often it was asked; never where nobody could be.
    pub tries: u32,
}

/// What it took to ask a mind again and again.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct MindTotal {
    /// The model that answered last, as it calls itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    /// How often it was asked.
    pub n_calls: u64,
    /// How many of these gave nothing that could be used.
    pub n_failed: u64,
    pub ms: u64,
    pub input_tokens: u64,
    pub output_tokens: u64,
}

/// What minds took, by their names.
pub type MindTotals = BTreeMap<String, MindTotal>;

impl MindTotal {
    /// Adds what was asked for one thing; the last try gave it, or none did.
    pub(crate) fn add(&mut self, cost: &MindCost, is_given: bool) {
        let tries = u64::from(cost.tries);
        self.model = cost.model.clone().or_else(|| self.model.take());
        self.n_calls = self.n_calls.saturating_add(tries);
        let n_failed = tries.saturating_sub(u64::from(is_given));
        self.n_failed = self.n_failed.saturating_add(n_failed);
        self.ms = self.ms.saturating_add(cost.ms);
        self.input_tokens = self.input_tokens.saturating_add(cost.input_tokens.unwrap_or_default());
        self.output_tokens =
            self.output_tokens.saturating_add(cost.output_tokens.unwrap_or_default());
    }
}
