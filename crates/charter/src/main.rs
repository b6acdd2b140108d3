//! The binary: arguments in, one answer out.
//!
//! Owns the process: what it reads at the start, where it prints, how it ends. Must not know any
//! business rule. The answer goes to stdout, the conversation about it to stderr; a reader that
//! went away is not an error.

mod answer;
mod args;
mod command;
mod deep;
mod env;
mod exit;
mod hook;
mod preflight;
mod progress;
mod rim;
mod screen;
mod skill;
mod stdin;
mod table;
mod talk;

use crate::answer::{CommandAnswer, Stream, Trouble};
use crate::args::Args;
use crate::env::Environment;
use crate::rim::{Format, TextForm};
use clap::Parser;
use std::ffi::OsString;
use std::io::{self, Write};
use std::process::ExitCode;

fn main() -> ExitCode {
    let argv: Vec<OsString> = std::env::args_os().collect();
    match run(&argv) {
        Ok(code) => ExitCode::from(code),
        Err(err) if err.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(err) => {
            let message = format!("error: cannot write the answer\n  caused by: {err}\n");
            let _ = rim::say(&message);
            ExitCode::from(exit::SYSTEM)
        }
    }
}

fn run(argv: &[OsString]) -> io::Result<u8> {
    let wants_json = argv.iter().take_while(|it| *it != "--").any(|it| it == "--json");
    let args = match Args::try_parse_from(argv) {
        Ok(args) => args,
        Err(problem) if wants_json && problem.use_stderr() => {
            return print_trouble(&Trouble::usage(&problem), Format::Json);
        }
        Err(problem) => {
            let text = problem.render().to_string();
            if problem.use_stderr() {
                rim::say(&text)?;
            } else {
                rim::answer(&text, TextForm::Words)?;
            }
            // Agents take this exit code of a hook for a no.
            let is_hook = argv.get(1).is_some_and(|it| it == "hook");
            let code = u8::try_from(problem.exit_code()).unwrap_or(exit::BAD_INPUT);
            return Ok(if is_hook { exit::DONE } else { code });
        }
    };
    let format = if args.json { Format::Json } else { Format::Text };
    let environment = Environment::read();
    match command::run(&args, &environment) {
        Ok(CommandAnswer { stream: Some(stream), exit, .. }) => print_stream(stream, format, exit),
        Ok(mut answer) => {
            args.complete_json(&mut answer.json);
            print_answer(&answer, format)
        }
        Err(mut trouble) => {
            args.complete_trouble(&mut trouble);
            print_trouble(&trouble, format)
        }
    }
}

/// Prints an answer while it is made. What was printed before something went wrong stands.
fn print_stream(stream: Stream, format: Format, exit: u8) -> io::Result<u8> {
    let mut out = rim::streamed(format);
    match stream.print(&mut out, format)? {
        Ok(notes) => {
            out.flush()?;
            if format == Format::Text {
                rim::say(&notes)?;
            }
            Ok(exit)
        }
        Err(trouble) => {
            out.flush()?;
            rim::say(&trouble.to_text())?;
            Ok(trouble.exit)
        }
    }
}

fn print_answer(answer: &CommandAnswer, format: Format) -> io::Result<u8> {
    match format {
        // A server has said everything over the wire.
        Format::Json if answer.json.is_null() => {}
        Format::Json => rim::answer_json(&answer.json)?,
        Format::Text => {
            rim::answer(&answer.text, answer.form)?;
            rim::say(&answer.notes)?;
        }
    }
    Ok(answer.exit)
}

fn print_trouble(trouble: &Trouble, format: Format) -> io::Result<u8> {
    match format {
        Format::Json => rim::answer_json(&trouble.to_json())?,
        Format::Text => rim::say(&trouble.to_text())?,
    }
    Ok(trouble.exit)
}
