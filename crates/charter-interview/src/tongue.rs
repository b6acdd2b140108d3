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

/// The fewest letters of a script that show a language.
const LETTERS_MIN: usize = 2;

/// Small words that a text can hardly do without.
const GERMAN: &str = "und der die das nicht mit für ein eine einen ist wir ich auf von zu werden \
    sollen soll im den dem oder aus bei was als wie sie muss es wenn nur wird welche welcher noch \
    über";
const SPANISH: &str = "el la los las de del que y en un una para con por se no su es al lo como más \
    quiero debe qué sobre usted eso cuál dijo si";
const FRENCH: &str = "le la les des du de et un une pour avec par que qui dans sur ne pas est sont au \
    aux ce cette nous je il elle on plus mais ou où être doit sans leur leurs quel quelle";
const PORTUGUESE: &str = "o a os as do da dos das de e um uma para com por que em no na nos nas não se \
    é são ao mais como mas ou ser deve sem seu sua nós eu isso qual";
const ITALIAN: &str = "il lo la gli le di del della dei delle e un una per con che in nel nella non si \
    è sono al alla più come ma o essere deve senza suo sua noi io questo quale chi";
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

/// A language that charter speaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Tongue {
    /// English, which stands in for every other language.
    English,
    German,
    Spanish,
    French,
    Portuguese,
    Italian,
    Russian,
    Chinese,
    Japanese,
    Korean,
}

impl Tongue {
    /// Every language, English first.
    pub const ALL: [Self; 10] = [
        Self::English,
        Self::German,
        Self::Spanish,
        Self::French,
        Self::Portuguese,
        Self::Italian,
        Self::Russian,
        Self::Chinese,
        Self::Japanese,
        Self::Korean,
    ];

    /// The languages that are told apart by their small words, and those words.
    const BY_WORDS: [(Self, &str); 6] = [
        (Self::English, ENGLISH),
        (Self::German, GERMAN),
        (Self::Spanish, SPANISH),
        (Self::French, FRENCH),
        (Self::Portuguese, PORTUGUESE),
        (Self::Italian, ITALIAN),
    ];

    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::German => "de",
            Self::Spanish => "es",
            Self::French => "fr",
            Self::Portuguese => "pt",
            Self::Italian => "it",
            Self::Russian => "ru",
            Self::Chinese => "zh",
            Self::Japanese => "ja",
            Self::Korean => "ko",
        }
    }

    /// Finds the language of a code; `pt-BR` and the like by their first part.
    #[must_use]
    pub fn of_code(code: &str) -> Option<Self> {
        let first = code.split(['-', '_']).next().unwrap_or(code).to_lowercase();
        Self::ALL.into_iter().find(|it| it.code() == first)
    }

    /// Recognises the language of a text: by its script, else by its small words.
    #[must_use]
    pub fn of_text(text: &str) -> Self {
        match by_script(text, LETTERS_MIN) {
            Some((code, _)) => Self::of_code(code).unwrap_or(Self::English),
            None => Self::of_small_words(text),
        }
    }

    /// Recognises a language by its small words; English where none or several show one.
    fn of_small_words(text: &str) -> Self {
        let words = words(text);
        let n_of = |list: &str| words.iter().filter(|it| holds(list, it)).count();
        let mut found = (Self::English, 0);
        for (tongue, list) in Self::BY_WORDS {
            let n = n_of(list);
            if n > found.1 {
                found = (tongue, n);
            }
        }
        found.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: Tongue) {
        assert_eq!(Tongue::of_text(text), expected, "{text}");
    }

    #[test]
    fn ten_languages_are_told_apart() {
        check("a bot that answers the phone", Tongue::English);
        check("rate limiting", Tongue::English);
        check("ein Programm, das ans Telefon geht", Tongue::German);
        check("un programa que contesta el teléfono", Tongue::Spanish);
        check("un outil qui répond au téléphone pour les clients", Tongue::French);
        check("uma ferramenta que atende o telefone e não perde recados", Tongue::Portuguese);
        check("uno strumento che risponde al telefono per gli utenti", Tongue::Italian);
        check("бот, который отвечает на звонки", Tongue::Russian);
        check("一个接电话的机器人", Tongue::Chinese);
        check("電話に出るボットを作りたい", Tongue::Japanese);
        check("전화를 받는 봇", Tongue::Korean);
    }
}
