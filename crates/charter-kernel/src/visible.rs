//! Characters that nobody sees, or that a terminal or a workflow log acts on, and how they are shown.
//!
//! Owns the one list of them and the one replacement, `�`. Letters stay as they are, and so does what
//! some scripts and emoji need between them: joiners and variation selectors count as hidden only where
//! they change nothing that a reader could see. Must not know where the text goes.

use serde_json::Value;
use std::borrow::Cow;
use std::fmt::Write;

/// What stands for a character that would not be seen.
pub const SHOWN_AS: char = '\u{fffd}';

/// Shows a text on one line: line breaks and tabs are replaced, too.
#[must_use]
pub fn visible(text: &str) -> Cow<'_, str> {
    replace(text, |_| false)
}

/// Shows a text of several lines: newlines and tabs stay.
#[must_use]
pub fn visible_lines(text: &str) -> Cow<'_, str> {
    let keep = |it: char| matches!(it, '\n' | '\t');
    if !text.contains('\r') {
        return replace(text, keep);
    }
    Cow::Owned(replace(&text.replace("\r\n", "\n"), keep).into_owned())
}

/// Escapes, in JSON that is already written, what a terminal would act on or nobody would see. It reads
/// back as the same value.
#[must_use]
pub fn visible_json(json: &str) -> Cow<'_, str> {
    if is_plain(json) && !json.contains("##") {
        return Cow::Borrowed(json);
    }
    let mut out = String::with_capacity(json.len() + 16);
    for (before, it, after) in triples(json) {
        if is_hidden(before, it, after) && !matches!(it, '\n' | '\t') {
            for unit in it.encode_utf16(&mut [0; 2]) {
                let _ = write!(out, "\\u{unit:04x}");
            }
        } else if it == '[' && ends_in_command(&out) {
            out.push_str("\\u005b");
        } else {
            out.push(it);
        }
    }
    Cow::Owned(out)
}

/// Shows every text of a value, for a reader who gets the value and not its escapes.
#[must_use]
pub fn visible_value(value: Value) -> Value {
    match value {
        Value::String(text) => match visible_lines(&text) {
            Cow::Borrowed(_) => Value::String(text),
            Cow::Owned(shown) => Value::String(shown),
        },
        Value::Array(all) => Value::Array(all.into_iter().map(visible_value).collect()),
        Value::Object(all) => {
            let shown =
                all.into_iter().map(|(key, it)| (visible(&key).into_owned(), visible_value(it)));
            Value::Object(shown.collect())
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => value,
    }
}

/// Finds the first character that would not be seen.
#[must_use]
pub fn find_hidden(text: &str) -> Option<char> {
    triples(text).find(|(before, it, after)| is_hidden(*before, *it, *after)).map(|(_, it, _)| it)
}

/// Sets off, with a backslash, what a workflow runner takes for a command: `::` at the start of a line,
/// with or without blanks or marks of colours before, and `##[` or `##name[` anywhere in it.
#[must_use]
pub fn without_commands(text: &str) -> Cow<'_, str> {
    if !text.contains("::") && !text.contains("##") {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 8);
    for line in text.split_inclusive('\n') {
        let command = line.trim_start_matches(|it: char| it.is_whitespace() || is_mark(it));
        let blanks = line.len() - command.len();
        out.push_str(line.get(..blanks).unwrap_or_default());
        if command.starts_with("::") {
            out.push('\\');
        }
        for it in command.chars() {
            if it == '[' && ends_in_command(&out) {
                out.push('\\');
            }
            out.push(it);
        }
    }
    Cow::Owned(out)
}

/// Tells whether a character is none, and so free to stand for a colour that is put in later.
fn is_mark(it: char) -> bool {
    matches!(it, '\u{fdd0}'..='\u{fdef}')
}

/// Tells whether a text ends in `##`, or in `##` and a word, so that a bracket behind it opens a command.
fn ends_in_command(text: &str) -> bool {
    text.trim_end_matches(|it: char| it.is_ascii_alphanumeric()).ends_with("##")
}

fn replace(text: &str, keep: impl Fn(char) -> bool) -> Cow<'_, str> {
    let is_to_be_shown = |(before, it, after)| is_hidden(before, it, after) && !keep(it);
    if is_plain(text) && !text.contains(['\n', '\t']) || !triples(text).any(is_to_be_shown) {
        return Cow::Borrowed(text);
    }
    let shown = |triple: (_, char, _)| if is_to_be_shown(triple) { SHOWN_AS } else { triple.1 };
    Cow::Owned(triples(text).map(shown).collect())
}

/// Tells at a glance that a text has nothing to hide: printable ASCII, newlines and tabs.
fn is_plain(text: &str) -> bool {
    text.bytes().all(|it| matches!(it, b' '..=b'~' | b'\n' | b'\t'))
}

/// Gives each character with its neighbours.
fn triples(text: &str) -> impl Iterator<Item = (Option<char>, char, Option<char>)> {
    let before = std::iter::once(None).chain(text.chars().map(Some));
    let after = text.chars().skip(1).map(Some).chain(std::iter::once(None));
    before.zip(text.chars()).zip(after).map(|((before, it), after)| (before, it, after))
}

/// Tells whether a character would not be seen, or would be acted on, where it stands.
#[must_use]
pub fn is_hidden(before: Option<char>, it: char, after: Option<char>) -> bool {
    match it {
        ' '..='~' => false,
        '\u{200c}' | '\u{200d}' => !joins(before, it, after),
        '\u{fe00}'..='\u{fe0f}' => !varies(before, after),
        '\u{e0100}'..='\u{e01ef}' => !before.is_some_and(is_ideograph),
        '\u{180b}'..='\u{180d}' | '\u{180f}' => {
            !before.is_some_and(|it| ('\u{1820}'..='\u{18aa}').contains(&it))
        }
        _ => is_never_seen(it),
    }
}

/// Tells whether a character is hidden wherever it stands.
fn is_never_seen(it: char) -> bool {
    let is_noncharacter = u32::from(it) & 0xfffe == 0xfffe;
    is_noncharacter
        || it.is_control()
        || matches!(it,
            // Soft hyphen, joiner of graphemes, Arabic letter mark, fillers, inherent vowels,
            // Braille without a dot.
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}'..='\u{1160}' | '\u{17b4}'..='\u{17b5}'
            | '\u{180e}' | '\u{2800}' | '\u{3164}' | '\u{ffa0}'
            // Zero width, marks of direction, separators, embeddings, isolates, invisible operators.
            | '\u{200b}' | '\u{200e}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
            // Byte order mark, annotations between lines, what is no character at all.
            | '\u{feff}' | '\u{fff0}'..='\u{fffb}' | '\u{fdd0}'..='\u{fdef}'
            // Formats of numbers, hieroglyphs, shorthand and music, tags.
            | '\u{110bd}' | '\u{110cd}' | '\u{13430}'..='\u{1343f}'
            | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}

/// Tells whether a joiner does something: between letters of a script that has joined forms, behind a
/// sign that such a script stacks letters with, or between emoji.
fn joins(before: Option<char>, it: char, after: Option<char>) -> bool {
    let (Some(before), after) = (before, after.unwrap_or(' ')) else { return false };
    let is_emoji_behind = is_pictograph(before) || before == '\u{fe0f}';
    (is_in_joined_script(before) && (is_in_joined_script(after) || is_stacking(before)))
        || (it == '\u{200d}' && is_emoji_behind && is_pictograph(after))
}

/// Tells whether a variation selector does something: it chooses a form of the sign before it.
fn varies(before: Option<char>, after: Option<char>) -> bool {
    before.is_some_and(|it| {
        let is_keycap = matches!(it, '0'..='9' | '#' | '*') && after == Some('\u{20e3}');
        let has_forms = matches!(it, '\u{1000}'..='\u{109f}' | '\u{2200}'..='\u{22ff}' | '\u{a840}'..='\u{a877}');
        is_keycap || has_forms || is_pictograph(it) || is_ideograph(it)
    })
}

/// Tells whether a script joins or stacks its letters, so that it needs to say where it does not.
fn is_in_joined_script(it: char) -> bool {
    !is_never_seen(it)
        && matches!(it,
            '\u{600}'..='\u{8ff}' | '\u{900}'..='\u{dff}' | '\u{f00}'..='\u{109f}'
            | '\u{1780}'..='\u{18aa}' | '\u{1a20}'..='\u{1aad}' | '\u{1b00}'..='\u{1c4f}'
            | '\u{a840}'..='\u{a877}' | '\u{a8e0}'..='\u{a9df}' | '\u{fb50}'..='\u{fdff}'
            | '\u{fe70}'..='\u{fefc}' | '\u{10ac0}'..='\u{10aff}' | '\u{11000}'..='\u{11fff}'
            | '\u{1e900}'..='\u{1e95f}')
}

/// Tells whether a sign takes the vowel off a letter, so that the next one is stacked on it.
fn is_stacking(it: char) -> bool {
    matches!(
        it,
        '\u{94d}'
            | '\u{9cd}'
            | '\u{a4d}'
            | '\u{acd}'
            | '\u{b4d}'
            | '\u{bcd}'
            | '\u{c4d}'
            | '\u{ccd}'
            | '\u{d4d}'
            | '\u{dca}'
            | '\u{1039}'
            | '\u{17d2}'
    )
}

fn is_pictograph(it: char) -> bool {
    matches!(it,
        '\u{a9}' | '\u{ae}' | '\u{203c}' | '\u{2049}' | '\u{2122}' | '\u{2139}'
        | '\u{2190}'..='\u{21ff}' | '\u{2300}'..='\u{23ff}' | '\u{2460}'..='\u{24ff}'
        | '\u{25a0}'..='\u{27bf}' | '\u{2900}'..='\u{297f}' | '\u{2b00}'..='\u{2bff}'
        | '\u{3030}' | '\u{303d}' | '\u{3297}' | '\u{3299}' | '\u{1f000}'..='\u{1faff}')
}

fn is_ideograph(it: char) -> bool {
    matches!(it, '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{323af}')
}

#[cfg(test)]
mod tests;
