//! An agent, or a child of it, stops.
//!
//! Owns the steps around the loop's rule: what is looked at first, and that a nudge is remembered before
//! it is given. Must not decide.

use super::bound::{Bound, Notes};
use super::call::HookAnswer;
use crate::app::{App, Caller};
use crate::commit::DocsWanted;
use crate::error::Error;
use charter_agents::looping;
use charter_agents::looping::{
    Host, Kind, Look, LoopStand, LoopStep, Nudges, Told, fill, summary, with_note,
};
use charter_contract::agreement::CHANGED;
use charter_contract::blocker::NEEDS_PERSON;
use charter_contract::{Blocker, Docs, GUARD_REASON, Status};
use charter_engine::Command;
use charter_engine::query::{StatusReport, planning};
use charter_interview::RELAYED;
use charter_store::{Failure, LoopWords, Trust};

/// Children that only look at things, and have nothing to record.
const ONLY_LOOK: &[&str] = &["explore", "plan", "statusline-setup", "claude-code-guide"];

impl App {
    /// Decides whether an agent that stops is to go on.
    pub(super) fn stop(&self, caller: &Caller, host: Host, notes: &mut Notes) -> HookAnswer {
        let Some((bound, docs)) = self.looped(caller, notes) else { return HookAnswer::Pass };
        let whom = caller.session.clone().unwrap_or_default();
        let nudges = self.remembered(&bound, &whom);
        let now = self.context(caller).now;
        let mut seen = self.sure(&bound, docs);
        // Whether anything is stale costs processes: it is asked only where it decides.
        let first = LoopStand { n_blockers: seen.n_sure.max(1), ..seen.stand(&bound) };
        if let LoopStep::LetGo(_) = looping::decide(host, first, &nudges, now) {
            return HookAnswer::Pass;
        }
        if seen.n_sure == 0 {
            seen = self.looked(&bound, seen.docs);
        }
        match looping::decide(host, seen.stand(&bound), &nudges, now) {
            LoopStep::LetGo(_) => HookAnswer::Pass,
            LoopStep::Nudge(kind, nudges) => match self.remember(&bound, &whom, &nudges) {
                Ok(()) => HookAnswer::GoOn(match kind {
                    Kind::Recovery => fill(looping::RECOVERY, &seen.told()),
                    Kind::Ordinary => self.ordinary_words(&bound, &seen, notes),
                }),
                // What is not counted has no end.
                Err(err) => {
                    notes.add("a nudge cannot be remembered, so none is given", &err);
                    HookAnswer::Pass
                }
            },
            LoopStep::Pause(nudges) => self.guard_trips(caller, &bound, &whom, &nudges, notes),
        }
    }

    /// A child is asked once to record what it has, and never holds the charter up.
    pub(super) fn subagent_stop(
        &self,
        caller: &Caller,
        (agent, sort): (Option<&str>, Option<&str>),
        host: Host,
        notes: &mut Notes,
    ) -> HookAnswer {
        let only_looks = sort.is_some_and(|it| ONLY_LOOK.contains(&it.to_lowercase().as_str()));
        if only_looks || host != Host::Stops {
            return HookAnswer::Pass;
        }
        let Some((bound, docs)) = self.looped(caller, notes) else { return HookAnswer::Pass };
        let session = caller.session.as_deref().unwrap_or_default();
        let whom = format!("{session}\n{}", agent.unwrap_or_default());
        let seen = self.sure(&bound, docs);
        let nudges = self.remembered(&bound, &whom);
        if nudges != Nudges::default() || seen.n_sure == 0 {
            return HookAnswer::Pass;
        }
        let now = self.context(caller).now;
        match looping::decide(host, seen.stand(&bound), &nudges, now) {
            LoopStep::Nudge(_, nudges) => match self.remember(&bound, &whom, &nudges) {
                Ok(()) => HookAnswer::GoOn(fill(looping::CHILD, &seen.told())),
                Err(_) => HookAnswer::Pass,
            },
            LoopStep::LetGo(_) | LoopStep::Pause(_) => HookAnswer::Pass,
        }
    }

    /// Gives the charter that the loop is about, if there is one that can be judged.
    fn looped(&self, caller: &Caller, notes: &mut Notes) -> Option<(Bound, Docs)> {
        if self.config.text("loop") == "off" {
            return None;
        }
        let bound = self.bound(caller, notes)?;
        if bound.state().contract.status != Status::Active {
            return None;
        }
        if let Err(err) = bound.loaded.can_write() {
            notes.add("the loop lets go", &err);
            return None;
        }
        let docs = self.docs_of(&bound);
        Some((bound, docs))
    }

    fn remembered(&self, bound: &Bound, whom: &str) -> Nudges {
        serde_json::from_slice(&self.store.nudges(&bound.id, whom)).unwrap_or_default()
    }

    fn remember(&self, bound: &Bound, whom: &str, nudges: &Nudges) -> Result<(), Failure> {
        let bytes = serde_json::to_vec(nudges).unwrap_or_default();
        self.store.keep_nudges(&bound.id, whom, &bytes)
    }

    /// Sees what stands against completion whatever the files say.
    fn sure(&self, bound: &Bound, docs: Docs) -> SeenCharter {
        let report = self.stand_of(bound, &docs);
        let open = for_agent(&report.overview.blockers);
        let n_sure = open.iter().filter(|it| it.reason != "stale").count();
        SeenCharter { docs, report, look: Look::Spared, n_sure }
    }

    /// Sees what stands against completion with a look at the files.
    fn looked(&self, bound: &Bound, mut docs: Docs) -> SeenCharter {
        self.observe(&bound.id, &mut docs, bound.state(), Trust::Memory);
        let report = self.stand_of(bound, &docs);
        let n_sure = for_agent(&report.overview.blockers).len();
        SeenCharter { docs, report, look: Look::Taken, n_sure }
    }

    /// The user's own words instruct; those of the project are quoted below.
    fn ordinary_words(&self, bound: &Bound, seen: &SeenCharter, notes: &mut Notes) -> String {
        let own = self.user_dir.as_ref().map(|it| it.join("loop.md"));
        let own = own.and_then(|path| {
            self.store.users_loop_words(&path).unwrap_or_else(|err| {
                notes.add("the built-in words are used", &err);
                None
            })
        });
        // A host refuses an answer without words.
        let own = own.filter(|it| !it.trim().is_empty());
        let text = fill(own.as_deref().unwrap_or(looping::BUILT_IN), &seen.told());
        match self.store.loop_words(&bound.id) {
            Ok(Some((LoopWords::Project, note))) => {
                with_note(&text, "The project's loop.md", &note)
            }
            Ok(Some((LoopWords::Charter, note))) => {
                with_note(&text, "The charter's loop.md", &note)
            }
            Ok(None) => text,
            Err(err) => {
                notes.add("the project's loop.md is left out", &err);
                text
            }
        }
    }

    /// Pauses the charter; where somebody is writing to it, work goes on, and nothing is paused.
    fn guard_trips(
        &self,
        caller: &Caller,
        bound: &Bound,
        whom: &str,
        nudges: &Nudges,
        notes: &mut Notes,
    ) -> HookAnswer {
        if let Err(err) = self.pause_at_once(caller, bound) {
            notes.add("the loop guard lets go without a pause", &err);
            return HookAnswer::Pass;
        }
        if let Err(err) = self.remember(bound, whom, nudges) {
            notes.add("the pause is not remembered", &err);
        }
        let id = &bound.id;
        HookAnswer::Released(format!(
            "charter {id} is paused: the agent was asked to go on again and again, and nothing moved. \
             A person sets it going again with: charter resume --charter {id}"
        ))
    }

    fn pause_at_once(&self, caller: &Caller, bound: &Bound) -> Result<(), Error> {
        let store = self.store.without_waiting();
        let mut pen = self.hold_in(&store, caller, bound.id.clone(), DocsWanted::Readable)?;
        let reason = format!(
            "{GUARD_REASON}: the agent was asked to go on again and again, and nothing moved"
        );
        pen.carry_out(&Command::Pause { reason: Some(reason) }).map(drop)
    }
}

/// Lists what an agent can do anything about. A report is for the end, which cannot come while a person is
/// waited for.
fn for_agent(blockers: &[Blocker]) -> Vec<&Blocker> {
    let waits = blockers.iter().any(waits_for_person);
    let is_late = |it: &Blocker| waits && it.reason.starts_with("report-");
    blockers.iter().filter(|it| !waits_for_person(it) && !is_late(it)).collect()
}

/// Tells whether only a person can clear a blocker: an agent is not asked to.
fn waits_for_person(blocker: &Blocker) -> bool {
    [NEEDS_PERSON, CHANGED, RELAYED].contains(&blocker.reason.as_str())
}

/// What was seen of a charter, and how closely.
struct SeenCharter {
    docs: Docs,
    report: StatusReport,
    look: Look,
    n_sure: usize,
}

impl SeenCharter {
    fn stand(&self, bound: &Bound) -> LoopStand {
        let state = bound.state();
        LoopStand {
            status: state.contract.status,
            asks_user: planning(&self.docs, state).is_some(),
            n_blockers: self.n_sure,
            head: state.head().hash,
        }
    }

    fn told(&self) -> Told {
        let overview = &self.report.overview;
        Told::new(overview, summary(overview, self.look))
    }
}
