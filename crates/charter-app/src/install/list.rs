//! Which agents charter is installed for.
//!
//! Owns the overview. Must not write.

use super::plan::{Holds, holds};
use super::report::{Act, InstallAsk, InstallMode, InstallPlaces};
use crate::app::App;
use charter_agents::install::{Agent, AgentPart, Kit, Scope, parts};
use charter_kernel::NextAction;
use serde::Serialize;

/// How much of charter is there for an agent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Presence {
    Absent,
    /// Not everything, or not as this version writes it.
    Partial,
    Installed,
}

impl Presence {
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Absent => "–",
            Self::Partial => "partly",
            Self::Installed => "installed",
        }
    }
}

/// An agent with what is installed for it.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct AgentRow {
    /// The word on the command line.
    pub agent: &'static str,
    /// The name that people know.
    pub name: &'static str,
    pub project: Presence,
    pub user: Presence,
}

/// Every agent with what is installed for it.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct InstalledReport {
    /// Always true: anything else is an error.
    pub ok: bool,
    pub agents: Vec<AgentRow>,
    pub next_actions: Vec<NextAction>,
}

impl App {
    /// Lists every agent with what is installed for it.
    #[must_use]
    pub fn installed(&self, places: &InstallPlaces) -> InstalledReport {
        let row = |agent: Agent| AgentRow {
            agent: agent.word(),
            name: agent.name(),
            project: self.presence(agent, Scope::Project, places),
            user: self.presence(agent, Scope::User, places),
        };
        let agents: Vec<AgentRow> = Agent::ALL.into_iter().map(row).collect();
        let next_actions = next_actions(&agents);
        InstalledReport { ok: true, agents, next_actions }
    }

    fn presence(&self, agent: Agent, scope: Scope, places: &InstallPlaces) -> Presence {
        let program = self.agent_program(places);
        let kit = Kit { program: &program, skill: places.skill };
        let ask = InstallAsk { agent, scope, act: Act::Install, trial: InstallMode::Dry, places };
        let parts = parts(agent, scope, kit);
        let held = |part: &AgentPart| {
            let text = self.part_text(&ask, part);
            let holds = text.map_or(Holds::Nothing, |it| holds(&part.content, &it));
            (is_shared(agent, scope, part, kit), holds)
        };
        let held: Vec<(bool, Holds)> = parts.iter().map(held).collect();
        let is_all = held.iter().all(|it| it.1 == Holds::All);
        // What another agent has too says nothing about this one.
        let is_none = held.iter().filter(|it| !it.0).all(|it| it.1 == Holds::Nothing);
        match (is_all, is_none) {
            (true, _) => Presence::Installed,
            (false, true) => Presence::Absent,
            (false, false) => Presence::Partial,
        }
    }
}

fn is_shared(agent: Agent, scope: Scope, part: &AgentPart, kit: Kit<'_>) -> bool {
    let others = Agent::ALL.into_iter().filter(|it| *it != agent);
    let mut others = others.flat_map(|it| parts(it, scope, kit));
    others.any(|it| it.anchor == part.anchor && it.path == part.path)
}

fn next_actions(agents: &[AgentRow]) -> Vec<NextAction> {
    let find = |is_it: fn(&AgentRow) -> bool| agents.iter().find(|it| is_it(it));
    let is_absent = |it: &AgentRow| (it.project, it.user) == (Presence::Absent, Presence::Absent);
    let (row, flag, hint) = if let Some(row) = find(|it| it.project == Presence::Partial) {
        (row, "", "bring it up to date")
    } else if let Some(row) = find(|it| it.user == Presence::Partial) {
        (row, " --user", "bring it up to date")
    } else if let Some(row) = find(is_absent) {
        (row, " --dry-run", "see what it would write, for any of them")
    } else {
        return Vec::new();
    };
    let command = format!("charter install {}{flag}", row.agent);
    vec![NextAction::new("install", hint, command)]
}
