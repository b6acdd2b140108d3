//! Which clauses of a statement leave something out.
//!
//! Owns how a sentence is parted into what is out and what holds: “no login, works in a browser”
//! leaves out the login alone. Must not know what becomes of either.

use super::edit::class;
use super::feature::Features;
use super::lexicon::{Class, SenseLexicon};
use super::text::{clauses, is_glyph, padded, words};

/// How many words a clause has at most that only goes on with the row before it.
const ROW_WORDS_MAX: usize = 3;

/// A statement in its two parts.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Parted {
    pub(super) out: Option<String>,
    pub(super) kept: Option<String>,
}

/// Parts a statement.
pub(super) fn part(lexicon: &SenseLexicon, statement: &str) -> Parted {
    let said = statement.split(" → ").last().unwrap_or(statement);
    let all = clauses(said);
    let is_whole = said != statement || all.len() < 2 || said.chars().any(is_glyph);
    if is_whole {
        let is_out = lexicon.leaves_out(said) && is_unmeasured(lexicon, said);
        let text = Some(statement.to_owned());
        return if is_out {
            Parted { out: text, kept: None }
        } else {
            Parted { out: None, kept: text }
        };
    }
    let (mut out, mut kept): (Vec<&str>, Vec<&str>) = (Vec::new(), Vec::new());
    let mut was_out = false;
    for (idx, clause) in all.into_iter().enumerate() {
        let leads = idx == 0 && lexicon.has(Class::Exclusion, &padded(clause));
        let is_out = leads || opens_out(clause) || (was_out && goes_on(lexicon, clause));
        was_out = is_out && is_unmeasured(lexicon, clause);
        if was_out { out.push(clause) } else { kept.push(clause) }
    }
    if out.is_empty() {
        return Parted { out: None, kept: Some(statement.to_owned()) };
    }
    let joined = |list: &[&str]| (!list.is_empty()).then(|| list.join(", "));
    Parted { out: joined(&out), kept: joined(&kept) }
}

fn is_unmeasured(lexicon: &SenseLexicon, text: &str) -> bool {
    let line = padded(text);
    let is_limit = [Class::Upper, Class::Lower].into_iter().any(|it| lexicon.has(it, &line));
    !is_limit && Features::read(lexicon, text).measures.is_empty()
}

/// Tells whether a clause begins with a word that says that something is not there.
fn opens_out(clause: &str) -> bool {
    let first = words(clause).into_iter().next().unwrap_or_default();
    class("out").any(|it| it == first)
}

/// Tells whether a clause goes on with the one before: one more thing, or what describes it.
fn goes_on(lexicon: &SenseLexicon, clause: &str) -> bool {
    let all = words(clause);
    let first = all.first().map(String::as_str).unwrap_or_default();
    let describes = [Class::Clause, Class::Reason, Class::Phrase];
    let features = Features::read(lexicon, clause);
    let is_thing = features.bounds.is_empty() && features.steps.is_empty() && first != "but";
    let is_row = all.len() <= ROW_WORDS_MAX && is_thing;
    is_row || (first != "but" && describes.into_iter().any(|it| lexicon.is(it, first)))
}
