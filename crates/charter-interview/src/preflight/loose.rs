//! Phrases that leave open what is wanted.
//!
//! Owns when such a phrase is about the request and not about what the request describes, and when the rest of
//! it says enough. Must not know what is asked then.

use super::clause::{Clauses, Gap};
use super::deed::{WordSpot, is_asked};
use super::glyph::{places_of, unfilled};
use super::text::{GONE, Text};
use super::vocabulary::{Looseness, Vocabulary, spaced, unspaced};

/// From so many words on a request says enough for one loose word to be no reason to ask.
const WORDS_MAX: usize = 80;

/// How many words beside `make it better` and beside `fix it` may be there.
const BETTER_REST_MAX: usize = 3;
const WHAT_REST_MAX: usize = 1;

/// The same in characters, where words have no blanks between them.
const BETTER_CHARS_MAX: usize = 6;
const WHAT_CHARS_MAX: usize = 1;

/// Lists what a request leaves open, with what that is.
pub(super) fn loose_ends(text: &Text, clauses: &Clauses<'_>) -> Vec<(Looseness, WordSpot)> {
    let n_glyphs = text.chars().iter().filter(|it| super::lexicon::is_unspaced(**it)).count();
    if clauses.words.len().max(n_glyphs / 2) > WORDS_MAX {
        return Vec::new();
    }
    let has_anchor = text.chars().iter().any(|it| *it == GONE || it.is_ascii_digit());
    let mut found = Vec::new();
    for looseness in Looseness::ALL {
        let is_bare = matches!(looseness, Looseness::What | Looseness::Better);
        if is_bare && has_anchor {
            continue;
        }
        for voc in spaced() {
            found.extend(find_spaced(text, clauses, voc, looseness).map(|it| (looseness, it)));
        }
        for voc in unspaced() {
            found.extend(find_unspaced(text, voc, looseness).map(|it| (looseness, it)));
        }
    }
    // Of two at one place the longer counts.
    found.sort_by_key(|(_, it)| (it.start, std::cmp::Reverse(it.words.len())));
    let mut end = 0;
    found.retain(|(_, it)| {
        let is_new = it.start >= end;
        end = if is_new { it.start + it.words.chars().count() } else { end };
        is_new
    });
    found
}

fn find_spaced(
    text: &Text,
    clauses: &Clauses<'_>,
    voc: &Vocabulary,
    looseness: Looseness,
) -> Option<WordSpot> {
    let phrases = voc.list(looseness.key()).iter();
    let mut places = phrases.flat_map(|it| {
        (0..clauses.words.len()).filter(|idx| clauses.is_at(it, *idx)).map(move |idx| (it, idx))
    });
    let (words, idx) =
        places.find(|(words, idx)| is_loose(text, clauses, voc, looseness, *idx, words.len()))?;
    let start = clauses.words.get(idx)?.start;
    Some(WordSpot { words: words.join(" "), start })
}

fn is_loose(
    text: &Text,
    clauses: &Clauses<'_>,
    voc: &Vocabulary,
    looseness: Looseness,
    idx: usize,
    n_words: usize,
) -> bool {
    let end = idx + n_words;
    let start = clauses.sentence_start(idx);
    let rest = || rest_of(clauses, voc, idx, end);
    let ends = || {
        let close = clauses.clause_end(end - 1);
        (end..close)
            .all(|it| voc.holds("filler", clauses.word(it)) || is_loose_word(voc, clauses, it))
    };
    match looseness {
        Looseness::What => ends() && rest() <= WHAT_REST_MAX && is_asked(clauses, voc, idx),
        Looseness::Better => ends() && rest() <= BETTER_REST_MAX && is_asked(clauses, voc, idx),
        Looseness::How | Looseness::Usual => {
            let is_told = voc.holds("subject", clauses.word(start)) || start == idx && !ends();
            let asks = clauses.has_phrase("ask", start, clauses.sentence_end(idx));
            (!is_told || asks) && (looseness == Looseness::How || ends())
        }
        Looseness::Rest => !is_in_brackets(text, clauses, idx),
    }
}

/// Counts the words that say something beside a phrase.
fn rest_of(clauses: &Clauses<'_>, voc: &Vocabulary, from: usize, to: usize) -> usize {
    let n = clauses.words.len();
    let mut is_spare: Vec<bool> = (0..n).map(|it| (from..to).contains(&it)).collect();
    for key in ["ask", "filler", "vague-how"] {
        for phrase in spaced().flat_map(|it| it.list(key)) {
            for idx in (0..n).filter(|it| clauses.is_at(phrase, *it)) {
                is_spare.iter_mut().skip(idx).take(phrase.len()).for_each(|it| *it = true);
            }
        }
    }
    let is_small = |idx: usize| voc.holds("join", clauses.word(idx));
    is_spare.iter().enumerate().filter(|(idx, it)| !**it && !is_small(*idx)).count()
}

fn is_loose_word(voc: &Vocabulary, clauses: &Clauses<'_>, idx: usize) -> bool {
    voc.holds("vague-how", clauses.word(idx)) || voc.holds("ask", clauses.word(idx))
}

fn is_in_brackets(text: &Text, clauses: &Clauses<'_>, idx: usize) -> bool {
    let start = clauses.words.get(idx).map_or(0, |it| it.start);
    let before = text.chars().iter().take(start).rev();
    let mark = before.take_while(|it| **it != '\n').find(|it| matches!(it, '(' | ')'));
    clauses.gap(idx) != Gap::Hard && mark == Some(&'(')
}

fn find_unspaced(text: &Text, voc: &Vocabulary, looseness: Looseness) -> Option<WordSpot> {
    let all: String = text.chars().iter().collect();
    let letters = |text: &str| text.chars().filter(|it| it.is_alphanumeric()).count();
    let rest_max = match looseness {
        Looseness::What => WHAT_CHARS_MAX,
        Looseness::Better => BETTER_CHARS_MAX,
        Looseness::How | Looseness::Usual | Looseness::Rest => usize::MAX,
    };
    let mut spots = voc.texts(looseness.key()).filter_map(|words| {
        let start = *places_of(text.chars(), &words).first()?;
        let rest = letters(unfilled(voc, &all)).saturating_sub(letters(&words));
        let is_question = voc.texts("question").any(|it| all.contains(&it));
        (rest <= rest_max && !is_question).then_some(WordSpot { words, start })
    });
    spots.next()
}
