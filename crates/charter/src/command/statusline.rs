//! `charter statusline`: one line for a status bar.

use super::Desk;
use crate::answer::CommandAnswer;
use crate::args::Args as Everywhere;
use crate::desk::Acting;
use crate::env::Environment;
use crate::hook::{find_dirs, find_session};
use crate::screen::clean;
use crate::stdin;
use charter_app::Caller;
use serde_json::{Value, json};

/// Say in one line where the charter stands, for a status bar
///
/// How many criteria are shown, and how many went stale: `rate-limit 2/3 · stale 1`. While a deep
/// interview is open, its ambiguity and where it is enough: `rate-limit 42 % / 5 %`. Reads the session
/// and the directory from the agent's JSON on stdin, if there is any. Never fails: where there is nothing
/// to say, it says nothing.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  charter statusline")]
pub(crate) struct StatuslineArgs {}

/// Answers; nothing is an error.
pub(crate) fn run(everywhere: &Everywhere, environment: &Environment) -> CommandAnswer {
    let piped = if environment.has_keyboard { None } else { stdin::read_if_any() };
    let value: Value = piped.and_then(|it| serde_json::from_str(&it).ok()).unwrap_or_default();
    let dir = find_dirs(&value).into_iter().next();
    let desk = match dir {
        Some(dir) => Desk::open_at(everywhere, environment, &Acting::Reads, dir),
        None => Desk::open(everywhere, environment, &Acting::Reads),
    };
    let line = desk.ok().and_then(|desk| {
        let session = find_session(&value).or_else(|| desk.caller.session.clone());
        desk.app.statusline(&Caller { session, ..desk.caller.clone() })
    });
    let line = line.map(|it| clean(&it));
    let text = line.as_ref().map(|it| format!("{it}\n")).unwrap_or_default();
    let json = json!({ "line": line.unwrap_or_default() });
    CommandAnswer { json, ..CommandAnswer::new(&(), text) }
}
