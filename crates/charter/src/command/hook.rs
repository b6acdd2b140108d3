//! `charter hook`: what an agent calls at its events.

use super::Desk;
use crate::answer::{CommandAnswer, Trouble};
use crate::args::Args as Everywhere;
use crate::desk::Acting;
use crate::env::Environment;
use crate::hook::{Agent, HookPayload, render};
use crate::screen::clean;
use crate::{rim, stdin};
use charter_app::{Caller, HookAnswer, HookCall, HookReport};
use charter_kernel::Actor;
use charter_kernel::visible::visible_value;
use serde_json::{Value, json};
use std::path::PathBuf;

/// Answer a hook of a coding agent
///
/// The agent gives its payload on stdin, which names the event: a session begins, the user says
/// something, a tool is about to be used, the agent or a child of it stops. Only a session that is bound
/// to a charter is ever kept from anything. The answer is what that agent's contract knows, and nothing
/// where there is nothing to say. A hook never stands in an agent's way: whatever cannot be judged
/// passes, with a note on stderr and exit code 0. `CHARTER_LOOP=off` lets every agent stop.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example:\n  echo '{\"hook_event_name\":\"Stop\",\"session_id\":\"s1\"}' | charter hook claude"
)]
pub(crate) struct HookArgs {
    /// The agent: claude, codex, cursor, gemini, opencode, pi or copilot
    #[arg(value_name = "AGENT", default_value = "", hide_default_value = true)]
    agent: String,

    /// The event, for an agent whose payload does not name it
    #[arg(long, value_name = "NAME")]
    event: Option<String>,
}

/// Answers; nothing is an error.
pub(crate) fn run(
    args: &HookArgs,
    everywhere: &Everywhere,
    environment: &Environment,
) -> CommandAnswer {
    let Some(agent) = Agent::parse(&args.agent) else {
        let words = Agent::ALL.map(Agent::word).join(", ");
        return answer(None, &[format!("`{}` is none of {words}", args.agent)]);
    };
    let value = match read_payload(environment) {
        Ok(value) => value,
        Err(reason) => return answer(render(agent, None, &HookAnswer::Pass).json, &[reason]),
    };
    let payload = HookPayload::read(&value, args.event.as_deref());
    let report = match open(agent, &payload, everywhere, environment) {
        Ok(desk) => ask(agent, &payload, &desk),
        Err(trouble) => HookReport { answer: HookAnswer::Pass, notes: vec![trouble.in_a_line()] },
    };
    let reply = render(agent, Some(&payload), &report.answer);
    let notes: Vec<String> = report.notes.into_iter().chain(reply.note).collect();
    answer(reply.json, &notes)
}

fn read_payload(environment: &Environment) -> Result<Value, String> {
    if environment.has_keyboard {
        return Err("a hook reads what happened as JSON on stdin".to_owned());
    }
    stdin::read_json().map_err(|err| format!("the payload cannot be read: {err}"))
}

/// Opens the project that the agent works in: the first of its directories that has charters.
fn open<'a>(
    agent: Agent,
    payload: &HookPayload,
    args: &'a Everywhere,
    environment: &'a Environment,
) -> Result<Desk<'a>, Trouble> {
    let acting = &Acting::Hook(Actor::Agent(agent.word().to_owned()));
    let first = payload.dirs.first().cloned();
    let here = environment.cwd.clone().ok();
    let others = payload.dirs.iter().skip(1).cloned().chain(environment.project_dir());
    let Some(first) = first.or(here) else { return Desk::open(args, environment, acting) };
    let desk = Desk::open_at(args, environment, acting, first)?;
    if desk.app.has_root() {
        return Ok(desk);
    }
    let has_root = |dir: PathBuf| {
        let other = Desk::open_at(args, environment, acting, dir).ok()?;
        other.app.has_root().then_some(other)
    };
    Ok(others.into_iter().find_map(has_root).unwrap_or(desk))
}

fn ask(agent: Agent, payload: &HookPayload, desk: &Desk<'_>) -> HookReport {
    let session = payload.session.clone().or_else(|| desk.caller.session.clone());
    let caller = Caller { session, ..desk.caller.clone() };
    let call = HookCall {
        event: payload.event.clone(),
        cwd: payload.dirs.first().cloned(),
        home: desk.environment.home(),
        env_file: (agent == Agent::Claude).then(|| desk.environment.claude_env_file()).flatten(),
        exports: agent == Agent::Cursor,
    };
    desk.app.hook(&caller, &call)
}

fn answer(json: Option<Value>, notes: &[String]) -> CommandAnswer {
    // The agent reads the value, not its escapes.
    let json = json.map(visible_value);
    let text = json.as_ref().map(|it| rim::json_line(it) + "\n").unwrap_or_default();
    let notes = notes.iter().map(|it| format!("charter: {}\n", clean(it))).collect();
    let json = json.unwrap_or_else(|| json!({}));
    CommandAnswer { notes, ..CommandAnswer::new(&json, text) }
}
