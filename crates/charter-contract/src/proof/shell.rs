//! Command lines as a shell reads them, as far as words and joints go.
//!
//! Owns what is a script, where its parts are and what is quoted in it. Must not know what a program is for.

use crate::document::is_assignment;
use std::ops::Range;

/// Passes over `NAME=value`, `env`, `time`, `nice` and the like.
pub(super) fn without_settings<'a, 'b>(words: &'a [&'b str]) -> &'a [&'b str] {
    let skipped = words
        .iter()
        .take_while(|it| {
            is_assignment(it) || matches!(**it, "env" | "time" | "nice" | "command" | "exec")
        })
        .count();
    words.get(skipped..).unwrap_or_default()
}

/// Gives the script of `sh -c script`.
pub(super) fn script_of<'a>(words: &[&'a str]) -> Option<&'a str> {
    let (program, rest) = words.split_first()?;
    let program = program.rsplit('/').next()?;
    if !matches!(program, "sh" | "bash" | "zsh" | "dash" | "ksh" | "fish") {
        return None;
    }
    let idx = rest.iter().position(|it| it.starts_with('-') && it.ends_with('c'))?;
    rest.get(idx + 1).copied()
}

/// Gives where the parts of a script are that one of some marks divides, without the empty ones.
pub(super) fn pieces(plain: &str, marks: &[&str]) -> Vec<Range<usize>> {
    let mut parts = Vec::new();
    let mut start = 0;
    let mut at = 0;
    while let Some(rest) = plain.get(at..) {
        let mark = marks.iter().find(|it| rest.starts_with(**it));
        let is_end = rest.is_empty();
        if mark.is_some() || is_end {
            let is_blank = plain.get(start..at).is_none_or(|it| it.trim().is_empty());
            parts.extend((!is_blank).then_some(start..at));
        }
        if is_end {
            break;
        }
        at += mark.map_or_else(|| rest.chars().next().map_or(1, char::len_utf8), |it| it.len());
        if mark.is_some() {
            start = at;
        }
    }
    parts
}

/// Splits a script at what joins commands.
pub(super) fn commands(script: &str) -> Vec<Vec<&str>> {
    let parts = script.split(['\n', ';', '&', '|']);
    parts
        .map(|it| it.split_whitespace().collect())
        .filter(|it: &Vec<&str>| !it.is_empty())
        .collect()
}

/// Gives a script, its quoted parts blank, without what sends output elsewhere: `>&2` joins nothing.
pub(super) fn without_redirections(plain: &str) -> String {
    ["2>&1", "1>&2", ">&2", ">&1", "&>", ">&"]
        .iter()
        .fold(plain.to_owned(), |text, it| text.replace(it, " "))
}

/// Tells whether a text may run something in the middle of a word.
pub(super) fn runs_within(script: &str) -> bool {
    script.contains("$(") || script.contains('`') || script.contains("<(")
}

/// Gives a script with what is quoted made blank, so that a `|` in a pattern joins nothing; every byte
/// keeps its place.
pub(super) fn outside_quotes(script: &str) -> String {
    let mut quote = None;
    let mut plain = String::with_capacity(script.len());
    for it in script.chars() {
        match quote {
            Some(open) if it == open => quote = None,
            Some(_) => {
                plain.extend(std::iter::repeat_n('_', it.len_utf8()));
                continue;
            }
            None if matches!(it, '"' | '\'') => quote = Some(it),
            None => {}
        }
        plain.push(it);
    }
    plain
}
