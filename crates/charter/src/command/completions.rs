//! `charter completions`: for the shell.

use crate::answer::Answer;
use crate::args;
use clap::CommandFactory;
use clap_complete::Shell;
use serde_json::json;

/// Print completions for a shell
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example:\n  charter completions bash > ~/.local/share/bash-completion/completions/charter"
)]
pub(crate) struct Args {
    /// Which shell
    shell: Shell,
}

pub(crate) fn run(args: &Args) -> Answer {
    let mut out = Vec::new();
    clap_complete::generate(args.shell, &mut args::Args::command(), "charter", &mut out);
    let text = String::from_utf8_lossy(&out).into_owned();
    Answer::new(&json!({ "ok": true, "shell": args.shell.to_string(), "script": text }), text)
}
