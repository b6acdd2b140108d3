//! Numbers, truth values and texts in place of others.
//!
//! Owns how a literal is written in each language. Must not know what it is for.

use super::code::CodeText;
use super::{Alteration, Worth};
use crate::proof::lexeme::LexemeKind;
use crate::proof::syntax::Syntax;

/// Words in whose lines a text is a message about a fault.
const FAULTS: [&str; 22] = [
    "panic",
    "expect",
    "unreachable",
    "raise",
    "throw",
    "bail",
    "anyhow",
    "Errorf",
    "assert",
    "assert_eq",
    "assert_ne",
    "todo",
    "unimplemented",
    "Error",
    "Exception",
    "die",
    "fatal",
    "abort",
    "perror",
    "fprintf",
    "ensure",
    "require",
];

/// Calls whose text must name something that is there.
const NAMING: [&str; 10] = [
    "include_str",
    "include_bytes",
    "include",
    "env",
    "option_env",
    "concat",
    "cfg",
    "link_name",
    "__import__",
    "asm",
];

/// Adds the changes of literals of a line.
pub(super) fn alter(code: &CodeText<'_>, line: usize, found: &mut Vec<Alteration>) {
    let is_fault = code.line(line).any(|it| FAULTS.contains(&code.at(it)));
    for idx in code.line(line).filter(|it| !code.is_mark(*it)) {
        let Some(lexeme) = code.lexemes.get(idx).filter(|it| it.end_line == line) else { continue };
        let made = match lexeme.kind {
            LexemeKind::Word => truth(code, idx).map(|it| (it, Worth::Opposite)),
            LexemeKind::Number => number(code, idx).map(|it| (it, Worth::Number)),
            LexemeKind::Text => text(code, idx).map(|it| (it, Worth::Text)),
            LexemeKind::Opaque | LexemeKind::Comment | LexemeKind::Sign => None,
        };
        let Some((put, worth)) = made else { continue };
        let worth = if is_fault && worth == Worth::Text { Worth::Idle } else { worth };
        found.push(Alteration { line, start: lexeme.start, end: lexeme.end, put, worth });
    }
}

fn truth(code: &CodeText<'_>, idx: usize) -> Option<String> {
    let is_loop = matches!(code.before(idx), "while" | "until" | "." | "::" | "#")
        || (code.before(idx) == "(" && idx > 1 && code.at(idx - 2) == "while");
    let put = match code.at(idx) {
        "true" => "false",
        "false" => "true",
        "True" => "False",
        "False" => "True",
        "TRUE" => "FALSE",
        "FALSE" => "TRUE",
        _ => return None,
    };
    let is_command = code.syntax == Syntax::Shell && code.before(idx) == "||";
    (!is_loop && !is_command && code.at(idx + 1) != "=" && code.at(idx + 1) != ":")
        .then(|| put.to_owned())
}

fn number(code: &CodeText<'_>, idx: usize) -> Option<String> {
    let (before, next) = (code.before(idx), code.at(idx + 1));
    let is_field = before == ".";
    let is_length = before == ";" && next == "]";
    let is_parameter = before == "<" && next == ">";
    let is_stream = code.syntax == Syntax::Shell && (matches!(next, ">" | "<") || before == "&");
    let is_divided = matches!(before, "/" | "%") && matches!(code.at(idx), "0");
    if is_field || is_length || is_parameter || is_stream || is_divided {
        return None;
    }
    next_number(code.at(idx))
}

/// Gives a number beside the one that is written, of the same width and with the same end.
fn next_number(written: &str) -> Option<String> {
    let lower = written.to_ascii_lowercase();
    if let Some(digits) = lower.strip_prefix("0x") {
        // The digits of a suffix are no part of a number whose digits are letters, too.
        let n_digits = digits.bytes().take_while(u8::is_ascii_hexdigit).count();
        let value = u128::from_str_radix(digits.get(..n_digits)?, 16).ok()?;
        let is_plain = digits.len() == n_digits;
        let width = n_digits;
        return is_plain.then(|| format!("0x{:0width$x}", value ^ 1));
    }
    if lower.starts_with("0b") || lower.starts_with("0o") || lower.contains(['_', '\'']) {
        return None;
    }
    let n_digits = written.bytes().take_while(u8::is_ascii_digit).count();
    let (digits, rest) = (written.get(..n_digits)?, written.get(n_digits..)?);
    // A leading nought may mean another system of numbers.
    if digits.len() > 1 && digits.starts_with('0') {
        return None;
    }
    let value: u128 = digits.parse().ok()?;
    let is_limit = value >= 126 && (value + 1).is_power_of_two();
    let put = if is_limit { value - 1 } else { value + 1 };
    Some(format!("{put}{rest}"))
}

fn text(code: &CodeText<'_>, idx: usize) -> Option<String> {
    let written = code.lexemes.get(idx)?.of(code.text);
    let is_naming = (idx.saturating_sub(3)..idx).any(|it| NAMING.contains(&code.at(it)));
    let is_key = code.syntax == Syntax::Cpp && code.before(idx) == "extern";
    // A text of one byte each in a list of fixed length would change the length.
    let is_bytes = code.syntax == Syntax::Rust && written.starts_with('b');
    if is_naming || is_key || is_bytes {
        return None;
    }
    let open = written.find(['"', '\''])?;
    let quote = written.get(open..=open)?;
    let inner = written.get(open + 1..)?.strip_suffix(quote)?;
    let prefix = written.get(..open)?;
    Some(format!("{prefix}{quote}{}{quote}", other_text(inner)?))
}

/// Puts a letter into a text: into its first word that is no directive, else at its end.
fn other_text(inner: &str) -> Option<String> {
    let mut depth = 0_usize;
    let mut before = ' ';
    for (at, char) in inner.char_indices() {
        match char {
            '{' | '<' | '(' | '[' => depth += 1,
            '}' | '>' | ')' | ']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        let after = inner.get(at + char.len_utf8()..)?;
        let is_inside = char.is_ascii_alphabetic()
            && depth == 0
            && !"%\\$#&@:-+*.".contains(before)
            && !before.is_ascii_digit()
            && after.starts_with(|it: char| it.is_ascii_alphabetic());
        if is_inside {
            let end = at + char.len_utf8();
            return Some(format!("{}x{}", inner.get(..end)?, inner.get(end..)?));
        }
        before = char;
    }
    let ends_open = inner.ends_with(['%', '\\', '$', '&', '@']);
    (!ends_open).then(|| format!("{inner}x"))
}
