//! What the user made of a clash.
//!
//! Owns which option an answer is, and what follows from it: only what the user chose against goes. Must not know
//! how clashes are found.

use super::question::settling;
use super::view::{ChecklistRound, ChecklistView};
use crate::Tongue;
use crate::deep::UserStatement;

/// What the user made of a clash by one of its options.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ClashChoice {
    Both,
    First,
    Second,
}

/// Reads which option an answer to a clash is; none where it has words of its own.
fn choice(round: &ChecklistRound, answer: &str) -> Option<ClashChoice> {
    let clash = round.settles.as_ref()?;
    let plain = |it: &str| it.trim().trim_end_matches(['.', '。']).to_lowercase();
    let said = plain(answer);
    let kinds = [ClashChoice::Both, ClashChoice::First, ClashChoice::Second];
    if let Some(kind) = said.parse::<usize>().ok().and_then(|it| kinds.get(it.checked_sub(1)?)) {
        return Some(*kind);
    }
    Tongue::ALL.into_iter().find_map(|tongue| {
        let options = settling(tongue, clash).options;
        let at = options.iter().position(|it| plain(it) == said)?;
        kinds.get(at).copied()
    })
}

/// Lists what the user chose against.
pub(super) fn dropped(view: &ChecklistView) -> Vec<UserStatement> {
    let against = |round: &ChecklistRound| {
        let clash = round.settles.as_ref()?;
        match choice(round, round.answer.as_deref()?)? {
            ClashChoice::Both => None,
            ClashChoice::First => Some(clash.second.clone()),
            ClashChoice::Second => Some(clash.first.clone()),
        }
    };
    view.rounds.iter().filter_map(against).collect()
}

/// Tells whether an answer is one of the options of a round that settles a clash.
pub(super) fn is_choice(round: &ChecklistRound, answer: &str) -> bool {
    choice(round, answer).is_some()
}
