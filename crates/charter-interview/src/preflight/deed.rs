//! Deeds that cannot be taken back, where somebody asks for them.
//!
//! Owns how a deed that is asked for is told from one that is spoken of, in languages with blanks between
//! words. Must not know what follows from it.

use super::clause::{Clauses, Gap};
use super::vocabulary::{Vocabulary, Words, spaced};
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// How far a verb looks for what it is done to, in words.
const REACH: usize = 7;

/// The most words of a clause that asks with the verb at its end.
const ENDING_WORDS_MAX: usize = 14;

/// How a phrase names a deed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum DeedSort {
    /// By itself.
    Verb,
    /// Where it is done to what holds records.
    Ruin,
    /// In several words.
    Phrase,
    /// At the end of a clause.
    Ending,
    /// There, where it is done to what holds records.
    EndingRuin,
    /// With its last word at the end of a clause.
    Split,
}

const SORTS: [(&str, DeedSort); 6] = [
    ("verb", DeedSort::Verb),
    ("ruin", DeedSort::Ruin),
    ("phrase", DeedSort::Phrase),
    ("ending", DeedSort::Ending),
    ("ending-ruin", DeedSort::EndingRuin),
    ("split", DeedSort::Split),
];

/// A phrase that may name a deed.
#[derive(Debug)]
struct NamedDeed {
    sort: DeedSort,
    voc: &'static Vocabulary,
    words: &'static Words,
}

/// A place in a request, and the words that stand there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct WordSpot {
    /// As the list has them.
    pub(super) words: String,
    /// The index of the first character.
    pub(super) start: usize,
}

/// Lists the deeds that a request asks for.
pub(super) fn deeds_asked_for(clauses: &Clauses<'_>) -> Vec<WordSpot> {
    let mut spots = Vec::new();
    let mut idx = 0;
    while idx < clauses.words.len() {
        let named = by_first_word().get(clauses.word(idx)).map(Vec::as_slice).unwrap_or_default();
        let found = named.iter().find(|it| is_asked_for(clauses, it, idx));
        if let (Some(it), Some(word)) = (found, clauses.words.get(idx)) {
            spots.push(WordSpot { words: it.words.join(" "), start: word.start });
            idx += if it.sort == DeedSort::Split { 1 } else { it.words.len() };
        } else {
            idx += 1;
        }
    }
    spots
}

/// The phrases by their first word, the longest first.
fn by_first_word() -> &'static BTreeMap<&'static str, Vec<NamedDeed>> {
    static NAMED: LazyLock<BTreeMap<&'static str, Vec<NamedDeed>>> = LazyLock::new(|| {
        let mut named: BTreeMap<&str, Vec<NamedDeed>> = BTreeMap::new();
        for voc in spaced() {
            for (key, sort) in SORTS {
                for words in voc.list(key) {
                    let first = words.first().map_or("", String::as_str);
                    named.entry(first).or_default().push(NamedDeed { sort, voc, words });
                }
            }
        }
        for it in named.values_mut() {
            it.sort_by_key(|it| std::cmp::Reverse(it.words.len()));
        }
        named
    });
    &NAMED
}

fn is_asked_for(clauses: &Clauses<'_>, named: &NamedDeed, idx: usize) -> bool {
    let NamedDeed { sort, voc, words } = named;
    let end = idx + words.len();
    let object = || object(clauses, voc, end);
    match sort {
        DeedSort::Split => is_split(clauses, voc, words, idx),
        _ if !clauses.is_at(words, idx) => false,
        DeedSort::Phrase => is_asked(clauses, voc, idx) && !is_denied_behind(clauses, voc, idx),
        DeedSort::Verb => {
            is_asked(clauses, voc, idx)
                && !is_name(clauses, voc, idx, end)
                && !is_denied_behind(clauses, voc, idx)
                && !is_about(voc, "code", &object())
        }
        DeedSort::Ruin => {
            is_asked(clauses, voc, idx)
                && !is_name(clauses, voc, idx, end)
                && !is_denied_behind(clauses, voc, idx)
                && is_about(voc, "store", &object())
        }
        DeedSort::Ending | DeedSort::EndingRuin => {
            let from = clauses.clause_start(idx);
            let before: Vec<&str> = (from..idx).map(|it| clauses.word(it)).collect();
            let holds = |key: &str| before.iter().any(|it| voc.holds(key, it));
            let is_risk = holds("store") || (*sort == DeedSort::Ending && !holds("code"));
            is_risk && ends_what_is_asked(clauses, voc, idx)
        }
    }
}

/// Tells whether a word stands where something is asked for: first, behind words that ask, or joined to
/// what is asked for.
pub(super) fn is_asked(clauses: &Clauses<'_>, voc: &Vocabulary, verb_idx: usize) -> bool {
    let mut idx = verb_idx;
    let start = clauses.sentence_start(idx);
    if clauses.gap(start) == Gap::Item && !clauses.is_task(start) {
        return false;
    }
    loop {
        match clauses.gap(idx) {
            Gap::Hard | Gap::Item => return true,
            Gap::Gone => return false,
            Gap::Comma => return !speaks_of(clauses, voc, start, idx),
            Gap::Space => {}
        }
        let ends = |key: &str| {
            let mut all = spaced().flat_map(|it| it.list(key));
            all.find(|it| clauses.ends_before(it, idx)).map(Vec::len)
        };
        if ends("ask").is_some() {
            return true;
        }
        if let Some(n) = ends("opening") {
            return clauses.gap(idx - n).is_break();
        }
        if ends("filler").is_some() {
            idx -= 1;
        } else if ends("join").is_some() {
            let first = clauses.word(start);
            return !voc.holds("subject", first)
                && !speaks_of(clauses, voc, start, idx.saturating_sub(1));
        } else {
            return false;
        }
    }
}

/// Tells whether words make what follows a thing that is spoken of: `users can …`, `a page that …`.
fn speaks_of(clauses: &Clauses<'_>, voc: &Vocabulary, from: usize, to: usize) -> bool {
    // Who opens with a condition asks behind the comma.
    let is_condition =
        to > 0 && clauses.gap(to) == Gap::Comma && clauses.clause_start(to - 1) == from;
    let skipped = usize::from(is_condition);
    // `Can you` asks, although `can` alone speaks of what somebody may do.
    let is_in_ask = |idx: usize| {
        let from = idx.saturating_sub(1).max(from);
        clauses.has_phrase("ask", from, (idx + 2).min(to))
    };
    (from + skipped..to).any(|idx| voc.holds("about", clauses.word(idx)) && !is_in_ask(idx))
}

/// Gives the words behind a verb up to what no longer says what it is done to.
fn object<'a>(clauses: &Clauses<'a>, voc: &Vocabulary, from: usize) -> Vec<&'a str> {
    let n = clauses.clause_end(from.saturating_sub(1)).min(from + REACH);
    let words = (from..n).map(|it| clauses.word(it));
    // `Directly` says how, and is not what it is done to.
    words.take_while(|it| !voc.holds("preposition", it)).filter(|it| !it.ends_with("ly")).collect()
}

/// Tells whether what is done to something is done to one of a list.
fn is_about(voc: &Vocabulary, key: &str, object: &[&str]) -> bool {
    let holds = |it: &&str| voc.holds(key, it);
    match voc.has_head_last() {
        true => object.last().is_some_and(holds),
        false => {
            object.iter().any(holds)
                && (key == "store" || !object.iter().any(|it| voc.holds("store", it)))
        }
    }
}

/// Tells whether the word behind makes a name of a verb, or takes it back: `delete button`.
fn is_name(clauses: &Clauses<'_>, voc: &Vocabulary, idx: usize, end: usize) -> bool {
    let is_next = clauses.gap(end) == Gap::Space && voc.holds("thing", clauses.word(end));
    is_next
        || voc.list("name").iter().any(|it| clauses.is_at(it, idx))
        || voc.list("name-before").iter().any(|it| clauses.ends_before(it, idx))
}

/// Tells whether the clause takes the deed back at its end: `lösche das nicht`.
fn is_denied_behind(clauses: &Clauses<'_>, voc: &Vocabulary, idx: usize) -> bool {
    let last = clauses.clause_end(idx).saturating_sub(1);
    last > idx && voc.holds("denial", clauses.word(last))
}

/// Tells whether a verb at the end of its clause is asked for: `die alten Konten löschen`.
fn ends_what_is_asked(clauses: &Clauses<'_>, voc: &Vocabulary, idx: usize) -> bool {
    let end = clauses.clause_end(idx);
    let is_last = (idx + 1..end).all(|it| voc.holds("filler", clauses.word(it)));
    let (from, start) = (clauses.clause_start(idx), clauses.sentence_start(idx));
    if !is_last || idx - from > ENDING_WORDS_MAX || clauses.gap(idx) == Gap::Gone {
        return false;
    }
    let holds = |key: &str| (from..idx).any(|it| voc.holds(key, clauses.word(it)));
    let is_infinitive = voc.holds("infinitive", clauses.word(idx.saturating_sub(1)));
    let is_relative =
        clauses.gap(from) == Gap::Comma && voc.holds("relative", clauses.word(from)) && from > 0;
    if holds("denial") || is_infinitive || is_relative {
        return false;
    }
    let is_task = clauses.gap(from) != Gap::Item || clauses.is_task(from);
    clauses.has_phrase("ask", start, idx) || (!holds("about") && is_task)
}

fn is_split(clauses: &Clauses<'_>, voc: &Vocabulary, words: &[String], idx: usize) -> bool {
    let [verb, last] = words else { return false };
    let end = clauses.clause_end(idx);
    let is_filler = |it: &usize| voc.holds("filler", clauses.word(*it));
    let end = (idx..end).rev().find(|it| !is_filler(it)).map_or(end, |it| it + 1);
    let has_store = (idx + 1..end).any(|it| voc.holds("store", clauses.word(it)));
    clauses.word(idx) == verb
        && end > idx + 1
        && clauses.word(end - 1) == last
        && has_store
        && is_asked(clauses, voc, idx)
        && !(idx + 1..end).any(|it| voc.holds("denial", clauses.word(it)))
}
