//! The engine says no: an expected outcome with every problem and the next legal actions.
//!
//! Owns the closed list of obstacles with their codes, which are API. A refusal changes nothing.
//! Must not know exit codes or how a refusal is shown.

use crate::Status;
use crate::attest::KeyProblem;
use crate::plan::PlanRefusal;
use crate::query::Blocker;
use charter_kernel::IdProblem;
use charter_kernel::NextAction;
use charter_kernel::Problem;
use charter_kernel::first_of;
use charter_kernel::shell_word;

/// Why the engine says no.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The idea is empty.
    #[error("a charter needs an idea to start from")]
    ObjectiveMissing,
    /// The idea is longer than a ledger should hold in one line.
    #[error("the idea is {bytes} bytes long; the most is {max}")]
    ObjectiveTooLong {
        /// Its length.
        bytes: usize,
        /// The limit.
        max: usize,
    },
    /// The name is longer than the limit.
    #[error("the name is {chars} characters long; the most is {max}")]
    NameTooLong {
        /// Its length.
        chars: usize,
        /// The limit.
        max: usize,
    },
    /// The name has nothing to read in it, or line breaks.
    #[error("the name must be one line with at least one letter or digit")]
    NameUnusable,
    /// More than one thing is wrong with what was given.
    #[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
    Several(Vec<Self>),
    /// A reason is needed and there is none.
    #[error("this needs a reason, and there is none")]
    ReasonMissing(&'static str),
    /// The session's id cannot be one.
    #[error("`{text}` is not a session: {problem}")]
    SessionUnusable {
        /// What was given.
        text: String,
        /// What is wrong with it.
        problem: IdProblem,
    },
    /// There is a charter under this id already.
    #[error("there is a charter `{0}` already")]
    AlreadyCreated(String),
    /// The move is not legal in this state.
    #[error("`{charter_id}` is {}; it cannot {step}", status.word())]
    WrongState {
        /// The charter.
        charter_id: String,
        /// Where it is.
        status: Status,
        /// What was asked.
        step: &'static str,
    },
    /// Something stands against completion.
    #[error("`{charter_id}` cannot be completed: {} against it", stands(blockers.len()))]
    NotShown {
        /// The charter.
        charter_id: String,
        /// Everything that does.
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
    /// No charter has this id or fragment.
    #[error("no charter matches `{fragment}`")]
    UnknownCharter {
        /// What was given.
        fragment: String,
        /// What there is.
        candidates: Vec<String>,
    },
    /// More than one charter has this fragment.
    #[error("`{fragment}` matches {} charters", candidates.len())]
    AmbiguousCharter {
        /// What was given.
        fragment: String,
        /// What it matches.
        candidates: Vec<String>,
    },
    /// More than one criterion has this fragment.
    #[error("`{fragment}` matches {} criteria in `{charter_id}`", candidates.len())]
    AmbiguousCriterion {
        /// The charter.
        charter_id: String,
        /// What was given.
        fragment: String,
        /// What it matches.
        candidates: Vec<String>,
    },
    /// The answer is for another question than the one that is open.
    #[error("question `{given}` is not open; the open one is `{open}`")]
    OtherQuestion {
        /// What was given.
        given: String,
        /// What is open.
        open: String,
    },
    /// There is no question to answer.
    #[error("no question is open: {0}")]
    NoQuestion(String),
    /// There is nothing in the answer.
    #[error("an answer needs at least one word, or a reason to skip")]
    AnswerMissing,
    /// A list of answers that is no list of answers.
    #[error(
        "the answers look like JSON and are no list of texts, {{\"answer\": …}} and {{\"skip\": …}}"
    )]
    RepliesUnusable,
    /// One of a list of answers that is no answer.
    #[error("answer {number} of the list {problem}")]
    ReplyUnusable {
        /// Which one, from 1.
        number: usize,
        /// What is wrong with it.
        problem: &'static str,
    },
    /// The idea is longer than an interview takes.
    #[error("the idea is {chars} characters long; a deep interview takes at most {max}")]
    IdeaTooLong {
        /// Its length.
        chars: usize,
        /// The limit.
        max: usize,
    },
    /// The threshold is none.
    #[error("`{0}` is no threshold: it is above 0, at most 1, with at most four digits")]
    ThresholdUnusable(String),
    /// A deep interview about another idea goes on.
    #[error("a deep interview of `{0}` goes on, about another idea")]
    InterviewActive(String),
    /// What was submitted for a need cannot be taken.
    #[error("nothing was taken for `{need_id}`: {}", first_of(problems))]
    FulfilmentUnusable {
        /// The need.
        need_id: String,
        /// Everything that is wrong with it.
        problems: Vec<Problem>,
    },
    /// A plan says no.
    #[error(transparent)]
    Plan(#[from] PlanRefusal),
    /// charter.md hides the place where the answer belongs.
    #[error("charter.md hides its end in a fence or comment, so the answer has no place")]
    PadHidden,
    /// Something that only a person may do.
    #[error("{what} needs a person; `{actor}` is none")]
    PersonNeeded {
        /// What was asked for.
        what: &'static str,
        /// Who asked.
        actor: String,
        /// What the person types.
        command: String,
    },
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
    /// No commit has this name.
    #[error("no commit is called `{0}`")]
    BaseUnknown(String),
    /// The command would run somewhere else than in the project.
    #[error("a run outside of `{project}` shows nothing about it")]
    RunOutside {
        /// The project.
        project: String,
    },
    /// No milestone has this name.
    #[error("{} in `{charter_id}`; there is {}", not_called(given), listed(candidates))]
    UnknownMilestone {
        /// The charter.
        charter_id: String,
        /// What was given.
        given: String,
        /// What there is.
        candidates: Vec<String>,
    },
    /// A quality gate that does not hold.
    #[error("the gate of `{milestone_id}` is not taken: {}", first_of(problems))]
    GateRefused {
        /// The milestone.
        milestone_id: String,
        /// Everything that stands against it.
        problems: Vec<Problem>,
    },
    /// More objections than a review can settle.
    #[error("`{target}` has {max} open objections already: settle one, or ask a person")]
    ObjectionCap {
        /// What they stand against.
        target: String,
        /// The most.
        max: usize,
    },
    /// No objection has this name.
    #[error("no objection is called `{given}`")]
    UnknownObjection {
        /// What was given.
        given: String,
        /// The open ones.
        candidates: Vec<String>,
    },
    /// Entries of evidence that cannot be recorded.
    #[error("nothing was recorded: {}", first_of(problems))]
    EntriesUnusable {
        /// The charter.
        charter_id: String,
        /// Everything that is wrong with them.
        problems: Vec<Problem>,
    },
    /// There is no key yet.
    #[error("there is no key at `{path}`")]
    KeyMissing {
        /// Where it would be.
        path: String,
    },
    /// A key that cannot be used, or not there.
    #[error("`{path}` cannot be used as a key: {problem}")]
    KeyUnusable {
        /// What was given, or where it is.
        path: String,
        /// What is wrong.
        problem: KeyProblem,
    },
    /// A file that is no interview, or that cannot be read.
    #[error("`{file}` was not imported: {problem}")]
    ImportUnusable {
        /// The file.
        file: String,
        /// What is wrong.
        problem: &'static str,
    },
    /// The same bytes were imported before.
    #[error("`{file}` was imported before, as `{charter_id}`")]
    AlreadyImported {
        /// The file.
        file: String,
        /// The charter that has it.
        charter_id: String,
    },
    /// No interview before work is going on.
    #[error("no preflight is going on here")]
    PreflightMissing,
    /// What was given to an interview before work cannot be used.
    #[error("nothing was taken: {}", first_of(problems))]
    PreflightUnusable {
        /// Everything that is wrong with it.
        problems: Vec<Problem>,
    },
    /// An interview before work cannot take this step now.
    #[error("preflight cannot {step} now: {why}")]
    PreflightStep {
        /// What was asked.
        step: &'static str,
        /// What stands against it.
        why: String,
    },
    /// Something irreversible is not skipped by a phrase.
    #[error("never skipped by a phrase: {}; answer, or name every such word", quoted(words))]
    PreflightRisk {
        /// The words that say so.
        words: Vec<String>,
    },
    /// Files of a coding agent that nothing can be added to or taken from.
    #[error("nothing was changed: {}", first_file(problems))]
    InstallUnusable {
        /// Everything that is wrong with them.
        problems: Vec<Problem>,
    },
    /// An export would replace a file that is none.
    #[error("`{0}` is there already and is no export")]
    OutTaken(String),
    /// No criterion has this id.
    #[error("no criterion matches `{fragment}` in `{charter_id}`")]
    UnknownCriterion {
        /// The charter.
        charter_id: String,
        /// What was given.
        fragment: String,
        /// What there is.
        candidates: Vec<String>,
    },
}

fn quoted(words: &[String]) -> String {
    words.iter().map(|it| format!("`{it}`")).collect::<Vec<_>>().join(", ")
}

fn first_file(problems: &[Problem]) -> String {
    let first = problems.first().map(|it| format!("{}: {}", it.path, it.message));
    let more = problems.len().saturating_sub(1);
    let more = if more == 0 { String::new() } else { format!(", and {more} more") };
    first.unwrap_or_default() + &more
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

impl Refusal {
    /// Gives the stable code.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::ObjectiveMissing => "objective-missing",
            Self::ObjectiveTooLong { .. } => "objective-too-long",
            Self::NameTooLong { .. } => "name-too-long",
            Self::NameUnusable => "name-unusable",
            Self::Several(all) => all.first().map_or("objective-missing", Self::code),
            Self::ReasonMissing(_) => "reason-missing",
            Self::SessionUnusable { .. } => "session-unusable",
            Self::AlreadyCreated(_) => "already-created",
            Self::WrongState { .. } => "wrong-state",
            Self::NotShown { .. } => "not-shown",
            Self::NoCharterBound { .. } => "NO_CHARTER_BOUND",
            Self::UnknownCharter { .. } => "unknown-charter",
            Self::AmbiguousCharter { .. } => "ambiguous-charter",
            Self::OtherQuestion { .. } => "other-question",
            Self::NoQuestion(_) => "no-question",
            Self::AnswerMissing => "answer-missing",
            Self::RepliesUnusable | Self::ReplyUnusable { .. } => "replies-unusable",
            Self::ImportUnusable { .. } => "import-unusable",
            Self::AlreadyImported { .. } => "already-imported",
            Self::IdeaTooLong { .. } => "idea-too-long",
            Self::ThresholdUnusable(_) => "threshold-unusable",
            Self::InterviewActive(_) => "interview-active",
            Self::FulfilmentUnusable { .. } => "fulfilment-unusable",
            Self::PadHidden => "pad-hidden",
            Self::Plan(refusal) => refusal.code(),
            Self::AmbiguousCriterion { .. } => "ambiguous-criterion",
            Self::UnknownCriterion { .. } => "unknown-criterion",
            Self::PersonNeeded { .. } => "person-needed",
            Self::CommandsUnknown { .. } => "commands-unknown-here",
            Self::BaseUnknown(_) => "base-unknown",
            Self::RunOutside { .. } => "run-outside",
            Self::UnknownMilestone { .. } => "unknown-milestone",
            Self::GateRefused { .. } => "gate-refused",
            Self::ObjectionCap { .. } => "review_blocker_recursion_cap",
            Self::UnknownObjection { .. } => "unknown-blocker",
            Self::EntriesUnusable { .. } => "entries-unusable",
            Self::KeyMissing { .. } => "key-missing",
            Self::KeyUnusable { .. } => "key-unusable",
            Self::OutTaken(_) => "out-taken",
            Self::PreflightMissing => "preflight-missing",
            Self::PreflightUnusable { .. } => "preflight-unusable",
            Self::PreflightStep { .. } => "preflight-not-now",
            Self::PreflightRisk { .. } => "preflight-high-risk",
            Self::InstallUnusable { .. } => "install-unusable",
        }
    }

    /// Lists everything that stands in the way.
    #[must_use]
    pub fn problems(&self) -> Vec<Problem> {
        let one = |path: &str| {
            vec![Problem {
                path: path.to_owned(),
                code: self.code().to_owned(),
                message: self.to_string(),
            }]
        };
        match self {
            Self::ObjectiveMissing | Self::ObjectiveTooLong { .. } | Self::IdeaTooLong { .. } => {
                one("idea")
            }
            Self::NameTooLong { .. } | Self::NameUnusable => one("name"),
            Self::Several(all) => all.iter().flat_map(Self::problems).collect(),
            Self::ReasonMissing(_) => one("reason"),
            Self::SessionUnusable { .. } => one("session"),
            Self::AlreadyCreated(_)
            | Self::NoCharterBound { .. }
            | Self::UnknownCharter { .. }
            | Self::AmbiguousCharter { .. } => one("charter"),
            Self::AmbiguousCriterion { .. } | Self::UnknownCriterion { .. } => one("criteria.md"),
            Self::OtherQuestion { .. } | Self::NoQuestion(_) => one("needId"),
            Self::AnswerMissing => one("answer"),
            Self::RepliesUnusable => one("answers"),
            Self::ReplyUnusable { number, .. } => one(&format!("answers[{}]", number - 1)),
            Self::ThresholdUnusable(_) => one("threshold"),
            Self::InterviewActive(_) => one("idea"),
            Self::PadHidden => one("charter.md"),
            Self::Plan(refusal) => refusal.problems(),
            Self::WrongState { .. } => one("status"),
            Self::NotShown { blockers, .. } => blockers.iter().map(Blocker::to_problem).collect(),
            Self::PersonNeeded { .. } => one("actor"),
            Self::CommandsUnknown { commands, .. } => {
                let problem = |it: &String| Problem {
                    path: it.clone(),
                    code: self.code().to_owned(),
                    message: "it never ran here".to_owned(),
                };
                commands.iter().map(problem).collect()
            }
            Self::BaseUnknown(_) => one("base"),
            Self::RunOutside { .. } => one("cwd"),
            Self::UnknownMilestone { .. } => one("criteria.md"),
            Self::ObjectionCap { .. } | Self::UnknownObjection { .. } => one("blocker"),
            Self::KeyMissing { path } | Self::KeyUnusable { path, .. } => one(path),
            Self::OutTaken(path) => one(path),
            Self::ImportUnusable { file, .. } | Self::AlreadyImported { file, .. } => one(file),
            Self::PreflightMissing | Self::PreflightStep { .. } => one("preflight"),
            Self::PreflightRisk { words } => {
                let problem = |it: &String| Problem {
                    path: it.clone(),
                    code: self.code().to_owned(),
                    message: format!("`{it}` may be irreversible or reach many"),
                };
                words.iter().map(problem).collect()
            }
            Self::PreflightUnusable { problems }
            | Self::EntriesUnusable { problems, .. }
            | Self::FulfilmentUnusable { problems, .. }
            | Self::InstallUnusable { problems }
            | Self::GateRefused { problems, .. } => problems.clone(),
        }
    }

    /// Lists what can be done instead.
    #[must_use]
    pub fn next_actions(&self) -> Vec<NextAction> {
        let new = || NextAction::new("create", "start a charter", "charter new \"an idea\"");
        let list = || NextAction::new("list", "see every charter", "charter list");
        let status = |id: &str| NextAction::about("status", id, "see where it stands", "");
        let one =
            |action: &str, hint: &str, command: &str| vec![NextAction::new(action, hint, command)];
        match self {
            Self::ObjectiveMissing
            | Self::ObjectiveTooLong { .. }
            | Self::IdeaTooLong { .. }
            | Self::NameTooLong { .. }
            | Self::NameUnusable
            | Self::Several(_) => vec![new()],
            Self::ReasonMissing(command) => vec![help(command)],
            Self::SessionUnusable { .. } => vec![list()],
            Self::OtherQuestion { .. }
            | Self::NoQuestion(_)
            | Self::AnswerMissing
            | Self::InterviewActive(_)
            | Self::FulfilmentUnusable { .. }
            | Self::RepliesUnusable => {
                one("interview", "see what is open", "charter interview next")
            }
            Self::ThresholdUnusable(_) | Self::ReplyUnusable { .. } => vec![help("interview")],
            Self::PadHidden => one("doctor", "see where it opens", "charter doctor"),
            Self::Plan(refusal) => refusal.next_actions(),
            Self::ImportUnusable { .. } => vec![help("import")],
            Self::WrongState { charter_id, status: Status::Paused, .. } => {
                vec![NextAction::about("resume", charter_id, "go on", ""), status(charter_id)]
            }
            Self::WrongState { charter_id, .. } => vec![status(charter_id), new()],
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
            Self::AlreadyCreated(charter_id)
            | Self::NotShown { charter_id, .. }
            | Self::UnknownCriterion { charter_id, .. }
            | Self::UnknownMilestone { charter_id, .. }
            | Self::AlreadyImported { charter_id, .. }
            | Self::EntriesUnusable { charter_id, .. } => vec![status(charter_id)],
            Self::CommandsUnknown { charter_id, action, .. } => vouch(charter_id, action),
            Self::RunOutside { project } => vec![go_to(project)],
            Self::GateRefused { .. } => {
                one("checkpoint", "see what a gate holds", "charter checkpoint --help")
            }
            Self::ObjectionCap { .. } | Self::UnknownObjection { .. } => {
                one("status", "see what is open", "charter status")
            }
            Self::BaseUnknown(_) => one("log", "see what commits there are", "git log --oneline"),
            Self::KeyMissing { .. } => one("key", "make one", "charter key"),
            Self::KeyUnusable { .. } => vec![help("key")],
            Self::PreflightMissing => vec![begin_preflight()],
            Self::PreflightUnusable { problems } => mend_preflight(problems),
            Self::PreflightStep { .. } => vec![see_preflight()],
            Self::PreflightRisk { words } => confirm_risk(words),
            Self::OutTaken(_) => one("help", "name another file", "charter export --help"),
            Self::InstallUnusable { problems } => mend_first(problems),
            Self::PersonNeeded { command, .. } => {
                one("shell", "ask a person to type this in a terminal", command.as_str())
            }
        }
    }
}

fn see_ended(id: &String) -> NextAction {
    NextAction::about("status", id, format!("see `{id}`, which ended last"), "")
}

fn go_to(project: &str) -> NextAction {
    NextAction::new("cd", "go there and try again", format!("cd {}", shell_word(project)))
}

fn help(command: &str) -> NextAction {
    NextAction::new("help", "see what it takes", format!("charter {command} --help"))
}

fn see_preflight() -> NextAction {
    NextAction::new("preflight", "see where it is", "charter preflight")
}

/// Offers another request where there was none, else a look.
fn mend_preflight(problems: &[Problem]) -> Vec<NextAction> {
    match problems.first() {
        Some(first) if first.path == "request" => vec![begin_preflight()],
        Some(_) | None => vec![see_preflight()],
    }
}

fn begin_preflight() -> NextAction {
    let command = "charter preflight check \"a request\"";
    NextAction::new("preflight", "begin with a request", command)
}

/// Offers to go on with the questions, or to name what is irreversible.
fn confirm_risk(words: &[String]) -> Vec<NextAction> {
    let confirm = words.iter().fold(String::new(), |acc, it| acc + " --confirm " + &shell_word(it));
    let hint = "a person may, by naming every such word";
    vec![
        NextAction::new("preflight", "see the open question", "charter preflight"),
        NextAction::new("preflight", hint, format!("charter preflight bypass{confirm}")),
    ]
}

/// Offers to mend the first file, at its line.
fn mend_first(problems: &[Problem]) -> Vec<NextAction> {
    let help = || NextAction::new("help", "see where it writes", "charter install --help");
    let Some(problem) = problems.first().filter(|it| it.code != "homeless") else {
        return vec![help()];
    };
    let mut path = problem.path.as_str();
    for _ in 0..2 {
        match path.rsplit_once(':') {
            Some((file, place)) if place.bytes().all(|it| it.is_ascii_digit()) => path = file,
            Some(_) | None => {}
        }
    }
    let command = format!("${{EDITOR:-vi}} {}", shell_word(path));
    vec![NextAction::new("edit", "mend the file, then try again", command)]
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
