//! Why no mind can be chosen so.
//!
//! Owns the words and codes, and what to type instead. Must not know how a mind is asked.

use charter_kernel::NextAction;
use charter_store::SettingEditFailure;

/// Why no mind can be chosen so.
#[derive(Debug, thiserror::Error)]
pub enum MindRefusal {
    #[error("only a person can choose who is asked; you are {0}")]
    NeedsPerson(String),
    #[error("there is no place for your settings: neither HOME nor XDG_CONFIG_HOME is set")]
    NoHome,
    #[error("`{0}` needs a model")]
    ModelMissing(&'static str),
    #[error("`command` needs the command that is run")]
    CommandMissing,
    #[error("`{0}` is not an address: it must begin with https:// or http://")]
    NotAnAddress(String),
    #[error("`{0}` is not the name of a variable; the key itself stays in the environment")]
    NotAVariable(&'static str),
    #[error("`{path}` can't be changed: {failure}")]
    Entangled { path: String, failure: SettingEditFailure },
}

impl MindRefusal {
    /// Gives the stable code and what it is about.
    pub(crate) fn facts(&self) -> (&'static str, String) {
        let (code, about) = match self {
            Self::NeedsPerson(_) => ("needs-person", "actor"),
            Self::NoHome => ("no-home", "HOME"),
            Self::ModelMissing(_) => ("mind-model-missing", "model"),
            Self::CommandMissing => ("mind-command-missing", "command"),
            Self::NotAnAddress(_) => ("mind-not-an-address", "base-url"),
            Self::NotAVariable(_) => ("mind-not-a-variable", "key-env"),
            Self::Entangled { path, .. } => ("mind-not-written", path.as_str()),
        };
        (code, about.to_owned())
    }

    pub(crate) fn next_action(&self) -> NextAction {
        let new = |hint: &str, command: String| NextAction::new("mind", hint, command);
        match self {
            Self::NeedsPerson(_) => {
                new("see what is chosen; `host` leaves it to you", "charter mind".to_owned())
            }
            Self::NoHome => new("choose for this shell", "export CHARTER_MIND=claude".to_owned()),
            Self::ModelMissing(name) => new(
                "name one that the service has",
                format!("charter mind use {name} --model NAME"),
            ),
            Self::CommandMissing => new(
                "name your own program",
                "charter mind use command --command ./my-mind".to_owned(),
            ),
            Self::NotAnAddress(_) => new(
                "name the address of the server",
                "charter mind use openai --base-url http://127.0.0.1:8000/v1 --model NAME"
                    .to_owned(),
            ),
            Self::NotAVariable(_) => new(
                "name the variable that holds the key",
                "charter mind use openai --key-env OPENAI_API_KEY".to_owned(),
            ),
            Self::Entangled { .. } => new("see what is chosen", "charter mind".to_owned()),
        }
    }
}
