//! What a branch makes of the criteria that its target agreed on.
//!
//! Owns the question whether a branch took something away or only hasn't seen what the target agreed since, and
//! the words for it. Must not judge evidence.

use super::row::{DifferenceKind, DifferenceRow, may};
use super::target::JudgedCharter;
use crate::app::OpenCharter;
use charter_contract::agreement::{is_same_agreement, text_of};
use charter_contract::{Agreed, CharterAct, ContractState};
use charter_kernel::{Actor, CriterionId};
use std::collections::{BTreeMap, BTreeSet};

/// How much of a text is quoted.
const QUOTED_CHARS: usize = 160;

/// How the field begins that says who or what shows a criterion.
const VERIFIER: &str = "Verifier: ";

/// What was agreed about each criterion: several texts where there are several.
type Texts = BTreeMap<CriterionId, Vec<String>>;

/// Lists the criteria of the target that are gone or say something else here, and that no person let go; and
/// what the target agreed on since the branch left it.
pub(super) fn register_differences(
    judged: &JudgedCharter,
    there: &OpenCharter,
    name: &str,
) -> Vec<DifferenceRow> {
    let open = &judged.open;
    let then = judged.at_fork.as_ref().map(agreed_there);
    let agreed = agreed_there(there);
    let mut ids: BTreeSet<&CriterionId> = agreed.keys().collect();
    ids.extend(then.iter().flat_map(|it| it.keys()));
    let none = Vec::new();
    let mut found = Vec::new();
    for id in ids {
        let now = open.docs.criteria.find(id.as_str()).map(text_of);
        let target = agreed.get(id).unwrap_or(&none);
        let row = match (target.last(), &now) {
            (Some(_), Some(now)) if has(target, now) => None,
            _ => {
                let then = then.as_ref().map(|it| it.get(id).unwrap_or(&none));
                let row = |it: String| {
                    let detail = format!("{name} has {it}: merge {name}");
                    DifferenceRow::new(DifferenceKind::Behind, detail)
                };
                let (then, now) = (then.map(Vec::as_slice), now.as_deref());
                let behind = then.and_then(|then| behind(id, then, now, target)).map(row);
                let both = || then.and_then(|then| both_changed(id, then, now, target)).map(row);
                behind.or_else(|| reduced(id, now, target, open, name)).or_else(both)
            }
        };
        found.extend(row.map(|it| DifferenceRow { criterion_id: Some(id.to_string()), ..it }));
    }
    found
}

/// Says what the target did to a criterion that is here as the branch found it; none where the branch did
/// something as well.
fn behind(
    id: &CriterionId,
    then: &[String],
    now: Option<&str>,
    target: &[String],
) -> Option<String> {
    match (now, target.last()) {
        (None, Some(agreed)) if then.is_empty() => {
            Some(format!("added {id} since (“{}”)", title(agreed)))
        }
        (Some(now), Some(agreed)) if has(then, now) => {
            let (old, new) = contrast(now, agreed);
            Some(format!("changed {id} since: {old} is now {new}"))
        }
        (Some(now), None) if has(then, now) => {
            Some(format!("removed {id} since (“{}”)", title(now)))
        }
        (_, Some(_) | None) => None,
    }
}

/// Says what the target did to a criterion with which a person on the branch did something else.
fn both_changed(
    id: &CriterionId,
    then: &[String],
    now: Option<&str>,
    target: &[String],
) -> Option<String> {
    let agreed = target.last().filter(|it| !then.is_empty() && !has(then, it))?;
    Some(match now {
        Some(now) => {
            let (here, there) = contrast(now, agreed);
            format!("changed {id} since, too: it says {there}, and here {here}")
        }
        None => format!("changed {id} since, which is gone here: it says “{}”", title(agreed)),
    })
}

/// Says what the branch took from a criterion of the target, unless somebody who may let it go.
fn reduced(
    id: &CriterionId,
    now: Option<&str>,
    target: &[String],
    open: &OpenCharter,
    name: &str,
) -> Option<DifferenceRow> {
    let agreed = target.last()?;
    if is_let_go(id, now, open) {
        return None;
    }
    let detail = match now {
        Some(now) => {
            let (here, there) = contrast(now, agreed);
            format!("{id} says {here}; on {name} it says {there}, and no person agreed")
        }
        None => format!("{id} is gone; on {name} it is “{}”, and no person agreed", title(agreed)),
    };
    Some(DifferenceRow::new(DifferenceKind::RegisterReduced, detail))
}

fn has(texts: &[String], text: &str) -> bool {
    texts.iter().any(|it| is_same_agreement(it, text))
}

fn title(text: &str) -> &str {
    text.lines().next().unwrap_or_default()
}

/// Quotes what one text has and another has not, for each of them.
fn contrast(one: &str, other: &str) -> (String, String) {
    let is_by_hand = |it: &str| it.lines().any(|line| line == "Verifier: manual");
    // A command and a hook are the same to whoever agreed.
    let tells = |line: &str| !line.starts_with(VERIFIER) || is_by_hand(one) != is_by_hand(other);
    let only = |mine: &str, theirs: &str| {
        let is_own = |line: &&str| {
            !line.trim().is_empty() && tells(line) && !theirs.lines().any(|it| it == *line)
        };
        let lines: Vec<&str> = mine.lines().filter(is_own).collect();
        let text = lines.join(" / ");
        let is_long = text.chars().count() > QUOTED_CHARS;
        let cut: String = text.chars().take(QUOTED_CHARS).collect();
        match (text.is_empty(), is_long) {
            (true, _) => "nothing there".to_owned(),
            (false, true) => format!("“{cut}…”"),
            (false, false) => format!("“{cut}”"),
        }
    };
    (only(one, other), only(other, one))
}

/// Lists what the target agreed on, and what stands in its register, which is last.
fn agreed_there(there: &OpenCharter) -> Texts {
    let texts = |it: &Vec<Agreed>| it.iter().map(|it| it.text.clone()).collect();
    let agreed = there.state().contract.agreed.iter();
    let mut all: Texts = agreed.map(|(id, it)| (id.clone(), texts(it))).collect();
    for criterion in there.docs.criteria.criteria() {
        all.entry(criterion.id.clone()).or_default().push(text_of(criterion));
    }
    all
}

/// Tells whether somebody who may agreed on what a criterion says now, or on letting it go.
fn is_let_go(id: &CriterionId, now: Option<&str>, open: &OpenCharter) -> bool {
    let contract: &ContractState = &open.state().contract;
    let may = |act, by: &Actor, place| may(act, contract.rigor, by, place, open);
    let mut agreed = contract.agreed.get(id).into_iter().flatten();
    match now {
        Some(now) => agreed.any(|it| {
            is_same_agreement(&it.text, now) && may(CharterAct::ChangeCriteria, &it.by, it.place)
        }),
        None => {
            let waiver = contract.waived.get(id);
            let removal = contract.let_go.get(id);
            waiver.is_some_and(|it| may(CharterAct::Waive, &it.by, it.place))
                || removal.is_some_and(|it| may(CharterAct::ChangeCriteria, &it.by, it.place))
        }
    }
}
