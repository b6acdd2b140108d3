//! The offline mind of the deep interview: a need in, a fulfilment out.
//!
//! Owns what can be said to a need from words and shapes alone: components, questions, scores with
//! the words they rest on, what does not fit together. Everything it writes for people comes from
//! the texts in `data/deep`. Pure: the same need gives the same fulfilment. Must not know the state
//! of an interview beyond what a need tells.

mod assume;
mod bank;
mod clarity;
mod closure;
mod component;
mod conflict;
mod doubt;
mod edit;
mod entity;
mod exclusion;
mod fact;
mod feature;
mod goal;
mod index;
mod lexicon;
mod mind;
mod name;
mod panel;
mod piece;
mod proposal;
mod quantity;
mod question;
mod remark;
mod score;
mod scorer;
mod sign;
mod spec;
mod structure;
mod term;
#[cfg(test)]
mod tests;
mod text;
mod view;

pub use bank::{Bank, Doubt, Sight, TextKey, UnclearSign, Why};
pub use clarity::{ClarityWeights, SHIPPED};
pub use conflict::{Conflict, Relation, Statement};
pub use edit::PartsEdit;
pub use feature::Features;
pub use lexicon::{Class, SenseLexicon};
pub use mind::DeepMind;
