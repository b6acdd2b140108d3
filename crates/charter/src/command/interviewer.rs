//! `charter interviewer`: the stateless step, one JSON object.

use super::Desk;
use crate::answer::CommandAnswer;
use crate::exit;
use charter_interview::brief::Mode;
use clap::ValueEnum;
use std::path::PathBuf;

/// Say what an interview would ask next, as one JSON object
///
/// Reads the charter and its scratch pad, and nothing else; writes nothing. The answer is
/// `next_question`, `success`, `skip` or `error`; its shape is docs/reference/interviewer.schema.json.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example:\n  charter interviewer .charter/20261116-091204-nurses/charter.md RESUME"
)]
pub(crate) struct InterviewerArgs {
    /// The charter.md; it need not exist in mode CREATE
    path: PathBuf,

    /// How the interview was started
    #[arg(default_value = "CREATE", ignore_case = true)]
    mode: InterviewStart,
}

/// How an interview was started.
#[derive(Debug, Clone, Copy, ValueEnum)]
#[value(rename_all = "UPPER")]
enum InterviewStart {
    Create,
    Update,
    Resume,
}

pub(crate) fn run(args: &InterviewerArgs, desk: &Desk<'_>) -> CommandAnswer {
    let mode = match args.mode {
        InterviewStart::Create => Mode::Create,
        InterviewStart::Update => Mode::Update,
        InterviewStart::Resume => Mode::Resume,
    };
    let response = desk.app.interviewer(&args.path, mode);
    let answer = CommandAnswer::new(&response, String::new());
    let answer = answer.with_exit(exit::of(!response.is_error()));
    CommandAnswer { text: format!("{:#}\n", answer.json), ..answer }
}
