//! `charter preflight`: may this request start without questions?

use super::Desk;
use crate::answer::{CommandAnswer, Trouble};
use crate::desk::Acting;
use crate::preflight::{render, render_nothing};
use crate::{exit, stdin};
use charter_app::preflight::{FoundNote, PreflightAsk, PreflightReport, Remark, WorkOutcome};
use charter_interview::InterviewRefusal;
use charter_interview::preflight::{
    Dimension, GivenAnswer, Impact, LookedUp, ResearchKind, Routing, Saying, TriggerKind,
    Validation, parse_impact, parse_question,
};
use charter_kernel::NextAction;
use clap::Subcommand;
use serde_json::{Value, json};
use std::path::PathBuf;

/// Say whether a request may start without questions, and ask them
///
/// `check` looks at a request. A clear one may start at once. One that stays vague, or that deletes,
/// deploys or publishes something, gets one question; the answer opens the gate, and where something
/// may not be undoable a person's yes does. Without a subcommand the present state is shown. The
/// state file and its shape are docs/reference/interview-state.schema.json.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example:\n  charter preflight check --workflow x-implement \"add login somehow\""
)]
pub(crate) struct PreflightArgs {
    #[command(subcommand)]
    action: Option<PreflightAction>,
}

#[derive(Debug, Subcommand)]
enum PreflightAction {
    /// Look at a request: exit 0 where it may start, 1 where it may not
    #[command(
        after_help = "Example:\n  charter preflight check --workflow x-implement \"add login somehow\""
    )]
    Check(PreflightCheckArgs),
    /// Answer the open question, or an earlier one again
    #[command(
        after_help = "Example:\n  charter preflight answer \"Auth0, as in the admin area\" --impact technical=+25"
    )]
    Answer(AnswerArgs),
    /// Note what was found out about the latest answer, or look a note up
    #[command(
        after_help = "Example:\n  charter preflight research auth0 --type context7 --findings \"there is an SDK\""
    )]
    Research(ResearchArgs),
    /// Show the user what was understood, in three forms
    #[command(after_help = "Example:\n  charter preflight reformulate")]
    Reformulate {
        /// JSON with `summary`, `userStories`, `diagram` and perhaps `analogies`, or `-` for stdin;
        /// drafted from the answers where it is not given
        #[arg(value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
        forms: Option<PathBuf>,
    },
    /// Take the user's word on what was understood
    #[command(after_help = "Example:\n  charter preflight validate minor -m \"also for guests\"")]
    Validate {
        /// yes opens the gate, minor shows it again, gaps goes back to the questions
        #[arg(value_parser = ["yes", "minor", "gaps", "yes_proceed", "minor_corrections", "significant_gaps"])]
        word: String,

        /// What to correct, or what is missing
        #[arg(short, long, value_name = "TEXT", allow_hyphen_values = true)]
        message: Option<String>,

        /// What that does to the scores, such as scope=-20
        #[arg(long, value_name = "CHANGES", value_parser = impact)]
        impact: Option<Impact>,
    },
    /// Begin without the rest of the questions, with a warning and a line in the log
    #[command(after_help = "Example:\n  charter preflight bypass \"a spike, thrown away tonight\"")]
    Bypass {
        /// Why
        #[arg(value_hint = clap::ValueHint::Other)]
        reason: Vec<String>,

        /// Something irreversible that is meant, named word by word by a person
        #[arg(long, value_name = "WORD")]
        confirm: Vec<String>,
    },
    /// Clear the state once the work is done
    #[command(after_help = "Example:\n  charter preflight clear")]
    Clear {
        /// The work failed: keep the state for a look
        #[arg(long)]
        failed: bool,
    },
}

#[derive(Debug, clap::Args)]
struct PreflightCheckArgs {
    /// The request, or `-` for stdin
    #[arg(required = true, value_hint = clap::ValueHint::Other)]
    request: Vec<String>,

    /// The workflow that asks, such as x-implement [default: the setting preflight.workflow]
    #[arg(long, value_name = "NAME")]
    workflow: Option<String>,

    /// Its mode, such as fix
    #[arg(long, value_name = "NAME")]
    mode: Option<String>,

    /// The text is the next thing that a user typed: while an interview runs it may be an answer
    #[arg(long)]
    prompt: bool,

    /// How sure a router is that asked before, 0 to 100
    #[arg(long, value_name = "N", requires = "covers", value_parser = clap::value_parser!(u8).range(0..=100))]
    routing: Option<u8>,

    /// What the router spoke about: dimensions with commas between
    #[arg(long, value_name = "DIMENSIONS", requires = "routing", value_delimiter = ',', value_parser = dimension)]
    covers: Vec<Dimension>,

    /// Something the caller saw that no word stands for, as TYPE:TEXT with risk, missing, ambiguity or
    /// confidence
    #[arg(long, value_name = "TYPE:TEXT", value_parser = seen)]
    seen: Vec<(TriggerKind, String)>,
}

#[derive(Debug, clap::Args)]
struct AnswerArgs {
    /// The answer, or `-` for stdin
    #[arg(required = true, value_hint = clap::ValueHint::Other)]
    answer: Vec<String>,

    /// What it is worth, such as technical=+25,context=+15; read from its words where it is not given
    #[arg(long, value_name = "CHANGES", value_parser = impact)]
    impact: Option<Impact>,

    /// The question as it was asked: JSON with `question`, `header` and two to four `options`
    #[arg(long, value_name = "JSON")]
    asked: Option<String>,

    /// What it is about, where the question was another one
    #[arg(long, value_name = "NAME", value_parser = dimension)]
    dimension: Option<Dimension>,

    /// The number of an earlier question, to correct its answer
    #[arg(long, value_name = "N")]
    number: Option<u32>,
}

#[derive(Debug, clap::Args)]
struct ResearchArgs {
    /// What the note is kept under; alone it looks the note up
    #[arg(id = "topic", value_name = "KEY", required_unless_present = "forget")]
    key: Option<String>,

    /// Where it was looked up
    #[arg(long = "type", value_name = "PLACE", value_parser = ["context7", "codebase", "websearch", "none"])]
    place: Option<String>,

    /// What was asked there
    #[arg(long, value_name = "TEXT")]
    query: Option<String>,

    /// What was found
    #[arg(long, value_name = "TEXT", requires = "place")]
    findings: Option<String>,

    /// What it rests on
    #[arg(long, value_name = "SOURCE")]
    source: Vec<String>,

    /// How long it took; more than 30 is given up
    #[arg(long, value_name = "N", default_value = "0")]
    seconds: u64,

    /// Forget every note, because what they rest on changed
    #[arg(long, conflicts_with = "topic")]
    forget: bool,
}

impl PreflightArgs {
    pub(crate) fn acting(&self) -> Acting {
        match self.action {
            Some(PreflightAction::Bypass { .. } | PreflightAction::Validate { .. }) => {
                Acting::Writes
            }
            _ => Acting::Reads,
        }
    }
}

pub(crate) fn run(args: &PreflightArgs, desk: &Desk<'_>) -> Result<CommandAnswer, Trouble> {
    let app = &desk.app;
    let report = match &args.action {
        None => match app.preflight_status()? {
            Some(report) => return Ok(answer(&report, desk)),
            None => return Ok(nothing(desk)),
        },
        Some(PreflightAction::Check(args)) => {
            let report = app.preflight_check(&desk.caller, &ask(args)?)?;
            return Ok(answer(&report, desk).with_exit(exit::of(report.ok)));
        }
        Some(PreflightAction::Answer(args)) => app.preflight_answer(&given(args)?)?,
        Some(PreflightAction::Research(args)) => return research(args, desk),
        Some(PreflightAction::Reformulate { forms }) => {
            let text = match forms {
                None => None,
                Some(path) if path.as_os_str() == "-" => Some(read_stdin()?),
                Some(path) => Some(app.read_text(path)?),
            };
            app.preflight_reformulate(text.as_deref())?
        }
        Some(PreflightAction::Validate { word, message, impact }) => {
            let remark = Remark { text: message.clone(), impact: impact.clone() };
            let word = Validation::parse(word).unwrap_or(Validation::Gaps);
            app.preflight_validate(&desk.caller, word, &remark)?
        }
        Some(PreflightAction::Bypass { reason, confirm }) => {
            app.preflight_bypass(&desk.caller, &reason.join(" "), confirm)?
        }
        Some(PreflightAction::Clear { failed }) => return clear(*failed, desk),
    };
    Ok(answer(&report, desk))
}

fn answer(report: &PreflightReport, desk: &Desk<'_>) -> CommandAnswer {
    CommandAnswer::new(report, render(report, desk)).with_notes(desk.notes(&report.findings))
}

fn nothing(desk: &Desk<'_>) -> CommandAnswer {
    let next =
        NextAction::new("preflight", "look at a request", "charter preflight check \"a request\"");
    let text = render_nothing(desk, &next);
    CommandAnswer::new(&json!({ "ok": true, "nextActions": [next] }), text)
}

fn clear(failed: bool, desk: &Desk<'_>) -> Result<CommandAnswer, Trouble> {
    let outcome = if failed { WorkOutcome::Failed } else { WorkOutcome::Done };
    let report = desk.app.preflight_clear(outcome)?;
    let (word, is_kept) = match outcome {
        WorkOutcome::Done => ("cleared", false),
        WorkOutcome::Failed => ("kept", true),
    };
    let text = format!("\n  {word}  {}\n", report.state_path);
    let value = json!({ "ok": true, "statePath": report.state_path, "kept": is_kept });
    Ok(CommandAnswer::new(&value, text).with_notes(desk.notes(&report.findings)))
}

fn ask(args: &PreflightCheckArgs) -> Result<PreflightAsk, Trouble> {
    let covers = args.covers.clone();
    Ok(PreflightAsk {
        text: words_or_stdin(&args.request)?,
        workflow: args.workflow.clone(),
        mode: args.mode.clone(),
        saying: if args.prompt { Saying::Prompt } else { Saying::Request },
        routing: args.routing.map(|confidence| Routing { confidence, dimensions: covers }),
        seen: args.seen.clone(),
    })
}

fn given(args: &AnswerArgs) -> Result<GivenAnswer, Trouble> {
    let target = args.dimension.unwrap_or(Dimension::Problem);
    let question = match &args.asked {
        None => None,
        Some(text) => {
            let value = serde_json::from_str::<Value>(text).unwrap_or(Value::Null);
            let parsed = parse_question(&value, target);
            Some(parsed.map_err(|problems| {
                charter_app::Error::from(charter_engine::Refusal::Interview(
                    InterviewRefusal::PreflightUnusable { problems },
                ))
            })?)
        }
    };
    Ok(GivenAnswer {
        text: words_or_stdin(&args.answer)?,
        impact: args.impact.clone(),
        target: args.dimension,
        question,
        number: args.number,
    })
}

fn research(args: &ResearchArgs, desk: &Desk<'_>) -> Result<CommandAnswer, Trouble> {
    let Some(key) = &args.key else {
        return Ok(answer(&desk.app.preflight_forget()?, desk));
    };
    let Some(place) = &args.place else { return look_up(key, desk) };
    let found = LookedUp {
        key: key.clone(),
        kind: ResearchKind::parse(place).unwrap_or(ResearchKind::None),
        query: args.query.clone(),
        findings: args.findings.clone(),
        sources: args.source.clone(),
        elapsed_ms: args.seconds.saturating_mul(1000),
    };
    Ok(answer(&desk.app.preflight_research(&found)?, desk))
}

fn look_up(key: &str, desk: &Desk<'_>) -> Result<CommandAnswer, Trouble> {
    Ok(match desk.app.preflight_note(key)? {
        FoundNote::Note(findings) => {
            let text = format!("\n{}", desk.screen.wrap("  ", &findings, 40));
            CommandAnswer::new(&json!({ "ok": true, "hit": true, "findings": findings }), text)
        }
        FoundNote::Nothing => {
            let text = "\n  nothing is noted, or it is older than a day: look it up\n".to_owned();
            let value = json!({ "ok": false, "hit": false });
            CommandAnswer::new(&value, text).with_exit(exit::REFUSED)
        }
    })
}

fn words_or_stdin(words: &[String]) -> Result<String, Trouble> {
    if words.len() == 1 && words.first().is_some_and(|it| it == "-") {
        return read_stdin();
    }
    Ok(words.join(" "))
}

fn read_stdin() -> Result<String, Trouble> {
    let bad = |words: String| {
        let command = "charter preflight check \"a request\"";
        let next = NextAction::new("preflight", "give it as UTF-8 text", command);
        Trouble::bad_input("stdin", "reply-unusable", words, next)
    };
    let bytes = stdin::read_bytes().map_err(|err| bad(format!("stdin: {err}")))?;
    String::from_utf8(bytes).map_err(|_| bad("what came by stdin is not UTF-8 text".to_owned()))
}

fn dimension(word: &str) -> Result<Dimension, String> {
    let words = Dimension::ALL.map(Dimension::word).join(", ");
    Dimension::parse(word.trim()).ok_or_else(|| format!("it takes {words}"))
}

fn impact(text: &str) -> Result<Impact, String> {
    parse_impact(text).ok_or_else(|| "it takes changes such as technical=+25,scope=-10".to_owned())
}

fn seen(text: &str) -> Result<(TriggerKind, String), String> {
    let parsed = text.split_once(':').and_then(|(kind, words)| {
        Some((TriggerKind::parse(kind.trim())?, words.trim().to_owned()))
    });
    parsed.ok_or_else(|| "it takes risk:, missing:, ambiguity: or confidence: and words".to_owned())
}
