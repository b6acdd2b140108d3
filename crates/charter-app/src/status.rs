//! Where a charter stands.
//!
//! Owns nothing but the asking; the answer is the core's.

use crate::app::{App, Caller};
use crate::error::Error;
use charter_core::query::{self, StatusReport};

impl App {
    /// Says where the charter that the caller means stands.
    pub fn status(&self, caller: &Caller) -> Result<StatusReport, Error> {
        let open = self.open_charter(self.select(caller)?)?;
        let path = self.charter_path(&open.id);
        Ok(query::status(&open.docs, open.state(), &open.findings, &open.id, &path))
    }
}
