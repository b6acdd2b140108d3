//! What a statement is about, as the middle of an id.
//!
//! Owns the word that is taken: not who does it, but what is done or what it is done to. Ids have capital letters
//! of ASCII, so other letters are written with those. Must not know which ids are taken.

use super::lexicon::{DraftLexicon, Wording, is_wide};
use crate::text::words;

/// The most letters of a subject in an id.
const SUBJECT_CHARS_MAX: usize = 16;

/// The most words of a name in an id.
const SUBJECT_WORDS_MAX: usize = 3;

/// The fewest letters of a word that tells something.
const WORD_CHARS_MIN: usize = 3;

/// What letters are written as; capital letters behind each.
const LETTERS: &str = "ä AE ö OE ü UE ß SS à A á A â A ã A å A æ AE ç C è E é E ê E ë E ì I í I î I ï I ñ N ò O ó O ô O \
    õ O ø O ù U ú U û U ý Y œ OE а A б B в V г G д D е E ё E ж ZH з Z и I й I к K л L м M н N о O п P р R с S т T у U ф F \
    х H ц TS ч CH ш SH щ SCH ъ - ы Y ь - э E ю YU я YA";

/// Gives the subject of a statement; none where no word of it can stand in an id.
pub(super) fn subject_of(lexicon: &DraftLexicon, statement: &str) -> Option<String> {
    if statement.chars().any(is_wide) {
        let ascii = words(statement).into_iter().find(|it| tells(lexicon, it) && it.is_ascii());
        return name_in(lexicon, statement).or_else(|| ascii.and_then(|it| letters(&it)));
    }
    let telling = words(statement).into_iter().find(|it| tells(lexicon, it))?;
    let verb = lexicon
        .verbs
        .iter()
        .find(|it| it.finite.contains(&telling.as_str()) || it.plain.contains(&telling.as_str()));
    verb.map(|it| it.name.to_owned()).or_else(|| letters(&telling))
}

/// Finds what is done: in Chinese the first verb, in Japanese and Korean, where verbs stand at the end, the last.
fn name_in(lexicon: &DraftLexicon, statement: &str) -> Option<String> {
    let found =
        lexicon.verbs.iter().filter_map(|it| Some((it.traces.first_in(statement)?, it.name)));
    let ends = statement.chars().any(|it| matches!(it, 'ぁ'..='ヿ' | '가'..='힣'));
    let best = if ends {
        found.max_by_key(|it| (it.0.end, usize::MAX - it.0.start))
    } else {
        found.min_by_key(|it| it.0.start)
    };
    best.map(|it| it.1.to_owned())
}

fn tells(lexicon: &DraftLexicon, word: &str) -> bool {
    let is_word = word.chars().count() >= WORD_CHARS_MIN && word.chars().all(|it| !it.is_numeric());
    let word = word.rsplit('\'').next().unwrap_or(word);
    let lists = [
        &lexicon.empty,
        &lexicon.actor,
        &lexicon.modal,
        &lexicon.never,
        &lexicon.number,
        &lexicon.vague,
        &lexicon.lead,
        &lexicon.clitic,
    ];
    is_word && !lists.into_iter().any(|it| it.holds(word)) && !Wording::of(word).is_empty()
}

/// Gives the middle of an id for a name, such as that of a part: its first words that say something, as far as
/// they fit; none where nothing of it can stand in an id.
#[must_use]
pub fn letters(name: &str) -> Option<String> {
    let lexicon = DraftLexicon::shipped();
    let all: Vec<String> =
        words(name).iter().flat_map(|it| it.split(['-', '_', '\''])).map(str::to_owned).collect();
    let is_telling = |it: &&String| !lexicon.empty.holds(it);
    let mut telling: Vec<&String> = all.iter().filter(is_telling).take(SUBJECT_WORDS_MAX).collect();
    if telling.is_empty() {
        telling = all.iter().take(SUBJECT_WORDS_MAX).collect();
    }
    let mut subject = String::new();
    for word in telling {
        let word: String = word.chars().map(letter).collect();
        if !subject.is_empty() && subject.len() + word.len() > SUBJECT_CHARS_MAX {
            break;
        }
        subject.push_str(&word);
    }
    subject.truncate(SUBJECT_CHARS_MAX);
    (!subject.is_empty()).then_some(subject)
}

fn letter(it: char) -> String {
    if it.is_ascii_alphanumeric() {
        return it.to_ascii_uppercase().to_string();
    }
    let mut pairs = LETTERS.split_whitespace();
    while let (Some(from), Some(to)) = (pairs.next(), pairs.next()) {
        if from.starts_with(it) {
            return to.trim_matches('-').to_owned();
        }
    }
    String::new()
}
