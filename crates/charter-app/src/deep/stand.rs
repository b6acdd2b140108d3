//! Where a deep interview stands, for front ends.
//!
//! Owns what is told beside a need. Must not decide or write.

use charter_contract::Topic;
use charter_interview::ClarityProgress;
use charter_interview::deep::{
    Bill, Interview, MindTotals, Need, NeedFor, NeedKind, NextChoice, Report, report,
};
use charter_interview::rules::checklist::ChecklistProgress;
use charter_kernel::NextAction;
use serde::Serialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Where a deep interview stands.
#[derive(Debug, Clone)]
pub struct DeepStand {
    pub charter_id: String,
    pub path: String,
    /// What it waits for: one need, or the questions that are asked together.
    pub needs: Vec<Need>,
    /// How far it has come, where it is a checklist.
    pub progress: Option<ChecklistProgress>,
    /// How clear it has become, where a mind scores it.
    pub clarity: Option<ClarityProgress>,
    /// The whole of it.
    pub interview: Interview,
    /// The keys of a submission that were passed over.
    pub ignored: Vec<String>,
    /// The facts that a submission disputes.
    pub disputed: Vec<String>,
    /// How many scorings the call led to.
    pub n_scored: u32,
    /// How many drafted criteria wait for a look, at the end.
    pub n_drafted: usize,
    /// How many criteria and milestones the register holds, at the end.
    pub register: Option<(usize, usize)>,
    /// The topics whose sections of charter.md hold nothing yet, at the end.
    pub empty_sections: Vec<Topic>,
}

impl DeepStand {
    /// Gives the need that is to be fulfilled first.
    #[must_use]
    pub fn need(&self) -> Option<&Need> {
        self.needs.first()
    }

    /// Tells whether the spec is written and nothing is open but what comes next.
    #[must_use]
    pub fn is_done(&self) -> bool {
        self.need().is_some_and(|it| it.kind == NeedKind::Done)
    }

    /// Tells whether the user has said what comes next, too.
    #[must_use]
    pub fn is_left(&self) -> bool {
        let next = self.interview.ending.next;
        self.is_done() && matches!(next, Some(NextChoice::Plan | NextChoice::Work))
    }

    /// Says what the latest scoring made of it.
    #[must_use]
    pub fn report(&self) -> Option<Report> {
        report(&self.interview).filter(|_| self.progress.is_none())
    }

    /// Counts the scorings since there were some.
    pub(super) fn since(self, n_scorings: u32) -> Self {
        let n_scored = self.interview.n_scorings.saturating_sub(n_scorings);
        Self { n_scored, ..self }
    }

    /// Gives the open need as JSON; what is said beside it is part of its context.
    #[must_use]
    pub fn to_json(&self) -> Value {
        let Some(need) = self.need() else { return Value::Null };
        let mut value = json!(need);
        let Some(context) = value.get_mut("context").and_then(Value::as_object_mut) else {
            return value;
        };
        let mut put = |key: &str, value: Value| {
            context.insert(key.to_owned(), value);
        };
        put("charterId", json!(self.charter_id));
        put("path", json!(self.path));
        if need.r#for == NeedFor::User {
            if let Some(progress) = &self.progress {
                put("progress", json!(progress));
            }
            if let Some(clarity) = &self.clarity {
                put("progress", json!(clarity));
            }
            if self.needs.len() > 1 {
                put("together", json!(self.needs));
            }
        }
        for (key, names) in [("ignored", &self.ignored), ("disputed", &self.disputed)] {
            if !names.is_empty() {
                put(key, json!(names));
            }
        }
        value
    }

    /// Lists what can be done about the open need.
    #[must_use]
    pub fn next_actions(&self) -> Vec<NextAction> {
        let id = self.charter_id.as_str();
        let look = || NextAction::about("status", id, "see where it stands", "");
        let submit = |hint: &str, rest: &str| {
            vec![NextAction::about("interview submit", id, hint, rest), look()]
        };
        match self.need().map(|it| (it.kind, it.r#for)) {
            None | Some((NeedKind::Done, _)) => vec![look()],
            Some((_, NeedFor::User)) => {
                submit("hand in the user's reply", "--answer \"their words\"")
            }
            Some((_, NeedFor::Mind)) => submit("hand in what its schema says", "reply.json"),
        }
    }
}

/// What the ambiguity of an interview is made of.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct BillReport {
    pub charter_id: String,
    /// None of a checklist, which has no figure.
    #[serde(flatten)]
    pub bill: Option<Bill>,
    /// What it took to ask models, by the words that they were chosen by.
    #[serde(skip_serializing_if = "MindTotals::is_empty")]
    pub minds: MindTotals,
    /// The names of components, by id.
    pub names: BTreeMap<String, String>,
    pub next_actions: Vec<NextAction>,
}
