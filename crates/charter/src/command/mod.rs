//! The commands, one file each.
//!
//! Owns nothing itself: this is the table of contents.

pub(crate) mod agree;
pub(crate) mod block;
pub(crate) mod check;
pub(crate) mod check_ci;
pub(crate) mod checkpoint;
pub(crate) mod complete;
pub(crate) mod completions;
pub(crate) mod confirm;
mod consent;
mod deep;
pub(crate) mod dispute;
pub(crate) mod doctor;
mod evidence;
pub(crate) mod export;
pub(crate) mod gc;
pub(crate) mod home;
pub(crate) mod hook;
pub(crate) mod import;
pub(crate) mod install;
pub(crate) mod interview;
pub(crate) mod interviewer;
pub(crate) mod key;
pub(crate) mod layer;
pub(crate) mod list;
pub(crate) mod log;
pub(crate) mod loopback;
pub(crate) mod man;
pub(crate) mod mcp;
pub(crate) mod mind;
pub(crate) mod new;
pub(crate) mod plan;
pub(crate) mod preflight;
pub(crate) mod prove;
pub(crate) mod record;
pub(crate) mod reference;
pub(crate) mod refresh;
mod reply_text;
pub(crate) mod review;
pub(crate) mod rigor;
pub(crate) mod serve;
pub(crate) mod show;
pub(crate) mod status;
pub(crate) mod statusline;
mod trace;
pub(crate) mod use_charter;
pub(crate) mod verify;
pub(crate) mod waive;

use crate::desk::{self, Desk};
