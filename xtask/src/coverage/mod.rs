//! `cargo xtask train-coverage` and `bench-coverage`: where the offline mind's weights come from,
//! and how good its judgements are on repositories that they were not learnt from.

mod corpus;
mod fit;
mod fold;
mod heading;
mod keyword;
mod recipe;
mod run;
mod sample;
mod tally;
#[cfg(test)]
mod tests;

pub(crate) use corpus::{find as find_corpus, load_rows};
pub(crate) use fold::fold_of;
pub(crate) use run::{again_in_release, bench, time_fastest, train};
pub(crate) use tally::Tally;
