//! `charter new`: opens a charter.

use super::{Desk, interview};
use crate::answer::{Answer, Trouble};
use crate::screen::{Ink, clean};
use charter_app::{Caller, NewCharter};
use charter_core::Rigor;
use std::path::PathBuf;

/// Open a charter for an idea
///
/// Creates a directory with charter.md, criteria.md and the ledger. The idea becomes the objective;
/// the rest is yours to write.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example:\n  charter new \"Nurses lose 40 minutes a night copying vital signs\" --no-interview"
)]
pub(crate) struct Args {
    /// What it is about, in your own words
    #[arg(value_hint = clap::ValueHint::Other)]
    idea: Vec<String>,

    /// The name, if not the first sentence of the idea
    #[arg(long)]
    name: Option<String>,

    /// How much proof it wants: light, standard or strict
    #[arg(long, value_parser = ["light", "standard", "strict"])]
    rigor: Option<String>,

    /// Answers to the interview from a file: one a line, or a JSON array
    #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    answers: Option<PathBuf>,

    /// Ask no questions (so far `new` asks none by itself)
    #[arg(long, conflicts_with = "answers")]
    no_interview: bool,
}

pub(crate) fn run(args: &Args, desk: &Desk<'_>) -> Result<Answer, Trouble> {
    let new = NewCharter {
        idea: match (args.idea.as_slice(), &args.name) {
            ([], Some(name)) => name.clone(),
            (words, _) => words.join(" "),
        },
        name: args.name.clone(),
        rigor: args.rigor.as_deref().and_then(Rigor::parse),
    };
    // A file of answers that cannot be read must not leave a charter without them.
    let replies = args.answers.as_deref().map(|it| desk.app.read_replies(it)).transpose()?;
    let mut report = desk.app.new_charter(&desk.caller, new)?;
    if let Some(replies) = replies {
        let caller = Caller { charter: Some(report.charter_id.clone()), ..desk.caller.clone() };
        let need = desk.app.interview_all(&caller, &replies)?;
        report.next_actions = need.next_actions.clone();
        return Ok(Answer::new(&report, interview::render(&need, desk)));
    }
    let screen = &desk.screen;
    let mut text = format!(
        "\n  {}\n  {}\n\n",
        screen.ink(Ink::Strong, &format!("Charter {}", report.charter_id)),
        screen.ink(Ink::Dim, &format!("{}/", clean(&report.path))),
    );
    let tick = screen.ink(Ink::Good, "✓");
    text.push_str(&format_rows(&[
        (&tick, "charter.md", "the idea, and what else to agree on"),
        (&tick, "criteria.md", "empty: nothing must be shown yet"),
    ]));
    text.push('\n');
    text.push_str(&desk.next_line(&report.next_actions));
    Ok(Answer::new(&report, text))
}

fn format_rows(rows: &[(&str, &str, &str)]) -> String {
    rows.iter().map(|(tick, file, about)| format!("  {tick} {file:<14} {about}\n")).collect()
}
