//! Settings in layers, each value with where it came from.
//!
//! Owns the one table of settings; parsing, defaults, documentation and `doctor` all read it. A
//! later layer wins: built in, the user's file, the project's file, the environment, the command
//! line. Must not know what a setting is used for, nor read the environment itself.

use crate::disk::{Disk, check_length};
use crate::finding::{SETTING_UNUSABLE, UNKNOWN_SETTING};
use crate::mind_setting::{MindChoice, is_url, is_wish};
use charter_contract::Rigor;
use charter_interview::deep::{BATCH_MAX, Profile, ROUNDS_MAX, Units};
use charter_interview::preflight;
use charter_interview::preflight::{Lexicon, List, Phrase, Profiles};
use charter_kernel::Finding;
use charter_plan::{ITERATIONS_MAX, PASSES_MAX};
use std::path::{Component, Path, PathBuf};
use std::{fmt, io};
use toml_edit::{Document, Item, Value};

/// One setting that exists.
#[derive(Debug, Clone, Copy)]
pub struct SettingSpec {
    /// Its key in a file.
    pub key: &'static str,
    /// Its variable in the environment.
    pub env: &'static str,
    pub default: &'static str,
    /// What it does, in a sentence.
    pub about: &'static str,
    /// What values it takes, in words.
    pub takes: &'static str,
    /// Whether a list in a file is one of them.
    form: ValueForm,
    /// What a value in a file leads to that it does not take.
    bad: Bad,
    accepts: fn(&str) -> bool,
}

/// The forms of a value in a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ValueForm {
    /// A text, a number or a word.
    One,
    /// The same, or a list of texts.
    List,
    /// The same, or a table of five whole numbers each.
    Table,
}

/// What happens where a file holds a value that a setting does not take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Bad {
    /// Nothing goes on before somebody mends it.
    Stops,
    /// It is told, and the next layer counts.
    PassedOver,
}

impl SettingSpec {
    /// Tells whether it takes a value.
    #[must_use]
    pub fn takes_value(&self, text: &str) -> bool {
        (self.accepts)(text)
    }
}

pub const SETTINGS: &[SettingSpec] = &[
    SettingSpec {
        key: "root",
        env: "CHARTER_ROOT",
        default: ".charter",
        about: "The directory that holds the charters, relative to the project; a project's own file can only name one inside it.",
        takes: "a path",
        form: ValueForm::One,
        bad: Bad::Stops,
        accepts: |value| !value.is_empty(),
    },
    SettingSpec {
        key: "rigor",
        env: "CHARTER_RIGOR",
        default: "standard",
        about: "How much proof a new charter wants.",
        takes: "light, standard or strict",
        form: ValueForm::One,
        bad: Bad::Stops,
        accepts: |value| Rigor::parse(value).is_some(),
    },
    SettingSpec {
        key: "color",
        env: "CHARTER_COLOR",
        default: "auto",
        about: "Whether output is coloured; `NO_COLOR` counts too.",
        takes: "auto, always or never",
        form: ValueForm::One,
        bad: Bad::Stops,
        accepts: |value| matches!(value, "auto" | "always" | "never"),
    },
    SettingSpec {
        key: "lock-wait-ms",
        env: "CHARTER_LOCK_WAIT_MS",
        default: "10000",
        about: "How long a writer waits for another one, in milliseconds.",
        takes: "a whole number up to 600000",
        form: ValueForm::One,
        bad: Bad::Stops,
        accepts: |value| value.parse::<u64>().is_ok_and(|it| it <= 600_000),
    },
    SettingSpec {
        key: "replay-seconds",
        env: "CHARTER_REPLAY_SECONDS",
        default: "600",
        about: "How long a command may take that `verify --replay` runs again, in seconds.",
        takes: "a whole number from 1 to 86400",
        form: ValueForm::One,
        bad: Bad::Stops,
        accepts: |value| value.parse::<u64>().is_ok_and(|it| (1..=86_400).contains(&it)),
    },
    SettingSpec {
        key: "replay-allow",
        env: "CHARTER_REPLAY_ALLOW",
        default: "*",
        about: "The commands that `verify --replay` may run again, by how they begin.",
        takes: "beginnings of commands as a list or with commas between, or * for all",
        form: ValueForm::List,
        bad: Bad::Stops,
        accepts: |value| value.split(',').all(|it| !it.trim().is_empty()),
    },
    SettingSpec {
        key: "proof-budget-s",
        env: "CHARTER_PROOF_BUDGET_S",
        default: "60",
        about: "How long `prove` may try whether a check could have failed, in seconds; four times the command's own time where that is more.",
        takes: "a whole number from 0 to 86400",
        form: ValueForm::One,
        bad: Bad::Stops,
        accepts: |value| value.parse::<u64>().is_ok_and(|it| it <= 86_400),
    },
    SettingSpec {
        key: "require-charter",
        env: "CHARTER_REQUIRE_CHARTER",
        default: "no",
        about: "Whether `check --ci` refuses a branch without a charter.",
        takes: "yes or no",
        form: ValueForm::One,
        bad: Bad::Stops,
        accepts: |value| matches!(value, "yes" | "no" | "true" | "false"),
    },
    SettingSpec {
        key: "tests",
        env: "CHARTER_TESTS",
        default: "",
        about: "More files that are tests and not product, as globs.",
        takes: "globs as a list or with commas between",
        form: ValueForm::List,
        bad: Bad::Stops,
        accepts: |_| true,
    },
    SettingSpec {
        key: "loop",
        env: "CHARTER_LOOP",
        default: "on",
        about: "Whether an agent that stops is asked to go on while its charter has something open.",
        takes: "on or off",
        form: ValueForm::One,
        bad: Bad::Stops,
        accepts: |value| matches!(value, "on" | "off"),
    },
    SettingSpec {
        key: "guard",
        env: "CHARTER_GUARD",
        default: "on",
        about: "Whether agents are kept from product files while an interview is open; charter's own files are kept from them always.",
        takes: "on or off",
        form: ValueForm::One,
        bad: Bad::Stops,
        accepts: |value| matches!(value, "on" | "off"),
    },
    SettingSpec {
        key: "mind.use",
        env: "CHARTER_MIND",
        default: "rules",
        about: "Who thinks for a deep interview; `host` leaves it to the agent that calls. A project's own file can only say `rules` or `host`.",
        takes: "rules, host, claude, codex, gemini, opencode, pi, anthropic, openai, google, ollama or command",
        form: ValueForm::One,
        bad: Bad::Stops,
        accepts: |value| MindChoice::parse(value).is_some(),
    },
    SettingSpec {
        key: "mind.model",
        env: "CHARTER_MIND_MODEL",
        default: "",
        about: "The model that is asked; an agent's command line has its own where none is named.",
        takes: "a name that the service or program knows",
        form: ValueForm::One,
        bad: Bad::Stops,
        accepts: |_| true,
    },
    SettingSpec {
        key: "mind.base-url",
        env: "CHARTER_MIND_BASE_URL",
        default: "",
        about: "Where the service is, in place of its own address: any compatible server.",
        takes: "an address that begins with https:// or http://",
        form: ValueForm::One,
        bad: Bad::Stops,
        accepts: |value| value.is_empty() || is_url(value),
    },
    SettingSpec {
        key: "mind.key-env",
        env: "CHARTER_MIND_KEY_ENV",
        default: "",
        about: "The variable that holds the key; by default ANTHROPIC_API_KEY, OPENAI_API_KEY or GEMINI_API_KEY.",
        takes: "the name of a variable",
        form: ValueForm::One,
        bad: Bad::Stops,
        accepts: |value| value.bytes().all(|it| it.is_ascii_alphanumeric() || it == b'_'),
    },
    SettingSpec {
        key: "mind.command",
        env: "CHARTER_MIND_COMMAND",
        default: "",
        about: "Your own program for `command`: it reads a question as JSON and writes the answer.",
        takes: "a command line for `sh`",
        form: ValueForm::One,
        bad: Bad::Stops,
        accepts: |_| true,
    },
    SettingSpec {
        key: "mind.timeout-s",
        env: "CHARTER_MIND_TIMEOUT_S",
        default: "120",
        about: "How long one question to a model may take, in seconds.",
        takes: "a whole number from 1 to 3600",
        form: ValueForm::One,
        bad: Bad::Stops,
        accepts: |value| value.parse::<u64>().is_ok_and(|it| (1..=3600).contains(&it)),
    },
    SettingSpec {
        key: "threshold",
        env: "CHARTER_THRESHOLD",
        default: "0.05",
        about: "How much ambiguity a deep interview may end with.",
        takes: "a decimal above 0 and up to 1, with at most four digits",
        form: ValueForm::One,
        bad: Bad::PassedOver,
        accepts: |value| Units::parse(value).is_some_and(|it| it > Units::ZERO),
    },
    SettingSpec {
        key: "profile",
        env: "CHARTER_PROFILE",
        default: "none",
        about: "How thorough a deep interview is where no threshold is set.",
        takes: "none, quick (0.6), standard (0.5) or deep (0.35)",
        form: ValueForm::One,
        bad: Bad::Stops,
        accepts: |value| value == "none" || profile(value).is_some(),
    },
    SettingSpec {
        key: "batch",
        env: "CHARTER_BATCH",
        default: "1",
        about: "How many questions of a deep interview may be asked together.",
        takes: "a whole number from 1 to 6",
        form: ValueForm::One,
        bad: Bad::Stops,
        accepts: |value| value.parse().is_ok_and(|it| (1..=BATCH_MAX).contains(&it)),
    },
    SettingSpec {
        key: "max-rounds",
        env: "CHARTER_MAX_ROUNDS",
        default: "20",
        about: "After how many rounds a deep interview ends.",
        takes: "a whole number from 1 to 100",
        form: ValueForm::One,
        bad: Bad::Stops,
        accepts: |value| value.parse().is_ok_and(|it| (1..=ROUNDS_MAX).contains(&it)),
    },
    SettingSpec {
        key: "plan-iterations",
        env: "CHARTER_PLAN_ITERATIONS",
        default: "5",
        about: "How many texts a plan may have before it is stuck: the first one and its revisions.",
        takes: "a whole number from 1 to 20",
        form: ValueForm::One,
        bad: Bad::Stops,
        accepts: |value| value.parse().is_ok_and(|it| (1..=ITERATIONS_MAX).contains(&it)),
    },
    SettingSpec {
        key: "plan-passes",
        env: "CHARTER_PLAN_PASSES",
        default: "1",
        about: "How often the architect and the critic each may speak about one text of a plan.",
        takes: "a whole number from 1 to 10",
        form: ValueForm::One,
        bad: Bad::Stops,
        accepts: |value| value.parse().is_ok_and(|it| (1..=PASSES_MAX).contains(&it)),
    },
    SettingSpec {
        key: "preflight.state",
        env: "CHARTER_PREFLIGHT_STATE",
        default: ".claude/interview-state.json",
        about: "The state file of preflight, relative to the project; a project's own file can only name one inside the project that is nothing else.",
        takes: "a path",
        form: ValueForm::One,
        bad: Bad::Stops,
        accepts: |value| !value.is_empty(),
    },
    SettingSpec {
        key: "preflight.workflow",
        env: "CHARTER_PREFLIGHT_WORKFLOW",
        default: preflight::REQUEST,
        about: "The workflow that preflight checks for where none is named; `request` asks only where something calls for it.",
        takes: "a workflow, perhaps with its mode",
        form: ValueForm::One,
        bad: Bad::Stops,
        accepts: |value| !value.trim().is_empty(),
    },
    SettingSpec {
        key: "preflight.ambiguity",
        env: "CHARTER_PREFLIGHT_AMBIGUITY",
        default: "",
        about: "More words that leave several readings open.",
        takes: "phrases as a list or with commas between",
        form: ValueForm::List,
        bad: Bad::Stops,
        accepts: |_| true,
    },
    SettingSpec {
        key: "preflight.missing",
        env: "CHARTER_PREFLIGHT_MISSING",
        default: "",
        about: "More words that lean on something that was not said.",
        takes: "phrases as a list or with commas between",
        form: ValueForm::List,
        bad: Bad::Stops,
        accepts: |_| true,
    },
    SettingSpec {
        key: "preflight.risk",
        env: "CHARTER_PREFLIGHT_RISK",
        default: "",
        about: "More words for what is irreversible or reaches many; no phrase skips them.",
        takes: "phrases as a list or with commas between",
        form: ValueForm::List,
        bad: Bad::Stops,
        accepts: |_| true,
    },
    SettingSpec {
        key: "preflight.skip",
        env: "CHARTER_PREFLIGHT_SKIP",
        default: "",
        about: "More phrases by which a user asks for no questions.",
        takes: "phrases as a list or with commas between",
        form: ValueForm::List,
        bad: Bad::Stops,
        accepts: |_| true,
    },
    SettingSpec {
        key: "preflight.workflows",
        env: "CHARTER_PREFLIGHT_WORKFLOWS",
        default: "",
        about: "More workflows: how much problem, context, technical, scope and risk weigh.",
        takes: "a table such as `x-ops = [10, 20, 20, 10, 40]`, each with five whole numbers that sum to 100",
        form: ValueForm::Table,
        bad: Bad::Stops,
        accepts: |value| preflight::parse_own(value).is_some(),
    },
];

/// Keys of before, and what they are called now.
const ALIASES: [(&str, &str); 1] = [("mind", "mind.use")];

fn profile(word: &str) -> Option<Profile> {
    Profile::ALL.into_iter().find(|it| it.word() == word)
}

/// Whose file it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Whose {
    /// The user's own.
    User,
    /// The project's, which came with it: its author is not the one who runs it.
    Project,
}

const CONFIG_BYTES_MAX: usize = 1024 * 1024;

/// The hidden directories in which preflight's state may be where the project's own file says where.
const STATE_DIRS: [&str; 2] = [".charter", ".claude"];

/// How the name of such a file ends.
const STATE_SUFFIX: &str = "state.json";

/// Says why the project's own file may not set a setting to this; its author is a stranger.
fn why_not(key: &str, text: &str) -> Option<&'static str> {
    match key {
        "root" if !is_inside(text) => {
            Some("a project's own file can only name a directory inside the project")
        }
        "preflight.state" if !is_state_path(text) => Some(
            "a project's own file can only name a `.json` file inside the project, and in a hidden \
             directory only `.charter/…state.json` or `.claude/…state.json`",
        ),
        "replay-seconds" if text.parse::<u64>().is_ok_and(|it| it > REPLAY_SECONDS) => {
            Some("a project's own file can only lower it; `CHARTER_REPLAY_SECONDS` is yours to set")
        }
        _ => None,
    }
}

/// How long a replayed command may take unless the user says more.
const REPLAY_SECONDS: u64 = 600;

/// Tells whether a path leads nowhere but further down, and not into what git keeps.
fn is_inside(path: &str) -> bool {
    let mut components = Path::new(path).components();
    !path.trim().is_empty()
        && components.all(|it| match it {
            Component::Normal(name) => !name.eq_ignore_ascii_case(".git"),
            Component::CurDir => true,
            Component::ParentDir | Component::RootDir | Component::Prefix(_) => false,
        })
}

fn is_state_path(path: &str) -> bool {
    let is_hidden = path.split('/').any(|it| it.starts_with('.') && it != ".");
    let is_own = || {
        let parts = path.strip_prefix("./").unwrap_or(path).split_once('/');
        let is_one = |(dir, name): (&str, &str)| STATE_DIRS.contains(&dir) && !name.contains('/');
        parts.is_some_and(is_one) && path.ends_with(STATE_SUFFIX)
    };
    is_inside(path) && path.ends_with(".json") && (!is_hidden || is_own())
}

/// Where a value came from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Layer {
    BuiltIn,
    /// A file, with the line.
    File(PathBuf, usize),
    Env(&'static str),
    Flag,
}

impl fmt::Display for Layer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BuiltIn => f.write_str("built in"),
            Self::File(path, line) => write!(f, "{}:{line}", path.display()),
            Self::Env(name) => f.write_str(name),
            Self::Flag => f.write_str("command line"),
        }
    }
}

/// A value and its source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SettingValue {
    pub text: String,
    pub layer: Layer,
}

/// A setting and its value.
#[derive(Debug, Clone)]
pub struct ConfigSetting {
    /// Which one.
    pub spec: &'static SettingSpec,
    pub value: SettingValue,
}

/// What a project's file says about a mind, which is not followed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProjectWish {
    pub key: &'static str,
    pub text: String,
    pub layer: Layer,
}

/// Why the configuration cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ConfigFailure {
    #[error("cannot read the configuration `{}`", path.display())]
    Io { path: PathBuf, source: io::Error },
    #[error("`{}` line {line} is not TOML: {message}", path.display())]
    NotToml { path: PathBuf, line: usize, message: String },
    #[error("`{key}` is `{text}` ({layer}); it takes {takes}")]
    BadValue { key: &'static str, text: String, layer: Layer, takes: &'static str },
}

/// Where a line of a file is.
#[derive(Debug, Clone, Copy)]
struct LinePlace<'a> {
    path: &'a Path,
    line: usize,
    whose: Whose,
}

/// The settings in force.
#[derive(Debug, Clone)]
pub struct Config {
    settings: Vec<ConfigSetting>,
    pub findings: Vec<Finding>,
    /// What the project's file says about a mind that is the user's to choose.
    pub wishes: Vec<ProjectWish>,
}

impl Config {
    #[must_use]
    pub fn built_in() -> Self {
        let setting = |spec: &'static SettingSpec| ConfigSetting {
            spec,
            value: SettingValue { text: spec.default.to_owned(), layer: Layer::BuiltIn },
        };
        Self {
            settings: SETTINGS.iter().map(setting).collect(),
            findings: Vec::new(),
            wishes: Vec::new(),
        }
    }

    /// Lays a file over it; a file that is not there says nothing.
    pub fn add_file(
        &mut self,
        disk: &dyn Disk,
        path: &Path,
        whose: Whose,
    ) -> Result<(), ConfigFailure> {
        let read = match whose {
            Whose::User => disk.read_named(path, CONFIG_BYTES_MAX),
            Whose::Project => disk.read_up_to(path, CONFIG_BYTES_MAX + 1),
        };
        let bytes = match read.and_then(|it| check_length(it, CONFIG_BYTES_MAX)) {
            Ok(bytes) => bytes,
            Err(err)
                if matches!(err.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) =>
            {
                return Ok(());
            }
            Err(source) => return Err(ConfigFailure::Io { path: path.to_owned(), source }),
        };
        let text = String::from_utf8_lossy(&bytes);
        let line_of = |span: Option<std::ops::Range<usize>>| {
            let start = span.map_or(0, |it| it.start);
            text.get(..start).unwrap_or_default().matches('\n').count() + 1
        };
        let document = Document::parse(text.as_ref()).map_err(|err| ConfigFailure::NotToml {
            path: path.to_owned(),
            line: line_of(err.span()),
            message: err.message().to_owned(),
        })?;
        for (key, item) in document.iter() {
            let is_group = SETTINGS
                .iter()
                .any(|it| it.key.strip_prefix(key).is_some_and(|rest| rest.starts_with('.')));
            match item.as_table_like().filter(|_| is_group) {
                Some(table) => {
                    for (inner, item) in table.iter() {
                        let place = LinePlace { path, line: line_of(item.span()), whose };
                        self.add_item(place, &format!("{key}.{inner}"), item)?;
                    }
                }
                None => {
                    let place = LinePlace { path, line: line_of(item.span()), whose };
                    self.add_item(place, key, item)?;
                }
            }
        }
        Ok(())
    }

    fn add_item(
        &mut self,
        LinePlace { path, line, whose }: LinePlace<'_>,
        key: &str,
        item: &Item,
    ) -> Result<(), ConfigFailure> {
        let key = ALIASES.iter().find(|it| it.0 == key).map_or(key, |it| it.1);
        let Some(spec) = SETTINGS.iter().find(|it| it.key == key) else {
            let words = format!("nobody knows the setting `{key}`");
            let file = path.display().to_string();
            let finding = Finding::new(UNKNOWN_SETTING, file, words).on_line(line);
            self.findings.push(finding);
            return Ok(());
        };
        let text = plain_text(item, spec.form).unwrap_or_default();
        if whose == Whose::Project && is_wish(key, &text) {
            let layer = Layer::File(path.to_owned(), line);
            self.wishes.push(ProjectWish { key: spec.key, text, layer });
            return Ok(());
        }
        if let Some(reason) = why_not(key, &text).filter(|_| whose == Whose::Project) {
            let words = format!("`{key} = \"{text}\"` is ignored: {reason}");
            let (kind, file) = (SETTING_UNUSABLE, path.display().to_string());
            self.findings.push(Finding::new(kind, file, words).on_line(line));
            return Ok(());
        }
        let layer = Layer::File(path.to_owned(), line);
        let set = match plain_text(item, spec.form) {
            Some(text) => self.set(spec.key, &text, layer),
            None => {
                let SettingSpec { key, takes, .. } = *spec;
                let text = format!("a {}", item.type_name());
                Err(ConfigFailure::BadValue { key, text, layer, takes })
            }
        };
        match set {
            Err(ConfigFailure::BadValue { text, takes, .. }) if spec.bad == Bad::PassedOver => {
                let words = format!("`{key}` is `{text}` and is passed over; it takes {takes}");
                let file = path.display().to_string();
                let kind = SETTING_UNUSABLE;
                self.findings.push(Finding::new(kind, file, words).on_line(line));
                Ok(())
            }
            other => other,
        }
    }

    /// Lays one value over it.
    pub fn set(&mut self, key: &str, text: &str, layer: Layer) -> Result<(), ConfigFailure> {
        let Some(setting) = self.settings.iter_mut().find(|it| it.spec.key == key) else {
            return Ok(());
        };
        let SettingSpec { key, takes, accepts, .. } = *setting.spec;
        if !accepts(text) {
            return Err(ConfigFailure::BadValue { key, text: text.to_owned(), layer, takes });
        }
        setting.value = SettingValue { text: text.to_owned(), layer };
        Ok(())
    }

    #[must_use]
    pub fn settings(&self) -> &[ConfigSetting] {
        &self.settings
    }

    /// Gives a setting's value as text; empty for a key that does not exist.
    #[must_use]
    pub fn text(&self, key: &str) -> &str {
        self.settings.iter().find(|it| it.spec.key == key).map_or("", |it| it.value.text.as_str())
    }

    /// Tells whether anybody set a value.
    #[must_use]
    pub fn is_set(&self, key: &str) -> bool {
        let found = self.settings.iter().find(|it| it.spec.key == key);
        found.is_some_and(|it| it.value.layer != Layer::BuiltIn)
    }

    /// Gives the rigor of new charters.
    #[must_use]
    pub fn rigor(&self) -> Rigor {
        Rigor::parse(self.text("rigor")).unwrap_or(Rigor::Standard)
    }

    /// Finds a setting that somebody set, with where it came from.
    #[must_use]
    pub fn find_set(&self, key: &str) -> Option<&SettingValue> {
        let found = self.settings.iter().find(|it| it.spec.key == key).map(|it| &it.value);
        found.filter(|it| it.layer != Layer::BuiltIn)
    }

    /// Gives who thinks for a deep interview.
    #[must_use]
    pub fn mind(&self) -> MindChoice {
        MindChoice::parse(self.text("mind.use")).unwrap_or(MindChoice::Rules)
    }

    /// Gives how long one question to a model may take.
    #[must_use]
    pub fn mind_limit(&self) -> std::time::Duration {
        std::time::Duration::from_secs(self.text("mind.timeout-s").parse().unwrap_or(120))
    }

    /// Gives how thorough a deep interview is to be, where somebody said so.
    #[must_use]
    pub fn profile(&self) -> Option<Profile> {
        profile(self.text("profile"))
    }

    /// Gives how many questions may be asked together.
    #[must_use]
    pub fn batch(&self) -> u32 {
        self.text("batch").parse().unwrap_or(1)
    }

    /// Gives after how many rounds a deep interview ends.
    #[must_use]
    pub fn max_rounds(&self) -> u32 {
        self.text("max-rounds").parse().unwrap_or(20)
    }

    /// Gives how long a plan that is opened now may go on.
    #[must_use]
    pub fn plan_limits(&self) -> charter_plan::PlanLimits {
        let charter_plan::PlanLimits { iterations, passes } = charter_plan::PlanLimits::default();
        charter_plan::PlanLimits {
            iterations: self.text("plan-iterations").parse().unwrap_or(iterations),
            passes: self.text("plan-passes").parse().unwrap_or(passes),
        }
    }

    /// Gives the workflows that preflight knows, the user's own first.
    #[must_use]
    pub fn preflight_profiles(&self) -> Profiles {
        Profiles::new(preflight::parse_own(self.text("preflight.workflows")).unwrap_or_default())
    }

    /// Gives the words that preflight looks for, the user's own with those that are built in.
    #[must_use]
    pub fn preflight_words(&self) -> Lexicon {
        let lists = [
            ("preflight.ambiguity", List::Ambiguity),
            ("preflight.missing", List::Missing),
            ("preflight.risk", List::Risk),
            ("preflight.skip", List::Skip),
        ];
        let own = lists.into_iter().flat_map(|(key, list)| {
            self.text(key).split(',').filter_map(move |it| Phrase::new(list, it))
        });
        Lexicon::new(own.collect())
    }

    /// Gives how long a writer waits.
    #[must_use]
    pub fn lock_wait(&self) -> std::time::Duration {
        std::time::Duration::from_millis(self.text("lock-wait-ms").parse().unwrap_or(10_000))
    }

    /// Gives how long a replayed command may take.
    #[must_use]
    pub fn replay_limit(&self) -> std::time::Duration {
        std::time::Duration::from_secs(
            self.text("replay-seconds").parse().unwrap_or(REPLAY_SECONDS),
        )
    }

    /// Gives how long trials of a command may take, in milliseconds.
    #[must_use]
    pub fn proof_budget_ms(&self, command_ms: u64) -> u64 {
        let seconds: u64 = self.text("proof-budget-s").parse().unwrap_or(60);
        (seconds * 1000).max(if seconds == 0 { 0 } else { command_ms.saturating_mul(4) })
    }

    /// Gives the globs of files that are tests by the user's word.
    #[must_use]
    pub fn tests(&self) -> Vec<String> {
        let globs = self.text("tests").split(',').map(str::trim);
        globs.filter(|it| !it.is_empty()).map(str::to_owned).collect()
    }

    /// Tells whether a command may be replayed: its first words are those of a beginning that is
    /// allowed, or nobody said what is.
    #[must_use]
    pub fn allows_replay(&self, argv: &[String]) -> bool {
        let begins = |it: &str| {
            let words: Vec<&str> = it.split_whitespace().collect();
            argv.len() >= words.len() && argv.iter().zip(&words).all(|(left, right)| left == right)
        };
        self.text("replay-allow").split(',').any(|it| it.trim() == "*" || begins(it))
    }
}

/// Gives a value as text, a list of texts with commas between where the setting takes one; nothing for
/// what no setting takes.
fn plain_text(item: &Item, form: ValueForm) -> Option<String> {
    if let Some(table) = item.as_table_like().filter(|_| form == ValueForm::Table) {
        let rows = table.iter().map(|(name, item)| Some(format!("{name} = {}", numbers(item)?)));
        return rows.collect::<Option<Vec<String>>>().map(|it| it.join("; "));
    }
    match item.as_value()? {
        Value::Array(items) if form == ValueForm::List && items.iter().all(Value::is_str) => {
            let texts: Vec<&str> = items.iter().filter_map(Value::as_str).collect();
            Some(texts.join(","))
        }
        Value::String(text) => Some(text.value().clone()),
        Value::Integer(number) => Some(number.value().to_string()),
        Value::Float(number) => Some(number.value().to_string()),
        Value::Boolean(flag) => Some(flag.value().to_string()),
        Value::Datetime(_) | Value::Array(_) | Value::InlineTable(_) => None,
    }
}

/// Gives a list of whole numbers with spaces between.
fn numbers(item: &Item) -> Option<String> {
    let numbers = item.as_array()?.iter().map(|it| it.as_integer().map(|it| it.to_string()));
    numbers.collect::<Option<Vec<String>>>().map(|it| it.join(" "))
}
