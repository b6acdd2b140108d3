//! What interviews hand on to a plan.
//!
//! Owns which document it is to follow and what it must not leave out. Must not know plans.

use crate::InterviewState;
use crate::deep::Intent;

/// The document that a deep interview writes.
const SPEC: &str = "spec.md";

impl InterviewState {
    /// Names the spec that a deep interview wrote, relative to the charter; none where it wrote none yet.
    #[must_use]
    pub fn written_spec(&self) -> Option<&'static str> {
        let deep = self.deep.as_deref()?;
        deep.ending.spec.is_some().then_some(SPEC)
    }

    /// Lists what a deep interview locked: ids and words; nothing before it wrote its spec.
    #[must_use]
    pub fn locked(&self) -> Vec<(String, String)> {
        let written = self.written_spec().and(self.deep.as_deref());
        let intent = |it: &Intent| (it.id.clone(), it.statement.clone());
        written.into_iter().flat_map(|it| &it.topology.intents).map(intent).collect()
    }
}
