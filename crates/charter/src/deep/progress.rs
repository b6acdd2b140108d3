//! How far a deep interview has come, on a screen.
//!
//! Owns the layout of its lines. Must not say anything of its own: the words come in the user's language.

use crate::screen::{Ink, Screen};
use charter_app::DeepStand;

/// Each takes one line of the screen, however much it lists: after an answer nobody reads more.
const LINES_MAX: usize = 1;

/// Shows how far it has come, once something was said.
pub(crate) fn render(stand: &DeepStand, screen: &Screen) -> String {
    let is_begun = stand.interview.rounds.iter().any(|it| it.reply.is_some());
    let lines = match (&stand.progress, &stand.clarity) {
        (Some(progress), _) if is_begun => &progress.lines,
        (_, Some(clarity)) => &clarity.lines,
        (Some(_) | None, None) => return String::new(),
    };
    let line = |it: &String| screen.ink(Ink::Dim, &screen.wrap("  ", it, LINES_MAX));
    let lines: String = lines.iter().map(line).collect();
    format!("\n{lines}")
}
