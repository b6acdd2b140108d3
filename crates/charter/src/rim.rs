//! The rim: the last place that text passes before a terminal, a pipe or a log.
//!
//! Owns both streams. Whatever a document, a ledger, a name, an argument or a program brought along is
//! made visible here, no line of it is a command of a workflow, and colours are put in after that. Must
//! not know what the text says.

use crate::screen::{code_of, has_marks};
use charter_kernel::visible::{visible_json, visible_lines, without_commands};
use serde_json::Value;
use std::io::{self, Stderr, Write};

/// How much of an answer that is made while it is written goes out at once.
const STREAM_BYTES: usize = 64 * 1024;

/// How an answer is printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Format {
    Text,
    Json,
}

/// What a text is, from which it follows how it passes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum TextForm {
    #[default]
    Words,
    /// Commands of a workflow, written by charter itself.
    Commands,
}

/// Makes words ready to be written: visible, inert, then coloured.
pub(crate) fn words(text: &str) -> String {
    paint(&without_commands(&shown(text)))
}

/// The same for a window that is drawn, where nothing reads lines.
pub(crate) fn drawn(text: &str) -> String {
    paint(&shown(text))
}

/// Writes a value as JSON that no terminal acts on.
pub(crate) fn json(value: &Value) -> String {
    visible_json(&format!("{value:#}")).into_owned()
}

/// The same on one line.
pub(crate) fn json_line(value: &Value) -> String {
    visible_json(&value.to_string()).into_owned()
}

/// Writes an answer to stdout.
pub(crate) fn answer(text: &str, form: TextForm) -> io::Result<()> {
    let text = match form {
        TextForm::Words => words(text),
        TextForm::Commands => drawn(text),
    };
    write(io::stdout(), &text)
}

/// Writes a value to stdout.
pub(crate) fn answer_json(value: &Value) -> io::Result<()> {
    write(io::stdout(), &(json(value) + "\n"))
}

/// Gives stdout for an answer that is made while it is written, in whole lines.
pub(crate) fn streamed(format: Format) -> Sheet {
    Sheet { format, held: Vec::new() }
}

/// Lines on their way to stdout: what is held back is at most one block and the line that is begun.
#[derive(Debug)]
pub(crate) struct Sheet {
    format: Format,
    held: Vec<u8>,
}

impl Sheet {
    fn pass(&mut self, n_bytes: usize) -> io::Result<()> {
        let rest = self.held.split_off(n_bytes);
        let lines = std::mem::replace(&mut self.held, rest);
        let text = String::from_utf8_lossy(&lines);
        let text = match self.format {
            Format::Text => words(&text),
            Format::Json => visible_json(&text).into_owned(),
        };
        io::stdout().write_all(text.as_bytes())
    }
}

impl Write for Sheet {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.held.extend(bytes);
        if self.held.len() >= STREAM_BYTES
            && let Some(end) = self.held.iter().rposition(|it| *it == b'\n')
        {
            self.pass(end + 1)?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.pass(self.held.len())?;
        io::stdout().flush()
    }
}

/// Says something on stderr.
pub(crate) fn say(text: &str) -> io::Result<()> {
    write(io::stderr(), &words(text))
}

/// Draws over the last line on stderr; an empty text takes it away.
pub(crate) fn draw_line(text: &str) -> io::Result<()> {
    write(io::stderr(), &format!("\r\u{1b}[2K{}", drawn(text)))
}

/// Draws over the whole window on stdout.
pub(crate) fn draw_page(text: &str) -> io::Result<()> {
    write(io::stdout(), &format!("\u{1b}[H\u{1b}[2J{}", drawn(text)))
}

/// Gives the stream of a conversation, whose cursor moves; its text comes from [`drawn`].
pub(crate) fn conversation() -> Stderr {
    io::stderr()
}

// Not locked: a server writes its messages from another thread.
fn write(mut out: impl Write, text: &str) -> io::Result<()> {
    out.write_all(text.as_bytes())?;
    out.flush()
}

/// Makes everything visible but the marks of our own colours.
fn shown(text: &str) -> String {
    if !has_marks() {
        return visible_lines(text).into_owned();
    }
    let is_mark = |it: char| code_of(it).is_some();
    let pieces = text.split_inclusive(is_mark).map(|piece| {
        let words = piece.trim_end_matches(is_mark);
        let mark = piece.get(words.len()..).unwrap_or_default();
        format!("{}{mark}", visible_lines(words))
    });
    pieces.collect()
}

/// Puts colours in the place of their marks.
fn paint(text: &str) -> String {
    if !has_marks() {
        return text.to_owned();
    }
    let mut out = String::with_capacity(text.len());
    for it in text.chars() {
        match code_of(it) {
            Some(code) => out.push_str(code),
            None => out.push(it),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::screen::{Ink, Screen};

    #[test]
    fn colours_are_ours_alone() {
        let screen = Screen { width: 80, color: true };
        let text = format!("{} \u{1b}[31mb\u{202e}\n::error::c\n", screen.ink(Ink::Good, "a"));
        let expected = "\u{1b}[32ma\u{1b}[0m \u{fffd}[31mb\u{fffd}\n\\::error::c\n";
        assert_eq!(words(&text), expected);
        let inked = screen.ink(Ink::Bad, "a\u{7}\u{9b}b");
        assert_eq!(drawn(&inked), "\u{1b}[31ma\u{fffd}\u{fffd}b\u{1b}[0m");
    }
}
