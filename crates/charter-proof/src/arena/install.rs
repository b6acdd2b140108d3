//! Python packages that are installed to be edited.
//!
//! Owns the finding of those that lead back into the project: from a copy of it Python would import the
//! present work. The paths that they name are looked through in the copy first. Must not know what
//! is copied.

use super::ground::ArenaGround;
use crate::plain::read_plain;
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// What a project with Python in it has at its top.
const MARKS: [&str; 6] =
    ["pyproject.toml", "setup.py", "setup.cfg", "requirements.txt", "tox.ini", "pytest.ini"];

/// The environments of a project.
const ENVIRONMENTS: [&str; 3] = [".venv", "venv", "env"];

/// Asks Python for the variable and for the directories that it looks through.
const QUESTION: &str =
    "import os,sys\nprint(os.environ.get('PYTHONPATH',''))\nfor it in sys.path: print(it)";

/// The most entries of one directory of packages, and the longest of them that is read.
const ENTRIES_MAX: usize = 20_000;
const BYTES_MAX: usize = 1024 * 1024;

/// The directories of a project through which Python would find the present work.
#[derive(Debug, Default)]
pub(super) struct PythonPath {
    /// Relative to the top.
    leads: Vec<PathBuf>,
    /// What the caller has in the variable.
    before: OsString,
}

impl PythonPath {
    /// Looks through what is installed for the project.
    pub(super) fn find(ground: &ArenaGround) -> Self {
        let project = ground.top.join(&ground.below);
        let dirs = [&ground.top, &project];
        let has_marks = dirs.iter().any(|dir| MARKS.iter().any(|it| dir.join(it).exists()));
        if !has_marks {
            return Self::default();
        }
        let (before, mut sites) = ask(&project);
        for dir in dirs {
            let environments = ENVIRONMENTS.iter().map(|it| dir.join(it).join("lib"));
            let versions = environments.flat_map(|it| names_in(&it));
            sites.extend(versions.map(|it| it.join("site-packages")));
        }
        let mut leads = Vec::new();
        for site in sites.iter().filter(|it| is_site(it)) {
            for file in names_in(site).into_iter().filter(|it| may_lead(it)) {
                let text = read_plain(&file, BYTES_MAX).unwrap_or_default();
                leads.extend(list_leads(&text, ground, &file));
            }
        }
        leads.sort();
        leads.dedup();
        Self { leads, before }
    }

    /// Gives the variable for a copy; none where it need not be set.
    pub(super) fn in_copy(&self, ground: &ArenaGround, tree: &Path) -> Option<OsString> {
        let own = ground.top.as_os_str().as_bytes();
        let before = self.before.as_bytes();
        let leads_back = before.windows(own.len().max(1)).any(|it| it == own);
        if self.leads.is_empty() && !leads_back {
            return None;
        }
        let moved = |it: &[u8]| {
            let path = Path::new(OsStr::from_bytes(it));
            path.strip_prefix(&ground.top).map_or(path.to_owned(), |it| tree.join(it))
        };
        let before = before.split(|it| *it == b':').filter(|it| !it.is_empty()).map(moved);
        let paths: Vec<PathBuf> = self.leads.iter().map(|it| tree.join(it)).chain(before).collect();
        let words: Vec<&OsStr> = paths.iter().map(|it| it.as_os_str()).collect();
        Some(words.join(OsStr::new(":")))
    }
}

/// Asks Python, if it is there.
fn ask(project: &Path) -> (OsString, Vec<PathBuf>) {
    let mut command = Command::new("python3");
    command.args(["-c", QUESTION]).current_dir(project);
    command.env("PYTHONDONTWRITEBYTECODE", "1").stdin(Stdio::null());
    let Ok(output) = command.output() else { return Default::default() };
    let mut lines = output.stdout.split(|it| *it == b'\n').map(OsStr::from_bytes);
    let before = lines.next().unwrap_or_default().to_owned();
    (before, lines.map(PathBuf::from).collect())
}

fn is_site(dir: &Path) -> bool {
    dir.file_name().is_some_and(|it| it == "site-packages" || it == "dist-packages")
}

fn may_lead(file: &Path) -> bool {
    let name = file.file_name().unwrap_or_default().as_bytes();
    let ends = [&b".pth"[..], b".egg-link"];
    ends.iter().any(|it| name.ends_with(it)) || name.starts_with(b"__editable__")
}

fn names_in(dir: &Path) -> Vec<PathBuf> {
    let entries = dir.read_dir().into_iter().flatten().flatten().take(ENTRIES_MAX);
    entries.map(|it| it.path()).collect()
}

/// Lists the directories of the project that a file names: as a line, or in quotes, where it is the
/// package itself.
fn list_leads(text: &[u8], ground: &ArenaGround, file: &Path) -> Vec<PathBuf> {
    let is_program = file.extension().is_some_and(|it| it == "py");
    let words = text.split(|it| matches!(it, b'\n' | b'\r' | b'\'' | b'"'));
    let paths = words.map(|it| Path::new(OsStr::from_bytes(it)));
    let inside = paths.filter_map(|it| it.strip_prefix(&ground.top).ok());
    let inside = inside.filter(|it| !it.iter().any(|it| it == "site-packages"));
    inside.map(|it| if is_program { it.parent().unwrap_or(it) } else { it }.to_owned()).collect()
}
