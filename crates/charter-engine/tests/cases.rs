//! Runs the Markdown suites of `tests/cases`: a level-2 heading is a case, fenced blocks are its
//! documents, events and command, and the blocks that the engine answers with.
//!
//! Inputs: `charter.md`, `criteria.md`, `REPORT.md`, `events` (one payload a line, optionally
//! `{"by": "person:Ada", …}`), `command`, `mode`, `mind` (`words => topic ?topic` a line: a text
//! with these words covers the topic, or with `?` perhaps). Answers, checked where they stand: `decision`,
//! `findings`, `register`, `status`, `sections`, `response`,
//! `finished`, `drafted`. With `UPDATE=1` the answers are rewritten; the
//! diff is then read like any other.
#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::disallowed_methods,
    reason = "a test fails by panicking"
)]

use charter_contract::Docs;
use charter_contract::Topic;
use charter_contract::mind::{Cover, Judgement, Mind, Proposal};
use charter_engine::event::{CharterDraft, EventBody};
use charter_engine::{Command, State, decide, query};
use charter_interview::brief::{Aim, Mode, Submission, finish, step};
use charter_interview::decision::brief::fulfil;
use charter_kernel::Refuse;
use charter_kernel::event::EventSum;
use charter_kernel::markdown::Source;
use charter_kernel::{Actor, CharterId, Context, Finding, Timestamp, Witness};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};

#[test]
fn every_case_answers_as_written() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
    let mut files = Vec::new();
    collect(&root, &mut files);
    assert!(!files.is_empty(), "no suite found");
    let update = std::env::var_os("UPDATE").is_some();
    let mut wrong = Vec::new();
    let mut n_answers = 0;
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap();
        let (answered, n) = answer(&text, &file);
        n_answers += n;
        if answered == text {
            continue;
        }
        if update {
            std::fs::write(&file, answered).unwrap();
        } else {
            wrong.push(difference(&file, &text, &answered));
        }
    }
    assert!(n_answers > 0, "no case has an answer to check");
    assert!(wrong.is_empty(), "{}\nUPDATE=1 rewrites the answers", wrong.join("\n"));
}

fn collect(dir: &Path, files: &mut Vec<PathBuf>) {
    let mut entries: Vec<_> =
        std::fs::read_dir(dir).unwrap().map(|it| it.unwrap().path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|it| it == "md") {
            files.push(path);
        }
    }
}

/// Gives the suite with every answer block filled by the engine, and how many there are.
fn answer(text: &str, file: &Path) -> (String, usize) {
    let mut out = String::new();
    let mut case = Case::default();
    let mut n = 0;
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        writeln!(out, "{line}").unwrap();
        if let Some(name) = line.strip_prefix("## ") {
            case = Case { name: name.to_owned(), ..Case::default() };
        }
        let ticks = line.chars().take_while(|it| *it == '`').count();
        if ticks < 3 {
            continue;
        }
        let (fence, kind) = line.split_at(ticks);
        let body: Vec<&str> = lines.by_ref().take_while(|it| it.trim_end() != fence).collect();
        let body = body.iter().fold(String::new(), |text, line| text + line + "\n");
        let answer = match kind {
            "decision" => case.decision(),
            "findings" => findings(&case.docs().findings),
            "register" => case.register(),
            "status" => case.status(),
            "sections" => case.sections(),
            "response" => case.response(),
            "finished" => case.finished(),
            "drafted" => case.drafted(),
            "charter.md" | "criteria.md" | "REPORT.md" | "events" | "command" | "mode" | "mind" => {
                case.blocks.insert(kind.to_owned(), body.clone());
                writeln!(out, "{body}{fence}").unwrap();
                continue;
            }
            other => panic!("{}: `{}` has an unknown block `{other}`", file.display(), case.name),
        };
        n += 1;
        writeln!(out, "{answer}{fence}").unwrap();
    }
    (out, n)
}

#[derive(Default)]
struct Case {
    name: String,
    blocks: BTreeMap<String, String>,
}

impl Case {
    fn docs(&self) -> Docs {
        let bytes = |name: &str| self.blocks.get(name).map(|it| it.clone().into_bytes());
        let charter = bytes("charter.md").unwrap_or_default();
        Docs::parse(charter, bytes("criteria.md").unwrap_or_default(), bytes("REPORT.md"))
    }

    fn state(&self) -> State {
        let mut state = State::default();
        for (idx, line) in self.blocks.get("events").map_or("", String::as_str).lines().enumerate()
        {
            let mut value: serde_json::Value = serde_json::from_str(line)
                .unwrap_or_else(|err| panic!("`{}`: {err}: {line}", self.name));
            let by = value.as_object_mut().unwrap().shift_remove("by");
            let actor =
                Actor::parse(by.as_ref().and_then(|it| it.as_str()).unwrap_or("person:Ada"));
            let body = EventBody::read(value)
                .unwrap_or_else(|| panic!("`{}`: no known event: {line}", self.name));
            let draft = CharterDraft {
                ts: Timestamp::from_millis(
                    now().as_millis() + 60_000 * i64::try_from(idx).unwrap(),
                ),
                charter_id: case_id(),
                actor,
                witness: Witness::Fixed,
                body,
            };
            state.foresee(&[draft]);
        }
        state
    }

    fn decision(&self) -> String {
        let mut command: serde_json::Value =
            serde_json::from_str(self.blocks.get("command").expect("a command"))
                .unwrap_or_else(|err| panic!("`{}`: {err}", self.name));
        let by = command.as_object_mut().unwrap().shift_remove("by");
        let actor = Actor::parse(by.as_ref().and_then(|it| it.as_str()).unwrap_or("person:Ada"));
        let command: Command =
            serde_json::from_value(command).unwrap_or_else(|err| panic!("`{}`: {err}", self.name));
        let ctx = Context { now: now(), witness: Witness::Fixed, actor };
        let mut text = String::new();
        match decide(&self.docs(), &self.state(), &command, &ctx) {
            Ok(decision) => {
                for event in &decision.events {
                    writeln!(text, "{}", serde_json::to_string(event).unwrap()).unwrap();
                }
                for edit in &decision.edits {
                    writeln!(
                        text,
                        "write {}\n{}",
                        edit.path,
                        indent(std::str::from_utf8(&edit.bytes).unwrap())
                    )
                    .unwrap();
                }
                if text.is_empty() {
                    text.push_str("nothing to do\n");
                }
            }
            Err(refusal) => {
                writeln!(text, "refused {}: {refusal}", refusal.code()).unwrap();
                for it in refusal.problems() {
                    writeln!(text, "  {} [{}] {}", it.path, it.code, it.message).unwrap();
                }
                for it in refusal.next_actions() {
                    writeln!(text, "  next {}", it.command).unwrap();
                }
            }
        }
        text
    }

    /// Gives what a step answers, twice: it keeps no memory between calls.
    fn response(&self) -> String {
        let text = self.blocks.get("charter.md").map(String::as_bytes);
        let mode = self.blocks.get("mode").map_or("CREATE", |it| it.trim());
        let mode = Mode::parse(mode).expect("a mode");
        let mind = StubMind::parse(self.blocks.get("mind").map_or("", String::as_str));
        let response = step(text, mode, &mind);
        assert_eq!(step(text, mode, &mind), response, "{}", self.name);
        let value = serde_json::to_value(&response).unwrap();
        let mut text = String::new();
        for (key, value) in value.as_object().unwrap() {
            writeln!(text, "{key}: {value}").unwrap();
        }
        text
    }

    /// Gives the register after the last answer, which is the `command` block; the sections that are shown
    /// before and after it are accepted.
    fn drafted(&self) -> String {
        let ctx =
            Context { now: now(), witness: Witness::Fixed, actor: Actor::parse("person:Ada") };
        let mind = StubMind::parse(self.blocks.get("mind").map_or("", String::as_str));
        let state = self.state();
        let (contract, state) = (&state.contract, &state.interview);
        let mut docs = self.docs();
        let answer = self.blocks.get("command").expect("an answer").trim();
        for words in ["accept", answer, "accept"] {
            let said = Submission::Answer(words.to_owned());
            let taken = fulfil(&docs, contract, state, Aim::Whichever, &said, &ctx, &mind)
                .expect("an answer");
            for edit in taken.end.unwrap_or(taken.answer).edits {
                let (charter, criteria) = (docs.charter.source(), docs.criteria.source());
                let (charter, criteria) = (charter.bytes().to_vec(), criteria.bytes().to_vec());
                match edit.path.as_str() {
                    "criteria.md" => return String::from_utf8(edit.bytes).unwrap(),
                    "charter.md" => docs = Docs::parse(edit.bytes, criteria, None),
                    _ => docs = Docs::parse(charter, criteria, None),
                }
            }
        }
        "nothing\n".to_owned()
    }

    /// Gives the document at the end of its interview, which is also the end of finishing again.
    fn finished(&self) -> String {
        let source =
            Source::new(self.blocks.get("charter.md").expect("a document").clone().into_bytes());
        let mind = StubMind::parse(self.blocks.get("mind").map_or("", String::as_str));
        let Some(finished) = finish(&source, &mind, &self.state().interview.answered) else {
            return "not at its end\n".to_owned();
        };
        if let Some(again) = finish(&finished.source, &mind, &self.state().interview.answered) {
            assert_eq!(again.source.text(), finished.source.text(), "{}", self.name);
        }
        finished.source.text().to_owned()
    }

    fn register(&self) -> String {
        let docs = self.docs();
        let mut text = String::new();
        for it in docs.criteria.milestones() {
            writeln!(text, "milestone {} “{}” {}", it.id, it.title, it.criteria.len()).unwrap();
        }
        for it in docs.criteria.criteria() {
            let milestone = it.milestone.as_deref().unwrap_or("-");
            writeln!(text, "{} “{}” in {milestone}, {:?}", it.id, it.title, it.verifier).unwrap();
            for (key, value) in [
                ("description", Some(it.description.clone()).filter(|it| !it.is_empty())),
                ("command", it.command.clone()),
                ("because", it.because.clone()),
                ("watches", Some(it.watches.join(" | ")).filter(|it| !it.is_empty())),
                ("from", Some(it.from.join(" | ")).filter(|it| !it.is_empty())),
                ("fresh", it.require_fresh_evidence.then(|| "yes".to_owned())),
                ("review", it.require_review_subagent.then(|| "yes".to_owned())),
            ] {
                if let Some(value) = value {
                    writeln!(text, "  {key}: {value}").unwrap();
                }
            }
        }
        if text.is_empty() { "empty\n".to_owned() } else { text }
    }

    fn sections(&self) -> String {
        let docs = self.docs();
        let mut text = format!("name: {}\n", docs.charter.name().unwrap_or("-"));
        for section in docs.charter.sections() {
            let visible = docs.charter.visible_text(section.key).unwrap_or_default();
            writeln!(text, "{:?}: {:?}", section.key, visible).unwrap();
        }
        for (key, value) in docs.charter.commands() {
            writeln!(text, "command {key} = {value}").unwrap();
        }
        text
    }

    fn status(&self) -> String {
        let (docs, state) = (self.docs(), self.state());
        let status = query::status(&docs, &state, &[], &case_id(), ".charter/case");
        let mut text = format!(
            "{} {:?} {} of {} shown\n",
            status.overview.status.word(),
            status.overview.phase,
            status.overview.val_pass,
            status.overview.val_total
        );
        for row in &status.overview.criteria {
            let counts = if row.counts { "counts" } else { "open" };
            writeln!(text, "{} {} {counts}", row.id, row.verdict.word()).unwrap();
        }
        for row in &status.overview.milestones {
            let id = if row.milestone_id.is_empty() { "(none)" } else { &row.milestone_id };
            writeln!(text, "milestone {id} {} of {}", row.val_pass_count, row.val_count).unwrap();
        }
        for row in &status.overview.drift.ready_next {
            writeln!(text, "ready {}", row.criterion_id).unwrap();
        }
        for it in &status.overview.blockers {
            let id = it.criterion_id.as_deref().unwrap_or("-");
            writeln!(text, "blocker {id} [{}] {}", it.reason, it.description).unwrap();
        }
        for it in &status.overview.next_actions {
            writeln!(text, "next {}", it.command).unwrap();
        }
        text
    }
}

/// A mind that credits what its case says, and nothing else.
#[derive(Debug)]
struct StubMind {
    rules: Vec<(String, Vec<(Topic, Cover)>)>,
}

impl StubMind {
    fn parse(text: &str) -> Self {
        let rule = |line: &str| {
            let (words, topics) = line.split_once("=>").expect("words => topics");
            let topic = |it: &str| match it.strip_prefix('?') {
                Some(word) => (Topic::parse(word).expect("a topic"), Cover::Unclear),
                None => (Topic::parse(it).expect("a topic"), Cover::Covered),
            };
            (words.trim().to_owned(), topics.split_whitespace().map(topic).collect())
        };
        Self { rules: text.lines().map(rule).collect() }
    }
}

impl Mind for StubMind {
    fn name(&self) -> &str {
        "stub"
    }

    fn name_for(&self, text: &str) -> Option<String> {
        text.lines().next().map(str::to_owned)
    }

    fn propose(&self, _topic: Topic, text: &str) -> Vec<Proposal> {
        let proposal = |line: &str| Proposal {
            subject: line.split_whitespace().next().unwrap_or_default().to_owned(),
            statement: line.to_owned(),
            vague: line.contains("fast").then(|| "fast".to_owned()),
            excluded: line.starts_with("no "),
        };
        text.lines().map(|it| proposal(it.strip_prefix("- ").unwrap_or(it))).collect()
    }

    fn judge(&self, text: &str) -> Vec<Judgement> {
        let judge = |topic: Topic| {
            let rules = self.rules.iter().filter(|(words, _)| text.contains(words.as_str()));
            let hits = rules.flat_map(|(words, topics)| topics.iter().map(move |it| (words, it)));
            let best =
                hits.filter(|(_, (it, _))| *it == topic).max_by_key(|(_, (_, cover))| *cover);
            Judgement {
                topic,
                cover: best.map_or(Cover::Missing, |(_, (_, cover))| *cover),
                confidence: 0,
                quote: best.map(|(words, _)| words.clone()),
                reason: String::new(),
            }
        };
        Topic::ALL.into_iter().map(judge).collect()
    }
}

fn findings(findings: &[Finding]) -> String {
    let mut text = String::new();
    for it in findings {
        let line = it.line.map(|line| format!(":{line}")).unwrap_or_default();
        writeln!(text, "{} {}{line} {}", it.kind.code, it.file, it.message).unwrap();
    }
    if text.is_empty() { "none\n".to_owned() } else { text }
}

fn case_id() -> CharterId {
    CharterId::parse("20261116-090000-case").unwrap()
}

fn now() -> Timestamp {
    Timestamp::parse("2026-11-16T09:00:00Z").unwrap()
}

fn indent(text: &str) -> String {
    text.lines()
        .map(|line| format!("  | {line}").trim_end().to_owned())
        .collect::<Vec<_>>()
        .join("\n")
}

fn difference(file: &Path, expected: &str, actual: &str) -> String {
    let mut text = format!("{}:\n", file.display());
    let expected: Vec<&str> = expected.lines().collect();
    let actual: Vec<&str> = actual.lines().collect();
    let same = expected.iter().zip(&actual).take_while(|(left, right)| left == right).count();
    let window = |lines: &[&str]| {
        lines.iter().skip(same).take(8).map(|it| format!("    {it}\n")).collect::<String>()
    };
    write!(
        text,
        "  line {}, written:\n{}  answered:\n{}",
        same + 1,
        window(&expected),
        window(&actual)
    )
    .unwrap();
    text
}
