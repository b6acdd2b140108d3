//! How things look: colours by label, columns, lines that fit.
//!
//! Owns the one table of colours and the measuring of text. Must not know what it lays out.
//! Everything is understandable without colour.

use std::fmt::Write;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// What a piece of text is, from which its colour follows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ink {
    /// It holds.
    Good,
    /// It is broken.
    Bad,
    /// It is odd or open.
    Warn,
    /// It matters less.
    Dim,
    /// It matters most.
    Strong,
    /// It can be typed.
    Command,
}

/// A screen of some width, with or without colour.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Screen {
    /// How many columns there are.
    pub(crate) width: usize,
    /// Whether colour is wanted.
    pub(crate) color: bool,
}

impl Screen {
    /// Colours a text.
    pub(crate) fn ink(&self, ink: Ink, text: &str) -> String {
        if !self.color || text.is_empty() {
            return text.to_owned();
        }
        let code = match ink {
            Ink::Good => "32",
            Ink::Bad => "31",
            Ink::Warn => "33",
            Ink::Dim => "2",
            Ink::Strong => "1",
            Ink::Command => "36",
        };
        format!("\u{1b}[{code}m{text}\u{1b}[0m")
    }

    /// Wraps a text to the screen, every line behind an indent, at most `lines_max` lines.
    ///
    /// A word that is wider than the screen stays whole: it may be a path.
    pub(crate) fn wrap(&self, indent: &str, text: &str, lines_max: usize) -> String {
        let room = self.width.saturating_sub(indent.width()).max(20);
        let mut lines: Vec<String> = Vec::new();
        for paragraph in text.lines() {
            let mut line = String::new();
            for word in paragraph.split_whitespace() {
                let word = clean(word);
                if !line.is_empty() && line.width() + 1 + word.width() > room {
                    lines.push(std::mem::take(&mut line));
                }
                if !line.is_empty() {
                    line.push(' ');
                }
                line.push_str(&word);
            }
            lines.push(line);
        }
        if lines.len() > lines_max {
            lines.truncate(lines_max);
            if let Some(last) = lines.last_mut() {
                *last = cut(&format!("{last} …"), room);
            }
        }
        lines.iter().fold(String::new(), |mut text, line| {
            let _ = writeln!(text, "{}", format!("{indent}{line}").trim_end());
            text
        })
    }

    /// Draws how much of a whole is there.
    pub(crate) fn bar(&self, part: usize, whole: usize, cells: usize) -> String {
        let full = (part * cells).checked_div(whole).unwrap_or(0).min(cells);
        let done = self.ink(Ink::Good, &"█".repeat(full));
        format!("{done}{}", self.ink(Ink::Dim, &"░".repeat(cells - full)))
    }
}

/// Cuts a text to some columns, with an ellipsis where something is missing.
pub(crate) fn cut(text: &str, columns: usize) -> String {
    if text.width() <= columns {
        return text.to_owned();
    }
    let mut kept = String::new();
    let mut used = 1;
    for it in text.chars() {
        used += it.width().unwrap_or(0);
        if used > columns {
            break;
        }
        kept.push(it);
    }
    kept.push('…');
    kept
}

/// Cuts or pads a text to exactly some columns.
pub(crate) fn column(text: &str, columns: usize) -> String {
    let text = cut(text, columns);
    let gap = columns.saturating_sub(text.width());
    format!("{text}{}", " ".repeat(gap))
}

/// Makes foreign text safe to print: control characters could move the cursor or hide words, and
/// direction marks could turn them around.
pub(crate) fn clean(text: &str) -> String {
    text.chars().map(|it| if is_unsafe(it) { '\u{fffd}' } else { it }).collect()
}

fn is_unsafe(it: char) -> bool {
    it.is_control() || matches!(it, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// As [`clean`], for texts of several lines.
pub(crate) fn clean_lines(text: &str) -> String {
    let keep = |it: char| it == '\n' || it == '\t';
    let lines = text.replace("\r\n", "\n");
    lines.chars().map(|it| if is_unsafe(it) && !keep(it) { '\u{fffd}' } else { it }).collect()
}
