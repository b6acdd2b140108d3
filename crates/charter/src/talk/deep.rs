//! A deep interview as a conversation.
//!
//! Owns its order: show what is needed, take keys, hand the reply in, show what it made of the
//! interview. Nothing is kept here but the words that are being written; where they cannot be saved
//! they stay on the screen. Must not decide what is asked or what a reply means.

use super::conversation::{TalkEnd, change, edit, screen_of};
use super::draft::TextDraft;
use super::key::Key;
use super::terminal::{Drawing, RawTerminal};
use super::view::{Card, QuestionHead, lay_out};
use crate::answer::Trouble;
use crate::deep::{ShownNeed, first_line, options, parts, render_progress, together};
use crate::desk::Desk;
use crate::screen::{Ink, Screen, clean};
use charter_app::{
    Caller, DeepStand, Error, ErrorKind, Stand, content_of, deferral_of, edition_of, parts_of,
};
use charter_engine::Refusal;
use charter_interview::InterviewRefusal;
use charter_interview::brief::{Aim, asks_back};
use charter_interview::deep::{Need, NeedFor, NeedKind, Round};
use serde_json::{Value, json};

/// The most lines of a reply that stay on the screen.
const REPLY_LINES_MAX: usize = 3;

/// The most lines of what is shown to be looked at.
const BODY_LINES_MAX: usize = 200;

/// The keys while an earlier answer is replaced.
const CORRECTION_KEYS: [&str; 4] =
    ["enter: send the other answer", "ctrl-b: further back", "esc: leave it", "ctrl-e: $EDITOR"];

/// The keys while the words of a choice are written.
const WORDS_KEYS: [&str; 3] = ["enter: send", "esc: choose again", "ctrl-e: $EDITOR"];

/// The keys while something is asked back.
const ASK_BACK_KEYS: [&str; 3] = ["enter: ask", "esc: answer it after all", "ctrl-e: $EDITOR"];

/// The keys while it is said why a question is passed over.
const REASON_KEYS: [&str; 3] = ["enter: skip it", "esc: answer it after all", "ctrl-e: $EDITOR"];

/// The further keys at a question of a checklist.
const CHECKLIST_KEYS: [&str; 4] =
    ["ctrl-s: skip", "ctrl-b: back", "ctrl-x: enough", "ctrl-c: stop"];

/// What else can be done where an answer says nothing.
const SKIP_OFFER: &str = "(ctrl-s: skip)";

/// What is said where an answer is a question.
const ASKS_BACK: &str = "not sent: this asks something back. Ctrl-r asks it, and the question is \
                         explained; enter again sends it as your answer.";

/// What is being written.
#[derive(Debug, Clone, PartialEq, Eq)]
enum DeepTalkStage {
    Reply,
    /// The exact words of a choice.
    Words(String),
    /// What somebody wants to know about the question.
    AskBack,
    /// Why a question of a checklist is passed over.
    Reason,
    /// Another answer to an earlier round.
    Correction(u32),
}

/// What came of a key.
enum DeepKeyOutcome {
    Stay,
    Hand(String, Value),
    Later,
    Stop,
}

struct DeepTalk<'a> {
    desk: &'a Desk<'a>,
    stand: DeepStand,
    stage: DeepTalkStage,
    draft: TextDraft,
    /// The reply to the open need, while something else is written.
    kept: TextDraft,
    notice: Option<String>,
    /// The need whose body is on the screen.
    shown: Option<String>,
    /// What was not taken because it asks something back; sent again it is an answer.
    doubted: Option<String>,
    /// Whether a model was stopped while it thought about what was said.
    is_called_off: bool,
}

/// Whether the first line of a deep interview stands on the screen already.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Lead {
    /// No: it comes first.
    Open,
    /// Yes: the idea was asked for below it.
    Told,
}

/// Holds a deep interview, until its end, until only a mind can go on, or until somebody stops it.
pub(crate) fn hold_deep(
    desk: &Desk<'_>,
    caller: &Caller,
    stand: DeepStand,
    lead: Lead,
) -> Result<(TalkEnd, DeepStand), Trouble> {
    let mut talk = DeepTalk {
        desk,
        stand,
        stage: DeepTalkStage::Reply,
        draft: TextDraft::default(),
        kept: TextDraft::default(),
        notice: None,
        shown: None,
        doubted: None,
        is_called_off: false,
    };
    let mut terminal = RawTerminal::open()?;
    let (screen, _) = screen_of(&terminal, desk);
    terminal.leave_text(&talk.head(&screen, lead))?;
    loop {
        let (screen, height) = screen_of(&terminal, desk);
        let Some(need) = talk.stand.need().filter(|it| it.r#for == NeedFor::User).cloned() else {
            break;
        };
        if talk.stand.is_left() {
            break;
        }
        if let Some(body) = talk.body_once(&need, &screen) {
            terminal.leave_text(&body)?;
        }
        let (text, keys) = talk.words(&need);
        let keys: Vec<&str> = keys.iter().map(String::as_str).collect();
        let card = Card {
            head: QuestionHead::Words(text.head),
            question: &text.question,
            why: if text.body.is_empty() { &text.remark } else { &text.body },
            notice: talk.notice.as_deref(),
            keys: &keys,
        };
        let frame = lay_out(&card, &talk.draft, &screen, height);
        terminal.draw(&frame)?;
        let key = terminal.read()?;
        talk.notice = None;
        match talk.take(key, &need, &mut terminal, screen.width)? {
            DeepKeyOutcome::Stay => {}
            DeepKeyOutcome::Later => break,
            DeepKeyOutcome::Stop => {
                let unsent = super::conversation::unsent(&talk.draft, &screen);
                terminal.leave_text(&unsent)?;
                return Ok((TalkEnd::Stopped, talk.stand));
            }
            DeepKeyOutcome::Hand(id, content) => {
                talk.wait(&mut terminal, &screen)?;
                if let Some(said) = talk.hand_in(&id, &content, &need, caller, &screen) {
                    terminal.leave_text(&said)?;
                }
                if talk.is_called_off {
                    terminal.leave_text("")?;
                    return Ok((TalkEnd::Stopped, talk.stand));
                }
            }
        }
    }
    terminal.leave_text("")?;
    Ok((TalkEnd::Finished, talk.stand))
}

impl DeepTalk<'_> {
    /// Hands a reply in; gives what stays on the screen where it was taken.
    fn hand_in(
        &mut self,
        id: &str,
        content: &Value,
        need: &Need,
        caller: &Caller,
        screen: &Screen,
    ) -> Option<String> {
        let aim = match self.stage {
            DeepTalkStage::Correction(_) => Aim::Named(id),
            DeepTalkStage::Reply
            | DeepTalkStage::AskBack
            | DeepTalkStage::Words(_)
            | DeepTalkStage::Reason => Aim::Open(id),
        };
        let app = &self.desk.app;
        match app.deep_submit(caller, aim, content) {
            Ok(next) => {
                let said = self.said(need, content, &next, screen);
                self.go_on(next);
                Some(said)
            }
            Err(err) if err.kind() == ErrorKind::Interrupted => {
                self.is_called_off = true;
                self.stand = app.deep_as_it_is(caller).unwrap_or_else(|_| self.stand.clone());
                None
            }
            Err(Error::Refused(Refusal::Interview(InterviewRefusal::NoAnswer {
                words, ..
            }))) => {
                self.draft.refuse();
                self.notice = Some(format!("{words} {SKIP_OFFER}"));
                None
            }
            Err(err) => {
                let now = match app.stand(caller) {
                    Ok(Stand::Deep(now)) => Some(*now),
                    Ok(Stand::Brief(_) | Stand::Drafted(_)) | Err(_) => None,
                };
                self.not_taken(&err.into(), now);
                None
            }
        }
    }

    /// Shows what was sent while a model thinks about it; the line below says how long.
    fn wait(&self, terminal: &mut RawTerminal, screen: &Screen) -> Result<(), Trouble> {
        if self.desk.app.config().mind().stays_here() {
            return Ok(());
        }
        let words = self.draft.text();
        let words = screen.narrow().wrap("    ", words, REPLY_LINES_MAX);
        let words = screen.ink(Ink::Dim, words.trim_end());
        let mut lines: Vec<String> = format!("\n{words}\n").lines().map(str::to_owned).collect();
        lines.push(String::new());
        let row = lines.len() - 1;
        terminal.draw(&Drawing { lines, row, column: 0 })
    }

    fn head(&self, screen: &Screen, lead: Lead) -> String {
        let narrow = screen.narrow();
        let command = self.desk.typed("interview", &self.stand.charter_id);
        let words =
            format!("Answers are saved as you give them. Ctrl-C stops; `{command}` goes on.");
        let first = match lead {
            Lead::Open => format!("{}{}", first_line(&self.stand), self.desk.setting_notes()),
            Lead::Told => String::new(),
        };
        format!(
            "{first}\n  {}\n  {}\n{}",
            screen.ink(Ink::Strong, &format!("Charter {}", self.stand.charter_id)),
            screen.ink(Ink::Dim, &format!("{}/", clean(&self.stand.path))),
            narrow.wrap("  ", &words, 4),
        )
    }

    /// Gives what is to be looked at before a need is fulfilled, the first time it is asked for: it
    /// stays on the screen, however long it is.
    fn body_once(&mut self, need: &Need, screen: &Screen) -> Option<String> {
        if self.shown.as_ref() == Some(&need.need_id) {
            return None;
        }
        self.shown = Some(need.need_id.clone());
        let narrow = screen.narrow();
        if let Some(list) = self.batch_once() {
            let n = self.stand.needs.len();
            let words = format!("{n} questions together; they are scored when all are answered");
            let words = screen.ink(Ink::Dim, &narrow.wrap("  ", &words, 4));
            return Some(format!("\n{words}\n{}", narrow.wrap("  ", &list, BODY_LINES_MAX)));
        }
        let ShownNeed { head, body, .. } = self.parts(need, self.stand.needs.len());
        let head = screen.ink(Ink::Dim, &narrow.wrap("  ", &head, 4));
        let body = (!body.is_empty()).then(|| narrow.wrap("  ", &body, BODY_LINES_MAX));
        body.map(|it| format!("\n{head}\n{it}"))
    }

    /// Lists the questions of a batch, before the first of them is asked.
    fn batch_once(&self) -> Option<String> {
        let rounds = &self.stand.interview.rounds;
        let batch = self.stand.need().and_then(|it| self.stand.interview.round(it.round))?.batch;
        let is_new = rounds.iter().filter(|it| it.batch == batch).all(|it| it.reply.is_none());
        together(&self.stand.needs, self.stand.interview.tongue()).filter(|_| is_new)
    }

    fn parts(&self, need: &Need, n_together: usize) -> ShownNeed {
        parts(need, n_together, self.stand.interview.tongue())
    }

    /// Gives the words of the open frame and its keys; the body of the words is a remark.
    fn words(&self, need: &Need) -> (ShownNeed, Vec<String>) {
        let own = |keys: &[&str]| keys.iter().map(|it| (*it).to_owned()).collect();
        let mut shown = self.parts(need, self.stand.needs.len());
        if !shown.body.is_empty() {
            // It stands above, with what is to be looked at.
            shown.head = String::new();
        }
        shown.body = String::new();
        match &self.stage {
            DeepTalkStage::Correction(number) => {
                if let Some(round) = self.stand.interview.round(*number) {
                    let question = round.question.as_ref().map_or("", |it| it.text.as_str());
                    let place = format!("Question {number}");
                    let head = format!("{place} | what you said before; change it");
                    let (body, remark) = (String::new(), String::new());
                    shown = ShownNeed { head, body, question: question.to_owned(), remark };
                }
                (shown, own(&CORRECTION_KEYS))
            }
            DeepTalkStage::Reason => {
                shown.body = "why is it passed over?".to_owned();
                (shown, own(&REASON_KEYS))
            }
            DeepTalkStage::AskBack => {
                shown.body = "ask back: what do you want to know about it?".to_owned();
                (shown, own(&ASK_BACK_KEYS))
            }
            DeepTalkStage::Words(choice) => {
                let option = need.options.iter().find(|it| it.value == *choice);
                let label = option.map_or(choice.as_str(), |it| it.label.as_str());
                shown.body = format!("{label}: {}", words_wanted(choice));
                (shown, own(&WORDS_KEYS))
            }
            DeepTalkStage::Reply => {
                let list = options(need);
                if !list.is_empty() {
                    shown.question = format!("{}\n\n{list}", shown.question);
                }
                (shown, keys(need))
            }
        }
    }

    fn take(
        &mut self,
        key: Key,
        need: &Need,
        terminal: &mut RawTerminal,
        width: usize,
    ) -> Result<DeepKeyOutcome, Trouble> {
        let is_open = need.kind == NeedKind::Ask && self.stage == DeepTalkStage::Reply;
        let is_checklist = self.stand.progress.is_some();
        let is_question = is_open && !is_checklist;
        match key {
            Key::Stop => return Ok(DeepKeyOutcome::Stop),
            Key::EndOfInput if self.draft.is_blank() => return Ok(DeepKeyOutcome::Stop),
            Key::Send => return Ok(self.send(need)),
            Key::Back => self.back(),
            Key::Escape => self.return_to_need(),
            Key::Decide if is_question => {
                return Ok(DeepKeyOutcome::Hand(need.need_id.clone(), json!({ "decide": true })));
            }
            Key::Skip if is_open && is_checklist => {
                self.kept = std::mem::take(&mut self.draft);
                self.stage = DeepTalkStage::Reason;
            }
            Key::Enough if is_open => {
                return Ok(DeepKeyOutcome::Hand(need.need_id.clone(), json!({ "exit": true })));
            }
            Key::AskBack if is_question && self.draft.is_blank() => {
                self.stage = DeepTalkStage::AskBack;
            }
            Key::AskBack if self.stage == DeepTalkStage::AskBack => return Ok(self.send(need)),
            Key::AskBack if is_question => {
                let content = json!({ "askBack": self.draft.text() });
                return Ok(DeepKeyOutcome::Hand(need.need_id.clone(), content));
            }
            Key::Editor => {
                let question = self.words(need).0.question;
                self.notice = edit(terminal, self.desk, &question, &mut self.draft)?;
            }
            other => change(&mut self.draft, other, width),
        }
        Ok(DeepKeyOutcome::Stay)
    }

    fn send(&mut self, need: &Need) -> DeepKeyOutcome {
        let id = need.need_id.clone();
        if self.draft.is_blank() {
            return match (&self.stage, need.kind) {
                (DeepTalkStage::Reply, NeedKind::Parts) => {
                    DeepKeyOutcome::Hand(id, json!({ "choice": "confirm" }))
                }
                (DeepTalkStage::Reply, NeedKind::Done) => DeepKeyOutcome::Later,
                (stage, kind) => {
                    self.notice = Some(nothing_said(stage, kind).to_owned());
                    DeepKeyOutcome::Stay
                }
            };
        }
        let text = self.draft.text().to_owned();
        match self.stage.clone() {
            DeepTalkStage::Correction(number) => {
                DeepKeyOutcome::Hand(format!("r{number}-ask"), json!({ "answer": text }))
            }
            DeepTalkStage::AskBack => DeepKeyOutcome::Hand(id, json!({ "askBack": text })),
            DeepTalkStage::Reason => DeepKeyOutcome::Hand(id, json!({ "skip": text })),
            DeepTalkStage::Words(choice) => match worded(need, &choice, &text) {
                Ok(content) => DeepKeyOutcome::Hand(id, content),
                Err(refusal) => self.asked_again(refusal),
            },
            DeepTalkStage::Reply
                if need.kind == NeedKind::Ask
                    && self.stand.progress.is_none()
                    && self.doubts(&text) =>
            {
                self.notice = Some(ASKS_BACK.to_owned());
                DeepKeyOutcome::Stay
            }
            DeepTalkStage::Reply => {
                let content = match content_of(need, &text) {
                    Ok(content) => content,
                    Err(refusal) => {
                        // What is no reply is in the way of the next one.
                        self.draft = TextDraft::default();
                        return self.asked_again(refusal);
                    }
                };
                match wants_words(&content) {
                    Some(choice) => {
                        let listed = if choice == "edit" { parts_of(need) } else { String::new() };
                        self.stage = DeepTalkStage::Words(choice);
                        self.draft = TextDraft::new(&listed);
                        DeepKeyOutcome::Stay
                    }
                    None => DeepKeyOutcome::Hand(id, content),
                }
            }
        }
    }

    /// Tells whether words ask something back, the first time they are sent.
    fn doubts(&mut self, text: &str) -> bool {
        let is_new = self.doubted.as_deref() != Some(text);
        self.doubted = Some(text.to_owned());
        is_new && asks_back(text)
    }

    /// Says what can be said instead of words that are no reply.
    fn asked_again(&mut self, refusal: Refusal) -> DeepKeyOutcome {
        let words = Trouble::from(charter_app::Error::from(refusal)).in_a_line();
        self.notice = Some(format!("not taken: {words}"));
        DeepKeyOutcome::Stay
    }

    fn answered(&self) -> Vec<&Round> {
        let is_answered = |it: &&Round| it.answer().is_some() && it.question.is_some();
        self.stand.interview.rounds.iter().filter(is_answered).collect()
    }

    fn back(&mut self) {
        let before = match self.stage {
            DeepTalkStage::Correction(number) => number,
            DeepTalkStage::Reply
            | DeepTalkStage::AskBack
            | DeepTalkStage::Reason
            | DeepTalkStage::Words(_) => u32::MAX,
        };
        let earlier = self.answered().into_iter().rev().find(|it| it.number < before);
        let earlier = earlier.map(|it| (it.number, it.said().unwrap_or_default().to_owned()));
        let Some((number, said)) = earlier else {
            self.notice = Some("there is no earlier answer".to_owned());
            return;
        };
        if self.stage == DeepTalkStage::Reply {
            self.kept = std::mem::take(&mut self.draft);
        }
        self.stage = DeepTalkStage::Correction(number);
        self.draft = TextDraft::new(&said);
    }

    fn return_to_need(&mut self) {
        if self.stage != DeepTalkStage::Reply {
            self.stage = DeepTalkStage::Reply;
            self.draft = std::mem::take(&mut self.kept);
        }
    }

    /// Shows what was said and what came of it, to stay on the screen.
    fn said(&self, need: &Need, content: &Value, next: &DeepStand, screen: &Screen) -> String {
        let narrow = screen.narrow();
        let number = match self.stage {
            DeepTalkStage::Correction(number) => number,
            DeepTalkStage::Reply
            | DeepTalkStage::AskBack
            | DeepTalkStage::Reason
            | DeepTalkStage::Words(_) => need.round,
        };
        let place = match (number, need.kind) {
            (0, _) => self.parts(need, 1).head,
            (n, _) => format!("Question {n}"),
        };
        let words = named(need, content).unwrap_or_else(|| match self.draft.is_blank() {
            true => silent(content).to_owned(),
            false => self.draft.text().to_owned(),
        });
        let text = narrow.wrap("      ", &words, REPLY_LINES_MAX);
        let sign = match (content.get("askBack"), content.get("skip")) {
            (Some(_), _) => screen.ink(Ink::Dim, "?"),
            (None, Some(_)) => screen.ink(Ink::Dim, "–"),
            (None, None) => screen.ink(Ink::Good, "✓"),
        };
        let mut said = format!("\n  {}\n", format!("{sign} {place}").trim_end());
        said.push_str(&screen.ink(Ink::Dim, &text));
        let round = next.interview.round(number);
        let asked = round.and_then(|it| it.clarifications.last());
        let was_asked = self.stand.interview.round(number).map_or(0, |it| it.clarifications.len());
        if let Some(it) =
            asked.filter(|_| round.map_or(0, |it| it.clarifications.len()) > was_asked)
        {
            let words = it.explanation.as_deref().filter(|it| !it.trim().is_empty());
            let words = words.unwrap_or("nobody could explain it; the question stands");
            said.push_str(&narrow.wrap("    ", words, BODY_LINES_MAX));
        }
        if let Some(auto) = round.and_then(Round::auto).filter(|_| next.n_scored > 0) {
            let reasons = auto.rationale.iter().map(|it| it.trim().trim_end_matches('.'));
            let reasons: Vec<&str> = reasons.collect();
            let words = format!("assumed: {} ({})", auto.text, reasons.join("; "));
            said.push_str(&narrow.wrap("    ", &words, BODY_LINES_MAX));
        }
        for words in self.desk.mind_line.take_kept() {
            said.push_str(&screen.ink(Ink::Warn, &narrow.wrap("    ", &words, BODY_LINES_MAX)));
        }
        if !next.is_done() {
            said.push_str(&render_progress(next, &narrow));
        }
        said
    }

    fn go_on(&mut self, next: DeepStand) {
        let corrects = matches!(self.stage, DeepTalkStage::Correction(_));
        self.draft = if corrects { std::mem::take(&mut self.kept) } else { TextDraft::default() };
        self.kept = TextDraft::default();
        self.stage = DeepTalkStage::Reply;
        self.stand = next;
    }

    /// Says why a reply was not taken, and keeps it.
    fn not_taken(&mut self, trouble: &Trouble, now: Option<DeepStand>) {
        let open = |it: &DeepStand| it.need().map(|it| it.need_id.clone());
        let is_same = now.as_ref().is_none_or(|it| open(it) == open(&self.stand));
        if is_same {
            let words = trouble.in_a_line();
            self.notice = Some(format!("not taken: {words}. Your words are still here."));
            return;
        }
        self.stage = DeepTalkStage::Reply;
        self.notice = Some(
            "this was answered somewhere else meanwhile; here is what comes next. Your words are \
             still here."
                .to_owned(),
        );
        self.stand = now.unwrap_or_else(|| self.stand.clone());
    }
}

/// Gives the labels of what was chosen, where nothing was said beside it.
fn named(need: &Need, content: &Value) -> Option<String> {
    let chosen =
        |value: &Value| need.options.iter().find(|it| Some(it.value.as_str()) == value.as_str());
    let label = |value: &Value| chosen(value).map(|it| it.label.clone());
    if ["text", "deferred", "components"].iter().any(|it| content.get(it).is_some()) {
        return None;
    }
    if let Some(options) = content.get("options").and_then(Value::as_array) {
        return options.iter().map(label).collect::<Option<Vec<_>>>().map(|it| it.join("; "));
    }
    content.get("choice").and_then(label)
}

/// Says what a reply without words means.
fn silent(content: &Value) -> &'static str {
    let choice = content.get("choice").and_then(Value::as_str);
    match choice {
        Some("confirm") => "looks right",
        Some(_) => "chosen",
        None if content.get("decide").is_some() => "left to the mind",
        None => "enough",
    }
}

fn nothing_said(stage: &DeepTalkStage, kind: NeedKind) -> &'static str {
    match (stage, kind) {
        (DeepTalkStage::Correction(_), _) => "another answer needs words; esc leaves the first",
        (DeepTalkStage::Reason, _) => "a reason needs words; esc goes back to the question",
        (DeepTalkStage::AskBack, _) => "asking back needs words; esc goes back to the question",
        (DeepTalkStage::Words(_), _) => "it needs your words; esc goes back to the choice",
        (DeepTalkStage::Reply, NeedKind::Ask) => {
            "an answer needs words; ctrl-y leaves it to the mind"
        }
        (DeepTalkStage::Reply, _) => "choose one by its number, or say it in words",
    }
}

/// Gives the choice that a reply names without the words that it needs.
fn wants_words(content: &Value) -> Option<String> {
    let choice = content.get("choice").and_then(Value::as_str)?;
    let is_worded = ["edit", "defer", "revise", "adjust", "missing"].contains(&choice);
    let has_words = ["text", "deferred", "components"].iter().any(|it| content.get(it).is_some());
    (is_worded && !has_words).then(|| choice.to_owned())
}

fn words_wanted(choice: &str) -> &'static str {
    match choice {
        "defer" => "which, and why if you like, as in `2: not this year`",
        "edit" => "one line for each part, or what to change, as in `remove 2`",
        "missing" => "say what is missing",
        _ => "your exact words",
    }
}

fn worded(need: &Need, choice: &str, text: &str) -> Result<Value, Refusal> {
    Ok(match choice {
        "edit" => edition_of(need, text)?,
        "defer" => deferral_of(need, text),
        _ => json!({ "choice": choice, "text": text }),
    })
}

fn keys(need: &Need) -> Vec<String> {
    let flag = |key: &str| need.context.get(key).and_then(Value::as_bool);
    let keys: &[&str] = match need.kind {
        NeedKind::Parts => &["enter: looks right", "words: what to change", "ctrl-c: stop"],
        NeedKind::Done => &["1, 2, …: choose", "enter: later"],
        NeedKind::Ask => &["enter: send", "alt-enter: new line", "ctrl-e: $EDITOR"],
        NeedKind::Crossing
        | NeedKind::Closure
        | NeedKind::Restate
        | NeedKind::Turn
        | NeedKind::Panel
        | NeedKind::Spec
        | NeedKind::Refine
        | NeedKind::Score
        | NeedKind::AutoAnswer => &["1, 2, …: choose", "ctrl-b: back", "ctrl-c: stop"],
    };
    let mut keys: Vec<String> = keys.iter().map(|it| (*it).to_owned()).collect();
    if need.kind != NeedKind::Ask {
        return keys;
    }
    if need.context.get("way").is_some_and(|it| it == "checklist") {
        keys.extend((!need.options.is_empty()).then(|| "1, 2, …: choose".to_owned()));
        keys.extend(CHECKLIST_KEYS.map(str::to_owned));
        return keys;
    }
    if !need.options.is_empty() {
        keys.push("1, 2, …: choose".to_owned());
    }
    if flag("mustAnswer") != Some(true) {
        keys.push("ctrl-y: you decide".to_owned());
    }
    keys.extend(["ctrl-r: ask back".to_owned(), "ctrl-b: back".to_owned()]);
    if flag("mayExit") == Some(true) {
        keys.push("ctrl-x: enough".to_owned());
    }
    keys.push("ctrl-c: stop".to_owned());
    keys
}
