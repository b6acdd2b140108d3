//! What the sentences of first words are about, told by signs in ten languages.
//!
//! Owns the words, labels and shapes that speak for a section. Nothing is learnt: a sign is a class of words or a way
//! to set them, and its weight is small and written down. Must not know documents, minds or who asks.

mod label;
mod passage;
mod role;
#[cfg(test)]
mod tests;
mod weight;
mod word;

pub(super) use passage::about;
