//! A short name for a part of an idea, in the user's own words.
//!
//! Owns what is left away from a phrase so that a name of at most four words remains: what opens or
//! ends a wish, articles and praise in front, what a relative clause or a preposition adds. Must not
//! know which phrases are parts.

use super::lexicon::{Class, SenseLexicon};
use super::text::is_glyph;

/// How many words a name has at most.
const WORDS_MAX: usize = 4;

/// How many letters it has at most where words are not parted by blanks.
const GLYPHS_MAX: usize = 14;

/// Shortens a phrase to a name; none where nothing is left that names something.
pub(super) fn shorten(lexicon: &SenseLexicon, phrase: &str) -> Option<String> {
    let clean = phrase.replace(['*', '`', '"', '“', '”', '„', '«', '»', '「', '」'], "");
    let trimmed = clean.trim_matches(is_edge);
    let is_wide = trimmed.chars().filter(|it| is_glyph(*it)).count() > 1;
    let name = if is_wide { of_glyphs(lexicon, trimmed) } else { of_words(lexicon, trimmed) };
    let name = name.trim_matches(is_edge).to_owned();
    name.chars().any(char::is_alphanumeric).then_some(name)
}

/// Tells whether a phrase is nothing but the end of a wish.
pub(super) fn is_wish(lexicon: &SenseLexicon, phrase: &str) -> bool {
    let line = format!(" {} ", phrase.trim_matches(is_edge).to_lowercase());
    let full = line.trim_end().len();
    lexicon.hits(Class::Wish, &line).any(|it| it.start == 1 && it.end == full)
}

fn is_edge(char: char) -> bool {
    char.is_whitespace()
        || matches!(char, '.' | ':' | ',' | ';' | '。' | '：' | '!' | '?' | '\'' | '#')
}

/// Shortens a phrase of a language whose nouns are led by small words and followed by additions.
fn of_words(lexicon: &SenseLexicon, phrase: &str) -> String {
    let words: Vec<&str> = phrase.split_whitespace().collect();
    let is = |class: Class, word: &str| {
        let bare = word.trim_matches(|it: char| !it.is_alphanumeric()).to_lowercase();
        lexicon.is(class, &bare)
    };
    let is_front = |word: &str| {
        let classes = [Class::Lead, Class::Vague, Class::Stop, Class::Clause, Class::Phrase];
        classes.into_iter().any(|it| is(it, word))
    };
    let praised = words.iter().rposition(|it| is(Class::Vague, it)).map_or(0, |it| it + 1);
    let start = words.iter().position(|it| !is_front(it)).unwrap_or(praised);
    let kept = words.get(start..).unwrap_or_default();
    let until = |list: &[&str], class: Class| {
        let end = list.iter().skip(1).position(|it| is(class, it)).map(|it| it + 1);
        end.unwrap_or(list.len())
    };
    let clause_end = until(kept, Class::Clause);
    let mut name: Vec<&str> = kept.iter().copied().take(clause_end).collect();
    if name.len() > WORDS_MAX {
        // One word alone says too little.
        let phrase_end = Some(until(&name, Class::Phrase)).filter(|it| *it > 1);
        name.truncate(phrase_end.unwrap_or(WORDS_MAX).min(WORDS_MAX));
        let is_small = |it: &&str| is(Class::Stop, it) || is(Class::Phrase, it);
        while name.len() > 1 && name.last().is_some_and(is_small) {
            name.pop();
        }
    }
    name.join(" ")
}

/// Shortens a phrase of a language whose nouns come last: what describes them goes first.
fn of_glyphs(lexicon: &SenseLexicon, phrase: &str) -> String {
    let mut name = without_ending(lexicon, phrase);
    let line = |text: &str| format!(" {} ", text.to_lowercase());
    let is_long = |text: &str| {
        let n_glyphs = text.chars().filter(|it| is_glyph(*it)).count();
        text.split_whitespace().count() > WORDS_MAX || n_glyphs > GLYPHS_MAX
    };
    let mut ends: Vec<usize> = Vec::new();
    if is_long(&name) {
        ends.extend(lexicon.hits(Class::Modifier, &line(&name)).map(|it| it.end));
    }
    // The line begins with a blank that the name does not have.
    for end in ends.into_iter().rev() {
        let rest = name.get(end.saturating_sub(1)..).unwrap_or_default().trim();
        if rest.chars().filter(|it| it.is_alphanumeric()).count() > 1 {
            name = rest.to_owned();
            break;
        }
    }
    let words: Vec<&str> = name.split_whitespace().collect();
    let from = words.len().saturating_sub(WORDS_MAX);
    let last = words.get(from..).unwrap_or_default().join(" ");
    without_ending(lexicon, &super::text::shorten(&last, 2 * GLYPHS_MAX))
}

/// Takes off what ends a wish, again and again.
fn without_ending(lexicon: &SenseLexicon, phrase: &str) -> String {
    let mut name = phrase.trim_matches(is_edge).to_owned();
    loop {
        let line = format!(" {} ", name.to_lowercase());
        let full = line.trim_end().len();
        let wishes = lexicon.hits(Class::Wish, &line).filter(|it| it.end == full);
        let cut = wishes.map(|it| it.start).min();
        let kept = cut.and_then(|it: usize| name.get(..it.saturating_sub(1)));
        match kept.map(|it| it.trim_matches(is_edge)) {
            Some(kept) if kept.chars().filter(|it| it.is_alphanumeric()).count() > 1 => {
                name = kept.to_owned();
            }
            _ => return name,
        }
    }
}
