//! Statements that give different values for one thing.
use super::reading::TopicStatement;
use crate::deep::Clash;
/// Lists the pairs.
pub(super) fn clashes(_said: &[TopicStatement]) -> Vec<Clash> {
    Vec::new()
}
