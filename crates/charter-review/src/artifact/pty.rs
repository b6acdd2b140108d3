//! Captures of a terminal.
//!
//! Owns what tells a capture from a text that somebody typed: a program that draws on a terminal
//! controls it. A recording (asciicast) is as good as what it recorded. Must not interpret the controls.

use charter_contract::artifact::Flaw;
use charter_contract::proof;

const BYTES_MIN: usize = 512;

/// The fewest printable characters in a row that make it readable.
const RUN_MIN: usize = 10;

/// Says why bytes are no capture of a terminal that shows something; none where they may be.
pub(crate) fn pty_capture(bytes: &[u8]) -> Option<Flaw> {
    // In a recording the controls are spelled out, and what is around them is not on the terminal.
    match proof::cast_output(bytes) {
        Some(output) => flaw_of(output.as_bytes()),
        None => flaw_of(bytes),
    }
}

fn flaw_of(bytes: &[u8]) -> Option<Flaw> {
    let flaw = |code, message| Some(Flaw { code, message });
    if bytes.len() < BYTES_MIN {
        let message = format!("it has {} bytes; a capture has at least {BYTES_MIN}", bytes.len());
        return flaw("pty_too_short", message);
    }
    if !has_control(bytes) {
        let message = "nothing in it controls a terminal: no escape sequence, no redraw".to_owned();
        return flaw("pty_without_control", message);
    }
    if longest_run(&String::from_utf8_lossy(bytes)) < RUN_MIN {
        let message = format!("no {RUN_MIN} printable characters stand together in it");
        return flaw("pty_without_text", message);
    }
    None
}

/// An escape that opens a sequence, moves the cursor or saves it; or a line that is drawn again over
/// itself.
fn has_control(bytes: &[u8]) -> bool {
    let opens = |it: &[u8]| {
        matches!(it, [0x1b, b'[' | b']' | b'7' | b'8' | b'c' | b'D' | b'E' | b'M' | b'=' | b'>'])
    };
    let redraws = |it: &[u8]| matches!(it, [b'\r', next] if *next != b'\n' && *next != b'\r');
    bytes.windows(2).any(|it| opens(it) || redraws(it))
}

/// Gives the longest row of printable characters; what belongs to an escape sequence does not count.
fn longest_run(text: &str) -> usize {
    // A line end is kept by the stripping, a carriage return is not.
    let plain = proof::strip_ansi(&text.replace('\r', "\n"));
    let runs = plain.split(|it: char| it.is_control() || it == '\u{fffd}');
    runs.map(|it| it.trim().chars().count()).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str) -> Option<&'static str> {
        pty_capture(text.as_bytes()).map(|it| it.code)
    }

    #[test]
    fn a_capture_controls_its_terminal() {
        let lines = "a line of output that says something\n".repeat(20);
        assert_eq!(check(&lines), Some("pty_without_control"));
        assert_eq!(check(&format!("\u{1b}[2J{lines}")), None);
        assert_eq!(check(&format!("\u{1b}]0;title\u{7}{lines}")), None);
        assert_eq!(check(&format!("\u{1b}[?1049h{lines}")), None);
        assert_eq!(check(&format!("10 %\r20 %\r{lines}")), None);
        // The line ends of another system draw nothing again.
        assert_eq!(check(&lines.replace('\n', "\r\n")), Some("pty_without_control"));
    }

    #[test]
    fn a_capture_is_long_enough_to_read() {
        assert_eq!(check("\u{1b}[2Ja line of output"), Some("pty_too_short"));
        assert_eq!(check(&"\u{1b}[31mab\u{1b}[0m\n".repeat(80)), Some("pty_without_text"));
        // What is only inside the sequences is nothing to read.
        assert_eq!(
            check(&"\u{1b}]0;a long window title\u{7}".repeat(40)),
            Some("pty_without_text")
        );
    }

    #[test]
    fn a_recording_is_judged_by_what_it_recorded() {
        let lines = "a line of output that says something\r\n".repeat(20);
        let recorded = |text: &str| {
            let output = proof::CastEvent::Output(text.as_bytes().to_vec());
            proof::render_cast((80, 24), &["a".repeat(900)], &[(0, output)], 0)
        };
        assert_eq!(check(&recorded(&format!("\u{1b}[2J{lines}"))), None);
        assert_eq!(check(&recorded(&lines)), Some("pty_without_control"));
        // The command line of a recording is nothing that it shows.
        assert_eq!(check(&recorded("\u{1b}[2Ja line of output")), Some("pty_too_short"));
    }
}
