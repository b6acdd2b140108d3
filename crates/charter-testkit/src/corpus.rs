//! The shared corpus of real documents that parsers and importers are tried on.
//!
//! Owns where it is found. Must not know what the documents say.

use std::fs;
use std::path::{Path, PathBuf};

#[cfg(test)]
mod tests;

/// Finds the corpus: the directory `CHARTER_CORPUS` names, or `../shared/corpus` beside the
/// workspace; says on stderr that it is skipped where there is none.
pub fn corpus() -> Option<PathBuf> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus");
    let dir = std::env::var_os("CHARTER_CORPUS").map_or(beside, PathBuf::from);
    match fs::canonicalize(&dir) {
        Ok(found) if found.is_dir() => Some(found),
        Ok(_) | Err(_) => {
            eprintln!("skipped: no corpus at `{}`; set CHARTER_CORPUS", dir.display());
            None
        }
    }
}

/// Lists all files of the corpus, sorted; none where there is no corpus.
pub fn corpus_files() -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut rest: Vec<PathBuf> = corpus().into_iter().collect();
    while let Some(dir) = rest.pop() {
        for entry in fs::read_dir(&dir).unwrap() {
            let entry = entry.unwrap();
            let file_type = entry.file_type().unwrap();
            if file_type.is_dir() {
                rest.push(entry.path());
            } else if file_type.is_file() {
                files.push(entry.path());
            }
        }
    }
    files.sort();
    files
}
