//! Why a review says no.
//!
//! Owns its closed list of obstacles with their codes, which are API, and what can be done instead. Must
//! not know other features' lists.

use charter_contract::ContractRefusal;
use charter_kernel::{NextAction, Obstacle, Problem, Refuse, first_of, help, shell_word};

/// How git is told which key signs; charter asks it.
const CHOOSE_KEY: &str = "git config --global gpg.format ssh && git config --global user.signingKey ~/.ssh/id_ed25519.pub";

/// The most keys that are offered.
const KEYS_MAX: usize = 5;

/// The most problems of a gate that its refusal says in a line; the rest is listed below it.
const SAID_MAX: usize = 3;

/// Says what is wrong with a gate.
fn each_of(problems: &[Problem]) -> String {
    if problems.len() > SAID_MAX {
        return first_of(problems);
    }
    let words: Vec<&str> = problems.iter().map(|it| it.message.as_str()).collect();
    words.join("; ")
}

/// Why a review says no.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ReviewRefusal {
    #[error(transparent)]
    Contract(#[from] ContractRefusal),
    #[error("the gate of `{milestone_id}` is not taken: {}", each_of(problems))]
    GateRefused { milestone_id: String, problems: Vec<Problem> },
    #[error("`{target}` has {max} open objections already: settle one, or ask a person")]
    ObjectionCap { target: String, max: usize },
    #[error("no objection is called `{given}`")]
    UnknownObjection {
        given: String,
        /// The open ones.
        candidates: Vec<String>,
    },
    #[error(
        "no SSH key to sign with: name one with `--key FILE`, set git's `user.signingKey`, or load one with `ssh-add`"
    )]
    KeyMissing,
    /// The ssh-agent has more than one.
    #[error("the ssh-agent holds {} SSH keys; name the one that signs: {}", .0.len(), .0.join(", "))]
    SeveralKeys(Vec<String>),
    #[error("can't use `{path}` as an SSH key: {reason}")]
    KeyUnusable { path: String, reason: String },
    /// The key has a passphrase, and there is no terminal to type it in.
    #[error("the key `{0}` wants its passphrase, and nobody can type it here")]
    KeyLocked(String),
    /// A program said no, or is not there.
    #[error("{0}")]
    SigningFailed(String),
    /// A name that would mean something else in a list of people.
    #[error("`{0}` can't be listed as a name: leave out quotes, commas, `*`, `?`, `!` and `#`")]
    PersonUnusable(String),
}

impl Refuse for ReviewRefusal {
    fn obstacle(&self) -> Obstacle<'_> {
        match self {
            Self::Contract(refusal) => refusal.obstacle(),
            Self::GateRefused { .. } => Obstacle::refused("gate-refused", "gate"),
            Self::ObjectionCap { .. } => {
                Obstacle::conflict("review_blocker_recursion_cap", "blocker")
            }
            Self::UnknownObjection { .. } => Obstacle::bad_input("unknown-blocker", "blocker"),
            Self::KeyMissing => Obstacle::bad_input("key-missing", "key"),
            Self::SeveralKeys(_) => Obstacle::bad_input("several-keys", "key"),
            Self::KeyLocked(_) => Obstacle::refused("key-locked", "key"),
            Self::SigningFailed(_) => Obstacle::refused("signing-failed", "key"),
            Self::PersonUnusable(_) => Obstacle::bad_input("person-unusable", "name"),
            Self::KeyUnusable { path, .. } => Obstacle::bad_input("key-unusable", path.as_str()),
        }
    }

    fn collected(&self) -> Option<Vec<Problem>> {
        if let Self::GateRefused { problems, .. } = self {
            return Some(problems.clone());
        }
        if let Self::Contract(refusal) = self { refusal.collected() } else { None }
    }

    fn next_actions(&self) -> Vec<NextAction> {
        let one =
            |action: &str, hint: &str, command: &str| vec![NextAction::new(action, hint, command)];
        match self {
            Self::Contract(refusal) => refusal.next_actions(),
            Self::GateRefused { milestone_id, problems } => {
                let is_stale = |it: &Problem| {
                    ["source_hash_stale", "source_changed"].contains(&it.code.as_str())
                };
                if !problems.iter().any(is_stale) {
                    return one("checkpoint", "see what a gate holds", "charter checkpoint --help");
                }
                let again =
                    format!("charter checkpoint {} --gate gate.json", shell_word(milestone_id));
                let hash =
                    "prints the hash of the source; reviewers look again and put it into the gate";
                vec![
                    NextAction::new("source", hash, "charter checkpoint source gate.json"),
                    NextAction::new("checkpoint", "then takes it; name your own file", again),
                ]
            }
            Self::ObjectionCap { .. } | Self::UnknownObjection { .. } => {
                one("status", "see what is open", "charter status")
            }
            Self::KeyMissing => vec![
                NextAction::new("make", "make a key, if you have none", "ssh-keygen -t ed25519"),
                NextAction::new("choose", "have git and charter sign with it", CHOOSE_KEY),
                NextAction::new("key", "list it for this project", "charter key --add"),
            ],
            Self::SeveralKeys(keys) => keys.iter().take(KEYS_MAX).map(|it| with_key(it)).collect(),
            Self::KeyLocked(path) => vec![NextAction::new(
                "load",
                "load it once, in a terminal; the ssh-agent then signs",
                format!("ssh-add {}", shell_word(path)),
            )],
            Self::SigningFailed(_) | Self::KeyUnusable { .. } => {
                one("key", "see which key signs, and why", "charter key")
            }
            Self::PersonUnusable(_) => vec![help("key")],
        }
    }
}

/// Offers to sign with a key that was listed: its fingerprint names it, and stands before its comment.
fn with_key(listed: &str) -> NextAction {
    let (fingerprint, comment) = listed.split_once(' ').unwrap_or((listed, ""));
    let hint = match comment {
        "" => "add `--key` with the one that signs".to_owned(),
        comment => format!("add `--key` with the one that signs; this is {comment}"),
    };
    NextAction::new("key", hint, format!("charter key --key {}", shell_word(fingerprint)))
}
