//! `cargo xtask tidy`: the walls of the workspace, checked mechanically.
//!
//! Every rule is a function from the tree's text to violations, so a rule is tested on a few lines
//! held in memory. Only `tree` touches the disk.

mod item;
mod layer;
mod manifest;
mod module;
mod path;
mod rule;
mod run;
mod rust;
#[cfg(test)]
mod tests;
mod tree;
mod violation;
mod word;

pub(crate) use run::run;
