//! Starting programs: one announced step at a time, from the workspace's root.
//!
//! Knows how a program is found and started, not which ones a chore needs.

use crate::error::{ChoreError, Result};
use crate::root;
use std::process::{Command, Stdio};

/// A tool that chores call, how to see whether it is there, and the package that brings it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct CargoTool {
    /// The command line that succeeds when the tool is installed.
    pub(crate) probe: &'static [&'static str],
    /// The crates.io package that installs it, with `@version` where the latest will not do.
    pub(crate) package: &'static str,
}

/// Announces a step on stderr and runs it with inherited standard streams.
pub(crate) fn step(name: &str, argv: &[&str]) -> Result<()> {
    step_with(name, argv, &[])
}

/// Runs a step as [`step`] does, with additional environment variables.
pub(crate) fn step_with(name: &str, argv: &[&str], env: &[(&str, &str)]) -> Result<()> {
    eprintln!("xtask: {name}");
    let mut command = command(argv)?;
    command.envs(env.iter().copied());
    let status = command.status().map_err(|source| start_error(argv, source))?;
    if status.success() {
        return Ok(());
    }
    // A child ended by a signal has no code.
    let code = status.code().and_then(|code| u8::try_from(code).ok()).unwrap_or(1);
    Err(ChoreError::Step { name: name.to_owned(), code })
}

/// Installs a tool with `cargo install --locked` unless it is already there.
pub(crate) fn ensure(tool: CargoTool) -> Result<()> {
    if is_installed(tool) {
        return Ok(());
    }
    let name = format!("install {}", tool.package);
    step(&name, &["cargo", "install", tool.package, "--locked"])
}

/// Tells whether a tool answers its probe.
pub(crate) fn is_installed(tool: CargoTool) -> bool {
    let Ok(mut command) = command(tool.probe) else { return false };
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

/// Runs a program silently and returns its standard output, or `None` when it fails.
pub(crate) fn read_stdout(argv: &[&str]) -> Option<Vec<u8>> {
    let output = command(argv).ok()?.stdin(Stdio::null()).output().ok()?;
    output.status.success().then_some(output.stdout)
}

fn command(argv: &[&str]) -> Result<Command> {
    let Some((program, args)) = argv.split_first() else {
        return Err(ChoreError::Usage("a step needs a program".to_owned()));
    };
    // `+toolchain` is understood by the launcher on the path only, not by the cargo it selects.
    let selects_toolchain = args.first().is_some_and(|arg| arg.starts_with('+'));
    let program =
        if *program == "cargo" && !selects_toolchain { cargo() } else { (*program).to_owned() };
    let mut command = Command::new(program);
    command.args(args).current_dir(root::workspace());
    Ok(command)
}

#[expect(clippy::disallowed_methods, reason = "cargo tells its subcommands which cargo to call")]
fn cargo() -> String {
    std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned())
}

fn start_error(argv: &[&str], source: std::io::Error) -> ChoreError {
    ChoreError::Start { program: argv.first().copied().unwrap_or_default().to_owned(), source }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_exit_code_is_the_failing_programs() {
        let err = step("a question", &["cargo", "no-such-subcommand"]).unwrap_err();
        assert_eq!(err.exit_code(), 101);
    }

    #[test]
    fn a_program_that_does_not_exist_is_named() {
        let err = step("nothing", &["no-such-program-at-all"]).unwrap_err();
        assert!(err.to_string().starts_with("cannot start `no-such-program-at-all`"));
    }

    #[test]
    fn a_tool_is_found_by_its_probe() {
        assert!(is_installed(CargoTool { probe: &["cargo", "--version"], package: "cargo" }));
        assert!(!is_installed(CargoTool { probe: &["no-such-program-at-all"], package: "none" }));
    }
}
