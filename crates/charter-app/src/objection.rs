//! Objections of reviewers: raising and settling them.
//!
//! Owns the write and what is told about it. Must not decide.

use crate::app::{App, Caller};
use crate::commit::{Committed, DocsWanted};
use crate::error::Error;
use crate::record::criterion_in;
use charter_contract::Status;
use charter_engine::query;
use charter_kernel::NextAction;
use charter_review::objection;
use serde::Serialize;

/// What came of an objection.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ObjectionReport {
    /// Always true: anything else is an error.
    pub ok: bool,
    /// The name of the objection.
    pub blocker_id: String,
    /// What it stands against.
    pub target: String,
    /// How many are open in the charter now.
    pub open: usize,
    /// Whether anything changed; saying it twice changes nothing.
    pub changed: bool,
    pub charter_id: String,
    pub status: Status,
    pub next_actions: Vec<NextAction>,
}

impl App {
    /// Raises an objection against a milestone or a criterion.
    pub fn object(
        &self,
        caller: &Caller,
        target: &str,
        text: &str,
    ) -> Result<ObjectionReport, Error> {
        let open = self.open_unobserved(self.select(caller)?)?;
        let target = criterion_in(&open, target).unwrap_or_else(|_| target.to_owned());
        let raised = self.commit(caller, open, DocsWanted::WithFiles, |docs, state, _| {
            let (decision, name) = objection::raise(query::matter(docs, state), &target, text)?;
            Ok((decision.into(), name))
        })?;
        Ok(self.objection_report(raised))
    }

    pub fn settle(&self, caller: &Caller, name: &str, how: &str) -> Result<ObjectionReport, Error> {
        let id = self.select(caller)?;
        let settled = self.commit(caller, id, DocsWanted::WithFiles, |docs, state, ctx| {
            let decision = objection::settle(query::matter(docs, state), name, how, ctx)?;
            Ok((decision.into(), name.to_owned()))
        })?;
        Ok(self.objection_report(settled))
    }

    fn objection_report(&self, committed: Committed<String>) -> ObjectionReport {
        let Committed { changed, told: blocker_id, open } = committed;
        let state = open.state();
        let objection = state.review.objections.get(&blocker_id);
        ObjectionReport {
            ok: true,
            target: objection.map(|it| it.target.clone()).unwrap_or_default(),
            blocker_id,
            open: state.review.open_objections().count(),
            changed,
            charter_id: open.id.to_string(),
            status: state.contract.status,
            next_actions: self.next_actions(&open),
        }
    }
}
