//! Which language a text is in.
//!
//! Owns the languages that are told apart, and how: by their script, or by small words that a text can
//! hardly do without. Must not know what follows from it.

use crate::text::words;
use crate::wordlist::holds;

/// The code and name of a language, and the ranges of its letters.
type Script = (&'static str, &'static str, &'static [(u32, u32)]);

/// The scripts that stand for one language each; those of the first three go together.
const KOREAN: Script = ("ko", "Korean", &[(0x1100, 0x11ff), (0xac00, 0xd7af), (0x3130, 0x318f)]);
const JAPANESE: Script = ("ja", "Japanese", &[(0x3040, 0x30ff)]);
const CHINESE: Script = ("zh", "Chinese", &[(0x3400, 0x4dbf), (0x4e00, 0x9fff)]);
const OTHERS: [Script; 6] = [
    ("ru", "Russian", &[(0x0400, 0x04ff)]),
    ("el", "Greek", &[(0x0370, 0x03ff)]),
    ("ar", "Arabic", &[(0x0600, 0x06ff)]),
    ("he", "Hebrew", &[(0x0590, 0x05ff)]),
    ("hi", "Hindi", &[(0x0900, 0x097f)]),
    ("th", "Thai", &[(0x0e00, 0x0e7f)]),
];

/// One in so many of all letters shows a language.
const ONE_IN: usize = 5;

/// Small words that a text can hardly do without.
const GERMAN: &str = "und der die das nicht mit für ein eine einen ist wir ich auf von zu werden \
    sollen soll im den dem oder aus bei was als wie sie muss es wenn nur wird welche welcher noch \
    über";
const SPANISH: &str = "el la los las de del que y en un una para con por se no su es al lo como más \
    quiero debe qué sobre usted eso cuál dijo si";
const ENGLISH: &str = "the a an and of to in is it for that with on we i be are this or by no not as \
    from";

pub(crate) fn count_letters(text: &str) -> usize {
    text.chars().filter(|it| it.is_alphabetic()).count()
}

/// Recognises a language by its script, of which there are so many letters at least: its code and name.
pub(crate) fn by_script(text: &str, letters_min: usize) -> Option<(&'static str, &'static str)> {
    let n_letters = count_letters(text);
    let n_of = |(_, _, ranges): &Script| {
        let is_in =
            |it: &char| ranges.iter().any(|(from, to)| (*from..=*to).contains(&u32::from(*it)));
        text.chars().filter(is_in).count()
    };
    let shows = |n: usize| n > 0 && n >= letters_min && n * ONE_IN >= n_letters;
    let (hangul, kana, han) = (n_of(&KOREAN), n_of(&JAPANESE), n_of(&CHINESE));
    let (code, name, _) = if !shows(hangul + kana + han) {
        *OTHERS.iter().find(|it| shows(n_of(it)))?
    } else if hangul > kana && hangul * 4 > han {
        KOREAN
    } else if kana * 10 > han {
        JAPANESE
    } else {
        CHINESE
    };
    Some((code, name))
}

/// Recognises a language by its small words; none where they are English or say nothing.
pub(crate) fn by_words(text: &str) -> Option<&'static str> {
    let words = words(text);
    let n_of = |list: &str| words.iter().filter(|it| holds(list, it)).count();
    let (german, spanish, english) = (n_of(GERMAN), n_of(SPANISH), n_of(ENGLISH));
    if german > english && german >= spanish {
        return Some("de");
    }
    (spanish > english).then_some("es")
}
