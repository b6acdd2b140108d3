//! A checkout as a stranger would make it, out of any bytes.
//!
//! Owns the place: a copy of a sound project, a secret and traps outside of it, what the bytes did to
//! the copy, and what came to harm afterwards. Must not know what a command should say: it tells what
//! happened, and the suites judge.

mod bytes;
mod deed;
mod ground;
mod ledger;
mod word;

#[cfg(test)]
mod tests;

use crate::sim_disk::Rng;
use bytes::Bytes;
use ground::HostileGround;
use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// What no answer and no file of the checkout may hold.
pub const SECRET: &str = "PRIVATE-KEY-OF-THE-USER";

const DEEDS_MAX: usize = 12;

/// The most bytes that a seed is stretched to.
const SEED_BYTES_MAX: usize = 320;

/// The longest file that is compared by its content rather than by its length.
const COMPARED_BYTES_MAX: u64 = 4 * 1024 * 1024;

/// A hostile checkout in a temporary directory, with what it must not touch beside it.
#[derive(Debug)]
pub struct Hostile {
    root: PathBuf,
    cwd: PathBuf,
    deeds: Vec<String>,
    before: BTreeMap<PathBuf, Vec<u8>>,
    _temp: TempDir,
}

impl Hostile {
    /// Copies a sound project, with one charter in `.charter`, and lets the bytes loose on the copy.
    pub fn lay_out(template: &Path, bytes: &[u8]) -> Self {
        let temp = TempDir::with_prefix("charter-hostile-").unwrap();
        let root = temp.path().canonicalize().unwrap();
        ground::furnish(&root, SECRET);
        ground::copy_tree(template, &root.join("work"));
        let ground = HostileGround::new(&root);
        let mut bytes = Bytes::new(bytes);
        let is_below = bytes.below(4) == 3;
        let mut deeds = Vec::new();
        while deeds.len() < DEEDS_MAX && !bytes.is_empty() {
            deeds.push(deed::commit(&ground, &mut bytes));
        }
        let below = root.join("work/src");
        let is_dir = fs::symlink_metadata(&below).is_ok_and(|it| it.is_dir());
        let cwd = if is_below && is_dir { below } else { root.join("work") };
        let before = list_outside(&root);
        Self { root, cwd, deeds, before, _temp: temp }
    }

    /// Lays out the checkout of a seed.
    pub fn of_seed(template: &Path, seed: u64) -> Self {
        let mut rng = Rng::new(seed);
        let n = 8 + rng.below(SEED_BYTES_MAX - 8);
        let bytes: Vec<u8> = (0..n).map(|_| rng.next_u64().to_le_bytes()[0]).collect();
        Self::lay_out(template, &bytes)
    }

    /// Names the directory to work in: the checkout, or one below it.
    pub fn cwd(&self) -> &Path {
        &self.cwd
    }

    /// Names the home directory, which nothing may touch either.
    pub fn home(&self) -> PathBuf {
        self.root.join("home")
    }

    /// Names the user's own directory for settings, in which a command may keep something.
    pub fn settings(&self) -> PathBuf {
        self.root.join("settings")
    }

    /// Names the directory for temporary files, in which nothing may be left.
    pub fn temp(&self) -> PathBuf {
        self.root.join("temp")
    }

    /// Says what was done to the checkout, a line each.
    pub fn deeds(&self) -> String {
        self.deeds.join("\n")
    }

    /// Lists what came to harm: traps that ran, places outside that changed, and the secret in an
    /// answer or in a file of the checkout.
    pub fn harm(&self, answer: &str) -> Vec<String> {
        let mut harm = Vec::new();
        if answer.contains(SECRET) {
            harm.push("the answer holds the secret".to_owned());
        }
        let after = list_outside(&self.root);
        let keys = self.before.keys().chain(after.keys());
        let mut changed: Vec<&PathBuf> =
            keys.filter(|it| self.before.get(*it) != after.get(*it)).collect();
        changed.sort();
        changed.dedup();
        harm.extend(changed.iter().map(|it| format!("`{}` changed", it.display())));
        for (path, bytes) in list(&self.root.join("work")) {
            if bytes.windows(SECRET.len()).any(|it| it == SECRET.as_bytes()) {
                harm.push(format!("`{}` holds the secret", path.display()));
            }
        }
        harm
    }
}

/// Lists everything but the checkout and the user's settings.
fn list_outside(root: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let (work, settings) = (root.join("work"), root.join("settings"));
    let mut found = list(root);
    found.retain(|path, _| !path.starts_with(&work) && !path.starts_with(&settings));
    found
}

/// Lists a directory: each path with its mode and what it holds. No link is followed and nothing but
/// plain files is opened.
fn list(dir: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut rest = vec![dir.to_owned()];
    while let Some(dir) = rest.pop() {
        for entry in fs::read_dir(&dir).unwrap() {
            let path = entry.unwrap().path();
            let stat = fs::symlink_metadata(&path).unwrap();
            let mut held = stat.permissions().mode().to_le_bytes().to_vec();
            if stat.is_dir() {
                rest.push(path.clone());
            } else if stat.is_symlink() {
                let target = fs::read_link(&path).unwrap();
                held.extend(target.into_os_string().into_encoded_bytes());
            } else if stat.is_file() && stat.len() <= COMPARED_BYTES_MAX {
                held.extend(fs::read(&path).unwrap());
            } else {
                held.extend(stat.len().to_le_bytes());
            }
            found.insert(path, held);
        }
    }
    found
}
