//! What the process inherits: environment, working directory, terminal.
//!
//! Owns every reading of them, once, at the start. Must not interpret settings: it only says what
//! is there.

use charter_agents::install::Anchor;
use charter_kernel::Actor;
use charter_store::SETTINGS;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io::{IsTerminal, stderr, stdin, stdout};
use std::path::{Path, PathBuf};

/// The variables that coding agents set in the shells they open, and that a person's own terminal does not have.
/// Aider sets none, and what editors set in every terminal of theirs tells nobody apart.
const AGENT_VARIABLES: &[(&str, &str)] = &[
    ("CLAUDECODE", "claude"),
    ("CLAUDE_CODE_SESSION_ID", "claude"),
    ("CLAUDE_CODE_ENTRYPOINT", "claude"),
    ("AMP_CURRENT_THREAD_ID", "amp"),
    ("AUGMENT_AGENT", "augment"),
    ("CLINE_ACTIVE", "cline"),
    ("CODEX_CI", "codex"),
    ("CODEX_SANDBOX", "codex"),
    ("CODEX_THREAD_ID", "codex"),
    ("COPILOT_CLI", "copilot"),
    ("CRUSH", "crush"),
    ("CURSOR_AGENT", "cursor"),
    ("GEMINI_CLI", "gemini"),
    ("GOOSE_TERMINAL", "goose"),
    ("OPENCODE", "opencode"),
    ("PI_CODING_AGENT", "pi"),
    ("QWEN_CODE", "qwen"),
    ("AGENT", "unnamed"),
    ("AI_AGENT", "unnamed"),
];

/// What the names of variables of agents begin with that have several: what a person sets about an agent, such as
/// `CODEX_HOME`, begins otherwise.
const AGENT_PREFIXES: &[(&str, &str)] =
    &[("CODEX_SANDBOX_", "codex"), ("OPENCODE_CLIENT", "opencode"), ("REPLIT_AGENT", "replit")];

/// The narrowest screen that output is laid out for.
const WIDTH_MIN: usize = 40;

const WIDTH_MAX: usize = 120;

/// What the process inherits.
#[derive(Debug)]
pub(crate) struct Environment {
    vars: BTreeMap<OsString, OsString>,
    /// The working directory, or why there is none.
    pub(crate) cwd: Result<PathBuf, String>,
    /// Whether a person can be there: both ends of a conversation are a terminal.
    pub(crate) has_person: bool,
    /// Whether stdin is a terminal.
    pub(crate) has_keyboard: bool,
    /// Whether stdout is a terminal.
    pub(crate) has_screen: bool,
    /// Whether stderr is a terminal.
    has_margin: bool,
}

impl Environment {
    /// Reads everything once.
    #[expect(clippy::disallowed_methods, reason = "this is the home of the environment")]
    pub(crate) fn read() -> Self {
        Self {
            vars: std::env::vars_os().collect(),
            cwd: std::env::current_dir().map_err(|err| err.to_string()),
            has_person: stdin().is_terminal() && stderr().is_terminal(),
            has_keyboard: stdin().is_terminal(),
            has_screen: stdout().is_terminal(),
            has_margin: stderr().is_terminal(),
        }
    }

    /// Gives a variable that is set, not empty and text.
    pub(crate) fn text(&self, name: &str) -> Option<&str> {
        self.vars.get(std::ffi::OsStr::new(name))?.to_str().filter(|it| !it.is_empty())
    }

    /// Gives a variable that is a path.
    fn path(&self, name: &str) -> Option<&Path> {
        let value = self.vars.get(std::ffi::OsStr::new(name))?;
        Some(Path::new(value)).filter(|it| it.is_absolute())
    }

    pub(crate) fn vars(&self) -> &BTreeMap<OsString, OsString> {
        &self.vars
    }

    /// Gives where this program is, if that can be told.
    pub(crate) fn program(&self) -> Option<PathBuf> {
        std::env::current_exe().ok()
    }

    pub(crate) fn home(&self) -> Option<PathBuf> {
        self.path("HOME").map(Path::to_owned)
    }

    /// Gives the directory of the project that an agent was started in, where it says so.
    pub(crate) fn project_dir(&self) -> Option<PathBuf> {
        let names = ["CLAUDE_PROJECT_DIR", "GEMINI_PROJECT_DIR", "CURSOR_PROJECT_DIR"];
        names.iter().find_map(|name| self.path(name)).map(Path::to_owned)
    }

    /// Gives the file that Claude Code reads variables of a session from.
    pub(crate) fn claude_env_file(&self) -> Option<PathBuf> {
        self.path("CLAUDE_ENV_FILE").map(Path::to_owned)
    }

    pub(crate) fn temp_dir(&self) -> PathBuf {
        self.path("TMPDIR").unwrap_or(Path::new("/tmp")).to_owned()
    }

    /// Tells whether a line can be shown on stderr and taken away again.
    pub(crate) fn shows_progress(&self) -> bool {
        self.has_margin && self.text("TERM") != Some("dumb")
    }

    /// Gives where the user's configuration would be.
    pub(crate) fn user_config(&self) -> Option<PathBuf> {
        let home = || self.path("HOME").map(|it| it.join(".config"));
        let dir = self.path("XDG_CONFIG_HOME").map(Path::to_owned).or_else(home)?;
        Some(dir.join("charter").join("config.toml"))
    }

    /// Gives where coding agents have their files, as far as the user has a home.
    pub(crate) fn agent_dirs(&self) -> BTreeMap<Anchor, PathBuf> {
        let home = self.path("HOME");
        let below = |name: &str| home.map(|it| it.join(name));
        let or_below = |variable: &str, name: &str| {
            self.path(variable).map(Path::to_owned).or_else(|| below(name))
        };
        let moved = self.path("CLAUDE_CONFIG_DIR").or(home).map(Path::to_owned);
        let dirs = [
            (Anchor::Home, home.map(Path::to_owned)),
            (Anchor::Claude, or_below("CLAUDE_CONFIG_DIR", ".claude")),
            (Anchor::ClaudeState, moved),
            (Anchor::Codex, or_below("CODEX_HOME", ".codex")),
            (Anchor::Copilot, or_below("COPILOT_HOME", ".copilot")),
            (Anchor::Pi, or_below("PI_CODING_AGENT_DIR", ".pi/agent")),
            (Anchor::Config, or_below("XDG_CONFIG_HOME", ".config")),
        ];
        dirs.into_iter().filter_map(|(anchor, dir)| Some((anchor, dir?))).collect()
    }

    /// Lists the directories in which programs are looked for.
    pub(crate) fn search_path(&self) -> Vec<PathBuf> {
        let value = self.vars.get(std::ffi::OsStr::new("PATH"));
        let dirs = value.map(|it| std::env::split_paths(it).collect::<Vec<_>>());
        dirs.unwrap_or_default().into_iter().filter(|it| it.is_absolute()).collect()
    }

    /// Finds a variable of ours that is set and is not text.
    pub(crate) fn find_non_text(&self) -> Option<&'static str> {
        let ours = SETTINGS.iter().map(|it| it.env).chain([
            "CHARTER_NOW",
            "CHARTER_ACTOR",
            "CHARTER_ID",
            "CHARTER_SESSION",
            "CHARTER_TOKEN",
        ]);
        let is_text = |name: &str| {
            self.vars.get(std::ffi::OsStr::new(name)).is_none_or(|it| it.to_str().is_some())
        };
        ours.into_iter().find(|name| !is_text(name))
    }

    /// Lists the settings that variables set: key, variable, value.
    pub(crate) fn settings(&self) -> Vec<(&'static str, &'static str, String)> {
        let set = |it: &'static charter_store::SettingSpec| {
            Some((it.key, it.env, self.text(it.env)?.to_owned()))
        };
        SETTINGS.iter().filter_map(set).collect()
    }

    /// Finds the agent that calls, by the variables that agents set.
    pub(crate) fn agent(&self) -> Option<Actor> {
        self.agent_row().map(|(_, agent)| Actor::Agent(agent.to_owned()))
    }

    /// Says by what an agent shows that it is calling: a variable here, or in a process above that opened this one
    /// without it.
    pub(crate) fn agent_sign(&self) -> Option<String> {
        if let Some((name, _)) = self.agent_row() {
            return Some(format!("`{name}` is set"));
        }
        let (name, _) = self.agent_above()?;
        Some(format!("`{name}` is set in a process above this one"))
    }

    /// Finds the agent that opened a process above this one, by the variables there.
    pub(crate) fn agent_above(&self) -> Option<(&'static str, &'static str)> {
        #[cfg(debug_assertions)]
        if self.text("CHARTER_ABOVE") == Some("unseen") {
            // The tests of charter itself are run by agents, too.
            return None;
        }
        charter_store::environments_above().find_map(|vars| {
            let names = vars.split(|it| *it == 0).filter_map(|it| {
                let (name, value) = std::str::from_utf8(it).ok()?.split_once('=')?;
                (!value.is_empty()).then_some(name)
            });
            names.filter_map(agent_of).next()
        })
    }

    fn agent_row(&self) -> Option<(&'static str, &'static str)> {
        let set = self.vars.iter().filter(|(_, value)| !value.is_empty());
        set.filter_map(|(name, _)| agent_of(name.to_str()?)).next()
    }

    /// Tells whether a conversation can be held: a person at a terminal that can move its cursor.
    pub(crate) fn can_talk(&self) -> bool {
        self.has_person && self.agent().is_none() && self.text("TERM") != Some("dumb")
    }

    pub(crate) fn editor(&self) -> String {
        let named = self.text("VISUAL").or_else(|| self.text("EDITOR"));
        named.unwrap_or("vi").to_owned()
    }

    /// Gives the width to lay output out for.
    pub(crate) fn width(&self) -> usize {
        let told = || self.text("COLUMNS").and_then(|it| it.parse().ok());
        let seen = || {
            let size = if self.has_screen { terminal_size::terminal_size() } else { None };
            size.map(|(width, _)| usize::from(width.0))
        };
        seen().or_else(told).unwrap_or(80).clamp(WIDTH_MIN, WIDTH_MAX)
    }

    /// Gives the width of the window that stderr goes to.
    pub(crate) fn margin_width(&self) -> usize {
        let seen = terminal_size::terminal_size_of(stderr()).map(|(width, _)| usize::from(width.0));
        seen.map_or_else(|| self.width(), |it| it.clamp(WIDTH_MIN, WIDTH_MAX))
    }

    /// Tells whether output is coloured under a setting of `auto`, `always` or `never`.
    pub(crate) fn wants_color(&self, setting: &str) -> bool {
        match setting {
            "always" => true,
            "never" => false,
            _ => {
                let plain = self.text("NO_COLOR").is_some() || self.text("TERM") == Some("dumb");
                self.has_screen && !plain
            }
        }
    }
}

/// Gives the row of a variable that an agent sets.
fn agent_of(name: &str) -> Option<(&'static str, &'static str)> {
    let whole = AGENT_VARIABLES.iter().find(|it| it.0 == name);
    let row = whole.or_else(|| AGENT_PREFIXES.iter().find(|it| name.starts_with(it.0)));
    row.copied()
}
