//! The topics of a brief interview, as people read them.
//!
//! Owns their words and the line that says which are open. Must not know questions.

use crate::screen::{Ink, Screen, cut};
use charter_contract::Topic;
use unicode_width::UnicodeWidthStr;

/// Draws which topics are open, and which question this is.
pub(crate) fn topics(gaps: &[Topic], place: &str, screen: &Screen) -> String {
    let plain = |topic: Topic| format!("{} {}", sign(gaps, topic), short(topic));
    let width = Topic::ALL.map(|it| plain(it).width()).iter().sum::<usize>() + 2 + 3 * 4;
    if width + place.width() + 2 > screen.width {
        let open: Vec<&str> = gaps.iter().map(|it| short(*it)).collect();
        let open =
            if open.is_empty() { String::new() } else { format!(", open: {}", open.join(", ")) };
        return screen.ink(Ink::Dim, &cut(&format!("  {place}{open}"), screen.width - 1));
    }
    let mark = |topic: Topic| {
        let ink = if gaps.contains(&topic) { Ink::Dim } else { Ink::Good };
        format!("{} {}", screen.ink(ink, sign(gaps, topic)), short(topic))
    };
    let marks = Topic::ALL.map(mark).join("   ");
    let gap = screen.width.saturating_sub(width + place.width() + 1).min(40);
    format!("  {marks}{}{}", " ".repeat(gap), screen.ink(Ink::Dim, place))
}

fn sign(gaps: &[Topic], topic: Topic) -> &'static str {
    if gaps.contains(&topic) { "○" } else { "●" }
}

/// Gives the word for a topic that people read.
pub(crate) fn short(topic: Topic) -> &'static str {
    if topic == Topic::ValueProp { "value" } else { topic.word() }
}
