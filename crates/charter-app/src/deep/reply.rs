//! Plain words into what a need takes.
//!
//! Owns how words are read where a need offers choices, and how a list of replies is handed in one
//! after the other. Must not judge a reply: the core does.

use super::stand::DeepStand;
use crate::app::{App, Caller};
use crate::error::Error;
use charter_core::Refusal;
use charter_core::deep::{Need, NeedFor, NeedKind};
use charter_core::interview::Aim;
use serde_json::{Value, json};

/// What leaves an answer to a mind.
const DELEGATIONS: [&str; 4] = ["you decide", "you choose", "up to you", "your call"];

/// The reason of a deferral without one.
const UNREASONED: &str = "deferred in round 0, without a reason";

/// One reply of a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DeepReply {
    /// Words.
    Words(String),
    /// An object, as `submit` takes it.
    Object(Value),
}

/// Reads replies: a JSON array of texts and objects, or one a line.
pub fn parse_deep_replies(text: &str) -> Result<Vec<DeepReply>, Error> {
    let items = match serde_json::from_str(text) {
        Ok(Value::Array(items)) => items,
        _ if text.trim_start().starts_with(['[', '{']) => {
            return Err(Refusal::RepliesUnusable.into());
        }
        _ => {
            let lines = text.lines().map(str::trim).filter(|it| !it.is_empty());
            return Ok(lines.map(|it| DeepReply::Words(it.to_owned())).collect());
        }
    };
    let reply = |(idx, item): (usize, Value)| match item {
        Value::String(words) if words.chars().any(char::is_alphanumeric) => {
            Ok(DeepReply::Words(words))
        }
        Value::String(_) => {
            let problem = "holds no word; {\"decide\": true} leaves a question to the mind";
            Err(Refusal::ReplyUnusable { number: idx + 1, problem }.into())
        }
        Value::Object(_) => Ok(DeepReply::Object(item)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Array(_) => {
            let problem = "is neither a text nor an object";
            Err(Refusal::ReplyUnusable { number: idx + 1, problem }.into())
        }
    };
    items.into_iter().enumerate().map(reply).collect()
}

/// Makes of words what a need takes: a choice where they name one, else an answer or a correction.
#[must_use]
pub fn content_of(need: &Need, words: &str) -> Value {
    let words = words.trim();
    if need.r#for == NeedFor::Mind {
        // A mind gives objects; words are refused with what is wrong about them.
        return json!(words);
    }
    if need.kind == NeedKind::Ask {
        return answer_of(need, words);
    }
    if need.kind == NeedKind::Topology
        && let Some(content) = deferral(need, words).or_else(|| renaming(need, words))
    {
        return content;
    }
    if let Some(value) = choice_of(need, words) {
        return json!({ "choice": value });
    }
    match need.kind {
        NeedKind::Topology | NeedKind::Refine => json!({ "text": words }),
        NeedKind::ConfirmCrossing => json!({ "choice": "revise", "text": words }),
        NeedKind::Restate => json!({ "choice": "adjust", "text": words }),
        NeedKind::Ask
        | NeedKind::Score
        | NeedKind::Panel
        | NeedKind::AutoAnswer
        | NeedKind::Closure
        | NeedKind::Spec
        | NeedKind::Done => json!({ "choice": words }),
    }
}

fn answer_of(need: &Need, words: &str) -> Value {
    let bare = words.to_lowercase();
    let bare = bare.trim_end_matches(['.', '!']);
    if DELEGATIONS.contains(&bare) {
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

/// Gives the components of a need as JSON.
fn components(need: &Need) -> &[Value] {
    let list = need.context.pointer("/topology/components").and_then(Value::as_array);
    list.map(Vec::as_slice).unwrap_or_default()
}

/// Finds a component by its place, id or name.
fn component<'a>(need: &'a Need, part: &str) -> Option<&'a Value> {
    let part = part.strip_prefix("part ").unwrap_or(part).trim();
    let place = part.parse::<usize>().ok().and_then(|it| it.checked_sub(1));
    let is_named = |it: &&Value| {
        ["id", "name"].iter().any(|key| it.get(key).and_then(Value::as_str) == Some(part))
    };
    let all = components(need);
    place.and_then(|it| all.get(it)).or_else(|| all.iter().find(is_named))
}

/// Reads `defer 2: not this year`, or `defer 2` alone; words that name no part are none.
fn deferral(need: &Need, words: &str) -> Option<Value> {
    let rest = words.strip_prefix("defer ").or_else(|| words.strip_prefix("Defer "))?;
    let which = rest.split_once(':').map_or(rest, |(which, _)| which);
    let is_part =
        |it: &str| it.trim().parse::<usize>().is_ok() || component(need, it.trim()).is_some();
    which.split(',').all(is_part).then(|| deferral_of(need, rest))
}

/// Makes a deferral of words such as `2: not this year`, `1, 3` or `2`; a part that is not there is
/// handed on, to be refused by its name.
#[must_use]
pub fn deferral_of(need: &Need, words: &str) -> Value {
    let (which, reason) = words.split_once(':').unwrap_or((words, ""));
    let reason = match reason.trim() {
        "" => UNREASONED,
        reason => reason,
    };
    let id = |part: &str| component(need, part).and_then(|it| it.get("id")).cloned();
    let row =
        |part: &str| json!({ "id": id(part).unwrap_or_else(|| json!(part)), "reason": reason });
    let rows: Vec<Value> = which.split(',').map(|it| row(it.trim())).collect();
    json!({ "choice": "defer", "deferred": rows })
}

/// Reads `rename part 1 to entry at the bed`: every other part stays.
fn renaming(need: &Need, words: &str) -> Option<Value> {
    let rest = words.strip_prefix("rename ").or_else(|| words.strip_prefix("Rename "))?;
    let (which, name) = rest.split_once(" to ")?;
    let renamed = component(need, which.trim())?;
    let line = |it: &Value| match it == renamed {
        true => name.trim().to_owned(),
        false => name_of(it).to_owned(),
    };
    let lines: Vec<String> = components(need).iter().map(line).collect();
    Some(edition_of(need, &lines.join("\n")))
}

fn name_of(component: &Value) -> &str {
    component.get("name").and_then(Value::as_str).unwrap_or_default()
}

/// Lists the parts of a need to be edited, one a line.
#[must_use]
pub fn parts_of(need: &Need) -> String {
    components(need).iter().map(name_of).collect::<Vec<_>>().join("\n")
}

/// Makes the list of parts of an edited one. A line that was not changed keeps what is known about
/// its part; in a list of the same length a changed one keeps where it comes from.
#[must_use]
pub fn edition_of(need: &Need, text: &str) -> Value {
    let all = components(need);
    let lines: Vec<&str> = text.lines().map(str::trim).filter(|it| !it.is_empty()).collect();
    let is_same_length = lines.len() == all.len();
    let part = |(idx, name): (usize, &&str)| {
        let same = all.iter().find(|it| name_of(it) == *name);
        let placed = all.get(idx).filter(|_| is_same_length);
        let mut part = json!({ "name": name });
        let keys: &[&str] = if same.is_some() {
            &["description", "evidence", "deferred"]
        } else {
            &["evidence", "deferred"]
        };
        for key in keys {
            let known = same.or(placed).and_then(|it| it.get(key)).filter(|it| !it.is_null());
            if let (Some(known), Some(map)) = (known, part.as_object_mut()) {
                map.insert((*key).to_owned(), known.clone());
            }
        }
        part
    };
    let parts: Vec<Value> = lines.iter().enumerate().map(part).collect();
    json!({ "choice": "edit", "components": parts })
}

/// Names the reply of a list that was refused.
fn numbered(err: Error, number: usize) -> Error {
    let Error::Refused(Refusal::FulfilmentUnusable { need_id, mut problems }) = err else {
        return err;
    };
    for it in &mut problems {
        it.message = format!("reply {number}: {}", it.message);
    }
    Refusal::FulfilmentUnusable { need_id, problems }.into()
}

impl App {
    /// Reads words as a reply to the open need, or as another answer to an earlier question.
    pub fn deep_content(
        &self,
        caller: &Caller,
        need_id: Option<&str>,
        words: &str,
    ) -> Result<Value, Error> {
        let stand = self.deep_next(caller)?;
        let is_meant = |id: &str| need_id.is_none_or(|it| it == id);
        let need = stand.needs.iter().find(|it| is_meant(&it.need_id));
        Ok(match need {
            Some(need) => content_of(need, words),
            None => json!({ "answer": words.trim() }),
        })
    }

    /// Hands replies in one after the other, as long as something is asked; gives where it stands
    /// and how many replies are left.
    ///
    /// Words go to questions. Nobody is there to look at proposed components or at a structured
    /// answer, so both stand unless a reply names something else; every other choice waits for a
    /// reply that names it, and words that do not are left.
    pub fn deep_all(
        &self,
        caller: &Caller,
        replies: &[DeepReply],
    ) -> Result<(DeepStand, usize), Error> {
        let mut stand = self.deep_next(caller)?;
        let mut left = replies;
        while let (Some(need), Some((reply, rest))) = (stand.need(), left.split_first()) {
            if need.r#for == NeedFor::Mind {
                break;
            }
            let (content, is_taken) = match reply {
                DeepReply::Object(object) => (object.clone(), true),
                DeepReply::Words(words) if takes(need, words) => (content_of(need, words), true),
                DeepReply::Words(_) => match default_of(need) {
                    Some(choice) => (json!({ "choice": choice }), false),
                    None => break,
                },
            };
            let id = content.get("needId").and_then(Value::as_str).map(str::to_owned);
            let aim = id.as_deref().map_or(Aim::Open(&need.need_id), Aim::Named);
            let number = replies.len() - left.len() + 1;
            let taken = self.deep_submit(caller, aim, &content);
            stand = taken.map_err(|err| numbered(err, number))?;
            left = if is_taken { rest } else { left };
        }
        Ok((stand, left.len()))
    }
}

/// Tells whether words of a list are for a need: a question takes all, a choice its own words.
fn takes(need: &Need, words: &str) -> bool {
    let is_about_parts = need.kind == NeedKind::Topology
        && (deferral(need, words).is_some() || renaming(need, words).is_some());
    need.kind == NeedKind::Ask || is_about_parts || named_choice(need, words.trim()).is_some()
}

/// Gives the choice that stands where nobody looks.
fn default_of(need: &Need) -> Option<&'static str> {
    match need.kind {
        NeedKind::Topology => Some("confirm"),
        NeedKind::Refine => Some("send"),
        NeedKind::Ask
        | NeedKind::Score
        | NeedKind::Panel
        | NeedKind::AutoAnswer
        | NeedKind::ConfirmCrossing
        | NeedKind::Closure
        | NeedKind::Restate
        | NeedKind::Spec
        | NeedKind::Done => None,
    }
}
