//! Long answers in parts, as older ledgers have them.
//!
//! Owns how a user's words are folded into such an answer, and how it looks. Must not structure anything itself.

use super::fulfilment::{Answer, RefineChoice, Structure};
use super::round::{Round, RoundReply};

/// How often a structure is shown before it is taken as it is.
pub(super) const REFINEMENTS_MAX: u32 = 5;

/// Folds the user's words into the structure of a round.
pub(super) fn fold(round: &mut Round, choice: RefineChoice, text: &str) {
    round.n_refinements += 1;
    let Some(structure) = &mut round.structure else { return };
    match choice {
        RefineChoice::Send => round.settled = true,
        RefineChoice::AddConstraint => structure.constraints.push(text.to_owned()),
        RefineChoice::OutOfScope => structure.out_of_scope.push(text.to_owned()),
        RefineChoice::AddContext => structure.context.push(text.to_owned()),
        RefineChoice::Rewrite => {
            // What is written anew is the answer from then on, and is structured however short it is.
            round.rewrite = Some(text.to_owned());
            let answer = Answer { text: text.to_owned(), options: Vec::new() };
            round.reply = Some(RoundReply::Direct { answer });
        }
    }
    if round.n_refinements >= REFINEMENTS_MAX && choice != RefineChoice::Rewrite {
        round.settled = true;
    }
}

impl Structure {
    /// Shows all of it, part by part; empty parts are left out.
    #[must_use]
    pub fn render(&self) -> String {
        let list = |title: &str, items: &[String]| {
            let lines: Vec<String> = items.iter().map(|it| format!("- {it}")).collect();
            (!items.is_empty()).then(|| format!("**{title}**\n{}", lines.join("\n")))
        };
        let text = |title: &str, text: &str| {
            (!text.trim().is_empty()).then(|| format!("**{title}**\n{text}"))
        };
        let parts = [
            text("Decision", &self.decision),
            text("Reasoning", &self.reasoning),
            list("Constraints (user-stated)", &self.constraints),
            list("Out of scope (user-stated)", &self.out_of_scope),
            list("Codebase context (verified)", &self.context),
        ];
        parts.into_iter().flatten().collect::<Vec<_>>().join("\n\n")
    }
}
