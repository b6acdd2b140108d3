//! The loop of a conversation.
//!
//! Owns its order: show the question, take keys, hand the answer in, show the next one. Nothing of
//! an interview is kept here but the answer that is being written; when it cannot be saved it stays
//! on the screen. Must not decide what is asked.

use super::draft::TextDraft;
use super::key::Key;
use super::sections::lay_out_sections;
use super::terminal::{Drawing, RawTerminal};
use super::view::{Card, QuestionHead, answer_columns, lay_out};
use crate::answer::Trouble;
use crate::desk::Desk;
use crate::screen::{Ink, Screen, clean};
use charter_app::{Caller, NeedReport, ReplyRow};
use charter_contract::{Topic, topic_of};
use charter_interview::Tongue;
use charter_interview::brief::{Aim, BriefPhrase, SectionReply, Submission, say, say_with};
use charter_interview::noise::noise;

/// The keys while a question is answered.
const KEYS: [BriefPhrase; 6] = [
    BriefPhrase::KeySend,
    BriefPhrase::KeyLine,
    BriefPhrase::KeyEditor,
    BriefPhrase::KeyBack,
    BriefPhrase::KeySkip,
    BriefPhrase::KeyStop,
];

/// The keys while an earlier answer is corrected.
const CORRECTION_KEYS: [BriefPhrase; 4] = [
    BriefPhrase::KeyCorrect,
    BriefPhrase::KeyFurther,
    BriefPhrase::KeyLeave,
    BriefPhrase::KeyEditor,
];

/// The keys while a reason is given.
const SKIP_KEYS: [BriefPhrase; 2] = [BriefPhrase::KeySkipIt, BriefPhrase::KeyAnswer];

/// The keys while the sections are looked at.
const REVIEW_KEYS: [BriefPhrase; 3] =
    [BriefPhrase::KeyAccept, BriefPhrase::KeyEdit, BriefPhrase::KeyStop];

/// The keys while one of them is changed.
const EDIT_KEYS: [BriefPhrase; 4] =
    [BriefPhrase::KeySave, BriefPhrase::KeyLine, BriefPhrase::KeyEditor, BriefPhrase::KeyLeave];

/// The keys while the first words are asked for, before there is anything to keep them in.
const DUMP_KEYS: [BriefPhrase; 4] =
    [BriefPhrase::KeySend, BriefPhrase::KeyLine, BriefPhrase::KeyEditor, BriefPhrase::KeyStop];

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
    /// What a section says instead.
    Edit(Topic),
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
    /// How often in a row something was sent that answers nothing.
    n_noise: usize,
}

/// What is asked while a text is written.
struct AskedText {
    head: u64,
    question: String,
    why: String,
    keys: &'static [BriefPhrase],
}

/// Asks for one text, before there is anything to keep it in; none where somebody stopped.
pub(crate) fn ask(
    desk: &Desk<'_>,
    opening: &Opening,
    why: &str,
) -> Result<Option<String>, Trouble> {
    // Nobody has said a word yet.
    let tongue = Tongue::English;
    let question = say(tongue, BriefPhrase::Dump);
    let mut terminal = RawTerminal::open()?;
    if let Opening::Deep(first) = opening {
        terminal.leave_text(first)?;
    }
    let mut draft = TextDraft::default();
    let mut notice = None;
    loop {
        let (screen, height) = screen_of(&terminal, desk);
        let keys = words_of(&DUMP_KEYS, tongue);
        let keys: Vec<&str> = keys.iter().map(String::as_str).collect();
        let gaps = Topic::ALL;
        let shown = notice.as_deref();
        let head = match opening {
            Opening::Brief => QuestionHead::Topics(&gaps, String::new(), tongue),
            Opening::Deep(_) => QuestionHead::Words("Before a deep interview: the idea".to_owned()),
        };
        let card = Card { head, question: &question, why, notice: shown, keys: &keys };
        terminal.draw(&lay_out(&card, &draft, &screen, height))?;
        let key = terminal.read()?;
        notice = None;
        match key {
            Key::Send if draft.is_blank() => notice = Some("an answer needs words".to_owned()),
            Key::Send => match noise(&question, &[], draft.text()) {
                Some(kind) => {
                    draft.refuse();
                    notice = Some(say_with(tongue, BriefPhrase::Noise(kind), &[("why", why)]));
                }
                None => {
                    terminal.leave_text("")?;
                    return Ok(Some(draft.text().to_owned()));
                }
            },
            Key::Stop => break,
            Key::EndOfInput if draft.is_blank() => break,
            Key::Editor => notice = edit(&mut terminal, desk, &question, &mut draft)?,
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
        n_noise: 0,
    };
    let mut terminal = RawTerminal::open()?;
    let (screen, _) = screen_of(&terminal, desk);
    let head = head(&talk.need, &desk.typed("interview", &talk.need.context.charter_id), &screen);
    terminal.leave_text(&head)?;
    while talk.need.need_id.is_some() {
        let (screen, height) = screen_of(&terminal, desk);
        terminal.draw(&talk.frame(&screen, height))?;
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
                    TalkStage::Answer | TalkStage::Reason | TalkStage::Edit(_) => Aim::Open(&id),
                };
                match desk.app.interview_submit(caller, aim, &submission) {
                    Ok(next) if next.notice.is_some() => talk.not_an_answer(next),
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
    fn frame(&self, screen: &Screen, height: usize) -> Drawing {
        let tongue = self.need.tongue;
        let notice = self.notice.as_deref();
        if let (Some(review), TalkStage::Answer) = (&self.need.review, self.stage) {
            let keys = words_of(&REVIEW_KEYS, tongue);
            let keys: Vec<&str> = keys.iter().map(String::as_str).collect();
            return lay_out_sections(review, notice, &keys, screen, height);
        }
        let AskedText { head, question, why, keys } = self.asked();
        let keys = words_of(keys, tongue);
        let keys: Vec<&str> = keys.iter().map(String::as_str).collect();
        let total = self.need.context.total_questions.to_string();
        let slots = [("n", head.to_string()), ("total", total)];
        let slots = slots.each_ref().map(|(name, value)| (*name, value.as_str()));
        let place = match head {
            0 => String::new(),
            _ => say_with(tongue, BriefPhrase::Question, &slots),
        };
        let gaps = &self.need.context.gaps_remaining;
        let head = QuestionHead::Topics(gaps, place, tongue);
        let card = Card { head, question: &question, why: &why, notice, keys: &keys };
        lay_out(&card, &self.draft, screen, height)
    }

    fn asked(&self) -> AskedText {
        let words = |phrase| say(self.need.tongue, phrase);
        let open = || (self.need.round, self.need.prompt.clone());
        match (self.stage, self.corrected()) {
            (TalkStage::Correction(_), Some(row)) => AskedText {
                head: 0,
                question: row.prompt.clone(),
                why: words(BriefPhrase::Before),
                keys: &CORRECTION_KEYS,
            },
            (TalkStage::Edit(topic), _) => {
                let name = words(BriefPhrase::Name(topic));
                AskedText {
                    head: 0,
                    question: words(BriefPhrase::Ask(topic)),
                    why: say_with(self.need.tongue, BriefPhrase::Edit, &[("name", &name)]),
                    keys: &EDIT_KEYS,
                }
            }
            (TalkStage::Reason, _) => {
                let (head, question) = open();
                AskedText { head, question, why: words(BriefPhrase::SkipWhy), keys: &SKIP_KEYS }
            }
            (TalkStage::Answer | TalkStage::Correction(_), _) => {
                let (head, question) = open();
                let why = self.need.why.clone().unwrap_or_default();
                AskedText { head, question, why, keys: &KEYS }
            }
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
        if self.is_looking() {
            return Ok(self.take_while_looking(&key));
        }
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
                let question = self.asked().question;
                self.notice = edit(terminal, self.desk, &question, &mut self.draft)?;
            }
            other => change(&mut self.draft, other, width),
        }
        Ok(KeyOutcome::Stay)
    }

    /// Tells whether the sections are on the screen and none of them is being changed.
    fn is_looking(&self) -> bool {
        self.need.review.is_some() && self.stage == TalkStage::Answer
    }

    fn take_while_looking(&mut self, key: &Key) -> KeyOutcome {
        match key {
            Key::Stop | Key::EndOfInput => KeyOutcome::Stop,
            Key::Send => {
                let id = self.need.need_id.clone().unwrap_or_default();
                let reply = SectionReply { accept: true, ..SectionReply::default() };
                KeyOutcome::Hand(id, Submission::Sections(reply))
            }
            Key::Back => {
                self.back();
                KeyOutcome::Stay
            }
            Key::Text(text) => {
                let number = text.parse::<usize>().ok().and_then(|it| it.checked_sub(1));
                let rows = self.need.review.as_ref().map(|it| it.rows.as_slice());
                let row = number.and_then(|it| rows.unwrap_or_default().get(it));
                if let Some(row) = row {
                    self.draft = TextDraft::new(row.text.as_deref().unwrap_or_default());
                    self.stage = TalkStage::Edit(row.topic);
                }
                KeyOutcome::Stay
            }
            _ => KeyOutcome::Stay,
        }
    }

    fn send(&mut self) -> KeyOutcome {
        let open = self.need.need_id.clone().unwrap_or_default();
        let text = self.draft.text().to_owned();
        if let TalkStage::Edit(topic) = self.stage {
            let rows = self.need.review.as_ref().map(|it| it.rows.as_slice()).unwrap_or_default();
            let before = rows.iter().find(|it| it.topic == topic).and_then(|it| it.text.clone());
            if before.unwrap_or_default().trim() == text.trim() {
                self.return_to_question();
                return KeyOutcome::Stay;
            }
            let edits = [(topic, text)].into();
            return KeyOutcome::Hand(
                open,
                Submission::Sections(SectionReply { edits, accept: false }),
            );
        }
        if self.draft.is_blank() {
            let words = match self.stage {
                TalkStage::Reason => BriefPhrase::NeedsReason,
                TalkStage::Answer | TalkStage::Edit(_) => BriefPhrase::NeedsWords,
                TalkStage::Correction(_) => BriefPhrase::NeedsCorrection,
            };
            self.notice = Some(say(self.need.tongue, words));
            return KeyOutcome::Stay;
        }
        match self.stage {
            TalkStage::Answer | TalkStage::Edit(_) => {
                KeyOutcome::Hand(open, Submission::Answer(text))
            }
            TalkStage::Reason => KeyOutcome::Hand(open, Submission::Skip(text)),
            TalkStage::Correction(_) => {
                let id = self.corrected().map_or(open, |it| it.need_id.clone());
                KeyOutcome::Hand(id, Submission::Answer(text))
            }
        }
    }

    /// Says that what was sent answers nothing; it stays on the screen. Who has nothing to say may skip.
    fn not_an_answer(&mut self, next: NeedReport) {
        self.n_noise += 1;
        self.draft.refuse();
        let notice = next.notice.clone().unwrap_or_default();
        let is_question = self.stage == TalkStage::Answer && next.kind == "ask";
        self.notice = Some(if self.n_noise > 1 && is_question {
            format!("{notice} {}", say(next.tongue, BriefPhrase::OfferSkip))
        } else {
            notice
        });
        self.need = NeedReport { notice: None, ..next };
    }

    fn back(&mut self) {
        let before = match self.stage {
            TalkStage::Correction(idx) => idx,
            TalkStage::Answer | TalkStage::Reason | TalkStage::Edit(_) => {
                self.need.context.replies.len()
            }
        };
        let Some(idx) = before.checked_sub(1) else {
            self.notice = Some(say(self.need.tongue, BriefPhrase::NoEarlier));
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
        let tongue = self.need.tongue;
        let row = self.corrected();
        let topic = row.map(|it| it.topic.as_str()).or(self.need.context.topic.as_deref());
        let topic = clean(topic.unwrap_or_default());
        let shown = topic_of(&topic).map_or(topic.clone(), |it| say(tongue, BriefPhrase::Name(it)));
        let (sign, ink, name, text) = match submission {
            Submission::Answer(text) => ("✓", Ink::Good, shown, text.clone()),
            Submission::Skip(text) => ("–", Ink::Dim, shown, text.clone()),
            Submission::Sections(reply) => {
                let (name, text) = self.looked(reply);
                ("✓", Ink::Good, name, text)
            }
        };
        let narrow = screen.narrow();
        let text = narrow.wrap("      ", &text, ANSWER_LINES_MAX);
        format!("\n  {} {name}\n{}", screen.ink(ink, sign), screen.ink(Ink::Dim, &text))
    }

    /// Says what was made of the sections: the name of one that was changed and what it says now, or the
    /// names of those that are there.
    fn looked(&self, reply: &SectionReply) -> (String, String) {
        let name = |topic: Topic| say(self.need.tongue, BriefPhrase::Name(topic));
        if let Some((topic, text)) = reply.edits.first_key_value() {
            return (name(*topic), text.clone());
        }
        let rows = self.need.review.as_ref().map(|it| it.rows.as_slice()).unwrap_or_default();
        let names = rows.iter().filter(|it| !it.is_empty()).map(|it| name(it.topic));
        (names.collect::<Vec<_>>().join(", "), String::new())
    }

    fn go_on(&mut self, next: NeedReport) {
        let corrects = matches!(self.stage, TalkStage::Correction(_));
        self.draft = if corrects { std::mem::take(&mut self.kept) } else { TextDraft::default() };
        self.kept = TextDraft::default();
        self.stage = TalkStage::Answer;
        self.n_noise = 0;
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

fn head(need: &NeedReport, command: &str, screen: &Screen) -> String {
    let narrow = screen.narrow();
    let words = say_with(need.tongue, BriefPhrase::Saved, &[("command", command)]);
    format!(
        "\n  {}\n  {}\n{}",
        screen.ink(Ink::Strong, &format!("Charter {}", need.context.charter_id)),
        screen.ink(Ink::Dim, &format!("{}/", clean(&need.context.path))),
        narrow.wrap("  ", &words, 4),
    )
}

fn words_of(keys: &[BriefPhrase], tongue: Tongue) -> Vec<String> {
    keys.iter().map(|it| say(tongue, *it)).collect()
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
