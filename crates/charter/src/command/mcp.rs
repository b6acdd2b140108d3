//! `charter mcp`: speaks MCP on stdin and stdout.

use super::desk::{charter, session, setup, told_actor};
use crate::answer::{CommandAnswer, Trouble};
use crate::args::Args as Global;
use crate::env::Environment;
use charter_kernel::NextAction;
use charter_server::{Front, serve_stdio};
use serde_json::Value;

/// Speak MCP on stdin and stdout, for a coding agent
///
/// Started by an agent, in the project: tools for charters, evidence, status, interviews,
/// preflight and plans, the documents as resources, and the prompts /charter and /interview. Whoever
/// connects acts as `agent:<client>`. No tool runs a command. It ends when the client goes.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  claude mcp add charter -- charter mcp")]
pub(crate) struct McpArgs {}

pub(crate) fn run(args: &Global, environment: &Environment) -> Result<CommandAnswer, Trouble> {
    serve_stdio(front(args, environment)?).map_err(|failure| {
        let next = NextAction::new("help", "see how it is started", "charter mcp --help");
        Trouble::from_server(&failure, next)
    })?;
    Ok(silence())
}

/// Gives what a server is started with.
pub(super) fn front(args: &Global, environment: &Environment) -> Result<Front, Trouble> {
    Ok(Front {
        setup: setup(args, environment)?,
        session: session(args, environment),
        charter: charter(args, environment),
        actor: told_actor(args, environment)?,
        version: env!("CARGO_PKG_VERSION").to_owned(),
    })
}

/// Gives an answer without a word: what there was to say went over the wire.
pub(super) fn silence() -> CommandAnswer {
    CommandAnswer::new(&Value::Null, String::new())
}
