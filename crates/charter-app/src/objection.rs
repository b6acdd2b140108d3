//! Objections of reviewers: raising and settling them.
//!
//! Owns the write and what is told about it. Must not decide.

use crate::app::{App, Caller};
use crate::commit::{Committed, DocsWanted, ToWrite};
use crate::error::Error;
use charter_contract::{CharterAct, ContractRefusal, Status};
use charter_engine::query;
use charter_kernel::{NextAction, Severity};
use charter_review::{ReviewFinding, ReviewRefusal, objection};
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
        let open = self.read_charter(caller)?;
        let target = open.criterion_id(target).unwrap_or_else(|_| target.to_owned());
        let raised = self.commit(caller, open, DocsWanted::WithFiles, |docs, state, _| {
            let (decision, name) = objection::raise(query::matter(docs, state), &target, text)?;
            Ok((decision.into(), name))
        })?;
        Ok(self.objection_report(raised))
    }

    /// Raises an objection for every error that a review found, as far as the cap lets it; gives
    /// their names.
    pub(crate) fn object_to(
        &self,
        caller: &Caller,
        findings: &[ReviewFinding],
    ) -> Result<Vec<String>, Error> {
        let errors = findings.iter().filter(|it| it.severity == Severity::Error);
        let errors = errors.filter(|it| it.code != "review-blocker");
        let errors: Vec<_> = errors.filter_map(|it| Some((it.target.as_deref()?, it))).collect();
        let mut names = Vec::new();
        if errors.is_empty() {
            return Ok(names);
        }
        let open = self.read_charter(caller)?;
        let target = |it: &str| open.criterion_id(it).unwrap_or_else(|_| it.to_owned());
        let errors: Vec<_> =
            errors.into_iter().map(|(at, it)| (target(at), it.message.as_str())).collect();
        let mut pen = self.hold(caller, open, DocsWanted::WithFiles)?;
        for (target, message) in errors {
            match objection::raise(query::matter(pen.docs(), pen.state()), &target, message) {
                Ok((decision, name)) => {
                    pen.write(decision.into())?;
                    names.push(name);
                }
                Err(
                    ReviewRefusal::ObjectionCap { .. }
                    | ReviewRefusal::Contract(ContractRefusal::UnknownMilestone { .. }),
                ) => {}
                Err(refusal) => return Err(refusal.into()),
            }
        }
        names.dedup();
        Ok(names)
    }

    pub fn settle(&self, caller: &Caller, name: &str, how: &str) -> Result<ObjectionReport, Error> {
        let id = self.select(caller)?;
        let settled = self.commit(caller, id, DocsWanted::WithFiles, |docs, state, ctx| {
            let decision = objection::settle(query::matter(docs, state), name, how, ctx)?;
            let act = Some(CharterAct::SettleObjection);
            Ok((ToWrite { act, ..decision.into() }, name.to_owned()))
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
