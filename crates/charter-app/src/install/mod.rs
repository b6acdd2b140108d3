//! Adding charter to a coding agent's own files, and taking it out again.
//!
//! Owns the order: everything is read and planned before anything is written. Must not know how the
//! files are merged, which the engine says.

mod list;
mod memory;
mod plan;
mod report;
mod run;

pub use list::{AgentRow, InstalledReport, Presence};
pub use report::{
    Act, FileAction, FileRow, InstallAsk, InstallMode, InstallPlaces, InstallReport, KeptRow,
};
