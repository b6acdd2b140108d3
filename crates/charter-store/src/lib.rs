//! The disk: files, ledger, locks, configuration.
//!
//! Owns every byte that charter keeps. Must not know decisions or front ends: it stores what it is
//! given and says how what it finds differs from what was stored.
//!
//! The order of a write: the ledger's lines with one `fsync` (from here on it happened), then the
//! derived files, then the machine-local cache. A crash between any two leaves something that the
//! next read puts right.

mod above;
mod beside;
mod cache;
mod config;
mod copy;
mod creation;
mod derived;
mod disk;
mod examine;
mod failure;
mod fence;
mod files;
pub mod finding;
mod foreign;
mod glance;
mod known;
mod layout;
mod ledger;
mod load;
mod loaded;
mod memory;
mod mend;
mod mind_setting;
mod nudge;
mod real_disk;
mod rewritten;
mod root;
mod scratch;
mod server_table;
mod setting_edit;
mod share;
mod store;
mod sweep;
mod transaction;
mod working_copy;

pub use above::environments_above;
pub use beside::Beside;
pub use cache::Glance;
pub use config::{
    Config, ConfigFailure, ConfigSetting, Layer, ProjectWish, SETTINGS, SettingSpec, SettingValue,
    Whose,
};
pub use copy::{GitMark, SeenIn, SeenStrand, SeenStrands, WorkingCopy};
pub use creation::Creation;
pub use disk::{DirEntry, Disk, FileKind, Held, LockFailure, Stamp, Stat};
pub use examine::Examination;
pub use failure::Failure;
pub use fence::{FencedDisk, is_kept_by_project};
pub use files::{SeenFiles, Trust};
pub use foreign::Readers;
pub use layout::Layout;
pub use ledger::{Log, LogEntry};
pub use load::Budget;
pub use loaded::Loaded;
pub use mend::Mended;
pub use mind_setting::MindChoice;
pub use nudge::LoopWords;
pub use real_disk::RealDisk;
pub use root::{ProjectPlace, ROOT_DIR, RootFailure, find_place};
pub use scratch::Scratch;
pub use server_table::{add_server_table, remove_server_table};
pub use setting_edit::{SettingEdit, SettingEditFailure, edit_settings};
pub use store::{DocBytes, Listing, Store};
pub use sweep::{Reach, Sweep, SweepItem};
pub use transaction::{Appended, Countersign, Transaction};
