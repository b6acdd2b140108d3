//! The one place that builds a call of git.
//!
//! Owns what every call has in common: the stand-in for the repository's own git directory, no pager,
//! no prompt, no hook, no monitor, no way to another machine, and bounds for its time and its output.
//! Must not know what is asked.

use super::failure::GitFailure;
use super::place::{self, GitPlace};
use super::stand_in;
use crate::plain::kind_at;
use crate::scratch::ScratchDir;
use rustix::fs::FileType;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::Duration;

const LIMIT: Duration = Duration::from_secs(120);

/// After how long it is looked whether git waits for something that never comes.
const PATIENCE: Duration = Duration::from_millis(500);

/// The files of a checkout that git reads on its way; a pipe in their place keeps it for ever.
const READ_ON_THE_WAY: [&str; 3] = [".gitignore", ".gitattributes", ".gitmodules"];

/// The most directories that are looked into for such a pipe.
const DIRS_MAX: usize = 200_000;

/// The most memory that git may take for itself: a few objects can stand for billions of files.
const MEMORY_BYTES_MAX: u64 = 2 * 1024 * 1024 * 1024;

const ANSWER_BYTES_MAX: u64 = 512 * 1024 * 1024;

const MESSAGE_BYTES_MAX: u64 = 200;

/// How the names of stand-ins begin.
pub(crate) const PREFIX: &str = "charter-git-";

/// Settings that win over the user's own: what would run beside git, or reach another machine.
const SETTINGS: [&str; 9] = [
    "core.fsmonitor=false",
    "core.hooksPath=/dev/null",
    "core.askPass=",
    "credential.helper=",
    "protocol.allow=never",
    "safe.bareRepository=explicit",
    "maintenance.auto=false",
    "gc.auto=0",
    "submodule.recurse=false",
];

/// Variables that whoever calls from inside git has set for another repository, or that change what an
/// answer looks like or what runs for it.
const REMOVED: [&str; 27] = [
    "GIT_ALTERNATE_OBJECT_DIRECTORIES",
    "GIT_ASKPASS",
    "GIT_ATTR_SOURCE",
    "GIT_COMMON_DIR",
    "GIT_CONFIG",
    "GIT_CONFIG_COUNT",
    "GIT_CONFIG_PARAMETERS",
    "GIT_DEFAULT_HASH",
    "GIT_DIR",
    "GIT_EXTERNAL_DIFF",
    "GIT_GLOB_PATHSPECS",
    "GIT_GRAFT_FILE",
    "GIT_ICASE_PATHSPECS",
    "GIT_INDEX_FILE",
    "GIT_INTERNAL_SUPER_PREFIX",
    "GIT_LITERAL_PATHSPECS",
    "GIT_NAMESPACE",
    "GIT_NOGLOB_PATHSPECS",
    "GIT_OBJECT_DIRECTORY",
    "GIT_PREFIX",
    "GIT_PROXY_COMMAND",
    "GIT_REPLACE_REF_BASE",
    "GIT_SHALLOW_FILE",
    "GIT_SSH",
    "GIT_SSH_COMMAND",
    "GIT_WORK_TREE",
    "SSH_ASKPASS",
];

/// A repository that can be asked; what stands in for its git directory is gone when it is dropped.
#[derive(Debug)]
pub struct Repository {
    /// The directory that was opened.
    pub(super) dir: PathBuf,
    pub(super) place: GitPlace,
    /// The git directory that git is shown.
    git_dir: PathBuf,
    stand_in: ScratchDir,
}

impl Repository {
    /// Opens the repository that a directory is in, where it can be asked safely; `temp` is a directory
    /// for temporary files.
    pub fn open(dir: &Path, temp: &Path) -> Result<Self, GitFailure> {
        let place = place::find(dir)?;
        let stand_in = ScratchDir::new(temp, PREFIX).map_err(GitFailure::Temporary)?;
        let git_dir = stand_in::make(&place, &stand_in.path)?;
        Ok(Self { dir: dir.to_owned(), place, git_dir, stand_in })
    }

    pub(super) fn temp(&self) -> &Path {
        self.stand_in.path.parent().unwrap_or(&self.stand_in.path)
    }

    /// Asks for text without blanks around it.
    pub(super) fn ask(&self, args: &[&str]) -> Result<String, GitFailure> {
        Ok(self.run(args)?.trim().to_owned())
    }

    /// Asks for text.
    pub(super) fn run(&self, args: &[&str]) -> Result<String, GitFailure> {
        let bytes = self.run_with(args, Vec::new())?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }

    /// Asks with something to read.
    pub(super) fn run_with(&self, args: &[&str], input: Vec<u8>) -> Result<Vec<u8>, GitFailure> {
        let mut command = git(&self.git_dir, &self.place.top);
        command.arg("-C").arg(&self.dir);
        answer(command, args, input, &[&self.place.top, &self.place.shared])
    }
}

/// Runs git for a throw-away copy that has a git directory of its own.
pub(super) fn run_in_copy(tree: &Path, args: &[&str]) -> Result<Vec<u8>, GitFailure> {
    let mut command = git(&tree.join(".git"), tree);
    command.arg("-C").arg(tree);
    answer(command, args, Vec::new(), &[tree])
}

/// Asks for one of the user's own settings, as it is meant for a repository; nothing that the
/// repository sets is looked at.
pub(super) fn user_setting(dir: &Path, own: Option<&Path>, key: &str) -> Option<String> {
    // Without a repository there is nothing that a condition could be about.
    let nowhere = Path::new("/dev/null");
    ["--global", "--system"].iter().find_map(|scope| {
        let command = git(own.unwrap_or(nowhere), dir);
        let args = ["config", scope, "--includes", "--get", key];
        let text = String::from_utf8(answer(command, &args, Vec::new(), &[]).ok()?).ok()?;
        let text = text.trim();
        (!text.is_empty()).then(|| text.to_owned())
    })
}

/// Begins a call: no repository is looked for but the one that is named.
fn git(git_dir: &Path, top: &Path) -> Command {
    let mut command = Command::new("git");
    for name in REMOVED {
        command.env_remove(name);
    }
    command
        .env("GIT_DIR", git_dir)
        .env("GIT_WORK_TREE", top)
        // A commit is what it says, whatever stands in for it here.
        .env("GIT_NO_REPLACE_OBJECTS", "1")
        .env("GIT_NO_LAZY_FETCH", "1")
        .env("GIT_ALLOW_PROTOCOL", "none")
        .env("GIT_OPTIONAL_LOCKS", "0")
        .env("GIT_TERMINAL_PROMPT", "0")
        .args(["--no-pager", "--no-optional-locks"])
        .args(SETTINGS.iter().flat_map(|it| ["-c", it]));
    command
}

/// Runs a call to its end, within bounds. `dirs` are those whose files it may wait for.
fn answer(
    mut command: Command,
    args: &[&str],
    input: Vec<u8>,
    dirs: &[&Path],
) -> Result<Vec<u8>, GitFailure> {
    let asked = || args.first().copied().unwrap_or_default().to_owned();
    let stdin = if input.is_empty() { Stdio::null() } else { Stdio::piped() };
    command.args(args).stdin(stdin).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().map_err(|err| match err.kind() {
        std::io::ErrorKind::NotFound => GitFailure::NotInstalled,
        kind => failed(asked(), None, kind.to_string()),
    })?;
    bound(&child);
    if let Some(mut stdin) = child.stdin.take() {
        // It answers while it reads: whoever only wrote would wait for whoever only writes.
        std::thread::spawn(move || stdin.write_all(&input));
    }
    let said = read_aside(child.stderr.take(), MESSAGE_BYTES_MAX);
    let answered = read_aside(child.stdout.take(), ANSWER_BYTES_MAX + 1);
    let in_time = match answered.recv_timeout(PATIENCE) {
        Err(RecvTimeoutError::Timeout) if !waits_for_ever(dirs) => answered.recv_timeout(LIMIT),
        other => other,
    };
    let is_short = |it: &Vec<u8>| u64::try_from(it.len()).is_ok_and(|it| it <= ANSWER_BYTES_MAX);
    let bytes = in_time.ok().filter(is_short);
    if bytes.is_none() {
        let _ = child.kill();
    }
    let status = child.wait();
    match (bytes, status) {
        (Some(bytes), Ok(status)) if status.success() => Ok(bytes),
        (Some(_), Ok(status)) => {
            let said = said.recv_timeout(PATIENCE).unwrap_or_default();
            let ended = || status.to_string();
            Err(failed(asked(), status.code(), first_line(&said).unwrap_or_else(ended)))
        }
        (None, _) | (_, Err(_)) => Err(GitFailure::Unfinished(asked())),
    }
}

fn failed(command: String, exit_code: Option<i32>, message: String) -> GitFailure {
    GitFailure::Failed { command, exit_code, message }
}

/// Reads what a child writes on another thread, and gives the start of it. The rest is read as well: a
/// child that nobody listens to would end early.
fn read_aside(pipe: Option<impl Read + Send + 'static>, bytes_max: u64) -> Receiver<Vec<u8>> {
    let (sender, receiver) = mpsc::channel();
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        let Some(mut pipe) = pipe else { return };
        if pipe.by_ref().take(bytes_max).read_to_end(&mut bytes).is_ok() {
            let _ = sender.send(bytes);
            let _ = std::io::copy(&mut pipe, &mut std::io::sink());
        }
    });
    receiver
}

/// Gives the first line of what git said, without what a terminal would act on.
fn first_line(said: &[u8]) -> Option<String> {
    let text = String::from_utf8_lossy(said);
    let line = text.lines().find(|it| !it.trim().is_empty())?;
    let line = line.trim().trim_start_matches("fatal: ").trim_start_matches("error: ");
    Some(line.chars().map(|it| if it.is_control() { ' ' } else { it }).collect())
}

/// Bounds the memory of a child, where the system can.
#[cfg(target_os = "linux")]
fn bound(child: &Child) {
    use rustix::process::{Resource, Rlimit, prlimit};
    let most = Some(MEMORY_BYTES_MAX);
    let limit = Rlimit { current: most, maximum: most };
    let _ = prlimit(crate::output::pid_of(child), Resource::Data, limit);
}

/// Says that this system has no such bound that we know.
#[cfg(not(target_os = "linux"))]
fn bound(_child: &Child) {
    let _ = MEMORY_BYTES_MAX;
}

/// Looks for something that is no file in the place of one that git reads.
fn waits_for_ever(dirs: &[&Path]) -> bool {
    let is_odd = |path: PathBuf| {
        !matches!(kind_at(&path), None | Some(FileType::RegularFile | FileType::Symlink))
    };
    let mut rest: Vec<PathBuf> = dirs.iter().map(|it| it.to_path_buf()).collect();
    let mut n_dirs = 0;
    while let Some(dir) = rest.pop() {
        n_dirs += 1;
        if READ_ON_THE_WAY.iter().any(|it| is_odd(dir.join(it))) {
            return true;
        }
        let is_git_s = dir.components().any(|it| it.as_os_str() == ".git");
        for entry in dir.read_dir().into_iter().flatten().flatten() {
            let Ok(kind) = entry.file_type() else { continue };
            if kind.is_dir() {
                rest.push(entry.path());
            } else if is_git_s && !kind.is_file() && !kind.is_symlink() {
                return true;
            }
        }
        if n_dirs > DIRS_MAX {
            return false;
        }
    }
    false
}
