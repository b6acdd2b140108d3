//! `cargo xtask bench`: measures the release build and writes the numbers down as documentation.

mod append;
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

pub(crate) use machine::Machine;
pub(crate) use run::{find_binary, run};
pub(crate) use scratch::spawn;
pub(crate) use timing::{Samples, ms, ratio};
