//! Functions that give back something else.
//!
//! Owns what another answer of the same type is, in each language. Must not know who asks.

use super::code::{CodeFunction, CodeText};
use super::{Alteration, Worth};
use crate::proof::lexeme::LexemeKind;
use crate::proof::syntax::Syntax;

/// Types of whole numbers.
const INTEGERS: [&str; 40] = [
    "u8",
    "u16",
    "u32",
    "u64",
    "u128",
    "usize",
    "i8",
    "i16",
    "i32",
    "i64",
    "i128",
    "isize",
    "int",
    "int8",
    "int16",
    "int32",
    "int64",
    "uint",
    "uint8",
    "uint16",
    "uint32",
    "uint64",
    "byte",
    "rune",
    "long",
    "Int",
    "Long",
    "unsigned",
    "unsigned int",
    "unsigned long",
    "long long",
    "size_t",
    "ssize_t",
    "int32_t",
    "int64_t",
    "uint32_t",
    "uint64_t",
    "uint8_t",
    "uint16_t",
    "ulong",
];

const FRACTIONS: [&str; 7] = ["f32", "f64", "float", "double", "float32", "float64", "Double"];

/// How deep a type is looked into.
const DEPTH_MAX: usize = 4;

/// Adds the changes of what is given back in a line.
pub(super) fn alter(code: &CodeText<'_>, line: usize, found: &mut Vec<Alteration>) {
    for idx in code.line(line) {
        let is_return = code.kind(idx) == Some(LexemeKind::Word) && code.at(idx) == "return";
        if let Some((from, to)) = is_return.then(|| returned(code, idx)).flatten() {
            push(code, line, (from, to), found);
        }
    }
    if code.syntax == Syntax::Rust
        && let Some((from, to)) = tail(code, line)
    {
        push(code, line, (from, to), found);
    }
}

fn push(code: &CodeText<'_>, line: usize, (from, to): (usize, usize), found: &mut Vec<Alteration>) {
    let value = code.slice(from, to);
    let Some((first, last)) = code.lexemes.get(from).zip(code.lexemes.get(to)) else { return };
    let is_literal = from == to && matches!(code.at(from), "true" | "false" | "True" | "False");
    let is_counted = from == to && code.kind(from) == Some(LexemeKind::Number);
    if first.line != last.end_line || is_literal || is_counted {
        return;
    }
    let made = match code.syntax {
        Syntax::Rust => code.function(from).and_then(|it| rust(it, value)),
        Syntax::Go => code.function(from).and_then(|it| go(it, value)),
        Syntax::Java | Syntax::Kotlin | Syntax::C | Syntax::Cpp | Syntax::CSharp => {
            code.function(from).and_then(|it| typed(code.syntax, &it.result, value))
        }
        Syntax::Python => (value != "None").then(|| "None".to_owned()),
        Syntax::Ruby => (value != "nil").then(|| "nil".to_owned()),
        Syntax::Php => (value != "null").then(|| "null".to_owned()),
        Syntax::JavaScript => (!is_none(value)).then(|| "undefined".to_owned()),
        Syntax::TypeScript => (!is_none(value)).then(|| "undefined as any".to_owned()),
        Syntax::Shell => None,
        Syntax::Zig | Syntax::D | Syntax::Json | Syntax::Markup | Syntax::Other => None,
    };
    found.extend(made.map(|put| Alteration {
        line,
        start: first.start,
        end: last.end,
        put,
        worth: if is_blunt(code.syntax) { Worth::Nothing } else { Worth::Answer },
    }));
}

/// Tells whether nothing is given back in place of something, which any use of it would notice.
fn is_blunt(syntax: Syntax) -> bool {
    !syntax.is_typed() || syntax == Syntax::TypeScript
}

fn is_none(value: &str) -> bool {
    matches!(value, "null" | "undefined" | "void 0")
}

/// Gives the value behind a `return`, where it ends in its line.
fn returned(code: &CodeText<'_>, idx: usize) -> Option<(usize, usize)> {
    let line = code.lexemes.get(idx)?.line;
    code.lexemes.get(idx + 1).filter(|it| it.line == line)?;
    let end = code.expression_end(idx + 1)?;
    // Ruby may put a condition behind it.
    let is_ruby = code.syntax == Syntax::Ruby;
    let guard = (idx + 1..=end).find(|it| is_ruby && matches!(code.at(*it), "if" | "unless"));
    let end = guard.map_or(end, |it| it - 1);
    (end > idx).then_some((idx + 1, end))
}

/// Gives the value at the end of a Rust function's body, where it stands in this line alone.
fn tail(code: &CodeText<'_>, line: usize) -> Option<(usize, usize)> {
    let span = code.line(line);
    let function = span.clone().find_map(|it| {
        let function = code.function(it)?;
        let last = function.close.checked_sub(1)?;
        (span.contains(&last) && last > function.open).then_some(function)
    })?;
    let last = function.close - 1;
    let from = span.start.max(function.open + 1);
    let before = code.before(from);
    let starts = matches!(before, "{" | "}" | ";");
    let is_start = code.kind(from) != Some(LexemeKind::Sign)
        || matches!(code.at(from), "!" | "(" | "&" | "*" | "-" | "[");
    let words = ["return", "match", "if", "loop", "for", "while", "unsafe", "let", "else", "break"];
    let is_value = !words.contains(&code.at(from)) && !matches!(code.at(last), ";" | "{");
    let is_whole = code.depth_within(from, last) == Some(0);
    (starts && is_start && is_value && is_whole && from <= last).then_some((from, last))
}

fn rust(function: &CodeFunction, value: &str) -> Option<String> {
    let result = function.result.as_str();
    let is_simple = result == "bool" || INTEGERS.contains(&result);
    if function.is_const && !is_simple {
        return None;
    }
    let other = other_rust(result, DEPTH_MAX)?;
    Some(format!("{{ let it: {result} = {value}; {other} }}"))
}

/// Gives another value of a type, made of the value `it`.
fn other_rust(result: &str, depth: usize) -> Option<String> {
    let depth = depth.checked_sub(1)?;
    if result == "bool" {
        return Some("!it".to_owned());
    }
    if INTEGERS.contains(&result) {
        return Some("it ^ 1".to_owned());
    }
    if FRACTIONS.contains(&result) {
        return Some("it + 1.0".to_owned());
    }
    if result.starts_with('&') && result.ends_with("str") && !result.contains("mut") {
        return Some("if it.is_empty() { \"x\" } else { \"\" }".to_owned());
    }
    let (outer, inner) = result.split_once('<').unwrap_or((result, ""));
    let outer = outer.trim().rsplit("::").next().unwrap_or_default();
    let inner = inner.strip_suffix('>').unwrap_or_default();
    match outer {
        "String" => Some("it + \"x\"".to_owned()),
        "Option" => Some("it.filter(|_| false)".to_owned()),
        "Vec" => Some("{ let mut it = it; it.pop(); it }".to_owned()),
        "BTreeMap" | "BTreeSet" | "HashMap" | "HashSet" => {
            Some("{ let mut it = it; it.clear(); it }".to_owned())
        }
        "Ordering" => Some("it.reverse()".to_owned()),
        "PathBuf" => Some("it.join(\"x\")".to_owned()),
        "Result" if !inner.is_empty() => {
            let other = other_rust(first_argument(inner), depth)?;
            Some(format!("it.map(|it| {other})"))
        }
        _ => None,
    }
}

fn first_argument(list: &str) -> &str {
    let mut depth = 0_usize;
    for (at, char) in list.char_indices() {
        match char {
            '<' | '(' | '[' => depth += 1,
            '>' | ')' | ']' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => return list.get(..at).unwrap_or(list).trim(),
            _ => {}
        }
    }
    list.trim()
}

/// Changes the first of the values that a Go function gives back.
fn go(function: &CodeFunction, value: &str) -> Option<String> {
    let results = function.result.trim_start_matches('(').trim_end_matches(')');
    let result = first_argument(results);
    // A result may have a name before its type.
    let result = result.rsplit(' ').next().unwrap_or(result);
    let first = first_argument(value);
    let rest = value.get(first.len()..)?;
    let is_counted = first.starts_with(|it: char| it.is_ascii_digit());
    if is_counted || (first.len() < value.len() && !results.contains(',')) {
        return None;
    }
    let other = if result == "bool" {
        format!("!({first})")
    } else if INTEGERS.contains(&result) {
        format!("({first}) + 1")
    } else if FRACTIONS.contains(&result) {
        format!("({first}) + 1.5")
    } else if result == "string" {
        format!("({first}) + \"x\"")
    } else if result.starts_with("[]") && first != "nil" {
        format!("({first})[:0]")
    } else if result == "error" && first == "err" {
        "nil".to_owned()
    } else {
        return None;
    };
    Some(format!("{other}{rest}"))
}

/// Gives another value in the languages whose types stand before names.
#[expect(clippy::wildcard_enum_match_arm, reason = "few languages write it in their own way")]
fn typed(syntax: Syntax, result: &str, value: &str) -> Option<String> {
    let is_c = syntax == Syntax::C || syntax == Syntax::Cpp;
    let is_truth = matches!(result, "bool" | "boolean" | "Boolean" | "_Bool");
    if is_truth || (syntax == Syntax::C && INTEGERS.contains(&result)) {
        return Some(format!("!({value})"));
    }
    if matches!(result, "byte" | "uint8_t" | "uint16_t") {
        return None;
    }
    if INTEGERS.contains(&result) || FRACTIONS.contains(&result) {
        return Some(format!("({value}) + 1"));
    }
    if matches!(result, "String" | "string" | "std :: string") {
        let is_null = value == "null";
        return (!is_null).then(|| format!("({value}) + \"x\""));
    }
    if is_c {
        let is_null = matches!(value, "0" | "NULL" | "nullptr");
        return (result.ends_with('*') && !is_null).then(|| "0".to_owned());
    }
    match syntax {
        Syntax::Java => {
            let is_object =
                result.starts_with(|it: char| it.is_ascii_uppercase()) || result.ends_with(']');
            (is_object && value != "null").then(|| "null".to_owned())
        }
        Syntax::CSharp => (result != "void" && !result.is_empty()).then(|| "default!".to_owned()),
        _ => (result.ends_with('?') && value != "null").then(|| "null".to_owned()),
    }
}
