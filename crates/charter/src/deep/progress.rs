//! How far a checklist has come, on a screen.
//!
//! Owns the layout of its lines. Must not say anything of its own: the words come in the user's language.

use crate::screen::{Ink, Screen};
use charter_app::DeepStand;

/// Each takes one line of the screen, however much it lists: after an answer nobody reads more.
const LINES_MAX: usize = 1;

/// Shows how far a checklist has come, once something was said to it.
pub(crate) fn render(stand: &DeepStand, screen: &Screen) -> String {
    let is_begun = stand.interview.rounds.iter().any(|it| it.reply.is_some());
    let Some(progress) = stand.progress.as_ref().filter(|_| is_begun) else { return String::new() };
    let line = |it: &String| screen.ink(Ink::Dim, &screen.wrap("  ", it, LINES_MAX));
    let lines: String = progress.lines.iter().map(line).collect();
    format!("\n{lines}")
}
