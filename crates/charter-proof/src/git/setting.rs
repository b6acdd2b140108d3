//! What git may know of a repository's own configuration.
//!
//! Owns the list of settings that are let through and the reading of the file that holds them. Whatever
//! is not on the list git never sees: no setting that names a program, a path, another file or another
//! machine is on it. Must not know where the file is.

use std::fmt::Write;

/// What a repository may say about itself: formats, and how files look on its disk.
///
/// A name that is added here must not be able to name a program or a place, in any version of git.
const ALLOWED: [&str; 13] = [
    "core.repositoryformatversion",
    "core.filemode",
    "core.symlinks",
    "core.ignorecase",
    "core.precomposeunicode",
    "core.protecthfs",
    "core.protectntfs",
    "core.autocrlf",
    "core.eol",
    "core.checkstat",
    "core.trustctime",
    "extensions.objectformat",
    "extensions.refstorage",
];

/// The longest value that is let through.
const VALUE_CHARS_MAX: usize = 64;

/// One setting: its section and name in small letters, and its value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct GitSetting {
    pub(super) key: String,
    pub(super) value: String,
}

/// Reads the settings of a configuration file that have no subsection, in its order. What is included
/// is not read, and what git could not read either is passed over.
pub(super) fn parse(text: &str) -> Vec<GitSetting> {
    let mut settings = Vec::new();
    let mut section = None;
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        let mut rest = line.trim_start_matches('\u{feff}').trim();
        if let Some(head) = rest.strip_prefix('[') {
            let Some((name, behind)) = head.split_once(']') else {
                section = None;
                continue;
            };
            let name = name.trim().to_ascii_lowercase();
            let is_plain = name.bytes().all(|it| it.is_ascii_alphanumeric() || it == b'-');
            section = is_plain.then_some(name);
            rest = behind.trim();
        }
        if rest.is_empty() || rest.starts_with(['#', ';']) {
            continue;
        }
        let (name, value) = rest.split_once('=').unwrap_or((rest, "true"));
        let value = unquote(value, &mut lines);
        if let Some(section) = &section {
            let key = format!("{section}.{}", name.trim().to_ascii_lowercase());
            settings.push(GitSetting { key, value });
        }
    }
    settings
}

/// Reads a value: quotes, what is escaped, comments, and the lines that it goes on in.
fn unquote<'a>(first: &str, lines: &mut impl Iterator<Item = &'a str>) -> String {
    let mut value = String::new();
    let mut kept_len = 0;
    let mut is_quoted = false;
    let mut line = first.trim_start().to_owned();
    loop {
        let mut goes_on = false;
        let mut chars = line.chars();
        while let Some(char) = chars.next() {
            match char {
                '"' => is_quoted = !is_quoted,
                '#' | ';' if !is_quoted => break,
                '\\' => match chars.next() {
                    None => goes_on = true,
                    Some('n') => value.push('\n'),
                    Some('t') => value.push('\t'),
                    Some(other) => value.push(other),
                },
                other => value.push(other),
            }
            // Blanks at the end count only inside quotes.
            if is_quoted || !char.is_whitespace() {
                kept_len = value.len();
            }
        }
        let next = if goes_on { lines.next() } else { None };
        match next {
            Some(next) => next.clone_into(&mut line),
            None => break,
        }
    }
    value.truncate(kept_len);
    value
}

/// Gives the last value of a setting.
pub(super) fn find<'a>(settings: &'a [GitSetting], key: &str) -> Option<&'a str> {
    settings.iter().rev().find(|it| it.key == key).map(|it| it.value.as_str())
}

/// Renders the configuration that git gets in place of the repository's own.
pub(super) fn render_allowed(settings: &[GitSetting]) -> String {
    let is_plain = |value: &str| {
        let is_word = |it: char| it.is_ascii_alphanumeric() || matches!(it, '-' | '_' | '.' | ',');
        value.len() <= VALUE_CHARS_MAX && value.chars().all(is_word)
    };
    let mut text = "[core]\n\tbare = false\n\tlogallrefupdates = false\n".to_owned();
    for GitSetting { key, value } in settings {
        let (Some((section, name)), true) = (key.split_once('.'), is_plain(value)) else {
            continue;
        };
        if ALLOWED.contains(&key.as_str()) {
            let _ = writeln!(text, "[{section}]\n\t{name} = {value}");
        }
    }
    text
}
