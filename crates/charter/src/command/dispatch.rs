//! Which command runs.
//!
//! Owns the one match over commands. Nothing is opened before the command needs it.

use super::{
    Desk, abandon, block, check, checkpoint, complete, completions, doctor, export, gc, home, hook,
    import, install, interview, interviewer, key, list, log, loopback, man, mcp, new, pause, plan,
    preflight, prove, record, reference, refresh, resume, review, serve, show, status, statusline,
    use_charter, verify, waive,
};
use crate::answer::{CommandAnswer, Trouble};
use crate::args::Args;
use crate::env::Environment;
use charter_app::BehindRow;
use clap::Subcommand;

/// What to do.
#[derive(Debug, Subcommand)]
pub(crate) enum CharterCommand {
    New(new::NewArgs),
    Interview(interview::InterviewArgs),
    Interviewer(interviewer::InterviewerArgs),
    Preflight(preflight::PreflightArgs),
    Status(status::StatusArgs),
    List(list::ListArgs),
    Show(show::ShowArgs),
    Log(log::LogArgs),
    Use(use_charter::UseArgs),
    Plan(plan::PlanArgs),
    Prove(prove::ProveArgs),
    Refresh(refresh::RefreshArgs),
    Record(record::RecordArgs),
    Waive(waive::WaiveArgs),
    Block(block::BlockArgs),
    Check(check::CheckArgs),
    Checkpoint(checkpoint::CheckpointArgs),
    Verify(verify::VerifyArgs),
    Review(review::ReviewArgs),
    Import(import::ImportArgs),
    Export(export::ExportArgs),
    Key(key::KeyArgs),
    Install(install::InstallArgs),
    Pause(pause::PauseArgs),
    Resume(resume::ResumeArgs),
    Complete(complete::CompleteArgs),
    Abandon(abandon::AbandonArgs),
    Hook(hook::HookArgs),
    Statusline(statusline::StatuslineArgs),
    Mcp(mcp::McpArgs),
    Serve(serve::ServeArgs),
    Doctor(doctor::DoctorArgs),
    Gc(gc::GcArgs),
    Completions(completions::CompletionsArgs),
    Man(man::ManArgs),
    #[command(hide = true)]
    Loopback(loopback::LoopbackArgs),
    #[command(hide = true)]
    Reference(reference::ReferenceArgs),
}

/// Runs the command that the arguments name.
pub(crate) fn run(args: &Args, environment: &Environment) -> Result<CommandAnswer, Trouble> {
    let at = |step: &dyn Fn(&Desk<'_>) -> Result<CommandAnswer, Trouble>| {
        let desk = Desk::open(args, environment)?;
        let answer = step(&desk)?;
        let complete =
            |it: BehindRow| BehindRow { command: args.complete_command(&it.command).into(), ..it };
        let behind: Vec<BehindRow> = desk.app.take_behind().into_iter().map(complete).collect();
        Ok(answer.with_behind(&behind))
    };
    let Some(command) = &args.command else { return at(&home::run) };
    match command {
        CharterCommand::Hook(own) => Ok(hook::run(own, args, environment)),
        CharterCommand::Statusline(_) => Ok(statusline::run(args, environment)),
        CharterCommand::New(args) => at(&|desk| new::run(args, desk)),
        CharterCommand::Interview(args) => at(&|desk| interview::run(args, desk)),
        CharterCommand::Interviewer(args) => at(&|desk| Ok(interviewer::run(args, desk))),
        CharterCommand::Preflight(args) => at(&|desk| preflight::run(args, desk)),
        CharterCommand::Status(args) => at(&|desk| status::run(args, desk)),
        CharterCommand::List(_) => at(&|desk| list::run(desk)),
        CharterCommand::Show(args) => at(&|desk| show::run(args, desk)),
        CharterCommand::Log(args) => at(&|desk| log::run(args, desk)),
        CharterCommand::Use(args) => at(&|desk| use_charter::run(args, desk)),
        CharterCommand::Plan(args) => at(&|desk| plan::run(args, desk)),
        CharterCommand::Pause(args) => at(&|desk| pause::run(args, desk)),
        CharterCommand::Resume(_) => at(&|desk| resume::run(desk)),
        CharterCommand::Check(args) => at(&|desk| check::run(args, desk)),
        CharterCommand::Review(args) => at(&|desk| review::run(args, desk)),
        CharterCommand::Checkpoint(args) => at(&|desk| checkpoint::run(args, desk)),
        CharterCommand::Verify(args) => at(&|desk| verify::run(args, desk)),
        CharterCommand::Export(args) => at(&|desk| export::run(args, desk)),
        CharterCommand::Key(args) => at(&|desk| key::run(args, desk)),
        CharterCommand::Install(args) => at(&|desk| install::run(args, desk)),
        CharterCommand::Prove(args) => at(&|desk| prove::run(args, desk)),
        CharterCommand::Refresh(args) => at(&|desk| refresh::run(args, desk)),
        CharterCommand::Record(args) => at(&|desk| record::run(args, desk)),
        CharterCommand::Waive(args) => at(&|desk| waive::run(args, desk)),
        CharterCommand::Block(args) => at(&|desk| block::run(args, desk)),
        CharterCommand::Complete(args) => at(&|desk| complete::run(args, desk)),
        CharterCommand::Abandon(args) => at(&|desk| abandon::run(args, desk)),
        CharterCommand::Import(args) => at(&|desk| import::run(args, desk)),
        CharterCommand::Mcp(_) => mcp::run(args, environment),
        CharterCommand::Serve(command) => serve::run(command, args, environment),
        CharterCommand::Doctor(args) => at(&|desk| doctor::run(args, desk)),
        CharterCommand::Gc(args) => at(&|desk| gc::run(args, desk)),
        CharterCommand::Completions(args) => Ok(completions::run(args)),
        CharterCommand::Man(args) => man::run(args),
        CharterCommand::Loopback(args) => loopback::run(args),
        CharterCommand::Reference(args) => Ok(reference::run(args)),
    }
}

impl CharterCommand {
    /// Tells whether the command may write an event, which then says who asked for it.
    pub(crate) fn writes(&self) -> bool {
        match self {
            Self::New(_)
            | Self::Import(_)
            | Self::Interview(_)
            | Self::Use(_)
            | Self::Pause(_)
            | Self::Resume(_)
            | Self::Prove(_)
            | Self::Refresh(_)
            | Self::Record(_)
            | Self::Waive(_)
            | Self::Block(_)
            | Self::Complete(_)
            | Self::Abandon(_)
            | Self::Hook(_)
            | Self::Doctor(_) => true,
            Self::Plan(args) => args.writes(),
            Self::Preflight(args) => args.writes(),
            Self::Review(args) => args.writes(),
            Self::Checkpoint(args) => args.writes(),
            Self::Interviewer(_)
            | Self::Status(_)
            | Self::Statusline(_)
            | Self::Check(_)
            | Self::Verify(_)
            | Self::Export(_)
            | Self::Key(_)
            | Self::Install(_)
            | Self::List(_)
            | Self::Show(_)
            | Self::Log(_)
            | Self::Mcp(_)
            | Self::Serve(_)
            | Self::Gc(_)
            | Self::Completions(_)
            | Self::Man(_)
            | Self::Loopback(_)
            | Self::Reference(_) => false,
        }
    }
}
