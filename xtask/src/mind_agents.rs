//! `cargo xtask mind-agents`: the agents' command lines as minds, each as the real program from the npm registry.
//!
//! Owns the order and the page: installed once into a cache, asked through charter in a home of its own, against a
//! model that answers from the schema. Needs the network to install, so no test runs it. Must not know the agents.

mod agent;
mod said;
mod stage;

use crate::bench::{Align, Column, HostMachine, Table};
use crate::error::{ChoreError, Result};
use crate::{root, step};
use agent::{AGENTS, NpmAgent};
use said::Sent;
use serde_json::{Value, json};
use stage::AgentStage;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

/// How often each is asked the short question.
const TESTS: usize = 3;

const IDEA: &str = "Nurses lose 40 minutes a night copying vital signs from paper";

const ANSWERS: [&str; 3] = [
    "Night nurses enter the values at the bed, on the ward's tablets.",
    "Copying takes under 5 minutes a night, counted by the ward manager.",
    "It works without network for a whole night.",
];

/// What came of one agent.
struct AgentAnswers {
    name: &'static str,
    version: String,
    n_answered: usize,
    /// The median, in milliseconds.
    ms: u64,
    /// What was wrong with the last question, if anything.
    trouble: String,
    sent: Sent,
    /// Calls of an interview, how many of them failed, and how many requests they were.
    calls: [u64; 3],
    hooks: String,
}

/// Asks every agent and writes the page; one that does not answer fails the chore.
pub(crate) fn run(args: &[String]) -> Result<()> {
    let binary = match args {
        [] => build()?,
        [flag, path] if flag == "--binary" => {
            let path = Path::new(path);
            fs::canonicalize(path).map_err(ChoreError::file(path))?
        }
        _ => return Err(ChoreError::Usage("mind-agents [--binary PATH]".to_owned())),
    };
    let installed = install()?;
    let mut heard = Vec::new();
    for agent in &AGENTS {
        let found = ask(agent, &binary, &installed)?;
        eprintln!("{}: {} of {TESTS} answered, {} ms", found.name, found.n_answered, found.ms);
        heard.push(found);
    }
    let page = render(&heard);
    print!("{page}");
    let path = root::workspace().join("docs/benchmarks/minds.md");
    fs::write(&path, &page).map_err(ChoreError::file(&path))?;
    let silent: Vec<String> = heard.iter().filter_map(silence).collect();
    if silent.is_empty() { Ok(()) } else { Err(ChoreError::Measure(silent.join("; "))) }
}

fn silence(heard: &AgentAnswers) -> Option<String> {
    let is_whole = heard.n_answered == TESTS && heard.calls[0] > 0 && heard.calls[1] == 0;
    (!is_whole).then(|| format!("{} did not answer everything: {}", heard.name, heard.trouble))
}

fn build() -> Result<PathBuf> {
    step::step("build charter", &["cargo", "build", "--release", "--quiet", "-p", "charter"])?;
    Ok(root::workspace().join("target/release/charter"))
}

/// Installs what is missing of the agents; `CHARTER_MIND_AGENTS` names another directory to keep them in.
#[expect(clippy::disallowed_methods, reason = "whoever runs it says where agents are kept")]
fn install() -> Result<PathBuf> {
    let named = std::env::var_os("CHARTER_MIND_AGENTS").map(PathBuf::from);
    let dir = named.unwrap_or_else(|| root::workspace().join("target/mind-agents"));
    let is_there = |it: &&NpmAgent| dir.join("node_modules/.bin").join(it.name).exists();
    let missing: Vec<&str> =
        AGENTS.iter().filter(|it| !is_there(it)).map(|it| it.package).collect();
    if missing.is_empty() {
        return Ok(dir);
    }
    fs::create_dir_all(&dir).map_err(ChoreError::file(&dir))?;
    let prefix = dir.display().to_string();
    let mut argv =
        vec!["npm", "install", "--no-audit", "--no-fund", "--silent", "--prefix", &prefix];
    argv.extend(missing);
    step::step("install the agents", &argv)?;
    Ok(dir)
}

fn ask(agent: &'static NpmAgent, binary: &Path, installed: &Path) -> Result<AgentAnswers> {
    let stage = AgentStage::new(agent, binary, installed)?;
    let (mut times, mut tests) = (Vec::new(), Vec::new());
    let mut sent = Sent::default();
    for _ in 0..TESTS {
        let report = stage.charter(&["mind", "--test"], "")?;
        let test = report.get("test").cloned().unwrap_or_default();
        times.push(test.get("tookMs").and_then(Value::as_u64).unwrap_or_default());
        sent = said::read(&stage.take_log()?);
        tests.push(test);
    }
    times.sort_unstable();
    let word = |key: &str| {
        tests.iter().rev().find_map(|it| it.get(key)?.as_str()).unwrap_or_default().to_owned()
    };
    let is_answered = |it: &&Value| it.get("ok") == Some(&json!(true));
    let answers = json!(ANSWERS).to_string();
    let opened = stage.charter(&["new", "--deep", "--answers", "-", "--", IDEA], &answers)?;
    let id = opened.get("charterId").and_then(Value::as_str).unwrap_or_default();
    let bill = stage.charter(&["interview", "bill", "--charter", id], "")?;
    let total = bill.pointer(&format!("/minds/{}", agent.name)).cloned().unwrap_or_default();
    let count = |key: &str| total.get(key).and_then(Value::as_u64).unwrap_or_default();
    let n_requests = said::read(&stage.take_log()?).n_requests;
    let hooks = match (agent.hook, stage.hooked().as_slice()) {
        (None, _) => "not tried".to_owned(),
        (Some(_), []) => "none".to_owned(),
        (Some(_), whose) => whose.join(", "),
    };
    Ok(AgentAnswers {
        name: agent.name,
        version: version_of(agent, installed).unwrap_or_else(|| word("version")),
        n_answered: tests.iter().filter(is_answered).count(),
        ms: times.get(TESTS / 2).copied().unwrap_or_default(),
        trouble: word("message"),
        sent,
        calls: [count("nCalls"), count("nFailed"), u64::try_from(n_requests).unwrap_or(u64::MAX)],
        hooks,
    })
}

fn version_of(agent: &NpmAgent, installed: &Path) -> Option<String> {
    let manifest = installed.join("node_modules").join(agent.package).join("package.json");
    let manifest: Value = serde_json::from_slice(&fs::read(manifest).ok()?).ok()?;
    Some(manifest.get("version")?.as_str()?.to_owned())
}

fn render(heard: &[AgentAnswers]) -> String {
    let left = |title| Column { title, align: Align::Left };
    let right = |title| Column { title, align: Align::Right };
    let mut table = Table::new(vec![
        left("agent"),
        left("version"),
        right("answered"),
        right("median, ms"),
        right("calls of an interview"),
        right("failed"),
        right("requests"),
        left("tools offered"),
        right("beside our prompt, characters"),
        left("project's notes"),
        left("user's notes"),
        left("hooks run"),
    ]);
    for it in heard {
        let Sent { tools, beside, notes: [project, user], .. } = &it.sent;
        let tools = if tools.is_empty() { "none".to_owned() } else { tools.join(", ") };
        let n_chars: usize = beside.iter().map(|it| it.0).sum();
        let answered = format!("{} of {TESTS}", it.n_answered);
        let [calls, failed, requests] = it.calls;
        let told = |it: &bool| if *it { "sent" } else { "not sent" };
        table.push(&[
            &it.name,
            &it.version,
            &answered,
            &it.ms,
            &calls,
            &failed,
            &requests,
            &tools,
            &n_chars,
            &told(project),
            &told(user),
            &it.hooks,
        ]);
    }
    let mut page = format!(
        "# minds\n\nThe agents' command lines as minds: the real programs from the npm registry, each in a home of its \
         own, asked by charter against a scripted model on this machine.\n\n{}\n\
         `charter mind --test` {TESTS} times, then a deep interview with {} answers. The times are what charter and the agent \
         add; the model answers at once. Sent beside our prompt, in the largest request of a test:\n\n",
        table.render(),
        ANSWERS.len(),
    );
    for it in heard {
        let beside = it.sent.beside.iter().map(|(n, quote)| format!("{n} characters, “{quote}…”"));
        let beside = beside.collect::<Vec<_>>().join("; ");
        let hosts = it.sent.elsewhere.keys().cloned().collect::<Vec<_>>().join(", ");
        let beside = if beside.is_empty() { "nothing".to_owned() } else { beside };
        let hosts = if hosts.is_empty() { "no other host".to_owned() } else { hosts };
        let _ = writeln!(page, "- {}: {beside}. It wanted to reach: {hosts}.", it.name);
    }
    page.push_str(
        "\nGemini asks a smaller model of its own which model to use where `charter mind use gemini` names none with \
         `--model`: two requests for each call. \"Not sent\" and \"none\" mean that what was put there did not arrive.\n",
    );
    let machine = HostMachine::read();
    let _ = writeln!(page, "\nMeasured on {machine}, by `cargo xtask mind-agents`.");
    page
}
