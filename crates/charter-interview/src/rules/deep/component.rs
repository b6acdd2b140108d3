//! The parts of an idea that can succeed or fail on their own, as far as its form shows them.
//!
//! Owns how a list, a row of things or a coordination is read as components; there is always at
//! least one. The names are the user's own words. Must not know
//! whether the user agrees.

use super::bank::{Bank, TextKey};
use super::lexicon::{Class, SenseLexicon};
use super::name;
use super::text::{clauses, padded, quoted, sentences, shorten, words};
use crate::deep::{ComponentDraft, PartBrief};

const NAME_CHARS_MAX: usize = 60;

/// How long a part of a row is at most, in words and in letters of scripts without blanks.
const PART_WORDS_MAX: usize = 9;
const PART_GLYPHS_MAX: usize = 24;

/// Words between two things of a row, with the blanks around them.
const JOINS: &[&str] = &[
    " and ",
    " und ",
    " sowie ",
    " y ",
    " e ",
    " et ",
    " 그리고 ",
    " 및 ",
    "以及",
    "并且",
    "和",
    "および",
    "そして",
    " plus ",
    " & ",
    " + ",
];

/// Endings and marks that part two things of a row.
const GLYPH_JOINS: &[&str] = &["하고 ", "하며 ", "고, ", "、", "，", "；"];

/// Words behind which the wish ends and the things begin.
const OPENERS: &[&str] = &[
    " that ", " which ", " to ", " for ", " with ", ": ", " die ", " der ", " das ", " mit ",
    " für ", " zum ", " que ", " para ", " con ", "：",
];

/// Words behind which a thing is described.
const RELATIVES: &[&str] = &[" that ", " which ", " who ", " que "];

/// A part of an idea: its name and the words around it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct NamedPart {
    pub(super) name: String,
    words: String,
}

impl NamedPart {
    pub(super) fn of(name: &str, words: &str) -> Self {
        Self { name: shorten(name, NAME_CHARS_MAX), words: shorten(words, 300) }
    }

    /// Takes a part that the user has seen.
    pub(super) fn shown(part: &PartBrief) -> Self {
        let words = if part.description.is_empty() { &part.name } else { &part.description };
        Self { name: part.name.clone(), words: words.clone() }
    }

    pub(super) fn draft(&self, bank: &Bank) -> ComponentDraft {
        let name = Some(self.name.clone()).filter(|it| it.chars().any(char::is_alphanumeric));
        let name = name.unwrap_or_else(|| bank.say(TextKey::Whole, 0, &[]));
        ComponentDraft { name, ..self.named() }
    }

    fn named(&self) -> ComponentDraft {
        let is_more = self.words != self.name;
        ComponentDraft {
            name: self.name.clone(),
            description: if is_more { self.words.clone() } else { String::new() },
            evidence: vec![self.words.clone()],
            deferred: None,
        }
    }
}

/// Names an idea that has no parts: by what it puts in quotation marks, else by its first sentence.
pub(super) fn whole(lexicon: &SenseLexicon, idea: &str) -> NamedPart {
    let first = sentences(idea).into_iter().next().unwrap_or(idea);
    let quoted = quoted(first).into_iter().next();
    let title = crate::rules::title::propose_title(idea);
    let opened = clauses(first).into_iter().find_map(|it| name::shorten(lexicon, it));
    let named = quoted.and_then(|it| name::shorten(lexicon, it)).or(opened);
    NamedPart::of(&named.unwrap_or(title.name), idea)
}

/// Lists the parts of a text: the items of a list, else the things of its richest row.
pub(super) fn list(lexicon: &SenseLexicon, text: &str) -> Vec<NamedPart> {
    let items: Vec<NamedPart> = items(text).into_iter().map(|it| named_item(lexicon, it)).collect();
    let items = distinct(items);
    if items.len() > 1 {
        return items;
    }
    let rows = sentences(text).into_iter().take(40).map(|it| row(lexicon, it));
    longest(rows)
}

/// Gives the longest of several rows; of equals the first.
fn longest(rows: impl Iterator<Item = Vec<NamedPart>>) -> Vec<NamedPart> {
    let mut best = Vec::new();
    for row in rows {
        if row.len() > best.len() {
            best = row;
        }
    }
    best
}

fn items(text: &str) -> Vec<&str> {
    let item = |line: &'_ str| -> Option<usize> {
        let bare = line.trim_start();
        let marks = ["- ", "* ", "+ ", "• ", "· "];
        let digits = bare.chars().take_while(char::is_ascii_digit).count();
        let numbered = bare.get(digits..).filter(|_| digits > 0);
        let behind = numbered.and_then(|it| it.strip_prefix(['.', ')', '、']));
        let rest = marks.iter().find_map(|it| bare.strip_prefix(it)).or(behind)?;
        Some(line.len() - rest.trim_start().len())
    };
    let lines = text.lines().filter_map(|line| line.get(item(line)?..));
    lines.filter(|it| it.chars().any(char::is_alphanumeric)).collect()
}

/// Names a list item by what stands before its colon or dash.
fn named_item(lexicon: &SenseLexicon, item: &str) -> NamedPart {
    let clean = item.replace("**", "").replace('`', "");
    let head = clauses(&clean).into_iter().next().unwrap_or(&clean).to_owned();
    let name = name::shorten(lexicon, &head);
    NamedPart::of(&name.unwrap_or_else(|| without_lead(lexicon, &head)), &clean)
}

/// Reads a sentence as a row of things.
fn row(lexicon: &SenseLexicon, sentence: &str) -> Vec<NamedPart> {
    let pieces = pieces(sentence);
    let n_pieces = pieces.len();
    if n_pieces < 2 {
        return Vec::new();
    }
    let leads = |it: &String| words(it).first().is_some_and(|it| lexicon.is(Class::Article, it));
    // Where others are things, the first is one too; else they are what it does.
    let are_things = pieces.iter().skip(1).any(leads);
    let mut parts = Vec::new();
    for (idx, piece) in pieces.into_iter().enumerate() {
        let piece = if idx == 0 {
            last_opened(if are_things { described(&piece) } else { &piece })
        } else {
            piece
        };
        let name = without_lead(lexicon, &piece);
        let is_out = lexicon.has(Class::Exclusion, &padded(&piece));
        let first = words(&piece).into_iter().next().unwrap_or_default();
        // What stands around a sentence is no part of what it says.
        let is_out = is_out || (idx == 0 && lexicon.is(Class::Phrase, &first));
        let n_least = if are_things { n_pieces + 1 } else { n_pieces };
        if is_part(lexicon, &name, n_least) && !is_out && !name::is_wish(lexicon, &name) {
            let name = name::shorten(lexicon, &name).unwrap_or(name);
            parts.push(NamedPart::of(&name, &piece));
        }
    }
    let parts = distinct(parts);
    // A row of two may be a pair of words for one thing, so both must say something of their own.
    if parts.len() < 2 || parts.len() * 3 < n_pieces * 2 { Vec::new() } else { parts }
}

fn pieces(sentence: &str) -> Vec<String> {
    let mut text = sentence.replace('\n', " ");
    for join in JOINS.iter().chain(GLYPH_JOINS) {
        text = text.replace(join, "\u{1}");
    }
    let is_end = |it: char| matches!(it, '\u{1}' | ',' | ';' | '→');
    let pieces = text.split(is_end).map(|it| it.trim().to_owned());
    pieces.filter(|it| it.chars().any(char::is_alphanumeric)).collect()
}

/// Gives the thing that a row begins with, without what it does.
fn described(piece: &str) -> &str {
    let lower = piece.to_lowercase();
    let same_length = lower.len() == piece.len();
    let starts = RELATIVES.iter().filter_map(|it| lower.find(it));
    let end = starts.min().filter(|it| same_length && *it > 0);
    piece.get(..end.unwrap_or(piece.len())).unwrap_or(piece)
}

/// Gives what stands behind the last opening word of a wish.
fn last_opened(piece: &str) -> String {
    let lower = piece.to_lowercase();
    let same_length = lower.len() == piece.len();
    let ends = OPENERS.iter().filter_map(|it| Some(lower.rfind(it)? + it.len()));
    let end = ends.max().filter(|_| same_length).unwrap_or(0);
    let rest = piece.get(end..).unwrap_or(piece);
    if rest.chars().any(char::is_alphanumeric) { rest.to_owned() } else { piece.to_owned() }
}

/// Takes words off the front that open a wish and name nothing.
fn without_lead(lexicon: &SenseLexicon, piece: &str) -> String {
    let mut rest = piece.trim();
    while let Some((first, after)) = rest.split_once(char::is_whitespace) {
        let word = first.trim_matches(|it: char| !it.is_alphanumeric()).to_lowercase();
        if !lexicon.is(Class::Lead, &word) || after.trim().is_empty() {
            break;
        }
        rest = after.trim_start();
    }
    rest.trim_matches(|it: char| it.is_whitespace() || matches!(it, '.' | ':' | '。' | '"'))
        .to_owned()
}

/// Tells whether a piece is short enough to be a thing and says something.
fn is_part(lexicon: &SenseLexicon, name: &str, n_pieces: usize) -> bool {
    let n_glyphs = name.chars().filter(|it| super::text::is_glyph(*it)).count();
    let said = lexicon.terms(name).len();
    let n_words = words(name).len();
    let is_short = n_words <= PART_WORDS_MAX && n_glyphs <= PART_GLYPHS_MAX;
    let is_lead = words(name).iter().all(|it| lexicon.is(Class::Lead, it));
    let is_praise = lexicon.has(Class::Vague, &padded(name)) && said < 2;
    let says = if n_pieces > 2 || n_glyphs > 0 { said > 0 || n_glyphs > 1 } else { said > 1 };
    is_short && says && !is_praise && !is_lead
}

pub(super) fn distinct(parts: Vec<NamedPart>) -> Vec<NamedPart> {
    let mut kept: Vec<NamedPart> = Vec::new();
    for part in parts {
        if !kept.iter().any(|it| it.name.to_lowercase() == part.name.to_lowercase()) {
            kept.push(part);
        }
    }
    kept
}

/// Drafts the parts that a user adds: their words are the description.
pub(super) fn added(lexicon: &SenseLexicon, words: &str) -> Vec<ComponentDraft> {
    found_in(lexicon, words).iter().map(NamedPart::named).collect()
}

/// Lists the things that words name: each of a row, else the one.
pub(super) fn found_in(lexicon: &SenseLexicon, words: &str) -> Vec<NamedPart> {
    let named = list(lexicon, words);
    if named.len() > 1 {
        return named;
    }
    let head = clauses(words).into_iter().next().unwrap_or(words);
    let name = name::shorten(lexicon, head).unwrap_or_else(|| without_lead(lexicon, head));
    let found = NamedPart::of(&name, words);
    if found.name.is_empty() { Vec::new() } else { vec![found] }
}
