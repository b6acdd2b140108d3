//! What can go.
//!
//! Owns the report of a sweep. Must not remove anything that a charter needs.

use crate::app::App;
use crate::error::Error;
use charter_kernel::NextAction;
use charter_store::{Reach, Sweep};
use serde::Serialize;

/// What can go, or is gone.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct GcReport {
    /// Always true: anything else is an error.
    pub ok: bool,
    pub pruned: bool,
    pub items: Vec<GcRow>,
    /// How large they are together.
    pub bytes: u64,
    pub next_actions: Vec<NextAction>,
}

/// One thing that can go.
#[derive(Debug, Clone, Serialize)]
pub struct GcRow {
    /// Where it is, relative to the root.
    pub path: String,
    pub bytes: u64,
    pub about: String,
}

impl App {
    /// Lists what can go, and removes it where asked.
    pub fn gc(&self, sweep: Sweep, reach: Reach) -> Result<GcReport, Error> {
        let trials = charter_proof::left_trials(&self.place.project, &self.temp);
        if sweep == Sweep::Prune {
            charter_proof::sweep_trials(&self.place.project, &self.temp);
        }
        let trial = |path: std::path::PathBuf| GcRow {
            path: path.display().to_string(),
            bytes: 0,
            about: "a trial of `prove` that was killed".to_owned(),
        };
        let items: Vec<GcRow> = self
            .store
            .sweep(sweep, reach)?
            .into_iter()
            .map(|it| GcRow {
                path: it.path.display().to_string(),
                bytes: it.bytes,
                about: it.about.to_owned(),
            })
            .chain(trials.into_iter().map(trial))
            .collect();
        let pruned = sweep == Sweep::Prune;
        let command = match reach {
            Reach::Leftovers => "charter gc --prune",
            Reach::Saved => "charter gc --saved --prune",
        };
        let next = NextAction::new("gc", "remove all of it", command);
        let offer = !pruned && !items.is_empty();
        Ok(GcReport {
            ok: true,
            pruned,
            bytes: items.iter().map(|it| it.bytes).sum(),
            next_actions: if offer { vec![next] } else { Vec::new() },
            items,
        })
    }
}
