//! The table at which the mind holds an interview: a ledger in memory and a scripted user.

use crate::DeepMind;
use charter_core::deep::{
    self, Interview, Language, Limits, Need, NeedFor, NeedKind, Project, Setup, Threshold, Units,
};
use charter_core::event::EventBody;
use charter_core::{Decision, Refusal, Rigor, State};
use charter_kernel::event::link;
use charter_kernel::markdown::Source;
use charter_kernel::{Actor, CharterId, Context, FileEdit, Timestamp, Witness};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// One interview.
pub(super) struct Talk {
    pub(super) mind: DeepMind,
    pub(super) state: State,
    pub(super) criteria: Source,
    pub(super) files: BTreeMap<String, String>,
    /// Everything that was submitted, in order.
    pub(super) log: Vec<(String, Value)>,
    /// Every need of the mind, in order.
    pub(super) needs: Vec<Need>,
}

pub(super) fn setup(idea: &str) -> Setup {
    Setup {
        idea: idea.to_owned(),
        project: Project::Greenfield,
        codebase: None,
        threshold: Threshold { units: Units::new(500), source: "default".to_owned() },
        limits: Limits::default(),
        batch: 1,
        language: Language::of_idea(idea),
    }
}

fn context() -> Context {
    let now = Timestamp::parse("2026-11-16T09:00:00Z").unwrap();
    Context { now, witness: Witness::Fixed, actor: Actor::Unknown }
}

impl Talk {
    pub(super) fn begin(setup: &Setup) -> Self {
        let mut talk = Self {
            mind: DeepMind::new(),
            state: State::default(),
            criteria: Source::new(Vec::new()),
            files: BTreeMap::new(),
            log: Vec::new(),
            needs: Vec::new(),
        };
        let created = EventBody::CharterCreated {
            name: "Something".to_owned(),
            objective: setup.idea.clone(),
            rigor: Rigor::Standard,
            base: None,
        };
        talk.append(Decision { events: vec![created], edits: Vec::new() });
        let decision = deep::begin(&talk.state, setup).unwrap();
        talk.append(decision);
        talk
    }

    fn append(&mut self, decision: Decision) {
        let id = CharterId::parse("20261116-090000-something").unwrap();
        let drafts = context().drafts(&id, decision.events);
        let (events, _) = link(self.state.head(), &drafts);
        for event in events {
            self.state.apply(&event);
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
        self.state.deep.as_deref().unwrap()
    }

    pub(super) fn submit(&mut self, need_id: &str, content: &Value) -> Result<(), Refusal> {
        let outcome = deep::fulfil(&self.state, &self.criteria, need_id, content, &context())?;
        assert!(outcome.ignored.is_empty(), "{need_id}: {:?}", outcome.ignored);
        self.log.push((need_id.to_owned(), content.clone()));
        self.append(outcome.decision);
        Ok(())
    }

    /// Lets the mind work until the user is needed; gives that need.
    pub(super) fn think(&mut self) -> Need {
        loop {
            let need = deep::open(self.interview()).remove(0);
            if need.r#for == NeedFor::User {
                return need;
            }
            let content = self.mind.fulfil(&need).expect("a mind's need is fulfilled");
            assert_eq!(Some(&content), self.mind.fulfil(&need).as_ref(), "it is deterministic");
            assert!(content.get("failed").is_none(), "{}: {content}", need.need_id);
            if let Err(refusal) = self.submit(&need.need_id, &content) {
                panic!("{} with {content}: {refusal:?}", need.need_id);
            }
            self.needs.push(need);
        }
    }

    /// Answers the need that is open; the user's other choices are the plain ones.
    pub(super) fn reply(&mut self, need: &Need, answer: &str) {
        let content = match need.kind {
            NeedKind::Topology => json!({ "choice": "confirm" }),
            NeedKind::Ask => json!({ "answer": answer }),
            NeedKind::Refine => json!({ "choice": "send" }),
            NeedKind::ConfirmCrossing => json!({ "choice": "confirm" }),
            NeedKind::Closure => json!({ "choice": "proceed" }),
            NeedKind::Restate => json!({ "choice": "yes" }),
            other => panic!("{other:?} is not the user's"),
        };
        self.submit(&need.need_id, &content).unwrap();
    }

    /// Holds a whole interview in which every question has the answer of its dimension.
    pub(super) fn hold(setup: &Setup, answers: &dyn Fn(&Need) -> String) -> Self {
        let mut talk = Self::begin(setup);
        loop {
            let need = talk.think();
            if need.kind == NeedKind::Done {
                return talk;
            }
            let answer = answers(&need);
            talk.reply(&need, &answer);
        }
    }

    /// Begins with the components confirmed and the first question asked.
    pub(super) fn asked(setup: &Setup) -> Self {
        let mut talk = Self::begin(setup);
        let need = talk.think();
        talk.reply(&need, "");
        talk.think();
        talk
    }

    /// Answers the open question and gives the ambiguity as reported after it.
    pub(super) fn answer(&mut self, text: &str) -> u32 {
        let mut need = self.think();
        assert_eq!(need.kind, NeedKind::Ask);
        self.reply(&need, text);
        loop {
            need = self.think();
            if need.kind != NeedKind::Refine {
                return self.interview().reported().as_u32();
            }
            self.reply(&need, "");
        }
    }
}

/// Gives the dimension that a question is about.
pub(super) fn dimension_of(need: &Need) -> String {
    need.context.pointer("/target/dimension").and_then(Value::as_str).unwrap_or_default().to_owned()
}
