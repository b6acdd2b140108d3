//! A short title and a slug for an idea.
//!
//! Owns the words that carry no meaning in a name. Must not know ids beyond the slug.

use crate::wordlist::holds;
use charter_kernel::Slug;

/// The most characters of a proposed title.
const TITLE_CHARS_MAX: usize = 60;

/// How many meaningful words make a slug.
const SLUG_WORDS: usize = 3;

/// Words that say nothing in an English name.
const ENGLISH: &str = "a an and are as at be by can for from has have i in into is it its like me \
    my need of on or our please should some so that the their there they this to us want we when \
    which who will with would you your";

/// Words that say nothing in a German name.
const GERMAN: &str = "das dem den der des die ein eine einen einer für ich im ist mit soll und \
    von wir zu zum zur";

/// Words that say nothing in a Spanish, Portuguese or French name.
const ROMANCE: &str = "con da de del do el en et la las le les los para por pour que um uma un \
    una une y";

/// What to call a charter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Title {
    /// For people.
    pub name: String,
    /// For the id.
    pub slug: Slug,
}

/// Proposes a title: the first sentence as the name, its first meaningful words as the slug.
#[must_use]
pub fn propose_title(idea: &str) -> Title {
    let line = idea.lines().map(str::trim).find(|it| it.chars().any(char::is_alphanumeric));
    let sentence = first_sentence(line.unwrap_or_default());
    let words = sentence.split(|it: char| !it.is_alphanumeric()).filter(|it| !it.is_empty());
    let telling = |it: &&str| !is_empty_word(&it.to_lowercase());
    let telling: Vec<&str> = words.filter(telling).take(SLUG_WORDS).collect();
    let slug = if telling.is_empty() { Slug::of(sentence) } else { Slug::of(&telling.join(" ")) };
    let name = if sentence.is_empty() { "Untitled".to_owned() } else { shorten(sentence) };
    Title { name, slug }
}

/// Tells whether a lower-case word says nothing in a name.
pub(crate) fn is_empty_word(word: &str) -> bool {
    [ENGLISH, GERMAN, ROMANCE].into_iter().any(|it| holds(it, word))
}

fn first_sentence(line: &str) -> &str {
    let line = line.trim_start_matches(|it: char| !it.is_alphanumeric());
    let ends = |(idx, it): &(usize, char)| {
        let next = line.get(idx + it.len_utf8()..).and_then(|rest| rest.chars().next());
        match it {
            '.' | '!' | '?' | ';' => next.is_none_or(char::is_whitespace),
            '。' | '！' | '？' => true,
            _ => false,
        }
    };
    let end = line.char_indices().find(ends).map_or(line.len(), |(idx, _)| idx);
    line.get(..end).unwrap_or(line).trim()
}

/// Cuts at a word's end; one word that is too long is cut where it must be.
fn shorten(sentence: &str) -> String {
    let clean: String = sentence.chars().map(|it| if it.is_control() { ' ' } else { it }).collect();
    if clean.chars().count() <= TITLE_CHARS_MAX {
        return clean;
    }
    let cut: String = clean.chars().take(TITLE_CHARS_MAX - 1).collect();
    let end = cut.rfind(' ').filter(|idx| *idx > TITLE_CHARS_MAX / 2).unwrap_or(cut.len());
    format!("{}…", cut.get(..end).unwrap_or(&cut).trim_end_matches([' ', ',']))
}

#[cfg(test)]
mod tests;
