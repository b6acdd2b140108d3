//! The topics of a brief interview, as people read them.
//!
//! Owns the line that says which are open. Must not know questions.

use crate::screen::{Ink, Screen, cut};
use charter_contract::Topic;
use charter_interview::Tongue;
use charter_interview::brief::{BriefPhrase, say, say_with};
use unicode_width::UnicodeWidthStr;

pub(crate) use charter_interview::brief::short;

/// Draws which topics are open, and which question this is.
pub(crate) fn topics(gaps: &[Topic], place: &str, tongue: Tongue, screen: &Screen) -> String {
    let name = |topic: Topic| say(tongue, BriefPhrase::Name(topic));
    let plain = |topic: Topic| format!("{} {}", sign(gaps, topic), name(topic));
    let width = Topic::ALL.map(|it| plain(it).width()).iter().sum::<usize>() + 2 + 3 * 4;
    if width + place.width() + 2 > screen.width {
        let names = gaps.iter().map(|it| name(*it)).collect::<Vec<_>>().join(", ");
        let open = say_with(tongue, BriefPhrase::Open, &[("names", &names)]);
        let parts = [place.to_owned(), if gaps.is_empty() { String::new() } else { open }];
        let words = parts.into_iter().filter(|it| !it.is_empty()).collect::<Vec<_>>().join(", ");
        return screen.ink(Ink::Dim, &cut(&format!("  {words}"), screen.width - 1));
    }
    let mark = |topic: Topic| {
        let ink = if gaps.contains(&topic) { Ink::Dim } else { Ink::Good };
        format!("{} {}", screen.ink(ink, sign(gaps, topic)), name(topic))
    };
    let marks = Topic::ALL.map(mark).join("   ");
    let gap = screen.width.saturating_sub(width + place.width() + 1).min(40);
    let line = format!("  {marks}{}{}", " ".repeat(gap), screen.ink(Ink::Dim, place));
    line.trim_end().to_owned()
}

pub(crate) fn sign(gaps: &[Topic], topic: Topic) -> &'static str {
    if gaps.contains(&topic) { "○" } else { "●" }
}
