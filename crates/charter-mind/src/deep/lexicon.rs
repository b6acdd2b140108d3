//! Which words show what, in every language.
//!
//! Owns the classes of words and how they are found in a text. Must not know what follows from them.

use super::text::is_glyph;
use std::collections::{BTreeMap, BTreeSet};

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
    pub const ALL: [Self; 23] = [
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
            Self::Removing => "removing",
            Self::Vague => "vague",
            Self::Lead => "lead",
            Self::Stop => "stop",
        }
    }
}

/// One word or phrase, ready to be looked for in padded text.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Entry {
    needle: String,
    /// Whether a blank or a letter follows is left open.
    is_open: bool,
}

impl Entry {
    fn parse(word: &str) -> Self {
        if word.chars().any(is_glyph) {
            return Self { needle: word.replace('_', " "), is_open: true };
        }
        let stem = word.strip_suffix('*');
        let text = stem.unwrap_or(word).replace('_', " ");
        let needle = if stem.is_some() { format!(" {text}") } else { format!(" {text} ") };
        Self { needle, is_open: stem.is_some() }
    }
}

/// The words of one class.
#[derive(Debug, Clone, Default)]
struct Words {
    entries: Vec<Entry>,
    /// The whole words among them, for looking up one.
    whole: BTreeSet<String>,
    /// The beginnings of words among them.
    stems: Vec<String>,
}

impl Words {
    fn add(&mut self, word: &'static str) {
        let entry = Entry::parse(word);
        let bare = entry.needle.trim().to_owned();
        if entry.is_open {
            self.stems.push(bare);
        } else {
            self.whole.insert(bare);
        }
        self.entries.push(entry);
    }
}

/// Words by what they show.
#[derive(Debug, Clone)]
pub struct Lexicon {
    classes: BTreeMap<&'static str, Words>,
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
        Self { classes }
    }

    /// Lists the words of a class that padded text holds, as they stand there.
    #[must_use]
    pub fn list(&self, class: Class, padded: &str) -> Vec<String> {
        let mut found: Vec<(usize, String)> = Vec::new();
        for entry in self.entries(class.word()) {
            let Some(at) = padded.find(&entry.needle) else { continue };
            let word = whole_word(padded, at, entry);
            if !found.iter().any(|(_, it)| *it == word) {
                found.push((at, word));
            }
        }
        found.sort();
        found.into_iter().map(|(_, word)| word).collect()
    }

    /// Tells whether padded text holds a word of a class.
    #[must_use]
    pub fn has(&self, class: Class, padded: &str) -> bool {
        self.entries(class.word()).iter().any(|it| padded.contains(&it.needle))
    }

    /// Tells whether one word belongs to a class.
    #[must_use]
    pub fn is(&self, class: Class, word: &str) -> bool {
        let Some(words) = self.classes.get(class.word()) else { return false };
        words.whole.contains(word) || words.stems.iter().any(|it| word.starts_with(it.as_str()))
    }

    /// Takes the words of a class out of padded text.
    #[must_use]
    pub fn strip(&self, class: Class, padded: &str) -> String {
        let mut text = padded.to_owned();
        for entry in self.entries(class.word()) {
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
        text
    }

    /// Finds the unit that a text begins with.
    pub(super) fn find_unit(&self, text: &str) -> Option<&'static str> {
        let units = self.classes.iter().filter_map(|(name, words)| {
            let unit = name.strip_prefix("unit-")?;
            let fits = |it: &Entry| begins_with(text, it);
            let longest =
                words.entries.iter().filter(|it| fits(it)).map(|it| it.needle.trim().len());
            longest.max().map(|len| (len, unit))
        });
        units.max_by_key(|(len, _)| *len).map(|(_, unit)| unit)
    }

    /// Gives the number that a word stands for.
    pub(super) fn find_number(&self, word: &str) -> Option<u64> {
        let (name, _) = self
            .classes
            .iter()
            .find(|(name, words)| name.starts_with("number-") && words.whole.contains(word))?;
        name.strip_prefix("number-")?.parse().ok()
    }

    fn entries(&self, name: &str) -> &[Entry] {
        self.classes.get(name).map(|it| it.entries.as_slice()).unwrap_or_default()
    }
}

/// Tells whether a text begins with a unit, as a whole word where words have ends.
fn begins_with(text: &str, entry: &Entry) -> bool {
    let Some(rest) = text.strip_prefix(entry.needle.trim()) else { return false };
    let has_ends = !entry.is_open && !entry.needle.contains('%');
    !has_ends || rest.chars().next().is_none_or(|it| !it.is_alphanumeric() || is_glyph(it))
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
