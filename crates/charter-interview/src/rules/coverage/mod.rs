//! Judging which topics of a charter a text covers.
//!
//! Owns the steps from text to judgement: sentences, features, weights, words for the reason. The
//! weights are trained by `cargo measure train-coverage`; nothing here learns.

mod feature;
mod lexicon;
mod mind;
mod model;
mod sentence;
mod shape;
#[cfg(test)]
mod tests;
mod token;
mod weights_error;

pub use feature::{FeatureKind, SentenceReading, TextReading, kind_of, read};
pub use lexicon::{Prior, TopicClass, TopicLexicon};
pub use mind::OfflineMind;
pub use model::{Cuts, Model, SHIPPED, TopicScores};
pub use sentence::{Sentence, split};
pub use weights_error::WeightsError;
