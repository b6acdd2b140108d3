//! `cargo xtask fuzz`: feeds whole checkouts, documents, ledgers and reports of arbitrary bytes to the
//! engine for a while.

use crate::error::{ChoreError, Result};
use crate::step::{CargoTool, is_installed, step};

const CARGO_FUZZ: CargoTool =
    CargoTool { probe: &["cargo", "fuzz", "--version"], package: "cargo-fuzz" };

const SECONDS_DEFAULT: u32 = 600;

/// How long one input may take, in seconds: a checkout is looked at more than thirty times, each time with
/// the most that is read of a ledger, and git is given up after two minutes.
const INPUT_TIMEOUT: &str = "-timeout=100";

/// What is fuzzed, one after the other.
const TARGETS: [&str; 4] = ["checkout", "document", "ledger", "report"];

/// Fuzzes each target for the given number of seconds.
pub(crate) fn run(args: &[String]) -> Result<()> {
    let seconds = parse(args)?;
    if !is_installed(CARGO_FUZZ) {
        let hint = "cargo install cargo-fuzz --locked";
        return Err(ChoreError::ToolMissing { tool: "cargo-fuzz", hint });
    }
    let limit = format!("-max_total_time={seconds}");
    for target in TARGETS {
        let argv = ["cargo", "+nightly", "fuzz", "run", target, "--", &limit, INPUT_TIMEOUT];
        step(&format!("fuzz {target}"), &argv)?;
    }
    Ok(())
}

fn parse(args: &[String]) -> Result<u32> {
    match args {
        [] => Ok(SECONDS_DEFAULT),
        [seconds] => seconds.parse().map_err(|_| {
            ChoreError::Usage(format!(
                "`{seconds}` is not a number of seconds\nhint: cargo xtask fuzz 60"
            ))
        }),
        [_, ..] => Err(ChoreError::Usage("`fuzz` takes one number of seconds".to_owned())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_is_ten_minutes_unless_told() {
        assert_eq!(parse(&[]).unwrap(), 600);
        assert_eq!(parse(&["5".to_owned()]).unwrap(), 5);
        assert_eq!(parse(&["soon".to_owned()]).unwrap_err().exit_code(), 2);
    }
}
