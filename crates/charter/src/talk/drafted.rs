//! Drafted criteria in a terminal: a list, and a key for what becomes of each.
//!
//! Owns the loop and how the list looks. Every key is written at once, so that leaving loses nothing. Must not
//! know which interview drafted.

use super::conversation::{change, screen_of};
use super::draft::{Motion, TextDraft};
use super::key::Key;
use super::terminal::{Drawing, RawTerminal};
use super::view::{Card, QuestionHead, key_lines, lay_out, wrapped};
use crate::answer::Trouble;
use crate::desk::Desk;
use crate::screen::{Ink, Screen};
use charter_app::{Caller, DraftedReport};
use charter_interview::Tongue;
use charter_interview::brief::{Aim, BriefPhrase, say, say_with};
use charter_interview::drafted::{AcceptedRows, DraftedReply, DraftedRow};

/// The keys of the list.
const KEYS: [BriefPhrase; 8] = [
    BriefPhrase::KeyAll,
    BriefPhrase::KeyOne,
    BriefPhrase::KeyChange,
    BriefPhrase::KeyMerge,
    BriefPhrase::KeyDrop,
    BriefPhrase::KeyMeasure,
    BriefPhrase::KeyCommand,
    BriefPhrase::KeyLater,
];

/// The keys while a text is written.
const TEXT_KEYS: [BriefPhrase; 2] = [BriefPhrase::KeySave, BriefPhrase::KeyLeave];

/// The most lines of one criterion.
const ROW_LINES_MAX: usize = 3;

/// What is being written about the criterion under the cursor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum DraftedStage {
    List,
    Text,
    Measure,
}

struct DraftedTalk {
    report: DraftedReport,
    at: usize,
    stage: DraftedStage,
    draft: TextDraft,
    notice: Option<String>,
}

/// Shows drafted criteria until each has been looked at, or somebody leaves.
pub(crate) fn hold_drafted(
    desk: &Desk<'_>,
    caller: &Caller,
    report: DraftedReport,
) -> Result<Option<DraftedReport>, Trouble> {
    let draft = TextDraft::default();
    let mut talk = DraftedTalk { report, at: 0, stage: DraftedStage::List, draft, notice: None };
    let mut terminal = RawTerminal::open()?;
    loop {
        let (screen, height) = screen_of(&terminal, desk);
        terminal.draw(&talk.frame(&screen, height))?;
        let key = terminal.read()?;
        talk.notice = None;
        let reply = match key {
            Key::Stop | Key::EndOfInput => break,
            Key::Escape if talk.stage == DraftedStage::List => break,
            key => talk.take(key, screen.width),
        };
        let Some(reply) = reply else { continue };
        match desk.app.drafted_submit(caller, Aim::Open(&talk.report.need_id), &reply) {
            Ok(()) => match desk.app.drafted_next(caller)? {
                None => {
                    terminal.leave_text("")?;
                    return Ok(None);
                }
                Some(report) => talk.go_on(report),
            },
            Err(err) => talk.notice = Some(Trouble::from(err).in_a_line()),
        }
    }
    terminal.leave_text("")?;
    Ok(Some(talk.report))
}

impl DraftedTalk {
    fn row(&self) -> Option<&DraftedRow> {
        self.report.rows.get(self.at)
    }

    fn go_on(&mut self, report: DraftedReport) {
        self.at = self.at.min(report.rows.len().saturating_sub(1));
        self.report = report;
        self.stage = DraftedStage::List;
        self.draft = TextDraft::default();
    }

    /// Takes a key; what is to be written comes back.
    fn take(&mut self, key: Key, width: usize) -> Option<DraftedReply> {
        if self.stage != DraftedStage::List {
            return self.take_text(key, width);
        }
        let id = self.row()?.id.clone();
        let none = DraftedReply::default();
        match key {
            Key::Send => return Some(DraftedReply { accept: AcceptedRows::All, ..none }),
            Key::Go(Motion::Up) => self.at = self.at.saturating_sub(1),
            Key::Go(Motion::Down) => {
                self.at = (self.at + 1).min(self.report.rows.len().saturating_sub(1));
            }
            Key::Text(letter) => match letter.as_str() {
                "A" => return Some(DraftedReply { accept: AcceptedRows::All, ..none }),
                "a" => {
                    let accept = AcceptedRows::These([id].into());
                    return Some(DraftedReply { accept, ..none });
                }
                "d" => return Some(DraftedReply { drop: [id].into(), ..none }),
                "m" => {
                    let above = self.report.rows.get(self.at.checked_sub(1)?)?.id.clone();
                    return Some(DraftedReply { merge: vec![(above, id)], ..none });
                }
                "e" => {
                    self.draft = TextDraft::new(&self.row()?.text.clone());
                    self.stage = DraftedStage::Text;
                }
                "w" if self.row()?.gap.is_some() => self.stage = DraftedStage::Measure,
                "c" => {
                    let command = [(id, self.row()?.suggested.clone()?)].into();
                    return Some(DraftedReply { command, ..none });
                }
                _ => {}
            },
            _ => {}
        }
        None
    }

    fn take_text(&mut self, key: Key, width: usize) -> Option<DraftedReply> {
        match key {
            Key::Escape => {
                self.stage = DraftedStage::List;
                self.draft = TextDraft::default();
            }
            Key::Send if self.draft.is_blank() => self.stage = DraftedStage::List,
            Key::Send => {
                let texts = [(self.row()?.id.clone(), self.draft.text().to_owned())].into();
                let none = DraftedReply::default();
                return Some(match self.stage {
                    DraftedStage::Measure => DraftedReply { measure: texts, ..none },
                    DraftedStage::Text | DraftedStage::List => DraftedReply { edit: texts, ..none },
                });
            }
            other => change(&mut self.draft, other, width),
        }
        None
    }

    fn frame(&self, screen: &Screen, height: usize) -> Drawing {
        let tongue = self.report.tongue;
        let words =
            |keys: &[BriefPhrase]| keys.iter().map(|it| say(tongue, *it)).collect::<Vec<_>>();
        if let (Some(row), false) = (self.row(), self.stage == DraftedStage::List) {
            let keys = words(&TEXT_KEYS);
            let keys: Vec<&str> = keys.iter().map(String::as_str).collect();
            let why = match self.stage {
                DraftedStage::Measure => row.gap.clone().unwrap_or_default(),
                DraftedStage::Text | DraftedStage::List => String::new(),
            };
            let head = QuestionHead::Words(row.id.clone());
            let notice = self.notice.as_deref();
            let card = Card { head, question: &row.text, why: &why, notice, keys: &keys };
            return lay_out(&card, &self.draft, screen, height);
        }
        let n = self.report.rows.len().to_string();
        let heading = say_with(tongue, BriefPhrase::Drafted, &[("n", &n)]);
        let mut lines = vec![String::new()];
        lines.extend(wrapped(screen, &heading, Ink::Strong, ROW_LINES_MAX));
        lines.push(String::new());
        // Only what lacks a measure is asked for one, and only a command that is offered is taken.
        let has_gap = self.row().is_some_and(|it| it.gap.is_some());
        let has_offer = self.row().is_some_and(|it| it.suggested.is_some());
        let is_meant = |it: &&BriefPhrase| match it {
            BriefPhrase::KeyMeasure => has_gap,
            BriefPhrase::KeyCommand => has_offer,
            _ => true,
        };
        let keys = words(&KEYS.iter().filter(is_meant).copied().collect::<Vec<_>>());
        let keys: Vec<&str> = keys.iter().map(String::as_str).collect();
        let mut foot = vec![String::new()];
        match &self.notice {
            Some(notice) => foot.extend(wrapped(screen, notice, Ink::Warn, ROW_LINES_MAX)),
            None => foot.extend(key_lines(&keys, screen)),
        }
        let room = height.saturating_sub(lines.len() + foot.len()).max(2);
        let (rows, cursor) = self.rows_in(screen, room);
        let row = lines.len() + cursor;
        lines.extend(rows);
        lines.extend(foot);
        lines.truncate(height);
        Drawing { row: row.min(lines.len().saturating_sub(1)), lines, column: 2 }
    }

    /// Draws as many criteria as there is room for, the one under the cursor among them, and says where it is.
    fn rows_in(&self, screen: &Screen, room: usize) -> (Vec<String>, usize) {
        let drawn = drafted_lines(&self.report.rows, Some(self.at), self.report.tongue, screen);
        let before: usize = drawn.iter().take(self.at).map(Vec::len).sum();
        let here = drawn.get(self.at).map_or(0, Vec::len);
        let lines: Vec<String> = drawn.into_iter().flatten().collect();
        let first = (before + here).saturating_sub(room);
        (lines.into_iter().skip(first).take(room).collect(), before.saturating_sub(first))
    }
}

/// Draws drafted criteria: the id, the statement, what is still missing, and the command that may show it.
pub(crate) fn drafted_lines(
    rows: &[DraftedRow],
    at: Option<usize>,
    tongue: Tongue,
    screen: &Screen,
) -> Vec<Vec<String>> {
    let narrow = screen.narrow();
    let of_row = |(idx, row): (usize, &DraftedRow)| {
        let mark = if at == Some(idx) { "›" } else { " " };
        let head = format!("  {} {}", screen.ink(Ink::Good, mark), screen.ink(Ink::Dim, &row.id));
        let mut lines = vec![head];
        lines.extend(narrow.wrap("    ", &row.text, ROW_LINES_MAX).lines().map(str::to_owned));
        let mut more = |words: String, ink| {
            let text = narrow.wrap("    ", &words, ROW_LINES_MAX);
            lines.extend(text.lines().map(|it| screen.ink(ink, it)));
        };
        row.gap.iter().for_each(|it| more(format!("? {it}"), Ink::Warn));
        row.command.iter().for_each(|it| more(format!("$ {it}"), Ink::Dim));
        let offer = |it: &String| say_with(tongue, BriefPhrase::MayShow, &[("command", it)]);
        row.suggested.iter().for_each(|it| more(offer(it), Ink::Dim));
        lines
    };
    rows.iter().enumerate().map(of_row).collect()
}
