//! The table at which an interview is held: a ledger in memory, a scripted mind, a scripted user.

use super::shape::fits;
use crate::whole::Decision;
use crate::whole::{self, Outcome};
use charter_contract::{ContractEvent, Rigor};
use charter_engine::event::{CharterEvent, EventBody};
use charter_engine::{Refusal, State};
use charter_interview::InterviewEvent;
use charter_interview::deep;
use charter_interview::deep::{
    Interview, Language, Limits, Need, NeedFor, NeedKind, Project, Setup, Threshold, Units,
};
use charter_kernel::Refuse;
use charter_kernel::event::link;
use charter_kernel::markdown::Source;
use charter_kernel::strand::{StrandEnd, StrandId};
use charter_kernel::{Actor, CharterId, Context, FileEdit, Problem, Timestamp, Witness};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Gives a schema without what a mind may be asked for alone.
fn lenient(mut schema: Value) -> Value {
    let wanted = ["question", "goal", "sheet"];
    if let Some(forms) = schema.get_mut("anyOf").and_then(Value::as_array_mut) {
        forms.iter_mut().for_each(|it| *it = lenient(it.take()));
    } else if let Some(required) = schema.get_mut("required").and_then(Value::as_array_mut) {
        let is_wanted = |it: &Value| wanted.contains(&it.as_str().unwrap());
        if !required.iter().all(is_wanted) {
            required.retain(|it| !is_wanted(it));
        }
    }
    schema
}

/// One interview.
#[derive(Debug)]
pub(super) struct Talk {
    /// Everything that happened.
    pub(super) events: Vec<CharterEvent>,
    /// What it adds up to.
    pub(super) state: State,
    /// The register.
    pub(super) criteria: Source,
    /// The files that were written.
    pub(super) files: BTreeMap<String, String>,
    /// The sheet that the scripted mind gives for the next scoring.
    pub(super) sheet: Value,
    /// The needs that were fulfilled and resumed at.
    pub(super) seen: Vec<Need>,
    /// Whether resuming is tried after every submission.
    pub(super) resumes: bool,
}

/// Gives a setup with a threshold in ten-thousandths.
pub(super) fn setup(threshold: u32) -> Setup {
    Setup {
        idea: "Nurses copy vital signs by hand and lose 40 minutes a shift".to_owned(),
        project: Project::Greenfield,
        codebase: None,
        threshold: Threshold { units: Units::new(threshold), source: "default".to_owned() },
        limits: Limits::default(),
        batch: 1,
        language: None,
        way: deep::InterviewWay::Protocol,
    }
}

/// Gives a setup that speaks a language.
pub(super) fn setup_in(code: &str, name: &str) -> Setup {
    Setup { language: Some(Language::new(code, name)), ..setup(500) }
}

pub(super) fn context() -> Context {
    let now = Timestamp::parse("2026-11-16T09:00:00Z").unwrap();
    Context { now, witness: Witness::Fixed, actor: Actor::Unknown }
}

/// Gives the scores of one component: goal, constraints, criteria, and context where given.
pub(super) fn marks(scores: &[&str]) -> Value {
    let dimensions = ["goal", "constraints", "criteria", "context"];
    let mark = |score: &&str| json!({ "score": score, "gap": "what is missing" });
    dimensions.iter().zip(scores).map(|(it, score)| ((*it).to_owned(), mark(score))).collect()
}

/// Gives a sheet with the same score everywhere, for these components.
pub(super) fn flat(ids: &[&str], score: &str) -> Value {
    let rows: serde_json::Map<String, Value> =
        ids.iter().map(|id| ((*id).to_owned(), marks(&[score; 3]))).collect();
    json!({ "components": rows })
}

/// Adds keys to an object.
pub(super) fn with(mut value: Value, more: Value) -> Value {
    let (Value::Object(map), Value::Object(more)) = (&mut value, more) else { panic!("objects") };
    map.extend(more);
    value
}

impl Talk {
    /// Begins an interview of an idea with one component, `entry`, confirmed.
    pub(super) fn new(setup: &Setup) -> Self {
        let mut talk = Self::begun(setup);
        talk.topology(&["Entry"]);
        talk
    }

    /// Begins an interview with these components, confirmed.
    pub(super) fn about(setup: &Setup, names: &[&str]) -> Self {
        let mut talk = Self::begun(setup);
        talk.topology(names);
        talk
    }

    /// Begins an interview; nothing is fulfilled.
    pub(super) fn begun(setup: &Setup) -> Self {
        let mut talk = Self {
            events: Vec::new(),
            state: State::default(),
            criteria: Source::new(Vec::new()),
            files: BTreeMap::new(),
            sheet: flat(&["entry"], "0.5"),
            seen: Vec::new(),
            resumes: true,
        };
        let created = EventBody::Contract(ContractEvent::CharterCreated {
            name: "Night shift entry".to_owned(),
            objective: setup.idea.clone(),
            rigor: Rigor::Standard,
            base: None,
        });
        talk.append(Decision { events: vec![created], edits: Vec::new() });
        let decision = whole::begin(&talk.state, setup).unwrap();
        talk.append(decision);
        talk
    }

    pub(super) fn append(&mut self, decision: Decision) {
        let id = CharterId::parse("20261116-090000-entry").unwrap();
        let drafts = context().drafts(&id, decision.events);
        let end = StrandEnd::start(StrandId::from_random(b"talk"));
        let (events, _) = link(&end, &self.state.ends, &drafts);
        for event in events {
            self.state.apply(&event);
            self.events.push(event);
        }
        for FileEdit { path, bytes } in decision.edits {
            let text = String::from_utf8(bytes).unwrap();
            if path == "criteria.md" {
                self.criteria = Source::new(text.clone().into_bytes());
            }
            self.files.insert(path, text);
        }
    }

    pub(super) fn interview(&self) -> &Interview {
        self.state.interview.deep.as_deref().unwrap()
    }

    pub(super) fn needs(&self) -> Vec<Need> {
        deep::open(self.interview())
    }

    /// Gives what is needed first.
    pub(super) fn need(&self) -> Need {
        self.needs().remove(0)
    }

    /// Submits; what is decided is written.
    pub(super) fn submit(&mut self, need_id: &str, content: &Value) -> Result<Outcome, Refusal> {
        let needs = if self.resumes { self.needs() } else { Vec::new() };
        let open = needs.into_iter().find(|it| it.need_id == need_id);
        let outcome = whole::fulfil(&self.state, &self.criteria, need_id, content, &context())?;
        if let Some(need) = open {
            // A mind that leaves out what may come next is asked for it alone.
            let schema = lenient(need.schema.clone());
            assert!(fits(&schema, content), "{content} was taken for {schema:#}");
            self.seen.push(need);
        }
        self.append(outcome.decision.clone());
        self.check_resume();
        Ok(outcome)
    }

    /// Fulfils the first need.
    #[expect(clippy::needless_pass_by_value, reason = "a literal reads best at the call")]
    pub(super) fn give(&mut self, content: Value) -> Outcome {
        let need = self.need();
        let outcome = self.submit(&need.need_id, &content);
        outcome.unwrap_or_else(|it| panic!("{}: {it}: {:?}", need.need_id, it.problems()))
    }

    /// Fulfils the first need, which must refuse; gives the codes of the problems.
    pub(super) fn refused(&mut self, content: Value) -> Vec<String> {
        let need_id = self.need().need_id;
        self.refused_for(&need_id, content)
    }

    /// Submits for a need, which must refuse; gives the codes of the problems.
    #[expect(clippy::needless_pass_by_value, reason = "a literal reads best at the call")]
    pub(super) fn refused_for(&mut self, need_id: &str, content: Value) -> Vec<String> {
        let before = (self.events.len(), self.state.clone());
        let refusal = self.submit(need_id, &content).unwrap_err();
        assert_eq!(before, (self.events.len(), self.state.clone()), "a refusal changes nothing");
        refusal.problems().into_iter().map(|it: Problem| it.code).collect()
    }

    /// Whatever is open, a reader that starts from the events, or from a checkpoint, sees the same.
    fn check_resume(&self) {
        if !self.resumes {
            return;
        }
        let mut folded = State::default();
        self.events.iter().for_each(|it| folded.apply(it));
        assert_eq!(folded, self.state);
        let checkpoint = serde_json::to_string(&self.state).unwrap();
        let read: State = serde_json::from_str(&checkpoint).unwrap();
        assert_eq!(read, self.state);
        let resumed = deep::open(read.interview.deep.as_deref().unwrap());
        assert_eq!(resumed, self.needs());
    }

    pub(super) fn topology(&mut self, names: &[&str]) {
        let rows: Vec<Value> = names.iter().map(|it| json!({ "name": it })).collect();
        self.give(json!({ "components": rows }));
        self.give(json!({ "choice": "confirm" }));
        let ids: Vec<&str> =
            self.interview().topology.components.iter().map(|it| it.id.as_str()).collect();
        self.sheet = flat(&ids, "0.5");
    }

    /// Says that a mind gave nothing, as older ledgers have it: the interview went on without it.
    pub(super) fn fail_as_before(&mut self) {
        let need = self.need();
        let id = need.need_id.as_str();
        let of = match need.kind {
            NeedKind::Turn if id.contains("score") => "score",
            NeedKind::Turn if id.contains("auto") => "autoAnswer",
            NeedKind::Turn if id.starts_with("closure") => "closure",
            NeedKind::Turn if id.starts_with("goal") => "restate",
            NeedKind::Turn => "ask",
            NeedKind::Parts => "topology",
            other => other.word(),
        };
        let event = json!({
            "type": "deep_need_fulfilled", "needId": id, "round": need.round,
            "fulfilment": { "kind": "failed", "of": of, "reason": "no mind" },
        });
        let event: InterviewEvent = serde_json::from_value(event).unwrap();
        self.append(Decision { events: vec![event.into()], edits: Vec::new() });
    }

    /// Fails every need for a mind: the interview still comes to the user.
    pub(super) fn think_or_stop(&mut self) -> Need {
        for _ in 0..50 {
            let need = self.need();
            if need.r#for == NeedFor::User {
                return need;
            }
            self.fail_as_before();
        }
        panic!("without a mind it never comes to the user: {:?}", self.need());
    }

    /// Lets the scripted mind fulfil what it can until the user is needed.
    pub(super) fn think(&mut self) -> Need {
        for _ in 0..50 {
            let need = self.need();
            if need.r#for == NeedFor::User {
                return need;
            }
            let content = self.thought(&need);
            self.give(content);
        }
        panic!("the mind is asked without end: {:?}", self.need());
    }

    pub(super) fn thought(&self, need: &Need) -> Value {
        let id = need.need_id.as_str();
        match need.kind {
            NeedKind::Parts => json!({ "components": [{ "name": "Entry" }] }),
            NeedKind::Turn if id.contains("explain") => json!({ "explanation": "so" }),
            NeedKind::Turn if id.contains("draft") => {
                json!({ "question": { "text": format!("Question {}?", need.round) } })
            }
            NeedKind::Turn if id.contains("auto") => json!({
                "answer": "the safest default",
                "rationale": ["it can be taken back", "nothing speaks against it"],
                "confidence": "medium",
                "uncertainty": "nobody was asked",
            }),
            NeedKind::Turn if id.contains("score") => self.sheet.clone(),
            NeedKind::Turn if id.starts_with("closure") => json!({}),
            NeedKind::Turn => json!({ "goal": "Entry takes five minutes" }),
            NeedKind::Panel => {
                let finding = |persona: &Value| {
                    json!({
                        "persona": persona,
                        "finding": "a blind spot",
                        "rationale": ["the idea"],
                        "options": ["look at it"],
                        "confidence": "medium",
                    })
                };
                let personas = need.context["personas"].as_array().unwrap();
                json!({ "findings": personas.iter().map(finding).collect::<Vec<_>>() })
            }
            NeedKind::Spec => json!({
                "constraints": ["works offline"],
                "nonGoals": ["billing"],
                "criteria": [{ "statement": "Entry takes under 5 minutes.", "component": "entry", "from": ["R1"] }],
            }),
            _ => panic!("for the user: {need:?}"),
        }
    }

    /// Thinks up to the question, answers it, and has it scored with a sheet.
    pub(super) fn round(&mut self, answer: &str, sheet: &Value) {
        let need = self.think();
        assert_eq!(need.kind, NeedKind::Ask, "{need:?}");
        self.give(json!({ "answer": answer }));
        self.settle(sheet);
    }

    /// Thinks up to the question, leaves it to the mind, and has it scored with a sheet.
    pub(super) fn delegate(&mut self, sheet: &Value) {
        let need = self.think();
        assert_eq!(need.kind, NeedKind::Ask, "{need:?}");
        self.give(json!({ "decide": true }));
        self.settle(sheet);
    }

    /// Fulfils everything up to the scoring, and the scoring.
    pub(super) fn settle(&mut self, sheet: &Value) {
        self.sheet = sheet.clone();
        let before = self.interview().n_scorings;
        while self.interview().n_scorings == before {
            let need = self.need();
            assert_eq!(need.r#for, NeedFor::Mind, "{need:?}");
            let content = self.thought(&need);
            self.give(content);
        }
    }

    pub(super) fn ambiguity(&self) -> u32 {
        self.interview().ambiguity().as_u32()
    }

    pub(super) fn last_event(&self) -> &EventBody {
        match &self.events.last().unwrap().payload {
            charter_kernel::event::Payload::Known(body) => body,
            charter_kernel::event::Payload::Unknown(kind) => panic!("{kind}"),
        }
    }
}
