//! Where a command works: the open project, the caller, the screen.
//!
//! Owns the wiring from arguments and environment to the application. Must not know commands.

use crate::answer::{CommandAnswer, Trouble};
use crate::args::Args;
use crate::env::Environment;
use crate::progress::{MindLine, Progress};
use crate::screen::{Ink, Screen, clean};
use charter_app::{App, AppSetup, Caller, Clock, FindingRow, MindWatch, ReplayPlace};
use charter_contract::Status;
use charter_engine::Command;
use charter_kernel::{Actor, NextAction, Severity, Timestamp};
use charter_store::RealDisk;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The most lines of one finding.
const FINDING_LINES_MAX: usize = 12;

/// What a command says about who acts, before anybody is looked for.
#[derive(Debug, Clone)]
pub(crate) enum Acting {
    /// It is a hook, which says itself whose it is.
    Hook(Actor),
    /// It may write an event, which then says who asked for it.
    Writes,
    Reads,
}

/// Where a command works.
#[derive(Debug)]
pub(crate) struct Desk<'a> {
    /// What was typed.
    args: &'a Args,
    /// What the process inherits.
    pub(crate) environment: &'a Environment,
    /// The project.
    pub(crate) app: App,
    /// Who calls.
    pub(crate) caller: Caller,
    /// Where the answer goes.
    pub(crate) screen: Screen,
    /// Whether the answer is for a program.
    pub(crate) wants_json: bool,
    /// Whether the answer goes to a terminal, as text.
    pub(crate) has_screen: bool,
    /// Whether questions can be asked here and now.
    pub(crate) can_talk: bool,
    /// The line about a model that is asked.
    pub(crate) mind_line: Arc<MindLine>,
}

impl<'a> Desk<'a> {
    /// Opens the project that the process was started in.
    pub(crate) fn open(
        args: &'a Args,
        environment: &'a Environment,
        acting: &Acting,
    ) -> Result<Self, Trouble> {
        Self::open_at(args, environment, acting, cwd(environment)?)
    }

    /// Opens the project that a directory is in.
    pub(crate) fn open_at(
        args: &'a Args,
        environment: &'a Environment,
        acting: &Acting,
        cwd: PathBuf,
    ) -> Result<Self, Trouble> {
        let setup = setup_at(args, environment, cwd)?;
        let actor = actor(args, environment, acting, &setup.cwd)?;
        let holder = format!("{actor} ({})", setup.holder);
        let app = App::open(AppSetup { holder, ..setup })?;
        let color = environment.wants_color(app.config().text("color"));
        let screen = Screen { width: environment.width(), color };
        let margin = Screen { width: environment.margin_width(), ..screen };
        let line = Progress::new(margin, environment.shows_progress() && !args.json);
        let mind_line = Arc::new(MindLine::new(margin, line));
        let watch: Arc<dyn MindWatch> = Arc::<MindLine>::clone(&mind_line);
        let app = app.watched(watch);
        let (session, charter) = (session(args, environment), charter(args, environment));
        Ok(Self {
            args,
            environment,
            app,
            caller: Caller { actor, session, charter },
            screen,
            wants_json: args.json,
            has_screen: environment.has_screen && !args.json,
            can_talk: environment.can_talk() && !args.json,
            mind_line,
        })
    }

    /// Opens the same project again, after the user's settings changed.
    pub(crate) fn again(&self) -> Result<Self, Trouble> {
        let setup = setup_at(self.args, self.environment, cwd(self.environment)?)?;
        let holder = format!("{} ({})", self.caller.actor, setup.holder);
        let app = App::open(AppSetup { holder, ..setup })?.in_place_of(&self.app);
        let (caller, mind_line) = (self.caller.clone(), Arc::clone(&self.mind_line));
        Ok(Self { app, caller, mind_line, ..*self })
    }

    /// Prepares a line about work that goes on, where somebody would see it.
    pub(crate) fn progress(&self) -> Progress {
        let screen = Screen { width: self.environment.margin_width(), ..self.screen };
        Progress::new(screen, self.environment.shows_progress() && !self.wants_json)
    }

    /// Says what is around a command that is replayed.
    pub(crate) fn replay_place(&self) -> ReplayPlace {
        let (vars, program) = (self.environment.vars().clone(), self.environment.program());
        ReplayPlace { vars, own_vars: BTreeMap::new(), program }
    }

    /// Renders findings for stderr, one line each.
    pub(crate) fn notes(&self, findings: &[FindingRow]) -> String {
        notes_on(self.screen, findings)
    }

    /// Renders what is odd about the settings.
    pub(crate) fn setting_notes(&self) -> String {
        self.notes(&self.app.setting_findings())
    }

    /// Renders one finding behind an indent: how bad, where, what.
    pub(crate) fn finding_line(&self, indent: &str, finding: &FindingRow) -> String {
        finding_line_on(self.screen, indent, finding)
    }

    /// Gives the command line that means a charter, with its name only where it needs one: the next
    /// command without a name must mean the same charter.
    pub(crate) fn typed(&self, action: &str, charter_id: &str) -> String {
        let command = NextAction::about(action, charter_id, "", "").command;
        let nobody = Caller { charter: None, ..self.caller.clone() };
        let is_meant = self.caller.charter.is_none() && self.app.means(&nobody, charter_id);
        let command = if is_meant { command.without_charter() } else { command };
        self.args.complete_command(&command)
    }

    /// Renders the first next action as the line to type about a charter in some state.
    ///
    /// An open charter that followed from the situation does so again, and need not be typed.
    pub(crate) fn next_line_for(&self, status: Status, actions: &[NextAction]) -> String {
        let implied = self.caller.charter.is_none();
        let shorten =
            |it: &NextAction| NextAction { command: it.command.without_charter(), ..it.clone() };
        if implied && status.is_open() {
            return self.next_line(&actions.iter().map(shorten).collect::<Vec<_>>());
        }
        self.next_line(actions)
    }

    /// Changes the charter; answers with what became of it, now or before, and what to type next.
    pub(crate) fn change(
        &self,
        command: &Command,
        [now, before]: [&str; 2],
    ) -> Result<CommandAnswer, Trouble> {
        let report = self.app.change(&self.caller, command)?;
        let words = if report.changed { now } else { before };
        let next = self.next_line_for(report.status, &report.next_actions);
        Ok(CommandAnswer::new(&report, format!("{} {words}\n{next}", report.charter_id)))
    }

    /// Renders the first next action as the line to type.
    pub(crate) fn next_line(&self, actions: &[NextAction]) -> String {
        let Some(action) = actions.first() else { return String::new() };
        let command = self.args.complete_command(&action.command);
        let command = self.screen.ink(Ink::Command, &clean(&command));
        let hint = self.screen.wrap("        ", &action.hint, FINDING_LINES_MAX);
        format!("  next  {command}\n{}\n", self.screen.ink(Ink::Dim, hint.trim_end_matches('\n')))
    }
}

/// Renders findings for stderr, one line each.
pub(crate) fn notes_on(screen: Screen, findings: &[FindingRow]) -> String {
    findings.iter().map(|it| finding_line_on(screen, "", it) + "\n").collect()
}

fn finding_line_on(screen: Screen, indent: &str, finding: &FindingRow) -> String {
    let (word, ink) = match finding.severity {
        Severity::Error => ("error", Ink::Bad),
        Severity::Warning => ("warn ", Ink::Warn),
        Severity::Note => ("note ", Ink::Dim),
    };
    let line = finding.line.map(|line| format!(":{line}")).unwrap_or_default();
    let code = finding.code.code;
    let text = format!("{}{line}: {} [{code}]", finding.file, finding.message);
    let hanging = format!("{indent}{}", " ".repeat(word.len() + 2));
    let text = screen.wrap(&hanging, &text, FINDING_LINES_MAX);
    format!("{indent}{}  {}", screen.ink(ink, word), text.trim())
}

/// Gives how the project that the process was started in is opened; nothing is read yet.
pub(crate) fn setup(args: &Args, environment: &Environment) -> Result<AppSetup, Trouble> {
    setup_at(args, environment, cwd(environment)?)
}

fn cwd(environment: &Environment) -> Result<PathBuf, Trouble> {
    environment.cwd.clone().map_err(|reason| {
        let message = format!("the working directory is gone: {reason}");
        let next = NextAction::new("leave", "go where there is something", "cd");
        Trouble::bad_input("cwd", "cwd-gone", message, next)
    })
}

fn setup_at(args: &Args, environment: &Environment, cwd: PathBuf) -> Result<AppSetup, Trouble> {
    check_environment(environment)?;
    let color = args.color.iter().map(|it| ("color", it.clone()));
    Ok(AppSetup {
        disk: Arc::new(RealDisk),
        cwd,
        root: args.root.clone(),
        user_config: environment.user_config(),
        env: environment.settings(),
        flags: color.collect(),
        holder: format!("process {}", std::process::id()),
        clock: clock(environment)?,
        temp: environment.temp_dir(),
        vars: environment.vars().clone(),
        program: environment.program(),
        key: args.key.clone(),
    })
}

/// Gives the session that is named. An empty variable is one that is not set; an empty option is a
/// mistake and refused.
pub(crate) fn session(args: &Args, environment: &Environment) -> Option<String> {
    args.session.clone().or_else(|| environment.text("CHARTER_SESSION").map(str::to_owned))
}

/// Gives the charter that is named, in the same way.
pub(crate) fn charter(args: &Args, environment: &Environment) -> Option<String> {
    args.charter.clone().or_else(|| environment.text("CHARTER_ID").map(str::to_owned))
}

/// Gives the actor that is named, if one is.
pub(crate) fn told_actor(args: &Args, environment: &Environment) -> Result<Option<Actor>, Trouble> {
    let told = args.actor.as_deref().or_else(|| environment.text("CHARTER_ACTOR"));
    let parse = |text: &str| {
        Actor::parse_exact(text).ok_or_else(|| {
            let message = format!("`{text}` is not person:NAME or agent:NAME");
            let next = NextAction::new("help", "see what it takes", "charter --help");
            Trouble::bad_input("actor", "actor-unusable", message, next)
        })
    };
    told.map(parse).transpose()
}

/// A variable that cannot be read must not be passed over: its owner believes that it counts.
fn check_environment(environment: &Environment) -> Result<(), Trouble> {
    let Some(name) = environment.find_non_text() else { return Ok(()) };
    let next = NextAction::new("unset", "use the default", format!("unset {name}"));
    Err(Trouble::bad_input(name, "not-text", format!("`{name}` is not UTF-8 text"), next))
}

/// A time that is fixed is a time that is wrong if it cannot be read.
fn clock(environment: &Environment) -> Result<Clock, Trouble> {
    match environment.text("CHARTER_NOW") {
        None => Ok(Clock::System),
        Some(text) => Timestamp::parse(text).map(Clock::Fixed).map_err(|problem| {
            let next = NextAction::new("unset", "use the clock", "unset CHARTER_NOW");
            Trouble::bad_input("CHARTER_NOW", "bad-time", problem.to_string(), next)
        }),
    }
}

/// An agent is no person, whatever it says: its variables, and the session that it was given, show who calls.
fn check_told(actor: &Actor, environment: &Environment) -> Result<(), Trouble> {
    if !actor.is_person() {
        return Ok(());
    }
    let session =
        environment.text("CHARTER_SESSION").map(|_| "`CHARTER_SESSION` is set".to_owned());
    let Some(sign) = session.or_else(|| environment.agent_sign()) else { return Ok(()) };
    let message = format!("only a person can act as `{actor}`, and an agent is calling: {sign}");
    let next = NextAction::new("list", "see what waits for a person", "charter confirm");
    Err(Trouble::bad_input("actor", "actor-disguised", message, next))
}

fn actor(
    args: &Args,
    environment: &Environment,
    acting: &Acting,
    cwd: &Path,
) -> Result<Actor, Trouble> {
    if let Some(actor) = told_actor(args, environment)? {
        if matches!(acting, Acting::Writes) {
            check_told(&actor, environment)?;
        }
        return Ok(actor);
    }
    let has_session = environment.text("CHARTER_SESSION").is_some();
    Ok(match (acting, environment.agent()) {
        (Acting::Hook(actor), _) => actor.clone(),
        (Acting::Writes | Acting::Reads, Some(agent)) => agent,
        // A session is an agent's, also in a terminal that it opened for itself.
        (Acting::Writes, None) if environment.has_person && !has_session => {
            match environment.agent_above() {
                // Whoever opens a terminal with nothing in it stays who they are.
                Some((_, agent)) => Actor::Agent(agent.to_owned()),
                None => charter_proof::user_name(cwd).map_or(Actor::Unknown, Actor::Person),
            }
        }
        (Acting::Writes | Acting::Reads, None) => Actor::Unknown,
    })
}
