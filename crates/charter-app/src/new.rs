//! Opening a charter.
//!
//! Owns how an id is found that nobody has. Must not know where the idea came from.

use crate::app::{App, Caller, session_of};
use crate::error::Error;
use charter_contract::{CharterAct, ContractRefusal, Docs, Rigor, Status, last_turn};
use charter_engine::EventBody;
use charter_engine::{Command, State, decide, query};
use charter_interview::rules::propose_title;
use charter_kernel::Decision;
use charter_kernel::{CharterId, Context, NextAction, Slug, shell_word};
use charter_store::DocBytes;
use serde::Serialize;

/// What somebody does who opens a charter with less proof than the project asks for.
const LESS_RIGOR: &str = "opening a charter at less rigor than this project asks for";

/// The most charters with one name in one second.
const ATTEMPTS_MAX: u32 = 1000;

/// What a new charter is made of.
#[derive(Debug, Clone)]
pub struct NewCharter {
    pub idea: String,
    /// The name; proposed from the idea where it is not given.
    pub name: Option<String>,
    /// How much proof it wants; the setting where it is not given.
    pub rigor: Option<Rigor>,
}

/// What was created.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct NewReport {
    /// Always true: anything else is an error.
    pub ok: bool,
    pub charter_id: String,
    pub path: String,
    pub status: Status,
    pub next_actions: Vec<NextAction>,
    /// The name, for people.
    pub name: String,
}

impl App {
    /// Opens a charter. What comes without a name means it from now on: the session that calls is bound to it;
    /// without a session it is chosen on this machine.
    pub fn new_charter(&self, caller: &Caller, new: NewCharter) -> Result<NewReport, Error> {
        self.create(caller, new, |_| {})
    }

    /// Opens a charter with more in it than a new one has.
    pub(crate) fn create(
        &self,
        caller: &Caller,
        new: NewCharter,
        add: impl FnOnce(&mut Decision<EventBody>),
    ) -> Result<NewReport, Error> {
        let session = session_of(caller)?;
        let ctx = self.context(caller);
        let proposed = propose_title(&new.idea);
        let slug = new.name.as_deref().map_or(proposed.slug, Slug::of);
        let name = new.name.unwrap_or(proposed.name);
        let rigor = new.rigor.unwrap_or_else(|| self.config.rigor());
        self.check_rigor(&ctx, rigor, &new.idea)?;
        let mut command = Command::Create {
            id: CharterId::new(ctx.now, &slug, 1),
            name,
            objective: new.idea,
            rigor,
            base: None,
        };
        // Bad input is refused before anything is created.
        let (state, docs) = (State::default(), Docs::parse(Vec::new(), Vec::new(), None));
        decide(&docs, &state, &command, &ctx)?;
        let bind = match session.clone() {
            Some(session) => {
                let last_turn = last_turn(&self.candidates()?, &session);
                Some(Command::Bind { session, last_turn })
            }
            None => None,
        };
        let head = self.repository().and_then(|it| it.head_commit()).ok();
        let creation = self.store.begin_creation()?;
        let mut attempt = 1;
        let id = loop {
            let id = CharterId::new(ctx.now, &slug, attempt);
            if creation.is_free(&id)? || attempt == ATTEMPTS_MAX {
                break id;
            }
            attempt += 1;
        };
        if let Command::Create { id: chosen, base, .. } = &mut command {
            chosen.clone_from(&id);
            *base = head;
        }
        let mut decision = decide(&docs, &state, &command, &ctx)?;
        if let Some(bind) = bind {
            decision.events.extend(decide(&docs, &state, &bind, &ctx)?.events);
        }
        add(&mut decision);
        let drafts = ctx.drafts(&id, decision.events);
        let state = creation.commit(&id, &decision.edits, &drafts)?;
        if session.is_none() {
            let use_it = format!("charter use {id}");
            let again = NextAction::new("use", "makes it the one that is meant", use_it);
            self.or_later(self.store.choose(&id), &again);
        }
        let mut written = DocBytes::default();
        written.put(decision.edits);
        let path = self.charter_path(&id);
        Ok(NewReport {
            ok: true,
            charter_id: id.to_string(),
            status: state.contract.status,
            next_actions: query::next_actions(&written.into_docs(), &state, &id, &path),
            name: state.contract.name,
            path,
        })
    }

    /// Less proof than the project asks for is a person's to choose, from the beginning.
    fn check_rigor(&self, ctx: &Context, rigor: Rigor, idea: &str) -> Result<(), Error> {
        let asked = self.config.rigor();
        if rigor >= asked {
            return Ok(());
        }
        let command = || format!("charter new --rigor {} {}", rigor.word(), shell_word(idea));
        let refused = CharterAct::LowerRigor.check(&ctx.actor, asked, command);
        Ok(refused.map_err(|it| match it {
            ContractRefusal::PersonNeeded { actor, command, .. } => {
                ContractRefusal::PersonNeeded { what: LESS_RIGOR, actor, command }
            }
            other => other,
        })?)
    }
}
