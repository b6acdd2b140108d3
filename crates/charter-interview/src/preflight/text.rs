//! A request as words with their places, without what somebody else says in it.
//!
//! Owns what is set aside (code, paths, addresses, quotations) and how phrases are found in the
//! rest. Must not know what a phrase means.

use super::lexicon::{Lexicon, List, Phrase};
use crate::wordlist::holds;

/// The most characters that are looked at.
pub(super) const CHARS_MAX: usize = 200_000;

/// The most characters of one quotation.
const QUOTE_CHARS_MAX: usize = 600;

/// The words that take back what follows.
const DENIALS: &str = "not never cannot can't don't doesn't won't shouldn't mustn't without \
    no didn't";

/// The words before a deed that is spoken of and not asked for: `how delete works`.
const ASKING: &str = "how what why";

/// The options of commands that cannot be taken back; they count as words.
const GRAVE_OPTIONS: [&str; 6] = ["--force", "-f", "-rf", "-fr", "-Rf", "--hard"];

/// Stands where something was set aside.
pub(super) const GONE: char = '\u{0}';

/// A word and where it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Word {
    /// In lower case.
    pub(super) text: String,
    /// The index of its first character.
    pub(super) start: usize,
    /// The index behind its last character.
    pub(super) end: usize,
}

/// A request that can be searched.
#[derive(Debug, Clone)]
pub struct Text {
    chars: Vec<char>,
    words: Vec<Word>,
}

/// A phrase that was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    pub phrase: Phrase,
    /// The index of its first character.
    pub start: usize,
    pub(super) word_idx: usize,
    pub(super) n_words: usize,
}

impl Text {
    /// Takes a request apart.
    #[must_use]
    pub fn new(text: &str) -> Self {
        let mut chars: Vec<char> = text.chars().take(CHARS_MAX).map(plain).collect();
        set_aside(&mut chars);
        let words = words_of(&chars);
        Self { chars, words }
    }

    pub(super) fn chars(&self) -> &[char] {
        &self.chars
    }

    pub(super) fn words(&self) -> &[Word] {
        &self.words
    }

    /// Finds the phrases of some lists, the longest at each place first, none within another.
    #[must_use]
    pub fn find(&self, lexicon: &Lexicon, lists: &[List]) -> Vec<Found> {
        let wanted = lexicon.phrases().filter(|it| lists.contains(&it.list));
        let (unspaced, phrases): (Vec<&Phrase>, Vec<&Phrase>) =
            wanted.partition(|it| it.is_unspaced());
        let mut found = Vec::new();
        let mut idx = 0;
        while idx < self.words.len() {
            let here = phrases.iter().filter(|it| self.is_at(it, idx));
            match here.max_by_key(|it| it.words.len()) {
                Some(phrase) => {
                    found.push(self.found(phrase, idx));
                    idx += phrase.words.len();
                }
                None => idx += 1,
            }
        }
        for phrase in unspaced {
            found.extend(self.find_unspaced(phrase));
        }
        found.sort_by_key(|it| it.start);
        found
    }

    /// Tells whether a phrase of some list is there.
    #[must_use]
    pub fn has(&self, lexicon: &Lexicon, list: List) -> bool {
        !self.find(lexicon, &[list]).is_empty()
    }

    /// Gives the index behind the last character of a phrase.
    pub(super) fn end_of(&self, found: &Found) -> usize {
        let last = self.words.get(found.word_idx + found.n_words.saturating_sub(1));
        last.map_or(found.start, |it| it.end)
    }

    /// Gives line and column of a character, both from 1.
    #[must_use]
    pub fn place(&self, start: usize) -> (usize, usize) {
        let before = self.chars.iter().take(start);
        let line = before.clone().filter(|it| **it == '\n').count() + 1;
        let column = before.rev().take_while(|it| **it != '\n').count() + 1;
        (line, column)
    }

    /// Tells whether the word before takes it back: `cannot delete`, `never deploy`.
    pub(super) fn is_denied(&self, found: &Found) -> bool {
        self.follows(found, DENIALS)
    }

    /// Tells whether the word before asks what it is: `how delete works`.
    pub(super) fn is_asked_about(&self, found: &Found) -> bool {
        self.follows(found, ASKING)
    }

    fn follows(&self, found: &Found, words: &str) -> bool {
        let before = found.word_idx.checked_sub(1).and_then(|idx| self.words.get(idx));
        let start = self.words.get(found.word_idx).map_or(0, |it| it.start);
        before.is_some_and(|it| holds(words, &it.text) && self.is_space(it.end, start))
    }

    fn found(&self, phrase: &Phrase, word_idx: usize) -> Found {
        let start = self.words.get(word_idx).map_or(0, |it| it.start);
        Found { phrase: phrase.clone(), start, word_idx, n_words: phrase.words.len() }
    }

    /// A phrase is its words one after the other, with nothing but space between.
    fn is_at(&self, phrase: &Phrase, idx: usize) -> bool {
        let Some(here) = self.words.get(idx..idx + phrase.words.len()) else { return false };
        let is_near = |pair: &[Word]| match pair {
            [left, right] => self.is_space(left.end, right.start),
            _ => true,
        };
        here.iter().zip(&phrase.words).all(|(word, phrase)| word.text == *phrase)
            && here.windows(2).all(is_near)
    }

    fn is_space(&self, from: usize, to: usize) -> bool {
        self.chars.get(from..to).is_some_and(|it| it.iter().all(|it| it.is_whitespace()))
    }

    fn find_unspaced(&self, phrase: &Phrase) -> Option<Found> {
        let wanted: Vec<char> = phrase.text.chars().map(plain).collect();
        // Such scripts have no upper case.
        let start = self.chars.windows(wanted.len()).position(|it| it == wanted.as_slice())?;
        let word_idx = self.words.iter().position(|it| it.end > start).unwrap_or(0);
        Some(Found { phrase: phrase.clone(), start, word_idx, n_words: 1 })
    }
}

fn lower(chars: &[char]) -> String {
    chars.iter().collect::<String>().to_lowercase()
}

/// Makes one of several spellings of the same mark.
fn plain(it: char) -> char {
    match it {
        '’' | '‘' | 'ʼ' | '＇' => '\'',
        '\r' | '\u{a0}' => ' ',
        GONE => ' ',
        it => it,
    }
}

fn words_of(chars: &[char]) -> Vec<Word> {
    let is_joint = |it: char| matches!(it, '\'' | '-' | '_');
    let at = |idx: usize| chars.get(idx).copied().unwrap_or(' ');
    let mut words = Vec::new();
    let mut start = None;
    for idx in 0..=chars.len() {
        let it = at(idx);
        let within = it.is_alphanumeric()
            || (is_joint(it)
                && start.is_some()
                && at(idx + 1).is_alphanumeric()
                && idx > 0
                && at(idx - 1).is_alphanumeric());
        match (within, start) {
            (true, None) => start = Some(idx),
            (false, Some(first)) => {
                let text = lower(chars.get(first..idx).unwrap_or_default());
                words.push(Word { text, start: first, end: idx });
                start = None;
            }
            (true, Some(_)) | (false, None) => {}
        }
    }
    words
}

/// Sets aside what is not the user's own prose.
fn set_aside(chars: &mut [char]) {
    blank_lines(chars);
    blank_spans(chars);
    blank_tokens(chars);
    blank_quotes(chars);
}

fn blank(chars: &mut [char], from: usize, to: usize) {
    for it in chars.iter_mut().take(to).skip(from).filter(|it| **it != '\n') {
        *it = GONE;
    }
}

/// Sets aside fenced code and lines that quote.
fn blank_lines(chars: &mut [char]) {
    let mut fence: Option<(char, usize)> = None;
    let mut from = 0;
    while from < chars.len() {
        let rest = chars.get(from..).unwrap_or_default();
        let to = from + rest.iter().position(|it| *it == '\n').unwrap_or(rest.len());
        let line: String = chars.get(from..to).unwrap_or_default().iter().collect();
        let line = line.trim_start();
        let mark = line.chars().next().filter(|it| matches!(it, '`' | '~'));
        let n = mark.map_or(0, |mark| line.chars().take_while(|it| *it == mark).count());
        let opens = n >= 3 && !(mark == Some('`') && line.chars().skip(n).any(|it| it == '`'));
        match fence {
            Some((open, n_open)) => {
                let ends = mark == Some(open) && n >= n_open && line.trim_end().len() == n;
                blank(chars, from, to);
                if ends {
                    fence = None;
                }
            }
            None if opens => {
                fence = mark.map(|mark| (mark, n));
                blank(chars, from, to);
            }
            None if line.starts_with('>') => blank(chars, from, to),
            None => {}
        }
        from = to + 1;
    }
}

/// Sets aside code spans: as many backticks at the end as at the start.
fn blank_spans(chars: &mut [char]) {
    let run =
        |chars: &[char], idx: usize| chars.iter().skip(idx).take_while(|it| **it == '`').count();
    let mut idx = 0;
    while idx < chars.len() {
        let n = run(chars, idx);
        if n == 0 {
            idx += 1;
            continue;
        }
        let mut end = idx + n;
        let close = loop {
            match run(chars, end) {
                _ if end >= chars.len() => break None,
                0 => end += 1,
                it if it == n => break Some(end + n),
                it => end += it,
            }
        };
        match close {
            Some(close) => {
                blank(chars, idx, close);
                idx = close;
            }
            None => idx += n,
        }
    }
}

/// Sets aside paths, addresses, options and names of code.
fn blank_tokens(chars: &mut [char]) {
    let mut from = 0;
    while from < chars.len() {
        let rest = chars.get(from..).unwrap_or_default();
        let to = from + rest.iter().position(|it| it.is_whitespace()).unwrap_or(rest.len());
        let token: String = chars.get(from..to).unwrap_or_default().iter().collect();
        if GRAVE_OPTIONS.contains(&token.trim_end_matches(['.', ',', ';', '!'])) {
            undash(chars, from, to);
        } else if is_code(&token) {
            blank(chars, from, to);
        }
        from = to + 1;
    }
}

/// Makes a word of an option.
fn undash(chars: &mut [char], from: usize, to: usize) {
    for it in chars.iter_mut().take(to).skip(from).filter(|it| **it == '-') {
        *it = ' ';
    }
}

fn is_code(token: &str) -> bool {
    let token = token.trim_matches(|it: char| !it.is_alphanumeric() && !"/\\~.$#@-_".contains(it));
    let token = token.trim_end_matches(['.', ',', '-']);
    let chars: Vec<char> = token.chars().collect();
    let is_inner_dot = |it: &[char]| match it {
        [left, '.', right] => left.is_alphanumeric() && right.is_ascii_alphabetic(),
        _ => false,
    };
    let is_camel = |it: &[char]| match it {
        [left, right] => left.is_ascii_lowercase() && right.is_ascii_uppercase(),
        _ => false,
    };
    let is_option = token.starts_with('-') && chars.get(1).is_some_and(|it| *it != ' ');
    token.contains("://")
        || token.contains("::")
        || token.contains(['/', '\\', '_', '@', '$'])
        || token.contains("()")
        || is_option
        || chars.windows(3).any(is_inner_dot)
        || chars.windows(2).any(is_camel)
}

/// Sets aside quotations, unless everything is one.
fn blank_quotes(chars: &mut [char]) {
    let mut idx = 0;
    while idx < chars.len() {
        match find_quote(chars, idx) {
            Some(end) => {
                let outside = chars.iter().take(idx).chain(chars.iter().skip(end + 1));
                if outside.into_iter().any(|it| it.is_alphanumeric()) {
                    blank(chars, idx, end + 1);
                }
                idx = end + 1;
            }
            None => idx += 1,
        }
    }
}

/// Finds the end of a quotation that begins at a character.
fn find_quote(chars: &[char], idx: usize) -> Option<usize> {
    let open = *chars.get(idx)?;
    let closes: &[char] = match open {
        '"' => &['"'],
        '“' => &['”', '"'],
        '„' => &['“', '”'],
        '«' => &['»'],
        '「' => &['」'],
        '『' => &['』'],
        '\'' => &['\''],
        _ => return None,
    };
    let is_edge = |it: Option<&char>| it.is_none_or(|it| !it.is_alphanumeric());
    let before = idx.checked_sub(1).and_then(|it| chars.get(it));
    let is_straight = matches!(open, '"' | '\'');
    if is_straight && !(is_edge(before) && chars.get(idx + 1).is_some_and(|it| !it.is_whitespace()))
    {
        return None;
    }
    let mut breaks = 0;
    for (end, it) in chars.iter().enumerate().skip(idx + 1).take(QUOTE_CHARS_MAX) {
        breaks = if *it == '\n' {
            breaks + 1
        } else if it.is_whitespace() {
            breaks
        } else {
            0
        };
        if breaks > 1 {
            return None;
        }
        if closes.contains(it) && (!is_straight || is_edge(chars.get(end + 1))) {
            return Some(end);
        }
    }
    None
}
