//! The commands that ran here before, on this machine, in this project.
//!
//! Owns a machine-local file with a digest a line. A ledger may come from anybody, and so may a file
//! in its place: a digest holds for the very file that it stands in, and only who has the user's own
//! secret can make one, so what was copied, checked out, unpacked or guessed vouches for nothing. Must
//! not run anything, and must not know where the secret is.

use crate::disk::{FileKind, Stamp};
use crate::store::Store;
use charter_kernel::Digest;
use std::io;

/// The most bytes of the memory; beyond, it begins anew.
const BYTES_MAX: u64 = 1024 * 1024;

const FORMAT: &str = "command-2";

impl Store {
    /// Tells whether a command ran here before, in a directory of the project.
    #[must_use]
    pub fn knows_command(&self, secret: &str, argv: &[String], dir: Option<&str>) -> bool {
        let Some(line) = self.line_of(secret, argv, dir) else { return false };
        let bytes = self.disk.read(&self.layout.commands()).unwrap_or_default();
        let text = String::from_utf8_lossy(&bytes);
        text.lines().any(|it| it == line)
    }

    /// Remembers that a command ran here; what cannot be remembered is asked about again.
    pub fn remember_command(&self, secret: &str, argv: &[String], dir: Option<&str>) {
        let path = self.layout.commands();
        if self.knows_command(secret, argv, dir) || self.ensure_local().is_err() {
            return;
        }
        let is_usable = matches!(
            self.disk.stat(&path),
            Ok(Some(stat)) if stat.kind == FileKind::File && stat.len <= BYTES_MAX
        );
        if !is_usable {
            let _ = self.disk.remove_file(&path);
            if self.disk.create(&path, b"").is_err() {
                return;
            }
        }
        if let Some(line) = self.line_of(secret, argv, dir) {
            let _: io::Result<()> = self.disk.append(&path, format!("{line}\n").as_bytes());
        }
    }

    /// Gives the line that vouches for a command in the file that is there.
    fn line_of(&self, secret: &str, argv: &[String], dir: Option<&str>) -> Option<String> {
        let path = self.layout.commands();
        let stat = self.disk.stat(&path).ok().flatten()?;
        if stat.kind != FileKind::File || stat.len > BYTES_MAX {
            return None;
        }
        let Stamp([identity, ..]) = stat.stamp;
        let place = self.real_path(&path).display().to_string();
        let words = serde_json::json!([FORMAT, secret, place, identity, dir, argv]);
        Some(Digest::of(words.to_string().as_bytes()).to_string())
    }
}
