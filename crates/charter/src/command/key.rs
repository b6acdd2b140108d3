//! `charter key`: the SSH key that signs, and the project's list of people.

use super::Desk;
use crate::answer::{CommandAnswer, Trouble};
use crate::desk::Acting;
use crate::screen::clean;
use charter_app::{KeyAsk, KeyReport, KeyTask};

/// Show the SSH key that signs for you, or list it for this project
///
/// Exports are signed with `ssh-keygen`, so key files, an ssh-agent and hardware keys all work. The
/// key is the one named with `--key`, else `user.signingKey` of your own git configuration (a
/// repository's is ignored), else the only key in your ssh-agent. `--add` appends it to
/// `.charter/people`, which says whose key is whose. No key yet? Run:
///
///   ssh-keygen -t ed25519
///   git config --global gpg.format ssh
///   git config --global user.signingKey ~/.ssh/id_ed25519.pub
///   charter key --add
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment)]
#[command(after_help = "Examples:\n  charter key\n  charter key --add ada@example.org")]
pub(crate) struct KeyArgs {
    /// Add the key to `.charter/people` under NAME [default: your name]
    #[arg(long, value_name = "NAME", num_args = 0..=1)]
    add: Option<Option<String>>,
}

impl KeyArgs {
    pub(crate) fn acting(&self) -> Acting {
        if self.add.is_some() { Acting::Writes } else { Acting::Reads }
    }
}

pub(crate) fn run(args: &KeyArgs, desk: &Desk<'_>) -> Result<CommandAnswer, Trouble> {
    let task = if args.add.is_some() { KeyTask::Add } else { KeyTask::Show };
    let name = args.add.as_ref().and_then(Option::as_deref);
    let report = desk.app.key(&desk.caller, KeyAsk { name, task })?;
    Ok(CommandAnswer::new(&report, render(&report)))
}

fn render(report: &KeyReport) -> String {
    let why = match report.source {
        "named" => "named with --key",
        "git" => "user.signingKey in your git configuration",
        _ => "the only key in your ssh-agent",
    };
    let people = clean(&report.people);
    let listed = match &report.listed_as {
        Some(name) if report.added => {
            format!("added to {people} as {}; commit that file", clean(name))
        }
        Some(name) => format!("already in {people} as {}", clean(name)),
        None => format!("not in {people}; `charter key --add` adds this line:"),
    };
    let line = if report.listed_as.is_none() || report.added {
        format!("{}\n", clean(&report.line))
    } else {
        String::new()
    };
    format!("{}  {why}\n{listed}\n{line}", report.fingerprint)
}
