//! How a deep interview looks: the need, the report or the progress after an answer, the bill, the end.
//!
//! Owns nothing itself: this is the table of contents.

mod bill;
mod end;
mod need;
mod progress;

pub(crate) use bill::render as render_bill;
pub(crate) use end::{render as render_end, render_stop};
pub(crate) use need::{ShownNeed, first_line, options, parts, render as render_need, together};
pub(crate) use progress::render as render_progress;
