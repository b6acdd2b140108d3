//! `charter reference`: the generated pages of docs/reference, hidden from help.
//!
//! Owns how the tables in the code become Markdown. A test holds the pages to it.

use crate::answer::CommandAnswer;
use charter_contract::{CharterAct, Rigor, Verdict};
use charter_engine::event::EventBody;
use charter_kernel::FindingKind;
use charter_store::SETTINGS;
use clap::ValueEnum;
use serde_json::json;
use std::fmt::Write;

/// Print a page of the reference
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  charter reference events")]
pub(crate) struct ReferenceArgs {
    /// Which page
    page: Page,
}

/// The pages.
#[derive(Debug, Clone, Copy, ValueEnum)]
enum Page {
    Cli,
    Config,
    Events,
    Findings,
    Verdicts,
}

pub(crate) fn run(args: &ReferenceArgs, root: clap::Command) -> CommandAnswer {
    let text = match args.page {
        Page::Cli => cli(root),
        Page::Config => config(),
        Page::Events => events(),
        Page::Findings => findings(),
        Page::Verdicts => verdicts(),
    };
    CommandAnswer::new(&json!({ "ok": true, "page": text }), text)
}

fn cli(root: clap::Command) -> String {
    let mut root = root.term_width(96);
    root.build();
    let mut text = String::from("# Command line\n");
    let visible: Vec<_> = root.get_subcommands().filter(|it| !it.is_hide_set()).cloned().collect();
    for mut command in std::iter::once(root).chain(visible) {
        let name = command.get_bin_name().unwrap_or("charter").to_owned();
        let help = command.render_long_help().to_string();
        let lines: Vec<&str> = help.lines().map(str::trim_end).collect();
        let _ = write!(text, "\n## `{name}`\n\n```text\n{}\n```\n", lines.join("\n").trim_end());
    }
    text
}

fn config() -> String {
    let mut text = String::from(
        "# Settings\n\n\
         A later layer wins: built in, the user's file (`~/.config/charter/config.toml`), the \
         project's file (`config.toml` in the root), the environment, the command line. \
         `charter doctor` shows every value with its source.\n\n\
         | key | variable | takes | default | what it does |\n|---|---|---|---|---|\n",
    );
    for it in SETTINGS {
        let row = format!(
            "| `{}` | `{}` | {} | `{}` | {} |\n",
            it.key, it.env, it.takes, it.default, it.about
        );
        text.push_str(&row);
    }
    text
}

fn events() -> String {
    let mut text = String::from(
        "# Events\n\n\
         One JSON object a line in `ledger/<strand>.jsonl`. Every event has `v`, `id`, `strand`, `seq`, \
         `prev`, `after`, `ts`, `type`, `charterId`, `actor`, then its payload. `id` is BLAKE3, in hex, over \
         the canonical JSON (RFC 8785) of the object without `id`; `prev` is the id of the event before it \
         in its strand, 64 zeros at the start; `after` are the events of other strands that nothing \
         followed when it was written. `part` and `parts` number the events of one \
         write; `clock` is `fixed` when the caller fixed the time; `carriedFrom` names the event \
         that a repair took over. The actor is a record, not an authentication. Events of version 1 stand \
         in `events.jsonl`, with `hash` in the place of `id`.\n\n\
         | type | payload, by example |\n|---|---|\n",
    );
    for body in EventBody::examples() {
        let mut value = serde_json::to_value(&body).unwrap_or_default();
        let kind = value.as_object_mut().and_then(|it| it.shift_remove("type")).unwrap_or_default();
        let _ = writeln!(text, "| `{}` | `{}` |", kind.as_str().unwrap_or_default(), value);
    }
    text
}

/// Lists every kind of finding, each with its owner's.
pub(crate) fn finding_kinds() -> impl Iterator<Item = FindingKind> {
    let ledger = charter_kernel::finding::FINDINGS.into_iter();
    let documents = charter_contract::document::FINDINGS.into_iter();
    let files =
        charter_engine::projection::FINDINGS.into_iter().chain(charter_store::finding::FINDINGS);
    let work = charter_interview::brief::FINDINGS.into_iter().chain(charter_plan::FINDINGS);
    documents.chain(ledger).chain(files).chain(work).chain(charter_proof::FINDINGS)
}

fn findings() -> String {
    let mut text = String::from(
        "# Findings and refusals\n\n\
         A finding says that a document, a ledger or a directory is odd or wrong; its code is \
         stable.\n\n| code | severity | meaning |\n|---|---|---|\n",
    );
    for kind in finding_kinds() {
        let severity = serde_json::to_value(kind.severity).unwrap_or_default();
        let severity = severity.as_str().map(str::to_owned).unwrap_or_default();
        let _ = writeln!(text, "| `{}` | {severity} | {} |", kind.code, kind.about);
    }
    text.push_str(
        "\nA refusal is an expected no. With `--json` it is \
         `{\"ok\":false,\"code\",\"message\",\"problems\",\"nextActions\"}`.\n\n\
         | code | exit | when |\n|---|---|---|\n",
    );
    for (code, exit, when) in REFUSALS {
        let _ = writeln!(text, "| `{code}` | {exit} | {when} |");
    }
    text
}

/// The refusals and failures with their exit codes; a test compares the codes with the engine's.
const REFUSALS: &[(&str, u8, &str)] = &[
    ("objective-missing", 2, "a charter is opened without an idea"),
    ("objective-too-long", 2, "the idea is longer than 64 KiB"),
    ("name-too-long", 2, "the name is longer than 100 characters"),
    ("name-unusable", 2, "the name has no letter or digit, or a line break"),
    ("reason-missing", 2, "a step that needs a reason has none"),
    ("session-unusable", 2, "the session's id is empty, too long or has control characters"),
    ("NO_CHARTER_BOUND", 2, "no charter is named, bound or the only open one"),
    ("unknown-charter", 2, "no charter has this id or fragment"),
    ("ambiguous-charter", 2, "several charters have this fragment"),
    ("unknown-criterion", 2, "no criterion has this id or fragment"),
    ("ambiguous-criterion", 2, "several criteria have this fragment"),
    ("out-exists", 2, "a gate is to be written where something is already"),
    ("usage", 2, "the command line makes no sense"),
    ("unknown-command", 2, "a manual page is asked for that does not exist"),
    ("reply-unusable", 2, "a reply on stdin is neither text nor JSON with `answer` or `skip`"),
    ("actor-disguised", 2, "an agent calls in the name of a person"),
    ("actor-unusable", 2, "the actor is not `person:NAME` or `agent:NAME`"),
    ("bad-time", 2, "`CHARTER_NOW` is not an instant"),
    ("not-text", 2, "a variable of charter is not UTF-8"),
    ("cwd-gone", 2, "the working directory does not exist any more"),
    ("config-not-toml", 2, "a configuration file is not TOML"),
    ("config-bad-value", 2, "a setting has a value that it does not take"),
    ("root-is-a-link", 2, "the root is a link that leads out of the project"),
    ("root-not-a-directory", 2, "the root is a file"),
    ("wrong-state", 1, "the charter's state does not allow the step"),
    ("not-shown", 1, "something stands against completion; every problem is listed"),
    ("preflight-missing", 3, "a step of preflight is asked for and none is going on"),
    ("preflight-unusable", 2, "what was given to preflight cannot be used; the problems say why"),
    ("preflight-not-now", 1, "a step of preflight comes too early, too late or too often"),
    ("preflight-high-risk", 1, "a skip of something irreversible, which no phrase skips"),
    ("answer-missing", 2, "an answer is empty and no reason to skip is given"),
    (
        "commands-unknown-here",
        1,
        "`refresh` or `verify --replay` would run commands that never ran on this machine; `--yes` says that they may",
    ),
    ("interrupted", 130, "Ctrl-C stopped a command; its run is not recorded"),
    ("base-unknown", 2, "`--base` names no commit"),
    ("command-missing", 2, "The criterion has no `Command:` line and was never run"),
    ("person-needed", 1, "what only a person may do: the table in verdicts.md says what"),
    (
        "entries-unusable",
        2,
        "evidence that cannot be recorded; the problems say which entry and why",
    ),
    ("not-signed", 1, "at rigor `strict` a person signs this with an SSH key, and nobody did"),
    ("register-changed", 1, "criteria.md says something else than when the charter was completed"),
    ("key-of-another", 1, "one person is named and the SSH key is listed for another"),
    ("key-not-listed", 1, "the SSH key that would sign is not in `.charter/people`"),
    (
        "target-unknown",
        2,
        "`check --ci` cannot read the branch to compare with; fetch it whole, not only its last commit",
    ),
    (
        "place-unknown",
        2,
        "neither the branch nor its target has charters where `--root` or `CHARTER_ROOT` says; leave it out, or correct it",
    ),
    ("run-outside", 2, "a command is to prove something about another project than it runs in"),
    ("unknown-milestone", 2, "the register holds no milestone of this name"),
    ("gate-refused", 1, "a quality gate that does not hold; every problem is listed"),
    ("review_blocker_recursion_cap", 3, "three blockers are open against the same thing already"),
    ("unknown-blocker", 2, "no blocker has this name"),
    ("key-missing", 2, "no SSH key was found to sign with"),
    ("several-keys", 2, "the ssh-agent holds several keys, and none was chosen"),
    ("key-unusable", 2, "a file or setting that is no SSH key"),
    ("key-locked", 1, "the key wants its passphrase, and nobody can type it here"),
    ("signing-failed", 1, "`ssh-keygen` is missing, could not sign, or did not finish in time"),
    ("person-unusable", 2, "a name that cannot be listed in `.charter/people`"),
    (
        "install-unusable",
        2,
        "a coding agent's file is not what it should be, so nothing is added; the problems say where",
    ),
    ("out-taken", 2, "an export would replace a file that is none"),
    ("replies-unusable", 2, "a list of answers that is no list of answers"),
    (
        "no-answer",
        2,
        "an answer that says nothing about the question of an interview; the question stays open",
    ),
    (
        "review-unclear",
        2,
        "what is said about the sections on the screen is neither a yes nor a change",
    ),
    ("drafted-unclear", 2, "what is said about drafted criteria cannot be done"),
    (
        "import-unusable",
        2,
        "a file to import is not there, too long, or says nothing that is understood",
    ),
    ("no-plan", 2, "no plan was opened"),
    ("plan-active", 3, "a plan about another task goes on"),
    (
        "plan-text-unusable",
        2,
        "a text that a plan cannot take: empty, too long, without a verdict, or not what its stage wants",
    ),
    ("plan-text-taken", 2, "another text of the plan stands under the same number"),
    (
        "plan-out-of-turn",
        1,
        "a text that the plan does not wait for, or about another plan than the latest",
    ),
    (
        "planning-stuck",
        3,
        "no iteration is left, or a lane has spoken as often about a text as it may",
    ),
    ("plan-not-agreed", 1, "a final text without CLEAR and OKAY on the plan as it stands"),
    (
        "plan-misses",
        1,
        "a final text leaves out what the interview locked or what was agreed; a revision names it",
    ),
    ("plan-not-final", 1, "a plan is to be approved that has no final text"),
    ("already-imported", 3, "the same bytes were imported before; the message names the charter"),
    ("idea-too-long", 2, "the idea of a deep interview is longer than 50 000 characters"),
    ("threshold-unusable", 2, "a threshold is not above 0, at most 1, with at most four digits"),
    ("interview-active", 3, "a deep interview about another idea goes on"),
    (
        "fulfilment-unusable",
        2,
        "what was submitted for a need cannot be taken; the problems say what and why",
    ),
    ("pad-hidden", 2, "charter.md ends in a fence or comment that nothing closes"),
    ("other-question", 3, "the answer is for a question that is not open"),
    ("no-question", 3, "the interview waits for no answer"),
    ("already-created", 3, "there is a charter under this id"),
    ("locked", 3, "another process holds the lock; the message names it"),
    ("conflict", 3, "the ledger moved on in between"),
    ("ledger-broken", 4, "the ledger has lost something, so nothing is written behind it"),
    ("ledger-newer", 4, "a later version of charter wrote to the ledger"),
    ("git-failed", 4, "git could not look at the commit that was named; the message says why"),
    ("io", 4, "the system said no; the message has the path and the cause"),
];

/// Who may do what, as a table.
fn who() -> String {
    let mut text = String::from(
        "\n## Who may do what\n\nA person is somebody at a terminal without an agent around, or who is named \
         as one there; signed means with an SSH key that `.charter/people` lists.\n\n\
         | what | light | standard | strict |\n|---|---|---|---|\n",
    );
    for act in CharterAct::ALL {
        let [light, standard, strict] = Rigor::ALL.map(|it| act.who(it).words());
        let _ = writeln!(text, "| {} | {light} | {standard} | {strict} |", act.words());
    }
    text.push_str(
        "\nAt `strict` a criterion that anyone added counts once a person has signed it: `charter agree` or \
         `charter confirm` do. What is signed there includes its `Command:`.\n",
    );
    text
}

fn verdicts() -> String {
    let mut text = String::from(
        "# Verdicts\n\nA verdict is computed from the latest record, never stored. \
         [How proof works](../proof.md) says what is tried.\n\n\
         | verdict | light | standard | strict |\n|---|---|---|---|\n",
    );
    for verdict in Verdict::ALL {
        let counts = Rigor::ALL.map(|it| verdict.counts_at(it).words());
        let _ = writeln!(text, "| `{}` | {} |", verdict.word(), counts.join(" | "));
    }
    text.push_str(
        "\nIn `light` a stale criterion does not count as shown, and does not block completion \
         either. What is waived counts for completion and is never counted as shown.\n",
    );
    text.push_str(&who());
    text
}
