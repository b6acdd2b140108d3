//! Checking a charter from its first byte, and mending it.
//!
//! Owns what `doctor` sees and does. Examining changes nothing and trusts no cache; mending saves
//! what was there before it changes anything. Must not decide whether to mend.

use crate::disk::{DirEntry, FileKind};
use crate::failure::Failure;
use crate::finding::{LEFTOVER, SET_ASIDE};
use crate::layout::{TEMP_PREFIX, saved_name};
use crate::store::Store;
use crate::transaction::Transaction;
use crate::{derived, load};
use charter_engine::State;
use charter_engine::event::EventBody;
use charter_engine::projection::{
    DERIVED_EDITED, DERIVED_MISSING, DERIVED_OLDER, Derived, Standing,
};
use charter_kernel::chain::LEDGER_FILE;
use charter_kernel::event::Head;
use charter_kernel::repair::{Note, repair};
use charter_kernel::{CharterId, Context, Finding, FindingKind};

/// Everything that can be said about a charter on disk.
#[derive(Debug, Clone)]
pub struct Examination {
    /// What the events add up to, as far as the chain holds.
    pub state: State,
    /// Everything that is odd or wrong, worst first.
    pub findings: Vec<Finding>,
}

/// One thing that a repair did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mended {
    /// The file, relative to the charter.
    pub file: String,
    pub message: String,
}

impl Store {
    /// Checks everything about a charter, from the first byte, and changes nothing.
    pub fn examine(&self, id: &CharterId) -> Result<Examination, Failure> {
        let loaded = load::load_unsealed(self, id)?;
        let mut findings = loaded.findings;
        findings.extend(self.read_docs(id).into_docs().findings);
        findings.extend(left_behind(self, id)?);
        findings.sort_by_key(|it| std::cmp::Reverse(it.kind.severity));
        Ok(Examination { state: loaded.state, findings })
    }
}

fn left_behind(store: &Store, id: &CharterId) -> Result<Vec<Finding>, Failure> {
    let mut findings = Vec::new();
    for (name, leftover) in leftovers(store, id)? {
        findings.push(Finding::new(leftover.kind(), name, leftover.about()));
    }
    Ok(findings)
}

/// What nothing in a charter refers to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Leftover {
    /// The file of a write that did not finish.
    Unfinished,
    Saved,
}

impl Leftover {
    fn kind(self) -> FindingKind {
        match self {
            Self::Unfinished => LEFTOVER,
            Self::Saved => SET_ASIDE,
        }
    }

    pub(crate) fn about(self) -> &'static str {
        match self {
            Self::Unfinished => "left by a write that did not finish",
            Self::Saved => "saved by a recovery",
        }
    }
}

/// Lists what unfinished writes and recoveries left in a charter, by names relative to it.
pub(crate) fn leftovers(store: &Store, id: &CharterId) -> Result<Vec<(String, Leftover)>, Failure> {
    let list = |dir: &std::path::Path| match store.disk.stat(dir) {
        Ok(None) => Ok(Vec::new()),
        _ => store.disk.list(dir).map_err(Failure::io("list", dir)),
    };
    let name = |entry: &DirEntry| entry.name.to_string_lossy().into_owned();
    let is_file = |entry: &&DirEntry| entry.kind == FileKind::File;
    let mut found = Vec::new();
    for entry in list(&store.layout.charter(id))?.iter().filter(is_file) {
        if name(entry).starts_with(TEMP_PREFIX) {
            found.push((name(entry), Leftover::Unfinished));
        }
    }
    for entry in list(&store.layout.file(id, "plan"))?.iter().filter(is_file) {
        if name(entry).starts_with(TEMP_PREFIX) {
            found.push((format!("plan/{}", name(entry)), Leftover::Unfinished));
        }
    }
    for entry in list(&store.layout.saved(id))?.iter().filter(is_file) {
        let unfinished = name(entry).starts_with(TEMP_PREFIX);
        let kind = if unfinished { Leftover::Unfinished } else { Leftover::Saved };
        found.push((format!("{}/{}", crate::layout::SAVED_DIR, name(entry)), kind));
    }
    Ok(found)
}

impl Transaction<'_> {
    /// Mends what [`Store::examine`] finds broken; an unbroken charter is left as it is.
    pub fn mend(mut self, ctx: &Context) -> Result<Vec<Mended>, Failure> {
        let (store, id) = (self.store, self.id.clone());
        let mut done = Vec::new();
        self.loaded = load::load_unsealed(store, &id)?;
        if self.loaded.state.n_unknown > 0 {
            return Err(Failure::LedgerNewer { charter_id: id.to_string() });
        }
        let breaks = self.loaded.findings.iter().find(|it| it.kind.breaks_ledger()).cloned();
        if let Some(finding) = breaks {
            done.extend(self.mend_ledger(ctx, finding)?);
            self.loaded = load::load_unsealed(store, &id)?;
        } else {
            self.save_derived(&mut done, |standing| standing == Standing::Edited)?;
        }
        self.mend_tail(ctx, &mut done)?;
        let stale = self.loaded.findings.iter().filter(|it| is_derived(it.kind));
        for finding in stale {
            let message = "written anew from the ledger".to_owned();
            done.push(Mended { file: finding.file.clone(), message });
        }
        derived::write(store, &id, &self.loaded);
        Ok(done)
    }

    /// Where no event of this charter proves itself there is nothing to make a ledger of.
    fn mend_ledger(&self, ctx: &Context, finding: Finding) -> Result<Vec<Mended>, Failure> {
        let (store, id) = (self.store, &self.id);
        let path = store.layout.ledger(id);
        let charter_id = id.to_string();
        let Ok(bytes) = store.disk.read(&path) else {
            return Err(Failure::LedgerBroken { charter_id, finding });
        };
        let name = saved_name("events", "jsonl", &bytes);
        let saved_as = format!("{}/{name}", crate::layout::SAVED_DIR);
        let note = Note {
            charter_id: id.clone(),
            ts: ctx.now,
            witness: ctx.witness,
            actor: ctx.actor.clone(),
            saved_as: saved_as.clone(),
            former_heads: self.former_heads(),
        };
        let repaired = repair::<EventBody>(&bytes, &note);
        if repaired.kept + repaired.carried == 0 {
            return Err(Failure::LedgerBroken { charter_id, finding });
        }
        let mut done = Vec::new();
        store.save_aside(id, &name, &bytes)?;
        self.save_derived(&mut done, |_| true)?;
        store.replace(&path, &repaired.text)?;
        let message = format!(
            "made whole: kept {}, carried over {} from behind the break, lost {}; \
             the ledger of before is {saved_as}",
            repaired.kept, repaired.carried, repaired.lost
        );
        done.push(Mended { file: LEDGER_FILE.to_owned(), message });
        Ok(done)
    }

    /// Lists the ends that untouched derived files know of and the ledger does not reach.
    fn former_heads(&self) -> Vec<Head> {
        let ahead = |derived: Derived| {
            let bytes = self.store.disk.read(&self.store.layout.derived(&self.id, derived)).ok()?;
            match derived.standing(&bytes, &self.loaded.state) {
                Standing::Ahead(from) => Some(from),
                Standing::Current | Standing::Behind | Standing::Edited => None,
            }
        };
        let mut heads: Vec<Head> = Derived::ALL.into_iter().filter_map(ahead).collect();
        heads.dedup();
        heads
    }

    fn save_derived(
        &self,
        done: &mut Vec<Mended>,
        wanted: impl Fn(Standing) -> bool,
    ) -> Result<(), Failure> {
        for derived in Derived::ALL {
            let path = self.store.layout.derived(&self.id, derived);
            let Ok(bytes) = self.store.disk.read(&path) else { continue };
            if wanted(derived.standing(&bytes, &self.loaded.state)) {
                let stem = derived.file().trim_end_matches(".json");
                let saved =
                    self.store.save_aside(&self.id, &saved_name(stem, "json", &bytes), &bytes)?;
                done.push(Mended {
                    file: derived.file().to_owned(),
                    message: format!("saved as {saved}"),
                });
            }
        }
        Ok(())
    }

    fn mend_tail(&mut self, ctx: &Context, done: &mut Vec<Mended>) -> Result<(), Failure> {
        let Some(range) = self.loaded.torn.clone() else { return Ok(()) };
        let draft = |body| ctx.drafts(&self.id, vec![body]);
        let aside = draft(self.save_tail(range.clone())?);
        self.append_here(&[&aside])?;
        let n_bytes = range.end - range.start;
        let message = format!("the torn end of {n_bytes} bytes was set aside");
        done.push(Mended { file: LEDGER_FILE.to_owned(), message });
        Ok(())
    }
}

fn is_derived(kind: FindingKind) -> bool {
    matches!(kind, DERIVED_MISSING | DERIVED_OLDER | DERIVED_EDITED)
}
