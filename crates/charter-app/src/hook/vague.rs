//! Whether a request is vague.
//!
//! Owns the one place where a judgement is asked for. Must not stop anybody: the worst answer is a few
//! lines for the agent.

/// What can be said about a request.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(dead_code, reason = "what judges requests is joined here")]
pub(super) enum Vagueness {
    /// Nothing looked at it.
    NotJudged,
    /// It can be worked on as it is.
    Clear,
    /// It leaves these things open.
    Vague(Vec<String>),
}

/// Judges a request of the user.
pub(super) fn vague(_prompt: &str) -> Vagueness {
    Vagueness::NotJudged
}
