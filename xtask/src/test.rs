//! `cargo xtask test`: the one command that says whether the workspace is sound.
//!
//! The test runner goes last and nothing is printed after it, so that its summary ends the output.

use crate::error::Result;
use crate::step::{CargoTool, ensure, step};

const NEXTEST: CargoTool =
    CargoTool { probe: &["cargo", "nextest", "--version"], package: "cargo-nextest" };

const FMT: &[&str] = &["cargo", "fmt", "--all", "--", "--check"];

/// Looks also at the tests that need the corpus, which no run of tests has.
const CLIPPY: &[&str] = &[
    "cargo",
    "clippy",
    "--workspace",
    "--all-targets",
    "--features",
    "charter-measure/corpus",
    "--quiet",
    "--",
    "-D",
    "warnings",
];

/// How much to check besides the tests.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Depth {
    Full,
    Fast,
}

/// Checks format and lints, then runs every test; `--fast` leaves the first two out.
pub(crate) fn run(args: &[String]) -> Result<()> {
    let (depth, extra) = parse(args);
    ensure(NEXTEST)?;
    for (name, argv) in list_steps(depth, &extra) {
        step(name, &argv)?;
    }
    Ok(())
}

/// Splits our own option from the arguments that go to the runner.
fn parse(args: &[String]) -> (Depth, Vec<&str>) {
    let is_fast = |arg: &&str| *arg == "--fast";
    let args = args.iter().map(String::as_str);
    // What follows `--` belongs to the test binaries, whatever it looks like.
    let own = args.clone().take_while(|arg| *arg != "--");
    let n_own = own.clone().count();
    let depth = if own.clone().any(|arg| is_fast(&arg)) { Depth::Fast } else { Depth::Full };
    let extra = own.filter(|arg| !is_fast(arg)).chain(args.skip(n_own)).collect();
    (depth, extra)
}

fn list_steps<'a>(depth: Depth, extra: &[&'a str]) -> Vec<(&'static str, Vec<&'a str>)> {
    let mut runner = vec!["cargo", "nextest", "run", "--workspace"];
    runner.extend(extra);
    let mut steps = match depth {
        Depth::Full => vec![("fmt", FMT.to_vec()), ("clippy", CLIPPY.to_vec())],
        Depth::Fast => Vec::new(),
    };
    steps.push(("nextest", runner));
    steps
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(args: &[&str], expect: &[&str]) {
        let args: Vec<String> = args.iter().map(|arg| (*arg).to_owned()).collect();
        let (depth, extra) = parse(&args);
        let steps: Vec<String> =
            list_steps(depth, &extra).iter().map(|(_, argv)| argv.join(" ")).collect();
        assert_eq!(steps, expect);
    }

    #[test]
    fn the_full_run_checks_format_and_lints_first() {
        check(
            &[],
            &[
                "cargo fmt --all -- --check",
                "cargo clippy --workspace --all-targets --features charter-measure/corpus --quiet \
                 -- -D warnings",
                "cargo nextest run --workspace",
            ],
        );
    }

    #[test]
    fn a_fast_run_passes_the_rest_to_the_runner() {
        check(
            &["-p", "charter-engine", "--fast", "--", "--fast"],
            &["cargo nextest run --workspace -p charter-engine -- --fast"],
        );
    }
}
