//! `cargo xtask interview-eval`: what the interview without a model does with interviews, pairs, headings and noise.

mod answering;
mod asking;
mod corpus;
mod criterion;
mod heading;
mod noise;
mod noise_kind;
mod pair;
mod run;
#[cfg(test)]
mod tests;

pub(crate) use run::measure;
