//! `cargo measure interview`: how the offline mind scores interviews that others held.

mod corpus;
mod pair;
mod rank;
mod replay;
mod run;
#[cfg(test)]
mod tests;

pub(crate) use run::measure;
