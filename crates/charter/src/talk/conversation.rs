//! The loop of a conversation.
//!
//! Owns its order: show the question, take keys, hand the answer in, show the next one. Nothing of
//! an interview is kept here but the answer that is being written; when it cannot be saved it stays
//! on the screen. Must not decide what is asked.

use super::draft::TextDraft;
use super::key::Key;
use super::terminal::RawTerminal;
use super::view::{Card, QuestionHead, answer_columns, lay_out};
use crate::answer::Trouble;
use crate::desk::Desk;
use crate::screen::{Ink, Screen, clean};
use crate::topic::short;
use charter_app::{Caller, NeedReport, ReplyRow};
use charter_contract::Topic;
use charter_interview::brief::{Aim, BRAIN_DUMP, Submission, asks_back};

/// The keys while a question is answered.
const KEYS: [&str; 6] = [
    "enter: send",
    "alt-enter: new line",
    "ctrl-e: $EDITOR",
    "ctrl-b: back",
    "ctrl-s: skip with a reason",
    "ctrl-c: stop",
];

/// The keys while an earlier answer is corrected.
const CORRECTION_KEYS: [&str; 4] =
    ["enter: send the correction", "ctrl-b: further back", "esc: leave it", "ctrl-e: $EDITOR"];

/// The keys while a reason is given.
const SKIP_KEYS: [&str; 2] = ["enter: skip the question", "esc: answer it after all"];

/// The most lines of an answer that stay on the screen.
const ANSWER_LINES_MAX: usize = 3;

/// The most lines of an unsent answer that are shown when somebody stops.
const UNSENT_LINES_MAX: usize = 40;

/// Below this line an editor's text is not part of the answer.
const SCISSORS: &str = "<!-- Nothing below this line is part of the answer. -->";

/// Which interview an idea is asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Opening {
    /// Five questions.
    Brief,
    /// As many as it takes, below its first lines.
    Deep(String),
}

/// How a conversation ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TalkEnd {
    /// Nothing is open any more.
    Finished,
    Stopped,
}

/// What is being written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum TalkStage {
    Answer,
    /// Why it is skipped.
    Reason,
    /// Another answer to an earlier question, by its place among the replies.
    Correction(usize),
}

/// What came of a key.
enum KeyOutcome {
    Stay,
    Hand(String, Submission),
    Stop,
}

/// One conversation.
struct Talk<'a> {
    desk: &'a Desk<'a>,
    need: NeedReport,
    stage: TalkStage,
    draft: TextDraft,
    /// The answer to the open question, while something else is written.
    kept: TextDraft,
    notice: Option<String>,
    /// What was not taken because it asks something back; sent again it is an answer.
    doubted: Option<String>,
}

/// Asks for one text, before there is anything to keep it in; none where somebody stopped.
pub(crate) fn ask(
    desk: &Desk<'_>,
    opening: &Opening,
    question: &str,
    why: &str,
) -> Result<Option<String>, Trouble> {
    let mut terminal = RawTerminal::open()?;
    if let Opening::Deep(first) = opening {
        terminal.leave_text(first)?;
    }
    let mut draft = TextDraft::default();
    let mut notice = None;
    loop {
        let (screen, height) = screen_of(&terminal, desk);
        let keys = ["enter: send", "alt-enter: new line", "ctrl-e: $EDITOR", "ctrl-c: stop"];
        let gaps = charter_contract::Topic::ALL;
        let shown = notice.as_deref();
        let head = match opening {
            Opening::Brief => {
                let place = format!("question 1 of {}", charter_interview::brief::QUESTIONS_MAX);
                QuestionHead::Topics(&gaps, place)
            }
            Opening::Deep(_) => QuestionHead::Words("Before a deep interview: the idea".to_owned()),
        };
        let card = Card { head, question, why, notice: shown, keys: &keys };
        terminal.draw(&lay_out(&card, &draft, &screen, height))?;
        let key = terminal.read()?;
        notice = None;
        match key {
            Key::Send if draft.is_blank() => notice = Some("an answer needs words".to_owned()),
            Key::Send => {
                terminal.leave_text("")?;
                return Ok(Some(draft.text().to_owned()));
            }
            Key::Stop => break,
            Key::EndOfInput if draft.is_blank() => break,
            Key::Editor => notice = edit(&mut terminal, desk, question, &mut draft)?,
            other => change(&mut draft, other, screen.width),
        }
    }
    terminal.leave_text("")?;
    Ok(None)
}

/// Holds the interview that waits for something, until its end or until somebody stops it.
pub(crate) fn hold(
    desk: &Desk<'_>,
    caller: &Caller,
    need: NeedReport,
) -> Result<(TalkEnd, NeedReport), Trouble> {
    let mut talk = Talk {
        desk,
        need,
        stage: TalkStage::Answer,
        draft: TextDraft::default(),
        kept: TextDraft::default(),
        notice: None,
        doubted: None,
    };
    let mut terminal = RawTerminal::open()?;
    let (screen, _) = screen_of(&terminal, desk);
    let head = head(&talk.need, &desk.typed("interview", &talk.need.context.charter_id), &screen);
    terminal.leave_text(&head)?;
    while talk.need.need_id.is_some() {
        let (screen, height) = screen_of(&terminal, desk);
        let frame = lay_out(&talk.card(), &talk.draft, &screen, height);
        terminal.draw(&frame)?;
        let key = terminal.read()?;
        talk.notice = None;
        match talk.take(key, &mut terminal, screen.width)? {
            KeyOutcome::Stay => {}
            KeyOutcome::Stop => {
                let unsent = unsent(&talk.draft, &screen);
                terminal.leave_text(&unsent)?;
                return Ok((TalkEnd::Stopped, talk.need));
            }
            KeyOutcome::Hand(id, submission) => {
                let aim = match talk.stage {
                    TalkStage::Correction(_) => Aim::Named(&id),
                    TalkStage::Answer | TalkStage::Reason => Aim::Open(&id),
                };
                match desk.app.interview_submit(caller, aim, &submission) {
                    Ok(next) => {
                        let said = talk.said(&submission, &screen);
                        terminal.leave_text(&said)?;
                        talk.go_on(next);
                    }
                    Err(err) => talk.not_taken(&err.into(), desk.app.interview_next(caller).ok()),
                }
            }
        }
    }
    terminal.leave_text("")?;
    Ok((TalkEnd::Finished, talk.need))
}

/// Shows what was written and not sent, once more.
pub(super) fn unsent(draft: &TextDraft, screen: &Screen) -> String {
    if draft.is_blank() {
        return String::new();
    }
    let words = "What you had not sent yet is not kept; here it is once more:";
    let narrow = screen.narrow();
    let shown = narrow.wrap("    ", draft.text(), UNSENT_LINES_MAX);
    format!("\n{}{}", narrow.wrap("  ", words, 4), screen.ink(Ink::Dim, &shown))
}

impl Talk<'_> {
    fn card(&self) -> Card<'_> {
        let total = self.need.context.total_questions;
        let gaps = &self.need.context.gaps_remaining;
        let notice = self.notice.as_deref();
        let head = |round: u64| QuestionHead::Topics(gaps, format!("question {round} of {total}"));
        let why = self.need.why.as_deref().unwrap_or_default();
        let question = self.need.prompt.as_str();
        match (self.stage, self.corrected()) {
            (TalkStage::Correction(_), Some(row)) => Card {
                head: head(row.round),
                question: &row.prompt,
                why: "what you said before; change it",
                notice,
                keys: &CORRECTION_KEYS,
            },
            (TalkStage::Reason, _) => Card {
                head: head(self.need.round),
                question,
                why: "why is it skipped?",
                notice,
                keys: &SKIP_KEYS,
            },
            _ => Card { head: head(self.need.round), question, why, notice, keys: &KEYS },
        }
    }

    fn corrected(&self) -> Option<&ReplyRow> {
        let TalkStage::Correction(idx) = self.stage else { return None };
        self.need.context.replies.get(idx)
    }

    fn take(
        &mut self,
        key: Key,
        terminal: &mut RawTerminal,
        width: usize,
    ) -> Result<KeyOutcome, Trouble> {
        match key {
            Key::Stop => return Ok(KeyOutcome::Stop),
            Key::EndOfInput if self.draft.is_blank() => return Ok(KeyOutcome::Stop),
            Key::Send => return Ok(self.send()),
            Key::Back => self.back(),
            Key::Skip if self.stage == TalkStage::Answer => {
                self.kept = std::mem::take(&mut self.draft);
                self.stage = TalkStage::Reason;
            }
            Key::Escape => self.return_to_question(),
            Key::Editor => {
                let question = self.card().question.to_owned();
                self.notice = edit(terminal, self.desk, &question, &mut self.draft)?;
            }
            other => change(&mut self.draft, other, width),
        }
        Ok(KeyOutcome::Stay)
    }

    fn send(&mut self) -> KeyOutcome {
        if self.draft.is_blank() {
            let words = match self.stage {
                TalkStage::Reason => "a skipped question needs a reason; esc goes back to it",
                TalkStage::Answer => {
                    "an answer needs words; ctrl-s skips the question with a reason"
                }
                TalkStage::Correction(_) => {
                    "a correction needs words; esc leaves the answer as it was"
                }
            };
            self.notice = Some(words.to_owned());
            return KeyOutcome::Stay;
        }
        let text = self.draft.text().to_owned();
        let open = self.need.need_id.clone().unwrap_or_default();
        let is_new = self.doubted.as_deref() != Some(text.as_str());
        self.doubted = Some(text.clone());
        match self.stage {
            TalkStage::Answer if is_new && asks_back(&text) => {
                let why = self.need.why.as_deref().unwrap_or_default();
                let words = format!(
                    "not sent: this asks something back. It is asked because {why}; enter again sends it as your answer."
                );
                self.notice = Some(words);
                KeyOutcome::Stay
            }
            TalkStage::Answer => KeyOutcome::Hand(open, Submission::Answer(text)),
            TalkStage::Reason => KeyOutcome::Hand(open, Submission::Skip(text)),
            TalkStage::Correction(_) => {
                let id = self.corrected().map_or(open, |it| it.need_id.clone());
                KeyOutcome::Hand(id, Submission::Answer(text))
            }
        }
    }

    fn back(&mut self) {
        let before = match self.stage {
            TalkStage::Correction(idx) => idx,
            TalkStage::Answer | TalkStage::Reason => self.need.context.replies.len(),
        };
        let Some(idx) = before.checked_sub(1) else {
            self.notice = Some("there is no earlier answer".to_owned());
            return;
        };
        if self.stage == TalkStage::Answer {
            self.kept = std::mem::take(&mut self.draft);
        }
        self.stage = TalkStage::Correction(idx);
        let text = self.corrected().and_then(|it| it.answer.clone()).unwrap_or_default();
        self.draft = TextDraft::new(&text);
    }

    fn return_to_question(&mut self) {
        if self.stage != TalkStage::Answer {
            self.stage = TalkStage::Answer;
            self.draft = std::mem::take(&mut self.kept);
        }
    }

    /// Shows what was said, to stay on the screen.
    fn said(&self, submission: &Submission, screen: &Screen) -> String {
        let row = self.corrected();
        let round = row.map_or(self.need.round, |it| it.round);
        let topic = row.map(|it| it.topic.as_str()).or(self.need.context.topic.as_deref());
        let (sign, ink, text) = match submission {
            Submission::Answer(text) => ("✓", Ink::Good, text),
            Submission::Skip(text) => ("–", Ink::Dim, text),
        };
        let topic = clean(topic.unwrap_or_default());
        let narrow = screen.narrow();
        let text = narrow.wrap("      ", text, ANSWER_LINES_MAX);
        format!("\n  {} {round}  {topic}\n{}", screen.ink(ink, sign), screen.ink(Ink::Dim, &text))
    }

    fn go_on(&mut self, next: NeedReport) {
        let corrects = matches!(self.stage, TalkStage::Correction(_));
        self.draft = if corrects { std::mem::take(&mut self.kept) } else { TextDraft::default() };
        self.kept = TextDraft::default();
        self.stage = TalkStage::Answer;
        self.need = next;
    }

    /// Says why an answer was not taken, and keeps it.
    fn not_taken(&mut self, trouble: &Trouble, now: Option<NeedReport>) {
        let words = trouble.in_a_line();
        let is_same = now.as_ref().is_none_or(|it| it.need_id == self.need.need_id);
        if is_same {
            self.notice =
                Some(format!("not saved: {words}. Your answer is still here; enter tries again."));
            return;
        }
        self.stage = TalkStage::Answer;
        self.notice = Some("this question was answered somewhere else meanwhile; here is the next one. Your words are still here.".to_owned());
        self.need = now.unwrap_or_else(|| self.need.clone());
    }
}

/// Says what the idea covers, where it was the answer to the first question.
pub(crate) fn taken_from_idea(need: &NeedReport) -> Option<String> {
    let [first] = need.context.replies.as_slice() else { return None };
    let gaps = &need.context.gaps_remaining;
    let covered = Topic::ALL.into_iter().filter(|it| !gaps.contains(it)).map(short);
    let covered = covered.collect::<Vec<_>>().join(", ");
    let is_idea = first.topic == BRAIN_DUMP && need.need_id.is_some() && !covered.is_empty();
    is_idea.then(|| format!("Question 1 was the idea; taken from it: {covered}."))
}

fn head(need: &NeedReport, command: &str, screen: &Screen) -> String {
    let narrow = screen.narrow();
    let words = format!("Answers are saved as you give them. Ctrl-C stops; `{command}` goes on.");
    let taken = taken_from_idea(need).map(|it| narrow.wrap("  ", &it, 4)).unwrap_or_default();
    format!(
        "\n  {}\n  {}\n{}{taken}",
        screen.ink(Ink::Strong, &format!("Charter {}", need.context.charter_id)),
        screen.ink(Ink::Dim, &format!("{}/", clean(&need.context.path))),
        narrow.wrap("  ", &words, 4),
    )
}

pub(super) fn change(draft: &mut TextDraft, key: Key, width: usize) {
    let columns = answer_columns(width);
    match key {
        Key::Text(text) => draft.insert(&text),
        Key::Go(motion) => draft.go(motion, columns),
        Key::Remove(motion) => draft.remove(motion, columns),
        _ => {}
    }
}

/// Lets somebody write the answer in their editor; gives what went wrong with that.
pub(super) fn edit(
    terminal: &mut RawTerminal,
    desk: &Desk<'_>,
    question: &str,
    draft: &mut TextDraft,
) -> Result<Option<String>, Trouble> {
    let editor = desk.environment.editor();
    let text = format!("{}\n\n{SCISSORS}\n\n{question}\n", draft.text());
    let edited = terminal.lend(|| desk.app.edit_answer(&editor, &text))?;
    Ok(match edited {
        Ok(Some(text)) => {
            let answer = text.split(SCISSORS).next().unwrap_or_default();
            *draft = TextDraft::new(answer.trim());
            None
        }
        Ok(None) => Some(format!("`{editor}` did not end well; nothing was changed")),
        Err(err) => Some(format!("the editor cannot be used: {}", Trouble::from(err).in_a_line())),
    })
}

pub(super) fn screen_of(terminal: &RawTerminal, desk: &Desk<'_>) -> (Screen, usize) {
    let (width, height) = terminal.size();
    (Screen { width: width.clamp(20, 120), ..desk.screen }, height)
}
