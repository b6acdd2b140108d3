//! `charter interview`: the open question, and the answer to it.

use super::Desk;
use crate::answer::{Answer, Trouble};
use crate::screen::{Ink, clean};
use charter_app::NeedReport;
use charter_core::NextAction;
use charter_core::interview::{Submission, Topic};
use clap::Subcommand;
use serde_json::Value;
use std::io::Read;
use std::path::PathBuf;

/// The most bytes of a reply on stdin.
const REPLY_BYTES_MAX: u64 = 1024 * 1024;

/// Ask what is still open, at most five questions
///
/// Answers are kept in charter.md as they are given. Without an action the open question is shown.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example:\n  charter interview submit --answer \"Night nurses on four wards\""
)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct Args {
    #[command(subcommand)]
    action: Option<Action>,

    /// Answers from a file: one a line, or a JSON array of texts and {"skip": "reason"}
    #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    answers: Option<PathBuf>,
}

#[derive(Debug, Subcommand)]
enum Action {
    /// Show the open question; nothing is written
    #[command(after_help = "Example:\n  charter interview next --json")]
    Next,
    /// Answer the open question, or skip it with a reason
    #[command(
        after_help = "Example:\n  echo '{\"answer\":\"Night nurses\"}' | charter interview submit -"
    )]
    Submit {
        /// `-` for a reply on stdin: JSON with `answer` or `skip` and perhaps `needId`, or plain text
        #[arg(value_parser = ["-"], conflicts_with_all = ["answer", "skip"])]
        source: Option<String>,

        /// The answer
        #[arg(long, conflicts_with = "skip", allow_hyphen_values = true)]
        answer: Option<String>,

        /// Why the question is not answered
        #[arg(long, value_name = "REASON", allow_hyphen_values = true)]
        skip: Option<String>,

        /// The question that is answered; refused if another one is open
        #[arg(long, value_name = "ID")]
        need: Option<String>,
    },
}

pub(crate) fn run(args: &Args, desk: &Desk<'_>) -> Result<Answer, Trouble> {
    let report = match &args.action {
        None => match &args.answers {
            Some(path) => {
                let replies = desk.app.read_replies(path)?;
                desk.app.interview_all(&desk.caller, &replies)?
            }
            None => desk.app.interview_next(&desk.caller)?,
        },
        Some(Action::Next) => desk.app.interview_next(&desk.caller)?,
        Some(Action::Submit { source, answer, skip, need }) => {
            let (id, submission) = match (source, answer, skip) {
                (_, Some(answer), _) => (None, Submission::Answer(answer.clone())),
                (_, _, Some(reason)) => (None, Submission::Skip(reason.clone())),
                (None, ..) if desk.has_person => return Err(no_reply()),
                _ => read_reply()?,
            };
            let need = need.clone().or(id);
            desk.app.interview_submit(&desk.caller, need.as_deref(), &submission)?
        }
    };
    let text = render(&report, desk);
    Ok(Answer::new(&report, text))
}

/// A terminal that waits for input without a word looks like one that hangs.
fn no_reply() -> Trouble {
    let command = "charter interview submit --answer \"your words\"";
    let next = NextAction::new("interview", "answer it", command);
    let message = "no answer is given; `-` reads one from the terminal".to_owned();
    Trouble::bad_input("answer", "answer-missing", message, next)
}

/// Reads a reply from stdin; what is not a JSON object is the answer itself.
fn read_reply() -> Result<(Option<String>, Submission), Trouble> {
    let mut text = String::new();
    let read = std::io::stdin().take(REPLY_BYTES_MAX).read_to_string(&mut text);
    let unreadable = |reason: String| {
        let next = NextAction::new("interview", "see what is open", "charter interview next");
        Trouble::bad_input("stdin", "reply-unusable", reason, next)
    };
    read.map_err(|err| unreadable(format!("the reply cannot be read: {err}")))?;
    let Ok(Value::Object(object)) = serde_json::from_str(&text) else {
        return Ok((None, Submission::Answer(text.trim().to_owned())));
    };
    let word = |key: &str| object.get(key).and_then(Value::as_str).map(str::to_owned);
    match (word("answer"), word("skip")) {
        (Some(answer), None) => Ok((word("needId"), Submission::Answer(answer))),
        (None, Some(reason)) => Ok((word("needId"), Submission::Skip(reason))),
        _ => Err(unreadable("the reply needs `answer` or `skip`, and not both".to_owned())),
    }
}

/// Renders where an interview stands, for people.
pub(crate) fn render(report: &NeedReport, desk: &Desk<'_>) -> String {
    let screen = &desk.screen;
    let mark = |topic: Topic| {
        let open = report.context.gaps_remaining.contains(&topic);
        let (sign, ink) = if open { ("○", Ink::Dim) } else { ("●", Ink::Good) };
        format!("{} {}", screen.ink(ink, sign), topic.word())
    };
    let marks: Vec<String> = Topic::ALL.into_iter().map(mark).collect();
    let mut text = format!("\n  {}\n\n", marks.join("   "));
    if report.need_id.is_some() {
        let (round, total) = (report.round, report.context.total_questions);
        let topic = clean(report.context.topic.as_deref().unwrap_or_default());
        text.push_str(
            &screen.ink(Ink::Dim, &format!("  question {round} of {total}, {topic}\n\n")),
        );
    }
    text.push_str(&screen.wrap("  ", &report.prompt, 40));
    text.push('\n');
    text.push_str(&desk.next_line_for(charter_core::Status::Active, &report.next_actions));
    text
}
