//! Where an agent is asked: a home, a project and a model of its own.
//!
//! Owns the files and processes around one agent. Must not judge what came of it.

use super::agent::{NpmAgent, VARIABLES};
use super::said::NOTES;
use crate::error::{ChoreError, Result};
use crate::root;
use serde_json::Value;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

/// A directory for one agent, and the model that answers it. Dropping it ends the model.
pub(super) struct AgentStage<'a> {
    agent: &'a NpmAgent,
    binary: &'a Path,
    /// The directory that the agents were installed into.
    bin: PathBuf,
    dir: tempfile::TempDir,
    model: Child,
    port: String,
}

impl Drop for AgentStage<'_> {
    fn drop(&mut self) {
        let _ = self.model.kill();
        let _ = self.model.wait();
    }
}

impl<'a> AgentStage<'a> {
    pub(super) fn new(agent: &'a NpmAgent, binary: &'a Path, installed: &Path) -> Result<Self> {
        let dir =
            tempfile::tempdir().map_err(ChoreError::file(Path::new("a temporary directory")))?;
        let script = root::workspace().join("xtask/mind/model.py");
        let log = dir.path().join("log");
        fs::write(&log, "").map_err(ChoreError::file(&log))?;
        let mut model = Command::new("python3");
        model.arg(script).arg(&log).stdin(Stdio::null()).stdout(Stdio::piped());
        let mut model = model
            .spawn()
            .map_err(|source| ChoreError::Start { program: "python3".to_owned(), source })?;
        let mut port = String::new();
        if let Some(stdout) = model.stdout.take() {
            BufReader::new(stdout).read_line(&mut port).map_err(ChoreError::file(&log))?;
        }
        let port = port.trim().to_owned();
        let bin = installed.join("node_modules/.bin");
        let stage = Self { agent, binary, bin, dir, model, port };
        stage.furnish()?;
        Ok(stage)
    }

    fn path(&self, rel: &str) -> PathBuf {
        self.dir.path().join(rel)
    }

    fn write(&self, rel: &str, text: &str) -> Result<()> {
        let path = self.path(rel);
        if let Some(dir) = path.parent() {
            fs::create_dir_all(dir).map_err(ChoreError::file(dir))?;
        }
        fs::write(&path, text).map_err(ChoreError::file(&path))
    }

    /// Puts notes and hooks where the agent would look for them.
    fn furnish(&self) -> Result<()> {
        let NpmAgent { home, notes, hook, .. } = self.agent;
        for (rel, text) in *home {
            self.write(&format!("home/{rel}"), &text.replace("PORT", &self.port))?;
        }
        let [project, user] = NOTES;
        self.write(&format!("home/{notes}"), user)?;
        for rel in ["CLAUDE.md", "AGENTS.md", "GEMINI.md"] {
            self.write(&format!("project/{rel}"), project)?;
        }
        if let Some((rel, text)) = hook {
            for place in ["home", "project"] {
                let hooked = self.path(&format!("hooked-{place}"));
                let text = text.replace("HOOKED", &hooked.display().to_string());
                self.write(&format!("{place}/{rel}"), &text)?;
            }
        }
        let mut git = Command::new("git");
        let status = git.args(["init", "--quiet"]).current_dir(self.path("project")).status();
        status.map(drop).map_err(|source| ChoreError::Start { program: "git".to_owned(), source })
    }

    /// Lists whose hooks have run.
    pub(super) fn hooked(&self) -> Vec<&'static str> {
        let has_run = |it: &&str| self.path(&format!("hooked-{it}")).exists();
        ["project", "home"].into_iter().filter(has_run).collect()
    }

    /// Gives what the model was sent since the last look.
    pub(super) fn take_log(&self) -> Result<String> {
        let path = self.path("log");
        let text = fs::read_to_string(&path).map_err(ChoreError::file(&path))?;
        let file = fs::OpenOptions::new().write(true).open(&path);
        file.and_then(|it| it.set_len(0)).map_err(ChoreError::file(&path))?;
        Ok(text)
    }

    /// Runs charter with the agent as its mind; gives what it said as JSON.
    pub(super) fn charter(&self, args: &[&str], stdin: &str) -> Result<Value> {
        let mut command = Command::new(self.binary);
        command.arg("--json").args(args).current_dir(self.path("project")).env_clear();
        command.env("HOME", self.path("home")).env("PATH", self.search_path());
        command.env("CHARTER_MIND", self.agent.name);
        if let Some(model) = self.agent.model {
            command.env("CHARTER_MIND_MODEL", model);
        }
        for (name, value) in VARIABLES {
            command.env(name, value.replace("PORT", &self.port));
        }
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let start = |source| ChoreError::Start { program: "charter".to_owned(), source };
        let mut child = command.spawn().map_err(start)?;
        if let Some(mut pipe) = child.stdin.take() {
            // What it does not read is no failure.
            let _ = pipe.write_all(stdin.as_bytes());
        }
        let output = child.wait_with_output().map_err(start)?;
        serde_json::from_slice(&output.stdout).map_err(|_| {
            let said = String::from_utf8_lossy(&output.stderr);
            ChoreError::Measure(format!("charter {}: {}", args.join(" "), said.trim()))
        })
    }

    #[expect(
        clippy::disallowed_methods,
        reason = "node and git are where whoever runs it has them"
    )]
    fn search_path(&self) -> String {
        format!("{}:{}", self.bin.display(), std::env::var("PATH").unwrap_or_default())
    }
}
