//! Which words show what, in every language.
//!
//! Owns the classes of words and how they are found in a text. Must not know what follows from them.

use super::text::is_glyph;
use std::collections::{BTreeMap, HashSet};

/// The words that are shipped.
const WORDS: &str = include_str!("../../data/deep/words.txt");

/// What a word can show.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Class {
    /// It takes back some of what is said.
    Hedge,
    /// It leaves a question open.
    Evasion,
    /// It leaves the decision to somebody else.
    Delegation,
    /// Yes.
    Affirmation,
    /// It asks for more than yes or no.
    Interrogative,
    /// One or the other.
    Alternative,
    /// No or not.
    Negation,
    /// Something is left out.
    Exclusion,
    /// Something has a limit.
    Bound,
    /// The limit is the most.
    Upper,
    /// The limit is the least.
    Lower,
    /// Something happens, or happens if.
    Step,
    /// Something can be seen or tested.
    Observation,
    /// Something is there already.
    Setting,
    /// A reason follows.
    Reason,
    /// Something that was said is taken back.
    Revocation,
    /// Something is added.
    Addition,
    /// Nothing but this, or not this.
    Exclusive,
    /// What was before.
    Earlier,
    /// Two statements hold side by side.
    Both,
    /// A month or a day of the week.
    Calendar,
    /// Something is to go.
    Removing,
    /// It praises and cannot be counted.
    Vague,
    /// It opens a wish and names nothing.
    Lead,
    /// It says nothing.
    Stop,
}

impl Class {
    /// Every class, in the order of the file.
    pub const ALL: [Self; 25] = [
        Self::Hedge,
        Self::Evasion,
        Self::Delegation,
        Self::Affirmation,
        Self::Interrogative,
        Self::Alternative,
        Self::Negation,
        Self::Exclusion,
        Self::Bound,
        Self::Upper,
        Self::Lower,
        Self::Step,
        Self::Observation,
        Self::Setting,
        Self::Reason,
        Self::Revocation,
        Self::Addition,
        Self::Exclusive,
        Self::Earlier,
        Self::Both,
        Self::Calendar,
        Self::Removing,
        Self::Vague,
        Self::Lead,
        Self::Stop,
    ];

    fn word(self) -> &'static str {
        match self {
            Self::Hedge => "hedge",
            Self::Evasion => "evasion",
            Self::Delegation => "delegation",
            Self::Affirmation => "affirmation",
            Self::Interrogative => "interrogative",
            Self::Alternative => "alternative",
            Self::Negation => "negation",
            Self::Exclusion => "exclusion",
            Self::Bound => "bound",
            Self::Upper => "upper",
            Self::Lower => "lower",
            Self::Step => "step",
            Self::Observation => "observation",
            Self::Setting => "setting",
            Self::Reason => "reason",
            Self::Revocation => "revocation",
            Self::Addition => "addition",
            Self::Exclusive => "exclusive",
            Self::Earlier => "earlier",
            Self::Both => "both",
            Self::Calendar => "calendar",
            Self::Removing => "removing",
            Self::Vague => "vague",
            Self::Lead => "lead",
            Self::Stop => "stop",
        }
    }
}

/// A phrase, the beginning of a word, or letters of a script without blanks, ready to be looked for
/// in padded text.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Entry {
    needle: String,
    /// Whether a blank or a letter follows is left open.
    is_open: bool,
}

/// The words of one class.
#[derive(Debug, Clone, Default)]
struct Words {
    /// Whole words.
    whole: HashSet<&'static str>,
    /// Phrases and beginnings of words.
    others: Vec<Entry>,
    /// Letters of scripts without blanks.
    wide: Vec<Entry>,
}

impl Words {
    fn add(&mut self, word: &'static str) {
        if word.chars().any(is_glyph) {
            self.wide.push(Entry { needle: word.replace('_', " "), is_open: true });
        } else if let Some(stem) = word.strip_suffix('*') {
            let needle = format!(" {}", stem.replace('_', " "));
            self.others.push(Entry { needle, is_open: true });
        } else if word.contains('_') {
            let needle = format!(" {} ", word.replace('_', " "));
            self.others.push(Entry { needle, is_open: false });
        } else {
            self.whole.insert(word);
        }
    }

    /// Lists what has to be looked for in a text beside whole words.
    fn needles<'w>(&'w self, padded: &str) -> impl Iterator<Item = &'w Entry> + use<'w> {
        let is_wide = !padded.is_ascii() && padded.chars().any(is_glyph);
        self.others.iter().chain(self.wide.iter().filter(move |_| is_wide))
    }
}

/// Words by what they show.
#[derive(Debug, Clone)]
pub struct Lexicon {
    classes: BTreeMap<&'static str, Words>,
    /// The numbers that words stand for.
    numbers: BTreeMap<&'static str, u64>,
}

impl Default for Lexicon {
    fn default() -> Self {
        Self::new()
    }
}

impl Lexicon {
    /// Reads the shipped words.
    #[must_use]
    pub fn new() -> Self {
        let mut classes: BTreeMap<&'static str, Words> = BTreeMap::new();
        let mut name = "";
        for line in WORDS.lines().skip(1) {
            let Some(words) = line.strip_prefix("  ") else {
                name = if line.starts_with('#') { "" } else { line.trim() };
                continue;
            };
            let class = classes.entry(name).or_default();
            words.split_whitespace().for_each(|it| class.add(it));
        }
        let mut numbers = BTreeMap::new();
        for (name, words) in &classes {
            let number = name.strip_prefix("number-").and_then(|it| it.parse().ok());
            numbers.extend(
                number
                    .into_iter()
                    .flat_map(|number: u64| words.whole.iter().map(move |word| (*word, number))),
            );
        }
        Self { classes, numbers }
    }

    /// Lists the words of a class that padded text holds, as they stand there.
    #[must_use]
    pub fn list(&self, class: Class, padded: &str) -> Vec<String> {
        let Some(words) = self.classes.get(class.word()) else { return Vec::new() };
        let mut found: Vec<(usize, String)> = Vec::new();
        let mut at = 0;
        for word in padded.split(' ') {
            if words.whole.contains(word) {
                found.push((at, word.to_owned()));
            }
            at += word.len() + 1;
        }
        for entry in words.needles(padded) {
            let at = padded.find(&entry.needle);
            found.extend(at.map(|at| (at, whole_word(padded, at, entry))));
        }
        found.sort();
        let mut list: Vec<String> = Vec::new();
        for (_, word) in found {
            if !list.contains(&word) {
                list.push(word);
            }
        }
        list
    }

    /// Tells whether padded text holds a word of a class.
    #[must_use]
    pub fn has(&self, class: Class, padded: &str) -> bool {
        let Some(words) = self.classes.get(class.word()) else { return false };
        padded.split(' ').any(|it| words.whole.contains(it))
            || words.needles(padded).any(|it| padded.contains(&it.needle))
    }

    /// Tells whether one word belongs to a class.
    #[must_use]
    pub fn is(&self, class: Class, word: &str) -> bool {
        let Some(words) = self.classes.get(class.word()) else { return false };
        words.whole.contains(word)
            || words.needles(word).any(|it| it.is_open && word.starts_with(it.needle.trim()))
    }

    /// Takes the words of a class out of padded text.
    #[must_use]
    pub fn strip(&self, class: Class, padded: &str) -> String {
        let Some(words) = self.classes.get(class.word()) else { return padded.to_owned() };
        let mut text = padded.to_owned();
        for entry in words.needles(padded) {
            while let Some(at) = text.find(&entry.needle) {
                let end = at + entry.needle.len();
                let (head, tail) = (text.get(..at).unwrap_or(""), text.get(end..).unwrap_or(""));
                let tail = if entry.needle.starts_with(' ') && entry.is_open {
                    tail.trim_start_matches(|it: char| it != ' ')
                } else {
                    tail
                };
                text = format!("{head} {}", tail.trim_start());
            }
        }
        let kept: Vec<&str> =
            text.split_whitespace().filter(|it| !words.whole.contains(it)).collect();
        format!(" {} ", kept.join(" "))
    }

    /// Finds the unit that a text begins with.
    pub(super) fn find_unit(&self, text: &str) -> Option<&'static str> {
        let word_end = text.find(|it: char| !it.is_alphanumeric() || is_glyph(it));
        let word = text.get(..word_end.unwrap_or(text.len())).unwrap_or_default();
        let sign = text.chars().next().filter(|it| !it.is_alphanumeric());
        let first = text.get(..sign.map_or(0, char::len_utf8))?;
        let units = self.classes.iter().filter_map(|(name, words)| {
            let unit = name.strip_prefix("unit-")?;
            let is_whole = words.whole.contains(word) || words.whole.contains(first);
            let fits = |it: &&Entry| text.starts_with(it.needle.trim());
            let longest = words.needles(text).filter(fits).map(|it| it.needle.trim().len()).max();
            let whole_len = is_whole.then(|| word.len().max(first.len()));
            longest.max(whole_len).map(|len| (len, unit))
        });
        units.max_by_key(|(len, _)| *len).map(|(_, unit)| unit)
    }

    /// Gives the number that a word stands for.
    pub(super) fn find_number(&self, word: &str) -> Option<u64> {
        self.numbers.get(word).copied()
    }
}

/// Gives the word that was found, to its end.
fn whole_word(padded: &str, at: usize, entry: &Entry) -> String {
    let tail = padded.get(at..).unwrap_or_default();
    let needle = entry.needle.trim().to_owned();
    if !entry.is_open || needle.chars().any(is_glyph) {
        return needle;
    }
    let len = entry.needle.len();
    let more: String =
        tail.get(len..).unwrap_or_default().chars().take_while(|it| *it != ' ').collect();
    format!("{needle}{more}")
}
