//! `cargo xtask lie-test`: tries to pass without work, and to be refused for honest work.
//!
//! The cases are data; more can be given with `--cases DIR`. Those in `outside` were written by people who had
//! not seen the mechanism, and keep what it said to each before anything was mended. Must not know why the tool
//! says what it says.

mod case;
mod page;
mod run;
mod stage;

pub(crate) use run::run;
