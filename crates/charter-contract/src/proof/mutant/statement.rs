//! Statements that are left out.
//!
//! Owns what a whole statement in one line is, and what stands in its place so that the rest still
//! builds. Must not look into it.

use super::code::CodeText;
use super::{Alteration, Worth};
use crate::proof::lexeme::LexemeKind;
use crate::proof::syntax::Syntax;

/// First words of what is no plain statement.
const OTHERS: [&str; 62] = [
    "let",
    "const",
    "var",
    "val",
    "return",
    "if",
    "else",
    "elif",
    "elsif",
    "elseif",
    "for",
    "while",
    "do",
    "match",
    "switch",
    "case",
    "when",
    "default",
    "fn",
    "def",
    "func",
    "fun",
    "function",
    "try",
    "catch",
    "except",
    "finally",
    "rescue",
    "ensure",
    "with",
    "class",
    "struct",
    "enum",
    "static",
    "public",
    "private",
    "protected",
    "pub",
    "async",
    "loop",
    "unsafe",
    "end",
    "begin",
    "then",
    "fi",
    "done",
    "esac",
    "throw",
    "goto",
    "until",
    "unless",
    "lambda",
    "yield",
    "export",
    "local",
    "declare",
    "readonly",
    "set",
    "shift",
    "function*",
    "type",
    "final",
];

/// Adds the removal of a line's statement.
pub(super) fn alter(code: &CodeText<'_>, line: usize, found: &mut Vec<Alteration>) {
    let made = match code.syntax {
        Syntax::Other | Syntax::Json | Syntax::Markup => blank(code, line),
        Syntax::Python | Syntax::Ruby | Syntax::Shell => by_line(code, line),
        Syntax::Rust
        | Syntax::JavaScript
        | Syntax::TypeScript
        | Syntax::Go
        | Syntax::Java
        | Syntax::Kotlin
        | Syntax::C
        | Syntax::Cpp
        | Syntax::CSharp
        | Syntax::Php
        | Syntax::Zig
        | Syntax::D => by_sign(code, line),
    };
    found.extend(made);
    if code.syntax == Syntax::Python {
        found.extend(body(code, line));
    }
}

/// Leaves out the body of a function that stands behind its head, where it gives nothing back.
fn body(code: &CodeText<'_>, line: usize) -> Option<Alteration> {
    let from = code.body_in_line(line)?;
    let last = code.lexemes.get(code.line(line).end.checked_sub(1)?)?;
    let first = code.lexemes.get(from)?;
    let does =
        !matches!(code.at(from), "return" | "pass" | "raise") && first.kind == LexemeKind::Word;
    (does && last.end_line == line).then(|| Alteration {
        line,
        start: first.start,
        end: last.end,
        put: "pass".to_owned(),
        worth: Worth::Removal,
    })
}

fn is_plain(code: &CodeText<'_>, first: usize) -> bool {
    code.kind(first) == Some(LexemeKind::Word) && !OTHERS.contains(&code.at(first))
}

/// Takes a line away in a language that is not known.
fn blank(code: &CodeText<'_>, line: usize) -> Option<Alteration> {
    let span = code.line(line);
    let first = code.lexemes.get(span.start)?;
    let last = code.lexemes.get(span.end.checked_sub(1)?)?;
    (last.end_line == line).then(|| Alteration {
        line,
        start: first.start,
        end: last.end,
        put: String::new(),
        worth: Worth::Removal,
    })
}

/// Leaves out a statement of a language whose lines are statements.
#[expect(clippy::wildcard_enum_match_arm, reason = "few languages write it in their own way")]
fn by_line(code: &CodeText<'_>, line: usize) -> Option<Alteration> {
    let span = code.line(line);
    let (first, last) = (span.start, span.end.checked_sub(1)?);
    let is_call = span.clone().any(|it| matches!(code.at(it), "(" | "=" | "+=" | "<<" | "-="));
    let is_leaving = code.syntax == Syntax::Python && matches!(code.at(first), "raise" | "del");
    let is_shell = code.syntax == Syntax::Shell;
    let goes_on = code.expression_end(first) != Some(last) || !begins_statement(code, first);
    // A bracket that nothing opened ends a pattern of a `case`.
    let is_pattern = is_shell && code.depth_within(first, last).is_none();
    let opens = matches!(code.at(last), ":" | "do" | "{" | "|" | "then" | "in" | ";") || is_pattern;
    if !is_plain(code, first) || goes_on || opens || !(is_call || is_leaving || is_shell) {
        return None;
    }
    let names_first = code.kind(first + 1) == Some(LexemeKind::Sign) && code.at(first + 1) == "=";
    let (start, end) = (code.lexemes.get(first)?.start, code.lexemes.get(last)?.end);
    let put = match code.syntax {
        Syntax::Python => "pass",
        Syntax::Shell => ":",
        _ => "nil",
    };
    // A name that is never set fails at its first use, which says little about the check.
    let worth = if names_first { Worth::Risky } else { Worth::Removal };
    Some(Alteration { line, start, end, put: put.to_owned(), worth })
}

/// Tells whether a line begins a statement: nothing is open that it goes on with.
fn begins_statement(code: &CodeText<'_>, first: usize) -> bool {
    let Some(before) = first.checked_sub(1) else { return true };
    let ends_open = code.kind(before) == Some(LexemeKind::Sign)
        && !matches!(code.at(before), ")" | "]" | "}" | ":" | "{" | ";" | "|" | "?" | "!");
    let is_backslash = code.at(before) == "\\";
    !ends_open && !is_backslash && !code.is_enclosed(first)
}

/// Leaves out a statement that is told by its signs, so that it is still built.
#[expect(clippy::wildcard_enum_match_arm, reason = "few languages write it in their own way")]
fn by_sign(code: &CodeText<'_>, line: usize) -> Option<Alteration> {
    let span = code.line(line);
    let first = span.start;
    let is_bare = matches!(
        code.syntax,
        Syntax::Go | Syntax::Kotlin | Syntax::JavaScript | Syntax::TypeScript
    );
    let starts = first == 0
        || matches!(code.before(first), ";" | "{" | "}" | "\"\"")
        || (is_bare && matches!(code.before(first), ")"));
    if !starts || !is_plain(code, first) || code.is_enclosed(first) {
        return None;
    }
    let value = code.expression_end(first)?;
    let is_ended = code.at(value + 1) == ";";
    let last = if is_ended { value + 1 } else { value };
    if last + 1 != span.end || (!is_ended && !is_bare) {
        return None;
    }
    let does =
        |it: usize| matches!(code.at(it), "(" | "=" | "+=" | "-=" | "++" | "--" | "*=" | "|=");
    let declares = code.kind(first + 1) == Some(LexemeKind::Word)
        || (first..value).any(|it| matches!(code.at(it), ":=" | "defer" | "go"))
        || matches!(code.at(first + 1), "<" | "*" | "&" | ":")
        || (code.syntax != Syntax::Rust && code.at(first + 1) == "[" && code.at(first + 2) == "]");
    if !(first..=value).any(does)
        || declares
        || code.function(first).is_none() && has_functions(code)
    {
        return None;
    }
    if matches!(code.at(first), "super" | "this") && code.at(first + 1) == "(" {
        return None;
    }
    let (start, end) = (code.lexemes.get(first)?.start, code.lexemes.get(last)?.end);
    let whole = code.text.get(start..end)?;
    let put = match code.syntax {
        Syntax::Rust | Syntax::Go => format!("if false {{ {whole} }}"),
        Syntax::C => format!("if (0) {{ {whole} }}"),
        _ => format!("if (false) {{ {whole} }}"),
    };
    // What is set nowhere else does not build.
    let sets = (first..value).any(|it| code.at(it) == "=") && code.syntax.is_typed();
    let worth = if sets { Worth::Risky } else { Worth::Removal };
    Some(Alteration { line, start, end, put, worth })
}

/// Tells whether the functions of a language are found, so that what is in none is no statement.
fn has_functions(code: &CodeText<'_>) -> bool {
    code.syntax.is_typed() && !matches!(code.syntax, Syntax::TypeScript | Syntax::Zig | Syntax::D)
}
