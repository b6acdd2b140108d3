//! How charter is tested: a simulated disk, hermetic repositories for the real binary, the corpus.
//!
//! Owns what several test suites share. Must not know any rule of the product: it runs things and
//! shows what happened, and the suites judge.
#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::disallowed_methods,
    reason = "a test fails by panicking"
)]

pub mod hostile;
mod invocation;
pub mod ledger_suite;
mod output;
mod permission;
pub mod picture;
mod pty;
mod repo;
mod schema;
mod sim_disk;
mod update_suite;

pub use invocation::{Invocation, Running};
pub use output::Output;
pub use permission::obey_permissions;
pub use pty::Pty;
pub use repo::Repo;
pub use schema::schema_violations;
pub use sim_disk::{DiskFault, Rng, Schedule, SimActor, SimDisk};
pub use update_suite::{Update, check_update};
