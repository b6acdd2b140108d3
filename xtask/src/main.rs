//! The chores of the workspace, one subcommand each.
//!
//! Owns the table of subcommands and the exit code. Each chore lives in its own module; none knows
//! the product's rules.
#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a chore talks to whoever runs it; nothing else reads its output"
)]

mod bench;
mod ci;
mod docs;
mod error;
mod fuzz;
mod interview_eval;
mod lie_test;
mod mcp_clients;
mod mind_agents;
mod real_project;
mod root;
mod step;
mod test;
mod tidy;

use error::{ChoreError, Result};
use std::process::ExitCode;

/// A subcommand: its name, its arguments, one line about it, and what it does.
struct Chore {
    name: &'static str,
    usage: &'static str,
    about: &'static str,
    run: fn(&[String]) -> Result<()>,
}

/// Every subcommand, in the order of the help text.
const CHORES: &[Chore] = &[
    Chore {
        name: "test",
        usage: "[--fast] [NEXTEST ARGS]",
        about: "format check, clippy and every test; --fast runs the tests alone",
        run: test::run,
    },
    Chore {
        name: "tidy",
        usage: "",
        about: "the walls: crate edges, sole homes, names, heads, budgets",
        run: tidy::run,
    },
    Chore {
        name: "ci",
        usage: "",
        about: "the full gate: test, then licences, security advisories, spelling and unused dependencies",
        run: ci::run,
    },
    Chore {
        name: "lie-test",
        usage: "[--cases DIR] [--only TEXT] [--binary PATH]",
        about: "tries to pass without work, and to be refused for honest work; writes docs/lie-test.md",
        run: lie_test::run,
    },
    Chore {
        name: "real-projects",
        usage: "[--binary PATH]",
        about: "honest work in projects from the registries, over the network; writes docs/benchmarks/real-projects.md",
        run: real_project::run,
    },
    Chore {
        name: "mcp-clients",
        usage: "",
        about: "drives the server by clients of others, as far as they are here; writes docs/mcp-clients.md",
        run: mcp_clients::run,
    },
    Chore {
        name: "mind-agents",
        usage: "[--binary PATH]",
        about: "asks agents from the npm registry through charter; writes docs/benchmarks/minds.md",
        run: mind_agents::run,
    },
    Chore {
        name: "interview-eval",
        usage: "[--list | --mind NAME]",
        about: "replays recorded interviews without a model, needs the corpus; writes docs/benchmarks/interview.md",
        run: interview_eval::run,
    },
    Chore {
        name: "docs",
        usage: "",
        about: "regenerate docs/reference from the code",
        run: docs::run,
    },
    Chore {
        name: "bench",
        usage: "[NAME]...",
        about: "run benchmarks and write docs/benchmarks",
        run: bench::run,
    },
    Chore {
        name: "fuzz",
        usage: "[SECONDS]",
        about: "fuzz whole checkouts and the parsers, each; 600 seconds unless told otherwise",
        run: fuzz::run,
    },
];

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match dispatch(&args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(err) => {
            // A failed step has already said why, and a test run ends with its own summary.
            if !matches!(err, ChoreError::Step { .. }) {
                eprintln!("xtask: {err}");
            }
            ExitCode::from(err.exit_code())
        }
    }
}

fn dispatch(args: &[String]) -> Result<()> {
    let Some((name, rest)) = args.split_first() else {
        print!("{}", help());
        return Ok(());
    };
    if matches!(name.as_str(), "help" | "--help" | "-h") {
        print!("{}", help());
        return Ok(());
    }
    match CHORES.iter().find(|chore| chore.name == name) {
        Some(chore) => (chore.run)(rest),
        None => Err(ChoreError::Usage(format!(
            "there is no subcommand `{name}`\n{}",
            help().trim_end()
        ))),
    }
}

fn help() -> String {
    let calls = CHORES.iter().map(|chore| format!("{} {}", chore.name, chore.usage));
    let width = calls.clone().map(|call| call.len()).max().unwrap_or(0);
    let lines =
        calls.zip(CHORES).map(|(call, chore)| format!("  {call:width$}  {}\n", chore.about));
    format!("usage: cargo xtask SUBCOMMAND\n\n{}", lines.collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_chore_has_one_line_of_help() {
        let help = help();
        for chore in CHORES {
            let lines = help.lines().filter(|line| line.ends_with(chore.about));
            assert_eq!(lines.count(), 1, "{}", chore.name);
        }
    }

    #[test]
    fn an_unknown_subcommand_is_a_usage_error() {
        let err = dispatch(&["polish".to_owned()]).unwrap_err();
        assert_eq!(err.exit_code(), 2);
        assert!(err.to_string().starts_with("there is no subcommand `polish`"));
    }
}
