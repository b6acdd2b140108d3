//! Which mind is chosen, what there is on this machine, and whether it answers.
//!
//! Owns both looks. The first starts nothing and sends nothing: it looks at files in PATH and at names of
//! variables. The second asks one question. Must not change settings.

use super::chosen::{program_of, wire_of};
use super::runner::MindPatience;
use crate::app::App;
use crate::doctor::SettingRow;
use charter_interview::Tongue;
use charter_kernel::NextAction;
use charter_mind::{
    Going, MindQuestion, ModelMind, Program, ProgramArg, ProgramCall, Runner, TRIES_MAX, Wire,
    is_answering, is_plain, shown_url,
};
use charter_proof::find_program;
use charter_store::MindChoice;
use serde::Serialize;
use serde_json::json;
use std::time::Duration;

/// How long a program may take to say its version.
const VERSION_LIMIT: Duration = Duration::from_secs(20);

const VERSION_BYTES_MAX: usize = 64 * 1024;

/// How long a server next door may take to show that it is there.
const GLANCE: Duration = Duration::from_secs(1);

/// Whether the chosen mind is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MindTest {
    /// Nothing is started and nothing is sent.
    Look,
    /// It is asked one question.
    Ask,
}

/// Which mind is chosen, and what there is.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct MindReport {
    /// Whether the test went well, where there was one.
    pub ok: bool,
    /// Who thinks.
    pub r#use: &'static str,
    /// Where that is set.
    pub source: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    /// The server that is asked, without what is secret in its address.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub base_url: Option<String>,
    /// Whether what is sent there can be read on the way.
    pub unencrypted: bool,
    /// The variable that holds the key.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub key_env: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub command: Option<String>,
    pub timeout_s: u64,
    /// Why it cannot be asked as things are.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub problem: Option<String>,
    /// What there is on this machine.
    pub found: Vec<FoundRow>,
    /// What the project's file asks for; it is not followed.
    pub suggested: Vec<SettingRow>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub test: Option<MindTestReport>,
    pub next_actions: Vec<NextAction>,
}

/// A mind that could be chosen.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct FoundRow {
    /// The word to choose it by.
    pub name: &'static str,
    /// `program`, `key` or `server`.
    pub kind: &'static str,
    /// Its path, the name of the variable, or the address.
    pub place: String,
}

/// How the chosen mind answered.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct MindTestReport {
    pub ok: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    pub took_ms: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub input_tokens: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub output_tokens: Option<u64>,
    /// How often it was asked.
    pub tries: u32,
    /// The stable code of what went wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
}

impl App {
    /// Says which mind is chosen and what there is, and asks it where that is wanted.
    #[must_use]
    pub fn mind(&self, test: MindTest) -> MindReport {
        let choice = self.config.mind();
        let detail = |key: &str| self.mind_detail(key).map(str::to_owned);
        let wire = wire_of(choice);
        let is_model = !choice.stays_here();
        let url = detail("mind.base-url").filter(|_| wire.is_some());
        let asks = test == MindTest::Ask;
        let tested = match test {
            MindTest::Look => None,
            MindTest::Ask => self.test_mind(),
        };
        let problem = self.chosen_mind().err().filter(|_| tested.is_none());
        let setting = self.config.settings().iter().find(|it| it.spec.key == "mind.use");
        let row = |it: &charter_store::ProjectWish| SettingRow {
            key: it.key.to_owned(),
            value: it.text.clone(),
            source: it.layer.to_string(),
        };
        let found = self.found_minds(asks);
        MindReport {
            ok: tested.as_ref().is_none_or(|it| it.ok),
            r#use: choice.word(),
            source: setting.map(|it| it.value.layer.to_string()).unwrap_or_default(),
            model: detail("mind.model").filter(|_| is_model),
            unencrypted: url.as_deref().is_some_and(is_plain),
            base_url: url.as_deref().map(shown_url),
            key_env: wire.and_then(|it| self.key_variable(it)).map(str::to_owned),
            command: detail("mind.command").filter(|_| choice == MindChoice::Command),
            timeout_s: self.config.mind_limit().as_secs(),
            problem: problem.map(|it| it.to_string()),
            next_actions: next_actions(choice, &found, asks),
            found,
            suggested: self.config.wishes.iter().map(row).collect(),
            test: tested,
        }
    }

    /// Asks the chosen mind one short question; none where nobody is to be asked.
    fn test_mind(&self) -> Option<MindTestReport> {
        let failed = |failure: &charter_mind::MindFailure, took_ms, version| MindTestReport {
            ok: false,
            version,
            model: None,
            took_ms,
            input_tokens: None,
            output_tokens: None,
            tries: 0,
            code: Some(failure.code()),
            message: Some(failure.to_string()),
        };
        let mind = match self.chosen_mind() {
            Ok(mind) => mind?,
            Err(failure) => return Some(failed(&failure, 0, None)),
        };
        let version = self.version_of(&mind);
        let schema = json!({
            "type": "object",
            "properties": { "word": { "type": "string" } },
            "required": ["word"],
        });
        let question = MindQuestion {
            system: "You are asked once, to see whether you can be reached.",
            user: "Give the word ready in the field `word`.",
            schema: &schema,
        };
        let patience =
            MindPatience { n_tries_max: TRIES_MAX, begun: Duration::ZERO, tongue: Tongue::English };
        let reply = self.ask_mind(&mind, &question, patience);
        let tested = MindTestReport {
            ok: true,
            version: version.clone(),
            model: reply.model,
            took_ms: reply.took_ms,
            input_tokens: reply.usage.input_tokens,
            output_tokens: reply.usage.output_tokens,
            tries: reply.n_tries,
            code: None,
            message: None,
        };
        Some(match reply.outcome {
            Ok(_) => tested,
            Err(failure) => {
                MindTestReport { tries: tested.tries, ..failed(&failure, tested.took_ms, version) }
            }
        })
    }

    /// Asks a program for its version, such as `2.1`.
    fn version_of(&self, mind: &ModelMind) -> Option<String> {
        let ModelMind::Program(mind) = mind else { return None };
        if mind.program == Program::Own {
            return None;
        }
        let argv = mind.argv.iter().cloned().chain(["--version".to_owned()]);
        let call = ProgramCall {
            argv: argv.map(ProgramArg::Text).collect(),
            stdin: String::new(),
            files: Vec::new(),
            inside: Vec::new(),
            set: Vec::new(),
            limit: VERSION_LIMIT,
            output_bytes_max: VERSION_BYTES_MAX,
        };
        let end = self.runner().run(&call, &|| Going::On).ok()?;
        // Some say it where they complain.
        let said = [end.stdout, end.stderr].concat();
        version_in(&String::from_utf8_lossy(&said))
    }

    pub(super) fn found_minds(&self, asks: bool) -> Vec<FoundRow> {
        let mut found = Vec::new();
        for choice in MindChoice::ALL {
            let name = choice.word();
            let file = program_of(choice).and_then(Program::file_name);
            let path = file.and_then(|it| find_program(it, &self.vars, &self.place.project));
            found.extend(path.map(|it| FoundRow {
                name,
                kind: "program",
                place: it.display().to_string(),
            }));
            let key = wire_of(choice).and_then(Wire::key_env);
            found.extend(key.filter(|it| self.variable(it).is_some()).map(|it| FoundRow {
                name,
                kind: "key",
                place: it.to_owned(),
            }));
        }
        let ollama = Wire::Ollama.own_url();
        if asks && is_answering(ollama, GLANCE) {
            let name = MindChoice::Ollama.word();
            found.push(FoundRow { name, kind: "server", place: ollama.to_owned() });
        }
        found
    }
}

fn next_actions(choice: MindChoice, found: &[FoundRow], asks: bool) -> Vec<NextAction> {
    if !choice.stays_here() {
        let test = NextAction::new("mind", "ask it one short question", "charter mind --test");
        let rules =
            NextAction::new("mind", "use the built-in rules again", "charter mind use rules");
        return if asks { vec![rules] } else { vec![test, rules] };
    }
    let choose = |it: &FoundRow| {
        let model = if it.kind == "program" { "" } else { " --model NAME" };
        let command = format!("charter mind use {}{model}", it.name);
        NextAction::new("mind", "choose it for deep interviews", command)
    };
    found.first().map(choose).into_iter().collect()
}

/// Finds the first number with a dot, and gives its first two parts.
fn version_in(text: &str) -> Option<String> {
    let words = text.split(|it: char| !(it.is_ascii_digit() || it == '.'));
    let mut parts = words.map(|it| it.split('.').filter(|it| !it.is_empty()));
    parts.find_map(|mut it| Some(format!("{}.{}", it.next()?, it.next()?)))
}

#[cfg(test)]
mod tests {
    use super::version_in;

    #[test]
    fn a_version_is_found_in_what_programs_say() {
        for (said, expected) in [
            ("2.1.197 (Claude Code)\n", Some("2.1")),
            ("codex-cli 0.166.0", Some("0.166")),
            ("1.18.33", Some("1.18")),
            ("unknown", None),
        ] {
            assert_eq!(version_in(said).as_deref(), expected);
        }
    }
}
