//! One run of the real binary in a hermetic repository.
//!
//! Owns the environment that the binary gets. Must not know any subcommand.

use crate::output::{Output, ShownPlace};
use crate::pty::Pty;
use crate::repo::Repo;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::thread;

/// A command line of the binary, not yet run.
#[derive(Debug)]
#[must_use = "an invocation does nothing until it is run or spawned"]
pub struct Invocation<'a> {
    repo: &'a Repo,
    args: Vec<String>,
    dir: PathBuf,
    clock: InvocationClock,
    stdin: Stdin,
    changes: Vec<(String, Option<String>)>,
}

#[derive(Debug)]
enum InvocationClock {
    Ticking,
    Fixed(String),
    Real,
}

#[derive(Debug)]
enum Stdin {
    Empty,
    Text(String),
    Open,
}

impl Repo {
    /// Prepares a command line of the binary.
    pub fn charter(&self, args: &[&str]) -> Invocation<'_> {
        Invocation {
            repo: self,
            args: args.iter().map(|arg| (*arg).to_owned()).collect(),
            dir: self.path(""),
            clock: InvocationClock::Ticking,
            stdin: Stdin::Empty,
            changes: Vec::new(),
        }
    }
}

impl Invocation<'_> {
    pub fn env(mut self, name: &str, value: &str) -> Self {
        self.changes.push((name.to_owned(), Some(value.to_owned())));
        self
    }

    /// Unsets an environment variable that the harness would set.
    pub fn env_remove(mut self, name: &str) -> Self {
        self.changes.push((name.to_owned(), None));
        self
    }

    /// Gives the command a text on stdin; otherwise stdin is empty.
    pub fn stdin(mut self, text: &str) -> Self {
        self.stdin = Stdin::Text(text.to_owned());
        self
    }

    /// Leaves stdin open as a pipe, for a conversation with a spawned command.
    pub fn stdin_open(mut self) -> Self {
        self.stdin = Stdin::Open;
        self
    }

    /// Runs in a directory below the working tree instead of in its root.
    pub fn dir(mut self, sub: &str) -> Self {
        self.dir = self.repo.path(sub);
        self
    }

    /// Fixes the clock at a time, such as `2026-11-16T09:12:04Z`.
    pub fn now(mut self, time: &str) -> Self {
        self.clock = InvocationClock::Fixed(time.to_owned());
        self
    }

    /// Leaves the clock alone.
    pub fn real_clock(mut self) -> Self {
        self.clock = InvocationClock::Real;
        self
    }

    /// Runs the command to its end.
    #[must_use = "snapshot the output or assert its exit with `success` or `code`"]
    #[track_caller]
    pub fn run(self) -> Output {
        self.spawn().wait()
    }

    /// Starts the command and returns while it runs.
    #[track_caller]
    pub fn spawn(self) -> Running {
        let mut command = self.command();
        let child = command.spawn();
        let mut child = match child {
            Ok(child) => child,
            Err(err) => panic!("cannot run `{}`: {err}", command.get_program().display()),
        };
        if let Stdin::Text(text) = self.stdin {
            let mut pipe = child.stdin.take().expect("stdin is piped");
            // Written here, a text longer than the pipe would block both ends. A command that ends
            // without reading all of it is no error.
            thread::spawn(move || drop(pipe.write_all(text.as_bytes())));
        }
        Running { child: Some(child), places: self.repo.places() }
    }

    /// Starts the command in a terminal of some size.
    #[must_use = "a running command is killed when it is dropped"]
    pub fn on_terminal(self, columns: u16, rows: u16) -> Pty {
        let mut command = self.command();
        command.env("TERM", "xterm-256color").env_remove("COLUMNS");
        Pty::start(command, columns, rows)
    }

    fn command(&self) -> Command {
        let mut command = Command::new(self.repo.bin());
        command.args(&self.args).current_dir(&self.dir);
        self.repo.isolate(&mut command);
        command
            .env("CHARTER_ACTOR", "person:Ada")
            .env("NO_COLOR", "1")
            .env("COLUMNS", "80")
            .env("XDG_CONFIG_HOME", self.repo.home().join(".config"));
        let tick = self.repo.tick();
        match &self.clock {
            InvocationClock::Ticking => command.env("CHARTER_NOW", tick),
            InvocationClock::Fixed(time) => command.env("CHARTER_NOW", time),
            InvocationClock::Real => &mut command,
        };
        for (name, value) in &self.changes {
            match value {
                Some(value) => command.env(name, value),
                None => command.env_remove(name),
            };
        }
        command.stdin(match self.stdin {
            Stdin::Empty => Stdio::null(),
            Stdin::Text(_) | Stdin::Open => Stdio::piped(),
        });
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }
}

/// A command that was started and may still run; dropping it kills it.
#[derive(Debug)]
#[must_use = "a running command is killed when it is dropped"]
pub struct Running {
    child: Option<Child>,
    places: Vec<ShownPlace>,
}

impl Running {
    /// Reaches the process, for its id and for its pipes.
    pub fn child(&mut self) -> &mut Child {
        self.child.as_mut().expect("it is there until it is waited for")
    }

    /// Waits for the end of the command, closing its stdin if that is open.
    #[must_use = "snapshot the output or assert its exit with `success` or `code`"]
    pub fn wait(mut self) -> Output {
        let child = self.child.take().expect("it is there until it is waited for");
        let output = child.wait_with_output().expect("the harness started it");
        Output::new(&output, std::mem::take(&mut self.places))
    }

    /// Kills the command where it stands and returns what it had written.
    #[must_use = "snapshot the output or drop it explicitly"]
    pub fn kill(mut self) -> Output {
        // It may have ended just now, which its output shows.
        let _ = self.child().kill();
        self.wait()
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        if let Some(child) = &mut self.child {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}
