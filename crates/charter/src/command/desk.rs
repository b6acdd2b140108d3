//! Where a command works: the open project, the caller, the screen.
//!
//! Owns the wiring from arguments and environment to the application. Must not know commands.

use crate::answer::Trouble;
use crate::args::Args;
use crate::env::Environment;
use crate::screen::{Ink, Screen, clean};
use charter_app::{App, Caller, Clock, FindingRow, Setup};
use charter_core::{Actor, NextAction, Severity, Timestamp};
use charter_store::RealDisk;
use std::path::Path;
use std::sync::Arc;

/// The most lines of one finding.
const FINDING_LINES_MAX: usize = 12;

/// Where a command works.
#[derive(Debug)]
pub(crate) struct Desk {
    /// The project.
    pub(crate) app: App,
    /// Who calls.
    pub(crate) caller: Caller,
    /// Where the answer goes.
    pub(crate) screen: Screen,
}

impl Desk {
    /// Opens the project that the process was started in.
    pub(crate) fn open(args: &Args, environment: &Environment) -> Result<Self, Trouble> {
        let cwd = environment.cwd.clone().map_err(|reason| {
            Trouble::bad_input(
                "cwd",
                "cwd-gone",
                format!("the working directory is gone: {reason}"),
            )
        })?;
        let clock = clock(environment)?;
        let actor = actor(args, environment, &cwd);
        let color = args.color.iter().map(|it| ("color", it.clone()));
        let setup = Setup {
            disk: Arc::new(RealDisk),
            cwd,
            root: args.root.clone(),
            user_config: environment.user_config(),
            env: environment.settings(),
            flags: color.collect(),
            holder: format!("{actor} (process {})", std::process::id()),
            clock,
        };
        let app = App::open(setup)?;
        let color = environment.wants_color(app.config().text("color"));
        let screen = Screen { width: environment.width(), color };
        let named = |it: &Option<String>| it.clone().filter(|it| !it.is_empty());
        let caller = Caller { actor, session: named(&args.session), charter: named(&args.charter) };
        Ok(Self { app, caller, screen })
    }

    /// Renders findings for stderr, one line each.
    pub(crate) fn notes(&self, findings: &[FindingRow]) -> String {
        findings.iter().map(|it| self.finding_line("", it) + "\n").collect()
    }

    /// Renders one finding behind an indent: how bad, where, what.
    pub(crate) fn finding_line(&self, indent: &str, finding: &FindingRow) -> String {
        let (word, ink) = match finding.severity {
            Severity::Error => ("error", Ink::Bad),
            Severity::Warning => ("warn ", Ink::Warn),
            Severity::Note => ("note ", Ink::Dim),
        };
        let line = finding.line.map(|line| format!(":{line}")).unwrap_or_default();
        let code = finding.code.code();
        let text = format!("{}{line}: {} [{code}]", finding.file, finding.message);
        let hanging = format!("{indent}{}", " ".repeat(word.len() + 2));
        let text = self.screen.wrap(&hanging, &text, FINDING_LINES_MAX);
        format!("{indent}{}  {}", self.screen.ink(ink, word), text.trim())
    }

    /// Renders the first next action as the line to type.
    ///
    /// A charter that follows from the situation need not be typed.
    pub(crate) fn next_line(&self, actions: &[NextAction]) -> String {
        let Some(action) = actions.first() else { return String::new() };
        let command = clean(&action.command);
        let implied = self.caller.charter.is_none() && self.caller.session.is_none();
        let command = if implied { without_charter(&command) } else { command };
        let command = self.screen.ink(Ink::Command, &command);
        format!("  next  {command}\n        {}\n", self.screen.ink(Ink::Dim, &action.hint))
    }
}

fn without_charter(command: &str) -> String {
    let Some((before, rest)) = command.split_once(" --charter ") else { return command.to_owned() };
    let after = rest.split_once(' ').map_or(String::new(), |(_, after)| format!(" {after}"));
    format!("{before}{after}")
}

/// A time that is fixed is a time that is wrong if it cannot be read.
fn clock(environment: &Environment) -> Result<Clock, Trouble> {
    match environment.text("CHARTER_NOW") {
        None => Ok(Clock::System),
        Some(text) => Timestamp::parse(text)
            .map(Clock::Fixed)
            .map_err(|problem| Trouble::bad_input("CHARTER_NOW", "bad-time", problem.to_string())),
    }
}

fn actor(args: &Args, environment: &Environment, cwd: &Path) -> Actor {
    if let Some(text) = &args.actor {
        return Actor::parse(text);
    }
    if let Some(actor) = environment.actor() {
        return actor;
    }
    let writes = args.command.as_ref().is_some_and(super::dispatch::Command::writes);
    if writes && environment.has_person {
        let name = charter_proof::user_name(cwd);
        let login = || environment.text("USER").map(str::to_owned);
        return name.or_else(login).map_or(Actor::Unknown, Actor::Person);
    }
    Actor::Unknown
}
