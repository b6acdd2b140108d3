//! The command line as a value.
//!
//! Owns the options that every command takes; each command's own are in its file. Must not act.

use crate::command::Command;
use clap::Parser;
use clap::builder::styling::{AnsiColor, Styles};
use std::path::PathBuf;

const STYLES: Styles = Styles::styled()
    .header(AnsiColor::Yellow.on_default())
    .usage(AnsiColor::Yellow.on_default())
    .literal(AnsiColor::Cyan.on_default());

/// From a vague idea to a proven end.
///
/// charter writes what was agreed as plain Markdown in your repository and lets nobody call the
/// work done until every criterion has evidence. Without a command it says where things stand.
#[derive(Debug, Parser)]
#[command(
    name = "charter",
    version,
    styles = STYLES,
    max_term_width = 100,
    after_help = "Example:\n  charter new \"Nurses lose 40 minutes a night copying vital signs\"\n  charter status"
)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,

    /// Answers as JSON on stdout
    #[arg(long, global = true, help_heading = "Everywhere")]
    pub(crate) json: bool,

    /// The charter that is meant: its id or any unique fragment of it
    #[arg(
        long,
        global = true,
        value_name = "ID",
        env = "CHARTER_ID",
        hide_env_values = true,
        help_heading = "Everywhere"
    )]
    pub(crate) charter: Option<String>,

    /// The session that calls, so that each agent has its own charter
    #[arg(
        long,
        global = true,
        value_name = "ID",
        env = "CHARTER_SESSION",
        hide_env_values = true,
        help_heading = "Everywhere"
    )]
    pub(crate) session: Option<String>,

    /// Who acts: person:NAME or agent:NAME; a record, not an authentication
    #[arg(long, global = true, value_name = "WHO", help_heading = "Everywhere")]
    pub(crate) actor: Option<String>,

    /// The directory that holds the charters [default: the nearest .charter]
    #[arg(long, global = true, value_name = "DIR", help_heading = "Everywhere")]
    pub(crate) root: Option<PathBuf>,

    /// Whether to colour: auto, always or never
    #[arg(long, global = true, value_name = "WHEN", value_parser = ["auto", "always", "never"], help_heading = "Everywhere")]
    pub(crate) color: Option<String>,
}
