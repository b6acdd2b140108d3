//! The components that are proposed, and what a user's correction makes of them.
//!
//! Owns how many there are. Must not know how parts are found in words.

use super::bank::{Bank, TextKey};
use super::component::{NamedPart, distinct, found_in, list, whole};
use super::edit::{self, PartsEdit};
use super::lexicon::{Class, SenseLexicon};
use super::text::{padded, sentences, shorten, words};
use super::view::NeedView;
use crate::deep::{COMPONENTS_MAX, ComponentDraft, IDEA_CHARS_MAX, Proposal};

/// How many words a name has at most that puts two together.
const NAME_WORDS_MAX: usize = 4;

const SUMMARY_CHARS_MAX: usize = 2_000;

/// Fulfils the need for components.
pub(super) fn propose(lexicon: &SenseLexicon, bank: &Bank, view: &NeedView) -> Proposal {
    let shown: Vec<NamedPart> = view.parts.iter().map(NamedPart::shown).collect();
    let mut parts = if shown.is_empty() { list(lexicon, &view.idea) } else { shown };
    if let Some(correction) = &view.brief.correction {
        parts = correct(lexicon, parts, correction);
    }
    if parts.is_empty() {
        parts = vec![whole(lexicon, &view.idea)];
    }
    let drafts: Vec<ComponentDraft> = group(bank, parts).iter().map(|it| it.draft(bank)).collect();
    let summary = (view.brief.summary_needed == Some(true)).then(|| summary(&view.idea));
    Proposal { components: drafts, summary, intents: Vec::new() }
}

/// Takes up what a user said about the parts: one more, one less, or others; what is none of it
/// changes nothing.
fn correct(lexicon: &SenseLexicon, parts: Vec<NamedPart>, correction: &str) -> Vec<NamedPart> {
    match edit::read(lexicon, correction) {
        PartsEdit::Add(_) => {
            let added = found_in(lexicon, &edit::behind_add(correction));
            return distinct(parts.into_iter().chain(added).collect());
        }
        PartsEdit::Confirm | PartsEdit::Deny => return parts,
        PartsEdit::Remove(_)
        | PartsEdit::Merge { .. }
        | PartsEdit::Rename { .. }
        | PartsEdit::Unclear => {}
    }
    let said = lexicon.terms(correction);
    let is_meant = |it: &NamedPart| lexicon.terms(&it.name).n_shared(&said) > 0;
    if lexicon.has(Class::Removing, &padded(correction)) {
        return parts.into_iter().filter(|it| !is_meant(it)).collect();
    }
    let named = list(lexicon, correction);
    if named.len() > 1 { named } else { parts }
}

/// Holds the number of parts: the last ones are put together.
fn group(bank: &Bank, parts: Vec<NamedPart>) -> Vec<NamedPart> {
    if parts.len() <= COMPONENTS_MAX {
        return parts;
    }
    let (firsts, rest) = parts.split_at(COMPONENTS_MAX - 1);
    let names: Vec<String> = rest.iter().map(|it| it.name.clone()).collect();
    let joined = bank.join(&names);
    let shortest = names.iter().min_by_key(|it| it.chars().count()).map_or("", String::as_str);
    let is_short = names.len() == 2 && words(&joined).len() <= NAME_WORDS_MAX;
    let name = match shortest {
        _ if is_short => joined.clone(),
        shortest => bank.say(TextKey::More, 0, &[("a", shortest)]),
    };
    let mut grouped = firsts.to_vec();
    grouped.push(NamedPart::of(&name, &joined));
    grouped
}

/// Gives the first sentence of every paragraph, as far as they fit.
fn summary(idea: &str) -> String {
    let mut kept = String::new();
    for paragraph in idea.split("\n\n") {
        let first = sentences(paragraph).into_iter().next().unwrap_or_default();
        let line = shorten(first, 300);
        if kept.chars().count() + line.chars().count() > SUMMARY_CHARS_MAX.min(IDEA_CHARS_MAX) {
            break;
        }
        if !line.is_empty() {
            kept = if kept.is_empty() { line } else { format!("{kept}\n{line}") };
        }
    }
    if kept.is_empty() { shorten(idea, SUMMARY_CHARS_MAX) } else { kept }
}
