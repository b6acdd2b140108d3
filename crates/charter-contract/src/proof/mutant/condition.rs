//! Conditions turned around as a whole.
//!
//! Owns where a condition begins and ends in each language. Must not look into it.

use super::code::CodeText;
use super::{Alteration, Worth};
use crate::proof::lexeme::LexemeKind;
use crate::proof::syntax::Syntax;

/// Adds the negations of the conditions of a line.
#[expect(clippy::wildcard_enum_match_arm, reason = "few languages write it in their own way")]
pub(super) fn alter(code: &CodeText<'_>, line: usize, found: &mut Vec<Alteration>) {
    for idx in code.line(line).filter(|it| !code.is_mark(*it)) {
        if code.kind(idx) != Some(LexemeKind::Word) {
            continue;
        }
        let word = code.at(idx);
        let made = match code.syntax {
            Syntax::Rust | Syntax::Go if matches!(word, "if" | "while") => bare(code, idx),
            Syntax::Python if matches!(word, "if" | "elif" | "while") => python(code, idx),
            Syntax::Ruby if matches!(word, "if" | "unless") => ruby(code, idx),
            Syntax::Shell if matches!(word, "if" | "elif") => shell(code, idx),
            Syntax::JavaScript
            | Syntax::TypeScript
            | Syntax::Java
            | Syntax::Kotlin
            | Syntax::C
            | Syntax::Cpp
            | Syntax::CSharp
            | Syntax::Php
            | Syntax::Zig
            | Syntax::D
                if matches!(word, "if" | "while" | "elseif") =>
            {
                enclosed(code, idx)
            }
            _ => None,
        };
        found.extend(made.map(|(start, end, put)| Alteration {
            line,
            start,
            end,
            put,
            // A loop that is never entered ends; one that is turned around may not.
            worth: if word == "while" { Worth::Arithmetic } else { Worth::Condition },
        }));
    }
}

type Made = Option<(usize, usize, String)>;

/// Replaces the lexemes from one to another, which stand in one line.
fn put(code: &CodeText<'_>, from: usize, to: usize, make: impl Fn(&str) -> String) -> Made {
    let (first, last) = (code.lexemes.get(from)?, code.lexemes.get(to)?);
    (from <= to && first.line == last.end_line)
        .then(|| (first.start, last.end, make(code.slice(from, to))))
}

fn has(code: &CodeText<'_>, from: usize, to: usize, words: &[&str]) -> bool {
    (from..=to).any(|it| words.contains(&code.at(it)))
}

/// Finds the first of some signs outside of brackets, in the line of a place.
fn find_sign(code: &CodeText<'_>, from: usize, signs: &[&str]) -> Option<usize> {
    let line = code.lexemes.get(from)?.line;
    let mut at = from;
    while at < code.line(line).end {
        let is_block = signs.contains(&code.at(at));
        match code.at(at) {
            _ if is_block => return Some(at),
            "(" | "[" | "{" => at = code.closing.get(at)?.max(&at) + 1,
            _ => at += 1,
        }
    }
    None
}

/// Turns `if CONDITION {` around, and a guard of a match.
fn bare(code: &CodeText<'_>, idx: usize) -> Made {
    let end = find_sign(code, idx + 1, &["{", "=>"])?.checked_sub(1)?;
    let mut from = idx + 1;
    if code.syntax == Syntax::Go {
        while let Some(semicolon) = find_sign(code, from, &[";"]).filter(|it| *it < end) {
            from = semicolon + 1;
        }
    }
    if end < from || has(code, from, end, &["let"]) {
        return None;
    }
    let is_loop = code.at(idx) == "while";
    if is_loop && matches!(code.at(from), "true" | "false") {
        return None;
    }
    put(code, from, end, |it| if is_loop { format!("false && ({it})") } else { format!("!({it})") })
}

fn python(code: &CodeText<'_>, idx: usize) -> Made {
    let is_first = code.lexemes.get(idx).is_some_and(|it| code.line(it.line).start == idx);
    let end = if is_first {
        find_sign(code, idx + 1, &[":"])?
    } else {
        find_sign(code, idx + 1, &["else"])?
    };
    let (from, end) = (idx + 1, end.checked_sub(1)?);
    if has(code, from, end, &["lambda", "True"]) || code.at(from) == "not" {
        return None;
    }
    let is_loop = code.at(idx) == "while";
    put(
        code,
        from,
        end,
        |it| {
            if is_loop { format!("False and ({it})") } else { format!("not ({it})") }
        },
    )
}

fn ruby(code: &CodeText<'_>, idx: usize) -> Made {
    let is_name = matches!(code.before(idx), "." | ":" | "def") || code.at(idx + 1) == ":";
    let other = if code.at(idx) == "if" { "unless" } else { "if" };
    // `unless` has no `elsif`.
    if is_name || code.before(idx) == "else" {
        return None;
    }
    put(code, idx, idx, |_| other.to_owned())
}

fn shell(code: &CodeText<'_>, idx: usize) -> Made {
    if code.at(idx + 1) == "!" {
        let last = code.lexemes.get(idx + 2)?;
        let first = code.lexemes.get(idx + 1)?;
        return (first.line == last.line).then(|| (first.start, last.start, String::new()));
    }
    put(code, idx, idx, |it| format!("{it} !"))
}

/// Turns `if (CONDITION)` around.
fn enclosed(code: &CodeText<'_>, idx: usize) -> Made {
    let open = idx + 1;
    if code.at(open) != "(" {
        return None;
    }
    let (from, end) = (open + 1, code.closing.get(open)?.checked_sub(1)?);
    // What a condition names is in scope where it held, so that its opposite would not build.
    let binds = [";", "=", "instanceof", "is", "out", "let", ":="];
    if end < from || has(code, from, end, &binds) {
        return None;
    }
    let is_loop = code.at(idx) == "while";
    if is_loop && matches!(code.at(from), "true" | "1" | "false" | "0") {
        return None;
    }
    let never = if code.syntax == Syntax::C { "0" } else { "false" };
    put(
        code,
        from,
        end,
        |it| {
            if is_loop { format!("{never} && ({it})") } else { format!("!({it})") }
        },
    )
}
