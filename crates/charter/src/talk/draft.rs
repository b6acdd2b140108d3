//! The text that is being written.
//!
//! Owns the cursor and every way to change the text. What looks like one character moves as one.
//! Must not know keys or screens; it only asks how wide a screen is.

use unicode_width::UnicodeWidthChar;

/// What joins two characters into one.
const JOINER: char = '\u{200d}';

const TAB_COLUMNS: usize = 4;

/// A text with a cursor.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct TextDraft {
    text: String,
    /// Where the cursor is, in bytes; always between two characters.
    cursor: usize,
    /// Whether it was refused: it stays to be mended, and new words take its place.
    is_refused: bool,
}

/// A line of the screen: which bytes of the text it shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct DraftRow {
    pub(super) start: usize,
    pub(super) end: usize,
}

/// Where a cursor goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Motion {
    Left,
    Right,
    WordLeft,
    WordRight,
    LineStart,
    LineEnd,
    Up,
    Down,
}

impl TextDraft {
    /// Begins with a text, the cursor at its end.
    pub(super) fn new(text: &str) -> Self {
        let text = text.replace("\r\n", "\n").replace('\r', "\n");
        Self { cursor: text.len(), text, is_refused: false }
    }

    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// Tells whether there is nothing to send.
    pub(super) fn is_blank(&self) -> bool {
        !self.text.chars().any(char::is_alphanumeric)
    }

    /// Notes that it was refused.
    pub(super) fn refuse(&mut self) {
        self.is_refused = true;
    }

    /// Puts a text where the cursor is; control characters but tab and newline are left out.
    pub(super) fn insert(&mut self, text: &str) {
        if std::mem::take(&mut self.is_refused) {
            *self = Self::default();
        }
        let text = text.replace("\r\n", "\n").replace('\r', "\n");
        let keep = |it: &char| *it == '\n' || *it == '\t' || !it.is_control();
        let text: String = text.chars().filter(keep).collect();
        self.text.insert_str(self.cursor, &text);
        self.cursor += text.len();
    }

    /// Moves the cursor on a screen of some width.
    pub(super) fn go(&mut self, motion: Motion, width: usize) {
        self.is_refused = false;
        self.cursor = self.target(motion, width);
    }

    /// Removes what lies between the cursor and where a motion would take it.
    pub(super) fn remove(&mut self, motion: Motion, width: usize) {
        self.is_refused = false;
        let target = self.target(motion, width);
        let (from, to) = (target.min(self.cursor), target.max(self.cursor));
        self.text.replace_range(from..to, "");
        self.cursor = from;
    }

    fn target(&self, motion: Motion, width: usize) -> usize {
        let before = self.text.get(..self.cursor).unwrap_or_default();
        let after = self.text.get(self.cursor..).unwrap_or_default();
        match motion {
            Motion::Left => self.left(),
            Motion::Right => self.cursor + first_cluster(after),
            Motion::WordLeft => {
                let word = before.trim_end_matches(|it: char| !it.is_alphanumeric());
                word.trim_end_matches(char::is_alphanumeric).len()
            }
            Motion::WordRight => {
                let word = after.trim_start_matches(|it: char| !it.is_alphanumeric());
                let rest = word.trim_start_matches(char::is_alphanumeric);
                self.text.len() - rest.len()
            }
            Motion::LineStart => before.rfind('\n').map_or(0, |idx| idx + 1),
            Motion::LineEnd => after.find('\n').map_or(self.text.len(), |idx| self.cursor + idx),
            Motion::Up => self.vertical(width, -1),
            Motion::Down => self.vertical(width, 1),
        }
    }

    fn left(&self) -> usize {
        let mut at = 0;
        loop {
            let rest = self.text.get(at..).unwrap_or_default();
            let next = at + first_cluster(rest);
            if next >= self.cursor || rest.is_empty() {
                return at;
            }
            at = next;
        }
    }

    fn vertical(&self, width: usize, step: isize) -> usize {
        let rows = self.rows(width);
        let (row, column) = self.position(&rows);
        let Some(row) = row.checked_add_signed(step) else { return 0 };
        let Some(row) = rows.get(row) else { return self.text.len() };
        let mut used = 0;
        let text = self.text.get(row.start..row.end).unwrap_or_default();
        for (idx, it) in text.char_indices() {
            let next = used + columns(it);
            if next > column {
                return row.start + idx;
            }
            used = next;
        }
        row.end
    }

    /// Parts the text into rows of some width, at blanks where there are some.
    pub(super) fn rows(&self, width: usize) -> Vec<DraftRow> {
        let mut rows = Vec::new();
        let mut start = 0;
        for line in self.text.split('\n') {
            let end = start + line.len();
            wrap(line, start, width.max(4), &mut rows);
            start = end + 1;
        }
        rows
    }

    /// Gives the row and the column of the cursor.
    pub(super) fn position(&self, rows: &[DraftRow]) -> (usize, usize) {
        let row = rows.iter().rposition(|it| it.start <= self.cursor).unwrap_or(0);
        let start = rows.get(row).map_or(0, |it| it.start);
        let text = self.text.get(start..self.cursor).unwrap_or_default();
        (row, text.chars().map(columns).sum())
    }

    pub(super) fn shown(&self, row: DraftRow) -> String {
        let text = self.text.get(row.start..row.end).unwrap_or_default();
        text.replace('\t', &" ".repeat(TAB_COLUMNS))
    }
}

fn columns(it: char) -> usize {
    if it == '\t' { TAB_COLUMNS } else { it.width().unwrap_or(0) }
}

/// Gives the length of what looks like one character at the start of a text.
fn first_cluster(text: &str) -> usize {
    let mut end = 0;
    let mut joined = true;
    for it in text.chars() {
        let belongs = joined || it == JOINER || (it.width() == Some(0) && it != '\n');
        if !belongs {
            break;
        }
        end += it.len_utf8();
        joined = it == JOINER;
    }
    end
}

fn wrap(line: &str, offset: usize, width: usize, rows: &mut Vec<DraftRow>) {
    let (mut start, mut used) = (0, 0);
    let mut blank: Option<usize> = None;
    for (idx, it) in line.char_indices() {
        let wide = columns(it);
        if used + wide > width {
            let end = blank.filter(|end| *end > start).unwrap_or(idx);
            rows.push(DraftRow { start: offset + start, end: offset + end });
            used = line.get(end..idx).unwrap_or_default().chars().map(columns).sum();
            start = end;
            blank = None;
        }
        used += wide;
        if it == ' ' {
            blank = Some(idx + 1);
        }
    }
    rows.push(DraftRow { start: offset + start, end: offset + line.len() });
}

#[cfg(test)]
mod tests {
    use super::*;

    fn draft(text: &str) -> TextDraft {
        let (before, after) = text.split_once('|').unwrap();
        TextDraft { text: format!("{before}{after}"), cursor: before.len(), is_refused: false }
    }

    fn shown(draft: &TextDraft) -> String {
        let mut text = draft.text.clone();
        text.insert(draft.cursor, '|');
        text
    }

    fn check(before: &str, motion: Motion, gone: &str, removed: &str) {
        let mut moved = draft(before);
        moved.go(motion, 10);
        assert_eq!(shown(&moved), gone, "{motion:?}");
        let mut cut = draft(before);
        cut.remove(motion, 10);
        assert_eq!(shown(&cut), removed, "{motion:?}");
    }

    #[test]
    fn a_cursor_moves_by_what_looks_like_one_character() {
        check("ab|c", Motion::Left, "a|bc", "a|c");
        check("|abc", Motion::Left, "|abc", "|abc");
        check("abc|", Motion::Right, "abc|", "abc|");
        check("e\u{301}|x", Motion::Left, "|e\u{301}x", "|x");
        check("x|👩\u{200d}🔬y", Motion::Right, "x👩\u{200d}🔬|y", "x|y");
        check("밤|근무", Motion::Right, "밤근|무", "밤|무");
        check("a\n|b", Motion::Left, "a|\nb", "a|b");
    }

    #[test]
    fn a_cursor_moves_by_words_and_lines() {
        check(
            "night nurses, four |x",
            Motion::WordLeft,
            "night nurses, |four x",
            "night nurses, |x",
        );
        check("a| bc d", Motion::WordRight, "a bc| d", "a| d");
        check(
            "one\ntwo th|ree\nfour",
            Motion::LineStart,
            "one\n|two three\nfour",
            "one\n|ree\nfour",
        );
        check("one\ntwo| three\nfour", Motion::LineEnd, "one\ntwo three|\nfour", "one\ntwo|\nfour");
    }

    #[test]
    fn a_cursor_moves_between_the_rows_of_the_screen() {
        check("one two three four|", Motion::Up, "one two |three four", "one two |");
        check("on|e\ntwo", Motion::Down, "one\ntw|o", "on|o");
        check("on|e", Motion::Up, "|one", "|e");
        check("on|e", Motion::Down, "one|", "on|");
    }

    #[test]
    fn rows_break_at_blanks_and_wide_characters_count_twice() {
        let rows = |text: &str| {
            let draft = TextDraft::new(text);
            draft.rows(10).into_iter().map(|it| draft.shown(it)).collect::<Vec<_>>()
        };
        assert_eq!(rows("one two three\n\nx"), ["one two ", "three", "", "x"]);
        assert_eq!(rows("밤근무간호사들이"), ["밤근무간호", "사들이"]);
        assert_eq!(rows("abcdefghijklm"), ["abcdefghij", "klm"]);
        assert_eq!(rows(""), [""]);
    }

    #[test]
    fn what_is_pasted_keeps_its_lines_and_loses_its_controls() {
        let mut it = draft("a|d");
        it.insert("b\r\nc\u{1b}[31m\r");
        assert_eq!(shown(&it), "ab\nc[31m\n|d");
        assert_eq!(TextDraft::new("x\r\ny").text(), "x\ny");
        assert!(TextDraft::new(" … ").is_blank() && !TextDraft::new("밤").is_blank());
    }
}
