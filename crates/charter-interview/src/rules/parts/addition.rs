//! The parts that words add.
//!
//! Owns how a row of things is told apart, and what of each is its name. Must not know the parts that are there.

use super::wording::{class, is_glyph, part_of, sign_of};
use crate::deep::ComponentDraft;

/// The most words of a thing that is one of a row.
const ROW_WORDS_MAX: usize = 12;

/// The most characters of a name, and of what describes it.
const NAME_CHARS_MAX: usize = 60;
const WORDS_CHARS_MAX: usize = 300;

/// Drafts the parts that words add: the name is how each begins, its words describe it.
pub(super) fn drafts(words: &str) -> Vec<ComponentDraft> {
    let row: Vec<&str> = row(words);
    let is_row = row.len() > 1
        && row.iter().all(|it| it.split_whitespace().count() <= ROW_WORDS_MAX && !is_joined(it));
    let things = if is_row { row } else { vec![words.trim()] };
    let drafts = things.into_iter().map(draft);
    drafts.filter(|it| it.name.chars().any(char::is_alphanumeric)).collect()
}

/// Cuts words where things of a row are parted.
fn row(words: &str) -> Vec<&str> {
    let is_end = |it: char| matches!(it, ',' | ';' | '、' | '，' | '；');
    let things = words.split(is_end).map(without_join).map(str::trim);
    things.filter(|it| it.chars().any(char::is_alphanumeric)).collect()
}

/// Takes the word off that joins the last thing of a row: `and a list`.
fn without_join(thing: &str) -> &str {
    let thing = thing.trim();
    let mut joins = class("join").filter(|it| !it.chars().any(is_glyph));
    let rest = |join: String| {
        let rest = thing.get(join.len()..)?.strip_prefix(' ')?;
        thing.get(..join.len())?.eq_ignore_ascii_case(&join).then_some(rest)
    };
    joins.find_map(rest).unwrap_or(thing)
}

/// Tells whether a piece holds two things without a sign between them.
fn is_joined(piece: &str) -> bool {
    let line = format!(" {piece} ").to_lowercase();
    class("join").filter(|it| it.chars().any(char::is_alphabetic)).any(|it| {
        let is_wide = it.chars().any(is_glyph);
        !is_wide && line.contains(&sign_of(&it))
    })
}

fn draft(thing: &str) -> ComponentDraft {
    let thing = thing.trim().trim_end_matches(['.', '!', '。']).trim();
    let lower = thing.to_lowercase();
    let is_same_length = lower.len() == thing.len();
    let starts = class("relative").filter_map(|it| lower.find(&format!(" {it} ")));
    let end = starts.min().filter(|it| is_same_length && *it > 0).unwrap_or(thing.len());
    let head = thing.get(..end).unwrap_or(thing);
    let name = short(&without_article(head), NAME_CHARS_MAX);
    let words = short(thing, WORDS_CHARS_MAX);
    let is_more = without_article(thing) != name;
    let description = if is_more { words.clone() } else { String::new() };
    ComponentDraft { name, description, evidence: vec![words], deferred: None }
}

/// Takes the article off a thing; a name that is a number stays one.
fn without_article(thing: &str) -> String {
    let Some((first, rest)) = thing.split_once(' ') else { return part_of(thing) };
    let is_article = class("article").any(|it| it == first.to_lowercase());
    if is_article { rest.trim().to_owned() } else { thing.to_owned() }
}

fn short(text: &str, chars_max: usize) -> String {
    if text.chars().count() <= chars_max {
        return text.to_owned();
    }
    let kept: String = text.chars().take(chars_max).collect();
    format!("{}…", kept.trim_end())
}
