//! `charter interview`: the open question, and the answer to it.

use super::mind::{self, Offered};
use super::{Desk, deep, reply_text};
use crate::answer::{CommandAnswer, Trouble};
use crate::exit;
use crate::screen::{Ink, Screen, clean, count};
use crate::talk::{self, Lead, TalkEnd};
use crate::topic::{short, topics};
use charter_app::{Caller, DraftedReport, Handed, NeedReport, Replied, Stand, TakeUp};
use charter_contract::Topic;
use charter_interview::brief::{Aim, BriefPhrase, say_with};
use charter_kernel::NextAction;
use clap::Subcommand;
use serde_json::Value;
use std::path::PathBuf;

/// The most criteria without a measure that are listed.
const MEASURES_MAX: usize = 8;

/// The most lines of a section that is looked at.
const SECTION_LINES_MAX: usize = 6;

/// The most lines that name what was confirmed.
const RELAYED_LINES_MAX: usize = 6;

/// Ask what is still open, at most five questions, or until it is clear
///
/// Answers are kept in charter.md as they are given, those of a deep interview in the ledger. In a
/// terminal the questions are asked one after
/// the other; elsewhere answers are taken from a file or a pipe, or the open question is shown. With
/// --deep it is asked until the ambiguity is small enough, and a spec is written; a deep interview
/// that was begun goes on without the option. There the answers of a file go to the questions, one
/// after the other; the parts are confirmed by themselves unless a line says `defer 2: why` or a
/// JSON object says otherwise.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example:\n  charter interview submit --answer \"Night nurses on four wards\""
)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct InterviewArgs {
    #[command(subcommand)]
    action: Option<InterviewAction>,

    /// Answers from a file, or `-` for stdin: one a line, or a JSON array of texts and {"skip": "reason"}
    #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    answers: Option<PathBuf>,

    /// Ask what has changed about a finished charter; only the sections concerned are touched
    #[arg(long, conflicts_with = "deep")]
    update: bool,

    #[command(flatten)]
    deep: deep::DeepArgs,
}

#[derive(Debug, Subcommand)]
enum InterviewAction {
    /// Show the open question, or the open need of a deep interview
    #[command(after_help = "Example:\n  charter interview next --json")]
    Next,
    /// Answer the open question, or skip it with a reason; fulfil the open need of a deep interview
    #[command(
        after_help = "Example:\n  echo '{\"answer\":\"Night nurses\"}' | charter interview submit -"
    )]
    Submit {
        /// A file with the reply, or `-` for stdin: JSON with `answer` or `skip` and perhaps `needId`,
        /// in a deep interview what the need's schema says; or plain text
        #[arg(value_name = "FILE", conflicts_with_all = ["answer", "skip"], value_hint = clap::ValueHint::FilePath)]
        source: Option<PathBuf>,

        /// The answer
        #[arg(long, conflicts_with = "skip", allow_hyphen_values = true)]
        answer: Option<String>,

        /// Why the question is not answered
        #[arg(long, value_name = "REASON", allow_hyphen_values = true)]
        skip: Option<String>,

        /// The question that is answered: the open one, or an earlier one to correct its answer
        #[arg(long, value_name = "ID")]
        need: Option<String>,
    },
    /// Confirm the answers that came through an agent, all together
    #[command(after_help = "Example:\n  charter interview confirm")]
    Confirm,
    /// Show what the ambiguity of a deep interview is made of, and what each answer would take off
    #[command(after_help = "Example:\n  charter interview bill --json")]
    Bill,
}

pub(crate) fn run(args: &InterviewArgs, desk: &Desk<'_>) -> Result<CommandAnswer, Trouble> {
    match &args.action {
        None => resume(args, desk),
        Some(InterviewAction::Bill) => deep::bill(desk),
        Some(InterviewAction::Confirm) => confirm(desk),
        Some(InterviewAction::Next) => Ok(show(&desk.app.stand(&desk.caller)?, desk)),
        Some(InterviewAction::Submit { source, answer, skip, need }) => {
            let handed = match (answer, skip) {
                (_, Some(reason)) => Handed::Skip(reason.clone()),
                (Some(answer), _) => {
                    object_of(answer).map_or_else(|| Handed::Words(answer.clone()), Handed::Content)
                }
                (None, None) if source.is_none() && desk.environment.has_person => {
                    return Err(no_reply());
                }
                (None, None) => read_reply(&reply_text::read_one(source.as_deref(), desk)?)?,
            };
            let named = match &handed {
                Handed::Content(object) => object.get("needId").and_then(Value::as_str),
                Handed::Words(_) | Handed::Skip(_) => None,
            };
            let aim = need.as_deref().or(named).map_or(Aim::Whichever, Aim::Named);
            Ok(show(&desk.app.reply(&desk.caller, aim, &handed)?, desk))
        }
    }
}

/// Shows where the interview that is on stands.
fn show(stand: &Stand, desk: &Desk<'_>) -> CommandAnswer {
    match stand {
        Stand::Deep(stand) => deep::show(stand, desk),
        Stand::Brief(need) => CommandAnswer::new(need, render(need, desk)),
        Stand::Drafted(report) => CommandAnswer::new(report, render_drafted(report, desk)),
    }
}

/// Confirms what an agent said in a person's name.
fn confirm(desk: &Desk<'_>) -> Result<CommandAnswer, Trouble> {
    let (relayed, report) = desk.app.confirm_answers(&desk.caller)?;
    let words = match (report.changed, relayed.len()) {
        (false, _) => "no answer waits to be confirmed".to_owned(),
        (true, 1) => format!("confirmed the relayed answer {}", relayed.join(", ")),
        (true, n) => format!("confirmed {n} relayed answers: {}", relayed.join(", ")),
    };
    let next = desk.next_line_for(report.status, &report.next_actions);
    let words = desk.screen.wrap("", &words, RELAYED_LINES_MAX);
    Ok(CommandAnswer::new(&report, format!("{words}{next}")))
}

fn resume(args: &InterviewArgs, desk: &Desk<'_>) -> Result<CommandAnswer, Trouble> {
    let (app, caller) = (&desk.app, &desk.caller);
    let options = args.deep.options();
    let text = reply_text::read_all(args.answers.as_deref(), desk)?;
    let take_up = match (args.deep.deep, args.update) {
        (true, _) => TakeUp::Deep(&options),
        (false, true) => TakeUp::Update,
        (false, false) => TakeUp::GoOn(&options),
    };
    if let Some(text) = text {
        return Ok(match app.reply_all(caller, take_up, &text)? {
            Replied::Deep(stand, n_left, n) => deep::replied(&stand, n_left, n, desk),
            Replied::Brief(need) => CommandAnswer::new(&need, render(&need, desk)),
        });
    }
    let again;
    let offered = match take_up {
        TakeUp::Deep(_) => mind::offer(desk, None)?,
        TakeUp::GoOn(_) | TakeUp::Update => Offered::Nothing,
    };
    let desk = match offered {
        Offered::Nothing => desk,
        Offered::Chosen(chosen) => {
            again = chosen;
            &*again
        }
        Offered::Stopped => {
            return Ok(CommandAnswer::new(&Value::Null, String::new()).with_exit(exit::REFUSED));
        }
    };
    let (app, caller) = (&desk.app, &desk.caller);
    let stand = match take_up {
        TakeUp::Deep(options) => Stand::Deep(Box::new(app.deep_begin(caller, options)?)),
        TakeUp::Update => Stand::Brief(Box::new(app.interview_update(caller)?)),
        TakeUp::GoOn(options) => app.go_on(caller, options)?,
    };
    match stand {
        Stand::Deep(stand) => deep::go_on(*stand, Lead::Open, caller, desk),
        Stand::Brief(need) => go_on(*need, caller, desk),
        Stand::Drafted(report) => {
            let left = if desk.can_talk {
                talk::hold_drafted(desk, caller, *report)?
            } else {
                Some(*report)
            };
            match left {
                Some(report) => Ok(CommandAnswer::new(&report, render_drafted(&report, desk))),
                None => {
                    let need = app.interview_next(caller)?;
                    Ok(CommandAnswer::new(&need, render(&need, desk)))
                }
            }
        }
    }
}

/// Holds the conversation where there is somebody to talk to; shows the open question elsewhere.
pub(crate) fn go_on(
    need: NeedReport,
    caller: &Caller,
    desk: &Desk<'_>,
) -> Result<CommandAnswer, Trouble> {
    if !desk.can_talk || need.need_id.is_none() {
        return Ok(CommandAnswer::new(&need, render(&need, desk)));
    }
    let (ending, need) = talk::hold(desk, caller, need)?;
    let drafted = desk.app.drafted_next(caller)?.filter(|_| ending == TalkEnd::Finished);
    let need = match drafted {
        Some(report) => {
            talk::hold_drafted(desk, caller, report)?;
            desk.app.interview_next(caller)?
        }
        None => need,
    };
    let answer = CommandAnswer::new(&need, render_end(&need, ending, desk));
    Ok(answer.with_exit(exit::of(ending == TalkEnd::Finished)))
}

/// A terminal that waits for input without a word looks like one that hangs.
fn no_reply() -> Trouble {
    let command = "charter interview submit --answer \"your words\"";
    let next = NextAction::new("interview", "answer it", command);
    let message = "no answer is given; `-` reads one from the terminal".to_owned();
    Trouble::bad_input("answer", "answer-missing", message, next)
}

/// Reads a reply; what is not a JSON object is the answer itself.
fn read_reply(text: &str) -> Result<Handed, Trouble> {
    match object_of(text) {
        Some(object) => Ok(Handed::Content(object)),
        None if text.trim_start().starts_with(['{', '[']) => {
            let next = NextAction::new("interview", "see what is open", "charter interview next");
            let words = "the reply looks like JSON and is no object".to_owned();
            Err(Trouble::bad_input("reply", "reply-unusable", words, next))
        }
        None => Ok(Handed::Words(text.trim().to_owned())),
    }
}

fn object_of(text: &str) -> Option<Value> {
    serde_json::from_str(text).ok().filter(Value::is_object)
}

/// Renders where an interview stands, for people.
pub(crate) fn render(report: &NeedReport, desk: &Desk<'_>) -> String {
    if report.end.is_some() {
        let told = told(report, &desk.screen);
        return format!("{told}{}", render_end(report, TalkEnd::Finished, desk));
    }
    let screen = &desk.screen;
    let mut text = told(report, screen);
    match &report.review {
        Some(review) => {
            text.extend(["\n", screen.wrap("  ", &review.heading(), 4).as_str(), "\n"]);
            let lines = talk::section_lines(review, screen, SECTION_LINES_MAX);
            text.extend(lines.iter().map(|it| format!("{it}\n")));
        }
        None => {
            let slots = [("n", report.round), ("total", report.context.total_questions)];
            let slots = slots.map(|(name, value)| (name, value.to_string()));
            let slots = slots.each_ref().map(|(name, value)| (*name, value.as_str()));
            let place = match report.round {
                0 => String::new(),
                _ => say_with(report.tongue, BriefPhrase::Question, &slots),
            };
            let gaps = &report.context.gaps_remaining;
            let line = topics(gaps, &place, report.tongue, screen);
            text.extend(["\n", line.as_str(), "\n\n"]);
            text.push_str(&screen.wrap("  ", &report.prompt, 40));
        }
    }
    if let Some(why) = &report.why {
        text.push_str(&screen.ink(Ink::Dim, &screen.wrap("  ", why, 4)));
    }
    text.push('\n');
    text.push_str(&next_line(report, desk));
    text
}

/// Renders the drafted criteria that wait for a look.
fn render_drafted(report: &DraftedReport, desk: &Desk<'_>) -> String {
    let screen = &desk.screen;
    let n = report.rows.len().to_string();
    let heading = say_with(report.tongue, BriefPhrase::Drafted, &[("n", &n)]);
    let mut text = format!("\n{}\n", screen.wrap("  ", &heading, 4));
    for line in talk::drafted_lines(&report.rows, None, report.tongue, screen).iter().flatten() {
        text.extend([line.as_str(), "\n"]);
    }
    let left = say_with(report.tongue, BriefPhrase::DraftedLeft, &[("n", &n)]);
    text.extend(["\n", screen.ink(Ink::Dim, &screen.wrap("  ", &left, 4)).as_str(), "\n"]);
    text.push_str(&desk.next_line(&report.next_actions));
    text
}

/// Says why a reply was not taken, and what was done without being asked.
fn told(report: &NeedReport, screen: &Screen) -> String {
    let mut text = String::new();
    for it in report.notice.iter().chain(&report.notes) {
        text.extend(["\n", screen.ink(Ink::Warn, &screen.wrap("  ", it, 4)).as_str()]);
    }
    text
}

/// Renders the next command, with the charter's name only where it needs one.
fn next_line(report: &NeedReport, desk: &Desk<'_>) -> String {
    let nobody = Caller { charter: None, ..desk.caller.clone() };
    let is_meant = desk.app.means(&nobody, &report.context.charter_id);
    if is_meant {
        return desk.next_line_for(charter_contract::Status::Active, &report.next_actions);
    }
    desk.next_line(&report.next_actions)
}

/// Renders what an interview has made, or where it was stopped.
fn render_end(report: &NeedReport, ending: TalkEnd, desk: &Desk<'_>) -> String {
    let screen = &desk.screen;
    let id = &report.context.charter_id;
    let path = clean(&report.context.path);
    let gaps: Vec<&str> = report.context.gaps_remaining.iter().map(|it| short(*it)).collect();
    if ending == TalkEnd::Stopped {
        let words = format!(
            "Stopped; nothing you said is lost. {} of {} sections are there, in {path}/charter.md.",
            Topic::ALL.len() - gaps.len(),
            Topic::ALL.len(),
        );
        let open = gaps.join(", ");
        let hint =
            if open.is_empty() { "goes on".to_owned() } else { format!("goes on; open: {open}") };
        let next = NextAction::new("interview", hint, desk.typed("interview", id));
        let next = desk.next_line(&[next]);
        return format!("\n{}\n{next}", screen.wrap("  ", &words, 8));
    }
    let Some(end) = &report.end else { return String::new() };
    let row = |is_whole: bool, file: &str, words: &str| {
        let mark = if is_whole { screen.ink(Ink::Good, "✓") } else { screen.ink(Ink::Warn, "!") };
        let words = screen.wrap(&" ".repeat(19), words, 4);
        format!("  {mark} {file:<14} {}", words.trim_start())
    };
    let total = Topic::ALL.len();
    let open = if gaps.is_empty() { String::new() } else { format!("; open: {}", gaps.join(", ")) };
    let words = format!("{} of {total} sections, Status: {}{open}", end.n_sections, end.status);
    let mut text = format!("\n{}", row(gaps.is_empty(), "charter.md", &words));
    let n_open = end.without_measure.len();
    let mut words = match (end.n_criteria, end.n_milestones) {
        (0, _) => "no criterion yet: nothing that could be shown was said".to_owned(),
        (n, m) => format!(
            "{} in {}",
            count(n, "criterion", "criteria"),
            count(m, "milestone", "milestones")
        ),
    };
    if n_open > 0 {
        words = format!("{words}; {} a measure:", count(n_open, "needs", "need"));
    }
    text.push_str(&row(end.n_criteria > 0 && n_open == 0, "criteria.md", &words));
    for (id, title) in end.without_measure.iter().take(MEASURES_MAX) {
        let words = format!("{id} “{title}”: what would you count?");
        text.push_str(&screen.wrap(&" ".repeat(19), &words, 3));
    }
    text.push('\n');
    text.push_str(&next_line(report, desk));
    text
}
