//! A line about work that goes on.
//!
//! Owns where and when it shows: on stderr, only on a terminal, never beside JSON, and gone when the
//! work is done. Must not know the work.

use crate::rim;
use crate::screen::{Ink, Screen, clean, cut};
use charter_app::{MindWait, MindWatch, Patience};
use charter_interview::{AskingWords, Tongue};
use crossterm::event::{self, Event, KeyCode, KeyModifiers};
use crossterm::terminal;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

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

/// The most lines of why a model gave nothing.
const FAILED_LINES_MAX: usize = 6;

/// The line that says which model is asked, and for how long.
#[derive(Debug)]
pub(crate) struct MindLine {
    screen: Screen,
    /// The line, and the second that it shows.
    shown: Mutex<(Progress, Option<u64>)>,
    /// What is to be told once a conversation goes on.
    kept: Mutex<Vec<String>>,
}

impl MindLine {
    pub(crate) fn new(screen: Screen, progress: Progress) -> Self {
        Self { screen, shown: Mutex::new((progress, None)), kept: Mutex::default() }
    }

    /// Gives what a conversation has to tell, once.
    pub(crate) fn take_kept(&self) -> Vec<String> {
        std::mem::take(&mut *self.kept.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl MindWatch for MindLine {
    fn wait(&self, wait: &MindWait<'_>) -> Patience {
        let mut shown = self.shown.lock().unwrap_or_else(PoisonError::into_inner);
        let seconds = wait.elapsed.as_secs();
        if shown.1.replace(seconds) != Some(seconds) {
            let words = AskingWords::of(wait.tongue).asking(wait.mind, seconds);
            shown.0.show(0, 0, &words);
        }
        if is_raw() && stops() { Patience::CallOff } else { Patience::Wait }
    }

    fn rest(&self) {
        let mut shown = self.shown.lock().unwrap_or_else(PoisonError::into_inner);
        shown.0.clear();
        shown.1 = None;
    }

    fn failed(&self, mind: &str, why: &str, tongue: Tongue) {
        let words = AskingWords::of(tongue).failed(mind, why);
        if is_raw() {
            // A conversation draws its own screen.
            self.kept.lock().unwrap_or_else(PoisonError::into_inner).push(words);
            return;
        }
        let text = self.screen.wrap("", &clean(&words), FAILED_LINES_MAX);
        // Nobody reads a margin that went away.
        let _ = rim::say(&format!("{}\n", self.screen.ink(Ink::Warn, text.trim_end())));
    }
}

/// Tells whether keys come one by one: Ctrl-C is a key then, and no signal.
fn is_raw() -> bool {
    terminal::is_raw_mode_enabled().unwrap_or(false)
}

/// Takes the keys that were pressed meanwhile, and tells whether one of them stops it.
fn stops() -> bool {
    while event::poll(Duration::ZERO).unwrap_or(false) {
        let Ok(Event::Key(key)) = event::read() else { continue };
        if key.code == KeyCode::Char('c') && key.modifiers.contains(KeyModifiers::CONTROL) {
            return true;
        }
    }
    false
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
