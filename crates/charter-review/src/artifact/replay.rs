//! Replays: a command whose output was recorded, so that somebody can run it again and compare.
//!
//! Owns the shape of a replay and the comparison. Which commands may run is said by whoever runs
//! them. Must not run anything.

use charter_contract::object::{ObjectReader, problem_at};
use charter_contract::proof::normalise;
use charter_kernel::Problem;
use serde_json::Value;
use std::collections::BTreeMap;

/// The variables that a replay may set.
const ENV_NAMES: [&str; 4] = ["LANG", "LC_ALL", "LC_CTYPE", "TZ"];

/// How long a replay may take where it does not say, in milliseconds.
const TIMEOUT_MS_DEFAULT: u64 = 10_000;

const TIMEOUT_MS_MIN: u64 = 1_000;

const TIMEOUT_MS_MAX: u64 = 30_000;

/// The fewest characters of a substring that can stand for a whole output.
const MEANINGFUL_CHARS_MIN: usize = 4;

/// A command with what it wrote, well-formed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Replay {
    pub argv: Vec<String>,
    pub recorded_stdout: String,
    pub recorded_stderr: String,
    pub expected_exit_code: i32,
    /// Where it runs, relative to the project; its top where none is named.
    pub cwd: Option<String>,
    pub env: BTreeMap<String, String>,
    pub timeout_ms: u64,
    /// What its output must keep to, whatever else is in it.
    pub invariants: Vec<Invariant>,
}

/// Something that an output must keep to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Invariant {
    Substring(String),
    NotSubstring(String),
}

/// What came of running it again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Replayed {
    pub stdout: String,
    pub stderr: String,
    /// How it ended; none where a signal ended it.
    pub exit_code: Option<i32>,
    pub place: Place,
}

/// The directories whose names differ from one machine to another.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Place {
    pub cwd: String,
    pub home: String,
}

impl Replay {
    /// Reads a replay; `place` names it in problems, which come back all at once.
    pub fn parse(value: &Value, place: &str) -> Result<Self, Vec<Problem>> {
        let mut reader = ObjectReader::new(value, place);
        check_head(&mut reader);
        let replay = Self {
            argv: argv(&mut reader),
            recorded_stdout: stdout(&mut reader),
            recorded_stderr: reader.text("recordedStderr", NOT_TEXT).unwrap_or_default().to_owned(),
            expected_exit_code: exit_code(&mut reader),
            cwd: cwd(&mut reader),
            env: env(&mut reader),
            timeout_ms: timeout_ms(&mut reader),
            invariants: invariants(&mut reader),
        };
        if reader.problems.is_empty() { Ok(replay) } else { Err(reader.problems) }
    }

    /// Compares what was recorded, here, with what came of running it again.
    #[must_use]
    pub fn compare(&self, ran: &Replayed, here: &Place, place: &str) -> Vec<Problem> {
        let mut problems = Vec::new();
        let mut say = |key: &str, code: &str, message: String| {
            problems.push(problem_at(place, key, code, message));
        };
        if ran.exit_code != Some(self.expected_exit_code) {
            let found = ran.exit_code.map_or("a signal".to_owned(), |it| it.to_string());
            let message = format!("it ended with {found}, not {}", self.expected_exit_code);
            say("expectedExitCode", "replay_exit_differs", message);
        }
        let then = |text: &str| normalise(text, &here.cwd, &here.home);
        let now = |text: &str| normalise(text, &ran.place.cwd, &ran.place.home);
        if let Some(message) = difference(&then(&self.recorded_stderr), &now(&ran.stderr)) {
            say("recordedStderr", "replay_stderr_differs", message);
        }
        let (recorded, stdout) = (then(&self.recorded_stdout), now(&ran.stdout));
        for (idx, invariant) in self.invariants.iter().enumerate() {
            if let Some(message) = invariant.problem(&recorded, &stdout) {
                say(&format!("invariants[{idx}]"), "replay_invariant_broken", message);
            }
        }
        // Something that must be there may stand for the whole; that something is absent never does.
        if !self.invariants.iter().any(Invariant::is_meaningful)
            && let Some(message) = difference(&recorded, &stdout)
        {
            say("recordedStdout", "replay_stdout_differs", message);
        }
        problems
    }
}

impl Invariant {
    fn is_meaningful(&self) -> bool {
        match self {
            Self::Substring(text) => {
                let said = text.chars().filter(|it| !it.is_whitespace()).count();
                said >= MEANINGFUL_CHARS_MIN
            }
            Self::NotSubstring(_) => false,
        }
    }

    fn problem(&self, recorded: &str, stdout: &str) -> Option<String> {
        let (text, wanted) = match self {
            Self::Substring(text) => (text, true),
            Self::NotSubstring(text) => (text, false),
        };
        let text = text.trim();
        let holds = |output: &str| output.contains(text) == wanted;
        let word = if wanted { "does not hold" } else { "holds" };
        match (holds(recorded), holds(stdout)) {
            (true, true) => None,
            (false, _) => Some(format!("what was recorded {word} `{text}` itself")),
            (true, false) => Some(format!("the output {word} `{text}`")),
        }
    }
}

/// Says where two outputs part.
fn difference(recorded: &str, found: &str) -> Option<String> {
    if recorded == found {
        return None;
    }
    let same = recorded.lines().zip(found.lines()).take_while(|(one, other)| one == other).count();
    let line = |text: &str| text.lines().nth(same).map_or("nothing".to_owned(), shown);
    Some(format!("line {}: recorded {}, now {}", same + 1, line(recorded), line(found)))
}

fn shown(line: &str) -> String {
    let short: String = line.chars().take(80).collect();
    format!("`{short}`")
}

/// The code of a key that holds something else than text.
const NOT_TEXT: &str = "replay_not_text";

fn check_head(reader: &mut ObjectReader<'_>) {
    if reader.value.get("schemaVersion") != Some(&Value::from(1)) {
        reader.say("schemaVersion", "replay_schema_version", "`schemaVersion` must be 1");
    }
    if reader.value.get("kind").and_then(Value::as_str) != Some("cli-replay") {
        reader.say("kind", "replay_kind", "`kind` must be `cli-replay`");
    }
    if reader.value.get("replaySafe") != Some(&Value::Bool(true)) {
        let message = "`replaySafe` must be true: running it again changes nothing";
        reader.say("replaySafe", "replay_not_safe", message);
    }
    let normalization = reader.value.get("normalization");
    if normalization.is_some_and(|it| it.as_str() != Some("default")) {
        let message = "`normalization` can only be `default`";
        reader.say("normalization", "replay_normalization_unknown", message);
    }
}

fn argv(reader: &mut ObjectReader<'_>) -> Vec<String> {
    let items = match reader.value.get("command") {
        Some(Value::Array(items)) => items.as_slice(),
        Some(Value::String(_)) => {
            let message = "a command is a list of words; a line for a shell is never run";
            reader.say("command", "replay_command_string", message);
            return Vec::new();
        }
        Some(_) | None => &[],
    };
    let argv: Vec<String> = items.iter().filter_map(Value::as_str).map(str::to_owned).collect();
    let program = argv.first().filter(|it| argv.len() == items.len() && !it.trim().is_empty());
    match program {
        Some(program) if program.contains(['/', '\\']) => {
            let message = format!("`{program}` is a path; a program is named by its name");
            reader.say("command", "replay_executable_path", message);
        }
        Some(_) => {}
        None => {
            let message = "`command` must be a list of words with a program first";
            reader.say("command", "replay_command_missing", message);
        }
    }
    argv
}

fn stdout(reader: &mut ObjectReader<'_>) -> String {
    if reader.given("recordedStdout").is_none() {
        let message = "`recordedStdout` is needed: what it wrote";
        reader.say("recordedStdout", "replay_stdout_missing", message);
    }
    reader.text("recordedStdout", NOT_TEXT).unwrap_or_default().to_owned()
}

fn exit_code(reader: &mut ObjectReader<'_>) -> i32 {
    let Some(value) = reader.given("expectedExitCode") else { return 0 };
    let code = value.as_i64().and_then(|it| i32::try_from(it).ok());
    if code.is_none() {
        let message = "`expectedExitCode` must be a whole number";
        reader.say("expectedExitCode", "replay_exit_invalid", message);
    }
    code.unwrap_or(0)
}

fn cwd(reader: &mut ObjectReader<'_>) -> Option<String> {
    let cwd = reader.text("cwd", NOT_TEXT)?;
    let is_absolute = cwd.starts_with(['/', '\\', '~']) || cwd.contains(':');
    if is_absolute || cwd.split(['/', '\\']).any(|it| it == "..") {
        reader.say("cwd", "replay_cwd_outside", format!("`{cwd}` is not below the project"));
    }
    Some(cwd.to_owned())
}

fn env(reader: &mut ObjectReader<'_>) -> BTreeMap<String, String> {
    let entries = reader.object("env", "replay_env_invalid", " of texts");
    let mut env = BTreeMap::new();
    for (name, value) in entries.into_iter().flatten() {
        let key = format!("env.{name}");
        match value.as_str() {
            _ if !ENV_NAMES.contains(&name.as_str()) => {
                let message = format!("`{name}` may not be set; {} may", ENV_NAMES.join(", "));
                reader.say(&key, "replay_env_not_allowed", message);
            }
            Some(text) => {
                env.insert(name.clone(), text.to_owned());
            }
            None => reader.say(&key, "replay_env_invalid", format!("`{name}` must be text")),
        }
    }
    env
}

/// Reads `timeoutMs`, or `timeout` in seconds, and holds it within the limits.
fn timeout_ms(reader: &mut ObjectReader<'_>) -> u64 {
    let has_ms = reader.value.get("timeoutMs").is_some();
    let (key, unit) = if has_ms { ("timeoutMs", 1) } else { ("timeout", 1000) };
    let Some(value) = reader.given(key) else { return TIMEOUT_MS_DEFAULT };
    let timeout = value.as_u64();
    if timeout.is_none() {
        reader.say(key, "replay_timeout_invalid", format!("`{key}` must be a whole number"));
    }
    timeout.unwrap_or(0).saturating_mul(unit).clamp(TIMEOUT_MS_MIN, TIMEOUT_MS_MAX)
}

fn invariants(reader: &mut ObjectReader<'_>) -> Vec<Invariant> {
    let mut invariants = Vec::new();
    let items = reader.list("invariants", "replay_invariant_invalid");
    for (idx, item) in items.iter().enumerate() {
        let text = |keys: [&str; 2]| {
            keys.iter().find_map(|key| item.get(key)?.as_str()).unwrap_or_default()
        };
        let value = text(["value", "text"]).to_owned();
        match text(["type", "kind"]) {
            "substring" if !value.trim().is_empty() => {
                invariants.push(Invariant::Substring(value));
            }
            "not_substring" if !value.trim().is_empty() => {
                invariants.push(Invariant::NotSubstring(value));
            }
            kind => {
                let message = format!(
                    "`{kind}` is no invariant: it is `substring` or `not_substring` with a `value`"
                );
                let key = format!("invariants[{idx}]");
                reader.say(&key, "replay_invariant_invalid", message);
            }
        }
    }
    invariants
}

#[cfg(test)]
mod tests;
