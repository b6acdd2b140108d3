//! Where the clauses of a request begin, and what stands beside a word in them.
//!
//! Owns the gaps between words and the lines of lists. Must not know what a word means.

use super::text::{GONE, Text, Word};
use super::vocabulary::{Vocabulary, spaced};

/// What lies before a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Gap {
    /// The end of a sentence, or nothing.
    Hard,
    /// The mark of a line of a list.
    Item,
    Comma,
    /// Something that was set aside: code, a quotation.
    Gone,
    Space,
}

impl Gap {
    pub(super) const fn is_break(self) -> bool {
        matches!(self, Self::Hard | Self::Item | Self::Comma)
    }

    const fn is_sentence(self) -> bool {
        matches!(self, Self::Hard | Self::Item)
    }
}

/// A request as words with what lies between them.
#[derive(Debug)]
pub(super) struct Clauses<'a> {
    pub(super) words: &'a [Word],
    /// Before each word, and one behind the last.
    gaps: Vec<Gap>,
    /// Of each word whether its line is one of a list.
    listed: Vec<bool>,
}

impl<'a> Clauses<'a> {
    pub(super) fn new(text: &'a Text) -> Self {
        let (words, chars) = (text.words(), text.chars());
        let listed = listed_lines(chars);
        let mut in_list = Vec::with_capacity(words.len());
        let (mut line, mut seen) = (0, 0);
        for word in words {
            let breaks = chars.get(seen..word.start).unwrap_or_default();
            line += breaks.iter().filter(|it| **it == '\n').count();
            seen = word.start;
            in_list.push(listed.get(line).copied().unwrap_or(false));
        }
        let mut gaps = Vec::with_capacity(words.len() + 1);
        let mut end = 0;
        for (idx, word) in words.iter().enumerate() {
            let between = chars.get(end..word.start).unwrap_or_default();
            let is_new_item = in_list.get(idx) == Some(&true) && begins_line(between);
            gaps.push(match (idx, is_new_item) {
                (_, true) => Gap::Item,
                (0, false) => after(between, Gap::Hard),
                (_, false) => after(between, Gap::Space),
            });
            end = word.end;
        }
        gaps.push(Gap::Hard);
        Self { words, gaps, listed: in_list }
    }

    pub(super) fn gap(&self, idx: usize) -> Gap {
        self.gaps.get(idx).copied().unwrap_or(Gap::Hard)
    }

    pub(super) fn word(&self, idx: usize) -> &'a str {
        self.words.get(idx).map_or("", |it| it.text.as_str())
    }

    /// Tells whether a phrase begins at a word.
    pub(super) fn is_at(&self, phrase: &[String], idx: usize) -> bool {
        let Some(here) = self.words.get(idx..idx + phrase.len()) else { return false };
        here.iter().zip(phrase).all(|(word, it)| word.text == *it)
            && (idx + 1..idx + phrase.len()).all(|it| self.gap(it) == Gap::Space)
    }

    /// Tells whether a phrase ends right before a word.
    pub(super) fn ends_before(&self, phrase: &[String], idx: usize) -> bool {
        let first = idx.checked_sub(phrase.len());
        self.gap(idx) == Gap::Space && first.is_some_and(|it| self.is_at(phrase, it))
    }

    /// Gives the first word of the sentence that a word is in.
    pub(super) fn sentence_start(&self, idx: usize) -> usize {
        (0..=idx).rev().find(|it| self.gap(*it).is_sentence()).unwrap_or(0)
    }

    /// Gives the first word of the clause that a word is in.
    pub(super) fn clause_start(&self, idx: usize) -> usize {
        (0..=idx).rev().find(|it| self.gap(*it).is_break()).unwrap_or(0)
    }

    /// Gives the index behind the last word of a clause.
    pub(super) fn clause_end(&self, idx: usize) -> usize {
        let n = self.words.len();
        (idx + 1..n).find(|it| self.gap(*it).is_break()).unwrap_or(n)
    }

    /// Gives the index behind the last word of a sentence.
    pub(super) fn sentence_end(&self, idx: usize) -> usize {
        let n = self.words.len();
        (idx + 1..n).find(|it| self.gap(*it).is_sentence()).unwrap_or(n)
    }

    /// Tells whether some phrase of a list stands between two words, whatever the language.
    pub(super) fn has_phrase(&self, key: &str, from: usize, to: usize) -> bool {
        let has = |voc: &Vocabulary| {
            let mut all = voc.list(key).iter();
            all.any(|it| (from..to).any(|idx| idx + it.len() <= to && self.is_at(it, idx)))
        };
        spaced().any(has)
    }

    /// Tells whether the list that a word is in says what to do: nothing leads it in, or a line that
    /// asks does.
    pub(super) fn is_task(&self, idx: usize) -> bool {
        let is_listed = |idx: usize| self.listed.get(idx) == Some(&true);
        let Some(intro) = (0..idx).rev().find(|it| !is_listed(*it)) else { return true };
        self.has_phrase("task", self.sentence_start(intro), intro + 1)
    }
}

/// Tells of each line whether it begins with the mark of a list.
fn listed_lines(chars: &[char]) -> Vec<bool> {
    let is_item = |line: &[char]| {
        let mut rest = line.iter().skip_while(|it| it.is_whitespace()).peekable();
        match rest.next() {
            Some('-' | '*' | '•' | '+') => rest.peek().is_some_and(|it| it.is_whitespace()),
            Some(it) if it.is_ascii_digit() => {
                let mark = rest.find(|it| !it.is_ascii_digit());
                matches!(mark, Some('.' | ')')) && rest.peek().is_some_and(|it| it.is_whitespace())
            }
            _ => false,
        }
    };
    chars.split(|it| *it == '\n').map(is_item).collect()
}

/// Tells whether nothing but the mark of a list stands between the start of the line and a word.
fn begins_line(between: &[char]) -> bool {
    let line = between.rsplit(|it| *it == '\n').next().unwrap_or_default();
    line.iter().all(|it| it.is_whitespace() || matches!(it, '-' | '*' | '•' | '+' | '.' | ')'))
        && line.iter().any(|it| !it.is_whitespace())
}

/// Says what lies between two words: what stands last counts.
fn after(between: &[char], otherwise: Gap) -> Gap {
    let mut n_breaks = 0;
    for it in between.iter().rev() {
        match it {
            &GONE => return Gap::Gone,
            '.' | '!' | '?' | ';' | ':' | '…' | '¿' | '¡' | '。' | '！' | '？' | '#' => {
                return Gap::Hard;
            }
            ',' | '(' | ')' | '—' | '–' | '、' | '，' => return Gap::Comma,
            '\n' if n_breaks > 0 => return Gap::Hard,
            '\n' => n_breaks += 1,
            _ => {}
        }
    }
    if n_breaks > 0 { Gap::Comma } else { otherwise }
}
