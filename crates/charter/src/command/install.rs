//! `charter install`: charter in a coding agent's own files, and out of them.

use super::Desk;
use crate::answer::{CommandAnswer, Trouble};
use crate::screen::{Ink, Screen, clean, column, count};
use crate::skill;
use charter_agents::install::{Agent, Line, LineChange, Scope};
use charter_app::{
    Act, FileAction, FileRow, InstallAsk, InstallMode, InstallPlaces, InstallReport,
    InstalledReport, Presence,
};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use std::fmt::Write;

/// The most lines that one line of a diff takes.
const WRAPPED_MAX: usize = 8;

/// Add charter to a coding agent, or take it out again
///
/// Writes into the agent's own files, for this project or for you: the MCP server, the hooks, slash
/// commands and the skill. Everything else in a file keeps its bytes, and the diff is shown. What you
/// edited in charter's part is kept and named. Without an agent it lists what is installed where.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  charter install claude --dry-run\n  charter install codex --user\n  charter install claude --uninstall"
)]
pub(crate) struct InstallArgs {
    /// The agent
    #[arg(value_parser = agent_words())]
    agent: Option<Agent>,

    /// For everybody who works on this project; this is the default
    #[arg(long, requires = "agent", conflicts_with = "user")]
    project: bool,

    /// For you, in every project
    #[arg(long, requires = "agent")]
    user: bool,

    /// Only show what would change
    #[arg(long, requires = "agent")]
    dry_run: bool,

    /// Take it out again
    #[arg(long, requires = "agent")]
    uninstall: bool,
}

/// Takes the word of an agent.
fn agent_words() -> impl TypedValueParser<Value = Agent> {
    let words = Agent::ALL.map(|it| PossibleValue::new(it.word()).help(it.name()));
    PossibleValuesParser::new(words).try_map(|it| Agent::parse(&it).ok_or("it is no agent"))
}

pub(crate) fn run(args: &InstallArgs, desk: &Desk<'_>) -> Result<CommandAnswer, Trouble> {
    let places = InstallPlaces {
        dirs: desk.environment.agent_dirs(),
        search: desk.environment.search_path(),
        program: desk.environment.program(),
        skill: skill::FILES,
    };
    let Some(agent) = args.agent else {
        let report = desk.app.installed(&places);
        let text = render_list(&report, desk);
        return Ok(CommandAnswer::new(&report, text));
    };
    let ask = InstallAsk {
        agent,
        scope: if args.user { Scope::User } else { Scope::Project },
        act: if args.uninstall { Act::Uninstall } else { Act::Install },
        trial: if args.dry_run { InstallMode::Dry } else { InstallMode::Real },
        places: &places,
    };
    let report = desk.app.install(&ask)?;
    let text = render(&ask, &report, desk);
    let notes = note_path(&ask, &report);
    Ok(CommandAnswer::new(&report, text).with_notes(notes))
}

fn render_list(report: &InstalledReport, desk: &Desk<'_>) -> String {
    let head = format!("  {}{}{}{}", column("", 10), column("", 16), column("project", 11), "user");
    let mut text = desk.screen.ink(Ink::Dim, &head) + "\n";
    for row in &report.agents {
        let cell = |it: Presence| {
            let ink = match it {
                Presence::Installed => Ink::Good,
                Presence::Partial => Ink::Warn,
                Presence::Absent => Ink::Dim,
            };
            desk.screen.ink(ink, &column(it.word(), 11))
        };
        let (agent, name) = (column(row.agent, 10), column(row.name, 16));
        let line = format!("  {agent}{name}{}{}", cell(row.project), cell(row.user));
        let _ = writeln!(text, "{}", line.trim_end());
    }
    text.push('\n');
    text.push_str(&desk.next_line(&report.next_actions));
    text
}

fn render(ask: &InstallAsk<'_>, report: &InstallReport, desk: &Desk<'_>) -> String {
    let mut text = String::new();
    let changed = |it: &&FileRow| it.action != FileAction::Unchanged;
    for row in report.files.iter().filter(changed) {
        text.push_str(&render_file(row, &desk.screen));
    }
    let idle = report.files.iter().filter(|it| it.action == FileAction::Unchanged).count();
    if idle > 0 {
        let words = format!("  unchanged  {}\n", count(idle, "file", "files"));
        text.push_str(&desk.screen.ink(Ink::Dim, &words));
    }
    for row in &report.kept {
        let place = if row.place.is_empty() { String::new() } else { format!(" {}", row.place) };
        let words = format!("{}{place}: {}", row.path, row.reason);
        let words = desk.screen.wrap("             ", &words, 4);
        let head = desk.screen.ink(Ink::Warn, "left alone");
        let _ = writeln!(text, "  {head} {}", words.trim());
    }
    text.push_str(&verdict(ask, report, &desk.screen));
    text.push_str(&match (ask.act, ask.trial) {
        (Act::Install, InstallMode::Real) => next_step(ask.agent, &desk.screen),
        (Act::Install | Act::Uninstall, InstallMode::Dry) | (Act::Uninstall, InstallMode::Real) => {
            desk.next_line(&report.next_actions)
        }
    });
    text
}

/// A path of this machine is of no use to others who get the file.
fn note_path(ask: &InstallAsk<'_>, report: &InstallReport) -> String {
    let is_plain = report.program == "charter";
    if is_plain || ask.act == Act::Uninstall || ask.scope == Scope::User {
        return String::new();
    }
    "charter is not on PATH, so the files name its place on this machine\n".to_owned()
}

fn render_file(row: &FileRow, screen: &Screen) -> String {
    let ink = match row.action {
        FileAction::Created => Ink::Good,
        FileAction::Removed => Ink::Bad,
        FileAction::Changed | FileAction::Unchanged => Ink::Warn,
    };
    let head = screen.ink(ink, &column(row.action.word(), 10));
    let counts = match (row.lines_added, row.lines_removed) {
        (added, 0) => format!("+{added}"),
        (0, removed) => format!("-{removed}"),
        (added, removed) => format!("+{added} -{removed}"),
    };
    let mut text = format!("  {head} {} {}\n", clean(&row.path), screen.ink(Ink::Dim, &counts));
    for line in &row.lines {
        text.push_str(&render_line(line, screen));
    }
    text
}

/// Renders a line of a diff; one that is too wide goes on below.
fn render_line(line: &Line, screen: &Screen) -> String {
    let (sign, ink) = match line.change {
        LineChange::Same => (' ', Ink::Dim),
        LineChange::Gone => ('-', Ink::Bad),
        LineChange::New => ('+', Ink::Good),
        LineChange::Gap => return screen.ink(Ink::Dim, "      …") + "\n",
    };
    let text = line.text.replace('\t', "  ");
    let body = text.trim_start();
    let indent = " ".repeat(6 + text.len() - body.len());
    let wrapped = screen.wrap(&indent, body, WRAPPED_MAX);
    let wrapped = wrapped.get(5..).unwrap_or_default();
    let lines = format!("    {sign}{wrapped}");
    lines.lines().map(|it| screen.ink(ink, it.trim_end()) + "\n").collect()
}

fn verdict(ask: &InstallAsk<'_>, report: &InstallReport, screen: &Screen) -> String {
    let name = ask.agent.name();
    let whom = match ask.scope {
        Scope::Project => "in this project",
        Scope::User => "for you",
    };
    let is_idle = report.files.iter().all(|it| it.action == FileAction::Unchanged);
    let words = match (ask.act, ask.trial, is_idle) {
        (Act::Install, _, true) => format!("{name} has charter {whom} already"),
        (Act::Uninstall, _, true) => format!("{name} has nothing of charter {whom}"),
        (Act::Install, InstallMode::Real, false) => format!("{name} has charter {whom}"),
        (Act::Uninstall, InstallMode::Real, false) => format!("charter is out of {name} {whom}"),
        (Act::Install | Act::Uninstall, InstallMode::Dry, false) => {
            "nothing was written".to_owned()
        }
    };
    format!("\n  {}\n", screen.ink(Ink::Strong, &words))
}

fn next_step(agent: Agent, screen: &Screen) -> String {
    format!("  next  {}\n", screen.ink(Ink::Command, agent.next_step()))
}
