//! The coding agents that charter knows.
//!
//! Owns their names and where their own files are rooted. Must not know what is in the files.

/// A coding agent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Agent {
    Claude,
    Codex,
    Cursor,
    Gemini,
    Opencode,
    Pi,
    /// GitHub Copilot: its command line, and in VS Code.
    Copilot,
}

impl Agent {
    /// Every agent, in the order of lists.
    pub const ALL: [Self; 7] = [
        Self::Claude,
        Self::Codex,
        Self::Cursor,
        Self::Gemini,
        Self::Opencode,
        Self::Pi,
        Self::Copilot,
    ];

    /// Gives the word that it is called by on the command line.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Claude => "claude",
            Self::Codex => "codex",
            Self::Cursor => "cursor",
            Self::Gemini => "gemini",
            Self::Opencode => "opencode",
            Self::Pi => "pi",
            Self::Copilot => "copilot",
        }
    }

    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|it| it.word().eq_ignore_ascii_case(word))
    }

    /// Gives the name that people know it by.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Claude => "Claude Code",
            Self::Codex => "Codex",
            Self::Cursor => "Cursor",
            Self::Gemini => "Gemini CLI",
            Self::Opencode => "opencode",
            Self::Pi => "pi",
            Self::Copilot => "GitHub Copilot",
        }
    }

    /// Says what to do so that it sees what was installed.
    #[must_use]
    pub fn next_step(self) -> &'static str {
        match self {
            Self::Claude => "start Claude Code anew; it asks once whether `charter` may run",
            Self::Codex => "start Codex anew, trust the project, and trust the hooks in /hooks",
            Self::Cursor => "start Cursor anew, and turn `charter` on in its MCP settings",
            Self::Gemini => "start Gemini CLI anew; /mcp and /hooks show charter",
            Self::Opencode => "start opencode anew",
            Self::Pi => "type /reload in pi",
            Self::Copilot => "start Copilot anew; /mcp shows charter",
        }
    }
}

/// Whom an installation is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Scope {
    /// Everybody who works on this project.
    Project,
    /// This user, in every project.
    User,
}

impl Scope {
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Project => "project",
            Self::User => "user",
        }
    }
}

/// A directory that files of agents are below.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Anchor {
    Project,
    Home,
    /// Claude Code's configuration, `~/.claude`.
    Claude,
    /// Where Claude Code keeps `.claude.json`: the home, or its configuration where that is moved.
    ClaudeState,
    /// Codex's configuration, `~/.codex`.
    Codex,
    /// Copilot's configuration, `~/.copilot`.
    Copilot,
    /// pi's configuration, `~/.pi/agent`.
    Pi,
    /// The user's configuration of everything, `~/.config`.
    Config,
}
