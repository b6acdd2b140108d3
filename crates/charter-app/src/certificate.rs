//! Whether the certificate of a completed charter is the one that completing wrote.
//!
//! Owns when it is looked at: a completed charter's alone. Must not know what a certificate says.

use crate::app::App;
use charter_contract::Status;
use charter_contract::certificate::CERTIFICATE;
use charter_contract::document::CERTIFICATE_EDITED;
use charter_engine::State;
use charter_kernel::{CharterId, Digest, Finding};

impl App {
    /// Finds a certificate that says something else than what was written, or that is gone. What was completed
    /// before completions kept the digest says nothing about it.
    pub(crate) fn edited_certificate(&self, id: &CharterId, state: &State) -> Option<Finding> {
        let written = &state.contract.certificates;
        if state.contract.status != Status::Completed || written.is_empty() {
            return None;
        }
        let path = self.store.layout().file(id, CERTIFICATE);
        let words = match self.store.read_file(&path) {
            Ok(bytes) if is_one_of(&bytes, |it| written.contains(it)) => return None,
            Ok(_) => "it isn't what `charter complete` wrote",
            Err(_) => "it is gone, or can't be read",
        };
        Some(Finding::new(CERTIFICATE_EDITED, CERTIFICATE, words.to_owned()))
    }
}

/// Tells whether a text is a known one; git may have set other line ends.
fn is_one_of(bytes: &[u8], is_known: impl Fn(&Digest) -> bool) -> bool {
    is_known(&Digest::of(bytes))
        || charter_contract::evidence::line_end_forms(bytes)
            .iter()
            .any(|it| is_known(&Digest::of(it)))
}
