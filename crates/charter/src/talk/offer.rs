//! Which mind to use, asked once in a terminal.
//!
//! Owns the question and how a choice is typed. Must not know when it is asked, or write it down.

use super::conversation::{change, screen_of};
use super::draft::TextDraft;
use super::key::Key;
use super::terminal::RawTerminal;
use super::view::{Card, QuestionHead, lay_out};
use crate::answer::Trouble;
use crate::desk::Desk;
use charter_app::{MindOffer, MindOrder, wants_model};
use charter_interview::AskingWords;
use charter_store::MindChoice;

const KEYS: [&str; 2] = ["enter: send", "ctrl-c: stop"];

/// Asks which of the minds that were found is used; none where somebody stopped.
pub(crate) fn ask_mind(desk: &Desk<'_>, offer: &MindOffer) -> Result<Option<MindOrder>, Trouble> {
    let words = AskingWords::of(offer.tongue);
    let choices: Vec<MindChoice> =
        offer.found.iter().filter_map(|it| MindChoice::parse(it.name)).collect();
    let names: Vec<&str> = offer.found.iter().map(found_name).collect();
    let none = words.none();
    let labels = choices.iter().map(|it| it.word()).chain([none.as_str()]);
    let lines: Vec<String> =
        labels.zip(1..).map(|(label, number): (_, usize)| format!("{number}  {label}")).collect();
    let question = format!("{}\n\n{}", words.offer(&names), lines.join("\n"));
    let mut terminal = RawTerminal::open()?;
    let choose = |typed: &str| match typed.trim().parse::<usize>() {
        Ok(number) if number == choices.len() + 1 => Some(MindChoice::Rules),
        Ok(number) => choices.get(number.checked_sub(1)?).copied(),
        Err(_) => choices.iter().copied().find(|it| it.word() == typed.trim()),
    };
    let Some(choice) = ask(desk, &mut terminal, &question, &words.which(), &choose)? else {
        return Ok(None);
    };
    let mut model = None;
    if wants_model(choice) {
        let question = words.model(choice.word());
        let name = |typed: &str| Some(typed.trim().to_owned()).filter(|it| !it.is_empty());
        model = ask(desk, &mut terminal, &question, &question, &name)?;
        if model.is_none() {
            return Ok(None);
        }
    }
    Ok(Some(MindOrder { choice, model, base_url: None, key_env: None, command: None }))
}

fn found_name(row: &charter_app::FoundRow) -> &str {
    if row.kind == "key" { &row.place } else { row.name }
}

/// Asks until something is typed that can be read; none where somebody stopped.
fn ask<T>(
    desk: &Desk<'_>,
    terminal: &mut RawTerminal,
    question: &str,
    hint: &str,
    read: &dyn Fn(&str) -> Option<T>,
) -> Result<Option<T>, Trouble> {
    let mut draft = TextDraft::default();
    let mut notice = None;
    loop {
        let (screen, height) = screen_of(terminal, desk);
        let head = QuestionHead::Words(String::new());
        let card = Card { head, question, why: "", notice, keys: &KEYS };
        terminal.draw(&lay_out(&card, &draft, &screen, height))?;
        let key = terminal.read()?;
        notice = None;
        match key {
            Key::Send => match read(draft.text()) {
                Some(value) => {
                    terminal.leave_text("")?;
                    return Ok(Some(value));
                }
                None => notice = Some(hint),
            },
            Key::Stop => break,
            Key::EndOfInput if draft.is_blank() => break,
            other => change(&mut draft, other, screen.width),
        }
    }
    terminal.leave_text("")?;
    Ok(None)
}
