//! The one place that builds a call of ssh-keygen or ssh-add.
//!
//! Owns what every call has in common: a private directory to work in, a list of variables that are passed
//! on, and bounds for its time and its output. Must not know what is asked.

use super::{SshFailure, SshSetup};
use crate::deadline::Deadline;
use crate::interrupt::Interrupt;
use crate::output::{has_ended, pid_of};
use crate::plain::{open_own, write_new};
use crate::scratch::ScratchDir;
use crate::terminal::has_margin;
use rustix::process::{Signal, kill_process};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::Duration;

/// How long somebody may look for a passphrase or a hardware key.
const LIMIT: Duration = Duration::from_secs(120);

/// How long a child that was told to end may put the terminal right.
const FAREWELL: Duration = Duration::from_millis(500);

const GLANCE: Duration = Duration::from_millis(3);

const OUTPUT_BYTES_MAX: u64 = 256 * 1024;

const PREFIX: &str = "charter-ssh-";

/// What is passed on: where programs, the agent and a way to ask are.
const PASSED: [&str; 17] = [
    "DBUS_SESSION_BUS_ADDRESS",
    "DISPLAY",
    "HOME",
    "LANG",
    "LC_ALL",
    "LOGNAME",
    "PATH",
    "SSH_ASKPASS",
    "SSH_ASKPASS_REQUIRE",
    "SSH_AUTH_SOCK",
    "SSH_SK_HELPER",
    "SSH_SK_PROVIDER",
    "TERM",
    "USER",
    "WAYLAND_DISPLAY",
    "XAUTHORITY",
    "XDG_RUNTIME_DIR",
];

/// What a child reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SshInput<'a> {
    /// What somebody types: it may ask for a passphrase or a touch.
    Person,
    File(&'a Path),
    Nothing,
}

/// A private directory that is gone when it is dropped, and what calls are made with.
pub(super) struct SshDesk<'a> {
    setup: &'a SshSetup,
    dir: ScratchDir,
}

/// How a child ended, and what it wrote.
pub(super) struct SshEnd {
    pub(super) status: ExitStatus,
    pub(super) output: String,
    pub(super) complaint: String,
}

impl<'a> SshDesk<'a> {
    pub(super) fn new(setup: &'a SshSetup) -> Result<Self, SshFailure> {
        crate::scratch::sweep(&setup.temp_dir, PREFIX);
        let dir = ScratchDir::new(&setup.temp_dir, PREFIX).map_err(SshFailure::Temporary)?;
        Ok(Self { setup, dir })
    }

    /// Writes a file that only its owner can read.
    pub(super) fn write(&self, name: &str, bytes: &[u8]) -> Result<PathBuf, SshFailure> {
        let path = self.dir.path.join(name);
        write_new(&path, bytes).map_err(SshFailure::Temporary)?;
        Ok(path)
    }

    /// Begins a call: no program and no file is looked for below the directory that charter works in.
    pub(super) fn command(&self, program: &str) -> Command {
        let vars = &self.setup.vars;
        let passed = PASSED.iter().filter_map(|it| vars.get_key_value(std::ffi::OsStr::new(it)));
        let mut command = Command::new(program);
        // Dates in a list of people mean the same everywhere.
        command.env_clear().envs(passed).env("TZ", "UTC").current_dir(&self.dir.path);
        command
    }
}

impl SshEnd {
    /// Tells whether it failed for want of a passphrase that it could ask nobody for.
    pub(super) fn wants_passphrase(&self) -> bool {
        !self.status.success() && self.complaint.contains("incorrect passphrase")
    }

    /// Refuses what did not end well.
    pub(super) fn check(self) -> Result<Self, SshFailure> {
        if self.status.success() {
            return Ok(self);
        }
        // On a terminal it said why itself.
        let ended = if self.status.code().is_some() { "see above" } else { "it was interrupted" };
        let reason = last_line(&self.complaint).unwrap_or_else(|| ended.to_owned());
        Err(SshFailure::SignFailed { reason })
    }
}

/// Runs a call to its end, within bounds.
pub(super) fn ask(mut command: Command, input: SshInput<'_>) -> Result<SshEnd, SshFailure> {
    let name = command.get_program().to_string_lossy().into_owned();
    command.stdin(match input {
        SshInput::Person => Stdio::inherit(),
        SshInput::File(path) => Stdio::from(open_own(path).map_err(SshFailure::Temporary)?),
        SshInput::Nothing => Stdio::null(),
    });
    let is_asking = input == SshInput::Person;
    // A key that wants a touch says so to a terminal only.
    let is_shown = is_asking && has_margin();
    command.stderr(if is_shown { Stdio::inherit() } else { Stdio::piped() });
    // Ctrl-C is the child's, which puts the terminal right.
    let _interrupt = is_asking.then(Interrupt::watch);
    let child = command.stdout(Stdio::piped()).spawn();
    let mut child = child.map_err(|err| match err.kind() {
        std::io::ErrorKind::NotFound => SshFailure::NotInstalled(name.clone()),
        kind => SshFailure::SignFailed { reason: format!("`{name}` can't be run: {kind}") },
    })?;
    let output = read_aside(child.stdout.take());
    let complaint = read_aside(child.stderr.take());
    let status = wait(&mut child).ok_or(SshFailure::TimedOut(name))?;
    let text = |it: Receiver<Vec<u8>>| {
        let bytes = it.recv_timeout(FAREWELL).unwrap_or_default();
        String::from_utf8_lossy(&bytes).into_owned()
    };
    Ok(SshEnd { status, output: text(output), complaint: text(complaint) })
}

/// Waits for a child; one that takes too long is ended.
fn wait(child: &mut Child) -> Option<ExitStatus> {
    if !wait_until(child, LIMIT) {
        if let Some(pid) = pid_of(child) {
            let _ = kill_process(pid, Signal::TERM);
        }
        wait_until(child, FAREWELL);
        let _ = child.kill();
        let _ = child.wait();
        return None;
    }
    child.wait().ok()
}

fn wait_until(child: &Child, limit: Duration) -> bool {
    let deadline = Deadline::after(limit);
    while !has_ended(child) {
        if deadline.is_over() {
            return false;
        }
        thread::sleep(GLANCE);
    }
    true
}

fn read_aside(pipe: Option<impl Read + Send + 'static>) -> Receiver<Vec<u8>> {
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        let mut bytes = Vec::new();
        let Some(mut pipe) = pipe else { return };
        if pipe.by_ref().take(OUTPUT_BYTES_MAX).read_to_end(&mut bytes).is_ok() {
            let _ = sender.send(bytes);
            let _ = std::io::copy(&mut pipe, &mut std::io::sink());
        }
    });
    receiver
}

/// Gives the last line of what a program said, which is the reason, without what a terminal would act on.
pub(super) fn last_line(said: &str) -> Option<String> {
    let line = said.lines().rev().map(str::trim).find(|it| !it.is_empty())?;
    Some(line.chars().map(|it| if it.is_control() { ' ' } else { it }).collect())
}
