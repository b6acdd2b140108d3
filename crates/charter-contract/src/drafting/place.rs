//! What a heading or a label says about everything below it.
//!
//! Owns which headings exclude, tell pains or failures, or have nothing to do with what must hold. Must not
//! know how headings are found.

use super::lexicon::{DraftLexicon, Wording};

/// What stands under a heading.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PassagePlace {
    /// What must hold.
    Wanted,
    Excluded,
    /// What hurts today.
    Painful,
    /// What would be a failure.
    Failing,
    /// What is told beside it.
    Aside,
}

impl PassagePlace {
    /// Tells whether a label of this kind is no part of the sentence behind it.
    pub(super) fn is_apart(self) -> bool {
        self != Self::Wanted
    }
}

/// What the phases of a text are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Phases {
    /// Work that is put off: everything behind the first version.
    Releases,
    /// Steps of the same work.
    Steps,
}

impl Phases {
    /// Reads the headings of a text: where its first phase is no release, its phases are steps.
    pub(super) fn of<'t>(lexicon: &DraftLexicon, headings: impl Iterator<Item = &'t str>) -> Self {
        let is_step = |title: &str| {
            let wording = without_number(title);
            lexicon.first_phase.begins(&wording) && !lexicon.first_release.is_in(&wording)
        };
        let mut headings = headings;
        if headings.any(is_step) { Self::Steps } else { Self::Releases }
    }
}

/// Reads a heading; the first of a text is its title and says nothing about pains and the like.
pub(super) fn heading_place(
    lexicon: &DraftLexicon,
    title: &str,
    level: usize,
    phases: Phases,
) -> Option<PassagePlace> {
    let wording = without_number(title);
    let is_put_off = phases == Phases::Releases && lexicon.phase.begins(&wording);
    if is_put_off || is_exclusion(lexicon, title, &wording) {
        return Some(PassagePlace::Excluded);
    }
    if lexicon.inclusion.is(&wording) {
        return Some(PassagePlace::Wanted);
    }
    if level <= 1 && !lexicon.painful_heading.is(&wording) {
        return None;
    }
    told(lexicon, &wording)
}

/// Reads a label before a colon, which must be nothing but the name of such a heading.
pub(super) fn label_place(lexicon: &DraftLexicon, name: &str) -> Option<PassagePlace> {
    let wording = without_number(name);
    if lexicon.phase.is(&wording) || is_exclusion(lexicon, name, &wording) {
        return Some(PassagePlace::Excluded);
    }
    if lexicon.inclusion.is(&wording) {
        return Some(PassagePlace::Wanted);
    }
    let is_name = lexicon.painful_heading.is(&wording)
        || lexicon.aside_heading.is(&wording)
        || lexicon.failing_heading.is(&wording);
    if is_name { told(lexicon, &wording) } else { None }
}

fn told(lexicon: &DraftLexicon, wording: &Wording) -> Option<PassagePlace> {
    if lexicon.failing_heading.begins(wording) {
        Some(PassagePlace::Failing)
    } else if lexicon.painful_heading.begins(wording) {
        Some(PassagePlace::Painful)
    } else if lexicon.aside_heading.begins(wording) {
        Some(PassagePlace::Aside)
    } else {
        None
    }
}

/// Tells whether a heading takes what stands under it out of scope; one that names both what is in and
/// what is out does not.
fn is_exclusion(lexicon: &DraftLexicon, title: &str, wording: &Wording) -> bool {
    let is_out = lexicon.excluding_heading.is_in(wording)
        || lexicon.excluding_begin.begins(wording)
        || is_whole(lexicon, title, wording);
    let rest = wording.without(&lexicon.excluding_heading);
    let is_joined = title.contains(['&', '/', '+']) || lexicon.both.is_in(wording);
    is_out && !(is_joined && lexicon.inclusion.is_in(&rest))
}

/// Tells whether a heading is one of those that exclude on their own, perhaps with words in brackets, behind a
/// dash or a colon.
fn is_whole(lexicon: &DraftLexicon, title: &str, wording: &Wording) -> bool {
    let first = title.split(['(', '（', ':', '：', '—', '–']).next().unwrap_or_default();
    lexicon.excluding_whole.is(wording) || lexicon.excluding_whole.is(&without_number(first))
}

/// Takes the number off a heading.
fn without_number(title: &str) -> Wording {
    let is_number = |it: char| !it.is_alphabetic();
    let bare = title.trim_start_matches(is_number);
    Wording::of(if bare.is_empty() { title } else { bare })
}
