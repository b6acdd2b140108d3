//! Where the output of a command goes while it runs.
//!
//! Owns that what a caller named comes out as it is, and that of a command which a ledger names nothing
//! moves a terminal, hides, or speaks to a workflow. Must not know how the command is run.

use charter_contract::proof::strip_ansi;
use charter_kernel::visible::{visible_lines, without_commands};
use std::io::{self, Write};

/// The most bytes of one line that are waited for.
const LINE_BYTES_MAX: usize = 64 * 1024;

/// Where the output goes while the command runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Echo {
    /// To stdout, which is a terminal.
    Terminal,
    /// To stdout and stderr, as the command writes them.
    Plain,
    /// All of it to stderr: stdout has another use.
    Stderr,
    /// To stdout and stderr line by line, each made visible: a ledger named the command.
    Lines,
    /// The same, all of it to stderr.
    LinesOnStderr,
    /// Nowhere.
    Silent,
}

/// The ends of lines that are still to come.
#[derive(Debug, Default)]
pub(crate) struct BegunLines {
    out: Vec<u8>,
    err: Vec<u8>,
}

impl BegunLines {
    /// Shows a piece of output.
    pub(crate) fn show(&mut self, bytes: &[u8], is_error: bool, echo: Echo) -> io::Result<()> {
        let to_error = match echo {
            Echo::Silent => return Ok(()),
            Echo::Terminal => false,
            Echo::Plain | Echo::Lines => is_error,
            Echo::Stderr | Echo::LinesOnStderr => true,
        };
        match echo {
            Echo::Lines | Echo::LinesOnStderr => {
                let lines = self.whole_lines(bytes, is_error);
                write(lines.as_bytes(), to_error)
            }
            Echo::Terminal | Echo::Plain | Echo::Stderr | Echo::Silent => write(bytes, to_error),
        }
    }

    /// Shows the lines that nothing ended.
    pub(crate) fn end(&mut self, echo: Echo) -> io::Result<()> {
        for is_error in [false, true] {
            let begun = if is_error { &self.err } else { &self.out };
            if !begun.is_empty() {
                self.show(b"\n", is_error, echo)?;
            }
        }
        Ok(())
    }

    /// Takes the lines that are whole now, ready to be written.
    fn whole_lines(&mut self, bytes: &[u8], is_error: bool) -> String {
        let begun = if is_error { &mut self.err } else { &mut self.out };
        begun.extend_from_slice(bytes);
        let end = begun.iter().rposition(|it| *it == b'\n').map(|it| it + 1);
        let end = end.or((begun.len() > LINE_BYTES_MAX).then_some(begun.len()));
        let Some(end) = end else { return String::new() };
        let whole: Vec<u8> = begun.drain(..end).collect();
        // A line that is drawn over another is one of its own.
        let text = String::from_utf8_lossy(&whole).replace("\r\n", "\n").replace('\r', "\n");
        let text = strip_ansi(&text);
        let text = without_commands(&visible_lines(&text)).into_owned();
        // A line that goes on must not go on as another one.
        if text.is_empty() || text.ends_with('\n') { text } else { text + "\n" }
    }
}

fn write(bytes: &[u8], to_error: bool) -> io::Result<()> {
    let written = if to_error {
        io::stderr().write_all(bytes)
    } else {
        let mut out = io::stdout();
        out.write_all(bytes).and_then(|()| out.flush())
    };
    match written {
        // A reader that went away does not stop the run.
        Err(err) if err.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_taken_whole_and_made_visible() {
        let mut begun = BegunLines::default();
        let mut take = |text: &str| begun.whole_lines(text.as_bytes(), false);
        assert_eq!(take("a ##"), "");
        assert_eq!(take("[error]b\n\u{1b}[32m::er"), "a ##\\[error]b\n");
        assert_eq!(take("ror::c\u{202e}\r  ::d::\r\n"), "\\::error::c\u{fffd}\n  \\::d::\n");
        let long = "x".repeat(LINE_BYTES_MAX + 1);
        assert_eq!(take(&long), format!("{long}\n"));
    }
}
