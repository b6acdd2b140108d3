//! Labels and headings that say what stands behind or below them.
//!
//! Owns which words name a section, and how a label is taken off a sentence. Must not know what the rest says.

use super::word::SignWords;
use crate::line::item;
use charter_contract::Topic;

/// The longest label.
const LABEL_CHARS_MAX: usize = 40;
const LABEL_WORDS_MAX: usize = 6;
/// A label of a script without blanks.
const WIDE_CHARS_MAX: usize = 14;

/// What a label says about what follows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Labelled {
    About(Topic),
    /// It is about none of the sections: a name, a deadline, a budget.
    Aside,
}

/// The classes of labels; of names of one length the first counts.
const LABELS: [(&str, Labelled); 6] = [
    ("label-aside", Labelled::Aside),
    ("label-scope", Labelled::About(Topic::Scope)),
    ("label-success", Labelled::About(Topic::Success)),
    ("label-value", Labelled::About(Topic::ValueProp)),
    ("label-users", Labelled::About(Topic::Users)),
    ("label-problem", Labelled::About(Topic::Problem)),
];

/// Tells what a heading or a label names.
pub(super) fn named(words: &SignWords, title: &str) -> Option<Labelled> {
    let is_short = title.chars().count() <= LABEL_CHARS_MAX
        && title.split_whitespace().count() <= LABEL_WORDS_MAX
        && (!words.is_wide() || title.chars().count() <= WIDE_CHARS_MAX);
    if !is_short {
        return None;
    }
    let line = words.line(title);
    // The longer name says it: the users behind `Target users`, and not a target.
    let found = LABELS.iter().rev().filter_map(|(class, it)| Some((line.name_length(class)?, *it)));
    found.max_by_key(|it| it.0).map(|it| it.1)
}

/// Takes a label off a sentence, where it names something: `Users: nurses`, `done = green`.
pub(super) fn labelled<'t>(words: &SignWords, sentence: &'t str) -> (Option<Labelled>, &'t str) {
    let bare = item(sentence.trim()).0;
    for sign in [":", "：", " = ", " - ", " – ", " — ", " → ", "->"] {
        let Some((label, rest)) = bare.split_once(sign) else { continue };
        let label = label.trim_matches(['*', '_', '#', ' ']);
        if let Some(found) = named(words, label) {
            return (Some(found), rest.trim_start_matches(['*', '_', ' ']));
        }
    }
    (None, bare)
}
