//! When other points of view are heard, and whose.
//!
//! Owns the personas of a panel. A panel adds to the next question and to nothing else. Must not
//! know how personas are asked.

use super::fulfilment::Persona;
use super::state::PanelCause;
use super::{Interview, TriggerKind};

impl Persona {
    pub const ALL: [Self; 4] =
        [Self::Researcher, Self::Contrarian, Self::Simplifier, Self::Architect];

    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Researcher => "researcher",
            Self::Contrarian => "contrarian",
            Self::Simplifier => "simplifier",
            Self::Architect => "architect",
        }
    }

    #[must_use]
    pub fn lens(self) -> &'static str {
        match self {
            Self::Researcher => "what is known elsewhere, and what the interview depends on",
            Self::Contrarian => "whether the core assumption is real, and what if it were not",
            Self::Simplifier => "the simplest version that is still worth having",
            Self::Architect => "what it does to the shape of the system and to who owns it",
        }
    }
}

impl PanelCause {
    /// Lists who is heard: the architect too where the scope has grown or nothing moves.
    #[must_use]
    pub fn personas(&self) -> Vec<Persona> {
        let with_architect = match self {
            Self::Transition { expanded, stalled, .. } => *expanded || *stalled,
            Self::Stall {} => true,
            Self::BeforeAnswer { .. } => false,
        };
        let mut personas = vec![Persona::Researcher, Persona::Contrarian, Persona::Simplifier];
        personas.extend(with_architect.then_some(Persona::Architect));
        personas
    }

    /// Tells whether they are to say what the thing is, before anything else.
    #[must_use]
    pub fn asks_what_it_is(&self) -> bool {
        match self {
            Self::Transition { stalled, .. } => *stalled,
            Self::Stall {} => true,
            Self::BeforeAnswer { .. } => false,
        }
    }
}

impl Interview {
    /// Says why a panel is due after the scoring that was just made.
    pub(super) fn panel_after_scoring(&self) -> Option<PanelCause> {
        let scoring = self.last_scored()?.scoring.as_ref()?;
        let stalled = self.is_stalled();
        let (from, to) = (scoring.milestone_before, scoring.milestone);
        if from != to {
            let expanded = scoring.triggers.iter().any(|it| it.kind == TriggerKind::Expansion);
            return Some(PanelCause::Transition { from, to, expanded, stalled });
        }
        stalled.then_some(PanelCause::Stall {})
    }
}
