//! The store on real and simulated disks, one file per concern.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod cache;
mod config;
mod damage;
mod known;
mod ledger;
mod lock;
mod memory;
mod root;
mod server_table;
mod throw_away;
