//! `charter mind`: who thinks for deep interviews.

use super::Desk;
use crate::answer::{CommandAnswer, Trouble};
use crate::desk::Acting;
use crate::screen::{Ink, clean, column};
use crate::{exit, rim, talk};
use charter_app::{ChosenReport, FoundRow, MindOrder, MindReport, MindTest, MindTestReport};
use charter_store::MindChoice;
use clap::Subcommand;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use std::fmt::Write;

/// How wide the names of rows are.
const LABEL: usize = 12;

/// Choose a model for deep interviews, see what there is, or test it
///
/// Deep interviews ask the chosen one; what you say there is sent to it. Without a choice the questions are
/// built in: no network, no model. An agent's command line that is installed here needs no key; `openai --base-url URL` is any compatible server. Keys are read from
/// the environment and stored nowhere. Nothing is sent before you chose, and a project's own settings
/// can't choose for you.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  charter mind\n  charter mind use claude\n  charter mind use openai --model NAME --base-url http://127.0.0.1:8000/v1\n  charter mind --test"
)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct MindArgs {
    #[command(subcommand)]
    task: Option<MindTask>,

    /// Ask it one short question and measure how long it takes
    #[arg(long)]
    test: bool,
}

/// What to do about it.
#[derive(Debug, Subcommand)]
enum MindTask {
    /// Choose who thinks, in your own settings
    ///
    /// Choosing the same again keeps what was set for it; another choice starts afresh.
    #[command(after_help = "Examples:\n  charter mind use claude\n  charter mind use rules")]
    Use(MindUseArgs),
}

/// What is chosen.
#[derive(Debug, clap::Args)]
struct MindUseArgs {
    /// Who thinks
    #[arg(value_parser = choices())]
    name: MindChoice,

    /// The model, by the name that the service or the program has for it
    #[arg(long)]
    model: Option<String>,

    /// The server to ask in place of the service's own
    #[arg(long, value_name = "URL")]
    base_url: Option<String>,

    /// The variable that holds the key
    #[arg(long, value_name = "NAME")]
    key_env: Option<String>,

    /// Your own program for `command`: a question on stdin as JSON, the answer on stdout
    #[arg(long, value_name = "LINE", allow_hyphen_values = true)]
    command: Option<String>,
}

fn choices() -> impl TypedValueParser<Value = MindChoice> {
    let words = MindChoice::ALL.map(|it| PossibleValue::new(it.word()).help(about(it)));
    PossibleValuesParser::new(words).try_map(|it| MindChoice::parse(&it).ok_or("nobody knows it"))
}

fn about(choice: MindChoice) -> &'static str {
    match choice {
        MindChoice::Rules => "the built-in rules: no network, no model",
        MindChoice::Host => "the agent that calls charter",
        MindChoice::Claude => "Claude Code's command line",
        MindChoice::Codex => "Codex' command line",
        MindChoice::Gemini => "Gemini's command line",
        MindChoice::Opencode => "opencode's command line",
        MindChoice::Pi => "pi's command line",
        MindChoice::Anthropic => "Anthropic's service, with a key",
        MindChoice::Openai => "OpenAI's service, or any compatible server",
        MindChoice::Google => "Google's service, with a key",
        MindChoice::Ollama => "Ollama on this machine",
        MindChoice::Command => "a program of your own",
    }
}

impl MindArgs {
    pub(crate) fn acting(&self) -> Acting {
        if self.task.is_some() { Acting::Writes } else { Acting::Reads }
    }
}

pub(crate) fn run(args: &MindArgs, desk: &Desk<'_>) -> Result<CommandAnswer, Trouble> {
    if let Some(MindTask::Use(own)) = &args.task {
        let order = MindOrder {
            choice: own.name,
            model: own.model.clone(),
            base_url: own.base_url.clone(),
            key_env: own.key_env.clone(),
            command: own.command.clone(),
        };
        let report = desk.app.choose_mind(&desk.caller, &order)?;
        let text = render_choice(&report, desk);
        return Ok(CommandAnswer::new(&report, text));
    }
    let report = desk.app.mind(if args.test { MindTest::Ask } else { MindTest::Look });
    let text = render(&report, desk);
    Ok(CommandAnswer::new(&report, text).with_exit(exit::of(report.ok)))
}

fn render(report: &MindReport, desk: &Desk<'_>) -> String {
    let mut text = String::new();
    let mut row = |label: &str, words: &str| {
        let words = desk.screen.wrap(&" ".repeat(LABEL + 2), words, 3);
        let _ = writeln!(text, "{}  {}", column(label, LABEL), words.trim());
    };
    row("chosen", &format!("{} ({})", report.r#use, report.source));
    for (label, value) in [
        ("model", &report.model),
        ("server", &report.base_url),
        ("key in", &report.key_env),
        ("command", &report.command),
        ("problem", &report.problem),
    ] {
        if let Some(value) = value {
            row(label, value);
        }
    }
    if report.unencrypted {
        row("note", "the server is asked without encryption");
    }
    let found: Vec<String> = report.found.iter().map(found_words).collect();
    let found = if found.is_empty() { "nothing".to_owned() } else { found.join(", ") };
    row("found here", &found);
    for wish in &report.suggested {
        let words = format!(
            "{} = {} ({}): ignored, only you can choose",
            wish.key, wish.value, wish.source
        );
        row("suggested", &words);
    }
    if let Some(test) = &report.test {
        let ink = if test.ok { Ink::Good } else { Ink::Bad };
        let line = test_line(report.r#use, test);
        let line = desk.screen.wrap("  ", &line, 6);
        let _ = writeln!(text, "{}", desk.screen.ink(ink, line.trim()));
    }
    text.push_str(&desk.next_line(&report.next_actions));
    text
}

fn found_words(it: &FoundRow) -> String {
    match it.kind {
        "program" => it.name.to_owned(),
        "key" => format!("{} (key in {})", it.name, it.place),
        _ => format!("{} at {}", it.name, it.place),
    }
}

/// Says how it went: `claude 2.1: answers in 3.2 s`.
fn test_line(name: &str, test: &MindTestReport) -> String {
    let version = test.version.as_ref().map_or_else(String::new, |it| format!(" {it}"));
    match &test.message {
        None => {
            let tenths = test.took_ms.saturating_add(50) / 100;
            format!("{name}{version}: answers in {}.{} s", tenths / 10, tenths % 10)
        }
        Some(message) => format!("{name}{version}: {message}"),
    }
}

fn render_choice(report: &ChosenReport, desk: &Desk<'_>) -> String {
    let mut text = format!("{} is chosen", report.r#use);
    if let Some(model) = &report.model {
        let _ = write!(text, ", with {}", clean(model));
    }
    if let Some(url) = &report.base_url {
        let _ = write!(text, ", at {}", clean(url));
    }
    let _ = writeln!(text, "\nwritten to {}", clean(&report.path));
    if MindChoice::parse(report.r#use).is_some_and(|it| !it.stays_here()) {
        text.push_str("deep interviews ask it from now on, and send it what you say there\n");
    }
    if report.unencrypted {
        text.push_str("the server is asked without encryption\n");
    }
    if let Some(other) = &report.overridden_by {
        let _ = writeln!(text, "but here {} counts first", clean(other));
    }
    text.push_str(&desk.next_line(&report.next_actions));
    text
}

/// What came of the offer before a deep interview.
pub(crate) enum Offered<'a> {
    /// Nothing was to be asked.
    Nothing,
    /// Somebody chose, and it is written down.
    Chosen(Box<Desk<'a>>),
    Stopped,
}

/// Offers what was found, once, where somebody can be asked and has not chosen.
pub(crate) fn offer<'a>(desk: &Desk<'a>, idea: Option<&str>) -> Result<Offered<'a>, Trouble> {
    let wanted = desk.can_talk.then(|| desk.app.mind_offer(&desk.caller, idea)).flatten();
    let Some(offer) = wanted else { return Ok(Offered::Nothing) };
    let Some(order) = talk::ask_mind(desk, &offer)? else { return Ok(Offered::Stopped) };
    let report = desk.app.choose_mind(&desk.caller, &order)?;
    let note = format!("  {} ({})\n", report.r#use, clean(&report.path));
    // A terminal that went away is noticed by whoever asks next.
    let _ = rim::say(&desk.screen.ink(Ink::Dim, &note));
    Ok(Offered::Chosen(Box::new(desk.again()?)))
}
