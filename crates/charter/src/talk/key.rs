//! What a key means in a conversation.
//!
//! Owns the one table of keys. Must not act on them.

use super::draft::Motion;
use crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

/// What somebody wants.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Key {
    /// Put this where the cursor is.
    Text(String),
    Go(Motion),
    /// Remove up to there.
    Remove(Motion),
    Send,
    Editor,
    /// Correct an earlier answer.
    Back,
    Skip,
    /// Leave the answer to a mind.
    Decide,
    /// Ask something about the question.
    AskBack,
    /// End the interview early.
    Enough,
    /// Leave what was begun: a correction, a reason.
    Escape,
    Stop,
    /// Stop it, if nothing is written.
    EndOfInput,
    Redraw,
}

/// Reads an event; there is none where it means nothing here.
pub(super) fn read(event: Event) -> Option<Key> {
    match event {
        Event::Paste(text) => Some(Key::Text(text)),
        Event::Resize(..) | Event::FocusGained => Some(Key::Redraw),
        Event::Key(key) if key.kind != KeyEventKind::Release => of_key(key),
        _ => None,
    }
}

fn of_key(key: KeyEvent) -> Option<Key> {
    let control = key.modifiers.contains(KeyModifiers::CONTROL);
    let alt = key.modifiers.contains(KeyModifiers::ALT);
    let shift = key.modifiers.contains(KeyModifiers::SHIFT);
    Some(match key.code {
        KeyCode::Enter if alt || shift => Key::Text("\n".to_owned()),
        KeyCode::Enter => Key::Send,
        KeyCode::Char(it) if control => return of_control(it),
        KeyCode::Char('b') if alt => Key::Go(Motion::WordLeft),
        KeyCode::Char('f') if alt => Key::Go(Motion::WordRight),
        KeyCode::Char(it) => Key::Text(it.to_string()),
        KeyCode::Tab => Key::Text("\t".to_owned()),
        KeyCode::Left if control || alt => Key::Go(Motion::WordLeft),
        KeyCode::Right if control || alt => Key::Go(Motion::WordRight),
        KeyCode::Left => Key::Go(Motion::Left),
        KeyCode::Right => Key::Go(Motion::Right),
        KeyCode::Up => Key::Go(Motion::Up),
        KeyCode::Down => Key::Go(Motion::Down),
        KeyCode::Home => Key::Go(Motion::LineStart),
        KeyCode::End => Key::Go(Motion::LineEnd),
        KeyCode::Backspace if control || alt => Key::Remove(Motion::WordLeft),
        KeyCode::Backspace => Key::Remove(Motion::Left),
        KeyCode::Delete => Key::Remove(Motion::Right),
        KeyCode::Esc => Key::Escape,
        _ => return None,
    })
}

fn of_control(it: char) -> Option<Key> {
    Some(match it.to_ascii_lowercase() {
        'c' => Key::Stop,
        'd' => Key::EndOfInput,
        'e' => Key::Editor,
        'b' => Key::Back,
        's' => Key::Skip,
        'y' => Key::Decide,
        'r' => Key::AskBack,
        'x' => Key::Enough,
        'j' => Key::Text("\n".to_owned()),
        'a' => Key::Go(Motion::LineStart),
        'u' => Key::Remove(Motion::LineStart),
        'k' => Key::Remove(Motion::LineEnd),
        'w' | 'h' => Key::Remove(if it == 'h' { Motion::Left } else { Motion::WordLeft }),
        'l' => Key::Redraw,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(code: KeyCode, modifiers: KeyModifiers, expected: Option<&Key>) {
        let read = read(Event::Key(KeyEvent::new(code, modifiers)));
        assert_eq!(read.as_ref(), expected, "{code:?} {modifiers:?}");
    }

    #[test]
    fn keys_mean_what_the_key_line_says() {
        let control = KeyModifiers::CONTROL;
        check(KeyCode::Enter, KeyModifiers::NONE, Some(&Key::Send));
        check(KeyCode::Enter, KeyModifiers::ALT, Some(&Key::Text("\n".to_owned())));
        check(KeyCode::Char('e'), control, Some(&Key::Editor));
        check(KeyCode::Char('b'), control, Some(&Key::Back));
        check(KeyCode::Char('s'), control, Some(&Key::Skip));
        check(KeyCode::Char('y'), control, Some(&Key::Decide));
        check(KeyCode::Char('r'), control, Some(&Key::AskBack));
        check(KeyCode::Char('x'), control, Some(&Key::Enough));
        check(KeyCode::Char('c'), control, Some(&Key::Stop));
        check(KeyCode::Char('b'), KeyModifiers::NONE, Some(&Key::Text("b".to_owned())));
        check(KeyCode::F(5), KeyModifiers::NONE, None);
    }
}
