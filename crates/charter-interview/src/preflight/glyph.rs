//! Deeds that cannot be taken back, in Chinese, Japanese and Korean.
//!
//! Owns how a deed that is asked for is told from one that is spoken of where words have no blanks between
//! them, or endings glued on. Must not know what follows from it.

use super::deed::WordSpot;
use super::text::Text;
use super::vocabulary::{Vocabulary, unspaced};
use crate::tongue::Tongue;

/// How many characters behind a verb say what it is done to.
const REACH: usize = 12;

/// What stands on both sides of a verb in its clause.
struct Sides {
    before: String,
    after: String,
}

impl Sides {
    fn has(&self, voc: &Vocabulary, key: &str) -> bool {
        voc.texts(key).any(|it| self.before.contains(&it) || self.after.contains(&it))
    }

    fn has_before(&self, voc: &Vocabulary, key: &str) -> bool {
        voc.texts(key).any(|it| self.before.contains(&it))
    }

    fn is_followed_by(&self, voc: &Vocabulary, key: &str) -> bool {
        let after = self.after.trim_start();
        voc.texts(key).any(|it| after.starts_with(&it))
    }

    /// Tells whether what the verb is done to comes back with a revert.
    fn is_about_code(&self, voc: &Vocabulary) -> bool {
        let near = match voc.tongue == Tongue::Chinese {
            true => self.after.chars().take(REACH).collect::<String>(),
            false => self.before.clone(),
        };
        voc.texts("code").any(|it| near.contains(&it)) && !self.has(voc, "store")
    }
}

/// Lists the deeds that a request asks for.
pub(super) fn deeds_asked_for(text: &Text) -> Vec<WordSpot> {
    let lower: Vec<char> = text.chars().iter().flat_map(|it| it.to_lowercase().next()).collect();
    let mut spots: Vec<WordSpot> = Vec::new();
    for voc in unspaced() {
        for (key, needs_store) in [("verb", false), ("form", false), ("ruin", true)] {
            for words in voc.texts(key) {
                let places = places_of(&lower, &words);
                let asked = places.into_iter().find(|start| {
                    let sides = sides(&lower, *start, words.chars().count());
                    (!needs_store || sides.has(voc, "store")) && is_asked(voc, key, &sides)
                });
                spots.extend(asked.map(|start| WordSpot { words, start }));
            }
        }
    }
    spots.sort_by_key(|it| it.start);
    spots
}

/// Lists where some words stand.
pub(super) fn places_of(chars: &[char], words: &str) -> Vec<usize> {
    let wanted: Vec<char> = words.chars().collect();
    let windows = chars.windows(wanted.len().max(1)).enumerate();
    windows.filter(|(_, it)| *it == wanted.as_slice()).map(|(start, _)| start).collect()
}

fn sides(chars: &[char], start: usize, n_chars: usize) -> Sides {
    let is_break = |it: &&char| "。！？!?；;，,：:\n（）()".contains(**it);
    let before: Vec<char> =
        chars.iter().take(start).rev().take_while(|it| !is_break(it)).copied().collect();
    let after = chars.iter().skip(start + n_chars);
    // What ends the clause says whether it is a question.
    let n_after = after.clone().take_while(|it| !is_break(it)).count() + 1;
    Sides { before: before.into_iter().rev().collect(), after: after.take(n_after).collect() }
}

fn is_asked(voc: &Vocabulary, key: &str, sides: &Sides) -> bool {
    if sides.is_about_code(voc) || sides.has_before(voc, "denial") {
        return false;
    }
    if voc.tongue == Tongue::Chinese {
        return is_asked_in_order(voc, sides);
    }
    if sides.has(voc, "question") {
        return false;
    }
    if key == "form" {
        return !sides.is_followed_by(voc, "reject-form");
    }
    sides.is_followed_by(voc, "accept")
        && !sides.is_followed_by(voc, "reject")
        && !sides.has_before(voc, "about")
}

/// In Chinese the place tells: first, behind words that ask, or behind what is led in.
fn is_asked_in_order(voc: &Vocabulary, sides: &Sides) -> bool {
    if sides.is_followed_by(voc, "thing") {
        return false;
    }
    let rest = unfilled(voc, &sides.before);
    let has_asked = rest.len() < sides.before.trim().len();
    if sides.has(voc, "question") && !has_asked {
        return false;
    }
    let leads_in = voc.texts("object").any(|it| rest.starts_with(&it));
    let ends_asking = voc.texts("ask").any(|it| rest.ends_with(&it));
    rest.is_empty() || leads_in || (ends_asking && !sides.has_before(voc, "about"))
}

/// Takes away what only leads in.
pub(super) fn unfilled<'a>(voc: &Vocabulary, text: &'a str) -> &'a str {
    let mut rest = text.trim_matches(|it: char| it.is_whitespace() || it == '\0');
    loop {
        let stripped = voc.texts("filler").find_map(|it| rest.strip_prefix(it.as_str()));
        match stripped {
            Some(shorter) => rest = shorter.trim_start(),
            None => return rest,
        }
    }
}
