//! `charter completions`: for the shell.

use crate::answer::CommandAnswer;
use clap_complete::Shell;
use serde_json::json;

/// Print completions for a shell
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example:\n  charter completions bash > ~/.local/share/bash-completion/completions/charter"
)]
pub(crate) struct CompletionsArgs {
    /// Which shell
    shell: Shell,
}

/// Gives the command line without what help hides.
fn visible_command(root: &clap::Command) -> clap::Command {
    let visible = root.get_subcommands().filter(|it| !it.is_hide_set()).cloned();
    clap::Command::new("charter")
        .version(env!("CARGO_PKG_VERSION"))
        .args(root.get_arguments().cloned())
        .subcommands(visible)
}

pub(crate) fn run(args: &CompletionsArgs, root: &clap::Command) -> CommandAnswer {
    let mut out = Vec::new();
    clap_complete::generate(args.shell, &mut visible_command(root), "charter", &mut out);
    let text = String::from_utf8_lossy(&out).into_owned();
    CommandAnswer::new(
        &json!({ "ok": true, "shell": args.shell.to_string(), "script": text }),
        text,
    )
}
