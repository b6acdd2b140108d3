//! What has to be seen of the files before evidence can be judged.
//!
//! Owns the need. Must not look: whoever drives the engine does.

use super::watch::{DEFAULT_WATCH, watch_key, watches_of, watches_of_record};
use crate::document::Criterion;
use crate::observed::Observed;
use crate::{ContractState, CriterionRecord, Docs};
use charter_kernel::{Digest, Glob};
use std::collections::{BTreeMap, BTreeSet};

/// What the engine wants to be looked at.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Wanted {
    pub watches: BTreeSet<String>,
    /// What was recorded of the files of each watch.
    pub recorded: BTreeMap<String, BTreeSet<Digest>>,
    /// The artifacts that must still be there, relative to the charter's directory, with what was recorded of each.
    pub artifacts: BTreeMap<String, BTreeSet<Digest>>,
    /// The files that git did not follow yet when a run rested on all source, one list a run.
    pub news: BTreeSet<Vec<String>>,
    /// Whether new files have to be listed: a run will rest on them.
    pub wants_news: bool,
    /// Contents that are no source: quality gates that were taken.
    pub gates: BTreeSet<Digest>,
}

impl Observed {
    /// Gives what would be seen if nothing had changed since it was recorded: what still stands against
    /// completion then does so whatever the files say.
    #[must_use]
    pub fn as_recorded(state: &ContractState) -> Self {
        let mut observed = Self::default();
        for record in state.criteria.values().flat_map(CriterionRecord::each) {
            let artifacts = record.artifacts.iter().map(|it| (it.path.clone(), it.blake3));
            observed.artifacts.extend(artifacts);
            let Some(basis) = &record.basis else { continue };
            let watched = basis.watched.iter();
            observed.watched.extend(
                watched.map(|(watch, digest)| (watch_key(watch, &basis.new_files), *digest)),
            );
        }
        observed
    }
}

impl Wanted {
    /// Tells whether nothing has to be looked at.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.watches.is_empty() && self.artifacts.is_empty() && self.news.is_empty()
    }

    /// Tells whether every tracked file matters.
    #[must_use]
    pub fn wants_tracked(&self) -> bool {
        self.watches.contains(DEFAULT_WATCH) || !self.news.is_empty()
    }

    /// Lists the directories below which the files of all watches are.
    #[must_use]
    pub fn dirs(&self) -> BTreeSet<String> {
        let named = self.watches.iter().filter(|it| *it != DEFAULT_WATCH);
        named.map(|it| Glob::dir_of(it)).collect()
    }
}

/// Says what has to be looked at to judge the criteria of a charter, and what evidence for those
/// named beside them will rest on, which comes from a run or not.
#[must_use]
pub fn wanted(docs: &Docs, state: &ContractState, also: &[(&Criterion, bool)]) -> Wanted {
    let mut wanted = Wanted::default();
    for criterion in docs.criteria.criteria() {
        let records = state.criteria.get(&criterion.id).into_iter().flat_map(CriterionRecord::each);
        for record in records {
            if let Some(basis) = &record.basis {
                for (watch, digest) in &basis.watched {
                    let key = watch_key(watch, &basis.new_files);
                    wanted.recorded.entry(key).or_default().insert(*digest);
                }
            }
            for watch in watches_of_record(criterion, record) {
                let news = record.basis.as_ref().map(|it| &it.new_files);
                match news.filter(|it| watch == DEFAULT_WATCH && !it.is_empty()) {
                    Some(news) => _ = wanted.news.insert(news.clone()),
                    None => _ = wanted.watches.insert(watch),
                }
            }
            for artifact in record.artifacts.iter().filter(|it| stays_inside(&it.path)) {
                wanted.artifacts.entry(artifact.path.clone()).or_default().insert(artifact.blake3);
            }
        }
    }
    wanted.watches.extend(also.iter().flat_map(|(it, has_run)| watches_of(it, *has_run)));
    wanted.wants_news = wanted.watches.contains(DEFAULT_WATCH) && !also.is_empty();
    wanted
}

/// Tells whether a path that a ledger names leads nowhere but further down: whoever wrote the ledger
/// may be a stranger.
#[must_use]
pub fn stays_inside(path: &str) -> bool {
    !path.contains(['\0', '\\']) && path.split('/').all(|it| !matches!(it, "" | "." | ".."))
}
