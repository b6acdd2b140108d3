//! A terminal recording as asciicast, version 2.
//!
//! Owns the format: a line for the terminal, then one for everything that happened in it, with
//! seconds since the start, both written and read. Control codes stay as they came; bytes that are no
//! text are marked. Must not record.

use serde_json::{Value, json};

/// Something that happened in a terminal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CastEvent {
    Output(Vec<u8>),
    /// It has another size: columns and rows.
    Resize(u16, u16),
}

/// Renders a recording: the size, the command, and what happened with its milliseconds.
#[must_use]
pub fn render_cast(
    (columns, rows): (u16, u16),
    argv: &[String],
    events: &[(u64, CastEvent)],
    n_lost: usize,
) -> String {
    let command =
        argv.iter().map(|it| charter_kernel::shell_word(it)).collect::<Vec<_>>().join(" ");
    let head = json!({ "version": 2, "width": columns, "height": rows, "command": command });
    let mut text = format!("{head}\n");
    let mut at_ms = 0;
    let mut pending: Vec<u8> = Vec::new();
    for (ms, event) in events {
        at_ms = *ms;
        match event {
            CastEvent::Output(bytes) => {
                pending.extend_from_slice(bytes);
                let rest = pending.split_off(whole_chars(&pending));
                text.push_str(&line(*ms, "o", &String::from_utf8_lossy(&pending)));
                pending = rest;
            }
            CastEvent::Resize(columns, rows) => {
                text.push_str(&line(*ms, "r", &format!("{columns}x{rows}")));
            }
        }
    }
    if !pending.is_empty() {
        text.push_str(&line(at_ms, "o", &String::from_utf8_lossy(&pending)));
    }
    if n_lost > 0 {
        text.push_str(&line(at_ms, "m", &format!("{n_lost} bytes left out")));
    }
    text
}

/// Gives all that was written to the terminal of a recording; none where the bytes are no recording.
#[must_use]
pub fn cast_output(bytes: &[u8]) -> Option<String> {
    let mut lines = bytes.split(|it| *it == b'\n');
    let head: Value = serde_json::from_slice(lines.next()?).ok()?;
    if head.get("version").and_then(Value::as_u64) != Some(2) {
        return None;
    }
    let events = lines.filter_map(|it| serde_json::from_slice::<Value>(it).ok());
    let written = |event: Value| match event.as_array()?.as_slice() {
        [Value::Number(_), Value::String(kind), Value::String(text)] if kind == "o" => {
            Some(text.clone())
        }
        _ => None,
    };
    Some(events.filter_map(written).collect())
}

fn line(at_ms: u64, kind: &str, what: &str) -> String {
    if what.is_empty() {
        return String::new();
    }
    let (seconds, millis) = (at_ms / 1000, at_ms % 1000);
    format!("[{seconds}.{millis:03}, \"{kind}\", {}]\n", json!(what))
}

/// Counts the bytes up to a character that is cut off at the end.
fn whole_chars(bytes: &[u8]) -> usize {
    let mut checked = 0;
    loop {
        let rest = bytes.get(checked..).unwrap_or_default();
        match std::str::from_utf8(rest) {
            Ok(_) => return bytes.len(),
            Err(err) => match err.error_len() {
                None => return checked + err.valid_up_to(),
                Some(length) => checked += err.valid_up_to() + length,
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn output(bytes: &[u8]) -> CastEvent {
        CastEvent::Output(bytes.to_vec())
    }

    #[test]
    fn every_byte_has_its_time_and_a_character_is_never_cut() {
        let argv = ["ls".to_owned(), "a b".to_owned()];
        let euro = "€".as_bytes();
        let events = [
            (0, output(b"\x1b[31mred\x1b[0m\x07\r\n")),
            (1234, output(&euro[..1])),
            (1300, CastEvent::Resize(100, 30)),
            (61_005, output(&euro[1..])),
            (61_006, output(b"a\xffb\xe2")),
        ];
        let text = render_cast((80, 24), &argv, &events, 7);
        let expected = [
            r#"{"version":2,"width":80,"height":24,"command":"ls 'a b'"}"#,
            r#"[0.000, "o", "\u001b[31mred\u001b[0m\u0007\r\n"]"#,
            r#"[1.300, "r", "100x30"]"#,
            r#"[61.005, "o", "€"]"#,
            "[61.006, \"o\", \"a\u{fffd}b\"]",
            "[61.006, \"o\", \"\u{fffd}\"]",
            r#"[61.006, "m", "7 bytes left out"]"#,
        ];
        assert_eq!(text.lines().collect::<Vec<_>>(), expected);
    }

    #[test]
    fn what_was_written_is_read_from_a_recording_and_from_nothing_else() {
        let events = [
            (0, output(b"\x1b[2Jone\r\n")),
            (5, CastEvent::Resize(100, 30)),
            (9, output("two €".as_bytes())),
        ];
        let text = render_cast((80, 24), &["ls".to_owned()], &events, 7);
        assert_eq!(cast_output(text.as_bytes()).as_deref(), Some("\u{1b}[2Jone\r\ntwo €"));
        let cut = &text.as_bytes()[..text.len() - 40];
        assert!(cast_output(cut).is_some_and(|it| it.starts_with("\u{1b}[2Jone")), "cut off");
        let other = br#"{"version":1,"stdout":[]}"#;
        let steps = br#"{"schemaVersion":1,"actions":[]}"#;
        for none in [&other[..], steps, b"", b"[0.1, \"o\", \"a\"]\n", b"\x1b[2J{\"version\":2}"] {
            assert_eq!(cast_output(none), None, "{}", String::from_utf8_lossy(none));
        }
    }
}
