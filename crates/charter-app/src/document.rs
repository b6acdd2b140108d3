//! The documents of charters, as text to read.
//!
//! Owns which files of a charter are documents, and that no other file is given away: a name that
//! is not in the list, or a link, is no document. Must not parse them.

use crate::app::{App, Caller};
use crate::error::{Error, unread};
use charter_kernel::CharterId;
use charter_store::FileKind;

/// The files of a charter that people write and read.
pub const DOCUMENTS: [&str; 4] = ["charter.md", "criteria.md", "spec.md", "REPORT.md"];

/// The most charters whose documents are listed, the newest first.
const CHARTERS_MAX: usize = 50;

/// The most bytes of a document that are given.
const DOCUMENT_BYTES_MAX: u64 = 1024 * 1024;

/// A document that is there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DocumentRow {
    pub charter_id: String,
    /// Which of its documents.
    pub name: &'static str,
    pub bytes: u64,
}

impl App {
    /// Lists the documents of the newest charters.
    pub fn list_documents(&self) -> Result<Vec<DocumentRow>, Error> {
        let mut ids = self.store.list()?.ids;
        ids.reverse();
        let rows = |id: &CharterId| {
            let row = |name: &'static str| {
                let bytes = self.find_document(id, name)?;
                Some(DocumentRow { charter_id: id.to_string(), name, bytes })
            };
            DOCUMENTS.into_iter().filter_map(row).collect::<Vec<_>>()
        };
        Ok(ids.iter().take(CHARTERS_MAX).flat_map(rows).collect())
    }

    /// Reads a document of the charter that the caller means; nothing where there is none of that
    /// name.
    pub fn read_document(&self, caller: &Caller, name: &str) -> Result<Option<String>, Error> {
        let id = self.select(caller)?;
        let named = DOCUMENTS.into_iter().find(|it| *it == name);
        let Some(name) = named.filter(|it| self.find_document(&id, it).is_some()) else {
            return Ok(None);
        };
        let path = self.store.layout().file(&id, name);
        let bytes = self.store.read_file(&path).map_err(unread(&path))?;
        Ok(Some(String::from_utf8_lossy(&bytes).into_owned()))
    }

    /// Gives the length of a document that is a plain file of a size that can be given.
    fn find_document(&self, id: &CharterId, name: &str) -> Option<u64> {
        self.store.check_plain(&self.store.layout().charter(id), name).ok()?;
        let stat = self.store.look_at(&self.store.layout().file(id, name)).ok().flatten()?;
        (stat.kind == FileKind::File && stat.len <= DOCUMENT_BYTES_MAX).then_some(stat.len)
    }
}
