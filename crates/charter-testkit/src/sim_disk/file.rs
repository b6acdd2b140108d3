//! The bytes of one file: as running code sees them and as a power cut may leave them.
//!
//! Owns the durability of content. Must not know the file's name.

use super::rng::Rng;

/// A file's content, certain and uncertain.
#[derive(Debug, Clone, Default)]
pub(super) struct FileContent {
    live: Vec<u8>,
    durable: Vec<u8>,
    pending: Vec<PendingChange>,
}

/// One change of a file's bytes that the disk may do before or after another.
#[derive(Debug, Clone)]
pub(super) enum PendingChange {
    Write { at: usize, bytes: Vec<u8> },
    SetLen(usize),
}

impl FileContent {
    /// Makes content that is certain to survive.
    pub(super) fn durable(bytes: Vec<u8>) -> Self {
        Self { live: bytes.clone(), durable: bytes, pending: Vec::new() }
    }

    /// Shows the bytes that running code sees.
    pub(super) fn live(&self) -> &[u8] {
        &self.live
    }

    /// Says whether a power cut now would leave exactly the live bytes.
    pub(super) fn is_certain(&self) -> bool {
        self.pending.is_empty()
    }

    /// Changes the live bytes; the change stays uncertain until [`FileContent::sync`].
    pub(super) fn change(&mut self, change: PendingChange) {
        change.apply(&mut self.live);
        self.pending.push(change);
    }

    /// Makes all changes certain.
    pub(super) fn sync(&mut self) {
        for change in self.pending.drain(..) {
            change.apply(&mut self.durable);
        }
    }

    /// Chooses what a power cut leaves: a prefix of the changes, the last one perhaps torn.
    pub(super) fn survivor(&self, rng: &mut Rng) -> Vec<u8> {
        let mut bytes = self.durable.clone();
        let n_kept = rng.prefix_of(self.pending.len());
        let Some((last, earlier)) = self.pending[..n_kept].split_last() else { return bytes };
        for change in earlier {
            change.apply(&mut bytes);
        }
        match last {
            PendingChange::Write { at, bytes: written } if rng.coin() => {
                let torn = written[..rng.below(written.len() + 1)].to_vec();
                PendingChange::Write { at: *at, bytes: torn }.apply(&mut bytes);
            }
            PendingChange::Write { .. } | PendingChange::SetLen(_) => last.apply(&mut bytes),
        }
        bytes
    }
}

impl PendingChange {
    fn apply(&self, target: &mut Vec<u8>) {
        match self {
            Self::Write { at, bytes } => {
                let end = at + bytes.len();
                if target.len() < end {
                    target.resize(end, 0);
                }
                target[*at..end].copy_from_slice(bytes);
            }
            Self::SetLen(len) => target.resize(*len, 0),
        }
    }
}
