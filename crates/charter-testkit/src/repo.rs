//! A repository of its own for one test, with its own home, clock and author.
//!
//! Owns the temporary directories and what isolates commands from the machine. Must not know what
//! the binary does.

use crate::output::{Output, ShownPlace};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use tempfile::TempDir;

#[cfg(test)]
mod tests;

/// The second of the day at which every test starts: nine o'clock.
const START_SECOND: u64 = 9 * 60 * 60;

/// The day of November 2026 on which every test starts.
const START_DAY: u64 = 16;

/// The time of every commit that a test makes.
const COMMIT_TIME: &str = "2026-11-16T09:00:00Z";

/// A working tree in a temporary directory, and the binary that is tested in it.
#[derive(Debug)]
pub struct Repo {
    bin: PathBuf,
    root: PathBuf,
    n_commands: AtomicU64,
    _temp: TempDir,
}

impl Repo {
    /// Makes an empty git repository; `bin` is `env!("CARGO_BIN_EXE_charter")`.
    pub fn new(bin: &str) -> Self {
        let repo = Self::without_git(bin);
        repo.git(&["init", "--quiet", "--initial-branch=main", "--template="]);
        repo.git(&["config", "user.name", "Ada"]);
        repo.git(&["config", "user.email", "ada@example.com"]);
        repo.git(&["config", "commit.gpgsign", "false"]);
        repo
    }

    /// Makes an empty directory that is no repository.
    pub fn without_git(bin: &str) -> Self {
        let temp = TempDir::with_prefix("charter-").unwrap();
        let root = temp.path().canonicalize().unwrap();
        fs::create_dir(root.join("work")).unwrap();
        fs::create_dir(root.join("home")).unwrap();
        Self { bin: PathBuf::from(bin), root, n_commands: AtomicU64::new(0), _temp: temp }
    }

    /// Runs git in the working tree and fails the test when git fails.
    #[track_caller]
    pub fn git(&self, args: &[&str]) -> Output {
        let mut command = Command::new("git");
        // What git tidies behind a commit goes on when the command has ended.
        command.args(["-c", "maintenance.auto=false", "-c", "gc.auto=0"]);
        command.args(args).current_dir(self.path("")).stdin(Stdio::null());
        self.isolate(&mut command);
        match command.output() {
            Ok(output) => Output::new(&output, self.places()).success(),
            Err(err) => panic!("cannot run git: {err}"),
        }
    }

    /// Makes an SSH key that git and charter sign with, and lists it for the project under a name.
    #[track_caller]
    pub fn list_signer(&self, name: &str) {
        let key = self.home().join("signer");
        let mut command = Command::new("ssh-keygen");
        command.args(["-q", "-t", "ed25519", "-N", "", "-C", name, "-f"]).arg(&key);
        assert!(command.stdin(Stdio::null()).status().unwrap().success(), "no SSH key was made");
        let public = key.with_extension("pub");
        let config =
            format!("[user]\n\tsigningKey = {}\n[gpg]\n\tformat = ssh\n", public.display());
        fs::write(self.git_config(), config).unwrap();
        let line = fs::read_to_string(public).unwrap();
        let key: Vec<&str> = line.split_whitespace().take(2).collect();
        self.write(".charter/people", format!("{name} namespaces=\"charter\" {}\n", key.join(" ")));
    }

    /// Names the user's git configuration, which is there once somebody signs.
    fn git_config(&self) -> PathBuf {
        self.home().join("gitconfig")
    }

    /// Names a path in the working tree.
    pub fn path(&self, rel: impl AsRef<Path>) -> PathBuf {
        let rel = rel.as_ref();
        let work = self.root.join("work");
        if rel.as_os_str().is_empty() { work } else { work.join(rel) }
    }

    /// Names the home directory that commands see.
    pub fn home(&self) -> PathBuf {
        self.root.join("home")
    }

    /// Writes a file of the working tree, making its directories.
    #[track_caller]
    pub fn write(&self, rel: impl AsRef<Path>, text: impl AsRef<[u8]>) {
        let path = self.path(rel);
        fs::create_dir_all(path.parent().expect("a file is in a directory")).unwrap();
        fs::write(path, text).unwrap();
    }

    /// Reads a file of the working tree.
    #[track_caller]
    pub fn read(&self, rel: impl AsRef<Path>) -> String {
        let path = self.path(rel);
        match fs::read_to_string(&path) {
            Ok(text) => text,
            Err(err) => panic!("cannot read `{}`: {err}", path.display()),
        }
    }

    /// Names the strand of a charter's ledger, relative to the working tree; it must be the only one.
    #[track_caller]
    pub fn ledger(&self, charter: impl AsRef<Path>) -> String {
        let dir = charter.as_ref().join("ledger");
        let entries = fs::read_dir(self.path(&dir)).into_iter().flatten().flatten();
        let names: Vec<_> = entries.map(|it| it.file_name()).collect();
        match names.as_slice() {
            [only] => dir.join(only).display().to_string(),
            _ => panic!("`{}` holds {} strands", dir.display(), names.len()),
        }
    }

    /// Renders the working tree without `.git`: one sorted line per file with its size in bytes.
    pub fn tree(&self) -> String {
        let mut lines = String::new();
        for (rel, bytes) in self.snapshot_tree() {
            if rel.ends_with('/') {
                let _ = writeln!(lines, "{rel}");
            } else {
                let _ = writeln!(lines, "{rel} {}", bytes.len());
            }
        }
        lines
    }

    /// Reads the working tree without `.git`; an empty directory ends with `/`, a link holds its
    /// target.
    pub fn snapshot_tree(&self) -> BTreeMap<String, Vec<u8>> {
        let mut snapshot = BTreeMap::new();
        let mut rest = vec![self.path("")];
        while let Some(dir) = rest.pop() {
            let mut is_empty = true;
            for entry in fs::read_dir(&dir).unwrap() {
                let path = entry.unwrap().path();
                is_empty = false;
                if path == self.path(".git") {
                    continue;
                }
                let file_type = fs::symlink_metadata(&path).unwrap().file_type();
                if file_type.is_dir() {
                    rest.push(path);
                } else if file_type.is_symlink() {
                    let target = fs::read_link(&path).unwrap();
                    snapshot.insert(self.rel(&path), target.into_os_string().into_encoded_bytes());
                } else {
                    snapshot.insert(self.rel(&path), fs::read(&path).unwrap());
                }
            }
            if is_empty && dir != self.path("") {
                snapshot.insert(format!("{}/", self.rel(&dir)), Vec::new());
            }
        }
        snapshot
    }

    pub(crate) fn bin(&self) -> &Path {
        &self.bin
    }

    /// Clears a command's environment but for what every command needs, and cuts git off from the
    /// machine's settings and from repositories above the temporary directory.
    pub(crate) fn isolate(&self, command: &mut Command) {
        let config = Some(self.git_config()).filter(|it| it.exists());
        command
            .env_clear()
            .env("PATH", std::env::var_os("PATH").unwrap_or_default())
            .env("HOME", self.home())
            .env("LANG", "C.UTF-8")
            .env("CHARTER_ABOVE", "unseen")
            .env("GIT_CONFIG_GLOBAL", config.unwrap_or_else(|| PathBuf::from("/dev/null")))
            .env("GIT_CONFIG_NOSYSTEM", "1")
            .env("GIT_CEILING_DIRECTORIES", &self.root)
            .env("GIT_TERMINAL_PROMPT", "0")
            .env("GIT_AUTHOR_NAME", "Ada")
            .env("GIT_AUTHOR_EMAIL", "ada@example.com")
            .env("GIT_AUTHOR_DATE", COMMIT_TIME)
            .env("GIT_COMMITTER_NAME", "Ada")
            .env("GIT_COMMITTER_EMAIL", "ada@example.com")
            .env("GIT_COMMITTER_DATE", COMMIT_TIME);
    }

    /// Names the time of the next command, one second after that of the last.
    pub(crate) fn tick(&self) -> String {
        let second = START_SECOND + self.n_commands.fetch_add(1, Ordering::Relaxed);
        let (day, second) = (START_DAY + second / 86_400, second % 86_400);
        let (hour, minute, second) = (second / 3600, second / 60 % 60, second % 60);
        format!("2026-11-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
    }

    /// Lists the paths that differ from run to run, inner ones first.
    pub(crate) fn places(&self) -> Vec<ShownPlace> {
        let place = |path: &Path, shown| ShownPlace { path: path.display().to_string(), shown };
        vec![
            place(&self.path(""), "$REPO"),
            place(&self.home(), "$HOME"),
            place(&self.root, "$TEMP"),
        ]
    }

    fn rel(&self, path: &Path) -> String {
        path.strip_prefix(self.path("")).expect("walked from there").display().to_string()
    }
}
