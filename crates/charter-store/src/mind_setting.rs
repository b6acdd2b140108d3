//! The settings of the mind: who may choose what.
//!
//! Owns the names that can be chosen, and the rule that a project's own file chooses nothing that sends
//! or costs. Must not know how a mind is asked.

/// Who thinks for a deep interview.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MindChoice {
    /// The embedded rules.
    Rules,
    /// The agent that calls.
    Host,
    Claude,
    Codex,
    Gemini,
    Opencode,
    Pi,
    Anthropic,
    Openai,
    Google,
    Ollama,
    /// A program of the user's.
    Command,
}

impl MindChoice {
    pub const ALL: [Self; 12] = [
        Self::Rules,
        Self::Host,
        Self::Claude,
        Self::Codex,
        Self::Gemini,
        Self::Opencode,
        Self::Pi,
        Self::Anthropic,
        Self::Openai,
        Self::Google,
        Self::Ollama,
        Self::Command,
    ];

    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Rules => "rules",
            Self::Host => "host",
            Self::Claude => "claude",
            Self::Codex => "codex",
            Self::Gemini => "gemini",
            Self::Opencode => "opencode",
            Self::Pi => "pi",
            Self::Anthropic => "anthropic",
            Self::Openai => "openai",
            Self::Google => "google",
            Self::Ollama => "ollama",
            Self::Command => "command",
        }
    }

    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        // What the rules were called before.
        let word = if word == "offline" { "rules" } else { word };
        Self::ALL.into_iter().find(|it| it.word() == word)
    }

    /// Tells whether it thinks here or in the agent that calls: nothing is sent, and nothing is started.
    #[must_use]
    pub fn stays_here(self) -> bool {
        match self {
            Self::Rules | Self::Host => true,
            Self::Claude
            | Self::Codex
            | Self::Gemini
            | Self::Opencode
            | Self::Pi
            | Self::Anthropic
            | Self::Openai
            | Self::Google
            | Self::Ollama
            | Self::Command => false,
        }
    }
}

/// Tells whether a project's file may not set this: where answers go is the user's to say, and so is what runs.
pub(crate) fn is_wish(key: &str, text: &str) -> bool {
    match key {
        "mind.use" => !MindChoice::parse(text).is_some_and(MindChoice::stays_here),
        key => key.starts_with("mind."),
    }
}

pub(crate) fn is_url(text: &str) -> bool {
    let rest = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
    rest.is_some_and(|it| !it.is_empty()) && !text.contains(char::is_whitespace)
}
