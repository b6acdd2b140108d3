//! `cargo measure coverage` and `train-coverage`: where the offline mind's weights come from,
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

pub(crate) use corpus::{LabelSource, load};
pub(crate) use run::{measure, train};
