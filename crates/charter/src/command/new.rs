//! `charter new`: opens a charter.

use super::mind::{self, Offered};
use super::{Desk, deep, interview, reply_text};
use crate::answer::{CommandAnswer, Trouble};
use crate::screen::{Ink, clean};
use crate::talk::{Lead, Opening};
use crate::{exit, talk};
use charter_app::{
    Caller, Error, Handed, NewCharter, NewReport, parse_deep_replies, parse_replies,
};
use charter_contract::Rigor;
use charter_interview::brief::Submission;
use charter_kernel::NextAction;
use charter_store::MindChoice;
use std::fmt::Write;
use std::path::PathBuf;

/// Open a charter for an idea, and interview
///
/// Creates a directory with charter.md, criteria.md and the ledger. In a terminal up to five
/// questions follow, one at a time; elsewhere answers come from a file or a pipe, and nothing is
/// ever waited for. With --deep the answers of a file go to the questions, one after the other; the
/// parts are confirmed by themselves unless a line says `defer 2: why` or a JSON object says
/// otherwise. `--no-interview` leaves stdin alone, as in a loop that reads ideas.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example:\n  charter new \"Nurses lose 40 minutes a night copying vital signs\""
)]
pub(crate) struct NewArgs {
    /// What it is about, in your own words
    #[arg(value_hint = clap::ValueHint::Other)]
    idea: Vec<String>,

    /// The name, if not the first sentence of the idea
    #[arg(long)]
    name: Option<String>,

    /// How much proof it wants: light, standard or strict
    #[arg(long, value_parser = ["light", "standard", "strict"])]
    rigor: Option<String>,

    /// Answers to the interview from a file, or `-` for stdin: one a line, or a JSON array
    #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    answers: Option<PathBuf>,

    /// Begin with what preflight learnt, once its gate is open
    #[arg(long, conflicts_with = "idea")]
    from_preflight: bool,

    /// Ask no questions
    #[arg(long, conflicts_with_all = ["answers", "deep"])]
    no_interview: bool,

    #[command(flatten)]
    deep: deep::DeepArgs,
}

pub(crate) fn run(args: &NewArgs, desk: &Desk<'_>) -> Result<CommandAnswer, Trouble> {
    if args.deep.deep {
        return run_deep(args, desk);
    }
    let mut idea = first_idea(args, desk)?;
    // Answers that cannot be read must not leave a charter without them.
    let mut replies = match args.no_interview {
        true => None,
        false => {
            let text = reply_text::read_all(args.answers.as_deref(), desk)?;
            text.map(|it| parse_replies(&it)).transpose()?
        }
    };
    let was_asked = idea.is_empty();
    if was_asked {
        idea = match replies.as_mut().filter(|it| !it.is_empty()).map(|it| it.remove(0)) {
            Some(Submission::Answer(answer)) => answer,
            Some(Submission::Sections(_)) => String::new(),
            None if desk.can_talk && !args.no_interview => match ask(desk, &Opening::Brief)? {
                Some(idea) => idea,
                None => return Ok(nothing_said(desk)),
            },
            Some(Submission::Skip(_)) | None => String::new(),
        };
    }
    let answered = idea.clone();
    let mut report = open_charter(args, idea, desk)?;
    if args.no_interview || (replies.is_none() && !desk.can_talk) {
        return Ok(CommandAnswer::new(&report, render(&report, desk)));
    }
    let caller = Caller { charter: Some(report.charter_id.clone()), ..desk.caller.clone() };
    let first = Some(answered.as_str()).filter(|_| was_asked && args.name.is_none());
    let taken = desk.app.interview_all(&caller, first, replies.as_deref());
    let need = taken.map_err(|err| Trouble::from(err).behind(&report.charter_id))?;
    if replies.is_none() {
        return interview::go_on(need, &caller, desk);
    }
    report.next_actions = need.next_actions.clone();
    Ok(CommandAnswer::new(&report, interview::render(&need, desk)))
}

/// Asks what it is about, where somebody can be asked.
fn ask(desk: &Desk<'_>, opening: &Opening) -> Result<Option<String>, Trouble> {
    let why = "in a sentence or in a page; nothing is written before you send it";
    talk::ask(desk, opening, why)
}

/// Opens the charter; what preflight learnt opens one and no second.
fn open_charter(args: &NewArgs, idea: String, desk: &Desk<'_>) -> Result<NewReport, Trouble> {
    let rigor = args.rigor.as_deref().and_then(Rigor::parse);
    let new = NewCharter { idea, name: args.name.clone(), rigor };
    if !args.from_preflight {
        return Ok(desk.app.new_charter(&desk.caller, new)?);
    }
    let report = desk.app.new_from_preflight(&desk.caller, new)?;
    // The charter is there; at worst a second one could be opened from the same answers.
    if let Err(err) = desk.app.preflight_handed_over(&report.charter_id) {
        let hint = "forgets the answers that this charter was opened with";
        let clear = NextAction::new("preflight", hint, "charter preflight clear");
        desk.app.leave_behind(&err, &clear);
    }
    Ok(report)
}

/// Gives the idea that came with the command: from preflight, as words, or as the name alone.
fn first_idea(args: &NewArgs, desk: &Desk<'_>) -> Result<String, Trouble> {
    if args.from_preflight {
        return Ok(desk.app.preflight_idea()?);
    }
    Ok(match (args.idea.as_slice(), &args.name) {
        ([], Some(name)) => name.clone(),
        (words, _) => words.join(" "),
    })
}

/// Opens a charter for a deep interview, and begins it.
fn run_deep(args: &NewArgs, desk: &Desk<'_>) -> Result<CommandAnswer, Trouble> {
    // What makes no sense must not leave a charter behind.
    let threshold = desk.app.check_deep(&args.deep.options())?;
    let mut lead = Lead::Open;
    let text = reply_text::read_all(args.answers.as_deref(), desk)?;
    let mut replies = text.map(|it| parse_deep_replies(&it)).transpose()?;
    let mut idea = first_idea(args, desk)?;
    if idea.is_empty() {
        idea = match replies.as_mut().filter(|it| !it.is_empty()).map(|it| it.remove(0)) {
            Some(Handed::Words(words)) => words,
            Some(Handed::Content(_) | Handed::Skip(_)) => String::new(),
            None if desk.can_talk => {
                // Whether a model thinks is not known before one was offered.
                let is_measured = desk.app.config().mind() != MindChoice::Rules;
                lead = if is_measured { Lead::Told } else { Lead::Open };
                let first = format!("{}\n{}", threshold.first_line(), desk.setting_notes());
                let first = if is_measured { first } else { String::new() };
                match ask(desk, &Opening::Deep(first))? {
                    Some(idea) => idea,
                    None => return Ok(nothing_said(desk)),
                }
            }
            None => String::new(),
        };
    }
    let again;
    let desk = match offered(&idea, replies.is_none(), desk)? {
        Offered::Nothing => desk,
        Offered::Chosen(chosen) => {
            again = chosen;
            &*again
        }
        Offered::Stopped => return Ok(nothing_said(desk)),
    };
    let mut report = open_charter(args, idea, desk)?;
    let caller = Caller { charter: Some(report.charter_id.clone()), ..desk.caller.clone() };
    let options = args.deep.options();
    let waits = |it: Error| Trouble::from(it).behind(&report.charter_id);
    let answer = match replies {
        Some(replies) => {
            let begun = desk.app.deep_begin_with(&caller, &options, &replies);
            let (stand, n_left) = begun.map_err(waits)?;
            deep::replied(&stand, n_left, replies.len(), desk)
        }
        None => {
            let stand = desk.app.deep_begin(&caller, &options).map_err(waits)?;
            let held = deep::go_on(stand, lead, &caller, desk);
            held.map_err(|it| it.behind(&report.charter_id))?
        }
    };
    // What was to be done before it began is not what is to be done now.
    if let Ok(status) = desk.app.status(&caller) {
        report.next_actions = status.overview.next_actions;
    }
    let hint = "goes on, one need at a time";
    let next = NextAction::about("interview next", &report.charter_id, hint, "");
    report.next_actions.insert(0, next);
    // A program is told about the charter, as always; `interview next` gives the open need.
    Ok(CommandAnswer { json: serde_json::to_value(&report).unwrap_or_default(), ..answer })
}

/// Offers a mind before a conversation; an idea that opens no charter is refused first.
fn offered<'a>(idea: &str, talks: bool, desk: &Desk<'a>) -> Result<Offered<'a>, Trouble> {
    if !talks || idea.trim().is_empty() {
        return Ok(Offered::Nothing);
    }
    mind::offer(desk, Some(idea))
}

fn nothing_said(desk: &Desk<'_>) -> CommandAnswer {
    let next = NextAction::new("create", "start again", "charter new");
    let text = format!("\n  Stopped before anything was said.\n\n{}", desk.next_line(&[next]));
    CommandAnswer::new(&serde_json::json!({}), text).with_exit(exit::REFUSED)
}

fn render(report: &NewReport, desk: &Desk<'_>) -> String {
    let screen = &desk.screen;
    let mut text = format!(
        "\n  {}\n  {}\n\n",
        screen.ink(Ink::Strong, &format!("Charter {}", report.charter_id)),
        screen.ink(Ink::Dim, &format!("{}/", clean(&report.path))),
    );
    let tick = screen.ink(Ink::Good, "✓");
    for (file, about) in [
        ("charter.md", "the idea, and what else to agree on"),
        ("criteria.md", "empty: nothing must be shown yet"),
    ] {
        let _ = writeln!(text, "  {tick} {file:<14} {about}");
    }
    text.push('\n');
    text.push_str(&desk.next_line(&report.next_actions));
    text
}
