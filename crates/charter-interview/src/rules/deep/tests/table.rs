//! The table at which the mind holds an interview: a ledger in memory and a scripted user.

use crate::decision;
use crate::deep;
use crate::deep::{
    Fulfilment, Interview, Language, Limits, MindNeed, Need, NeedKind, Project, Setup, Threshold,
    Units,
};
use crate::rules::DeepMind;
use crate::{InterviewEvent, InterviewRefusal, InterviewState};
use charter_contract::{ContractEvent, ContractState, Rigor};
use charter_kernel::Decision;
use charter_kernel::event::EventStamp;
use charter_kernel::markdown::Source;
use charter_kernel::{Actor, CharterId, Context, FileEdit, Timestamp, Witness};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// One interview.
pub(super) struct Talk {
    pub(super) mind: DeepMind,
    pub(super) contract: ContractState,
    pub(super) state: InterviewState,
    pub(super) criteria: Source,
    pub(super) files: BTreeMap<String, String>,
    /// Everything that was submitted, in order.
    pub(super) log: Vec<(String, Value)>,
    /// Every need of the mind, in order, with what it gave.
    pub(super) needs: Vec<(MindNeed, Fulfilment)>,
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

fn id() -> CharterId {
    CharterId::parse("20261116-090000-something").unwrap()
}

fn context() -> Context {
    let now = Timestamp::parse("2026-11-16T09:00:00Z").unwrap();
    Context { now, witness: Witness::Fixed, actor: Actor::Unknown }
}

impl Talk {
    pub(super) fn begin(setup: &Setup) -> Self {
        let mut talk = Self {
            mind: DeepMind::new(),
            contract: ContractState::default(),
            state: InterviewState::default(),
            criteria: Source::new(Vec::new()),
            files: BTreeMap::new(),
            log: Vec::new(),
            needs: Vec::new(),
        };
        let created = ContractEvent::CharterCreated {
            name: "Something".to_owned(),
            objective: setup.idea.clone(),
            rigor: Rigor::Standard,
            base: None,
        };
        let (id, ctx) = (id(), context());
        let history = charter_kernel::ancestry::Ancestry::default();
        let stamp = EventStamp {
            id: charter_kernel::Digest::ZERO,
            ts: ctx.now,
            charter_id: &id,
            actor: &ctx.actor,
            past: history.last(),
        };
        talk.contract.touch(&stamp);
        talk.contract.apply(&stamp, &created);
        let decision = decision::deep::begin(&talk.contract, &talk.state, setup).unwrap();
        talk.append(decision);
        talk
    }

    fn append(&mut self, decision: Decision<InterviewEvent>) {
        let (id, ctx) = (id(), context());
        let history = charter_kernel::ancestry::Ancestry::default();
        let stamp = EventStamp {
            id: charter_kernel::Digest::ZERO,
            ts: ctx.now,
            charter_id: &id,
            actor: &ctx.actor,
            past: history.last(),
        };
        for event in &decision.events {
            self.state.apply(&stamp, event, &mut self.contract);
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

    pub(super) fn submit(
        &mut self,
        need_id: &str,
        content: &Value,
    ) -> Result<(), InterviewRefusal> {
        let (contract, interview) = (&self.contract, &self.state);
        let outcome = decision::deep::fulfil(
            contract,
            interview,
            &self.criteria,
            need_id,
            content,
            &context(),
        )?;
        assert!(outcome.ignored.is_empty(), "{need_id}: {:?}", outcome.ignored);
        self.log.push((need_id.to_owned(), content.clone()));
        self.append(outcome.decision);
        Ok(())
    }

    /// Lets the mind work until the user is needed; gives that need.
    pub(super) fn think(&mut self) -> Need {
        loop {
            let Some(need) = deep::mind_need(self.interview()) else {
                return deep::open(self.interview()).remove(0);
            };
            let id = &need.need_id;
            let given = self.mind.fulfil(&need).unwrap_or_else(|it| panic!("{id}: {it}"));
            assert_eq!(Ok(&given), self.mind.fulfil(&need).as_ref(), "it is deterministic");
            check_texts(id, &json!(given));
            let outcome = decision::deep::take(
                &self.contract,
                &self.state,
                &self.criteria,
                &need,
                given.clone(),
                &context(),
            )
            .unwrap_or_else(|it| panic!("{id} with {given:?}: {it:?}"));
            self.log.push((id.clone(), json!(given)));
            self.append(outcome.decision);
            self.needs.push((need, given));
        }
    }

    /// Gives a need of the mind.
    pub(super) fn mind_need(&self, id: &str) -> MindNeed {
        self.needs.iter().find(|(it, _)| it.need_id == id).unwrap().0.clone()
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

/// Whatever a mind gives is as a reader of JSON would have made it: no text is blank or padded.
fn check_texts(id: &str, value: &Value) {
    match value {
        Value::String(text) => assert!(!text.is_empty() && text.trim() == text, "{id}: “{text}”"),
        Value::Array(items) => items.iter().for_each(|it| check_texts(id, it)),
        Value::Object(map) => map.values().for_each(|it| check_texts(id, it)),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// Gives the dimension that a question is about.
pub(super) fn dimension_of(need: &Need) -> String {
    need.context.pointer("/target/dimension").and_then(Value::as_str).unwrap_or_default().to_owned()
}
