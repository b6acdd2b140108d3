//! What a finished command left: its streams and its exit.
//!
//! Owns how it is shown in snapshots and failures. Must not know which command it was.

use serde_json::Value;
use std::fmt;
use std::process::ExitStatus;

/// The output of a finished command; the streams are as written, the rendering is portable.
#[derive(Debug, Clone)]
pub struct Output {
    pub stdout: String,
    pub stderr: String,
    /// Its exit code, unless a signal ended it.
    pub code: Option<i32>,
    /// The signal that ended it, if one did.
    pub signal: Option<i32>,
    places: Vec<ShownPlace>,
}

/// A path that differs from run to run, and what a rendering shows instead.
#[derive(Debug, Clone)]
pub(crate) struct ShownPlace {
    pub(crate) path: String,
    pub(crate) shown: &'static str,
}

impl Output {
    pub(crate) fn new(output: &std::process::Output, places: Vec<ShownPlace>) -> Self {
        Self {
            stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
            stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
            code: output.status.code(),
            signal: signal_of(output.status),
            places,
        }
    }

    /// Parses stdout as one JSON value.
    #[track_caller]
    pub fn json(&self) -> Value {
        match serde_json::from_str(&self.stdout) {
            Ok(value) => value,
            Err(err) => panic!("stdout is not JSON: {err}\n{self}"),
        }
    }

    /// Fails the test unless the command succeeded.
    #[track_caller]
    pub fn success(self) -> Self {
        self.code(0)
    }

    /// Fails the test unless the command ended with this exit code.
    #[track_caller]
    pub fn code(self, code: i32) -> Self {
        assert!(self.code == Some(code), "expected exit {code}, got:\n{self}");
        self
    }

    fn portable(&self, text: &str) -> String {
        let replace = |acc: String, place: &ShownPlace| acc.replace(&place.path, place.shown);
        self.places.iter().fold(text.to_owned(), replace)
    }
}

impl fmt::Display for Output {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.code, self.signal) {
            (Some(code), _) => writeln!(formatter, "exit {code}")?,
            (None, Some(signal)) => writeln!(formatter, "signal {signal}")?,
            (None, None) => writeln!(formatter, "no exit code")?,
        }
        for (name, text) in [("stdout", &self.stdout), ("stderr", &self.stderr)] {
            if text.is_empty() {
                continue;
            }
            let text = self.portable(text);
            let end = if text.ends_with('\n') { "" } else { "\n" };
            write!(formatter, "--- {name}\n{text}{end}")?;
        }
        Ok(())
    }
}

#[cfg(unix)]
fn signal_of(status: ExitStatus) -> Option<i32> {
    std::os::unix::process::ExitStatusExt::signal(&status)
}

#[cfg(not(unix))]
fn signal_of(_: ExitStatus) -> Option<i32> {
    None
}
