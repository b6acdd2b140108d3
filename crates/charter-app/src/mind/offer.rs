//! Whether somebody is asked, once, which mind to use.
//!
//! Owns when: where nobody chose and something is there. Looking starts nothing and sends nothing. Must
//! not ask or choose.

use super::report::FoundRow;
use crate::app::{App, Caller};
use charter_interview::Tongue;
use charter_kernel::Actor;
use charter_store::MindChoice;

/// What is offered to somebody who has not chosen.
#[derive(Debug, Clone)]
pub struct MindOffer {
    /// What there is on this machine; at least one.
    pub found: Vec<FoundRow>,
    /// The language of whoever is asked.
    pub tongue: Tongue,
}

impl App {
    /// Gives what to offer before a deep interview; none where somebody chose, where there is nothing, or
    /// where an agent would be asked. The idea is known where the charter is not there yet.
    #[must_use]
    pub fn mind_offer(&self, caller: &Caller, idea: Option<&str>) -> Option<MindOffer> {
        let is_agent = matches!(caller.actor, Actor::Agent(_));
        if is_agent || self.user_dir.is_none() || self.config.is_set("mind.use") {
            return None;
        }
        let found = self.found_minds(false);
        if found.is_empty() {
            return None;
        }
        let tongue = match idea {
            Some(idea) => Tongue::of_text(idea),
            None => {
                let open = self.read_charter(caller).ok();
                let objective = open.as_ref().map(|it| it.state().contract.objective.as_str());
                Tongue::of_text(objective.unwrap_or_default())
            }
        };
        Some(MindOffer { found, tongue })
    }
}

/// Tells whether a choice has to name a model: an agent's command line has its own.
#[must_use]
pub fn wants_model(choice: MindChoice) -> bool {
    super::chosen::wire_of(choice).is_some()
}
