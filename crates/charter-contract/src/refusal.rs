//! Why a contract says no.
//!
//! Owns its closed list of obstacles with their codes, which are API, and what can be done instead. Must
//! not know other features' lists.

use crate::Status;
use crate::scaffold::CERTIFICATE;
use charter_kernel::{
    IdProblem, NextAction, Obstacle, Problem, Refuse, first_of, help, shell_word,
};
use serde::Serialize;

/// What git takes for a history without an end.
const DEPTH_WHOLE: u32 = 0x7fff_ffff;

/// What remotes are called where a branch is named with its remote.
const REMOTES: [&str; 2] = ["origin", "upstream"];

/// Why a contract says no.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ContractRefusal {
    #[error("a charter needs an idea to start from")]
    ObjectiveMissing,
    /// The idea is longer than a ledger should hold in one line.
    #[error("the idea is {bytes} bytes long; the most is {max}")]
    ObjectiveTooLong { bytes: usize, max: usize },
    #[error("the name is {chars} characters long; the most is {max}")]
    NameTooLong { chars: usize, max: usize },
    /// The name has nothing to read in it, or line breaks.
    #[error("the name must be one line with at least one letter or digit")]
    NameUnusable,
    /// More than one thing is wrong with what was given.
    #[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
    Several(Vec<Self>),
    #[error("this needs a reason, and there is none")]
    ReasonMissing(&'static str),
    #[error("`{text}` is not a session: {problem}")]
    SessionUnusable { text: String, problem: IdProblem },
    /// There is a charter under this id already.
    #[error("there is a charter `{0}` already")]
    AlreadyCreated(String),
    /// The move is not legal in this state.
    #[error("`{charter_id}` {}", wrong_state(*status, step))]
    WrongState { charter_id: String, status: Status, step: &'static str },
    /// Something stands against completion.
    #[error("`{charter_id}` cannot be completed: {} against it", stands(blockers.len()))]
    NotShown { charter_id: String, blockers: Vec<Blocker> },
    /// criteria.md says something else than what was completed.
    #[error("criteria.md isn't what `{charter_id}` was completed with")]
    ChangedSinceEnd {
        charter_id: String,
        /// Its directory, as the caller sees it.
        path: String,
        blockers: Vec<Blocker>,
    },
    /// No charter was named and none follows from the situation.
    #[error("no charter is bound here and {}", open_count(candidates))]
    NoCharterBound {
        /// The open ones.
        candidates: Vec<String>,
        /// The one that ended last, where none is open.
        ended: Option<String>,
    },
    #[error("no charter matches `{fragment}`")]
    UnknownCharter { fragment: String, candidates: Vec<String> },
    #[error("`{fragment}` matches {} charters", candidates.len())]
    AmbiguousCharter { fragment: String, candidates: Vec<String> },
    #[error("`{fragment}` matches {} criteria in `{charter_id}`", candidates.len())]
    AmbiguousCriterion { charter_id: String, fragment: String, candidates: Vec<String> },
    #[error("no criterion matches `{fragment}` in `{charter_id}`")]
    UnknownCriterion { charter_id: String, fragment: String, candidates: Vec<String> },
    #[error("only a person can do this: {what}; you are {actor}")]
    PersonNeeded {
        what: &'static str,
        actor: String,
        /// What the person types.
        command: String,
    },
    /// A person is named in the session of an agent.
    #[error(
        "only a person can act as `{actor}`, and an agent is calling: session `{session}` is an agent's"
    )]
    AgentSession { actor: String, session: String },
    /// The name of one person is used with the key of another.
    #[error("your key {key} is listed for {name}; {actor} signs with a key of their own")]
    KeyOfAnother { key: String, name: String, actor: String },
    /// There is nothing to compare a branch with.
    #[error("cannot compare with `{0}`: it is not here, or shares no commit with this branch")]
    TargetUnknown(String),
    /// Where charters were said to be is nothing of the kind.
    #[error("no charters in `{root}`: neither this branch nor {against} has any there")]
    PlaceUnknown { root: String, against: String },
    /// Commands that this machine never ran here, which may be somebody else's.
    #[error(
        "{} never ran here and may come from somebody else; nothing was run", n_commands(commands.len())
    )]
    CommandsUnknown {
        /// The charter that they are recorded in; empty where they are in another file.
        charter_id: String,
        /// What was asked for, as it is typed.
        action: String,
        /// The commands, as they would be typed.
        commands: Vec<String>,
    },
    #[error("`{criterion_id}` has no `Command:` line and was never run")]
    CommandMissing { charter_id: String, criterion_id: String },
    #[error("no commit is called `{0}`")]
    BaseUnknown(String),
    /// The command would run somewhere else than in the project.
    #[error("a run outside of `{project}` shows nothing about it")]
    RunOutside { project: String },
    #[error("{} in `{charter_id}`; there is {}", not_called(given), listed(candidates))]
    UnknownMilestone { charter_id: String, given: String, candidates: Vec<String> },
    #[error("nothing was recorded: {}", first_of(problems))]
    EntriesUnusable { charter_id: String, problems: Vec<Problem> },
}

/// Says what a charter is, and so what can't be done with it; `step` is what was tried.
fn wrong_state(status: Status, step: &str) -> String {
    let is = match (status, step) {
        (Status::Completed, "complete") => return "is already complete".to_owned(),
        (Status::Abandoned, "abandon") => return "is already abandoned".to_owned(),
        (Status::Completed, _) => "is complete",
        (Status::Abandoned, _) => "is abandoned",
        (Status::Paused, _) => "is paused",
        (Status::Active, _) => "is active",
    };
    let not = match step {
        "pause" => "it can't be paused",
        "resume" => "it can't be resumed",
        "complete" => "it can't be completed",
        "abandon" => "it can't be abandoned",
        "be taken up again" => "it can't be taken up again",
        "be planned" => "it can't be planned",
        "have a plan approved" => "no plan can be approved",
        "take evidence" => "no evidence can be recorded",
        "have evidence confirmed" => "nothing can be confirmed",
        "waive a criterion" => "no criterion can be waived",
        "have a criterion wait" => "no criterion can be blocked",
        "agree on its criteria" => "its criteria can't be agreed on",
        "take an objection" => "no objection can be raised",
        "settle an objection" => "no objection can be settled",
        "have a gate confirmed" => "no gate can be confirmed",
        "take a checkpoint" => "no checkpoint can be recorded",
        other => return format!("{is}, so it can't {other}"),
    };
    format!("{is}, so {not}")
}

fn not_called(given: &str) -> String {
    if given.is_empty() {
        return "name the milestone".to_owned();
    }
    format!("no milestone is called `{given}`")
}

fn listed(names: &[String]) -> String {
    if names.is_empty() { "none".to_owned() } else { names.join(", ") }
}

fn n_commands(n: usize) -> String {
    if n == 1 { "1 command".to_owned() } else { format!("{n} commands") }
}

fn stands(n: usize) -> String {
    if n == 1 { "1 thing stands".to_owned() } else { format!("{n} things stand") }
}

fn open_count(candidates: &[String]) -> String {
    match candidates.len() {
        0 => "none is open".to_owned(),
        n => format!("{n} are open"),
    }
}

/// One thing that stands against completion.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Blocker {
    /// The criterion it is about, unless it is about the whole.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub criterion_id: Option<String>,
    /// The milestone it is about, where it is about one as a whole.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub milestone_id: Option<String>,
    /// What sort of thing, as a stable word.
    pub reason: String,
    pub description: String,
    /// The file it is in, where it is about no criterion and no milestone.
    #[serde(skip)]
    pub file: &'static str,
}

impl Blocker {
    /// Names something that stands against the whole.
    #[must_use]
    pub fn new(reason: &str, description: impl Into<String>) -> Self {
        Self {
            criterion_id: None,
            milestone_id: None,
            reason: reason.to_owned(),
            description: description.into(),
            file: "REPORT.md",
        }
    }

    /// Says which file it is in, where it is about no criterion.
    #[must_use]
    pub fn at(self, file: &'static str) -> Self {
        Self { file, ..self }
    }

    #[must_use]
    pub fn of_criterion(self, id: &str) -> Self {
        Self { criterion_id: Some(id.to_owned()), ..self }
    }

    /// Says which milestone it is about as a whole.
    #[must_use]
    pub fn of_milestone(self, id: &str) -> Self {
        Self { milestone_id: Some(id.to_owned()), ..self }
    }

    /// Says the same as a problem of a refusal.
    #[must_use]
    pub fn to_problem(&self) -> Problem {
        let path = self.criterion_id.as_deref().or(self.milestone_id.as_deref());
        let (path, code) = (path.unwrap_or(self.file).to_owned(), self.reason.clone());
        Problem { path, code, message: self.description.clone() }
    }
}

impl Refuse for ContractRefusal {
    fn obstacle(&self) -> Obstacle<'_> {
        match self {
            Self::ObjectiveMissing => Obstacle::bad_input("objective-missing", "idea"),
            Self::ObjectiveTooLong { .. } => Obstacle::bad_input("objective-too-long", "idea"),
            Self::NameTooLong { .. } => Obstacle::bad_input("name-too-long", "name"),
            Self::NameUnusable => Obstacle::bad_input("name-unusable", "name"),
            Self::Several(all) => {
                all.first().map_or(Obstacle::bad_input("objective-missing", "idea"), Self::obstacle)
            }
            Self::ReasonMissing(_) => Obstacle::bad_input("reason-missing", "reason"),
            Self::SessionUnusable { .. } => Obstacle::bad_input("session-unusable", "session"),
            Self::AlreadyCreated(_) => Obstacle::conflict("already-created", "charter"),
            Self::WrongState { .. } => Obstacle::refused("wrong-state", "status"),
            Self::NotShown { .. } => Obstacle::refused("not-shown", "charter"),
            Self::ChangedSinceEnd { .. } => Obstacle::refused("register-changed", "criteria.md"),
            Self::NoCharterBound { .. } => Obstacle::bad_input("NO_CHARTER_BOUND", "charter"),
            Self::UnknownCharter { .. } => Obstacle::bad_input("unknown-charter", "charter"),
            Self::AmbiguousCharter { .. } => Obstacle::bad_input("ambiguous-charter", "charter"),
            Self::AmbiguousCriterion { .. } => {
                Obstacle::bad_input("ambiguous-criterion", "criteria.md")
            }
            Self::UnknownCriterion { .. } => {
                Obstacle::bad_input("unknown-criterion", "criteria.md")
            }
            Self::PersonNeeded { .. } => Obstacle::refused("person-needed", "actor"),
            Self::AgentSession { .. } => Obstacle::bad_input("actor-disguised", "actor"),
            Self::KeyOfAnother { .. } => Obstacle::refused("key-of-another", "actor"),
            Self::CommandsUnknown { .. } => Obstacle::refused("commands-unknown-here", "command"),
            Self::CommandMissing { .. } => Obstacle::bad_input("command-missing", "criteria.md"),
            Self::TargetUnknown(_) => Obstacle::bad_input("target-unknown", "against"),
            Self::PlaceUnknown { .. } => Obstacle::bad_input("place-unknown", "root"),
            Self::BaseUnknown(_) => Obstacle::bad_input("base-unknown", "base"),
            Self::RunOutside { .. } => Obstacle::bad_input("run-outside", "cwd"),
            Self::UnknownMilestone { .. } => {
                Obstacle::bad_input("unknown-milestone", "criteria.md")
            }
            Self::EntriesUnusable { .. } => Obstacle::bad_input("entries-unusable", "entry"),
        }
    }

    fn collected(&self) -> Option<Vec<Problem>> {
        if let Self::Several(all) = self {
            return Some(all.iter().flat_map(Self::problems).collect());
        }
        if let Self::NotShown { blockers, .. } | Self::ChangedSinceEnd { blockers, .. } = self {
            return Some(blockers.iter().map(Blocker::to_problem).collect());
        }
        if let Self::EntriesUnusable { problems, .. } = self {
            return Some(problems.clone());
        }
        let Self::CommandsUnknown { commands, .. } = self else { return None };
        let problem = |it: &String| Problem {
            path: it.clone(),
            code: self.code().to_owned(),
            message: "it never ran here".to_owned(),
        };
        Some(commands.iter().map(problem).collect())
    }

    fn next_actions(&self) -> Vec<NextAction> {
        let new = || NextAction::new("create", "start a charter", "charter new \"an idea\"");
        let list = || NextAction::new("list", "see every charter", "charter list");
        let status = |id: &str| NextAction::about("status", id, "see where it stands", "");
        let one =
            |action: &str, hint: &str, command: &str| vec![NextAction::new(action, hint, command)];
        match self {
            Self::ObjectiveMissing
            | Self::ObjectiveTooLong { .. }
            | Self::NameTooLong { .. }
            | Self::NameUnusable
            | Self::Several(_) => vec![new()],
            Self::ReasonMissing("agree") => {
                one("agree", "say why it was reworded or removed", "charter agree -m \"why\"")
            }
            Self::ReasonMissing(command) => vec![help(command)],
            Self::SessionUnusable { .. } => vec![list()],
            Self::WrongState { charter_id, status: Status::Paused, .. } => {
                vec![NextAction::about("resume", charter_id, "continue it", ""), status(charter_id)]
            }
            Self::WrongState { charter_id, .. } => {
                let hint = "open a new charter";
                vec![status(charter_id), NextAction { hint: hint.to_owned(), ..new() }]
            }
            Self::NoCharterBound { candidates, ended } if candidates.is_empty() => {
                ended.iter().map(see_ended).chain([new(), list()]).collect()
            }
            Self::NoCharterBound { candidates, .. }
            | Self::AmbiguousCharter { candidates, .. }
            | Self::UnknownCharter { candidates, .. } => choose(candidates, list()),
            Self::AmbiguousCriterion { charter_id, candidates, .. } => {
                show_each(charter_id, candidates)
            }
            Self::EntriesUnusable { charter_id, .. } if charter_id.is_empty() => {
                one("help", "see what an entry takes", "charter record --help")
            }
            Self::NotShown { charter_id, blockers } if is_about_ledger(blockers) => {
                let hint = "the ledger is not whole: see how";
                vec![NextAction::about("doctor", charter_id, hint, "")]
            }
            Self::AlreadyCreated(charter_id)
            | Self::NotShown { charter_id, .. }
            | Self::UnknownCriterion { charter_id, .. }
            | Self::UnknownMilestone { charter_id, .. }
            | Self::EntriesUnusable { charter_id, .. } => vec![status(charter_id)],
            Self::ChangedSinceEnd { path, .. } => {
                let hint = "or open a new charter";
                vec![restore_register(path), NextAction { hint: hint.to_owned(), ..new() }]
            }
            Self::CommandsUnknown { charter_id, action, .. } => vouch(charter_id, action),
            Self::CommandMissing { charter_id, criterion_id } => {
                name_command(charter_id, criterion_id)
            }
            Self::RunOutside { project } => {
                one("cd", "go there and try again", &format!("cd {}", shell_word(project)))
            }
            Self::TargetUnknown(name) => fetch_target(name),
            Self::PlaceUnknown { .. } => one("check", EVERY_PLACE, "charter check --ci"),
            Self::BaseUnknown(_) => one("log", "see what commits there are", "git log --oneline"),
            Self::KeyOfAnother { .. } => {
                one("key", "see which key signs, and for whom", "charter key")
            }
            Self::AgentSession { .. } => {
                one("list", "see what waits for a person", "charter confirm")
            }
            Self::PersonNeeded { command, .. } => {
                one("shell", "ask a person to type this in a terminal", command.as_str())
            }
        }
    }
}

/// Offers to say which command checks a criterion.
fn name_command(charter_id: &str, criterion_id: &str) -> Vec<NextAction> {
    let rest = format!("{} -- \"the command that checks it\"", shell_word(criterion_id));
    vec![NextAction::about("prove", charter_id, "name the command that checks it", &rest)]
}

/// Offers to bring criteria.md back as a charter was completed with; `path` is its directory as the caller sees it.
///
/// The certificate is written by completing and by nothing else, so its last commit is the one that holds what was
/// completed. Where that is in no commit yet, what was staged comes back.
#[must_use]
pub fn restore_register(path: &str) -> NextAction {
    let (certificate, register) =
        (shell_word(&format!("{path}/{CERTIFICATE}")), shell_word(&format!("{path}/criteria.md")));
    let command = format!("git checkout $(git log -1 --format=%H -- {certificate}) -- {register}");
    NextAction::new("restore", "put criteria.md back as it was completed", command)
}

/// Tells whether what stands against completion is the ledger, about which no criterion says anything.
fn is_about_ledger(blockers: &[Blocker]) -> bool {
    blockers.iter().any(|it| it.reason.starts_with("ledger-"))
}

/// What a check without a named place does.
const EVERY_PLACE: &str = "checks every place in the repository, without `--root` and CHARTER_ROOT";

/// Offers to fetch a branch with its history, and to check again.
///
/// A clone may be shallow and may follow one branch only. `--unshallow` fails where a clone is whole; a depth
/// without end is the same in a shallow one and changes nothing in a whole one.
fn fetch_target(name: &str) -> Vec<NextAction> {
    let split = name.split_once('/').filter(|(remote, _)| REMOTES.contains(remote));
    let (remote, branch) = split.unwrap_or(("origin", name));
    let to = format!("+{branch}:refs/remotes/{remote}/{branch}");
    let fetch = format!("git fetch --depth={DEPTH_WHOLE} {remote} {}", shell_word(&to));
    let again = shell_word(&format!("{remote}/{branch}"));
    vec![
        NextAction::new("fetch", "fetch it with its history (in CI: `fetch-depth: 0`)", fetch),
        NextAction::new(
            "check",
            "then check again",
            format!("charter check --ci --against {again}"),
        ),
    ]
}

fn see_ended(id: &String) -> NextAction {
    NextAction::about("status", id, format!("see `{id}`, which ended last"), "")
}

/// Offers criteria to look at.
fn show_each(charter_id: &str, candidates: &[String]) -> Vec<NextAction> {
    let show = |id: &String| {
        let shown = format!("show {}", shell_word(id));
        let action = "show".to_owned();
        NextAction { action, ..NextAction::about(&shown, charter_id, "see this one", "") }
    };
    candidates.iter().take(5).map(show).collect()
}

/// Offers to run commands that somebody else may have written.
fn vouch(charter_id: &str, action: &str) -> Vec<NextAction> {
    let hint = "run them, if you trust every one of them";
    if charter_id.is_empty() {
        let word = action.split(' ').next().unwrap_or(action);
        return vec![NextAction::new(word, hint, format!("charter {action} --yes"))];
    }
    vec![
        NextAction::about(&format!("{action} --yes"), charter_id, hint, ""),
        NextAction::about("log", charter_id, "see who recorded them", ""),
    ]
}

/// Offers charters to choose from. People see two hints: where there is more to choose from, the
/// list comes first.
fn choose(candidates: &[String], list: NextAction) -> Vec<NextAction> {
    let uses = candidates.iter().take(5).map(|id| {
        let command = format!("charter use {}", shell_word(id));
        NextAction::new("use", "work on this one", command)
    });
    let (first, last) = if candidates.len() > 1 { (Some(list), None) } else { (None, Some(list)) };
    first.into_iter().chain(uses).chain(last).collect()
}
