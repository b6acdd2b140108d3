//! Words that show what a sentence is about.
//!
//! Owns how the lists in `data/checklist` are looked up. Must not know what follows from a word.

use crate::deep::ChecklistTopic;
use crate::text::words_of;
use crate::wordlist::lines;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// The first sign of the scripts whose words are found inside others.
const WIDE: u32 = 0x2e80;

/// A list of words by class.
pub(super) type CueClasses = BTreeMap<&'static str, Vec<CuePhrase>>;

static CUES: LazyLock<CueClasses> =
    LazyLock::new(|| classes(include_str!("../../../data/checklist/cues.txt")));
static HEADINGS: LazyLock<CueClasses> =
    LazyLock::new(|| classes(include_str!("../../../data/checklist/headings.txt")));

/// One phrase of a list.
#[derive(Debug, Clone)]
pub(super) struct CuePhrase {
    /// The words with a blank on either side; on the left alone where any ending will do.
    pub(super) text: String,
    pub(super) is_wide: bool,
    /// Whether nothing may follow.
    is_last: bool,
}

/// A sentence as it is looked through.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct CueLine {
    /// Its words in lower case, between blanks.
    words: String,
    /// As it stands, in lower case.
    plain: String,
}

impl CueLine {
    pub(super) fn of(text: &str) -> Self {
        let plain = text.to_lowercase().replace('’', "'");
        let is_part = |it: char| it.is_alphanumeric() || matches!(it, '%' | '％' | '→');
        // A full stop inside a word belongs to a version: `v1.1`.
        let words = words_of(&plain, is_part, &['\'', '-', '_', '.']);
        Self { words: format!(" {} ", words.join(" ")), plain }
    }

    /// Tells whether it holds a word of a class.
    pub(super) fn shows(&self, class: &str) -> bool {
        self.shows_of(&CUES, class)
    }

    /// Tells whether it holds a word of a class of another file.
    pub(super) fn shows_of(&self, classes: &CueClasses, class: &str) -> bool {
        classes.get(class).is_some_and(|it| it.iter().any(|it| self.holds(it)))
    }

    /// Counts the words of a class in it, each once.
    pub(super) fn count(&self, class: &str) -> usize {
        CUES.get(class).map_or(0, |it| it.iter().filter(|it| self.holds(it)).count())
    }

    /// Gives it without the phrases of a class.
    pub(super) fn without(&self, classes: &CueClasses, class: &str) -> Self {
        let mut line = self.clone();
        for phrase in classes.get(class).into_iter().flatten() {
            let of = if phrase.is_wide { &mut line.plain } else { &mut line.words };
            if of.contains(&phrase.text) {
                *of = of.replace(&phrase.text, " ");
            }
        }
        line
    }

    /// Gives it without the words of a class of cues.
    pub(super) fn without_cues(&self, class: &str) -> Self {
        self.without(&CUES, class)
    }

    /// Lists its words of scripts that part words.
    pub(super) fn words(&self) -> impl Iterator<Item = &str> {
        self.words.split(' ').filter(|it| !it.is_empty() && !it.chars().any(is_glyph))
    }

    /// Lists its signs of scripts that do not, in runs.
    pub(super) fn runs(&self) -> impl Iterator<Item = &str> {
        let runs = self.plain.split(|it: char| !is_glyph(it) || !it.is_alphabetic());
        runs.filter(|it| !it.is_empty())
    }

    pub(super) fn holds(&self, phrase: &CuePhrase) -> bool {
        if phrase.is_wide {
            self.plain.contains(&phrase.text)
        } else if phrase.is_last {
            self.words.ends_with(&phrase.text)
        } else {
            self.words.contains(&phrase.text)
        }
    }
}

/// Tells what stands below a heading, or below a line that introduces a list; nothing where it names what is in
/// and what is out.
pub(super) fn heading_topic(title: &str) -> Option<ChecklistTopic> {
    let line = CueLine::of(title);
    if line.shows_of(&HEADINGS, "mixed") {
        return None;
    }
    let order = [
        ChecklistTopic::LeftOut,
        ChecklistTopic::Success,
        ChecklistTopic::Trouble,
        ChecklistTopic::Limits,
        ChecklistTopic::Users,
        ChecklistTopic::Steps,
        ChecklistTopic::FirstVersion,
        ChecklistTopic::Existing,
    ];
    order.into_iter().find(|topic| {
        HEADINGS.get(topic.code()).is_some_and(|it| it.iter().any(|it| line.holds(it)))
    })
}

/// Reads a file of classes.
pub(super) fn classes(file: &'static str) -> CueClasses {
    let mut classes = CueClasses::new();
    for line in lines(file) {
        let phrases = line.text.split_whitespace().map(phrase);
        classes.entry(line.name).or_default().extend(phrases);
    }
    classes
}

fn phrase(entry: &str) -> CuePhrase {
    let is_wide = entry.chars().any(is_glyph) || entry == "→";
    let said = entry.trim_end_matches('*').replace('_', " ");
    if let Some(last) = entry.strip_suffix('$') {
        return CuePhrase { text: format!(" {} ", last.replace('_', " ")), is_wide, is_last: true };
    }
    let text = match (is_wide, entry.ends_with('*')) {
        (true, _) => said,
        (false, true) => format!(" {said}"),
        (false, false) => format!(" {said} "),
    };
    CuePhrase { text, is_wide, is_last: false }
}

/// Tells whether a sign belongs to a script whose words are found inside others.
pub(super) fn is_glyph(sign: char) -> bool {
    u32::from(sign) >= WIDE
}
