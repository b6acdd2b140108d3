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
mod screen;
mod skill;
mod stdin;
mod table;
mod talk;

use crate::answer::{Answer, Trouble};
use crate::args::Args;
use crate::env::Environment;
use clap::Parser;
use std::ffi::OsString;
use std::io::{self, Write};
use std::process::ExitCode;

fn main() -> ExitCode {
    let argv: Vec<OsString> = std::env::args_os().collect();
    // Not locked: a server writes its messages from another thread.
    match run(&argv, &mut io::stdout(), &mut io::stderr()) {
        Ok(code) => ExitCode::from(code),
        Err(err) if err.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(err) => {
            let message = format!("error: cannot write the answer\n  caused by: {err}\n");
            let _ = io::stderr().write_all(message.as_bytes());
            ExitCode::from(exit::SYSTEM)
        }
    }
}

fn run(argv: &[OsString], out: &mut dyn Write, err: &mut dyn Write) -> io::Result<u8> {
    let wants_json = argv.iter().take_while(|it| *it != "--").any(|it| it == "--json");
    let args = match Args::try_parse_from(argv) {
        Ok(args) => args,
        Err(problem) if wants_json && problem.use_stderr() => {
            return print_trouble(&Trouble::usage(&problem), out, err, Format::Json);
        }
        Err(problem) => {
            let text = problem.render().to_string();
            let stderr = problem.use_stderr();
            if stderr {
                err.write_all(text.as_bytes())?;
            } else {
                out.write_all(text.as_bytes())?;
            }
            out.flush()?;
            // Agents take this exit code of a hook for a no.
            let is_hook = argv.get(1).is_some_and(|it| it == "hook");
            let code = u8::try_from(problem.exit_code()).unwrap_or(exit::BAD_INPUT);
            return Ok(if is_hook { exit::DONE } else { code });
        }
    };
    let format = if args.json { Format::Json } else { Format::Text };
    let environment = Environment::read();
    match command::run(&args, &environment) {
        Ok(mut answer) => {
            args.complete_json(&mut answer.json);
            print_answer(&answer, out, err, format)
        }
        Err(mut trouble) => {
            trouble.complete_commands(&args);
            print_trouble(&trouble, out, err, format)
        }
    }
}

/// How an answer is printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Format {
    Text,
    Json,
}

fn print_answer(
    answer: &Answer,
    out: &mut dyn Write,
    err: &mut dyn Write,
    format: Format,
) -> io::Result<u8> {
    match format {
        // A server has said everything over the wire.
        Format::Json if answer.json.is_null() => {}
        Format::Json => writeln!(out, "{:#}", answer.json)?,
        Format::Text => {
            out.write_all(answer.text.as_bytes())?;
            err.write_all(answer.notes.as_bytes())?;
        }
    }
    out.flush()?;
    Ok(answer.exit)
}

fn print_trouble(
    trouble: &Trouble,
    out: &mut dyn Write,
    err: &mut dyn Write,
    format: Format,
) -> io::Result<u8> {
    match format {
        Format::Json => writeln!(out, "{:#}", trouble.to_json())?,
        Format::Text => err.write_all(trouble.to_text().as_bytes())?,
    }
    out.flush()?;
    Ok(trouble.exit)
}
