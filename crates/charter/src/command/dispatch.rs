//! Which command runs.
//!
//! Owns the one match over commands. Nothing is opened before the command needs it.

use super::{
    Desk, abandon, block, check, checkpoint, complete, completions, doctor, export, gc, home, hook,
    import, install, interview, interviewer, key, list, log, loopback, man, mcp, new, pause, plan,
    preflight, prove, record, reference, refresh, resume, review, serve, show, status, statusline,
    use_charter, verify, waive,
};
use crate::answer::{Answer, Trouble};
use crate::args::Args;
use crate::env::Environment;
use charter_app::BehindRow;
use clap::Subcommand;

/// What to do.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    New(new::Args),
    Interview(interview::Args),
    Interviewer(interviewer::Args),
    Preflight(preflight::Args),
    Status(status::Args),
    List(list::Args),
    Show(show::Args),
    Log(log::Args),
    Use(use_charter::Args),
    Plan(plan::Args),
    Prove(prove::Args),
    Refresh(refresh::Args),
    Record(record::Args),
    Waive(waive::Args),
    Block(block::Args),
    Check(check::Args),
    Checkpoint(checkpoint::Args),
    Verify(verify::Args),
    Review(review::Args),
    Import(import::Args),
    Export(export::Args),
    Key(key::Args),
    Install(install::Args),
    Pause(pause::Args),
    Resume(resume::Args),
    Complete(complete::Args),
    Abandon(abandon::Args),
    Hook(hook::Args),
    Statusline(statusline::Args),
    Mcp(mcp::Args),
    Serve(serve::Args),
    Doctor(doctor::Args),
    Gc(gc::Args),
    Completions(completions::Args),
    Man(man::Args),
    #[command(hide = true)]
    Loopback(loopback::Args),
    #[command(hide = true)]
    Reference(reference::Args),
}

/// Runs the command that the arguments name.
pub(crate) fn run(args: &Args, environment: &Environment) -> Result<Answer, Trouble> {
    let at = |step: &dyn Fn(&Desk<'_>) -> Result<Answer, Trouble>| {
        let desk = Desk::open(args, environment)?;
        let answer = step(&desk)?;
        let complete =
            |it: BehindRow| BehindRow { command: args.complete_command(&it.command), ..it };
        let behind: Vec<BehindRow> = desk.app.take_behind().into_iter().map(complete).collect();
        Ok(answer.with_behind(&behind))
    };
    let Some(command) = &args.command else { return at(&home::run) };
    match command {
        Command::Hook(own) => Ok(hook::run(own, args, environment)),
        Command::Statusline(_) => Ok(statusline::run(args, environment)),
        Command::New(args) => at(&|desk| new::run(args, desk)),
        Command::Interview(args) => at(&|desk| interview::run(args, desk)),
        Command::Interviewer(args) => at(&|desk| Ok(interviewer::run(args, desk))),
        Command::Preflight(args) => at(&|desk| preflight::run(args, desk)),
        Command::Status(args) => at(&|desk| status::run(args, desk)),
        Command::List(_) => at(&|desk| list::run(desk)),
        Command::Show(args) => at(&|desk| show::run(args, desk)),
        Command::Log(args) => at(&|desk| log::run(args, desk)),
        Command::Use(args) => at(&|desk| use_charter::run(args, desk)),
        Command::Plan(args) => at(&|desk| plan::run(args, desk)),
        Command::Pause(args) => at(&|desk| pause::run(args, desk)),
        Command::Resume(_) => at(&|desk| resume::run(desk)),
        Command::Check(args) => at(&|desk| check::run(args, desk)),
        Command::Review(args) => at(&|desk| review::run(args, desk)),
        Command::Checkpoint(args) => at(&|desk| checkpoint::run(args, desk)),
        Command::Verify(args) => at(&|desk| verify::run(args, desk)),
        Command::Export(args) => at(&|desk| export::run(args, desk)),
        Command::Key(args) => at(&|desk| key::run(args, desk)),
        Command::Install(args) => at(&|desk| install::run(args, desk)),
        Command::Prove(args) => at(&|desk| prove::run(args, desk)),
        Command::Refresh(args) => at(&|desk| refresh::run(args, desk)),
        Command::Record(args) => at(&|desk| record::run(args, desk)),
        Command::Waive(args) => at(&|desk| waive::run(args, desk)),
        Command::Block(args) => at(&|desk| block::run(args, desk)),
        Command::Complete(args) => at(&|desk| complete::run(args, desk)),
        Command::Abandon(args) => at(&|desk| abandon::run(args, desk)),
        Command::Import(args) => at(&|desk| import::run(args, desk)),
        Command::Mcp(_) => mcp::run(args, environment),
        Command::Serve(command) => serve::run(command, args, environment),
        Command::Doctor(args) => at(&|desk| doctor::run(args, desk)),
        Command::Gc(args) => at(&|desk| gc::run(args, desk)),
        Command::Completions(args) => Ok(completions::run(args)),
        Command::Man(args) => man::run(args),
        Command::Loopback(args) => loopback::run(args),
        Command::Reference(args) => Ok(reference::run(args)),
    }
}

impl Command {
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
