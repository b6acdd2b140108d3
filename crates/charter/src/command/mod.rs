//! The commands, one file each.
//!
//! Owns nothing itself: this is the table of contents.

mod abandon;
mod block;
mod check;
mod checkpoint;
mod complete;
mod completions;
mod consent;
mod deep;
mod desk;
mod dispatch;
mod doctor;
mod evidence;
mod export;
mod gc;
mod home;
mod hook;
mod import;
mod install;
mod interview;
mod interviewer;
mod key;
mod list;
mod log;
mod loopback;
mod man;
mod mcp;
mod new;
mod pause;
mod plan;
mod preflight;
mod prove;
mod record;
mod reference;
mod refresh;
mod reply_text;
mod resume;
mod review;
mod serve;
mod show;
mod status;
mod statusline;
mod use_charter;
mod verify;
mod waive;

pub(crate) use deep::setting_notes;
pub(crate) use desk::Desk;
pub(crate) use dispatch::{CharterCommand, run};
