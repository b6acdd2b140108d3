//! The workspace's text files as a value: what every rule reads.
//!
//! Loading is the only part of tidy that touches the disk; nothing here knows a rule.

use super::rust::Rust;
use crate::error::{ChoreError, Result};
use crate::step;
use std::fs;
use std::path::{Path, PathBuf};

/// Larger files are artefacts, not text someone wrote.
const FILE_BYTES_MAX: u64 = 4 * 1024 * 1024;

/// Folders left out when git cannot say what belongs to the workspace.
const UNTRACKED_FOLDERS: &[&str] = &[".git", "target", "artifacts", "coverage"];

/// The files of the workspace, ordered by path.
#[derive(Debug)]
pub(crate) struct Tree {
    files: Vec<File>,
}

/// A text file and, if it is Rust, what was read out of it.
#[derive(Debug)]
pub(crate) struct File {
    /// Relative to the root, with `/` between its parts.
    pub(crate) path: String,
    /// The whole content.
    pub(crate) text: String,
    rust: Option<Rust>,
}

impl File {
    /// Takes a file's path and text.
    pub(crate) fn new(path: String, text: String) -> Self {
        let rust = path.ends_with(".rs").then(|| Rust::parse(&path, &text));
        Self { path, text, rust }
    }

    /// Iterates over the lines, counted from 1.
    pub(crate) fn lines(&self) -> impl Iterator<Item = (usize, &str)> {
        (1..).zip(self.text.lines())
    }

    /// Returns the path's parts.
    pub(crate) fn parts(&self) -> Vec<&str> {
        self.path.split('/').collect()
    }
}

impl Tree {
    /// Builds a tree from files.
    pub(crate) fn new(mut files: Vec<File>) -> Self {
        files.sort_by(|left, right| left.path.cmp(&right.path));
        Self { files }
    }

    /// Reads every tracked or new, not ignored, text file below a folder.
    pub(crate) fn load(root: &Path) -> Result<Self> {
        let paths = list_by_git(root).map_or_else(|| list_by_walk(root), Ok)?;
        let mut files = Vec::new();
        for path in paths {
            if let Some(text) = read_text(&root.join(&path))? {
                files.push(File::new(path, text));
            }
        }
        Ok(Self::new(files))
    }

    /// Finds a file by its exact path.
    pub(crate) fn find(&self, path: &str) -> Option<&File> {
        self.files.iter().find(|file| file.path == path)
    }

    /// Iterates over all files.
    pub(crate) fn files(&self) -> impl Iterator<Item = &File> {
        self.files.iter()
    }

    /// Iterates over the Rust files.
    pub(crate) fn rust_files(&self) -> impl Iterator<Item = (&File, &Rust)> {
        self.files.iter().filter_map(|file| Some((file, file.rust.as_ref()?)))
    }
}

fn list_by_git(root: &Path) -> Option<Vec<String>> {
    let root = root.to_str()?;
    let argv = ["git", "-C", root, "ls-files", "-z", "-c", "-o", "--exclude-standard"];
    let output = String::from_utf8(step::read_stdout(&argv)?).ok()?;
    let mut paths: Vec<String> =
        output.split('\0').filter(|path| !path.is_empty()).map(str::to_owned).collect();
    paths.sort();
    paths.dedup();
    (!paths.is_empty()).then_some(paths)
}

/// Stands in for git where the workspace was unpacked from an archive.
fn list_by_walk(root: &Path) -> Result<Vec<String>> {
    let mut paths = Vec::new();
    let mut folders = vec![PathBuf::new()];
    while let Some(folder) = folders.pop() {
        let absolute = root.join(&folder);
        for entry in fs::read_dir(&absolute).map_err(ChoreError::file(&absolute))? {
            let entry = entry.map_err(ChoreError::file(&absolute))?;
            let Some(name) = entry.file_name().to_str().map(str::to_owned) else { continue };
            let kind = entry.file_type().map_err(ChoreError::file(&absolute))?;
            let path = folder.join(&name);
            if kind.is_dir() && !UNTRACKED_FOLDERS.contains(&name.as_str()) {
                folders.push(path);
            } else if kind.is_file() {
                paths.extend(path.to_str().map(|path| path.replace('\\', "/")));
            }
        }
    }
    Ok(paths)
}

/// Reads a file; `None` if it is gone, a link, too large, or not text.
fn read_text(path: &Path) -> Result<Option<String>> {
    match fs::symlink_metadata(path) {
        Ok(meta) if meta.is_file() && meta.len() <= FILE_BYTES_MAX => {}
        Ok(_) | Err(_) => return Ok(None),
    }
    let bytes = fs::read(path).map_err(ChoreError::file(path))?;
    Ok(String::from_utf8(bytes).ok().filter(|text| !text.contains('\0')))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::root;

    #[test]
    fn git_and_the_walk_both_see_this_file() {
        let own = "xtask/src/tidy/tree.rs".to_owned();
        assert!(list_by_walk(root::workspace()).unwrap().contains(&own));
        assert!(Tree::load(root::workspace()).unwrap().find(&own).is_some());
    }
}
