//! Signs and calls in place of their opposites: `==` and `!=`, `&&` and `||`, `min` and `max`.
//!
//! Owns the table of opposites and where a sign is the one that it looks like. Must not know lines.

use super::code::CodeText;
use super::{Alteration, Worth};
use crate::proof::lexeme::LexemeKind;
use crate::proof::syntax::Syntax;

const COMPARISONS: [(&str, &str); 8] = [
    ("==", "!="),
    ("!=", "=="),
    ("===", "!=="),
    ("!==", "==="),
    ("<", ">="),
    ("<=", ">"),
    (">", "<="),
    (">=", "<"),
];

/// Comparisons of numbers and texts in a shell.
const SHELL_TESTS: [(&str, &str); 8] = [
    ("eq", "ne"),
    ("ne", "eq"),
    ("lt", "ge"),
    ("ge", "lt"),
    ("gt", "le"),
    ("le", "gt"),
    ("z", "n"),
    ("n", "z"),
];

/// Calls that have an opposite with the same arguments and the same kind of answer.
const OPPOSITES: [(&str, &str); 34] = [
    ("is_some", "is_none"),
    ("is_none", "is_some"),
    ("is_ok", "is_err"),
    ("is_err", "is_ok"),
    ("is_lt", "is_ge"),
    ("is_gt", "is_le"),
    ("min", "max"),
    ("max", "min"),
    ("any", "all"),
    ("all", "any"),
    ("starts_with", "ends_with"),
    ("ends_with", "starts_with"),
    ("to_lowercase", "to_uppercase"),
    ("to_uppercase", "to_lowercase"),
    ("to_ascii_lowercase", "to_ascii_uppercase"),
    ("trim_start", "trim_end"),
    ("trim_end", "trim_start"),
    ("saturating_add", "saturating_sub"),
    ("saturating_sub", "saturating_add"),
    ("wrapping_add", "wrapping_sub"),
    ("startswith", "endswith"),
    ("endswith", "startswith"),
    ("lower", "upper"),
    ("upper", "lower"),
    ("some", "every"),
    ("every", "some"),
    ("startsWith", "endsWith"),
    ("endsWith", "startsWith"),
    ("toLowerCase", "toUpperCase"),
    ("toUpperCase", "toLowerCase"),
    ("HasPrefix", "HasSuffix"),
    ("HasSuffix", "HasPrefix"),
    ("select", "reject"),
    ("reject", "select"),
];

/// Adds the changes of signs and calls of a line.
pub(super) fn alter(code: &CodeText<'_>, line: usize, found: &mut Vec<Alteration>) {
    let is_loop = is_loop(code, line);
    for idx in code.line(line).filter(|it| !code.is_mark(*it)) {
        let made = match code.kind(idx) {
            Some(LexemeKind::Sign) => of_sign(code, line, idx, is_loop),
            Some(LexemeKind::Word) => of_word(code, line, idx),
            _ => None,
        };
        let Some(lexeme) = code.lexemes.get(idx) else { continue };
        if let Some((put, worth, end)) = made {
            found.push(Alteration {
                line,
                start: lexeme.start,
                end: end.unwrap_or(lexeme.end),
                put,
                worth,
            });
        }
    }
}

type OperatorMade = Option<(String, Worth, Option<usize>)>;

/// Tells whether a line decides when a loop ends, where the opposite may never do.
fn is_loop(code: &CodeText<'_>, line: usize) -> bool {
    code.line(line).take(3).any(|it| matches!(code.at(it), "while" | "until" | "loop"))
}

fn of_sign(code: &CodeText<'_>, line: usize, idx: usize, is_loop: bool) -> OperatorMade {
    let sign = code.at(idx);
    let is_between = idx > 0 && code.is_value(idx - 1);
    if code.syntax == Syntax::Shell {
        return of_shell_sign(code, line, idx);
    }
    let comparison = COMPARISONS.iter().find(|(from, _)| *from == sign);
    if let Some((from, to)) = comparison {
        let is_angle = from.len() == 1 || code.syntax == Syntax::Markup;
        let is_plain = is_between && (!is_angle || code.is_spaced(idx));
        let worth = if is_loop { Worth::Risky } else { Worth::Condition };
        return is_plain.then(|| ((*to).to_owned(), worth, None));
    }
    match sign {
        "&&" | "||" if is_between && code.is_spaced(idx) => {
            let has_let =
                code.line(line).any(|it| code.at(it) == "let" || code.at(it) == "instanceof");
            let is_chain = code.syntax == Syntax::Rust && !has_let && is_chain(code, line);
            let put = if sign == "&&" { "||" } else { "&&" };
            let worth = if has_let || is_chain { Worth::Risky } else { Worth::Condition };
            Some((put.to_owned(), worth, None))
        }
        "!" if !is_between || matches!(code.before(idx), "return" | "else") => {
            let next = code.lexemes.get(idx + 1)?;
            let here = code.lexemes.get(idx)?;
            let is_unary =
                next.start == here.end && code.is_value(idx + 1) || code.at(idx + 1) == "(";
            let is_macro = idx > 0
                && code.kind(idx - 1) == Some(LexemeKind::Word)
                && code.lexemes.get(idx - 1).is_some_and(|it| it.end == here.start);
            let is_type = code.syntax == Syntax::Rust && matches!(code.before(idx), "->" | "#");
            (is_unary && !is_macro && !is_type && next.line == line)
                .then(|| (String::new(), Worth::Condition, None))
        }
        "+" | "-" | "*" | "/" | "%" | "+=" | "-=" => arithmetic(code, idx, sign, is_between),
        _ => None,
    }
}

/// Tells whether a condition goes on over lines, in which a `let` may stand.
fn is_chain(code: &CodeText<'_>, line: usize) -> bool {
    matches!(code.at(code.line(line).start), "&&" | "||")
}

fn arithmetic(code: &CodeText<'_>, idx: usize, sign: &str, is_between: bool) -> OperatorMade {
    if !is_between || !code.is_spaced(idx) {
        return None;
    }
    let is_number = |it: usize| code.kind(it) == Some(LexemeKind::Number);
    let is_text = |it: usize| matches!(code.kind(it), Some(LexemeKind::Text | LexemeKind::Opaque));
    let is_counted = is_number(idx - 1) || is_number(idx + 1);
    let is_worded = is_text(idx - 1) || is_text(idx + 1);
    let put = match sign {
        "+" => "-",
        "-" => "+",
        "+=" => "-=",
        "-=" => "+=",
        "*" if is_counted || !code.syntax.is_typed() => "+",
        "/" if is_counted || !code.syntax.is_typed() => "*",
        "%" if is_counted => "*",
        _ => return None,
    };
    // Bounds of types are written with a plus, too.
    let is_bound = code.syntax == Syntax::Rust && !is_counted;
    let worth = if is_worded || is_bound || (code.syntax.is_typed() && !is_counted) {
        Worth::Risky
    } else {
        Worth::Arithmetic
    };
    (!(is_worded && code.syntax.is_typed())).then(|| (put.to_owned(), worth, None))
}

fn of_shell_sign(code: &CodeText<'_>, line: usize, idx: usize) -> OperatorMade {
    let in_test = code.line(line).any(|it| matches!(code.at(it), "[" | "test"));
    match code.at(idx) {
        "-" if in_test => {
            let here = code.lexemes.get(idx)?;
            let next = code.lexemes.get(idx + 1).filter(|it| it.start == here.end)?;
            let (_, to) = SHELL_TESTS.iter().find(|(from, _)| *from == next.of(code.text))?;
            Some((format!("-{to}"), Worth::Condition, Some(next.end)))
        }
        "=" | "==" if in_test && code.is_spaced(idx) => {
            Some(("!=".to_owned(), Worth::Condition, None))
        }
        "!=" if in_test && code.is_spaced(idx) => Some(("=".to_owned(), Worth::Condition, None)),
        "&&" if code.is_spaced(idx) => Some(("||".to_owned(), Worth::Condition, None)),
        "||" if code.is_spaced(idx) => Some(("&&".to_owned(), Worth::Condition, None)),
        _ => None,
    }
}

fn of_word(code: &CodeText<'_>, line: usize, idx: usize) -> OperatorMade {
    let word = code.at(idx);
    let (before, next) = (code.before(idx), code.at(idx + 1));
    let is_call = next == "(" || code.syntax == Syntax::Ruby;
    let is_method = matches!(before, "." | "?." | "::");
    let is_plain = code.syntax == Syntax::Python && matches!(word, "min" | "max" | "any" | "all");
    if is_call && (is_method || is_plain) {
        let (_, put) = OPPOSITES.iter().find(|(from, _)| *from == word)?;
        let is_path = before == "::" && !matches!(word, "min" | "max");
        return (!is_path).then(|| ((*put).to_owned(), Worth::Opposite, None));
    }
    if code.syntax != Syntax::Python || before == "." {
        return None;
    }
    let is_for = code.line(line).any(|it| code.at(it) == "for");
    match word {
        "and" => Some(("or".to_owned(), Worth::Condition, None)),
        "or" => Some(("and".to_owned(), Worth::Condition, None)),
        "is" if next == "not" => {
            let end = code.lexemes.get(idx + 1).filter(|it| it.line == line)?.end;
            Some(("is".to_owned(), Worth::Condition, Some(end)))
        }
        "is" => Some(("is not".to_owned(), Worth::Condition, None)),
        "not" if next == "in" => {
            let end = code.lexemes.get(idx + 1).filter(|it| it.line == line)?.end;
            Some(("in".to_owned(), Worth::Condition, Some(end)))
        }
        "not" if before != "is" => {
            let end = code.lexemes.get(idx + 1).filter(|it| it.line == line)?.start;
            Some((String::new(), Worth::Condition, Some(end)))
        }
        "in" if !is_for && before != "not" => Some(("not in".to_owned(), Worth::Condition, None)),
        _ => None,
    }
}
