//! Words, clauses and names of a text that a person typed, in any script.
//!
//! Owns how a text is cut up. Must not know what a word means.

use crate::text::{cut, opens_blank};

pub(super) use crate::text::words;

/// Tells whether a character belongs to a script that is written without blanks, or nearly so.
pub(super) fn is_glyph(char: char) -> bool {
    matches!(u32::from(char),
        0x0E00..=0x0EFF | 0x1100..=0x11FF | 0x3040..=0x30FF | 0x3130..=0x318F
        | 0x3400..=0x4DBF | 0x4E00..=0x9FFF | 0xAC00..=0xD7AF | 0xF900..=0xFAFF)
}

/// Gives the words between single blanks, with a blank at both ends, for looking words up.
pub(super) fn padded(text: &str) -> String {
    format!(" {} ", words(text).join(" "))
}

/// Cuts a text into sentences and list items.
pub(super) fn sentences(text: &str) -> Vec<&str> {
    let lines = text.lines().map(|line| line.trim().trim_start_matches(is_mark).trim());
    lines.flat_map(|line| pieces(line, ends_sentence)).collect()
}

/// Cuts a text into clauses: what stands between commas, dashes, arrows and the like.
pub(super) fn clauses(text: &str) -> Vec<&str> {
    sentences(text).into_iter().flat_map(|it| pieces(it, ends_clause)).collect()
}

/// Lists the pieces of a text in which something stands.
fn pieces(text: &str, ends: fn(char, &str) -> bool) -> impl Iterator<Item = &str> {
    let pieces = cut(text, |_, char, behind| ends(char, behind)).into_iter();
    pieces.map(|it| it.bare.trim()).filter(|it| it.chars().any(char::is_alphanumeric))
}

/// Gives a text without its questions.
pub(super) fn without_questions(text: &str) -> String {
    let ends = |before: &str, char: char, behind: &str| {
        let is_blank = before.trim().is_empty() && char.is_whitespace();
        (char == '\n' || ends_sentence(char, behind)) && !is_blank
    };
    let kept = cut(text, ends)
        .into_iter()
        .filter(|it| it.whole == it.bare || !it.whole.ends_with(['?', '？']));
    kept.map(|it| it.whole).collect::<String>().trim().to_owned()
}

/// Tells whether a character opens a list item.
pub(super) fn is_mark(char: char) -> bool {
    matches!(char, '-' | '*' | '+' | '•' | '·' | '–' | '—' | '#' | '>' | '●' | '○') || char == ' '
}

fn ends_sentence(char: char, behind: &str) -> bool {
    match char {
        '。' | '！' | '？' | '；' | '\n' => true,
        '.' | '!' | '?' | ';' => opens_blank(behind),
        _ => false,
    }
}

fn ends_clause(char: char, behind: &str) -> bool {
    match char {
        '，' | '、' | '：' | '（' | '）' | '→' | '—' | '–' | '(' | ')' | '|' => true,
        ',' | ':' => !behind.starts_with(char::is_numeric),
        _ => false,
    }
}

/// Cuts a word where its script changes.
pub(super) fn runs(word: &str) -> Vec<&str> {
    let mut runs = Vec::new();
    let mut start = 0;
    let mut was_wide = None;
    for (at, char) in word.char_indices() {
        let is_wide = is_glyph(char);
        if was_wide.is_some_and(|it| it != is_wide) {
            runs.push(word.get(start..at).unwrap_or_default());
            start = at;
        }
        was_wide = Some(is_wide);
    }
    runs.push(word.get(start..).unwrap_or_default());
    runs
}

/// Lists what a text calls by a name: quoted or coded words, words with capitals, digits or signs
/// inside, words in capitals, words of another script.
pub(super) fn names(text: &str) -> Vec<String> {
    names_without(text, &|_| false)
}

/// Lists the names of a text as if some of its words were not there.
pub(super) fn names_without(text: &str, is_left_out: &dyn Fn(&str) -> bool) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    let mut add = |name: &str| {
        let name = name.trim();
        let is_known = |it: &String| it.to_lowercase() == name.to_lowercase();
        if name.chars().count() > 1 && !names.iter().any(is_known) {
            names.push(name.to_owned());
        }
    };
    quoted(text).into_iter().for_each(&mut add);
    let is_wide = text.chars().filter(|it| is_glyph(*it)).count() > 3;
    for sentence in sentences(text) {
        let is_part = |it: char| it.is_alphanumeric() || matches!(it, '.' | '_' | '/' | '-' | '@');
        let pieces = sentence.split(|it: char| !is_part(it)).filter(|it| !it.is_empty());
        let pieces = pieces.filter(|it| !is_left_out(it));
        for (idx, piece) in pieces.enumerate() {
            for run in runs(piece.trim_matches(['.', '/', '-', '@'])) {
                if is_name(run, idx == 0, is_wide) {
                    add(run);
                }
            }
        }
    }
    names
}

fn is_name(word: &str, is_first: bool, is_among_glyphs: bool) -> bool {
    let n_chars = word.chars().count();
    let first = word.chars().next().unwrap_or(' ');
    if n_chars < 2 || !word.chars().any(char::is_alphabetic) || first.is_numeric() {
        return false;
    }
    if is_glyph(first) {
        return n_chars >= 3 && word.chars().all(|it| matches!(u32::from(it), 0x30A0..=0x30FF));
    }
    let is_signed = word.chars().skip(1).any(|it| matches!(it, '_' | '/' | '.'));
    let is_mixed = word.chars().skip(1).any(|it| it.is_uppercase() || it.is_numeric());
    let is_capital = first.is_uppercase() && !is_first && n_chars > 2;
    is_signed || is_mixed || is_capital || (is_among_glyphs && n_chars > 2)
}

/// Lists what stands in quotation marks or backticks, where that is short.
pub(super) fn quoted(text: &str) -> Vec<&str> {
    const PAIRS: [(char, char); 8] = [
        ('‘', '’'),
        ('`', '`'),
        ('"', '"'),
        ('“', '”'),
        ('„', '“'),
        ('«', '»'),
        ('「', '」'),
        ('『', '』'),
    ];
    let mut found = Vec::new();
    for (open, close) in PAIRS {
        let mut rest = text;
        while let Some((_, after)) = rest.split_once(open) {
            let Some((inner, tail)) = after.split_once(close) else { break };
            if (2..=40).contains(&inner.chars().count()) {
                found.push(inner);
            }
            rest = tail;
        }
    }
    found
}

/// Cuts a text at a word's end, visibly; line breaks become blanks.
pub(super) fn shorten(text: &str, chars_max: usize) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().count() <= chars_max {
        return line;
    }
    let kept: String = line.chars().take(chars_max.saturating_sub(1)).collect();
    let end = kept.rfind(' ').filter(|idx| idx * 2 > kept.len()).unwrap_or(kept.len());
    format!("{}…", kept.get(..end).unwrap_or(&kept).trim_end_matches([' ', ',', ';', '.']))
}

/// Gives the beginning of an answer as it is quoted in a question.
pub(super) fn quote(text: &str) -> String {
    const QUOTE_CHARS_MAX: usize = 90;
    let first = sentences(text).into_iter().next().unwrap_or(text);
    shorten(first, QUOTE_CHARS_MAX)
}
