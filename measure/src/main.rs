//! `cargo measure NAME`: runs one measurement and says why it did not work.
#![expect(clippy::print_stderr, reason = "a measurement talks to whoever runs it")]

use std::process::ExitCode;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match charter_measure::run(&args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("measure: {failure}");
            ExitCode::FAILURE
        }
    }
}
