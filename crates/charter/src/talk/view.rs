//! How a question looks while it is answered.
//!
//! Owns the layout: where things stand, the question, the answer so far, the keys. Must not know
//! what a key does.

use super::draft::TextDraft;
use super::terminal::Drawing;
use crate::screen::{Ink, Screen, clean};
use crate::topic::topics;
use charter_contract::Topic;
use charter_interview::Tongue;
use unicode_width::UnicodeWidthStr;

/// What stands before an answer.
const MARK: &str = "  › ";

/// What stands before its other lines.
const INDENT: &str = "    ";

/// The most lines of a question, with its options.
const QUESTION_LINES_MAX: usize = 30;

const LINES_MAX: usize = 12;

/// The fewest rows of a screen that the answer has.
const ANSWER_ROWS_MIN: usize = 2;

/// The rows below which the keys may go.
const LOW_ROWS: usize = 10;

/// What stands above a question.
#[derive(Debug)]
pub(super) enum QuestionHead<'a> {
    /// The topics that are open, which question it is in words, and the language.
    Topics(&'a [Topic], String, Tongue),
    Words(String),
}

/// What is shown beside the answer.
#[derive(Debug)]
pub(super) struct Card<'a> {
    /// What stands above the question.
    pub(super) head: QuestionHead<'a>,
    pub(super) question: &'a str,
    pub(super) why: &'a str,
    /// Something to tell; in the place of the keys.
    pub(super) notice: Option<&'a str>,
    pub(super) keys: &'a [&'a str],
}

/// Gives the columns that an answer has on a screen.
pub(super) fn answer_columns(width: usize) -> usize {
    width.saturating_sub(MARK.width() + 1).max(8)
}

/// Lays a question and its answer out for a screen.
pub(super) fn lay_out(
    card: &Card<'_>,
    draft: &TextDraft,
    screen: &Screen,
    height: usize,
) -> Drawing {
    let head = match &card.head {
        QuestionHead::Topics(gaps, place, tongue) => vec![topics(gaps, place, *tongue, screen)],
        QuestionHead::Words(words) => wrapped(screen, words, Ink::Dim, LINES_MAX),
    };
    let mut top = vec![String::new()];
    if !head.is_empty() {
        top.extend(head);
        top.push(String::new());
    }
    let mut question = wrapped(screen, card.question, Ink::Strong, QUESTION_LINES_MAX);
    let mut why = wrapped(screen, card.why, Ink::Dim, LINES_MAX);
    let mut foot = vec![String::new()];
    match card.notice {
        Some(notice) => foot.extend(wrapped(screen, notice, Ink::Warn, LINES_MAX)),
        None => foot.extend(key_lines(card.keys, screen)),
    }
    // On a low screen the answer counts most, then what is asked, then what is around it.
    let mut room = height.saturating_sub(ANSWER_ROWS_MIN + 1);
    let n_kept = usize::from(height >= LOW_ROWS && foot.len() > 1).min(room);
    room -= n_kept;
    keep(&mut question, &mut room);
    room += n_kept;
    if n_kept > 0 && foot.len() > room {
        foot.remove(0);
        foot.truncate(room);
    }
    for part in [&mut foot, &mut top, &mut why] {
        if part.len() > room {
            part.clear();
        }
        keep(part, &mut room);
    }
    let mut lines = [top, question, why, vec![String::new()]].concat();
    let rows = draft.rows(answer_columns(screen.width));
    let (row, column) = draft.position(&rows);
    let room = height.saturating_sub(lines.len() + foot.len()).max(1);
    let first = row.saturating_sub(room - 1).min(rows.len().saturating_sub(1));
    let above = lines.len();
    for (idx, it) in rows.iter().enumerate().skip(first).take(room) {
        let mark = if idx == 0 { screen.ink(Ink::Good, MARK) } else { INDENT.to_owned() };
        lines.push(format!("{mark}{}", clean(&draft.shown(*it))));
    }
    lines.extend(foot);
    Drawing { lines, row: above + row - first, column: MARK.width() + column }
}

/// Takes as many lines as there is room for.
fn keep(lines: &mut Vec<String>, room: &mut usize) {
    lines.truncate(*room);
    *room -= lines.len();
}

pub(super) fn wrapped(screen: &Screen, text: &str, ink: Ink, lines_max: usize) -> Vec<String> {
    let narrow = screen.narrow();
    let text = narrow.wrap("  ", text, lines_max);
    text.lines().map(|it| screen.ink(ink, it)).collect()
}

pub(super) fn key_lines(keys: &[&str], screen: &Screen) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for key in keys {
        match lines.last_mut() {
            Some(line) if line.width() + 3 + key.width() < screen.width => {
                line.push_str("   ");
                line.push_str(key);
            }
            _ => lines.push(format!("  {key}")),
        }
    }
    lines.iter().map(|it| screen.ink(Ink::Dim, it)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const CARD: Card<'static> = Card {
        head: QuestionHead::Topics(&[Topic::Users, Topic::Scope], String::new(), Tongue::English),
        question: "Who are the primary users?",
        why: "nothing said so far tells who will use it",
        notice: None,
        keys: &["enter: send", "alt-enter: new line", "ctrl-e: $EDITOR"],
    };

    fn check(width: usize, height: usize, answer: &str) -> String {
        let place = "question 2 of 5".to_owned();
        let head = QuestionHead::Topics(&[Topic::Users, Topic::Scope], place, Tongue::English);
        let card = Card { head, ..CARD };
        let screen = Screen { width, color: false };
        let frame = lay_out(&card, &TextDraft::new(answer), &screen, height);
        assert!(frame.lines.len() <= height, "{frame:?}");
        assert!(frame.lines.iter().all(|it| it.width() < width), "{frame:?}");
        let mut lines = frame.lines.clone();
        let line = &mut lines[frame.row];
        assert!(line.width() <= frame.column, "the cursor is at the end: {frame:?}");
        line.push('▏');
        lines.join("\n")
    }

    #[test]
    fn a_wide_screen_shows_where_things_stand() {
        insta::assert_snapshot!(check(80, 24, "Night nurses enter,\nward managers read."), @"
          ● problem   ○ users   ● value   ○ scope   ● success           question 2 of 5

          Who are the primary users?
          nothing said so far tells who will use it

          › Night nurses enter,
            ward managers read.▏

          enter: send   alt-enter: new line   ctrl-e: $EDITOR
        ");
    }

    #[test]
    fn a_narrow_one_says_it_in_words() {
        insta::assert_snapshot!(check(40, 24, ""), @"
          question 2 of 5, open: users, scope

          Who are the primary users?
          nothing said so far tells who will
          use it

          › ▏

          enter: send   alt-enter: new line
          ctrl-e: $EDITOR
        ");
    }

    #[test]
    fn a_question_that_fills_the_screen_leaves_a_line_for_the_keys() {
        let question = "word ".repeat(400);
        let screen = Screen { width: 40, color: false };
        for notice in [None, Some("not taken")] {
            let card = Card { question: &question, notice, ..CARD };
            let frame = lay_out(&card, &TextDraft::new("yes"), &screen, 24);
            assert!(frame.lines.len() <= 24, "{frame:?}");
            let last = frame.lines.last().map(|it| it.trim_start());
            let expected = notice.unwrap_or("enter: send   alt-enter: new line");
            assert_eq!(last, Some(expected), "{frame:?}");
        }
    }

    #[test]
    fn a_low_one_keeps_the_line_with_the_cursor() {
        insta::assert_snapshot!(check(60, 5, "1\n2\n3\n4\n5\n6"), @"
          Who are the primary users?
          nothing said so far tells who will use it

            5
            6▏
        ");
    }
}
