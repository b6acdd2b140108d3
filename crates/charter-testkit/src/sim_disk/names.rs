//! The changes of names that a power cut may still undo.
//!
//! Owns which of them become certain and which survive. Must not know the content of any file.

use super::rng::Rng;
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;

/// The number of a file or directory, whatever its name is.
pub(super) type InodeId = u64;

/// One name in one directory that gets another target, or none.
#[derive(Debug, Clone)]
pub(super) struct NameEdit {
    pub(super) dir: InodeId,
    pub(super) name: OsString,
    pub(super) was: Option<InodeId>,
    pub(super) target: Option<InodeId>,
}

impl NameEdit {
    pub(super) fn apply(&self, names: &mut BTreeMap<OsString, InodeId>) {
        match self.target {
            Some(target) => names.insert(self.name.clone(), target),
            None => names.remove(&self.name),
        };
    }
}

/// Edits of names that happen together or not at all.
#[derive(Debug, Clone)]
pub(super) struct NameOp {
    sort: OpSort,
    edits: Vec<NameEdit>,
    unsynced: BTreeSet<InodeId>,
}

/// What tells one operation from another when a power cut chooses.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum OpSort {
    /// Something new got its first name.
    Creates,
    /// Something got another name in its directory, or lost its name.
    Plain,
    /// Something got another directory, whose own place is below `above`.
    Moves { above: BTreeSet<InodeId>, moved: Moved },
    /// The hardware lied about a rename: never certain, never survives.
    Forgotten,
}

/// What got another directory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Moved {
    File,
    Dir,
}

impl NameOp {
    pub(super) fn new(sort: OpSort, edits: Vec<NameEdit>) -> Self {
        let unsynced = edits.iter().map(|edit| edit.dir).collect();
        Self { sort, edits, unsynced }
    }

    pub(super) fn edits(&self) -> &[NameEdit] {
        &self.edits
    }

    fn dirs(&self) -> BTreeSet<InodeId> {
        self.edits.iter().map(|edit| edit.dir).collect()
    }

    /// Says whether this operation cannot last without an earlier one.
    fn builds_on(&self, earlier: &Self) -> bool {
        self.shares_name_with(earlier)
            || self.removes_dir_of(earlier)
            || self.moves_dir_after(earlier)
            || self.moves_into_what_was_created_by(earlier)
    }

    fn shares_name_with(&self, earlier: &Self) -> bool {
        let is_same =
            |left: &NameEdit, right: &NameEdit| left.dir == right.dir && left.name == right.name;
        self.edits.iter().any(|left| earlier.edits.iter().any(|right| is_same(left, right)))
    }

    /// What was moved out of a directory must not go with it.
    fn removes_dir_of(&self, earlier: &Self) -> bool {
        let is_left = |id| self.edits.iter().any(|edit| edit.target == Some(id));
        let mut removed = self.edits.iter().filter_map(|edit| edit.was).filter(|id| !is_left(*id));
        removed.any(|id| earlier.edits.iter().any(|edit| edit.dir == id))
    }

    /// Moves of directories in another order could put a directory inside itself.
    fn moves_dir_after(&self, earlier: &Self) -> bool {
        let moves_dir = |op: &Self| matches!(op.sort, OpSort::Moves { moved: Moved::Dir, .. });
        moves_dir(self) && moves_dir(earlier)
    }

    /// What is moved into a new directory must not be lost with it.
    fn moves_into_what_was_created_by(&self, earlier: &Self) -> bool {
        let OpSort::Moves { above, .. } = &self.sort else { return false };
        let is_above = |edit: &NameEdit| edit.target.is_some_and(|id| above.contains(&id));
        earlier.sort == OpSort::Creates && earlier.edits.iter().any(is_above)
    }
}

/// The uncertain operations on names, oldest first.
#[derive(Debug, Clone, Default)]
pub(super) struct NameLog {
    pending: Vec<NameOp>,
}

impl NameLog {
    pub(super) fn record(&mut self, op: NameOp) {
        self.pending.push(op);
    }

    /// Says whether a power cut now could change the names in a directory.
    pub(super) fn is_certain(&self, dir: InodeId) -> bool {
        !self.pending.iter().any(|op| op.dirs().contains(&dir))
    }

    /// Takes out what `sync_dir` of a directory makes certain, in order.
    ///
    /// An operation is certain once every directory it touches was synced after it, or when a
    /// certain operation builds on it.
    pub(super) fn sync(&mut self, dir: InodeId) -> Vec<NameEdit> {
        for op in &mut self.pending {
            op.unsynced.remove(&dir);
        }
        let settled = self.settled();
        let mut certain: Vec<NameOp> = Vec::new();
        let mut uncertain: Vec<NameOp> = Vec::new();
        let pending = std::mem::take(&mut self.pending);
        for (op, is_settled) in pending.into_iter().zip(settled).rev() {
            let is_certain = is_settled || certain.iter().any(|later| later.builds_on(&op));
            if is_certain && op.sort != OpSort::Forgotten {
                certain.push(op);
            } else {
                uncertain.push(op);
            }
        }
        uncertain.reverse();
        self.pending = uncertain;
        certain.into_iter().rev().flat_map(|op| op.edits).collect()
    }

    /// Says of every operation whether its directories are synced and, where it moves something
    /// into a new directory, whether that one's name is settled too.
    fn settled(&self) -> Vec<bool> {
        let mut settled: Vec<bool> = Vec::new();
        for op in &self.pending {
            let mut earlier = self.pending.iter().zip(&settled);
            let waits = earlier.any(|(it, done)| !done && op.moves_into_what_was_created_by(it));
            settled.push(op.unsynced.is_empty() && !waits);
        }
        settled
    }

    /// Chooses what a power cut keeps: in every directory a prefix of its operations.
    pub(super) fn survivors(&self, rng: &mut Rng) -> Vec<NameEdit> {
        let honest = || self.pending.iter().filter(|op| op.sort != OpSort::Forgotten);
        let mut n_ops: BTreeMap<InodeId, usize> = BTreeMap::new();
        for dir in honest().flat_map(NameOp::dirs) {
            *n_ops.entry(dir).or_default() += 1;
        }
        let mut quota: BTreeMap<InodeId, usize> =
            n_ops.into_iter().map(|(dir, n)| (dir, rng.prefix_of(n))).collect();
        let mut dropped: Vec<&NameOp> = Vec::new();
        let mut kept = Vec::new();
        for op in honest() {
            let dirs = op.dirs();
            let survives = dirs.iter().all(|dir| quota[dir] > 0)
                && !dropped.iter().any(|earlier| op.builds_on(earlier));
            for dir in dirs {
                quota.entry(dir).and_modify(|left| *left = if survives { *left - 1 } else { 0 });
            }
            if survives {
                kept.extend_from_slice(op.edits());
            } else {
                dropped.push(op);
            }
        }
        kept
    }
}
