//! Trying a command with something missing, to see whether it could have failed.
//!
//! Owns what is tried in which order, side by side where there are cores, and when to stop. Every trial is
//! the present tree with some files as they were, or changed. Must not judge what is heard.

mod ask;
mod mutation;
mod scene;
mod series;
mod spoken;
mod untried;
