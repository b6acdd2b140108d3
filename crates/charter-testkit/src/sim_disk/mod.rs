//! A disk in memory that forgets what was not synced, fails on request and interleaves writers.
//!
//! Owns the durability model that the store is tested against. Must not know what the bytes mean.
//!
//! The model in short: a file's bytes are certain after `sync`, a name is certain after `sync_dir`
//! of the directory that holds it, a rename across directories after `sync_dir` of both. A power
//! cut keeps a prefix of the uncertain changes of every file and of every directory.

mod disk;
mod fault;
mod file;
mod lock;
mod machine;
mod names;
mod operation;
mod rng;
mod schedule;
mod shared;
#[cfg(test)]
mod tests;
mod turn;
mod volume;

pub use disk::SimDisk;
pub use fault::DiskFault;
pub use rng::Rng;
pub use schedule::{Schedule, SimActor};
