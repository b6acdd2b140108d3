//! The things that answers talk about.
//!
//! Owns which words name a thing; a month or a day is none. What was named once stays named: things do not go away because an
//! answer is about something else. Must not compare lists of things.

use super::lexicon::{Class, SenseLexicon};
use super::text::{names, shorten};
use super::view::NeedView;
use crate::deep::Entity;

const ENTITIES_MAX: usize = 24;

const FIELDS_MAX: usize = 8;

/// Lists the components, what was named before and what an answer names.
pub(super) fn list(lexicon: &SenseLexicon, view: &NeedView, answer: &str) -> Vec<Entity> {
    let mut entities: Vec<Entity> = Vec::new();
    let mut add = |name: &str, sort: &str, fields: Vec<String>| {
        let is_same = |it: &&mut Entity| it.name.to_lowercase() == name.to_lowercase();
        if let Some(known) = entities.iter_mut().find(is_same) {
            for field in fields {
                if !known.fields.contains(&field) && known.fields.len() < FIELDS_MAX {
                    known.fields.push(field);
                }
            }
        } else if entities.len() < ENTITIES_MAX && !name.trim().is_empty() {
            let (name, relationships) = (shorten(name, 60), Vec::new());
            entities.push(Entity { name, r#type: sort.to_owned(), fields, relationships });
        }
    };
    for part in view.active() {
        add(&part.name, "component", Vec::new());
    }
    for entity in view.brief.entities.iter().flatten() {
        add(&entity.name, &entity.r#type, entity.fields.clone());
    }
    let is_date = |it: &String| lexicon.is(Class::Calendar, &it.to_lowercase());
    for name in names(answer).into_iter().filter(|it| !is_date(it)) {
        add(&name, "name", fields(answer, &name));
    }
    entities
}

/// Lists what stands in brackets right behind a name.
fn fields(text: &str, name: &str) -> Vec<String> {
    let after = text.split_once(name).map_or("", |(_, after)| after).trim_start();
    let inner = after.strip_prefix(['(', '（']).and_then(|it| it.split_once([')', '）']));
    let Some((inner, _)) = inner else { return Vec::new() };
    let items = inner.split([',', '，', '、', '/']).map(str::trim);
    items
        .filter(|it| (2..=40).contains(&it.chars().count()))
        .take(FIELDS_MAX)
        .map(str::to_owned)
        .collect()
}
