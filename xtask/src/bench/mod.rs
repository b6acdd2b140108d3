//! `cargo xtask bench`: measures the release build and writes the numbers down as documentation.

mod append;
mod ci;
mod context;
mod hook;
mod machine;
mod mcp;
mod need;
mod open;
mod parse;
mod prove;
mod registry;
mod run;
mod scale;
mod scratch;
mod start;
mod status;
mod table;
mod timing;

pub(crate) use machine::HostMachine;
pub(crate) use run::run;
pub(crate) use table::{Align, Column, Table};
