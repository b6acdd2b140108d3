//! The things that an interview talks about, and whether they stay the same.
//!
//! Owns how two lists of entities are matched. Must not know how entities are found.

use super::Units;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// A thing that the answers talk about.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entity {
    pub name: String,
    #[serde(default)]
    pub r#type: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fields: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub relationships: Vec<String>,
}

/// The entities after one round, against those before.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Snapshot {
    pub round: u32,
    pub entities: Vec<Entity>,
    /// The names that were there before.
    pub stable: Vec<String>,
    /// What was renamed: before and now.
    pub changed: Vec<(String, String)>,
    pub new: Vec<String>,
    pub removed: Vec<String>,
    /// The share that stayed; none in the first snapshot or where there is nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stability: Option<Units>,
}

/// Compares entities with those of the snapshot before.
#[must_use]
pub fn compare(round: u32, before: Option<&Snapshot>, entities: Vec<Entity>) -> Snapshot {
    let prior: &[Entity] = before.map(|it| it.entities.as_slice()).unwrap_or_default();
    let is_named = |entity: &Entity, others: &[Entity]| others.iter().any(|it| same(it, entity));
    let (stayed, others): (Vec<&Entity>, Vec<&Entity>) =
        entities.iter().partition(|it| is_named(it, prior));
    let mut left: Vec<&Entity> = prior.iter().filter(|it| !is_named(it, &entities)).collect();
    let (mut changed, mut new) = (Vec::new(), Vec::new());
    for entity in others {
        match left.iter().position(|it| is_renamed(it, entity)) {
            Some(idx) => changed.push((left.remove(idx).name.clone(), entity.name.clone())),
            None => new.push(entity.name.clone()),
        }
    }
    let kept = stayed.len() + changed.len();
    let stability = before.and_then(|_| ratio(kept, entities.len()));
    let names = |list: &[&Entity]| list.iter().map(|it| it.name.clone()).collect();
    let (stable, removed) = (names(&stayed), names(&left));
    Snapshot { round, stable, changed, new, removed, stability, entities }
}

fn same(left: &Entity, right: &Entity) -> bool {
    left.name.trim().to_lowercase() == right.name.trim().to_lowercase()
}

/// Another name, the same type, and more than half of the fields.
fn is_renamed(before: &Entity, now: &Entity) -> bool {
    let set = |it: &Entity| -> BTreeSet<String> {
        it.fields.iter().map(|field| field.trim().to_lowercase()).collect()
    };
    let (before_fields, now_fields) = (set(before), set(now));
    let overlap = before_fields.intersection(&now_fields).count();
    before.r#type == now.r#type && 2 * overlap > before_fields.len().max(now_fields.len())
}

fn ratio(part: usize, whole: usize) -> Option<Units> {
    let (part, whole) = (u32::try_from(part).ok()?, u32::try_from(whole).ok()?);
    let numerator = part.checked_mul(Units::ONE.as_u32())?.checked_add(whole / 2)?;
    numerator.checked_div(whole).map(Units::new)
}
