//! Plain words into what a need takes.
//!
//! Owns how words are read where a need offers choices, and how a list of replies is handed in one
//! after the other. Must not judge a reply: the core does.

use super::parts;
use super::stand::DeepStand;
use crate::app::{App, Caller, OpenCharter};
use crate::commit::{DocsWanted, Pen};
use crate::error::Error;
use crate::interview::parse_list;
use charter_engine::Refusal;
use charter_interview::InterviewRefusal;
use charter_interview::brief::Aim;
use charter_interview::deep::{Need, NeedFor, NeedKind, open};
use charter_interview::rules::parts::{PartsEdit, may_be_goal, read_edit};
use serde_json::{Value, json};

/// What leaves an answer to a mind.
const DELEGATIONS: [&str; 4] = ["you decide", "you choose", "up to you", "your call"];

/// What is said to somebody who would skip.
pub(crate) const NO_SKIP: &str =
    "a deep interview skips no question; `you decide` leaves it to the mind";

/// What somebody hands in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Handed {
    Words(String),
    /// Why there are none.
    Skip(String),
    /// An object, as the schema of the need says.
    Content(Value),
}

/// Reads replies: a JSON array of texts and objects, or one a line.
pub fn parse_deep_replies(text: &str) -> Result<Vec<Handed>, Error> {
    parse_list(text, Handed::Words, |item| match item {
        Value::String(words) if words.chars().any(char::is_alphanumeric) => {
            Ok(Handed::Words(words))
        }
        Value::String(_) => Err("holds no word; {\"decide\": true} leaves a question to the mind"),
        Value::Object(_) => Ok(Handed::Content(item)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Array(_) => {
            Err("is neither a text nor an object")
        }
    })
}

/// Makes of words what a need takes: a choice where they name one, else an answer or a correction.
pub fn content_of(need: &Need, words: &str) -> Result<Value, Refusal> {
    let words = words.trim();
    if need.r#for == NeedFor::Mind {
        // A mind gives objects; words are refused with what is wrong about them.
        return Ok(json!(words));
    }
    if need.kind == NeedKind::Ask {
        return Ok(answer_of(need, words));
    }
    if let Some(value) = choice_of(need, words) {
        return Ok(json!({ "choice": value }));
    }
    Ok(match need.kind {
        NeedKind::Parts => return parts::content(need, words),
        NeedKind::Restate => return goal_of(need, words),
        NeedKind::Crossing => json!({ "choice": "revise", "text": words }),
        NeedKind::Ask
        | NeedKind::Turn
        | NeedKind::Panel
        | NeedKind::Closure
        | NeedKind::Spec
        | NeedKind::Done
        | NeedKind::Refine
        | NeedKind::Score
        | NeedKind::AutoAnswer => json!({ "choice": words }),
    })
}

/// Reads words at the goal: agreement takes it, another sentence adjusts it, a remark is asked back
/// with the goal as it stands.
fn goal_of(need: &Need, words: &str) -> Result<Value, Refusal> {
    match read_edit(words) {
        PartsEdit::Confirm => return Ok(json!({ "choice": "yes" })),
        PartsEdit::Deny => {}
        PartsEdit::Add(_)
        | PartsEdit::Remove(_)
        | PartsEdit::Merge { .. }
        | PartsEdit::Rename { .. }
        | PartsEdit::Unclear => {
            if may_be_goal(words) {
                return Ok(json!({ "choice": "adjust", "text": words }));
            }
        }
    }
    let goal = need.context.get("goal").and_then(Value::as_str).unwrap_or_default();
    let message = format!(
        "this is no goal; `yes` takes the one that stands there (“{goal}”), another whole sentence \
         takes its place"
    );
    Err(parts::unusable(need, "goal-unclear", message))
}

fn answer_of(need: &Need, words: &str) -> Value {
    let bare = words.to_lowercase();
    let bare = bare.trim_end_matches(['.', '!']);
    let is_checklist = need.context.get("way").is_some_and(|it| it == "checklist");
    if DELEGATIONS.contains(&bare) && !is_checklist {
        return json!({ "decide": true });
    }
    let parts: Vec<&str> = words.split(',').map(str::trim).collect();
    let is_option = |it: &&str| need.options.iter().any(|option| option.value == **it);
    if parts.iter().all(is_option) {
        return json!({ "options": parts });
    }
    match need.options.iter().find(|it| it.label == words) {
        Some(option) => json!({ "options": [option.value] }),
        None => json!({ "answer": words }),
    }
}

/// Finds the choice that words name: by its word, its label or its place.
fn choice_of(need: &Need, words: &str) -> Option<String> {
    let named = named_choice(need, words);
    let number = || words.parse::<usize>().ok()?.checked_sub(1);
    let placed = || need.options.get(number()?).map(|it| it.value.clone());
    named.or_else(placed)
}

fn named_choice(need: &Need, words: &str) -> Option<String> {
    let is_same = |text: &str| text.to_lowercase() == words.to_lowercase();
    let option = need.options.iter().find(|it| is_same(&it.value) || is_same(&it.label));
    option.map(|it| it.value.clone())
}

/// Names the reply of a list that was refused.
fn numbered(err: Error, number: usize) -> Error {
    if let Error::Refused(Refusal::Interview(InterviewRefusal::NoAnswer { need_id, words })) = err {
        let words = format!("reply {number}: {words}");
        return InterviewRefusal::NoAnswer { need_id, words }.into();
    }
    let Error::Refused(Refusal::Interview(InterviewRefusal::FulfilmentUnusable {
        need_id,
        mut problems,
    })) = err
    else {
        return err;
    };
    for it in &mut problems {
        it.message = format!("reply {number}: {}", it.message);
    }
    InterviewRefusal::FulfilmentUnusable { need_id, problems }.into()
}

impl App {
    /// Hands words in: as a reply to the open need, or as another answer to an earlier question.
    /// What a mind left undone is done first: it may be what the words reply to.
    pub(crate) fn deep_say(
        &self,
        caller: &Caller,
        pen: Pen<'_>,
        aim: Aim<'_>,
        words: &str,
    ) -> Result<DeepStand, Error> {
        let pen = if self.is_left_undone(pen.state()) {
            let open = self.thought_out(caller, pen.let_go())?;
            self.hold(caller, open, DocsWanted::All)?
        } else {
            pen
        };
        let ahead = self.ahead(pen.id(), pen.docs(), pen.state(), &pen.ctx);
        let needs = ahead.interview.deep.as_deref().map(open).unwrap_or_default();
        let is_meant = |need: &&Need| match aim {
            Aim::Whichever => true,
            Aim::Open(it) | Aim::Named(it) => it == need.need_id,
        };
        let content = match needs.iter().find(is_meant) {
            Some(need) => content_of(need, words)?,
            None => json!({ "answer": words.trim() }),
        };
        Ok(self.deep_take(caller, pen, aim, &content)?.1)
    }

    /// Hands replies in one after the other, as long as something is asked; gives where it stands
    /// and how many replies are left.
    ///
    /// Words go to questions. Nobody is there to look at proposed parts, so they stand unless a reply names something
    /// else; every other choice waits for a reply that names it, and words that do not are left.
    pub(crate) fn deep_all(
        &self,
        caller: &Caller,
        open: OpenCharter,
        replies: &[Handed],
    ) -> Result<(DeepStand, usize), Error> {
        let mut open = self.thought_out(caller, open)?;
        let mut stand = self.deep_stand(caller, &open)?;
        let mut left = replies;
        while let (Some(need), Some((reply, rest))) = (stand.need(), left.split_first()) {
            if need.r#for == NeedFor::Mind {
                break;
            }
            let (content, is_taken) = match reply {
                Handed::Skip(reason) if stand.progress.is_some() => {
                    (json!({ "skip": reason }), true)
                }
                Handed::Skip(_) => return Err(Error::ReplyUnusable(NO_SKIP)),
                Handed::Content(object) => (object.clone(), true),
                Handed::Words(words) if takes(need, words) => (content_of(need, words)?, true),
                Handed::Words(_) => match default_of(need) {
                    Some(choice) => (json!({ "choice": choice }), false),
                    None => break,
                },
            };
            let id = content.get("needId").and_then(Value::as_str).map(str::to_owned);
            let aim = id.as_deref().map_or(Aim::Open(&need.need_id), Aim::Named);
            let number = replies.len() - left.len() + 1;
            let pen = self.hold(caller, open, DocsWanted::All)?;
            let taken = self.deep_take(caller, pen, aim, &content);
            (open, stand) = taken.map_err(|err| numbered(err, number))?;
            left = if is_taken { rest } else { left };
        }
        Ok((stand, left.len()))
    }
}

/// Tells whether words of a list are for a need: a question takes all, a choice its own words.
fn takes(need: &Need, words: &str) -> bool {
    let is_about_parts = need.kind == NeedKind::Parts && parts::is_about(need, words);
    need.kind == NeedKind::Ask || is_about_parts || named_choice(need, words.trim()).is_some()
}

/// Gives the choice that stands where nobody looks.
fn default_of(need: &Need) -> Option<&'static str> {
    match need.kind {
        NeedKind::Parts => Some("confirm"),
        NeedKind::Ask
        | NeedKind::Turn
        | NeedKind::Panel
        | NeedKind::Crossing
        | NeedKind::Closure
        | NeedKind::Restate
        | NeedKind::Spec
        | NeedKind::Done
        | NeedKind::Refine
        | NeedKind::Score
        | NeedKind::AutoAnswer => None,
    }
}
