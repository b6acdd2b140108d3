//! The working copy of a repository that a root is in.
//!
//! Owns how strands get names that no other working copy gives. Must not know strands.

use crate::clock::Clock;
use charter_kernel::CharterId;
use charter_kernel::Witness;
use charter_kernel::strand::StrandId;
use charter_proof::{HeadMark, head_mark, is_staged, random_key};
use charter_store::{GitMark, WorkingCopy};
use std::path::PathBuf;

/// How much of the end of a strand's file tells it from every other.
const STAGED_END: usize = 18;

/// A root in a repository, or in none.
#[derive(Debug, Clone)]
pub(crate) struct GitCopy {
    pub(crate) root: PathBuf,
    pub(crate) clock: Clock,
}

impl WorkingCopy for GitCopy {
    fn mark(&self) -> GitMark {
        match head_mark(&self.root) {
            HeadMark::NoRepository => GitMark::None,
            HeadMark::Unknown => GitMark::Unreadable,
            HeadMark::At(text) => GitMark::At(text),
        }
    }

    fn is_staged(&self, strand: &StrandId) -> bool {
        let file = strand.file();
        // The beginning of a name may be left out in the index, where it is that of the name before.
        is_staged(&self.root, file.get(file.len().saturating_sub(STAGED_END)..).unwrap_or(&file))
    }

    /// Names are random; under a fixed clock they follow from the time and from where git is, so that the
    /// same commands give the same bytes.
    fn name(&self, id: &CharterId, attempt: u32) -> StrandId {
        let (now, witness) = self.clock.read();
        let fixed = || format!("{id} {now} {:?} {attempt}", self.mark());
        match (witness, random_key()) {
            (Witness::Clock, Ok(random)) => StrandId::from_random(&random),
            (Witness::Clock, Err(_)) | (Witness::Fixed, _) => {
                StrandId::from_random(fixed().as_bytes())
            }
        }
    }
}
