//! Headings that show what stands below them.
//!
//! Owns which topic of the checklist a heading names. Must not know how headings are found.

use crate::cue::{CueClasses, CueLine, classes};
use crate::deep::ChecklistTopic;
use std::sync::LazyLock;

static HEADINGS: LazyLock<CueClasses> =
    LazyLock::new(|| classes(include_str!("../../../data/checklist/headings.txt")));

/// Tells what stands below a heading, or below a line that introduces a list; nothing where it names what is in
/// and what is out.
pub(super) fn heading_topic(title: &str) -> Option<ChecklistTopic> {
    let line = CueLine::of(title);
    if line.shows_of(&HEADINGS, "mixed") {
        return None;
    }
    let order = [
        ChecklistTopic::LeftOut,
        ChecklistTopic::Success,
        ChecklistTopic::Trouble,
        ChecklistTopic::Limits,
        ChecklistTopic::Users,
        ChecklistTopic::Steps,
        ChecklistTopic::FirstVersion,
        ChecklistTopic::Existing,
    ];
    order.into_iter().find(|topic| {
        HEADINGS.get(topic.code()).is_some_and(|it| it.iter().any(|it| line.holds(it)))
    })
}
