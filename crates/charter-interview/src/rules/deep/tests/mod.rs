//! The offline mind at work: its texts, its components, its scores, whole interviews.

mod bank;
mod component;
mod conflict;
mod edit;
mod exclusion;
mod interview;
mod particle;
mod score;
mod table;
