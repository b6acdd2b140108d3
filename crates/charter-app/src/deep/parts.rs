//! Words about the proposed parts into what the need takes.
//!
//! Owns which part a number or a name means, and the list that a change gives: it is handed in to be
//! shown once more. Must not change anything that words do not clearly name.

use crate::error::problem;
use charter_engine::Refusal;
use charter_interview::InterviewRefusal;
use charter_interview::deep::{ComponentDraft, Need, PartBrief, TopologyBrief};
use charter_interview::rules::parts::{PartsEdit, read_edit};
use serde::Deserialize;
use serde_json::{Value, json};

/// The reason of a deferral without one.
const UNREASONED: &str = "deferred in round 0, without a reason";

/// What can be said, one example of each.
const EXAMPLES: &str = "say `yes`, `add a shopping list`, `remove 2`, `merge 1 and 2`, \
                        `rename 2 to Mail` or `defer 2: not this year`";

/// Makes of words what the need for the parts takes.
pub(super) fn content(need: &Need, words: &str) -> Result<Value, Refusal> {
    if let Some(content) = deferral(need, words) {
        return Ok(content);
    }
    match read_edit(words) {
        PartsEdit::Confirm => Ok(json!({ "choice": "confirm" })),
        edit => {
            let parts = edited(shown(need), edit).map_err(|problem| unclear(need, &problem))?;
            Ok(json!({ "choice": "change", "components": parts }))
        }
    }
}

/// Tells whether words of a list of replies are about the parts. What they add could as well answer
/// the first question.
pub(super) fn is_about(need: &Need, words: &str) -> bool {
    let is_edit = match read_edit(words) {
        PartsEdit::Confirm => true,
        PartsEdit::Add(_) | PartsEdit::Deny | PartsEdit::Unclear => false,
        edit @ (PartsEdit::Remove(_) | PartsEdit::Merge { .. } | PartsEdit::Rename { .. }) => {
            edited(shown(need), edit).is_ok()
        }
    };
    is_edit || deferral(need, words).is_some()
}

fn unclear(need: &Need, problem: &str) -> Refusal {
    unusable(need, "parts-unclear", format!("{problem}; {EXAMPLES}"))
}

/// Says that an answer to a need cannot be used.
pub(super) fn unusable(need: &Need, code: &str, message: String) -> Refusal {
    let problems = vec![problem("answer", code, message)];
    InterviewRefusal::FulfilmentUnusable { need_id: need.need_id.clone(), problems }.into()
}

fn components(need: &Need) -> Vec<PartBrief> {
    let parts = need.context.get("topology").and_then(|it| TopologyBrief::deserialize(it).ok());
    parts.unwrap_or_default().components
}

/// Gives the components of a need as they are handed in.
fn shown(need: &Need) -> Vec<ComponentDraft> {
    components(need).into_iter().map(kept).collect()
}

fn kept(part: PartBrief) -> ComponentDraft {
    let PartBrief { name, description, deferred, .. } = part;
    ComponentDraft { name, description, evidence: Vec::new(), deferred }
}

/// Finds the place of a part by its number, id or name, or by words that only its name has.
fn place(parts: &[[&str; 2]], words: &str) -> Option<usize> {
    let words = words.trim().to_lowercase();
    let words = words.strip_prefix("part ").unwrap_or(&words).trim();
    if let Ok(number) = words.parse::<usize>() {
        return number.checked_sub(1).filter(|it| *it < parts.len());
    }
    let is_named = |it: &[&str; 2]| it.iter().any(|it| it.to_lowercase() == words);
    let holds = |[_, name]: &&[&str; 2]| !words.is_empty() && name.to_lowercase().contains(words);
    let is_one = parts.iter().filter(holds).count() == 1;
    let held = || parts.iter().position(|it| is_one && holds(&it));
    parts.iter().position(is_named).or_else(held)
}

fn place_of(parts: &[PartBrief], words: &str) -> Option<usize> {
    place(&parts.iter().map(|it| [it.id.as_str(), &it.name]).collect::<Vec<_>>(), words)
}

fn places(parts: &[ComponentDraft], words: &[String]) -> Result<Vec<usize>, String> {
    let names: Vec<[&str; 2]> = parts.iter().map(|it| [it.name.as_str(); 2]).collect();
    let place = |it: &String| place(&names, it).ok_or_else(|| format!("there is no part `{it}`"));
    words.iter().map(place).collect()
}

/// Gives the parts after a change, or what is not clear about it.
fn edited(mut parts: Vec<ComponentDraft>, edit: PartsEdit) -> Result<Vec<ComponentDraft>, String> {
    match edit {
        PartsEdit::Confirm => {}
        PartsEdit::Deny => return Err("what is to change was not said".to_owned()),
        PartsEdit::Unclear => return Err("this names no change of the parts".to_owned()),
        PartsEdit::Add(drafts) => parts.extend(drafts),
        PartsEdit::Remove(words) => {
            let gone = places(&parts, &words)?;
            let left = parts.into_iter().enumerate().filter(|(idx, _)| !gone.contains(idx));
            parts = left.map(|(_, it)| it).collect();
            if parts.is_empty() {
                return Err("at least one part must stay".to_owned());
            }
        }
        PartsEdit::Merge { parts: words, name } => {
            let joined = places(&parts, &words)?;
            parts = merged(parts, &joined, name);
        }
        PartsEdit::Rename { part, name } => {
            let renamed = places(&parts, &[part])?;
            if let Some(part) = renamed.first().and_then(|it| parts.get_mut(*it)) {
                part.name = name;
            }
        }
    }
    Ok(parts)
}

/// Puts parts together at the place of the first.
fn merged(
    parts: Vec<ComponentDraft>,
    joined: &[usize],
    name: Option<String>,
) -> Vec<ComponentDraft> {
    let ours: Vec<&ComponentDraft> = joined.iter().filter_map(|it| parts.get(*it)).collect();
    let texts = |text: fn(&ComponentDraft) -> &str| -> Vec<&str> {
        ours.iter().map(|it| text(it)).filter(|it| !it.trim().is_empty()).collect()
    };
    let one = ComponentDraft {
        name: name.unwrap_or_else(|| texts(|it| &it.name).join(" and ")),
        description: texts(|it| &it.description).join("; "),
        evidence: ours.iter().flat_map(|it| it.evidence.clone()).collect(),
        deferred: None,
    };
    let first = joined.iter().min().copied().unwrap_or_default();
    let is_left = |idx: &usize| *idx == first || !joined.contains(idx);
    let left = parts.into_iter().enumerate().filter(|(idx, _)| is_left(idx));
    left.map(|(idx, part)| if idx == first { one.clone() } else { part }).collect()
}

/// Reads `defer 2: not this year`, or `defer 2` alone; words that name no part are none.
fn deferral(need: &Need, words: &str) -> Option<Value> {
    let rest = words.strip_prefix("defer ").or_else(|| words.strip_prefix("Defer "))?;
    let which = rest.split_once(':').map_or(rest, |(which, _)| which);
    let all = components(need);
    let is_part =
        |it: &str| it.trim().parse::<usize>().is_ok() || place_of(&all, it.trim()).is_some();
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
    let all = components(need);
    let id = |part: &str| Some(all.get(place_of(&all, part)?)?.id.as_str());
    let row = |part: &str| json!({ "id": id(part).unwrap_or(part), "reason": reason });
    let rows: Vec<Value> = which.split(',').map(|it| row(it.trim())).collect();
    json!({ "choice": "defer", "deferred": rows })
}

/// Lists the parts of a need to be edited, one a line, with an empty line for what is typed.
#[must_use]
pub fn parts_of(need: &Need) -> String {
    components(need).iter().map(|it| format!("{}\n", it.name)).collect()
}

/// Makes the list of parts of an edited one. A line that was not changed keeps what is known about
/// its part; in a list of the same length a changed one keeps where it comes from. A line that says
/// what to change, as in `remove 2`, is done to the list.
pub fn edition_of(need: &Need, text: &str) -> Result<Value, Refusal> {
    let all = components(need);
    let (mut names, mut edits): (Vec<&str>, Vec<PartsEdit>) = (Vec::new(), Vec::new());
    for line in text.lines().map(str::trim).filter(|it| !it.is_empty()) {
        let is_known = all.iter().any(|it| it.name == line);
        match read_edit(line) {
            _ if is_known => names.push(line),
            PartsEdit::Unclear => names.push(line),
            edit => edits.push(edit),
        }
    }
    let is_same_length = names.len() == all.len();
    let part = |(idx, name): (usize, &&str)| {
        let same = all.iter().find(|it| it.name == *name).cloned().map(kept);
        same.unwrap_or_else(|| {
            let known = all.get(idx).filter(|_| is_same_length).cloned().unwrap_or_default();
            ComponentDraft { name: (*name).to_owned(), description: String::new(), ..kept(known) }
        })
    };
    let mut parts: Vec<ComponentDraft> = names.iter().enumerate().map(part).collect();
    if names.is_empty() {
        parts = shown(need);
    }
    for edit in edits {
        parts = edited(parts, edit).map_err(|problem| unclear(need, &problem))?;
    }
    Ok(json!({ "choice": "change", "components": parts }))
}
