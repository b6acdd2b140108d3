//! How the five sections look while they are looked at.
//!
//! Owns the layout: a line or more a section, as many as the screen has room for. Must not know what a key
//! does.

use super::terminal::Drawing;
use super::view::{key_lines, wrapped};
use crate::screen::{Ink, Screen};
use crate::topic::sign;
use charter_contract::Topic;
use charter_interview::Tongue;
use charter_interview::brief::{BriefPhrase, SectionReview, SectionRow, say};
use unicode_width::UnicodeWidthStr;

/// The most lines of one section.
const ROW_LINES_MAX: usize = 6;

/// The columns below which a section's text stands under its name.
const NARROW: usize = 56;

/// The most lines above the sections.
const HEAD_LINES_MAX: usize = 4;

/// Lays the sections out for a screen.
pub(super) fn lay_out_sections(
    review: &SectionReview,
    notice: Option<&str>,
    keys: &[&str],
    screen: &Screen,
    height: usize,
) -> Drawing {
    let mut head = vec![String::new()];
    head.extend(wrapped(screen, &review.heading(), Ink::Strong, HEAD_LINES_MAX));
    head.push(String::new());
    let mut foot = vec![String::new()];
    match notice {
        Some(notice) => foot.extend(wrapped(screen, notice, Ink::Warn, HEAD_LINES_MAX)),
        None => foot.extend(key_lines(keys, screen)),
    }
    let mut lines_max = ROW_LINES_MAX;
    let mut rows = section_lines(review, screen, lines_max);
    while rows.len() + head.len() + foot.len() > height && lines_max > 1 {
        lines_max -= 1;
        rows = section_lines(review, screen, lines_max);
    }
    // On a low screen the sections count most, then the keys.
    if rows.len() + head.len() + foot.len() > height {
        head.clear();
    }
    if rows.len() + foot.len() > height {
        foot.remove(0);
        foot.truncate(height.saturating_sub(rows.len()));
    }
    let mut lines = [head, rows, foot].concat();
    lines.truncate(height);
    let row = lines.len().saturating_sub(1);
    Drawing { lines, row, column: 0 }
}

/// Draws the sections, each with its number and its name.
pub(crate) fn section_lines(
    review: &SectionReview,
    screen: &Screen,
    lines_max: usize,
) -> Vec<String> {
    let name = |topic: Topic| say(review.tongue, BriefPhrase::Name(topic));
    let widest = Topic::ALL.map(|it| name(it).width()).into_iter().max().unwrap_or(0);
    let gaps = review.gaps();
    let rows = review.rows.iter().enumerate();
    let of_row = |(idx, row): (usize, &SectionRow)| {
        let ink = if row.is_empty() { Ink::Dim } else { Ink::Good };
        let mark = screen.ink(ink, sign(&gaps, row.topic));
        let name = name(row.topic);
        let head = format!("  {} {mark} {}", idx + 1, screen.ink(Ink::Strong, &name));
        if screen.width < NARROW {
            let text = text_of(row, review.tongue, screen, 6, lines_max);
            return std::iter::once(head).chain(text).collect::<Vec<_>>();
        }
        let indent = 6 + widest + 2;
        let mut text = text_of(row, review.tongue, screen, indent, lines_max);
        if let Some(first) = text.first_mut() {
            let gap = " ".repeat(widest - name.width() + 2);
            // The first line stands behind the name, whatever colour it has.
            *first = format!("{head}{gap}{}", first.replacen(&" ".repeat(indent), "", 1));
        }
        text
    };
    rows.flat_map(of_row).collect()
}

fn text_of(
    row: &SectionRow,
    tongue: Tongue,
    screen: &Screen,
    indent: usize,
    lines_max: usize,
) -> Vec<String> {
    let nothing = say(tongue, BriefPhrase::Nothing);
    let (text, ink) = match &row.text {
        Some(text) => (text.as_str(), None),
        None => (nothing.as_str(), Some(Ink::Dim)),
    };
    let text = screen.narrow().wrap(&" ".repeat(indent), text, lines_max);
    let line = |it: &str| ink.map_or_else(|| it.to_owned(), |ink| screen.ink(ink, it));
    text.lines().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use charter_interview::brief::{Origin, ReviewStage};

    fn review(tongue: Tongue, texts: [Option<&str>; 5]) -> SectionReview {
        let row = |(topic, text): (Topic, Option<&str>)| SectionRow {
            topic,
            text: text.map(str::to_owned),
            origin: Origin::Nowhere,
            is_asked: false,
        };
        let rows = Topic::ALL.into_iter().zip(texts).map(row).collect();
        SectionReview { stage: ReviewStage::First, rows, tongue }
    }

    fn check(width: usize, height: usize, review: &SectionReview) -> String {
        let screen = Screen { width, color: false };
        let keys = ["enter: accept", "1-5: edit one", "ctrl-c: stop"];
        let frame = lay_out_sections(review, None, &keys, &screen, height);
        assert!(frame.lines.len() <= height, "{frame:?}");
        assert!(frame.lines.iter().all(|it| it.width() < width), "{frame:?}");
        frame.lines.join("\n")
    }

    const PROBLEM: &str =
        "Nurses lose forty minutes a night copying vital signs from paper, and errors slip in.";

    #[test]
    fn a_wide_screen_shows_them_beside_their_names() {
        let shown =
            review(Tongue::English, [Some(PROBLEM), Some("Night nurses."), None, None, None]);
        insta::assert_snapshot!(check(80, 24, &shown), @"
          This is what I understood, in your own words. Is it right? The empty ones are
          asked next.

          1 ● problem  Nurses lose forty minutes a night copying vital signs from
                       paper, and errors slip in.
          2 ● users    Night nurses.
          3 ○ value    (nothing yet)
          4 ○ scope    (nothing yet)
          5 ○ success  (nothing yet)

          enter: accept   1-5: edit one   ctrl-c: stop
        ");
    }

    #[test]
    fn a_narrow_one_shows_them_below() {
        let shown = review(Tongue::German, [Some(PROBLEM), None, None, None, None]);
        insta::assert_snapshot!(check(40, 24, &shown), @"
          So habe ich Sie verstanden, in Ihren
          eigenen Worten. Stimmt das? Nach dem,
          was leer ist, wird anschließend
          gefragt.

          1 ● Problem
              Nurses lose forty minutes a night
              copying vital signs from paper,
              and errors slip in.
          2 ○ Nutzer
              (noch nichts)
          3 ○ Nutzen
              (noch nichts)
          4 ○ Umfang
              (noch nichts)
          5 ○ Erfolg
              (noch nichts)

          enter: accept   1-5: edit one
          ctrl-c: stop
        ");
    }

    #[test]
    fn a_low_one_keeps_a_line_each() {
        let long = PROBLEM.repeat(9);
        let shown = review(Tongue::Japanese, [Some(long.as_str()); 5]);
        let text = check(60, 12, &shown);
        assert!((1..=5).all(|it| text.contains(&format!("  {it} ● "))), "{text}");
    }
}
