//! The one list of words that do not answer, and how files of words are read.
//!
//! Owns which file it is. Must not know what a list is for.

pub(crate) use charter_contract::wordlist::{entries, holds, lines, phrases};

/// Words of somebody who does not answer; the names say where they count.
pub(crate) const EVASION: &str = include_str!("../data/evasion.txt");
