//! What a front end gets when a use case does not succeed.
//!
//! Owns the one error type at this boundary and its kinds, from which every front end makes its
//! own codes. Must not know exit codes or HTTP.

use crate::mind_refusal::MindRefusal;
use charter_agents::AgentRefusal;
use charter_contract::ContractRefusal;
use charter_engine::Refusal;
use charter_foreign::ForeignRefusal;
use charter_interview::InterviewRefusal;
use charter_kernel::finding::LEDGER_MISSING;
use charter_kernel::strand::{STRANDS_DIR, ZERO_FILE};
use charter_kernel::{NextAction, Problem, shell_word};
use charter_kernel::{RefusalKind, Refuse};
use charter_plan::PlanRefusal;
use charter_proof::GitFailure;
use charter_review::ReviewRefusal;
use charter_store::{ConfigFailure, Failure, Layer, RootFailure};
use serde::Serialize;
use std::io;
use std::path::Path;

/// What could not be done where a command could not be started.
pub(crate) const RUN: &str = "run";

/// Why a use case did not succeed.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error(transparent)]
    Refused(#[from] Refusal),
    #[error(transparent)]
    Store(#[from] Failure),
    #[error(transparent)]
    Root(#[from] RootFailure),
    #[error(transparent)]
    Config(#[from] ConfigFailure),
    #[error(transparent)]
    Git(#[from] GitFailure),
    #[error(transparent)]
    Mind(#[from] MindRefusal),
    /// The key that would sign is nobody's who may act as a person.
    #[error("your key {key} is not listed in `{people}`, so your signature would not count")]
    KeyNotListed { key: String, people: String },
    /// What is handed in is nothing that the interview takes.
    #[error("{0}")]
    ReplyUnusable(&'static str),
    /// Somebody stopped a command while it ran.
    #[error("`{0}` was interrupted; nothing was recorded")]
    Interrupted(String),
    /// Somebody stopped a model that was asked.
    #[error("stopped waiting for {0}; what you said is saved")]
    MindCalledOff(&'static str),
}

/// An error as every front end gives it to programs.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ErrorReport {
    /// Always false.
    pub ok: bool,
    /// The stable code.
    pub code: String,
    pub message: String,
    pub problems: Vec<Problem>,
    pub next_actions: Vec<NextAction>,
}

impl ErrorReport {
    /// Says no because of one thing: where it is, of which sort, in words, and what to do instead.
    #[must_use]
    pub fn of_one(path: &str, code: &str, message: impl Into<String>, next: NextAction) -> Self {
        let problems = vec![problem(path, code, message)];
        let message = problems.iter().map(|it| it.message.as_str()).collect();
        Self { ok: false, code: code.to_owned(), message, problems, next_actions: vec![next] }
    }
}

impl From<Error> for ErrorReport {
    fn from(error: Error) -> Self {
        Self {
            ok: false,
            code: error.code().to_owned(),
            message: error.to_string(),
            problems: error.problems(),
            next_actions: error.next_actions(),
        }
    }
}

impl From<ContractRefusal> for Error {
    fn from(refusal: ContractRefusal) -> Self {
        Self::Refused(refusal.into())
    }
}

impl From<InterviewRefusal> for Error {
    fn from(refusal: InterviewRefusal) -> Self {
        Self::Refused(refusal.into())
    }
}

impl From<PlanRefusal> for Error {
    fn from(refusal: PlanRefusal) -> Self {
        Self::Refused(refusal.into())
    }
}

impl From<ReviewRefusal> for Error {
    fn from(refusal: ReviewRefusal) -> Self {
        Self::Refused(refusal.into())
    }
}

impl From<ForeignRefusal> for Error {
    fn from(refusal: ForeignRefusal) -> Self {
        Self::Refused(refusal.into())
    }
}

impl From<AgentRefusal> for Error {
    fn from(refusal: AgentRefusal) -> Self {
        Self::Refused(refusal.into())
    }
}

/// The sorts of errors.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ErrorKind {
    /// A gate is closed.
    Refused,
    BadInput,
    Conflict,
    /// The system or the stored state is broken.
    System,
    /// The user stopped it.
    Interrupted,
}

impl Error {
    /// Says why a revision that was named gives no commit.
    pub(crate) fn of_revision(revision: &str, failure: GitFailure) -> Self {
        match failure {
            GitFailure::NoRepository
            | GitFailure::NoCommit
            | GitFailure::Shallow(_)
            | GitFailure::UnknownCommit(_)
            | GitFailure::Unrelated(_) => ContractRefusal::BaseUnknown(revision.to_owned()).into(),
            GitFailure::Unusable { .. }
            | GitFailure::NotInstalled
            | GitFailure::Unfinished(_)
            | GitFailure::Failed { .. }
            | GitFailure::Temporary(_)
            | GitFailure::Filter(_)
            | GitFailure::Submodule(_) => Self::Git(failure),
        }
    }

    /// Gives the sort of an error, its stable code, and the file or the thing that it is about.
    fn facts(&self) -> (ErrorKind, &'static str, String) {
        let shown = |path: &Path| path.display().to_string();
        let ledger = || "ledger".to_owned();
        match self {
            Self::Refused(refusal) => {
                let kind = match refusal.obstacle().kind {
                    RefusalKind::Refused => ErrorKind::Refused,
                    RefusalKind::BadInput => ErrorKind::BadInput,
                    RefusalKind::Conflict => ErrorKind::Conflict,
                };
                (kind, refusal.code(), String::new())
            }
            Self::Store(Failure::Io { path, .. })
            | Self::Root(RootFailure::Io { path, .. })
            | Self::Config(ConfigFailure::Io { path, .. }) => {
                (ErrorKind::System, "io", shown(path))
            }
            Self::Store(Failure::Locked { path, .. }) => {
                (ErrorKind::Conflict, "locked", shown(path))
            }
            Self::Store(Failure::LedgerBroken { .. }) => {
                (ErrorKind::System, "ledger-broken", ledger())
            }
            Self::Store(Failure::LedgerNewer { .. }) => {
                (ErrorKind::System, "ledger-newer", ledger())
            }
            Self::Store(Failure::NotSigned) => (ErrorKind::Refused, "not-signed", ledger()),
            Self::Store(Failure::Conflict { .. }) => (ErrorKind::Conflict, "conflict", ledger()),
            Self::Store(Failure::NotADirectory(path))
            | Self::Root(RootFailure::NotADirectory(path)) => {
                (ErrorKind::BadInput, "root-not-a-directory", shown(path))
            }
            Self::Root(RootFailure::Link(path)) => {
                (ErrorKind::BadInput, "root-is-a-link", shown(path))
            }
            Self::Config(ConfigFailure::NotToml { path, .. }) => {
                (ErrorKind::BadInput, "config-not-toml", shown(path))
            }
            Self::Config(ConfigFailure::BadValue { key, .. }) => {
                (ErrorKind::BadInput, "config-bad-value", (*key).to_owned())
            }
            Self::Git(_) => (ErrorKind::System, "git-failed", ".git".to_owned()),
            Self::Mind(refusal) => {
                let kind = match refusal {
                    MindRefusal::NeedsPerson(_) => ErrorKind::Refused,
                    MindRefusal::NoHome
                    | MindRefusal::ModelMissing(_)
                    | MindRefusal::CommandMissing
                    | MindRefusal::NotAnAddress(_)
                    | MindRefusal::NotAVariable(_)
                    | MindRefusal::Entangled { .. } => ErrorKind::BadInput,
                };
                let (code, about) = refusal.facts();
                (kind, code, about)
            }
            Self::KeyNotListed { people, .. } => {
                (ErrorKind::Refused, "key-not-listed", people.clone())
            }
            Self::ReplyUnusable(_) => (ErrorKind::BadInput, "reply-unusable", "reply".to_owned()),
            Self::Interrupted(command) => (ErrorKind::Interrupted, "interrupted", command.clone()),
            Self::MindCalledOff(mind) => {
                (ErrorKind::Interrupted, "interrupted", (*mind).to_owned())
            }
        }
    }

    #[must_use]
    pub fn kind(&self) -> ErrorKind {
        self.facts().0
    }

    #[must_use]
    pub fn code(&self) -> &'static str {
        self.facts().1
    }

    /// Says why a command could not be started, where that is what happened.
    #[must_use]
    pub fn why_not_run(&self) -> Option<String> {
        match self {
            Self::Store(Failure::Io { action: RUN, source, .. }) => Some(source.to_string()),
            Self::Refused(refusal @ Refusal::Contract(ContractRefusal::RunOutside { .. })) => {
                Some(refusal.to_string())
            }
            Self::Store(_)
            | Self::Refused(_)
            | Self::Root(_)
            | Self::Config(_)
            | Self::Git(_)
            | Self::Mind(_)
            | Self::KeyNotListed { .. }
            | Self::ReplyUnusable(_)
            | Self::Interrupted(_)
            | Self::MindCalledOff(_) => None,
        }
    }

    /// Lists everything that stands in the way.
    #[must_use]
    pub fn problems(&self) -> Vec<Problem> {
        let message = match self {
            Self::Refused(refusal) => return refusal.problems(),
            Self::Store(Failure::LedgerBroken { charter_id, finding }) => {
                let line = finding.line.map(|line| format!(":{line}")).unwrap_or_default();
                let path = format!("{charter_id}/{}{line}", finding.file);
                return vec![problem(path, finding.kind.code, finding.message.as_str())];
            }
            Self::Store(Failure::Io { source, .. }) => format!("{self}: {source}"),
            Self::Store(_)
            | Self::Root(_)
            | Self::Config(_)
            | Self::Git(_)
            | Self::Mind(_)
            | Self::KeyNotListed { .. }
            | Self::ReplyUnusable(_)
            | Self::Interrupted(_)
            | Self::MindCalledOff(_) => self.to_string(),
        };
        let (_, code, path) = self.facts();
        vec![problem(path, code, message)]
    }

    /// Lists what can be done instead.
    #[must_use]
    pub fn next_actions(&self) -> Vec<NextAction> {
        match self {
            Self::Refused(refusal) => refusal.next_actions(),
            Self::Store(Failure::LedgerBroken { charter_id, finding })
                if finding.kind == LEDGER_MISSING =>
            {
                vec![find_ledger(charter_id)]
            }
            Self::Store(Failure::LedgerBroken { charter_id, .. }) => {
                let hint = "make it whole; what is there now is saved first";
                vec![
                    NextAction::about("doctor", charter_id, "see everything that is wrong", ""),
                    NextAction::about("doctor --repair", charter_id, hint, ""),
                ]
            }
            Self::KeyNotListed { .. } => {
                let hint = "list it on a branch of its own and merge that into the main branch first: CI asks that one";
                vec![NextAction::new("key", hint, "charter key --add")]
            }
            Self::Store(Failure::NotSigned) => {
                vec![NextAction::new("key", "see which key would sign", "charter key")]
            }
            Self::Store(Failure::Locked { .. } | Failure::Conflict { .. }) => {
                let hint = "reads take no lock; then try again";
                vec![NextAction::new("status", hint, "charter status")]
            }
            Self::Store(Failure::LedgerNewer { .. }) => {
                let hint = "this version is older than the one that wrote";
                vec![NextAction::new("version", hint, "charter --version")]
            }
            Self::Store(Failure::Io { action: RUN, path, source })
                if source.kind() == io::ErrorKind::NotFound =>
            {
                vec![find_program(path)]
            }
            Self::Store(Failure::Io { path, .. }) | Self::Root(RootFailure::Io { path, .. }) => {
                vec![look_at(path)]
            }
            Self::Store(Failure::NotADirectory(path))
            | Self::Root(RootFailure::NotADirectory(path) | RootFailure::Link(path)) => vec![
                look_at(path),
                NextAction::new("list", "name another root", "charter list --root DIR"),
            ],
            Self::Config(failure) => vec![mend_setting(failure)],
            Self::Git(_) => {
                vec![NextAction::new("doctor", "see what is wrong", "charter doctor")]
            }
            Self::Mind(refusal) => vec![refusal.next_action()],
            Self::ReplyUnusable(_) => {
                vec![NextAction::new("interview", "see what is open", "charter interview next")]
            }
            Self::Interrupted(_) => {
                vec![NextAction::new("status", "see where it stands", "charter status")]
            }
            Self::MindCalledOff(_) => {
                let rules = "charter mind use rules";
                vec![
                    NextAction::new("interview", "asks it again", "charter interview"),
                    NextAction::new("mind", "goes on with the built-in questions", rules),
                ]
            }
        }
    }
}

/// Says what is wrong: where, of which sort, in words.
pub fn problem(path: impl Into<String>, code: &str, message: impl Into<String>) -> Problem {
    Problem { path: path.into(), code: code.to_owned(), message: message.into() }
}

/// Says that a file could not be read.
pub(crate) fn unread(path: &Path) -> impl Fn(io::Error) -> Failure {
    move |source| Failure::Io { action: "read", path: path.to_owned(), source }
}

/// Advises to look for a ledger where git may have it.
pub(crate) fn find_ledger(charter_id: &str) -> NextAction {
    let strands = shell_word(&format!("*{charter_id}/{STRANDS_DIR}/*"));
    let zero = shell_word(&format!("*{charter_id}/{ZERO_FILE}"));
    let command = format!("git log --oneline -- {strands} {zero}");
    NextAction::new("doctor", "find the ledger in the history", command)
}

fn shown(path: &Path) -> String {
    shell_word(&path.display().to_string())
}

fn find_program(program: &Path) -> NextAction {
    let hint = "prints where it is; nothing: is the name right, is it installed, is it in PATH?";
    NextAction::new("look", hint, format!("command -v {}", shown(program)))
}

fn look_at(path: &Path) -> NextAction {
    NextAction::new("look", "see what is there", format!("ls -ld {}", shown(path)))
}

fn mend_setting(failure: &ConfigFailure) -> NextAction {
    let edit = |path: &Path| {
        let command = format!("${{EDITOR:-vi}} {}", shown(path));
        NextAction::new("edit", "mend the file", command)
    };
    match failure {
        ConfigFailure::Io { path, .. } => look_at(path),
        ConfigFailure::NotToml { path, .. } => edit(path),
        ConfigFailure::BadValue { layer, .. } => match layer {
            Layer::File(path, _) => edit(path),
            Layer::Env(name) => {
                NextAction::new("unset", "use the default", format!("unset {name}"))
            }
            Layer::BuiltIn | Layer::Flag => {
                NextAction::new("help", "see what it takes", "charter --help")
            }
        },
    }
}
