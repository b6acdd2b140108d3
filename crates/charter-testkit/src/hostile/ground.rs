//! The place in which a hostile checkout stands.
//!
//! Owns how its files are reached without ever following a link, so that making it harms nothing. Must
//! not know what is done to it.

use rustix::fs::{CWD, FileType, Mode, mknodat};
use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};

const READ_BYTES_MAX: u64 = 256 * 1024;

/// The length of a file that holds nothing and claims to be huge.
const HUGE_BYTES: u64 = 40 << 30;

/// The checkout and what is beside it.
#[derive(Debug)]
pub(super) struct HostileGround {
    root: PathBuf,
    /// The name of the one charter's directory.
    charter: String,
    /// The name of its first strand.
    strand: String,
}

/// Makes what is beside a checkout: a secret, a directory full of it, traps, a home.
pub(super) fn furnish(root: &Path, secret: &str) {
    for dir in ["outside/dir", "outside/hooks", "home", "settings", "temp", "ran"] {
        fs::create_dir_all(root.join(dir)).unwrap();
    }
    let outside = root.join("outside");
    fs::write(outside.join("key"), secret).unwrap();
    for (name, text) in [
        ("charter.md", format!("# Charter: {secret}\n")),
        ("criteria.md", format!("## m1 {secret}\n\n### VAL-A — {secret}\n")),
        ("config.toml", format!("rigor = \"{secret}\"\n")),
        ("events.jsonl", format!("{{\"seq\":1,\"objective\":\"{secret}\"}}\n")),
        ("a0.jsonl", format!("{{\"v\":2,\"seq\":1,\"objective\":\"{secret}\"}}\n")),
        ("settings.json", format!("{{\"hooks\":\"{secret}\"}}\n")),
        ("config", format!("[user]\n\tname = {secret}\n")),
        ("a.txt", secret.to_owned()),
    ] {
        fs::write(outside.join("dir").join(name), text).unwrap();
    }
    let ran = root.join("ran/trap");
    let trap = format!("#!/bin/sh\n: > '{}'\nexit 1\n", ran.display());
    let hooks = ["hooks/post-checkout", "hooks/post-index-change", "hooks/reference-transaction"];
    for name in ["trap"].iter().chain(&hooks) {
        let path = outside.join(name);
        fs::write(&path, &trap).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    }
    let trap = outside.join("trap").display().to_string();
    let settings = format!("[filter \"x\"]\n\tclean = {trap}\n\tprocess = {trap}\n");
    fs::write(outside.join("included"), settings).unwrap();
}

/// Copies a directory with everything in it, links as links.
pub(super) fn copy_tree(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let (from, kind) = entry.map(|it| (it.path(), it.file_type().unwrap())).unwrap();
        let to = to.join(from.file_name().unwrap());
        if kind.is_dir() {
            copy_tree(&from, &to);
        } else if kind.is_symlink() {
            symlink(fs::read_link(&from).unwrap(), &to).unwrap();
        } else if kind.is_file() {
            copy_file(&from, &to);
        }
    }
}

/// Copies a file; one that claims to be huge makes another one that does.
fn copy_file(from: &Path, to: &Path) {
    let n = fs::symlink_metadata(from).unwrap().len();
    if n > READ_BYTES_MAX {
        fs::File::create(to).unwrap().set_len(n).unwrap();
    } else {
        fs::copy(from, to).unwrap();
    }
}

/// Finds the first of the names in a directory that are meant.
fn first_name(dir: &Path, meant: impl Fn(&str) -> Option<String>) -> String {
    let entries = fs::read_dir(dir).unwrap();
    let names = entries.map(|it| it.unwrap().file_name().into_string().unwrap());
    names.filter_map(|it| meant(&it)).min().unwrap()
}

impl HostileGround {
    pub(super) fn new(root: &Path) -> Self {
        let charters = root.join("work/.charter");
        let charter = first_name(&charters, |it| {
            it.starts_with(|letter: char| letter.is_ascii_digit()).then(|| it.to_owned())
        });
        let strand = first_name(&charters.join(&charter).join("ledger"), |it| {
            it.strip_suffix(".jsonl").map(str::to_owned)
        });
        Self { root: root.to_owned(), charter, strand }
    }

    /// Puts real names in the place of `ROOT`, `TRAP`, `ID` and `STRAND`.
    pub(super) fn fill(&self, text: &str) -> String {
        let root = self.root.display().to_string();
        text.replace("ID", &self.charter)
            .replace("STRAND", &self.strand)
            .replace("TRAP", "ROOT/outside/trap")
            .replace("ROOT", &root)
    }

    /// Names a path of the checkout.
    pub(super) fn path(&self, rel: &str) -> PathBuf {
        self.root.join("work").join(rel)
    }

    /// Names a path outside of it.
    pub(super) fn outside(&self, rel: &str) -> PathBuf {
        self.root.join("outside").join(rel)
    }

    /// Makes the way to a path; false where something that is no directory is in it.
    fn make_way(&self, rel: &str) -> bool {
        let mut dir = self.path("");
        let parents = Path::new(rel).parent().into_iter().flat_map(Path::components);
        for part in parents {
            dir.push(part);
            let is_dir = match fs::symlink_metadata(&dir) {
                Ok(stat) => stat.is_dir(),
                Err(_) => fs::create_dir(&dir).is_ok(),
            };
            if !is_dir {
                return false;
            }
        }
        true
    }

    /// Clears a path for something else; false where it cannot be reached.
    pub(super) fn clear(&self, rel: &str) -> bool {
        if !self.make_way(rel) {
            return false;
        }
        let path = self.path(rel);
        match fs::symlink_metadata(&path) {
            Ok(stat) if stat.is_dir() => fs::remove_dir_all(path).is_ok(),
            Ok(_) => fs::remove_file(path).is_ok(),
            Err(_) => true,
        }
    }

    /// Reads a plain file of some size; none where it is anything else, or where a link is on the way.
    pub(super) fn read(&self, rel: &str) -> Option<Vec<u8>> {
        let path = self.path(rel);
        let stat = fs::symlink_metadata(&path).ok()?;
        let is_read = self.make_way(rel) && stat.is_file() && stat.len() <= READ_BYTES_MAX;
        is_read.then(|| fs::read(path).unwrap())
    }

    /// Puts a plain file in a path's place.
    pub(super) fn write(&self, rel: &str, bytes: &[u8]) -> bool {
        self.clear(rel) && fs::write(self.path(rel), bytes).is_ok()
    }

    pub(super) fn link(&self, rel: &str, target: &Path) -> bool {
        self.clear(rel) && symlink(target, self.path(rel)).is_ok()
    }

    /// Moves a path outside and leaves a link to it.
    pub(super) fn move_out(&self, rel: &str) -> bool {
        let path = self.path(rel);
        if !self.make_way(rel) || fs::symlink_metadata(&path).is_err() {
            return false;
        }
        let n = fs::read_dir(self.outside("")).unwrap().count();
        let kept = self.outside(&format!("moved{n}"));
        fs::rename(&path, &kept).is_ok() && symlink(&kept, &path).is_ok()
    }

    pub(super) fn make_pipe(&self, rel: &str) -> bool {
        let mode = Mode::RUSR | Mode::WUSR;
        self.clear(rel) && mknodat(CWD, self.path(rel), FileType::Fifo, mode, 0).is_ok()
    }

    pub(super) fn make_dir(&self, rel: &str) -> bool {
        self.clear(rel) && fs::create_dir(self.path(rel)).is_ok()
    }

    pub(super) fn make_huge(&self, rel: &str) -> bool {
        let make = || fs::File::create(self.path(rel)).and_then(|it| it.set_len(HUGE_BYTES));
        self.clear(rel) && make().is_ok()
    }
}
