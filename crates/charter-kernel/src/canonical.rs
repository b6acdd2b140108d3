//! Canonical JSON (RFC 8785): the one byte string that a JSON value hashes to.
//!
//! Owns key order, escapes and number forms. Must not know events.

use serde_json::{Number, Value};

/// Renders a value without white space, keys sorted by UTF-16, numbers as ECMAScript prints them.
#[must_use]
pub fn render(value: &Value) -> Vec<u8> {
    let mut out = Vec::with_capacity(512);
    write_value(&mut out, value, None);
    out
}

/// Renders an object as [`render`] does, leaving out one key at its top level.
#[must_use]
pub fn render_without(value: &Value, left_out: &str) -> Vec<u8> {
    let mut out = Vec::with_capacity(512);
    write_value(&mut out, value, Some(left_out));
    out
}

fn write_value(out: &mut Vec<u8>, value: &Value, left_out: Option<&str>) {
    match value {
        Value::Null => out.extend_from_slice(b"null"),
        Value::Bool(true) => out.extend_from_slice(b"true"),
        Value::Bool(false) => out.extend_from_slice(b"false"),
        Value::Number(number) => out.extend_from_slice(number_text(number).as_bytes()),
        Value::String(text) => write_string(out, text),
        Value::Array(items) => {
            out.push(b'[');
            for (idx, item) in items.iter().enumerate() {
                if idx > 0 {
                    out.push(b',');
                }
                write_value(out, item, None);
            }
            out.push(b']');
        }
        Value::Object(map) => {
            let mut entries: Vec<_> =
                map.iter().filter(|(key, _)| Some(key.as_str()) != left_out).collect();
            entries.sort_by(|left, right| utf16_order(left.0, right.0));
            out.push(b'{');
            for (idx, (key, item)) in entries.into_iter().enumerate() {
                if idx > 0 {
                    out.push(b',');
                }
                write_string(out, key);
                out.push(b':');
                write_value(out, item, None);
            }
            out.push(b'}');
        }
    }
}

fn utf16_order(left: &str, right: &str) -> std::cmp::Ordering {
    if left.is_ascii() && right.is_ascii() {
        left.cmp(right)
    } else {
        left.encode_utf16().cmp(right.encode_utf16())
    }
}

fn write_string(out: &mut Vec<u8>, text: &str) {
    out.push(b'"');
    let mut rest = text.as_bytes();
    // What is escaped is one byte long, and no byte of a longer letter looks like it.
    while let Some(idx) = rest.iter().position(|it| matches!(it, b'"' | b'\\' | 0..b' ')) {
        let (plain, behind) = rest.split_at(idx);
        out.extend_from_slice(plain);
        if let Some(byte) = behind.first() {
            write_escape(out, *byte);
        }
        rest = behind.get(1..).unwrap_or_default();
    }
    out.extend_from_slice(rest);
    out.push(b'"');
}

fn write_escape(out: &mut Vec<u8>, byte: u8) {
    match byte {
        b'"' => out.extend_from_slice(b"\\\""),
        b'\\' => out.extend_from_slice(b"\\\\"),
        8 => out.extend_from_slice(b"\\b"),
        b'\t' => out.extend_from_slice(b"\\t"),
        b'\n' => out.extend_from_slice(b"\\n"),
        12 => out.extend_from_slice(b"\\f"),
        b'\r' => out.extend_from_slice(b"\\r"),
        control => out.extend_from_slice(format!("\\u{control:04x}").as_bytes()),
    }
}

fn number_text(number: &Number) -> String {
    const EXACT_MAX: u64 = 1 << 53;
    if let Some(whole) = number.as_u64().filter(|it| *it <= EXACT_MAX) {
        return whole.to_string();
    }
    if let Some(whole) = number.as_i64().filter(|it| it.unsigned_abs() <= EXACT_MAX) {
        return whole.to_string();
    }
    number.as_f64().map_or_else(|| number.to_string(), ecmascript_text)
}

/// Prints a double as ECMAScript's `Number::toString` does.
fn ecmascript_text(number: f64) -> String {
    if number == 0.0 {
        return "0".to_owned();
    }
    let sign = if number < 0.0 { "-" } else { "" };
    // Rust's exponent form carries the shortest digits that read back as the same number.
    let shortest = format!("{:e}", number.abs());
    let (mantissa, exponent) = shortest.split_once('e').unwrap_or((&shortest, "0"));
    let digits: String = mantissa.chars().filter(|it| *it != '.').collect();
    let point = exponent.parse::<i32>().unwrap_or(0) + 1;
    let n_digits = i32::try_from(digits.len()).unwrap_or(i32::MAX);
    let zeros = |count: i32| "0".repeat(usize::try_from(count).unwrap_or(0));
    if (1..=21).contains(&point) {
        if n_digits <= point {
            return format!("{sign}{digits}{}", zeros(point - n_digits));
        }
        let (whole, rest) = digits.split_at(usize::try_from(point).unwrap_or(0));
        return format!("{sign}{whole}.{rest}");
    }
    if (-5..=0).contains(&point) {
        return format!("{sign}0.{}{digits}", zeros(-point));
    }
    let (first, rest) = digits.split_at(1);
    let dot = if rest.is_empty() { "" } else { "." };
    let plus = if point > 0 { "+" } else { "-" };
    format!("{sign}{first}{dot}{rest}e{plus}{}", (point - 1).abs())
}

#[cfg(test)]
mod tests;
