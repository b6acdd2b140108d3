//! Where a write would land, and whether it may.
//!
//! Owns the files that only charter writes, and what rests while work is planned. Must not ask a disk:
//! paths come without links.

use super::{Effect, Write};
use charter_kernel::chain;
use charter_kernel::strand::{STRANDS_DIR, ZERO_FILE};
use std::path::{Path, PathBuf};

/// The project as the guard sees it; both paths are without links.
#[derive(Debug, Clone, Copy)]
pub struct Ground<'a> {
    pub project: &'a Path,
    /// The directory that holds the charters.
    pub root: &'a Path,
}

/// Whether files of the product may be written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Product {
    Open,
    /// They rest while work is planned.
    Resting,
}

/// Why a write may not be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Offence {
    /// Only charter writes this file.
    Owned(PathBuf),
    /// It is part of the product, and work is still being planned.
    Product(PathBuf),
}

impl Ground<'_> {
    /// Judges a write whose path is absolute and without links.
    #[must_use]
    pub fn judge(&self, write: &Write, product: Product) -> Option<Offence> {
        let path = Path::new(&write.path);
        if let Ok(below) = path.strip_prefix(self.root) {
            let names: Vec<String> =
                below.iter().map(|it| it.to_string_lossy().to_lowercase()).collect();
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            let goes = write.effect != Effect::Put;
            let is_owned = is_owned(&names) || (goes && holds_owned(&names));
            return is_owned.then(|| Offence::Owned(path.to_owned()));
        }
        if write.effect == Effect::Removed && self.root.starts_with(path) {
            return Some(Offence::Owned(path.to_owned()));
        }
        let is_product = product == Product::Resting && path.starts_with(self.project);
        is_product.then(|| Offence::Product(path.to_owned()))
    }
}

/// Tells whether a path below the root is charter's own.
fn is_owned(below: &[&str]) -> bool {
    match below {
        [".local", ..] | [_, "saved" | "plan" | "imported" | STRANDS_DIR, ..] => true,
        [_, "work", _, "evidence", ..] => true,
        [_, name] => *name == ZERO_FILE || chain::DERIVED_FILES.contains(name),
        _ => false,
    }
}

/// Tells whether something of charter's own would go with a directory below the root.
fn holds_owned(below: &[&str]) -> bool {
    match below {
        [] | [_, "work"] | [_, "work", _] => true,
        [name] => *name != "config.toml" && *name != "loop.md",
        _ => false,
    }
}
