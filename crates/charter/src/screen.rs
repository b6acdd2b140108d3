//! How things look: colours by label, columns, lines that fit.
//!
//! Owns the one table of colours and the measuring of text. Must not know what it lays out.
//! Everything is understandable without colour.

use charter_kernel::visible::{visible, visible_lines};
use std::fmt::Write;
use std::sync::atomic::{AtomicBool, Ordering};
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

/// What ends a colour.
const PLAIN: char = '\u{fdd6}';

/// Whether anything was coloured. Before that, a mark can only be somebody else's.
static HAS_MARKS: AtomicBool = AtomicBool::new(false);

impl Ink {
    /// Gives the mark that stands for the colour until the rim: characters that no text has.
    fn mark(self) -> char {
        match self {
            Self::Good => '\u{fdd0}',
            Self::Bad => '\u{fdd1}',
            Self::Warn => '\u{fdd2}',
            Self::Dim => '\u{fdd3}',
            Self::Strong => '\u{fdd4}',
            Self::Command => '\u{fdd5}',
        }
    }
}

/// Gives the code of a terminal that a mark stands for.
pub(crate) fn code_of(mark: char) -> Option<&'static str> {
    match mark {
        '\u{fdd0}' => Some("\u{1b}[32m"),
        '\u{fdd1}' => Some("\u{1b}[31m"),
        '\u{fdd2}' => Some("\u{1b}[33m"),
        '\u{fdd3}' => Some("\u{1b}[2m"),
        '\u{fdd4}' => Some("\u{1b}[1m"),
        '\u{fdd5}' => Some("\u{1b}[36m"),
        PLAIN => Some("\u{1b}[0m"),
        _ => None,
    }
}

/// Tells whether marks may stand in a text.
pub(crate) fn has_marks() -> bool {
    HAS_MARKS.load(Ordering::Relaxed)
}

/// A screen of some width, with or without colour.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Screen {
    pub(crate) width: usize,
    pub(crate) color: bool,
}

impl Screen {
    /// Leaves one column free: a terminal may wrap a line that fills it.
    pub(crate) fn narrow(&self) -> Self {
        Self { width: self.width.saturating_sub(1), ..*self }
    }

    /// Colours a text.
    pub(crate) fn ink(&self, ink: Ink, text: &str) -> String {
        if !self.color || text.is_empty() {
            return text.to_owned();
        }
        HAS_MARKS.store(true, Ordering::Relaxed);
        format!("{}{text}{PLAIN}", ink.mark())
    }

    /// Wraps a text to the screen, every line behind an indent, at most `lines_max` lines.
    ///
    /// A word that is wider than the screen stays whole: it may be a path.
    pub(crate) fn wrap(&self, indent: &str, text: &str, lines_max: usize) -> String {
        let room = self.width.saturating_sub(indent.width()).max(20);
        let mut lines: Vec<String> = Vec::new();
        for paragraph in text.lines() {
            let mut line = String::new();
            for word in paragraph.split_whitespace().flat_map(|it| pieces(&clean(it), room)) {
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

/// Parts what is wider than a line where the script parts no words by blanks; anything else stays whole.
fn pieces(word: &str, room: usize) -> Vec<String> {
    if word.chars().all(|it| it.width() != Some(2)) {
        return vec![word.to_owned()];
    }
    let mut pieces = vec![String::new()];
    let mut used = 0;
    for it in word.chars() {
        let wide = it.width().unwrap_or(0);
        if used + wide > room {
            pieces.push(String::new());
            used = 0;
        }
        used += wide;
        if let Some(piece) = pieces.last_mut() {
            piece.push(it);
        }
    }
    pieces
}

/// Counts things in words: `1 file`, `2 files`.
pub(crate) fn count(n: usize, one: &str, many: &str) -> String {
    format!("{n} {}", if n == 1 { one } else { many })
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

/// Makes foreign text safe to lay out on one line: control characters could move the cursor or hide
/// words, and direction marks could turn them around. The rim does the same once more.
pub(crate) fn clean(text: &str) -> String {
    visible(text).into_owned()
}

/// As [`clean`], for texts of several lines.
pub(crate) fn clean_lines(text: &str) -> String {
    visible_lines(text).into_owned()
}
