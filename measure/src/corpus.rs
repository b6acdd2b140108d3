//! The corpus of documents that other people wrote.
//!
//! Owns where it is found. Must not know what the documents say.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::Measured;
use crate::failure::MeasureFailure;

/// Finds the corpus: the directory that `CHARTER_CORPUS` names, or `../shared/corpus` beside the
/// workspace.
#[expect(clippy::disallowed_methods, reason = "the corpus can be moved by a variable")]
pub fn find_corpus() -> Result<PathBuf, MeasureFailure> {
    let beside = workspace().join("../shared/corpus");
    let dir = std::env::var_os("CHARTER_CORPUS").map_or(beside, PathBuf::from);
    let found = fs::canonicalize(&dir).ok().filter(|found| found.is_dir());
    found.ok_or(MeasureFailure::CorpusMissing(dir))
}

/// Lists all files of a directory and of those below it, sorted.
pub fn list_files(dir: &Path) -> Result<Vec<PathBuf>, MeasureFailure> {
    let mut files = Vec::new();
    let mut rest = vec![dir.to_path_buf()];
    while let Some(dir) = rest.pop() {
        for entry in fs::read_dir(&dir).map_err(MeasureFailure::file(&dir))? {
            let entry = entry.map_err(MeasureFailure::file(&dir))?;
            let kind = entry.file_type().map_err(MeasureFailure::file(&dir))?;
            if kind.is_dir() {
                rest.push(entry.path());
            } else if kind.is_file() {
                files.push(entry.path());
            }
        }
    }
    files.sort();
    Ok(files)
}

/// Loads a file of JSON lines.
pub(crate) fn load_rows(path: &Path) -> Measured<Vec<Value>> {
    let text = fs::read_to_string(path).map_err(MeasureFailure::file(path))?;
    let rows = text.lines().filter(|line| !line.trim().is_empty()).map(serde_json::from_str);
    rows.collect::<Result<_, _>>()
        .map_err(|err| MeasureFailure::Odd(format!("cannot read `{}`: {err}", path.display())))
}

/// Returns the workspace's root folder.
pub(crate) fn workspace() -> &'static Path {
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    own.parent().unwrap_or(own)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_files_of_a_directory_are_listed_with_those_below_and_sorted() {
        let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
        let files = list_files(&own).unwrap();
        assert!(files.is_sorted());
        assert!(
            files.contains(&own.join("corpus.rs")) && files.contains(&own.join("coverage/run.rs"))
        );
        assert!(files.iter().all(|file| file.starts_with(&own) && file.is_file()));
    }
}
