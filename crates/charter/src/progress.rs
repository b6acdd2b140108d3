//! A line about work that goes on.
//!
//! Owns where and when it shows: on stderr, only on a terminal, never beside JSON, and gone when the
//! work is done. Must not know the work.

use crate::rim;
use crate::screen::{Ink, Screen, clean, cut};

const CELLS: usize = 10;

/// The narrowest window that has room for a bar.
const WIDTH_FOR_BAR: usize = 60;

/// A line that says how far something has come; it goes when it is dropped.
#[derive(Debug)]
pub(crate) struct Progress {
    screen: Screen,
    is_wanted: bool,
    is_shown: bool,
}

impl Progress {
    /// Prepares a line; `is_wanted` says whether a person looks at stderr.
    pub(crate) fn new(screen: Screen, is_wanted: bool) -> Self {
        Self { screen, is_wanted, is_shown: false }
    }

    /// Shows what is being done, and how much of a whole is behind it.
    pub(crate) fn show(&mut self, part: usize, whole: usize, what: &str) {
        if self.is_wanted {
            // A terminal that went away does not stop the work.
            let _ = rim::draw_line(&line(&self.screen, part, whole, what));
            self.is_shown = true;
        }
    }

    /// Takes the line away.
    pub(crate) fn clear(&mut self) {
        if self.is_shown {
            let _ = rim::draw_line("");
            self.is_shown = false;
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.clear();
    }
}

/// Renders the line, within the window: a longer one could not be taken away.
pub(crate) fn line(screen: &Screen, part: usize, whole: usize, what: &str) -> String {
    let bar = match whole {
        0 => String::new(),
        _ if screen.width < WIDTH_FOR_BAR => String::new(),
        whole => format!("{}  ", screen.bar(part, whole, CELLS)),
    };
    let used = if bar.is_empty() { 2 } else { 4 + CELLS };
    let room = screen.width.saturating_sub(used + 1);
    format!("  {bar}{}", screen.ink(Ink::Command, &cut(&clean(what), room)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_fits_into_any_window() {
        for (width, expected) in [
            (40, "  1 of 4  cargo test --test offline --…"),
            (70, "  ██░░░░░░░░  1 of 4  cargo test --test offline --nocapture"),
        ] {
            let screen = Screen { width, color: false };
            let found = line(&screen, 1, 4, "1 of 4  cargo test --test offline --nocapture");
            assert_eq!(found, expected);
        }
        let screen = Screen { width: 40, color: false };
        assert_eq!(line(&screen, 0, 0, "a\u{1b}[31m\nb"), "  a\u{fffd}[31m\u{fffd}b");
    }
}
