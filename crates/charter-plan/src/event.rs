//! What happens to a plan, as the ledger keeps it, and what it adds up to.
//!
//! Owns the payloads. A field is added as optional or with a default and never renamed, so that every older
//! line still reads. Must not know the envelope.

use crate::{LaneVerdict, Plan, PlanLimits, Stage, StageText};
use charter_kernel::Digest;
use charter_kernel::event::EventStamp;
use serde::{Deserialize, Serialize};

/// What happened to a plan.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", rename_all_fields = "camelCase")]
pub enum PlanEvent {
    PlanOpened {
        /// Which run of this charter, from 1.
        run: u32,
        task: String,
        /// How long it may go on.
        limits: PlanLimits,
        /// The document that it is to follow, relative to the charter; none where no interview wrote one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        input: Option<String>,
    },
    /// A text of a plan was written; the words are here, and the file follows from them.
    PlanStageWritten(Box<StageText>),
    PlanApproved {
        run: u32,
        /// The number of the final text.
        n: u32,
        digest: Digest,
    },
}

/// Takes in the next event; gives what criteria can rest on from now on, by its name.
pub fn apply(
    plan: &mut Option<Box<Plan>>,
    stamp: &EventStamp<'_>,
    event: &PlanEvent,
) -> Option<(String, Digest)> {
    match (event, plan.as_deref_mut()) {
        (PlanEvent::PlanOpened { run, task, limits, input }, _) => {
            let unseen = plan.iter().flat_map(|it| &it.openings).copied();
            let unseen = unseen.filter(|it| !stamp.has_seen(*it));
            let openings = unseen.chain([stamp.place()]).collect();
            *plan = Some(Box::new(Plan {
                openings,
                input: input.clone(),
                ..Plan::new(*run, task, *limits)
            }));
            None
        }
        (PlanEvent::PlanStageWritten(text), Some(plan)) => {
            plan.take(text, stamp);
            None
        }
        (PlanEvent::PlanApproved { digest, .. }, Some(plan)) => {
            plan.approve(*digest, stamp).then(|| (plan.name(), *digest))
        }
        (PlanEvent::PlanStageWritten(_) | PlanEvent::PlanApproved { .. }, None) => None,
    }
}

impl PlanEvent {
    /// Says what happened, in a line for people.
    #[must_use]
    pub fn summary(&self) -> String {
        match self {
            Self::PlanOpened { run, task, .. } => {
                let task = task.split_whitespace().collect::<Vec<_>>().join(" ");
                format!("opened plan P{run}: {task}")
            }
            Self::PlanStageWritten(text) => {
                let verdict = text.verdict.map(|it| format!(", {}", it.word())).unwrap_or_default();
                format!("plan P{}: {} {}{verdict}", text.run, text.stage.word(), text.n)
            }
            Self::PlanApproved { run, digest, .. } => {
                format!("approved plan P{run} ({})", digest.short())
            }
        }
    }

    /// One example of every kind, for the reference and for tests of the format.
    #[must_use]
    pub fn examples() -> Vec<Self> {
        let digest = Digest::of(b"example");
        let (task, input) = ("entry at the bed".to_owned(), Some("spec.md".to_owned()));
        vec![
            Self::PlanOpened { run: 1, task, limits: PlanLimits::default(), input },
            Self::PlanStageWritten(Box::new(StageText {
                run: 1,
                stage: Stage::Architect,
                n: 1,
                text: "The queue is the right place.\n\nVerdict: CLEAR\n".to_owned(),
                verdict: Some(LaneVerdict::Clear),
                about: Some(digest),
                deferred: Vec::new(),
                misses: Vec::new(),
            })),
            Self::PlanApproved { run: 1, n: 2, digest },
        ]
    }
}
