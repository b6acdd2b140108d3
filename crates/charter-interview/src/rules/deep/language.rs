//! Which language to write in.
//!
//! Owns the languages that there are texts for and how one is recognised. Must not hold texts.

/// A language that the mind writes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Tongue {
    /// English, which stands in for every other language.
    English,
    Korean,
    Chinese,
    Japanese,
    German,
    Spanish,
}

/// Small words that a German text can hardly do without.
const GERMAN: &[&str] = &[
    "und", "der", "die", "das", "nicht", "mit", "für", "ein", "eine", "einen", "ist", "wir", "ich",
    "auf", "von", "zu", "werden", "sollen", "soll", "im", "den", "dem", "oder", "aus", "bei",
    "was", "als", "wie", "sie", "muss", "es", "wenn", "nur", "wird", "welche", "welcher", "noch",
    "über",
];

/// Small words that a Spanish text can hardly do without.
const SPANISH: &[&str] = &[
    "el", "la", "los", "las", "de", "del", "que", "y", "en", "un", "una", "para", "con", "por",
    "se", "no", "su", "es", "al", "lo", "como", "más", "quiero", "debe", "qué", "sobre", "usted",
    "eso", "cuál", "dijo", "si",
];

/// Small words that an English text can hardly do without.
const ENGLISH: &[&str] = &[
    "the", "a", "an", "and", "of", "to", "in", "is", "it", "for", "that", "with", "on", "we", "i",
    "be", "are", "this", "or", "by", "no", "not", "as", "from",
];

impl Tongue {
    pub const ALL: [Self; 6] =
        [Self::English, Self::Korean, Self::Chinese, Self::Japanese, Self::German, Self::Spanish];

    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::Korean => "ko",
            Self::Chinese => "zh",
            Self::Japanese => "ja",
            Self::German => "de",
            Self::Spanish => "es",
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
        let count = |from: u32, to: u32| {
            text.chars().filter(|it| (from..=to).contains(&u32::from(*it))).count()
        };
        let (hangul, kana, han) =
            (count(0xac00, 0xd7af), count(0x3040, 0x30ff), count(0x3400, 0x9fff));
        let n_letters = text.chars().filter(|it| it.is_alphabetic()).count();
        let shows = |n: usize| n > 1 && n * 5 >= n_letters;
        if shows(hangul + kana + han) {
            return match (hangul, kana) {
                (hangul, kana) if hangul > kana && hangul * 4 > han => Self::Korean,
                (_, kana) if kana * 10 > han => Self::Japanese,
                _ => Self::Chinese,
            };
        }
        let words = super::text::words(text);
        let n_of = |list: &[&str]| words.iter().filter(|it| list.contains(&it.as_str())).count();
        let (german, spanish, english) = (n_of(GERMAN), n_of(SPANISH), n_of(ENGLISH));
        if german > english && german >= spanish {
            Self::German
        } else if spanish > english {
            Self::Spanish
        } else {
            Self::English
        }
    }
}
