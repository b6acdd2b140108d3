//! The stateless step on a file.
//!
//! Owns nothing but the reading: what comes next is the core's to say. Must not write.

use crate::app::App;
use charter_interview::brief::{Mode, Response, step};
use charter_interview::rules::OfflineMind;
use std::io;
use std::path::Path;

impl App {
    /// Says what comes next for the charter in a file, which need not exist.
    #[must_use]
    pub fn interviewer(&self, path: &Path, mode: Mode) -> Response {
        let path = self.typed(path);
        let text = match self.store.read_named(&path) {
            Ok(bytes) => Some(bytes),
            Err(err) if err.kind() == io::ErrorKind::NotFound => None,
            Err(err) => {
                return Response::error(format!("`{}` cannot be read: {err}", path.display()));
            }
        };
        step(text.as_deref(), mode, OfflineMind::shipped())
    }
}
