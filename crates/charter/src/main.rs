//! The binary: arguments in, one answer out.
//!
//! Owns the process: what it reads at the start, where it prints, how it ends. Must not know any
//! business rule. The answer goes to stdout, the conversation about it to stderr; a reader that
//! went away is not an error.

mod answer;
mod args;
mod command;
mod deep;
mod desk;
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
mod topic;

use crate::answer::{CommandAnswer, Stream, Trouble};
use crate::args::Args;
use crate::command::{
    agree, block, check, check_ci, checkpoint, complete, completions, confirm, dispute, doctor,
    export, gc, home, hook as hook_command, import, install, interview, interviewer, key, layer,
    list, log, loopback, man, mcp, mind, new, plan, preflight as preflight_command, prove, record,
    reference, refresh, review, rigor, serve, show, status, statusline, use_charter, verify, waive,
};
use crate::desk::{Acting, Desk};
use crate::env::Environment;
use crate::rim::{Format, TextForm};
use charter_app::BehindRow;
use charter_engine::Command;
use clap::builder::styling::{AnsiColor, Styles};
use clap::{CommandFactory, Parser, Subcommand};
use std::ffi::OsString;
use std::io::{self, Write};
use std::process::ExitCode;

const STYLES: Styles = Styles::styled()
    .header(AnsiColor::Yellow.on_default())
    .usage(AnsiColor::Yellow.on_default())
    .literal(AnsiColor::Cyan.on_default());

/// From a vague idea to a proven end.
///
/// charter writes what was agreed as plain Markdown in your repository and lets nobody call the
/// work done until every criterion has evidence. Without a command it says where things stand.
#[derive(Debug, Parser)]
#[command(
    name = "charter",
    version,
    styles = STYLES,
    max_term_width = 100,
    after_help = "Example:\n  charter new \"Nurses lose 40 minutes a night copying vital signs\"\n  charter status"
)]
struct TypedLine {
    #[command(subcommand)]
    command: Option<CharterCommand>,

    #[command(flatten)]
    args: Args,
}

/// What to do.
#[derive(Debug, Subcommand)]
enum CharterCommand {
    New(new::NewArgs),
    Interview(interview::InterviewArgs),
    Interviewer(interviewer::InterviewerArgs),
    Mind(mind::MindArgs),
    Preflight(preflight_command::PreflightArgs),
    Status(status::StatusArgs),
    List(list::ListArgs),
    Show(show::ShowArgs),
    Log(log::LogArgs),
    Use(use_charter::UseArgs),
    Plan(plan::PlanArgs),
    Prove(prove::ProveArgs),
    Refresh(refresh::RefreshArgs),
    Record(record::RecordArgs),
    Agree(agree::AgreeArgs),
    Confirm(confirm::ConfirmArgs),
    Waive(waive::WaiveArgs),
    Rigor(rigor::RigorArgs),
    Block(block::BlockArgs),
    Dispute(dispute::DisputeArgs),
    Check(check::CheckArgs),
    Checkpoint(checkpoint::CheckpointArgs),
    Verify(verify::VerifyArgs),
    Review(review::ReviewArgs),
    Import(import::ImportArgs),
    Export(export::ExportArgs),
    Key(key::KeyArgs),
    Install(install::InstallArgs),
    /// Let the work rest; nothing is lost
    ///
    /// Pausing twice changes nothing.
    #[command(after_help = "Example:\n  charter pause --reason \"waiting for the ward\"")]
    Pause {
        /// Why
        #[arg(long, allow_hyphen_values = true)]
        reason: Option<String>,
    },
    /// Go on with a paused charter
    ///
    /// Binds the session that calls, if it has a name.
    #[command(after_help = "Example:\n  charter resume --charter nurses")]
    Resume,
    Complete(complete::CompleteArgs),
    /// Give a charter up, with a reason
    ///
    /// An abandoned charter stays readable and cannot be opened again.
    #[command(after_help = "Example:\n  charter abandon --reason \"bought a product instead\"")]
    Abandon {
        /// Why
        #[arg(long, allow_hyphen_values = true)]
        reason: String,
    },
    Hook(hook_command::HookArgs),
    Statusline(statusline::StatuslineArgs),
    Mcp(mcp::McpArgs),
    Serve(serve::ServeArgs),
    Doctor(doctor::DoctorArgs),
    Gc(gc::GcArgs),
    Completions(completions::CompletionsArgs),
    Man(man::ManArgs),
    #[command(hide = true)]
    Layer(layer::LayerArgs),
    #[command(hide = true)]
    Loopback(loopback::LoopbackArgs),
    #[command(hide = true)]
    Reference(reference::ReferenceArgs),
}

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
    let TypedLine { command, args } = match TypedLine::try_parse_from(argv) {
        Ok(typed) => typed,
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
    match dispatch(command.as_ref(), &args, &environment) {
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

/// What a command does at its desk.
type AtDesk<'a> = dyn Fn(&Desk<'_>) -> Result<CommandAnswer, Trouble> + 'a;

/// Runs the command that is named. Nothing is opened before it is needed.
fn dispatch(
    command: Option<&CharterCommand>,
    args: &Args,
    environment: &Environment,
) -> Result<CommandAnswer, Trouble> {
    let at = |acting: Acting, step: &AtDesk<'_>| {
        let desk = Desk::open(args, environment, &acting)?;
        let answer = step(&desk)?;
        let complete =
            |it: BehindRow| BehindRow { command: args.complete_command(&it.command).into(), ..it };
        let behind: Vec<BehindRow> = desk.app.take_behind().into_iter().map(complete).collect();
        Ok(answer.with_behind(&behind))
    };
    let reads = |step: &AtDesk<'_>| at(Acting::Reads, step);
    let writes = |step: &AtDesk<'_>| at(Acting::Writes, step);
    let changes = |command: Command, words| writes(&|desk| desk.change(&command, words));
    let Some(command) = command else { return reads(&home::run) };
    match command {
        CharterCommand::New(own) => writes(&|desk| new::run(own, desk)),
        CharterCommand::Interview(own) => writes(&|desk| interview::run(own, desk)),
        CharterCommand::Interviewer(own) => reads(&|desk| Ok(interviewer::run(own, desk))),
        CharterCommand::Mind(own) => at(own.acting(), &|desk| mind::run(own, desk)),
        CharterCommand::Preflight(own) => {
            at(own.acting(), &|desk| preflight_command::run(own, desk))
        }
        CharterCommand::Status(own) => reads(&|desk| status::run(own, desk)),
        CharterCommand::List(_) => reads(&list::run),
        CharterCommand::Show(own) => reads(&|desk| show::run(own, desk)),
        CharterCommand::Log(own) => reads(&|desk| log::run(own, desk)),
        CharterCommand::Use(own) => writes(&|desk| use_charter::run(own, desk)),
        CharterCommand::Plan(own) => at(own.acting(), &|desk| plan::run(own, desk)),
        CharterCommand::Prove(own) => writes(&|desk| prove::run(own, desk)),
        CharterCommand::Refresh(own) => writes(&|desk| refresh::run(own, desk)),
        CharterCommand::Record(own) => writes(&|desk| record::run(own, desk)),
        CharterCommand::Agree(own) => writes(&|desk| agree::run(own, desk)),
        CharterCommand::Confirm(own) => writes(&|desk| confirm::run(own, desk)),
        CharterCommand::Waive(own) => writes(&|desk| waive::run(own, desk)),
        CharterCommand::Rigor(own) => writes(&|desk| rigor::run(own, desk)),
        CharterCommand::Block(own) => writes(&|desk| block::run(own, desk)),
        CharterCommand::Dispute(own) => writes(&|desk| dispute::run(own, desk)),
        CharterCommand::Check(own) if own.ci => reads(&|desk| check_ci::run(own, desk)),
        CharterCommand::Check(own) => reads(&|desk| check::run(own, desk)),
        CharterCommand::Checkpoint(own) => at(own.acting(), &|desk| checkpoint::run(own, desk)),
        CharterCommand::Verify(own) => reads(&|desk| verify::run(own, desk)),
        CharterCommand::Review(own) => at(own.acting(), &|desk| review::run(own, desk)),
        CharterCommand::Import(own) => writes(&|desk| import::run(own, desk)),
        CharterCommand::Export(own) => reads(&|desk| export::run(own, desk)),
        CharterCommand::Key(own) => at(own.acting(), &|desk| key::run(own, desk)),
        CharterCommand::Install(own) => reads(&|desk| install::run(own, desk)),
        CharterCommand::Pause { reason } => {
            changes(Command::Pause { reason: reason.clone() }, ["paused", "was paused already"])
        }
        CharterCommand::Resume => changes(Command::Resume {}, ["goes on", "was active already"]),
        CharterCommand::Complete(own) => writes(&|desk| complete::run(own, desk)),
        CharterCommand::Abandon { reason } => {
            changes(Command::Abandon { reason: reason.clone() }, ["abandoned"; 2])
        }
        CharterCommand::Hook(own) => Ok(hook_command::run(own, args, environment)),
        CharterCommand::Statusline(_) => Ok(statusline::run(args, environment)),
        CharterCommand::Mcp(_) => mcp::run(args, environment),
        CharterCommand::Serve(own) => serve::run(own, args, environment),
        CharterCommand::Doctor(own) => writes(&|desk| doctor::run(own, desk)),
        CharterCommand::Gc(own) => reads(&|desk| gc::run(own, desk)),
        CharterCommand::Completions(own) => Ok(completions::run(own, &TypedLine::command())),
        CharterCommand::Man(own) => man::run(own, TypedLine::command()),
        CharterCommand::Layer(own) => layer::run(own),
        CharterCommand::Loopback(own) => loopback::run(own),
        CharterCommand::Reference(own) => Ok(reference::run(own, TypedLine::command())),
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
